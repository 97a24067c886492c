/* SPDX-License-Identifier: MIT */
/* A turn of rogue through public commands: walking, blows, hunger, healing and death.
 * Each scenario stands in an empty hall; dice are chosen beforehand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#define X KIT_HALL_X
#define Y KIT_HALL_Y
#define RAT 0u /* 3 hit points, skill 0, evasion 1, damage 1; half of them leave a corpse */
#define CUR 5u /* 8 hit points, evasion 2 */

static kit_game g;

static void open_hall(void)
{
    kit_open(&g, "turn");
    kit_hall(&g);
}

static void close_hall(void)
{
    kit_check_game(&g);
    kit_close(&g);
}

static void set_turn(uint32_t turn)
{
    ((moult__run_row *)moult__row_edit(g.w, MOULT__TABLE_RUN, 0))->turn = turn;
}

static int32_t hero_hp(void)
{
    return kit_body(&g, moult__hero(g.w))->hp;
}

/* -- walking ----------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    int32_t dx, dy;
} steps[] = {
    {"move-north", 0, -1},      {"move-south", 0, 1},        {"move-west", -1, 0},
    {"move-east", 1, 0},        {"move-north-west", -1, -1}, {"move-north-east", 1, -1},
    {"move-south-west", -1, 1}, {"move-south-east", 1, 1},
};

START_TEST(a_step_goes_one_cell_and_takes_a_turn)
{
    kit_line(&g, steps[_i].name);
    ck_assert_int_eq(kit_hero_at(&g).x, X + steps[_i].dx);
    ck_assert_int_eq(kit_hero_at(&g).y, Y + steps[_i].dy);
    ck_assert_uint_eq(moult__turn(g.w), 1);
}
END_TEST

START_TEST(a_wall_costs_no_turn_and_changes_nothing)
{
    static const uint32_t tiles[] = {MOULT_TILE_WALL, MOULT_TILE_STONE, MOULT_TILE_WATER,
                                     MOULT_TILE_LAVA, MOULT_TILE_BARS,  MOULT_TILE_TREE};
    for (uint32_t i = 0; i < MOULT_COUNT(tiles); i++) {
        if (!(moult_tile_flags(tiles[i]) & MOULT_TILE_BLOCKS))
            continue;
        kit_tile(&g, X + steps[_i].dx, Y + steps[_i].dy, tiles[i]);
        uint64_t before = kit_hash(&g);
        kit_line(&g, steps[_i].name);
        ck_assert_uint_eq(kit_hash(&g), before);
        ck_assert_uint_eq(moult__turn(g.w), 0);
    }
}
END_TEST

START_TEST(walls_don_t_stop_a_step_around_their_corner)
{
    kit_tile(&g, X + 1, Y, MOULT_TILE_WALL);
    kit_tile(&g, X, Y + 1, MOULT_TILE_WALL);
    kit_line(&g, "move-south-east");
    ck_assert_int_eq(kit_hero_at(&g).x, X + 1);
    ck_assert_int_eq(kit_hero_at(&g).y, Y + 1);
}
END_TEST

START_TEST(a_closed_door_is_opened_by_walking_into_it)
{
    kit_tile(&g, X + 1, Y, MOULT_TILE_DOOR_CLOSED);
    kit_look(&g);
    kit_line(&g, "move-east");
    ck_assert_int_eq(kit_hero_at(&g).x, X);
    ck_assert_uint_eq(moult__turn(g.w), 1);
    ck_assert_uint_eq(moult__tile(g.w, X + 1, Y), MOULT_TILE_DOOR_OPEN);
    kit_line(&g, "move-east");
    ck_assert_int_eq(kit_hero_at(&g).x, X + 1);
}
END_TEST

START_TEST(waiting_takes_a_turn)
{
    kit_lines(&g, "wait", 3);
    ck_assert_uint_eq(moult__turn(g.w), 3);
    ck_assert_int_eq(kit_hero_at(&g).x, X);
}
END_TEST

/* -- blows ------------------------------------------------------------------------------------- */

static const struct {
    uint32_t roll;
    int32_t hp; /* that are left of 100 */
    const char *text;
} own_blows[] = {
    {1, 100, "You miss the mongrel cur."},
    {10, 100, "You miss the mongrel cur."},
    {11, 96, "You hit the mongrel cur for 4."},
    {19, 96, "You hit the mongrel cur for 4."},
    {20, 92, "You strike the mongrel cur hard, for 8!"},
};

START_TEST(walking_into_a_monster_strikes_it)
{
    moult_id cur = kit_monster(&g, CUR, "idle", X + 1, Y);
    kit_body_edit(&g, cur)->hp = 100;
    kit_roll(&g, own_blows[_i].roll);
    kit_line(&g, "move-east");
    ck_assert(kit_said(&g, own_blows[_i].text));
    ck_assert_int_eq(kit_body(&g, cur)->hp, own_blows[_i].hp);
    ck_assert_int_eq(kit_hero_at(&g).x, X);
    ck_assert_uint_eq(moult__turn(g.w), 1);
}
END_TEST

