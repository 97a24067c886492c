/* SPDX-License-Identifier: MIT */
/* ai/solver: plays `simple` without a flaw.
 * It looks at the board of the level and at the plies left, which say who is to move, and takes any
 * of the exits that keep the mover's win; without one, any exit. What is one of several is drawn
 * from the play stream, once; what is the only one isn't drawn. A position that was won stays won.
 * The analysis is in rules/simple/analysis.h. */
#include <moult/moult.h>
#include "rules/simple/board.h"
#include "rules/simple/simple.h"

static uint32_t count_ways(uint32_t ways)
{
    uint32_t count = 0;
    for (; ways != 0; ways &= ways - 1)
        count++;
    return count;
}

/* The number-th way of a set, in the order up, down, left, right. */
static uint32_t nth_way(uint32_t ways, uint32_t number)
{
    for (; number > 0; number--)
        ways &= ways - 1;
    return ways & ~(ways - 1);
}

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    simple_board board;
    const simple_game *game = simple_game_read(w, 0);
    (void)memory;
    if (game == NULL || game->plies_left < 1)
        return MOULT_OK; /* nothing to be moved: a wait */
    if (game->plies_left > 2 * SIMPLE_STAGE_MOST)
        return moult_fail(w, MOULT_RANGE, "more moves are left than any stage has");
    simple_flaw flaw = simple_board_view(senses->view, &board);
    if (flaw.text != NULL)
        return moult_fail(w, MOULT_REFUSED, flaw.text);
    if (senses->x < 0 || senses->y < 0 || senses->x >= board.cols || senses->y >= board.rows)
        return moult_fail(w, MOULT_RANGE, "the token isn't on the board");

    simple_answer answer = simple_moves(&board, game->plies_left, senses->x, senses->y);
    uint32_t ways = answer.winning != 0 ? answer.winning : answer.exits;
    uint32_t count = count_ways(ways);
    uint32_t chosen = count > 1 ? moult_random(w, MOULT_STREAM_PLAY, count) : 0;
    action->verb = MOULT_VERB_MOVE;
    action->x = senses->x;
    action->y = senses->y;
    simple_follow(nth_way(ways, chosen), &action->x, &action->y);
    return MOULT_OK;
}

static const moult_ai_1 functions = {sizeof functions, 0, decide};
static const moult_provide provides[] = {
    MOULT_PROVIDE("ai/solver", MOULT_AI_INTERFACE, MOULT_AI_SHAPE, &functions)};
static const moult_table_use tables[] = {MOULT_TABLE_USED(simple_game)};

MOULT_PLUGIN("ai-solver", "1.0.0", "plays simple without a flaw", "ai/solver", .provides = provides,
             .provide_count = MOULT_COUNT(provides), .tables = tables,
             .table_count = MOULT_COUNT(tables))
