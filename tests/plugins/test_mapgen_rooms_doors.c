/* SPDX-License-Identifier: MIT */
/* What mapgen/rooms makes of its options, as built: where doors stand, that neither they nor second
 * tries move anything of the original's level, that nothing gets lost, and what is refused. */
#include "core/game/canvas.h"
#include "core/game/oracle.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <check.h> /* last: it has macros of common names */

#define WIDTH 64
#define HEIGHT 40
#define CELLS (WIDTH * HEIGHT)
#define SEEDS 200u
#define PLENTY (1u << 30)
#define BOTH "doors=on retry=on"
#define REQUIRED                                                                                 \
    (MOULT_MAP_CONNECTED | MOULT_MAP_WAY_DOWN | MOULT_MAP_ENTRY_FREE | MOULT_MAP_CLOSED_BORDER | \
     MOULT_MAP_SPAWNS_FREE | MOULT_MAP_NO_SECRETS)

static const int32_t depths[] = {1, 2, 9, 57, 100};

static void *library;
static const moult_mapgen_1 *generator;
static moult__canvas *canvas, *other;

static void open_all(void)
{
    library = dlopen(MOULT_BUILD_DIR "/plugins/mapgen-rooms.so", RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(library != NULL, "%s", dlerror());
    generator = ((const moult_plugin *)dlsym(library, "moult_plugin_1"))->provides[0].functions;
    canvas = moult__canvas_create();
    other = moult__canvas_create();
}

static void close_all(void)
{
    moult__canvas_free(canvas);
    moult__canvas_free(other);
    dlclose(library);
}

static moult_status make(moult__canvas *on, uint32_t seed, int32_t depth, const char *options)
{
    uint8_t bytes[32] = {(uint8_t)seed, (uint8_t)(seed >> 8), (uint8_t)(seed >> 16),
                         (uint8_t)(seed >> 24)};
    moult_request request = {.size = sizeof request,
                             .width = WIDTH,
                             .height = HEIGHT,
                             .depth = depth,
                             .seed = bytes,
                             .options = options};
    moult_status status = generator->generate(&request, moult__canvas_begin(on, &request, PLENTY));
    ck_assert_int_eq(moult__canvas_intact(on), 1);
    return status;
}

/* An assertion that holds costs a write to a file: too dear for every cell. */
static void must(int32_t fine, const char *what, int32_t x, int32_t y)
{
    if (!fine)
        ck_abort_msg("(%d,%d): %s", x, y, what);
}

static uint32_t scattered(uint32_t seed)
{
    return seed * 2654435761u;
}

static int32_t is_door(uint32_t tile)
{
    return tile == MOULT_TILE_DOOR_CLOSED || tile == MOULT_TILE_DOOR_OPEN;
}

static uint32_t tile_at(const moult_canvas *map, int32_t x, int32_t y)
{
    return map->tile[y * WIDTH + x];
}

static int32_t in_room(const moult_room *room, int32_t x, int32_t y)
{
    return x >= room->x0 && x <= room->x1 && y >= room->y0 && y <= room->y1;
}

static int32_t in_any_room(const moult_canvas *map, int32_t x, int32_t y)
{
    for (uint32_t i = 0; i < map->room_count; i++)
        if (in_room(&map->rooms[i], x, y))
            return 1;
    return 0;
}

/* -- where doors stand ------------------------------------------------------------------------- */

/* Whether one passes from north to south (or west to east) here, between two walls. */
static int32_t is_passage(const moult_canvas *map, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    return tile_at(map, x + dx, y + dy) != MOULT_TILE_WALL &&
           tile_at(map, x - dx, y - dy) != MOULT_TILE_WALL &&
           tile_at(map, x + dy, y + dx) == MOULT_TILE_WALL &&
           tile_at(map, x - dy, y - dx) == MOULT_TILE_WALL;
}

/* Where a corridor goes through the wall of a room. */
static int32_t is_crossing(const moult_canvas *map, int32_t x, int32_t y)
{
    if (tile_at(map, x, y) == MOULT_TILE_WALL || in_any_room(map, x, y))
        return 0;
    return (is_passage(map, x, y, 0, 1) &&
            (in_any_room(map, x, y - 1) || in_any_room(map, x, y + 1))) ||
           (is_passage(map, x, y, 1, 0) &&
            (in_any_room(map, x - 1, y) || in_any_room(map, x + 1, y)));
}

static uint32_t doors_around(const moult_canvas *map, int32_t x, int32_t y)
{
    uint32_t count = 0;
    for (uint32_t d = 0; d < MOULT_DIRECTIONS; d++)
        count +=
            (uint32_t)is_door(tile_at(map, x + moult_direction[d].x, y + moult_direction[d].y));
    return count;
}

typedef struct tally {
    uint32_t doors, closed, levels_without;
} tally;

static void check_doors(const moult_canvas *map, const moult_canvas *plain, tally *t)
{
    uint32_t doors = 0;
    for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++) {
            const uint32_t tile = tile_at(map, x, y);
            if (!is_door(tile)) {
                must(tile == tile_at(plain, x, y), "isn't what it is without doors", x, y);
                must(!is_crossing(map, x, y) || doors_around(map, x, y) > 0, "lacks a door", x, y);
                continue;
            }
            must(tile_at(plain, x, y) == MOULT_TILE_FLOOR, "a door in no corridor", x, y);
            must(is_crossing(map, x, y), "a door where none makes sense", x, y);
            must(doors_around(map, x, y) == 0, "two doors side by side", x, y);
            doors++;
            t->closed += tile == MOULT_TILE_DOOR_CLOSED;
        }
    t->doors += doors;
    t->levels_without += doors == 0;
}

