/* SPDX-License-Identifier: MIT */
/* combat/1: who hits whom, and how hard. It decides; the rules apply. */
#ifndef MOULT_COMBAT_H
#define MOULT_COMBAT_H
#include <moult/base.h>
#include <moult/host.h>

MOULT_EXTERN_C_BEGIN

#define MOULT_BLOW_MISS 0
#define MOULT_BLOW_HIT 1
#define MOULT_BLOW_CRITICAL 2

/* The numbers of one attack; what a point is worth is the provider's. */
typedef struct moult_attack {
    uint32_t size;
    int32_t skill, damage;   /* attacker */
    int32_t evasion, armour; /* defender */
    int32_t roll;            /* the die, as drawn */
    int32_t distance;        /* cells; 1: hand to hand */
    uint32_t reserved;
} moult_attack;

typedef struct moult_blow {
    uint32_t size;
    int32_t result; /* MOULT_BLOW_* */
    int32_t damage; /* hit points, 0 for a miss */
    uint32_t reserved;
} moult_blow;

typedef struct moult_combat_1 {
    uint32_t size;
    uint32_t reserved;
    /* Draws the die, looks the two up, and answers what comes of it. [turn, random, fail] */
    moult_status (*strike)(moult_world *w, moult_id attacker, moult_id defender, int32_t distance,
                           moult_blow *blow);
    /* The pure rule: the same numbers give the same blow. [any] */
    moult_status (*resolve)(const moult_attack *attack, moult_blow *blow);
} moult_combat_1;

#define MOULT_COMBAT_INTERFACE "combat/1"
#define MOULT_COMBAT_SHAPE               \
    "strike i(wqqip) turn,random,fail\n" \
    "resolve i(pp) any\n"

MOULT_EXTERN_C_END
#endif
