/* SPDX-License-Identifier: MIT */
/* Flow fields, lines and flood fill for the service table of the host.
 *
 * A grid is as moult/path.h says: sides of 1..4096 cells, stride >= width and <= 4096. A distance
 * plane has width*height entries, row-major without padding; a queue is scratch of width*height
 * entries whose content means nothing before and after. Nothing overlaps. */
#ifndef MOULT_CORE_SERVICE_PATH_H
#define MOULT_CORE_SERVICE_PATH_H
#include <moult/fov.h>
#include <moult/path.h>
#include <moult/status.h>

/* Writes to every cell of `distance` how many steps it is from the nearest goal, all steps costing
 * one: 0 at goals, even where blocked; MOULT_FAR where no way leads within grid->limit steps.
 * Farther than 0xfffe steps counts as 0xfffe. MOULT_RANGE, with `distance` left alone: a bad grid,
 * a missing pointer, a goal off the map. No goals: everything is far. [any, fail] */
moult_status moult__flow_fill(const moult_grid *grid, const moult_point *goals, uint32_t goal_count,
                              uint16_t *distance, uint32_t *queue);

/* The index into moult_direction of the step to the nearest cell of a filled field, of equal ones
 * the first; -1 when no neighbour is nearer than (x,y) is, or on bad arguments. The start needn't
 * be free or reached. [any] */
int32_t moult__flow_step(const moult_grid *grid, const uint16_t *distance, int32_t x, int32_t y);

/* The same uphill: to the farthest neighbour that is reached at all; -1 when none is farther.
 * [any] */
int32_t moult__flow_flee(const moult_grid *grid, const uint16_t *distance, int32_t x, int32_t y);

/* The line between two cells, both included, in order from (x0,y0); the same cells when the ends
 * are swapped. Coordinates are within +-2^30. Writes the first `room` cells and answers how many
 * there are. [any] */
uint32_t moult__line_cells(int32_t x0, int32_t y0, int32_t x1, int32_t y1, moult_point *out,
                           uint32_t room);

/* 1 when no cell of the line strictly between the eye and (x1,y1) stops sight, 0 when one does or
 * the ends aren't on the map. The radius doesn't matter. [any] */
int32_t moult__line_clear(const moult_sight *sight, int32_t x1, int32_t y1);

/* Sets the cells of `mark` (width*height) that can be reached from (x,y) to 1 and leaves others as
 * they are; how many were set. grid->limit doesn't matter. The start is always reached; a cell that
 * isn't 0 before is passed neither over nor counted. 0 on bad arguments. [any] */
uint32_t moult__flood_fill(const moult_grid *grid, int32_t x, int32_t y, uint8_t *mark,
                           uint32_t *queue);

#endif
