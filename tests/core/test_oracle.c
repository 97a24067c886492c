/* SPDX-License-Identifier: MIT */
/* The oracle: for each guarantee maps that hold it and maps that don't, with its words.
 *
 * Maps are drawn, rows parted by '/': # wall, . floor, space stone, + - L closed, open and locked
 * door, S % secret door and corridor, = bars, ~ water; > stairs down, H ladder down and X exit with
 * their spot; @ floor with an ENTRY, a floor with an actor on it, A a wall with an actor in it. */
#include "core/game/canvas.h"
#include "core/game/oracle.h"
#include <check.h>
#include <moult/status.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONNECTED MOULT_MAP_CONNECTED
#define WAY_DOWN MOULT_MAP_WAY_DOWN
#define ENTRY_FREE MOULT_MAP_ENTRY_FREE
#define CLOSED_BORDER MOULT_MAP_CLOSED_BORDER
#define SPAWNS_FREE MOULT_MAP_SPAWNS_FREE
#define NO_SECRETS MOULT_MAP_NO_SECRETS
#define WHY 256

static moult__canvas *canvas;

static void create(void)
{
    canvas = moult__canvas_create();
    ck_assert_ptr_nonnull(canvas);
}

static void destroy(void)
{
    moult__canvas_free(canvas);
}

static void spot(uint32_t kind, int32_t x, int32_t y, int32_t room)
{
    moult_spot entry = {
        .size = sizeof entry, .kind = kind, .x = x, .y = y, .room = room, .target = -1};
    ck_assert_int_ge(canvas->open.add_spot(&canvas->open, &entry), 0);
}

static void actor(int32_t x, int32_t y, int32_t room)
{
    moult_spawn entry = {.size = sizeof entry, .x = x, .y = y, .room = room};
    ck_assert_int_ge(canvas->open.add_spawn(&canvas->open, &entry), 0);
}

/* clang-format off */
static const char signs[] = "#.+-LS%=~>HX@aA ";
static const uint8_t tiles[] = {
    MOULT_TILE_WALL, MOULT_TILE_FLOOR, MOULT_TILE_DOOR_CLOSED, MOULT_TILE_DOOR_OPEN,
    MOULT_TILE_DOOR_LOCKED, MOULT_TILE_DOOR_SECRET, MOULT_TILE_CORRIDOR_SECRET, MOULT_TILE_BARS,
    MOULT_TILE_WATER, MOULT_TILE_STAIRS_DOWN, MOULT_TILE_LADDER_DOWN, MOULT_TILE_EXIT,
    MOULT_TILE_FLOOR, MOULT_TILE_FLOOR, MOULT_TILE_WALL, MOULT_TILE_STONE};
/* clang-format on */

static void put(char drawn, int32_t x, int32_t y)
{
    moult_canvas_put(&canvas->open, x, y, tiles[strchr(signs, drawn) - signs]);
    if (drawn == '>' || drawn == 'H')
        spot(MOULT_SPOT_STAIRS_DOWN, x, y, -1);
    if (drawn == 'X')
        spot(MOULT_SPOT_EXIT, x, y, -1);
    if (drawn == '@')
        spot(MOULT_SPOT_ENTRY, x, y, -1);
    if (drawn == 'a' || drawn == 'A')
        actor(x, y, -1);
}

static void draw(const char *map)
{
    moult_request request = {
        .size = sizeof request, .width = (int32_t)strcspn(map, "/"), .height = 1};
    for (const char *end = map; (end = strchr(end, '/')) != NULL; end++)
        request.height++;
    ck_assert_ptr_nonnull(moult__canvas_begin(canvas, &request, 1));
    for (int32_t y = 0; y < request.height; y++)
        for (int32_t x = 0; x < request.width; x++)
            put(map[y * (request.width + 1) + x], x, y);
}

