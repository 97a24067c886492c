/* SPDX-License-Identifier: MIT */
/* fov/room, as built: by its definition over the rooms of split levels and over rooms of other
 * shapes, and along the games of facts/srl, whose counts of known cells it must reach. */
#include "core/game/canvas.h"
#include <dlfcn.h>
#include <moult/fov.h>
#include <moult/mapgen.h>
#include <moult/plugin.h>
#include <moult/status.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>

#define UNTOUCHED 0xaa
#define CELLS_MAX (64 * 64)
#define DEPTHS_MAX 64

static const uint8_t opaque[256] = {[MOULT_TILE_WALL] = 1};
static void *libraries[2];
static const moult_fov_1 *fov;
static const moult_mapgen_1 *split;
static moult__canvas *canvas;
static uint8_t lit[CELLS_MAX], wanted[CELLS_MAX];

static const void *open_plugin(int which, const char *name, const char *interface)
{
    char path[256];
    snprintf(path, sizeof path, MOULT_BUILD_DIR "/plugins/%s.so", name);
    libraries[which] = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(libraries[which] != NULL, "%s", dlerror());
    const moult_plugin *plugin = dlsym(libraries[which], "moult_plugin_1");
    ck_assert_ptr_nonnull(plugin);
    ck_assert_str_eq(plugin->name, name);
    ck_assert_uint_eq(plugin->provide_count, 1);
    ck_assert_str_eq(plugin->provides[0].interface, interface);
    return plugin->provides[0].functions;
}

static void set_up(void)
{
    fov = open_plugin(0, "fov-room", MOULT_FOV_INTERFACE);
    split = open_plugin(1, "mapgen-split", MOULT_MAPGEN_INTERFACE);
    canvas = moult__canvas_create();
}

static void tear_down(void)
{
    moult__canvas_free(canvas);
    dlclose(libraries[0]);
    dlclose(libraries[1]);
}

static const moult_canvas *make(const char *seed, int32_t depth, int32_t x, int32_t y)
{
    moult_spot entry = {.size = sizeof entry, .x = x, .y = y, .room = -1, .target = -1};
    moult_request request = {.size = sizeof request,
                             .width = depth > 0 ? 50 : 25,
                             .height = depth > 0 ? 50 : 25,
                             .depth = depth,
                             .seed_text = seed,
                             .seed_text_size = (uint32_t)strlen(seed),
                             .entry_count = depth > 0,
                             .entries = &entry};
    moult_canvas *open = moult__canvas_begin(canvas, &request, 1u << 30);
    ck_assert_int_eq(split->generate(&request, open), MOULT_OK);
    return &canvas->own;
}

static moult_sight sight_on(const moult_canvas *level, int32_t x, int32_t y)
{
    return (moult_sight){.size = sizeof(moult_sight),
                         .width = level->width,
                         .height = level->height,
                         .stride = level->stride,
                         .x = x,
                         .y = y,
                         .radius = 8,
                         .tile = level->tile,
                         .opaque = opaque,
                         .room = level->room};
}

static void see(const moult_sight *sight)
{
    memset(lit, UNTOUCHED, sizeof lit);
    ck_assert_int_eq(fov->see(sight, lit), MOULT_OK);
}

/* Fills `wanted`: the rectangle grown by one cell, within the map. */
static void want(const moult_sight *s, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    memset(wanted, UNTOUCHED, sizeof wanted);
    for (int32_t y = 0; y < s->height; y++)
        for (int32_t x = 0; x < s->width; x++)
            wanted[y * s->stride + x] = x >= x0 - 1 && y >= y0 - 1 && x <= x1 + 1 && y <= y1 + 1;
}

/* The first room in list order that has the eye in it, else the eye's own cell. */
static void want_by_list(const moult_canvas *level, const moult_sight *s)
{
    for (uint32_t i = 0; i < level->room_count; i++) {
        const moult_room *room = &level->rooms[i];
        if (s->x >= room->x0 && s->x <= room->x1 && s->y >= room->y0 && s->y <= room->y1) {
            want(s, room->x0, room->y0, room->x1, room->y1);
            return;
        }
    }
    want(s, s->x, s->y, s->x, s->y);
}

