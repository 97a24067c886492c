/* SPDX-License-Identifier: MIT */
/* Who wins a board, by retrograde analysis: backwards from the end, one layer a ply.
 *
 * A layer is the set of cells that "first" wins, as a row of bits a row of cells: with no ply left
 * those that bear an A; before that, a cell from which some exit leads to what its mover wins is
 * its mover's. Two layers are kept, whatever the number of plies, and a row of up to 64 cells is
 * dealt with at once, so a ply costs a dozen operations a row. First moves when an even number of
 * plies is left: the last one is second's.
 *
 * Every cell has an exit and none leads off the board: board.h sees to that. */
#ifndef SIMPLE_ANALYSIS_H
#define SIMPLE_ANALYSIS_H
#include <stdint.h>
#include <string.h>

#define SIMPLE_SIDE_MOST 64
#define SIMPLE_UP 1u
#define SIMPLE_DOWN 2u
#define SIMPLE_LEFT 4u
#define SIMPLE_RIGHT 8u
#define SIMPLE_WAYS 4u /* way i is bit 1 << i: up, down, left, right */

#define SIMPLE_FIRST 0u
#define SIMPLE_SECOND 1u

/* Bit x of row y is the cell (x, y). */
typedef struct simple_board {
    int32_t rows, cols;
    uint64_t letter_a[SIMPLE_SIDE_MOST];
    uint64_t exits[SIMPLE_WAYS][SIMPLE_SIDE_MOST];
} simple_board;

/* The cells that first wins; an empty row stands before and after them. */
typedef struct simple_layer {
    uint64_t row[SIMPLE_SIDE_MOST + 2];
} simple_layer;

static inline uint32_t simple_mover(int32_t plies_left)
{
    return (plies_left & 1) == 0 ? SIMPLE_FIRST : SIMPLE_SECOND;
}

static inline int32_t simple_has(const simple_layer *layer, int32_t x, int32_t y)
{
    return (int32_t)(layer->row[y + 1] >> x & 1);
}

/* The layer a ply earlier than `later`, where `mover` is to move. For second the same is done with
 * the sets turned round. */
static inline void simple_step_back(const simple_board *board, uint32_t mover,
                                    const simple_layer *later, simple_layer *out)
{
    const uint64_t turn = mover == SIMPLE_FIRST ? 0 : ~(uint64_t)0;
    const uint64_t all = ~(uint64_t)0 >> (SIMPLE_SIDE_MOST - board->cols);
    for (int32_t y = 0; y < board->rows; y++) {
        const uint64_t above = later->row[y] ^ turn, here = later->row[y + 1] ^ turn;
        const uint64_t below = later->row[y + 2] ^ turn;
        uint64_t reaches = (board->exits[0][y] & above) | (board->exits[1][y] & below) |
                           (board->exits[2][y] & here << 1) | (board->exits[3][y] & here >> 1);
        out->row[y + 1] = (reaches ^ turn) & all;
    }
}

/* The cells that first wins with so many plies left. */
static inline void simple_solve(const simple_board *board, int32_t plies_left, simple_layer *out)
{
    simple_layer layers[2] = {{{0}}, {{0}}};
    memcpy(layers[0].row + 1, board->letter_a, (size_t)board->rows * sizeof(uint64_t));
    for (int32_t plies = 1; plies <= plies_left; plies++)
        simple_step_back(board, simple_mover(plies), &layers[~plies & 1], &layers[plies & 1]);
    *out = layers[plies_left > 0 ? plies_left & 1 : 0];
}

/* What is known of a position: the mover's exits, and those of them that keep its win. */
typedef struct simple_answer {
    uint32_t exits, winning; /* ways as bits; winning 0: the mover has lost */
} simple_answer;

/* The cell that a way leads to. */
static inline void simple_follow(uint32_t way, int32_t *x, int32_t *y)
{
    *x += way == SIMPLE_LEFT ? -1 : way == SIMPLE_RIGHT;
    *y += way == SIMPLE_UP ? -1 : way == SIMPLE_DOWN;
}

static inline uint32_t simple_exits(const simple_board *board, int32_t x, int32_t y)
{
    uint32_t exits = 0;
    for (uint32_t i = 0; i < SIMPLE_WAYS; i++)
        exits |= (uint32_t)(board->exits[i][y] >> x & 1) << i;
    return exits;
}

/* With the token on a cell and `plies_left` >= 1. */
static inline simple_answer simple_moves(const simple_board *board, int32_t plies_left, int32_t x,
                                         int32_t y)
{
    simple_answer answer = {.exits = simple_exits(board, x, y)};
    simple_layer after;
    simple_solve(board, plies_left - 1, &after);
    for (uint32_t way = 1; way <= SIMPLE_RIGHT; way <<= 1) {
        int32_t to_x = x, to_y = y;
        simple_follow(way, &to_x, &to_y);
        if ((answer.exits & way) != 0 &&
            simple_has(&after, to_x, to_y) == (simple_mover(plies_left) == SIMPLE_FIRST))
            answer.winning |= way;
    }
    return answer;
}

#endif
