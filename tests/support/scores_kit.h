/* SPDX-License-Identifier: MIT */
/* What every ranking must do, whoever provides it: many writers at once, and the same answers for
 * the same runs. */
#ifndef TESTS_SCORES_KIT_H
#define TESTS_SCORES_KIT_H
#include <moult/scores.h>

typedef struct scores_kit {
    const moult_scores_1 *scores; /* NULL: not built */
    const char *where;
    void *state;
    char why[256];
} scores_kit;

/* Loads <build>/plugins/PLUGIN.so; 0: it isn't built. */
int32_t scores_load(scores_kit *kit, const char *plugin);
void scores_open(scores_kit *kit); /* fails the test when refused */
void scores_close(scores_kit *kit);

moult_ranked scores_run(const char *game, const char *name, int64_t score, int64_t when);
int32_t scores_add(scores_kit *kit, const char *game, const char *name, int64_t score,
                   int64_t when);
int32_t scores_top(scores_kit *kit, const char *game, moult_ranked *rows, uint32_t count);

/* 8 processes enter 4,000 runs: none is lost or there twice, each place can have been right. */
void scores_check_writers(scores_kit *kit);
/* 8 processes enter 800 equal runs: each place but once, and the order is that of the places. */
void scores_check_equals(scores_kit *kit);
/* Enters 200 runs with many equal scores and times; a hash of all places and rows. */
uint64_t scores_hash(scores_kit *kit);
/* The hash of the same 200 runs as the rules of a ranking say, counted by hand. */
uint64_t scores_expected(void);

#endif
