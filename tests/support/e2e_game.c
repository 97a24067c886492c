/* SPDX-License-Identifier: MIT */
#include "support/e2e_game.h"
#include "core/system/control.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <check.h>

void e2e_open(e2e_game *g, const char *name, int32_t columns, int32_t rows)
{
    char said[1024];
    memset(g, 0, sizeof *g);
    tmux_open(&g->terminal, name);
    snprintf(g->folder, sizeof g->folder, "%s/game", g->terminal.root);
    int code = shell_run(said, sizeof said,
                         "umask 022; cd '%s' && mkdir -p '%s/plugins' && cp moult '%s/' && "
                         "cp plugins/*.so '%s/plugins/' && cp -r profiles '%s/' && "
                         "{ ! test -d locale || cp -r locale '%s/'; }",
                         MOULT_BUILD_DIR, g->folder, g->folder, g->folder, g->folder, g->folder);
    ck_assert_msg(code == 0, "%s", said);
    tmux_start(&g->terminal, columns, rows);
}

void e2e_close(e2e_game *g)
{
    tmux_kill(&g->terminal);
    if (g->pid != 0)
        e2e_wait_gone(g, 2000);
}

static void find_process(e2e_game *g)
{
    int64_t end = clock_ms() + TMUX_PATIENCE_MS;
    while ((g->pid = tmux_child(&g->terminal, "moult")) == 0 && clock_ms() < end)
        pause_ms(5);
    ck_assert_msg(g->pid != 0, "no moult runs; the screen is:\n%s", tmux_capture(&g->terminal));
}

void e2e_play_until(e2e_game *g, const char *before, const char *arguments, const char *text)
{
    tmux_shell(&g->terminal, "%s moult play %s", before, arguments);
    tmux_wait(&g->terminal, text);
    find_process(g);
}

void e2e_play_as(e2e_game *g, const char *before, const char *arguments)
{
    e2e_play_until(g, before, arguments, "HP ");
}

void e2e_play(e2e_game *g, const char *arguments)
{
    e2e_play_as(g, "", arguments);
}

