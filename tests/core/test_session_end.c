/* SPDX-License-Identifier: MIT */
/* The end of a run: the panel, the ranking, the report; what a run that isn't kept leaves out; and
 * that a ranking which can't be reached stops nothing. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "core/system/files.h"
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

static kit_game g;
static char folder[64], path[128];
static int32_t has_scores;

static void load_scores(void)
{
    moult__want want = {.role = "scores", .slot = "scores/sqlite"};
    moult__report report = {0};
    has_scores = moult__set_load(&g.own, &want, 1, &report) >= 0;
}

static void enter(void)
{
    strcpy(folder, "/tmp/moult-end-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("XDG_DATA_HOME", folder, 1);
    setenv("USER", "ada", 1);
    snprintf(path, sizeof path, "%s/moult/scores.db", folder);
    kit_open(&g, "end");
    g.s.options.save = 1;
    load_scores();
}

static void leave(void)
{
    char command[128];
    kit_check_game(&g);
    kit_close(&g);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static void die(int32_t gold)
{
    kit_hall(&g);
    kit_hero_edit(&g)->hunger = 0;
    kit_hero_edit(&g)->gold = gold;
    kit_hero_hp(&g, 1, 12);
    kit_line(&g, "wait");
    ck_assert(g.s.over);
}

/* The open panel: its title, then a line "flags text|detail" a row. */
static const char *panel(void)
{
    static char text[4096];
    const moult_scene *scene = &g.s.scene->open;
    ck_assert_int_ge(moult__session_describe(&g.s), 0);
    ck_assert_uint_eq(scene->menu_flags, scene->title[0] ? MOULT_MENU_OPEN | MOULT_MENU_PANEL : 0u);
    size_t used = (size_t)snprintf(text, sizeof text, "%s\n", scene->title);
    for (uint32_t i = 0; i < scene->row_count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%u %s|%s\n",
                                 scene->rows[i].flags, scene->rows[i].text,
                                 scene->rows[i].detail != NULL ? scene->rows[i].detail : "");
    return text;
}

#define HEADING "2 Place  Name                       Score|Floor    Turns  Cause     \n"

START_TEST(the_panel_says_how_it_ended_and_where_that_stands)
{
    die(12);
    ck_assert_str_eq(panel(), has_scores ? "You died\n"
                                           "0 Cause|starvation\n"
                                           "0 Floor|1\n"
                                           "0 Gold|12\n"
                                           "0 Turns|1\n"
                                           "0 Place|1\n"
                                           "0 |\n" HEADING
                                           "4     1  ada                           12|"
                                           "    1        1  starvation\n"
                                           "0 |\n"
                                           "0 R starts again.|\n"
                                         : "You died\n"
                                           "0 Cause|starvation\n"
                                           "0 Floor|1\n"
                                           "0 Gold|12\n"
                                           "0 Turns|1\n"
                                           "0 |\n"
                                           "0 R starts again.|\n");
}
END_TEST

START_TEST(its_keys_go_on)
{
    die(1);
    kit_line(&g, "F1");
    ck_assert_ptr_nonnull(strstr(panel(), "Commands\n"));
    kit_line(&g, "Esc");
    ck_assert_str_eq(panel(), "\n");
    kit_line(&g, "new-run");
    ck_assert(!g.s.over);
    die(2);
    kit_line(&g, "x");
    ck_assert_ptr_nonnull(strstr(panel(), "You died\n"));
    kit_line(&g, "R");
    ck_assert(!g.s.over);
    ck_assert_str_eq(panel(), "\n");
    die(3);
    kit_line(&g, "Q");
    ck_assert(g.s.leaving);
}
END_TEST

static moult_status won(const moult_world *w, moult_score *out)
{
    (void)w;
    out->won = 1;
    out->score = 99;
    out->depth = 100;
    out->title = "Victory";
    out->depth_label = "Floor";
    out->score_label = "Gold";
    return MOULT_OK;
}

START_TEST(a_victory_is_one)
{
    moult_rules_1 rules = *g.s.rules;
    rules.score = won;
    g.s.rules = &rules;
    die(1);
    ck_assert_ptr_nonnull(strstr(panel(), "Victory\n0 Floor|100\n0 Gold|99\n0 Turns|0\n"));
    if (has_scores)
        ck_assert_ptr_nonnull(strstr(panel(), "|  100        0  won  \n"));
}
END_TEST

