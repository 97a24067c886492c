/* SPDX-License-Identifier: MIT */
/* A level as a scene, so that any renderer shows it: each tile as a coloured cell with its letter,
 * and what is laid over it as the colour behind the letters. */
#include <stdlib.h>
#include <string.h>
#include "core/map/map.h"

static const struct {
    char glyph;
    uint32_t fg, bg;
} looks[MOULT_TILE_KINDS] = {
    [MOULT_TILE_FLOOR] = {'.', 0x8c8474, 0x2a2620},
    [MOULT_TILE_WALL] = {'#', 0x9a9086, 0x5c544c},
    [MOULT_TILE_DOOR_CLOSED] = {'+', 0xffd080, 0x7a4a1c},
    [MOULT_TILE_DOOR_OPEN] = {'\'', 0xe0a050, 0x2a2620},
    [MOULT_TILE_STAIRS_DOWN] = {'>', 0xffffff, 0x2450a0},
    [MOULT_TILE_EXIT] = {'X', 0xffffff, 0xa02480},
    [MOULT_TILE_STAIRS_UP] = {'<', 0xffffff, 0x247848},
    [MOULT_TILE_STONE] = {' ', 0x303030, 0x0c0c10},
    [MOULT_TILE_CORRIDOR] = {'.', 0x706858, 0x1e1a18},
    [MOULT_TILE_DOORWAY] = {'.', 0xb08850, 0x332a20},
    [MOULT_TILE_DOOR_BROKEN] = {'\'', 0xb08850, 0x332a20},
    [MOULT_TILE_DOOR_LOCKED] = {'+', 0xffffff, 0x903020},
    [MOULT_TILE_DOOR_SECRET] = {'+', 0xf0a0ff, 0x5c544c},
    [MOULT_TILE_CORRIDOR_SECRET] = {'%', 0xf0a0ff, 0x1e1a18},
    [MOULT_TILE_BARS] = {'%', 0xc0d0e0, 0x404850},
    [MOULT_TILE_WATER] = {'~', 0x80b0ff, 0x103070},
    [MOULT_TILE_LAVA] = {'~', 0xffd040, 0x902000},
    [MOULT_TILE_FOUNTAIN] = {'.', 0x80d0ff, 0x2a3a50},
    [MOULT_TILE_SINK] = {'.', 0xd0d0d0, 0x3a3a40},
    [MOULT_TILE_ALTAR] = {'.', 0xffe0ff, 0x503a60},
    [MOULT_TILE_GRAVE] = {'.', 0xd0d0d0, 0x303830},
    [MOULT_TILE_THRONE] = {'.', 0xffe040, 0x504010},
    [MOULT_TILE_TREE] = {'%', 0x60c060, 0x103010},
    [MOULT_TILE_LADDER_UP] = {'<', 0xffffff, 0x247848},
    [MOULT_TILE_LADDER_DOWN] = {'>', 0xffffff, 0x2450a0},
    [MOULT_TILE_PORTAL] = {'X', 0xffffff, 0xa02480},
    [MOULT_TILE_LETTER] = {'.', 0xe0e0e0, 0x303848},
    [MOULT_TILE_RUBBLE] = {'.', 0x908880, 0x383430},
};

static size_t place(const moult_canvas *canvas, int32_t x, int32_t y)
{
    return (size_t)y * (size_t)canvas->stride + (size_t)x;
}

/* 0: out of memory. */
static int32_t find_steps(moult__map_picture *p)
{
    if (p->steps != NULL || (p->overlays & (MOULT__OVERLAY_CONNECTED | MOULT__OVERLAY_FLOW)) == 0)
        return 1;
    if (!moult__map_steps(p->canvas, &p->steps, &p->open))
        return 0;
    size_t cells = moult__map_place(p->canvas, p->canvas->width, p->canvas->height);
    p->farthest = 0;
    for (size_t i = 0; i < cells; i++)
        p->farthest = p->steps[i] > p->farthest ? p->steps[i] : p->farthest;
    return 1;
}

void moult__map_picture_free(moult__map_picture *picture)
{
    free(picture->steps);
    picture->steps = picture->open = NULL;
}

/* -- overlays ---------------------------------------------------------------------------------- */

/* From near to far: blue, green, yellow, red. */
static uint32_t flow_colour(int32_t steps, int32_t farthest)
{
    static const uint32_t colours[] = {0x2040b0, 0x205098, 0x206080, 0x207068, 0x208050, 0x408840,
                                       0x688c30, 0x909020, 0xa08020, 0xa86020, 0xa84020, 0xa02820};
    return colours[(int64_t)steps * (int64_t)(MOULT_COUNT(colours) - 1) /
                   (farthest > 0 ? farthest : 1)];
}

static moult_cell *cell_at(const moult__map_picture *p, moult_scene *scene, int32_t x, int32_t y)
{
    x -= p->x;
    y -= p->y;
    return x >= 0 && y >= 0 && x < p->width && y < p->height ? &scene->cells[y * p->width + x]
                                                             : NULL;
}