static const struct {
    uint32_t roll;
    uint8_t armour;
    int32_t hp; /* that are left of 12 */
    const char *text;
} their_blows[] = {
    {1, 0, 12, "The sewer rat misses you."},
    {9, 0, 12, "The sewer rat misses you."},
    {10, 0, 11, "The sewer rat hits you for 1."},
    {20, 0, 10, "The sewer rat hits you hard, for 2!"},
    {20, 1, 11, "The sewer rat hits you hard, for 1!"},
    {15, 19, 11, "The sewer rat hits you for 1."},
};

START_TEST(a_monster_beside_the_hero_strikes)
{
    kit_monster(&g, RAT, "chaser", X - 1, Y - 1);
    kit_hero_edit(&g)->armour = their_blows[_i].armour;
    kit_roll(&g, their_blows[_i].roll);
    kit_line(&g, "wait");
    ck_assert(kit_said(&g, their_blows[_i].text));
    ck_assert_int_eq(hero_hp(), their_blows[_i].hp);
}
END_TEST

static const struct {
    uint32_t chance;
    uint32_t corpses;
} deaths[] = {{0, 1}, {49, 1}, {50, 0}, {99, 0}};

START_TEST(a_slain_monster_gives_gold_and_perhaps_a_corpse)
{
    const uint32_t bounds[] = {20, 100}, values[] = {18, deaths[_i].chance};
    moult_id rat = kit_monster(&g, RAT, "chaser", X + 1, Y);
    kit_dice(&g, bounds, values, 2);
    kit_line(&g, "move-east");
    ck_assert(kit_said(&g, "You slay the sewer rat."));
    ck_assert_ptr_null(kit_body(&g, rat));
    ck_assert_int_eq(kit_hero(&g)->gold, 1);
    ck_assert_int_eq(hero_hp(), 12);
    ck_assert_int_eq(kit_hero_at(&g).x, X);
    ck_assert_uint_eq(kit_count(&g, MOULT_SCOPE_ITEM, moult__level(g.w)), deaths[_i].corpses);
    moult_id item = moult__at(g.w, MOULT_SCOPE_ITEM, moult__level(g.w), X + 1, Y, 0);
    const rogue_thing *corpse = moult__read(g.w, g.thing_table, item);
    ck_assert_int_eq(corpse != NULL, deaths[_i].corpses == 1);
    ck_assert(corpse == NULL || (corpse->kind == ROGUE_CORPSE && corpse->subtype == RAT));
}
END_TEST

START_TEST(a_corpse_may_fall_on_stairs_and_on_other_things)
{
    const uint32_t bounds[] = {20, 100}, values[] = {18, 0};
    kit_tile(&g, X + 1, Y, MOULT_TILE_STAIRS_DOWN);
    kit_item(&g, ROGUE_FOOD, 0, X + 1, Y);
    kit_monster(&g, RAT, "idle", X + 1, Y);
    kit_dice(&g, bounds, values, 2);
    kit_line(&g, "move-east");
    ck_assert_uint_eq(kit_count(&g, MOULT_SCOPE_ITEM, moult__level(g.w)), 2);
}
END_TEST

/* -- hunger, healing, death -------------------------------------------------------------------- */

/* One wait, after which that many turns were played. */
static const struct {
    uint32_t turn;
    int32_t hp, hunger, hp_after, hunger_after;
    const char *text;
} upkeeps[] = {
    {1, 12, 100, 12, 100, NULL},
    {2, 12, 100, 12, 99, NULL},
    {10, 5, 50, 6, 49, NULL},
    {10, 12, 50, 12, 49, NULL},
    {2, 12, 30, 12, 29, "You are hungry."},
    {4, 12, 29, 12, 28, NULL},
    {2, 12, 10, 12, 9, "You are weak with hunger."},
    {2, 5, 1, 5, 0, "You are starving!"},
    {3, 5, 0, 4, 0, NULL},
    {5, 5, 0, 4, 0, "You are starving!"},
    {10, 5, 0, 4, 0, "You are starving!"},
    {10, 5, 1, 6, 0, "You are starving!"},
};

