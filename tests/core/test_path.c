/* SPDX-License-Identifier: MIT */
/* Flow fields, steps, lines and floods against slow ones that follow the words of moult/path.h: a
 * field is found by relaxing all cells until nothing changes. */
#include "core/service/path.h"
#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define CELLS (1 << 18)
#define FREE 0
#define WALL 1

/* For inner loops: ck_assert itself writes to a pipe each time that it holds. */
#define REQUIRE(condition) ((condition) ? (void)0 : ck_abort_msg("%s", #condition))

static const uint8_t blocked[256] = {[WALL] = 1, [9] = 77};

static struct {
    int32_t width, height, stride;
    uint32_t flags, limit;
    uint8_t tile[CELLS];
} m;
static uint16_t distance[CELLS + 1], expected[CELLS];
static uint32_t queue[CELLS];
static uint8_t mark[CELLS];

static uint32_t draw(uint32_t *state, uint32_t bound)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state % bound;
}

static moult_grid grid_of_map(void)
{
    return (moult_grid){.size = sizeof(moult_grid),
                        .width = m.width,
                        .height = m.height,
                        .stride = m.stride,
                        .flags = m.flags,
                        .limit = m.limit,
                        .tile = m.tile,
                        .blocked = blocked};
}

static void make_open(int32_t width, int32_t height, int32_t stride)
{
    m.width = width;
    m.height = height;
    m.stride = stride;
    m.flags = m.limit = 0;
    memset(m.tile, FREE, (size_t)(stride * height));
}

static void make_random(uint32_t *state, int32_t width, int32_t height)
{
    uint32_t walls_percent = draw(state, 60);
    make_open(width, height, width + (int32_t)draw(state, 3));
    for (int32_t i = 0; i < m.stride * height; i++)
        m.tile[i] = draw(state, 100) < walls_percent ? (draw(state, 2) ? WALL : 9) : FREE;
    m.flags = draw(state, 4);
    m.limit = draw(state, 3) ? 0 : 1 + draw(state, 20);
}

static bool is_free(int32_t x, int32_t y)
{
    return x >= 0 && x < m.width && y >= 0 && y < m.height && !blocked[m.tile[y * m.stride + x]];
}

/* One step from a cell to a free one, by the words of moult/path.h. */
static bool may_step(int32_t x, int32_t y, int32_t to_x, int32_t to_y)
{
    bool diagonal = x != to_x && y != to_y;
    if (diagonal && m.flags & MOULT_GRID_ORTHOGONAL)
        return false;
    if (diagonal && m.flags & MOULT_GRID_NO_CORNERS && !(is_free(x, to_y) && is_free(to_x, y)))
        return false;
    return is_free(to_x, to_y);
}

static void expect(const moult_point *goals, uint32_t count)
{
    bool changed = true;
    for (int32_t i = 0; i < m.width * m.height; i++)
        expected[i] = MOULT_FAR;
    for (uint32_t i = 0; i < count; i++)
        expected[goals[i].y * m.width + goals[i].x] = 0;
    for (uint32_t steps = 1; changed && (!m.limit || steps <= m.limit); steps++) {
        changed = false;
        for (int32_t i = 0; i < m.width * m.height; i++) {
            int32_t x = i % m.width, y = i / m.width;
            for (int32_t k = 0; k < 9 && expected[i] == steps - 1; k++) {
                int32_t to_x = x + k % 3 - 1, to_y = y + k / 3 - 1;
                if (k == 4 || !may_step(x, y, to_x, to_y) ||
                    expected[to_y * m.width + to_x] != MOULT_FAR)
                    continue;
                expected[to_y * m.width + to_x] = (uint16_t)steps;
                changed = true;
            }
        }
    }
}

static void fill(const moult_point *goals, uint32_t count)
{
    moult_grid grid = grid_of_map();
    memset(distance, 0xaa, sizeof(*distance) * (size_t)(m.width * m.height + 1));
    ck_assert_int_eq(moult__flow_fill(&grid, goals, count, distance, queue), MOULT_OK);
    REQUIRE(distance[m.width * m.height] == 0xaaaa);
}

static void fill_from(int32_t x, int32_t y)
{
    fill(&(moult_point){x, y}, 1);
}

