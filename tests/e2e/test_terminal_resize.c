/* SPDX-License-Identifier: MIT */
/* The terminal changes its size at any moment, on any screen, down to a single cell; afterwards the
 * picture is the one that a fresh drawing gives. */
#include "support/e2e_game.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>

static e2e_game game;

static const struct {
    int32_t columns, rows;
} sizes[] = {{79, 24}, {40, 24}, {40, 12}, {20, 6}, {19, 6},  {20, 5},   {10, 5},   {3, 2},
             {1, 1},   {5, 40},  {200, 3}, {1, 50}, {200, 1}, {132, 43}, {250, 80}, {21, 7}};

#define SIZES (sizeof sizes / sizeof *sizes)

/* What is on the screen equals what is there after everything was written again. */
static void check_picture(const char *when)
{
    static char before[sizeof game.terminal.screen];
    tmux *t = &game.terminal;
    char log[200], said[256];
    strcpy(before, tmux_settle(t));
    snprintf(log, sizeof log, "exec cat >> '%s/redrawn'", t->root);
    ck_assert_int_eq(tmux_command(t, "pipe-pane", log, NULL), 0);
    tmux_keys(t, "C-l", NULL);
    for (int i = 0; i < 400; i++) { /* until it was written at all */
        if (shell_run(said, sizeof said, "test -s '%s/redrawn'", t->root) == 0)
            break;
        pause_ms(5);
    }
    ck_assert_int_eq(shell_run(said, sizeof said, "test -s '%s/redrawn'", t->root), 0);
    tmux_settle(t);
    ck_assert_int_eq(tmux_command(t, "pipe-pane", NULL), 0);
    shell_run(said, sizeof said, "rm '%s/redrawn'", t->root);
    ck_assert_msg(strcmp(before, t->screen) == 0, "%s: the screen was\n%s\nand drawn anew is\n%s",
                  when, before, t->screen);
}

typedef struct screen {
    const char *name, *keys[3], *text;
} screen;

static const screen screens[] = {
    {"map", {NULL}, "Welcome to the dungeon."},
    {"help", {"?"}, " Commands "},
    {"help at its end", {"?", "End"}, " Commands "},
    {"messages", {"C-p"}, " Messages "},
    {"plugins", {"F2"}, " Plugins "},
    {"inventory", {"i"}, "You carry"},
    {"target cursor", {"_", "Left"}, "Floor 1"},
};

#define SCREENS ((int)(sizeof screens / sizeof *screens))

START_TEST(every_size_on_every_screen)
{
    static char before[sizeof game.terminal.screen];
    const screen *s = &screens[_i];
    tmux *t = &game.terminal;
    char name[32];
    snprintf(name, sizeof name, "screen-%d", _i);
    e2e_open(&game, name, 80, 24);
    e2e_play(&game, "--seed 7");
    for (int i = 0; i < 3 && s->keys[i] != NULL; i++)
        tmux_keys(t, s->keys[i], NULL);
    tmux_wait(t, s->text);
    strcpy(before, t->screen);
    e2e_state state = e2e_ask(&game);
    for (size_t i = 0; i < SIZES; i++) {
        tmux_resize(t, sizes[i].columns, sizes[i].rows);
        if (sizes[i].columns < 20 || sizes[i].rows < 6)
            tmux_wait(t, sizes[i].columns >= 3 ? "Too" : "T");
        else
            tmux_wait_gone(t, "Too small");
    }
    tmux_resize(t, 80, 24);
    int64_t end = clock_ms() + TMUX_PATIENCE_MS;
    while (strcmp(before, tmux_settle(t)) != 0 && clock_ms() < end)
        ;
    ck_assert_msg(strcmp(before, t->screen) == 0, "%s was\n%s\nand is\n%s", s->name, before,
                  t->screen);
    check_picture(s->name);
    ck_assert_str_eq(e2e_ask(&game).hash, state.hash);
    e2e_close(&game);
}
END_TEST

START_TEST(a_terminal_too_small_at_the_start_is_waited_for)
{
    tmux *t = &game.terminal;
    e2e_open(&game, "small", 10, 5);
    tmux_shell(t, "moult play --seed 7");
    tmux_wait(t, "Too small:\nmake it\n20x6\n");
    game.pid = tmux_child(t, "moult");
    ck_assert_int_ne(game.pid, 0);
    tmux_resize(t, 1, 1);
    tmux_wait(t, "T");
    tmux_resize(t, 80, 24);
    tmux_wait(t, "HP 12/12");
    check_picture("grown");
    e2e_quit(&game);
    e2e_close(&game);
}
END_TEST

START_TEST(two_hundred_sizes_while_keys_are_pressed)
{
    static const char *const keys[] = {"h",     "?",      "Escape", "j",    "i",      "Escape",
                                       "C-p",   "End",    "k",      "Home", "Escape", "_",
                                       "Right", "Escape", "F2",     "Down", "l",      "Escape"};
    tmux *t = &game.terminal;
    uint32_t chance = 12345;
    e2e_open(&game, "storm", 80, 24);
    e2e_play(&game, "--seed 7");
    for (int i = 0; i < 200; i++) {
        chance = chance * 1664525u + 1013904223u;
        int32_t columns = 1 + (int32_t)(chance >> 8) % 160;
        chance = chance * 1664525u + 1013904223u;
        int32_t rows = 1 + (int32_t)(chance >> 8) % 60;
        if (i % 10 == 0)
            columns = rows = 1;
        tmux_resize(t, columns, rows);
        tmux_keys(t, keys[(size_t)i % (sizeof keys / sizeof *keys)], NULL);
    }
    tmux_keys(t, "Escape", NULL);
    tmux_resize(t, 1, 1); /* so that what comes was drawn for 80x24 */
    tmux_wait_gone(t, "Floor");
    tmux_resize(t, 80, 24);
    tmux_wait(t, "Weapon ");
    e2e_ask(&game);
    check_picture("after the storm");
    e2e_quit(&game);
    e2e_close(&game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("terminal resize");
    TCase *group = tcase_create("resize");
    tcase_set_timeout(group, 90);
    tcase_add_loop_test(group, every_size_on_every_screen, 0, SCREENS);
    tcase_add_test(group, a_terminal_too_small_at_the_start_is_waited_for);
    tcase_add_test(group, two_hundred_sizes_while_keys_are_pressed);
    suite_add_tcase(suite, group);
    return terminals_run(suite);
}
