/* SPDX-License-Identifier: MIT */
/* Wizard mode in a terminal: a key steps back, another forward; the last turns are played again by
 * a build that was replaced meanwhile; and the supervisor follows every step. */
#include "support/e2e_game.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <check.h>

/* See test_terminal_reload.c: one explore ends with a rat in view. */
#define ARGUMENTS "--wizard --seed 7 --keys keys.ini"

static e2e_game game;

static void begin(const char *name)
{
    e2e_open(&game, name, 80, 24);
    tmux_shell(&game.terminal, "printf '[keys]\\nagain = F9\\n' >keys.ini");
    e2e_play(&game, ARGUMENTS);
    tmux_keys(&game.terminal, "o", NULL);
    tmux_wait(&game.terminal, "sewer rat in view");
}

/* The worker is killed; another one goes on from what the supervisor has. */
static void replace_worker(void)
{
    const pid_t before = e2e_worker(&game);
    ck_assert_int_gt(before, 0);
    ck_assert_int_eq(kill(before, SIGKILL), 0);
    const int64_t end = clock_ms() + TMUX_PATIENCE_MS;
    while (e2e_worker(&game) == before && clock_ms() < end)
        pause_ms(5);
    ck_assert_int_ne(e2e_worker(&game), before);
    tmux_wait(&game.terminal, "SIGKILL");
}

START_TEST(keys_step_back_and_forward)
{
    begin("back");
    const e2e_state then = e2e_ask(&game);
    e2e_turn(&game, ".");
    e2e_turn(&game, ".");
    const e2e_state top = e2e_ask(&game);
    char told[2][32];
    snprintf(told[0], sizeof told[0], "Turn %u.", then.turn);
    snprintf(told[1], sizeof told[1], "Turn %u.", top.turn);
    tmux_keys(&game.terminal, "F7", "F7", NULL);
    tmux_wait(&game.terminal, told[0]);
    ck_assert_str_eq(e2e_ask(&game).hash, then.hash);
    tmux_keys(&game.terminal, "F8", "F8", NULL);
    tmux_wait(&game.terminal, told[1]);
    ck_assert_str_eq(e2e_ask(&game).hash, top.hash);
    tmux_keys(&game.terminal, "F7", "F7", NULL);
    tmux_wait(&game.terminal, told[0]);
    replace_worker();
    ck_assert_str_eq(e2e_ask(&game).hash, then.hash);
    tmux_keys(&game.terminal, "F7", NULL);
    tmux_wait(&game.terminal, "Turn ");
    ck_assert_uint_eq(e2e_ask(&game).turn, then.turn - 1);
    e2e_close(&game);
}
END_TEST

START_TEST(turns_are_played_again_by_the_new_build)
{
    char fleeing[160];
    begin(_i == 0 ? "again-old" : "again-new");
    snprintf(fleeing, sizeof fleeing, "%s/flees.so", game.terminal.root);
    e2e_compile(&game, "ai/chaser.c", "moult_step_towards(s", "moult_step_away(s", "", fleeing);
    e2e_turn(&game, ".");
    const e2e_state before = e2e_ask(&game);
    const int32_t near = e2e_distance(&game, 'r');
    e2e_install(&game, fleeing, "ai-chaser.so");
    tmux_keys(&game.terminal, "F9", NULL);
    tmux_wait(&game.terminal, "10 turns with the code as it is now");
    tmux_wait(&game.terminal, "core.actor.slot 3 x ");
    ck_assert_str_eq(e2e_ask(&game).hash, before.hash);
    tmux_keys(&game.terminal, _i == 0 ? "o" : "n", NULL);
    tmux_wait(&game.terminal, _i == 0 ? "The world as it was goes on." : "The new world goes on.");
    const e2e_state after = e2e_ask(&game);
    ck_assert_uint_eq(after.turn, before.turn);
    if (_i == 0) {
        ck_assert_str_eq(after.hash, before.hash);
        ck_assert_int_eq(e2e_distance(&game, 'r'), near);
    } else {
        ck_assert_str_ne(after.hash, before.hash);
    }
    replace_worker();
    ck_assert_str_eq(e2e_ask(&game).hash, after.hash);
    e2e_close(&game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("terminal: steps back");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, 60);
    tcase_add_test(all, keys_step_back_and_forward);
    tcase_add_loop_test(all, turns_are_played_again_by_the_new_build, 0, 2);
    suite_add_tcase(suite, all);
    return terminals_run(suite);
}