START_TEST(hunger_and_healing_go_by_the_turn)
{
    static const char *const texts[] = {"You are hungry.", "You are weak with hunger.",
                                        "You are starving!"};
    set_turn(upkeeps[_i].turn - 1);
    kit_hero_hp(&g, upkeeps[_i].hp, 12);
    kit_hero_edit(&g)->hunger_max = 100;
    kit_hero_edit(&g)->hunger = (int16_t)upkeeps[_i].hunger;
    kit_line(&g, "wait");
    ck_assert_uint_eq(moult__turn(g.w), upkeeps[_i].turn);
    ck_assert_int_eq(hero_hp(), upkeeps[_i].hp_after);
    ck_assert_int_eq(kit_hero(&g)->hunger, upkeeps[_i].hunger_after);
    for (uint32_t i = 0; i < MOULT_COUNT(texts); i++)
        ck_assert_int_eq(kit_said(&g, texts[i]),
                         upkeeps[_i].text != NULL && strcmp(upkeeps[_i].text, texts[i]) == 0);
}
END_TEST

START_TEST(whoever_starves_to_nothing_is_dead_on_a_turn_of_healing_too)
{
    set_turn(9);
    kit_hero_hp(&g, 1, 12);
    kit_hero_edit(&g)->hunger = 0;
    kit_line(&g, "wait");
    ck_assert_int_eq(hero_hp(), 0);
    ck_assert_uint_eq(kit_hero(&g)->state, ROGUE_LOST);
    ck_assert_str_eq(moult__text(g.w, kit_hero(&g)->cause), "starvation");
    ck_assert(kit_said(&g, "You die. Cause: starvation."));
    ck_assert_int_eq(g.s.over, 1);
}
END_TEST

static void kill_hero(void)
{
    kit_monster(&g, RAT, "chaser", X + 1, Y);
    kit_hero_hp(&g, 1, 12);
    kit_roll(&g, 19);
    kit_line(&g, "wait");
    ck_assert_uint_eq(kit_hero(&g)->state, ROGUE_LOST);
}

START_TEST(nothing_acts_for_the_dead)
{
    static const char *const lines[] = {"move-west", "wait",  "pick-up",    "descend", "quaff",
                                        "eat",       "q",     "e",          ".",       "explore",
                                        "inventory", "help",  "travel 5 5", "y",       "messages",
                                        "look",      "Enter", "travel 20 9"};
    kit_tile(&g, X, Y, MOULT_TILE_STAIRS_DOWN);
    kit_item(&g, ROGUE_FOOD, 0, X, Y);
    kit_hero_edit(&g)->potion = 1;
    kill_hero();
    uint64_t before = kit_hash(&g);
    for (uint32_t i = 0; i < MOULT_COUNT(lines); i++) {
        kit_line(&g, lines[i]);
        ck_assert_msg(kit_hash(&g) == before, "%s", lines[i]);
    }
    ck_assert_str_eq(moult__text(g.w, kit_hero(&g)->cause), "sewer rat");
}
END_TEST

START_TEST(the_dead_can_t_be_healed_or_moved_by_natives)
{
    static const char *const amount[] = {"5"};
    char out[64];
    moult__report report = {0};
    kill_hero();
    uint64_t before = kit_hash(&g);
    ck_assert_int_ge(
        moult__native_call(g.s.set, g.w, "rogue.heal", amount, 1, out, sizeof out, &report), 0);
    ck_assert_str_eq(out, "0");
    ck_assert_int_ge(
        moult__native_call(g.s.set, g.w, "rogue.teleport", NULL, 0, out, sizeof out, &report), 0);
    ck_assert_uint_eq(kit_hash(&g), before);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("rogue: a turn");
    TCase *cases = tcase_create("turn");
    tcase_add_checked_fixture(cases, open_hall, close_hall);
    tcase_add_loop_test(cases, a_step_goes_one_cell_and_takes_a_turn, 0, MOULT_COUNT(steps));
    tcase_add_loop_test(cases, a_wall_costs_no_turn_and_changes_nothing, 0, MOULT_COUNT(steps));
    tcase_add_test(cases, walls_don_t_stop_a_step_around_their_corner);
    tcase_add_test(cases, a_closed_door_is_opened_by_walking_into_it);
    tcase_add_test(cases, waiting_takes_a_turn);
    tcase_add_loop_test(cases, walking_into_a_monster_strikes_it, 0, MOULT_COUNT(own_blows));
    tcase_add_loop_test(cases, a_monster_beside_the_hero_strikes, 0, MOULT_COUNT(their_blows));
    tcase_add_loop_test(cases, a_slain_monster_gives_gold_and_perhaps_a_corpse, 0,
                        MOULT_COUNT(deaths));
    tcase_add_test(cases, a_corpse_may_fall_on_stairs_and_on_other_things);
    tcase_add_loop_test(cases, hunger_and_healing_go_by_the_turn, 0, MOULT_COUNT(upkeeps));
    tcase_add_test(cases, whoever_starves_to_nothing_is_dead_on_a_turn_of_healing_too);
    tcase_add_test(cases, nothing_acts_for_the_dead);
    tcase_add_test(cases, the_dead_can_t_be_healed_or_moved_by_natives);
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
