/* SPDX-License-Identifier: MIT */
/* fov/shadow against the definition: Albert Ford's symmetric shadow casting written out slowly,
 * with recursion and exact fractions, and against what follows from it: sight is mutual. */
#include "core/service/fov.h"
#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 600
#define CLEAR 0
#define WALL 1

static const uint8_t opaque[256] = {[WALL] = 1, [7] = 200};

typedef struct map {
    int32_t width, height, stride;
    uint8_t tile[SIDE * SIDE];
} map;

static map m;
static uint8_t lit[SIDE * SIDE], expected[SIDE * SIDE];
static uint8_t seen[32 * 32][32 * 32];

static uint32_t draw(uint32_t *state, uint32_t bound)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state % bound;
}

static moult_sight sight_at(int32_t x, int32_t y, int32_t radius)
{
    return (moult_sight){.size = sizeof(moult_sight),
                         .width = m.width,
                         .height = m.height,
                         .stride = m.stride,
                         .x = x,
                         .y = y,
                         .radius = radius,
                         .tile = m.tile,
                         .opaque = opaque};
}

static void look(int32_t x, int32_t y, int32_t radius)
{
    moult_sight sight = sight_at(x, y, radius);
    memset(lit, 0xaa, (size_t)(m.stride * (m.height + 1)));
    if (moult__fov_see(&sight, lit) != MOULT_OK)
        ck_abort_msg("refused");
}

static void make_open(int32_t width, int32_t height, int32_t stride)
{
    m.width = width;
    m.height = height;
    m.stride = stride;
    memset(m.tile, CLEAR, (size_t)(stride * height));
}

static void make_random(uint32_t *state, int32_t width, int32_t height, uint32_t walls_percent)
{
    make_open(width, height, width + (int32_t)draw(state, 3));
    for (int32_t i = 0; i < m.stride * height; i++)
        m.tile[i] = draw(state, 100) < walls_percent ? (draw(state, 2) ? WALL : 7) : CLEAR;
}

/* Rooms in solid wall, joined by corridors with one bend. */
static void make_rooms(uint32_t *state, int32_t width, int32_t height, int32_t rooms)
{
    int32_t old_x = 0, old_y = 0;
    make_open(width, height, width);
    memset(m.tile, WALL, (size_t)(width * height));
    for (int32_t i = 0; i < rooms; i++) {
        int32_t w = 2 + (int32_t)draw(state, (uint32_t)width / 3);
        int32_t h = 2 + (int32_t)draw(state, (uint32_t)height / 3);
        int32_t left = (int32_t)draw(state, (uint32_t)(width - w));
        int32_t top = (int32_t)draw(state, (uint32_t)(height - h));
        int32_t x = left + w / 2, y = top + h / 2;
        for (int32_t row = top; row < top + h; row++)
            memset(m.tile + row * width + left, CLEAR, (size_t)w);
        for (int32_t c = old_x; i > 0 && c != x; c += c < x ? 1 : -1)
            m.tile[old_y * width + c] = CLEAR;
        for (int32_t r = old_y; i > 0 && r != y; r += r < y ? 1 : -1)
            m.tile[r * width + x] = CLEAR;
        old_x = x;
        old_y = y;
    }
}

/* The definition. */

typedef struct fraction {
    int64_t over, under; /* under > 0 */
} fraction;

typedef struct quadrant {
    int32_t x, y, radius, which;
} quadrant;

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && a < 0);
}

static bool cell_at(const quadrant *q, int32_t depth, int64_t column, int32_t *x, int32_t *y)
{
    int32_t c = (int32_t)column;
    *x = q->x + (q->which == 0 || q->which == 1 ? c : q->which == 2 ? depth : -depth);
    *y = q->y + (q->which == 0 ? -depth : q->which == 1 ? depth : c);
    return *x >= 0 && *x < m.width && *y >= 0 && *y < m.height;
}

static bool is_wall(const quadrant *q, int32_t depth, int64_t column)
{
    int32_t x, y;
    return !cell_at(q, depth, column, &x, &y) || opaque[m.tile[y * m.stride + x]];
}

