/* SPDX-License-Identifier: MIT */
/* The profile's [options]: what is refused, word for word, and that a reload takes a changed
 * profile over, or leaves everything as it was. The rules are rogue's with settings of our own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

static kit_game g;
static moult__profile profile;
static moult_rules_1 rules;
static char folder[64], path[96], keys[96], text[2048];

/* What the rules were given last. */
static struct {
    uint32_t times;
    int32_t refuses; /* the value "13" of weight */
    char weight[32], preset[32];
} tuned;

static const moult_setting settings[] = {
    {sizeof(moult_setting), 0, "weight", NULL, 1, 100, "of a pack"},
    {sizeof(moult_setting), 0, "chill", NULL, -5, 5, "degrees"},
    {sizeof(moult_setting), 0, "preset", "classic standard", 0, 0, "the numbers to play with"},
};

static moult_status tune(moult_world *w)
{
    const char *weight = moult__host.option(w, "weight");
    const char *preset = moult__host.option(w, "preset");
    tuned.times++;
    snprintf(tuned.weight, sizeof tuned.weight, "%s", weight != NULL ? weight : "none");
    snprintf(tuned.preset, sizeof tuned.preset, "%s", preset != NULL ? preset : "none");
    if (tuned.refuses && strcmp(tuned.weight, "13") == 0)
        return moult__fail(w, MOULT_REFUSED, "13 brings bad luck");
    return MOULT_OK;
}

static void write_file(const char *file, const char *content)
{
    FILE *out = fopen(file, "w");
    ck_assert_ptr_nonnull(out);
    fputs(content, out);
    ck_assert_int_eq(fclose(out), 0);
}

static void change(const char *options)
{
    char content[1024];
    snprintf(content, sizeof content, "[profile]\ntitle = Test\n\n[options]\n%s", options);
    write_file(path, content);
}

static moult_status load(const char *options, moult__report *report)
{
    change(options);
    memset(report, 0, sizeof *report);
    return moult__profile_load(&profile, path, NULL, 0, report);
}

static void enter(void)
{
    moult__report report;
    strcpy(folder, "/tmp/moult-settings-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/test.ini", folder);
    snprintf(keys, sizeof keys, "%s/keys.ini", folder);
    kit_open(&g, "settings");
    rules = *g.s.rules;
    rules.settings = settings;
    rules.setting_count = MOULT_COUNT(settings);
    rules.tune = tune;
    kit_fill_slot(&g.own, "rules/rogue", &rules);
    memset(&tuned, 0, sizeof tuned);
    ck_assert_int_ge(load("weight = 7\n", &report), 0);
    write_file(keys, "[keys]\nwait = F7\n");
    ck_assert_int_ge(moult__profile_keys_file(&profile, keys, &report), 0);
    g.s.options.profile = &profile;
    ck_assert_int_ge(moult__session_bind(&g.s, &report), 0);
}

