/* SPDX-License-Identifier: MIT */
/* Single rules of srl: a rat or a thing is put into the bare hall of depth 0, the play source is
 * set, a key is pressed, and what the facts say must have happened. */
#include <stdlib.h>
#include <string.h>
#include "support/plugin_kit.h"
#include "support/srl_hall.h"
#include <check.h>
#undef fail

/* -- fighting ---------------------------------------------------------------------------------- */

static const struct {
    double attack, defence;
    uint32_t draw;
    double damage;
} blows[] = {
    {4, 3, 0x80000000u, 2},    /* 1.6 */
    {4, 3, 0, 1},              /* 0 */
    {1, 10, 0x80000000u, 1},   /* below 0 */
    {10, 0, 0x80000000u, 6},   /* 5.5 */
    {10, 5, 0xffffffffu, 9},   /* almost 9 */
    {20, 0, 0x80000000u, 11},  /* 11 */
    {100, 0, 0x40000000u, 28}, /* 27.5 and a little */
    {30, 0, 0x80000000u, 17},  /* 16.5, its product above that */
    {3, 4, 0xc0000000u, 2},    /* 1.275 */
};

START_TEST(a_blow_does_what_its_draw_says)
{
    moult_id other = hall_rat(HALL_X + 1, HALL_Y, 1000, 1, "none");
    hall_body(hall_hero())->attack_base = srl_bits(blows[_i].attack);
    hall_body(other)->defence_base = srl_bits(blows[_i].defence);
    hall_next_draw(blows[_i].draw);
    hall_keys("right");
    ck_assert_double_eq(hall_hp(other), 1000 - blows[_i].damage);
    ck_assert_int_eq(hall_place(MOULT_SCOPE_ACTOR, hall_hero()).x, HALL_X);
    ck_assert_uint_eq(srl_kit_play(&hall)->draws, 1);
    ck_assert_str_eq(hall.added, "pattack");
}
END_TEST

START_TEST(an_extension_counts_and_does_not_grow)
{
    moult_id other = hall_rat(HALL_X + 1, HALL_Y, 10, 4, "none");
    hall_body(hall_hero())->attack_extension = srl_bits(6);
    hall_next_draw(0xffffffffu); /* (4 + 6) * 1.1 - 3 * 0.4 = 9.8 */
    hall_keys("right");
    ck_assert_int_lt(moult__where(hall.s.world, MOULT_SCOPE_ACTOR, other,
                                  &(moult_place){.size = sizeof(moult_place)}),
                     0);
    ck_assert_double_eq(srl_number(hall_body(hall_hero())->attack_base), 5);
    ck_assert_double_eq(srl_number(hall_body(hall_hero())->attack_extension), 6);
}
END_TEST

START_TEST(of_two_rats_on_a_cell_the_first_is_struck)
{
    moult_id first = hall_rat(HALL_X, HALL_Y - 1, 50, 1, "none"),
             second = hall_rat(HALL_X, HALL_Y - 1, 50, 1, "none");
    hall_keys("up");
    ck_assert_double_lt(hall_hp(first), 50);
    ck_assert_double_eq(hall_hp(second), 50);
}
END_TEST

START_TEST(one_kill_may_be_several_levels)
{
    hall_rat(HALL_X + 1, HALL_Y, 1, 24, "none");
    hall_body(hall_hero())->hp = srl_bits(7);
    hall_row()->energy_clock = 0;
    hall_keys("right");
    const srl_body *self = srl_kit_body(&hall, hall_hero());
    ck_assert_int_eq(self->level, 4); /* needs 4, 10 and 24 */
    ck_assert_double_eq(srl_number(self->hp_base), 29);
    ck_assert_double_eq(srl_number(self->attack_base), 7);
    ck_assert_double_eq(srl_number(self->defence_base), 7);
    ck_assert_double_eq(srl_number(self->hp), 7);
    ck_assert_double_eq(srl_number(self->experience), 24);
    ck_assert_double_eq(srl_number(srl_kit_hero(&hall)->experience_full), 58);
    ck_assert_str_eq(hall.added, "pattack+important+important+important+important");
    hall_said(3, MOULT_SAY_ALERT, 1, "You defeat the rat and gain 24 experience.");
    hall_said(2, MOULT_SAY_ALERT, 1, "You reach level 2!");
    hall_said(0, MOULT_SAY_ALERT, 1, "You reach level 4!");
}
END_TEST

