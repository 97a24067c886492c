/* SPDX-License-Identifier: MIT */
/* The providers of the role fov, as built: fov/classic cell by cell as facts/rogue/vectors.md
 * section C says, fov/raycast by what it promises, and both beside the core's fov/shadow. */
#include "core/service/fov.h"
#include "core/service/path.h"
#include <moult/fov.h>
#include <moult/host.h>
#include <moult/status.h>
#include <check.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 64
#define HEIGHT 40
#define STRIDE 67 /* more than the width: what lies between the rows is nobody's */
#define CELLS (STRIDE * HEIGHT)
#define UNTOUCHED 0xaa

static const uint8_t opaque[256] = {[1] = 1, [9] = 200};
static const moult_host host = {.size = sizeof(moult_host), .line = moult__line_cells};

static char *facts;
static uint8_t tile[CELLS], lit[CELLS], other[CELLS];

/* -- looking ----------------------------------------------------------------------------------- */

static moult_sight sight_at(int32_t x, int32_t y, int32_t radius)
{
    return (moult_sight){.size = sizeof(moult_sight),
                         .width = WIDTH,
                         .height = HEIGHT,
                         .stride = STRIDE,
                         .x = x,
                         .y = y,
                         .radius = radius,
                         .tile = tile,
                         .opaque = opaque};
}

static struct {
    const char *name;
    void *handle;
    moult_status (*see)(const moult_sight *sight, uint8_t *lit);
} providers[] = {{.name = "classic"}, {.name = "raycast"}, {.name = "shadow"}};
enum { CLASSIC, RAYCAST, SHADOW };

static void open_providers(void)
{
    char path[256];
    for (int i = 0; i < SHADOW; i++) {
        snprintf(path, sizeof path, MOULT_BUILD_DIR "/plugins/fov-%s.so", providers[i].name);
        void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        ck_assert_msg(library != NULL, "%s", dlerror());
        const moult_plugin *plugin = dlsym(library, "moult_plugin_1");
        ck_assert_ptr_nonnull(plugin);
        ck_assert_str_eq(plugin->provides[0].interface, MOULT_FOV_INTERFACE);
        ck_assert_str_eq(plugin->provides[0].shape, MOULT_FOV_SHAPE);
        *plugin->host = &host;
        providers[i].handle = library;
        providers[i].see = ((const moult_fov_1 *)plugin->provides[0].functions)->see;
    }
    providers[SHADOW].see = moult__fov_see;
}

static void set_up(void)
{
    FILE *file = fopen(MOULT_SOURCE_DIR "/tests/facts/rogue/vectors.md", "rb");
    ck_assert_ptr_nonnull(file);
    facts = calloc(1, 65536);
    ck_assert_uint_gt(fread(facts, 1, 65535, file), 0);
    fclose(file);
    open_providers();
    memset(tile, 0, sizeof tile);
}

static void tear_down(void)
{
    for (int i = 0; i < SHADOW; i++)
        dlclose(providers[i].handle);
    free(facts);
}

/* Fills `plane`, whose cells are 0 or 1 then, and answers how many are lit. */
static int look(int who, uint8_t *plane, int32_t x, int32_t y, int32_t radius)
{
    int count = 0;
    moult_sight sight = sight_at(x, y, radius);
    memset(plane, UNTOUCHED, CELLS);
    ck_assert_int_eq(providers[who].see(&sight, plane), MOULT_OK);
    for (int i = 0; i < CELLS; i++) {
        if (i % STRIDE >= WIDTH ? plane[i] != UNTOUCHED : plane[i] > 1)
            ck_abort_msg("%s: cell %d is %u", providers[who].name, i, plane[i]);
        count += plane[i] == 1;
    }
    return count;
}

static uint32_t draw(uint32_t *state, uint32_t bound)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state % bound;
}

static void fill_randomly(uint32_t *state, uint32_t walls_percent)
{
    for (int i = 0; i < CELLS; i++)
        tile[i] = draw(state, 100) < walls_percent ? (draw(state, 2) ? 1 : 9) : 0;
}

/* -- the facts --------------------------------------------------------------------------------- */

static const char *after(const char *text, const char *label)
{
    const char *found = strstr(text, label);
    ck_assert_msg(found != NULL, "the facts have no '%s'", label);
    return found + strlen(label);
}

