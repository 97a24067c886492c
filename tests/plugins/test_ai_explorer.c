/* SPDX-License-Identifier: MIT */
/* ai/explorer: its policy by tables of cases, and what it does with it on real floors. */
#include "ai/explorer/policy.h"
#include <stdio.h>
#include <string.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#define FAR (int32_t) MOULT_FAR

static kit_game g;

/* -- the policy -------------------------------------------------------------------------------- */

static const struct {
    const char *when;
    mood given;
    int32_t expected;
} moods[] = {
    {"unhurt and alone", {.hp = 12, .hp_max = 12, .near = FAR}, EXPLORE},
    {"all is seen", {.hp = 12, .hp_max = 12, .near = FAR, .explored = 1}, DESCEND},
    {"long enough here", {.hp = 12, .hp_max = 12, .near = FAR, .stay = STAY}, EXPLORE},
    {"too long here", {.hp = 12, .hp_max = 12, .near = FAR, .stay = STAY + 1}, DESCEND},
    {"hungry", {.hp = 12, .hp_max = 12, .near = FAR, .hungry = 1}, DESCEND},
    {"hungry, and something lies there",
     {.hp = 12, .hp_max = 12, .near = FAR, .hungry = 1, .things = 1},
     EXPLORE},
    {"a foe far away", {.hp = 12, .hp_max = 12, .near = 6}, EXPLORE},
    {"a foe beside", {.hp = 12, .hp_max = 12, .near = 1, .foes = 1}, STRIKE},
    {"a foe comes", {.hp = 12, .hp_max = 12, .near = 2, .foes = 1, .coming = 1}, WAIT},
    {"a foe stands near", {.hp = 12, .hp_max = 12, .near = 2, .foes = 1}, CHARGE},
    {"a foe stands farther off", {.hp = 12, .hp_max = 12, .near = 3, .foes = 1}, EXPLORE},
    {"the same, too long",
     {.hp = 12, .hp_max = 12, .near = 3, .foes = 1, .stay = STAY + 1},
     CHARGE},
    {"the same, too long again",
     {.hp = 12, .hp_max = 12, .near = 3, .foes = 1, .stay = 2 * (STAY + 1)},
     DESCEND},
    {"shot at", {.hp = 11, .hp_max = 12, .near = 5, .bleeding = 1}, CHARGE},
    {"hurt by nobody seen", {.hp = 11, .hp_max = 12, .near = FAR, .bleeding = 1}, EXPLORE},
    {"weak, a foe beside", {.hp = 4, .hp_max = 12, .near = 1, .foes = 1}, FLEE},
    {"not yet weak", {.hp = 5, .hp_max = 12, .near = 1, .foes = 1}, STRIKE},
    {"weak before three", {.hp = 6, .hp_max = 12, .near = 1, .foes = 3}, FLEE},
    {"fled enough", {.hp = 4, .hp_max = 12, .near = 1, .foes = 1, .fled = FLEE_MOST}, STRIKE},
    {"weak and alone", {.hp = 4, .hp_max = 12, .near = FAR}, DESCEND},
    {"weak, with a cure", {.hp = 4, .hp_max = 12, .near = 1, .foes = 1, .potion = HEALING}, DRINK},
    {"half, with a cure, fighting",
     {.hp = 6, .hp_max = 12, .near = 1, .foes = 1, .potion = HEALING},
     STRIKE},
    {"half, with a cure, alone", {.hp = 6, .hp_max = 12, .near = FAR, .potion = HEALING}, DRINK},
    {"unhurt, with a cure", {.hp = 12, .hp_max = 12, .near = FAR, .potion = HEALING}, EXPLORE},
    {"hurt, a potion unknown",
     {.hp = POISON_SAFE + 1, .hp_max = 20, .near = FAR, .potion = UNKNOWN},
     DRINK},
    {"too weak to try one",
     {.hp = POISON_SAFE, .hp_max = 20, .near = 1, .foes = 1, .potion = UNKNOWN},
     FLEE},
    {"hurt, with poison", {.hp = 7, .hp_max = 20, .near = FAR, .potion = HARMFUL}, EXPLORE},
    {"a scroll, alone", {.hp = 12, .hp_max = 12, .near = FAR, .scroll = 1}, READ},
    {"a scroll, in company", {.hp = 12, .hp_max = 12, .near = 5, .scroll = 1}, EXPLORE},
    {"the largest numbers",
     {.hp = INT32_MAX, .hp_max = INT32_MAX, .near = 1, .foes = 1, .potion = HEALING},
     STRIKE},
};

