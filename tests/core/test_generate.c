/* SPDX-License-Identifier: MIT */
/* The attempts at a level: who is asked how often, with which seeds, and what is told.
 *
 * A generator here follows a script, a letter an attempt:
 *   g good   r refuses   o refuses in its own words   n breaks its promise
 *   w writes into a guard row   f overwrites a field
 *   s spends until it may no longer   i goes on after that, as if nothing had been */
#include "core/game/generate.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 20
#define HEIGHT 10

/* What a scripted generator does and has seen. */
typedef struct script {
    const char *letters;
    uint32_t asked, blank; /* attempts; those that began on a blank canvas */
    uint32_t attempt[16];
    uint8_t seed[16][32];
} script;

static script first, second;
static moult__canvas *canvas;
static moult__report report;

static moult_status behave(script *s, const moult_request *request, moult_canvas *open)
{
    moult_spot entry = {.size = sizeof entry, .x = 2, .y = 2, .room = -1, .target = -1};
    char letter = s->letters[s->asked];
    s->attempt[s->asked] = request->attempt;
    memcpy(s->seed[s->asked++], request->seed, 32);
    s->blank += open->tile[2 * open->stride + 2] == MOULT_TILE_STONE && open->spot_count == 0;
    moult_canvas_put(open, 2, 2, MOULT_TILE_FLOOR);
    open->mark[0] = request->seed[0];
    open->add_spot(open, &entry);
    open->promise = MOULT_MAP_CONNECTED | MOULT_MAP_ENTRY_FREE;
    if (letter == 'r')
        return MOULT_FORMAT;
    if (letter == 'o')
        return moult_canvas_refuse(open, MOULT_UNKNOWN, "there is no option \"dors\"");
    if (letter == 'n')
        moult_canvas_put(open, 7, 5, MOULT_TILE_FLOOR);
    if (letter == 'w')
        open->mark[HEIGHT * open->stride + 3] = 0;
    if (letter == 'f')
        open->height = 500;
    if (letter == 's')
        for (moult_status status = 0;;)
            if ((status = open->spend(open, 1)) < 0)
                return status;
    if (letter == 'i')
        while (open->spend(open, 1000) >= 0)
            continue;
    return MOULT_OK;
}

static moult_status generate_first(const moult_request *request, moult_canvas *open)
{
    return behave(&first, request, open);
}

static moult_status generate_second(const moult_request *request, moult_canvas *open)
{
    return behave(&second, request, open);
}

static const moult_mapgen_1 generator = {.size = sizeof generator, .generate = generate_first};
static const moult_mapgen_1 fallback = {.size = sizeof fallback, .generate = generate_second};

static void create(void)
{
    memset(&first, 0, sizeof first);
    memset(&second, 0, sizeof second);
    memset(&report, 0, sizeof report);
    canvas = moult__canvas_create();
    ck_assert_ptr_nonnull(canvas);
}

static void destroy(void)
{
    moult__canvas_free(canvas);
}

static moult_request request_of(int32_t depth)
{
    moult_request request = {
        .size = sizeof request, .width = WIDTH, .height = HEIGHT, .depth = depth};
    return request;
}

static moult_status generate(const moult_mapgen_1 *other, const char *text, int32_t depth)
{
    moult_request request = request_of(depth);
    return moult__generate_level(canvas, &generator, other, &request, (const uint8_t *)text,
                                 (uint32_t)strlen(text), &report);
}

#define NOT_CONNECTED "not connected: 1 of 2 cells can't be reached from (2,2), the first is (7,5)"
#define WROTE "it wrote beyond a plane, or into its canvas's fields"
#define REFUSED "it answered -9, not in the expected form"
#define IN_WORDS "there is no option \"dors\""
#define SPENT "it used up its budget of 1051200 steps"
#define ALL "mapgen level: depth 3: all 8 attempts refused"
#define THEN(count) "warn   mapgen level: depth 3: " count " attempts refused, then one taken: "

/* Without a fallback where its letters are NULL. */
static const struct {
    const char *first, *second;
    moult_status status;
    uint32_t asked_first, asked_second;
    const char *text;
} cases[] = {
    {"g", "g", MOULT_OK, 1, 0, ""},
    {"rg", "g", MOULT_OK, 2, 0, THEN("1") REFUSED},
    {"rog", NULL, MOULT_OK, 3, 0, THEN("2") IN_WORDS},
    {"orrg", NULL, MOULT_OK, 4, 0, THEN("3") REFUSED},
    {"nng", NULL, MOULT_OK, 3, 0, THEN("2") NOT_CONNECTED},
    {"rrwg", NULL, MOULT_OK, 4, 0, THEN("3") WROTE},
    {"fg", NULL, MOULT_OK, 2, 0, THEN("1") WROTE},
    {"sg", NULL, MOULT_OK, 2, 0, THEN("1") SPENT},
    {"ig", NULL, MOULT_OK, 2, 0, THEN("1") SPENT},
    {"rrrrrrrg", NULL, MOULT_OK, 8, 0, THEN("7") REFUSED},
    {"rrrrrrrn", "g", MOULT_OK, 8, 1,
     "warn   " ALL ", so the fallback generator made it (its attempt 0): " NOT_CONNECTED},
    {"ssssssss", "rrg", MOULT_OK, 8, 3,
     "warn   " ALL ", so the fallback generator made it (its attempt 2): " SPENT},
    {"wwwwwwww", NULL, MOULT_REFUSED, 8, 0,
     "error  " ALL ", and there is no other generator to fall back to: " WROTE
     ". Try --use mapgen=NAME"},
    {"nnnnnnnn", "rrrrrrrr", MOULT_REFUSED, 8, 8,
     "error  " ALL ": " NOT_CONNECTED "; the fallback generator's too: " REFUSED
     ". Try --use mapgen=NAME"},
};

