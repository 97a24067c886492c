/* SPDX-License-Identifier: MIT */
/* What a supervisor is told about loaded builds is true of the process that loaded them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "core/supervisor/roster.h"
#include "support/plugin_texts.h"
#include <check.h>
#undef fail

static moult__set set;
static moult__shared shared;
static moult__report report;
static char result[256];

static void make(void)
{
    kit_folder_make();
    ck_assert_int_eq(mkdir(kit_at("live"), 0700), 0);
    kit_compile("1.so", TEXT_PLUGIN, TEXT_NAMES("ai-wolf", "ai/wolf") "-DANSWER=1");
    kit_compile("2.so", TEXT_PLUGIN, TEXT_NAMES("ai-wolf", "ai/wolf") "-DANSWER=2");
    kit_compile("live/asker.so", TEXT_ASKER,
                TEXT_NAMES("ai-asker", "ai/asker") "-DNEEDS='\"ai/wolf\"' -DFLAGS=0");
    kit_replace(kit_at("1.so"), kit_at("live/wolf.so"));
    kit_set_make(&set);
    moult__set_scan(&set, kit_at("live"));
    ck_assert_msg(kit_set_want(&set, "ai/asker ai/wolf", &report) == MOULT_OK, "%s", report.text);
    moult__roster_write(&shared, &set);
}

static void end(void)
{
    moult__set_close(&set);
    kit_folder_remove();
}

static const moult__roster_entry *entry_of(const char *label)
{
    for (uint32_t i = 0; i < shared.roster_count; i++)
        if (strcmp(shared.roster[i].label, label) == 0)
            return &shared.roster[i];
    ck_abort_msg("%s isn't there", label);
    return NULL;
}

/* From the process's own memory map: where a file begins and ends. */
static void mapped(const char *path, uint64_t *start, uint64_t *end_at)
{
    FILE *maps = fopen("/proc/self/maps", "re");
    char line[1024];
    unsigned long long from, to;
    *start = *end_at = 0;
    ck_assert_ptr_nonnull(maps);
    while (fgets(line, sizeof line, maps) != NULL) {
        if (strstr(line, path) == NULL || sscanf(line, "%llx-%llx", &from, &to) != 2)
            continue;
        *start = *start == 0 ? from : *start;
        *end_at = to;
    }
    fclose(maps);
}

START_TEST(every_build_has_its_place)
{
    ck_assert_uint_eq(shared.roster_count, 2);
    for (uint32_t i = 0; i < shared.roster_count; i++) {
        const moult__roster_entry *entry = &shared.roster[i];
        uint64_t start, end_at;
        mapped(entry->staged, &start, &end_at);
        ck_assert_uint_ne(start, 0);
        ck_assert_uint_eq(entry->start, start);
        ck_assert_uint_gt(entry->end, start);
        ck_assert_uint_le(entry->end, end_at + 4096); /* what is zero at first has no file */
        ck_assert_uint_gt(entry->end + 4096, end_at);
        ck_assert_str_eq(entry->path, set.builds[i]->path);
        ck_assert_uint_eq(entry->text, (uintptr_t)set.builds[i]->label);
        ck_assert_uint_eq(entry->content, set.builds[i]->identity.content);
        ck_assert_uint_eq(entry->generation, 1);
        ck_assert_str_eq(entry->previous, "");
    }
    ck_assert(shared.roster[0].end <= shared.roster[1].start ||
              shared.roster[1].end <= shared.roster[0].start);
}
END_TEST

START_TEST(functions_have_their_names_and_lie_within)
{
    const moult__roster_entry *wolf = entry_of("ai-wolf@1.0"), *asker = entry_of("ai-asker@1.0");
    const moult_ai_1 *functions = moult__set_slot(&set, "ai/wolf")->functions;
    ck_assert_uint_eq(wolf->function_count, 1);
    ck_assert_str_eq(wolf->functions[0].name, "decide");
    ck_assert_uint_eq(wolf->functions[0].address, (uintptr_t)functions->decide);
    ck_assert_uint_eq(asker->function_count, 2);
    ck_assert_str_eq(asker->functions[0].name, "decide");
    ck_assert_str_eq(asker->functions[1].name, "ai-asker.ask");
    ck_assert_uint_eq(asker->functions[1].address,
                      (uintptr_t)moult__set_native(&set, "ai-asker.ask")->function);
    for (uint32_t i = 0; i < shared.roster_count; i++)
        for (uint32_t f = 0; f < shared.roster[i].function_count; f++) {
            ck_assert_uint_ge(shared.roster[i].functions[f].address, shared.roster[i].start);
            ck_assert_uint_lt(shared.roster[i].functions[f].address, shared.roster[i].end);
        }
}
END_TEST

/* An interface's functions in the order of its struct, as many as there is room for. */
START_TEST(the_rules_have_all_of_theirs)
{
    static const char *const names[] = {"start", "turn",      "choose", "describe", "menu", "cost",
                                        "lure",  "attention", "look",   "tune",     "score"};
    moult__set rogue;
    kit_set_make(&rogue);
    kit_set_rogue(&rogue);
    ck_assert_msg(kit_set_want(&rogue, "rules/rogue combat/rogue items/rogue bestiary/rogue",
                               &report) == MOULT_OK,
                  "%s", report.text);
    moult__roster_write(&shared, &rogue);
    char label[64];
    snprintf(label, sizeof label, "%s", moult__slot_owner(moult__set_slot(&rogue, "rules/rogue")));
    const moult__roster_entry *entry = entry_of(label);
    ck_assert_uint_ge(entry->function_count, MOULT_COUNT(names));
    ck_assert_uint_le(entry->function_count, MOULT__ROSTER_FUNCTIONS);
    for (uint32_t i = 0; i < MOULT_COUNT(names); i++)
        ck_assert_str_eq(entry->functions[i].name, names[i]);
    moult__set_close(&rogue);
}
END_TEST

START_TEST(after_a_reload_the_generation_before_is_named)
{
    uint64_t content = entry_of("ai-wolf@1.0")->content;
    char staged[MOULT__PATH_SIZE];
    snprintf(staged, sizeof staged, "%s", entry_of("ai-wolf@1.0")->staged);
    kit_replace(kit_at("2.so"), kit_at("live/wolf.so"));
    ck_assert_int_eq(moult__set_reload(&set, result, sizeof result, &report), 1);
    moult__set_retire(&set);
    moult__roster_write(&shared, &set);
    const moult__roster_entry *wolf = entry_of("ai-wolf@1.0");
    ck_assert_uint_eq(shared.roster_count, 2);
    ck_assert_uint_eq(wolf->generation, 2);
    ck_assert_str_eq(wolf->previous, staged);
    ck_assert_uint_eq(wolf->previous_generation, 1);
    ck_assert_uint_eq(wolf->previous_content, content);
    ck_assert_uint_ne(wolf->content, content);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("roster");
    TCase *group = tcase_create("all");
    tcase_add_checked_fixture(group, make, end);
    tcase_set_timeout(group, 60);
    tcase_add_test(group, every_build_has_its_place);
    tcase_add_test(group, functions_have_their_names_and_lie_within);
    tcase_add_test(group, the_rules_have_all_of_theirs);
    tcase_add_test(group, after_a_reload_the_generation_before_is_named);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
