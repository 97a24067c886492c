/* SPDX-License-Identifier: MIT */
/* The host's canvas: blank at each begin, guarded, and not to be led astray by its generator. */
#include "core/game/canvas.h"
#include <check.h>
#include <moult/status.h>
#include <stdlib.h>
#include <string.h>

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

static moult_canvas *begin(int32_t width, int32_t height, uint64_t budget)
{
    moult_request request = {.size = sizeof request, .width = width, .height = height};
    return moult__canvas_begin(canvas, &request, budget);
}

START_TEST(begins_blank_after_any_other_level)
{
    static const int32_t sizes[][2] = {{64, 40}, {1, 1}, {64, 40}, {200, 3}, {3, 200}, {64, 40}};
    for (uint32_t s = 0; s < MOULT_COUNT(sizes); s++) {
        moult_canvas *open = begin(sizes[s][0], sizes[s][1], 5);
        int32_t cells = sizes[s][0] * sizes[s][1];
        ck_assert_ptr_nonnull(open);
        ck_assert_int_eq(open->width, sizes[s][0]);
        ck_assert_int_eq(open->height, sizes[s][1]);
        ck_assert_int_ge(open->stride, open->width);
        ck_assert_uint_eq(open->room_count + open->door_count, 0);
        ck_assert_uint_eq(open->spot_count + open->spawn_count, 0);
        ck_assert_uint_eq(open->promise, 0);
        ck_assert_ptr_null(open->vocabulary);
        for (int32_t i = 0; i < cells; i++) {
            ck_assert_uint_eq(open->tile[i], MOULT_TILE_STONE);
            ck_assert_uint_eq(open->detail[i] | open->mark[i] | open->room[i], 0);
        }
        ck_assert_int_eq(open->spend(open, 5), MOULT_OK);

        moult_spot spot = {.size = sizeof spot};
        ck_assert_int_eq(open->add_spot(open, &spot), 0);
        memset(open->tile, 1, (size_t)cells);
        memset(open->detail, 2, (size_t)cells);
        memset(open->mark, 3, (size_t)cells);
        memset(open->room, 4, (size_t)cells * 2);
        open->promise = MOULT_MAP_CONNECTED;
        open->vocabulary = "any";
        ck_assert_int_eq(moult__canvas_intact(canvas), 1);
    }
}
END_TEST

START_TEST(sides_out_of_range_are_refused)
{
    static const int32_t sizes[][2] = {{0, 1}, {1, 0}, {-1, 5}, {4097, 1}, {1, 4097}};
    ck_assert_ptr_null(begin(sizes[_i][0], sizes[_i][1], 1));
}
END_TEST

START_TEST(largest_sides_are_served)
{
    moult_canvas *open = begin(4096, 4096, 1);
    ck_assert_ptr_nonnull(open);
    open->room[4096 * 4096 - 1] = 0xffff;
    ck_assert_int_eq(moult__canvas_intact(canvas), 1);
}
END_TEST

START_TEST(memory_is_used_again)
{
    const uint8_t *tile = begin(64, 40, 1)->tile;
    ck_assert_ptr_eq(begin(64, 40, 1)->tile, tile);
    ck_assert_ptr_nonnull(begin(30, 30, 1));
    ck_assert_ptr_eq(begin(64, 40, 1)->tile, tile);
}
END_TEST

/* Places next to a plane of 20x10 cells, as offsets from its first cell. */
static const int32_t beyond[] = {-1, -20, 20 * 10, 20 * 11 - 1};

START_TEST(writing_beyond_a_plane_is_found)
{
    for (int plane = 0; plane < 4; plane++) {
        moult_canvas *open = begin(20, 10, 1);
        uint8_t *bytes[] = {open->tile, open->detail, open->mark};
        ck_assert_int_eq(moult__canvas_intact(canvas), 1);
        if (plane < 3)
            bytes[plane][beyond[_i]] = 0;
        else
            open->room[beyond[_i]] = 2;
        ck_assert_int_eq(moult__canvas_intact(canvas), 0);
    }
    ck_assert_ptr_nonnull(begin(20, 10, 1));
    ck_assert_int_eq(moult__canvas_intact(canvas), 1);
}
END_TEST

