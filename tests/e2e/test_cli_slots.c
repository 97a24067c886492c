/* SPDX-License-Identifier: MIT */
/* Slots without a terminal: their names, who plays them, what may take their place, and what else
 * than a file may lie there. A run is never lost; what would lose one is refused. */
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <check.h>

#define SAVES "home/.local/share/moult/saves"
#define SAVE SAVES "/rogue.moult"
#define TAKEN                                                                                   \
    "the slot \"rogue\" holds another run (turn #), which would be lost. Go on with it: moult " \
    "play rogue; or keep this one apart: moult play rogue --slot NAME\n"
#define PRELOADED "LD_PRELOAD=\"$B/preload/file_faults.so\" FAULT_LOCKS=none "

static run r;

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    run_close(&r);
}

static void expect_end(const char *expected)
{
    char end[64];
    ck_assert_str_eq(run_last_line(r.out, end, sizeof end), expected);
}

/* A run of some turns, and how it stands. */
static void leave_a_run(char end[64])
{
    run_well(&r, "explore\nquit\n", "moult play rogue --seed 7");
    run_last_line(r.out, end, 64);
}

/* -- names ------------------------------------------------------------------------------------- */

/* As a shell's $'...' has them. */
static const char *const names[] = {
    "ada",
    "Ada",
    "a b",
    "a/b",
    "a_b",
    "a\\\\b",
    "..",
    ".",
    "",
    "/",
    "../x",
    "a.moult",
    "x.rescue",
    "x",
    "x.1",
    "x.lock",
    "-f",
    "--help",
    "~",
    "a~b",
    "\\xff",
    "\\xfe",
    "a\\nb",
    "a\\nwhat c",
    "*",
    "%s%n",
    "\\xc3\\xa9",
    "e\\xcc\\x81",
    "\\xe6\\xba\\x96\\xe5\\x82\\x99",
    "con",
    "a.moult.bak",
    "a:b",
    "a\\tb",
    "\\x1b[31m",
    "x.rescue.moult",
};

START_TEST(each_name_has_a_save_of_its_own)
{
    const int count = (int)(sizeof names / sizeof *names);
    for (int i = 0; i < count; i++)
        run_well(&r, "wait\n",
                 "bash -c \"moult play rogue --renderer text --seed %d --slot=\\$'%s'\"", i,
                 names[i]);
    for (int i = 0; i < 2; i++)
        run_well(&r, "wait\n", "moult play rogue --seed 0 --slot \"$(printf '%%0300d' %d)\"", i);
    run_well(&r, NULL,
             "ls " SAVES "/*.moult | wc -l; find . -newer " SAVES
             "/ada.lock -name '*.moult' -not -path './" SAVES "/*'");
    char expected[32];
    snprintf(expected, sizeof expected, "%d\n", count + 2);
    ck_assert_str_eq(r.out, expected);
    run_well(&r, NULL,
             "moult save list --json | jq -r '[.[].save.turn] | unique | @csv'; "
             "moult save list --json | jq -r '[.[].slot] | unique | length'; "
             "LC_ALL=C.UTF-8 moult save list | grep -c '[[:cntrl:]]'; "
             "moult save list --json | jq -r '.[].slot' | grep -xF -e 'a/b' -e '準備' -e '..'");
    snprintf(expected, sizeof expected, "%d\n", count + 2);
    ck_assert_msg(strncmp(r.out, "1\n", 2) == 0 && strstr(r.out, expected) != NULL, "%s", r.out);
    ck_assert_msg(strstr(r.out, "\n0\n") != NULL && strstr(r.out, "..\n") != NULL &&
                      strstr(r.out, "a/b\n") != NULL && strstr(r.out, "準備\n") != NULL,
                  "%s", r.out);
}
END_TEST

START_TEST(a_slot_goes_on_with_its_own_run)
{
    char one[64];
    leave_a_run(one);
    run_well(&r, "wait\nquit\n", "moult play rogue --seed 8 --slot 'my other'");
    char two[64];
    run_last_line(r.out, two, sizeof two);
    run_well(&r, NULL, "moult play rogue --renderer text --slot 'my other' </dev/null");
    expect_end(two);
    run_well(&r, NULL, "moult play rogue --renderer text </dev/null");
    expect_end(one);
    run_well(&r, NULL, "moult save list");
    ck_assert_msg(strstr(r.out, "my other  rogue ") == r.out && strstr(r.out, "\nrogue ") != NULL &&
                      strstr(r.out, "turn 1, before that: turn 1\n") != NULL,
                  "%s", r.out);
    run_refused(&r, "moult play simple --slot 'my other' </dev/null", 1,
                "error  $T/" SAVES "/my other.moult: this is a game of rules/rogue, not of "
                "rules/simple. It was left as it is: start the profile that it belongs to\n");
}
END_TEST

