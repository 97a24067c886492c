/* SPDX-License-Identifier: MIT */
/* The map: cells as tiles. Only those are copied that differ from the last picture, or move. */
#include "window.h"
#include <stdlib.h>
#include <string.h>

#define UNKNOWN 0x000000u

/* Cells may be shorter or longer than ours. */
static moult_cell cell_of(const moult_scene *scene, int32_t x, int32_t y)
{
    moult_cell cell;
    const moult_cell *there = moult__scene_cell(scene, x, y);
    if (scene->cell_size == (int32_t)sizeof cell)
        return *there;
    size_t size = scene->cell_size > 0 ? (size_t)scene->cell_size : sizeof cell;
    memset(&cell, 0, sizeof cell);
    memcpy(&cell, there, size < sizeof cell ? size : sizeof cell);
    return cell;
}

static void copy_tile(moult__window *t, int32_t x, int32_t y, const uint32_t *tile)
{
    const moult__layout *l = &t->layout;
    int32_t w = moult__least(l->tile_w, t->canvas.width - x);
    int32_t h = moult__least(l->tile_h, t->canvas.height - y);
    if (w <= 0)
        return;
    uint32_t *to = t->canvas.pixels + (size_t)y * (size_t)t->canvas.width + x;
    for (int32_t row = 0; row < h; row++) {
        memcpy(to, tile, (size_t)w * sizeof *to);
        to += t->canvas.width;
        tile += l->tile_w;
    }
}

/* 1: painted, 0: no memory. */
static int32_t draw_cell(moult__window *t, const moult_scene *scene, const moult_cell *cell,
                         int32_t index)
{
    const moult__layout *l = &t->layout;
    int32_t x = l->x + index % l->columns * l->tile_w, y = l->y + index / l->columns * l->tile_h;
    uint32_t moves = 0;
    if (cell->glyph == 0 && cell->sprite == 0 && cell->bg == 0 &&
        !(cell->flags & MOULT_CELL_CURSOR)) {
        moult__canvas_fill(&t->canvas, (moult__area){x, y, l->tile_w, l->tile_h}, UNKNOWN);
    } else {
        const uint32_t *tile = moult__atlas_tile(t, scene, cell, 0, &moves);
        if (tile && moves && t->frame)
            tile = moult__atlas_tile(t, scene, cell, t->frame, &moves);
        if (!tile)
            return 0;
        copy_tile(t, x, y, tile);
    }
    t->moving[index] = moves != 0;
    return 1;
}

static moult_status make_room(moult__window *t)
{
    uint32_t count = (uint32_t)(t->layout.columns * t->layout.rows);
    if (count <= t->cell_room)
        return MOULT_OK;
    moult_cell *cells = realloc(t->cells, count * sizeof *cells);
    if (cells)
        t->cells = cells;
    uint8_t *moving = realloc(t->moving, count);
    if (moving)
        t->moving = moving;
    if (!cells || !moving)
        return MOULT_MEMORY;
    t->cell_room = count;
    return MOULT_OK;
}

/* A run of cells that were painted becomes one changed area. */
static void tell_run(moult__window *t, int32_t row, int32_t from, int32_t to)
{
    const moult__layout *l = &t->layout;
    moult__changed(t, (moult__area){l->x + from * l->tile_w, l->y + row * l->tile_h,
                                    (to - from) * l->tile_w, l->tile_h});
}

static moult_status draw_row(moult__window *t, const moult_scene *scene, int32_t row, int32_t whole,
                             int32_t moved)
{
    const moult__layout *l = &t->layout;
    int32_t run = -1;
    for (int32_t column = 0; column < l->columns; column++) {
        int32_t index = row * l->columns + column;
        moult_cell cell = cell_of(scene, l->first_x + column, l->first_y + row);
        int32_t differs = whole || (moved && t->moving[index]) ||
                          memcmp(&cell, &t->cells[index], sizeof cell) != 0;
        if (!differs && run >= 0) {
            tell_run(t, row, run, column);
            run = -1;
        }
        if (!differs)
            continue;
        run = run < 0 ? column : run;
        t->cells[index] = cell;
        if (!draw_cell(t, scene, &cell, index))
            return MOULT_MEMORY;
    }
    if (run >= 0)
        tell_run(t, row, run, l->columns);
    return MOULT_OK;
}

moult_status moult__map_draw(moult__window *t, const moult_scene *scene, int32_t whole)
{
    const moult__layout *l = &t->layout;
    uint32_t frame = t->frame_at ? (SDL_GetTicks() - t->frame_at) / 250 % 8 : 0;
    int32_t moved = frame != t->frame;
    t->frame = frame;
    moult_status status = make_room(t);
    if (whole && status >= 0) {
        moult__canvas_fill(&t->canvas, l->map, UNKNOWN);
        memset(t->moving, 0, (size_t)(l->columns * l->rows));
    }
    for (int32_t row = 0; row < l->rows && status >= 0; row++)
        status = draw_row(t, scene, row, whole, moved);
    if (whole)
        moult__changed(t, l->map);
    t->moving_count = 0;
    for (int32_t i = 0; i < l->columns * l->rows && status >= 0; i++)
        t->moving_count += t->moving[i];
    return status;
}

/* A square of whole pixels a cell, at the top of its area. */
void moult__mini_draw(moult__window *t, const moult_scene *scene, moult__area area)
{
    int32_t most = moult__most(scene->mini_width, scene->mini_height);
    int32_t px = most > 0 ? area.w / most : 0;
    if (px < 1 || !scene->mini)
        return;
    int32_t left = area.x + (area.w - px * scene->mini_width) / 2;
    for (int32_t y = 0; y < scene->mini_height; y++)
        for (int32_t x = 0; x < scene->mini_width; x++)
            moult__canvas_fill(&t->canvas, (moult__area){left + x * px, area.y + y * px, px, px},
                               scene->mini[y * scene->mini_width + x]);
}