START_TEST(attempts_are_made_until_one_is_good)
{
    first.letters = cases[_i].first;
    second.letters = cases[_i].second;
    const moult_mapgen_1 *other = cases[_i].second != NULL ? &fallback : NULL;
    ck_assert_int_eq(generate(other, "moult", 3), cases[_i].status);
    ck_assert_str_eq(report.text, cases[_i].text);
    ck_assert_int_eq(report.status, cases[_i].status);
    ck_assert_uint_eq(first.asked, cases[_i].asked_first);
    ck_assert_uint_eq(second.asked, cases[_i].asked_second);
    ck_assert_uint_eq(first.blank, first.asked);
    ck_assert_uint_eq(second.blank, second.asked);
    for (uint32_t i = 0; i < first.asked; i++)
        ck_assert_uint_eq(first.attempt[i], i);
    for (uint32_t i = 0; i < second.asked; i++)
        ck_assert_uint_eq(second.attempt[i], i);
}
END_TEST

START_TEST(generator_is_not_its_own_fallback)
{
    first.letters = "rrrrrrrrrrrrrrrr";
    ck_assert_int_eq(generate(&generator, "moult", 3), MOULT_REFUSED);
    ck_assert_uint_eq(first.asked, 8);
}
END_TEST

START_TEST(accepted_level_is_on_the_canvas)
{
    first.letters = "wnsrg";
    moult_request request = request_of(4);
    ck_assert_int_eq(moult__generate_level(canvas, &generator, NULL, &request,
                                           (const uint8_t *)"moult", 5, NULL),
                     MOULT_OK);
    ck_assert_int_eq(moult__canvas_intact(canvas), 1);
    ck_assert_uint_eq(canvas->own.tile[2 * WIDTH + 2], MOULT_TILE_FLOOR);
    ck_assert_uint_eq(canvas->own.tile[5 * WIDTH + 7], MOULT_TILE_STONE);
    ck_assert_uint_eq(canvas->own.spot_count, 1);
    ck_assert_uint_eq(request.attempt, 4);
    ck_assert_mem_eq(request.seed, first.seed[4], 32);
    ck_assert_uint_eq(request.seed_text_size, 5);
    ck_assert_mem_eq(request.seed_text, "moult", 5);
}
END_TEST

START_TEST(requirements_are_verified_too)
{
    first.letters = "gggggggg";
    moult_request request = request_of(3);
    request.require = MOULT_MAP_WAY_DOWN;
    ck_assert_int_eq(moult__generate_level(canvas, &generator, NULL, &request, NULL, 0, &report),
                     MOULT_REFUSED);
    ck_assert_str_eq(report.text, "error  " ALL ", and there is no other generator to fall back "
                                  "to: no way down: no spot is stairs down or an exit. Try --use "
                                  "mapgen=NAME");
}
END_TEST

/* By hand: XXH3-128 of "moult" 03000000 00000000 and of 01000000 07000000, seeds 0 and 1. */
START_TEST(seeds_are_the_frozen_ones)
{
    static const uint8_t moult_3_0[32] = {0x38, 0xf7, 0xa1, 0x36, 0x79, 0x7d, 0x04, 0x53,
                                          0xac, 0x1c, 0x4d, 0xc9, 0xf2, 0x9f, 0x9e, 0xee,
                                          0x65, 0xcf, 0x63, 0xfe, 0xee, 0x45, 0x62, 0x13,
                                          0xaf, 0x0e, 0xb1, 0x5c, 0x42, 0xc0, 0xf8, 0x5b};
    static const uint8_t empty_1_7[32] = {0x83, 0x2e, 0x6e, 0xbe, 0xea, 0x38, 0xb7, 0x45,
                                          0x86, 0x07, 0x8b, 0x65, 0x09, 0x1c, 0xcf, 0xa6,
                                          0xdc, 0xde, 0xac, 0x1e, 0x2e, 0x9c, 0xd0, 0xe2,
                                          0xda, 0x12, 0x8d, 0x2d, 0x5e, 0x07, 0xc7, 0xc1};
    uint8_t seed[32];
    moult__generate_seed(seed, (const uint8_t *)"moult", 5, 3, 0);
    ck_assert_mem_eq(seed, moult_3_0, 32);
    moult__generate_seed(seed, NULL, 0, 1, 7);
    ck_assert_mem_eq(seed, empty_1_7, 32);
    first.letters = "g";
    ck_assert_int_eq(generate(NULL, "moult", 3), MOULT_OK);
    ck_assert_mem_eq(first.seed[0], moult_3_0, 32);
}
END_TEST

