/* SPDX-License-Identifier: MIT */
/* Figures of a finished level, whoever made it: from its canvas alone.
 *
 * Reachability starts at the way up, or else at the entry: steps in 8 directions, not diagonally
 * into or out of a door (a doorway without one allows it). Closed and locked doors can be passed,
 * water and bars can't; secret doors and corridors only where it is said. A room is reached if one
 * of its cells is. Sealed rooms count nowhere unless it is said; a niche is a corridor's cell with
 * a 1 in plane DETAIL, or one in a sealed room. */
#ifndef TESTS_MAP_METRICS_H
#define TESTS_MAP_METRICS_H
#include <moult/mapgen.h>

/* X(NAME, what it is) */
#define MAP_METRICS(X)                                                                      \
    X(rooms, "not sealed")                                                                  \
    X(lit_rooms, "of them")                                                                 \
    X(sealed_rooms, "closets and vaults")                                                   \
    X(floor_cells, "of tile floor, wherever they are")                                      \
    X(door_cells, "open, closed, locked and empty ones")                                    \
    X(secret_door_cells, "")                                                                \
    X(doorways, "without a door")                                                           \
    X(open_doors, "")                                                                       \
    X(closed_doors, "")                                                                     \
    X(locked_doors, "")                                                                     \
    X(trapped_doors, "of those that aren't secret, each cell once")                         \
    X(door_entries, "in the list")                                                          \
    X(double_entries, "same room and cell")                                                 \
    X(lost_entries, "not on a wall of their room, or not on a door")                        \
    X(adjacent_doors, "pairs of door cells side by side")                                   \
    X(corridor_cells, "")                                                                   \
    X(secret_corridor_cells, "")                                                            \
    X(dead_ends, "corridor cells, secret ones too, with at most one orthogonal way on")     \
    X(dead_ends_no_niche, "without niches")                                                 \
    X(parts, "connected parts, secrets passed, without niches and sealed rooms")            \
    X(all_reached, "1: every room is")                                                      \
    X(all_reached_secret, "the same, secrets passed")                                       \
    X(down_reached, "1: the way down is")                                                   \
    X(down_reached_secret, "the same, secrets passed")                                      \
    X(path, "steps from the start to the way down, secrets passed; -1: none")               \
    X(fountains, "")                                                                        \
    X(sinks, "")                                                                            \
    X(altars, "")                                                                           \
    X(graves, "")                                                                           \
    X(thrones, "")                                                                          \
    X(pools, "cells of water")                                                              \
    X(branches, "spots")                                                                    \
    X(actors, "spawns")                                                                     \
    X(items, "spawns, but for those buried and hidden")                                     \
    X(buried, "items that are both")                                                        \
    X(traps, "spawns")

typedef struct map_metrics {
#define MAP_METRIC(name, text) int32_t name;
    MAP_METRICS(MAP_METRIC)
#undef MAP_METRIC
} map_metrics;

typedef struct map_room_metrics {
    int32_t room; /* its index */
    int32_t width, height, area, x, y, lit;
    int32_t doors;        /* entries of its list */
    int32_t border_doors; /* door cells of its walls, corners aside, secret ones too */
    int32_t reached;      /* secrets not passed */
} map_room_metrics;

/* Measures a level; `rooms` has room for canvas->room_count entries, of which the answer says how
 * many were set: those that aren't sealed. -1: out of memory. */
int32_t map_measure(const moult_canvas *canvas, map_metrics *out, map_room_metrics *rooms);

#endif
