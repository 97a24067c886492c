/* SPDX-License-Identifier: MIT */
/* Explore and travel: they see all that can be reached, end, say why they stopped, and know nothing
 * that the hero doesn't. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <moult/fov.h>
#include <moult/path.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#define WIDTH 64
#define HEIGHT 40
#define CELLS (WIDTH * HEIGHT)
#ifdef __SANITIZE_ADDRESS__
#define SEEDS 1u /* of 8: the rest would only take longer */
#else
#define SEEDS 5u
#endif
#define ALL_SEEN "Explore stopped: everything that can be reached has been seen"

static kit_game g;

static void open_game(void)
{
    kit_open(&g, "explore");
}

static void close_game(void)
{
    kit_check_game(&g);
    kit_close(&g);
}

static moult_view view_of(const kit_game *game)
{
    moult_view view = {.size = sizeof view};
    ck_assert_int_ge(moult__view(game->w, moult__level(game->w), &view), 0);
    ck_assert_int_eq(view.width, WIDTH);
    ck_assert_int_eq(view.stride, WIDTH);
    ck_assert_int_eq(view.height, HEIGHT);
    return view;
}

static int32_t blocked(const moult_view *view, int32_t cell)
{
    return (moult_tile_flags(view->tile[cell]) & MOULT_TILE_BLOCKS) != 0;
}

/* Steps from a cell to all others over cells that `open` allows; MOULT_FAR: none. */
static void distances(const uint8_t *open, int32_t from, uint16_t *out)
{
    int32_t queue[CELLS], head = 0, tail = 0;
    memset(out, 0xff, CELLS * sizeof *out);
    out[from] = 0;
    queue[tail++] = from;
    while (head < tail) {
        int32_t at = queue[head++];
        for (uint32_t d = 0; d < MOULT_DIRECTIONS; d++) {
            int32_t x = at % WIDTH + moult_direction[d].x, y = at / WIDTH + moult_direction[d].y;
            int32_t next = y * WIDTH + x;
            if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT || !open[next] ||
                out[next] != MOULT_FAR)
                continue;
            out[next] = (uint16_t)(out[at] + 1);
            queue[tail++] = next;
        }
    }
}

static void remove_monsters(kit_game *game)
{
    moult_id level = moult__level(game->w), id = 0, hero = moult__hero(game->w);
    while ((id = moult__next(game->w, MOULT_SCOPE_ACTOR, level, id)) != 0)
        if (id != hero) {
            moult__remove(game->w, MOULT_SCOPE_ACTOR, id);
            id = 0;
        }
}

static void descend(kit_game *game)
{
    moult_view view = view_of(game);
    for (int32_t cell = 0; cell < CELLS; cell++)
        if (view.tile[cell] == MOULT_TILE_STAIRS_DOWN)
            kit_move(game, moult__hero(game->w), cell % WIDTH, cell / WIDTH);
    kit_line(game, "descend");
}

/* Explores to the end. The steps that it took. */
static uint32_t explore_all(kit_game *game)
{
    uint32_t begin = moult__turn(game->w);
    for (uint32_t stops = 0; stops < 100; stops++) {
        kit_hero_edit(game)->hunger = 100;
        kit_line(game, "explore");
        ck_assert_uint_ge(game->s.notice_count, 1);
        if (kit_noticed(game, ALL_SEEN))
            return moult__turn(game->w) - begin;
    }
    ck_abort_msg("explore doesn't come to an end");
    return 0;
}

static void check_all_seen(const kit_game *game)
{
    moult_view view = view_of(game);
    moult_place hero = kit_hero_at(game);
    uint8_t open[CELLS];
    uint16_t steps[CELLS];
    uint32_t wrong = 0;
    for (int32_t cell = 0; cell < CELLS; cell++)
        open[cell] =
            !blocked(&view, cell) || (moult_tile_flags(view.tile[cell]) & MOULT_TILE_OPENS) != 0;
    distances(open, hero.y * WIDTH + hero.x, steps);
    for (int32_t cell = 0; cell < CELLS; cell++) {
        if (steps[cell] == MOULT_FAR)
            continue;
        for (uint32_t d = 0; d < MOULT_DIRECTIONS; d++) {
            int32_t near = cell + moult_direction[d].y * WIDTH + moult_direction[d].x;
            wrong += view.known[near] != view.tile[near] + 1;
        }
    }
    ck_assert_uint_eq(wrong, 0);
}

