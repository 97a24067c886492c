/* SPDX-License-Identifier: MIT */
/* What a set does without a build that was blamed: its previous generation in its place, a
 * stand-in, or nothing; and how it comes back once its file has changed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include "support/plugin_texts.h"
#include <check.h>
#undef fail

#define WOLF TEXT_NAMES("ai-wolf", "ai/wolf")

/* Two archetypes of one plugin. */
#define TEXT_PACK                                                                       \
    TEXT_ANIMAL                                                                         \
    "static const moult_provide both[] = {\n"                                           \
    "    MOULT_PROVIDE(SLOT, MOULT_AI_INTERFACE, MOULT_AI_SHAPE, &functions),\n"        \
    "    MOULT_PROVIDE(\"ai/cub\", MOULT_AI_INTERFACE, MOULT_AI_SHAPE, &functions)};\n" \
    "MOULT_PLUGIN(PLUGIN, \"1.0\", \"\", SLOT \" ai/cub\", .provides = both, "          \
    ".provide_count = 2)\n"

static void make(void)
{
    kit_folder_make();
    kit_compile("1.so", TEXT_PLUGIN, WOLF "-DANSWER=1");
    kit_compile("2.so", TEXT_PLUGIN, WOLF "-DANSWER=2");
    kit_compile("3.so", TEXT_PLUGIN, WOLF "-DANSWER=3");
    kit_compile("mine-2.so", TEXT_PLUGIN, TEXT_NAMES("my-wolf", "ai/wolf") "-DANSWER=2");
    kit_compile("mine-3.so", TEXT_PLUGIN, TEXT_NAMES("my-wolf", "ai/wolf") "-DANSWER=3");
    kit_compile("pack.so", TEXT_PACK, WOLF "-DANSWER=2");
    kit_compile("bear-1.so", TEXT_PLUGIN, TEXT_NAMES("ai-bear", "ai/bear") "-DANSWER=1");
    kit_compile("bear-2.so", TEXT_PLUGIN, TEXT_NAMES("ai-bear", "ai/bear") "-DANSWER=2");
    kit_compile("asker.so", TEXT_ASKER,
                TEXT_NAMES("ai-asker", "ai/asker") "-DNEEDS='\"ai/wolf\"' -DFLAGS=0");
}

static moult__set set;
static moult__report report;
static char result[1024];

static void open_set(void)
{
    memset(&report, 0, sizeof report);
    ck_assert_int_eq(mkdir(kit_at("live"), 0700), 0);
    ck_assert_int_eq(mkdir(kit_at("kept"), 0700), 0);
    ck_assert_int_eq(mkdir(kit_at("mine"), 0700), 0);
    kit_set_make(&set);
}

static void close_set(void)
{
    moult__set_close(&set);
    ck_assert_int_eq(system("cd \"$XDG_RUNTIME_DIR\" && rm -r live kept mine"), 0);
}

/* The file's content as it is now is blamed. `kept`: what is loaded in its place; NULL: nothing. */
static void blame(const char *file, const char *label, const char *kept, uint32_t times)
{
    moult__instead instead = {.staged_generation = 4, .blamed_generation = 5, .times = times};
    uint64_t count;
    uint8_t *bytes = kit_read(kit_at(file), &count);
    instead.blamed = XXH3_64bits(bytes, count);
    free(bytes);
    snprintf(instead.path, sizeof instead.path, "%s", kit_at(file));
    snprintf(instead.label, sizeof instead.label, "%s", label);
    snprintf(instead.staged, sizeof instead.staged, "%s", kept != NULL ? kit_at(kept) : "");
    ck_assert_int_eq(moult__set_instead(&set, &instead), MOULT_OK);
}

static void want(moult__want *out, const char *role, const char *slot, const char *file,
                 const char *otherwise)
{
    memset(out, 0, sizeof *out);
    snprintf(out->role, sizeof out->role, "%s", role);
    snprintf(out->slot, sizeof out->slot, "%s", slot);
    snprintf(out->file, sizeof out->file, "%s", file[0] != 0 ? kit_at(file) : "");
    snprintf(out->otherwise, sizeof out->otherwise, "%s", otherwise);
}

