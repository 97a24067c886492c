/* SPDX-License-Identifier: MIT */
/* Things underfoot, through public commands: what is taken unasked, scrapped, left or eaten, what a
 * potion does, and the question before foul meat. Figures: rules.md 9 and 10, ours.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#define X KIT_HALL_X
#define Y KIT_HALL_Y

#define HEALING 0
#define POISON 3

static kit_game g;

static void open_hall(void)
{
    kit_open(&g, "items");
    kit_hall(&g);
    kit_hero_edit(&g)->hunger = kit_hero_edit(&g)->hunger_max = 100;
}

static void close_hall(void)
{
    kit_check_game(&g);
    kit_close(&g);
}

static int32_t hero_hp(void)
{
    return kit_body(&g, moult__hero(g.w))->hp;
}

static uint32_t things(void)
{
    return kit_count(&g, MOULT_SCOPE_ITEM, moult__level(g.w));
}

/* What a potion is called before it has been drunk. */
static const char *colour_of(uint32_t effect)
{
    static const char *const colours[] = {"blue",  "red",   "green",  "amber", "violet", "milky",
                                          "fizzy", "smoky", "cloudy", "ruby",  "pearly"};
    return colours[kit_hero(&g)->potion_look[effect]];
}

/* -- taking ------------------------------------------------------------------------------------ */

static const struct {
    uint32_t kind;
    int32_t subtype;
    const char *text;
    int32_t weapon, armour, gold, hunger; /* afterwards; before: 2, 2, 0, 50 */
} finds[] = {
    {ROGUE_GOLD, 7, "You take 7 gold.", 2, 2, 7, 50},
    {ROGUE_GOLD, 100000, "You take 100000 gold.", 2, 2, 100000, 50},
    {ROGUE_FOOD, 0, "You eat the ration.", 2, 2, 0, 90},
    {ROGUE_WEAPON, 3, "You take up the battle axe.", 3, 2, 0, 50},
    {ROGUE_WEAPON, 2, "You scrap the short sword.", 2, 2, 2, 50},
    {ROGUE_WEAPON, 1, "You scrap the rusty dagger.", 2, 2, 1, 50},
    {ROGUE_ARMOUR, 19, "You put on the last guard.", 2, 19, 0, 50},
    {ROGUE_ARMOUR, 2, "You discard the leather armor.", 2, 2, 2, 50},
    {ROGUE_ARMOUR, 0, "You discard the rags.", 2, 2, 0, 50},
    {ROGUE_CORPSE, 0, "You eat the sewer rat corpse.", 2, 2, 0, 58},
};

START_TEST(what_is_walked_onto_is_used_at_once)
{
    rogue_hero *hero = kit_hero_edit(&g);
    hero->weapon = hero->armour = 2;
    hero->hunger = 50;
    kit_item(&g, finds[_i].kind, finds[_i].subtype, X + 1, Y);
    kit_line(&g, "move-east");
    ck_assert(kit_said(&g, finds[_i].text));
    ck_assert_int_eq(kit_hero(&g)->weapon, finds[_i].weapon);
    ck_assert_int_eq(kit_hero(&g)->armour, finds[_i].armour);
    ck_assert_int_eq(kit_hero(&g)->gold, finds[_i].gold);
    ck_assert_int_eq(kit_hero(&g)->hunger, finds[_i].hunger);
    ck_assert_uint_eq(things(), 0);
    ck_assert_uint_eq(moult__turn(g.w), 1);
}
END_TEST

START_TEST(nobody_can_be_fuller_than_full)
{
    kit_hero_edit(&g)->hunger = 99;
    kit_item(&g, ROGUE_FOOD, 0, X + 1, Y);
    kit_line(&g, "move-east");
    ck_assert_int_eq(kit_hero(&g)->hunger, 100);
}
END_TEST

START_TEST(gold_stops_at_the_end_of_its_range)
{
    kit_hero_edit(&g)->gold = INT32_MAX - 3;
    kit_item(&g, ROGUE_GOLD, 7, X + 1, Y);
    kit_line(&g, "move-east");
    ck_assert_int_eq(kit_hero(&g)->gold, INT32_MAX);
}
END_TEST