START_TEST(overwriting_a_field_is_found)
{
    static const size_t words[] = {
        offsetof(moult_canvas, size),       offsetof(moult_canvas, width),
        offsetof(moult_canvas, height),     offsetof(moult_canvas, stride),
        offsetof(moult_canvas, tile),       offsetof(moult_canvas, detail),
        offsetof(moult_canvas, mark),       offsetof(moult_canvas, room),
        offsetof(moult_canvas, rooms),      offsetof(moult_canvas, doors),
        offsetof(moult_canvas, spots),      offsetof(moult_canvas, spawns),
        offsetof(moult_canvas, room_count), offsetof(moult_canvas, door_count),
        offsetof(moult_canvas, spot_count), offsetof(moult_canvas, spawn_count),
        offsetof(moult_canvas, add_room),   offsetof(moult_canvas, add_door),
        offsetof(moult_canvas, add_spot),   offsetof(moult_canvas, add_spawn),
        offsetof(moult_canvas, spend),      offsetof(moult_canvas, refuse),
        offsetof(moult_canvas, figure),
    };
    for (uint32_t i = 0; i < MOULT_COUNT(words); i++) {
        uint8_t *bytes = (uint8_t *)begin(20, 10, 1);
        bytes[words[i]] ^= 1;
        ck_assert_msg(moult__canvas_intact(canvas) == 0, "field %u", i);
    }
}
END_TEST

START_TEST(lists_stay_right_when_a_field_is_overwritten)
{
    moult_canvas *open = begin(20, 10, 1);
    moult_spot spot = {.size = sizeof spot, .x = 19, .y = 9};
    int32_t (*add_spot)(moult_canvas *, const moult_spot *) = open->add_spot;
    open->width = open->height = 5;
    open->spot_count = 1000;
    open->spots = NULL;
    ck_assert_int_eq(add_spot(open, &spot), 0);
    ck_assert_uint_eq(canvas->own.spot_count, 1);
    ck_assert_int_eq(canvas->own.spots[0].x, 19);
    ck_assert_int_eq(moult__canvas_intact(canvas), 0);
}
END_TEST

START_TEST(entries_are_copied_by_their_writers_size)
{
    struct {
        moult_spot known;
        uint32_t later[4];
    } grown = {.known = {.size = sizeof grown, .x = 3, .arg = 7}, .later = {9, 9, 9, 9}};
    moult_spot shrunk = {.size = offsetof(moult_spot, room), .x = 4, .y = 5, .room = 6, .arg = 7};
    moult_canvas *open = begin(20, 10, 1);
    ck_assert_int_eq(open->add_spot(open, &grown.known), 0);
    ck_assert_int_eq(open->add_spot(open, &shrunk), 1);
    ck_assert_uint_eq(open->spots[0].size, sizeof(moult_spot));
    ck_assert_uint_eq(open->spots[0].arg, 7);
    ck_assert_uint_eq(open->spots[1].size, sizeof(moult_spot));
    ck_assert_int_eq(open->spots[1].y, 5);
    ck_assert_int_eq(open->spots[1].room, 0);
    ck_assert_uint_eq(open->spots[1].arg, 0);

    shrunk.size = 3;
    ck_assert_int_eq(open->add_spot(open, &shrunk), MOULT_RANGE);
    ck_assert_int_eq(open->add_spot(open, NULL), MOULT_RANGE);
    ck_assert_uint_eq(open->spot_count, 2);
}
END_TEST

START_TEST(an_entry_of_the_list_can_be_added_again)
{
    moult_canvas *open = begin(20, 10, 1);
    moult_spot spot = {.size = sizeof spot, .x = 3, .y = 4};
    open->add_spot(open, &spot);
    for (int32_t i = 1; i < 1000; i++) /* over several moves of the list */
        ck_assert_int_eq(open->add_spot(open, &open->spots[i - 1]), i);
    ck_assert_int_eq(open->spots[999].x, 3);
    ck_assert_int_eq(open->spots[999].y, 4);
}
END_TEST

