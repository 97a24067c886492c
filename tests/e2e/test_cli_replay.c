/* SPDX-License-Identifier: MIT */
/* moult replay: runs of every game, by bots and by commands, over a reload and over a crash, are
 * played again and verified; what isn't as it was is named. */
#include "support/e2e_game.h"
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>

#define JOURNALS "home/.local/share/moult/journals"
#define ROGUE JOURNALS "/rogue.journal"
#define BOT "moult play rogue --renderer none --no-supervisor --hero explorer "
#define COMPILE                                                                            \
    "cc -D_GNU_SOURCE -std=c11 -O1 -fPIC -shared -fvisibility=hidden -I'" MOULT_SOURCE_DIR \
    "/sdk/include' -Wl,-z,now "

static run r;

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    run_close(&r);
}

/* The last line of what a command printed. Two texts, since two are compared. */
static const char *last_line(int32_t which)
{
    static char lines[2][256];
    return run_last_line(r.out, lines[which], sizeof lines[which]);
}

static void verify(const char *file, const char *end)
{
    run_well(&r, NULL, "moult replay %s --verify", file);
    ck_assert_str_eq(last_line(1), end);
}

/* Recorded or not, and replayed: one and the same end. */
START_TEST(a_bot_s_run_is_verified)
{
    for (int seed = 10 * _i; seed < 10 * _i + 10; seed++) {
        run_well(&r, NULL, BOT "--seed %d --turns 350 --no-journal && test ! -e " JOURNALS, seed);
        char end[256];
        run_last_line(r.out, end, sizeof end);
        run_well(&r, NULL, BOT "--seed %d --turns 350", seed);
        ck_assert_str_eq(last_line(0), end);
        verify(ROGUE, end);
        run_well(&r, NULL, "rm -r " JOURNALS);
    }
}
END_TEST

static const struct {
    const char *game, *begin, *lines;
} games[] = {
    {"srl", "Enter\n", "l\nj\no\nSpace\nx\nEnter\nEnter\nEsc\nh\nk\n"},
    {"simple", "Enter\n", "2\nl\nj\ntick 300\nh\nEnter\nk\nEnter\n"},
    {"rogue", "", "explore\nmove-west\nsearch\ninventory\nEsc\nquaff\n"},
};

START_TEST(a_file_of_commands_is_verified)
{
    char lines[4096], file[128], end[256];
    size_t used = (size_t)snprintf(lines, sizeof lines, "%s", games[_i].begin);
    for (int i = 0; i < 25; i++)
        used += (size_t)snprintf(lines + used, sizeof lines - used, "%s", games[_i].lines);
    run_well(&r, lines, "cat >commands && moult play %s --renderer text --seed 3 --keys commands",
             games[_i].game);
    run_last_line(r.out, end, sizeof end);
    ck_assert_msg(run_matches(end, "turn #  hash ~"), "%s", end);
    snprintf(file, sizeof file, JOURNALS "/%s.journal", games[_i].game);
    verify(file, end);
}
END_TEST

/* A save has no seed to begin from. */
START_TEST(a_run_that_was_resumed_is_verified)
{
    run_well(&r, "explore\nwait\nquit\n", "moult play --seed 7 --renderer text");
    run_well(&r, "explore\nwait\nquit\n", "moult play --renderer text");
    char end[256];
    run_last_line(r.out, end, sizeof end);
    verify(ROGUE, end);
    run_well(&r, NULL, "moult replay " JOURNALS "/rogue.1.journal --verify");
}
END_TEST

START_TEST(another_archetype_is_named_by_turn_and_field)
{
    run_well(&r, NULL, BOT "--seed 7 --turns 400");
    run_well(&r, NULL,
             "sed 's/s->flags & MOULT_SEES_TARGET/(s->flags \\& MOULT_SEES_TARGET) \\&\\& "
             "s->target_x %% 7 != 3/' '" MOULT_SOURCE_DIR
             "/plugins/ai/chaser.c' >changed.c && " COMPILE "changed.c -o changed.so");
    run_shell(&r, NULL, "moult replay " ROGUE " --verify --use ai/chaser=./changed.so");
    ck_assert_int_eq(r.code, 1);
    ck_assert_msg(
        run_matches(r.err,
                    "warn   " ROGUE ": recorded with other plugins: ai-chaser 1.0.0 (another "
                    "build)\n"
                    "error  " ROGUE ": turn 45 isn't as recorded: its hash is ~, it was ~; table "
                    "core.actor.slot of core differs: 3 x 20 19 (row, field, recorded, replayed), "
                    "not written in the replay. Replay it with the plugins that it was recorded "
                    "with\n"),
        "%s", r.err);
    run_well(&r, NULL, "moult replay " ROGUE " --verify");
}
END_TEST