/* Verifies; `expected` NULL: accepted. */
static void expect(const moult_request *request, const char *expected)
{
    char why[WHY] = "untouched";
    moult_status status = moult__oracle_verify(canvas, request, why, sizeof why);
    ck_assert_str_eq(why, expected != NULL ? expected : "untouched");
    ck_assert_int_eq(status, expected != NULL ? MOULT_REFUSED : MOULT_OK);
    ck_assert_int_eq(moult__canvas_intact(canvas), 1);
}

#define CUT(cells, from, first) \
    "not connected: " cells " cells can't be reached from " from ", the first is " first
#define BOTH (CONNECTED | NO_SECRETS)

/* clang-format off */
static const struct {
    uint32_t guarantees;
    const char *map;
    const char *why; /* NULL: it holds */
} maps[] = {
    /* connected: eight ways; doors can be opened, secrets found */
    {CONNECTED,     "..../....",                NULL},
    {CONNECTED,     "####/####",                NULL},
    {CONNECTED,     ".#/#.",                    NULL},
    {CONNECTED,     "#.#.#/.#.#./#.#.#",        NULL},
    {CONNECTED,     ".+.-.L.S.%.",              NULL},
    {CONNECTED,     "..>..X..H..",              NULL},
    {CONNECTED,     "..../###./..../.###/....", NULL},
    {CONNECTED,     "..../###./..#./.###/....", CUT("7 of 13", "(0,0)", "(0,2)")},
    {CONNECTED,     ".#.",                      CUT("1 of 2", "(0,0)", "(2,0)")},
    {CONNECTED,     "..=..",                    CUT("2 of 4", "(0,0)", "(3,0)")},
    {CONNECTED,     "..~..",                    CUT("2 of 4", "(0,0)", "(3,0)")},
    {CONNECTED,     ".. @",                     CUT("2 of 3", "(3,0)", "(0,0)")},
    /* no secrets: they are walls then */
    {NO_SECRETS,    ".+.-.L.",                  NULL},
    {BOTH,          "...S/...%",                NULL},
    {NO_SECRETS,    "..S.",                     CUT("1 of 3", "(0,0)", "(3,0)")},
    {BOTH,          "..%.",                     CUT("1 of 3", "(0,0)", "(3,0)")},
    /* way down */
    {WAY_DOWN,      "..>",                      NULL},
    {WAY_DOWN,      "..X",                      NULL},
    {WAY_DOWN,      "..H",                      NULL},
    {WAY_DOWN,      "...",                      "no way down: no spot is stairs down or an exit"},
    {WAY_DOWN,      "..>/X..",                  "two ways down: at (2,0) and at (0,1)"},
    /* entry free */
    {ENTRY_FREE,    "..@",                      NULL},
    {ENTRY_FREE,    "@.@",                      NULL},
    {ENTRY_FREE,    "..>",                      "no entry: no spot is one"},
    /* closed border */
    {CLOSED_BORDER, "###/=.L/ +S",              NULL},
    {CLOSED_BORDER, "#",                        NULL},
    {CLOSED_BORDER, "#/~",                      NULL},
    {CLOSED_BORDER, ".",                        "border open: (0,0) is the tile 'floor'"},
    {CLOSED_BORDER, "#/./#",                    "border open: (0,1) is the tile 'floor'"},
    {CLOSED_BORDER, "###/#.-/###",              "border open: (2,1) is the tile 'open door'"},
    {CLOSED_BORDER, "###/..#/###",              "border open: (0,1) is the tile 'floor'"},
    {CLOSED_BORDER, "#>#/#.#/###",              "border open: (1,0) is the tile 'stairs down'"},
    {CLOSED_BORDER, "###/#.#/##X",              "border open: (2,2) is the tile 'exit'"},
    /* spawns free */
    {SPAWNS_FREE,   "a.a",                      NULL},
    {SPAWNS_FREE,   "#..",                      NULL},
    {SPAWNS_FREE,   "a.A",
     "spawn not free: spawn 1 at (2,0) is on the tile 'wall'"},
    /* nothing asked, nothing looked at */
    {0,             "A#./###/>.X",              NULL},
};

