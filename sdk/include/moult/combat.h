/* SPDX-License-Identifier: MIT */
/* combat/1: who hits whom, and how hard. It decides; the rules apply. */
#ifndef MOULT_COMBAT_H
#define MOULT_COMBAT_H
#include <moult/base.h>
#include <moult/host.h>

MOULT_EXTERN_C_BEGIN

/* Results of a blow. */
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

/* What came of an attack. */
typedef struct moult_blow {
    uint32_t size;
    int32_t result; /* MOULT_BLOW_* */
    int32_t damage; /* hit points, 0 for a miss */
    uint32_t reserved;
} moult_blow;

/* What a provider has. */
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

/* One provider: MOULT_COMBAT(dice, "1.0.0", "two dice against one", strike, resolve) */
#define MOULT_COMBAT(name, version, help, strike, resolve)                                       \
    static const moult_combat_1 name##_functions = {sizeof(moult_combat_1), 0, strike, resolve}; \
    static const moult_provide name##_provides[] = {MOULT_PROVIDE(                               \
        "combat/" #name, MOULT_COMBAT_INTERFACE, MOULT_COMBAT_SHAPE, &name##_functions)};        \
    MOULT_PLUGIN("combat-" #name, version, help, "combat/" #name, .provides = name##_provides,   \
                 .provide_count = 1)

MOULT_EXTERN_C_END
#endif