static void load(const char *slots)
{
    moult__set_scan(&set, kit_at("live"));
    ck_assert_msg(kit_set_want(&set, slots, &report) == MOULT_OK, "%s", report.text);
}

static moult_status reload(int32_t again)
{
    moult__reload *reload;
    memset(&report, 0, sizeof report);
    moult_status status = moult__reload_look(&set, again, &reload, result, sizeof result, &report);
    if (reload != NULL)
        status = moult__reload_commit(reload, result, sizeof result, &report);
    moult__set_retire(&set);
    return status;
}

static void check_result(const char *text)
{
    ck_assert_msg(strncmp(kit_normal(result), text, strlen(text)) == 0, "%s", result);
}

static void check_unchanged(int32_t again, const char *before)
{
    char text[512];
    snprintf(text, sizeof text, "%sunchanged: no plugin's file has another content\n", before);
    ck_assert_int_eq(reload(again), 0);
    ck_assert_str_eq(kit_normal(result), text);
}

static const char blamed_twice[] = "warn   ai-wolf@1.0 reload: this build was blamed twice, it "
                                   "stays out until its file changes (@/live/wolf.so)\n";

static int32_t ask_of(const char *native)
{
    return ((int32_t(*)(void))moult__set_native(&set, native)->function)();
}

static const char *role(const char *name)
{
    return moult__set_role(&set, name) != NULL ? moult__set_role_slot(&set, name) : "nobody";
}

/* -- the generation before, in its place ------------------------------------------------------- */

/* The second build is blamed, the first is kept. */
static void load_kept(uint32_t times)
{
    kit_replace(kit_at("2.so"), kit_at("live/wolf.so"));
    kit_replace(kit_at("1.so"), kit_at("kept/ai-wolf.7.so"));
    kit_replace(kit_at("bear-1.so"), kit_at("live/bear.so"));
    blame("live/wolf.so", "ai-wolf@1.0", "kept/ai-wolf.7.so", times);
    load("ai/wolf ai/bear");
}

START_TEST(the_generation_before_is_loaded_under_the_old_path)
{
    ck_assert_int_eq(chmod(kit_at("kept"), 0777), 0);
    load_kept(1);
    const moult__build *build = moult__set_slot(&set, "ai/wolf")->build;
    uint64_t count;
    uint8_t *bytes = kit_read(kit_at("1.so"), &count);
    ck_assert_int_eq(text_ask(&set, "ai/wolf"), 1);
    ck_assert_str_eq(kit_normal(build->path), "@/live/wolf.so");
    ck_assert_uint_eq(build->identity.content, XXH3_64bits(bytes, count));
    ck_assert_uint_eq(build->generation, 4);
    ck_assert_str_ne(kit_normal(build->staged), "@/kept/ai-wolf.7.so");
    ck_assert_str_eq(set.warnings, "");
    free(bytes);
}
END_TEST

START_TEST(the_folder_of_the_original_must_still_be_trusted)
{
    ck_assert_int_eq(chmod(kit_at("live"), 0777), 0);
    kit_replace(kit_at("2.so"), kit_at("live/wolf.so"));
    kit_replace(kit_at("1.so"), kit_at("kept/ai-wolf.7.so"));
    blame("live/wolf.so", "ai-wolf@1.0", "kept/ai-wolf.7.so", 1);
    moult__set_scan(&set, kit_at("live"));
    ck_assert_int_eq(kit_set_want(&set, "ai/wolf", &report), MOULT_REFUSED);
}
END_TEST

START_TEST(a_file_that_is_gone_is_no_matter)
{
    kit_replace(kit_at("2.so"), kit_at("live/wolf.so"));
    kit_replace(kit_at("1.so"), kit_at("kept/ai-wolf.7.so"));
    blame("live/wolf.so", "ai-wolf@1.0", "kept/ai-wolf.7.so", 1);
    moult__want wolf;
    want(&wolf, "", "ai/wolf", "live/wolf.so", "");
    ck_assert_int_eq(unlink(kit_at("live/wolf.so")), 0);
    ck_assert_msg(moult__set_load(&set, &wolf, 1, &report) == MOULT_OK, "%s", report.text);
    ck_assert_int_eq(text_ask(&set, "ai/wolf"), 1);
    kit_replace(kit_at("3.so"), kit_at("live/wolf.so"));
    ck_assert_int_eq(reload(0), 1);
    check_result("reloaded ai-wolf #6 (1.0) in ");
}
END_TEST

