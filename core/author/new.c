/* SPDX-License-Identifier: MIT */
/* moult new: a plugin to begin with, of any kind, that builds and does something at once.
 *
 * It is a copy of a plugin that is built and tested with the engine, in which the word `template`
 * is replaced in texts and file names. Nothing that exists is written over; when a file can't be
 * written, those before it are taken away again. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "core/author/author.h"
#include "core/system/files.h"

#define WORD "template"
#define FILE_LIMIT 65536u /* bytes of a template's file */
#define FILES_MAX 8u
#define NAME_MAX_LETTERS 15

static const char help[] = MOULT_TEXT(
    "usage: moult new KIND NAME [--folder DIR]\n"
    "Makes a folder NAME with a plugin KIND/NAME to begin with: its source, a Makefile, a "
    "test\n"
    "and a README. Without KIND it lists the kinds.\n");

static const struct {
    const char *name, *help;
} kinds[] = {
    {"mapgen", MOULT_TEXT("makes levels: a hall with pillars")},
    {"ai", MOULT_TEXT("decides for an actor: it circles its target")},
    {"items", MOULT_TEXT("what things are and do: everything is a herb that heals")},
    {"combat", MOULT_TEXT("who hits whom: a die of six")},
    {"fov", MOULT_TEXT("what is seen: straight lines")},
    {"rules", MOULT_TEXT("a game: a walk down the stairs")},
    {"renderer", MOULT_TEXT("shows a game: prints its rows")},
    {"saver", MOULT_TEXT("a saved game as bytes: a text of letters")},
    {"scores", MOULT_TEXT("a ranking: a file of runs")},
};

typedef struct making {
    const char *kind, *name;
    char from[MOULT__PATH_SIZE], to[MOULT__PATH_SIZE];
    char made[FILES_MAX][64];
    uint32_t count;
    moult__report *report;
} making;

static int list_kinds(void)
{
    moult__print(stdout, "%s\n", moult__translate("kinds of plugins, for moult new KIND NAME:"));
    for (uint32_t i = 0; i < MOULT_COUNT(kinds); i++)
        moult__print(stdout, "  %-10s %s\n", kinds[i].name, moult__translate(kinds[i].help));
    return 0;
}

/* A name becomes part of C names, of a slot, of a plugin's name, and of a saver's magic. */
static int check_name(const making *m)
{
    const size_t length = strlen(m->name);
    if (m->name[0] >= 'a' && m->name[0] <= 'z' && length <= NAME_MAX_LETTERS &&
        strspn(m->name, "abcdefghijklmnopqrstuvwxyz0123456789") == length)
        return 0;
    return moult__usage("new",
                        "\"%.60s\" is no name for a plugin: a-z, then a-z and 0-9, at most %d "
                        "in all",
                        m->name, NAME_MAX_LETTERS);
}

static int check_kind(const char *kind)
{
    const char *names[MOULT_COUNT(kinds)];
    char guess[MOULT__GUESS_SIZE];
    for (uint32_t i = 0; i < MOULT_COUNT(kinds); i++) {
        names[i] = kinds[i].name;
        if (strcmp(kind, names[i]) == 0)
            return 0;
    }
    return moult__usage("new", "\"%.60s\" is no kind of plugin%s. moult new lists them", kind,
                        moult__guess(moult__closest(kind, names, MOULT_COUNT(names)), guess));
}

/* Whether somebody provides the slot: where plugins live, or the core. */
static moult_status check_slot(const making *m)
{
    moult__setup *setup = calloc(1, sizeof *setup);
    char slot[MOULT_SLOT_SIZE];
    if (setup == NULL)
        return moult__refuse(m->report, MOULT_MEMORY, "moult new", "out of memory");
    snprintf(slot, sizeof slot, "%s/%s", m->kind, m->name);
    moult_status status = moult__setup_open(setup);
    const char *path = NULL;
    for (uint32_t i = 0; i < setup->set.core_provide_count && status >= 0; i++)
        if (strcmp(setup->set.core_provides[i].slot, slot) == 0)
            path = "core";
    for (uint32_t i = 0; i < setup->set.found_count && status >= 0; i++)
        if (moult__note_provides(&setup->set.found[i].note, slot))
            path = setup->set.found[i].path;
    if (path != NULL)
        status = moult__refuse(m->report, MOULT_REFUSED, "moult new",
                               "%s is already provided (%s). Choose another name", slot, path);
    else if (status < 0)
        *m->report = setup->report;
    moult__setup_close(setup);
    free(setup);
    return status;
}

