/* SPDX-License-Identifier: MIT */
/* Potions that last, and what the hero and the picture make of them: speed, levitation, seeing the
 * invisible, reveal, detection, agility. Each scenario stands in an empty hall. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/game/scene.h"
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#define X KIT_HALL_X
#define Y KIT_HALL_Y

#define SPEED 7
#define LEVITATION 8
#define SEE_INVISIBLE 9
#define AGILITY 10
#define DETECT 7
#define REVEAL 10

#define RAT 0u
#define WRAITHLING 23u /* a ghost of floor 24: can't be seen */

static kit_game g;

static void open_hall(void)
{
    kit_open(&g, "states");
    kit_hall(&g);
}

static void close_hall(void)
{
    kit_check_game(&g);
    kit_close(&g);
}

static void drink(uint32_t effect)
{
    kit_hero_edit(&g)->potion = (uint8_t)(effect + 1);
    kit_line(&g, "quaff");
}

static void read_scroll(uint32_t effect)
{
    kit_hero_edit(&g)->scroll = (uint8_t)(effect + 1);
    kit_line(&g, "read");
}

/* The cell of the picture as it is now. */
static moult_cell drawn(int32_t x, int32_t y)
{
    ck_assert_int_ge(moult__session_describe(&g.s), 0);
    const moult_scene *scene = &g.s.scene->open;
    return scene->cells[y * scene->width + x];
}

static int32_t has_gauge(const char *label)
{
    ck_assert_int_ge(moult__session_describe(&g.s), 0);
    const moult_scene *scene = &g.s.scene->open;
    for (uint32_t i = 0; i < scene->gauge_count; i++)
        if (strcmp(scene->gauges[i].label, label) == 0)
            return 1;
    return 0;
}

static const char *looked_at(int32_t x, int32_t y)
{
    static char text[200];
    ck_assert_int_ge(g.s.rules->look(g.w, x, y, text, sizeof text), 0);
    return text;
}

/* -- speed ------------------------------------------------------------------------------------- */

START_TEST(speed_gives_an_action_more_for_twenty_turns)
{
    drink(SPEED);
    ck_assert(kit_said(&g, "The world slows down around you."));
    ck_assert_uint_eq(moult__turn(g.w), 0);
    ck_assert(has_gauge("Speed"));
    for (uint32_t action = 2; action <= 40; action++) {
        kit_line(&g, "wait");
        ck_assert_uint_eq(moult__turn(g.w), action / 2);
    }
    ck_assert(kit_said(&g, "You slow down."));
    ck_assert_uint_eq(kit_hero(&g)->fast, 0);
    ck_assert_uint_eq(kit_hero(&g)->hurried, 0);
    ck_assert(!has_gauge("Speed"));
    kit_line(&g, "wait");
    ck_assert_uint_eq(moult__turn(g.w), 21);
}
END_TEST

START_TEST(others_act_once_while_the_fast_act_twice)
{
    moult_id rat = kit_monster(&g, RAT, "chaser", X + 7, Y);
    drink(SPEED);
    ck_assert_int_eq(kit_where(&g, rat).x, X + 7);
    kit_line(&g, "wait");
    ck_assert_int_eq(kit_where(&g, rat).x, X + 6);
    kit_line(&g, "wait");
    ck_assert_int_eq(kit_where(&g, rat).x, X + 6);
    kit_line(&g, "wait");
    ck_assert_int_eq(kit_where(&g, rat).x, X + 5);
}
END_TEST

START_TEST(what_costs_no_turn_uses_up_no_action)
{
    drink(SPEED);
    kit_line(&g, "wait");
    kit_line(&g, "read");
    kit_line(&g, "quaff");
    ck_assert_uint_eq(kit_hero(&g)->hurried, 0);
    ck_assert_uint_eq(moult__turn(g.w), 1);
}
END_TEST

/* -- levitation -------------------------------------------------------------------------------- */

