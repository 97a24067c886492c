/* SPDX-License-Identifier: MIT */
/* The golden runs of tests/golden end as they always did: with each renderer that needs no
 * terminal, with plugins found in any order, with fresh memory poisoned, in another language, and
 * saved and loaded between. tests/check/determinism.sh does the same for compilers. */
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>

static run r;
static const char *const names[] = {"cellar", "well", "nameless"};
#define NAMES (int)(sizeof names / sizeof *names)

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    run_close(&r);
}

static void read_golden(const char *name, char expected[128])
{
    run_well(&r, NULL, "cat \"$S/tests/golden/%s.hash\"", name);
    run_last_line(r.out, expected, 128);
    ck_assert_msg(strncmp(expected, "turn ", 5) == 0, "%s.hash: %s", name, expected);
}

static const char *last_line(void)
{
    static char line[256];
    return run_last_line(r.out, line, sizeof line);
}

/* Plays a golden run by `program`, a command that may begin with variables. */
static void play(const char *program, const char *name, const char *options)
{
    run_well(&r, NULL,
             "keys=\"$S/tests/golden/%s.keys\"; seed=$(sed -n '1s/^# seed: *//p' \"$keys\"); "
             "%s play --seed \"$seed\" --keys \"$keys\" %s",
             name, program, options);
}

static const struct {
    const char *program, *options;
} ways[] = {
    {"moult", "--renderer none"},
    {"moult", "--renderer text"},
    {"moult", ""},
    {"MALLOC_PERTURB_=165 moult", "--renderer none"},
    {"MALLOC_PERTURB_=90 moult", "--renderer text"},
    {"LC_ALL=C moult", "--renderer text"},
    {"LC_ALL=C.UTF-8 moult", "--renderer text"},
    {"cd / && moult", "--renderer none"},
};
#define WAYS (int)(sizeof ways / sizeof *ways)

START_TEST(a_run_ends_as_it_always_did)
{
    char expected[128];
    read_golden(names[_i % NAMES], expected);
    play(ways[_i / NAMES].program, names[_i % NAMES], ways[_i / NAMES].options);
    ck_assert_str_eq(last_line(), expected);
    ck_assert_str_eq(r.err, "");
}
END_TEST

/* A game whose plugins have other file names, so that they are found, loaded and bound in another
 * order; spread over three folders. */
START_TEST(the_order_of_plugin_files_changes_nothing)
{
    char expected[128];
    run_well(&r, NULL,
             "mkdir game one two three && cp \"$B/moult\" game && cp -r \"$B/profiles\" game && "
             "for f in \"$B\"/plugins/*.so; do "
             "n=$(echo \"%d $(basename $f)\" | md5sum | cut -c 1-8); "
             "case $n in [0-5]*) d=one;; [6-9]*) d=two;; *) d=three;; esac; "
             "cp $f $d/$n.so; done; ls one two three | grep -c so",
             _i);
    for (int i = 0; i < NAMES; i++) {
        read_golden(names[i], expected);
        play("MOULT_PLUGIN_PATH=$T/two:$T/three:$T/one ./game/moult", names[i], "--renderer none");
        ck_assert_str_eq(last_line(), expected);
    }
}
END_TEST

/* Saved after the first "explore" beyond a part of the run, where no menu is open. */
START_TEST(a_run_in_two_parts_ends_like_one_in_one)
{
    char expected[128];
    const char *name = names[_i % NAMES];
    read_golden(name, expected);
    run_well(&r, NULL,
             "awk -v part=%d 'NR == FNR { lines++; next } !second { print > \"first\" } "
             "second { print > \"rest\" } /^explore$/ && FNR > lines * part / 8 { second = 1 }' "
             "\"$S/tests/golden/%s.keys\" \"$S/tests/golden/%s.keys\" && echo save >> first && "
             "wc -l < rest",
             1 + _i / NAMES, name, name);
    run_well(&r, NULL,
             "seed=$(sed -n '1s/^# seed: *//p' first); "
             "moult play --renderer text --seed \"$seed\" --keys first");
    ck_assert_ptr_nonnull(strstr(r.out, "Saved."));
    run_well(&r, NULL,
             "moult play --renderer none --keys rest "
             "--load home/.local/share/moult/saves/rogue.moult");
    ck_assert_str_eq(last_line(), expected);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("golden runs");
    TCase *runs = tcase_create("runs");
    tcase_add_checked_fixture(runs, enter, leave);
    tcase_set_timeout(runs, 120);
    tcase_add_loop_test(runs, a_run_ends_as_it_always_did, 0, WAYS * NAMES);
    tcase_add_loop_test(runs, the_order_of_plugin_files_changes_nothing, 0, 4);
    tcase_add_loop_test(runs, a_run_in_two_parts_ends_like_one_in_one, 0, 5 * NAMES);
    suite_add_tcase(suite, runs);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
