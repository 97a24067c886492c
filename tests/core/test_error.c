/* SPDX-License-Identifier: MIT */
/* Reports: their one shape, their exit codes, and the nearest spelling. */
#include "core/system/error.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

START_TEST(refusals_have_one_shape)
{
    moult__report report = {0};
    ck_assert_int_eq(moult__refuse(&report, MOULT_RANGE, "ai-wolf@0.3 load", "built for ABI %d", 2),
                     MOULT_RANGE);
    ck_assert_int_eq(report.status, MOULT_RANGE);
    ck_assert_str_eq(report.text, "error  ai-wolf@0.3 load: built for ABI 2");
    ck_assert_uint_eq(report.exit_code, MOULT__EXIT_PLUGIN);
    moult__refuse(&report, MOULT_IO, "saves/x", "no");
    ck_assert_uint_eq(report.exit_code, MOULT__EXIT_REFUSED);
}
END_TEST

START_TEST(warnings_go_on)
{
    moult__report report = {0};
    ck_assert_int_eq(moult__warn(&report, "a.so", "its group may write to it"), MOULT_OK);
    ck_assert_str_eq(report.text, "warn   a.so: its group may write to it");
    ck_assert_int_eq(report.status, MOULT_OK);
}
END_TEST

START_TEST(nobody_need_listen)
{
    ck_assert_int_eq(moult__refuse(NULL, MOULT_FULL, "x", "y"), MOULT_FULL);
    ck_assert_int_eq(moult__warn(NULL, "x", "y"), MOULT_OK);
}
END_TEST

START_TEST(a_report_can_wrap_itself)
{
    moult__report report = {0};
    moult__refuse(&report, MOULT_IO, "inner", "why");
    moult__refuse(&report, MOULT_IO, "outer", "%s", report.text);
    ck_assert_str_eq(report.text, "error  outer: error  inner: why");
}
END_TEST

START_TEST(a_report_is_one_line_for_any_name)
{
    moult__report report = {0};
    moult__refuse(&report, MOULT_IO, "a\nerror  b", "\x1b[2J\x7f\té");
    ck_assert_str_eq(report.text, "error  a?error  b: ?[2J??é");
}
END_TEST

START_TEST(long_texts_end_in_dots_at_a_whole_character)
{
    char text[3000];
    for (size_t pad = 0; pad < 4; pad++) {
        memset(text, 'x', pad);
        for (size_t i = pad; i + 3 < sizeof text; i += 3)
            memcpy(text + i, "あ", 4);
        moult__report report = {0};
        moult__refuse(&report, MOULT_IO, "s", "%s", text);
        size_t length = strlen(report.text);
        ck_assert_uint_ge(length, MOULT__REPORT_SIZE - 4);
        ck_assert_uint_lt(length, MOULT__REPORT_SIZE);
        ck_assert_str_eq(report.text + length - 6, "あ...");
        moult__refuse(&report, MOULT_IO, text, "why");
        ck_assert_str_eq(report.text + strlen(report.text) - 3, "...");
    }
}
END_TEST

START_TEST(the_longest_text_that_fits_is_whole)
{
    char text[MOULT__REPORT_SIZE];
    size_t room = MOULT__REPORT_SIZE - 1 - strlen("error  s: ");
    memset(text, 'y', room);
    text[room] = 0;
    moult__report report = {0};
    moult__refuse(&report, MOULT_IO, "s", "%s", text);
    ck_assert_uint_eq(strlen(report.text), MOULT__REPORT_SIZE - 1);
    ck_assert_int_eq(report.text[MOULT__REPORT_SIZE - 2], 'y');
}
END_TEST

START_TEST(the_closest_name_is_found)
{
    static const char *const known[] = {"weight", "height", "mapgen", "combat", "ai", "items"};
    static const struct {
        const char *name, *closest;
    } cases[] = {
        {"wieght", "weight"},  {"weight", "weight"}, {"heigt", "height"},  {"mapgn", "mapgen"},
        {"mapgens", "mapgen"}, {"nampeg", NULL},     {"kombad", "combat"}, {"kombed", NULL},
        {"ia", NULL}, /* one of two letters is more than a third */
        {"ai", "ai"},          {"", NULL},           {"zzzzzz", NULL},
    };
    for (uint32_t i = 0; i < MOULT_COUNT(cases); i++)
        ck_assert_pstr_eq(moult__closest(cases[i].name, known, MOULT_COUNT(known)),
                          cases[i].closest);
    ck_assert_ptr_null(moult__closest("weight", NULL, 0));
}
END_TEST

START_TEST(very_long_names_are_close_to_nothing)
{
    char name[400];
    const char *known[] = {name, "short"};
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = 0;
    ck_assert_ptr_null(moult__closest(name, known, 2));
    ck_assert_pstr_eq(moult__closest("shart", known, 2), "short");
    name[MOULT_NAME_SIZE - 1] = 0;
    ck_assert_ptr_eq(moult__closest(name, known, 2), name);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("error");
    TCase *group = tcase_create("all");
    tcase_add_test(group, refusals_have_one_shape);
    tcase_add_test(group, warnings_go_on);
    tcase_add_test(group, nobody_need_listen);
    tcase_add_test(group, a_report_can_wrap_itself);
    tcase_add_test(group, a_report_is_one_line_for_any_name);
    tcase_add_test(group, long_texts_end_in_dots_at_a_whole_character);
    tcase_add_test(group, the_longest_text_that_fits_is_whole);
    tcase_add_test(group, the_closest_name_is_found);
    tcase_add_test(group, very_long_names_are_close_to_nothing);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
