/* SPDX-License-Identifier: MIT */
/* Locked and trapped doors: who gets through, how long it takes, and what it costs. Scenarios stand
 * in a hall that a wall with one door parts. */
#include <stdio.h>
#include <string.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#define X KIT_HALL_X
#define Y KIT_HALL_Y
#define DOOR_X (X + 2)

static kit_game g;

static void open_hall(void)
{
    kit_open(&g, "locks");
    kit_hall(&g);
    for (int32_t y = 1; y < rogue_standard.height - 1; y++)
        kit_tile(&g, DOOR_X, y, MOULT_TILE_WALL);
}

static void close_hall(void)
{
    kit_check_game(&g);
    kit_close(&g);
}

static moult_view view_now(void)
{
    moult_view view = {.size = sizeof view};
    ck_assert_int_ge(moult__view(g.w, moult__level(g.w), &view), 0);
    return view;
}

static uint32_t tile_at(int32_t x, int32_t y)
{
    return moult__tile(g.w, x, y);
}

static int32_t lit(int32_t x, int32_t y)
{
    moult_view view = view_now();
    return view.lit[y * view.stride + x] != 0;
}

static void at_door(uint32_t tile, uint32_t bits)
{
    kit_tile(&g, DOOR_X, Y, tile);
    moult__set_cell(g.w, moult__level(g.w), MOULT_PLANE_MARK, DOOR_X, Y, bits);
    kit_move(&g, moult__hero(g.w), DOOR_X - 1, Y);
    kit_look(&g);
}

/* The next draw against a locked door: 0 breaks it. */
static void strength(uint32_t value)
{
    const uint32_t bound = (uint32_t)rogue_standard.force_one_in;
    kit_dice(&g, &bound, &value, 1);
}

START_TEST(a_locked_door_is_forced_by_chance_a_turn_each)
{
    at_door(MOULT_TILE_DOOR_LOCKED, 0);
    strength(1);
    kit_line(&g, "move-east");
    ck_assert(kit_said(&g, "The door is locked. You throw yourself against it."));
    ck_assert_uint_eq(tile_at(DOOR_X, Y), MOULT_TILE_DOOR_LOCKED);
    ck_assert_uint_eq(moult__turn(g.w), 1);
    strength(0);
    kit_line(&g, "move-east");
    ck_assert(kit_said(&g, "You break the door open."));
    ck_assert_uint_eq(tile_at(DOOR_X, Y), MOULT_TILE_DOOR_BROKEN);
    ck_assert_int_eq(kit_hero_at(&g).x, DOOR_X - 1);
    ck_assert_uint_eq(moult__turn(g.w), 2);
    ck_assert(lit(DOOR_X + 1, Y));
    kit_line(&g, "move-east");
    ck_assert_int_eq(kit_hero_at(&g).x, DOOR_X);
}
END_TEST

static const struct {
    const char *shape;
    uint32_t kind;
    int32_t breaks;
} strong[] = {
    {"Tiny", 0, 0},     {"Humanoid", 10, 0}, {"Brute", 28, 1},
    {"Skeleton", 8, 0}, {"Mage", 47, 0},     {"Boss", 99, 1},
};

START_TEST(brutes_and_bosses_break_locked_doors_and_others_stay)
{
    const uint32_t bounds[2] = {5, (uint32_t)rogue_standard.force_one_in}, values[2] = {0, 0};
    at_door(MOULT_TILE_DOOR_LOCKED, 0);
    kit_move(&g, moult__hero(g.w), X, Y);
    kit_hero_hp(&g, 900, 900);
    kit_monster(&g, strong[_i].kind, "wander", DOOR_X + 1, Y);
    kit_dice(&g, bounds, values, strong[_i].breaks ? 2 : 1);
    kit_line(&g, "wait");
    ck_assert_uint_eq(tile_at(DOOR_X, Y),
                      strong[_i].breaks ? MOULT_TILE_DOOR_BROKEN : MOULT_TILE_DOOR_LOCKED);
}
END_TEST