START_TEST(a_bite_can_end_the_run_and_the_turn)
{
    hall_rat(HALL_X + 1, HALL_Y, 50, 1, "rat");
    hall_rat(HALL_X - 1, HALL_Y, 50, 1, "rat");
    hall_body(hall_hero())->hp = srl_bits(1);
    hall_row()->energy_clock = 4;
    hall_keys("space down"); /* space does nothing on a bare cell */
    ck_assert_uint_eq(srl_kit_hero(&hall)->state, SRL_LOST);
    ck_assert_double_eq(hall_hp(hall_hero()), 0);
    ck_assert_uint_eq(srl_kit_play(&hall)->draws, 1); /* the second rat didn't bite */
    ck_assert_int_eq(srl_kit_hero(&hall)->energy_clock, 4);
    ck_assert_str_eq(hall.added, "eattack+special");
    hall_said(0, MOULT_SAY_GOOD, 1, "You have fallen.");
}
END_TEST

static const struct {
    uint32_t first, second; /* draws; second: which of eight ways */
    int32_t dx, dy;
    uint64_t draws;
} strolls[] = {
    {0x80000000u, 0, 0, 0, 1},  {0x7fffffffu, 0, -1, 0, 2}, {0x7fffffffu, 1, 0, -1, 2},
    {0x7fffffffu, 2, 1, 0, 2},  {0x7fffffffu, 3, 0, 1, 2},  {0x7fffffffu, 4, -1, -1, 2},
    {0x7fffffffu, 5, 1, -1, 2}, {0x7fffffffu, 6, -1, 1, 2}, {0x7fffffffu, 7, 1, 1, 2},
};

/* A state from which the first draw is below a half, or not, and the second one is that way. */
static void next_draws(uint32_t first, uint32_t way)
{
    for (uint32_t drawn = first; drawn - first < 100000 || first - drawn < 100000;
         drawn += first >= 0x80000000u ? 1u : UINT32_MAX) {
        uint32_t then = drawn * 1664525u + 1013904223u;
        if (first >= 0x80000000u || then >> 29 == way) {
            hall_next_draw(drawn);
            return;
        }
    }
    ck_abort_msg("no such draws");
}

START_TEST(a_rat_strolls_by_its_draws)
{
    moult_id one = hall_rat(5, 10, 9, 1, "rat");
    next_draws(strolls[_i].first, strolls[_i].second);
    hall_keys("up");
    moult_place at = hall_place(MOULT_SCOPE_ACTOR, one);
    ck_assert_int_eq(at.x, 5 + strolls[_i].dx);
    ck_assert_int_eq(at.y, 10 + strolls[_i].dy);
    ck_assert_uint_eq(srl_kit_play(&hall)->draws, strolls[_i].draws);
}
END_TEST

START_TEST(a_rat_stays_where_a_wall_or_another_is_in_its_way)
{
    moult_id one = hall_rat(5, 10, 9, 1, "rat");
    hall_wall(6, 10);
    next_draws(0x7fffffffu, 2);
    hall_keys("up");
    ck_assert_int_eq(hall_place(MOULT_SCOPE_ACTOR, one).x, 5);
    hall_rat(5, 9, 9, 1, "none");
    next_draws(0x7fffffffu, 1);
    hall_keys("up");
    ck_assert_int_eq(hall_place(MOULT_SCOPE_ACTOR, one).y, 10);
    ck_assert_uint_eq(srl_kit_play(&hall)->draws, 4);
}
END_TEST

/* -- walking ----------------------------------------------------------------------------------- */

START_TEST(walls_take_no_turn_and_no_corner_is_too_narrow)
{
    hall_wall(HALL_X, HALL_Y - 1);
    hall_wall(HALL_X + 1, HALL_Y);
    hall_keys("up up right");
    ck_assert_uint_eq(hall_turns(), 0);
    hall_said(0, MOULT_SAY_NORMAL, 3, "A wall is in the way.");
    hall_keys("ur");
    ck_assert_uint_eq(hall_turns(), 1);
    ck_assert_int_eq(hall_place(MOULT_SCOPE_ACTOR, hall_hero()).x, HALL_X + 1);
    ck_assert_int_eq(hall_place(MOULT_SCOPE_ACTOR, hall_hero()).y, HALL_Y - 1);
}
END_TEST

START_TEST(stairs_lead_down_to_the_same_cell)
{
    moult__move(hall.s.world, MOULT_SCOPE_ACTOR, hall_hero(), moult__level(hall.s.world), 12, 5);
    hall_keys("space");
    moult_place at = hall_place(MOULT_SCOPE_ACTOR, hall_hero());
    moult_view view = {.size = sizeof view};
    moult__view(hall.s.world, at.level, &view);
    ck_assert_int_eq(view.depth, 1);
    ck_assert_int_eq(view.width, 50);
    ck_assert_int_eq(at.x, 12);
    ck_assert_int_eq(at.y, 5);
    ck_assert_uint_eq(hall_turns(), 1);
    ck_assert_int_eq(strncmp(hall.added, "normal", 6), 0);
}
END_TEST