START_TEST(every_cell_of_split_levels_sees_by_the_list_of_rooms)
{
    for (int number = 0; number < 20; number++) {
        char seed[32];
        snprintf(seed, sizeof seed, "hall %d", number);
        const moult_canvas *level = make(seed, number, 12, 5);
        for (int32_t y = 0; y < level->height; y++)
            for (int32_t x = 0; x < level->width; x++) {
                moult_sight sight = sight_on(level, x, y);
                see(&sight);
                want_by_list(level, &sight);
                if (memcmp(lit, wanted, sizeof lit) != 0)
                    ck_abort_msg("seed %s: from (%d,%d)", seed, x, y);
            }
    }
}
END_TEST

/* -- the games --------------------------------------------------------------------------------- */

typedef struct game {
    char seed[128];
    int32_t deepest; /* -1: none made yet */
    struct {
        uint8_t known[CELLS_MAX];
        int32_t x, y; /* where one arrives */
        int32_t stairs_x, stairs_y;
    } floor[DEPTHS_MAX];
} game;

static void find_stairs(game *g, int32_t depth, const moult_canvas *level)
{
    for (uint32_t i = 0; i < level->spot_count; i++)
        if (level->spots[i].kind == MOULT_SPOT_STAIRS_DOWN) {
            g->floor[depth].stairs_x = level->spots[i].x;
            g->floor[depth].stairs_y = level->spots[i].y;
        }
}

/* How many cells are known once one has stood there, too. A game that starts again is shallower. */
static int32_t look(game *g, int32_t depth, int32_t x, int32_t y)
{
    int32_t count = 0;
    if (depth < g->deepest)
        g->deepest = -1;
    ck_assert_int_lt(depth, DEPTHS_MAX);
    int32_t is_new = depth > g->deepest;
    if (is_new) {
        ck_assert_int_eq(depth, g->deepest + 1);
        ck_assert(depth == 0 ||
                  (x == g->floor[depth - 1].stairs_x && y == g->floor[depth - 1].stairs_y));
        memset(&g->floor[depth], 0, sizeof g->floor[depth]);
        g->floor[depth].x = x;
        g->floor[depth].y = y;
        g->deepest = depth;
    }
    const moult_canvas *level = make(g->seed, depth, g->floor[depth].x, g->floor[depth].y);
    if (is_new)
        find_stairs(g, depth, level);
    moult_sight sight = sight_on(level, x, y);
    see(&sight);
    for (int32_t i = 0; i < level->height * level->stride; i++)
        count += g->floor[depth].known[i] |= lit[i];
    return count;
}

START_TEST(known_games_know_as_many_cells)
{
    static game g;
    char path[256], line[512];
    int32_t rows = 0;
    snprintf(path, sizeof path, "%s/tests/facts/srl/play-%d.tsv", MOULT_SOURCE_DIR, _i);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s is missing", path);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    char *end = strstr(line, " uniform_state");
    ck_assert(strncmp(line, "# seed ", 7) == 0 && end != NULL);
    snprintf(g.seed, sizeof g.seed, "%.*s", (int)(end - line) - 7, line + 7);
    g.deepest = -1;
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    for (; fgets(line, sizeof line, file) != NULL; rows++) {
        int32_t step, depth, x, y, seen;
        ck_assert_int_eq(sscanf(line, "%d %*s %d %d %d %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %d",
                                &step, &depth, &x, &y, &seen),
                         5);
        int32_t count = look(&g, depth, x, y);
        if (count != seen)
            ck_abort_msg("play-%d, step %d: %d cells, not %d", _i, step, count, seen);
    }
    fclose(file);
    ck_assert_int_gt(rows, 500);
}
END_TEST

/* -- other levels ------------------------------------------------------------------------------ */

#define SIDE 12
#define STRIDE 13 /* more than the width: what lies between the rows is nobody's */

static const uint8_t tiles[SIDE * STRIDE];
static uint16_t rooms[SIDE * STRIDE];

static moult_sight sight_at(int32_t x, int32_t y)
{
    return (moult_sight){.size = sizeof(moult_sight),
                         .width = SIDE,
                         .height = SIDE,
                         .stride = STRIDE,
                         .x = x,
                         .y = y,
                         .radius = 3,
                         .tile = tiles,
                         .opaque = opaque,
                         .room = rooms};
}