static void reveal(const quadrant *q, int32_t depth, int64_t column)
{
    int32_t x, y;
    if (cell_at(q, depth, column, &x, &y) &&
        depth * depth + column * column <= q->radius * q->radius + q->radius)
        expected[y * m.stride + x] = 1;
}

static void scan(const quadrant *q, int32_t depth, fraction begin, fraction end)
{
    if (depth > q->radius)
        return;
    int64_t first = floor_divide(2 * depth * begin.over + begin.under, 2 * begin.under);
    int64_t last = -floor_divide(-(2 * depth * end.over - end.under), 2 * end.under);
    int before = -1; /* nothing, 0 clear, 1 wall */
    for (int64_t column = first; column <= last; column++) {
        fraction face = {2 * column - 1, 2 * depth};
        bool wall = is_wall(q, depth, column);
        bool centre =
            column * begin.under >= depth * begin.over && column * end.under <= depth * end.over;
        if (wall || centre)
            reveal(q, depth, column);
        if (before == 1 && !wall)
            begin = face;
        if (before == 0 && wall)
            scan(q, depth + 1, begin, face);
        before = wall;
    }
    if (before == 0)
        scan(q, depth + 1, begin, end);
}

static void expect(int32_t x, int32_t y, int32_t radius)
{
    memset(expected, 0xaa, (size_t)(m.stride * m.height));
    for (int32_t row = 0; row < m.height; row++)
        memset(expected + row * m.stride, 0, (size_t)m.width);
    expected[y * m.stride + x] = 1;
    for (int32_t which = 0; which < 4; which++)
        scan(&(quadrant){x, y, radius, which}, 1, (fraction){-1, 1}, (fraction){1, 1});
}

static void check_against_definition(int32_t x, int32_t y, int32_t radius)
{
    look(x, y, radius);
    expect(x, y, radius);
    for (int32_t i = 0; i < m.stride * m.height; i++)
        if (lit[i] != expected[i])
            ck_abort_msg("%dx%d radius %d eye %d,%d: cell %d,%d is %d", m.width, m.height, radius,
                         x, y, i % m.stride, i / m.stride, lit[i]);
}

static void check_is_mutual(int32_t radius)
{
    int32_t cells = m.width * m.height;
    for (int32_t eye = 0; eye < cells; eye++) {
        look(eye % m.width, eye / m.width, radius);
        for (int32_t i = 0; i < cells; i++)
            seen[eye][i] = lit[i / m.width * m.stride + i % m.width];
    }
    for (int32_t a = 0; a < cells; a++)
        for (int32_t b = a; b < cells; b++) {
            bool clear = !opaque[m.tile[a / m.width * m.stride + a % m.width]] &&
                         !opaque[m.tile[b / m.width * m.stride + b % m.width]];
            if (clear && seen[a][b] != seen[b][a])
                ck_abort_msg("%dx%d radius %d: %d sees %d one way only", m.width, m.height, radius,
                             a, b);
        }
}

START_TEST(test_sight_is_mutual_on_random_maps)
{
    static const int32_t radius[] = {1, 3, 8, 13, 255};
    uint32_t state = 1;
    for (int i = 0; i < 2000; i++) {
        make_random(&state, 1 + (int32_t)draw(&state, 14), 1 + (int32_t)draw(&state, 14),
                    draw(&state, 60));
        check_is_mutual(radius[i % MOULT_COUNT(radius)]);
    }
}
END_TEST

START_TEST(test_sight_is_mutual_on_room_maps)
{
    static const int32_t radius[] = {2, 5, 8, 20};
    uint32_t state = 2;
    for (int i = 0; i < 100; i++) {
        make_rooms(&state, 28, 22, 6);
        check_is_mutual(radius[i % MOULT_COUNT(radius)]);
    }
}
END_TEST

START_TEST(test_equals_the_definition_on_random_maps)
{
    uint32_t state = 3;
    for (int i = 0; i < 3000; i++) {
        make_random(&state, 1 + (int32_t)draw(&state, 70), 1 + (int32_t)draw(&state, 70),
                    draw(&state, 50) / (1 + draw(&state, 8)));
        for (int eye = 0; eye < 3; eye++)
            check_against_definition((int32_t)draw(&state, (uint32_t)m.width),
                                     (int32_t)draw(&state, (uint32_t)m.height),
                                     (int32_t)draw(&state, 45));
    }
}
END_TEST

