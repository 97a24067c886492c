/* SPDX-License-Identifier: MIT */
/* Scrolls through public commands: what each does, what it is called before and after, and curses
 * with what lifts them. Figures: ours.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#define X KIT_HALL_X
#define Y KIT_HALL_Y
#define RAT 0u

enum {
    IDENTIFY,
    MAPPING,
    TELEPORT,
    ENCHANT_WEAPON,
    ENCHANT_ARMOUR,
    REMOVE_CURSE,
    LIGHT,
    DETECT,
    SLEEP,
    CONFUSION,
    REVEAL
};

static kit_game g;

static void open_hall(void)
{
    kit_open(&g, "scrolls");
    kit_hall(&g);
}

static void close_hall(void)
{
    kit_check_game(&g);
    kit_close(&g);
}

static void read_scroll(uint32_t effect)
{
    kit_hero_edit(&g)->scroll = (uint8_t)(effect + 1);
    kit_line(&g, "read");
}

static uint32_t known_cells(void)
{
    moult_view view = {.size = sizeof view};
    uint32_t count = 0;
    ck_assert_int_ge(moult__view(g.w, moult__level(g.w), &view), 0);
    for (int32_t y = 0; y < view.height; y++)
        for (int32_t x = 0; x < view.width; x++)
            count += view.known[y * view.stride + x] != 0;
    return count;
}

/* -- names ------------------------------------------------------------------------------------- */

static const struct {
    uint32_t effect;
    const char *name, *text;
} scrolls[] = {
    {MAPPING, "magic mapping", "The layout of the floor stands before you."},
    {TELEPORT, "teleport", "You are somewhere else."},
    {ENCHANT_WEAPON, "enchant weapon", "Your weapon glows and turns into the short sword."},
    {ENCHANT_ARMOUR, "enchant armor", "Your armour glows and turns into the padded jacket."},
    {REMOVE_CURSE, "remove curse", "Nothing happens."},
    {LIGHT, "light", "Light flares through the walls around you."},
    {DETECT, "detect monsters", "You sense 0 creatures."},
    {SLEEP, "sleep", "Nothing happens."},
    {CONFUSION, "confusion", "Nothing happens."},
    {REVEAL, "reveal", "You see every creature of the floor before you."},
};

START_TEST(a_scroll_has_a_title_until_it_was_read)
{
    static const char *const titles[] = {"ORUM VESK", "TALI NEM",   "KHEDDA ULN", "IPSU RAGOTH",
                                         "VOLMER",    "SEEN ATA",   "PYR LUNDI",  "GRAUM EST",
                                         "ELKA TOVI", "UMBRIS DOM", "NIHA SOL"};
    char text[128];
    read_scroll(scrolls[_i].effect);
    snprintf(text, sizeof text, "You read the scroll titled %s.",
             titles[kit_hero(&g)->scroll_look[scrolls[_i].effect]]);
    ck_assert_msg(kit_said(&g, text), "%s", text);
    snprintf(text, sizeof text, "It was a scroll of %s.", scrolls[_i].name);
    ck_assert(kit_said(&g, text));
    ck_assert(kit_said(&g, scrolls[_i].text));
    ck_assert_uint_eq(kit_hero(&g)->scroll, 0);
    ck_assert_uint_eq(moult__turn(g.w), 1);
    read_scroll(scrolls[_i].effect);
    snprintf(text, sizeof text, "You read the scroll of %s.", scrolls[_i].name);
    ck_assert(kit_said(&g, text));
}
END_TEST

START_TEST(one_scroll_can_be_held)
{
    kit_item(&g, ROGUE_SCROLL, LIGHT, X + 1, Y);
    kit_item(&g, ROGUE_SCROLL, SLEEP, X + 2, Y);
    kit_line(&g, "move-east");
    kit_line(&g, "move-east");
    ck_assert_uint_eq(kit_hero(&g)->scroll, LIGHT + 1);
    ck_assert_uint_eq(kit_count(&g, MOULT_SCOPE_ITEM, moult__level(g.w)), 1);
}
END_TEST

/* -- what becomes known ------------------------------------------------------------------------ */

START_TEST(mapping_shows_every_cell_and_light_a_square_of_thirteen)
{
    moult_id level = moult__level(g.w);
    for (int32_t y = 0; y < 40; y++)
        for (int32_t x = 0; x < 64; x++) {
            kit_tile(&g, x, y, MOULT_TILE_WALL);
            moult__set_cell(g.w, level, MOULT_PLANE_KNOWN, x, y, 0);
        }
    kit_tile(&g, X, Y, MOULT_TILE_FLOOR);
    read_scroll(LIGHT);
    ck_assert_uint_eq(known_cells(), 13 * 13);
    read_scroll(MAPPING);
    ck_assert_uint_eq(known_cells(), 64 * 40);
}
END_TEST

