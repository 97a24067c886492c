/* SPDX-License-Identifier: MIT */
/* Every generator, as built, for sizes, depths, options and seeds that nobody thought of: what is
 * promised is verified by the oracle, what can't be made is said so, and a level is the same
 * whatever was made before it. */
#include "generators_stage.h"

START_TEST(promises_hold_on_a_thousand_levels)
{
    const stage_generator *one = &stage[_i];
    if (!stage_take(one->name))
        return;
    for (int number = 0; number < 1000; number++) {
        char seed[32];
        moult_request request = stage_ask(one->options, 64, 40, 1 + number % 40);
        request.require = STAGE_PLAYABLE;
        snprintf(seed, sizeof seed, "promise %d", number);
        if (number % 4 == 3) {
            request.width = one->width + number / 4 % 30;
            request.height = one->height + number / 4 % 23;
        }
        stage_make_well(one->name, &request, seed);
        ck_assert_uint_eq(canvas->open.promise & STAGE_PLAYABLE, STAGE_PLAYABLE);
    }
}
END_TEST

/* Steps in four directions suffice, too. */
START_TEST(caverns_and_mazes_need_no_diagonal_steps)
{
    static uint16_t queue[64 * 40];
    if (!stage_take(_i == 0 ? "caverns" : "maze"))
        return;
    for (int number = 0; number < 200; number++) {
        static const int32_t step[4] = {-64, 1, 64, -1};
        char seed[32];
        uint32_t count = 0, land = 0;
        uint8_t seen[64 * 40] = {0};
        moult_request request = stage_ask(NULL, 64, 40, 5);
        snprintf(seed, sizeof seed, "straight %d", number);
        stage_make_well("generator", &request, seed);
        for (uint32_t at = 0; at < 64 * 40; at++) {
            seen[at] = (moult_tile_flags(canvas->own.tile[at]) & MOULT_TILE_BLOCKS) != 0;
            land += !seen[at];
        }
        queue[count++] = (uint16_t)(canvas->own.spots[0].y * 64 + canvas->own.spots[0].x);
        seen[queue[0]] = 1;
        for (uint32_t next = 0; next < count; next++)
            for (uint32_t way = 0; way < 4; way++) {
                const uint16_t to = (uint16_t)(queue[next] + step[way]);
                if (!seen[to]) {
                    seen[to] = 1;
                    queue[count++] = to;
                }
            }
        ck_assert_uint_eq(count, land);
    }
}
END_TEST

/* -- sizes and depths -------------------------------------------------------------------------- */

START_TEST(what_is_too_small_is_said_to_be)
{
    const stage_generator *one = &stage[_i];
    char words[64];
    moult__report report = {0};
    if (!stage_take(one->name))
        return;
    const int32_t sizes[][2] = {{1, 1},
                                {one->width - 1, one->height},
                                {one->width, one->height - 1},
                                {1, 4096},
                                {one->width - 1, one->height - 1}};
    for (uint32_t i = 0; i < MOULT_COUNT(sizes); i++) {
        moult_request request = stage_ask(one->options, sizes[i][0], sizes[i][1], 3);
        ck_assert_int_eq(stage_make(canvas, &request, "small"), MOULT_UNSUPPORTED);
    }
    moult_request request = stage_ask(one->options, one->width - 1, one->height - 1, 3);
    ck_assert_int_eq(moult__generate_level(canvas, generator, NULL, &request, NULL, 0, &report),
                     MOULT_REFUSED);
    snprintf(words, sizeof words, "it can't make %dx%d cells at depth 3", one->width - 1,
             one->height - 1);
    ck_assert_str_eq(canvas->why, one->small != NULL ? one->small : words);
    ck_assert_uint_eq(canvas->unsupported, 1);
}
END_TEST