START_TEST(all_that_lies_on_a_cell_is_taken_in_one_step)
{
    for (uint32_t i = 0; i < 5; i++)
        kit_item(&g, ROGUE_GOLD, 1 << i, X + 1, Y);
    kit_item(&g, ROGUE_WEAPON, 4, X + 1, Y);
    kit_line(&g, "move-east");
    ck_assert_int_eq(kit_hero(&g)->gold, 31);
    ck_assert_int_eq(kit_hero(&g)->weapon, 4);
    ck_assert_uint_eq(things(), 0);
}
END_TEST

START_TEST(one_potion_can_be_held_another_stays_where_it_is)
{
    char text[128];
    kit_item(&g, ROGUE_POTION, HEALING, X + 1, Y);
    kit_item(&g, ROGUE_POTION, POISON, X + 2, Y);
    kit_line(&g, "move-east");
    snprintf(text, sizeof text, "You pocket the %s potion.", colour_of(HEALING));
    ck_assert(kit_said(&g, text));
    ck_assert_uint_eq(kit_hero(&g)->potion, HEALING + 1);
    kit_line(&g, "move-east");
    snprintf(text, sizeof text, "Here is a %s potion, but you already hold a %s potion.",
             colour_of(POISON), colour_of(HEALING));
    ck_assert(kit_said(&g, text));
    ck_assert_uint_eq(kit_hero(&g)->potion, HEALING + 1);
    ck_assert_uint_eq(things(), 1);
    ck_assert_int_eq(kit_hero_at(&g).x, X + 2);
}
END_TEST

START_TEST(a_potion_that_was_left_can_be_taken_when_the_first_is_drunk)
{
    kit_hero_edit(&g)->potion = HEALING + 1;
    kit_item(&g, ROGUE_POTION, POISON, X + 1, Y);
    kit_line(&g, "move-east");
    kit_line(&g, "quaff");
    kit_line(&g, "pick-up");
    ck_assert_uint_eq(kit_hero(&g)->potion, POISON + 1);
    ck_assert_uint_eq(things(), 0);
    ck_assert_uint_eq(moult__turn(g.w), 3);
}
END_TEST

static const struct {
    const char *line, *text;
} nothings[] = {
    {"pick-up", "There is nothing here."},    {"eat", "There is nothing to eat here."},
    {"quaff", "You hold no potion."},         {"read", "You hold no scroll."},
    {"descend", "There are no stairs here."},
};

START_TEST(doing_what_can_t_be_done_is_said_and_costs_no_turn)
{
    kit_monster(&g, 0, "chaser", X + 1, Y);
    kit_line(&g, nothings[_i].line);
    ck_assert(kit_said(&g, nothings[_i].text));
    ck_assert_uint_eq(moult__turn(g.w), 0);
    ck_assert_int_eq(hero_hp(), 12);
}
END_TEST

/* -- potions ----------------------------------------------------------------------------------- */

static const struct {
    uint32_t effect;
    int32_t hp, hp_max, hp_after, hp_max_after, skill_after;
    const char *name, *felt;
} drinks[] = {
    {0, 5, 12, 10, 12, 0, "healing", "You feel better."},
    {0, 10, 12, 12, 12, 0, "healing", "You feel better."},
    {1, 5, 30, 20, 30, 0, "greater healing", "You feel better."},
    {2, 5, 30, 30, 30, 0, "restoration", "Your vigour returns."},
    {3, 5, 30, 2, 30, 0, "poison", "It burns: you lose 3 hit points."},
    {4, 9, 30, 4, 30, 0, "acid", "It burns: you lose 5 hit points."},
    {5, 5, 12, 7, 14, 0, "strength", "You feel stronger."},
    {6, 5, 12, 5, 12, 1, "skill", "Your hand grows surer."},
};

