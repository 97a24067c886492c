/* SPDX-License-Identifier: MIT */
/* The host's side of a canvas: what a generator draws on, and what the core keeps to itself.
 *
 * `open` is handed out; `own` is the same struct as it should be. The core reads planes, sizes and
 * lists from `own` only, so a generator that overwrites the fields of its canvas is found out and
 * can't lead the core astray. One block holds planes, guards and the oracle's scratch, and is used
 * again for every level that fits: nothing is allocated in the steady state. */
#ifndef MOULT_CORE_GAME_CANVAS_H
#define MOULT_CORE_GAME_CANVAS_H
#include <moult/mapgen.h>

#define MOULT__CANVAS_SIDE 4096 /* cells */

/* More entries than these are MOULT_FULL. */
#define MOULT__ROOMS_MAX 4096u
#define MOULT__DOORS_MAX 16384u
#define MOULT__SPOTS_MAX 4096u
#define MOULT__SPAWNS_MAX 65536u
#define MOULT__TOLD_MAX 64u /* names; more are left out */
#define MOULT__TOLD_NAME 32 /* bytes, with the final zero */

/* A list that grows up to `limit` entries and keeps its memory from level to level. */
typedef struct moult__canvas_list {
    void *entries;
    uint32_t entry_size, count, capacity, limit;
} moult__canvas_list;

/* A stretch of cells side by side, as places in the scratch plane, both included. */
typedef struct moult__stretch {
    uint32_t first, last;
} moult__stretch;

/* What a generator told of its work. */
typedef struct moult__told {
    char name[MOULT__TOLD_NAME];
    int64_t value;
} moult__told;

typedef struct moult__canvas {
    moult_canvas open; /* first, so that the generator's pointer is ours too */
    moult_canvas own;
    moult__canvas_list rooms, doors, spots, spawns;
    uint64_t budget; /* steps left */
    uint32_t spent;  /* 1 once more was asked for than was left */
    uint32_t guard;  /* cells in a guard */
    uint8_t *block;
    size_t block_size;
    uint8_t *scratch;     /* (width + 2) * (height + 2) cells, for the oracle */
    moult__stretch *runs; /* (width + 1) / 2 * height of them, for the oracle */
    char said[200];       /* the generator's own words for its refusal */
    uint8_t seed[32];     /* what the request of the attempt points to */
    uint32_t unsupported; /* 1: the newest refusal is the generator's own, of what was asked for */
    char why[256];        /* the newest refusal in words; "" while there is none */
    uint32_t listens;     /* 1: figures are kept; set by whoever wants them, before `begin` */
    uint32_t told_count;
    moult__told told[MOULT__TOLD_MAX]; /* of the newest attempt */
} moult__canvas;

/* A canvas without a size yet; NULL: out of memory. */
moult__canvas *moult__canvas_create(void);

/* NULL is fine. */
void moult__canvas_free(moult__canvas *canvas);

/* Makes it a blank one of the request's size: STONE and zeros, lists empty, no promise, no
 * vocabulary, `budget_steps` to spend. NULL: a side is out of 1..4096, or out of memory; then the
 * canvas must not be used before the next `begin`. */
moult_canvas *moult__canvas_begin(moult__canvas *canvas, const moult_request *request,
                                  uint64_t budget_steps);

/* 1 while the guards hold their pattern and of the open fields none changed but `vocabulary`,
 * `promise` and `reserved`. */
int32_t moult__canvas_intact(const moult__canvas *canvas);

#endif
