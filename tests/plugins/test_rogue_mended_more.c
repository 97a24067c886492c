/* SPDX-License-Identifier: MIT */
/* Rows 10 to 12 of what the game mended (the table is in test_rogue_mended.c): sight is mutual and
 * everybody's own, a die is worth rolling on every floor, and nothing drops for nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#define X KIT_HALL_X
#define Y KIT_HALL_Y
#define RAT 0u

static kit_game g;

static void open_hall(void)
{
    kit_open(&g, "mended");
    kit_hall(&g);
}

static void close_hall(void)
{
    kit_check_game(&g);
    kit_close(&g);
}

/* -- 10: sight --------------------------------------------------------------------------------- */

static uint32_t asked, disagreed;

/* Whoever is asked sees the hero exactly when the hero's light falls on it. */
static moult_status compare_sights(moult_world *w, const moult_senses *s, void *memory,
                                   moult_action *act)
{
    (void)w;
    (void)memory;
    (void)act;
    asked++;
    disagreed +=
        ((s->flags & MOULT_SEES_TARGET) != 0) != (s->view->lit[s->y * s->view->stride + s->x] != 0);
    return MOULT_OK;
}

static const moult_ai_1 comparing = {sizeof comparing, 0, compare_sights};

START_TEST(mended_10_seeing_is_mutual_at_equal_radius)
{
    uint32_t state = 77, seen = 0;
    kit_game level;
    char seed[16];
    kit_fill_slot(g.s.set, "ai/idle", &comparing);
    for (uint32_t run = 0; run < 20; run++) {
        snprintf(seed, sizeof seed, "mutual %u", run);
        kit_open_in(&level, g.s.set, seed);
        moult_view view = {.size = sizeof view};
        ck_assert_int_ge(moult__view(level.w, moult__level(level.w), &view), 0);
        moult_place hero = kit_hero_at(&level);
        kit_hero_hp(&level, 9999, 9999);
        for (uint32_t i = 0; i < 400; i++) {
            int32_t x = hero.x - 9 + (int32_t)kit_random(&state, 19);
            int32_t y = hero.y - 9 + (int32_t)kit_random(&state, 19);
            if (x < 0 || y < 0 || x >= view.width || y >= view.height ||
                (moult_tile_flags(view.tile[y * view.stride + x]) & MOULT_TILE_BLOCKS) ||
                moult__at(level.w, MOULT_SCOPE_ACTOR, hero.level, x, y, 0) != 0)
                continue;
            moult_id rat = kit_monster(&level, RAT, "idle", x, y);
            moult_view now = {.size = sizeof now};
            moult__view(level.w, hero.level, &now);
            seen += now.lit[y * now.stride + x] != 0;
            kit_line(&level, "wait");
            moult__remove(level.w, MOULT_SCOPE_ACTOR, rat);
        }
        kit_close(&level);
    }
    ck_assert_uint_gt(asked, 400);
    ck_assert_uint_gt(seen, 100);
    ck_assert_uint_eq(disagreed, 0);
}
END_TEST

static const moult_bestiary_1 *built;
static int32_t other_sight;

static moult_status with_other_sight(uint32_t id, moult_creature *out)
{
    moult_status status = built->describe(id, out);
    out->sight = other_sight;
    return status;
}

/* Everybody who requires the bestiary gets this one. */
static void use_bestiary(const moult_bestiary_1 *bestiary)
{
    kit_fill_slot(g.s.set, "bestiary/rogue", bestiary);
    for (uint32_t b = 0; b < g.s.set->build_count; b++) {
        const moult_plugin *plugin = g.s.set->builds[b]->plugin;
        for (uint32_t i = 0; i < plugin->requirement_count; i++)
            if (strcmp(plugin->requirements[i].slot, "bestiary") == 0)
                *plugin->requirements[i].bind = bestiary;
    }
}

/* dx * dx + dy * dy <= radius * radius + radius */
static const struct {
    int32_t sight, dx, dy, comes;
} sights[] = {
    {5, 5, 0, 1},   {5, 5, 2, 1},   {5, 5, 3, 0},  {5, 6, 0, 0}, {5, -4, 3, 1},  {3, 0, 3, 1},
    {3, 0, 4, 0},   {8, 8, 0, 1},   {8, 8, 3, 0},  {8, 9, 0, 0}, {12, 12, 0, 1}, {12, 12, 3, 1},
    {12, 12, 4, 0}, {12, 13, 0, 0}, {12, 9, 8, 1}, {1, 2, 0, 0},
};