/* Spots that don't fit their cell. */
static const struct {
    uint32_t guarantees;
    const char *map;
    uint32_t kind;
    int32_t x, y;
    const char *why;
} misplaced[] = {
    {WAY_DOWN, ".#.", MOULT_SPOT_STAIRS_DOWN, 1, 0,
     "no way down: the spot for it at (1,0) is on the tile 'wall'"},
    {WAY_DOWN, ".-.", MOULT_SPOT_EXIT, 1, 0,
     "no way down: the spot for it at (1,0) is on the tile 'open door'"},
    {ENTRY_FREE, "@+.", MOULT_SPOT_ENTRY, 1, 0,
     "entry not free: (1,0) is the tile 'closed door'"},
};
/* clang-format on */

START_TEST(guarantee_is_verified_when_promised)
{
    moult_request request = {.size = sizeof request};
    draw(maps[_i].map);
    canvas->open.promise = maps[_i].guarantees;
    expect(&request, maps[_i].why);
}
END_TEST

START_TEST(guarantee_is_verified_when_required)
{
    moult_request request = {.size = sizeof request, .require = maps[_i].guarantees};
    draw(maps[_i].map);
    expect(&request, maps[_i].why);
}
END_TEST

START_TEST(spots_must_fit_their_cells)
{
    moult_request request = {.size = sizeof request, .require = misplaced[_i].guarantees};
    draw(misplaced[_i].map);
    spot(misplaced[_i].kind, misplaced[_i].x, misplaced[_i].y, -1);
    expect(&request, misplaced[_i].why);
}
END_TEST

START_TEST(entry_on_the_way_down_is_refused_only_when_required)
{
    moult_request request = {.size = sizeof request};
    draw("..>");
    spot(MOULT_SPOT_ENTRY, 2, 0, -1);
    canvas->open.promise = ENTRY_FREE | WAY_DOWN;
    expect(&request, NULL);
    request.require = ENTRY_FREE;
    expect(&request, "entry not free: (2,0) is the way down");
}
END_TEST

START_TEST(entries_asked_for_must_be_free)
{
    static const struct {
        int32_t x, y;
        const char *why;
    } cases[] = {
        {1, 0, NULL},
        {2, 0, "entry not free: (2,0) is the tile 'wall'"},
        {3, 0, "entry not free: (3,0) is off the map"},
        {0, -1, "entry not free: (0,-1) is off the map"},
    };
    for (uint32_t i = 0; i < MOULT_COUNT(cases); i++) {
        moult_spot entries[2] = {{.size = sizeof(moult_spot)},
                                 {.size = sizeof(moult_spot), .x = cases[i].x, .y = cases[i].y}};
        moult_request request = {
            .size = sizeof request, .require = ENTRY_FREE, .entries = entries, .entry_count = 2};
        draw("..#");
        expect(&request, cases[i].why);
    }
}
END_TEST

/* A room that can't be reached, right of a wall; its left column of cells is (2,0) and (2,1). */
static void draw_sealed(uint32_t flags)
{
    moult_room room = {
        .size = sizeof room, .flags = flags, .x0 = 2, .y0 = 0, .x1 = 3, .y1 = 1, .parent = -1};
    draw("@#../@#..");
    ck_assert_int_eq(canvas->open.add_room(&canvas->open, &room), 0);
    canvas->open.promise = CONNECTED;
}

static const char cut_off[] = CUT("4 of 6", "(0,0)", "(2,0)");

START_TEST(sealed_room_needs_a_way_out)
{
    moult_request request = {.size = sizeof request};
    draw_sealed(MOULT_ROOM_SEALED);
    expect(&request, cut_off);
    spot(MOULT_SPOT_ENTRY, 2, 0, 0); /* leads in, not out */
    spot(MOULT_SPOT_TELEPORT, 0, 0, -1);
    actor(2, 0, -1);
    expect(&request, cut_off);
    spot(MOULT_SPOT_TELEPORT, 3, 1, 0);
    expect(&request, NULL);

    draw_sealed(MOULT_ROOM_SEALED);
    actor(2, 0, 0);
    expect(&request, NULL);
    draw_sealed(0);
    actor(2, 0, 0);
    expect(&request, cut_off);
}
END_TEST

