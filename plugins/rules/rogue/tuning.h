/* SPDX-License-Identifier: MIT */
/* Every number of the game, one a line, in two presets: `classic` plays as the original does,
 * `standard` is the game that we play. What holds in a run stands in one row of `rogue.tuning`,
 * which rules/rogue fills from the profile and hands to whoever needs it. Add numbers at the end:
 * modules that were built before go on reading theirs. */
#ifndef MOULT_ROGUE_TUNING_H
#define MOULT_ROGUE_TUNING_H
#include <moult/base.h>
#include <moult/table.h>
#include <moult/world.h>

// clang-format off
/* X(F, name, classic, standard, low, high, what it is); a profile's option is called as the field,
 * with '-' for '_'. F is handed through to X. */
#define ROGUE_TUNING(X, F)                                                                         \
    X(F, width,             64,  64,  24, 512,    "cells a level is wide")                         \
    X(F, height,            40,  40,  16, 512,    "cells a level is high")                         \
    X(F, floors,            100, 100, 1,  100,    "the last one has the exit")                     \
    X(F, sight,             8,   8,   1,  64,     "cells the hero sees, as the role fov decides")  \
    X(F, start_hp,          12,  12,  1,  9999,   "hit points of a fresh hero")                    \
    X(F, start_skill,       0,   0,   0,  9999,   "of a fresh hero")                               \
    X(F, start_level,       1,   1,   0,  9999,   "of a fresh hero")                               \
    X(F, start_weapon,      1,   1,   0,  19,     "tier in hand")                                  \
    X(F, start_armour,      0,   0,   0,  19,     "tier worn")                                     \
    X(F, hunger_max,        100, 72,  1,  30000,  "a fresh hero is full")                          \
    X(F, hunger_every,      2,   2,   0,  9999,   "turns for one point of hunger; 0: never")       \
    X(F, hungry,            30,  30,  0,  30000,  "below: a word of warning")                      \
    X(F, weak,              10,  10,  0,  30000,  "below: a louder one")                           \
    X(F, food,              40,  40,  0,  30000,  "satiety of a ration")                           \
    X(F, regenerate_every,  10,  10,  0,  9999,   "turns for one hit point, unless starving")      \
    X(F, starve_tell_every, 5,   5,   0,  9999,   "turns between two complaints")                  \
    X(F, starve_damage,     1,   1,   0,  9999,   "hit points a turn at hunger 0")                 \
    X(F, grow_level,        1,   1,   0,  99,     "a floor down")                                  \
    X(F, grow_hp,           3,   3,   0,  999,    "a floor down, maximum and now")                 \
    X(F, grow_skill,        1,   1,   0,  99,     "a floor down")                                  \
    X(F, die_sides,         20,  20,  2,  1000,   "of a blow: 1 misses, the highest is critical")  \
    X(F, to_hit,            10,  10,  0,  1000,   "roll + skill must reach this + evasion")        \
    X(F, critical_times,    2,   2,   1,  100,    "damage of a critical blow, before armour")      \
    X(F, damage_min,        1,   1,   0,  100,    "of a blow that lands")                          \
    X(F, monsters_max,      24,  24,  0,  999,    "on a level, and acting in a turn")              \
    X(F, tier_floors,       5,   5,   1,  100,    "floors to one tier more of gear")               \
    X(F, gold_times,        4,   4,   1,  1000,   "a pile: floor .. this * floor + 3")             \
    X(F, pick_ups,          1,   64,  0,  999,    "things taken in one step")                      \
    X(F, bump_costs,        1,   0,   0,  1,      "1: walking into a wall is a turn")              \
    X(F, ask_poison,        0,   1,   0,  1,      "1: a corpse that harms isn't eaten unasked")    \
    X(F, teleport_tries,    256, 256, 1,  9999,   "cells drawn before it fizzles")                 \
    X(F, empty_costs,       1,   0,   0,  1,      "1: drinking or reading nothing is a turn")      \
    X(F, hit_span,          0,   7,   0,  1000,   "skill less evasion counts below this; 0: whole")\
    X(F, hit_bend,          12,  12,  1,  1000,   "the difference that counts for half of it")     \
    X(F, potion_kinds,      10,  11,  1,  11,     "kinds that are found")                          \
    X(F, scroll_kinds,      10,  11,  1,  11,     "kinds that are found")                          \
    X(F, curse_one_in,      0,   8,   0,  9999,   "of the gear that lies about; 0: none")          \
    X(F, identify_all,      1,   0,   0,  1,      "1: the scroll knows all potions; 0: it asks")   \
    X(F, speed_turns,       0,   20,  0,  9999,   "with an action more each")                      \
    X(F, float_turns,       0,   30,  0,  9999,   "of levitation")                                 \
    X(F, see_turns,         0,   100, 0,  9999,   "of seeing the invisible")                       \
    X(F, reveal_turns,      0,   20,  0,  9999,   "in which all monsters are shown")               \
    X(F, detect_turns,      0,   1,   0,  9999,   "in which detected monsters are marked")         \
    X(F, sleep_turns,       0,   10,  0,  9999,   "that monsters sleep")                           \
    X(F, sleep_range,       2,   2,   0,  99,     "cells that the scroll reaches")                 \
    X(F, confuse_turns,     0,   15,  0,  9999,   "that monsters are confused")                    \
    X(F, confuse_range,     4,   4,   0,  99,     "cells that the scroll reaches")                 \
    X(F, confuse_chance,    50,  50,  0,  100,    "per cent of actions that become a random step") \
    X(F, light_radius,      6,   6,   0,  99,     "half a side of the square that is lit up")      \
    X(F, doors,             0,   1,   0,  1,      "1: floors are asked for with doors")            \
    X(F, retry,             0,   1,   0,  1,      "1: and what collides there is placed elsewhere")\
    X(F, scrap_gold,        0,   1,   0,  999,    "coins for each tier of scrapped gear")          \
    X(F, secrets,           0,   1,   0,  1,      "1: doors and corridors may be hidden")          \
    X(F, search_one_in,     2,   2,   1,  9999,   "one search in so many finds a hidden thing")    \
    X(F, force_one_in,      3,   3,   1,  9999,   "one try in so many breaks a locked door")       \
    X(F, door_trap,         4,   4,   0,  9999,   "hit points that a door's trap takes; + floor")  \
    X(F, wake_range,        6,   6,   0,  99,     "cells at which sleepers in sight may wake")     \
    X(F, wake_one_in,       7,   7,   1,  9999,   "one turn in so many in which they do")          \
    X(F, leader_floors,     3,   3,   0,  99,     "floors deeper that a leader comes from")        \
    X(F, ration_cells,      80,  80,  0,  9999,   "cells for a ration, where the rules fill")