START_TEST(test_equals_the_definition_on_room_maps)
{
    uint32_t state = 4;
    for (int i = 0; i < 2000; i++) {
        make_rooms(&state, 64, 40, 8);
        check_against_definition((int32_t)draw(&state, 64), (int32_t)draw(&state, 40),
                                 i % 2 ? 8 : (int32_t)draw(&state, 64));
    }
}
END_TEST

START_TEST(test_equals_the_definition_at_the_greatest_radius)
{
    uint32_t state = 5;
    for (int i = 0; i < 24; i++) {
        make_random(&state, 590, 590, (uint32_t[]){0, 1, 1, 2, 3, 4}[i % 6]);
        m.tile[295 * m.stride + 295] = CLEAR;
        check_against_definition(295, 295, 255);
    }
}
END_TEST

/* Every second cell of far rows is opaque: as many sectors as there can be. */
START_TEST(test_combs_split_the_light_without_end)
{
    for (int32_t gap = 2; gap <= 5; gap++)
        for (int32_t depth = 1; depth < 256; depth += depth < 8 ? 1 : 41) {
            make_open(590, 590, 590);
            for (int32_t i = 0; i < 590; i += gap)
                for (int32_t row = depth; row < 256; row += 9)
                    m.tile[(295 - row) * 590 + i] = m.tile[i * 590 + 295 + row] = WALL;
            check_against_definition(295, 295, 255);
        }
}
END_TEST

START_TEST(test_an_open_field_is_lit_to_the_radius)
{
    /* Cells with dx*dx + dy*dy <= radius*radius + radius, counted by hand for the small ones. */
    static const struct {
        int32_t radius, count;
    } row[] = {{0, 1}, {1, 9}, {2, 21}, {3, 37}, {4, 69}, {8, 225}};
    make_open(41, 41, 41);
    for (unsigned i = 0; i < MOULT_COUNT(row); i++) {
        int32_t count = 0, by_rule = 0;
        look(20, 20, row[i].radius);
        for (int32_t cell = 0; cell < 41 * 41; cell++) {
            int32_t dx = cell % 41 - 20, dy = cell / 41 - 20;
            bool inside = dx * dx + dy * dy <= row[i].radius * (row[i].radius + 1);
            ck_assert_int_eq(lit[cell], inside);
            count += lit[cell];
            by_rule += inside;
        }
        ck_assert_int_eq(count, by_rule);
        ck_assert_int_eq(count, row[i].count);
    }
}
END_TEST

/* '@' is the eye, '#' opaque; '*' is to be lit. A face covers the slopes from (2c-1)/2d to
 * (2c+1)/2d; a clear cell is dark when its centre's slope c/d lies strictly between. */
START_TEST(test_pictures)
{
    static const struct {
        const char *name;
        int32_t radius;
        const char *map[5], *light[5];
    } row[] = {
        {"walls of a room are lit, what is behind isn't",
         9,
         {"#######", "#.....#", "#..@..#", "#.....#", "#######"},
         {"*******", "*******", "*******", "*******", "*******"}},
        {"behind a wall",
         9,
         {"...#...", "...#...", ".@.#...", "...#...", "...#..."},
         {"****   ", "****   ", "****   ", "****   ", "****   "}},
        {"a pillar's shadow",
         9,
         {".......", ".......", ".@#....", ".......", "......."},
         {"****** ", "****   ", "***    ", "****   ", "****** "}},
        {"through a door",
         9,
         {"...#...", "...#...", ".@.....", "...#...", "...#..."},
         {"****   ", "**** **", "*******", "**** **", "****   "}},
        {"in a corner",
         9,
         {"@......", ".#.....", ".......", ".......", "......."},
         {"*******", "*******", "**  ***", "**    *", "***    "}},
    };
    for (unsigned i = 0; i < MOULT_COUNT(row); i++) {
        int32_t eye = -1;
        make_open(7, 5, 7);
        for (int32_t cell = 0; cell < 35; cell++) {
            m.tile[cell] = row[i].map[cell / 7][cell % 7] == '#' ? WALL : CLEAR;
            eye = row[i].map[cell / 7][cell % 7] == '@' ? cell : eye;
        }
        look(eye % 7, eye / 7, row[i].radius);
        for (int32_t y = 0; y < 5; y++) {
            char line[8] = "";
            for (int32_t x = 0; x < 7; x++)
                line[x] = lit[y * 7 + x] ? '*' : ' ';
            ck_assert_msg(!strcmp(line, row[i].light[y]), "%s: row %d is '%s'", row[i].name, y,
                          line);
        }
    }
}
END_TEST

