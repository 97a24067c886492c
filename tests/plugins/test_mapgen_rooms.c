/* SPDX-License-Identifier: MIT */
/* mapgen/rooms, as built: cell by cell what facts/rogue/vectors.md section C says, and for
 * thousands of other seeds, depths and sizes what the oracle can verify. The expected values are
 * read from that file, none is typed here. */
#include "core/game/canvas.h"
#include "core/game/oracle.h"
#include <check.h>
#include <dlfcn.h>
#include <moult/random.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIST_MAX 40
#define PLENTY (1u << 30)

/* What the file says of one level. Numbers in the order in which they stand there. */
typedef struct expected {
    int32_t floor;
    uint32_t seed; /* of the generator, after the shuffles */
    long rooms[8 * 4], centres[8 * 2], start[2], stairs[2];
    long floor_cells, monsters[LIST_MAX * 3], counts[6], items[LIST_MAX * 4];
    uint32_t monster_count, item_count, requested_monsters, requested_items;
    uint32_t crc, draws, last_state;
} expected;

static char *facts;
static void *library;
static const moult_plugin *plugin;
static const moult_mapgen_1 *generator;
static moult__canvas *canvas;

static void open_all(void)
{
    FILE *file = fopen(MOULT_SOURCE_DIR "/tests/facts/rogue/vectors.md", "rb");
    ck_assert_ptr_nonnull(file);
    facts = calloc(1, 65536);
    ck_assert_uint_gt(fread(facts, 1, 65535, file), 0);
    fclose(file);
    library = dlopen(MOULT_BUILD_DIR "/plugins/mapgen-rooms.so", RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(library != NULL, "%s", dlerror());
    plugin = dlsym(library, "moult_plugin_1");
    ck_assert_ptr_nonnull(plugin);
    generator = plugin->provides[0].functions;
    canvas = moult__canvas_create();
}

static void close_all(void)
{
    moult__canvas_free(canvas);
    dlclose(library);
    free(facts);
}

/* -- reading the facts ------------------------------------------------------------------------- */

/* What comes after `label`, which must be there. */
static const char *after(const char *text, const char *label)
{
    const char *found = strstr(text, label);
    ck_assert_msg(found != NULL, "the facts have no '%s'", label);
    return found + strlen(label);
}

/* Reads numbers in and between brackets, up to the end of the line or a letter or bar; answers how
 * many. `*text` moves on to where it stopped. */
static uint32_t numbers(const char **text, long *out, uint32_t most)
{
    uint32_t count = 0;
    const char *at = *text;
    while (*at != '\0' && strchr("(), 0123456789", *at) != NULL) {
        if (*at < '0' || *at > '9') {
            at++;
            continue;
        }
        ck_assert_uint_lt(count, most);
        char *end;
        out[count++] = strtol(at, &end, 10);
        at = end;
    }
    *text = at;
    return count;
}

static void exactly(const char *text, const char *label, long *out, uint32_t count)
{
    const char *at = after(text, label);
    ck_assert_uint_eq(numbers(&at, out, count), count);
}

static uint32_t hexadecimal(const char *text, const char *label)
{
    return (uint32_t)strtoul(after(text, label), NULL, 16);
}

/* A row of the table of floors. */
static expected read_floor(int32_t floor)
{
    expected e = {.floor = floor};
    const char *text = after(facts, "\nDungeon, RNG state set to ");
    char label[32];
    e.seed = (uint32_t)strtoul(text, NULL, 16);
    exactly(text, " rooms (x0,y0,x1,y1): ", e.rooms, 32);
    exactly(text, " centres: ", e.centres, 16);
    exactly(text, " player ", e.start, 2);
    exactly(text, " stairs/exit ", e.stairs, 2);
    e.floor_cells = strtol(after(after(text, " stairs/exit "), "\n"), NULL, 10);
    e.crc = hexadecimal(text, floor < 100 ? "row-major): " : "on floors 1..99, ");

    snprintf(label, sizeof label, "\n| %d | ", floor);
    const char *at = after(text, label);
    long wanted[2], draws;
    e.monster_count = numbers(&at, e.monsters, LIST_MAX * 3) / 3;
    at = after(at, "| ");
    ck_assert_uint_eq(numbers(&at, e.counts, 6), 6);
    at = after(at, "| ");
    e.item_count = numbers(&at, e.items, LIST_MAX * 4) / 4;
    at = after(at, "| ");
    ck_assert_uint_eq(
        sscanf(at, "%ld/%ld | %ld | %x", &wanted[0], &wanted[1], &draws, &e.last_state), 4);
    e.requested_monsters = (uint32_t)wanted[0];
    e.requested_items = (uint32_t)wanted[1];
    e.draws = (uint32_t)draws;
    return e;
}

/* The level at the start of a whole run. Its seed is the run's after the shuffles. */
static expected read_run(void)
{
    expected e = {.floor = 1, .requested_monsters = 5};
    const char *text = after(facts, "\nWhole run start, seed "), *at;
    moult_xorshift random = moult_xorshift_start((uint32_t)strtoul(text, NULL, 16));
    long draws = 0, shuffles = 0;
    exactly(text, " rooms ", e.rooms, 32);
    exactly(text, "; player ", e.start, 2);
    exactly(text, "; stairs ", e.stairs, 2);
    e.floor_cells = strtol(after(after(text, "; stairs "), "; "), NULL, 10);
    e.crc = hexadecimal(text, "map CRC-32 ");
    at = after(text, "\n monsters ");
    e.monster_count = numbers(&at, e.monsters, LIST_MAX * 3) / 3;
    exactly(text, " item counts ", e.counts, 6);
    at = after(text, "\n items ");
    e.item_count = numbers(&at, e.items, LIST_MAX * 4) / 4;
    at = after(after(text, "\n items "), "\n ");
    ck_assert_uint_eq(sscanf(at, "%ld draws including the %ld of the shuffles; final state %x",
                             &draws, &shuffles, &e.last_state),
                      3);
    for (uint32_t i = 0; i < 16; i += 2) {
        e.centres[i] = (e.rooms[2 * i] + e.rooms[2 * i + 2]) / 2;
        e.centres[i + 1] = (e.rooms[2 * i + 1] + e.rooms[2 * i + 3]) / 2;
    }
    for (uint32_t i = 0; i < 6; i++)
        e.requested_items += (uint32_t)e.counts[i];
    while (shuffles-- > 0)
        draws--, moult_xorshift_next(&random);
    e.draws = (uint32_t)draws;
    e.seed = random.state;
    return e;
}

/* -- making levels ----------------------------------------------------------------------------- */

static moult_status make(moult__canvas *on, uint32_t seed, int32_t depth, int32_t width,
                         int32_t height)
{
    uint8_t bytes[32] = {(uint8_t)seed, (uint8_t)(seed >> 8), (uint8_t)(seed >> 16),
                         (uint8_t)(seed >> 24)};
    moult_request request = {
        .size = sizeof request, .width = width, .height = height, .depth = depth, .seed = bytes};
    moult_canvas *open = moult__canvas_begin(on, &request, PLENTY);
    ck_assert_ptr_nonnull(open);
    moult_status status = generator->generate(&request, open);
    ck_assert_int_eq(moult__canvas_intact(on), 1);
    return status;
}

static moult_status verify(uint32_t require, char *why, uint32_t room)
{
    moult_request request = {.size = sizeof request, .require = require};
    return moult__oracle_verify(canvas, &request, why, room);
}

static uint32_t crc32_of(const uint8_t *bytes, size_t count)
{
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (0xedb88320u & (0u - (crc & 1u)));
    }
    return ~crc;
}

