/* SPDX-License-Identifier: MIT */
/* Twenty whole runs of the explorer, by the program itself: each comes to an end, or to 20,000
 * turns, and nothing is said on the way. Also run in the build with sanitizers, where what it reads
 * and writes on a hundred floors is looked at byte by byte. */
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>

#define RUNS 20
#define SEEDS 4 /* a call */

static run r;

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    run_close(&r);
}

START_TEST(twenty_runs_come_to_an_end_without_a_warning)
{
    const int first = 1 + _i * SEEDS;
    run_well(&r, NULL, "moult play rogue --renderer none --hero explorer --seeds %d-%d", first,
             first + SEEDS - 1);
    ck_assert_str_eq(r.err, "");
    const char *line = r.out;
    for (int seed = first; seed < first + SEEDS; seed++) {
        int number = 0, floor = 0, turns = 0, gold = 0, at = 0;
        int found = sscanf(line, "seed %d  floor %d  turns %d  gold %d  cause %n", &number, &floor,
                           &turns, &gold, &at);
        ck_assert_msg(found == 4 && at > 0, "%d of %s", found, line);
        const char *cause = line + at, *hash = strstr(line, "  hash ");
        ck_assert_ptr_nonnull(hash);
        ck_assert(cause < hash && *cause != ' ');
        ck_assert_int_eq(number, seed);
        ck_assert(floor >= 1 && floor <= 100);
        ck_assert(turns >= 1 && turns <= 20000);
        ck_assert(strncmp(cause, "alive", 5) != 0 || turns == 20000);
        ck_assert_uint_eq(strspn(hash + 7, "0123456789abcdef"), 16);
        line = strchr(line, '\n') + 1;
    }
    ck_assert_msg(run_matches(line, "runs 4  floor mean #.# max #  turns mean #.#  won #\n"), "%s",
                  line);
    run_well(&r, NULL, "test ! -d home/.local/share/moult/saves");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rogue: explorer");
    TCase *runs = tcase_create("all");
    tcase_add_checked_fixture(runs, enter, leave);
    tcase_set_timeout(runs, 120);
    tcase_add_loop_test(runs, twenty_runs_come_to_an_end_without_a_warning, 0, RUNS / SEEDS);
    suite_add_tcase(suite, runs);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