START_TEST(open_field_is_the_known_one)
{
    int radius, width, height, x[5], y[5], count[2], reach[8];
    const char *text = after(facts, "\nFOV radius ");
    ck_assert_int_eq(sscanf(text,
                            "%d, %dx%d, all cells transparent: from (%d,%d) %d cells lit; from "
                            "(%d,%d) %d cells.",
                            &radius, &width, &height, &x[0], &y[0], &count[0], &x[1], &y[1],
                            &count[1]),
                     9);
    ck_assert_int_eq(width, WIDTH);
    ck_assert_int_eq(height, HEIGHT);
    ck_assert_int_eq(look(CLASSIC, lit, x[1], y[1], radius), count[1]);
    ck_assert_int_eq(look(CLASSIC, lit, x[0], y[0], radius), count[0]);

    text = after(text, "Largest |dx| per |dy| 0..7: ");
    ck_assert_int_eq(sscanf(text, "%d,%d,%d,%d,%d,%d,%d,%d", &reach[0], &reach[1], &reach[2],
                            &reach[3], &reach[4], &reach[5], &reach[6], &reach[7]),
                     8);
    for (int dy = -9; dy <= 9; dy++)
        for (int dx = -12; dx <= 12; dx++)
            ck_assert_int_eq(lit[(y[0] + dy) * STRIDE + x[0] + dx],
                             abs(dy) < 8 && abs(dx) <= reach[abs(dy)]);

    text = strchr(text, '.');
    ck_assert_int_eq(sscanf(text, ". (%d,%d) and (%d,%d) not lit, (%d,%d) lit", &x[2], &y[2], &x[3],
                            &y[3], &x[4], &y[4]),
                     6);
    ck_assert_uint_eq(lit[y[2] * STRIDE + x[2]], 0);
    ck_assert_uint_eq(lit[y[3] * STRIDE + x[3]], 0);
    ck_assert_uint_eq(lit[y[4] * STRIDE + x[4]], 1);
}
END_TEST

/* Lines as `One opaque cell at (34,20): 184 lit; hidden: (35,20) (35,14..18) ... .` */
START_TEST(shadows_are_the_known_ones)
{
    int lines = 0;
    look(CLASSIC, other, 32, 20, 8);
    for (const char *text = facts; (text = strstr(text, "One opaque cell at ")) != NULL; lines++) {
        int x, y, count, last, read = 0;
        text = after(text, "at ");
        ck_assert_int_eq(sscanf(text, "(%d,%d): %d lit; hidden:%n", &x, &y, &count, &read), 3);
        tile[y * STRIDE + x] = 1;
        ck_assert_int_eq(look(CLASSIC, lit, 32, 20, 8), count);
        tile[y * STRIDE + x] = 0;
        text += read;
        while (sscanf(text, " (%d,%d%n", &x, &y, &read) == 2) {
            text += read;
            last = y;
            if (sscanf(text, "..%d%n", &last, &read) == 1)
                text += read;
            for (text++; y <= last; y++) {
                ck_assert_uint_eq(other[y * STRIDE + x], 1);
                ck_assert_uint_eq(lit[y * STRIDE + x], 0);
                lit[y * STRIDE + x] = 1;
            }
        }
        ck_assert_mem_eq(lit, other, CELLS); /* nothing else was hidden */
    }
    ck_assert_int_eq(lines, 2);
}
END_TEST

/* Digs the rooms listed at `text` and their corridors: rules.md section 12, steps 2 to 4. */
static void dig(const char *text)
{
    int x0, y0, x1, y1, read, rooms = 0, old_x = 0, old_y = 0;
    memset(tile, 1, sizeof tile);
    for (; sscanf(text, " (%d,%d,%d,%d)%n", &x0, &y0, &x1, &y1, &read) == 4; text += read) {
        int x = (x0 + x1) / 2, y = (y0 + y1) / 2;
        for (int row = y0 + 1; row < y1; row++)
            memset(tile + row * STRIDE + x0 + 1, 0, (size_t)(x1 - x0 - 1));
        for (int c = old_x; rooms > 0 && c != x; c += c < x ? 1 : -1)
            tile[old_y * STRIDE + c] = 0;
        for (int r = old_y; rooms > 0 && r != y; r += r < y ? 1 : -1)
            tile[r * STRIDE + x] = 0;
        old_x = x;
        old_y = y;
        rooms++;
    }
    ck_assert_int_eq(rooms, 8);
}

START_TEST(levels_are_seen_as_known)
{
    int x, y, count, clear = 0, expected;
    const char *text = after(facts, "\n rooms (x0,y0,x1,y1):");
    dig(text);
    ck_assert_int_eq(sscanf(after(text, "player "), "(%d,%d)", &x, &y), 2);
    ck_assert_int_eq(
        sscanf(after(text, "after placing the player "), "%d cells visible, %d", &count, &expected),
        2);
    ck_assert_int_eq(look(CLASSIC, lit, x, y, 8), count);
    for (int i = 0; i < CELLS; i++)
        clear += lit[i] == 1 && tile[i] == 0;
    ck_assert_int_eq(clear, expected);

    text = after(after(facts, "Whole run start"), "\n rooms ");
    dig(text);
    ck_assert_int_eq(sscanf(after(text, "player "), "(%d,%d)", &x, &y), 2);
    ck_assert_int_eq(sscanf(after(text, "CRC-32 "), "%*[^;]; %d cells visible", &count), 1);
    ck_assert_int_eq(look(CLASSIC, lit, x, y, 8), count);
}
END_TEST