/* -- comparing --------------------------------------------------------------------------------- */

static void check_map(const expected *e, const moult_canvas *map)
{
    long floor_cells = 0;
    ck_assert_int_eq(map->stride, 64);
    ck_assert_uint_eq(crc32_of(map->tile, 64 * 40), e->crc);
    for (int32_t i = 0; i < 64 * 40; i++)
        floor_cells += map->tile[i] == MOULT_TILE_FLOOR;
    ck_assert_int_eq(floor_cells, e->floor_cells);
    ck_assert_uint_eq(map->room_count, 8);
    for (uint32_t i = 0; i < 8; i++) {
        const moult_room *room = &map->rooms[i];
        ck_assert_int_eq(room->x0 - 1, e->rooms[4 * i]);
        ck_assert_int_eq(room->y0 - 1, e->rooms[4 * i + 1]);
        ck_assert_int_eq(room->x1 + 1, e->rooms[4 * i + 2]);
        ck_assert_int_eq(room->y1 + 1, e->rooms[4 * i + 3]);
        ck_assert_int_eq((room->x0 + room->x1) / 2, e->centres[2 * i]);
        ck_assert_int_eq((room->y0 + room->y1) / 2, e->centres[2 * i + 1]);
        ck_assert_int_eq(room->id, (int32_t)i);
    }
}

