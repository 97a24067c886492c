/* SPDX-License-Identifier: MIT */
/* Every number of the game, one a line, in two presets: `classic` plays as the original does,
 * `standard` is the game that we play. A rule takes its numbers from a preset that it is given. */
#ifndef MOULT_ROGUE_TUNING_H
#define MOULT_ROGUE_TUNING_H
#include <moult/base.h>

/* X(name, classic, standard, what it is) */
#define ROGUE_TUNING(X)                                                     \
    X(width, 64, 64, "cells a level is wide")                               \
    X(height, 40, 40, "cells a level is high")                              \
    X(floors, 100, 100, "the last one has the exit")                        \
    X(sight, 8, 8, "cells the hero sees; the role fov decides which")       \
    X(start_hp, 12, 12, "hit points of a fresh hero")                       \
    X(start_skill, 0, 0, "of a fresh hero")                                 \
    X(start_level, 1, 1, "of a fresh hero")                                 \
    X(start_weapon, 1, 1, "tier in hand")                                   \
    X(start_armour, 0, 0, "tier worn")                                      \
    X(hunger_max, 100, 100, "a fresh hero is full")                         \
    X(hunger_every, 2, 2, "turns for one point of hunger")                  \
    X(hungry, 30, 30, "below: a word of warning")                           \
    X(weak, 10, 10, "below: a louder one")                                  \
    X(food, 40, 40, "satiety of a ration")                                  \
    X(regenerate_every, 10, 10, "turns for one hit point, unless starving") \
    X(starve_tell_every, 5, 5, "turns between two complaints")              \
    X(starve_damage, 1, 1, "hit points a turn at hunger 0")                 \
    X(grow_level, 1, 1, "a floor down")                                     \
    X(grow_hp, 3, 3, "a floor down, maximum and now")                       \
    X(grow_skill, 1, 1, "a floor down")                                     \
    X(die_sides, 20, 20, "of a blow: 1 misses, the highest is critical")    \
    X(to_hit, 10, 10, "roll + skill must reach this + evasion")             \
    X(critical_times, 2, 2, "damage of a critical blow, before armour")     \
    X(damage_min, 1, 1, "of a blow that lands")                             \
    X(monsters_max, 24, 24, "on a level, and acting in a turn")             \
    X(tier_floors, 5, 5, "floors to one tier more of gear")                 \
    X(gold_times, 4, 4, "a pile: floor .. this * floor + 3")                \
    X(pick_ups, 1, 64, "things taken in one step")                          \
    X(bump_costs, 1, 0, "1: walking into a wall is a turn")                 \
    X(ask_poison, 0, 1, "1: a corpse that harms is never eaten unasked")    \
    X(teleport_tries, 256, 256, "cells drawn before it fizzles")

typedef struct rogue_tuning {
#define ROGUE_TUNING_MEMBER(name, classic, standard, help) int32_t name;
    ROGUE_TUNING(ROGUE_TUNING_MEMBER)
#undef ROGUE_TUNING_MEMBER
} rogue_tuning;

#define ROGUE_TUNING_CLASSIC(name, classic, standard, help) classic,
#define ROGUE_TUNING_STANDARD(name, classic, standard, help) standard,
static const rogue_tuning rogue_classic MOULT_UNUSED = {ROGUE_TUNING(ROGUE_TUNING_CLASSIC)};
static const rogue_tuning rogue_standard MOULT_UNUSED = {ROGUE_TUNING(ROGUE_TUNING_STANDARD)};
#undef ROGUE_TUNING_CLASSIC
#undef ROGUE_TUNING_STANDARD

#endif