START_TEST(positions_off_the_canvas_are_refused)
{
    static const int32_t off[][2] = {{-1, 0}, {0, -1}, {20, 0}, {0, 10}, {INT32_MIN, INT32_MAX}};
    int32_t x = off[_i][0], y = off[_i][1];
    moult_canvas *open = begin(20, 10, 1);
    moult_spot spot = {.size = sizeof spot, .x = x, .y = y};
    moult_door door = {.size = sizeof door, .x = x, .y = y};
    moult_spawn spawn = {.size = sizeof spawn, .x = x, .y = y};
    moult_room from = {.size = sizeof from, .x0 = x, .y0 = y, .x1 = 19, .y1 = 9};
    moult_room to = {.size = sizeof to, .x1 = x, .y1 = y};
    ck_assert_int_eq(open->add_spot(open, &spot), MOULT_RANGE);
    ck_assert_int_eq(open->add_door(open, &door), MOULT_RANGE);
    ck_assert_int_eq(open->add_spawn(open, &spawn), MOULT_RANGE);
    ck_assert_int_eq(open->add_room(open, &from), MOULT_RANGE);
    ck_assert_int_eq(open->add_room(open, &to), MOULT_RANGE);
    ck_assert_int_eq(moult__canvas_intact(canvas), 1);
}
END_TEST

START_TEST(rooms_turned_inside_out_are_refused)
{
    moult_canvas *open = begin(20, 10, 1);
    moult_room room = {.size = sizeof room, .x0 = 5, .x1 = 4};
    ck_assert_int_eq(open->add_room(open, &room), MOULT_RANGE);
}
END_TEST

START_TEST(lists_are_full_at_their_caps)
{
    moult_canvas *open = begin(20, 10, 1);
    moult_room room = {.size = sizeof room};
    moult_door door = {.size = sizeof door};
    moult_spot spot = {.size = sizeof spot};
    moult_spawn spawn = {.size = sizeof spawn};
    for (int32_t i = 0; i < 65536; i++) {
        spawn.power = i;
        ck_assert_int_eq(open->add_room(open, &room), i < 4096 ? i : MOULT_FULL);
        ck_assert_int_eq(open->add_door(open, &door), i < 16384 ? i : MOULT_FULL);
        ck_assert_int_eq(open->add_spot(open, &spot), i < 4096 ? i : MOULT_FULL);
        ck_assert_int_eq(open->add_spawn(open, &spawn), i);
    }
    ck_assert_int_eq(open->add_spawn(open, &spawn), MOULT_FULL);
    ck_assert_uint_eq(open->spawn_count, 65536);
    ck_assert_int_eq(open->spawns[65535].power, 65535);
    ck_assert_int_eq(moult__canvas_intact(canvas), 1);
}
END_TEST

START_TEST(budget_is_spent_to_the_last_step)
{
    moult_canvas *open = begin(20, 10, 100);
    ck_assert_int_eq(open->spend(open, 60), MOULT_OK);
    ck_assert_int_eq(open->spend(open, 40), MOULT_OK);
    ck_assert_int_eq(open->spend(open, 0), MOULT_OK);
    ck_assert_uint_eq(canvas->spent, 0);
    ck_assert_int_eq(open->spend(open, 1), MOULT_BUDGET);
    ck_assert_int_eq(open->spend(open, 0), MOULT_BUDGET);
    ck_assert_uint_eq(canvas->spent, 1);

    open = begin(20, 10, 100);
    ck_assert_int_eq(open->spend(open, UINT32_MAX), MOULT_BUDGET);
    ck_assert_int_eq(open->spend(open, 1), MOULT_BUDGET);
}
END_TEST