START_TEST(odd_sizes_are_served)
{
    static const int32_t sizes[][2] = {{0, 0},    {1, 0},    {0, 1},   {25, 17}, {80, 21},
                                       {257, 16}, {16, 257}, {31, 97}, {99, 33}, {257, 257}};
    const stage_generator *one = &stage[_i];
    if (!stage_take(one->name))
        return;
    for (int number = 0; number < 20; number++)
        for (uint32_t i = 0; i < MOULT_COUNT(sizes); i++) {
            char seed[32];
            const int32_t small = sizes[i][0] < 2;
            moult_request request = stage_ask(one->options, sizes[i][0] + small * one->width,
                                              sizes[i][1] + small * one->height, 1 + number);
            snprintf(seed, sizeof seed, "odd %d", number);
            if (request.width >= one->width && request.height >= one->height)
                stage_make_well(one->name, &request, seed);
        }
}
END_TEST

static uint64_t steps_for(const stage_generator *one, int32_t side)
{
    moult_request request = stage_ask(one->options, side, side, 7);
    stage_make_well(one->name, &request, "large");
    return stage_budget(&request) - canvas->budget;
}

/* 64 times the cells take at most 64 times the steps; what isn't counted as a step would, if it
 * grew faster than the cells, not end within the test's time. */
START_TEST(the_largest_size_takes_linear_work)
{
    const stage_generator *one = &stage[_i];
    if (one->largest < 4096 || !stage_take(one->name))
        return;
    const uint64_t small = steps_for(one, 512), large = steps_for(one, 4096);
    ck_assert_uint_gt(small, 0);
    ck_assert_msg(large <= small * 64 + small, "%s %s: %llu steps for 512x512, %llu for 4096x4096",
                  one->name, one->options, (unsigned long long)small, (unsigned long long)large);
}
END_TEST

START_TEST(any_depth_is_served)
{
    static const int32_t depths[] = {0, -1, INT32_MIN, 1, 99, 100, 101, 1000000000, INT32_MAX};
    const stage_generator *one = &stage[_i];
    if (!stage_take(one->name) || one->largest < 4096)
        return;
    for (uint32_t i = 0; i < MOULT_COUNT(depths); i++) {
        moult_request request = stage_ask(one->options, 64, 40, depths[i]);
        stage_make_well(one->name, &request, "depth");
        const moult_spot *way = NULL;
        for (uint32_t spot = 0; spot < canvas->own.spot_count; spot++)
            if (canvas->own.spots[spot].kind != MOULT_SPOT_ENTRY)
                way = &canvas->own.spots[spot];
        ck_assert_ptr_nonnull(way);
        ck_assert_uint_eq(way->kind, depths[i] < 100 ? MOULT_SPOT_STAIRS_DOWN : MOULT_SPOT_EXIT);
    }
}
END_TEST

/* -- options ----------------------------------------------------------------------------------- */