static void lay_room(const moult__map_picture *p, moult_scene *scene, uint32_t index)
{
    static const uint32_t colours[] = {0x204878, 0x782048, 0x487820, 0x785020, 0x402878, 0x207868,
                                       0x682828, 0x2860a0, 0x6a6a20, 0x603068, 0x306030, 0x904830};
    const moult_canvas *canvas = p->canvas;
    const moult_room *r = &canvas->rooms[index];
    uint32_t colour = colours[index % MOULT_COUNT(colours)];
    int32_t x0 = r->x0 > p->x ? r->x0 : p->x, y0 = r->y0 > p->y ? r->y0 : p->y;
    for (int32_t y = y0; y <= r->y1 && y < p->y + p->height; y++)
        for (int32_t x = x0; x <= r->x1 && x < p->x + p->width; x++) {
            if ((r->flags & MOULT_ROOM_IRREGULAR) != 0 &&
                canvas->room[place(canvas, x, y)] != index + 2)
                continue;
            cell_at(p, scene, x, y)->bg = colour;
        }
}

static void lay_steps(const moult__map_picture *p, moult_scene *scene)
{
    const moult_canvas *canvas = p->canvas;
    for (int32_t y = p->y; y < p->y + p->height; y++)
        for (int32_t x = p->x; x < p->x + p->width; x++) {
            size_t at = moult__map_place(canvas, x, y);
            uint32_t flags = moult_tile_flags(canvas->tile[place(canvas, x, y)]);
            moult_cell *cell = cell_at(p, scene, x, y);
            if (p->steps[at] == MOULT__MAP_FAR) {
                if ((flags & MOULT_TILE_BLOCKS) == 0 || (flags & MOULT_TILE_OPENS) != 0)
                    cell->bg = 0xb01818; /* no way leads here */
                continue;
            }
            if ((p->overlays & MOULT__OVERLAY_CONNECTED) != 0)
                cell->bg = p->open[at] != MOULT__MAP_FAR ? 0x1c5c2c : 0x8a7010;
            if ((p->overlays & MOULT__OVERLAY_FLOW) != 0)
                cell->bg = flow_colour(p->steps[at], p->farthest);
        }
}

static void lay_doors(const moult__map_picture *p, moult_scene *scene)
{
    static const uint32_t states[] = {0x209020, 0x806010, 0xb03020, 0x405060};
    for (uint32_t i = 0; i < p->canvas->door_count; i++) {
        const moult_door *d = &p->canvas->doors[i];
        moult_cell *cell = cell_at(p, scene, d->x, d->y);
        uint32_t state = d->state & ~MOULT_DOOR_TRAPPED;
        if (cell == NULL)
            continue;
        cell->bg = d->kind == MOULT_DOOR_SECRET ? 0x9020b0
                   : d->kind == MOULT_DOOR_BARS ? 0x607080
                   : d->kind == MOULT_DOOR_NONE ? states[3]
                                                : states[state < 4 ? state : 3];
        cell->fg = (d->state & MOULT_DOOR_TRAPPED) != 0 ? 0xffff40 : 0xffffff;
        if ((d->state & MOULT_DOOR_TRAPPED) != 0)
            cell->glyph = '!';
    }
}

static void lay_spawns(const moult__map_picture *p, moult_scene *scene)
{
    static const struct {
        char glyph;
        uint32_t fg;
    } marks[] = {{'M', 0xff6050}, {'*', 0x60e0ff}, {'^', 0xff60ff}, {'"', 0xe0e080}};
    for (uint32_t i = 0; i < p->canvas->spawn_count; i++) {
        const moult_spawn *s = &p->canvas->spawns[i];
        moult_cell *cell = cell_at(p, scene, s->x, s->y);
        if (cell == NULL || s->what >= MOULT_COUNT(marks) || strchr("<>X", (int)cell->glyph))
            continue;
        cell->glyph = (uint32_t)marks[s->what].glyph;
        cell->fg = marks[s->what].fg;
    }
}

/* -- the picture ------------------------------------------------------------------------------- */

moult_status moult__map_picture_draw(moult__map_picture *p, moult_scene *scene)
{
    const moult_canvas *canvas = p->canvas;
    moult_status status =
        find_steps(p) ? scene->set_size(scene, p->width, p->height) : MOULT_MEMORY;
    if (status < 0)
        return status;
    scene->origin_x = p->x;
    scene->origin_y = p->y;
    for (int32_t y = 0; y < p->height; y++)
        for (int32_t x = 0; x < p->width; x++) {
            uint32_t tile = canvas->tile[place(canvas, p->x + x, p->y + y)];
            moult_cell *cell = &scene->cells[y * p->width + x];
            cell->glyph = (uint32_t)looks[tile].glyph;
            cell->fg = looks[tile].fg;
            cell->bg = looks[tile].bg;
        }
    for (uint32_t i = 0; i < canvas->room_count && (p->overlays & MOULT__OVERLAY_ROOMS); i++)
        lay_room(p, scene, i);
    if ((p->overlays & (MOULT__OVERLAY_CONNECTED | MOULT__OVERLAY_FLOW)) != 0)
        lay_steps(p, scene);
    if ((p->overlays & MOULT__OVERLAY_DOORS) != 0)
        lay_doors(p, scene);
    if ((p->overlays & MOULT__OVERLAY_SPAWNS) != 0)
        lay_spawns(p, scene);
    for (uint32_t i = 0; i < canvas->spot_count; i++) {
        moult_cell *cell = cell_at(p, scene, canvas->spots[i].x, canvas->spots[i].y);
        if (cell == NULL || canvas->spots[i].kind != MOULT_SPOT_ENTRY)
            continue;
        cell->glyph = '@';
        cell->fg = 0xffffff;
        cell->flags |= MOULT_CELL_BOLD | MOULT_CELL_HERO;
    }
    return MOULT_OK;
}
