/* SPDX-License-Identifier: MIT */
/* A plugin fails wherever a game may run: in any language, with standard streams of any kind, as
 * any kind of job, and without a folder for what runs. All of them play the same commands and end
 * in the same world, since where a game runs is nothing that its rules know. */
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>

#define GAME                                           \
    "moult play rogue --seed 7 --renderer text --use " \
    "ai/chaser=\"$B/zoo/fails/decide-null_read.so\""
#define TOLD "error  fails-decide-null-read@1.0.0 decide: SIGSEGV"
#define WAITS "wait\nwait\nwait\nwait\nwait\nwait\nwait\nwait\n" /* it fails in the fourth */

/* The game is $GAME. */
static const struct place {
    const char *name, *command;
    int says_nothing; /* its standard error is closed, or elsewhere */
} places[] = {
    {"the language C", "LC_ALL=C $GAME", 0},
    {"a language of one byte a letter", "LC_ALL=de_DE.ISO-8859-1 $GAME", 0},
    {"a language that isn't there", "LC_ALL=xx_YY.UTF-8 $GAME", 0},
    {"no language", "env -u LANG -u LC_ALL $GAME", 0},
    {"a pipe behind it", "{ $GAME || echo failed; } | cat", 0},
    {"a file behind it", "$GAME >printed && cat printed", 0},
    {"no standard error", "$GAME 2>&-", 1},
    {"a standard error that takes nothing", "$GAME 2>/dev/full", 1},
    {"a terminal that can do nothing", "TERM=dumb $GAME", 0},
    {"a terminal that nobody knows", "TERM=nonsense $GAME", 0},
    {"a script", "printf '#!/bin/sh\\n%s\\n' \"$GAME\" >play && sh ./play", 0},
    {"a job in the background", "exec 3<&0; $GAME <&3 & wait $!", 0},
    {"a session of its own", "setsid -w $GAME", 0},
    {"a hangup that is ignored", "nohup $GAME", 0},
    {"a folder that is gone", "mkdir gone && cd gone && rmdir ../gone && $GAME", 0},
    {"no folder for what runs", "XDG_RUNTIME_DIR=$T/none $GAME", 0},
    {"a file for what runs", ": >file && XDG_RUNTIME_DIR=$T/file $GAME", 0},
    {"a folder for what runs that is no path", "XDG_RUNTIME_DIR=runtime $GAME", 0},
    {"few descriptors", "ulimit -n 24 && $GAME", 0},
    {"no core files", "ulimit -c 0 && $GAME", 0},
};

#define PLACES ((int)(sizeof places / sizeof *places))

static run r;

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    run_close(&r);
}

START_TEST(the_game_goes_on)
{
    const struct place *place = &places[_i];
    char line[128];
    const int32_t code =
        run_shell(&r, WAITS, "GAME='" GAME "'; GAME=$(eval echo \"$GAME\"); %s", place->command);
    ck_assert_msg(code == 0, "%s: ended with %d: %s", place->name, code, r.err);
    ck_assert_str_eq(run_last_line(r.out, line, sizeof line), "turn 7  hash 2e49d779476c1955");
    ck_assert_msg(place->says_nothing || strstr(r.err, TOLD) != NULL, "%s: %s", place->name, r.err);
    run_well(&r, NULL, "find runtime -type f -o -type s");
    ck_assert_msg(r.out[0] == 0, "%s: these are left: %s", place->name, r.out);
}
END_TEST

/* A folder takes the save's name while the run is played: it is kept elsewhere, and where is
 * told. */
START_TEST(a_fault_before_the_save_fails_keeps_the_run)
{
    const int32_t code = run_shell(
        &r, WAITS,
        "exec 3<&0; { until test -s home/.local/share/moult/journals/rogue.journal; do sleep 0.01; "
        "done; mkdir home/.local/share/moult/saves/rogue.moult; cat <&3; } | " GAME " >printed");
    ck_assert_int_eq(code, 1);
    ck_assert_msg(strstr(r.err, TOLD) == r.err, "%s", r.err);
    const char *kept = strstr(r.err, "The run is kept at ");
    ck_assert_msg(kept != NULL, "%s", r.err);
    run_well(&r, NULL,
             "rmdir home/.local/share/moult/saves/rogue.moult && "
             "moult play rogue --renderer text --load runtime/moult/rogue-*.moult </dev/null");
    char line[128];
    ck_assert_str_eq(run_last_line(r.out, line, sizeof line), "turn 7  hash 2e49d779476c1955");
}
END_TEST

/* The game is over by then: it is kept, and doesn't come back. */
START_TEST(a_fault_while_a_plugin_is_unloaded_changes_nothing)
{
    char plain[128], line[128];
    run_well(&r, NULL,
             "printf 'wait\nwait\n' >two && "
             "moult play rogue --renderer none --seed 7 --keys two");
    run_last_line(r.out, plain, sizeof plain);
    const int32_t code = run_shell(&r, "wait\nwait\nquit\n",
                                   "moult play rogue --seed 7 --renderer text --use "
                                   "ai/leaver=\"$B/zoo/leaves_badly.so\"");
    ck_assert_int_eq(code, 0);
    ck_assert_str_eq(run_last_line(r.out, line, sizeof line), plain);
    ck_assert_str_eq(r.err, "warn   ai-leaver@1.0.0: SIGSEGV while it was unloaded. The game had "
                            "ended before. Try it: moult check $B/zoo/leaves_badly.so\n");
}
END_TEST

/* It fails nowhere, but nothing can be saved in its process any more. */
START_TEST(a_plugin_that_took_all_memory_loses_no_run)
{
    char line[128];
    run_shell(&r, "wait\nwait\nwait\nquit\n",
              "moult play rogue --seed 7 --renderer text --use ai/chaser=\"$B/zoo/hoards.so\" "
              ">printed");
    ck_assert_int_eq(r.code, 3);
    ck_assert_msg(strstr(r.err, "rogue.rescue.moult: moult play rogue --load ") != NULL, "%s",
                  r.err);
    run_well(&r, NULL,
             "printf 'wait\nwait\nwait\n' >three && "
             "moult play rogue --renderer none --seed 7 --keys three");
    run_last_line(r.out, line, sizeof line);
    run_well(&r, NULL, "moult play rogue --renderer text </dev/null");
    char rescued[128];
    ck_assert_str_eq(run_last_line(r.out, rescued, sizeof rescued), line);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("supervisor places");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, enter, leave);
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, the_game_goes_on, 0, PLACES);
    tcase_add_test(all, a_fault_before_the_save_fails_keeps_the_run);
    tcase_add_test(all, a_fault_while_a_plugin_is_unloaded_changes_nothing);
    tcase_add_test(all, a_plugin_that_took_all_memory_loses_no_run);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