#define VAULTS_BASES "rooms split caverns maze nethack"
static const struct {
    const char *name, *options;
    moult_status status;
    const char *why;
} refused[] = {
    {"caverns", "watr=5", MOULT_UNKNOWN, "mapgen/caverns has no option \"watr\" (closest: water)"},
    {"caverns", "zzz", MOULT_UNKNOWN, "mapgen/caverns has no option \"zzz\" (closest: fill)"},
    {"caverns", "water=5 =3", MOULT_UNKNOWN, "mapgen/caverns has no option \"\" (closest: fill)"},
    {"caverns", "water=51", MOULT_RANGE,
     "the option water of mapgen/caverns is 0 to 50, not \"51\""},
    {"caverns", "water=", MOULT_RANGE, "the option water of mapgen/caverns is 0 to 50, not \"\""},
    {"caverns", "water=-", MOULT_RANGE, "the option water of mapgen/caverns is 0 to 50, not \"-\""},
    {"caverns", "water=1e1", MOULT_RANGE,
     "the option water of mapgen/caverns is 0 to 50, not \"1e1\""},
    {"caverns", "doors=yes", MOULT_RANGE,
     "the option doors of mapgen/caverns is on or off, not \"yes\""},
    {"caverns", "exit=99999999999", MOULT_RANGE,
     "the option exit of mapgen/caverns is 0 to 1000000000, not \"99999999999\""},
    {"caverns", "0123456789012345678901234567890123456789tail=on", MOULT_UNKNOWN,
     "mapgen/caverns has no option \"0123456789012345678901234567890123456789\" (closest: "
     "fill)"},
    {"maze", "loop=5", MOULT_UNKNOWN, "mapgen/maze has no option \"loop\" (closest: loops)"},
    {"maze", "loops=101", MOULT_RANGE, "the option loops of mapgen/maze is 0 to 100, not \"101\""},
    {"vaults", "chanse=5", MOULT_UNKNOWN,
     "mapgen/vaults has no option \"chanse\" (closest: chance)"},
    {"vaults", "chance=101", MOULT_RANGE,
     "the option chance of mapgen/vaults is 0 to 100, not \"101\""},
    {"vaults", "dors=on", MOULT_UNKNOWN, "mapgen/rooms has no option \"dors\" (closest: doors)"},
    {"vaults", "base=maze loop=5", MOULT_UNKNOWN,
     "mapgen/maze has no option \"loop\" (closest: loops)"},
    {"vaults", "base=board", MOULT_UNKNOWN,
     "the option base of mapgen/vaults is one of: " VAULTS_BASES ", not \"board\""},
    {"vaults", "base=vaults", MOULT_UNKNOWN,
     "the option base of mapgen/vaults is one of: " VAULTS_BASES ", not \"vaults\""},
    {"vaults", "base", MOULT_UNKNOWN,
     "the option base of mapgen/vaults is one of: " VAULTS_BASES ", not \"\""},
    {"vaults", "chance=100 from=1 only=dragon", MOULT_UNKNOWN,
     "the option only of mapgen/vaults: there is no vault \"dragon\""},
};

START_TEST(wrong_options_are_refused_by_name)
{
    ck_assert(stage_take(refused[_i].name));
    moult_request request = stage_ask(refused[_i].options, 64, 40, 5);
    ck_assert_int_eq(stage_make(canvas, &request, "options"), refused[_i].status);
    ck_assert_str_eq(canvas->said, refused[_i].why);
}
END_TEST

/* Rules that know doors ask every generator for them. */
START_TEST(the_words_of_rogue_are_known_everywhere)
{
    static const char *const names[] = {"rooms", "split", "caverns", "maze", "vaults"};
    for (uint32_t i = 0; i < MOULT_COUNT(names); i++) {
        moult_request request = stage_ask("doors=on retry=on", 64, 40, 12);
        request.require = STAGE_PLAYABLE;
        if (stage_take(names[i]))
            stage_make_well(names[i], &request, "words");
    }
}
END_TEST

/* -- the same level ---------------------------------------------------------------------------- */

static void ck_same_list(const void *a, uint32_t a_count, const void *b, uint32_t b_count,
                         size_t size)
{
    ck_assert_uint_eq(a_count, b_count);
    if (a_count > 0)
        ck_assert_mem_eq(a, b, a_count * size);
}

static void ck_same_level(const moult_canvas *a, const moult_canvas *b)
{
    const size_t cells = (size_t)a->stride * (size_t)a->height;
    ck_assert_mem_eq(a->tile, b->tile, cells);
    ck_assert_mem_eq(a->detail, b->detail, cells);
    ck_assert_mem_eq(a->mark, b->mark, cells);
    ck_assert_mem_eq(a->room, b->room, cells * sizeof *a->room);
    ck_same_list(a->rooms, a->room_count, b->rooms, b->room_count, sizeof *a->rooms);
    ck_same_list(a->doors, a->door_count, b->doors, b->door_count, sizeof *a->doors);
    ck_same_list(a->spots, a->spot_count, b->spots, b->spot_count, sizeof *a->spots);
    ck_same_list(a->spawns, a->spawn_count, b->spawns, b->spawn_count, sizeof *a->spawns);
}

