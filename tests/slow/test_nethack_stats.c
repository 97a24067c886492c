/* SPDX-License-Identifier: MIT */
/* As many levels of each depth as the table of the real game is of: no metric's mean or spread may
 * be off by more than 4 standard errors and 1 %, and at most 3 % of them by more than 2.5. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "support/nethack_level.h"
#include <check.h>

static moult__canvas *canvas;
static nethack_level level;
static nethack_stats stats;

static void open_all(void)
{
    canvas = moult__canvas_create();
}

static void close_all(void)
{
    moult__canvas_free(canvas);
}

static void make_levels(const char *options)
{
    uint8_t seed[32];
    uint64_t number = 0;
    memset(&stats, 0, sizeof stats);
    for (int32_t depth = 2; depth <= 20; depth++)
        for (int32_t i = 0; i < nethack_table_levels[depth]; i++) {
            moult_request request = nethack_request(number++, depth, options, seed);
            ck_assert_int_eq(nethack_make(&level, canvas, &request), MOULT_OK);
            ck_assert(nethack_stats_add(&stats, &level));
        }
}

static void compare(const char *options, int32_t repaired)
{
    nethack_row row, ours;
    uint32_t compared = 0, far = 0, far_spread = 0, too_far = 0;
    FILE *table = fopen(MOULT_SOURCE_DIR "/tests/facts/nethack/stats.tsv", "re");
    ck_assert_ptr_nonnull(table);
    make_levels(options);
    while (nethack_table_next(table, &row)) {
        if (!nethack_stats_row(&stats, row.name, &ours) || (repaired && nethack_is_moved(row.name)))
            continue;
        double errors = nethack_errors(&row, &ours), part = nethack_part(&row, &ours);
        double spread = nethack_spread_errors(&row, &ours);
        compared++;
        far += errors > 2.5;
        far_spread += spread > 2.5;
        too_far +=
            (errors > 4 && part > 0.01) || (spread > 4 && nethack_spread_part(&row, &ours) > 0.01);
        if (errors > 2 || spread > 2 || getenv("NETHACK_ALL") != NULL)
            printf("%-34s %10.5f %10.5f  %5.1f errors  %6.2f %%  spread %9.5f %9.5f %5.1f errors\n",
                   row.name, row.mean, ours.mean, errors, 100 * part, row.sd, ours.sd, spread);
    }
    fclose(table);
    printf("%s: %u compared; beyond 2.5 errors %u means, %u spreads; beyond 4 and 1 %%: %u\n",
           options != NULL ? options : "default", compared, far, far_spread, too_far);
    ck_assert_uint_ge(compared, 80);
    ck_assert_uint_eq(too_far, 0);
    ck_assert_uint_le(100 * far, 3 * compared);
    ck_assert_uint_le(100 * far_spread, 3 * compared);
}

START_TEST(faithful_levels_are_as_the_real_ones)
{
    compare("faithful=on", 0);
}
END_TEST

START_TEST(the_repaired_faults_move_nothing_else)
{
    compare(NULL, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("nethack stats");
    TCase *group = tcase_create("all");
    tcase_add_unchecked_fixture(group, open_all, close_all);
    tcase_set_timeout(group, 600);
    tcase_add_test(group, faithful_levels_are_as_the_real_ones);
    tcase_add_test(group, the_repaired_faults_move_nothing_else);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