/* "a" is a cell of the room, in three pieces; all is seen from (4,3). */
START_TEST(a_room_of_any_shape_is_seen_with_what_is_around_it)
{
    static const char *const plan[SIDE] = {
        "............", ".++++.......", ".+aa+++.....", ".+aaaa+.....",
        ".+++aa+..+++", "...+++++.+a+", "......+++++.", "....+++aa+..",
        "....+aaaa+..", "....++++++..", "............", "............",
    };
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++)
            rooms[y * STRIDE + x] = plan[y][x] == 'a' ? 7 : plan[y][x] == '+' ? 1 : 6;
    moult_sight sight = sight_at(4, 3);
    see(&sight);
    for (int32_t y = 0; y < SIDE; y++) {
        for (int32_t x = 0; x < SIDE; x++) {
            int32_t near = 0; /* the definition */
            for (int32_t i = 0; i < 9; i++) {
                int32_t nx = x + i % 3 - 1, ny = y + i / 3 - 1;
                near |= nx >= 0 && ny >= 0 && nx < SIDE && ny < SIDE && plan[ny][nx] == 'a';
            }
            ck_assert_int_eq(lit[y * STRIDE + x], near);
        }
        ck_assert_uint_eq(lit[y * STRIDE + SIDE], UNTOUCHED);
    }
}
END_TEST

START_TEST(out_of_rooms_one_cell_around_is_seen)
{
    static const int32_t eyes[][3] = {{5, 5, 9}, {0, 0, 4}, {11, 4, 6}, {11, 11, 4}};
    for (uint32_t i = 0; i < MOULT_COUNT(eyes) * 4; i++) {
        const int32_t *eye = eyes[i / 4];
        int32_t count = 0;
        for (int32_t c = 0; c < SIDE * STRIDE; c++)
            rooms[c] = (uint16_t)(i % 2);
        moult_sight sight = sight_at(eye[0], eye[1]);
        if (i % 4 == 2) /* levels without rooms */
            sight.room = NULL;
        if (i % 4 == 3) /* a core that doesn't know of rooms */
            sight.size = offsetof(moult_sight, room);
        see(&sight);
        want(&sight, eye[0], eye[1], eye[0], eye[1]);
        ck_assert_mem_eq(lit, wanted, sizeof lit);
        for (int32_t c = 0; c < SIDE * STRIDE; c++)
            count += lit[c] == 1;
        ck_assert_int_eq(count, eye[2]);
    }
}
END_TEST

START_TEST(bad_questions_are_refused)
{
    moult_sight bad[11];
    for (uint32_t i = 0; i < MOULT_COUNT(bad); i++)
        bad[i] = sight_at(3, 4);
    bad[0].x = SIDE;
    bad[1].y = -1;
    bad[2].radius = 256;
    bad[3].radius = -1;
    bad[4].stride = SIDE - 1;
    bad[5].width = 0;
    bad[6].height = 5000;
    bad[7].tile = NULL;
    bad[8].opaque = NULL;
    bad[9].size = offsetof(moult_sight, opaque);
    bad[10].stride = 5000;
    memset(lit, UNTOUCHED, sizeof lit);
    memset(wanted, UNTOUCHED, sizeof wanted);
    for (uint32_t i = 0; i < MOULT_COUNT(bad); i++)
        ck_assert_int_eq(fov->see(&bad[i], lit), MOULT_RANGE);
    moult_sight good = sight_at(3, 4);
    ck_assert_int_eq(fov->see(&good, NULL), MOULT_RANGE);
    ck_assert_int_eq(fov->see(NULL, lit), MOULT_RANGE);
    ck_assert_mem_eq(lit, wanted, sizeof lit);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fov/room");
    TCase *tests = tcase_create("room");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, every_cell_of_split_levels_sees_by_the_list_of_rooms);
    tcase_add_loop_test(tests, known_games_know_as_many_cells, 1, 7);
    tcase_add_test(tests, a_room_of_any_shape_is_seen_with_what_is_around_it);
    tcase_add_test(tests, out_of_rooms_one_cell_around_is_seen);
    tcase_add_test(tests, bad_questions_are_refused);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