START_TEST(a_thousand_levels_are_explored_to_the_end)
{
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        kit_game game;
        char text[16];
        snprintf(text, sizeof text, "%d-%u", _i, seed);
        kit_open_in(&game, g.s.set, text);
        for (int32_t floor = 1; floor <= 25; floor++) {
            remove_monsters(&game);
            ck_assert_uint_le(explore_all(&game), CELLS / 2);
            check_all_seen(&game);
            descend(&game);
        }
        kit_close(&game);
    }
}
END_TEST

/* -- only what is known ------------------------------------------------------------------------ */

static void copy_plane(const kit_game *from, kit_game *to, moult_table table, uint32_t plane)
{
    memcpy(moult__plane_edit(to->w, table, moult__level(to->w), plane),
           moult__plane(from->w, table, moult__level(from->w), plane), CELLS);
}

/* Changes what the hero hasn't seen: other tiles, and someone and something that isn't there. */
static void alter_unseen(kit_game *game, uint32_t *state, moult_id *someone, moult_id *something)
{
    moult_view view = view_of(game);
    *someone = *something = 0;
    for (int32_t cell = 0; cell < CELLS; cell++) {
        int32_t x = cell % WIDTH, y = cell / WIDTH;
        if (view.known[cell] != 0)
            continue;
        kit_tile(game, x, y, kit_random(state, 2) ? MOULT_TILE_FLOOR : MOULT_TILE_WALL);
        if (*someone == 0 && kit_random(state, 200) == 0)
            *someone = kit_monster(game, 3, "idle", x, y);
        if (*something == 0 && kit_random(state, 200) == 0)
            *something = kit_item(game, ROGUE_GOLD, 5, x, y);
    }
}

static int32_t one_step(kit_game *game)
{
    game->s.options.turns = game->s.played + 1;
    kit_hero_edit(game)->hunger = 100;
    kit_line(game, "explore");
    return !kit_noticed(game, ALL_SEEN);
}

START_TEST(explore_knows_nothing_of_what_wasn_t_seen)
{
    kit_game other;
    char seed[16];
    uint32_t state = 17u + (uint32_t)_i, steps = 0;
    snprintf(seed, sizeof seed, "unseen %d", _i);
    kit_game game;
    kit_open_in(&game, g.s.set, seed);
    kit_open_in(&other, g.s.set, seed);
    remove_monsters(&game);
    remove_monsters(&other);
    for (int32_t more = 1; more && steps < 600; steps++) {
        moult_id someone, something;
        alter_unseen(&other, &state, &someone, &something);
        more = one_step(&game);
        ck_assert_int_eq(one_step(&other), more);
        moult_place here = kit_hero_at(&game), there = kit_hero_at(&other);
        ck_assert_int_eq(here.x, there.x);
        ck_assert_int_eq(here.y, there.y);
        moult__remove(other.w, MOULT_SCOPE_ACTOR, someone);
        moult__remove(other.w, MOULT_SCOPE_ITEM, something);
        copy_plane(&game, &other, MOULT__TABLE_CELL, MOULT_PLANE_TILE);
        copy_plane(&game, &other, MOULT__TABLE_CELL, MOULT_PLANE_KNOWN);
        copy_plane(&game, &other, MOULT__TABLE_LIT, 0);
    }
    ck_assert_uint_gt(steps, 50);
    kit_close(&game);
    kit_close(&other);
}
END_TEST

START_TEST(a_door_that_opened_unseen_is_closed_to_explore)
{
    kit_hall(&g);
    kit_tile(&g, KIT_HALL_X + 2, KIT_HALL_Y, MOULT_TILE_WALL);
    kit_look(&g);
    const moult_rules_1 *rules = g.s.rules;
    ck_assert_int_lt(rules->cost(g.w, KIT_HALL_X + 2, KIT_HALL_Y), 0);
    kit_tile(&g, KIT_HALL_X + 2, KIT_HALL_Y, MOULT_TILE_FLOOR);
    ck_assert_int_lt(rules->cost(g.w, KIT_HALL_X + 2, KIT_HALL_Y), 0);
    ck_assert_int_lt(rules->cost(g.w, 60, 38), 0);
}
END_TEST

/* -- stopping ---------------------------------------------------------------------------------- */

START_TEST(an_enemy_in_view_is_named_and_no_step_is_taken)
{
    static const char *const lines[] = {"explore", "travel 25 10"};
    kit_hall(&g);
    kit_monster(&g, 0, "chaser", KIT_HALL_X + 5, KIT_HALL_Y);
    kit_line(&g, lines[_i]);
    ck_assert(kit_noticed(&g, _i == 0 ? "Explore stopped: sewer rat in view"
                                      : "Travel stopped: sewer rat in view"));
    ck_assert_uint_eq(moult__turn(g.w), 0);
}
END_TEST

