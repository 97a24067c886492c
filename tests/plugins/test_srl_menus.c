/* SPDX-License-Identifier: MIT */
/* The menus of srl by its own keys, the title, and a new run after a lost one. */
#include <stdlib.h>
#include <string.h>
#include "support/plugin_kit.h"
#include "support/srl_hall.h"
#include <check.h>
#undef fail

/* -- menus ------------------------------------------------------------------------------------- */

static const struct {
    uint32_t carried;
    const char *keys;
    uint32_t menu;
    int32_t cursor;
} menus[] = {
    {0, "x", 0, 0}, /* nothing is carried */
    {0, "z", 0, 0}, /* Z alone does nothing */
    {3, "x", 1, 0},
    {3, "x down down", 1, 2},
    {3, "x down down down", 1, 0}, /* wraps */
    {3, "x up", 1, 2},
    {3, "x dl dr", 1, 2}, /* a diagonal is its vertical part */
    {3, "x ul ur ur", 1, 0},
    {3, "x down left right space", 1, 1},
    {3, "x down x", 0, 0},
    {3, "x down x x", 1, 1}, /* keeps its place */
    {3, "x down z", 2, 0},
    {3, "x down z down", 2, 1},
    {3, "x down z down down", 2, 0},
    {3, "x down z left space", 2, 0},
    {3, "x down z down x", 1, 1},
    {3, "x down z down x z", 2, 0}, /* opens with its first */
    {3, "x up z z", 0, 0},
    {3, "x up z z x", 1, 1}, /* clamped */
    {3, "x up z z x x space", 0, 0},
    {12, "x up", 1, 11},
};

START_TEST(menus_go_by_the_games_keys)
{
    hall_carry(menus[_i].carried);
    hall_keys(menus[_i].keys);
    hall_menu_is(menus[_i].menu, menus[_i].cursor);
}
END_TEST

/* What was clamped when it opened stays so, though the list grows again; what wasn't opened isn't
 * clamped. */
START_TEST(the_cursor_is_clamped_when_the_list_opens)
{
    hall_carry(3);
    hall_keys("x up z z x x");
    hall_carry(1);
    hall_keys("x");
    hall_menu_is(1, 1);
    hall_keys("down z z"); /* the last of three */
    hall_carry(1);
    hall_keys("x");
    hall_menu_is(1, 2);
}
END_TEST

START_TEST(opening_and_moving_take_no_turn)
{
    hall_carry(2);
    uint32_t before = hall_turns();
    hall_keys("x down up z down x x");
    ck_assert_uint_eq(hall_turns(), before);
    hall_keys("x z down z");
    ck_assert_uint_eq(hall_turns(), before + 1);
}
END_TEST

START_TEST(ten_rows_are_shown_and_scroll_as_little_as_they_must)
{
    const moult_scene *scene = &hall.s.scene->open;
    hall_carry(12);
    hall_keys("x");
    hall_menu_is(1, 0);
    ck_assert_uint_eq(scene->row_room, 10);
    ck_assert_uint_eq(scene->row_first, 0);
    hall_keys("up");
    hall_menu_is(1, 11);
    ck_assert_uint_eq(scene->row_first, 2);
    hall_keys("up up");
    hall_menu_is(1, 9);
    ck_assert_uint_eq(scene->row_first, 2);
}
END_TEST

START_TEST(carrying_nothing_is_told)
{
    hall_keys("x x");
    hall_said(0, MOULT_SAY_NORMAL, 2, "You carry nothing.");
    ck_assert_uint_eq(hall_turns(), 0);
}
END_TEST

START_TEST(only_z_leaves_the_title)
{
    hall_load(NULL);
    hall_keys("x space up left x");
    ck_assert_uint_eq(moult__menu_row(&hall.s)->menu, 3);
    ck_assert_uint_eq(hall_turns(), 0);
    hall_keys("z");
    ck_assert_uint_eq(moult__menu_row(&hall.s)->menu, 0);
    hall_said(0, MOULT_SAY_GOOD, 1, "You wake up.");
    hall_close();
}
END_TEST

START_TEST(a_new_run_keeps_seed_and_source_and_nothing_else)
{
    hall_rat(HALL_X + 1, HALL_Y, 50, 1, "rat");
    hall_carry(2);
    hall_keys("x down x");
    hall_body(hall_hero())->hp = srl_bits(1);
    hall_keys("down");
    ck_assert_uint_eq(srl_kit_hero(&hall)->state, SRL_LOST);
    const srl_play before = *srl_kit_play(&hall);
    hall_keys("x up space z");
    ck_assert_uint_eq(srl_kit_hero(&hall)->state, SRL_LOST);
    hall_keys("x z");
    uint32_t size;
    const uint8_t *seed = moult__seed_text(hall.s.world, &size);
    ck_assert_uint_eq(size, 6);
    ck_assert_int_eq(memcmp(seed, "yurina", 6), 0);
    ck_assert_uint_eq(srl_kit_hero(&hall)->state, SRL_PLAYING);
    ck_assert_uint_eq(srl_kit_play(&hall)->state, before.state);
    ck_assert_uint_eq(srl_kit_play(&hall)->draws, before.draws);
    ck_assert_double_eq(hall_hp(hall_hero()), 16);
    ck_assert_uint_eq(moult__next(hall.s.world, MOULT_SCOPE_ITEM, 0, 0), 0);
    ck_assert_uint_eq(hall_turns(), 0);
    hall_said(0, MOULT_SAY_GOOD, 1, "You wake up.");
    hall_carry(2);
    hall_keys("x");
    hall_menu_is(1, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("srl: menus");
    TCase *group = tcase_create("menus"), *title = tcase_create("title");
    tcase_add_unchecked_fixture(group, kit_folder_make, kit_folder_remove);
    tcase_add_checked_fixture(group, hall_open, hall_close);
    tcase_add_loop_test(group, menus_go_by_the_games_keys, 0, (int)MOULT_COUNT(menus));
    tcase_add_test(group, the_cursor_is_clamped_when_the_list_opens);
    tcase_add_test(group, opening_and_moving_take_no_turn);
    tcase_add_test(group, ten_rows_are_shown_and_scroll_as_little_as_they_must);
    tcase_add_test(group, carrying_nothing_is_told);
    tcase_add_test(group, a_new_run_keeps_seed_and_source_and_nothing_else);
    tcase_add_unchecked_fixture(title, kit_folder_make, kit_folder_remove);
    tcase_add_test(title, only_z_leaves_the_title);
    suite_add_tcase(suite, group);
    suite_add_tcase(suite, title);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
