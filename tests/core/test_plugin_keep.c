/* SPDX-License-Identifier: MIT */
/* What a reload keeps: rows, handles and hashes, in every world of the set, or else all as it was;
 * and what is left of builds that don't let go. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "support/plugin_many.h"
#include "support/plugin_texts.h"
#include <check.h>
#undef fail

#define WORLDS 2u

static moult__set set;
static moult__report report;
static char result[1024];
static moult_world *world[WORLDS];
static moult_id actor[WORLDS];
static moult_table table;

static void make(void)
{
    static const struct {
        const char *name, *flags;
    } builds[] = {
        {"i16.so", TEXT_COUNTER("i16", "1", "0", "1")},
        {"i16-b.so", TEXT_COUNTER("i16", "1", "0", "2")},
        {"i16-v2.so", TEXT_COUNTER("i16", "2", "0", "1")},
        {"i32.so", TEXT_COUNTER("i32", "1", "0", "1")},
        {"i8.so", TEXT_COUNTER("i8", "1", "0", "1")},
        {"refuses.so", TEXT_COUNTER("i32", "2", "MOULT_UNSUPPORTED", "1")},
    };
    kit_folder_make();
    for (uint32_t i = 0; i < MOULT_COUNT(builds); i++)
        kit_compile(builds[i].name, TEXT_MEMORY, builds[i].flags);
    kit_compile("forgets.so", TEXT_PLUGIN, TEXT_NAMES("ai-counter", "ai/counter"));
    ck_assert_int_eq(mkdir(kit_at("live"), 0700), 0);
}

static moult_status reload(const char *build)
{
    memset(&report, 0, sizeof report);
    kit_replace(kit_at(build), kit_at("live/counter.so"));
    return moult__set_reload(&set, result, sizeof result, &report);
}

static void open_set(void)
{
    kit_replace(kit_at("i16.so"), kit_at("live/counter.so"));
    kit_set_make(&set);
    moult__set_scan(&set, kit_at("live"));
    ck_assert_msg(kit_set_want(&set, "ai/counter", &report) == MOULT_OK, "%s", report.text);
    table = moult__set_handle(&set, "counter.memory");
    for (uint32_t i = 0; i < WORLDS; i++) {
        world[i] = moult__set_world_create(&set, NULL);
        ck_assert_int_eq(moult__world_seed(world[i], (const uint8_t *)"w", 1), MOULT_OK);
        moult_id level = moult__level_create(world[i], 9, 9, 1);
        actor[i] = moult__create(world[i], MOULT_SCOPE_ACTOR, level, 1, 1);
        int16_t *times = moult__edit(world[i], table, actor[i]);
        *times = (int16_t)(100 + 100 * (int32_t)i);
    }
}

static void close_set(void)
{
    for (uint32_t i = 0; i < WORLDS; i++)
        moult__set_world_free(&set, world[i]);
    moult__set_close(&set);
}

/* The archetype's next decision in a world, which counts there. */
static moult_status decide(uint32_t i)
{
    const moult__slot *slot = moult__set_slot(&set, "ai/counter");
    const moult_ai_1 *functions = slot->functions;
    return functions->decide(world[i], NULL, moult__edit(world[i], slot->memory, actor[i]), NULL);
}

START_TEST(an_archetype_remembers_over_a_reload)
{
    const void *row = moult__read(world[0], table, actor[0]);
    ck_assert_int_eq(decide(0), 101);
    uint64_t hash[WORLDS] = {moult__hash(world[0]), moult__hash(world[1])};
    ck_assert_int_eq(reload("i16-b.so"), 1);
    moult__set_retire(&set);
    for (uint32_t i = 0; i < WORLDS; i++)
        ck_assert_uint_eq(moult__hash(world[i]), hash[i]);
    ck_assert_uint_eq(moult__set_handle(&set, "counter.memory"), table);
    ck_assert_ptr_eq(moult__read(world[0], table, actor[0]), row);
    ck_assert_int_eq(decide(0), 103);
    ck_assert_int_eq(decide(1), 202);
}
END_TEST

START_TEST(all_worlds_of_a_set_are_migrated)
{
    ck_assert_msg(reload("i32.so") == 1, "%s", report.text);
    moult__set_retire(&set);
    for (uint32_t i = 0; i < WORLDS; i++) {
        ck_assert_int_eq(*(const int32_t *)moult__read(world[i], table, actor[i]),
                         100 + 100 * (int32_t)i);
        ck_assert_int_eq(decide(i), 101 + 100 * (int32_t)i);
        ck_assert_uint_eq(moult__hash(world[i]), moult__hash_whole(world[i]));
    }
    moult_world *later = moult__set_world_create(&set, NULL);
    ck_assert_uint_eq(later->tables[table].layout.row_size, 4);
    moult__set_world_free(&set, later);
}
END_TEST

/* Refused: both worlds, and all of the set, are what they were. */
static void check_refused(const char *build, const char *text)
{
    const moult__build *before = set.builds[0];
    const moult__slot *slots = set.dispatch.slots;
    uint32_t stamp = set.stamp, tables = set.table_count;
    uint64_t hash[WORLDS] = {moult__hash(world[0]), moult__hash(world[1])};
    ck_assert_int_lt(reload(build), 0);
    ck_assert_str_eq(report.text, text);
    ck_assert_ptr_eq(set.builds[0], before);
    ck_assert_ptr_eq(set.dispatch.slots, slots);
    ck_assert_uint_eq(set.stamp, stamp);
    ck_assert_uint_eq(set.table_count, tables);
    ck_assert_uint_eq(set.retired_count, 0);
    for (uint32_t i = 0; i < WORLDS; i++) {
        ck_assert_uint_eq(moult__hash(world[i]), hash[i]);
        ck_assert_uint_eq(moult__hash_whole(world[i]), hash[i]);
        ck_assert_int_eq(decide(i), 101 + 100 * (int32_t)i);
    }
    moult__set_retire(&set);
    ck_assert_uint_eq(kit_mappings("ai-counter.1.so") > 0, 1);
    ck_assert_uint_eq(kit_mappings("ai-counter.2.so"), 0);
}

