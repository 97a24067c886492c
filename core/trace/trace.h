/* SPDX-License-Identifier: MIT */
/* The trace: every call of some slots' functions, with arguments and time.
 *
 * Only while a slot is traced, its functions in the dispatch are closures of libffi, made by the
 * signatures of its shape, which take the time and call the plugin's own. Without a trace the
 * pointers are the plugin's own, and nothing is in between. A reload wraps the new build; a copy of
 * the process (a rehearsal) calls it bare, and writes nothing. */
#ifndef MOULT_CORE_TRACE_H
#define MOULT_CORE_TRACE_H
#include <stdio.h>
#include "core/plugin/set.h"

typedef struct moult__trace moult__trace;

/* Traces the slots of a list with commas: names, in which a star stands for any letters, and roles.
 * `file` gets the calls as JSON for trace viewers, and is whole whenever the game rests; NULL: only
 * the times are summed up. `again`: the file goes on where another process left it. Refused: no
 * slot is so called, closures are denied, or the file. */
moult_status moult__trace_open(moult__set *set, const char *slots, const char *file, int32_t again,
                               moult__trace **trace, moult__report *report);

/* Gives back the plugins' own functions, and ends the file. NULL is fine. */
void moult__trace_close(moult__trace *trace);

/* Between two turns: writes what was gathered, lets go of what a reload replaced. */
void moult__trace_rest(moult__trace *trace);

/* A line a function: calls, p50, p99, the longest, its share of the turns. */
void moult__trace_summary(const moult__trace *trace, FILE *out);

#endif
