/* SPDX-License-Identifier: MIT */
/* moult map --stats beside the table of the real game's levels, as a person would compare them: all
 * levels, then those of each band of depths. No metric may be off by more than 4 standard errors
 * and 1 %, at most 3 % of them by more than 2.5. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "support/nethack_level.h"
#include "support/run.h"
#include <check.h>

static run r;

#define ROWS 512

typedef struct rows {
    nethack_row list[ROWS];
    uint32_t count;
} rows;

static void open_run(void)
{
    run_open(&r);
}

static void close_run(void)
{
    run_close(&r);
}

/* Adds the rows of a table, with a suffix behind their names. */
static void read_table(const char *path, const char *suffix, rows *out)
{
    FILE *file = fopen(path, "re");
    nethack_row row;
    ck_assert_ptr_nonnull(file);
    while (out->count < ROWS && nethack_table_next(file, &row)) {
        out->list[out->count] = row;
        snprintf(out->list[out->count].name, sizeof row.name, "%.40s%s", row.name, suffix);
        out->count++;
    }
    fclose(file);
}

static void make_levels(int first, int last, const char *set, const char *suffix, rows *out)
{
    char depths[512] = "", path[128];
    int levels = 0;
    size_t used = 0;
    for (int depth = first; depth <= last; depth++) {
        used += (size_t)snprintf(depths + used, sizeof depths - used, "%s%d:%d",
                                 used != 0 ? "," : "", depth, nethack_table_levels[depth]);
        levels += nethack_table_levels[depth];
    }
    run_well(&r, NULL, "moult map nethack --size 80x21 --stats %d --depths %s --tsv %s > figures",
             levels, depths, set);
    snprintf(path, sizeof path, "%s/figures", r.root);
    read_table(path, suffix, out);
}

static const nethack_row *find(const rows *in, const char *name)
{
    for (uint32_t i = 0; i < in->count; i++)
        if (strcmp(in->list[i].name, name) == 0)
            return &in->list[i];
    return NULL;
}

START_TEST(figures_are_those_of_the_real_game)
{
    static const struct {
        int first, last;
        const char *suffix;
    } bands[] = {
        {2, 20, ""}, {2, 20, "_d2-20"}, {2, 4, "_d2-4"}, {5, 8, "_d5-8"}, {17, 20, "_d17-20"}};
    static rows real, ours;
    uint32_t compared = 0, far = 0, too_far = 0;
    read_table(MOULT_SOURCE_DIR "/tests/facts/nethack/stats.tsv", "", &real);
    for (size_t i = 0; i < sizeof bands / sizeof *bands; i++)
        make_levels(bands[i].first, bands[i].last, "--set faithful=on", bands[i].suffix, &ours);
    for (uint32_t i = 0; i < real.count; i++) {
        const nethack_row *row = find(&ours, real.list[i].name);
        if (row == NULL)
            continue;
        double errors = nethack_errors(&real.list[i], row), part = nethack_part(&real.list[i], row);
        compared++;
        far += errors > 2.5;
        too_far += errors > 4 && part > 0.01;
        if (errors > 2.5)
            printf("%-32s %10.5g %10.5g  %.1f errors\n", row->name, real.list[i].mean, row->mean,
                   errors);
    }
    printf("%u compared, %u beyond 2.5 errors, %u beyond 4 and 1 %%\n", compared, far, too_far);
    ck_assert_uint_ge(compared, 80);
    ck_assert_uint_eq(too_far, 0);
    ck_assert_uint_le(100 * far, 3 * compared);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("map stats");
    TCase *group = tcase_create("nethack");
    tcase_add_checked_fixture(group, open_run, close_run);
    tcase_set_timeout(group, 500);
    tcase_add_test(group, figures_are_those_of_the_real_game);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