/* -- hunger ------------------------------------------------------------------------------------ */

static const struct {
    int32_t energy, clock;
    double hp, fraction;
    int32_t energy_then, clock_then;
    double hp_then, fraction_then;
    const char *added;
} meals[] = {
    {100, 0, 16, 0.5, 100, 1, 16, 0, "-"},
    {100, 9, 16, 0, 99, 0, 16, 0, "-"},
    {21, 9, 16, 0, 20, 0, 16, 0, "normal"},
    {11, 9, 16, 0, 10, 0, 16, 0, "normal"},
    {1, 9, 15, 0.25, 0, 0, 15, 0.25 + 16 * 0.005, "important"},
    {50, 3, 15, 0.9375, 50, 4, 16, 0.9375 + 16 * 0.005 - 1, "-"},
    {0, 7, 9, 0, 0, 0, 9, -(16 * 0.005), "-"},
    {0, 0, 9, -0.9375, 0, 0, 8, -0.9375 - 16 * 0.005 + 1, "-"},
    {0, 0, 1, -0.9375, 0, 0, 0, -0.9375 - 16 * 0.005 + 1, "special"},
};

START_TEST(a_turn_makes_hungry)
{
    srl_hero *row = hall_row();
    row->energy = meals[_i].energy;
    row->energy_clock = meals[_i].clock;
    row->hp_fraction = srl_bits(meals[_i].fraction);
    hall_body(hall_hero())->hp = srl_bits(meals[_i].hp);
    hall_keys("up");
    ck_assert_int_eq(srl_kit_hero(&hall)->energy, meals[_i].energy_then);
    ck_assert_int_eq(srl_kit_hero(&hall)->energy_clock, meals[_i].clock_then);
    ck_assert_double_eq(hall_hp(hall_hero()), meals[_i].hp_then);
    ck_assert_double_eq(srl_number(srl_kit_hero(&hall)->hp_fraction), meals[_i].fraction_then);
    ck_assert_str_eq(hall.added, meals[_i].added);
    ck_assert_uint_eq(srl_kit_hero(&hall)->state, meals[_i].hp_then > 0 ? SRL_PLAYING : SRL_LOST);
}
END_TEST

static const struct {
    uint32_t kind;
    int32_t level, energy;
    double hp;
    int32_t energy_then; /* before the turn's own hunger, which the clock at 0 doesn't change */
    double hp_then;
    const char *text;
} uses[] = {
    {SRL_APPLE, 0, 30, 16, 80, 16, "You eat the apple. Satiety +50."},
    {SRL_APPLE, 0, 70, 16, 100, 16, "You eat the apple. Satiety +30."},
    {SRL_APPLE, 0, 0, 16, 50, 16, "You eat the apple. Satiety +50."},
    {SRL_POTION, 1, 90, 3, 90, 13, "You drink the health potion 10. HP +10."},
    {SRL_POTION, 2, 90, 3, 90, 16, "You drink the health potion 20. HP +13."},
    {SRL_POTION, 3, 90, 16, 90, 16, "You drink the health potion 30. HP +0."},
};

START_TEST(using_a_thing_up)
{
    hall_thing(uses[_i].kind, uses[_i].level, HALL_X, HALL_Y);
    hall_keys("space");
    ck_assert_double_eq(srl_number(srl_kit_hero(&hall)->weight), 0.1);
    hall_row()->energy = uses[_i].energy;
    hall_row()->energy_clock = 0;
    hall_row()->hp_fraction = srl_bits(0);
    hall_body(hall_hero())->hp = srl_bits(uses[_i].hp);
    hall_keys("x z z");
    hall_said(0, MOULT_SAY_NORMAL, 1, uses[_i].text);
    ck_assert_int_eq(srl_kit_hero(&hall)->energy, uses[_i].energy_then);
    ck_assert_double_eq(hall_hp(hall_hero()), uses[_i].hp_then);
    ck_assert_double_eq(srl_number(srl_kit_hero(&hall)->weight), 0);
    ck_assert_uint_eq(moult__next(hall.s.world, MOULT_SCOPE_ITEM, 0, 0), 0);
    ck_assert_uint_eq(hall_turns(), 2);
}
END_TEST

START_TEST(at_the_cap_clock_and_fraction_begin_anew)
{
    hall_thing(SRL_APPLE, 0, HALL_X, HALL_Y);
    hall_thing(SRL_POTION, 1, HALL_X, HALL_Y);
    hall_keys("space space");
    hall_row()->energy_clock = 7;
    hall_keys("x z z"); /* 0 by the apple, 1 by the turn */
    ck_assert_int_eq(srl_kit_hero(&hall)->energy_clock, 1);
    hall_body(hall_hero())->hp = srl_bits(10);
    hall_row()->hp_fraction = srl_bits(0.75);
    hall_keys("x z z");
    ck_assert_double_eq(srl_number(srl_kit_hero(&hall)->hp_fraction), 0);
}
END_TEST

