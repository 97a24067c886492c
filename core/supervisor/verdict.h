/* SPDX-License-Identifier: MIT */
/* After a worker died: which builds the next one loads, and what the player is told. */
#ifndef MOULT_CORE_SUPERVISOR_VERDICT_H
#define MOULT_CORE_SUPERVISOR_VERDICT_H
#include "core/plugin/set.h"
#include "core/supervisor/fault.h"

#define MOULT__BLAMED_MAX 32u
#define MOULT__DEATHS_MAX 3u /* in a row, without a turn in between and without anybody to blame */

/* What a verdict says of the game. */
#define MOULT__VERDICT_AGAIN 0u /* the same builds: nobody is to blame, or nobody yet */
#define MOULT__VERDICT_BACK 1u  /* the generation before takes over */
#define MOULT__VERDICT_OUT 2u   /* the plugin is left out */
#define MOULT__VERDICT_END 3u   /* it can't go on: the run is kept in a file */

/* What is known of the deaths so far, and what the next worker loads: for every build that ran its
 * own staged copy, so that a file that changed or is being written meanwhile doesn't matter, or an
 * older one, or nothing. */
typedef struct moult__verdicts {
    moult__instead plan[MOULT__INSTEAD_MAX];
    uint32_t count;
    moult__instead blamed[MOULT__BLAMED_MAX]; /* of these: path, content, how often */
    uint32_t blamed_count;
    uint32_t deaths;    /* in a row, without a turn in between */
    uint32_t played;    /* turns, at the last one */
    char suspect[1024]; /* the file of whoever was called last then, "" nobody */
} moult__verdicts;

/* Judges a death. Makes the plan, and fills `text` with one
 * line (without its newline) in the shape of all errors. */
uint32_t moult__verdict(moult__verdicts *verdicts, const moult__shared *shared,
                        const moult__fault *fault, char *text, uint32_t room);

/* The builds of the newest reload gave up at their first turn: all of them go back. */
uint32_t moult__verdict_gave_up(moult__verdicts *verdicts, const moult__shared *shared, char *text,
                                uint32_t room);

#endif