static void check_spots(const expected *e, const moult_canvas *map)
{
    ck_assert_uint_eq(map->spot_count, 2);
    ck_assert_uint_eq(map->spots[0].kind, MOULT_SPOT_ENTRY);
    ck_assert_int_eq(map->spots[0].x, e->start[0]);
    ck_assert_int_eq(map->spots[0].y, e->start[1]);
    ck_assert_uint_eq(map->spots[1].kind,
                      e->floor < 100 ? MOULT_SPOT_STAIRS_DOWN : MOULT_SPOT_EXIT);
    ck_assert_int_eq(map->spots[1].x, e->stairs[0]);
    ck_assert_int_eq(map->spots[1].y, e->stairs[1]);
}

static void check_spawns(const expected *e, const moult_canvas *map)
{
    ck_assert_uint_eq(map->spawn_count, e->monster_count + e->item_count);
    for (uint32_t i = 0; i < map->spawn_count; i++) {
        const moult_spawn *spawn = &map->spawns[i];
        int item = i >= e->monster_count;
        const long *row = item ? &e->items[4 * (i - e->monster_count)] : &e->monsters[3 * i];
        ck_assert_uint_eq(spawn->flags, MOULT_SPAWN_OWN_KIND);
        ck_assert_uint_eq(spawn->what, item ? MOULT_SPAWN_ITEM : MOULT_SPAWN_ACTOR);
        ck_assert_uint_eq(spawn->kind, row[0]);
        if (item && row[0] == 1) { /* the original kept one byte of a pile's value */
            ck_assert_int_eq(spawn->power & 255, row[1]);
            ck_assert_int_ge(spawn->power, e->floor);
            ck_assert_int_le(spawn->power, 4 * e->floor + 3);
        } else if (item) {
            ck_assert_uint_eq(spawn->subkind, row[1]);
        }
        ck_assert_int_eq(spawn->x, row[item ? 2 : 1]);
        ck_assert_int_eq(spawn->y, row[item ? 3 : 2]);
    }
}

/* Of each kind at most as many as were drawn, and the draws add up. */
static void check_counts(const expected *e, const moult_canvas *map)
{
    static const uint32_t kinds[6] = {0, 4, 5, 2, 3, 1}, draws_each[6] = {3, 4, 4, 4, 3, 4};
    moult_xorshift random = moult_xorshift_start(e->seed);
    uint32_t requested = 0, draws = 8 * 4 + 3 * e->requested_monsters + 6;
    if (e->floor > 1)
        draws += e->requested_monsters / 2;
    for (uint32_t i = 0; i < 6; i++) {
        long placed = 0;
        for (uint32_t s = 0; s < map->spawn_count; s++)
            placed += map->spawns[s].what == MOULT_SPAWN_ITEM && map->spawns[s].kind == kinds[i];
        ck_assert_int_le(placed, e->counts[i]);
        requested += (uint32_t)e->counts[i];
        draws += draws_each[i] * (uint32_t)e->counts[i];
    }
    ck_assert_uint_eq(requested, e->requested_items);
    ck_assert_uint_le(e->monster_count, e->requested_monsters);
    ck_assert_uint_eq(draws, e->draws);
    for (uint32_t i = 0; i < draws; i++)
        moult_xorshift_next(&random);
    ck_assert_uint_eq(random.state, e->last_state);
}

static void check_level(const expected *e)
{
    ck_assert_int_eq(make(canvas, e->seed, e->floor, 64, 40), MOULT_OK);
    ck_assert_str_eq(canvas->open.vocabulary, "rogue");
    check_map(e, &canvas->own);
    check_spots(e, &canvas->own);
    check_spawns(e, &canvas->own);
    check_counts(e, &canvas->own);
}

/* -- tests ------------------------------------------------------------------------------------- */

START_TEST(declares_one_generator)
{
    ck_assert_str_eq(plugin->name, "mapgen-rooms");
    ck_assert_uint_eq(plugin->provide_count, 1);
    ck_assert_str_eq(plugin->provides[0].slot, "mapgen/rooms");
    ck_assert_str_eq(plugin->provides[0].interface, MOULT_MAPGEN_INTERFACE);
    ck_assert_str_eq(plugin->provides[0].shape, MOULT_MAPGEN_SHAPE);
}
END_TEST

