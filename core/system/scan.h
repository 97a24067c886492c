/* SPDX-License-Identifier: MIT */
/* Whose code is on a broken stack: return addresses are looked for word by word.
 *
 * An unwinder follows what it finds and crashes on a smashed stack. This scan follows nothing, and
 * reads memory only through a pipe, so it can't fault. A word counts when it points behind a call
 * in a build of the roster. Words of calls that are over can still look so; the black box decides
 * where one of them would name somebody else. For signal handlers: no allocation, no locks. */
#ifndef MOULT_CORE_SYSTEM_SCAN_H
#define MOULT_CORE_SYSTEM_SCAN_H
#include "core/supervisor/shared.h"

/* Where a thread stood. 0: not known. */
typedef struct moult__stand {
    uint64_t place; /* the instruction */
    uint64_t link;  /* the register with the newest return address, on machines that have one */
    uint64_t stack; /* the stack pointer */
    int32_t fault;  /* 1: the processor couldn't go on there; 0: it was interrupted */
} moult__stand;

/* Fills in `plugin`, `return_count` and `returns` of the blame. May close descriptors 3 to 15 if
 * none is free for the pipe: it is for a process that ends. */
void moult__scan(moult__shared *shared, const moult__stand *stand);

/* The roster's entry (index + 1) whose label is at `text` in the worker; 0: none. Compares, never
 * follows. */
uint32_t moult__roster_of(const moult__shared *shared, uint64_t text);

/* How many entries of the roster may be looked at, whatever its count says. */
static inline uint32_t moult__roster_count(const moult__shared *shared)
{
    uint32_t count = atomic_load_explicit(&shared->roster_count, memory_order_acquire);
    return count < MOULT__ROSTER_MAX ? count : MOULT__ROSTER_MAX;
}

#endif
