/* SPDX-License-Identifier: MIT */
/* Levels of mapgen/nethack made within the test, so that what its generator counted can be seen,
 * and the statistics over many of them, beside the table of the real game's.
 *
 * The table's rows are named METRIC, METRIC_dA-B or METRIC_dA: over the depths A to B alone. */
#ifndef TESTS_NETHACK_LEVEL_H
#define TESTS_NETHACK_LEVEL_H
#include "core/game/canvas.h"
#include "mapgen/nethack/level.h"
#include "core/map/metrics.h"

#define NETHACK_DEPTHS 21 /* 2..20 are used */
#define NETHACK_METRICS 96

typedef struct nethack_sum {
    uint64_t n;
    double powers[4]; /* sums of the values, their squares, cubes and fourth powers */
} nethack_sum;

typedef struct nethack_stats {
    nethack_sum sums[NETHACK_METRICS][NETHACK_DEPTHS];
} nethack_stats;

typedef struct nethack_row {
    char name[64];
    double mean, sd;
    double fourth; /* mean fourth power of the distance from the mean; ours alone have it */
    uint64_t n;
} nethack_row;

/* A request of 80x21 cells; number, depth and options name the level. `seed` is 32 bytes that it
 * fills and the request points to. */
moult_request nethack_request(uint64_t number, int32_t depth, const char *options, uint8_t *seed);

/* Makes the level on the canvas. */
moult_status nethack_make(nethack_level *level, moult__canvas *canvas,
                          const moult_request *request);

/* Adds a level that was made. 0: out of memory. */
int32_t nethack_stats_add(nethack_stats *stats, const nethack_level *level);

/* Ours under the name of a table's row; 0: there is no such metric. */
int32_t nethack_stats_row(const nethack_stats *stats, const char *name, nethack_row *out);

/* How many levels of each depth, 2..20, the table is of. */
extern const int32_t nethack_table_levels[NETHACK_DEPTHS];

/* The next row of a table; 0: the end. Rows without a mean and a spread are left out. */
int32_t nethack_table_next(void *file, nethack_row *out);

/* Whether the repaired faults 3 and 4, without `faithful`, move the metric. */
int32_t nethack_is_moved(const char *name);

/* By how many standard errors two rows differ, and by what part of the table's value. */
double nethack_errors(const nethack_row *table, const nethack_row *ours);
double nethack_part(const nethack_row *table, const nethack_row *ours);

/* The spread likewise. The error of a standard deviation follows from the fourth moment, for which
 * ours is taken on both sides. */
double nethack_spread_errors(const nethack_row *table, const nethack_row *ours);
double nethack_spread_part(const nethack_row *table, const nethack_row *ours);

#endif
