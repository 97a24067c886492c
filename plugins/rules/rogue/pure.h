/* SPDX-License-Identifier: MIT */
/* Arithmetic that the modules share: no world, no chance, no overflow. */
#ifndef MOULT_ROGUE_PURE_H
#define MOULT_ROGUE_PURE_H
#include "rules/rogue/rogue.h"

static inline int32_t rogue_least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t rogue_most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* a + b, stopping at the ends of the range. */
static inline int32_t rogue_sum(int32_t a, int32_t b)
{
    int64_t sum = (int64_t)a + b;
    return sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : (int32_t)sum;
}

/* Every so many turns; 0: never. */
static inline int32_t rogue_due(int32_t turn, int32_t every)
{
    return every > 0 && turn % every == 0;
}

/* The best tier of gear that lies on a floor. */
static inline int32_t rogue_tier(const rogue_tuning *t, int32_t floor)
{
    return rogue_least(ROGUE_TIERS - 1, floor / rogue_most(1, t->tier_floors) + 1);
}

#endif