START_TEST(ten_are_shown_and_the_newest_wherever_it_stands)
{
    if (!has_scores)
        return;
    for (int32_t gold = 30; gold > 18; gold--) {
        die(gold);
        if (gold > 19)
            kit_line(&g, "new-run");
    }
    const char *text = panel();
    ck_assert_ptr_nonnull(strstr(text, "0 Place|12\n"));
    ck_assert_ptr_nonnull(strstr(text, "\n0    10  ada"));
    ck_assert_ptr_null(strstr(text, "\n0    11  ada"));
    ck_assert_ptr_nonnull(strstr(text, "\n4    12  ada                           19|"));
    kit_line(&g, "scores");
    text = panel();
    ck_assert_ptr_eq(strstr(text, "Ranking\n" HEADING "0     1  ada"), text);
    ck_assert_ptr_null(strstr(text, "\n4"));
    ck_assert_ptr_null(strstr(text, "\n0    12"));
}
END_TEST

START_TEST(the_ranking_can_be_looked_at_at_any_time)
{
    kit_line(&g, "F3");
    if (has_scores) {
        ck_assert_str_eq(panel(), "Ranking\n0 No run has ended yet.|\n");
        ck_assert_int_ne(access(path, F_OK), 0);
        return;
    }
    ck_assert(kit_noticed_part(&g, "nobody provides the role scores"));
}
END_TEST

/* The only file with this ending in a folder of the data folder; NULL: there is none. */
static char *only_file(const char *name, const char *ending, char *file, size_t room)
{
    char at[128];
    char *found = NULL;
    snprintf(at, sizeof at, "%s/moult/%s", folder, name);
    DIR *entries = opendir(at);
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        const char *dot = strrchr(entry->d_name, '.');
        if (dot == NULL || strcmp(dot, ending) != 0)
            continue;
        ck_assert_ptr_null(found);
        snprintf(file, room, "%s/%.80s", at, entry->d_name);
        found = file;
    }
    if (entries != NULL)
        closedir(entries);
    return found;
}

START_TEST(a_report_is_left)
{
    char file[256], expected[64];
    uint8_t *bytes;
    uint64_t count;
    moult__report report = {0};
    kit_line(&g, "wait");
    die(12);
    ck_assert_ptr_nonnull(only_file("reports", ".json", file, sizeof file));
    ck_assert_str_eq(file + strlen(file) - 7, "-2.json");
    ck_assert_ptr_nonnull(only_file("reports", ".txt", file, sizeof file));
    ck_assert_ptr_nonnull(strstr(file, "/reports/kit-20"));
    ck_assert_str_eq(file + strlen(file) - 6, "-2.txt");
    ck_assert_int_ge(moult__file_read(file, 1 << 20, &bytes, &count, &report), 0);
    const char *text = (const char *)bytes;
    snprintf(expected, sizeof expected, "Turns       2\n%s", has_scores ? "Place       1\n" : "");
    ck_assert_ptr_eq(strstr(text, "A run of kit\n\nResult      lost\nCause       starvation\n"),
                     text);
    ck_assert_ptr_nonnull(strstr(text, "Floor       1\nGold        12\n"));
    ck_assert_ptr_nonnull(strstr(text, expected));
    ck_assert_ptr_nonnull(strstr(text, "Player      ada\nEnded       20"));
    ck_assert_ptr_nonnull(strstr(text, "Seed        end\n\nHP          0/12\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nPlugins\n  rules-rogue@1.0.0\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nLast messages\n  turn 0  Welcome"));
    ck_assert_ptr_nonnull(strstr(text, "  turn 2  You die. Cause: starvation.\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nThe map\n"));
    ck_assert_ptr_nonnull(strstr(text, "..@.."));
    for (uint64_t i = 0; i < count; i++)
        ck_assert(bytes[i] == '\n' || (bytes[i] >= ' ' && bytes[i] < 0x7f));
    free(bytes);
}
END_TEST

START_TEST(a_run_that_isn_t_kept_leaves_nothing)
{
    g.s.options.save = 0;
    die(1);
    ck_assert_ptr_nonnull(strstr(panel(), "You died\n0 Cause|starvation\n"));
    ck_assert_ptr_null(strstr(panel(), "Place"));
    char moult[96];
    snprintf(moult, sizeof moult, "%s/moult", folder);
    ck_assert_int_ne(access(moult, F_OK), 0);
}
END_TEST