static void check_field(const moult_point *goals, uint32_t count)
{
    fill(goals, count);
    expect(goals, count);
    for (int32_t i = 0; i < m.width * m.height; i++)
        if (distance[i] != expected[i])
            ck_abort_msg("%dx%d flags %u limit %u: cell %d,%d is %u, not %u", m.width, m.height,
                         m.flags, m.limit, i % m.width, i / m.width, distance[i], expected[i]);
}

static moult_point draw_point(uint32_t *state)
{
    return (moult_point){(int32_t)draw(state, (uint32_t)m.width),
                         (int32_t)draw(state, (uint32_t)m.height)};
}

static void check_random_fields(uint32_t state, int32_t count, int32_t side_x, int32_t side_y)
{
    for (int32_t i = 0; i < count; i++) {
        moult_point goals[4];
        make_random(&state, side_x > 0 ? 1 + (int32_t)draw(&state, (uint32_t)side_x) : -side_x,
                    side_y > 0 ? 1 + (int32_t)draw(&state, (uint32_t)side_y) : -side_y);
        for (unsigned k = 0; k < MOULT_COUNT(goals); k++)
            goals[k] = draw_point(&state);
        check_field(goals, draw(&state, 5));
    }
}

START_TEST(test_field_is_exact)
{
    /* Greatest sides; negative: exactly that. By word and by queue, at the borders between them. */
    static const int32_t row[][3] = {{3000, 12, 12}, {400, 70, 30},  {100, -64, 40},
                                     {100, -65, 40}, {200, 140, 20}, {60, -128, -128},
                                     {60, -129, 30}, {60, 30, -129}, {300, -1, 140},
                                     {300, 140, -1}, {6, -300, -200}};
    for (unsigned i = 0; i < MOULT_COUNT(row); i++)
        check_random_fields(i + 1, row[i][0], row[i][1], row[i][2]);
}
END_TEST

START_TEST(test_goals_count_where_blocked)
{
    make_open(5, 1, 5);
    m.tile[1] = m.tile[3] = WALL;
    fill_from(1, 0);
    ck_assert_uint_eq(distance[0], 1);
    ck_assert_uint_eq(distance[1], 0);
    ck_assert_uint_eq(distance[2], 1);
    ck_assert_uint_eq(distance[3], MOULT_FAR);
    ck_assert_uint_eq(distance[4], MOULT_FAR);
}
END_TEST

START_TEST(test_flags_change_the_way_and_the_step)
{
    /* From the right lower cell of "..", "#." to the left upper one. */
    static const struct {
        uint32_t flags, steps;
        int32_t first;
    } row[] = {
        {0, 1, 4},
        {MOULT_GRID_NO_CORNERS, 2, 0},
        {MOULT_GRID_ORTHOGONAL, 2, 0},
        {MOULT_GRID_NO_CORNERS | MOULT_GRID_ORTHOGONAL, 2, 0},
    };
    for (unsigned i = 0; i < MOULT_COUNT(row); i++) {
        make_open(2, 2, 2);
        m.flags = row[i].flags;
        m.tile[2] = WALL;
        fill_from(0, 0);
        moult_grid grid = grid_of_map();
        ck_assert_uint_eq(distance[3], row[i].steps);
        ck_assert_int_eq(moult__flow_step(&grid, distance, 1, 1), row[i].first);
        ck_assert_uint_eq(distance[2], MOULT_FAR);
    }
}
END_TEST

START_TEST(test_limit_ends_the_field)
{
    static const uint32_t limits[] = {1, 2, 70, 199, 200, 70000, UINT32_MAX};
    for (int32_t width = 100; width <= 200; width += 100)
        for (unsigned i = 0; i < MOULT_COUNT(limits); i++) {
            make_open(width, 1, width);
            m.limit = limits[i];
            fill_from(0, 0);
            for (int32_t x = 0; x < width; x++)
                REQUIRE(distance[x] == ((uint32_t)x <= limits[i] ? (unsigned)x : MOULT_FAR));
        }
}
END_TEST