/* -- what may take a run's place --------------------------------------------------------------- */

static const char *const takers[] = {
    "SDL_VIDEODRIVER=dummy moult play rogue --seed 8 --renderer sdl </dev/null",
    "SDL_VIDEODRIVER=dummy moult play rogue --load other.moult --renderer sdl </dev/null",
    "echo save >keys; moult play rogue --seed 8 --renderer none --keys keys >said",
    "echo save >keys; moult play rogue --load other.moult --renderer none --keys keys >said",
};

START_TEST(a_run_is_not_lost_to_another)
{
    char end[64];
    leave_a_run(end);
    run_well(&r, "wait\nquit\n",
             "moult play rogue --seed 9 --slot o && mv " SAVES "/o.moult other.moult && cp " SAVE
             " before");
    run_refused(&r, takers[_i], _i < 2, "error  $T/" SAVE ": " TAKEN);
    run_well(&r, NULL, "cmp before " SAVE " && test ! -e " SAVE ".bak");
    run_well(&r, NULL, "moult play rogue --renderer text </dev/null");
    expect_end(end);
}
END_TEST

/* Nor to one that is played by a program; that goes on, and isn't kept. */
static const char *const passers[] = {"--seed 8", "--load other.moult"};

START_TEST(a_program_s_run_leaves_the_slot_alone)
{
    char end[64];
    leave_a_run(end);
    run_well(&r, "wait\nquit\n",
             "moult play rogue --seed 9 --slot o && mv " SAVES "/o.moult other.moult && cp " SAVE
             " before");
    run_well(&r, "wait\nquit\n", "moult play rogue %s 2>said; sed 's/[^ ]*saves/saves/' said >&2",
             passers[_i]);
    ck_assert_str_eq(r.err, "warn   saves/rogue.moult: the slot \"rogue\" holds another run (turn "
                            "44), so this one isn't kept. To keep it, add --slot NAME\n");
    ck_assert_msg(strstr(r.out, _i == 0 ? "\nturn 1  hash " : "\nturn 2  hash ") != NULL, "%s",
                  r.out);
    run_well(&r, NULL, "cmp before " SAVE " && test ! -e " SAVE ".bak");
    run_well(&r, NULL, "moult play rogue --renderer text </dev/null");
    expect_end(end);
}
END_TEST

/* Nor to a file of commands that has one of its own. */
START_TEST(a_driven_run_may_be_saved_where_nothing_is)
{
    run_well(&r, "wait\nsave\nwait\nsave\n",
             "cat >keys; moult play rogue --seed 8 --renderer none --keys keys --slot mine && "
             "moult play rogue --slot mine --renderer text </dev/null");
    ck_assert_msg(strstr(r.out, "\nturn 2  hash ") != NULL, "%s", r.out);
    run_well(&r, "wait\nsave\n",
             "cat >keys; moult play rogue --load " SAVES "/mine.moult --renderer none --keys keys "
             "--slot mine && moult save list");
    ck_assert_msg(strstr(r.out, "turn 3, before that: turn 2\n") != NULL, "%s%s", r.out, r.err);
}
END_TEST

/* -- a save that can't be read ----------------------------------------------------------------- */

START_TEST(the_save_before_a_broken_one_is_gone_on_with_by_the_command_that_is_told)
{
    char expected[512];
    run_well(&r, "explore\nsave\nwait\nquit\n", ": >none; moult play rogue --seed 7");
    run_well(&r, NULL, "moult play rogue --renderer none --keys none --load " SAVE ".bak");
    snprintf(expected, sizeof expected, "%s", r.out);
    expected[strcspn(expected, "\n")] = 0;
    run_well(&r, NULL, "head -c 300 " SAVE " >cut && cp cut " SAVE);
    run_refused(&r, "moult play rogue </dev/null", 1,
                "error  $T/" SAVE ": header: damaged or cut off. The file was left as it is: go on "
                "from the one before it (moult play rogue --load $T/" SAVE
                ".bak), or start anew with --seed\n");
    run_refused(
        &r, "SDL_VIDEODRIVER=dummy moult play rogue --seed 9 --renderer sdl </dev/null", 1,
        "error  $T/" SAVE
        ": the slot \"rogue\" holds another run (it can't be read), which would be lost. Go "
        "on with it: moult play rogue; or keep this one apart: moult play rogue --slot "
        "NAME\n");
    run_well(&r, NULL, "cmp cut " SAVE);
    run_well(&r, "wait\n", "moult play rogue --renderer text --load " SAVE ".bak");
    run_well(&r, NULL, "cmp cut " SAVE ".broken && moult save check " SAVE " " SAVE ".bak");
    run_well(&r, NULL, "moult play rogue --renderer none --keys none --load " SAVE ".bak");
    expect_end(expected);
}
END_TEST