START_TEST(mended_10_a_monster_sees_within_its_own_radius)
{
    static moult_bestiary_1 other;
    built = moult__set_role(g.s.set, "bestiary")->functions;
    other = *built;
    other.describe = with_other_sight;
    other_sight = sights[_i].sight;
    use_bestiary(&other);
    int32_t x = X
    , y = Y;
    x += sights[_i].dx;
    y += sights[_i].dy;
    moult_id rat = kit_monster(&g, RAT, "chaser", x, y);
    kit_line(&g, "wait");
    moult_place at = kit_where(&g, rat);
    ck_assert_int_eq(at.x != x || at.y != y, sights[_i].comes);
}
END_TEST

START_TEST(mended_10_a_wall_ends_a_monsters_sight_whatever_its_radius)
{
    static moult_bestiary_1 other;
    built = moult__set_role(g.s.set, "bestiary")->functions;
    other = *built;
    other.describe = with_other_sight;
    other_sight = _i ? 12 : 5;
    use_bestiary(&other);
    for (int32_t y = 1; y < rogue_standard.height - 1; y++)
        kit_tile(&g, X + 2, y, MOULT_TILE_WALL);
    kit_look(&g);
    moult_id rat = kit_monster(&g, RAT, "chaser", X + 4, Y);
    kit_lines(&g, "wait", 3);
    ck_assert_int_eq(kit_where(&g, rat).x, X + 4);
}
END_TEST

/* -- 11: to-hit -------------------------------------------------------------------------------- */

static int32_t hero_hp(void)
{
    return kit_body(&g, moult__hero(g.w))->hp;
}

static void strike_with(uint32_t roll, const char *miss, int32_t misses)
{
    kit_roll(&g, roll);
    kit_line(&g, "move-east");
    ck_assert_msg(kit_said(&g, miss) == misses, "roll %u: %s", roll, miss);
}

/* The first of those that it may have: some strike twice. */
static void be_struck_with(uint32_t roll, const char *miss, int32_t misses)
{
    int32_t before = hero_hp();
    kit_roll(&g, roll);
    kit_line(&g, "wait");
    if (misses)
        ck_assert_msg(kit_said(&g, miss), "roll %u: %s", roll, miss);
    else
        ck_assert_msg(hero_hp() < before, "roll %u: not %s", roll, miss);
}

/* Less than 4 isn't enough on any floor, 17 is on every one. */
START_TEST(mended_11_a_die_is_worth_rolling_on_every_floor)
{
    for (int32_t floor = 1; floor <= 100; floor++) {
        char you[192], it[192];
        rogue_hero *hero = kit_hero_edit(&g);
        hero->level = floor;
        hero->skill = floor - 1;
        hero->hunger = 100;
        kit_hero_hp(&g, 1 << 20, 1 << 20);
        moult_id other = kit_monster(&g, (uint32_t)floor - 1, "idle", X + 1, Y);
        rogue_body *body = kit_body_edit(&g, other);
        body->hp = body->hp_max = 1 << 20;
        snprintf(you, sizeof you, "You miss the %s.", moult__text(g.w, body->name));
        snprintf(it, sizeof it, "The %s misses you.", moult__text(g.w, body->name));
        strike_with(3, you, 1);
        strike_with(17, you, 0);
        kit_body_edit(&g, other)->archetype = moult__intern(g.w, "chaser");
        be_struck_with(3, it, 1);
        be_struck_with(17, it, 0);
        moult__remove(g.w, MOULT_SCOPE_ACTOR, other);
    }
}
END_TEST

/* -- 12: what drops ---------------------------------------------------------------------------- */