START_TEST(identify_asks_and_tells_what_the_potion_is)
{
    kit_hero_edit(&g)->potion = 3 + 1;
    read_scroll(IDENTIFY);
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_MENU);
    ck_assert_uint_eq(moult__turn(g.w), 0);
    kit_line(&g, "a");
    ck_assert(kit_said(&g, "What you hold is a potion of poison."));
    ck_assert_uint_eq(kit_hero(&g)->known_potions, 1u << 3);
    ck_assert_uint_eq(kit_hero(&g)->potion, 3 + 1);
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_IDLE);
    ck_assert_uint_eq(moult__turn(g.w), 1);
}
END_TEST

START_TEST(identify_knows_curses_too)
{
    kit_hero_edit(&g)->cursed = ROGUE_CURSED_ARMOUR;
    read_scroll(IDENTIFY);
    kit_line(&g, "c");
    ck_assert(kit_said(&g, "There is no curse on your rusty dagger."));
    read_scroll(IDENTIFY);
    kit_line(&g, "d");
    ck_assert(kit_said(&g, "There is a curse on your rags."));
}
END_TEST

START_TEST(who_identifies_nothing_has_read_it_all_the_same)
{
    kit_hero_edit(&g)->potion = 3 + 1;
    read_scroll(IDENTIFY);
    kit_line(&g, "Esc");
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_IDLE);
    ck_assert_uint_eq(kit_hero(&g)->known_potions, 0);
    ck_assert_uint_eq(kit_hero(&g)->scroll, 0);
    ck_assert_uint_eq(moult__turn(g.w), 1);
}
END_TEST

START_TEST(gear_can_be_enchanted_up_to_its_last_tier)
{
    kit_hero_edit(&g)->weapon = kit_hero_edit(&g)->armour = ROGUE_TIERS - 2;
    read_scroll(ENCHANT_WEAPON);
    read_scroll(ENCHANT_ARMOUR);
    ck_assert_uint_eq(kit_hero(&g)->weapon, ROGUE_TIERS - 1);
    ck_assert_uint_eq(kit_hero(&g)->armour, ROGUE_TIERS - 1);
    read_scroll(ENCHANT_WEAPON);
    ck_assert(kit_said(&g, "Nothing happens."));
    ck_assert_uint_eq(kit_hero(&g)->weapon, ROGUE_TIERS - 1);
}
END_TEST

/* -- sleep and confusion ----------------------------------------------------------------------- */

START_TEST(those_within_two_cells_sleep_ten_turns)
{
    moult_id beside = kit_monster(&g, RAT, "chaser", X + 1, Y);
    moult_id near = kit_monster(&g, RAT, "chaser", X - 2, Y + 2);
    moult_id far = kit_monster(&g, RAT, "idle", X + 3, Y);
    read_scroll(SLEEP);
    ck_assert(kit_said(&g, "2 creatures beside you fall asleep."));
    ck_assert_uint_eq(kit_body(&g, near)->asleep, 9);
    ck_assert_uint_eq(kit_body(&g, far)->asleep, 0);
    kit_body_edit(&g, near)->asleep = 100;
    kit_lines(&g, "wait", 9);
    ck_assert_int_eq(kit_body(&g, moult__hero(g.w))->hp, 12);
    ck_assert_uint_eq(kit_body(&g, beside)->asleep, 0);
    kit_roll(&g, 19);
    kit_line(&g, "wait");
    ck_assert(kit_said(&g, "The sewer rat hits you for 1."));
}
END_TEST

static const struct {
    uint32_t chance, way;
    int32_t x, y;
} steps[] = {{49, 0, 0, 0}, {50, 0, X + 3, Y}};

START_TEST(the_confused_within_four_cells_stagger_half_of_the_time)
{
    const uint32_t bounds[] = {100, 8}, values[] = {steps[_i].chance, 2};
    moult_id rat = kit_monster(&g, RAT, "chaser", X + 4, Y);
    moult_id far = kit_monster(&g, RAT, "idle", X - 5, Y);
    kit_dice(&g, bounds, values, steps[_i].chance < 50 ? 2 : 1);
    read_scroll(CONFUSION);
    ck_assert(kit_said(&g, "1 creature around you begins to stagger."));
    ck_assert_uint_eq(kit_body(&g, rat)->confused, 14);
    ck_assert_uint_eq(kit_body(&g, far)->confused, 0);
    int32_t x = steps[_i].x ? steps[_i].x : X
    +4 + moult_direction[2].x;
    int32_t y = steps[_i].y ? steps[_i].y : Y + moult_direction[2].y;
    ck_assert_int_eq(kit_where(&g, rat).x, x);
    ck_assert_int_eq(kit_where(&g, rat).y, y);
}
END_TEST

/* -- curses ------------------------------------------------------------------------------------ */

