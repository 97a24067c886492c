/* SPDX-License-Identifier: MIT */
/* How the player and the rats of srl grow: pure functions, in doubles as the original's, whose
 * figures are only right when each product is rounded by itself. Every plugin is compiled without
 * contraction, which sees to that.
 *
 * A figure grows from the one before it, rounded up each time, so a level has to be reached step by
 * step. Figures are whole; below 2^53 (the player's needed experience up to level 41) every whole
 * number is exact. What keeps them in integers has to mind that they go on growing. */
#ifndef RULES_SRL_GROWTH_H
#define RULES_SRL_GROWTH_H
#include <stdint.h>

/* `experience` is what the next level takes, of a rat what killing it gives. */
typedef struct srl_growth {
    double hp, attack, defence, experience;
} srl_growth;

/* The least whole number that isn't below `x`, as C's ceil, without the mathematical library. */
static inline double srl_ceil(double x)
{
    const double all_whole = 9007199254740992.0; /* 2^53; no larger double has a fraction */
    if (!(x > -all_whole && x < all_whole))
        return x;
    double whole = (double)(int64_t)x;
    return whole < x ? whole + 1.0 : whole;
}

static inline srl_growth srl_player_start(void)
{
    return (srl_growth){16.0, 4.0, 4.0, 4.0};
}

static inline srl_growth srl_rat_start(void)
{
    return (srl_growth){4.0, 3.0, 3.0, 1.0};
}

static inline srl_growth srl_grow(srl_growth from, double experience_times)
{
    return (srl_growth){
        srl_ceil(from.hp * 1.2),
        srl_ceil(from.attack * 1.1),
        srl_ceil(from.defence * 1.1),
        srl_ceil(from.experience * experience_times),
    };
}

/* From one level to the next. */
static inline srl_growth srl_player_next(srl_growth from)
{
    return srl_grow(from, 2.4);
}

static inline srl_growth srl_rat_next(srl_growth from)
{
    return srl_grow(from, 1.4);
}

/* The figures of a level; of any level below 1, those of level 1. */
static inline srl_growth srl_player_at(int32_t level)
{
    srl_growth growth = srl_player_start();
    for (int32_t at = 1; at < level; at++)
        growth = srl_player_next(growth);
    return growth;
}

static inline srl_growth srl_rat_at(int32_t level)
{
    srl_growth growth = srl_rat_start();
    for (int32_t at = 1; at < level; at++)
        growth = srl_rat_next(growth);
    return growth;
}

#endif
