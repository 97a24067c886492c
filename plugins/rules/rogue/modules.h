/* SPDX-License-Identifier: MIT */
/* The rules of `rogue` as modules: one small plugin each, which can be replaced alone while the
 * game is played (`--use upkeep/rogue=FILE.so`). rules/rogue and items/rogue require them by slot.
 *
 * Most are functions over numbers: no world, no chance, the same answer for the same numbers. `t`
 * is the row of `rogue.tuning`; a module that reads it declares that it uses that table. Every
 * struct begins with its size and grows at its end only. A negative answer refuses: what was to
 * be done isn't, and the rest of the turn goes on. */
#ifndef MOULT_ROGUE_MODULES_H
#define MOULT_ROGUE_MODULES_H
#include <moult/action.h>
#include <moult/items.h>
#include "rules/rogue/rogue.h"

/* -- upkeep: hunger, regeneration and starvation at the end of a turn -------------------------- */

#define ROGUE_TOLD_NOTHING 0
#define ROGUE_TOLD_HUNGRY 1
#define ROGUE_TOLD_WEAK 2
#define ROGUE_TOLD_EMPTY 3 /* hunger came down to nothing */
#define ROGUE_TOLD_STARVING 4

/* `turn` is the number after the turn was counted; the others come as they were before and are
 * answered as they are after. Whoever comes with 0 hit points or less isn't revived. */
typedef struct rogue_vitals {
    uint32_t size;
    int32_t turn, hp, hp_max, hunger;
    int32_t told; /* answered: ROGUE_TOLD_*, what the hero is to be told */
} rogue_vitals;

typedef struct rogue_upkeep_1 {
    uint32_t size;
    uint32_t reserved;
    moult_status (*keep)(const rogue_tuning *t, rogue_vitals *vitals); /* [any, fail] */
} rogue_upkeep_1;

#define ROGUE_UPKEEP_INTERFACE "rogue-upkeep/1"
#define ROGUE_UPKEEP_SHAPE "keep i(pp) any,fail\n"

/* -- growth: what a floor down makes of the hero ----------------------------------------------- */

typedef struct rogue_growth {
    uint32_t size;
    int32_t level, hp_max, hp, skill, floor;
} rogue_growth;

typedef struct rogue_growth_1 {
    uint32_t size;
    uint32_t reserved;
    moult_status (*descend)(const rogue_tuning *t, rogue_growth *hero); /* [any, fail] */
} rogue_growth_1;

#define ROGUE_GROWTH_INTERFACE "rogue-growth/1"
#define ROGUE_GROWTH_SHAPE "descend i(pp) any,fail\n"

/* -- pickup: what to do with a thing walked onto ----------------------------------------------- */

#define ROGUE_PICK_LEAVE 0
#define ROGUE_PICK_TAKE 1
#define ROGUE_PICK_SCRAP 2

typedef struct rogue_find {
    uint32_t size;
    uint32_t kind;          /* ROGUE_FOOD .. */
    int32_t value, current; /* of gear: of the one found and the one in use */
    int32_t full;           /* 1: one of this held kind is carried already */
    int32_t stuck;          /* 1: the gear in use is cursed */
} rogue_find;

typedef struct rogue_pickup_1 {
    uint32_t size;
    uint32_t reserved;
    int32_t (*decide)(const rogue_find *find); /* ROGUE_PICK_*; others: leave it. [any] */
} rogue_pickup_1;

#define ROGUE_PICKUP_INTERFACE "rogue-pickup/1"
#define ROGUE_PICKUP_SHAPE "decide i(p) any\n"

/* -- movement: what comes of walking onto a cell ----------------------------------------------- */

#define ROGUE_MOVE_BLOCKED 0
#define ROGUE_MOVE_STEP 1
#define ROGUE_MOVE_ATTACK 2

typedef struct rogue_movement_1 {
    uint32_t size;
    uint32_t reserved;
    /* `someone`: 1 when somebody else stands there; `floats`: 1 for who levitates. [any] */
    int32_t (*resolve)(uint32_t tile, int32_t someone, int32_t floats);
} rogue_movement_1;

#define ROGUE_MOVEMENT_INTERFACE "rogue-movement/1"
#define ROGUE_MOVEMENT_SHAPE "resolve i(uii) any\n"

/* -- consume: what taking up or eating a thing does -------------------------------------------- */

typedef struct rogue_morsel {
    uint32_t size;
    uint32_t kind; /* ROGUE_FOOD, _GOLD, _WEAPON, _ARMOUR or _CORPSE */
    int32_t subtype;
    int32_t satiety, hp; /* of a corpse, as the bestiary has it */
} rogue_morsel;

typedef struct rogue_consume_1 {
    uint32_t size;
    uint32_t reserved;
    /* `out` comes without effect: zeroes, and no gear (-1). [any, fail] */
    moult_status (*take)(const rogue_tuning *t, const rogue_morsel *morsel, moult_effect *out);
} rogue_consume_1;

#define ROGUE_CONSUME_INTERFACE "rogue-consume/1"
#define ROGUE_CONSUME_SHAPE "take i(ppp) any,fail\n"

/* -- potions and scrolls: effects as deltas and a status --------------------------------------- */

typedef struct rogue_potions_1 {
    uint32_t size;
    uint32_t count; /* kinds, at most ROGUE_LOOKS */
    /* "healing", what follows "potion of"; NULL for a number that isn't there. [any] */
    const char *(*name)(int32_t effect);
    /* For a drinker with so many hit points. `out` comes without effect. [any, fail] */
    moult_status (*drink)(int32_t effect, int32_t hp, int32_t hp_max, moult_effect *out);
} rogue_potions_1;