START_TEST(cursed_gear_stays_until_the_curse_is_lifted)
{
    moult_id axe = kit_item(&g, ROGUE_WEAPON, 3, X + 1, Y);
    ((rogue_thing *)moult__edit(g.w, g.thing_table, axe))->cursed = 1;
    kit_item(&g, ROGUE_WEAPON, 8, X + 2, Y);
    kit_line(&g, "move-east");
    ck_assert(kit_said(&g, "You take up the battle axe."));
    ck_assert(kit_said(&g, "It is cursed: you can't put it down."));
    ck_assert_uint_eq(kit_hero(&g)->cursed, ROGUE_CURSED_WEAPON);
    kit_line(&g, "move-east");
    ck_assert(kit_said(&g, "Here is a rune sword, but what you have is cursed: it stays."));
    ck_assert_uint_eq(kit_hero(&g)->weapon, 3);
    read_scroll(REMOVE_CURSE);
    ck_assert(kit_said(&g, "A weight is lifted: your gear is free of curses."));
    kit_line(&g, "pick-up");
    ck_assert_uint_eq(kit_hero(&g)->weapon, 8);
    ck_assert_uint_eq(kit_hero(&g)->cursed, 0);
}
END_TEST

START_TEST(a_curse_on_the_weapon_leaves_armour_alone)
{
    kit_hero_edit(&g)->cursed = ROGUE_CURSED_WEAPON;
    kit_item(&g, ROGUE_ARMOUR, 5, X + 1, Y);
    kit_line(&g, "move-east");
    ck_assert_uint_eq(kit_hero(&g)->armour, 5);
}
END_TEST

/* Puts the hero on the stairs and takes them. */
static void descend(kit_game *game)
{
    moult_view view = {.size = sizeof view};
    ck_assert_int_ge(moult__view(game->w, moult__level(game->w), &view), 0);
    for (int32_t y = 0; y < view.height; y++)
        for (int32_t x = 0; x < view.width; x++)
            if (view.tile[y * view.stride + x] == MOULT_TILE_STAIRS_DOWN) {
                moult_id other =
                    moult__at(game->w, MOULT_SCOPE_ACTOR, moult__level(game->w), x, y, 0);
                if (other != 0)
                    moult__remove(game->w, MOULT_SCOPE_ACTOR, other);
                kit_move(game, moult__hero(game->w), x, y);
                kit_line(game, "descend");
                return;
            }
    ck_abort_msg("no stairs");
}

START_TEST(one_of_eight_pieces_of_gear_is_cursed_and_the_newer_kinds_turn_up)
{
    uint32_t gear = 0, cursed = 0, newer = 0;
    for (uint32_t run = 0; run < 10; run++) {
        kit_game game;
        char seed[16];
        snprintf(seed, sizeof seed, "curse %u", run);
        kit_open_in(&game, g.s.set, seed);
        for (uint32_t floor = 1; floor < 40; floor++) {
            for (moult_id id = 0;
                 (id = moult__next(game.w, MOULT_SCOPE_ITEM, moult__level(game.w), id)) != 0;) {
                const rogue_thing *thing = moult__read(game.w, game.thing_table, id);
                uint32_t is_gear = thing->kind == ROGUE_WEAPON || thing->kind == ROGUE_ARMOUR;
                gear += is_gear;
                cursed += thing->cursed;
                ck_assert(is_gear || !thing->cursed);
                ck_assert(thing->kind != ROGUE_WEAPON ||
                          (thing->subtype >= 1 && thing->subtype <= (int32_t)floor / 5 + 1));
                newer += (thing->kind == ROGUE_POTION || thing->kind == ROGUE_SCROLL) &&
                         thing->subtype == ROGUE_FIRST_KINDS;
            }
            descend(&game);
        }
        kit_close(&game);
    }
    ck_assert_uint_gt(gear, 200);
    ck_assert_msg(cursed * 8 > gear / 2 && cursed * 8 < gear * 2, "%u of %u", cursed, gear);
    ck_assert_uint_gt(newer, 20);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("rogue: scrolls");
    TCase *cases = tcase_create("scrolls");
    tcase_add_checked_fixture(cases, open_hall, close_hall);
    tcase_add_loop_test(cases, a_scroll_has_a_title_until_it_was_read, 0, MOULT_COUNT(scrolls));
    tcase_add_test(cases, one_scroll_can_be_held);
    tcase_add_test(cases, mapping_shows_every_cell_and_light_a_square_of_thirteen);
    tcase_add_test(cases, identify_asks_and_tells_what_the_potion_is);
    tcase_add_test(cases, identify_knows_curses_too);
    tcase_add_test(cases, who_identifies_nothing_has_read_it_all_the_same);
    tcase_add_test(cases, gear_can_be_enchanted_up_to_its_last_tier);
    tcase_add_test(cases, those_within_two_cells_sleep_ten_turns);
    tcase_add_loop_test(cases, the_confused_within_four_cells_stagger_half_of_the_time, 0,
                        MOULT_COUNT(steps));
    tcase_add_test(cases, cursed_gear_stays_until_the_curse_is_lifted);
    tcase_add_test(cases, a_curse_on_the_weapon_leaves_armour_alone);
    tcase_add_test(cases, one_of_eight_pieces_of_gear_is_cursed_and_the_newer_kinds_turn_up);
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
