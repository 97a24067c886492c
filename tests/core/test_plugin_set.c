/* SPDX-License-Identifier: MIT */
/* A set is loaded as a whole, from the files that provide what is wanted and what those require;
 * who is missing, or there twice, is named with what there is instead. A refused load leaves the
 * set as it was. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "support/plugin_texts.h"
#include <check.h>
#undef fail

static void make(void)
{
    kit_folder_make();
    const char *const folders[] = {"a", "b", "bad"};
    for (uint32_t i = 0; i < MOULT_COUNT(folders); i++)
        ck_assert_int_eq(mkdir(kit_at(folders[i]), 0700), 0);
    kit_compile("a/wolf.so", TEXT_PLUGIN, TEXT_NAMES("ai-wolf", "ai/wolf"));
    kit_compile("a/bear.so", TEXT_PLUGIN, TEXT_NAMES("ai-bear", "ai/bear") "-DANSWER=2");
    kit_compile("a/asker.so", TEXT_ASKER,
                TEXT_NAMES("ai-asker", "ai/asker") "-DNEEDS='\"ai/wolf\"' -DFLAGS=0");
    kit_compile("a/circle.so", TEXT_ASKER,
                TEXT_NAMES("ai-circle", "ai/circle") "-DNEEDS='\"ai/circle-2\"' -DFLAGS=0");
    kit_compile("a/circle-2.so", TEXT_ASKER,
                TEXT_NAMES("ai-circle-2", "ai/circle-2") "-DNEEDS='\"ai/circle\"' -DFLAGS=0");
    kit_compile("a/lost.so", TEXT_ASKER,
                TEXT_NAMES("ai-lost", "ai/lost") "-DNEEDS='\"ai/wlof\"' -DFLAGS=0");
    kit_compile("a/modest.so", TEXT_ASKER,
                TEXT_NAMES("ai-modest", "ai/modest") "-DNEEDS='\"ai/eagle\"' -DFLAGS=1");
    kit_compile("a/curious.so", TEXT_ASKER,
                TEXT_NAMES("ai-curious", "ai/curious") "-DNEEDS='\"ai/ill\"' -DFLAGS=1");
    kit_compile("a/den.so", TEXT_ASKER,
                TEXT_NAMES("ai-den", "ai/den") "-DNEEDS='\"den\"' -DFLAGS=0");
    kit_compile("b/wolf.so", TEXT_PLUGIN, TEXT_NAMES("ai-wolf", "ai/wolf") "-DANSWER=3");
    kit_compile("b/wolf-2.so", TEXT_PLUGIN, TEXT_NAMES("ai-wolf-2", "ai/wolf") "-DANSWER=4");
    kit_compile(
        "bad/ill.so", TEXT_PLUGIN,
        TEXT_NAMES("ai-ill", "ai/ill") "-Dillness=nobody_has_this -Wl,-z,undefs "
                                       "-DANSWER='({extern int illness(void); illness();})'");
}

static moult__set set;
static moult__report report;

static void open_set(void)
{
    kit_set_make(&set);
    moult__set_scan(&set, kit_at("a"));
    memset(&report, 0, sizeof report);
}

static void close_set(void)
{
    moult__set_close(&set);
}

static moult_status want_file(const char *role, const char *slot, const char *file)
{
    moult__want want = {.role = ""};
    snprintf(want.role, sizeof want.role, "%s", role);
    snprintf(want.slot, sizeof want.slot, "%s", slot);
    snprintf(want.file, sizeof want.file, "%s", file);
    memset(&report, 0, sizeof report);
    return moult__set_load(&set, &want, 1, &report);
}

START_TEST(what_is_required_comes_along)
{
    ck_assert_msg(kit_set_want(&set, "ai/asker", &report) == MOULT_OK, "%s", report.text);
    ck_assert_uint_eq(set.build_count, 2);
    ck_assert_int_eq(text_ask(&set, "ai/wolf"), 1);
    const moult__native *native = moult__set_native(&set, "ai-asker.ask");
    ck_assert_int_eq(((int32_t(*)(void))native->function)(), 1);
}
END_TEST

START_TEST(two_that_need_each_other_are_loaded)
{
    ck_assert_int_eq(kit_set_want(&set, "ai/circle", &report), MOULT_OK);
    ck_assert_uint_eq(set.build_count, 2);
    ck_assert_int_eq(text_ask(&set, "ai/circle-2"), 1);
}
END_TEST

START_TEST(a_plugin_that_is_wanted_twice_is_loaded_once)
{
    ck_assert_int_eq(kit_set_want(&set, "ai/wolf ai/wolf", &report), MOULT_OK);
    ck_assert_int_eq(kit_set_want(&set, "ai/wolf", &report), MOULT_OK);
    ck_assert_uint_eq(set.build_count, 1);
}
END_TEST

START_TEST(an_optional_requirement_may_be_absent)
{
    ck_assert_int_eq(kit_set_want(&set, "ai/modest", &report), MOULT_OK);
    const moult__native *native = moult__set_native(&set, "ai-modest.ask");
    ck_assert_int_eq(((int32_t(*)(void))native->function)(), -1);
    ck_assert_str_eq(report.text, "");
    ck_assert_int_eq(report.status, MOULT_OK);
    ck_assert_str_eq(set.warnings, "");
}
END_TEST

START_TEST(an_optional_requirement_that_is_broken_is_told_of)
{
    moult__set_scan(&set, kit_at("bad"));
    ck_assert_int_eq(kit_set_want(&set, "ai/curious", &report), MOULT_OK);
    ck_assert_str_eq(kit_normal(set.warnings),
                     "error  ai-ill@1.0 load: the system can't load it (@/bad/ill.so): undefined "
                     "symbol: nobody_has_this. Link what it needs, or build with -Wl,-z,defs to "
                     "see it earlier\n");
    ck_assert_int_eq(report.status, MOULT_OK);
}
END_TEST

START_TEST(a_missing_requirement_is_refused_with_what_there_is)
{
    ck_assert_int_eq(kit_set_want(&set, "ai/lost", &report), MOULT_UNKNOWN);
    ck_assert_str_eq(report.text, "error  ai-lost@1.0 start: ai/wlof is required, and nobody "
                                  "provides it. Known: asker bear circle-2 circle curious den lost "
                                  "modest wolf (closest: ai/wolf)");
    ck_assert_int_eq(kit_set_want(&set, "mapgen/caves", &report), MOULT_UNKNOWN);
    ck_assert_str_eq(report.text, "error  moult load: mapgen/caves is required, and nobody "
                                  "provides it. Known: none");
    ck_assert_int_eq(kit_set_want(&set, "ai/den", &report), MOULT_UNKNOWN);
    ck_assert_str_eq(report.text, "error  ai-den@1.0 load: den is required, and nobody provides "
                                  "it. Bind it: --use den=NAME");
    ck_assert_uint_eq(set.build_count, 0);
    ck_assert_uint_eq(set.dispatch.slot_count, 0);
    ck_assert_uint_eq(kit_mappings(set.stage), 0);
}
END_TEST

START_TEST(two_files_that_provide_one_slot_are_both_named)
{
    moult__set_scan(&set, kit_at("b"));
    ck_assert_int_eq(kit_set_want(&set, "ai/asker", &report), MOULT_REFUSED);
    ck_assert_str_eq(kit_normal(report.text),
                     "error  ai-wolf-2@1.0 load: \"ai/wolf\" is already provided by ai-wolf@1.0 "
                     "(@/a/wolf.so), and by @/b/wolf-2.so too. Choose: --use ai/wolf=PATH");
    ck_assert_int_eq(want_file("", "ai/wolf", kit_at("b/wolf-2.so")), MOULT_OK);
    ck_assert_int_eq(kit_set_want(&set, "ai/asker", &report), MOULT_OK);
    ck_assert_int_eq(text_ask(&set, "ai/wolf"), 4);
}
END_TEST

START_TEST(one_plugin_in_two_files_is_refused)
{
    ck_assert_int_eq(kit_set_want(&set, "ai/wolf", &report), MOULT_OK);
    ck_assert_int_eq(want_file("", "", kit_at("b/wolf.so")), MOULT_REFUSED);
    ck_assert_str_eq(kit_normal(report.text),
                     "error  ai-wolf@1.0 load: plugin ai-wolf is there twice: @/a/wolf.so and "
                     "@/b/wolf.so. Remove one, or give it another name");
    ck_assert_int_eq(text_ask(&set, "ai/wolf"), 1);
}
END_TEST

START_TEST(a_file_that_has_something_else_is_refused)
{
    ck_assert_int_eq(want_file("", "ai/eagle", kit_at("a/wolf.so")), MOULT_UNKNOWN);
    ck_assert_str_eq(kit_normal(report.text),
                     "error  ai-wolf@1.0 load: it doesn't provide ai/eagle, "
                     "but: ai/wolf (@/a/wolf.so). Use it as what it is");
    ck_assert_int_eq(want_file("mapgen", "", kit_at("a/wolf.so")), MOULT_UNKNOWN);
    ck_assert_str_eq(kit_normal(report.text),
                     "error  ai-wolf@1.0 load: it provides no mapgen, but: "
                     "ai/wolf (@/a/wolf.so). Use it as what it is");
    ck_assert_uint_eq(set.build_count, 0);
}
END_TEST

START_TEST(a_refused_load_binds_no_role)
{
    moult__want wants[2] = {{.role = "den", .slot = "ai/wolf"}, {.slot = "ai/eagle"}};
    ck_assert_int_eq(moult__set_load(&set, wants, 2, &report), MOULT_UNKNOWN);
    ck_assert_ptr_null(moult__set_role_slot(&set, "den"));
    ck_assert_int_eq(moult__set_load(&set, wants, 1, &report), MOULT_OK);
    ck_assert_str_eq(moult__set_role_slot(&set, "den"), "ai/wolf");
    ck_assert_int_eq(kit_set_want(&set, "ai/den", &report), MOULT_OK);
}
END_TEST

START_TEST(whose_code_anybody_could_change_isnt_loaded)
{
    static const struct {
        const char *path;
        mode_t bad, good;
    } rows[] = {{"a", 0707, 0700}, {"a/wolf.so", 0706, 0700}};
    for (uint32_t i = 0; i < MOULT_COUNT(rows); i++) {
        char text[KIT_PATH];
        ck_assert_int_eq(chmod(kit_at(rows[i].path), rows[i].bad), 0);
        ck_assert_int_eq(kit_set_want(&set, "ai/wolf", &report), MOULT_REFUSED);
        ck_assert_int_eq(chmod(kit_at(rows[i].path), rows[i].good), 0);
        snprintf(text, sizeof text,
                 "error  @/%s: everybody may write to it, so anybody could run code as you. To "
                 "change that: chmod o-w @/%s",
                 rows[i].path, rows[i].path);
        ck_assert_str_eq(kit_normal(report.text), text);
        ck_assert_uint_eq(set.build_count, 0);
    }
}
END_TEST

START_TEST(whose_code_a_group_could_change_is_loaded_with_a_warning)
{
    ck_assert_int_eq(chmod(kit_at("a"), 0720), 0);
    ck_assert_int_eq(kit_set_want(&set, "ai/wolf ai/bear", &report), MOULT_OK);
    ck_assert_int_eq(chmod(kit_at("a"), 0700), 0);
    ck_assert_str_eq(kit_normal(set.warnings), "warn   @/a: its group may write to it. To change "
                                               "that: chmod g-w @/a\n");
}
END_TEST

START_TEST(a_folder_that_isnt_there_is_empty_and_other_files_are_left_out)
{
    uint32_t count = set.found_count;
    ck_assert_uint_eq(count, 9);
    kit_write(kit_at("b/text.so"), "text", 4);
    kit_write(kit_at("b/empty.so"), "", 0);
    ck_assert_int_eq(mkdir(kit_at("b/folder.so"), 0700), 0);
    ck_assert_int_eq(mkfifo(kit_at("b/pipe.so"), 0700), 0);
    moult__set_scan(&set, kit_at("nowhere"));
    moult__set_scan(&set, kit_at("b"));
    ck_assert_uint_eq(set.found_count, count + 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plugin set");
    TCase *group = tcase_create("all");
    tcase_add_unchecked_fixture(group, make, kit_folder_remove);
    tcase_add_checked_fixture(group, open_set, close_set);
    tcase_set_timeout(group, 60);
    tcase_add_test(group, what_is_required_comes_along);
    tcase_add_test(group, two_that_need_each_other_are_loaded);
    tcase_add_test(group, a_plugin_that_is_wanted_twice_is_loaded_once);
    tcase_add_test(group, an_optional_requirement_may_be_absent);
    tcase_add_test(group, an_optional_requirement_that_is_broken_is_told_of);
    tcase_add_test(group, a_missing_requirement_is_refused_with_what_there_is);
    tcase_add_test(group, two_files_that_provide_one_slot_are_both_named);
    tcase_add_test(group, one_plugin_in_two_files_is_refused);
    tcase_add_test(group, a_file_that_has_something_else_is_refused);
    tcase_add_test(group, a_refused_load_binds_no_role);
    tcase_add_test(group, whose_code_anybody_could_change_isnt_loaded);
    tcase_add_test(group, whose_code_a_group_could_change_is_loaded_with_a_warning);
    tcase_add_test(group, a_folder_that_isnt_there_is_empty_and_other_files_are_left_out);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
