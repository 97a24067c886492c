/* SPDX-License-Identifier: MIT */
/* ai/solver, as built: the 220 boards of facts/simple/boards.tsv, both values and both sets of
 * moves; larger boards and longer games against a plain table of values; thousands of games that a
 * winning side plays against chance; and what is drawn. The host is ours: it hands out the row of
 * the rules, and knows what was drawn. */
#include <dlfcn.h>
#include <inttypes.h>
#include <moult/moult.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/game/generate.h"
#include "rules/simple/board.h"
#include "rules/simple/simple.h"
#include <check.h>
#undef fail

#define CELLS (SIMPLE_SIDE_MOST * SIMPLE_SIDE_MOST)
#define TABLE 9u

typedef struct stage {
    simple_game game;
    uint8_t tile[CELLS], detail[CELLS];
    int32_t rows, cols, x, y;
    uint32_t draws, bound, stream, forced; /* of the last decision; forced UINT32_MAX: by chance */
    uint32_t chance;
    char refused[160];
} stage;

static stage scene;
static void *library, *maps;
static const moult_ai_1 *ai;
static const moult_mapgen_1 *mapgen;
static moult__canvas *canvas;

/* -- the host ---------------------------------------------------------------------------------- */

static uint32_t by_chance(uint32_t bound)
{
    moult_xorshift source = {scene.chance};
    uint32_t drawn = moult_xorshift_next(&source);
    scene.chance = source.state;
    return (uint32_t)((uint64_t)drawn * bound >> 32);
}

static const void *read_row(const moult_world *w, moult_table table, moult_id id)
{
    (void)w;
    ck_assert_uint_eq(table, TABLE);
    ck_assert_uint_eq(id, 0);
    return &scene.game;
}

static uint32_t draw(moult_world *w, uint32_t stream, uint32_t bound)
{
    (void)w;
    scene.draws++;
    scene.bound = bound;
    scene.stream = stream;
    if (scene.forced == UINT32_MAX)
        return by_chance(bound);
    ck_assert_uint_lt(scene.forced, bound);
    return scene.forced;
}

static moult_status refuse(moult_world *w, moult_status status, const char *text)
{
    (void)w;
    snprintf(scene.refused, sizeof scene.refused, "%s", text);
    return status;
}

static const moult_host host = {
    .size = sizeof(moult_host), .refuse = refuse, .read = read_row, .random = draw};

static const moult_plugin *open_plugin(const char *file, void **handle)
{
    char path[256];
    snprintf(path, sizeof path, MOULT_BUILD_DIR "/plugins/%s", file);
    *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(*handle != NULL, "%s", dlerror());
    const moult_plugin *plugin = dlsym(*handle, "moult_plugin_1");
    ck_assert_ptr_nonnull(plugin);
    return plugin;
}

static void open_all(void)
{
    const moult_plugin *plugin = open_plugin("ai-solver.so", &library);
    *plugin->host = &host;
    ck_assert_uint_eq(plugin->table_count, 1);
    ck_assert_str_eq(plugin->tables[0].schema->name, "simple.game");
    *plugin->tables[0].bind = TABLE;
    ai = plugin->provides[0].functions;
    mapgen = open_plugin("mapgen-board.so", &maps)->provides[0].functions;
    canvas = moult__canvas_create();
    ck_assert_ptr_nonnull(canvas);
}

static void close_all(void)
{
    moult__canvas_free(canvas);
    dlclose(library);
    dlclose(maps);
}

static void clear(void)
{
    memset(&scene, 0, sizeof scene);
    scene.forced = UINT32_MAX;
    scene.chance = 12345;
}

/* -- a stage ----------------------------------------------------------------------------------- */

static void set_cell(int32_t cell, char letter, uint32_t exits)
{
    scene.tile[cell] = MOULT_TILE_LETTER;
    scene.detail[cell] = (uint8_t)((letter == 'A' ? 0u : 1u) | exits << 4);
}

static moult_status ask(int32_t plies_left, moult_action *action)
{
    moult_view view = {.size = sizeof view,
                       .width = scene.cols,
                       .height = scene.rows,
                       .stride = scene.cols,
                       .tile = scene.tile,
                       .detail = scene.detail};
    moult_senses senses = {.size = sizeof senses, .x = scene.x, .y = scene.y, .view = &view};
    *action = (moult_action){.size = sizeof *action};
    scene.game.plies_left = plies_left;
    scene.draws = scene.bound = 0;
    return ai->decide((moult_world *)(void *)&scene, &senses, NULL, action);
}

