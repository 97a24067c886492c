/* SPDX-License-Identifier: MIT */
/* A whole run of rogue: how it starts, a hundred floors down by the stairs, the way out, and the
 * run after it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

static kit_game g;

static void open_game(void)
{
    kit_open(&g, "run");
}

static void close_game(void)
{
    kit_check_game(&g);
    kit_close(&g);
}

static int32_t find_tile(uint32_t tile, int32_t *x, int32_t *y)
{
    moult_view view = {.size = sizeof view};
    ck_assert_int_ge(moult__view(g.w, moult__level(g.w), &view), 0);
    for (*y = 0; *y < view.height; ++*y)
        for (*x = 0; *x < view.width; ++*x)
            if (view.tile[*y * view.stride + *x] == tile)
                return 1;
    return 0;
}

/* Puts the hero on the way down, past whoever stands there. */
static void go_to(uint32_t tile)
{
    int32_t x, y;
    ck_assert(find_tile(tile, &x, &y));
    moult_id other = moult__at(g.w, MOULT_SCOPE_ACTOR, moult__level(g.w), x, y, 0);
    if (other != 0 && other != moult__hero(g.w))
        moult__remove(g.w, MOULT_SCOPE_ACTOR, other);
    kit_move(&g, moult__hero(g.w), x, y);
}

static void kill_hero(void)
{
    kit_hall(&g);
    kit_monster(&g, 0, "chaser", KIT_HALL_X + 1, KIT_HALL_Y);
    kit_hero_hp(&g, 1, 12);
    kit_roll(&g, 19);
    kit_line(&g, "wait");
    ck_assert_int_eq(g.s.over, 1);
}

/* -- the start --------------------------------------------------------------------------------- */

START_TEST(a_run_starts_as_the_facts_say)
{
    const rogue_hero *hero = kit_hero(&g);
    const rogue_body *body = kit_body(&g, moult__hero(g.w));
    ck_assert_int_eq(body->hp, 12);
    ck_assert_int_eq(body->hp_max, 12);
    ck_assert_int_eq(hero->floor, 1);
    ck_assert_int_eq(hero->level, 1);
    ck_assert_int_eq(hero->skill, 0);
    ck_assert_int_eq(hero->gold, 0);
    ck_assert_int_eq(hero->hunger, rogue_standard.hunger_max);
    ck_assert_uint_eq(hero->weapon, 1);
    ck_assert_uint_eq(hero->armour, 0);
    ck_assert_uint_eq(hero->potion, 0);
    ck_assert_uint_eq(hero->known_potions, 0);
    ck_assert_uint_eq(moult__turn(g.w), 0);
    ck_assert(kit_said(&g, "Welcome to the dungeon. A hundred floors lie below; > descends."));
}
END_TEST

/* Everybody has a cell of their own, out of the hero's sight; so has every thing. */
static void check_places(moult_id level)
{
    moult_view view = {.size = sizeof view};
    moult_place hero = kit_hero_at(&g), at = {.size = sizeof at};
    moult_id id = 0;
    ck_assert_int_ge(moult__view(g.w, level, &view), 0);
    while ((id = moult__next(g.w, MOULT_SCOPE_ACTOR, level, id)) != 0) {
        ck_assert_int_ge(moult__where(g.w, MOULT_SCOPE_ACTOR, id, &at), 0);
        ck_assert_uint_eq(moult__at(g.w, MOULT_SCOPE_ACTOR, level, at.x, at.y, 0), id);
        ck_assert(!(moult_tile_flags(moult__tile(g.w, at.x, at.y)) & MOULT_TILE_BLOCKS));
        ck_assert(id == moult__hero(g.w) || view.lit[at.y * view.stride + at.x] == 0);
    }
    while ((id = moult__next(g.w, MOULT_SCOPE_ITEM, level, id)) != 0) {
        ck_assert_int_ge(moult__where(g.w, MOULT_SCOPE_ITEM, id, &at), 0);
        ck_assert_uint_eq(moult__at(g.w, MOULT_SCOPE_ITEM, level, at.x, at.y, 0), id);
        ck_assert_uint_eq(moult__tile(g.w, at.x, at.y), MOULT_TILE_FLOOR);
        ck_assert(at.x != hero.x || at.y != hero.y);
    }
}