START_TEST(a_trap_goes_off_once_and_hurts_within_its_number)
{
    const uint32_t tile = _i ? MOULT_TILE_DOOR_LOCKED : MOULT_TILE_DOOR_CLOSED;
    at_door(tile, ROGUE_MARK_TRAPPED);
    kit_hero_hp(&g, 50, 50);
    if (_i)
        strength(0);
    kit_line(&g, "move-east");
    ck_assert(kit_said(&g, "The door was trapped: it blows up in your face!"));
    int32_t hp = kit_body(&g, moult__hero(g.w))->hp;
    ck_assert_int_lt(hp, 50);
    ck_assert_int_ge(hp, 50 - rogue_standard.door_trap - 1);
    kit_tile(&g, DOOR_X, Y, MOULT_TILE_DOOR_CLOSED);
    kit_line(&g, "move-east");
    ck_assert_int_eq(kit_body(&g, moult__hero(g.w))->hp, hp);
}
END_TEST

START_TEST(a_trap_kills_and_is_the_cause)
{
    at_door(MOULT_TILE_DOOR_CLOSED, ROGUE_MARK_TRAPPED);
    kit_hero_hp(&g, 1, 12);
    kit_line(&g, "move-east");
    ck_assert(kit_said(&g, "You die. Cause: trapped door."));
    ck_assert_uint_eq(kit_hero(&g)->state, ROGUE_LOST);
}
END_TEST

START_TEST(a_trap_hits_the_monster_that_opens)
{
    at_door(MOULT_TILE_DOOR_CLOSED, ROGUE_MARK_TRAPPED);
    kit_move(&g, moult__hero(g.w), X, Y);
    moult_id who = kit_monster(&g, 10, "wander", DOOR_X + 1, Y);
    kit_body_edit(&g, who)->hp = 1;
    const uint32_t bound = 5, value = 0; /* a wanderer's draw: a step west */
    kit_dice(&g, &bound, &value, 1);
    kit_line(&g, "wait");
    ck_assert_uint_eq(tile_at(DOOR_X, Y), MOULT_TILE_DOOR_OPEN);
    ck_assert_uint_eq(kit_count(&g, MOULT_SCOPE_ACTOR, moult__level(g.w)), 1);
}
END_TEST

START_TEST(travel_forces_the_locked_door_on_its_way)
{
    moult_view view = view_now();
    kit_tile(&g, DOOR_X, Y, MOULT_TILE_DOOR_LOCKED);
    for (int32_t y = 0; y < view.height; y++)
        for (int32_t x = 0; x < view.width; x++)
            moult__set_cell(g.w, view.level, MOULT_PLANE_KNOWN, x, y, tile_at(x, y) + 1);
    char line[32];
    snprintf(line, sizeof line, "travel %d,%d", DOOR_X + 4, Y);
    kit_line(&g, line);
    ck_assert_int_eq(kit_hero_at(&g).x, DOOR_X + 4);
    ck_assert_uint_eq(tile_at(DOOR_X, Y), MOULT_TILE_DOOR_BROKEN);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rogue: locks");
    TCase *cases = tcase_create("locks");
    tcase_add_checked_fixture(cases, open_hall, close_hall);
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, a_locked_door_is_forced_by_chance_a_turn_each);
    tcase_add_loop_test(cases, brutes_and_bosses_break_locked_doors_and_others_stay, 0,
                        (int)MOULT_COUNT(strong));
    tcase_add_loop_test(cases, a_trap_goes_off_once_and_hurts_within_its_number, 0, 2);
    tcase_add_test(cases, a_trap_kills_and_is_the_cause);
    tcase_add_test(cases, a_trap_hits_the_monster_that_opens);
    tcase_add_test(cases, travel_forces_the_locked_door_on_its_way);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
