/* SPDX-License-Identifier: MIT */
/* Within a load: the builds that are to be, and who has what among the scanned files. */
#ifndef MOULT_CORE_LOAD_H
#define MOULT_CORE_LOAD_H
#include "core/plugin/set.h"

/* The builds that are to be, while they are being gathered. */
typedef struct moult__gathering {
    moult__set *set;
    moult__build **builds;
    uint32_t count, kept; /* the first `kept` are the set's own */
    moult__report *report;
    const moult__want *wants;
    uint32_t want_count;
} moult__gathering;

/* Who has a slot among the scanned files: one, or by mistake two; and the entry of one that has it
 * but is left out, or -1. */
typedef struct moult__match {
    const moult__found *one, *two;
    int32_t left_out;
} moult__match;

int32_t moult__gathered(const moult__gathering *g, const char *slot);
moult__match moult__find(const moult__gathering *g, const char *slot);

/* Finds the file that provides a slot and gathers it. `who` asks for it. */
moult_status moult__gather_slot(moult__gathering *g, const char *slot, const char *who);

/* What is wanted is left out, by entry number `entry`. */
moult_status moult__stand_in(moult__gathering *g, const moult__want *want, uint32_t entry);

/* Notes all that an entry's file would provide, by its note; once. */
void moult__note_left_out(moult__set *set, uint32_t entry);

/* Tells which archetypes wait, of the gaps from number `first` on. */
void moult__warn_waiting(moult__gathering *g, uint32_t first);

#endif
