/* SPDX-License-Identifier: MIT */
/* Reports of rules that describe more than the games at hand do: maps wider than a page, labels and
 * texts of any length, bytes that are no text, and rules that were built before reports had the
 * hero's belongings. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

static kit_game g;
static char folder[64];
static moult_rules_1 rules;

static void enter(void)
{
    strcpy(folder, "/tmp/moult-report-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("XDG_DATA_HOME", folder, 1);
    setenv("USER", "ada", 1);
    kit_open(&g, "report");
    rules = *g.s.rules;
    g.s.rules = &rules;
}

static void leave(void)
{
    char command[128];
    kit_check_game(&g);
    kit_close(&g);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

/* What a shell command prints in the folder of reports; it must end well. */
static const char *shell(const char *command)
{
    static char text[16384];
    char line[1024];
    snprintf(line, sizeof line, "cd '%s/moult/reports' && export LC_ALL=C.UTF-8 && %s", folder,
             command);
    FILE *out = popen(line, "r");
    ck_assert_ptr_nonnull(out);
    text[fread(text, 1, sizeof text - 1, out)] = 0;
    ck_assert_msg(pclose(out) == 0, "%s", text);
    return text;
}

static int32_t focus;

/* 300 columns: a number each ten, the focus as '@'; nothing in the first row and column. */
static moult_status wide(const moult_world *w, moult_scene *scene)
{
    (void)w;
    scene->set_size(scene, 300, 3);
    for (int32_t x = 1; x < 300; x++)
        scene->cells[300 + x].glyph = x % 10 == 0 ? '0' + (uint32_t)x / 10 % 10 : 0xb7;
    scene->cells[300 + focus].glyph = '@';
    scene->focus_x = focus;
    scene->focus_y = 1;
    return MOULT_OK;
}

static const struct {
    int32_t focus;
    const char *begins;
} windows[] = {
    {1, "@????????1?????????2"},
    {41, "?????????1?????????2"}, /* the middle of the first page */
    {150, "1?????????2?????????3"},
    {299, "2?????????3?????????4"}, /* the last page: columns 220 to 299 */
};

START_TEST(a_wide_map_is_shown_around_the_hero)
{
    rules.describe = wide;
    focus = windows[_i].focus;
    kit_line(&g, "dump");
    const char *row = shell("sed '1,/^The map$/d; /^$/,$d' *.txt");
    ck_assert_uint_eq(strlen(row), 81);
    ck_assert_ptr_nonnull(strchr(row, '@'));
    ck_assert_msg(strncmp(row, windows[_i].begins, strlen(windows[_i].begins)) == 0, "%s", row);
    ck_assert_str_eq(shell("jq -c '[.map.x, .map.y, (.map.rows|length), (.map.rows[0]|length)]' "
                           "*.json"),
                     "[1,1,1,299]\n");
}
END_TEST

#define LONG "words and words and words and words and words and words and words and words and more"
#define SOLID \
    "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234"

static moult_status odd(const moult_world *w, moult_scene *scene)
{
    (void)w;
    moult_gauge gauge = {.size = sizeof gauge, .style = MOULT_GAUGE_TEXT, .label = "Oath"};
    gauge.text = LONG;
    scene->add_gauge(scene, &gauge);
    gauge.text = SOLID;
    scene->add_gauge(scene, &gauge);
    gauge.label = LONG;
    gauge.text = "\x1b[31m\xff\"\\\n";
    scene->add_gauge(scene, &gauge);
    const moult_row row = {.size = sizeof row, .text = "a coat", .detail = LONG};
    return scene->add_side(scene, &row);
}

static moult_status refuse_menu(const moult_world *w, uint32_t menu, moult_id subject,
                                moult_scene *scene)
{
    (void)w, (void)menu, (void)subject;
    const moult_row row = {.size = sizeof row, .text = "half a list"};
    scene->add_row(scene, &row);
    return MOULT_UNKNOWN;
}

START_TEST(whatever_is_described_fits_a_page_and_is_text)
{
    rules.describe = odd;
    rules.menu = refuse_menu;
    kit_line(&g, "dump");
    ck_assert_str_eq(
        shell("sed -n '/^Oath/,/^$/p' *.txt"),
        "Oath        words and words and words and words and words and words and words\n"
        "            and words and more\n"
        "Oath        01234567890123456789012345678901234567890123456789012345678901234567\n"
        "            89012345678901234\n"
        "words and words and words and words and words and words and words and words and\n"
        "            more  ?[31m?\"\\?\n"
        "\n");
    ck_assert_str_eq(
        shell("sed -n '/^Beside/,/^$/p' *.txt"),
        "Beside the map\n"
        "  a coat  words and words and words and words and words and words and words and\n"
        "          words and more\n"
        "\n");
    ck_assert_str_eq(shell("jq -c '[.gauges[2].text, .inventory, .beside[0].text, .map]' *.json"),
                     "[\"\\u001b[31m\xef\xbf\xbd\\\"\\\\\\n\",[],\"a coat\","
                     "{\"x\":0,\"y\":0,\"rows\":[]}]\n");
}
END_TEST

START_TEST(rules_from_before_reports_had_belongings_have_none)
{
    kit_line(&g, "dump");
    ck_assert_str_eq(shell("jq '.inventory|length > 3' *.json; rm *"), "true\n");
    rules.size = offsetof(moult_rules_1, inventory);
    kit_line(&g, "dump");
    ck_assert_str_eq(shell("jq -c .inventory *.json; grep -c '^You carry' *.txt || true"),
                     "[]\n0\n");
}
END_TEST

static moult_status refuse_score(const moult_world *w, moult_score *out)
{
    (void)w, (void)out;
    return MOULT_REFUSED;
}

START_TEST(without_a_run_there_is_no_report)
{
    char reports[128];
    rules.score = refuse_score;
    kit_line(&g, "dump");
    ck_assert(kit_noticed(&g, "There is no run to write a report of."));
    snprintf(reports, sizeof reports, "%s/moult", folder);
    ck_assert_int_ne(access(reports, F_OK), 0);
}
END_TEST

START_TEST(what_is_open_stays_open_and_no_turn_passes)
{
    kit_line(&g, "i");
    const uint64_t hash = kit_hash(&g);
    const uint32_t state = kit_session_state(&g);
    kit_line(&g, "dump");
    ck_assert_uint_eq(kit_session_state(&g), state);
    ck_assert_uint_eq(kit_hash(&g), hash);
    ck_assert(kit_noticed_part(&g, "Written: "));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("session: reports");
    TCase *cases = tcase_create("reports");
    tcase_set_timeout(cases, 60);
    tcase_add_checked_fixture(cases, enter, leave);
    tcase_add_loop_test(cases, a_wide_map_is_shown_around_the_hero, 0, MOULT_COUNT(windows));
    tcase_add_test(cases, whatever_is_described_fits_a_page_and_is_text);
    tcase_add_test(cases, rules_from_before_reports_had_belongings_have_none);
    tcase_add_test(cases, without_a_run_there_is_no_report);
    tcase_add_test(cases, what_is_open_stays_open_and_no_turn_passes);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
