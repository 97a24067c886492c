/* SPDX-License-Identifier: MIT */
/* What the benches share: a clock, medians, a verdict, and the maps that they measure on.
 * Our side and its peers do the same work in turn within one run, so that a change in the machine's
 * speed meets all of them; a figure is the median of the runs. A bench ends with 1 when it missed
 * its goal and with 2 when its peer isn't there. */
#ifndef BENCH_H
#define BENCH_H
#include <moult/tiles.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BENCH_RUNS 31
#define BENCH_PEERS 16
#define BENCH_WIDTH 64
#define BENCH_HEIGHT 40
#define BENCH_CELLS (BENCH_WIDTH * BENCH_HEIGHT)
#define BENCH_ROOMS 8

/* One contestant: `work` does `operations` operations on `context` (an index or flag in
 * `choice`). */
typedef struct bench_side {
    const char *name;
    void (*work)(void *context, int choice);
    void *context;
    int choice, operations;
    double median; /* microseconds an operation */
    double sample[BENCH_RUNS];
} bench_side;

static inline double bench_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static inline int bench_order(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Runs all sides in turn, BENCH_RUNS times after one round to warm up, and sets their medians. */
static inline void bench_measure(bench_side *sides, int count)
{
    for (int run = -1; run < BENCH_RUNS; run++) {
        for (int i = 0; i < count; i++) {
            double begin = bench_clock();
            sides[i].work(sides[i].context, sides[i].choice);
            if (run >= 0)
                sides[i].sample[run] = (bench_clock() - begin) / sides[i].operations;
        }
    }
    for (int i = 0; i < count; i++) {
        qsort(sides[i].sample, BENCH_RUNS, sizeof(double), bench_order);
        sides[i].median = sides[i].sample[BENCH_RUNS / 2];
    }
}

/* Prints the verdict of side 0 against the fastest of the others; the program's exit code. */
static inline int bench_verdict(const char *name, const bench_side *sides, int count, double goal)
{
    int peer = 1;
    for (int i = 2; i < count; i++)
        peer = sides[i].median < sides[peer].median ? i : peer;
    double ratio = sides[0].median / sides[peer].median;
    printf("%s ours %.3f us, %s %.3f us, ratio %.3f (goal %.3f) %s\n", name, sides[0].median,
           sides[peer].name, sides[peer].median, ratio, goal, ratio <= goal ? "ok" : "MISSED");
    return ratio <= goal ? 0 : 1;
}

static inline uint32_t bench_random(uint32_t *state, uint32_t bound)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state % bound;
}

static inline void bench_dig(uint8_t *tile, int x0, int y0, int x1, int y1, uint8_t what)
{
    for (int y = y0 < y1 ? y0 : y1; y <= (y0 < y1 ? y1 : y0); y++)
        for (int x = x0 < x1 ? x0 : x1; x <= (x0 < x1 ? x1 : x0); x++)
            tile[y * BENCH_WIDTH + x] = what;
}

/* A level of the field's usual kind: rooms in solid wall, each joined to the one before it by a
 * corridor with one bend. `state` is not 0. */
static inline void bench_rooms(uint8_t *tile, uint32_t *state)
{
    int old_x = 0, old_y = 0;
    memset(tile, MOULT_TILE_WALL, BENCH_CELLS);
    for (int room = 0; room < BENCH_ROOMS; room++) {
        int width = 5 + (int)bench_random(state, 10), height = 4 + (int)bench_random(state, 6);
        int left = 1 + (int)bench_random(state, (uint32_t)(BENCH_WIDTH - width - 1));
        int top = 1 + (int)bench_random(state, (uint32_t)(BENCH_HEIGHT - height - 1));
        int x = left + width / 2, y = top + height / 2;
        bench_dig(tile, left, top, left + width - 1, top + height - 1, MOULT_TILE_FLOOR);
        if (room > 0) {
            bench_dig(tile, old_x, old_y, x, old_y, MOULT_TILE_FLOOR);
            bench_dig(tile, x, old_y, x, y, MOULT_TILE_FLOOR);
        }
        old_x = x;
        old_y = y;
    }
}

#endif