START_TEST(sealed_room_excuses_only_its_own_cells)
{
    moult_request request = {.size = sizeof request};
    draw_sealed(MOULT_ROOM_SEALED | MOULT_ROOM_IRREGULAR);
    actor(2, 0, 0);
    for (int32_t i = 0; i < 2; i++) /* its cells are (2,0) and (3,0) */
        canvas->open.room[2 + i] = 2;
    expect(&request, CUT("2 of 6", "(0,0)", "(2,1)"));
    for (int32_t i = 0; i < 2; i++)
        canvas->open.room[canvas->open.stride + 2 + i] = 2;
    expect(&request, NULL);
}
END_TEST

START_TEST(unknown_tiles_are_refused)
{
    moult_request request = {.size = sizeof request};
    draw(".../...");
    canvas->open.tile[4] = MOULT_TILE_KINDS - 1;
    expect(&request, NULL);
    canvas->open.tile[4] = 28;
    expect(&request, "there is no tile 28, which stands at (1,1)");
    canvas->open.tile[0] = 255;
    expect(&request, "there is no tile 255, which stands at (0,0)");
}
END_TEST

/* Indices and kinds that aren't there; each map has one room and one spot. */
static const struct {
    const char *why;
    moult_room room;
    moult_door door;
    moult_spot spot;
    moult_spawn spawn;
} wrong_entries[] = {
    {.why = NULL,
     .room = {.size = sizeof(moult_room), .parent = 0},
     .door = {.size = sizeof(moult_door), .kind = 3, .room = 1},
     .spot = {.size = sizeof(moult_spot), .kind = 7, .room = 1, .target = 1},
     .spawn = {.size = sizeof(moult_spawn), .what = 3, .room = -1}},
    {.why = "room 1 lies in room 2, which isn't there",
     .room = {.size = sizeof(moult_room), .parent = 2}},
    {.why = "door 0 at (1,0) is of no kind (4)",
     .door = {.size = sizeof(moult_door), .x = 1, .kind = 4}},
    {.why = "door 0 at (1,0) belongs to room -1, which isn't there",
     .door = {.size = sizeof(moult_door), .x = 1, .room = -1}},
    {.why = "spot 1 at (1,0) is of no kind (8)",
     .spot = {.size = sizeof(moult_spot), .x = 1, .kind = 8}},
    {.why = "spot 1 at (1,0) lies in room 1, which isn't there",
     .spot = {.size = sizeof(moult_spot), .x = 1, .room = 1}},
    {.why = "spot 1 at (1,0) leads to spot -2, which isn't there",
     .spot = {.size = sizeof(moult_spot), .x = 1, .target = -2}},
    {.why = "spawn 0 at (1,0) is of no kind (4)",
     .spawn = {.size = sizeof(moult_spawn), .x = 1, .what = 4}},
    {.why = "spawn 0 at (1,0) lies in room 9, which isn't there",
     .spawn = {.size = sizeof(moult_spawn), .x = 1, .room = 9}},
};

START_TEST(entries_must_point_to_what_is_there)
{
    moult_request request = {.size = sizeof request};
    moult_room first = {.size = sizeof first, .parent = -1};
    moult_canvas *open = &canvas->open;
    draw("@..");
    open->add_room(open, &first);
    if (wrong_entries[_i].room.size > 0)
        open->add_room(open, &wrong_entries[_i].room);
    if (wrong_entries[_i].door.size > 0)
        open->add_door(open, &wrong_entries[_i].door);
    if (wrong_entries[_i].spot.size > 0)
        open->add_spot(open, &wrong_entries[_i].spot);
    if (wrong_entries[_i].spawn.size > 0)
        open->add_spawn(open, &wrong_entries[_i].spawn);
    expect(&request, wrong_entries[_i].why);
}
END_TEST