START_TEST(the_policy_chooses)
{
    ck_assert_msg(choose(&moods[_i].given) == moods[_i].expected, "%s: plan %d", moods[_i].when,
                  choose(&moods[_i].given));
}
END_TEST

static const struct {
    const char *name;
    int32_t kind;
} potions[] = {
    {"", NONE},
    {"scroll of healing", NONE},
    {"blue potion", UNKNOWN},
    {"potion of healing", HEALING},
    {"potion of greater healing", HEALING},
    {"potion of restoration", HEALING},
    {"potion of strength", HEALING},
    {"potion of poison", HARMFUL},
    {"potion of acid", HARMFUL},
};

START_TEST(a_potion_is_judged_by_what_it_is_called)
{
    ck_assert_int_eq(potion_of(potions[_i].name), potions[_i].kind);
}
END_TEST

/* -- on a floor -------------------------------------------------------------------------------- */

static void load_explorer(moult__set *set)
{
    moult__want want = {.slot = "ai/explorer"};
    moult__report report = {0};
    ck_assert_msg(moult__set_load(set, &want, 1, &report) >= 0, "%s", report.text);
}

static void open_game(void)
{
    kit_open(&g, "explorer");
    load_explorer(g.s.set);
    g.s.options.hero = "explorer";
}

static void close_game(void)
{
    kit_check_game(&g);
    kit_close(&g);
}

static void turns(uint32_t count)
{
    for (uint32_t i = 0; i < count && !g.s.over; i++)
        ck_assert_msg(moult__bot_turn(&g.s) >= 0, "%s", g.s.report.text);
}

START_TEST(it_strikes_whoever_is_beside)
{
    kit_hall(&g);
    moult_id newt = kit_monster(&g, 3, "idle", KIT_HALL_X + 1, KIT_HALL_Y);
    turns(200);
    ck_assert_ptr_null(moult__read(g.w, g.body_table, newt));
}
END_TEST

START_TEST(it_drinks_when_hurt_and_holds_a_cure)
{
    kit_hall(&g);
    kit_hero_hp(&g, 3, 12);
    kit_hero_edit(&g)->potion = 1 + 0; /* healing */
    kit_hero_edit(&g)->known_potions = 1u << 0;
    turns(1);
    ck_assert_int_eq(kit_hero(&g)->potion, 0);
    ck_assert_int_eq(kit_body(&g, moult__hero(g.w))->hp, 8);
}
END_TEST

START_TEST(it_runs_from_a_foe_when_weak)
{
    kit_hall(&g);
    kit_hero_hp(&g, 2, 12);
    kit_monster(&g, 0, "idle", KIT_HALL_X + 1, KIT_HALL_Y);
    turns(3);
    ck_assert_int_eq(kit_hero_at(&g).x, KIT_HALL_X - 3);
}
END_TEST

START_TEST(it_takes_known_stairs_once_everything_is_seen)
{
    kit_hall(&g);
    kit_tile(&g, KIT_HALL_X + 4, KIT_HALL_Y, MOULT_TILE_STAIRS_DOWN);
    moult_view view = {.size = sizeof view};
    moult__view(g.w, moult__level(g.w), &view);
    for (int32_t y = 0; y < view.height; y++)
        for (int32_t x = 0; x < view.width; x++)
            moult__set_cell(g.w, moult__level(g.w), MOULT_PLANE_KNOWN, x, y,
                            view.tile[y * view.stride + x] + 1u);
    turns(4);
    ck_assert_int_eq(kit_hero_at(&g).x, KIT_HALL_X + 4);
    ck_assert_int_eq(kit_hero(&g)->floor, 1);
    turns(1);
    ck_assert_int_eq(kit_hero(&g)->floor, 2);
}
END_TEST

/* What can't be drunk takes no time: it mustn't be tried for ever. */
START_TEST(what_came_to_nothing_is_not_tried_again)
{
    kit_hall(&g);
    kit_hero_hp(&g, 9, 20);
    kit_hero_edit(&g)->potion = 200; /* of a kind that nobody knows */
    for (uint32_t i = 0; i < 10; i++) {
        kit_hero_hp(&g, 9, 20);
        turns(1);
        ck_assert_uint_le(g.s.idle, 2);
    }
}
END_TEST