/* What must hold of every floor when it is entered. The generator drops a wish that falls onto
 * another one, as the original did. */
static void check_fresh_floor(int32_t floor)
{
    moult_view view = {.size = sizeof view};
    moult_id level = moult__level(g.w);
    moult_place hero = kit_hero_at(&g);
    uint32_t monsters = floor + 4 < 12 ? (uint32_t)floor + 4 : 12;
    ck_assert_int_ge(moult__view(g.w, level, &view), 0);
    ck_assert_int_eq(view.depth, floor);
    ck_assert_uint_eq(moult__tile(g.w, hero.x, hero.y), MOULT_TILE_FLOOR);
    ck_assert_uint_eq(kit_count(&g, MOULT_SCOPE_LEVEL, 0), 1);
    ck_assert_uint_le(kit_count(&g, MOULT_SCOPE_ACTOR, level), monsters + 1);
    ck_assert_uint_ge(kit_count(&g, MOULT_SCOPE_ACTOR, level), monsters / 2 + 1);
    check_places(level);
}

START_TEST(no_floor_starts_with_a_monster_in_sight_or_two_in_one_place)
{
    char seed[16];
    snprintf(seed, sizeof seed, "start %d", _i);
    for (uint32_t i = 0; i < 50; i++) {
        snprintf(seed, sizeof seed, "%d/%u", _i, i);
        kit_game other;
        kit_open_in(&other, g.s.set, seed);
        kit_game kept = g;
        g = other;
        check_fresh_floor(1);
        other = g;
        g = kept;
        kit_close(&other);
    }
}
END_TEST

static const moult_mapgen_1 *rooms;
static uint32_t wished_monsters, wished_things;

static void wish(moult_canvas *canvas, uint32_t what, const moult_spawn *where, uint32_t kind)
{
    moult_spawn spawn = {.size = sizeof spawn,
                         .what = what,
                         .kind = kind,
                         .x = where->x,
                         .y = where->y,
                         .room = where->room,
                         .count = 1,
                         .flags = MOULT_SPAWN_OWN_KIND};
    ck_assert_int_ge(canvas->add_spawn(canvas, &spawn), 0);
}

/* The rooms, with more monsters and things where some are already. */
static moult_status crowded(const moult_request *request, moult_canvas *canvas)
{
    moult_status status = rooms->generate(request, canvas);
    const moult_spawn first = canvas->spawns[0], last = canvas->spawns[canvas->spawn_count - 1];
    for (uint32_t i = 0; i < 6; i++) {
        wish(canvas, MOULT_SPAWN_ACTOR, &first, 0);
        wish(canvas, MOULT_SPAWN_ACTOR, &last, 0);
        wish(canvas, MOULT_SPAWN_ITEM, &last, ROGUE_FOOD);
    }
    wished_monsters = wished_things = 0;
    for (uint32_t i = 0; i < canvas->spawn_count; i++) {
        wished_monsters += canvas->spawns[i].what == MOULT_SPAWN_ACTOR;
        wished_things += canvas->spawns[i].what == MOULT_SPAWN_ITEM;
    }
    return status;
}

static const moult_mapgen_1 crowding = {.size = sizeof crowding, .generate = crowded};

START_TEST(wishes_for_one_place_are_met_beside_each_other)
{
    rooms = moult__set_role(g.s.set, "mapgen")->functions;
    kit_fill_slot(g.s.set, "mapgen/rooms", &crowding);
    for (int32_t floor = 1; floor < 20; floor++) {
        go_to(MOULT_TILE_STAIRS_DOWN);
        kit_line(&g, "descend");
        moult_id level = moult__level(g.w);
        wished_monsters = wished_monsters < 24 ? wished_monsters : 24;
        ck_assert_uint_eq(kit_count(&g, MOULT_SCOPE_ACTOR, level), wished_monsters + 1);
        ck_assert_uint_eq(kit_count(&g, MOULT_SCOPE_ITEM, level), wished_things);
        check_places(level);
    }
}
END_TEST