// clang-format on

#define ROGUE_TUNING_FIELD(F, name, classic, standard, low, high, help) F(i32, name, help)
#define ROGUE_TUNING_ROW(F, A) ROGUE_TUNING(ROGUE_TUNING_FIELD, F)
MOULT_TABLE(rogue_tuning, "rogue.tuning", MOULT_SCOPE_WORLD, 1, ROGUE_TUNING_ROW)

#define ROGUE_TUNING_CLASSIC(F, name, classic, standard, low, high, help) classic,
#define ROGUE_TUNING_STANDARD(F, name, classic, standard, low, high, help) standard,
static const rogue_tuning rogue_classic MOULT_UNUSED = {ROGUE_TUNING(ROGUE_TUNING_CLASSIC, )};
static const rogue_tuning rogue_standard MOULT_UNUSED = {ROGUE_TUNING(ROGUE_TUNING_STANDARD, )};
#undef ROGUE_TUNING_CLASSIC
#undef ROGUE_TUNING_STANDARD

/* The numbers of a run; of `standard` before they were set. */
static inline MOULT_UNUSED const rogue_tuning *rogue_numbers(const moult_world *w)
{
    const rogue_tuning *row = rogue_tuning_read(w, 0);
    return row && row->width > 0 ? row : &rogue_standard;
}

#endif
