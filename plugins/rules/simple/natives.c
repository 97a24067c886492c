/* SPDX-License-Identifier: MIT */
/* What a person or a test may call by name. */
#include "rules/simple/game.h"

static moult_id lay_out(moult_world *w, const simple_board *board, int32_t stage)
{
    moult_id level = moult_level_create(w, board->cols, board->rows, stage);
    for (int32_t y = 0; y < board->rows && level != 0; y++)
        for (int32_t x = 0; x < board->cols; x++) {
            uint32_t letter = (uint32_t)(~board->letter_a[y] >> x & 1);
            moult_set_cell(w, level, MOULT_PLANE_TILE, x, y, MOULT_TILE_LETTER);
            moult_set_cell(w, level, MOULT_PLANE_DETAIL, x, y,
                           SIMPLE_DETAIL(letter, simple_exits(board, x, y)));
        }
    return level;
}

/* A stage as it begins, with this board: the human may choose a side. A run that is over stays
 * so. */
static int32_t set_board(moult_world *w, int32_t rows, int32_t cols, int32_t turns, int32_t cell,
                         const char *letters, const char *exits)
{
    simple_board board;
    const simple_game *game = simple_game_read(w, 0);
    simple_flaw flaw = simple_board_text(&board, cols, rows, letters, exits);
    if (flaw.text != NULL)
        return simple_refuse_flaw(w, &flaw, MOULT_TEXT("moult list simple shows what it takes"));
    if (turns < 1 || turns > SIMPLE_STAGE_MOST || cell < 0 || cell >= rows * cols)
        return moult_fail(w, MOULT_RANGE, "turns are 1 to 10000, and the token is on the board");
    if (game == NULL || game->state == SIMPLE_OVER)
        return moult_fail(w, MOULT_REFUSED, "there is no run to set a board for. Start one");
    moult_id level = lay_out(w, &board, turns);
    if (level == 0)
        return MOULT_REFUSED;
    moult_status status = simple_settle(w, level, cell % cols, cell / cols, turns);
    return status < 0 ? status : 1;
}

const moult_native simple_natives[SIMPLE_NATIVES] = {
    MOULT_NATIVE("simple.board", "i(wiiiiss)", set_board,
                 "rows, columns, turns, token's cell, letters (A, B), exits (hexadecimal: 1 up, 2 "
                 "down, 4 left, 8 right), by rows -> 1: that board is to be played"),
};
