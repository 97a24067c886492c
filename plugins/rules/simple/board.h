/* SPDX-License-Identifier: MIT */
/* Reading a board: from a level's planes, and from a row of text.
 *
 * On a level a cell is the tile MOULT_TILE_LETTER; its DETAIL is letter (0 A, 1 B) | exits << 4. A
 * board has two cells at least and 64 a side at most, every cell has an exit, and none leads off
 * the board. What isn't so is told as a flaw. Nothing here needs a world. */
#ifndef SIMPLE_BOARD_H
#define SIMPLE_BOARD_H
#include <moult/host.h>
#include <moult/tiles.h>
#include "rules/simple/analysis.h"

#define SIMPLE_DETAIL(letter, exits) ((letter) | (exits) << 4)

/* What is wrong with a board; `text` NULL: nothing. x, y: the cell, -1 when it is about all. */
typedef struct simple_flaw {
    const char *text;
    int32_t x, y;
} simple_flaw;

static inline simple_flaw simple_flaw_at(const char *text, int32_t x, int32_t y)
{
    simple_flaw flaw = {text, x, y};
    return flaw;
}

static inline simple_flaw simple_board_size(simple_board *board, int32_t cols, int32_t rows)
{
    memset(board, 0, sizeof *board);
    if (rows < 1 || cols < 1 || rows > SIMPLE_SIDE_MOST || cols > SIMPLE_SIDE_MOST ||
        rows * cols < 2)
        return simple_flaw_at(MOULT_TEXT("a board has 2 cells at least, and 64 a side at most"), -1,
                              -1);
    board->rows = rows;
    board->cols = cols;
    return simple_flaw_at(NULL, -1, -1);
}

/* The ways that don't lead off the board. */
static inline uint32_t simple_ways(int32_t cols, int32_t rows, int32_t x, int32_t y)
{
    return (y > 0 ? SIMPLE_UP : 0u) | (y + 1 < rows ? SIMPLE_DOWN : 0u) |
           (x > 0 ? SIMPLE_LEFT : 0u) | (x + 1 < cols ? SIMPLE_RIGHT : 0u);
}

static inline simple_flaw simple_board_put(simple_board *board, int32_t x, int32_t y,
                                           uint32_t letter, uint32_t exits)
{
    if (letter > 1)
        return simple_flaw_at(MOULT_TEXT("a cell without a letter"), x, y);
    if (exits > 15)
        return simple_flaw_at(MOULT_TEXT("exits that are no hexadecimal digit"), x, y);
    if (exits == 0)
        return simple_flaw_at(MOULT_TEXT("a cell without an exit"), x, y);
    if ((exits & ~simple_ways(board->cols, board->rows, x, y)) != 0)
        return simple_flaw_at(MOULT_TEXT("an exit that leads off the board"), x, y);
    board->letter_a[y] |= (uint64_t)(letter == 0) << x;
    for (uint32_t i = 0; i < SIMPLE_WAYS; i++)
        board->exits[i][y] |= (uint64_t)(exits >> i & 1) << x;
    return simple_flaw_at(NULL, -1, -1);
}

static inline simple_flaw simple_board_view(const moult_view *view, simple_board *board)
{
    simple_flaw flaw = simple_board_size(board, view->width, view->height);
    for (int32_t y = 0; y < board->rows && flaw.text == NULL; y++)
        for (int32_t x = 0; x < board->cols && flaw.text == NULL; x++) {
            int32_t at = y * view->stride + x;
            uint32_t detail = view->detail[at];
            uint32_t letter = view->tile[at] == MOULT_TILE_LETTER ? detail & 15 : 15;
            flaw = simple_board_put(board, x, y, letter, detail >> 4);
        }
    return flaw;
}

/* 16: it is no digit. */
static inline uint32_t simple_hex(char digit)
{
    return digit >= '0' && digit <= '9'   ? (uint32_t)(digit - '0')
           : digit >= 'a' && digit <= 'f' ? (uint32_t)(digit - 'a' + 10)
           : digit >= 'A' && digit <= 'F' ? (uint32_t)(digit - 'A' + 10)
                                          : 16u;
}

/* `letters` has an A or B a cell, `exits` a hexadecimal digit, both row-major. */
static inline simple_flaw simple_board_text(simple_board *board, int32_t cols, int32_t rows,
                                            const char *letters, const char *exits)
{
    simple_flaw flaw = simple_board_size(board, cols, rows);
    if (flaw.text != NULL)
        return flaw;
    if (strlen(letters) != (size_t)(rows * cols))
        return simple_flaw_at(MOULT_TEXT("the letters aren't as many as the cells"), -1, -1);
    if (strlen(exits) != (size_t)(rows * cols))
        return simple_flaw_at(MOULT_TEXT("the exits aren't as many as the cells"), -1, -1);
    for (int32_t i = 0; i < rows * cols && flaw.text == NULL; i++) {
        uint32_t letter = letters[i] == 'A' ? 0 : letters[i] == 'B' ? 1 : 15;
        flaw = simple_board_put(board, i % cols, i / cols, letter, simple_hex(exits[i]));
    }
    return flaw;
}

#endif
