/* SPDX-License-Identifier: MIT */
/* The pointer on the map: another button than the first looks at a cell, and while a cell is asked
 * for, the target cursor follows. */
#include "support/session_kit.h"
#include <stdlib.h>
#include <check.h>

#define X (KIT_HALL_X + 3)
#define Y (KIT_HALL_Y + 2)

static kit_game g;

static void enter(void)
{
    kit_open(&g, "moult");
    kit_hall(&g);
    ck_assert_int_ge(moult__session_describe(&g.s), 0);
}

static void leave(void)
{
    kit_close(&g);
}

static void send(uint32_t kind, int32_t x, int32_t y, int32_t button)
{
    moult_event event = {
        .size = sizeof event, .kind = kind, .x = x, .y = y, .button = button, .row = -1};
    g.s.changed = 0;
    ck_assert_int_ge(moult__input_event(&g.s, &event), 0);
}

static const moult__session_row *open_row(void)
{
    return (const moult__session_row *)moult__row(g.w, MOULT__TABLE_SESSION, 0);
}

START_TEST(another_button_looks)
{
    uint32_t turn = moult__turn(g.w);
    send(MOULT_EVENT_CLICK, X, Y, 3);
    ck_assert_uint_eq(open_row()->menu, MOULT__MENU_LOOK);
    ck_assert_int_eq(open_row()->x, X);
    ck_assert_int_eq(open_row()->y, Y);
    ck_assert_uint_eq(g.s.notice_count, 1);
    ck_assert_uint_eq(moult__turn(g.w), turn);
}
END_TEST

START_TEST(beside_the_map_nothing_is_looked_at)
{
    send(MOULT_EVENT_CLICK, -1, -1, 3);
    ck_assert_uint_eq(open_row()->state, MOULT_OUTCOME_IDLE);
}
END_TEST

START_TEST(the_cursor_follows_while_a_cell_is_asked_for)
{
    send(MOULT_EVENT_MOVE, X, Y, 0);
    ck_assert_int_eq(g.s.changed, 0); /* nothing is asked for: nothing to be drawn */
    kit_line(&g, "look");
    send(MOULT_EVENT_MOVE, X, Y, 0);
    ck_assert_int_eq(open_row()->x, X);
    ck_assert_int_eq(open_row()->y, Y);
    ck_assert_int_eq(g.s.changed, 1);
    send(MOULT_EVENT_MOVE, -1, -1, 0);
    ck_assert_int_eq(open_row()->x, X);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("session: pointer");
    TCase *all = tcase_create("pointer");
    tcase_add_checked_fixture(all, enter, leave);
    tcase_add_test(all, another_button_looks);
    tcase_add_test(all, beside_the_map_nothing_is_looked_at);
    tcase_add_test(all, the_cursor_follows_while_a_cell_is_asked_for);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