/* Each door is in the list, once for each room that it leads into at once. */
static void check_list(const moult_canvas *map)
{
    uint8_t listed[CELLS] = {0};
    for (uint32_t i = 0; i < map->door_count; i++) {
        const moult_door *door = &map->doors[i];
        const moult_room *room = &map->rooms[door->room];
        const uint32_t tile = tile_at(map, door->x, door->y);
        ck_assert_uint_eq(door->kind, MOULT_DOOR_DOOR);
        ck_assert_uint_eq(tile, door->state == MOULT_DOOR_OPEN ? MOULT_TILE_DOOR_OPEN
                                                               : MOULT_TILE_DOOR_CLOSED);
        ck_assert(in_room(room, door->x + 1, door->y) || in_room(room, door->x - 1, door->y) ||
                  in_room(room, door->x, door->y + 1) || in_room(room, door->x, door->y - 1));
        ck_assert_uint_lt(listed[door->y * WIDTH + door->x]++, 2);
    }
    for (uint32_t i = 0; i < CELLS; i++)
        must((listed[i] > 0) == is_door(map->tile[i]), "listed, or is a door", (int32_t)i % WIDTH,
             (int32_t)i / WIDTH);
}

START_TEST(doors_stand_in_crossings_and_move_nothing)
{
    tally t = {0};
    char why[256];
    const moult_request request = {.size = sizeof request, .require = REQUIRED};
    for (uint32_t seed = 1; seed <= SEEDS; seed++)
        for (uint32_t d = 0; d < MOULT_COUNT(depths); d++) {
            const moult_canvas *map = &canvas->own, *plain = &other->own;
            ck_assert_int_eq(make(canvas, scattered(seed), depths[d], BOTH), MOULT_OK);
            ck_assert_int_eq(make(other, scattered(seed), depths[d], "retry=on"), MOULT_OK);
            if (moult__oracle_verify(canvas, &request, why, sizeof why) < 0)
                ck_abort_msg("seed %u, depth %d: %s", seed, depths[d], why);
            check_doors(map, plain, &t);
            check_list(map);
            ck_assert_uint_eq(plain->door_count, 0);
            ck_assert_mem_eq(map->rooms, plain->rooms, map->room_count * sizeof *map->rooms);
            ck_assert_mem_eq(map->spots, plain->spots, map->spot_count * sizeof *map->spots);
            ck_assert_uint_eq(map->spawn_count, plain->spawn_count);
            ck_assert_mem_eq(map->spawns, plain->spawns, map->spawn_count * sizeof *map->spawns);
        }
    const double share = (double)t.closed / t.doors;
    const uint32_t levels = SEEDS * MOULT_COUNT(depths);
    ck_assert_msg(share > 0.4 && share < 0.6, "%u of %u doors are closed", t.closed, t.doors);
    ck_assert_msg(t.doors > 4 * levels, "%u doors on %u levels", t.doors, levels);
    ck_assert_uint_eq(t.levels_without, 0);
}
END_TEST

