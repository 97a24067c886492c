/* SPDX-License-Identifier: MIT */
/* What is known of traced calls: sums a function, and, while there is a file, each call. It knows
 * nothing of how calls are caught. */
#ifndef MOULT_CORE_TRACE_RECORD_H
#define MOULT_CORE_TRACE_RECORD_H
#include <stdint.h>
#include <stdio.h>
#include <moult/base.h>
#include "core/system/error.h"

#define MOULT__TRACED_ARGS 6u
#define MOULT__TIMES 1216u /* 32 a power of two, beyond the first 64 nanoseconds */

/* All calls of one function of a slot, whichever build it was of. */
typedef struct moult__figures {
    struct moult__figures *next;
    char slot[MOULT_SLOT_SIZE], name[24], letters[MOULT__TRACED_ARGS + 1];
    char result;
    int32_t told; /* 0: only measured, as the turns to which the others are compared */
    uint64_t calls, spent, longest;
    uint32_t times[MOULT__TIMES]; /* calls, by how long they took */
} moult__figures;

typedef struct moult__traced_call {
    const moult__figures *of;
    uint64_t start, spent, result, args[MOULT__TRACED_ARGS];
} moult__traced_call;

#define MOULT__CALLS_GATHERED 16384u

typedef struct moult__record {
    moult__figures *figures;
    moult__traced_call *calls; /* NULL: there is no file */
    uint32_t count;
    int fd;
    int64_t end; /* of the file, without what closes it */
    char path[1024];
} moult__record;

/* `again`: the file goes on where another process left it. */
moult_status moult__record_open(moult__record *record, const char *path, int32_t again,
                                moult__report *report);
void moult__record_close(moult__record *record);
void moult__record_flush(moult__record *record);
void moult__record_summary(const moult__record *record, FILE *out);

/* The figures of a function, made when there are none; NULL: memory. */
moult__figures *moult__record_figures(moult__record *record, const char *slot, const char *name);

/* One more call. */
void moult__record_add(moult__figures *of, uint64_t spent);

#endif