START_TEST(explore_stops_when_an_enemy_comes_into_view)
{
    for (uint32_t seed = 0; seed < 20; seed++) {
        kit_game game;
        char text[16];
        snprintf(text, sizeof text, "enemy %u", seed);
        kit_open_in(&game, g.s.set, text);
        for (uint32_t i = 0; i < 30 && !kit_noticed_part(&game, " in view"); i++)
            kit_line(&game, "explore");
        ck_assert(kit_noticed(&game, "Explore stopped: sewer rat in view"));
        moult_view view = view_of(&game);
        moult_id id = 0;
        uint32_t lit = 0;
        while ((id = moult__next(game.w, MOULT_SCOPE_ACTOR, view.level, id)) != 0) {
            moult_place at = kit_where(&game, id);
            lit += view.lit[at.y * WIDTH + at.x] != 0;
        }
        ck_assert_uint_ge(lit, 2); /* the hero is one of them */
        kit_close(&game);
    }
}
END_TEST

START_TEST(who_only_stands_there_is_walked_around)
{
    kit_hall(&g);
    moult_id newt = kit_monster(&g, 3, "idle", KIT_HALL_X + 1, KIT_HALL_Y);
    kit_line(&g, "travel 27 10");
    ck_assert_int_eq(kit_hero_at(&g).x, 27);
    ck_assert_int_eq(kit_body(&g, newt)->hp, 5);
    ck_assert_uint_eq(moult__turn(g.w), 7);
}
END_TEST

START_TEST(a_thing_that_stays_underfoot_is_a_reason)
{
    kit_hall(&g);
    kit_hero_edit(&g)->potion = 1;
    for (int32_t x = 10; x < 40; x++)
        kit_item(&g, ROGUE_POTION, 0, x, KIT_HALL_Y - 1);
    kit_line(&g, "travel 20 7");
    ck_assert(kit_noticed(&g, "Travel stopped: something lies here"));
    ck_assert_int_eq(kit_hero_at(&g).y, KIT_HALL_Y - 1);
    kit_line(&g, "travel 20 7");
    ck_assert_int_eq(kit_hero_at(&g).y, 7);
}
END_TEST

START_TEST(hunger_is_a_reason)
{
    kit_hall(&g);
    kit_hero_edit(&g)->hunger = 30;
    kit_line(&g, "travel 28 10");
    ck_assert(kit_noticed(&g, "Travel stopped: you are hungry"));
    ck_assert_uint_eq(moult__turn(g.w), 2);
    kit_line(&g, "travel 28 10");
    ck_assert_int_eq(kit_hero_at(&g).x, 28);
}
END_TEST

START_TEST(the_dead_don_t_explore)
{
    kit_hall(&g);
    kit_hero_hp(&g, 1, 12);
    kit_hero_edit(&g)->hunger = 0;
    kit_line(&g, "wait");
    uint64_t before = kit_hash(&g);
    kit_line(&g, "explore");
    ck_assert(kit_noticed(&g, "Explore stopped: the run is over"));
    kit_line(&g, "travel 5 5");
    ck_assert(kit_noticed(&g, "Travel stopped: the run is over"));
    ck_assert_uint_eq(kit_hash(&g), before);
}
END_TEST

/* -- travelling -------------------------------------------------------------------------------- */

static const struct {
    int32_t x, y;
} goals[] = {{20, 3}, {27, 10}, {14, 16}, {13, 10}, {25, 14}, {20, 10}, {19, 9}, {26, 6}};

START_TEST(travel_goes_the_shortest_known_way)
{
    uint8_t open[CELLS];
    uint16_t steps[CELLS];
    kit_hall(&g);
    for (int32_t y = 6; y < 15; y++)
        kit_tile(&g, 23, y, MOULT_TILE_WALL);
    for (int32_t x = 12; x < 23; x++)
        kit_tile(&g, x, 13, MOULT_TILE_WALL);
    memset(moult__plane_edit(g.w, MOULT__TABLE_CELL, moult__level(g.w), MOULT_PLANE_KNOWN), 0,
           CELLS);
    kit_look(&g);
    for (int32_t x = 1; x < 63; x++)
        for (int32_t y = 1; y < 39; y++)
            if (x != 22 || y < 14) {
                moult__set_cell(g.w, moult__level(g.w), MOULT_PLANE_KNOWN, x, y,
                                moult__tile(g.w, x, y) + 1);
            }
    moult_view view = view_of(&g);
    for (int32_t cell = 0; cell < CELLS; cell++)
        open[cell] = view.known[cell] != 0 && !blocked(&view, cell);
    distances(open, KIT_HALL_Y * WIDTH + KIT_HALL_X, steps);
    char line[32];
    snprintf(line, sizeof line, "travel %d,%d", goals[_i].x, goals[_i].y);
    kit_line(&g, line);
    ck_assert_int_eq(kit_hero_at(&g).x, goals[_i].x);
    ck_assert_int_eq(kit_hero_at(&g).y, goals[_i].y);
    ck_assert_uint_eq(moult__turn(g.w), steps[goals[_i].y * WIDTH + goals[_i].x]);
    ck_assert_uint_eq(g.s.notice_count, 0);
}
END_TEST

