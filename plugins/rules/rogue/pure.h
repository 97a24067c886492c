/* SPDX-License-Identifier: MIT */
/* The rules as functions over numbers: no world, no chance. Tests and natives call the same ones.
 * Turn numbers are those after the turn was counted; hunger and hit points those before. */
#ifndef MOULT_ROGUE_PURE_H
#define MOULT_ROGUE_PURE_H
#include <moult/tiles.h>
#include "rules/rogue/rogue.h"

#define ROGUE_MOVE_BLOCKED 0
#define ROGUE_MOVE_STEP 1
#define ROGUE_MOVE_ATTACK 2

#define ROGUE_PICK_LEAVE 0
#define ROGUE_PICK_TAKE 1
#define ROGUE_PICK_SCRAP 2

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

/* What comes of walking onto a cell. */
static inline int32_t rogue_move(uint32_t tile, int32_t someone)
{
    if (someone)
        return ROGUE_MOVE_ATTACK;
    return moult_tile_flags(tile) & MOULT_TILE_BLOCKS ? ROGUE_MOVE_BLOCKED : ROGUE_MOVE_STEP;
}

/* What to do with a thing: `value` and `current` of the gear found and in use, `full`: a thing of a
 * held kind is carried already. */
static inline int32_t rogue_pick_up(uint32_t kind, int32_t value, int32_t current, int32_t full)
{
    switch (kind) {
    case ROGUE_FOOD:
    case ROGUE_GOLD:
    case ROGUE_CORPSE:
        return ROGUE_PICK_TAKE;
    case ROGUE_WEAPON:
    case ROGUE_ARMOUR:
        return value > current ? ROGUE_PICK_TAKE : ROGUE_PICK_SCRAP;
    default:
        return full ? ROGUE_PICK_LEAVE : ROGUE_PICK_TAKE;
    }
}

static inline int32_t rogue_due(int32_t turn, int32_t every)
{
    return every > 0 && turn % every == 0;
}

static inline int32_t rogue_hunger_after(const rogue_tuning *t, int32_t turn, int32_t hunger)
{
    return hunger > 0 && rogue_due(turn, t->hunger_every) ? hunger - 1 : hunger;
}

/* Whoever is at 0 or below stays dead. */
static inline int32_t rogue_hp_after(const rogue_tuning *t, int32_t turn, int32_t hp,
                                     int32_t hp_max, int32_t hunger)
{
    if (hunger <= 0)
        return rogue_sum(hp, -t->starve_damage);
    if (hp >= hp_max || !rogue_due(turn, t->regenerate_every))
        return hp;
    return hp > 0 ? hp + 1 : rogue_least(hp + 1, 0);
}

/* 1 on the turns that mention starving. */
static inline int32_t rogue_starving(const rogue_tuning *t, int32_t turn, int32_t hunger)
{
    return hunger <= 0 && rogue_due(turn, t->starve_tell_every);
}

/* What a floor down makes of the hero. */
typedef struct rogue_growth {
    int32_t level, hp_max, hp, skill, floor;
} rogue_growth;

static inline rogue_growth rogue_grown(const rogue_tuning *t, rogue_growth from)
{
    rogue_growth to = {
        .level = rogue_sum(from.level, t->grow_level),
        .hp_max = rogue_sum(from.hp_max, t->grow_hp),
        .hp = rogue_sum(from.hp, t->grow_hp),
        .skill = rogue_sum(from.skill, t->grow_skill),
        .floor = rogue_sum(from.floor, 1),
    };
    return to;
}

/* The best tier of gear that lies on a floor. */
static inline int32_t rogue_tier(const rogue_tuning *t, int32_t floor)
{
    return rogue_least(ROGUE_TIERS - 1, floor / t->tier_floors + 1);
}

#endif
