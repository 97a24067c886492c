/* SPDX-License-Identifier: MIT */
/* The trace: without one the functions in the dispatch are the plugins' own; with one calls are
 * counted, answered as before, and told in a file that is always whole. */
#include <check.h>
#include <moult/moult.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "core/system/files.h"
#include "core/trace/trace.h"
#include "support/plugin_kit.h"

static moult__set set;
static moult__report report;
static moult__trace *trace;

static void enter(void)
{
    memset(&report, 0, sizeof report);
    trace = NULL;
    kit_set_make(&set);
    kit_set_rogue(&set);
    ck_assert_msg(kit_set_want(&set, "rules/rogue ai/chaser ai/idle", &report) >= 0, "%s",
                  report.text);
}

static void leave(void)
{
    moult__trace_close(trace);
    moult__set_close(&set);
}

static void open_trace(const char *slots, const char *file)
{
    const moult_status status = moult__trace_open(&set, slots, file, 0, &trace, &report);
    ck_assert_msg(status >= 0, "%s", report.text);
}

/* The struct that a build's own descriptor has for a slot. */
static const void *declared(const moult__slot *slot)
{
    const moult_plugin *plugin = slot->build != NULL ? slot->build->plugin : NULL;
    for (uint32_t i = 0; plugin != NULL && i < plugin->provide_count; i++) {
        const moult_provide *provide = moult__entry(plugin->provides, i);
        if (strcmp(provide->slot, slot->name) == 0)
            return provide->functions;
    }
    return slot->functions; /* the core's */
}

/* How many slots are called by other functions than the plugin's own, and wants to be bound. */
static uint32_t wrapped(void)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < set.dispatch.slot_count; i++)
        count += set.dispatch.slots[i].functions != declared(&set.dispatch.slots[i]);
    for (uint32_t b = 0; b < set.build_count; b++)
        for (uint32_t i = 0; i < set.builds[b]->plugin->requirement_count; i++) {
            const moult_require *require = moult__entry(set.builds[b]->plugin->requirements, i);
            const moult__slot *slot = strchr(require->slot, '/') != NULL
                                          ? moult__set_slot(&set, require->slot)
                                          : moult__set_role(&set, require->slot);
            ck_assert_ptr_eq(*require->bind, slot != NULL ? slot->functions : NULL);
        }
    return count;
}

START_TEST(off_the_functions_are_the_plugins_own)
{
    ck_assert_uint_eq(wrapped(), 0);
    open_trace("ai/*,combat", NULL);
    ck_assert_uint_eq(wrapped(), 4); /* with the rules, by whose turns shares are measured */
    ck_assert_ptr_ne(moult__set_slot(&set, "ai/idle")->functions,
                     declared(moult__set_slot(&set, "ai/idle")));
    moult__trace_close(trace);
    trace = NULL;
    ck_assert_uint_eq(wrapped(), 0);
}
END_TEST

static void strike(int32_t times)
{
    const moult__slot *slot = moult__set_slot(&set, "combat/rogue");
    const moult_combat_1 *called = slot->functions, *own = slot->own;
    for (int32_t i = 0; i < times; i++) {
        const moult_attack attack = {.size = sizeof attack, .skill = 3, .damage = 5, .roll = i};
        moult_blow a = {.size = sizeof a}, b = {.size = sizeof b};
        ck_assert_int_eq(called->resolve(&attack, &a), own->resolve(&attack, &b));
        ck_assert_mem_eq(&a, &b, sizeof a);
    }
    /* What is refused is refused. */
    moult_creature creature = {.size = sizeof creature};
    const moult_bestiary_1 *bestiary = moult__set_slot(&set, "bestiary/rogue")->functions;
    ck_assert_int_lt(bestiary->describe(UINT32_MAX, &creature), 0);
}

static const char *summary(void)
{
    static char text[4096];
    FILE *out = fmemopen(text, sizeof text, "w");
    moult__trace_summary(trace, out);
    fclose(out);
    return text;
}

START_TEST(calls_are_counted_and_answered_as_before)
{
    open_trace("combat/rogue,bestiary", NULL);
    strike(50);
    ck_assert_msg(strstr(summary(), "combat/rogue resolve                    50 ") != NULL, "%s",
                  summary());
    ck_assert_msg(strstr(summary(), "bestiary/rogue describe                  1 ") != NULL, "%s",
                  summary());
}
END_TEST

