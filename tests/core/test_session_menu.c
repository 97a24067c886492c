/* SPDX-License-Identifier: MIT */
/* Menus, panels, prompts and the target cursor. The rules are rogue's, except that a
 * few commands ask for what rogue has no use for, and that what comes back is noted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <moult/renderer.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#define VERB_LIST (MOULT_VERB_OWN + 10)
#define VERB_PANEL (MOULT_VERB_OWN + 11)
#define VERB_ASK (MOULT_VERB_OWN + 12)
#define VERB_AIM (MOULT_VERB_OWN + 13)
#define VERB_SURE (MOULT_VERB_OWN + 14)
#define VERB_THROW (MOULT_VERB_OWN + 15)
#define VERB_GONE (MOULT_VERB_OWN + 16)
#define OWN_MENUS 40u

static kit_game g;
static const moult_rules_1 *real;
static moult_rules_1 rules;
static moult_command commands[64];
static uint32_t list_flags, aim_range;
static int32_t aim_x, aim_y;

/* What the rules were told last. */
static struct {
    uint32_t turns, choices, menu, back;
    moult_id subject;
    moult_action action;
    char text[300];
} told;

static const moult_row rows[] = {
    {sizeof(moult_row), MOULT_ROW_HEADING, 0, 0, 0, "Potions", NULL},
    {sizeof(moult_row), 0, 'a', 11, 101, "red", "one"},
    {sizeof(moult_row), MOULT_ROW_DISABLED, 'b', 12, 102, "blue", NULL},
    {sizeof(moult_row), 0, 'c', 13, 103, "green", NULL},
};

static moult_status turn(moult_world *w, const moult_action *action, moult_outcome *outcome)
{
    static const uint32_t kinds[] = {MOULT_OUTCOME_MENU, MOULT_OUTCOME_MENU,    MOULT_OUTCOME_TEXT,
                                     MOULT_OUTCOME_AIM,  MOULT_OUTCOME_CONFIRM, 0,
                                     MOULT_OUTCOME_MENU};
    uint32_t own = action->verb - VERB_LIST;
    told.turns++;
    told.action = *action;
    if (action->verb == VERB_THROW || action->verb == MOULT_VERB_CLOSE)
        return MOULT_OK;
    if (own >= MOULT_COUNT(kinds))
        return real->turn(w, action, outcome);
    outcome->kind = kinds[own];
    outcome->menu = OWN_MENUS + own;
    outcome->subject = 77;
    outcome->range = aim_range;
    if (aim_x >= 0) {
        outcome->x = aim_x;
        outcome->y = aim_y;
    }
    return MOULT_OK;
}

static moult_status choose(moult_world *w, uint32_t menu, moult_id subject,
                           const moult_action *action, moult_outcome *outcome)
{
    (void)w;
    (void)outcome;
    told.choices++;
    told.menu = menu;
    told.subject = subject;
    told.back = action == NULL;
    if (action != NULL) {
        told.action = *action;
        snprintf(told.text, sizeof told.text, "%s", action->text != NULL ? action->text : "");
    }
    return MOULT_OK;
}

static moult_status menu(const moult_world *w, uint32_t number, moult_id subject,
                         moult_scene *scene)
{
    uint32_t own = number - OWN_MENUS;
    if (number < OWN_MENUS)
        return real->menu(w, number, subject, scene);
    if (own == VERB_GONE - VERB_LIST)
        return MOULT_STALE;
    for (uint32_t i = 0; i < MOULT_COUNT(rows) && own <= 1; i++)
        scene->add_row(scene, &rows[i]);
    return scene->set_title(scene, "Which one?", own == 1 ? MOULT_MENU_PANEL : list_flags);
}

static void add_command(const char *name, uint32_t verb, uint32_t wants)
{
    moult_command command = {sizeof command, verb, wants, 0, 0, 0, name, "", "for a test"};
    commands[rules.command_count++] = command;
}