START_TEST(figures_are_kept_for_whoever_listens)
{
    moult_canvas *open = begin(20, 10, 1);
    ck_assert_ptr_null(open->figure);
    moult_canvas_figure(open, "joins", 1);
    ck_assert_uint_eq(canvas->told_count, 0);

    canvas->listens = 1;
    open = begin(20, 10, 1);
    char name[] = "joins";
    moult_canvas_figure(open, name, 3);
    name[0] = 'c';
    moult_canvas_figure(open, name, -5);
    moult_canvas_figure(open, "joins", INT64_MAX);
    ck_assert_uint_eq(canvas->told_count, 2);
    ck_assert_str_eq(canvas->told[0].name, "joins");
    ck_assert_int_eq(canvas->told[0].value, INT64_MIN + 2);
    ck_assert_str_eq(canvas->told[1].name, "coins");
    ck_assert_int_eq(canvas->told[1].value, -5);
    ck_assert_int_eq(moult__canvas_intact(canvas), 1);

    open = begin(20, 10, 1); /* another attempt */
    ck_assert_uint_eq(canvas->told_count, 0);
    open->size = offsetof(moult_canvas, figure); /* of a host that doesn't know of it */
    moult_canvas_figure(open, "joins", 1);
    ck_assert_uint_eq(canvas->told_count, 0);
}
END_TEST

START_TEST(names_of_figures_are_short_and_plain)
{
    static const struct {
        const char *name;
        uint32_t kept;
    } names[] = {{"a", 1},
                 {"digfail_nx-2", 1},
                 {"abcdefghijklmnopqrstuvwxyz01234", 1},
                 {"abcdefghijklmnopqrstuvwxyz012345", 0},
                 {"", 0},
                 {NULL, 0},
                 {"Joins", 0},
                 {"two words", 0},
                 {"tab\t", 0},
                 {"\"", 0}};
    canvas->listens = 1;
    for (uint32_t i = 0; i < MOULT_COUNT(names); i++) {
        moult_canvas_figure(begin(20, 10, 1), names[i].name, 1);
        ck_assert_msg(canvas->told_count == names[i].kept, "name %u", i);
    }
}
END_TEST

START_TEST(more_figures_than_there_is_room_for_are_left_out)
{
    canvas->listens = 1;
    moult_canvas *open = begin(20, 10, 1);
    for (uint32_t i = 0; i < 100; i++) {
        char name[] = {(char)('a' + i / 10), (char)('0' + i % 10), 0};
        moult_canvas_figure(open, name, i);
    }
    moult_canvas_figure(open, "a7", 100);
    ck_assert_uint_eq(canvas->told_count, 64);
    ck_assert_int_eq(canvas->told[7].value, 107);
    ck_assert_str_eq(canvas->told[63].name, "g3");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("canvas");
    TCase *tests = tcase_create("canvas");
    tcase_add_checked_fixture(tests, create, destroy);
    tcase_add_test(tests, begins_blank_after_any_other_level);
    tcase_add_loop_test(tests, sides_out_of_range_are_refused, 0, 5);
    tcase_add_test(tests, largest_sides_are_served);
    tcase_add_test(tests, memory_is_used_again);
    tcase_add_loop_test(tests, writing_beyond_a_plane_is_found, 0, (int)MOULT_COUNT(beyond));
    tcase_add_test(tests, overwriting_a_field_is_found);
    tcase_add_test(tests, lists_stay_right_when_a_field_is_overwritten);
    tcase_add_test(tests, entries_are_copied_by_their_writers_size);
    tcase_add_test(tests, an_entry_of_the_list_can_be_added_again);
    tcase_add_loop_test(tests, positions_off_the_canvas_are_refused, 0, 5);
    tcase_add_test(tests, rooms_turned_inside_out_are_refused);
    tcase_add_test(tests, lists_are_full_at_their_caps);
    tcase_add_test(tests, budget_is_spent_to_the_last_step);
    tcase_add_test(tests, figures_are_kept_for_whoever_listens);
    tcase_add_test(tests, names_of_figures_are_short_and_plain);
    tcase_add_test(tests, more_figures_than_there_is_room_for_are_left_out);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