static void leave(void)
{
    char command[96];
    kit_check_game(&g);
    kit_close(&g);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

/* -- what is refused --------------------------------------------------------------------------- */

static const struct {
    const char *options, *error; /* behind "error  PATH"; NULL: fine */
} lines[] = {
    {"weight = 100\nchill = -5\npreset = classic\n", NULL},
    {"mapgen = any words\nfallback-mapgen = rooms\nplayer-name = Eve\n", NULL},
    {"wieght = 3\n", ":5:1: unknown option \"wieght\" (did you mean \"weight\"?)"},
    {"weight = 3\n\n  wieght = 3\n", ":7:3: unknown option \"wieght\" (did you mean \"weight\"?)"},
    {"player-nam = 3\n", ":5:1: unknown option \"player-nam\" (did you mean \"player-name\"?)"},
    {"scores = /home/ada/ranks.db\n", NULL},
    {"scores = postgres://ada@host/db\n", NULL},
    {"scores = gopher://ada@host/db\n",
     ":5:1: unknown scheme \"gopher://\". Known: postgres:// postgresql://, or a file's path"},
    {"zzz = 3\n",
     ":5:1: unknown option \"zzz\". Known: mapgen fallback-mapgen player-name "
     "scores journal journal-mb palette sheet font text-px drawing png png-scale weight "
     "chill preset"},
    {"journal = off\njournal-mb = 64\n", NULL},
    {"journal = no\n", ":5:1: option journal: \"no\" is none of: on off"},
    {"journal-mb = 65\n", ":5:1: option journal-mb: \"65\" is no whole number from 1 to 64"},
    {"palette = distinct\n", NULL},
    {"palette = sepia\n",
     ":5:1: option palette: \"sepia\" is none of: default high-contrast distinct"},
    {"drawing = hardware\n", NULL},
    {"drawing = chalk\n", ":5:1: option drawing: \"chalk\" is none of: software hardware"},
    {"text-px = 20\n", NULL},
    {"text-px = 4\n", ":5:1: option text-px: \"4\" is no whole number from 8 to 96"},
    {"sheet = /home/ada/sheet.png\n", NULL},
    {"weight = 101\n", ":5:1: option weight: \"101\" is no whole number from 1 to 100"},
    {"weight = 0\n", ":5:1: option weight: \"0\" is no whole number from 1 to 100"},
    {"weight = 3.5\n", ":5:1: option weight: \"3.5\" is no whole number from 1 to 100"},
    {"weight = 3 kg\n", ":5:1: option weight: \"3 kg\" is no whole number from 1 to 100"},
    {"weight = +3\n", ":5:1: option weight: \"+3\" is no whole number from 1 to 100"},
    {"weight =\n", ":5:1: option weight: \"\" is no whole number from 1 to 100"},
    {"weight = 99999999999999999999\n",
     ":5:1: option weight: \"99999999999999999999\" is no whole number from 1 to 100"},
    {"chill = -6\n", ":5:1: option chill: \"-6\" is no whole number from -5 to 5"},
    {"chill = -\n", ":5:1: option chill: \"-\" is no whole number from -5 to 5"},
    {"preset = clasic\n", ":5:1: option preset: \"clasic\" is none of: classic standard (did you "
                          "mean \"classic\"?)"},
    {"preset = 1\n", ":5:1: option preset: \"1\" is none of: classic standard"},
    {"preset = classic standard\n",
     ":5:1: option preset: \"classic standard\" is none of: classic standard"},
    {"preset =\n", ":5:1: option preset: \"\" is none of: classic standard"},
};

START_TEST(a_wrong_option_is_told_with_its_place_and_what_is_right)
{
    moult__report report;
    ck_assert_msg(load(lines[_i].options, &report) >= 0, "%s", report.text);
    moult_status status = moult__session_bind(&g.s, &report);
    if (lines[_i].error == NULL) {
        ck_assert_msg(status >= 0, "%s", report.text);
        return;
    }
    snprintf(text, sizeof text, "error  %s%s", path, lines[_i].error);
    ck_assert_int_lt(status, 0);
    ck_assert_str_eq(report.text, text);
    ck_assert_uint_eq(report.exit_code, 1);
}
END_TEST

/* -- reload ------------------------------------------------------------------------------------ */

static moult_status reload(char *result, uint32_t room, moult__report *report)
{
    memset(report, 0, sizeof *report);
    uint64_t before = kit_hash(&g);
    moult_status status = moult__session_reload(&g.s, 1, result, room, report);
    ck_assert_uint_eq(kit_hash(&g), before);
    ck_assert(!g.s.leaving);
    return status;
}

static void reload_refused(const char *error)
{
    char result[512];
    moult__report report;
    snprintf(text, sizeof text, "error  %s%s", path, error);
    ck_assert_int_lt(reload(result, sizeof result, &report), 0);
    ck_assert_str_eq(report.text, text);
    ck_assert_str_eq(result, "");
    ck_assert_str_eq(moult__profile_option(g.s.options.profile, "weight"), "7");
}

START_TEST(a_changed_profile_is_taken_by_a_reload)
{
    char result[512];
    moult__report report;
    change("weight = 8\npreset = classic\n");
    ck_assert_int_eq(reload(result, sizeof result, &report), 1);
    ck_assert_str_eq(result, "reloaded profile test\n");
    ck_assert_uint_eq(tuned.times, 1);
    ck_assert_str_eq(tuned.weight, "8");
    ck_assert_str_eq(tuned.preset, "classic");
    kit_line(&g, "F7"); /* the player's own keys are there still */
    ck_assert_uint_eq(moult__turn(g.s.world), 1);

    change("weight = 9\n");
    kit_line(&g, "F5");
    ck_assert(kit_noticed(&g, "reloaded profile test"));
    ck_assert_str_eq(tuned.weight, "9");
    ck_assert_str_eq(tuned.preset, "none");
    ck_assert_uint_eq(g.s.notice_count, 1);

    change("weight = 10\n");
    ck_assert_int_eq(moult__session_serve(&g.s, "reload", result, sizeof result), 0);
    ck_assert_str_eq(result, "reloaded profile test\n");
    ck_assert_str_eq(tuned.weight, "10");
}
END_TEST

START_TEST(an_unchanged_profile_is_left)
{
    char result[512];
    moult__report report;
    change("weight = 7\n"); /* the same text in another file */
    ck_assert_int_eq(reload(result, sizeof result, &report), 0);
    ck_assert_str_eq(result, "unchanged: no plugin's file has another content\n");
    ck_assert_uint_eq(tuned.times, 0);
    ck_assert_ptr_eq(g.s.options.profile, &profile);
}
END_TEST

START_TEST(a_refused_profile_changes_nothing)
{
    change("wieght = 8\n");
    reload_refused(":5:1: unknown option \"wieght\" (did you mean \"weight\"?)");
    change("weight = 800\n");
    reload_refused(":5:1: option weight: \"800\" is no whole number from 1 to 100");
    change("weight = 8\n[keys]\nwiat = F8\n");
    reload_refused(
        ":7:1: unknown command \"wiat\" (did you mean \"wait\"?). The command help lists "
        "them all");
    change("weight 8\n");
    reload_refused(":5:1: expected NAME = VALUE");
    ck_assert_str_eq(tuned.weight, "7"); /* when it was tuned at all */
    kit_line(&g, "F7");
    ck_assert_uint_eq(moult__turn(g.s.world), 1);
    char reply[512];
    ck_assert_int_eq(moult__session_serve(&g.s, "reload", reply, sizeof reply), 3);
    snprintf(text, sizeof text, "error  %s:5:1: expected NAME = VALUE\n", path);
    ck_assert_str_eq(reply, text);
    change("weight = 8\n");
    kit_line(&g, "reload");
    ck_assert_str_eq(tuned.weight, "8");
}
END_TEST

START_TEST(a_profile_that_the_rules_refuse_changes_nothing)
{
    char result[512];
    moult__report report;
    tuned.refuses = 1;
    change("weight = 13\n");
    ck_assert_int_lt(reload(result, sizeof result, &report), 0);
    snprintf(text, sizeof text, "error  %s tune: 13 brings bad luck", g.s.rules_label);
    ck_assert_str_eq(report.text, text);
    ck_assert_str_eq(tuned.weight, "7"); /* the old ones were given again */
    ck_assert_uint_eq(tuned.times, 2);
}
END_TEST

START_TEST(a_profile_that_is_gone_goes_on)
{
    char result[512];
    moult__report report;
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(reload(result, sizeof result, &report), 0);
    ck_assert(kit_noticed_part(&g, "warn   profile test reload: its file is gone ("));
    ck_assert_uint_eq(tuned.times, 0);
}
END_TEST

START_TEST(options_that_replaced_rules_know_no_more_are_left_out)
{
    rules.settings = settings + 1;
    rules.setting_count = MOULT_COUNT(settings) - 1;
    ck_assert_int_ge(moult__settings_drop(&g.s), 0);
    snprintf(text, sizeof text,
             "warn   %s:5:1: unknown option \"weight\". Known: mapgen fallback-mapgen player-name "
             "scores journal journal-mb palette sheet font text-px drawing png png-scale chill "
             "preset. It is left out",
             path);
    ck_assert(kit_noticed(&g, text));
    ck_assert_ptr_null(moult__profile_option(g.s.options.profile, "weight"));
    ck_assert_str_eq(moult__profile_option(&profile, "weight"), "7");
    ck_assert_int_ge(moult__settings_check(&g.s, NULL), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("session: settings");
    TCase *cases = tcase_create("settings");
    tcase_set_timeout(cases, 60);
    tcase_add_checked_fixture(cases, enter, leave);
    tcase_add_loop_test(cases, a_wrong_option_is_told_with_its_place_and_what_is_right, 0,
                        MOULT_COUNT(lines));
    tcase_add_test(cases, a_changed_profile_is_taken_by_a_reload);
    tcase_add_test(cases, an_unchanged_profile_is_left);
    tcase_add_test(cases, a_refused_profile_changes_nothing);
    tcase_add_test(cases, a_profile_that_the_rules_refuse_changes_nothing);
    tcase_add_test(cases, a_profile_that_is_gone_goes_on);
    tcase_add_test(cases, options_that_replaced_rules_know_no_more_are_left_out);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