START_TEST(who_floats_takes_neither_things_nor_stairs)
{
    kit_tile(&g, X + 1, Y, MOULT_TILE_STAIRS_DOWN);
    kit_item(&g, ROGUE_GOLD, 5, X + 1, Y);
    drink(LEVITATION);
    ck_assert(kit_said(&g, "You rise into the air."));
    ck_assert(has_gauge("Levitation"));
    kit_line(&g, "move-east");
    ck_assert_int_eq(kit_hero(&g)->gold, 0);
    uint32_t turn = moult__turn(g.w);
    kit_line(&g, "pick-up");
    ck_assert(kit_said(&g, "You float too high to reach the floor."));
    kit_line(&g, "eat");
    ck_assert(kit_said(&g, "You float too high to reach the floor."));
    kit_line(&g, "descend");
    ck_assert(kit_said(&g, "You float above the stairs, and can't take them."));
    ck_assert_uint_eq(moult__turn(g.w), turn);
    ck_assert_int_eq(kit_hero(&g)->floor, 1);
}
END_TEST

START_TEST(after_thirty_turns_it_comes_down_and_takes_what_lies_there)
{
    kit_item(&g, ROGUE_GOLD, 5, X + 1, Y);
    drink(LEVITATION);
    kit_line(&g, "move-east");
    kit_lines(&g, "wait", 27);
    ck_assert_int_eq(kit_hero(&g)->gold, 0);
    kit_line(&g, "wait");
    ck_assert_uint_eq(moult__turn(g.w), 30);
    ck_assert(kit_said(&g, "You come down to the floor."));
    ck_assert(kit_said(&g, "You take 5 gold."));
}
END_TEST

START_TEST(water_carries_who_floats_and_nobody_else)
{
    kit_tile(&g, X + 1, Y, MOULT_TILE_WATER);
    kit_line(&g, "move-east");
    ck_assert_int_eq(kit_hero_at(&g).x, X);
    drink(LEVITATION);
    kit_line(&g, "move-east");
    kit_line(&g, "move-east");
    ck_assert_int_eq(kit_hero_at(&g).x, X + 2);
}
END_TEST

/* -- what is seen ------------------------------------------------------------------------------ */

START_TEST(the_invisible_is_felt_beside_and_seen_after_a_potion)
{
    kit_monster(&g, WRAITHLING, "idle", X + 3, Y);
    kit_monster(&g, WRAITHLING, "idle", X + 1, Y + 1);
    ck_assert_str_eq(looked_at(X + 3, Y), "floor");
    ck_assert_str_eq(looked_at(X + 1, Y + 1), "wraithling, floor");
    ck_assert_uint_eq(drawn(X + 3, Y).flags & MOULT_CELL_ACTOR, 0);
    drink(SEE_INVISIBLE);
    ck_assert(kit_said(&g, "Your eyes tingle: nothing can hide from them."));
    ck_assert_uint_eq(kit_hero(&g)->seeing, 99);
    ck_assert_str_eq(looked_at(X + 3, Y), "wraithling, floor");
    ck_assert_uint_ne(drawn(X + 3, Y).flags & MOULT_CELL_ACTOR, 0);
    kit_hero_edit(&g)->seeing = 1;
    kit_line(&g, "wait");
    ck_assert(kit_said(&g, "Your sight is as it was."));
    ck_assert_str_eq(looked_at(X + 3, Y), "floor");
}
END_TEST

START_TEST(reveal_shows_all_monsters_for_twenty_turns)
{
    kit_monster(&g, RAT, "idle", X + 30, Y);
    read_scroll(REVEAL);
    ck_assert(kit_said(&g, "You see every creature of the floor before you."));
    ck_assert(has_gauge("Reveal"));
    kit_lines(&g, "wait", 18);
    ck_assert_uint_ne(drawn(X + 30, Y).flags & MOULT_CELL_ACTOR, 0);
    kit_line(&g, "wait");
    ck_assert(kit_said(&g, "The creatures fade from your mind."));
    ck_assert_uint_eq(drawn(X + 30, Y).flags & MOULT_CELL_ACTOR, 0);
}
END_TEST

START_TEST(detection_counts_and_marks_for_one_turn)
{
    kit_monster(&g, RAT, "idle", X + 30, Y);
    kit_monster(&g, RAT, "idle", X + 30, Y + 2);
    read_scroll(DETECT);
    ck_assert(kit_said(&g, "You sense 2 creatures."));
    ck_assert_uint_eq(moult__turn(g.w), 1);
    ck_assert_uint_ne(drawn(X + 30, Y).flags & MOULT_CELL_REVERSE, 0);
    kit_line(&g, "wait");
    ck_assert_uint_eq(drawn(X + 30, Y).flags, 0);
}
END_TEST

/* -- agility ----------------------------------------------------------------------------------- */