START_TEST(blamed_once_comes_back_only_when_it_is_asked_for)
{
    load_kept(1);
    check_unchanged(0, "");
    kit_replace(kit_at("bear-2.so"), kit_at("live/bear.so"));
    ck_assert_int_eq(reload(0), 1);
    ck_assert_int_eq(text_ask(&set, "ai/wolf"), 1);
    ck_assert_int_eq(reload(1), 1);
    check_result("reloaded ai-wolf #6 (1.0) in ");
    ck_assert_int_eq(text_ask(&set, "ai/wolf"), 2);
    ck_assert_uint_eq(set.instead_count, 0);
    ck_assert_uint_eq(moult__set_slot(&set, "ai/wolf")->build->previous.generation, 4);
    check_unchanged(1, "");
}
END_TEST

START_TEST(blamed_twice_stays_out_until_its_file_changes)
{
    load_kept(2);
    check_unchanged(1, blamed_twice);
    ck_assert_int_eq(text_ask(&set, "ai/wolf"), 1);
    kit_replace(kit_at("3.so"), kit_at("live/wolf.so"));
    ck_assert_int_eq(reload(0), 1);
    check_result("reloaded ai-wolf #6 (1.0) in ");
    ck_assert_int_eq(text_ask(&set, "ai/wolf"), 3);
    ck_assert_uint_eq(set.instead_count, 0);
}
END_TEST

/* -- archetypes -------------------------------------------------------------------------------- */

static void load_left_out(uint32_t times)
{
    kit_replace(kit_at("2.so"), kit_at("live/wolf.so"));
    kit_replace(kit_at("bear-1.so"), kit_at("live/bear.so"));
    kit_replace(kit_at("asker.so"), kit_at("live/asker.so"));
    blame("live/wolf.so", "ai-wolf@1.0", NULL, times);
    load("ai/bear ai/asker");
}

START_TEST(an_archetype_that_is_left_out_waits)
{
    load_left_out(1);
    const moult__slot *slot = moult__set_slot(&set, "ai/wolf");
    moult_action wait = {.size = sizeof wait, .verb = MOULT_VERB_WAIT, .x = 3}, action = wait;
    ck_assert_ptr_nonnull(slot);
    ck_assert_str_eq(moult__slot_owner(slot), "core");
    ck_assert_int_eq(((const moult_ai_1 *)slot->functions)->decide(NULL, NULL, NULL, &action), 0);
    ck_assert_mem_eq(&action, &wait, sizeof wait);
    ck_assert_int_eq(ask_of("ai-asker.ask"), 0);
    ck_assert_uint_eq(kit_mappings("ai-wolf"), 0);
    ck_assert_str_eq(set.warnings, "warn   ai-wolf@1.0 is left out: who acts by ai/wolf waits\n");
}
END_TEST

START_TEST(it_comes_back_when_it_is_asked_for)
{
    load_left_out(1);
    check_unchanged(0, "");
    kit_replace(kit_at("bear-2.so"), kit_at("live/bear.so"));
    ck_assert_int_eq(reload(0), 1);
    ck_assert_int_eq(ask_of("ai-asker.ask"), 0);
    ck_assert_int_eq(reload(1), 1);
    check_result("reloaded ai-wolf #6 (1.0) in ");
    ck_assert_int_eq(text_ask(&set, "ai/wolf"), 2);
    ck_assert_int_eq(ask_of("ai-asker.ask"), 2);
    ck_assert_uint_eq(set.instead_count + set.gap_count, 0);
}
END_TEST

START_TEST(it_comes_back_when_its_file_changes)
{
    load_left_out(2);
    check_unchanged(1, blamed_twice);
    ck_assert_int_eq(unlink(kit_at("live/wolf.so")), 0);
    check_unchanged(1, "");
    kit_replace(kit_at("3.so"), kit_at("live/wolf.so"));
    ck_assert_int_eq(reload(0), 1);
    check_result("reloaded ai-wolf #6 (1.0) in ");
    ck_assert_int_eq(ask_of("ai-asker.ask"), 3);
    check_unchanged(1, "");
}
END_TEST