START_TEST(each_text_depth_and_attempt_has_its_seed)
{
    static const struct {
        const char *text;
        uint32_t size;
        int32_t depth;
        uint32_t attempt;
    } names[] = {
        {"", 0, 1, 0},  {"", 0, 2, 0},    {"", 0, 1, 1},          {"", 0, -1, 0},
        {"a", 1, 1, 0}, {"a\0", 2, 1, 0}, {"a\1\0\0\0", 5, 0, 0},
    };
    uint8_t seeds[MOULT_COUNT(names)][32];
    for (uint32_t i = 0; i < MOULT_COUNT(names); i++) {
        moult__generate_seed(seeds[i], (const uint8_t *)names[i].text, names[i].size,
                             names[i].depth, names[i].attempt);
        for (uint32_t other = 0; other < i; other++)
            ck_assert_mem_ne(seeds[i], seeds[other], 32);
    }
}
END_TEST

/* The mark plane's first cell comes from the seed. */
START_TEST(levels_do_not_depend_on_the_order_of_visits)
{
    static const int32_t orders[][4] = {{1, 2, 3, 4}, {4, 2, 1, 3}};
    uint8_t seeds[2][5][32];
    for (uint32_t order = 0; order < 2; order++) {
        for (uint32_t i = 0; i < 4; i++) {
            int32_t depth = orders[order][i];
            memset(&first, 0, sizeof first);
            first.letters = depth == 2 ? "rg" : "g";
            ck_assert_int_eq(generate(NULL, "any", depth), MOULT_OK);
            memcpy(seeds[order][depth], first.seed[first.asked - 1], 32);
            ck_assert_uint_eq(canvas->own.mark[0], seeds[order][depth][0]);
        }
    }
    for (uint32_t depth = 1; depth <= 4; depth++)
        ck_assert_mem_eq(seeds[0][depth], seeds[1][depth], 32);
}
END_TEST

START_TEST(longest_seed_text_is_taken)
{
    static uint8_t text[MOULT_SEED_MAX + 1];
    moult_request request = request_of(1);
    first.letters = "g";
    ck_assert_int_eq(
        moult__generate_level(canvas, &generator, NULL, &request, text, MOULT_SEED_MAX, &report),
        MOULT_OK);
    ck_assert_int_eq(moult__generate_level(canvas, &generator, NULL, &request, text,
                                           MOULT_SEED_MAX + 1, &report),
                     MOULT_RANGE);
    ck_assert_str_eq(report.text, "error  mapgen level: a seed of 4097 bytes: it has at most 4096");
    ck_assert_uint_eq(first.asked, 1);
}
END_TEST

START_TEST(sizes_out_of_range_are_refused)
{
    static const struct {
        int32_t width, height;
        const char *text;
    } sizes[] = {
        {0, 5, "error  mapgen level: 0x5 cells: a side has 1 to 4096"},
        {5, 4097, "error  mapgen level: 5x4097 cells: a side has 1 to 4096"},
        {-7, 5, "error  mapgen level: -7x5 cells: a side has 1 to 4096"},
    };
    moult_request request = request_of(1);
    request.width = sizes[_i].width;
    request.height = sizes[_i].height;
    ck_assert_int_eq(moult__generate_level(canvas, &generator, NULL, &request, NULL, 0, &report),
                     MOULT_RANGE);
    ck_assert_str_eq(report.text, sizes[_i].text);
    ck_assert_uint_eq(first.asked, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generate");
    TCase *tests = tcase_create("generate");
    tcase_add_checked_fixture(tests, create, destroy);
    tcase_add_loop_test(tests, attempts_are_made_until_one_is_good, 0, (int)MOULT_COUNT(cases));
    tcase_add_test(tests, generator_is_not_its_own_fallback);
    tcase_add_test(tests, accepted_level_is_on_the_canvas);
    tcase_add_test(tests, requirements_are_verified_too);
    tcase_add_test(tests, seeds_are_the_frozen_ones);
    tcase_add_test(tests, each_text_depth_and_attempt_has_its_seed);
    tcase_add_test(tests, levels_do_not_depend_on_the_order_of_visits);
    tcase_add_test(tests, longest_seed_text_is_taken);
    tcase_add_loop_test(tests, sizes_out_of_range_are_refused, 0, 3);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
