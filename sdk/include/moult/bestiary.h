/* SPDX-License-Identifier: MIT */
/* bestiary/1: who can be met. Plain data, asked for by number. */
#ifndef MOULT_BESTIARY_H
#define MOULT_BESTIARY_H
#include <moult/base.h>
#include <moult/host.h>

MOULT_EXTERN_C_BEGIN

/* Flags of a creature. */
#define MOULT_CREATURE_INVISIBLE 1u
#define MOULT_CREATURE_HANDS 2u  /* can open doors */
#define MOULT_CREATURE_BREAKS 4u /* can break locked ones */

/* One kind. The texts are valid during the call in which they were asked for. */
typedef struct moult_creature {
    uint32_t size;
    uint32_t flags;             /* MOULT_CREATURE_* */
    uint32_t id;                /* 0..count-1 */
    uint32_t shape;             /* of its sprite */
    uint32_t glyph, fg, accent; /* code point; 0xRRGGBB */
    int32_t hp, skill, evasion, damage, armour;
    int32_t depth; /* first level where it is at home */
    int32_t score;
    int32_t actions;       /* a turn */
    int32_t sight;         /* cells */
    int32_t corpse_chance; /* per cent */
    int32_t corpse_satiety, corpse_hp;
    uint32_t reserved;
    const char *name;      /* English, a message id */
    const char *archetype; /* "chaser": of slot ai/chaser */
} moult_creature;

/* What a provider has: kinds 0 to count-1. */
typedef struct moult_bestiary_1 {
    uint32_t size;
    uint32_t count;
    /* MOULT_RANGE for an id that isn't there. [any] */
    moult_status (*describe)(uint32_t id, moult_creature *out);
} moult_bestiary_1;

#define MOULT_BESTIARY_INTERFACE "bestiary/1"
#define MOULT_BESTIARY_SHAPE "describe i(up) any\n"

MOULT_EXTERN_C_END
#endif