START_TEST(agility_makes_the_hero_harder_to_hit)
{
    drink(AGILITY);
    ck_assert(kit_said(&g, "You feel nimble."));
    ck_assert_int_eq(kit_hero(&g)->evasion, 1);
    ck_assert_int_eq(kit_hero(&g)->skill, 0);
    kit_monster(&g, RAT, "chaser", X + 1, Y); /* skill 0 against 1 + 1: needs 11, not 10 */
    kit_roll(&g, 10);
    kit_line(&g, "wait");
    ck_assert(kit_said(&g, "The sewer rat misses you."));
}
END_TEST

START_TEST(a_state_is_as_long_as_its_longest_cause)
{
    kit_hero_edit(&g)->seeing = 150;
    drink(SEE_INVISIBLE);
    ck_assert_uint_eq(kit_hero(&g)->seeing, 149);
}
END_TEST

START_TEST(the_inventory_tells_of_both_slots_and_all_states)
{
    static const char *const rows[] = {
        "no potion",           "no scroll", "fast", "floating", "seeing the invisible",
        "seeing all creatures"};
    rogue_hero *hero = kit_hero_edit(&g);
    hero->fast = hero->floating = hero->seeing = hero->revealing = 5;
    hero->cursed = ROGUE_CURSED_WEAPON;
    kit_line(&g, "inventory");
    ck_assert_int_ge(moult__session_describe(&g.s), 0);
    const moult_scene *scene = &g.s.scene->open;
    for (uint32_t i = 0; i < MOULT_COUNT(rows); i++) {
        uint32_t k = 0;
        while (k < scene->row_count && strcmp(scene->rows[k].text, rows[i]) != 0)
            k++;
        ck_assert_msg(k < scene->row_count, "%s", rows[i]);
    }
    ck_assert_str_eq(scene->rows[0].detail, "damage 4, cursed");
    ck_assert(has_gauge("Cursed"));
    kit_line(&g, "Esc");
}
END_TEST

/* Whatever is drunk and read in whatever order, among monsters: the world fits together. */
START_TEST(nothing_that_is_drunk_or_read_breaks_the_world)
{
    static const char *const lines[] = {"quaff", "read",      "a",       "Esc",    "d",
                                        "wait",  "inventory", "descend", "explore"};
    uint32_t state = (uint32_t)_i * 977 + 1;
    char seed[16];
    snprintf(seed, sizeof seed, "any %d", _i);
    kit_close(&g);
    kit_open(&g, seed);
    for (uint32_t i = 0; i < 400; i++) {
        moult__report report;
        rogue_hero *hero = kit_hero_edit(&g);
        hero->potion = (uint8_t)kit_random(&state, ROGUE_POTIONS + 1);
        hero->scroll = (uint8_t)kit_random(&state, ROGUE_SCROLLS + 1);
        kit_try(&g,
                kit_random(&state, 2) ? lines[kit_random(&state, MOULT_COUNT(lines))]
                                      : kit_random_line(&state),
                &report);
        ck_assert_int_ge(moult__session_describe(&g.s), 0);
    }
    ck_assert_int_eq(g.s.report.status, MOULT_OK);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("rogue: states");
    TCase *cases = tcase_create("states");
    tcase_add_checked_fixture(cases, open_hall, close_hall);
    tcase_add_test(cases, speed_gives_an_action_more_for_twenty_turns);
    tcase_add_test(cases, others_act_once_while_the_fast_act_twice);
    tcase_add_test(cases, what_costs_no_turn_uses_up_no_action);
    tcase_add_test(cases, who_floats_takes_neither_things_nor_stairs);
    tcase_add_test(cases, after_thirty_turns_it_comes_down_and_takes_what_lies_there);
    tcase_add_test(cases, water_carries_who_floats_and_nobody_else);
    tcase_add_test(cases, the_invisible_is_felt_beside_and_seen_after_a_potion);
    tcase_add_test(cases, reveal_shows_all_monsters_for_twenty_turns);
    tcase_add_test(cases, detection_counts_and_marks_for_one_turn);
    tcase_add_test(cases, agility_makes_the_hero_harder_to_hit);
    tcase_add_test(cases, a_state_is_as_long_as_its_longest_cause);
    tcase_add_test(cases, the_inventory_tells_of_both_slots_and_all_states);
    tcase_add_loop_test(cases, nothing_that_is_drunk_or_read_breaks_the_world, 0, 20);
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