START_TEST(unknown_requirements_are_refused)
{
    moult_request request = {.size = sizeof request, .require = 64 | CONNECTED};
    draw("@..");
    expect(&request, "required guarantees (64) that this core doesn't know");
}
END_TEST

START_TEST(words_are_cut_to_their_room)
{
    char why[12];
    moult_request request = {.size = sizeof request, .require = WAY_DOWN};
    draw("@..");
    ck_assert_int_eq(moult__oracle_verify(canvas, &request, why, sizeof why), MOULT_REFUSED);
    ck_assert_str_eq(why, "no way down");
}
END_TEST

/* Fills random maps and counts what a slow flood reaches: the fast one must agree. */
static uint32_t slow_flood(const moult_canvas *map, uint8_t *reached, int32_t from)
{
    int32_t width = map->width, cells = width * map->height;
    uint32_t count = 1;
    memset(reached, 0, (size_t)cells);
    reached[from] = 1;
    for (int grown = 1; grown;) {
        grown = 0;
        for (int32_t i = 0; i < cells * 9; i++) {
            int32_t at = i / 9, x = at % width + i % 3 - 1, y = at / width + i / 3 % 3 - 1;
            if (reached[at] || map->tile[at] != MOULT_TILE_FLOOR || x < 0 || y < 0 || x >= width ||
                y >= map->height || !reached[y * width + x])
                continue;
            reached[at] = 1;
            count++;
            grown = 1;
        }
    }
    return count;
}

START_TEST(flood_agrees_with_a_slow_one)
{
    uint8_t reached[33 * 21];
    uint32_t random = 1;
    for (int32_t round = 0; round < 300; round++) {
        moult_request request = {
            .size = sizeof request, .width = 1 + round % 33, .height = 1 + round % 21};
        int32_t cells = request.width * request.height, first = -1;
        uint32_t total = 0;
        char why[WHY] = "", start[64] = "";
        moult_canvas *open = moult__canvas_begin(canvas, &request, 1);
        for (int32_t i = 0; i < cells; i++) {
            random = random * 1664525u + 1013904223u;
            if ((random >> 16) % 10 >= 3 + (uint32_t)round % 4)
                continue;
            open->tile[i] = MOULT_TILE_FLOOR;
            first = first < 0 ? i : first;
            total++;
        }
        if (total == 0)
            continue;
        uint32_t left = total - slow_flood(open, reached, first);
        open->promise = CONNECTED;
        ck_assert_int_eq(moult__oracle_verify(canvas, &request, why, sizeof why),
                         left > 0 ? MOULT_REFUSED : MOULT_OK);
        if (left > 0) {
            snprintf(start, sizeof start, "not connected: %u of %u ", left, total);
            ck_assert_msg(strncmp(why, start, strlen(start)) == 0, "%s, not %s", why, start);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("oracle");
    TCase *tests = tcase_create("oracle");
    tcase_add_checked_fixture(tests, create, destroy);
    tcase_add_loop_test(tests, guarantee_is_verified_when_promised, 0, (int)MOULT_COUNT(maps));
    tcase_add_loop_test(tests, guarantee_is_verified_when_required, 0, (int)MOULT_COUNT(maps));
    tcase_add_loop_test(tests, spots_must_fit_their_cells, 0, (int)MOULT_COUNT(misplaced));
    tcase_add_test(tests, entry_on_the_way_down_is_refused_only_when_required);
    tcase_add_test(tests, entries_asked_for_must_be_free);
    tcase_add_test(tests, sealed_room_needs_a_way_out);
    tcase_add_test(tests, sealed_room_excuses_only_its_own_cells);
    tcase_add_test(tests, unknown_tiles_are_refused);
    tcase_add_loop_test(tests, entries_must_point_to_what_is_there, 0,
                        (int)MOULT_COUNT(wrong_entries));
    tcase_add_test(tests, unknown_requirements_are_refused);
    tcase_add_test(tests, words_are_cut_to_their_room);
    tcase_add_test(tests, flood_agrees_with_a_slow_one);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