/* What the replay writes is told with who wrote it: of wounds the rules, of hunger the upkeep. */
START_TEST(who_wrote_what_differs_is_named)
{
    run_well(&r, NULL, BOT "--seed 7 --turns 100");
    run_well(&r, NULL,
             "sed 's/return damage_of(t/return 3 * damage_of(t/; s/blow->damage = /blow->damage = "
             "5 + /' '" MOULT_SOURCE_DIR "/plugins/combat/rogue.c' >harder.c && " COMPILE
             "-g -I'" MOULT_SOURCE_DIR "/plugins' harder.c -o harder.so");
    run_shell(&r, NULL, "moult replay " ROGUE " --verify --use combat=./harder.so");
    ck_assert_int_eq(r.code, 1);
    ck_assert_msg(strstr(r.err, "table rogue.body of rules-rogue@1.0.0 differs: ") != NULL &&
                      strstr(r.err, "(row, field, recorded, replayed), written by "
                                    "rules-rogue@1.0.0 ") != NULL,
                  "%s", r.err);
}
END_TEST

START_TEST(a_reload_is_gone_over)
{
    run_well(&r, NULL,
             "cp $B/plugins/ai-chaser.so chaser.so && (cat chaser.so; head -c 64 /dev/zero) >later "
             "&& { printf 'wait\\nexplore\\n'; until grep -q Floor out; do sleep 0.05; done; "
             "cp later .c; mv .c chaser.so; sleep 0.3; "
             "printf 'reload\\nwait\\nexplore\\nquit\\n'; } | moult play rogue --seed 7 --use "
             "ai/chaser=./chaser.so --renderer text >out && cat out");
    ck_assert_msg(strstr(r.out, "reloaded ai-chaser") != NULL, "%s", r.out);
    char end[256];
    run_last_line(r.out, end, sizeof end);
    verify(ROGUE, end);
    ck_assert_msg(strstr(r.err, "recorded with other plugins: ai-chaser") != NULL, "%s", r.err);
}
END_TEST

/* The turn that crashed isn't in it; the worker after it went on from the turn before. */
START_TEST(a_crash_is_gone_over)
{
    run_well(
        &r, "wait\nwait\nwait\nwait\nwait\nwait\nwait\nwait\n",
        "cat >commands; ulimit -c 0; moult play rogue --renderer text --seed 7 --keys commands "
        "--use ai/chaser=$B/zoo/fails/decide-null_read.so");
    ck_assert_msg(strstr(r.err, "SIGSEGV") != NULL, "%s", r.err);
    char end[256];
    run_last_line(r.out, end, sizeof end);
    run_well(&r, NULL, "moult replay " ROGUE " --verify --use ai/chaser=$B/plugins/ai-chaser.so");
    ck_assert_str_eq(last_line(1), end);
}
END_TEST

/* The player's own save and journal stay as they are. */
START_TEST(a_run_is_taken_over)
{
    run_well(&r, "explore\nwait\nwait\nquit\n", "moult play --seed 7 --renderer text");
    run_well(&r, NULL, "sha256sum " ROGUE " home/.local/share/moult/saves/* >before");
    run_well(&r, "wait\nback 2\nwait\nsave\nwait\nquit\n",
             "moult replay " ROGUE " --to 30 --play --renderer text --speed 1000");
    ck_assert_msg(strstr(r.out, "\nSaved.") != NULL, "%s", r.out);
    ck_assert_msg(run_matches(last_line(0), "turn 32  hash ~"), "%s", r.out);
    char end[256];
    run_last_line(r.out, end, sizeof end);
    run_well(&r, NULL, "sha256sum -c before");
    verify(JOURNALS "/rogue.replay.journal", end);
    run_well(
        &r, NULL,
        "moult save show home/.local/share/moult/saves/rogue.replay.moult core.session.wizard");
    ck_assert_msg(strchr(r.out, '1') != NULL, "%s", r.out);
    run_well(&r, NULL, "ls -A runtime/moult 2>/dev/null | grep moult$ || echo none");
    ck_assert_str_eq(r.out, "none\n");
}
END_TEST

START_TEST(it_stops_at_a_turn_and_is_shown)
{
    run_well(&r, NULL, BOT "--seed 7 --turns 100");
    run_well(&r, NULL, "moult replay " ROGUE " --to 40");
    ck_assert_msg(run_matches(r.out, "turn 40  hash ~\n"), "%s", r.out);
    run_well(&r, NULL, "moult replay " ROGUE " --to 40 --renderer text");
    ck_assert_msg(strstr(r.out, "Floor 1") != NULL, "%s", r.out);
    ck_assert_msg(strstr(r.out, "\nturn 40  hash ") != NULL, "%s", r.out);
}
END_TEST

START_TEST(what_is_cut_off_is_told)
{
    run_well(&r, NULL, BOT "--seed 7 --turns 30");
    run_well(&r, NULL, "head -c -20000 " ROGUE " >cut && moult replay cut --verify");
    ck_assert_msg(run_matches(r.err, "warn   cut: it is cut off or damaged behind turn #, and was "
                                     "replayed up to there\n"),
                  "%s", r.err);
    run_well(&r, NULL, "head -c 100 " ROGUE " >cut");
    run_refused(&r, "moult replay cut", 1,
                "error  cut: the journal's heading is damaged. It can't be replayed\n");
}
END_TEST