/* As a file system without links may leave it. */
START_TEST(without_a_save_the_one_before_it_is_gone_on_with)
{
    char end[64];
    leave_a_run(end);
    run_well(&r, NULL, "mv " SAVE " " SAVE ".bak && moult save list");
    ck_assert_msg(strstr(r.out, "no save, before that: turn 44\n") != NULL, "%s", r.out);
    run_well(&r, NULL, "moult play rogue --renderer text </dev/null");
    expect_end(end);
}
END_TEST

START_TEST(a_run_that_ended_leaves_nothing_to_go_on_with)
{
    run_well(&r, "save\nexplore\nsave\n",
             "(cat; for i in $(seq 400); do echo wait; done) | moult play rogue --seed 7 "
             "--renderer text >said; ls " SAVES);
    ck_assert_str_eq(r.out, "rogue.lock\n");
}
END_TEST

static const struct {
    const char *use, *ending;
} forms[] = {{"json", "json"}, {"sqlite", "db"}};

START_TEST(any_form_is_loaded_and_goes_on_in_the_profiles)
{
    char end[64];
    leave_a_run(end);
    run_well(&r, NULL, "moult save convert " SAVE " run.%s && rm " SAVES "/*", forms[_i].ending);
    run_well(&r, NULL, "moult play rogue --renderer text --load run.%s </dev/null",
             forms[_i].ending);
    expect_end(end);
    ck_assert_ptr_null(strstr(r.out, "other plugins"));
    run_well(&r, NULL, "head -c 5 " SAVE "; moult play rogue --renderer text </dev/null");
    ck_assert_msg(strncmp(r.out, "MOULT", 5) == 0, "%s", r.out);
    expect_end(end);
    ck_assert_ptr_null(strstr(r.out, "other plugins"));
}
END_TEST

/* -- what else may lie there ------------------------------------------------------------------- */

static const struct {
    const char *make, *error; /* behind the save's path; NULL: the run is gone on with */
} others[] = {
    {"mkdir " SAVE, "is a folder, not a file\n"},
    {"mkfifo " SAVE, "isn't a regular file\n"},
    {"ln -s nowhere " SAVE,
     "it is a link to a file that isn't there. Bring that back, remove the link, or begin another "
     "run: moult play rogue --slot NAME\n"},
    {"ln -s . " SAVE, "is a folder, not a file\n"},
    {"ln -s rogue.moult " SAVE, "can't be read: Too many levels of symbolic links\n"},
    {"ln -s /dev/null " SAVE, "isn't a regular file\n"},
    {"ln -s ../kept " SAVE, NULL},
    {"mv " SAVES "/../kept \"$FAR\"; ln -s \"$FAR\" " SAVE, NULL},
    {"ln " SAVES "/../kept " SAVE, NULL},
};

START_TEST(what_lies_at_a_saves_place_is_named_or_gone_on_with)
{
    char end[64], expected[512];
    leave_a_run(end);
    run_well(&r, NULL,
             "FAR=/dev/shm/moult-${PWD##*/}; mv " SAVE " " SAVES "/../kept && %s; ls -la " SAVES,
             others[_i].make);
    if (others[_i].error != NULL) {
        snprintf(expected, sizeof expected, "error  $T/" SAVE ": %s", others[_i].error);
        run_refused(&r, "moult play rogue </dev/null", 1, expected);
        run_well(&r, NULL, "mv " SAVE " x; rm -rf x");
        return;
    }
    /* What it points to is left as it is. */
    run_well(&r, "quit\n",
             "cp -L " SAVE " before; K=$(readlink -f " SAVE
             "); moult play rogue --renderer text && "
             "{ test $K = $PWD/" SAVE " || cmp before $K; } && test ! -L " SAVE
             " && cmp before " SAVE ".bak");
    expect_end(end);
    run_well(&r, NULL, "rm -f /dev/shm/moult-${PWD##*/}; moult save check " SAVE);
}
END_TEST

/* -- who plays --------------------------------------------------------------------------------- */

