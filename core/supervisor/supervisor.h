/* SPDX-License-Identifier: MIT */
/* The process that can't be taken down by a plugin, since it never runs one.
 *
 * It keeps the world as of the last turn, the terminal's settings, and the worker, which plays.
 * When the worker dies it gives the terminal back, finds whose fault it was, and starts another
 * worker from the last turn, with that plugin's older generation or without it. */
#ifndef MOULT_CORE_SUPERVISOR_H
#define MOULT_CORE_SUPERVISOR_H
#include "core/plugin/set.h"
#include "core/supervisor/link.h"
#include "core/system/control.h"
#include "core/world/image.h"

#define MOULT__DEADLINE_MS 2000u
#define MOULT__DEADLINE_MIN_MS 50u
#define MOULT__DEADLINE_MAX_MS 3600000u

/* How a worker begins. */
typedef struct moult__start {
    const moult__image *image; /* the world to go on with; NULL: there is none yet */
    const moult__instead *instead;
    uint32_t instead_count;
    const char *stage;       /* the folder of staged copies, the supervisor's */
    uint32_t serial;         /* of the first copy */
    moult__control *control; /* NULL: none */
    const char *told;        /* what the player should know, a line each; "": nothing */
    int32_t again;           /* 1: another worker was here before */
    int32_t leave;           /* save and leave at once */
    int32_t rescue;          /* only keep the image in a file: the number of the attempt, or 0 */
} moult__start;

typedef struct moult__supervision {
    /* The worker's whole life, in its own process; answers the exit code. */
    int (*work)(void *context, moult__link *link, const moult__start *start);
    void *context;
    uint32_t deadline_ms; /* of a plugin's call */
    int32_t control;      /* 1: the game listens to requests */
} moult__supervision;

/* Plays until the worker leaves. The exit code of the last worker; 3: a plugin's fault that could
 * not be gone around; -1 with a report: nothing was started. */
int moult__supervise(const moult__supervision *supervision, moult__report *report);

#endif
