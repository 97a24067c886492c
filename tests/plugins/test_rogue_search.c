/* SPDX-License-Identifier: MIT */
/* Searching: what hidden doors and corridors look like, how they are found, what they become, and
 * that explore and the explorer know of it. Scenarios stand in a hall. */
#include <stdio.h>
#include <string.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#define X KIT_HALL_X
#define Y KIT_HALL_Y
#define ALL_SEEN "Explore stopped: everything that can be reached has been seen"

static kit_game g;

static void open_hall(void)
{
    kit_open(&g, "search");
    kit_hall(&g);
}

static void close_hall(void)
{
    kit_check_game(&g);
    kit_close(&g);
}

static uint32_t tile_at(int32_t x, int32_t y)
{
    return moult__tile(g.w, x, y);
}

static void mark(int32_t x, int32_t y, uint32_t bits)
{
    moult__set_cell(g.w, moult__level(g.w), MOULT_PLANE_MARK, x, y, bits);
}

static const char *looked_at(int32_t x, int32_t y)
{
    static char text[200];
    ck_assert_int_ge(g.s.rules->look(g.w, x, y, text, sizeof text), 0);
    return text;
}

/* The next turns of search draw these, for one hidden thing: 0 finds it. */
static void luck(uint32_t value)
{
    const uint32_t bound = (uint32_t)rogue_standard.search_one_in;
    kit_dice(&g, &bound, &value, 1);
}

/* -- finding ----------------------------------------------------------------------------------- */

static const struct {
    uint32_t hidden, mark, found;
    const char *looks, *said, *named;
} secrets[] = {
    {MOULT_TILE_DOOR_SECRET, 0, MOULT_TILE_DOOR_CLOSED, "wall", "You find a hidden door.",
     "closed door"},
    {MOULT_TILE_DOOR_SECRET, ROGUE_MARK_LOCKED, MOULT_TILE_DOOR_LOCKED, "wall",
     "You find a hidden door.", "locked door"},
    {MOULT_TILE_DOOR_SECRET, ROGUE_MARK_TRAPPED, MOULT_TILE_DOOR_CLOSED, "wall",
     "You find a hidden door.", "closed door"},
    {MOULT_TILE_CORRIDOR_SECRET, 0, MOULT_TILE_CORRIDOR, "solid stone",
     "You find a hidden corridor.", "corridor"},
};

START_TEST(what_is_hidden_looks_like_its_surroundings_until_it_is_found)
{
    kit_tile(&g, X + 1, Y, secrets[_i].hidden);
    mark(X + 1, Y, secrets[_i].mark);
    kit_look(&g);
    ck_assert_str_eq(looked_at(X + 1, Y), secrets[_i].looks);
    luck(0);
    kit_line(&g, "s");
    ck_assert(kit_said(&g, secrets[_i].said));
    ck_assert_uint_eq(tile_at(X + 1, Y), secrets[_i].found);
    ck_assert_str_eq(looked_at(X + 1, Y), secrets[_i].named);
    ck_assert_uint_eq(moult__turn(g.w), 1);
}
END_TEST

START_TEST(bad_luck_finds_nothing_and_costs_the_turn)
{
    kit_tile(&g, X + 1, Y, MOULT_TILE_DOOR_SECRET);
    luck(1);
    kit_line(&g, "search");
    ck_assert(kit_said(&g, "You search, and find nothing."));
    ck_assert_uint_eq(tile_at(X + 1, Y), MOULT_TILE_DOOR_SECRET);
    ck_assert_uint_eq(moult__turn(g.w), 1);
}
END_TEST

START_TEST(all_cells_beside_are_searched_and_none_farther)
{
    for (int32_t dy = -2; dy <= 2; dy++)
        for (int32_t dx = -2; dx <= 2; dx++)
            if (dx != 0 || dy != 0)
                kit_tile(&g, X + dx, Y + dy, MOULT_TILE_CORRIDOR_SECRET);
    kit_hero_edit(&g)->hunger = 72;
    kit_lines(&g, "search", 40);
    for (int32_t dy = -2; dy <= 2; dy++)
        for (int32_t dx = -2; dx <= 2; dx++) {
            int32_t near = dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1;
            if (dx != 0 || dy != 0)
                ck_assert_uint_eq(tile_at(X + dx, Y + dy),
                                  near ? MOULT_TILE_CORRIDOR : MOULT_TILE_CORRIDOR_SECRET);
        }
}
END_TEST

/* The share that is found in one turn is the tuning's, within four standard deviations. */
START_TEST(chance_is_as_the_tuning_says)
{
    uint32_t found = 0, tries = 2000;
    for (uint32_t i = 0; i < tries; i++) {
        kit_tile(&g, X + 1, Y, MOULT_TILE_CORRIDOR_SECRET);
        kit_hero_edit(&g)->hunger = 72;
        kit_line(&g, "search");
        found += tile_at(X + 1, Y) == MOULT_TILE_CORRIDOR;
    }
    ck_assert_uint_gt(found, tries / 2 - 90);
    ck_assert_uint_lt(found, tries / 2 + 90);
}
END_TEST

