/* SPDX-License-Identifier: MIT */
/* Figures of a finished level, whoever made it: from its canvas alone.
 *
 * Reachability starts at the way up, or else at the entry: steps in 8 directions, not diagonally
 * into or out of a door (a doorway without one allows it). Closed and locked doors can be passed,
 * water and bars can't; secret doors and corridors only where it is said. A room is reached if one
 * of its cells is. Sealed rooms count nowhere unless it is said; a niche is a corridor's cell with
 * a 1 in plane DETAIL, or one in a sealed room. */
#ifndef MOULT_CORE_MAP_METRICS_H
#define MOULT_CORE_MAP_METRICS_H
#include <moult/mapgen.h>

/* X(NAME, its name in tables, what it is) */
// clang-format off
#define MAP_METRICS(X) \
    X(rooms, "n_nonvault", "not sealed") \
    X(ordinary_rooms, "n_ord", "of them, of kind 0") \
    X(lit_rooms, "lit_rooms", "of them") \
    X(sealed_rooms, "sealed", "closets and vaults") \
    X(vaults, "vault", "sealed rooms of more than a cell") \
    X(special, "special", "kind and subkind of the last room of another kind than 0; 0: none") \
    X(floor_cells, "floor_cells", "of tile floor, wherever they are") \
    X(door_cells, "door_cells", "open, closed, locked and empty ones") \
    X(secret_door_cells, "sdoor_cells", "") \
    X(doorways, "d_none", "without a door") \
    X(open_doors, "d_open", "") \
    X(closed_doors, "d_closed", "") \
    X(locked_doors, "d_locked", "") \
    X(trapped_doors, "d_trapped", "of those that aren't secret, each cell once") \
    X(door_entries, "doorindex", "in the list") \
    X(double_entries, "dup_doors", "same room and cell") \
    X(lost_entries, "fdoor_mismatch_rooms", "not on a wall of their room, or not on a door") \
    X(adjacent_doors, "adj_door_pairs", "pairs of door cells side by side") \
    X(corridor_cells, "corr", "") \
    X(secret_corridor_cells, "scorr", "") \
    X(dead_ends, "dead_ends", "corridor cells, secret ones too, with at most one way straight on") \
    X(dead_ends_no_niche, "dead_ends_nonniche", "without niches") \
    X(niches, "niches", "cells") \
    X(parts, "real_comp_noniche", "connected, secrets passed, without niches and sealed rooms") \
    X(all_reached, "all_reach_nosecret", "1: every room is") \
    X(all_reached_secret, "all_reach_secret", "the same, secrets passed") \
    X(down_reached, "down_nosecret", "1: the way down is") \
    X(down_reached_secret, "down_secret", "the same, secrets passed") \
    X(path, "path", "steps from the start to the way down, secrets passed; -1: none") \
    X(fountains, "fountains", "") \
    X(sinks, "sinks", "") \
    X(altars, "altars", "") \
    X(graves, "graves", "") \
    X(thrones, "thrones", "") \
    X(pools, "pools", "cells of water") \
    X(branches, "branch", "spots") \
    X(teleports, "vtele", "spots that lead to another") \
    X(actors, "monsters", "spawns") \
    X(items, "objects", "spawns, but for those buried and hidden") \
    X(buried, "buried", "items that are both") \
    X(traps, "traps", "spawns") \
    X(notes, "notes", "spawns")
// clang-format on

typedef struct moult__map_metrics {
#define MAP_METRIC(field, name, text) int32_t field;
    MAP_METRICS(MAP_METRIC)
#undef MAP_METRIC
} moult__map_metrics;

typedef struct moult__map_room {
    int32_t room; /* its index */
    int32_t width, height, area, x, y, lit;
    int32_t doors;        /* entries of its list */
    int32_t border_doors; /* door cells of its walls, corners aside, secret ones too */
    int32_t reached;      /* secrets not passed */
} moult__map_room;

/* Measures a level; `rooms` has room for canvas->room_count entries, of which the answer says how
 * many were set: those that aren't sealed. -1: out of memory. */
int32_t moult__map_measure(const moult_canvas *canvas, moult__map_metrics *out,
                           moult__map_room *rooms);

#define MOULT__MAP_FAR -1 /* steps to what can't be reached */

/* Steps from the start to each cell, and to the rim of one cell around the map, which is never
 * reached. `*open`: the same where secrets aren't passed. The caller frees `*steps` alone. 0: out
 * of memory. */
int32_t moult__map_steps(const moult_canvas *canvas, int32_t **steps, int32_t **open);

/* Where a cell stands in planes with a rim. */
static inline size_t moult__map_place(const moult_canvas *canvas, int32_t x, int32_t y)
{
    return (size_t)(y + 1) * (size_t)(canvas->width + 2) + (size_t)(x + 1);
}

#endif