/* -- the definition of classic, with doubles --------------------------------------------------- */

static void cast_slowly(const moult_sight *s, const int m[4], int row0, double start, double end)
{
    int blocked = 0;
    double next = 0;
    if (start < end)
        return;
    for (int row = row0; row <= s->radius && !blocked; row++) {
        int dy = -row;
        for (int dx = -row; dx <= 0; dx++) {
            int x = s->x + dx * m[0] + dy * m[1], y = s->y + dx * m[2] + dy * m[3];
            double left = (dx - 0.5) / (dy + 0.5), right = (dx + 0.5) / (dy - 0.5);
            if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT || start < right)
                continue;
            if (end > left)
                break;
            if (dx * dx + dy * dy < s->radius * s->radius)
                other[y * STRIDE + x] = 1;
            if (blocked && opaque[tile[y * STRIDE + x]]) {
                next = right;
            } else if (blocked) {
                blocked = 0;
                start = next;
            } else if (opaque[tile[y * STRIDE + x]] && row < s->radius) {
                blocked = 1;
                cast_slowly(s, m, row + 1, start, left);
                next = right;
            }
        }
    }
}

/* Fractions answer as the original's doubles do, whatever the radius. */
START_TEST(fractions_decide_as_doubles)
{
    static const int octants[8][4] = {{1, 0, 0, 1},   {0, 1, 1, 0},   {0, -1, 1, 0}, {-1, 0, 0, 1},
                                      {-1, 0, 0, -1}, {0, -1, -1, 0}, {0, 1, -1, 0}, {1, 0, 0, -1}};
    static const int32_t radii[] = {0, 1, 2, 3, 5, 8, 8, 8, 13, 40, 100, 255};
    uint32_t state = 7;
    for (int round = 0; round < 1200; round++) {
        fill_randomly(&state, draw(&state, 40));
        int32_t x = (int32_t)draw(&state, WIDTH), y = (int32_t)draw(&state, HEIGHT);
        int32_t radius = radii[draw(&state, MOULT_COUNT(radii))];
        moult_sight sight = sight_at(x, y, radius);
        look(CLASSIC, lit, x, y, radius);
        memset(other, UNTOUCHED, CELLS);
        for (int row = 0; row < HEIGHT; row++)
            memset(other + row * STRIDE, 0, WIDTH);
        other[y * STRIDE + x] = 1;
        for (int i = 0; i < 8; i++)
            cast_slowly(&sight, octants[i], 1, 1.0, 0.0);
        ck_assert_mem_eq(lit, other, CELLS);
    }
}
END_TEST

/* -- what holds for providers ------------------------------------------------------------------ */

/* On an open field only the radius counts: classic's is the narrower one. */
START_TEST(open_fields_are_seen_by_radius)
{
    static const int32_t eyes[][2] = {{32, 20}, {0, 0}, {63, 39}, {5, 38}};
    static const int32_t radii[] = {0, 1, 2, 7, 8, 9, 30, 255};
    for (uint32_t i = 0; i < MOULT_COUNT(eyes) * MOULT_COUNT(radii); i++) {
        int32_t radius = radii[i % MOULT_COUNT(radii)];
        const int32_t *eye = eyes[i / MOULT_COUNT(radii)];
        look(RAYCAST, lit, eye[0], eye[1], radius);
        look(SHADOW, other, eye[0], eye[1], radius);
        ck_assert_mem_eq(lit, other, CELLS);
        look(CLASSIC, other, eye[0], eye[1], radius);
        for (int32_t c = 0; c < CELLS; c++) {
            int32_t dx = c % STRIDE - eye[0], dy = c / STRIDE - eye[1];
            if (c % STRIDE >= WIDTH)
                continue;
            ck_assert_int_eq(lit[c], dx * dx + dy * dy <= radius * radius + radius);
            ck_assert_int_eq(other[c], dx * dx + dy * dy < radius * radius || (dx == 0 && dy == 0));
        }
    }
}
END_TEST

