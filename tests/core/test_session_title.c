/* SPDX-License-Identifier: MIT */
/* What games with a title and a clock of their own need: the title menu, new runs with the same
 * seed, menus with other keys and kept cursors, and ticks. The rules are rogue's under other
 * functions. */
#include <stdio.h>
#include <string.h>
#include <moult/renderer.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#define TITLE 50u
#define LIST 51u
#define VERB_LIST (MOULT_VERB_OWN + 10)
#define VERB_TITLE (MOULT_VERB_OWN + 11)
#define ROWS 30u

static kit_game g;
static const moult_rules_1 *real;
static moult_rules_1 rules;
static moult_command commands[64];
static uint64_t now;
static uint32_t answer, ticks, elapsed, list_flags, chosen;

static moult_status turn(moult_world *w, const moult_action *action, moult_outcome *outcome)
{
    if (action->verb == MOULT_VERB_TICK) {
        ticks++;
        elapsed += action->elapsed_ms;
        return MOULT_OK;
    }
    if (action->verb != VERB_LIST && action->verb != VERB_TITLE)
        return real->turn(w, action, outcome);
    elapsed += action->elapsed_ms;
    outcome->kind = action->verb == VERB_LIST ? MOULT_OUTCOME_MENU : MOULT_OUTCOME_TITLE;
    outcome->menu = LIST;
    return MOULT_OK;
}

static moult_status choose(moult_world *w, uint32_t menu, moult_id subject,
                           const moult_action *action, moult_outcome *outcome)
{
    (void)w;
    (void)subject;
    if (menu == TITLE)
        outcome->kind = answer;
    if (menu == LIST && action != NULL)
        chosen = (uint32_t)action->number;
    return MOULT_OK;
}

static moult_status menu(const moult_world *w, uint32_t number, moult_id subject,
                         moult_scene *scene)
{
    char text[16];
    moult_row row = {.size = sizeof row, .text = text};
    (void)w;
    (void)subject;
    for (uint32_t i = 0; i < (number == LIST ? ROWS : 1u); i++) {
        snprintf(text, sizeof text, "row %u", i);
        row.number = (int32_t)i;
        scene->add_row(scene, &row);
    }
    scene->row_room = number == LIST ? 10 : 0;
    return scene->set_title(scene, number == LIST ? "List" : "Title",
                            number == LIST ? list_flags : 0);
}

static uint64_t told_time(void)
{
    return now;
}

static void give(const char *name, uint32_t verb, const char *keys, uint32_t flags)
{
    moult_command command = {sizeof command, verb, 0, flags, 0, 0, name, keys, "for a test"};
    commands[rules.command_count++] = command;
}

static void bind(void)
{
    moult__report report = {0};
    ck_assert_msg(moult__session_bind(&g.s, &report) >= 0, "%s", report.text);
}

static void enter(void)
{
    kit_open(&g, "title");
    real = g.s.rules;
    rules = *real;
    memcpy(commands, real->commands, real->command_count * sizeof *commands);
    rules.commands = commands;
    rules.turn = turn;
    rules.choose = choose;
    rules.menu = menu;
    rules.title = TITLE;
    give("list", VERB_LIST, "", 0);
    give("title", VERB_TITLE, "", 0);
    kit_fill_slot(g.s.set, "rules/rogue", &rules);
    bind();
    answer = MOULT_OUTCOME_IDLE;
    list_flags = ticks = elapsed = chosen = 0;
    now = 1000;
}

static void leave(void)
{
    kit_check_game(&g);
    kit_close(&g);
}

static const moult_scene *scene(void)
{
    ck_assert_int_ge(moult__session_describe(&g.s), 0);
    return &g.s.scene->open;
}

static uint32_t open_menu(void)
{
    const moult__session_row *row =
        (const moult__session_row *)moult__row(g.s.world, MOULT__TABLE_SESSION, 0);
    return row->state != MOULT_OUTCOME_IDLE ? row->menu : 0;
}

START_TEST(the_title_stays_until_it_is_chosen)
{
    moult__title_open(&g.s);
    static const char *const keys[] = {"Esc", "x", "Left", "o", "help", "Esc", "Esc"};
    for (uint32_t i = 0; i < MOULT_COUNT(keys); i++) {
        kit_line(&g, keys[i]);
        if (strcmp(keys[i], "help") != 0)
            ck_assert_msg(open_menu() == TITLE, "after %s: %x", keys[i], open_menu());
    }
    kit_line(&g, "Enter");
    ck_assert_uint_eq(open_menu(), 0);
    kit_line(&g, "help");
    kit_line(&g, "Esc");
    ck_assert_uint_eq(open_menu(), 0);
    kit_line(&g, "title");
    ck_assert_uint_eq(open_menu(), TITLE);
}
END_TEST

START_TEST(the_panel_at_the_end_leads_to_the_title_and_that_to_a_new_run)
{
    uint32_t size;
    kit_hall(&g);
    kit_hero_edit(&g)->hunger = 0;
    kit_hero_hp(&g, 1, 12);
    kit_line(&g, "wait");
    ck_assert_uint_eq(open_menu(), MOULT__MENU_END);
    kit_line(&g, "Enter");
    ck_assert_uint_eq(open_menu(), TITLE);
    answer = MOULT_OUTCOME_NEW_RUN;
    rules.flags = MOULT_RULES_SAME_SEED;
    kit_line(&g, "Enter");
    ck_assert_uint_eq(open_menu(), 0);
    ck_assert(!g.s.over);
    ck_assert_int_eq(kit_body(&g, moult__hero(g.w))->hp, 12);
    ck_assert_mem_eq(moult__seed_text(g.w, &size), "title", 5);
    ck_assert_uint_eq(size, 5);

    rules.flags = 0;
    kit_line(&g, "title");
    kit_line(&g, "Enter");
    ck_assert_mem_eq(moult__seed_text(g.w, &size), "title+1", 7);
    ck_assert_uint_eq(size, 7);
}
END_TEST

