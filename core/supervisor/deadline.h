/* SPDX-License-Identifier: MIT */
/* Calls that don't come back. The worker's box counts calls; a tick runs while the worker is busy.
 * A plugin whose call is the same one at every tick of a whole deadline is ended. */
#ifndef MOULT_CORE_SUPERVISOR_DEADLINE_H
#define MOULT_CORE_SUPERVISOR_DEADLINE_H
#include "core/supervisor/link.h"

typedef struct moult__deadline {
    uint32_t limit_ms;
    pid_t worker;
    uint64_t calls;    /* at the last tick */
    uint32_t stuck_ms; /* for which it has been the same */
    uint32_t over_ms;  /* 0, or how long it took when the worker was ended for it */
    int32_t aborting;  /* SIGABRT was sent: SIGKILL is next */
} moult__deadline;

/* For a new worker. */
void moult__deadline_begin(moult__deadline *deadline, pid_t worker);

/* Looks at the box, and ends the worker when its time is up. Time doesn't count while the worker is
 * stopped or traced, or while the terminal (-1: none) takes nothing. */
void moult__deadline_tick(moult__deadline *deadline, moult__link *link, int terminal);

/* How long the supervisor may wait before the next tick, for poll: -1, or milliseconds. */
int moult__deadline_wait(const moult__deadline *deadline);

static inline uint32_t moult__deadline_over(const moult__deadline *deadline)
{
    return deadline->over_ms;
}

#endif