/* Calls in the file as jq counts them; the test fails when it isn't JSON. */
static int32_t told(const char *file, const char *filter)
{
    char command[1200], number[32] = "";
    snprintf(command, sizeof command,
             "jq '[.traceEvents[] | select(.ph == \"X\" and (%s))] | "
             "length' '%s'",
             filter, file);
    FILE *jq = popen(command, "r");
    ck_assert_ptr_nonnull(fgets(number, sizeof number, jq));
    ck_assert_int_eq(pclose(jq), 0);
    return atoi(number);
}

START_TEST(the_file_is_whole_at_every_rest)
{
    const char *file = kit_at("trace.json");
    open_trace("combat", file);
    ck_assert_int_eq(told(file, "true"), 0);
    strike(7);
    moult__trace_rest(trace);
    ck_assert_int_eq(told(file, "true"), 7);
    strike(20000); /* more than are gathered at once */
    ck_assert_int_ge(told(file, "true"), 7 + 16384);
    moult__trace_rest(trace);
    ck_assert_int_eq(told(file, "true"), 20007);
    ck_assert_int_eq(told(file, ".cat == \"combat/rogue\" and .name == \"resolve\" and .ts > 0 and "
                                ".dur >= 0 and .args.result == 0 and (.args.\"0\" | "
                                "startswith(\"0x\"))"),
                     20007);
    moult__trace_close(trace);
    trace = NULL;
    /* Another process goes on with it; a new trace begins anew. */
    ck_assert_int_ge(moult__trace_open(&set, "combat", file, 1, &trace, &report), 0);
    strike(3);
    moult__trace_close(trace);
    trace = NULL;
    ck_assert_int_eq(told(file, "true"), 20010);
    open_trace("combat", file);
    ck_assert_int_eq(told(file, "true"), 0);
}
END_TEST

START_TEST(a_reload_wraps_the_new_build)
{
    char result[512];
    ck_assert_int_eq(mkdir(kit_at("live"), 0700), 0);
    kit_take("plugins/ai-idle.so", "live/ai-idle.so", 0);
    moult__set_close(&set);
    enter();
    open_trace("ai/*", NULL);
    const void *before = moult__set_slot(&set, "ai/idle")->functions;
    const void *chaser = moult__set_slot(&set, "ai/chaser")->functions;
    kit_take("plugins/ai-idle.so", "live/ai-idle.so", 8);
    ck_assert_msg(moult__set_reload(&set, result, sizeof result, &report) == 1, "%s%s", result,
                  report.text);
    ck_assert_uint_eq(wrapped(), 3);
    ck_assert_ptr_ne(moult__set_slot(&set, "ai/idle")->functions, before);
    ck_assert_ptr_eq(moult__set_slot(&set, "ai/chaser")->functions, chaser);
    moult__set_retire(&set);
    moult__trace_rest(trace);
    ck_assert_uint_eq(wrapped(), 3);
    moult__trace_close(trace);
    trace = NULL;
    ck_assert_uint_eq(wrapped(), 0);
}
END_TEST

START_TEST(what_is_not_there_is_refused)
{
    ck_assert_int_eq(moult__trace_open(&set, "ai/idel", NULL, 0, &trace, &report), MOULT_UNKNOWN);
    ck_assert_str_eq(report.text, "error  trace: no slot is called \"ai/idel\" (did you mean "
                                  "\"ai/idle\"?). moult list shows them");
    ck_assert_int_eq(moult__trace_open(&set, "ai/idle", "/nowhere/x", 0, &trace, &report),
                     MOULT_IO);
    ck_assert_ptr_null(trace);
    ck_assert_uint_eq(wrapped(), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trace");
    TCase *group = tcase_create("trace");
    tcase_set_timeout(group, 60);
    tcase_add_unchecked_fixture(group, kit_folder_make, kit_folder_remove);
    tcase_add_checked_fixture(group, enter, leave);
    tcase_add_test(group, off_the_functions_are_the_plugins_own);
    tcase_add_test(group, calls_are_counted_and_answered_as_before);
    tcase_add_test(group, the_file_is_whole_at_every_rest);
    tcase_add_test(group, a_reload_wraps_the_new_build);
    tcase_add_test(group, what_is_not_there_is_refused);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
