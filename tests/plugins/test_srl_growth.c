/* SPDX-License-Identifier: MIT */
/* How players and rats of srl grow, beside the tables of facts/srl. */
#include "rules/srl/growth.h"
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Compares the rows of a table, level by level, with what `at` and `next` answer. */
static void compare(const char *name, int32_t rows, srl_growth start,
                    srl_growth (*next)(srl_growth), srl_growth (*at)(int32_t))
{
    char path[256], line[256];
    snprintf(path, sizeof path, "%s/tests/facts/srl/%s", MOULT_SOURCE_DIR, name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s is missing", path);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    srl_growth walked = start;
    int32_t count = 0;
    for (; fgets(line, sizeof line, file) != NULL; count++, walked = next(walked)) {
        int32_t level;
        srl_growth wanted;
        ck_assert_int_eq(sscanf(line, "%d %lf %lf %lf %lf", &level, &wanted.hp, &wanted.attack,
                                &wanted.defence, &wanted.experience),
                         5);
        ck_assert_int_eq(level, count + 1);
        const srl_growth both[] = {walked, at(level)};
        for (int i = 0; i < 2; i++) {
            ck_assert_double_eq(both[i].hp, wanted.hp);
            ck_assert_double_eq(both[i].attack, wanted.attack);
            ck_assert_double_eq(both[i].defence, wanted.defence);
            ck_assert_double_eq(both[i].experience, wanted.experience);
        }
    }
    fclose(file);
    ck_assert_int_eq(count, rows);
}

START_TEST(players_grow_as_known)
{
    compare("player-levels.tsv", 30, srl_player_start(), srl_player_next, srl_player_at);
}
END_TEST

START_TEST(rats_grow_as_known)
{
    compare("rat-levels.tsv", 40, srl_rat_start(), srl_rat_next, srl_rat_at);
}
END_TEST

START_TEST(levels_below_the_first_are_the_first)
{
    ck_assert_double_eq(srl_player_at(0).hp, srl_player_at(1).hp);
    ck_assert_double_eq(srl_rat_at(-7).experience, srl_rat_at(1).experience);
}
END_TEST

START_TEST(rounding_up_is_that_of_c)
{
    static const double values[] = {
        0.0,
        0.25,
        1.0,
        1.0000000000000002,
        2.9999999999999996,
        -0.5,
        -1,
        -1.5,
        1e15,
        1e15 + 0.125,
        4503599627370495.5,
        9007199254740991.0,
        1e3,
        1.5e16,
        -3e300,
        1.7e308,
        -4503599627370495.5,
        0.1 + 0.2,
    };
    for (uint32_t i = 0; i < sizeof values / sizeof *values; i++)
        ck_assert_double_eq(srl_ceil(values[i]), ceil(values[i]));
    ck_assert(isinf(srl_ceil(INFINITY)) && isnan(srl_ceil(NAN)));
    double value = 1e-3;
    for (int i = 0; i < 100000; i++, value *= 1.0005) {
        ck_assert(srl_ceil(value) == ceil(value));
        ck_assert(srl_ceil(-value) == ceil(-value));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rules/srl growth");
    TCase *tests = tcase_create("growth");
    tcase_add_test(tests, players_grow_as_known);
    tcase_add_test(tests, rats_grow_as_known);
    tcase_add_test(tests, levels_below_the_first_are_the_first);
    tcase_add_test(tests, rounding_up_is_that_of_c);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
