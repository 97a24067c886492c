/* SPDX-License-Identifier: MIT */
/* moult doctor: what playing and building plugins need, and what of it is here.
 *
 * A finding is a verdict, what was looked at, what was found, and what to do about it. Only what
 * keeps a game from starting is FAIL. Nothing is changed, and no terminal is needed. */
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "core/author/author.h"
#include "core/system/json.h"
#include "core/system/paths.h"

#define COLUMNS_LEAST 80
#define ROWS_LEAST 24
#define OK 0
#define WARN 1
#define FAIL 2

static const char help[] =
    MOULT_TEXT("usage: moult doctor [--json]\n"
               "Says what playing and building plugins need, and what of it is here: OK, WARN with "
               "what\n"
               "to do, or FAIL when no game can be played. Exit code 1 after a FAIL.\n");

typedef struct visit {
    int32_t json, worst;
    uint32_t count;
} visit;

/* One line. `try` NULL: there is nothing to do. */
static void find(visit *v, int32_t verdict, const char *name, const char *try, const char *format,
                 ...) __attribute__((format(printf, 5, 6)));

static void find(visit *v, int32_t verdict, const char *name, const char *try, const char *format,
                 ...)
{
    static const char *const words[] = {"OK", "WARN", "FAIL"};
    static const char *const keys[] = {"ok", "warn", "fail"};
    char text[MOULT__REPORT_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const char *said = strncmp(text, "error  ", 7) == 0 ? text + 7 : text;
    if (verdict > v->worst)
        v->worst = verdict;
    if (!v->json) {
        moult__print(stdout, "%-4s  %-9s %s%s%s\n", words[verdict], name, said,
                     try != NULL ? ". " : "", try != NULL ? try : "");
        return;
    }
    printf("%s\n    {\"name\": \"%s\", \"verdict\": \"%s\", \"text\": ", v->count++ ? "," : "",
           name, keys[verdict]);
    moult__json_text(stdout, said);
    printf(", \"try\": ");
    if (try != NULL)
        moult__json_text(stdout, try);
    else
        printf("null");
    printf("}");
}

/* -- building ---------------------------------------------------------------------------------- */

static int32_t on_path(const char *program)
{
    char path[MOULT__PATH_SIZE];
    for (const char *at = getenv("PATH"); at != NULL && *at != 0; at += *at == ':') {
        size_t length = strcspn(at, ":");
        snprintf(path, sizeof path, "%.*s/%s", (int)length, at, program);
        if (access(path, X_OK) == 0)
            return 1;
        at += length;
    }
    return 0;
}

static void look_at_tools(visit *v)
{
    static const char *const compilers[] = {"gcc", "clang", "cc"};
    char found[64] = "";
    uint32_t used = 0;
    for (uint32_t i = 0; i < MOULT_COUNT(compilers); i++)
        if (on_path(compilers[i]))
            used += (uint32_t)snprintf(found + used, sizeof found - used, "%s%s",
                                       used != 0 ? ", " : "", compilers[i]);
    if (used != 0)
        find(v, OK, "compiler", NULL, "%s", found);
    else
        find(v, WARN, "compiler",
             moult__translate("Plugins can be played, not built. Install one: gcc"), "%s",
             moult__translate("neither gcc nor clang is on the PATH"));
    if (on_path("make"))
        find(v, OK, "make", NULL, "make");
    else
        find(v, WARN, "make", moult__translate("Install it, or compile by hand"), "%s",
             moult__translate("it isn't on the PATH"));
}

static void look_at_sdk(visit *v)
{
    char path[MOULT__PATH_SIZE];
    moult__report report = {0};
    if (moult__author_headers(path, sizeof path, &report) >= 0)
        find(v, OK, "sdk", NULL, "%s (ABI %d)", path, MOULT_ABI);
    else
        find(v, WARN, "sdk", NULL, "%s", report.text);
    void *library = dlopen("libdw.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (library != NULL)
        find(v, OK, "libdw", NULL, "%s", moult__translate("a crash is told with file and line"));
    else
        find(v, WARN, "libdw", moult__translate("Install libdw1"), "%s",
             moult__translate("without it a crash is told without file and line"));
    if (library != NULL)
        dlclose(library);
}

/* -- the terminal ------------------------------------------------------------------------------ */

static void look_at_terminal(visit *v)
{
    struct winsize size = {0};
    const char *term = getenv("TERM");
    if (!isatty(1) || ioctl(1, TIOCGWINSZ, &size) != 0) {
        find(v, WARN, "terminal", moult__translate("Start moult in a terminal"), "%s",
             moult__translate("there is none here: games are printed as text"));
        return;
    }
    if (term == NULL || term[0] == 0 || strcmp(term, "dumb") == 0)
        find(v, WARN, "terminal", moult__translate("Set TERM, as in TERM=xterm-256color"), "%s",
             moult__translate("TERM doesn't say which it is: games are printed as text"));
    else if (size.ws_col < COLUMNS_LEAST || size.ws_row < ROWS_LEAST)
        find(v, WARN, "terminal", moult__translate("Make it larger"),
             moult__translate("%ux%u; games are made for %dx%d"), size.ws_col, size.ws_row,
             COLUMNS_LEAST, ROWS_LEAST);
    else
        find(v, OK, "terminal", NULL, "%ux%u, %s", size.ws_col, size.ws_row, term);
}

static void look_at_colours(visit *v)
{
    const char *term = getenv("TERM"), *deep = getenv("COLORTERM");
    term = term != NULL ? term : "";
    if ((deep != NULL && (strcmp(deep, "truecolor") == 0 || strcmp(deep, "24bit") == 0)) ||
        strstr(term, "direct") != NULL)
        find(v, OK, "colours", NULL, "%s", moult__translate("all of them"));
    else if (strstr(term, "256") != NULL)
        find(v, OK, "colours", NULL, "256");
    else
        find(v, WARN, "colours", moult__translate("Where the terminal has more, say so by TERM"),
             "%s", moult__translate("8 or fewer, as TERM has it"));
}

/* The process itself takes C.UTF-8 for C, so the environment is asked. */
static void look_at_letters(visit *v)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *locale = "";
    for (uint32_t i = 0; i < MOULT_COUNT(names) && *locale == 0; i++)
        locale = getenv(names[i]) != NULL ? getenv(names[i]) : "";
    if (strcasestr(locale, "utf-8") != NULL || strcasestr(locale, "utf8") != NULL)
        find(v, OK, "locale", NULL, "%s", locale);
    else
        find(v, WARN, "locale", moult__translate("Where the terminal can, set LANG=C.UTF-8"),
             moult__translate("%s isn't UTF-8: maps are drawn in plain letters"),
             *locale != 0 ? locale : "C");
}

/* -- playing ----------------------------------------------------------------------------------- */

static int32_t has_slot(const moult__set *set, const char *slot)
{
    for (uint32_t i = 0; i < set->found_count; i++)
        if (moult__note_provides(&set->found[i].note, slot))
            return 1;
    return 0;
}

static void look_at_window(visit *v, const moult__setup *setup)
{
    char known[700];
    const char *display =
        getenv("WAYLAND_DISPLAY") != NULL ? getenv("WAYLAND_DISPLAY") : getenv("DISPLAY");
    moult__set_known(&setup->set, "renderer/sdl", known, sizeof known);
    if (!has_slot(&setup->set, "renderer/sdl"))
        find(v, WARN, "window", known, "%s", moult__translate("there is no renderer/sdl"));
    else if (display == NULL || display[0] == 0)
        find(v, WARN, "window", moult__translate("Play in the terminal, or set DISPLAY"), "%s",
             moult__translate("renderer/sdl is there, a display isn't"));
    else
        find(v, OK, "window", NULL, "renderer/sdl, %s", display);
}

static void look_at_plugins(visit *v, const moult__setup *setup)
{
    char self[MOULT__PATH_SIZE] = "", data[MOULT__PATH_SIZE] = "";
    const char *more = getenv("MOULT_PLUGIN_PATH");
    moult__path_self(self, sizeof self, NULL);
    moult__path_data(data, sizeof data, NULL);
    more = more != NULL ? more : "";
    const char *blank = more[0] != 0 ? " " : "";
    if (setup->set.found_count != 0)
        find(v, OK, "plugins", NULL,
             moult__translate("%u in: %s/plugins %s/../lib/moult %s/plugins%s%s"),
             setup->set.found_count, self, self, data, blank, more);
    else
        find(v, FAIL, "plugins", moult__translate("Install Moult whole, or set MOULT_PLUGIN_PATH"),
             moult__translate("none in: %s/plugins %s/../lib/moult %s/plugins%s%s"), self, self,
             data, blank, more);
}

static void look_at_game(visit *v)
{
    moult__setup *setup = calloc(1, sizeof *setup);
    moult__report none = {0};
    moult_status status = setup == NULL ? MOULT_MEMORY : moult__setup_open(setup);
    if (setup != NULL && setup->has_set) {
        look_at_plugins(v, setup);
        look_at_window(v, setup);
    }
    if (status >= 0)
        status = moult__setup_profile(setup, NULL);
    if (status >= 0)
        status = moult__setup_load(setup);
    if (status >= 0)
        find(v, OK, "game", NULL, moult__translate("%s can be played"), setup->profile.title);
    else
        find(v, FAIL, "game", NULL, "%s", setup != NULL ? setup->report.text : none.text);
    if (setup != NULL)
        moult__setup_close(setup);
    free(setup);
}

/* Whether files can be made in a folder, or in the nearest above it that exists. */
static int32_t can_write(const char *folder)
{
    char path[MOULT__PATH_SIZE];
    snprintf(path, sizeof path, "%s", folder);
    while (access(path, F_OK) != 0) {
        char *slash = strrchr(path, '/');
        if (slash == NULL || slash == path)
            break;
        *slash = 0;
    }
    return access(path, W_OK | X_OK) == 0;
}

static void look_at_folders(visit *v)
{
    char path[MOULT__PATH_SIZE - 16], below[MOULT__PATH_SIZE];
    moult__report report = {0};
    if (moult__path_data(path, sizeof path, &report) < 0) {
        find(v, WARN, "saves", NULL, "%s", report.text);
    } else {
        snprintf(below, sizeof below, "%s/saves", path);
        if (can_write(below))
            find(v, OK, "saves", NULL, "%s", below);
        else
            find(v, WARN, "saves", moult__translate("Set XDG_DATA_HOME to a folder of your own"),
                 moult__translate("%s can't be written: no game is saved"), below);
    }
    if (moult__path_config(path, sizeof path, &report) < 0)
        find(v, WARN, "config", NULL, "%s", report.text);
    else
        find(v, OK, "config", NULL, "%s%s", path,
             access(path, F_OK) == 0 ? "" : moult__translate(" (not there, and not needed)"));
    if (moult__path_runtime(path, sizeof path, &report) < 0)
        find(v, FAIL, "runtime", NULL, "%s", report.text);
    else
        find(v, OK, "runtime", NULL, "%s", path);
}

int moult__verb_doctor(int argc, char **argv)
{
    visit v = {.json = argc == 2 && strcmp(argv[1], "--json") == 0};
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        moult__print(stdout, "%s", moult__translate(help));
        return 0;
    }
    if (argc > 1 && !v.json)
        return moult__usage("doctor", "it takes nothing, or --json");
    if (v.json)
        printf("{\n  \"version\": \"%s\",\n  \"checks\": [", MOULT_RELEASE);
    look_at_game(&v);
    look_at_folders(&v);
    look_at_terminal(&v);
    look_at_colours(&v);
    look_at_letters(&v);
    look_at_tools(&v);
    look_at_sdk(&v);
    if (v.json)
        printf("\n  ],\n  \"playable\": %s\n}\n", v.worst == FAIL ? "false" : "true");
    return v.worst == FAIL ? 1 : 0;
}