static void open_game(void)
{
    moult__report report = {0};
    kit_open(&g, "menu");
    kit_hall(&g);
    real = g.s.rules;
    rules = *real;
    memcpy(commands, real->commands, real->command_count * sizeof *commands);
    rules.commands = commands;
    rules.turn = turn;
    rules.choose = choose;
    rules.menu = menu;
    add_command("list", VERB_LIST, MOULT_WANTS_NOTHING);
    add_command("panel", VERB_PANEL, MOULT_WANTS_NOTHING);
    add_command("ask", VERB_ASK, MOULT_WANTS_NOTHING);
    add_command("aim", VERB_AIM, MOULT_WANTS_NOTHING);
    add_command("sure", VERB_SURE, MOULT_WANTS_NOTHING);
    add_command("gone", VERB_GONE, MOULT_WANTS_NOTHING);
    add_command("throw", VERB_THROW, MOULT_WANTS_CELL);
    add_command("shut", MOULT_VERB_CLOSE, MOULT_WANTS_DIRECTION);
    kit_fill_slot(g.s.set, "rules/rogue", &rules);
    ck_assert_msg(moult__session_bind(&g.s, &report) >= 0, "%s", report.text);
    memset(&told, 0, sizeof told);
    list_flags = 0;
    aim_range = 0;
    aim_x = aim_y = -1;
}

static void close_game(void)
{
    kit_check_game(&g);
    kit_close(&g);
}

static const moult_scene *scene(void)
{
    ck_assert_int_ge(moult__session_describe(&g.s), 0);
    return &g.s.scene->open;
}

static void press(uint32_t key, uint32_t mods)
{
    moult_event event = {.size = sizeof event, .kind = MOULT_EVENT_KEY, .key = key, .mods = mods};
    ck_assert_int_ge(moult__input_event(&g.s, &event), 0);
    g.w = g.s.world;
}

static const moult__session_row *session_row(void)
{
    return (const moult__session_row *)moult__row(g.w, MOULT__TABLE_SESSION, 0);
}

/* -- lists ------------------------------------------------------------------------------------- */

static const struct {
    const char *keys; /* names of keys, separated by blanks */
    uint32_t plain, wrapped;
} walks[] = {
    {"", 0, 0},
    {"Down", 1, 1},
    {"Down Down Down", 3, 3},
    {"Up", 0, 3},
    {"End", 3, 3},
    {"End Down", 3, 0},
    {"End Home", 0, 0},
    {"PgDn", 3, 3},
    {"PgDn PgUp", 0, 0},
    {"KP2 j KP8", 1, 1},
    {"Down k", 0, 0},
    {"Down x F7 z", 1, 1},
    {"PgUp", 0, 0},
    {"Down Left Right", 1, 1},
};

START_TEST(the_cursor_walks_over_the_rows)
{
    for (uint32_t wrap = 0; wrap < 2; wrap++) {
        list_flags = wrap ? MOULT_MENU_WRAP : 0;
        kit_line(&g, "list");
        char keys[64], *rest = keys;
        snprintf(keys, sizeof keys, "%s", walks[_i].keys);
        for (char *key; (key = strsep(&rest, " ")) != NULL;)
            if (key[0] != 0)
                kit_line(&g, key);
        ck_assert_uint_eq(scene()->row_cursor, wrap ? walks[_i].wrapped : walks[_i].plain);
        kit_line(&g, "Esc");
    }
    ck_assert_uint_eq(moult__turn(g.w), 0);
}
END_TEST

static const struct {
    const char *keys;
    int32_t number; /* 0: nothing was chosen */
    moult_id thing;
} choices[] = {
    {"a", 11, 101},
    {"c", 13, 103},
    {"b", 0, 0},
    {"Enter", 0, 0},
    {"Down Enter", 11, 101},
    {"Down Down Enter", 0, 0},
    {"End Space", 13, 103},
    {"d", 0, 0},
};

