/* SPDX-License-Identifier: MIT */
/* moult play --seeds A-B: many runs by an archetype. */
#ifndef MOULT_CORE_CLI_BATCH_H
#define MOULT_CORE_CLI_BATCH_H
#include "core/cli/cli.h"

/* "1-20"; 0, or what a wrong call ends with. */
int moult__batch_range(const char *text, int64_t *first, int64_t *last);

/* Plays the seeds with options->hero and prints what became of each. Exit code. */
int moult__batch_play(moult__setup *setup, const moult__options *options, int64_t first,
                      int64_t last);

#endif