/* -- down -------------------------------------------------------------------------------------- */

START_TEST(stairs_are_taken_by_command_and_not_by_walking)
{
    kit_hall(&g);
    kit_tile(&g, KIT_HALL_X + 1, KIT_HALL_Y, MOULT_TILE_STAIRS_DOWN);
    kit_line(&g, "move-east");
    ck_assert(kit_said(&g, "There are stairs down here."));
    ck_assert_int_eq(kit_hero(&g)->floor, 1);
    kit_hero_hp(&g, 7, 12);
    kit_hero_edit(&g)->potion = 3;
    kit_line(&g, "descend");
    ck_assert(kit_said(&g, "You descend to floor 2 and feel stronger."));
    ck_assert_int_eq(kit_hero(&g)->floor, 2);
    ck_assert_int_eq(kit_hero(&g)->level, 2);
    ck_assert_int_eq(kit_hero(&g)->skill, 1);
    ck_assert_uint_eq(kit_hero(&g)->potion, 3);
    ck_assert_int_eq(kit_body(&g, moult__hero(g.w))->hp, 10);
    ck_assert_int_eq(kit_body(&g, moult__hero(g.w))->hp_max, 15);
    ck_assert_uint_eq(moult__turn(g.w), 1);
    check_fresh_floor(2);
}
END_TEST

static uint32_t slots(uint32_t table)
{
    return ((const moult__slot_row *)moult__row(g.w, table, 0))->owner;
}

START_TEST(a_hundred_floors_down_nothing_is_left_over_and_the_exit_wins)
{
    uint32_t actors = 0, items = 0;
    for (int32_t floor = 1; floor < 100; floor++) {
        check_fresh_floor(floor);
        int32_t x, y;
        ck_assert(!find_tile(MOULT_TILE_EXIT, &x, &y));
        go_to(MOULT_TILE_STAIRS_DOWN);
        kit_line(&g, "descend");
        ck_assert_int_eq(kit_hero(&g)->floor, floor + 1);
        if (floor == 20) {
            actors = slots(MOULT__TABLE_ACTOR_SLOT);
            items = slots(MOULT__TABLE_ITEM_SLOT);
        }
    }
    ck_assert_uint_le(slots(MOULT__TABLE_ACTOR_SLOT), actors + 4);
    ck_assert_uint_le(slots(MOULT__TABLE_ITEM_SLOT), items + 8);
    ck_assert_uint_le(slots(MOULT__TABLE_LEVEL_SLOT), 4);
    check_fresh_floor(100);
    kit_hero_edit(&g)->gold = 77;
    go_to(MOULT_TILE_EXIT);
    kit_line(&g, "descend");
    ck_assert(kit_said(&g, "You step into the light, with 77 gold. You have won!"));
    ck_assert_uint_eq(kit_hero(&g)->state, ROGUE_WON);
    ck_assert_int_eq(kit_body(&g, moult__hero(g.w))->hp_max, 12 + 99 * 3);
    ck_assert_int_eq(g.s.over, 1);
    uint64_t before = kit_hash(&g);
    kit_line(&g, "wait");
    kit_line(&g, "descend");
    ck_assert_uint_eq(kit_hash(&g), before);
}
END_TEST