START_TEST(a_row_is_chosen_by_its_letter_or_the_cursor_unless_it_is_disabled)
{
    char keys[64], *rest = keys;
    kit_line(&g, "list");
    snprintf(keys, sizeof keys, "%s", choices[_i].keys);
    for (char *key; (key = strsep(&rest, " ")) != NULL;)
        kit_line(&g, key);
    ck_assert_uint_eq(told.choices, choices[_i].number != 0);
    ck_assert_uint_eq(kit_session_state(&g),
                      choices[_i].number != 0 ? MOULT_OUTCOME_IDLE : MOULT_OUTCOME_MENU);
    if (choices[_i].number != 0) {
        ck_assert_uint_eq(told.action.verb, MOULT_VERB_CHOOSE);
        ck_assert_int_eq(told.action.number, choices[_i].number);
        ck_assert_uint_eq(told.action.item, choices[_i].thing);
        ck_assert_uint_eq(told.menu, OWN_MENUS);
        ck_assert_uint_eq(told.subject, 77);
    }
}
END_TEST

START_TEST(going_back_is_told_to_the_rules)
{
    static const char *const ways[] = {"list", "panel", "ask", "aim"};
    kit_line(&g, ways[_i]);
    ck_assert_uint_ne(kit_session_state(&g), MOULT_OUTCOME_IDLE);
    kit_line(&g, "Esc");
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_IDLE);
    ck_assert_uint_eq(told.choices, 1);
    ck_assert_uint_eq(told.back, 1);
}
END_TEST

START_TEST(a_panel_is_only_read)
{
    static const char *const ways[] = {"Enter", "Space", "q", "Esc"};
    kit_line(&g, "panel");
    ck_assert_uint_ne(scene()->menu_flags & MOULT_MENU_PANEL, 0);
    kit_line(&g, "a");
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_MENU);
    kit_line(&g, ways[_i]);
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_IDLE);
    ck_assert_uint_eq(told.back, 1);
}
END_TEST

START_TEST(the_inventory_of_rogue_is_a_panel_and_costs_no_turn)
{
    uint64_t before = kit_hash(&g);
    kit_line(&g, "i");
    ck_assert_str_eq(scene()->title, "You carry");
    ck_assert_str_eq(scene()->rows[0].text, "rusty dagger");
    ck_assert_str_eq(scene()->rows[0].detail, "damage 4");
    ck_assert_uint_ne(scene()->menu_flags & MOULT_MENU_OPEN, 0);
    kit_line(&g, "Esc");
    ck_assert_uint_eq(scene()->menu_flags, 0);
    ck_assert_uint_eq(kit_hash(&g), before);
}
END_TEST

START_TEST(a_menu_that_the_rules_know_no_more_is_closed_by_the_next_key)
{
    kit_line(&g, "gone");
    ck_assert_uint_eq(scene()->menu_flags, 0);
    ck_assert_uint_eq(scene()->row_count, 0);
    kit_line(&g, "k");
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_IDLE);
    ck_assert_uint_eq(moult__turn(g.w), 0);
    kit_line(&g, "k");
    ck_assert_uint_eq(moult__turn(g.w), 1);
}
END_TEST

/* -- prompts ----------------------------------------------------------------------------------- */

START_TEST(a_text_is_typed_mended_and_handed_over)
{
    kit_line(&g, "ask");
    press('H', 0);
    press(0xe9, 0);
    press(0x6f22, 0);
    press(0x1f600, 0);
    ck_assert_str_eq(scene()->rows[0].text, "H\u00e9\u6f22\U0001f600");
    ck_assert_str_eq(scene()->title, "Which one?");
    press(MOULT_KEY_BACKSPACE, 0);
    press(MOULT_KEY_BACKSPACE, 0);
    press(' ', 0);
    press('q', 0);
    press(MOULT_KEY_UP, 0);
    press(MOULT_KEY_F(3), 0);
    press('c', MOULT_MOD_CTRL);
    press('x', MOULT_MOD_ALT);
    press(MOULT_KEY_ENTER, 0);
    ck_assert_uint_eq(told.action.verb, MOULT_VERB_TEXT);
    ck_assert_str_eq(told.text, "H\u00e9 q");
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_IDLE);
    kit_line(&g, "ask");
    press(MOULT_KEY_BACKSPACE, 0);
    press(MOULT_KEY_ENTER, 0);
    ck_assert_str_eq(told.text, "");
}
END_TEST