static const char *const nowhere[] = {"travel 60 38", "travel 22 10", "travel 0 0", "travel 400 7",
                                      "travel 63 39"};

START_TEST(travel_says_that_no_known_way_leads_there)
{
    kit_hall(&g);
    kit_tile(&g, 22, 10, MOULT_TILE_WALL);
    kit_look(&g);
    kit_line(&g, nowhere[_i]);
    ck_assert(kit_noticed(&g, "Travel stopped: no known way leads there"));
    ck_assert_uint_eq(moult__turn(g.w), 0);
}
END_TEST

START_TEST(a_click_travels)
{
    moult_event event = {
        .size = sizeof event, .kind = MOULT_EVENT_CLICK, .x = 24, .y = 8, .row = -1, .button = 1};
    kit_hall(&g);
    ck_assert_int_ge(moult__session_describe(&g.s), 0);
    ck_assert_int_ge(moult__input_event(&g.s, &event), 0);
    ck_assert_int_eq(kit_hero_at(&g).x, 24);
    ck_assert_int_eq(kit_hero_at(&g).y, 8);
}
END_TEST

/* -- coming to an end -------------------------------------------------------------------------- */

static moult_rules_1 greedy;

static int32_t always(const moult_world *w, int32_t x, int32_t y)
{
    (void)w;
    (void)x;
    (void)y;
    return 1;
}

START_TEST(a_lure_that_can_t_be_taken_is_visited_once)
{
    moult__report report = {0};
    kit_hall(&g);
    greedy = *g.s.rules;
    greedy.lure = always;
    kit_fill_slot(g.s.set, "rules/rogue", &greedy);
    ck_assert_int_ge(moult__session_bind(&g.s, &report), 0);
    for (int32_t y = 1; y < 39; y++)
        for (int32_t x = 1; x < 63; x++)
            if (x < 16 || x > 24 || y < 7 || y > 13)
                kit_tile(&g, x, y, MOULT_TILE_WALL);
    kit_look(&g);
    ck_assert_uint_le(explore_all(&g), 9 * 7 * 2);
}
END_TEST

static moult_status see_nothing(const moult_sight *sight, uint8_t *lit)
{
    (void)sight;
    (void)lit;
    return MOULT_OK;
}

static const moult_fov_1 blind = {.size = sizeof blind, .see = see_nothing};

START_TEST(the_blind_stop_exploring_too)
{
    kit_hall(&g);
    kit_fill_slot(g.s.set, "fov/shadow", &blind);
    ck_assert_uint_le(explore_all(&g), CELLS / 4);
}
END_TEST

static void add_tests(TCase *cases)
{
    tcase_add_loop_test(cases, a_thousand_levels_are_explored_to_the_end, 0, 8);
    tcase_add_loop_test(cases, explore_knows_nothing_of_what_wasn_t_seen, 0, 6);
    tcase_add_test(cases, a_door_that_opened_unseen_is_closed_to_explore);
    tcase_add_loop_test(cases, an_enemy_in_view_is_named_and_no_step_is_taken, 0, 2);
    tcase_add_test(cases, explore_stops_when_an_enemy_comes_into_view);
    tcase_add_test(cases, who_only_stands_there_is_walked_around);
    tcase_add_test(cases, a_thing_that_stays_underfoot_is_a_reason);
    tcase_add_test(cases, hunger_is_a_reason);
    tcase_add_test(cases, the_dead_don_t_explore);
    tcase_add_loop_test(cases, travel_goes_the_shortest_known_way, 0, MOULT_COUNT(goals));
    tcase_add_loop_test(cases, travel_says_that_no_known_way_leads_there, 0, MOULT_COUNT(nowhere));
    tcase_add_test(cases, a_click_travels);
    tcase_add_test(cases, a_lure_that_can_t_be_taken_is_visited_once);
    tcase_add_test(cases, the_blind_stop_exploring_too);
}

int main(void)
{
    Suite *suite = suite_create("session: explore and travel");
    TCase *cases = tcase_create("explore");
    tcase_set_timeout(cases, 60);
    tcase_add_checked_fixture(cases, open_game, close_game);
    add_tests(cases);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