START_TEST(a_ranking_that_can_t_be_reached_stops_nothing)
{
    char file[256], text[320];
    if (!has_scores)
        return;
    snprintf(text, sizeof text, "%s/moult", folder);
    ck_assert_int_eq(mkdir(text, 0700), 0);
    FILE *poem = fopen(path, "w");
    for (int32_t i = 0; i < 100; i++)
        fputs("a poem is no database\n", poem);
    fclose(poem);
    die(1);
    snprintf(
        text, sizeof text,
        "error  %s: this is no SQLite file, so it was left as it is. This run isn't ranked, the "
        "game goes on. Another ranking: --scores WHERE",
        path);
    ck_assert(kit_noticed(&g, text));
    ck_assert_uint_eq(g.s.notice_count, 1);
    ck_assert_ptr_nonnull(strstr(panel(), "You died\n0 Cause|starvation\n"));
    ck_assert_ptr_null(strstr(panel(), "Place"));
    ck_assert_ptr_nonnull(only_file("reports", ".txt", file, sizeof file));
    kit_line(&g, "scores");
    snprintf(text, sizeof text,
             "error  %s: this is no SQLite file, so it was left as it is. The ranking can't be "
             "shown. Another ranking: --scores WHERE",
             path);
    ck_assert(kit_noticed(&g, text));
    kit_line(&g, "new-run");
    ck_assert(!g.s.over);
}
END_TEST

START_TEST(the_player_is_named_by_the_profile_or_the_system)
{
    if (!has_scores)
        return;
    static const struct {
        const char *option, *user, *shown;
    } names[] = {
        {NULL, "bob", " bob   "},
        {NULL, "", " Anonymous  "},
        {"", "", " Anonymous  "},
        {"Eve", "bob", " Eve  "},
        {"tab\there", "bob", " tab?here  "},
        {"0123456789012345678901234567890123456789012345678901234567890123456789", "bob",
         " 01234567890123456789  "},
    };
    for (uint32_t i = 0; i < MOULT_COUNT(names); i++) {
        g.profile.option_count = names[i].option != NULL;
        snprintf(g.profile.options[0].name, sizeof g.profile.options[0].name, "player-name");
        snprintf(g.profile.options[0].value, sizeof g.profile.options[0].value, "%s",
                 names[i].option != NULL ? names[i].option : "");
        setenv("USER", names[i].user, 1);
        die((int32_t)i);
        ck_assert_ptr_nonnull(strstr(panel(), "\n4     1 "));
        ck_assert_msg(strstr(panel(), names[i].shown) != NULL, "%s", panel());
        kit_line(&g, "new-run");
    }
}
END_TEST

START_TEST(the_key_that_starts_again_is_the_one_of_now)
{
    moult__report report = {0};
    g.profile.key_count = 1;
    snprintf(g.profile.keys[0].name, sizeof g.profile.keys[0].name, "new-run");
    snprintf(g.profile.keys[0].value, sizeof g.profile.keys[0].value, "F9");
    ck_assert_int_ge(moult__session_bind(&g.s, &report), 0);
    die(1);
    ck_assert_ptr_nonnull(strstr(panel(), "\n0 F9 starts again.|\n"));
    kit_line(&g, "F9");
    ck_assert(!g.s.over);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("session: the end of a run");
    TCase *cases = tcase_create("end");
    tcase_set_timeout(cases, 60);
    tcase_add_checked_fixture(cases, enter, leave);
    tcase_add_test(cases, the_panel_says_how_it_ended_and_where_that_stands);
    tcase_add_test(cases, its_keys_go_on);
    tcase_add_test(cases, a_victory_is_one);
    tcase_add_test(cases, ten_are_shown_and_the_newest_wherever_it_stands);
    tcase_add_test(cases, the_ranking_can_be_looked_at_at_any_time);
    tcase_add_test(cases, a_report_is_left);
    tcase_add_test(cases, a_run_that_isn_t_kept_leaves_nothing);
    tcase_add_test(cases, a_ranking_that_can_t_be_reached_stops_nothing);
    tcase_add_test(cases, the_player_is_named_by_the_profile_or_the_system);
    tcase_add_test(cases, the_key_that_starts_again_is_the_one_of_now);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