START_TEST(a_text_ends_at_its_room_in_whole_characters)
{
    kit_line(&g, "ask");
    for (uint32_t i = 0; i < 200; i++)
        press(0x6f22, 0);
    press(MOULT_KEY_ENTER, 0);
    ck_assert_uint_eq(strlen(told.text), 255);
    ck_assert_uint_eq(strlen(told.text) % 3, 0);
}
END_TEST

static const struct {
    uint32_t key;
    int32_t number; /* -1: still asked */
} answers[] = {{'y', 1},
               {'Y', 1},
               {'n', 0},
               {'N', 0},
               {MOULT_KEY_ESCAPE, 0},
               {'x', -1},
               {MOULT_KEY_ENTER, -1},
               {' ', -1},
               {MOULT_KEY_UP, -1}};

START_TEST(a_question_takes_yes_or_no)
{
    kit_line(&g, "sure");
    press(answers[_i].key, 0);
    ck_assert_uint_eq(told.choices, answers[_i].number >= 0);
    ck_assert(answers[_i].number < 0 ||
              (told.action.verb == MOULT_VERB_CONFIRM && told.action.number == answers[_i].number));
    ck_assert_uint_eq(kit_session_state(&g),
                      answers[_i].number < 0 ? MOULT_OUTCOME_CONFIRM : MOULT_OUTCOME_IDLE);
}
END_TEST

/* -- aiming ------------------------------------------------------------------------------------ */

START_TEST(the_target_cursor_walks_and_hands_over_its_cell)
{
    kit_line(&g, "aim");
    ck_assert_int_eq(session_row()->x, KIT_HALL_X);
    kit_line(&g, "l");
    kit_line(&g, "Right");
    kit_line(&g, "n");
    kit_line(&g, "x");
    ck_assert_uint_ne(scene()->flags & MOULT_SCENE_AIM, 0);
    ck_assert_int_eq(scene()->focus_x, KIT_HALL_X + 3);
    ck_assert_uint_ne(
        scene()->cells[(KIT_HALL_Y + 1) * 64 + KIT_HALL_X + 3].flags & MOULT_CELL_CURSOR, 0);
    ck_assert_int_eq(kit_hero_at(&g).x, KIT_HALL_X);
    kit_line(&g, "Enter");
    ck_assert_uint_eq(told.action.verb, MOULT_VERB_CHOOSE);
    ck_assert_int_eq(told.action.x, KIT_HALL_X + 3);
    ck_assert_int_eq(told.action.y, KIT_HALL_Y + 1);
    ck_assert_uint_eq(told.subject, 77);
    ck_assert_uint_eq(scene()->flags & MOULT_SCENE_AIM, 0);
}
END_TEST

START_TEST(the_target_cursor_begins_where_the_rules_say)
{
    aim_x = 5;
    aim_y = 6;
    kit_line(&g, "aim");
    ck_assert_int_eq(session_row()->x, 5);
    ck_assert_int_eq(session_row()->y, 6);
    aim_x = 4000;
    kit_line(&g, "Esc");
    kit_line(&g, "aim");
    ck_assert_int_eq(session_row()->x, KIT_HALL_X);
}
END_TEST

START_TEST(the_target_cursor_stays_on_the_map_and_within_its_range)
{
    kit_line(&g, "aim");
    kit_lines(&g, "h", 100);
    kit_lines(&g, "k", 100);
    ck_assert_int_eq(session_row()->x, 0);
    ck_assert_int_eq(session_row()->y, 0);
    kit_line(&g, "Esc");
    aim_range = 4;
    kit_line(&g, "aim");
    kit_lines(&g, "l", 9);
    ck_assert_int_eq(session_row()->x, KIT_HALL_X + 4);
    kit_lines(&g, "j", 9);
    ck_assert_int_eq(session_row()->y, KIT_HALL_Y + 2); /* 16 + 4 <= 4 * 4 + 4 */
}
END_TEST

