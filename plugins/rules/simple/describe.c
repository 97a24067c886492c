/* SPDX-License-Identifier: MIT */
/* The picture of the board. A cell is six columns and two rows of the scene:
 *
 *     [A]<->      the letter between brackets (the token's), then the exits to the right (>) and
 *     ^ v         from the right (<); below, those from below (^) and to below (v)
 *
 * Hints put the cells that keep a win between ( and ). Once a stage is over, each cell shows in its
 * third column the side that wins from there, and * stands before the cell where the token began.
 * Behind the title nothing is shown: the clock isn't running yet. */
#include "rules/simple/game.h"

#define SCALE_X 6
#define SCALE_Y 2

#define COLOUR_A 0x60c0ffu
#define COLOUR_B 0xffb050u
#define COLOUR_WAY 0x808080u
#define COLOUR_TOKEN 0xffffffu
#define COLOUR_HINT 0x60e060u

typedef struct picture {
    moult_scene *scene;
    const simple_game *game;
    simple_board board;
    simple_layer won; /* from the start; of a stage that is over */
    int32_t over;
    int32_t x, y;       /* the token */
    simple_answer hint; /* exits: those that may be taken; winning: those that are marked */
} picture;

/* The scene's cells may be longer than ours. */
static void put(const picture *p, int32_t x, int32_t y, uint32_t glyph, uint8_t ascii, uint32_t fg,
                uint32_t flags)
{
    const moult_scene *scene = p->scene;
    size_t step = scene->cell_size > 0 ? (size_t)scene->cell_size : sizeof(moult_cell);
    if (x < 0 || y < 0 || x >= scene->width || y >= scene->height)
        return;
    size_t index = (size_t)y * (size_t)scene->width + (size_t)x;
    moult_cell *cell = (moult_cell *)(void *)((uint8_t *)scene->cells + index * step);
    cell->glyph = glyph;
    cell->ascii = ascii;
    cell->fg = fg;
    cell->flags = (uint8_t)flags;
}

/* -- a cell ------------------------------------------------------------------------------------ */

static int32_t is_hinted(const picture *p, int32_t x, int32_t y)
{
    for (uint32_t way = SIMPLE_UP; way <= SIMPLE_RIGHT; way <<= 1) {
        int32_t to_x = p->x, to_y = p->y;
        simple_follow(way, &to_x, &to_y);
        if ((p->hint.winning & way) != 0 && to_x == x && to_y == y)
            return 1;
    }
    return 0;
}

static void brackets(const picture *p, int32_t x, int32_t y, uint32_t left, uint32_t right,
                     uint32_t fg)
{
    put(p, x * SCALE_X, y * SCALE_Y, left, 0, fg, MOULT_CELL_BOLD);
    put(p, x * SCALE_X + 2, y * SCALE_Y, right, 0, fg, MOULT_CELL_BOLD);
}

static void draw_letter(const picture *p, int32_t x, int32_t y)
{
    int32_t is_a = (int32_t)(p->board.letter_a[y] >> x & 1), is_token = x == p->x && y == p->y;
    uint32_t flags =
        is_token ? MOULT_CELL_BOLD | MOULT_CELL_REVERSE | MOULT_CELL_ACTOR | MOULT_CELL_HERO : 0;
    put(p, x * SCALE_X + 1, y * SCALE_Y, is_a ? 'A' : 'B', 0, is_a ? COLOUR_A : COLOUR_B, flags);
    if (is_token)
        brackets(p, x, y, '[', ']', COLOUR_TOKEN);
    else if (is_hinted(p, x, y))
        brackets(p, x, y, '(', ')', COLOUR_HINT);
    if (!p->over)
        return;
    int32_t first = simple_has(&p->won, x, y);
    if (!is_token && x == p->game->start_x && y == p->game->start_y)
        put(p, x * SCALE_X, y * SCALE_Y, '*', 0, COLOUR_TOKEN, MOULT_CELL_BOLD);
    put(p, x * SCALE_X + 2, y * SCALE_Y, first ? '1' : '2', 0, first ? COLOUR_A : COLOUR_B, 0);
}

