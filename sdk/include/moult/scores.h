/* SPDX-License-Identifier: MIT */
/* scores/1: the ranking. One place for all games of a user, or a shared one.
 * A provider owns its file or connection between open and close; when it can't be reached the game
 * goes on without, and says so. */
#ifndef MOULT_SCORES_H
#define MOULT_SCORES_H
#include <moult/base.h>
#include <moult/plugin.h>

MOULT_EXTERN_C_BEGIN

#define MOULT_SCORE_NAME 64 /* bytes of a player's name with the final zero; longer ones are cut */

/* One finished run. Texts are UTF-8 without control characters: the core sees to that. */
typedef struct moult_ranked {
    uint32_t size;
    uint32_t won;
    int64_t score;
    int64_t when; /* seconds since 1970 */
    uint32_t turns;
    int32_t depth;
    uint32_t place; /* 1 is the best; equal scores: the earlier first */
    uint32_t reserved;
    char game[32], name[MOULT_SCORE_NAME], cause[64], seed[64];
} moult_ranked;

typedef struct moult_scores_1 {
    uint32_t size;
    uint32_t flags;
    uint32_t state_size; /* of the block that the core keeps, zeroed */
    uint32_t reserved;
    /* `where`: a file's path, or postgres://...; `why[room]`: the reason when refused. [load,
     * fail] */
    moult_status (*open)(void *state, const char *where, char *why, uint32_t room);
    void (*close)(void *state);
    /* Enters a run and answers its place (>= 1), or refuses. Several processes may do so at once.
     * [any, fail] */
    int32_t (*add)(void *state, const moult_ranked *run, char *why, uint32_t room);
    /* The best `count` of a game, best first; answers how many were written. [any, fail] */
    int32_t (*top)(void *state, const char *game, moult_ranked *out, uint32_t count, char *why,
                   uint32_t room);
} moult_scores_1;

#define MOULT_SCORES_INTERFACE "scores/1"
#define MOULT_SCORES_SHAPE     \
    "open i(pspu) load,fail\n" \
    "close v(p) any\n"         \
    "add i(pppu) any,fail\n"   \
    "top i(pspupu) any,fail\n"

MOULT_EXTERN_C_END
#endif