/* A whole room is seen with its walls and corners, and nothing beyond them. */
START_TEST(rooms_are_seen_with_their_walls)
{
    static const struct {
        int x0, y0, x1, y1; /* walls included */
    } rooms[] = {{20, 10, 24, 14}, {20, 10, 25, 13}, {20, 10, 25, 12}, {20, 10, 22, 15}};
    for (uint32_t i = 0; i < MOULT_COUNT(rooms); i++) {
        memset(tile, 1, sizeof tile);
        for (int y = rooms[i].y0 + 1; y < rooms[i].y1; y++)
            memset(tile + y * STRIDE + rooms[i].x0 + 1, 0, (size_t)(rooms[i].x1 - rooms[i].x0 - 1));
        for (int y = rooms[i].y0 + 1; y < rooms[i].y1; y++) {
            for (int x = rooms[i].x0 + 1; x < rooms[i].x1; x++) {
                int size = (rooms[i].x1 - rooms[i].x0 + 1) * (rooms[i].y1 - rooms[i].y0 + 1);
                ck_assert_int_eq(look(_i, lit, x, y, 8), size);
                for (int row = rooms[i].y0; row <= rooms[i].y1; row++)
                    for (int column = rooms[i].x0; column <= rooms[i].x1; column++)
                        ck_assert_uint_eq(lit[row * STRIDE + column], 1);
            }
        }
    }
}
END_TEST

START_TEST(own_cell_is_seen_even_in_a_wall)
{
    memset(tile, 1, sizeof tile);
    ck_assert_int_eq(look(_i, lit, 30, 20, 0), 1);
    ck_assert_uint_eq(lit[20 * STRIDE + 30], 1);
    ck_assert_int_eq(look(_i, lit, 30, 20, 8), 9);
}
END_TEST

/* Clear cells are lit by raycast exactly when the core's line to them is clear, so both ways. */
START_TEST(raycast_sees_what_lines_reach)
{
    uint32_t state = 11;
    for (int round = 0; round < 300; round++) {
        int32_t radius = (int32_t)draw(&state, 20);
        fill_randomly(&state, draw(&state, 40));
        int32_t x = (int32_t)draw(&state, WIDTH), y = (int32_t)draw(&state, HEIGHT);
        moult_sight sight = sight_at(x, y, radius);
        look(RAYCAST, lit, x, y, radius);
        for (int32_t c = 0; c < CELLS; c++) {
            int32_t dx = c % STRIDE - x, dy = c / STRIDE - y;
            int32_t near = dx * dx + dy * dy <= radius * radius + radius;
            if (c % STRIDE >= WIDTH)
                continue;
            int32_t clear = near && moult__line_clear(&sight, x + dx, y + dy);
            if (!opaque[tile[c]])
                ck_assert_int_eq(lit[c], clear);
            else
                ck_assert(lit[c] <= near && lit[c] >= clear);
        }
    }
}
END_TEST

START_TEST(bad_questions_are_refused)
{
    moult_sight bad[11];
    for (uint32_t i = 0; i < MOULT_COUNT(bad); i++)
        bad[i] = sight_at(3, 4, 8);
    bad[0].x = WIDTH;
    bad[1].y = -1;
    bad[2].radius = 256;
    bad[3].radius = -1;
    bad[4].stride = WIDTH - 1;
    bad[5].width = 0;
    bad[6].height = 5000;
    bad[7].tile = NULL;
    bad[8].opaque = NULL;
    bad[9].size = offsetof(moult_sight, opaque);
    bad[10].stride = 5000;
    memset(lit, UNTOUCHED, CELLS);
    memset(other, UNTOUCHED, CELLS);
    for (uint32_t i = 0; i < MOULT_COUNT(bad); i++)
        ck_assert_int_eq(providers[_i].see(&bad[i], lit), MOULT_RANGE);
    moult_sight good = sight_at(3, 4, 8);
    ck_assert_int_eq(providers[_i].see(&good, NULL), MOULT_RANGE);
    ck_assert_int_eq(providers[_i].see(NULL, lit), MOULT_RANGE);
    ck_assert_mem_eq(lit, other, CELLS);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fov providers");
    TCase *tests = tcase_create("providers");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, open_field_is_the_known_one);
    tcase_add_test(tests, shadows_are_the_known_ones);
    tcase_add_test(tests, levels_are_seen_as_known);
    tcase_add_test(tests, fractions_decide_as_doubles);
    tcase_add_test(tests, open_fields_are_seen_by_radius);
    tcase_add_loop_test(tests, rooms_are_seen_with_their_walls, 0, SHADOW + 1);
    tcase_add_loop_test(tests, own_cell_is_seen_even_in_a_wall, 0, SHADOW + 1);
    tcase_add_test(tests, raycast_sees_what_lines_reach);
    tcase_add_loop_test(tests, bad_questions_are_refused, 0, SHADOW + 1);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
