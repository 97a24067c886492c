/* SPDX-License-Identifier: MIT */
/* What the files of mapgen/rooms know of each other: a level in the making, and what was asked for.
 * Chance comes in three streams from one seed. `random` is the original's, draw by draw; doors and
 * second tries have their own, so that neither moves a wall, a monster or a thing. */
#ifndef MOULT_ROOMS_LEVEL_H
#define MOULT_ROOMS_LEVEL_H
#include <moult/mapgen.h>
#include <moult/random.h>

#define ROOMS 8

/* Walls included: what can be walked on is x0 + 1 .. x1 - 1, y0 + 1 .. y1 - 1. */
typedef struct rooms_box {
    int32_t x0, y0, x1, y1;
} rooms_box;

typedef struct rooms_cell {
    int32_t x, y;
} rooms_cell;

/* What the request's options ask for. */
typedef struct rooms_wishes {
    int32_t doors; /* 1: where a corridor crosses a room's wall */
    int32_t retry; /* 1: what collides is placed elsewhere */
} rooms_wishes;

/* `status` keeps the first refusal, so that only the end must look at it. */
typedef struct rooms_level {
    const moult_request *request;
    moult_canvas *canvas;
    moult_xorshift random, again, door;
    moult_status status;
    int32_t floor; /* 1..100 */
    rooms_wishes wishes;
    rooms_box rooms[ROOMS];
    rooms_cell start;
} rooms_level;

static inline void rooms_note(rooms_level *l, moult_status status)
{
    if (l->status >= 0 && status < 0)
        l->status = status;
}

static inline uint8_t *rooms_tile(const rooms_level *l, rooms_cell at)
{
    return &l->canvas->tile[at.y * l->canvas->stride + at.x];
}

/* doors.c: once all corridors are dug. */
void rooms_lay_doors(rooms_level *l);

/* options.c: words such as "doors=on"; NULL: none. What isn't known is refused by name. */
moult_status rooms_read_options(const char *options, moult_canvas *canvas, rooms_wishes *out);

#endif