START_TEST(a_potion_is_unknown_until_it_has_been_drunk)
{
    char text[128];
    uint32_t effect = drinks[_i].effect;
    for (uint32_t time = 0; time < 2; time++) {
        kit_hero_hp(&g, drinks[_i].hp, drinks[_i].hp_max);
        kit_hero_edit(&g)->potion = (uint8_t)(effect + 1);
        kit_hero_edit(&g)->skill = 0;
        kit_line(&g, "quaff");
        if (time == 0)
            snprintf(text, sizeof text, "You drink the %s potion.", colour_of(effect));
        else
            snprintf(text, sizeof text, "You drink the potion of %s.", drinks[_i].name);
        ck_assert_msg(kit_said(&g, text), "%s", text);
        snprintf(text, sizeof text, "It was a potion of %s.", drinks[_i].name);
        ck_assert_int_eq(kit_said(&g, text), time == 0);
        ck_assert(kit_said(&g, drinks[_i].felt));
        ck_assert_uint_eq(kit_hero(&g)->known_potions, 1u << effect);
        ck_assert_uint_eq(kit_hero(&g)->potion, 0);
        ck_assert_int_eq(hero_hp(), drinks[_i].hp_after);
        ck_assert_int_eq(kit_body(&g, moult__hero(g.w))->hp_max, drinks[_i].hp_max_after);
        ck_assert_int_eq(kit_hero(&g)->skill, drinks[_i].skill_after);
        ck_assert_uint_eq(moult__turn(g.w), time + 1);
    }
}
END_TEST

START_TEST(a_potion_that_kills_is_the_cause_of_death_and_nobody_acts_after_it)
{
    kit_monster(&g, 0, "chaser", X + 4, Y);
    kit_hero_hp(&g, 3, 12);
    kit_hero_edit(&g)->potion = POISON + 1;
    kit_line(&g, "quaff");
    ck_assert(kit_said(&g, "You die. Cause: potion of poison."));
    ck_assert_str_eq(moult__text(g.w, kit_hero(&g)->cause), "potion of poison");
    ck_assert_int_eq(hero_hp(), 0);
    ck_assert_uint_eq(moult__turn(g.w), 0);
    ck_assert_ptr_nonnull(
        kit_body(&g, moult__at(g.w, MOULT_SCOPE_ACTOR, moult__level(g.w), X + 4, Y, 0)));
    ck_assert_int_eq(g.s.over, 1);
}
END_TEST

START_TEST(every_potion_has_an_appearance_of_its_own)
{
    uint32_t potions = 0, scrolls = 0;
    for (uint32_t i = 0; i < ROGUE_POTIONS; i++) {
        potions |= 1u << kit_hero(&g)->potion_look[i];
        scrolls |= 1u << kit_hero(&g)->scroll_look[i];
    }
    ck_assert_uint_eq(potions, 0x7ff);
    ck_assert_uint_eq(scrolls, 0x7ff);
}
END_TEST

/* -- foul meat --------------------------------------------------------------------------------- */

#define SNAKE 6     /* -4 hit points, +12 */
#define CENTIPEDE 1 /* -3, +6 */
#define GAZE_ORB 67 /* +8, +80 */

static void step_onto_snake(void)
{
    kit_hero_edit(&g)->hunger = 50;
    kit_item(&g, ROGUE_CORPSE, SNAKE, X + 1, Y);
    kit_line(&g, "move-east");
    ck_assert(kit_said(&g, "Here is a brown snake corpse. It smells foul."));
    ck_assert_uint_eq(things(), 1);
    ck_assert_int_eq(hero_hp(), 12);
}

START_TEST(foul_meat_is_left_where_it_lies_and_asked_about)
{
    step_onto_snake();
    kit_line(&g, "eat");
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_CONFIRM);
    ck_assert_int_ge(moult__session_describe(&g.s), 0);
    ck_assert_str_eq(g.s.scene->open.title, "The brown snake corpse smells foul. Eat it?");
    ck_assert_uint_eq(moult__turn(g.w), 1);
}
END_TEST

START_TEST(a_yes_eats_it)
{
    step_onto_snake();
    kit_line(&g, "eat");
    kit_line(&g, "y");
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_IDLE);
    ck_assert(kit_said(&g, "You eat the brown snake corpse. It sickens you."));
    ck_assert_int_eq(hero_hp(), 8);
    ck_assert_int_eq(kit_hero(&g)->hunger, 61); /* and a turn's hunger */
    ck_assert_uint_eq(moult__turn(g.w), 2);
    ck_assert_uint_eq(things(), 0);
}
END_TEST

static const char *const noes[] = {"n", "N", "Esc"};

START_TEST(a_no_leaves_it_and_costs_no_turn)
{
    step_onto_snake();
    uint64_t before = kit_hash(&g);
    kit_line(&g, "eat");
    kit_line(&g, "x");
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_CONFIRM);
    kit_line(&g, noes[_i]);
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_IDLE);
    ck_assert_uint_eq(kit_hash(&g), before);
}
END_TEST