/* All or nothing: another plugin's new build is refused. */
START_TEST(a_refused_return_leaves_it_out)
{
    load_left_out(2);
    kit_replace(kit_at("3.so"), kit_at("live/wolf.so"));
    kit_replace(kit_at("pack.so"), kit_at("live/bear.so"));
    ck_assert_int_eq(reload(1), MOULT_CHANGED);
    ck_assert_int_eq(ask_of("ai-asker.ask"), 0);
    ck_assert_uint_eq(set.instead_count, 1);
    kit_replace(kit_at("bear-2.so"), kit_at("live/bear.so"));
    ck_assert_int_eq(reload(0), 2);
    ck_assert_int_eq(ask_of("ai-asker.ask"), 3);
    ck_assert_int_eq(text_ask(&set, "ai/bear"), 2);
}
END_TEST

START_TEST(another_plugin_doesnt_come_back_in_its_name)
{
    load_left_out(1);
    kit_replace(kit_at("mine-2.so"), kit_at("live/wolf.so"));
    ck_assert_int_eq(reload(1), MOULT_CHANGED);
    ck_assert_str_eq(kit_normal(report.text),
                     "error  ai-wolf@1.0 reload: the file now holds another plugin, my-wolf@1.0 "
                     "(@/live/wolf.so). Start it by --use");
    ck_assert_int_eq(ask_of("ai-asker.ask"), 0);
}
END_TEST

START_TEST(all_archetypes_of_one_plugin_wait)
{
    moult__want wolf;
    kit_replace(kit_at("pack.so"), kit_at("mine/pack.so"));
    blame("mine/pack.so", "ai-wolf@1.0", NULL, 1);
    want(&wolf, "", "ai/wolf", "mine/pack.so", "");
    ck_assert_msg(moult__set_load(&set, &wolf, 1, &report) == MOULT_OK, "%s", report.text);
    ck_assert_int_eq(text_ask(&set, "ai/wolf"), 0);
    ck_assert_int_eq(text_ask(&set, "ai/cub"), 0);
    ck_assert_str_eq(set.warnings, "warn   ai-wolf@1.0 is left out: who acts by ai/wolf waits\n"
                                   "warn   ai-wolf@1.0 is left out: who acts by ai/cub waits\n");
    ck_assert_int_eq(reload(1), 1);
    ck_assert_int_eq(text_ask(&set, "ai/cub"), 2);
}
END_TEST

/* "--use ai/wolf=FILE", in a game that takes all archetypes there are. */
START_TEST(the_shipped_archetype_stands_in_for_a_chosen_file)
{
    moult__want wants[2];
    kit_replace(kit_at("1.so"), kit_at("live/wolf.so"));
    kit_replace(kit_at("mine-2.so"), kit_at("mine/wolf.so"));
    blame("mine/wolf.so", "my-wolf@1.0", NULL, 2);
    moult__set_scan(&set, kit_at("live"));
    want(&wants[0], "", "ai/wolf", "mine/wolf.so", "");
    want(&wants[1], "", "ai/wolf", "", "");
    wants[1].optional = 1;
    ck_assert_msg(moult__set_load(&set, wants, 2, &report) == MOULT_OK, "%s", report.text);
    ck_assert_int_eq(text_ask(&set, "ai/wolf"), 1);
    ck_assert_str_eq(set.warnings,
                     "warn   my-wolf@1.0 is left out: ai/wolf is filled by ai-wolf@1.0\n");
    kit_replace(kit_at("mine-3.so"), kit_at("mine/wolf.so"));
    ck_assert_msg(reload(0) == 1, "%s", report.text);
    check_result("reloaded my-wolf #6 (1.0) in ");
    ck_assert_int_eq(text_ask(&set, "ai/wolf"), 3);
    ck_assert_uint_eq(set.build_count, 1);
    ck_assert_uint_eq(kit_mappings("ai-wolf"), 0);
    ck_assert_uint_eq(kit_files(set.stage), 1);
}
END_TEST

/* -- roles ------------------------------------------------------------------------------------- */

