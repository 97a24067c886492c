/* SPDX-License-Identifier: MIT */
/* Sight, flow fields and lines over the current level. The algorithms are in moult/path.h and
 * moult/fov.h; here they are bound to the world's planes and to the profile's roles. */
#ifndef MOULT_SERVICE_H
#define MOULT_SERVICE_H
#include <moult/base.h>
#include <moult/host.h>

MOULT_EXTERN_C_BEGIN

/* What is seen from x, y within `radius` becomes the LIT plane of the level, and known (KNOWN gets
 * the tile). Asks the role `fov`. [turn, load] */
static inline moult_status moult_see(moult_world *w, moult_id level, int32_t x, int32_t y,
                                     int32_t radius)
{
    return moult_host_1->see(w, level, x, y, radius);
}

/* 1 when no opaque cell lies strictly between the two cells and they are within `radius`
 * (0: any distance); the same both ways. [any] */
static inline int32_t moult_sees(const moult_world *w, int32_t x0, int32_t y0, int32_t x1,
                                 int32_t y1, int32_t radius)
{
    return moult_host_1->sees(w, x0, y0, x1, y1, radius);
}

/* Steps to the nearest goal for every cell of the current level, row-major, MOULT_FAR where there
 * is no way or more than `limit` steps (0: no limit). `flags`: MOULT_GRID_*. Valid until the next
 * flow field of this world or the end of the call. NULL: refused. [turn, load] */
static inline const uint16_t *moult_flow(moult_world *w, const moult_point *goals, uint32_t count,
                                         uint32_t limit, uint32_t flags)
{
    return moult_host_1->flow(w, goals, count, limit, flags);
}

/* The neighbour of x, y that is nearest to a goal (towards 1) or farthest from all (towards 0).
 * 1: `out` is a step; 0: none is better than staying. [any] */
static inline int32_t moult_flow_step(const moult_world *w, const uint16_t *flow, int32_t x,
                                      int32_t y, int32_t towards, moult_point *out)
{
    return moult_host_1->flow_step(w, flow, x, y, towards, out);
}

/* Where the core's own explore would take the hero next: the first step to the nearest known cell
 * that borders on the unknown or that the rules call a lure. 1: `out` is that step; 0: all has been
 * seen. For bots. [turn] */
static inline int32_t moult_explore_step(moult_world *w, moult_point *out)
{
    return moult_host_1->explore(w, out);
}

/* The cells of a line, both ends included, the same set both ways; writes at most `room` of them
 * and answers how many there are. [any] */
static inline uint32_t moult_line_cells(int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                                        moult_point *out, uint32_t room)
{
    return moult_host_1->line(x0, y0, x1, y1, out, room);
}

MOULT_EXTERN_C_END
#endif