/* A process that nobody has waited for yet (whose shell is gone, too) has ended all the same. */
static int is_running(pid_t pid)
{
    char path[64], line[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 0;
    const char *state = fgets(line, sizeof line, file) != NULL ? strrchr(line, ')') : NULL;
    fclose(file);
    return state != NULL && state[2] != 'Z' && state[2] != 'X';
}

void e2e_wait_gone(e2e_game *g, int32_t milliseconds)
{
    int64_t end = clock_ms() + milliseconds;
    while (is_running(g->pid)) {
        ck_assert_msg(clock_ms() < end, "process %d is still there after %d ms", (int)g->pid,
                      milliseconds);
        pause_ms(2);
    }
    g->pid = 0;
}

void e2e_save_path(const e2e_game *g, char *out, size_t room)
{
    snprintf(out, room, "%s/data/moult/saves/rogue.moult", g->terminal.root);
}

void e2e_ask_quit(e2e_game *g)
{
    tmux_keys(&g->terminal, "Q", NULL);
    tmux_wait(&g->terminal, "Leave the run?");
}

void e2e_quit(e2e_game *g)
{
    e2e_ask_quit(g);
    tmux_keys(&g->terminal, "y", NULL);
    e2e_wait_gone(g, TMUX_PATIENCE_MS);
    tmux_wait(&g->terminal, TMUX_PROMPT);
}

e2e_state e2e_ask(const e2e_game *g)
{
    e2e_state state = {0, ""};
    char *reply = NULL;
    int32_t code = -1;
    moult__report report = {0};
    int32_t status = moult__control_ask(g->pid, "state", &reply, &code, &report);
    ck_assert_msg(status >= 0 && code == 0, "%s", report.text);
    ck_assert_int_eq(sscanf(reply, "turn %u  hash %16s", &state.turn, state.hash), 2);
    free(reply);
    return state;
}

void e2e_wait_turn(const e2e_game *g, uint32_t turn)
{
    int64_t end = clock_ms() + TMUX_PATIENCE_MS;
    uint32_t now;
    while ((now = e2e_ask(g).turn) < turn) {
        ck_assert_msg(clock_ms() < end, "turn %u doesn't come: it is %u", turn, now);
        pause_ms(2);
    }
}

void e2e_turn(e2e_game *g, const char *key)
{
    uint32_t turn = e2e_ask(g).turn;
    tmux_keys(&g->terminal, key, NULL);
    e2e_wait_turn(g, turn + 1);
}

static int find_on_map(e2e_game *g, uint32_t glyph, int32_t *x, int32_t *y)
{
    tmux *t = &g->terminal;
    tmux_settle(t);
    for (*y = 2; *y < t->rows - 1; ++*y)
        for (*x = 0; *x < t->columns; ++*x)
            if (tmux_cell(t, *x, *y) == glyph)
                return 1;
    return 0;
}

void e2e_find(e2e_game *g, uint32_t glyph, int32_t *x, int32_t *y)
{
    ck_assert_msg(find_on_map(g, glyph, x, y), "no '%c' in view:\n%s", (int)glyph,
                  g->terminal.screen);
}

int32_t e2e_distance(e2e_game *g, uint32_t glyph)
{
    int32_t x, y, hero_x, hero_y;
    e2e_find(g, '@', &hero_x, &hero_y);
    e2e_find(g, glyph, &x, &y);
    int32_t dx = abs(x - hero_x), dy = abs(y - hero_y);
    return dx > dy ? dx : dy;
}

void e2e_gauge(e2e_game *g, const char *label, char *out, size_t room)
{
    char line[512];
    tmux_capture(&g->terminal);
    tmux_line(&g->terminal, g->terminal.rows - 1, line, sizeof line);
    const char *at = strstr(line, label);
    ck_assert_msg(at != NULL, "no gauge %s in \"%s\"", label, line);
    const char *end = strstr(at, "  ");
    snprintf(out, room, "%.*s", (int)(end != NULL ? (size_t)(end - at) : strlen(at)), at);
}

/* -- plugins ----------------------------------------------------------------------------------- */

void e2e_compile(const e2e_game *g, const char *sources, const char *from, const char *to,
                 const char *libraries, const char *path)
{
    char said[8192];
    const char *plugins = MOULT_SOURCE_DIR "/plugins";
    int code = shell_run(
        said, sizeof said,
        "set -e; work='%s/work'; rm -rf \"$work\"; mkdir -p \"$work\"; cp -r '%s' \"$work/\"; "
        "cd \"$work/plugins\"; sed -i 's/%s/%s/' %s; "
        "cc -D_GNU_SOURCE -std=c11 -O1 -g -fPIC -shared -fvisibility=hidden -ffp-contract=off "
        "-Wall -Werror -I. -I'%s/sdk/include' -Wl,-z,now -Wl,-z,defs -Wl,--build-id "
        "%s -o '%s' %s",
        g->terminal.root, plugins, from, to, sources, MOULT_SOURCE_DIR, sources, path, libraries);
    ck_assert_msg(code == 0, "%s", said);
}

void e2e_install(const e2e_game *g, const char *file, const char *plugin)
{
    char said[1024];
    int code = shell_run(said, sizeof said,
                         "umask 022; cd '%s/plugins' && cp '%s' .coming && mv .coming '%s'",
                         g->folder, file, plugin);
    ck_assert_msg(code == 0, "%s", said);
}

pid_t e2e_worker(const e2e_game *g)
{
    char path[64], line[64] = "";
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)g->pid, (int)g->pid);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    int worker = fgets(line, sizeof line, file) != NULL ? atoi(line) : 0;
    fclose(file);
    return worker != 0 ? worker : g->pid;
}

int e2e_maps(const e2e_game *g, const char *part)
{
    char path[64], line[1024];
    int found = 0;
    snprintf(path, sizeof path, "/proc/%d/maps", (int)e2e_worker(g));
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file) != NULL)
        found |= strstr(line, part) != NULL;
    fclose(file);
    return found;
}

static uint64_t ticks_of(pid_t pid)
{
    char path[64], line[1024];
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    fclose(file);
    const char *after = strrchr(line, ')');
    ck_assert_ptr_nonnull(after);
    sscanf(after + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
    return user + system;
}

uint64_t e2e_ticks(const e2e_game *g)
{
    return ticks_of(g->pid) + (e2e_worker(g) != g->pid ? ticks_of(e2e_worker(g)) : 0);
}
