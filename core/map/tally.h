/* SPDX-License-Identifier: MIT */
/* Figures of many levels: how often each value of each metric came up. What is kept are counts, so
 * it doesn't matter in which order levels are added, or by how many threads. */
#ifndef MOULT_CORE_MAP_TALLY_H
#define MOULT_CORE_MAP_TALLY_H
#include "core/game/canvas.h"
#include "core/map/metrics.h"

#define MOULT__TALLY_METRICS 64u

typedef struct moult__value {
    int64_t value;
    uint64_t count;
} moult__value;

typedef struct moult__values {
    moult__value *entries; /* the least first */
    uint32_t room, count;
} moult__values;

/* What generators told under one name. */
typedef struct moult__told_values {
    char name[MOULT__TOLD_NAME];
    uint64_t first, levels; /* where it was told first, and by how many levels it was */
    moult__values values;
} moult__told_values;

typedef struct moult__tally {
    moult__values values[MOULT__TALLY_METRICS];
    moult__told_values *told;
    uint32_t told_room, told_count;
    uint64_t levels;
} moult__tally;

/* What is to be counted of a level. */
typedef struct moult__made {
    const moult__map_metrics *metrics;
    const moult__map_room *rooms;
    const moult__told *told;
    int32_t room_count;
    uint32_t told_count;
    uint32_t attempt; /* how many were refused before it */
    uint64_t index, nanoseconds;
} moult__made;

/* What is said of a metric. `values` are in units of 1 / unit, the least first. */
typedef struct moult__figure {
    const char *name, *suffix; /* a row's name is both */
    double mean, sd, p5, p50, p95, p99, max, unit;
    uint64_t n;
    const moult__value *values;
    uint32_t value_count;
    int32_t is_time;
} moult__figure;

/* Adds a level. 0: out of memory. */
int32_t moult__tally_add(moult__tally *t, const moult__made *level);

/* Adds all that another one has. 0: out of memory. */
int32_t moult__tally_merge(moult__tally *into, const moult__tally *from);
void moult__tally_free(moult__tally *t);

/* Calls back for each metric that has values, in the order of the table; then for what was told, in
 * the order in which it first was, where a level that didn't tell it counts as 0. What is told
 * under a name of the table is left out. 0: out of memory. */
int32_t moult__tally_figures(moult__tally *t, const char *suffix,
                             void (*take)(void *, const moult__figure *), void *context);

#endif