START_TEST(mended_12_gear_drops_on_the_floors_tier)
{
    uint32_t met[2][ROGUE_TIERS] = {{0}};
    for (uint32_t run = 0; run < 12; run++) {
        kit_game game;
        char seed[16];
        snprintf(seed, sizeof seed, "drops %u", run);
        kit_open_in(&game, g.s.set, seed);
        for (int32_t floor = 1; floor <= 30; floor++) {
            moult_id id = 0, level = moult__level(game.w);
            while ((id = moult__next(game.w, MOULT_SCOPE_ITEM, level, id)) != 0) {
                const rogue_thing *thing = moult__read(game.w, game.thing_table, id);
                if (thing->kind != ROGUE_WEAPON && thing->kind != ROGUE_ARMOUR)
                    continue;
                ck_assert_int_ge(thing->subtype, 1);
                ck_assert_int_le(thing->subtype, floor / 5 + 1);
                met[thing->kind == ROGUE_ARMOUR][thing->subtype]++;
            }
            moult_place at = kit_hero_at(&game);
            kit_tile(&game, at.x, at.y, MOULT_TILE_STAIRS_DOWN);
            kit_line(&game, "descend");
        }
        kit_close(&game);
    }
    for (uint32_t tier = 1; tier <= 6; tier++) {
        ck_assert_msg(met[0][tier] > 0, "no weapon of tier %u", tier);
        ck_assert_msg(met[1][tier] > 0, "no armour of tier %u", tier);
    }
}
END_TEST

static const struct {
    uint32_t kind;
    int32_t subtype;
    const char *scrapped;
    int32_t gold;
} worse[] = {
    {ROGUE_WEAPON, 1, "You scrap the rusty dagger.", 1},
    {ROGUE_WEAPON, 3, "You scrap the battle axe.", 3},
    {ROGUE_ARMOUR, 2, "You discard the leather armor.", 2},
};

START_TEST(mended_12_gear_that_is_no_better_is_worth_gold)
{
    char text[96];
    kit_hero_edit(&g)->weapon = kit_hero_edit(&g)->armour = 3;
    if (worse[_i].subtype == 1)
        kit_hero_edit(&g)->weapon = 1; /* what a fresh hero has in hand */
    kit_item(&g, worse[_i].kind, worse[_i].subtype, X + 1, Y);
    kit_line(&g, "move-east");
    ck_assert(kit_said(&g, worse[_i].scrapped));
    snprintf(text, sizeof text, "What is left of it is worth %d gold.", worse[_i].gold);
    ck_assert(kit_said(&g, text));
    ck_assert_int_eq(kit_hero(&g)->gold, worse[_i].gold);
}
END_TEST

/* Each kind has an occasion on which it does something. */
START_TEST(mended_12_no_potion_and_no_scroll_is_always_useless)
{
    for (uint32_t effect = 0; effect < 11; effect++) {
        for (uint32_t is_scroll = 0; is_scroll < 2; is_scroll++) {
            kit_hall(&g);
            kit_monster(&g, RAT, "idle", X + 2, Y);
            rogue_hero *hero = kit_hero_edit(&g);
            hero->cursed = ROGUE_CURSED_WEAPON;
            hero->fast = hero->hurried = hero->floating = 0;
            hero->potion = (uint8_t)(effect + 1);
            hero->scroll = (uint8_t)(is_scroll ? effect + 1 : 0);
            kit_hero_hp(&g, 10, 12);
            kit_line(&g, is_scroll ? "read" : "quaff");
            if (kit_session_state(&g) != MOULT_OUTCOME_IDLE)
                kit_line(&g, "a");
            ck_assert_msg(!kit_said(&g, "Nothing happens."), "%s %u",
                          is_scroll ? "scroll" : "potion", effect);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rogue: mended, more");
    TCase *cases = tcase_create("mended");
    tcase_add_checked_fixture(cases, open_hall, close_hall);
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, mended_10_seeing_is_mutual_at_equal_radius);
    tcase_add_loop_test(cases, mended_10_a_monster_sees_within_its_own_radius, 0,
                        MOULT_COUNT(sights));
    tcase_add_loop_test(cases, mended_10_a_wall_ends_a_monsters_sight_whatever_its_radius, 0, 2);
    tcase_add_test(cases, mended_11_a_die_is_worth_rolling_on_every_floor);
    tcase_add_test(cases, mended_12_gear_drops_on_the_floors_tier);
    tcase_add_loop_test(cases, mended_12_gear_that_is_no_better_is_worth_gold, 0,
                        MOULT_COUNT(worse));
    tcase_add_test(cases, mended_12_no_potion_and_no_scroll_is_always_useless);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