/* Only what lies or stands somewhere else than in the original may differ. */
START_TEST(without_options_and_with_all_off_levels_are_the_original_s)
{
    for (uint32_t seed = 1; seed <= SEEDS; seed++) {
        const moult_canvas *map = &canvas->own, *plain = &other->own;
        ck_assert_int_eq(make(canvas, seed, 7, "  doors=on  doors=off retry=off "), MOULT_OK);
        ck_assert_int_eq(make(other, seed, 7, seed % 2 ? NULL : ""), MOULT_OK);
        ck_assert_mem_eq(map->tile, plain->tile, CELLS);
        ck_assert_uint_eq(map->door_count, 0);
        ck_assert_uint_eq(map->spawn_count, plain->spawn_count);
        ck_assert_mem_eq(map->spawns, plain->spawns, map->spawn_count * sizeof *map->spawns);
        ck_assert_int_eq(make(canvas, seed, 7, "doors=on"), MOULT_OK);
        ck_assert_mem_eq(map->spawns, plain->spawns, map->spawn_count * sizeof *map->spawns);
    }
}
END_TEST

/* -- second tries ------------------------------------------------------------------------------ */

static int32_t same_wish(const moult_spawn *a, const moult_spawn *b)
{
    return a->what == b->what && a->kind == b->kind && a->subkind == b->subkind &&
           a->power == b->power;
}

/* As many as rules.md section 12 has of each: food, potions, scrolls, weapons, armour, gold. */
static void check_stock(const moult_canvas *map)
{
    static const struct {
        uint32_t kind, low, high;
    } stock[] = {{0, 3, 5}, {4, 2, 4}, {5, 2, 4}, {2, 0, 1}, {3, 0, 1}, {1, 4, 7}};
    for (uint32_t i = 0; i < MOULT_COUNT(stock); i++) {
        uint32_t count = 0;
        for (uint32_t s = 0; s < map->spawn_count; s++)
            count +=
                map->spawns[s].what == MOULT_SPAWN_ITEM && map->spawns[s].kind == stock[i].kind;
        ck_assert_uint_ge(count, stock[i].low);
        ck_assert_uint_le(count, stock[i].high);
    }
}

START_TEST(with_retry_nobody_and_nothing_is_left_out)
{
    for (uint32_t seed = 1; seed <= SEEDS; seed++)
        for (uint32_t d = 0; d < MOULT_COUNT(depths); d++) {
            const moult_canvas *map = &canvas->own, *plain = &other->own;
            uint32_t monsters = 0, found = 0;
            ck_assert_int_eq(make(canvas, scattered(seed), depths[d], "retry=on"), MOULT_OK);
            ck_assert_int_eq(make(other, scattered(seed), depths[d], NULL), MOULT_OK);
            for (uint32_t i = 0; i < map->spawn_count; i++) {
                const moult_spawn *spawn = &map->spawns[i];
                monsters += spawn->what == MOULT_SPAWN_ACTOR;
                must(in_room(&map->rooms[spawn->room], spawn->x, spawn->y) &&
                         (spawn->what == MOULT_SPAWN_ITEM || spawn->room > 0),
                     "in another room than it says", spawn->x, spawn->y);
                found += found < plain->spawn_count && same_wish(spawn, &plain->spawns[found]);
                for (uint32_t o = 0; o < i; o++)
                    must(map->spawns[o].what != spawn->what || map->spawns[o].x != spawn->x ||
                             map->spawns[o].y != spawn->y,
                         "two at once", spawn->x, spawn->y);
            }
            ck_assert_uint_eq(monsters, depths[d] < 8 ? (uint32_t)depths[d] + 4 : 12);
            ck_assert_uint_eq(found, plain->spawn_count);
            check_stock(map);
        }
}
END_TEST