START_TEST(xorshift_gives_the_known_numbers)
{
    static const char *const labels[] = {" seed 0x9E3779B9: ", " seed 1: "};
    static const uint32_t seeds[] = {0x9E3779B9u, 1};
    long values[8];
    moult_xorshift random = moult_xorshift_start(seeds[_i]);
    exactly(after(facts, "\nxorshift32 outputs:"), labels[_i], values, 8);
    for (int i = 0; i < 8; i++)
        ck_assert_uint_eq(moult_xorshift_next(&random), values[i]);
}
END_TEST

START_TEST(floors_are_the_known_ones)
{
    static const int32_t floors[] = {1, 2, 100};
    expected e = read_floor(floors[_i]);
    check_level(&e);
}
END_TEST

START_TEST(run_starts_on_the_known_level)
{
    expected e = read_run();
    check_level(&e);
}
END_TEST

START_TEST(seed_zero_is_replaced)
{
    expected e = read_floor(1);
    e.seed = 0;
    check_level(&e);
}
END_TEST

START_TEST(oracle_accepts_thousands_of_levels)
{
    static const int32_t depths[] = {1, 2, 10, 57, 100};
    char why[256];
    for (uint32_t seed = 1; seed <= 2000; seed++) {
        for (uint32_t d = 0; d < MOULT_COUNT(depths); d++) {
            ck_assert_int_eq(make(canvas, seed * 2654435761u, depths[d], 64, 40), MOULT_OK);
            ck_assert_uint_eq(canvas->open.promise,
                              MOULT_MAP_CONNECTED | MOULT_MAP_WAY_DOWN | MOULT_MAP_ENTRY_FREE |
                                  MOULT_MAP_CLOSED_BORDER | MOULT_MAP_SPAWNS_FREE);
            if (verify(0, why, sizeof why) < 0)
                ck_abort_msg("seed %u, depth %d: %s", seed, depths[d], why);
        }
    }
}
END_TEST

/* What the original drops: anything on the start or on its like, and items on the way down. */
START_TEST(nothing_is_spawned_on_something_else)
{
    for (uint32_t seed = 1; seed <= 2000; seed++) {
        const moult_canvas *map = &canvas->own;
        ck_assert_int_eq(make(canvas, seed * 2654435761u, 50, 64, 40), MOULT_OK);
        for (uint32_t i = 0; i < map->spawn_count; i++) {
            const moult_spawn *spawn = &map->spawns[i];
            ck_assert(spawn->x != map->spots[0].x || spawn->y != map->spots[0].y);
            ck_assert(spawn->what == MOULT_SPAWN_ACTOR || spawn->x != map->spots[1].x ||
                      spawn->y != map->spots[1].y);
            for (uint32_t other = 0; other < i; other++)
                ck_assert(spawn->what != map->spawns[other].what ||
                          spawn->x != map->spawns[other].x || spawn->y != map->spawns[other].y);
        }
    }
}
END_TEST

/* Each cell of a room belongs to the first of the list that it lies in, and no other cell to
 * any. */
START_TEST(cells_belong_to_the_first_room_that_has_them)
{
    for (uint32_t seed = 1; seed <= 500; seed++) {
        const moult_canvas *map = &canvas->own;
        ck_assert_int_eq(make(canvas, seed * 2654435761u, 9, 64, 40), MOULT_OK);
        for (int32_t y = 0; y < 40; y++)
            for (int32_t x = 0; x < 64; x++) {
                uint32_t owner = 0;
                for (uint32_t i = map->room_count; i-- > 0;)
                    if (x >= map->rooms[i].x0 && x <= map->rooms[i].x1 && y >= map->rooms[i].y0 &&
                        y <= map->rooms[i].y1)
                        owner = (uint32_t)map->rooms[i].id + 2;
                ck_assert_uint_eq(map->room[y * map->stride + x], owner);
            }
    }
}
END_TEST