/* The number of the cell that it moves to. */
static int32_t decided(int32_t plies_left)
{
    moult_action action;
    ck_assert_int_eq(ask(plies_left, &action), MOULT_OK);
    ck_assert_uint_eq(action.verb, MOULT_VERB_MOVE);
    return action.y * scene.cols + action.x;
}

/* All that it may move to, in the order of the numbers drawn, as "3,5"; and that it draws once when
 * there is a choice, else never. */
static void all_decided(int32_t plies_left, char *out, size_t room)
{
    uint32_t count = 1;
    size_t used = 0;
    for (uint32_t i = 0; i < count; i++) {
        scene.forced = i;
        int32_t cell = decided(plies_left);
        ck_assert_uint_le(scene.draws, 1);
        ck_assert_uint_eq(scene.stream, MOULT_STREAM_PLAY);
        if (scene.draws == 1) {
            ck_assert_uint_gt(scene.bound, 1);
            ck_assert(i == 0 || scene.bound == count);
            count = scene.bound;
        }
        used += (size_t)snprintf(out + used, room - used, "%s%d", i ? "," : "", cell);
    }
    scene.forced = UINT32_MAX;
}

static uint32_t exits_of(int32_t cell)
{
    return (uint32_t)scene.detail[cell] >> 4;
}

/* Where way 0 to 3 leads: up, down, left, right; -1: it is no exit. */
static int32_t exit_cell(int32_t cell, uint32_t way)
{
    const int32_t step[] = {-scene.cols, scene.cols, -1, 1};
    return exits_of(cell) >> way & 1 ? cell + step[way] : -1;
}

static void all_exits(char *out, size_t room)
{
    size_t used = 0;
    int32_t cell = scene.y * scene.cols + scene.x;
    for (uint32_t way = 0; way < 4; way++)
        if (exit_cell(cell, way) >= 0)
            used += (size_t)snprintf(out + used, room - used, "%s%d", used ? "," : "",
                                     exit_cell(cell, way));
}

/* -- the facts --------------------------------------------------------------------------------- */

typedef struct fact {
    int32_t rows, cols, turns, cell;
    char letters[CELLS + 1], exits[CELLS + 1], moves[2][64];
    int32_t wins[2];
} fact;

static int32_t read_fact(FILE *file, fact *f)
{
    return fscanf(file,
                  "%" SCNd32 "%" SCNd32 "%" SCNd32 "%" SCNd32 "%4096s%4096s%" SCNd32 "%63s%" SCNd32
                  "%63s",
                  &f->rows, &f->cols, &f->turns, &f->cell, f->letters, f->exits, &f->wins[0],
                  f->moves[0], &f->wins[1], f->moves[1]) == 10;
}

static void set_fact(const fact *f)
{
    clear();
    scene.rows = f->rows;
    scene.cols = f->cols;
    scene.x = f->cell % f->cols;
    scene.y = f->cell / f->cols;
    for (int32_t i = 0; i < f->rows * f->cols; i++) {
        const char digit[2] = {f->exits[i], 0};
        set_cell(i, f->letters[i], (uint32_t)strtoul(digit, NULL, 16));
    }
}