/* About 3 levels in 10,000 have their stairs under the start, unless asked otherwise. */
START_TEST(with_retry_the_way_down_is_never_under_the_start)
{
    uint32_t moved = 0;
    for (uint32_t seed = 1; seed < 20000; seed++) {
        const moult_spot *spots;
        ck_assert_int_eq(make(other, scattered(seed), 1, NULL), MOULT_OK);
        spots = other->own.spots;
        if (spots[0].x != spots[1].x || spots[0].y != spots[1].y)
            continue;
        moved++;
        ck_assert_int_eq(make(canvas, scattered(seed), 1, BOTH), MOULT_OK);
        spots = canvas->own.spots;
        ck_assert(spots[0].x != spots[1].x || spots[0].y != spots[1].y);
        ck_assert(in_room(&canvas->own.rooms[7], spots[1].x, spots[1].y));
        ck_assert_uint_eq(tile_at(&canvas->own, spots[1].x, spots[1].y), MOULT_TILE_STAIRS_DOWN);
        ck_assert_uint_eq(tile_at(&canvas->own, spots[0].x, spots[0].y), MOULT_TILE_FLOOR);
    }
    ck_assert_uint_gt(moved, 0);
}
END_TEST

/* -- refusals ---------------------------------------------------------------------------------- */

#define UNKNOWN(name, closest) "mapgen/rooms has no option \"" name "\" (closest: " closest ")"
#define WRONG(name, value) "the option " name " of mapgen/rooms is on or off, not \"" value "\""

static const struct {
    const char *options;
    moult_status status;
    const char *why;
} refused[] = {
    {"dors=on", MOULT_UNKNOWN, UNKNOWN("dors", "doors")},
    {"doors=on secrets=off", MOULT_UNKNOWN, UNKNOWN("secrets", "doors")},
    {"=on", MOULT_UNKNOWN, UNKNOWN("", "doors")},
    {"door=on", MOULT_UNKNOWN, UNKNOWN("door", "doors")},
    {"doors", MOULT_RANGE, WRONG("doors", "")},
    {"doors=", MOULT_RANGE, WRONG("doors", "")},
    {"retry=yes", MOULT_RANGE, WRONG("retry", "yes")},
    {"retry=on doors=ON", MOULT_RANGE, WRONG("doors", "ON")},
    {"doors==on", MOULT_RANGE, WRONG("doors", "=on")},
    {"0123456789012345678901234567890123456789tail=on", MOULT_UNKNOWN,
     UNKNOWN("0123456789012345678901234567890123456789", "doors")},
};

START_TEST(what_isn_t_known_is_refused_by_name)
{
    ck_assert_int_eq(make(canvas, 1, 1, refused[_i].options), refused[_i].status);
    ck_assert_str_eq(canvas->said, refused[_i].why);
}
END_TEST

START_TEST(a_wish_that_isn_t_known_is_no_refusal)
{
    ck_assert_int_eq(make(canvas, 1, 1, "?dors=on ?doors=on"), MOULT_OK);
    ck_assert_uint_gt(canvas->own.door_count, 0);
    ck_assert_int_eq(make(canvas, 1, 1, "?doors=maybe"), MOULT_RANGE);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mapgen/rooms, options");
    TCase *tests = tcase_create("doors");
    tcase_add_checked_fixture(tests, open_all, close_all);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, doors_stand_in_crossings_and_move_nothing);
    tcase_add_test(tests, without_options_and_with_all_off_levels_are_the_original_s);
    tcase_add_test(tests, with_retry_nobody_and_nothing_is_left_out);
    tcase_add_test(tests, with_retry_the_way_down_is_never_under_the_start);
    tcase_add_loop_test(tests, what_isn_t_known_is_refused_by_name, 0, (int)MOULT_COUNT(refused));
    tcase_add_test(tests, a_wish_that_isn_t_known_is_no_refusal);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
