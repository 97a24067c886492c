/* SPDX-License-Identifier: MIT */
/* Every way out gives the terminal back as it was: its settings, the main screen with what stood on
 * it, the cursor, the mouse; and what was typed ahead is not run by the shell. */
#include "support/e2e_game.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <check.h>

static e2e_game game;

typedef struct way_out {
    const char *name, *open; /* a key that opens something first; NULL: none */
    const char *shows;       /* what is on the screen then */
    const char *key;         /* or NULL: */
    int signal;
    int code;
} way_out;

static const way_out ways[] = {
    {"quit", "Q", "Leave the run?", "y", 0, 0},
    {"quit by Enter", "Q", "Leave the run?", "Enter", 0, 0},
    {"interrupt", NULL, NULL, "C-c", 0, 0},
    {"interrupt a panel", "?", "\u250c", "C-c", 0, 0},
    {"interrupt the question", "Q", "Leave the run?", "C-c", 0, 0},
    {"terminate", NULL, NULL, NULL, SIGTERM, 0},
    {"terminate a menu", "i", "\u250c", NULL, SIGTERM, 0},
    {"terminate the question", "Q", "Leave the run?", NULL, SIGTERM, 0},
    {"interrupt by signal", NULL, NULL, NULL, SIGINT, 0},
    {"fault", NULL, NULL, NULL, SIGSEGV, 128 + SIGSEGV},
    {"fault in a panel", "?", "\u250c", NULL, SIGSEGV, 128 + SIGSEGV},
    {"abort", NULL, NULL, NULL, SIGABRT, 128 + SIGABRT},
    {"bus error", NULL, NULL, NULL, SIGBUS, 128 + SIGBUS},
};

#define WAYS ((int)(sizeof ways / sizeof *ways))

/* What the terminal's owner may have changed and must have put back. */
static void modes(char *out, size_t room)
{
    tmux_ask(&game.terminal,
             "#{alternate_on} #{cursor_flag} #{keypad_cursor_flag} #{keypad_flag} "
             "#{mouse_any_flag} #{mouse_sgr_flag} #{wrap_flag} #{insert_flag} #{origin_flag}",
             out, room);
}

/* A fault ends the game where nobody watches over it. */
static void play_between_marks(const char *name, int32_t alone)
{
    char terminal_modes[64];
    e2e_open(&game, name, 80, 24);
    tmux_shell(&game.terminal, "stty -g > $HOME/before");
    modes(terminal_modes, sizeof terminal_modes);
    ck_assert_str_eq(terminal_modes, "0 1 0 0 0 0 1 0 0");
    tmux_shell(&game.terminal, "moult play --seed 7%s; echo left with $?; stty -g > $HOME/after",
               alone ? " --no-supervisor" : "");
    tmux_wait(&game.terminal, "HP 12/12");
    game.pid = tmux_child(&game.terminal, "moult");
    ck_assert_int_ne(game.pid, 0);
    modes(terminal_modes, sizeof terminal_modes);
    ck_assert_msg(terminal_modes[0] == '1', "not on the alternate screen: %s", terminal_modes);
}

static void check_given_back(int code)
{
    char said[512], terminal_modes[64], expected[64];
    snprintf(expected, sizeof expected, "left with %d\n", code);
    e2e_wait_gone(&game, 2000);
    tmux_wait(&game.terminal, expected);
    ck_assert_msg(strstr(game.terminal.screen, "moult play --seed 7") != NULL,
                  "the main screen isn't back:\n%s", game.terminal.screen);
    ck_assert_ptr_null(strstr(game.terminal.screen, "HP 12/12"));
    modes(terminal_modes, sizeof terminal_modes);
    ck_assert_str_eq(terminal_modes, "0 1 0 0 0 0 1 0 0");
    tmux_shell(&game.terminal, "echo us''able");
    tmux_wait(&game.terminal, "usable\n");
    int same = shell_run(said, sizeof said, "cmp '%s/home/before' '%s/home/after'",
                         game.terminal.root, game.terminal.root);
    ck_assert_msg(same == 0, "%s", said);
}

START_TEST(the_terminal_is_as_before)
{
    const way_out *way = &ways[_i];
    char name[32];
    snprintf(name, sizeof name, "way-%d", _i);
    play_between_marks(name, way->code != 0);
    if (way->open != NULL) {
        tmux_keys(&game.terminal, way->open, NULL);
        tmux_wait(&game.terminal, way->shows);
    }
    if (way->key != NULL)
        tmux_keys(&game.terminal, way->key, NULL);
    else
        kill(game.pid, way->signal);
    check_given_back(way->code);
    if (way->code != 0)
        ck_assert_msg(strstr(game.terminal.screen, "The game ended here") != NULL &&
                          strstr(game.terminal.screen, ": SIG") != NULL,
                      "the crash isn't told:\n%s", game.terminal.screen);
    e2e_close(&game);
}
END_TEST