/* Writes a text with the plugin's name for each WORD. */
static void write_named(FILE *out, const char *text, const char *name)
{
    for (const char *at; (at = strstr(text, WORD)) != NULL; text = at + strlen(WORD))
        fprintf(out, "%.*s%s", (int)(at - text), text, name);
    fputs(text, out);
}

static moult_status copy(making *m, const char *file)
{
    char from[MOULT__PATH_SIZE + 64], to[MOULT__PATH_SIZE + 64];
    char *made = m->made[m->count];
    uint8_t *text = NULL;
    uint64_t size = 0;
    const char *at = strstr(file, WORD), *base = strrchr(file, '/');
    base = base != NULL ? base + 1 : file;
    if (at != NULL)
        snprintf(made, sizeof m->made[0], "%.*s%s%s", (int)(at - base), base, m->name,
                 at + strlen(WORD));
    else
        snprintf(made, sizeof m->made[0], "%s", base);
    snprintf(from, sizeof from, "%s/%s", m->from, file);
    snprintf(to, sizeof to, "%s/%s", m->to, made);
    moult_status status = moult__file_read(from, FILE_LIMIT, &text, &size, m->report);
    if (status < 0)
        return status;
    FILE *out = fopen(to, "wxe");
    if (out != NULL) {
        m->count++;
        write_named(out, (const char *)text, m->name);
    }
    if (out == NULL || (ferror(out) | fclose(out)) != 0)
        status = moult__refuse(m->report, MOULT_IO, to, "%s", strerror(errno));
    free(text);
    return status;
}

static void take_back(const making *m)
{
    char path[MOULT__PATH_SIZE + 64];
    for (uint32_t i = 0; i < m->count; i++) {
        snprintf(path, sizeof path, "%s/%s", m->to, m->made[i]);
        unlink(path);
    }
    rmdir(m->to);
}

/* Rules are played by a profile of their own, which comes with them. */
static int32_t is_game(const char *kind)
{
    return strcmp(kind, "rules") == 0;
}

static moult_status make(making *m)
{
    static const char *const files[] = {"template.c", "test_template.c", "README.md",
                                        "template.ini"};
    char path[MOULT__PATH_SIZE + 96];
    if (mkdir(m->to, 0777) != 0 && errno == EEXIST)
        return moult__refuse(m->report, MOULT_REFUSED, m->to,
                             "is there already, and stays as it is. Choose another name, or "
                             "--folder");
    if (access(m->to, W_OK) != 0)
        return moult__refuse(m->report, MOULT_IO, m->to, "can't be made: %s. Give another --folder",
                             strerror(errno));
    moult_status status = copy(m, "Makefile");
    for (uint32_t i = 0; i < MOULT_COUNT(files) && status >= 0; i++) {
        snprintf(path, sizeof path, "%s/%s", m->kind, files[i]);
        if (i < 3 || is_game(m->kind))
            status = copy(m, path);
    }
    if (status < 0)
        take_back(m);
    return status;
}

static int run(making *m, const char *folder)
{
    moult__report report = {0};
    m->report = &report;
    const int length = strcmp(folder, ".") == 0
                           ? snprintf(m->to, sizeof m->to, "%s", m->name)
                           : snprintf(m->to, sizeof m->to, "%s/%s", folder, m->name);
    moult_status status = moult__author_templates(m->from, sizeof m->from, &report);
    if (status >= 0 && (length < 0 || (size_t)length >= sizeof m->to))
        status = moult__refuse(&report, MOULT_RANGE, "--folder", "its name is too long");
    if (status >= 0)
        status = check_slot(m);
    if (status >= 0)
        status = make(m);
    if (status < 0)
        return moult__exit(&report);
    moult__print(stdout, moult__translate("made %s:"), m->to);
    for (uint32_t i = 0; i < m->count; i++)
        moult__print(stdout, " %s", m->made[i]);
    moult__print(stdout, moult__translate("\nnext: cd %s && make\n"), m->to);
    return 0;
}

int moult__verb_new(int argc, char **argv)
{
    static const struct option options[] = {{"folder", required_argument, NULL, 'f'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    const char *folder = ".";
    making m = {0};
    int option;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        if (option == 'f')
            folder = optarg;
        else if (option == 'h')
            return moult__print(stdout, "%s", moult__translate(help)), 0;
        else
            return moult__usage_option("new", options, option, argv);
    }
    if (optind == argc)
        return list_kinds();
    m.kind = argv[optind];
    int code = check_kind(m.kind);
    if (code != 0)
        return code;
    if (argc - optind != 2)
        return moult__usage("new", "it takes a kind and a name");
    m.name = argv[optind + 1];
    code = check_name(&m);
    return code != 0 ? code : run(&m, folder);
}