START_TEST(all_boards_of_the_facts)
{
    static fact f;
    char heading[256], got[64], exits[64];
    FILE *file = fopen(MOULT_SOURCE_DIR "/tests/facts/simple/boards.tsv", "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(heading, sizeof heading, file));
    uint32_t boards = 0, values = 0;
    for (; read_fact(file, &f); boards++) {
        set_fact(&f);
        simple_board board;
        ck_assert_ptr_null(simple_board_text(&board, f.cols, f.rows, f.letters, f.exits).text);
        all_exits(exits, sizeof exits);
        for (int32_t second = 0; second < 2; second++, values++) {
            int32_t plies = 2 * f.turns - second;
            const char *expected = f.wins[second] ? f.moves[second] : exits;
            all_decided(plies, got, sizeof got);
            ck_assert_msg(strcmp(got, expected) == 0, "board %u, %d: %s instead of %s", boards + 1,
                          second, got, expected);
            simple_layer won;
            simple_solve(&board, plies, &won);
            ck_assert_int_eq(simple_has(&won, scene.x, scene.y), f.wins[second] != second);
        }
    }
    fclose(file);
    ck_assert_uint_eq(boards, 220);
    ck_assert_uint_eq(values, 440);
}
END_TEST

/* -- boards of chance -------------------------------------------------------------------------- */

static void make_board(int32_t cols, int32_t rows, uint32_t number)
{
    char name[32];
    uint32_t chance = scene.chance;
    int32_t length = snprintf(name, sizeof name, "board %u", number);
    moult_request request = {.size = sizeof request, .width = cols, .height = rows};
    moult__report report = {0};
    ck_assert_int_ge(moult__generate_level(canvas, mapgen, NULL, &request, (const uint8_t *)name,
                                           (uint32_t)length, &report),
                     0);
    clear();
    scene.chance = chance;
    scene.cols = cols;
    scene.rows = rows;
    for (int32_t i = 0; i < cols * rows; i++) {
        int32_t at = i / cols * canvas->own.stride + i % cols;
        scene.tile[i] = canvas->own.tile[at];
        scene.detail[i] = canvas->own.detail[at];
    }
    ck_assert_uint_eq(canvas->own.spot_count, 1);
    scene.x = canvas->own.spots[0].x;
    scene.y = canvas->own.spots[0].y;
}

/* The same question in the plainest way: a table of who wins, a ply a pass, a cell a step. */
static void plain_values(int32_t plies, uint8_t *first_wins)
{
    static uint8_t later[CELLS];
    int32_t count = scene.cols * scene.rows;
    for (int32_t i = 0; i < count; i++)
        first_wins[i] = (scene.detail[i] & 15) == 0;
    for (int32_t ply = 1; ply <= plies; ply++) {
        uint8_t mover_is_first = ply % 2 == 0;
        memcpy(later, first_wins, (size_t)count);
        for (int32_t i = 0; i < count; i++) {
            uint8_t found = 0;
            for (uint32_t way = 0; way < 4; way++)
                found |= exit_cell(i, way) >= 0 && later[exit_cell(i, way)] == mover_is_first;
            first_wins[i] = found ? mover_is_first : !mover_is_first;
        }
    }
}

START_TEST(any_size_and_any_length_agree_with_a_plain_table)
{
    static const struct {
        int32_t cols, rows, plies;
    } cases[] = {{2, 1, 1},   {1, 2, 2},    {3, 3, 2},    {8, 8, 400},   {8, 8, 399}, {64, 1, 60},
                 {1, 64, 61}, {63, 64, 40}, {64, 64, 41}, {64, 64, 400}, {5, 8, 12},  {17, 4, 7}};
    static uint8_t expected[CELLS];
    clear();
    for (uint32_t c = 0; c < MOULT_COUNT(cases); c++)
        for (uint32_t number = 0; number < 20; number++) {
            simple_board board;
            simple_layer won;
            make_board(cases[c].cols, cases[c].rows, number);
            moult_view view = {.width = scene.cols,
                               .height = scene.rows,
                               .stride = scene.cols,
                               .tile = scene.tile,
                               .detail = scene.detail};
            ck_assert_ptr_null(simple_board_view(&view, &board).text);
            plain_values(cases[c].plies, expected);
            simple_solve(&board, cases[c].plies, &won);
            for (int32_t i = 0; i < scene.cols * scene.rows; i++)
                if (simple_has(&won, i % scene.cols, i / scene.cols) != expected[i])
                    ck_abort_msg("%dx%d, %d plies, board %u: cell %d", scene.cols, scene.rows,
                                 cases[c].plies, number, i);
        }
}
END_TEST

/* -- games ------------------------------------------------------------------------------------- */

static void go_to(int32_t cell)
{
    scene.x = cell % scene.cols;
    scene.y = cell / scene.cols;
}

static int32_t chance_exit(void)
{
    for (;;) {
        int32_t cell = exit_cell(scene.y * scene.cols + scene.x, by_chance(4));
        if (cell >= 0)
            return cell;
    }
}

/* The side that wins plays by the archetype, the other by chance; answers whether it has won. */
static int32_t winner_wins(int32_t turns, int32_t first_wins)
{
    for (int32_t plies = 2 * turns; plies > 0; plies--) {
        int32_t first_moves = plies % 2 == 0;
        go_to(first_moves == first_wins ? decided(plies) : chance_exit());
    }
    return ((scene.detail[scene.y * scene.cols + scene.x] & 15) == 0) == first_wins;
}

START_TEST(a_won_position_is_never_lost)
{
    static uint8_t expected[CELLS];
    uint32_t wins[2] = {0, 0};
    clear();
    for (uint32_t number = 0; number < 10000; number++) {
        int32_t cols = 2 + (int32_t)(number % 7), rows = 2 + (int32_t)(number / 7 % 7);
        int32_t turns = 1 + (int32_t)(number % 13);
        make_board(cols, rows, number);
        plain_values(2 * turns, expected);
        int32_t first_wins = expected[scene.y * scene.cols + scene.x];
        wins[first_wins]++;
        if (!winner_wins(turns, first_wins))
            ck_abort_msg("board %u, %dx%d, %d turns", number, cols, rows, turns);
    }
    ck_assert_uint_gt(wins[0], 1000); /* both sides were played */
    ck_assert_uint_gt(wins[1], 1000);
}
END_TEST

START_TEST(two_hundred_turns_on_the_largest_board)
{
    static uint8_t expected[CELLS];
    clear();
    for (uint32_t number = 0; number < 50; number++) {
        make_board(8, 8, number);
        plain_values(400, expected);
        ck_assert(winner_wins(200, expected[scene.y * scene.cols + scene.x]));
    }
}
END_TEST

/* Over many draws each of the moves that keep the win comes about as often. */
START_TEST(equal_moves_are_taken_equally_often)
{
    uint32_t taken[9] = {0};
    clear();
    scene.rows = scene.cols = 3;
    for (int32_t i = 0; i < 9; i++)
        set_cell(i, 'A',
                 15u & ~(i < 3 ? 1u : 0u) & ~(i > 5 ? 2u : 0u) & ~(i % 3 == 0 ? 4u : 0u) &
                     ~(i % 3 == 2 ? 8u : 0u));
    scene.x = scene.y = 1;
    for (uint32_t i = 0; i < 8000; i++) {
        taken[decided(2)]++;
        ck_assert_uint_eq(scene.draws, 1);
        ck_assert_uint_eq(scene.bound, 4);
    }
    for (int32_t i = 1; i < 9; i += 2) /* the neighbours: within 5 standard deviations of 2,000 */
        ck_assert(taken[i] > 1800 && taken[i] < 2200);
}
END_TEST

/* -- what isn't a game ------------------------------------------------------------------------- */

START_TEST(without_plies_it_waits)
{
    moult_action action;
    clear();
    make_board(3, 3, 1);
    for (int32_t plies = 0; plies > -3; plies--) {
        ck_assert_int_eq(ask(plies, &action), MOULT_OK);
        ck_assert_uint_eq(action.verb, MOULT_VERB_WAIT);
        ck_assert_uint_eq(scene.draws, 0);
    }
}
END_TEST

START_TEST(more_plies_than_any_game_has_are_refused)
{
    moult_action action;
    clear();
    make_board(3, 3, 1);
    ck_assert_int_eq(ask(INT32_MAX, &action), MOULT_RANGE);
    ck_assert_int_eq(ask(2 * SIMPLE_STAGE_MOST, &action), MOULT_OK);
}
END_TEST

static const struct {
    int32_t cell;
    uint32_t tile, detail;
    const char *why;
} broken[] = {
    {4, MOULT_TILE_LETTER, 0x01, "a cell without an exit"},
    {4, MOULT_TILE_FLOOR, 0x10, "a cell without a letter"},
    {4, MOULT_TILE_LETTER, 0x12, "a cell without a letter"},
    {0, MOULT_TILE_LETTER, 0x10, "an exit that leads off the board"},
    {8, MOULT_TILE_LETTER, 0x81, "an exit that leads off the board"},
};

START_TEST(what_is_no_board_is_refused)
{
    moult_action action;
    clear();
    make_board(3, 3, 1);
    scene.tile[broken[_i].cell] = (uint8_t)broken[_i].tile;
    scene.detail[broken[_i].cell] = (uint8_t)broken[_i].detail;
    ck_assert_int_lt(ask(2, &action), 0);
    ck_assert_str_eq(scene.refused, broken[_i].why);
    ck_assert_uint_eq(scene.draws, 0);
}
END_TEST

START_TEST(a_token_off_the_board_is_refused)
{
    static const int32_t places[][2] = {{-1, 0}, {0, -1}, {3, 0}, {0, 3}, {INT32_MAX, INT32_MIN}};
    moult_action action;
    clear();
    make_board(3, 3, 1);
    for (uint32_t i = 0; i < MOULT_COUNT(places); i++) {
        scene.x = places[i][0];
        scene.y = places[i][1];
        ck_assert_int_eq(ask(2, &action), MOULT_RANGE);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ai/solver");
    TCase *group = tcase_create("all");
    tcase_add_unchecked_fixture(group, open_all, close_all);
    tcase_set_timeout(group, 100);
    tcase_add_test(group, all_boards_of_the_facts);
    tcase_add_test(group, any_size_and_any_length_agree_with_a_plain_table);
    tcase_add_test(group, a_won_position_is_never_lost);
    tcase_add_test(group, two_hundred_turns_on_the_largest_board);
    tcase_add_test(group, equal_moves_are_taken_equally_often);
    tcase_add_test(group, without_plies_it_waits);
    tcase_add_test(group, more_plies_than_any_game_has_are_refused);
    tcase_add_loop_test(group, what_is_no_board_is_refused, 0, MOULT_COUNT(broken));
    tcase_add_test(group, a_token_off_the_board_is_refused);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