/* A corridor that winds through the rows, longer than a distance can say. */
START_TEST(test_distance_saturates)
{
    make_open(512, 512, 512);
    m.flags = MOULT_GRID_ORTHOGONAL;
    for (int32_t y = 1; y < 512; y += 2)
        for (int32_t x = 0; x < 512; x++)
            m.tile[y * 512 + x] = x == (y % 4 == 1 ? 511 : 0) ? FREE : WALL;
    fill_from(0, 0);
    uint32_t steps = 0;
    for (int32_t y = 0; y < 512; y++)
        for (int32_t i = 0; i < (y % 2 ? 1 : 512); i++, steps++) {
            int32_t x = y % 4 == 0 ? i : y % 4 == 1 ? 511 : y % 4 == 2 ? 511 - i : 0;
            REQUIRE(distance[y * 512 + x] == (steps < 0xfffe ? steps : 0xfffe));
        }
    REQUIRE(steps > 0x10000);
    m.limit = 0x10000;
    fill_from(0, 0);
    /* Row 254 runs to the left from step 127*513 = 65151: its 385th cell is at the limit. */
    REQUIRE(distance[254 * 512 + 511] == 65151);
    REQUIRE(distance[254 * 512 + 511 - 385] == 0xfffe);
    REQUIRE(distance[254 * 512 + 511 - 386] == MOULT_FAR);
}
END_TEST

START_TEST(test_steps_lead_to_the_goal_and_back_away)
{
    uint32_t state = 77;
    for (int32_t i = 0; i < 300; i++) {
        make_random(&state, 1 + (int32_t)draw(&state, 140), 1 + (int32_t)draw(&state, 30));
        moult_grid grid = grid_of_map();
        moult_point goals[2] = {draw_point(&state), draw_point(&state)};
        fill(goals, 2);
        for (int32_t cell = 0; cell < m.width * m.height; cell++) {
            int32_t x = cell % m.width, y = cell / m.width;
            if (distance[cell] == MOULT_FAR || !is_free(x, y))
                continue;
            for (uint32_t left = distance[cell]; left > 0; left--) {
                int32_t step = moult__flow_step(&grid, distance, x, y);
                REQUIRE(step >= 0);
                int32_t to_x = x + moult_direction[step].x, to_y = y + moult_direction[step].y;
                REQUIRE(may_step(x, y, to_x, to_y) || left == 1);
                x = to_x;
                y = to_y;
                REQUIRE(distance[y * m.width + x] == left - 1);
            }
            REQUIRE(moult__flow_step(&grid, distance, x, y) == -1);
            x = cell % m.width;
            y = cell / m.width;
            int32_t away = moult__flow_flee(&grid, distance, x, y);
            uint32_t farthest = distance[cell];
            for (int32_t k = 0; k < 9; k++) {
                int32_t to_x = x + k % 3 - 1, to_y = y + k / 3 - 1;
                if (may_step(x, y, to_x, to_y) && distance[to_y * m.width + to_x] != MOULT_FAR &&
                    distance[to_y * m.width + to_x] > farthest)
                    farthest = distance[to_y * m.width + to_x];
            }
            if (away >= 0) {
                x += moult_direction[away].x;
                y += moult_direction[away].y;
                REQUIRE(distance[y * m.width + x] > distance[cell]);
            }
            REQUIRE(distance[y * m.width + x] == farthest);
        }
    }
}
END_TEST

START_TEST(test_equal_steps_are_taken_in_order)
{
    static const moult_point goals[] = {{2, 0}, {2, 4}, {0, 2}, {4, 2}};
    make_open(5, 5, 5);
    moult_grid grid = grid_of_map();
    fill(goals, 4);
    ck_assert_int_eq(moult__flow_step(&grid, distance, 2, 2), 0);
    ck_assert_int_eq(moult__flow_step(&grid, distance, 0, 0), 1);
    fill_from(2, 2);
    ck_assert_int_eq(moult__flow_step(&grid, distance, 2, 2), -1);
    ck_assert_int_eq(moult__flow_flee(&grid, distance, 2, 2), 0);
    ck_assert_int_eq(moult__flow_flee(&grid, distance, 1, 1), 0);
    ck_assert_int_eq(moult__flow_flee(&grid, distance, 0, 0), -1);
    ck_assert_int_eq(moult__flow_step(&grid, distance, -1, 0), -1);
    ck_assert_int_eq(moult__flow_step(&grid, distance, 5, 0), -1);
    ck_assert_int_eq(moult__flow_step(&grid, NULL, 0, 0), -1);
    ck_assert_int_eq(moult__flow_step(NULL, distance, 0, 0), -1);
}
END_TEST

