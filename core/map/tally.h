/* SPDX-License-Identifier: MIT */
/* Figures of many levels: how often each value of each metric came up. What is kept are counts, so
 * it doesn't matter in which order levels are added, or by how many threads. */
#ifndef MOULT_CORE_MAP_TALLY_H
#define MOULT_CORE_MAP_TALLY_H
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

typedef struct moult__tally {
    moult__values values[MOULT__TALLY_METRICS];
} moult__tally;

/* What is said of a metric. `values` are in units of 1 / unit, the least first. */
typedef struct moult__figure {
    const char *name;
    double mean, sd, p5, p50, p95, p99, max, unit;
    uint64_t n;
    const moult__value *values;
    uint32_t value_count;
    int32_t is_time;
} moult__figure;

/* Adds a level, with how many attempts were refused before it and how long it took. 0: out of
 * memory. */
int32_t moult__tally_add(moult__tally *t, const moult__map_metrics *m, const moult__map_room *rooms,
                         int32_t room_count, uint32_t attempt, uint64_t nanoseconds);

/* Adds all that another one has. 0: out of memory. */
int32_t moult__tally_merge(moult__tally *into, const moult__tally *from);
void moult__tally_free(moult__tally *t);

/* Calls back for each metric that has values, in the order of the table. */
void moult__tally_figures(const moult__tally *t, void (*take)(void *, const moult__figure *),
                          void *context);

#endif
