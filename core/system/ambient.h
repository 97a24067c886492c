/* SPDX-License-Identifier: MIT */
/* The state of the process that plugins share with everybody, and that a call must leave as it
 * was: how numbers are rounded, signals, working directory, locale, environment, threads,
 * descriptors. Taken before a call, compared after it.
 *
 * A snapshot takes some fifty microseconds, so it is for the validator and for debug builds. That
 * numbers are rounded as usual is two registers to read, 20 ns: cheap enough for every turn. */
#ifndef MOULT_CORE_SYSTEM_AMBIENT_H
#define MOULT_CORE_SYSTEM_AMBIENT_H
#include <fenv.h>
#include <stdint.h>

typedef struct moult__ambient {
    uint32_t rounding, exceptions, threads, umask;
    uint64_t mask, handlers[65], environment, directory[2], descriptors[8];
    uint64_t timer;
    char locale[256];
} moult__ambient;

void moult__ambient_take(moult__ambient *out);

/* What differs, in words, but for what a plugin with these flags (MOULT_MAY_OWN_*) may have;
 * 0: nothing. */
int32_t moult__ambient_differs(const moult__ambient *before, const moult__ambient *after,
                               uint32_t may_own, char *out, uint32_t room);

/* Whether numbers are rounded to the nearest, by the unit that does nearly all of it: a register to
 * look at, for what is done many times a turn. */
static inline int32_t moult__ambient_nearest(void)
{
#ifdef __x86_64__
    return (__builtin_ia32_stmxcsr() & 0x6000u) == 0;
#else
    return fegetround() == FE_TONEAREST;
#endif
}

/* The same of all units. If not: they are from here on, and it answers 0. */
int32_t moult__ambient_rounding(void);

#endif
