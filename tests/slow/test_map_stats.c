/* SPDX-License-Identifier: MIT */
/* moult map --stats beside the table of the real game's levels, joined by the names of their rows
 * as a person would do it, depth bands too. No metric's mean or spread may be off by more than 4
 * standard errors and 1 %, at most 3 % of them by more than 2.5. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "support/nethack_level.h"
#include "support/run.h"
#include <check.h>

static run r;

#define ROWS 4096
#define BANDS "2-4,5-8,17-20,2-20,2,3,4,5,6,8,9,10,11,13,14,16,17,18,20" /* the table's */

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

static FILE *open_file(const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", r.root, name);
    FILE *file = fopen(path, "re");
    ck_assert_ptr_nonnull(file);
    return file;
}

static void read_table(FILE *file, rows *out)
{
    out->count = 0;
    while (out->count < ROWS && nethack_table_next(file, &out->list[out->count]))
        out->count++;
    fclose(file);
    ck_assert_uint_lt(out->count, ROWS);
}

static nethack_row *find(rows *in, const char *name)
{
    for (uint32_t i = 0; i < in->count; i++)
        if (strcmp(in->list[i].name, name) == 0)
            return &in->list[i];
    return NULL;
}

/* The mean fourth power of the distance from the mean, from "[VALUE,COUNT],..." of the JSON. */
static double fourth_moment(const char *values, double mean)
{
    double sum = 0, n = 0;
    for (const char *at = values; *at == '['; at += *at == ',') {
        char *end;
        double apart = strtod(at + 1, &end) - mean, count = strtod(end + 1, &end);
        sum += apart * apart * apart * apart * count;
        n += count;
        at = end + 1;
    }
    return sum / n;
}

/* How sure a spread is follows from the values, which the JSON has. It has a metric a line. */
static void read_values(FILE *file, rows *out)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, file) > 0) {
        char name[64];
        double mean, sd;
        const char *values = strstr(line, "\"values\":[");
        if (values == NULL ||
            sscanf(line, "{\"metric\":\"%63[^\"]\",\"mean\":%lf,\"sd\":%lf", name, &mean, &sd) != 3)
            continue;
        nethack_row *row = find(out, name);
        ck_assert_msg(row != NULL, "%s is in the JSON alone", name);
        ck_assert_double_eq_tol(row->mean, mean, 1e-4 * (1 + mean));
        ck_assert_double_eq_tol(row->sd, sd, 1e-4 * (1 + sd));
        row->fourth = fourth_moment(values + strlen("\"values\":["), mean);
    }
    free(line);
    fclose(file);
}

static void make_levels(const char *set, rows *out)
{
    char depths[512] = "";
    int levels = 0;
    size_t used = 0;
    for (int depth = 2; depth <= 20; depth++) {
        used += (size_t)snprintf(depths + used, sizeof depths - used, "%s%d:%d",
                                 used != 0 ? "," : "", depth, nethack_table_levels[depth]);
        levels += nethack_table_levels[depth];
    }
    run_well(&r, NULL, "moult map nethack --stats %d --depths %s --tsv %s > figures", levels,
             depths, set);
    run_well(&r, NULL,
             "moult map nethack --stats %d --depths %s --bands " BANDS " --json %s > json", levels,
             depths, set);
    read_table(open_file("figures"), out);
    read_values(open_file("json"), out);
}

static void compare(const char *set, int32_t repaired)
{
    static rows real, ours;
    uint32_t compared = 0, far = 0, far_spread = 0, too_far = 0;
    read_table(fopen(MOULT_SOURCE_DIR "/tests/facts/nethack/stats.tsv", "re"), &real);
    make_levels(set, &ours);
    for (uint32_t i = 0; i < real.count; i++) {
        const nethack_row *one = &real.list[i], *row = find(&ours, one->name);
        if (strstr(one->name, "(separate run)") != NULL ||
            (repaired && nethack_is_moved(one->name)))
            continue;
        ck_assert_msg(row != NULL, "there is no row %s", one->name);
        double errors = nethack_errors(one, row), spread = nethack_spread_errors(one, row);
        compared++;
        far += errors > 2.5;
        far_spread += spread > 2.5;
        too_far += (errors > 4 && nethack_part(one, row) > 0.01) ||
                   (spread > 4 && nethack_spread_part(one, row) > 0.01);
        if (errors > 2.5 || spread > 2.5)
            printf("%-32s %10.5g %10.5g %.1f errors  spread %10.5g %10.5g %.1f errors\n", row->name,
                   one->mean, row->mean, errors, one->sd, row->sd, spread);
    }
    printf("%s: %u compared; beyond 2.5 errors %u means, %u spreads; beyond 4 and 1 %%: %u\n",
           set[0] != 0 ? set : "default", compared, far, far_spread, too_far);
    ck_assert_uint_ge(compared, 180);
    ck_assert_uint_eq(too_far, 0);
    ck_assert_uint_le(100 * far, 3 * compared);
    ck_assert_uint_le(100 * far_spread, 3 * compared);
}

START_TEST(figures_are_those_of_the_real_game)
{
    compare("--set faithful=on", 0);
}
END_TEST

START_TEST(the_repaired_faults_move_nothing_else)
{
    compare("", 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("map stats");
    TCase *group = tcase_create("nethack");
    tcase_add_checked_fixture(group, open_run, close_run);
    tcase_set_timeout(group, 500);
    tcase_add_test(group, figures_are_those_of_the_real_game);
    tcase_add_test(group, the_repaired_faults_move_nothing_else);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
