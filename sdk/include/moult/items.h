/* SPDX-License-Identifier: MIT */
/* items/1: what the things of a game are, and what using one does.
 * Effects come back as deltas and a status code, which the rules apply; an effect that needs more
 * than numbers is named by its status, and the rules (or a native) do it. */
#ifndef MOULT_ITEMS_H
#define MOULT_ITEMS_H
#include <moult/base.h>
#include <moult/host.h>

MOULT_EXTERN_C_BEGIN

#define MOULT_ITEM_UNKNOWN 1u /* this provider doesn't know the kind */
#define MOULT_ITEM_HELD 2u    /* kept when picked up, used later */
#define MOULT_ITEM_WORN 4u    /* replaces what is worn or wielded, when better */

/* How a thing looks and is called. */
typedef struct moult_item_info {
    uint32_t size;
    uint32_t flags; /* MOULT_ITEM_* */
    uint32_t glyph, fg;
    uint32_t sprite;
    int32_t value; /* of gear: damage or defence; of gold: coins */
    char name[64]; /* English, a message id: "potion of healing", "blue potion" */
} moult_item_info;

/* What using a thing changes about its user. */
typedef struct moult_effect {
    uint32_t size;
    uint32_t status; /* 0 none; the game's own code for what numbers can't say */
    int32_t status_argument;
    int32_t hp, hp_max; /* deltas */
    int32_t skill, evasion;
    int32_t satiety;
    int32_t gold;
    int32_t weapon, armour; /* a tier to wield or wear, or -1 */
    int32_t reserved;
} moult_effect;

/* What a provider has. */
typedef struct moult_items_1 {
    uint32_t size;
    uint32_t reserved;
    /* `kind` and `subtype` as in the game's vocabulary; by what the hero knows of it. [any] */
    moult_status (*describe)(const moult_world *w, uint32_t kind, int32_t subtype,
                             moult_item_info *out);
    /* What `user` gets from using it up; changes nothing itself but what is known of its kind.
     * [turn, random, fail] */
    moult_status (*use)(moult_world *w, moult_id user, uint32_t kind, int32_t subtype,
                        moult_effect *out);
} moult_items_1;

#define MOULT_ITEMS_INTERFACE "items/1"
#define MOULT_ITEMS_SHAPE    \
    "describe i(wuip) any\n" \
    "use i(wquip) turn,random,fail\n"

/* One provider: MOULT_ITEMS(srl, "1.0.0", "apples and potions", describe, use) */
#define MOULT_ITEMS(name, version, help, describe, use)                                      \
    static const moult_items_1 name##_functions = {sizeof(moult_items_1), 0, describe, use}; \
    static const moult_provide name##_provides[] = {MOULT_PROVIDE(                           \
        "items/" #name, MOULT_ITEMS_INTERFACE, MOULT_ITEMS_SHAPE, &name##_functions)};       \
    MOULT_PLUGIN("items-" #name, version, help, "items/" #name, .provides = name##_provides, \
                 .provide_count = 1)

MOULT_EXTERN_C_END
#endif
