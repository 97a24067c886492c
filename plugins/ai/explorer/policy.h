/* SPDX-License-Identifier: MIT */
/* What the explorer wants, as functions of numbers and names: no world, no chance.
 * It can't go on for ever: fleeing and staying on a floor are counted. */
#ifndef MOULT_AI_EXPLORER_POLICY_H
#define MOULT_AI_EXPLORER_POLICY_H
#include <moult/path.h>
#include <string.h>

enum {
    STAY = 90,       /* decisions on a floor before it only goes down */
    CLOSE = 2,       /* steps to a foe that isn't left standing */
    FLEE_MOST = 40,  /* steps on a floor */
    WEAK = 35,       /* per cent of its hit points, before one foe */
    WEAK_MORE = 10,  /* for each more */
    POISON_SAFE = 6, /* hit points that an unknown potion won't take */
    STUCK_MOST = 10, /* decisions without time before it waits */
};

enum { NONE, HARMFUL, UNKNOWN, HEALING };                           /* potions */
enum { WAIT, STRIKE, CHARGE, FLEE, DRINK, READ, EXPLORE, DESCEND }; /* plans */

/* All that the policy knows. */
typedef struct mood {
    int32_t hp, hp_max;
    int32_t near, foes; /* distance of the nearest foe, how many are within three steps */
    int32_t coming;     /* 1: the nearest was farther away before */
    int32_t bleeding;   /* 1: hit points were lost since the last decision */
    int32_t potion;     /* NONE .. HEALING */
    int32_t scroll;     /* 1: holds one */
    int32_t hungry, stay, fled, explored;
    int32_t things; /* 1: something lies in sight */
} mood;

static inline int32_t weak(int32_t hp, int32_t hp_max, int32_t foes)
{
    int32_t mark = WEAK + WEAK_MORE * (foes > 1 ? foes - 1 : 0);
    return (int64_t)hp * 100 < (int64_t)hp_max * mark;
}

static inline int32_t drinks(const mood *m)
{
    if (m->potion == HEALING)
        return weak(m->hp, m->hp_max, m->foes) || (m->hp <= m->hp_max / 2 && m->near > 1);
    return m->potion == UNKNOWN && m->hp > POISON_SAFE && m->hp <= m->hp_max / 2;
}

/* Hungry it leaves a floor at once, unless something lies in sight that may be food. */
static inline int32_t had_enough(const mood *m)
{
    return m->explored || (m->hungry && !m->things) || m->stay > STAY;
}

/* Someone who stands where the ways are may be seen and lost for ever from step to step, and so
 * may someone who stands aside: after a while it goes for them, later it lets them be, by turns. */
static inline int32_t in_the_way(const mood *m)
{
    return m->near <= CLOSE || m->stay / (STAY + 1) % 2 == 1;
}

static inline int32_t choose(const mood *m)
{
    int32_t feeble = weak(m->hp, m->hp_max, m->foes);
    if (drinks(m))
        return DRINK;
    if (m->foes > 0 && feeble && m->fled < FLEE_MOST)
        return FLEE;
    if (m->near <= 1)
        return STRIKE;
    if (m->near == 2 && m->coming)
        return WAIT;
    if (m->near < (int32_t)MOULT_FAR && (m->bleeding || (!feeble && in_the_way(m))))
        return CHARGE;
    if (m->scroll && m->near == (int32_t)MOULT_FAR)
        return READ;
    return had_enough(m) || feeble ? DESCEND : EXPLORE;
}

static inline int32_t potion_of(const char *name)
{
    static const char *const healing[] = {"healing", "restoration", "strength"};
    if (strstr(name, "potion") == NULL)
        return NONE;
    if (strstr(name, "potion of ") == NULL)
        return UNKNOWN;
    for (uint32_t i = 0; i < MOULT_COUNT(healing); i++)
        if (strstr(name, healing[i]) != NULL)
            return HEALING;
    return HARMFUL;
}

#endif
