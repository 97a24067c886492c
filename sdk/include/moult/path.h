/* SPDX-License-Identifier: MIT */
/* Flow fields, paths and lines over a plane of tiles. All are exact and allocate nothing.
 * A flow field answers for every cell "how many steps to the nearest goal?"; a path is walking
 * downhill in it. */
#ifndef MOULT_PATH_H
#define MOULT_PATH_H
#include <moult/base.h>

MOULT_EXTERN_C_BEGIN

#define MOULT_FAR 0xffffu /* in a flow field: no way, or farther than the limit */

/* Flags of a grid. */
#define MOULT_GRID_NO_CORNERS 1u /* a diagonal step needs both cells beside it free */
#define MOULT_GRID_ORTHOGONAL 2u /* four directions only */
#define MOULT_GRID_OPENS 4u      /* for whoever has hands: closed doors are no hindrance */
#define MOULT_GRID_FLIES 8u      /* nor are liquids */

/* Where one can walk. Planes are row-major, `stride` bytes a row. */
typedef struct moult_grid {
    uint32_t size;
    int32_t width, height, stride; /* cells; 1..4096 each */
    uint32_t flags;                /* MOULT_GRID_* */
    uint32_t limit;                /* steps after which the field stops; 0: none */
    const uint8_t *tile;
    const uint8_t *blocked; /* 256 entries by tile id: not 0 can't be entered (goals always can) */
} moult_grid;

/* A cell. */
typedef struct moult_point {
    int32_t x, y;
} moult_point;

/* The eight directions: orthogonal ones first, then diagonal ones; the order in which ties
 * break. */
#define MOULT_DIRECTIONS 8
static const moult_point moult_direction[MOULT_DIRECTIONS] MOULT_UNUSED = {
    {0, -1}, {0, 1}, {-1, 0}, {1, 0}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};

MOULT_EXTERN_C_END
#endif