/* All the keys reach the game's terminal in one write, so they lie there when it leaves. */
START_TEST(keys_typed_ahead_do_not_reach_the_shell)
{
    static const char *const leaving[] = {"Qy", "\033Qy", "Q\r", "\003"};
    char bytes[64], name[32], said[256];
    snprintf(name, sizeof name, "ahead-%d", _i);
    play_between_marks(name, 0);
    snprintf(bytes, sizeof bytes, "%stouch $HOME/typed-ahead\r", leaving[_i]);
    if (_i == 1) { /* a panel is open, so that an escape has something to close */
        tmux_keys(&game.terminal, "?", NULL);
        tmux_wait(&game.terminal, " Commands ");
    }
    tmux_bytes(&game.terminal, bytes, strlen(bytes));
    check_given_back(0);
    ck_assert_ptr_null(strstr(game.terminal.screen, "touch"));
    ck_assert_int_ne(
        shell_run(said, sizeof said, "test -e '%s/home/typed-ahead'", game.terminal.root), 0);
    e2e_close(&game);
}
END_TEST

START_TEST(quit_asks_and_anything_but_a_yes_goes_on)
{
    static const char *const others[] = {"n", "Escape", "Q", ".", "Space"};
    e2e_open(&game, "asks", 80, 24);
    e2e_play(&game, "--seed 7");
    e2e_turn(&game, ".");
    e2e_state before = e2e_ask(&game);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        e2e_ask_quit(&game);
        ck_assert_ptr_nonnull(strstr(game.terminal.screen, "Leave the run? It is kept."));
        tmux_keys(&game.terminal, others[i], NULL);
        tmux_wait_gone(&game.terminal, "Leave the run?");
        ck_assert_str_eq(e2e_ask(&game).hash, before.hash);
    }
    e2e_ask_quit(&game);
    tmux_keys(&game.terminal, "F5", NULL);
    tmux_wait(&game.terminal, "unchanged");
    tmux_wait(&game.terminal, "Leave the run?");
    tmux_keys(&game.terminal, "y", NULL);
    e2e_wait_gone(&game, TMUX_PATIENCE_MS);
    tmux_wait(&game.terminal, TMUX_PROMPT);
    e2e_play(&game, "");
    ck_assert_str_eq(e2e_ask(&game).hash, before.hash);
    ck_assert_ptr_null(strstr(game.terminal.screen, "Leave the run?"));
    e2e_quit(&game);
    e2e_close(&game);
}
END_TEST

/* The terminal is closed: the run is kept beside its save, and the game is gone within a second. */
START_TEST(a_closed_terminal_rescues_and_leaves)
{
    static const char *const open[] = {NULL, "?", "i", "_", "Q"};
    char name[32], path[200], said[256];
    snprintf(name, sizeof name, "closed-%d", _i);
    e2e_open(&game, name, 80, 24);
    e2e_play(&game, "--seed 7");
    e2e_turn(&game, ".");
    e2e_turn(&game, ".");
    if (open[_i] != NULL) {
        tmux_keys(&game.terminal, open[_i], NULL);
        tmux_settle(&game.terminal);
    }
    e2e_state before = e2e_ask(&game);
    tmux_kill(&game.terminal);
    e2e_wait_gone(&game, 1000);
    e2e_save_path(&game, path, sizeof path);
    ck_assert_msg(
        shell_run(said, sizeof said, "P='%s'; test -s \"${P%%moult}rescue.moult\"", path) == 0,
        "nothing was rescued");
    tmux_start(&game.terminal, 80, 24);
    e2e_play(&game, "");
    e2e_state after = e2e_ask(&game);
    ck_assert_uint_eq(after.turn, before.turn);
    ck_assert_str_eq(after.hash, before.hash);
    e2e_close(&game);
}
END_TEST

START_TEST(control_z_gives_the_terminal_back_until_fg)
{
    char terminal_modes[64];
    e2e_open(&game, "stopped", 80, 24);
    e2e_play(&game, "--seed 7");
    tmux_keys(&game.terminal, "?", NULL);
    tmux_wait(&game.terminal, " Commands ");
    tmux_keys(&game.terminal, "C-z", NULL);
    tmux_wait(&game.terminal, "Stopped");
    ck_assert_ptr_nonnull(strstr(game.terminal.screen, "moult play --seed 7"));
    modes(terminal_modes, sizeof terminal_modes);
    ck_assert_msg(strncmp(terminal_modes, "0 1 ", 4) == 0, "%s", terminal_modes);
    tmux_shell(&game.terminal, "echo us''able");
    tmux_wait(&game.terminal, "usable\n");
    tmux_shell(&game.terminal, "fg");
    tmux_wait(&game.terminal, " Commands ");
    ck_assert_ptr_null(strstr(game.terminal.screen, "usable"));
    tmux_keys(&game.terminal, "Escape", NULL);
    tmux_wait_gone(&game.terminal, " Commands ");
    e2e_turn(&game, ".");
    e2e_quit(&game);
    e2e_close(&game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("terminal leave");
    TCase *group = tcase_create("leave");
    tcase_set_timeout(group, 60);
    tcase_add_loop_test(group, the_terminal_is_as_before, 0, WAYS);
    tcase_add_loop_test(group, keys_typed_ahead_do_not_reach_the_shell, 0, 4);
    tcase_add_test(group, quit_asks_and_anything_but_a_yes_goes_on);
    tcase_add_loop_test(group, a_closed_terminal_rescues_and_leaves, 0, 5);
    tcase_add_test(group, control_z_gives_the_terminal_back_until_fg);
    suite_add_tcase(suite, group);
    return terminals_run(suite);
}