START_TEST(test_fields_refuse_bad_arguments)
{
    static const moult_point off[] = {{-1, 0}, {0, -1}, {7, 0}, {0, 3}};
    const moult_point on = {0, 0};
    make_open(7, 3, 7);
    moult_grid good = grid_of_map(), bad[10];
    unsigned count = 0;
    for (unsigned i = 0; i < MOULT_COUNT(bad); i++)
        bad[i] = good;
    bad[count++].size = 12;
    bad[count++].width = 0;
    bad[count++].width = 4097;
    bad[count++].height = 0;
    bad[count++].height = 4097;
    bad[count++].stride = 6;
    bad[count++].stride = 4097;
    bad[count++].tile = NULL;
    bad[count++].blocked = NULL;
    memset(distance, 0xaa, sizeof(distance));
    for (unsigned i = 0; i < count; i++) {
        ck_assert_int_eq(moult__flow_fill(&bad[i], &on, 1, distance, queue), MOULT_RANGE);
        ck_assert_uint_eq(moult__flood_fill(&bad[i], 0, 0, mark, queue), 0);
    }
    for (unsigned i = 0; i < MOULT_COUNT(off); i++) {
        moult_point two[2] = {on, off[i]};
        ck_assert_int_eq(moult__flow_fill(&good, two, 2, distance, queue), MOULT_RANGE);
        ck_assert_uint_eq(moult__flood_fill(&good, off[i].x, off[i].y, mark, queue), 0);
    }
    ck_assert_int_eq(moult__flow_fill(NULL, &on, 1, distance, queue), MOULT_RANGE);
    ck_assert_int_eq(moult__flow_fill(&good, NULL, 1, distance, queue), MOULT_RANGE);
    ck_assert_int_eq(moult__flow_fill(&good, &on, 1, NULL, queue), MOULT_RANGE);
    ck_assert_int_eq(moult__flow_fill(&good, &on, 1, distance, NULL), MOULT_RANGE);
    for (int32_t i = 0; i < 21; i++)
        ck_assert_uint_eq(distance[i], 0xaaaa);
}
END_TEST

START_TEST(test_lines_are_the_same_both_ways)
{
    uint32_t state = 5;
    for (int32_t i = 0; i < 20000; i++) {
        moult_point there[90], back[90];
        int32_t x0 = (int32_t)draw(&state, 80) - 40, y0 = (int32_t)draw(&state, 80) - 40;
        int32_t x1 = (int32_t)draw(&state, 80) - 40, y1 = (int32_t)draw(&state, 80) - 40;
        int32_t width = abs(x1 - x0), height = abs(y1 - y0);
        uint32_t count = moult__line_cells(x0, y0, x1, y1, there, 90);
        REQUIRE(count == ((uint32_t)(width > height ? width : height) + 1));
        REQUIRE(moult__line_cells(x1, y1, x0, y0, back, 90) == count);
        REQUIRE(there[0].x == x0 && there[0].y == y0);
        REQUIRE(there[count - 1].x == x1 && there[count - 1].y == y1);
        for (uint32_t k = 0; k < count; k++) {
            REQUIRE(there[k].x == back[count - 1 - k].x);
            REQUIRE(there[k].y == back[count - 1 - k].y);
            /* Twice the distance from the exact line, in parts of its longer side. */
            int32_t off = 2 * ((there[k].x - x0) * (y1 - y0) - (there[k].y - y0) * (x1 - x0));
            REQUIRE(abs(off) <= (int32_t)count - 1);
            if (k > 0)
                REQUIRE(abs(there[k].x - there[k - 1].x) <= 1 &&
                        abs(there[k].y - there[k - 1].y) <= 1);
        }
    }
}
END_TEST