START_TEST(a_value_that_doesnt_fit_in_one_world_changes_none)
{
    check_refused("i8.so", "error  ai-counter@1.0 migrate: counter.memory row 1: times is 200, "
                           "which doesn't fit i8 (it was i16). Keep the wider type, or bring the "
                           "value into range first");
}
END_TEST

START_TEST(a_migrate_function_may_refuse)
{
    check_refused("refuses.so",
                  "error  ai-counter@1.0 migrate: counter.memory row 1: its migrate function "
                  "refused the step from version 1 to 2 (not supported). Reload the build that had "
                  "version 1");
}
END_TEST

START_TEST(a_new_version_of_equal_fields_is_a_migration_too)
{
    uint64_t hash = moult__hash(world[0]);
    ck_assert_int_eq(reload("i16-v2.so"), 1);
    ck_assert_uint_eq(world[0]->tables[table].layout.version, 2);
    ck_assert_uint_eq(moult__hash(world[0]), hash);
    ck_assert_int_eq(decide(1), 201);
}
END_TEST

START_TEST(nothing_points_into_a_build_whose_table_is_nobodys)
{
    ck_assert_ptr_nonnull(world[0]->tables[table].layout.migrate);
    ck_assert_int_eq(reload("forgets.so"), 1);
    moult__set_retire(&set);
    ck_assert_int_eq(text_ask(&set, "ai/counter"), 1);
    ck_assert_uint_eq(moult__set_slot(&set, "ai/counter")->memory, 0);
    for (uint32_t i = 0; i < WORLDS; i++) {
        ck_assert_ptr_null(world[i]->tables[table].layout.migrate);
        ck_assert_int_eq(*(const int16_t *)moult__read(world[i], table, actor[i]),
                         100 + 100 * (int32_t)i);
    }
    ck_assert_int_eq(reload("i32.so"), 1);
    ck_assert_uint_eq(moult__set_handle(&set, "counter.memory"), table);
    ck_assert_int_eq(decide(0), 101);
}
END_TEST

/* -- builds that stay -------------------------------------------------------------------------- */

/* A library that promised a thread something stays mapped. */
START_TEST(a_build_that_is_pinned_is_parked_and_the_new_code_runs)
{
    moult__set pinned;
    kit_take("zoo/pin_tls_destructor.so", "live/pin.so", 0);
    kit_set_make(&pinned);
    moult__set_scan(&pinned, kit_at("live"));
    ck_assert_msg(kit_set_want(&pinned, "ai/animal", &report) >= 0, "%s", report.text);
    for (uint32_t i = 1; i <= 3; i++) {
        char text[256];
        const void *old = moult__set_slot(&pinned, "ai/animal")->functions;
        kit_take("zoo/pin_tls_destructor.so", "live/pin.so", i);
        ck_assert_msg(moult__set_reload(&pinned, result, sizeof result, &report) == 1, "%s",
                      report.text);
        ck_assert_ptr_ne(moult__set_slot(&pinned, "ai/animal")->functions, old);
        ck_assert_int_eq(text_ask(&pinned, "ai/animal"), 0);
        moult__set_retire(&pinned);
        ck_assert_uint_eq(pinned.parked, i);
        snprintf(text, sizeof text,
                 "warn   ai-animal@1.0.0 reload: generation %u couldn't be unloaded, something in "
                 "it is pinned. It stays in memory, and isn't called any more\n",
                 i);
        ck_assert_str_eq(pinned.warnings, text);
        pinned.warnings[0] = 0;
    }
    moult__set_close(&pinned);
    ck_assert_int_eq(remove(kit_at("live/pin.so")), 0);
}
END_TEST

START_TEST(a_thousand_reloads_leave_nothing_behind)
{
    kit_reload_many(1000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plugin keep");
    TCase *group = tcase_create("rows");
    tcase_add_unchecked_fixture(group, make, kit_folder_remove);
    tcase_add_checked_fixture(group, open_set, close_set);
    tcase_set_timeout(group, 60);
    tcase_add_test(group, an_archetype_remembers_over_a_reload);
    tcase_add_test(group, all_worlds_of_a_set_are_migrated);
    tcase_add_test(group, a_value_that_doesnt_fit_in_one_world_changes_none);
    tcase_add_test(group, a_migrate_function_may_refuse);
    tcase_add_test(group, a_new_version_of_equal_fields_is_a_migration_too);
    tcase_add_test(group, nothing_points_into_a_build_whose_table_is_nobodys);
    suite_add_tcase(suite, group);
    TCase *stay = tcase_create("builds");
    tcase_add_unchecked_fixture(stay, make, kit_folder_remove);
    tcase_set_timeout(stay, 100);
    tcase_add_test(stay, a_build_that_is_pinned_is_parked_and_the_new_code_runs);
    tcase_add_test(stay, a_thousand_reloads_leave_nothing_behind);
    suite_add_tcase(suite, stay);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