/* Fenced in, with nothing to see and nowhere to go, it waits for its end like a person would. */
START_TEST(a_hero_who_can_do_nothing_waits)
{
    kit_hall(&g);
    for (uint32_t d = 0; d < MOULT_DIRECTIONS; d++)
        kit_tile(&g, KIT_HALL_X + moult_direction[d].x, KIT_HALL_Y + moult_direction[d].y,
                 MOULT_TILE_WALL);
    kit_look(&g);
    turns(400);
    ck_assert_int_eq(g.s.over, 1);
}
END_TEST

/* A room of 7x5 cells with a hidden door (or none), and stairs some way behind it. */
static void close_room(uint32_t door)
{
    const int32_t x = KIT_HALL_X, y = KIT_HALL_Y;
    kit_hall(&g);
    for (int32_t dx = -4; dx <= 4; dx++)
        for (int32_t dy = -3; dy <= 3; dy++)
            if (dx == -4 || dx == 4 || dy == -3 || dy == 3)
                kit_tile(&g, x + dx, y + dy, MOULT_TILE_WALL);
    kit_tile(&g, x + 4, y + 1, door);
    kit_tile(&g, x + 12, y + 1, MOULT_TILE_STAIRS_DOWN);
    for (int32_t at = 0; at < rogue_standard.width * rogue_standard.height; at++)
        moult__set_cell(g.w, moult__level(g.w), MOULT_PLANE_KNOWN, at % rogue_standard.width,
                        at / rogue_standard.width, 0);
    kit_look(&g);
}

START_TEST(it_searches_for_a_hidden_way_down)
{
    close_room(MOULT_TILE_DOOR_SECRET);
    for (uint32_t i = 0; i < 300 && kit_hero(&g)->floor == 1; i++) {
        kit_hero_edit(&g)->hunger = 72;
        turns(1);
    }
    ck_assert_int_eq(kit_hero(&g)->floor, 2);
}
END_TEST

/* SEARCH_PLACES * SEARCH_TURNS * SEARCH_ROUNDS, and the way between them. */
START_TEST(it_gives_up_searching_where_nothing_is_hidden)
{
    close_room(MOULT_TILE_WALL);
    for (uint32_t i = 0; i < 600; i++) {
        kit_hero_edit(&g)->hunger = 72;
        turns(1);
    }
    moult_place at = kit_hero_at(&g);
    kit_line(&g, "wait");
    turns(1);
    ck_assert(!kit_said(&g, "You search, and find nothing."));
    ck_assert_int_eq(kit_hero_at(&g).x, at.x);
    ck_assert_uint_eq(moult__turn(g.w), 602);
}
END_TEST

/* No floor holds it: every stay ends by the stairs or by death. */
START_TEST(it_never_stays_for_ever)
{
    uint32_t since = 0;
    int32_t floor = 1;
    kit_hero_hp(&g, 1 << 20, 1 << 20);
    for (uint32_t i = 0; i < 12000 && !g.s.over; i++) {
        kit_hero_edit(&g)->hunger = 90;
        turns(1);
        since = kit_hero(&g)->floor == floor ? since + 1 : 0;
        floor = kit_hero(&g)->floor;
        ck_assert_msg(since < 1500, "floor %d, turn %u", floor, moult__turn(g.w));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ai/explorer");
    TCase *policy = tcase_create("policy");
    tcase_add_loop_test(policy, the_policy_chooses, 0, MOULT_COUNT(moods));
    tcase_add_loop_test(policy, a_potion_is_judged_by_what_it_is_called, 0, MOULT_COUNT(potions));
    suite_add_tcase(suite, policy);
    TCase *floor = tcase_create("on a floor");
    tcase_set_timeout(floor, 60);
    tcase_add_checked_fixture(floor, open_game, close_game);
    tcase_add_test(floor, it_strikes_whoever_is_beside);
    tcase_add_test(floor, it_drinks_when_hurt_and_holds_a_cure);
    tcase_add_test(floor, it_runs_from_a_foe_when_weak);
    tcase_add_test(floor, it_takes_known_stairs_once_everything_is_seen);
    tcase_add_test(floor, what_came_to_nothing_is_not_tried_again);
    tcase_add_test(floor, a_hero_who_can_do_nothing_waits);
    tcase_add_test(floor, it_searches_for_a_hidden_way_down);
    tcase_add_test(floor, it_gives_up_searching_where_nothing_is_hidden);
    tcase_add_test(floor, it_never_stays_for_ever);
    suite_add_tcase(suite, floor);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