/* rogue's plugins, of which one may be our own copy. */
static void load_roles(const char *plugin, const char *label, const moult__want *wants,
                       uint32_t count, moult_status status)
{
    char built[64], live[64];
    snprintf(built, sizeof built, "plugins/%s.so", plugin);
    snprintf(live, sizeof live, "live/%s.so", plugin);
    kit_take(built, live, 0);
    kit_set_rogue(&set);
    set.role_count = 0;
    blame(live, label, NULL, 1);
    ck_assert_msg(moult__set_load(&set, wants, count, &report) == status, "%s", report.text);
}

START_TEST(the_fallback_makes_the_maps)
{
    moult__want wants[2];
    want(&wants[0], "mapgen", "mapgen/vaults", "", "");
    want(&wants[1], "fallback", "mapgen/rooms", "", "");
    load_roles("mapgen-vaults", "mapgen-vaults@1.0.0", wants, 2, MOULT_OK);
    ck_assert_str_eq(role("mapgen"), "mapgen/rooms");
    ck_assert_str_eq(role("fallback"), "mapgen/rooms");
    ck_assert_ptr_null(moult__set_slot(&set, "mapgen/vaults"));
    ck_assert_ptr_nonnull(strstr(set.warnings,
                                 "warn   mapgen-vaults@1.0.0 is left out: mapgen is filled by "
                                 "mapgen-rooms@"));
    kit_take("plugins/mapgen-vaults.so", "live/mapgen-vaults.so", 1);
    ck_assert_msg(reload(0) == 1, "%s", report.text);
    check_result("reloaded mapgen-vaults #6 (");
    ck_assert_str_eq(role("mapgen"), "mapgen/vaults");
    ck_assert_str_eq(role("fallback"), "mapgen/rooms");
}
END_TEST

/* "--use mapgen=FILE": the profile's own comes before the fallback. */
START_TEST(the_profiles_own_provider_has_the_role_again)
{
    moult__want wants[2];
    want(&wants[0], "mapgen", "", "live/mapgen-vaults.so", "mapgen/caverns");
    want(&wants[1], "fallback", "mapgen/rooms", "", "");
    load_roles("mapgen-vaults", "mapgen-vaults@1.0.0", wants, 2, MOULT_OK);
    ck_assert_str_eq(role("mapgen"), "mapgen/caverns");
    ck_assert_int_eq(reload(1), 1);
    ck_assert_str_eq(role("mapgen"), "mapgen/vaults");
}
END_TEST

/* Who would come first may be left out too. */
START_TEST(what_is_left_out_stands_in_for_nobody)
{
    moult__want wants[2];
    kit_take("plugins/mapgen-caverns.so", "live/mapgen-caverns.so", 0);
    blame("live/mapgen-caverns.so", "mapgen-caverns@1.0.0", NULL, 1);
    want(&wants[0], "mapgen", "", "live/mapgen-vaults.so", "mapgen/caverns");
    want(&wants[1], "fallback", "mapgen/rooms", "", "");
    load_roles("mapgen-vaults", "mapgen-vaults@1.0.0", wants, 2, MOULT_OK);
    ck_assert_str_eq(role("mapgen"), "mapgen/rooms");
}
END_TEST

START_TEST(sight_goes_back_to_the_core)
{
    moult__want fov;
    want(&fov, "fov", "fov/classic", "", "");
    load_roles("fov-classic", "fov-classic@1.0.0", &fov, 1, MOULT_OK);
    ck_assert_str_eq(role("fov"), "fov/shadow");
    ck_assert_int_eq(reload(1), 1);
    ck_assert_str_eq(role("fov"), "fov/classic");
}
END_TEST

START_TEST(a_role_that_nobody_needs_is_empty)
{
    moult__want saver;
    want(&saver, "saver", "saver/snapshot", "", "");
    load_roles("saver-snapshot", "saver-snapshot@1.0.0", &saver, 1, MOULT_OK);
    ck_assert_str_eq(role("saver"), "nobody");
    ck_assert_str_eq(set.warnings, "warn   saver-snapshot@1.0.0 is left out: nobody fills saver\n");
    ck_assert_int_eq(reload(1), 1);
    ck_assert_str_eq(role("saver"), "saver/snapshot");
}
END_TEST