START_TEST(test_an_eye_on_an_opaque_cell_sees)
{
    make_open(9, 9, 9);
    m.tile[4 * 9 + 4] = WALL;
    look(4, 4, 3);
    ck_assert_int_eq(lit[4 * 9 + 4], 1);
    ck_assert_int_eq(lit[4 * 9 + 6], 1);
}
END_TEST

START_TEST(test_a_map_of_one_cell)
{
    make_open(1, 1, 1);
    for (int32_t radius = 0; radius <= 255; radius += 51) {
        look(0, 0, radius);
        ck_assert_int_eq(lit[0], 1);
        ck_assert_int_eq(lit[1], 0xaa);
    }
}
END_TEST

START_TEST(test_the_edges_of_the_map_are_respected)
{
    static const int32_t at[][2] = {{0, 0}, {12, 0}, {0, 6}, {12, 6}, {6, 0}, {0, 3}};
    make_open(13, 7, 17);
    for (unsigned i = 0; i < MOULT_COUNT(at); i++) {
        look(at[i][0], at[i][1], 255);
        for (int32_t cell = 0; cell < 17 * 8; cell++)
            ck_assert_int_eq(lit[cell], cell % 17 < 13 && cell / 17 < 7 ? 1 : 0xaa);
    }
}
END_TEST

START_TEST(test_bad_arguments_are_refused)
{
    make_open(8, 6, 8);
    moult_sight good = sight_at(3, 3, 4), bad[16];
    unsigned count = 0;
    for (unsigned i = 0; i < MOULT_COUNT(bad); i++)
        bad[i] = good;
    bad[count++].size = 8;
    bad[count++].width = 0;
    bad[count++].height = 0;
    bad[count++].width = 4097;
    bad[count++].height = 4097;
    bad[count++].stride = 7;
    bad[count++].stride = 4097;
    bad[count++].x = -1;
    bad[count++].x = 8;
    bad[count++].y = -1;
    bad[count++].y = 6;
    bad[count++].radius = -1;
    bad[count++].radius = 256;
    bad[count++].tile = NULL;
    bad[count++].opaque = NULL;
    memset(lit, 0xaa, sizeof(lit));
    for (unsigned i = 0; i < count; i++)
        ck_assert_msg(moult__fov_see(&bad[i], lit) == MOULT_RANGE, "case %u", i);
    ck_assert_int_eq(moult__fov_see(NULL, lit), MOULT_RANGE);
    ck_assert_int_eq(moult__fov_see(&good, NULL), MOULT_RANGE);
    for (int32_t i = 0; i < m.stride * m.height; i++)
        ck_assert_int_eq(lit[i], 0xaa);
    ck_assert_int_eq(moult__fov_see(&good, lit), MOULT_OK);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fov");
    TCase *tests = tcase_create("shadow");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, test_sight_is_mutual_on_random_maps);
    tcase_add_test(tests, test_sight_is_mutual_on_room_maps);
    tcase_add_test(tests, test_equals_the_definition_on_random_maps);
    tcase_add_test(tests, test_equals_the_definition_on_room_maps);
    tcase_add_test(tests, test_equals_the_definition_at_the_greatest_radius);
    tcase_add_test(tests, test_combs_split_the_light_without_end);
    tcase_add_test(tests, test_an_open_field_is_lit_to_the_radius);
    tcase_add_test(tests, test_pictures);
    tcase_add_test(tests, test_an_eye_on_an_opaque_cell_sees);
    tcase_add_test(tests, test_a_map_of_one_cell);
    tcase_add_test(tests, test_the_edges_of_the_map_are_respected);
    tcase_add_test(tests, test_bad_arguments_are_refused);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