START_TEST(walking_into_what_is_hidden_is_walking_into_a_wall)
{
    kit_tile(&g, X + 1, Y, _i == 0 ? MOULT_TILE_DOOR_SECRET : MOULT_TILE_CORRIDOR_SECRET);
    kit_line(&g, "move-east");
    ck_assert_int_eq(kit_hero_at(&g).x, X);
    ck_assert_uint_eq(moult__turn(g.w), 0);
}
END_TEST

/* -- explore ----------------------------------------------------------------------------------- */

static void seal_in(void)
{
    for (int32_t dy = -2; dy <= 2; dy++)
        for (int32_t dx = -2; dx <= 2; dx++)
            if (dx == -2 || dx == 2 || dy == -2 || dy == 2)
                kit_tile(&g, X + dx, Y + dy, MOULT_TILE_WALL);
    kit_tile(&g, X + 2, Y, MOULT_TILE_DOOR_SECRET);
    for (int32_t y = 0; y < rogue_standard.height; y++)
        for (int32_t x = 0; x < rogue_standard.width; x++)
            moult__set_cell(g.w, moult__level(g.w), MOULT_PLANE_KNOWN, x, y, 0);
    kit_look(&g);
}

START_TEST(explore_says_that_searching_may_help_where_something_was_hidden)
{
    seal_in();
    kit_hero_edit(&g)->hiding = (uint8_t)_i;
    for (uint32_t i = 0; i < 30 && !kit_noticed_part(&g, ALL_SEEN); i++)
        kit_line(&g, "explore");
    ck_assert(kit_noticed(&g, _i ? ALL_SEEN "; searching may help" : ALL_SEEN));
}
END_TEST

/* -- floors ------------------------------------------------------------------------------------ */

static const moult_mapgen_1 *rooms;
static uint32_t required;

static moult_status watched(const moult_request *request, moult_canvas *canvas)
{
    required = request->require;
    moult_status status = rooms->generate(request, canvas);
    for (int32_t i = 0; i < canvas->stride * canvas->height; i++)
        if (canvas->tile[i] == MOULT_TILE_DOOR_CLOSED && !(required & MOULT_MAP_NO_SECRETS))
            canvas->tile[i] = MOULT_TILE_DOOR_SECRET;
    return status;
}

static void set_option(const char *name, const char *value)
{
    moult__profile_entry *entry = &g.profile.options[g.profile.option_count++];
    snprintf(entry->name, sizeof entry->name, "%s", name);
    snprintf(entry->value, sizeof entry->value, "%s", value);
    memset(&g.s.report, 0, sizeof g.s.report);
    ck_assert_int_ge(moult__session_tune(&g.s, &g.s.report), 0);
}

START_TEST(classic_and_a_number_ask_for_floors_without_secrets)
{
    static const moult_mapgen_1 watching = {.size = sizeof watching, .generate = watched};
    static const struct {
        const char *name, *value;
        int32_t secrets;
    } options[] = {{"preset", "standard", 1},
                   {"preset", "classic", 0},
                   {"secrets", "0", 0},
                   {"doors", "0", 0}};
    rooms = moult__set_role(g.s.set, "mapgen")->functions;
    kit_fill_slot(g.s.set, "mapgen/rooms", &watching);
    set_option(options[_i].name, options[_i].value);
    kit_tile(&g, X, Y, MOULT_TILE_STAIRS_DOWN);
    kit_line(&g, "descend");
    const int32_t plain = strcmp(options[_i].name, "doors") == 0;
    ck_assert_int_eq((required & MOULT_MAP_NO_SECRETS) == 0, options[_i].secrets || plain);
    ck_assert_int_eq(kit_hero(&g)->hiding, options[_i].secrets);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rogue: search");
    TCase *cases = tcase_create("search");
    tcase_add_checked_fixture(cases, open_hall, close_hall);
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, what_is_hidden_looks_like_its_surroundings_until_it_is_found, 0,
                        (int)MOULT_COUNT(secrets));
    tcase_add_test(cases, bad_luck_finds_nothing_and_costs_the_turn);
    tcase_add_test(cases, all_cells_beside_are_searched_and_none_farther);
    tcase_add_test(cases, chance_is_as_the_tuning_says);
    tcase_add_loop_test(cases, walking_into_what_is_hidden_is_walking_into_a_wall, 0, 2);
    tcase_add_loop_test(cases, explore_says_that_searching_may_help_where_something_was_hidden, 0,
                        2);
    tcase_add_loop_test(cases, classic_and_a_number_ask_for_floors_without_secrets, 0, 4);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