START_TEST(a_descent_sees_the_new_floor_and_forgets_the_old_one)
{
    go_to(MOULT_TILE_STAIRS_DOWN);
    moult_id old = moult__level(g.w);
    kit_line(&g, "descend");
    moult_view view = {.size = sizeof view};
    ck_assert_int_lt(moult__view(g.w, old, &view), 0);
    ck_assert_int_ge(moult__view(g.w, moult__level(g.w), &view), 0);
    moult_place at = kit_hero_at(&g);
    ck_assert_uint_ne(view.lit[at.y * view.stride + at.x], 0);
    ck_assert_uint_ne(view.known[at.y * view.stride + at.x], 0);
}
END_TEST

static moult_status no_level(const moult_request *request, moult_canvas *canvas)
{
    (void)request;
    (void)canvas;
    return MOULT_REFUSED;
}

static const moult_mapgen_1 refusing = {.size = sizeof refusing, .generate = no_level};

START_TEST(a_level_that_can_t_be_made_leaves_the_hero_where_it_is)
{
    go_to(MOULT_TILE_STAIRS_DOWN);
    kit_fill_slot(g.s.set, "mapgen/rooms", &refusing);
    uint64_t before = kit_hash(&g);
    moult__report report;
    kit_try(&g, "descend", &report);
    ck_assert_uint_eq(kit_hash(&g), before);
    ck_assert(kit_noticed_part(&g, "all 8 attempts refused"));
    ck_assert_int_eq(kit_hero(&g)->floor, 1);
}
END_TEST

START_TEST(teleporting_looks_around_at_once_and_takes_what_lies_there)
{
    char out[64];
    moult__report report = {0};
    kit_hall(&g);
    for (int32_t y = 1; y < rogue_standard.height - 1; y++)
        for (int32_t x = 1; x < rogue_standard.width - 1; x++)
            kit_item(&g, ROGUE_GOLD, 1, x, y);
    ck_assert_int_ge(
        moult__native_call(g.s.set, g.w, "rogue.teleport", NULL, 0, out, sizeof out, &report), 0);
    ck_assert_str_eq(out, "1");
    moult_view view = {.size = sizeof view};
    moult_place at = kit_hero_at(&g);
    moult__view(g.w, at.level, &view);
    ck_assert_uint_ne(view.lit[at.y * view.stride + at.x], 0);
    ck_assert_uint_eq(view.lit[KIT_HALL_Y * view.stride + KIT_HALL_X], 0);
    ck_assert_int_eq(kit_hero(&g)->gold, 1);
}
END_TEST

/* -- the next run ------------------------------------------------------------------------------ */

START_TEST(a_run_that_hasn_t_ended_isn_t_thrown_away)
{
    kit_line(&g, "wait");
    uint64_t before = kit_hash(&g);
    kit_line(&g, "new-run");
    ck_assert_uint_eq(kit_hash(&g), before);
    ck_assert(kit_noticed(&g, "This run hasn't ended yet."));
}
END_TEST

static uint32_t seed_text(char *out, size_t room)
{
    uint32_t count;
    const uint8_t *text = moult__seed_text(g.w, &count);
    snprintf(out, room, "%.*s", (int)count, (const char *)text);
    return count;
}

START_TEST(a_new_run_starts_clean_from_another_seed)
{
    char seed[64], last[64] = "run";
    for (uint32_t run = 0; run < 12; run++) {
        kit_hero_edit(&g)->gold = 500;
        kit_hero_edit(&g)->known_potions = 7;
        kill_hero();
        kit_line(&g, "help");
        kit_line(&g, "new-run");
        ck_assert_int_eq(g.s.over, 0);
        seed_text(seed, sizeof seed);
        ck_assert_str_ne(seed, last);
        snprintf(last, sizeof last, "%s", seed);
        kit_game fresh;
        kit_open_in(&fresh, g.s.set, seed);
        ck_assert_uint_eq(kit_hash(&g), kit_hash(&fresh));
        kit_close(&fresh);
    }
    ck_assert_str_eq(seed, "run+12");
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_IDLE);
}
END_TEST