static const struct {
    const char *command, *error;
    int32_t code;
} bad[] = {
    {"moult replay",
     "error  moult replay: it needs a journal: moult replay FILE. Try: moult replay --help\n", 2},
    {"moult replay a b", "error  moult replay: one journal at a time. Try: moult replay --help\n",
     2},
    {"moult replay a --speed 0",
     "error  moult replay: --speed \"0\" is no number from 1 to 1000. Try: moult replay --help\n",
     2},
    {"moult replay a --to x",
     "error  moult replay: --to \"x\" is no number of a turn. Try: moult replay --help\n", 2},
    {"moult replay a --verify --play",
     "error  moult replay: --verify compares, --play plays on: not both. Try: moult replay "
     "--help\n",
     2},
    {"moult replay a",
     "error  a: there is no such file. Journals lie beside the saves, in journals/\n", 1},
    {"printf x >a; moult replay a",
     "error  a: this is no journal of a run. Give one that ends in .journal\n", 1},
};

START_TEST(a_wrong_call_says_what_was_expected)
{
    run_refused(&r, bad[_i].command, bad[_i].code, bad[_i].error);
}
END_TEST

/* -- before a person --------------------------------------------------------------------------- */

static e2e_game game;

/* The picture after a key, which changes it. */
static char *press(const char *key, const char *before)
{
    const int64_t end = clock_ms() + TMUX_PATIENCE_MS;
    tmux_keys(&game.terminal, key, NULL);
    while (strcmp(tmux_settle(&game.terminal), before) == 0 && clock_ms() < end)
        pause_ms(5);
    ck_assert_str_ne(game.terminal.screen, before);
    char *screen = strdup(game.terminal.screen);
    ck_assert_ptr_nonnull(screen);
    return screen;
}

START_TEST(in_a_terminal_it_is_stepped_to_and_fro)
{
    e2e_open(&game, "replay", 80, 24);
    tmux_shell(&game.terminal,
               "moult play rogue --renderer none --hero explorer --seed 7 --turns 90");
    tmux_wait(&game.terminal, "turn 90  hash");
    tmux_shell(&game.terminal, "clear; moult replay $XDG_DATA_HOME/moult/journals/rogue.journal "
                               "--to 40 --speed 1000");
    tmux_wait(&game.terminal, "Space steps, b steps back, p pauses");
    char *start = strdup(tmux_settle(&game.terminal));
    ck_assert_ptr_nonnull(start);
    char *first = press("Space", start);
    char *second = press("Space", first);
    char *back = press("b", second);
    ck_assert_str_eq(back, first);
    char *before = press("b", back);
    char *again = press("n", before);
    ck_assert_str_eq(again, first);
    tmux_keys(&game.terminal, "p", NULL);
    tmux_wait(&game.terminal, "This is the end of the journal");
    tmux_keys(&game.terminal, "b", "t", NULL);
    tmux_wait(&game.terminal, "Wizard mode");
    tmux_keys(&game.terminal, "F7", NULL);
    tmux_wait(&game.terminal, "This is where the run begins");
    tmux_keys(&game.terminal, ".", "F7", NULL);
    tmux_wait(&game.terminal, "Turn ");
    tmux_keys(&game.terminal, "Q", "y", NULL);
    tmux_wait(&game.terminal, TMUX_PROMPT);
    free(start);
    free(first);
    free(second);
    free(back);
    free(before);
    free(again);
    e2e_close(&game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("replays");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, enter, leave);
    tcase_set_timeout(all, 120);
    tcase_add_loop_test(all, a_bot_s_run_is_verified, 0, 2);
    tcase_add_loop_test(all, a_file_of_commands_is_verified, 0,
                        (int)(sizeof games / sizeof *games));
    tcase_add_test(all, a_run_that_was_resumed_is_verified);
    tcase_add_test(all, another_archetype_is_named_by_turn_and_field);
    tcase_add_test(all, who_wrote_what_differs_is_named);
    tcase_add_test(all, a_reload_is_gone_over);
    tcase_add_test(all, a_run_is_taken_over);
    tcase_add_test(all, a_crash_is_gone_over);
    tcase_add_test(all, it_stops_at_a_turn_and_is_shown);
    tcase_add_test(all, what_is_cut_off_is_told);
    tcase_add_loop_test(all, a_wrong_call_says_what_was_expected, 0,
                        (int)(sizeof bad / sizeof *bad));
    suite_add_tcase(suite, all);
    TCase *person = tcase_create("person");
    tcase_set_timeout(person, 60);
    tcase_add_test(person, in_a_terminal_it_is_stepped_to_and_fro);
    suite_add_tcase(suite, person);
    return terminals_run(suite);
}
