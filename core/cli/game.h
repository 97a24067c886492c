/* SPDX-License-Identifier: MIT */
/* One game from its loaded plugins to its end: what runs in the worker, or alone. */
#ifndef MOULT_CORE_CLI_GAME_H
#define MOULT_CORE_CLI_GAME_H
#include "core/cli/batch.h"
#include "core/supervisor/supervisor.h"

typedef struct moult__game {
    moult__setup setup; /* its profile is chosen; its set is loaded here */
    moult__options options;
    char fresh[16]; /* the seed of a run that nobody chose one for */
} moult__game;

/* Loads, plays, unloads; `context` is a moult__game. Without a supervisor `link` and `start` are
 * NULL. Answers the exit code. */
int moult__game_work(void *context, moult__link *link, const moult__start *start);

/* The same in a worker, under a supervisor. */
int moult__game_supervised(moult__game *game);

/* Loads, and plays many runs (batch.h). */
int moult__game_batch(moult__game *game, int64_t first, int64_t last);

#endif
