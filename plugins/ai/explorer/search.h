/* SPDX-License-Identifier: MIT */
/* Where the explorer searches when it knows no way down: at ends of corridors, and along walls
 * behind which much is unknown; near rather than far, and nowhere twice until everywhere was tried.
 * It ends: so many turns at a place, so many places, so many rounds of them. */
#ifndef MOULT_AI_EXPLORER_SEARCH_H
#define MOULT_AI_EXPLORER_SEARCH_H
#include "ai/explorer/ways.h"

enum {
    SEARCH_TURNS = 5,   /* at a place */
    SEARCH_PLACES = 24, /* in a round */
    SEARCH_ROUNDS = 3,  /* on a floor */
    SEARCH_APART = 2,   /* cells between two places of a round */
    END_WORTH = 60,     /* steps that the end of a corridor is worth */
    DEEP = 8,           /* cells that it looks behind a wall */
};

static inline int32_t is_unknown(const moult_view *v, int32_t x, int32_t y)
{
    return x > 0 && y > 0 && x < v->width - 1 && y < v->height - 1 &&
           v->known[y * v->stride + x] == 0;
}

/* Cells of which nothing is known behind the wall on one side, three abreast. */
static inline int32_t unknown_behind(const moult_view *v, int32_t x, int32_t y, moult_point way)
{
    int32_t count = 0;
    if (passable(tile_at(v, x + way.x, y + way.y)))
        return 0;
    for (int32_t far = 2; far < 2 + DEEP; far++)
        for (int32_t side = -1; side <= 1; side++)
            count += is_unknown(v, x + way.x * far + way.y * side, y + way.y * far + way.x * side);
    return count;
}

/* What searching at a cell is worth; 0: nothing can be hidden there. Corridors go on only where
 * they seem to end. */
static inline int32_t worth(const moult_view *v, int32_t x, int32_t y)
{
    int32_t ways = 0, unknown = 0;
    for (uint32_t d = 0; d < MOULT_DIRECTIONS; d++)
        ways += passable(tile_at(v, x + moult_direction[d].x, y + moult_direction[d].y)) != 0;
    for (uint32_t d = 0; d < 4; d++)
        unknown += unknown_behind(v, x, y, moult_direction[d]);
    if (unknown == 0 || ways <= 1)
        return unknown > 0 ? unknown + END_WORTH : 0;
    return tile_at(v, x, y) == MOULT_TILE_CORRIDOR ? 0 : unknown;
}

static inline int32_t was_searched(const moult_view *v, const uint16_t *places, uint32_t count,
                                   int32_t x, int32_t y)
{
    for (uint32_t i = 0; i < count; i++) {
        int32_t dx = places[i] % v->stride - x, dy = places[i] / v->stride - y;
        if (dx >= -SEARCH_APART && dx <= SEARCH_APART && dy >= -SEARCH_APART && dy <= SEARCH_APART)
            return 1;
    }
    return 0;
}

/* Breadth first over the known cells to the best place that wasn't searched; 0: there is none. */
static inline int32_t find_place(const moult_senses *s, const uint16_t *places, uint32_t count,
                                 moult_point *out)
{
    const moult_view *v = s->view;
    uint16_t steps[CELLS], queue[CELLS];
    uint32_t head = 0, tail = 0;
    int32_t best = INT32_MIN;
    if ((int64_t)v->stride * v->height > CELLS)
        return 0;
    memset(steps, 0, (size_t)v->stride * (size_t)v->height * sizeof *steps);
    queue[tail++] = (uint16_t)(s->y * v->stride + s->x);
    steps[queue[0]] = 1;
    while (head < tail) {
        const int32_t at = queue[head++], x = at % v->stride, y = at / v->stride;
        const int32_t value = worth(v, x, y), net = value - steps[at];
        if (value > 0 && net > best && !was_searched(v, places, count, x, y)) {
            best = net;
            *out = (moult_point){x, y};
        }
        for (uint32_t d = 0; d < MOULT_DIRECTIONS; d++) {
            int32_t nx = x + moult_direction[d].x, ny = y + moult_direction[d].y;
            if (!passable(tile_at(v, nx, ny)) || steps[ny * v->stride + nx] != 0)
                continue;
            steps[ny * v->stride + nx] = (uint16_t)(steps[at] + 1);
            queue[tail++] = (uint16_t)(ny * v->stride + nx);
        }
    }
    return best > INT32_MIN;
}

#endif