#define LEFT_OUT(what, label, file)                                                          \
    what " is required, and " label ", which provided it, is left out: it was blamed (" file \
         "). Change that file, or choose another: --use " what "="

START_TEST(what_somebody_requires_is_refused)
{
    static const char *const roles[][2] = {{"rules", "rules/rogue"},
                                           {"combat", "combat/rogue"},
                                           {"items", "items/rogue"},
                                           {"bestiary", "bestiary/rogue"}};
    moult__want wants[MOULT_COUNT(roles)];
    for (uint32_t i = 0; i < MOULT_COUNT(roles); i++)
        want(&wants[i], roles[i][0], roles[i][1], "", "");
    load_roles("combat-rogue", "combat-rogue@1.0.0", wants, MOULT_COUNT(roles), MOULT_UNKNOWN);
    ck_assert_str_eq(kit_normal(report.text),
                     "error  rules-rogue@1.0.0 start: " LEFT_OUT(
                         "combat/rogue", "combat-rogue@1.0.0", "@/live/combat-rogue.so") "PATH");
    ck_assert_uint_eq(set.build_count + set.role_count + set.gap_count, 0);
    ck_assert_uint_eq(kit_files(set.stage), 0);
}
END_TEST

START_TEST(a_game_without_rules_is_refused)
{
    moult__want rules;
    want(&rules, "rules", "rules/rogue", "", "");
    load_roles("rules-rogue", "rules-rogue@1.0.0", &rules, 1, MOULT_UNKNOWN);
    ck_assert_str_eq(kit_normal(report.text),
                     "error  moult load: " LEFT_OUT("rules", "rules-rogue@1.0.0",
                                                    "@/live/rules-rogue.so") "NAME");
}
END_TEST

/* As when a player changes the renderer. */
START_TEST(a_set_in_use_is_refused_what_is_left_out)
{
    moult__want wants[2];
    want(&wants[0], "mapgen", "mapgen/rooms", "", "");
    want(&wants[1], "", "renderer/text", "", "");
    load_roles("renderer-text", "renderer-text@1.0.0", wants, 1, MOULT_OK);
    ck_assert_int_eq(moult__set_load(&set, &wants[1], 1, &report), MOULT_UNKNOWN);
    ck_assert_ptr_nonnull(strstr(report.text, "is left out: it was blamed"));
    ck_assert_uint_eq(set.gap_count, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plugin instead");
    TCase *group = tcase_create("all");
    tcase_add_unchecked_fixture(group, make, kit_folder_remove);
    tcase_add_checked_fixture(group, open_set, close_set);
    tcase_set_timeout(group, 60);
    tcase_add_test(group, the_generation_before_is_loaded_under_the_old_path);
    tcase_add_test(group, the_folder_of_the_original_must_still_be_trusted);
    tcase_add_test(group, a_file_that_is_gone_is_no_matter);
    tcase_add_test(group, blamed_once_comes_back_only_when_it_is_asked_for);
    tcase_add_test(group, blamed_twice_stays_out_until_its_file_changes);
    tcase_add_test(group, an_archetype_that_is_left_out_waits);
    tcase_add_test(group, it_comes_back_when_it_is_asked_for);
    tcase_add_test(group, it_comes_back_when_its_file_changes);
    tcase_add_test(group, a_refused_return_leaves_it_out);
    tcase_add_test(group, another_plugin_doesnt_come_back_in_its_name);
    tcase_add_test(group, all_archetypes_of_one_plugin_wait);
    tcase_add_test(group, the_shipped_archetype_stands_in_for_a_chosen_file);
    tcase_add_test(group, the_fallback_makes_the_maps);
    tcase_add_test(group, the_profiles_own_provider_has_the_role_again);
    tcase_add_test(group, what_is_left_out_stands_in_for_nobody);
    tcase_add_test(group, sight_goes_back_to_the_core);
    tcase_add_test(group, a_role_that_nobody_needs_is_empty);
    tcase_add_test(group, what_somebody_requires_is_refused);
    tcase_add_test(group, a_game_without_rules_is_refused);
    tcase_add_test(group, a_set_in_use_is_refused_what_is_left_out);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
