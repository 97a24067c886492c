/* SPDX-License-Identifier: MIT */
/* moult play --hero and --seeds: bots play whole runs, the same ones each time, and leave nothing
 * behind. */
#include "support/e2e_game.h"
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>

static run r;

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    run_close(&r);
}

#define BATCH "moult play rogue --renderer none --hero explorer "

START_TEST(the_same_seeds_make_the_same_lines)
{
    run_well(&r, NULL, BATCH "--seeds 3-7 --turns 1500");
    char *first = strdup(r.out);
    ck_assert_ptr_nonnull(first);
    run_well(&r, NULL, BATCH "--seeds 3-7 --turns 1500");
    ck_assert_str_eq(r.out, first);
    free(first);
}
END_TEST

/* A run doesn't know of those before it, nor of who shows it. */
START_TEST(a_run_of_many_is_the_run_of_its_seed)
{
    char last[128], expected[128];
    unsigned turns;
    run_well(&r, NULL, BATCH "--seeds 5-6 --turns 400 | sed -n 2p");
    const char *hash = strstr(r.out, "hash ");
    ck_assert_ptr_nonnull(hash);
    ck_assert_int_eq(sscanf(strstr(r.out, "turns "), "turns %u", &turns), 1);
    snprintf(expected, sizeof expected, "turn %u  %.21s", turns, hash);
    run_well(&r, NULL, BATCH "--seed 6 --turns 400");
    ck_assert_str_eq(run_last_line(r.out, last, sizeof last), expected);
    run_well(&r, "",
             "moult play rogue --renderer text --hero explorer --seed 6 --turns 400 | tail -n 1");
    ck_assert_str_eq(run_last_line(r.out, last, sizeof last), expected);
}
END_TEST

START_TEST(a_limit_leaves_the_hero_alive)
{
    run_well(&r, NULL, BATCH "--seeds 0-0 --turns 5");
    ck_assert_msg(run_matches(r.out, "seed 0  floor 1  turns 5  gold #  cause alive  hash ~\n"
                                     "runs 1  floor mean 1.00 max 1  turns mean 5.0  won 0\n"),
                  "%s", r.out);
    run_well(&r, NULL, BATCH "--seed 7 --turns 12 && test ! -d home/.local/share/moult/saves");
    ck_assert_msg(run_matches(r.out, "turn 12  hash ~\n"), "%s", r.out);
}
END_TEST

static const struct {
    const char *command, *error;
    int32_t code;
} bad[] = {
    {BATCH "--seeds 1",
     "error  moult play: --seeds \"1\" isn't like 1-20, two numbers from 0 to 999999999. Try: "
     "moult play --help\n",
     2},
    {BATCH "--seeds ''",
     "error  moult play: --seeds \"\" isn't like 1-20, two numbers from 0 to 999999999. Try: moult "
     "play --help\n",
     2},
    {BATCH "--seeds=-1-5",
     "error  moult play: --seeds \"-1-5\" isn't like 1-20, two numbers from 0 to 999999999. Try: "
     "moult play --help\n",
     2},
    {BATCH "--seeds 1-2-3",
     "error  moult play: --seeds \"1-2-3\" isn't like 1-20, two numbers from 0 to 999999999. Try: "
     "moult play --help\n",
     2},
    {BATCH "--seeds '1- 2'",
     "error  moult play: --seeds \"1- 2\" isn't like 1-20, two numbers from 0 to 999999999. Try: "
     "moult play --help\n",
     2},
    {BATCH "--seeds 1-1000000000",
     "error  moult play: --seeds \"1-1000000000\" isn't like 1-20, two numbers from 0 to "
     "999999999. Try: moult play --help\n",
     2},
    {BATCH "--seeds 9-3",
     "error  moult play: --seeds 9-3 ends before it begins. Try: moult play --help\n", 2},
    {"moult play --seeds 1-2",
     "error  moult play: --seeds needs someone who plays: --hero NAME. Try: moult play --help\n",
     2},
    {BATCH "--seeds 1-2 --seed 3",
     "error  moult play: --seeds begins runs of its own: neither --seed nor --load. Try: moult "
     "play --help\n",
     2},
    {"moult play --hero explorer --seeds 1-2 --renderer text",
     "error  moult play: --seeds plays unseen: with --renderer none only. Try: moult play --help\n",
     2},
    {"moult play --hero explorer --keys x",
     "error  moult play: --hero and a file of commands both drive the run: not both. Try: moult "
     "play --help\n",
     2},
    {"moult play --renderer none --hero explroer --seeds 1-2",
     "error  --hero: no archetype \"explroer\" is loaded (did you mean \"explorer\"?). moult list "
     "shows them: ai/NAME\n",
     1},
    {"moult play --renderer none --hero ''",
     "error  --hero: no archetype \"\" is loaded. moult list shows them: ai/NAME\n", 1},
};

START_TEST(a_wrong_call_says_what_was_expected)
{
    run_refused(&r, bad[_i].command, bad[_i].code, bad[_i].error);
}
END_TEST

/* -- before a person --------------------------------------------------------------------------- */

static e2e_game game;

START_TEST(in_a_terminal_it_can_be_watched_and_stopped)
{
    e2e_open(&game, "bot", 80, 24);
    e2e_play(&game, "rogue --seed 7 --hero explorer");
    e2e_wait_turn(&game, 5);
    ck_assert_uint_lt(e2e_ask(&game).turn, 200);
    tmux_keys(&game.terminal, "x", NULL);
    tmux_wait(&game.terminal, "explorer stops. The hero is yours.");
    uint32_t turn = e2e_ask(&game).turn;
    e2e_turn(&game, ".");
    ck_assert_uint_eq(e2e_ask(&game).turn, turn + 1);
    e2e_quit(&game);
    e2e_play(&game, "rogue --seed 7 --hero explorer");
    e2e_wait_turn(&game, 3);
    tmux_keys(&game.terminal, "q", NULL);
    e2e_wait_gone(&game, 3000);
    e2e_close(&game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bots");
    TCase *runs = tcase_create("runs");
    tcase_add_checked_fixture(runs, enter, leave);
    tcase_set_timeout(runs, 120);
    tcase_add_test(runs, the_same_seeds_make_the_same_lines);
    tcase_add_test(runs, a_run_of_many_is_the_run_of_its_seed);
    tcase_add_test(runs, a_limit_leaves_the_hero_alive);
    tcase_add_loop_test(runs, a_wrong_call_says_what_was_expected, 0,
                        (int)(sizeof bad / sizeof *bad));
    suite_add_tcase(suite, runs);
    TCase *watched = tcase_create("watched");
    tcase_set_timeout(watched, 60);
    tcase_add_test(watched, in_a_terminal_it_can_be_watched_and_stopped);
    suite_add_tcase(suite, watched);
    return terminals_run(suite);
}