/* -- things ------------------------------------------------------------------------------------ */

START_TEST(the_weight_runs_on_with_its_rounding)
{
    for (int i = 0; i < 3; i++)
        hall_thing(SRL_APPLE, 0, HALL_X, HALL_Y);
    hall_keys("space space space");
    double weight = 0.1;
    weight += 0.1;
    weight += 0.1;
    ck_assert_double_eq(srl_number(srl_kit_hero(&hall)->weight), weight);
    weight -= 0.1;
    hall_keys("x z down z");
    ck_assert_double_eq(srl_number(srl_kit_hero(&hall)->weight), weight);
    ck_assert_double_ne(weight, 0.2);
    hall_said(0, MOULT_SAY_NORMAL, 1, "You put down the apple.");
    hall_said(1, MOULT_SAY_NORMAL, 3, "You pick up the apple.");
}
END_TEST

START_TEST(what_is_too_heavy_takes_a_turn)
{
    hall_thing(SRL_POTION, 2, HALL_X, HALL_Y);
    hall_row()->weight = srl_bits(9.95);
    hall_keys("space");
    hall_said(0, MOULT_SAY_ALERT, 1, "The health potion 20 is too heavy to carry.");
    ck_assert_uint_eq(hall_turns(), 1);
    hall_row()->weight = srl_bits(9.9);
    hall_keys("space");
    hall_said(0, MOULT_SAY_NORMAL, 1, "You pick up the health potion 20.");
    ck_assert_double_eq(srl_number(srl_kit_hero(&hall)->weight), 10);
}
END_TEST

START_TEST(what_is_put_down_goes_behind_the_others)
{
    moult_id potion = hall_thing(SRL_POTION, 1, HALL_X, HALL_Y),
             apple = hall_thing(SRL_APPLE, 0, HALL_X, HALL_Y);
    hall_keys("space x z down z space");
    ck_assert_uint_eq(hall_place(MOULT_SCOPE_ITEM, apple).level, 0);
    ck_assert_uint_ne(hall_place(MOULT_SCOPE_ITEM, potion).level, 0);
    hall_keys("space");
    ck_assert_uint_eq(moult__next(hall.s.world, MOULT_SCOPE_ITEM, 0, 0), apple);
}
END_TEST

START_TEST(potions_of_other_levels_are_other_messages)
{
    hall_thing(SRL_POTION, 1, HALL_X, HALL_Y);
    hall_thing(SRL_POTION, 2, HALL_X, HALL_Y);
    hall_thing(SRL_POTION, 2, HALL_X, HALL_Y);
    hall_keys("space space space");
    hall_said(1, MOULT_SAY_NORMAL, 1, "You pick up the health potion 10.");
    hall_said(0, MOULT_SAY_NORMAL, 2, "You pick up the health potion 20.");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("srl: rules");
    TCase *group = tcase_create("rules");
    tcase_add_unchecked_fixture(group, kit_folder_make, kit_folder_remove);
    tcase_add_checked_fixture(group, hall_open, hall_close);
    tcase_add_loop_test(group, a_blow_does_what_its_draw_says, 0, (int)MOULT_COUNT(blows));
    tcase_add_test(group, an_extension_counts_and_does_not_grow);
    tcase_add_test(group, of_two_rats_on_a_cell_the_first_is_struck);
    tcase_add_test(group, one_kill_may_be_several_levels);
    tcase_add_test(group, a_bite_can_end_the_run_and_the_turn);
    tcase_add_loop_test(group, a_rat_strolls_by_its_draws, 0, (int)MOULT_COUNT(strolls));
    tcase_add_test(group, a_rat_stays_where_a_wall_or_another_is_in_its_way);
    tcase_add_test(group, walls_take_no_turn_and_no_corner_is_too_narrow);
    tcase_add_test(group, stairs_lead_down_to_the_same_cell);
    tcase_add_loop_test(group, a_turn_makes_hungry, 0, (int)MOULT_COUNT(meals));
    tcase_add_loop_test(group, using_a_thing_up, 0, (int)MOULT_COUNT(uses));
    tcase_add_test(group, at_the_cap_clock_and_fraction_begin_anew);
    tcase_add_test(group, the_weight_runs_on_with_its_rounding);
    tcase_add_test(group, what_is_too_heavy_takes_a_turn);
    tcase_add_test(group, what_is_put_down_goes_behind_the_others);
    tcase_add_test(group, potions_of_other_levels_are_other_messages);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
