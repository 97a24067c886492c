/* SPDX-License-Identifier: MIT */
/* What the files of mapgen/caverns know of each other: a level in the making. Cells are places in a
 * plane like the canvas's. A border cell is always rock here, so neighbours need no test; an
 * arrival on the border is opened at the end. */
#ifndef MOULT_CAVERNS_LEVEL_H
#define MOULT_CAVERNS_LEVEL_H
#include "mapgen/common.h"

/* What a cell is: the tile that it becomes. The automaton knows the first two, and adds them up. */
#define LAND MOULT_TILE_FLOOR
#define ROCK MOULT_TILE_WALL
#define WATER MOULT_TILE_WATER
#define KEPT 255 /* land that stays dry, since somebody arrives; becomes floor */
MOULT_STATIC_ASSERT(LAND == 0 && ROCK == 1, "rock is counted by adding up");

#define NOBODY UINT32_MAX /* owns the border: no cave may grow into it */

typedef struct caverns_settings {
    int32_t fill, rounds, smallest, water, monsters, things, growth, exit;
    int32_t doors, retry; /* words of other generators: nothing here has doors or collides */
} caverns_settings;

typedef struct caverns_level {
    const moult_request *request;
    moult_canvas *canvas;
    caverns_settings set;
    moult_xorshift random;
    int32_t width, height, pitch;
    uint32_t cells;
    uint8_t *cell;   /* LAND .. KEPT */
    uint8_t *other;  /* the automaton's second plane; later the ways back */
    uint8_t *ahead;  /* 1: land where one hasn't been yet */
    uint32_t *owner; /* the cave that a cell belongs to, from 1; 0: none; NOBODY */
    uint32_t *queue; /* runs of a cave, then cells by their distance from the arrival */
    uint32_t *rim;   /* cells of caves beside rock, then the rock that caves grow into */
    uint32_t count, rim_count;
    uint32_t land;           /* cells in all caves */
    uint32_t great, largest; /* a cave that doesn't grow, or 0; cells of the largest one */
    uint32_t far;            /* the cell of it that is farthest in the direction `wind` */
    moult_point wind;
    int32_t way[4]; /* to the neighbours: up, right, down, left */
} caverns_level;

static inline uint32_t caverns_cell(const caverns_level *l, int32_t x, int32_t y)
{
    return (uint32_t)y * (uint32_t)l->pitch + (uint32_t)x;
}

static inline uint32_t caverns_neighbour(const caverns_level *l, uint32_t at, uint32_t way)
{
    return (uint32_t)((int32_t)at + l->way[way]);
}

/* All land is ahead. */
static inline void caverns_look_ahead(const caverns_level *l)
{
    const uint8_t *cell = l->cell;
    uint8_t *ahead = l->ahead;
    const uint32_t cells = l->cells; /* else it would be read again after each store */
    for (uint32_t at = 0; at < cells; at++)
        ahead[at] = (uint8_t)((cell[at] == LAND) | (cell[at] == KEPT));
}

/* caves.c: numbers the caves from 1 and fills the small ones; answers how many there are. */
uint32_t caverns_number_caves(caverns_level *l);

/* The same: digs until all of them are one; MOULT_MEMORY. */
moult_status caverns_join_caves(caverns_level *l, uint32_t caves);

/* lakes.c: as much water as was asked for, where it cuts nothing off. */
void caverns_make_lakes(caverns_level *l);

#endif
