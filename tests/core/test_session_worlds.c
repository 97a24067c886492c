/* SPDX-License-Identifier: MIT */
/* A world is a value: two in one process don't meet, pictures change nothing, fresh memory's
 * contents don't matter, a turn asks for none, and long random play ends whole. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <moult/random.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#if defined(__SANITIZE_ADDRESS__)
#define COUNTS_ALLOCATIONS 0
#define HISTORY 100
#else
#define COUNTS_ALLOCATIONS 1
#define HISTORY 400
#endif

/* -- counting allocations ---------------------------------------------------------------------- */

static uint32_t allocations;

#if COUNTS_ALLOCATIONS
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size)
{
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    allocations++;
    return __libc_realloc(old, size);
}
#endif

/* -- playing ----------------------------------------------------------------------------------- */

/* One random command, and now and then stairs underfoot and new strength. */
static void play(kit_game *game, uint32_t *state)
{
    kit_line(game, kit_random_line(state));
    if (kit_random(state, 50) != 0 || game->s.over)
        return;
    moult_place at = kit_hero_at(game);
    uint32_t last = kit_hero(game)->floor >= rogue_standard.floors;
    kit_tile(game, at.x, at.y, last ? MOULT_TILE_EXIT : MOULT_TILE_STAIRS_DOWN);
    kit_hero_hp(game, 90, 90);
    kit_hero_edit(game)->hunger = 100;
}

static void play_apart(moult__set *set, const char *seed, uint32_t state, uint64_t *hashes)
{
    kit_game game;
    kit_open_in(&game, set, seed);
    for (uint32_t i = 0; i < HISTORY; i++) {
        play(&game, &state);
        hashes[i] = kit_hash(&game);
    }
    kit_close(&game);
}

static void check_same(const uint64_t *a, const uint64_t *b)
{
    for (uint32_t i = 0; i < HISTORY; i++)
        if (a[i] != b[i])
            ck_abort_msg("apart after %u commands", i + 1);
}

static moult__set set;

static void open_set(void)
{
    kit_set_open(&set);
}

static void close_set(void)
{
    moult__set_close(&set);
}

START_TEST(two_worlds_played_alternately_are_as_played_apart)
{
    static uint64_t first[HISTORY], second[HISTORY], together[2][HISTORY];
    uint32_t states[2] = {11, 12};
    kit_game games[2];
    play_apart(&set, "one", 11, first);
    play_apart(&set, "two", 12, second);
    kit_open_in(&games[0], &set, "one");
    kit_open_in(&games[1], &set, "two");
    for (uint32_t i = 0; i < HISTORY; i++)
        for (uint32_t k = 0; k < 2; k++) {
            play(&games[k], &states[k]);
            together[k][i] = kit_hash(&games[k]);
        }
    check_same(first, together[0]);
    check_same(second, together[1]);
    kit_close(&games[0]);
    kit_close(&games[1]);
}
END_TEST

START_TEST(two_sets_of_the_same_plugins_don_t_meet_either)
{
    static uint64_t here[HISTORY], there[HISTORY];
    moult__set other;
    kit_set_open(&other);
    play_apart(&set, "one", 11, here);
    play_apart(&other, "one", 11, there);
    check_same(here, there);
    moult__set_close(&other);
}
END_TEST

START_TEST(what_fresh_memory_holds_makes_no_difference)
{
    static uint64_t plain[HISTORY], poisoned[HISTORY];
    play_apart(&set, "poison", 5, plain);
    for (int byte = 1; byte < 256; byte += 84) {
        moult__set other;
        mallopt(M_PERTURB, byte);
        kit_set_open(&other);
        play_apart(&other, "poison", 5, poisoned);
        moult__set_close(&other);
        mallopt(M_PERTURB, 0);
        check_same(plain, poisoned);
    }
}
END_TEST

/* -- pictures ---------------------------------------------------------------------------------- */

START_TEST(drawing_changes_nothing)
{
    static uint64_t undrawn[HISTORY];
    uint32_t state = 21;
    kit_game game;
    play_apart(&set, "draw", 21, undrawn);
    kit_open_in(&game, &set, "draw");
    for (uint32_t i = 0; i < HISTORY; i++) {
        ck_assert_int_ge(moult__session_describe(&game.s), 0);
        play(&game, &state);
        for (uint32_t k = 0; k < 3; k++)
            if (moult__session_describe(&game.s) < 0)
                ck_abort_msg("no picture after %u commands", i + 1);
        if (kit_hash(&game) != undrawn[i] || moult__hash_whole(game.w) != undrawn[i])
            ck_abort_msg("changed after %u commands", i + 1);
    }
    kit_close(&game);
}
END_TEST

static moult_rules_1 scribbling;
static uint32_t refused, tried;

static void note(int32_t was_refused)
{
    tried++;
    refused += was_refused != 0;
}