START_TEST(foul_meat_can_kill)
{
    step_onto_snake();
    kit_hero_hp(&g, 4, 12);
    kit_line(&g, "eat");
    kit_line(&g, "y");
    ck_assert_str_eq(moult__text(g.w, kit_hero(&g)->cause), "brown snake corpse");
    ck_assert_uint_eq(kit_hero(&g)->state, ROGUE_LOST);
    ck_assert_uint_eq(moult__turn(g.w), 1);
}
END_TEST

START_TEST(a_yes_to_meat_that_is_gone_does_nothing)
{
    step_onto_snake();
    kit_line(&g, "eat");
    moult__remove(g.w, MOULT_SCOPE_ITEM,
                  moult__at(g.w, MOULT_SCOPE_ITEM, moult__level(g.w), X + 1, Y, 0));
    uint64_t before = kit_hash(&g);
    moult__report report;
    kit_try(&g, "y", &report);
    kit_try(&g, "Esc", &report);
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_IDLE);
    ck_assert_uint_eq(kit_hash(&g), before);
}
END_TEST

START_TEST(a_corpse_that_restores_is_eaten_unasked)
{
    kit_hero_hp(&g, 1, 30);
    kit_hero_edit(&g)->hunger = 5;
    kit_item(&g, ROGUE_CORPSE, GAZE_ORB, X + 1, Y);
    kit_line(&g, "move-east");
    ck_assert(kit_said(&g, "You eat the gaze orb corpse. It restores you."));
    ck_assert_int_eq(hero_hp(), 9);
    ck_assert_int_eq(kit_hero(&g)->hunger, 85);
}
END_TEST

START_TEST(what_can_be_eaten_is_found_beside_foul_meat)
{
    kit_hero_edit(&g)->hunger = 50;
    kit_item(&g, ROGUE_CORPSE, CENTIPEDE, X + 1, Y);
    kit_item(&g, ROGUE_GOLD, 3, X + 1, Y);
    kit_item(&g, ROGUE_FOOD, 0, X + 1, Y);
    kit_line(&g, "move-east");
    ck_assert_uint_eq(things(), 1);
    ck_assert_int_eq(kit_hero(&g)->hunger, 90);
    ck_assert_int_eq(kit_hero(&g)->gold, 3);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("rogue: things");
    TCase *cases = tcase_create("things");
    tcase_add_checked_fixture(cases, open_hall, close_hall);
    tcase_add_loop_test(cases, what_is_walked_onto_is_used_at_once, 0, MOULT_COUNT(finds));
    tcase_add_test(cases, nobody_can_be_fuller_than_full);
    tcase_add_test(cases, gold_stops_at_the_end_of_its_range);
    tcase_add_test(cases, all_that_lies_on_a_cell_is_taken_in_one_step);
    tcase_add_test(cases, one_potion_can_be_held_another_stays_where_it_is);
    tcase_add_test(cases, a_potion_that_was_left_can_be_taken_when_the_first_is_drunk);
    tcase_add_loop_test(cases, doing_what_can_t_be_done_is_said_and_costs_no_turn, 0,
                        MOULT_COUNT(nothings));
    tcase_add_loop_test(cases, a_potion_is_unknown_until_it_has_been_drunk, 0, MOULT_COUNT(drinks));
    tcase_add_test(cases, a_potion_that_kills_is_the_cause_of_death_and_nobody_acts_after_it);
    tcase_add_test(cases, every_potion_has_an_appearance_of_its_own);
    tcase_add_test(cases, foul_meat_is_left_where_it_lies_and_asked_about);
    tcase_add_test(cases, a_yes_eats_it);
    tcase_add_loop_test(cases, a_no_leaves_it_and_costs_no_turn, 0, MOULT_COUNT(noes));
    tcase_add_test(cases, foul_meat_can_kill);
    tcase_add_test(cases, a_yes_to_meat_that_is_gone_does_nothing);
    tcase_add_test(cases, a_corpse_that_restores_is_eaten_unasked);
    tcase_add_test(cases, what_can_be_eaten_is_found_beside_foul_meat);
    suite_add_tcase(suite, cases);
    return suite;
}

int main(void)
{
    SRunner *runner = srunner_create(make_suite());
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