START_TEST(same_request_gives_same_level)
{
    moult__canvas *other = moult__canvas_create();
    for (uint32_t seed = 1; seed < 50; seed++) {
        const moult_canvas *a = &canvas->own, *b = &other->own;
        ck_assert_int_eq(make(canvas, seed, 7, 80, 30), MOULT_OK);
        ck_assert_int_eq(make(other, seed + 1, 3, 100, 100), MOULT_OK);
        ck_assert_int_eq(make(other, seed, 7, 80, 30), MOULT_OK);
        ck_assert_mem_eq(a->tile, b->tile, 80 * 30);
        ck_assert_uint_eq(a->spawn_count, b->spawn_count);
        ck_assert_mem_eq(a->spawns, b->spawns, a->spawn_count * sizeof(moult_spawn));
        ck_assert_mem_eq(a->spots, b->spots, 2 * sizeof(moult_spot));
        ck_assert_mem_eq(a->rooms, b->rooms, 8 * sizeof(moult_room));
    }
    moult__canvas_free(other);
}
END_TEST

START_TEST(sizes_from_24_by_16_are_served)
{
    static const int32_t sizes[][2] = {{24, 16}, {25, 17}, {80, 21}, {24, 300}, {4096, 16}};
    char why[256];
    for (uint32_t seed = 1; seed < 100; seed++) {
        ck_assert_int_eq(make(canvas, seed, 5, sizes[_i][0], sizes[_i][1]), MOULT_OK);
        if (verify(0, why, sizeof why) < 0)
            ck_abort_msg("seed %u: %s", seed, why);
    }
}
END_TEST

START_TEST(smaller_sizes_are_refused)
{
    static const int32_t sizes[][2] = {{23, 16}, {24, 15}, {1, 1}};
    ck_assert_int_eq(make(canvas, 1, 1, sizes[_i][0], sizes[_i][1]), MOULT_UNSUPPORTED);
}
END_TEST

START_TEST(depth_out_of_range_is_the_nearest_floor)
{
    expected e = read_floor(_i == 0 ? 1 : 100);
    ck_assert_int_eq(make(canvas, e.seed, _i == 0 ? -3 : 2000000000, 64, 40), MOULT_OK);
    check_map(&e, &canvas->own);
    check_spawns(&e, &canvas->own);
}
END_TEST

START_TEST(budget_refusal_is_passed_on)
{
    uint8_t seed[32] = {1};
    moult_request request = {
        .size = sizeof request, .width = 64, .height = 40, .depth = 1, .seed = seed};
    moult_canvas *open = moult__canvas_begin(canvas, &request, 10);
    ck_assert_int_eq(generator->generate(&request, open), MOULT_BUDGET);
}
END_TEST

/* About 3 levels in 10,000 have their stairs under the start: as promised, but not as required. */
START_TEST(stairs_under_the_start_are_left_to_the_oracle)
{
    char why[256] = "", told[64];
    for (uint32_t seed = 1; seed < 100000; seed++) {
        const moult_spot *spots;
        ck_assert_int_eq(make(canvas, seed * 2654435761u, 1, 64, 40), MOULT_OK);
        spots = canvas->own.spots;
        if (spots[0].x != spots[1].x || spots[0].y != spots[1].y)
            continue;
        ck_assert_int_eq(verify(0, why, sizeof why), MOULT_OK);
        ck_assert_int_eq(verify(MOULT_MAP_ENTRY_FREE, why, sizeof why), MOULT_REFUSED);
        snprintf(told, sizeof told, "entry not free: (%d,%d) is the way down", spots[0].x,
                 spots[0].y);
        ck_assert_str_eq(why, told);
        return;
    }
    ck_abort_msg("no such level among 100,000");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mapgen/rooms");
    TCase *tests = tcase_create("rooms");
    tcase_add_checked_fixture(tests, open_all, close_all);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, declares_one_generator);
    tcase_add_loop_test(tests, xorshift_gives_the_known_numbers, 0, 2);
    tcase_add_loop_test(tests, floors_are_the_known_ones, 0, 3);
    tcase_add_test(tests, run_starts_on_the_known_level);
    tcase_add_test(tests, seed_zero_is_replaced);
    tcase_add_test(tests, oracle_accepts_thousands_of_levels);
    tcase_add_test(tests, nothing_is_spawned_on_something_else);
    tcase_add_test(tests, cells_belong_to_the_first_room_that_has_them);
    tcase_add_test(tests, same_request_gives_same_level);
    tcase_add_loop_test(tests, sizes_from_24_by_16_are_served, 0, 5);
    tcase_add_loop_test(tests, smaller_sizes_are_refused, 0, 3);
    tcase_add_loop_test(tests, depth_out_of_range_is_the_nearest_floor, 0, 2);
    tcase_add_test(tests, budget_refusal_is_passed_on);
    tcase_add_test(tests, stairs_under_the_start_are_left_to_the_oracle);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