START_TEST(a_level_doesn_t_depend_on_those_before_it)
{
    const stage_generator *one = &stage[_i];
    if (!stage_take(one->name))
        return;
    for (int32_t depth = 1; depth <= 60; depth++) {
        moult_request request = stage_ask(one->options, 64, 40, depth);
        moult_request between = stage_ask(one->options, 90, 33, 60 - depth);
        stage_make_well(one->name, &request, "twice");
        ck_assert_int_ge(stage_make(other, &between, "between"), MOULT_OK);
        ck_assert_int_ge(stage_make(other, &request, "twice"), MOULT_OK);
        ck_same_level(&canvas->own, &other->own);
        ck_assert_int_ge(stage_make(other, &request, "thrice"), MOULT_OK);
        ck_assert_mem_ne(canvas->own.tile, other->own.tile, 64 * 40);
    }
}
END_TEST

/* -- arrivals that were asked for -------------------------------------------------------------- */

START_TEST(arrivals_anywhere_stay_free)
{
    static const char *const names[] = {"caverns", "maze", "vaults", "rooms"};
    if (!stage_take(names[_i]))
        return;
    for (int32_t i = 0; i < 40 * 24; i++) {
        char seed[32];
        const moult_spot entries[] = {
            {.size = sizeof *entries, .x = i % 40, .y = i / 40, .room = -1, .target = -1},
            {.size = sizeof *entries, .x = 39 - i % 40, .y = i / 40, .room = -1, .target = -1}};
        moult_request request =
            stage_ask(_i == 2 ? ALWAYS "base=caverns" : NULL, 40, 24, 1 + i % 9);
        request.require = STAGE_PLAYABLE;
        request.entries = entries;
        request.entry_count = 2;
        snprintf(seed, sizeof seed, "arrival %d", i);
        stage_make_well(names[_i], &request, seed);
        for (uint32_t spawn = 0; spawn < canvas->own.spawn_count; spawn++)
            ck_assert(canvas->own.spawns[spawn].x != entries[0].x ||
                      canvas->own.spawns[spawn].y != entries[0].y);
        for (uint32_t entry = 0; entry < 2; entry++)
            ck_assert_uint_eq(stage_tile(entries[entry].x, entries[entry].y), MOULT_TILE_FLOOR);
        const int32_t inner =
            entries[0].x > 0 && entries[0].x < 39 && entries[0].y > 0 && entries[0].y < 23;
        ck_assert_uint_eq((canvas->open.promise & MOULT_MAP_CLOSED_BORDER) != 0, inner);
    }
    const moult_spot off = {.size = sizeof off, .x = 40, .y = 3};
    moult_request request = stage_ask(_i == 2 ? "base=maze" : NULL, 40, 24, 1);
    request.entries = &off;
    request.entry_count = 1;
    ck_assert_int_eq(stage_make(canvas, &request, "off"), MOULT_RANGE);
    ck_assert_str_eq(canvas->said, "an arrival is off the map");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generators, any level");
    TCase *tests = tcase_create("any");
    tcase_add_checked_fixture(tests, stage_open, stage_close);
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, promises_hold_on_a_thousand_levels, 0, STAGE_COUNT);
    tcase_add_loop_test(tests, caverns_and_mazes_need_no_diagonal_steps, 0, 2);
    tcase_add_loop_test(tests, what_is_too_small_is_said_to_be, 0, STAGE_COUNT);
    tcase_add_loop_test(tests, odd_sizes_are_served, 0, STAGE_COUNT);
    tcase_add_loop_test(tests, the_largest_size_takes_linear_work, 0, STAGE_COUNT);
    tcase_add_loop_test(tests, any_depth_is_served, 0, STAGE_COUNT);
    tcase_add_loop_test(tests, wrong_options_are_refused_by_name, 0, (int)MOULT_COUNT(refused));
    tcase_add_test(tests, the_words_of_rogue_are_known_everywhere);
    tcase_add_loop_test(tests, a_level_doesn_t_depend_on_those_before_it, 0, STAGE_COUNT);
    tcase_add_loop_test(tests, arrivals_anywhere_stay_free, 0, 4);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