START_TEST(the_longest_seed_is_followed_by_others_too)
{
    static uint8_t seed[MOULT_SEED_MAX];
    uint64_t tile_sum[3];
    memset(seed, 'x', sizeof seed);
    ck_assert_int_ge(moult__session_start(&g.s, seed, sizeof seed), 0);
    for (uint32_t run = 0; run < 3; run++) {
        moult_view view = {.size = sizeof view};
        moult__view(g.w, moult__level(g.w), &view);
        tile_sum[run] = 0;
        for (int32_t i = 0; i < view.width * view.height; i++)
            tile_sum[run] = tile_sum[run] * 31 + view.tile[i];
        kill_hero();
        kit_line(&g, "new-run");
        uint32_t count;
        moult__seed_text(g.w, &count);
        ck_assert_uint_eq(count, MOULT_SEED_MAX);
    }
    ck_assert_uint_ne(tile_sum[0], tile_sum[1]);
    ck_assert_uint_ne(tile_sum[1], tile_sum[2]);
    ck_assert_uint_ne(tile_sum[0], tile_sum[2]);
}
END_TEST

static const struct {
    const char *seed, *next;
} seeds[] = {
    {"", "+1"},         {"7", "7+1"},
    {"7+1", "7+2"},     {"7+9", "7+10"},
    {"a+b", "a+b+1"},   {"+", "++1"},
    {"7+01", "7+01+1"}, {"a+1+3", "a+1+4"},
    {"7+ 1", "7+ 1+1"}, {"5+999999999", "5+1000000000"},
};

START_TEST(the_next_seed_counts_on_from_the_last)
{
    char seed[64];
    ck_assert_int_ge(moult__session_start(&g.s, (const uint8_t *)seeds[_i].seed,
                                          (uint32_t)strlen(seeds[_i].seed)),
                     0);
    kill_hero();
    kit_line(&g, "new-run");
    seed_text(seed, sizeof seed);
    ck_assert_str_eq(seed, seeds[_i].next);
}
END_TEST

START_TEST(equal_seeds_give_equal_runs_and_others_don_t)
{
    kit_game same, other;
    uint32_t state = 5, again = 5;
    kit_open_in(&same, g.s.set, "run");
    kit_open_in(&other, g.s.set, "ruN");
    ck_assert_uint_ne(kit_hash(&g), kit_hash(&other));
    for (uint32_t i = 0; i < 300; i++) {
        kit_line(&g, kit_random_line(&state));
        kit_line(&same, kit_random_line(&again));
        ck_assert_uint_eq(kit_hash(&g), kit_hash(&same));
    }
    kit_close(&same);
    kit_close(&other);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("rogue: a run");
    TCase *cases = tcase_create("run");
    tcase_set_timeout(cases, 60);
    tcase_add_checked_fixture(cases, open_game, close_game);
    tcase_add_test(cases, a_run_starts_as_the_facts_say);
    tcase_add_loop_test(cases, no_floor_starts_with_a_monster_in_sight_or_two_in_one_place, 0, 4);
    tcase_add_test(cases, wishes_for_one_place_are_met_beside_each_other);
    tcase_add_test(cases, stairs_are_taken_by_command_and_not_by_walking);
    tcase_add_test(cases, a_hundred_floors_down_nothing_is_left_over_and_the_exit_wins);
    tcase_add_test(cases, a_descent_sees_the_new_floor_and_forgets_the_old_one);
    tcase_add_test(cases, a_level_that_can_t_be_made_leaves_the_hero_where_it_is);
    tcase_add_test(cases, teleporting_looks_around_at_once_and_takes_what_lies_there);
    tcase_add_test(cases, a_run_that_hasn_t_ended_isn_t_thrown_away);
    tcase_add_test(cases, a_new_run_starts_clean_from_another_seed);
    tcase_add_test(cases, the_longest_seed_is_followed_by_others_too);
    tcase_add_loop_test(cases, the_next_seed_counts_on_from_the_last, 0, MOULT_COUNT(seeds));
    tcase_add_test(cases, equal_seeds_give_equal_runs_and_others_don_t);
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