/* Everything that a picture must not do. */
static moult_status scribble(const moult_world *world, moult_scene *scene)
{
    moult_world *w = (moult_world *)(uintptr_t)world;
    const moult_host *host = &moult__host;
    moult_id level = host->level(w), hero = host->hero(w);
    moult_request request = {.size = sizeof request, .width = 64, .height = 40, .depth = 1};
    uint32_t turn = host->turn(w);
    (void)scene;
    note(host->edit(w, MOULT__TABLE_RUN, 0) == NULL);
    note(host->create(w, MOULT_SCOPE_ITEM, level, 5, 5) == 0);
    note(host->remove(w, MOULT_SCOPE_ACTOR, hero) < 0);
    note(host->move(w, MOULT_SCOPE_ACTOR, hero, level, 1, 1) < 0);
    note(host->set_cell(w, level, MOULT_PLANE_TILE, 1, 1, MOULT_TILE_FLOOR) < 0);
    note(host->plane_edit(w, MOULT__TABLE_CELL, level, MOULT_PLANE_TILE) == NULL);
    note(host->level_create(w, 10, 10, 1) == 0);
    note(host->level_enter(w, 0) < 0);
    note(host->set_hero(w, 0) < 0);
    note(host->say(w, MOULT_SAY_NORMAL, "hello", NULL, 0) < 0);
    note(host->intern(w, "a name that nobody has used") == 0);
    note(host->see(w, level, 5, 5, 8) < 0);
    note(host->generate(w, &request, NULL) == 0);
    host->random(w, MOULT_STREAM_PLAY, 20);
    host->random(w, MOULT_STREAM_LEVEL, 20);
    host->turn_passed(w);
    note(host->turn(w) == turn);
    return MOULT_OK;
}

START_TEST(a_picture_can_t_write)
{
    kit_game game;
    kit_open_in(&game, &set, "scribble");
    const moult_rules_1 *real = game.s.rules;
    scribbling = *real;
    scribbling.describe = scribble;
    uint64_t before = kit_hash(&game);
    game.s.rules = &scribbling;
    moult__session_describe(&game.s);
    game.s.rules = real;
    ck_assert_uint_eq(tried, 14);
    ck_assert_uint_eq(refused, tried);
    ck_assert_uint_eq(kit_hash(&game), before);
    ck_assert_uint_eq(moult__hash_whole(game.w), before);
    kit_line(&game, "wait");
    ck_assert_uint_eq(moult__turn(game.w), 1);
    kit_check_game(&game);
    kit_close(&game);
}
END_TEST

/* -- memory ------------------------------------------------------------------------------------ */

static const struct {
    const char *name, *lines[4];
} loads[] = {
    {"waiting", {"wait", "wait", "wait", "wait"}},
    {"walking", {"move-east", "move-west", "move-north", "move-south"}},
    {"talking", {"descend", "quaff", "eat", "pick-up"}},
    {"looking about", {"inventory", "Down", "Esc", "help"}},
    {"exploring", {"explore", "explore", "travel 9 9", "explore"}},
};

/* A hall with a dozen who strike and miss, and a hero that lasts. */
static void crowd(kit_game *game)
{
    kit_hall(game);
    for (int32_t i = 0; i < 12; i++)
        kit_monster(game, 9, "wander", 5 + 4 * i, 5 + i);
    kit_hero_hp(game, 1 << 20, 1 << 20);
    kit_hero_edit(game)->hunger_max = kit_hero_edit(game)->hunger = 32000;
    kit_hero_edit(game)->level = 60;
}

START_TEST(a_turn_allocates_nothing_once_everything_has_been_used)
{
    kit_game game;
    kit_open_in(&game, &set, "memory");
    crowd(&game);
    for (uint32_t i = 0; i < 1200; i++) {
        kit_line(&game, loads[_i].lines[i % 4]);
        moult__session_describe(&game.s);
    }
    ck_assert_uint_gt(allocations, 0); /* they are counted */
    allocations = 0;
    for (uint32_t i = 0; i < 1200; i++) {
        moult__report report;
        kit_try(&game, loads[_i].lines[i % 4], &report);
        moult__hash(game.w);
        moult__session_describe(&game.s);
    }
    uint32_t count = allocations;
    ck_assert_msg(count == 0, "%s: %u allocations", loads[_i].name, count);
    kit_close(&game);
}
END_TEST

/* -- long play --------------------------------------------------------------------------------- */

START_TEST(five_thousand_turns_of_random_play_end_whole)
{
    uint32_t state = 1 + (uint32_t)_i;
    char seed[16];
    kit_game game;
    snprintf(seed, sizeof seed, "long %d", _i);
    kit_open_in(&game, &set, seed);
    for (uint32_t i = 0; i < 100000 && game.s.played < 5000; i++) {
        play(&game, &state);
        if (i % 500 == 0)
            kit_check_game(&game);
    }
    ck_assert_uint_ge(game.s.played, 5000);
    kit_check_game(&game);
    kit_close(&game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("session: worlds");
    TCase *cases = tcase_create("worlds");
    tcase_set_timeout(cases, 100);
    tcase_add_checked_fixture(cases, open_set, close_set);
    tcase_add_test(cases, two_worlds_played_alternately_are_as_played_apart);
    tcase_add_test(cases, two_sets_of_the_same_plugins_don_t_meet_either);
    tcase_add_test(cases, what_fresh_memory_holds_makes_no_difference);
    tcase_add_test(cases, drawing_changes_nothing);
    tcase_add_test(cases, a_picture_can_t_write);
    if (COUNTS_ALLOCATIONS)
        tcase_add_loop_test(cases, a_turn_allocates_nothing_once_everything_has_been_used, 0,
                            MOULT_COUNT(loads));
    tcase_add_loop_test(cases, five_thousand_turns_of_random_play_end_whole, 0, 20);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