#define ROGUE_POTIONS_INTERFACE "rogue-potions/1"
#define ROGUE_POTIONS_SHAPE "name s(i) any\ndrink i(iiip) any,fail\n"

typedef struct rogue_scrolls_1 {
    uint32_t size;
    uint32_t count;
    const char *(*name)(int32_t effect);                       /* [any] */
    moult_status (*recite)(int32_t effect, moult_effect *out); /* [any, fail] */
} rogue_scrolls_1;

#define ROGUE_SCROLLS_INTERFACE "rogue-scrolls/1"
#define ROGUE_SCROLLS_SHAPE "name s(i) any\nrecite i(ip) any,fail\n"

/* -- effects: from status codes to changes of the world ---------------------------------------- */

#define ROGUE_DEED_NOTHING 0
#define ROGUE_DEED_DONE 1
#define ROGUE_DEED_ASKS 2 /* the player must say about what: the rules open a menu */

/* What the rules can do to the world, for effects to be composed of; each is also a native
 * (`rogue.teleport`) and says what it does. Where a number of turns, tiers or cells is asked for,
 * 0 takes the tuning's. They answer ROGUE_DEED_* or negative. [turn, random, fail] */
typedef struct rogue_deeds {
    uint32_t size;
    uint32_t reserved;
    int32_t (*restore)(moult_world *w);
    int32_t (*explore_all)(moult_world *w);
    int32_t (*teleport)(moult_world *w);
    int32_t (*detect)(moult_world *w);
    int32_t (*remove_curse)(moult_world *w);
    int32_t (*identify)(moult_world *w, int32_t kind); /* of the thing in use or held; 0: asks */
    int32_t (*enchant_weapon)(moult_world *w, int32_t tiers);
    int32_t (*enchant_armour)(moult_world *w, int32_t tiers);
    int32_t (*light)(moult_world *w, int32_t radius);
    int32_t (*sleep)(moult_world *w, int32_t turns);
    int32_t (*confuse)(moult_world *w, int32_t turns);
    int32_t (*speed)(moult_world *w, int32_t turns);
    int32_t (*levitate)(moult_world *w, int32_t turns);
    int32_t (*see_invisible)(moult_world *w, int32_t turns);
    int32_t (*reveal)(moult_world *w, int32_t turns);
    int32_t (*nothing)(moult_world *w); /* says that nothing happens */
} rogue_deeds;

typedef struct rogue_effects_1 {
    uint32_t size;
    uint32_t reserved;
    /* ROGUE_STATUS_* with its argument. The numbers of an effect are the rules' affair.
     * [turn, random, fail] */
    int32_t (*apply)(moult_world *w, const rogue_deeds *deeds, uint32_t status, int32_t argument);
} rogue_effects_1;

#define ROGUE_EFFECTS_INTERFACE "rogue-effects/1"
#define ROGUE_EFFECTS_SHAPE "apply i(wpui) turn,random,fail\n"

/* -- gear: the tables of weapons and armour ---------------------------------------------------- */

typedef struct rogue_gear {
    uint32_t size;
    int32_t value;    /* damage or defence */
    const char *name; /* valid during the call in which it was asked for */
} rogue_gear;

typedef struct rogue_gear_1 {
    uint32_t size;
    uint32_t tiers; /* of both, at most ROGUE_TIERS */
    /* `kind`: ROGUE_WEAPON or ROGUE_ARMOUR. MOULT_RANGE for a tier that isn't there. [any] */
    moult_status (*describe)(uint32_t kind, int32_t tier, rogue_gear *out);
} rogue_gear_1;

#define ROGUE_GEAR_INTERFACE "rogue-gear/1"
#define ROGUE_GEAR_SHAPE "describe i(uip) any,fail\n"

/* -- intent: from the player's command to the hero's action ------------------------------------ */

typedef struct rogue_order {
    uint32_t size;
    uint32_t reserved;
    int32_t x, y;               /* the hero's cell */
    const moult_action *wanted; /* as commanded */
} rogue_order;

typedef struct rogue_intent_1 {
    uint32_t size;
    uint32_t reserved;
    /* `action` comes as a copy of what was wanted. [any, fail] */
    moult_status (*intend)(const rogue_order *order, moult_action *action);
} rogue_intent_1;

#define ROGUE_INTENT_INTERFACE "rogue-intent/1"
#define ROGUE_INTENT_SHAPE "intend i(pp) any,fail\n"

/* -- making one -------------------------------------------------------------------------------- */

/* A module that is nothing but its functions: ROGUE_MODULE(pickup, PICKUP, "1.0.0", "help") with
 * `static const rogue_pickup_1 functions`. The one with tuning may read its `t`. */
#define ROGUE_MODULE_PROVIDES(kind, KIND)                   \
    static const moult_provide provides[] = {MOULT_PROVIDE( \
        #kind "/rogue", ROGUE_##KIND##_INTERFACE, ROGUE_##KIND##_SHAPE, &functions)};

#define ROGUE_MODULE(kind, KIND, version, help)                                       \
    ROGUE_MODULE_PROVIDES(kind, KIND)                                                 \
    MOULT_PLUGIN(#kind "-rogue", version, help, #kind "/rogue", .provides = provides, \
                 .provide_count = MOULT_COUNT(provides))

#define ROGUE_MODULE_TUNED(kind, KIND, version, help)                                 \
    ROGUE_MODULE_PROVIDES(kind, KIND)                                                 \
    static const moult_table_use tables[] = {MOULT_TABLE_USED(rogue_tuning)};         \
    MOULT_PLUGIN(#kind "-rogue", version, help, #kind "/rogue", .provides = provides, \
                 .provide_count = MOULT_COUNT(provides), .tables = tables,            \
                 .table_count = MOULT_COUNT(tables))

#endif