START_TEST(rules_give_other_keys_to_what_the_core_has)
{
    give("menu-choose", 0, "z Enter", MOULT_COMMAND_KEYS);
    give("menu-back", 0, "x", MOULT_COMMAND_KEYS);
    give("explore", 0, "", MOULT_COMMAND_KEYS);
    bind();
    ck_assert_ptr_null(moult__command_of_key(&g.s, 'o', 0));
    kit_line(&g, "list");
    static const char *const nothing[] = {"Space", "Esc", "Left", "Right"};
    for (uint32_t i = 0; i < MOULT_COUNT(nothing); i++)
        kit_line(&g, nothing[i]);
    kit_line(&g, "Down");
    kit_line(&g, "z");
    ck_assert_uint_eq(chosen, 1);
    ck_assert_uint_eq(open_menu(), 0);
    kit_line(&g, "list");
    kit_line(&g, "x");
    ck_assert_uint_eq(open_menu(), 0);
    ck_assert_ptr_nonnull(moult__command_in_menu(&g.s, 'k', 0)); /* the rest is as it was */
    ck_assert_str_eq(moult__command_of_key(&g.s, 'k', 0)->name, "move-north");

    moult__report report = {0};
    give("menu-chose", 0, "z", MOULT_COMMAND_KEYS);
    ck_assert_int_lt(moult__session_bind(&g.s, &report), 0);
    ck_assert_ptr_nonnull(strstr(report.text, "load: keys for \"menu-chose\", which is no command "
                                              "of the core. The command help lists them all"));
    rules.command_count--;
    bind();
}
END_TEST

static const struct {
    const char *keys;
    uint32_t cursor, first;
} scrolls[] = {
    {"", 0, 0},          {"PgDn", 10, 1},    {"PgDn PgDn", 20, 11},
    {"End", 29, 20},     {"End Up", 28, 20}, {"End PgUp Up Up", 17, 17},
    {"Down Down", 2, 0}, {"Up", 29, 20},     {"Up Down", 0, 0},
};

START_TEST(a_list_scrolls_just_enough_and_comes_back_as_it_was)
{
    char keys[64];
    list_flags = MOULT_MENU_WRAP | MOULT_MENU_KEEP_CURSOR;
    kit_line(&g, "list");
    snprintf(keys, sizeof keys, "%s", scrolls[_i].keys);
    for (char *key = strtok(keys, " "); key != NULL; key = strtok(NULL, " "))
        kit_line(&g, key);
    ck_assert_uint_eq(scene()->row_cursor, scrolls[_i].cursor);
    ck_assert_uint_eq(scene()->row_first, scrolls[_i].first);
    kit_line(&g, "Esc");
    ck_assert_uint_eq(open_menu(), 0);
    kit_line(&g, "list");
    ck_assert_uint_eq(scene()->row_cursor, scrolls[_i].cursor);
    list_flags = 0;
    kit_line(&g, "Down");
    kit_line(&g, "Enter");
    kit_line(&g, "list");
    ck_assert_uint_eq(scene()->row_cursor, scrolls[_i].cursor); /* nothing newer was kept */
}
END_TEST

START_TEST(time_passes_for_rules_that_count_it)
{
    rules.tick_ms = 100;
    ck_assert_int_eq(moult__tick_pause(&g.s), -1); /* a file of commands has no clock */
    kit_line(&g, "tick 2500");
    ck_assert_uint_eq(elapsed, 2500);
    g.s.clock = told_time;
    static const struct {
        uint64_t now;
        uint32_t ticks, elapsed;
    } times[] = {{1000, 1, 0},     {1099, 1, 0},     {1100, 2, 100}, {1250, 3, 250},
                 {600, 3, 250},    {650, 3, 250},    {1249, 4, 899}, {1351, 5, 1001},
                 {99999, 6, 2001}, {100099, 7, 2101}};
    ticks = elapsed = 0;
    g.s.acted_ms = 0;
    for (uint32_t i = 0; i < MOULT_COUNT(times); i++) {
        now = times[i].now;
        moult__tick(&g.s);
        ck_assert_msg(ticks == times[i].ticks && elapsed == times[i].elapsed,
                      "at %u: %u ticks, %u ms", (uint32_t)now, ticks, elapsed);
    }
    kit_line(&g, "help");
    now += 5000;
    moult__tick(&g.s);
    ck_assert_int_eq(moult__tick_pause(&g.s), -1);
    kit_line(&g, "Esc");
    now += 50;
    kit_line(&g, "list");
    ck_assert_uint_eq(elapsed, 2151); /* behind the panel it stood still */
    now += 70;
    ck_assert_int_eq(moult__tick_pause(&g.s), 30);
    now += 30;
    moult__tick(&g.s);
    ck_assert_uint_eq(elapsed, 2251);
    ck_assert_uint_eq(open_menu(), LIST); /* the rules' own menu: time goes on, it stays open */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("session: title and time");
    TCase *tests = tcase_create("title");
    tcase_add_checked_fixture(tests, enter, leave);
    tcase_add_test(tests, the_title_stays_until_it_is_chosen);
    tcase_add_test(tests, the_panel_at_the_end_leads_to_the_title_and_that_to_a_new_run);
    tcase_add_test(tests, rules_give_other_keys_to_what_the_core_has);
    tcase_add_loop_test(tests, a_list_scrolls_just_enough_and_comes_back_as_it_was, 0,
                        MOULT_COUNT(scrolls));
    tcase_add_test(tests, time_passes_for_rules_that_count_it);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