START_TEST(a_click_aims_and_hands_over)
{
    moult_event event = {
        .size = sizeof event, .kind = MOULT_EVENT_CLICK, .x = 3, .y = 4, .row = -1, .button = 1};
    kit_line(&g, "aim");
    ck_assert_int_ge(moult__input_event(&g.s, &event), 0);
    ck_assert_int_eq(told.action.x, 3);
    ck_assert_int_eq(told.action.y, 4);
    ck_assert_uint_eq(told.choices, 1);
}
END_TEST

START_TEST(a_direction_is_asked_for_and_makes_an_action)
{
    kit_line(&g, "shut");
    ck_assert_str_eq(scene()->title, "In which direction?");
    ck_assert_uint_eq(told.turns, 0);
    kit_line(&g, "y");
    ck_assert_uint_eq(told.turns, 1);
    ck_assert_uint_eq(told.action.verb, MOULT_VERB_CLOSE);
    ck_assert_int_eq(told.action.x, KIT_HALL_X - 1);
    ck_assert_int_eq(told.action.y, KIT_HALL_Y - 1);
    kit_line(&g, "shut");
    kit_line(&g, "Esc");
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_IDLE);
    ck_assert_uint_eq(told.turns, 1);
    kit_line(&g, "shut move-east");
    ck_assert_uint_eq(told.turns, 2);
    ck_assert_int_eq(told.action.x, KIT_HALL_X + 1);
}
END_TEST

START_TEST(a_cell_is_asked_for_and_makes_an_action)
{
    kit_line(&g, "throw");
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_AIM);
    kit_line(&g, "l");
    kit_line(&g, "Enter");
    ck_assert_uint_eq(told.action.verb, VERB_THROW);
    ck_assert_int_eq(told.action.x, KIT_HALL_X + 1);
    kit_line(&g, "throw 7,8");
    ck_assert_int_eq(told.action.x, 7);
    ck_assert_int_eq(told.action.y, 8);
    ck_assert_uint_eq(told.turns, 2);
}
END_TEST

START_TEST(looking_moves_nobody)
{
    uint64_t before = kit_hash(&g);
    kit_line(&g, "look");
    kit_line(&g, "l");
    kit_line(&g, "Enter");
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_IDLE);
    ck_assert_uint_eq(kit_hash(&g), before);
}
END_TEST

static void add_tests(TCase *cases)
{
    tcase_add_loop_test(cases, the_cursor_walks_over_the_rows, 0, MOULT_COUNT(walks));
    tcase_add_loop_test(cases, a_row_is_chosen_by_its_letter_or_the_cursor_unless_it_is_disabled, 0,
                        MOULT_COUNT(choices));
    tcase_add_loop_test(cases, going_back_is_told_to_the_rules, 0, 4);
    tcase_add_loop_test(cases, a_panel_is_only_read, 0, 4);
    tcase_add_test(cases, the_inventory_of_rogue_is_a_panel_and_costs_no_turn);
    tcase_add_test(cases, a_menu_that_the_rules_know_no_more_is_closed_by_the_next_key);
    tcase_add_test(cases, a_text_is_typed_mended_and_handed_over);
    tcase_add_test(cases, a_text_ends_at_its_room_in_whole_characters);
    tcase_add_loop_test(cases, a_question_takes_yes_or_no, 0, MOULT_COUNT(answers));
    tcase_add_test(cases, the_target_cursor_walks_and_hands_over_its_cell);
    tcase_add_test(cases, the_target_cursor_begins_where_the_rules_say);
    tcase_add_test(cases, the_target_cursor_stays_on_the_map_and_within_its_range);
    tcase_add_test(cases, a_click_aims_and_hands_over);
    tcase_add_test(cases, a_direction_is_asked_for_and_makes_an_action);
    tcase_add_test(cases, a_cell_is_asked_for_and_makes_an_action);
    tcase_add_test(cases, looking_moves_nobody);
}

int main(void)
{
    Suite *suite = suite_create("session: menus");
    TCase *cases = tcase_create("menu");
    tcase_set_timeout(cases, 60);
    tcase_add_checked_fixture(cases, open_game, close_game);
    add_tests(cases);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
