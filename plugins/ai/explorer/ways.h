/* SPDX-License-Identifier: MIT */
/* Where the explorer can go: over the known tiles of its view, around whom it sees. */
#ifndef MOULT_AI_EXPLORER_WAYS_H
#define MOULT_AI_EXPLORER_WAYS_H
#include <moult/ai.h>
#include <moult/mapgen.h>
#include <moult/tiles.h>
#include <string.h>

enum { CELLS = 128 * 64 }; /* of the largest level that it finds ways on */

static inline int32_t is_way_down(uint32_t tile)
{
    return tile == MOULT_TILE_STAIRS_DOWN || tile == MOULT_TILE_EXIT ||
           tile == MOULT_TILE_LADDER_DOWN;
}

static inline uint32_t tile_at(const moult_view *v, int32_t x, int32_t y)
{
    return x < 0 || y < 0 || x >= v->width || y >= v->height ? MOULT_TILE_STONE
                                                             : v->tile[y * v->stride + x];
}

static inline int32_t passable(uint32_t tile)
{
    uint32_t flags = moult_tile_flags(tile);
    return !(flags & MOULT_TILE_BLOCKS) || flags & (MOULT_TILE_OPENS | MOULT_TILE_LOCKED);
}

static inline int32_t someone_at(const moult_senses *s, int32_t x, int32_t y)
{
    for (uint32_t i = 0; i < s->seen_count; i++)
        if (s->seen[i].what == MOULT_SPAWN_ACTOR && s->seen[i].x == x && s->seen[i].y == y)
            return 1;
    return 0;
}

/* Where the known way down is; 0: unknown. */
static inline int32_t find_way_down(const moult_view *v, moult_point *out)
{
    static const uint8_t ways[] = {MOULT_TILE_STAIRS_DOWN, MOULT_TILE_EXIT, MOULT_TILE_LADDER_DOWN};
    size_t cells = (size_t)v->stride * (size_t)v->height;
    for (uint32_t i = 0; i < MOULT_COUNT(ways); i++) {
        const uint8_t *found = memchr(v->tile, ways[i], cells);
        if (found != NULL) {
            *out = (moult_point){(int32_t)(found - v->tile) % v->stride,
                                 (int32_t)(found - v->tile) / v->stride};
            return 1;
        }
    }
    return 0;
}

/* Breadth first from the goal, over known tiles, to the first cell next to the actor's: the step.
 * `around`: whoever is seen is walked around. 0: there is no way. */
static inline int32_t step_to(const moult_senses *s, moult_point goal, int32_t around,
                              moult_point *out)
{
    const moult_view *v = s->view;
    uint8_t been[CELLS];
    uint16_t queue[CELLS];
    uint32_t head = 0, tail = 0;
    if ((int64_t)v->stride * v->height > CELLS)
        return 0;
    memset(been, 0, (size_t)v->stride * (size_t)v->height);
    for (uint32_t i = 0; around && i < s->seen_count; i++)
        if (s->seen[i].what == MOULT_SPAWN_ACTOR)
            been[s->seen[i].y * v->stride + s->seen[i].x] = 1;
    queue[tail++] = (uint16_t)(goal.y * v->stride + goal.x);
    while (head < tail) {
        int32_t at = queue[head++], x = at % v->stride, y = at / v->stride;
        if (x - s->x <= 1 && s->x - x <= 1 && y - s->y <= 1 && s->y - y <= 1) {
            *out = (moult_point){x, y};
            return 1;
        }
        for (uint32_t d = 0; d < MOULT_DIRECTIONS; d++) {
            int32_t nx = x + moult_direction[d].x, ny = y + moult_direction[d].y;
            if (!passable(tile_at(v, nx, ny)) || been[ny * v->stride + nx])
                continue;
            been[ny * v->stride + nx] = 1;
            queue[tail++] = (uint16_t)(ny * v->stride + nx);
        }
    }
    return 0;
}

/* How near the nearest foe is to a cell. */
static inline int32_t exposure(const moult_senses *s, int32_t x, int32_t y)
{
    int32_t nearest = MOULT_FAR;
    for (uint32_t i = 0; i < s->seen_count; i++) {
        int32_t dx = x - s->seen[i].x, dy = y - s->seen[i].y;
        dx = dx < 0 ? -dx : dx;
        dy = dy < 0 ? -dy : dy;
        int32_t distance = dx > dy ? dx : dy;
        if (s->seen[i].what == MOULT_SPAWN_ACTOR && distance < nearest)
            nearest = distance;
    }
    return nearest;
}

#endif
