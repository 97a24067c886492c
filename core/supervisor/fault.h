/* SPDX-License-Identifier: MIT */
/* Who ended the worker, where, and by what: read after its end from what it left behind.
 *
 * Its record was written by a process whose memory can't be trusted, so nothing in it is followed
 * and every count and text in it has a bound here. */
#ifndef MOULT_CORE_SUPERVISOR_FAULT_H
#define MOULT_CORE_SUPERVISOR_FAULT_H
#include "core/supervisor/shared.h"

typedef struct moult__fault {
    uint32_t plugin;   /* roster index + 1; 0: nobody can be named */
    char function[32]; /* "decide": the function of its interface, or the box's stage; "" */
    char place[160];   /* "wolf.c:12"; "" when it isn't known */
    char cause[96];    /* "SIGSEGV", "exit() was called", "no answer for 2.0 s", ... */
} moult__fault;

/* `wait_status`: as waitpid gave it. `overtime_ms`: 0, or for how long the call had lasted because
 * of which the supervisor ended the worker. Reads the staged file of the plugin that is blamed, so
 * it comes before anybody clears them away. */
void moult__fault_find(const moult__shared *shared, int wait_status, uint32_t overtime_ms,
                       moult__fault *out);

/* What was called for when the worker ended, as its black box says; "" when that can't be read. */
void moult__fault_stage(const moult__shared *shared, char *out, size_t room);

#endif