/* Plays in the background until it is ended; answers its pid, once it has a journal. */
static int32_t play_on(const char *before)
{
    char command[256];
    struct timespec pause = {0, 20000000};
    snprintf(command, sizeof command, "%s exec moult play rogue --renderer none --seed 7", before);
    const int32_t pid = run_start(&r, command);
    for (int tries = 0; run_shell(&r, NULL, "moult list %d", pid) != 0; tries++) {
        ck_assert_msg(tries < 1000, "the game doesn't answer: %s", r.err);
        nanosleep(&pause, NULL);
    }
    return pid;
}

static void expect_played(const char *before, int32_t pid)
{
    char expected[512], command[256];
    snprintf(command, sizeof command, "%s moult play rogue </dev/null", before);
    snprintf(expected, sizeof expected,
             "error  moult play: the slot \"rogue\" is being played by process %d. Leave that game "
             "first (kill %d saves it), or play another run: moult play rogue --slot NAME\n",
             pid, pid);
    run_refused(&r, command, 1, expected);
}

START_TEST(a_slot_is_played_by_one_game)
{
    const int32_t pid = play_on("");
    expect_played("", pid);
    run_well(&r, "wait\n", "moult play rogue --seed 8");
    ck_assert_msg(strstr(r.err, "NAME. This run isn't kept\n") != NULL, "%s", r.err);
    run_well(&r, NULL, "test ! -e " SAVE " && kill -TERM %d", pid);
    run_stop(pid);
    run_well(&r, NULL, "moult play rogue --renderer text </dev/null");
    const int32_t other = play_on("rm " SAVE "*;");
    char expected[128];
    snprintf(expected, sizeof expected,
             "rogue  ?         -                 no save, played by process %d\n", other);
    run_well(&r, NULL, "moult save list");
    ck_assert_str_eq(r.out, expected);
    run_well(&r, "save\n", "cat >keys; moult play rogue --seed 1 --renderer none --keys keys");
    ck_assert_msg(strstr(r.err, "is being played by process") != NULL, "%s", r.err);
    run_well(&r, NULL, "kill -KILL %d; test ! -e " SAVE, other);
    run_stop(other);
    /* Its worker keeps the run, and the slot until that is done. */
    while (run_shell(&r, NULL,
                     "test -e " SAVES "/rogue.rescue.moult && moult play rogue --renderer text "
                     "</dev/null") != 0)
        ck_assert_msg(r.err[0] == 0 || strstr(r.err, "is being played by process"), "%s", r.err);
}
END_TEST

/* By what the file says, where nothing can be locked. */
START_TEST(without_locks_a_process_that_is_gone_plays_nothing)
{
    static const char *const gone[] = {"s/^pid .*/pid 999999999/", "s/^start .*/start 1/",
                                       "s/^boot .*/boot 0/", "d"};
    const int32_t pid = play_on(PRELOADED);
    expect_played(PRELOADED, pid);
    run_well(&r, NULL, "cp " SAVES "/rogue.lock lock");
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++) {
        run_well(&r, NULL,
                 "sed '%s' lock >" SAVES "/rogue.lock; " PRELOADED
                 "moult play rogue --seed 7 --renderer text </dev/null; rm " SAVE,
                 gone[i]);
    }
    run_stop(pid);
}
END_TEST

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

int main(void)
{
    Suite *suite = suite_create("slots");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, enter, leave);
    tcase_set_timeout(all, 120);
    tcase_add_test(all, each_name_has_a_save_of_its_own);
    tcase_add_test(all, a_slot_goes_on_with_its_own_run);
    tcase_add_loop_test(all, a_run_is_not_lost_to_another, 0, COUNT(takers));
    tcase_add_loop_test(all, a_program_s_run_leaves_the_slot_alone, 0, COUNT(passers));
    tcase_add_test(all, a_driven_run_may_be_saved_where_nothing_is);
    tcase_add_test(all, the_save_before_a_broken_one_is_gone_on_with_by_the_command_that_is_told);
    tcase_add_test(all, without_a_save_the_one_before_it_is_gone_on_with);
    tcase_add_test(all, a_run_that_ended_leaves_nothing_to_go_on_with);
    tcase_add_loop_test(all, any_form_is_loaded_and_goes_on_in_the_profiles, 0, COUNT(forms));
    tcase_add_loop_test(all, what_lies_at_a_saves_place_is_named_or_gone_on_with, 0, COUNT(others));
    tcase_add_test(all, a_slot_is_played_by_one_game);
    tcase_add_test(all, without_locks_a_process_that_is_gone_plays_nothing);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