START_TEST(test_lines_say_the_room_they_need)
{
    moult_point out[3] = {{9, 9}, {9, 9}, {9, 9}};
    const int32_t far = 1 << 30;
    ck_assert_uint_eq(moult__line_cells(0, 0, 4, 2, NULL, 0), 5);
    ck_assert_uint_eq(moult__line_cells(0, 0, 4, 0, out, 2), 5);
    ck_assert(out[0].x == 0 && out[1].x == 1 && out[2].x == 9);
    ck_assert_uint_eq(moult__line_cells(3, 3, 3, 3, out, 3), 1);
    ck_assert(out[0].x == 3 && out[0].y == 3 && out[1].x == 1);
    ck_assert_uint_eq(moult__line_cells(-far, -far, far, far, out, 3), 0x80000001u);
    ck_assert(out[2].x == 2 - far && out[2].y == 2 - far);
}
END_TEST

START_TEST(test_a_line_is_clear_when_nothing_stands_between)
{
    make_open(40, 30, 43);
    uint32_t state = 6;
    for (int32_t i = 0; i < 43 * 30; i++)
        m.tile[i] = draw(&state, 12) ? FREE : WALL;
    for (int32_t i = 0; i < 20000; i++) {
        moult_point a = draw_point(&state), b = draw_point(&state), cells[40];
        moult_sight sight = {.size = sizeof(sight),
                             .width = 40,
                             .height = 30,
                             .stride = 43,
                             .x = a.x,
                             .y = a.y,
                             .tile = m.tile,
                             .opaque = blocked};
        uint32_t count = moult__line_cells(a.x, a.y, b.x, b.y, cells, 40);
        int32_t clear = 1;
        for (uint32_t k = 1; k + 1 < count; k++)
            clear = clear && is_free(cells[k].x, cells[k].y);
        REQUIRE(moult__line_clear(&sight, b.x, b.y) == clear);
        REQUIRE(moult__line_clear(&sight, a.x, a.y) == 1);
        REQUIRE(moult__line_clear(&sight, -1, 0) == 0);
        REQUIRE(moult__line_clear(&sight, 0, 30) == 0);
        sight.x = 40;
        REQUIRE(moult__line_clear(&sight, b.x, b.y) == 0);
        REQUIRE(moult__line_clear(NULL, b.x, b.y) == 0);
    }
}
END_TEST

START_TEST(test_flood_marks_what_a_field_reaches)
{
    uint32_t state = 8;
    for (int32_t i = 0; i < 600; i++) {
        make_random(&state, 1 + (int32_t)draw(&state, 150), 1 + (int32_t)draw(&state, 40));
        m.limit = 0;
        moult_grid grid = grid_of_map();
        moult_point start = draw_point(&state);
        uint32_t count = 0;
        fill(&start, 1);
        memset(mark, 0, (size_t)(m.width * m.height));
        uint32_t answer = moult__flood_fill(&grid, start.x, start.y, mark, queue);
        for (int32_t cell = 0; cell < m.width * m.height; cell++) {
            REQUIRE(mark[cell] == (distance[cell] != MOULT_FAR));
            count += mark[cell];
        }
        REQUIRE(answer == count);
        REQUIRE(moult__flood_fill(&grid, start.x, start.y, mark, queue) == 0);
    }
}
END_TEST

START_TEST(test_flood_stops_at_marks)
{
    make_open(5, 1, 5);
    moult_grid grid = grid_of_map();
    memset(mark, 0, sizeof(mark));
    mark[3] = 2;
    ck_assert_uint_eq(moult__flood_fill(&grid, 1, 0, mark, queue), 3);
    ck_assert_mem_eq(mark, ((uint8_t[]){1, 1, 1, 2, 0, 0}), 6);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("path");
    TCase *tests = tcase_create("flow, line, flood");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, test_field_is_exact);
    tcase_add_test(tests, test_goals_count_where_blocked);
    tcase_add_test(tests, test_flags_change_the_way_and_the_step);
    tcase_add_test(tests, test_limit_ends_the_field);
    tcase_add_test(tests, test_distance_saturates);
    tcase_add_test(tests, test_steps_lead_to_the_goal_and_back_away);
    tcase_add_test(tests, test_equal_steps_are_taken_in_order);
    tcase_add_test(tests, test_fields_refuse_bad_arguments);
    tcase_add_test(tests, test_lines_are_the_same_both_ways);
    tcase_add_test(tests, test_lines_say_the_room_they_need);
    tcase_add_test(tests, test_a_line_is_clear_when_nothing_stands_between);
    tcase_add_test(tests, test_flood_marks_what_a_field_reaches);
    tcase_add_test(tests, test_flood_stops_at_marks);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