/* -- the ways between cells -------------------------------------------------------------------- */

/* Those that the token may take stand out. */
static uint32_t way_colour(const picture *p, int32_t x, int32_t y, uint32_t way)
{
    if (p->over || x != p->x || y != p->y)
        return COLOUR_WAY;
    return (p->hint.winning & way) != 0 ? COLOUR_HINT : COLOUR_TOKEN;
}

static void draw_way(const picture *p, int32_t x, int32_t y, uint32_t way, int32_t at_x,
                     int32_t at_y)
{
    static const struct {
        uint32_t glyph;
        uint8_t ascii;
    } arrows[] = {[SIMPLE_UP] = {0x2191, '^'},
                  [SIMPLE_DOWN] = {0x2193, 'v'},
                  [SIMPLE_LEFT] = {0x2190, '<'},
                  [SIMPLE_RIGHT] = {0x2192, '>'}};
    if ((simple_exits(&p->board, x, y) & way) == 0)
        return;
    uint32_t colour = way_colour(p, x, y, way);
    uint32_t bold = colour == COLOUR_WAY ? 0 : MOULT_CELL_BOLD;
    put(p, at_x, at_y, arrows[way].glyph, arrows[way].ascii, colour, bold);
    if (way == SIMPLE_LEFT || way == SIMPLE_RIGHT)
        put(p, at_x + (way == SIMPLE_LEFT ? 1 : -1), at_y, 0x2500, '-', colour, bold);
}

static void draw_ways(const picture *p, int32_t x, int32_t y)
{
    int32_t at_x = x * SCALE_X, at_y = y * SCALE_Y;
    draw_way(p, x, y, SIMPLE_UP, at_x, at_y - 1);
    draw_way(p, x, y, SIMPLE_DOWN, at_x + 2, at_y + 1);
    draw_way(p, x, y, SIMPLE_LEFT, at_x - 3, at_y);
    draw_way(p, x, y, SIMPLE_RIGHT, at_x + 5, at_y);
}

/* -- the board --------------------------------------------------------------------------------- */

static moult_status survey(const moult_world *w, picture *p)
{
    moult_view view;
    moult_place at;
    if (moult_where(w, MOULT_SCOPE_ACTOR, moult_hero(w), &at) < 0 ||
        moult_view_level(w, at.level, &view) < 0 || !simple_sound(p->game, &view) ||
        simple_board_view(&view, &p->board).text != NULL)
        return MOULT_REFUSED;
    p->x = at.x;
    p->y = at.y;
    p->over = p->game->state >= SIMPLE_WON;
    if (p->over)
        simple_solve(&p->board, 2 * p->game->stage, &p->won);
    else if (p->game->state == SIMPLE_MOVING && p->game->hinted)
        p->hint = simple_moves(&p->board, p->game->plies_left, p->x, p->y);
    return MOULT_OK;
}

moult_status simple_describe(const moult_world *w, moult_scene *scene)
{
    picture p = {.scene = scene, .game = simple_game_read(w, 0)};
    simple_gauges(w, scene);
    scene->flags |= MOULT_SCENE_SIDE;
    scene->scale_x = SCALE_X;
    scene->scale_y = SCALE_Y;
    if (p.game->state == SIMPLE_TITLE)
        return MOULT_OK;
    moult_status status = survey(w, &p);
    if (status < 0)
        return status;
    status = scene->set_size(scene, p.board.cols * SCALE_X - 3, p.board.rows * SCALE_Y - 1);
    if (status < 0)
        return status;
    scene->focus_x = p.x * SCALE_X + 1;
    scene->focus_y = p.y * SCALE_Y;
    if (p.over)
        simple_result(w, scene, simple_winner(&p.board, p.x, p.y),
                      simple_has(&p.won, p.game->start_x, p.game->start_y) ? SIMPLE_FIRST
                                                                           : SIMPLE_SECOND);
    for (int32_t y = 0; y < p.board.rows; y++)
        for (int32_t x = 0; x < p.board.cols; x++) {
            draw_letter(&p, x, y);
            draw_ways(&p, x, y);
        }
    return MOULT_OK;
}
