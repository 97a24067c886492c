/* SPDX-License-Identifier: MIT */
/* mapgen/board, as built: boards of every size are boards, their letters and exits are as frequent
 * as the rules say, and they are drawn in the order of facts/simple/rules.md, which is followed
 * here once more with a SplitMix64 that gives its published numbers. */
#include <dlfcn.h>
#include <math.h>
#include <moult/moult.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/game/generate.h"
#include "rules/simple/board.h"
#include <check.h>
#undef fail

static void *library;
static const moult_mapgen_1 *generator;
static moult__canvas *canvas;

static void open_all(void)
{
    library = dlopen(MOULT_BUILD_DIR "/plugins/mapgen-board.so", RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(library != NULL, "%s", dlerror());
    const moult_plugin *plugin = dlsym(library, "moult_plugin_1");
    ck_assert_str_eq(plugin->provides[0].slot, "mapgen/board");
    generator = plugin->provides[0].functions;
    canvas = moult__canvas_create();
}

static void close_all(void)
{
    moult__canvas_free(canvas);
    dlclose(library);
}

static moult_status make(int32_t cols, int32_t rows, const char *seed, const char *options,
                         moult__report *report)
{
    moult_request request = {
        .size = sizeof request, .width = cols, .height = rows, .options = options};
    memset(report, 0, sizeof *report);
    return moult__generate_level(canvas, generator, NULL, &request, (const uint8_t *)seed,
                                 (uint32_t)strlen(seed), report);
}

static void make_well(int32_t cols, int32_t rows, const char *seed, const char *options)
{
    moult__report report;
    ck_assert_msg(make(cols, rows, seed, options, &report) >= 0, "%s", report.text);
    ck_assert_str_eq(report.text, ""); /* at the first attempt */
}

static uint32_t detail(int32_t x, int32_t y)
{
    return canvas->own.detail[y * canvas->own.stride + x];
}

static simple_flaw read_board(simple_board *board)
{
    const moult_view view = {.size = sizeof view,
                             .width = canvas->own.width,
                             .height = canvas->own.height,
                             .stride = canvas->own.stride,
                             .tile = canvas->own.tile,
                             .detail = canvas->own.detail};
    return simple_board_view(&view, board);
}

START_TEST(every_size_is_a_board_with_a_token)
{
    simple_board board;
    for (int32_t rows = 1; rows <= 64; rows++)
        for (int32_t cols = 1; cols <= 64; cols++) {
            if (rows * cols < 2)
                continue;
            make_well(cols, rows, "sizes", NULL);
            simple_flaw flaw = read_board(&board);
            ck_assert_msg(flaw.text == NULL, "%dx%d: %s at %d,%d", cols, rows, flaw.text, flaw.x,
                          flaw.y);
            ck_assert_uint_eq(canvas->own.spot_count, 1);
            ck_assert_uint_eq(canvas->own.spots[0].kind, MOULT_SPOT_TOKEN);
        }
}
END_TEST

START_TEST(a_single_cell_is_refused)
{
    moult__report report;
    ck_assert_int_lt(make(1, 1, "one", NULL, &report), 0);
    ck_assert_ptr_nonnull(strstr(report.text, "it can't make 1x1 cells"));
}
END_TEST

START_TEST(a_board_depends_on_its_seed_alone)
{
    uint8_t first[8 * 8];
    int32_t others = 0;
    for (int32_t again = 0; again < 2; again++)
        for (uint32_t seed = 0; seed < 20; seed++) {
            char options[32];
            snprintf(options, sizeof options, "loud seed=%x,", seed);
            make_well(8, 8, again ? "one" : "another", options);
            if (seed == 0 && !again)
                memcpy(first, canvas->own.detail, 8);
            if (seed == 0 && again)
                ck_assert_mem_eq(first, canvas->own.detail, 8);
            others += seed != 0 && memcmp(first, canvas->own.detail, 8) != 0;
        }
    ck_assert_int_eq(others, 38);
}
END_TEST

/* -- the order of draws ------------------------------------------------------------------------ */

static uint64_t mix(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

START_TEST(the_tests_own_chance_is_the_published_one)
{
    static const uint64_t known[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                     UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
                                     UINT64_C(16408922859458223821)};
    uint64_t state = 1234567;
    for (uint32_t i = 0; i < MOULT_COUNT(known); i++)
        ck_assert_uint_eq(mix(&state), known[i]);
}
END_TEST

/* The high half of a number, times the bound: the few numbers that would favour some values are
 * passed over. */
static uint32_t draw(uint64_t *state, uint32_t bound)
{
    for (;;) {
        uint64_t high = mix(state) >> 32;
        if ((uint32_t)(high * bound) >= (UINT64_C(1) << 32) % bound)
            return (uint32_t)(high * bound >> 32);
    }
}

START_TEST(letters_then_exits_then_the_token_are_drawn)
{
    for (uint64_t seed = 1; seed < 3000; seed++) {
        int32_t cols = 2 + (int32_t)(seed % 7), rows = 2 + (int32_t)(seed / 7 % 7);
        uint64_t state = seed * UINT64_C(0x123456789abcdef);
        char options[32];
        uint32_t expected[64] = {0};
        snprintf(options, sizeof options, "seed=%016llx", (unsigned long long)state);
        make_well(cols, rows, "", options);
        for (int32_t i = 0; i < cols * rows; i++)
            expected[i] = draw(&state, 2) == 0 ? 0 : 1;
        for (int32_t i = 0; i < cols * rows; i++) {
            int32_t there[] = {i >= cols, i<cols *(rows - 1), i % cols> 0, i % cols < cols - 1};
            while (expected[i] >> 4 == 0)
                for (uint32_t way = 0; way < 4; way++)
                    if (there[way] && draw(&state, 3) < 2)
                        expected[i] |= 16u << way;
        }
        int32_t token = (int32_t)draw(&state, (uint32_t)(cols * rows));
        for (int32_t i = 0; i < cols * rows; i++)
            ck_assert_uint_eq(detail(i % cols, i / cols), expected[i]);
        ck_assert_int_eq(canvas->own.spots[0].x, token % cols);
        ck_assert_int_eq(canvas->own.spots[0].y, token / cols);
    }
}
END_TEST

/* -- how often --------------------------------------------------------------------------------- */

/* Within five standard deviations of what is expected. */
static void about(const char *what, uint32_t hits, uint32_t of, double chance)
{
    double expected = of * chance, deviation = sqrt(of * chance * (1 - chance));
    ck_assert_msg(fabs(hits - expected) < 5 * deviation, "%s: %u of %u, not about %.0f", what, hits,
                  of, expected);
}

/* Of cells with n neighbours each is an exit with 2/3 / (1 - 1/3^n), as none is none. */
START_TEST(letters_are_fair_and_exits_are_two_of_three)
{
    uint32_t letters = 0, cells = 0, token[36] = {0};
    uint32_t exits[5] = {0}, ways[5] = {0};
    for (uint32_t number = 0; number < 4000; number++) {
        char seed[16];
        snprintf(seed, sizeof seed, "n%u", number);
        make_well(6, 6, seed, NULL);
        token[canvas->own.spots[0].y * 6 + canvas->own.spots[0].x]++;
        for (int32_t y = 0; y < 6; y++)
            for (int32_t x = 0; x < 6; x++, cells++) {
                uint32_t count = (uint32_t)__builtin_popcount(simple_ways(6, 6, x, y));
                letters += (detail(x, y) & 15) == 0;
                exits[count] += (uint32_t)__builtin_popcount(detail(x, y) >> 4);
                ways[count] += count;
            }
    }
    about("letters", letters, cells, 0.5);
    about("exits of 2", exits[2], ways[2], 2.0 / 3 / (1 - 1.0 / 9));
    about("exits of 3", exits[3], ways[3], 2.0 / 3 / (1 - 1.0 / 27));
    about("exits of 4", exits[4], ways[4], 2.0 / 3 / (1 - 1.0 / 81));
    for (uint32_t i = 0; i < MOULT_COUNT(token); i++)
        about("tokens on a cell", token[i], 4000, 1.0 / 36);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mapgen/board");
    TCase *group = tcase_create("all");
    tcase_add_unchecked_fixture(group, open_all, close_all);
    tcase_set_timeout(group, 100);
    tcase_add_test(group, every_size_is_a_board_with_a_token);
    tcase_add_test(group, a_single_cell_is_refused);
    tcase_add_test(group, a_board_depends_on_its_seed_alone);
    tcase_add_test(group, the_tests_own_chance_is_the_published_one);
    tcase_add_test(group, letters_then_exits_then_the_token_are_drawn);
    tcase_add_test(group, letters_are_fair_and_exits_are_two_of_three);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
