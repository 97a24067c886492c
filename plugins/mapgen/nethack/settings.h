/* SPDX-License-Identifier: MIT */
/* Every constant of the generator, one a line. What stands here by default are the numbers of
 * NetHack 3.6.7 on a map of 80x21; the options text of a request sets any of them by its name, as
 * in "secrets=off niche-closet=7". An unknown name or a value out of its range refuses the level.
 *
 * Depths are what the request calls so. */
#ifndef MAPGEN_NETHACK_SETTINGS_H
#define MAPGEN_NETHACK_SETTINGS_H
#include <moult/base.h>
#include <moult/status.h>

#define NETHACK_ODDS 1000000 /* the longest of the chances */
#define NETHACK_DEEPEST 1000 /* farther down it is as there */

// clang-format off
/* X(F, field, kind, default, low, high, what it is); an option is called as the field, with '-' for
 * '_'. Of kind ONE_IN are chances of one in so many, 0: never; SWITCH is off or on, VERSION is 3.4
 * or 3.6, which are 0 and 1. F is handed through to X. */
#define NETHACK_SETTINGS(X, F)                                                                     \
    X(F, secrets,               SWITCH,  1,  0, 1,     "off: secret doors, corridors plain")       \
    X(F, corridors,             VERSION, 1,  0, 1,     "3.4: corridors without the wiggle")        \
    X(F, faithful,              SWITCH,  0,  0, 1,     "on: labels by pairs, doubled doors")       \
    X(F, fill,                  SWITCH,  1,  0, 1,     "off: terrain alone, nothing in it")        \
    X(F, exit_depth,            NUMBER,  100,1, 10000, "from here on the way down is an exit")     \
    X(F, branch,                NUMBER,  100,0, 300,   "per cent of the usual branches")           \
    X(F, branch_up,             NUMBER,  5,  0, 10000, "from here on a branch leads up")           \
    X(F, branch_portal,         NUMBER,  11, 0, 10000, "from here on it is a portal")              \
    X(F, branch_tries,          NUMBER,  100,1, 1000,  "rooms drawn for it")                       \
    X(F, edge_x,                NUMBER,  3,  3, 20,    "cells to the edge of the map, across")     \
    X(F, edge_y,                NUMBER,  2,  2, 20,    "the same, up and down")                    \
    X(F, rectangles_max,        NUMBER,  50, 1, 50,    "in the pool")                              \
    X(F, rectangle_spare,       NUMBER,  4,  0, 100,   "cells a strip needs over its borders")     \
    X(F, margin_x,              NUMBER,  4,  1, 20,    "cells a room keeps to others, across")     \
    X(F, margin_y,              NUMBER,  3,  1, 20,    "the same, up and down")                    \
    X(F, vault_margin_x,        NUMBER,  5,  1, 20,    "the same of a vault, to all else")         \
    X(F, vault_margin_y,        NUMBER,  4,  1, 20,    "up and down")                              \
    X(F, rooms_max,             NUMBER,  40, 1, 40,    "ordinary rooms")                           \
    X(F, room_tries,            NUMBER,  100,0, 10000, "more tries at a room, then no more")       \
    X(F, room_width_least,      NUMBER,  3,  2, 100,   "cells, as drawn")                          \
    X(F, room_widths,           NUMBER,  8,  1, 100,   "widths to draw from")                      \
    X(F, room_wide,             NUMBER,  28, 0, 4096,  "a wider rectangle has wider rooms")        \
    X(F, room_widths_wide,      NUMBER,  12, 1, 100,   "widths to draw from in those")             \
    X(F, room_height_least,     NUMBER,  3,  2, 100,   "cells, as drawn")                          \
    X(F, room_heights,          NUMBER,  4,  1, 100,   "heights to draw from")                     \
    X(F, room_area,             NUMBER,  50, 4, 10000, "(width - 1) * (height - 1) at most")       \
    X(F, room_cut,              ONE_IN,  3,  0, ODDS,  "a room in the way is given up, not cut")   \
    X(F, room_top,              NUMBER,  3,  1, 100,   "rows for a room moved up to the top")      \
    X(F, room_flat,             NUMBER,  4,  0, 100,   "so many first rooms lose a row by that")   \
    X(F, lit_depth,             NUMBER,  11, 0, 10000, "lit if one to depth + 1 is below this")    \
    X(F, lit_not,               ONE_IN,  77, 0, ODDS,  "dark nevertheless")                        \
    X(F, subroom,               ONE_IN,  0,  0, ODDS,  "a room of at least 4x4 has a room in it")  \
    X(F, vault_rooms,           NUMBER,  6,  0, 100,   "rooms before a vault is thought of")       \
    X(F, vault_try,             ONE_IN,  2,  1, ODDS,  "it isn't thought of yet")                  \
    X(F, vault_gold_least,      NUMBER,  51, 1, 10000, "pieces in a cell of the vault")            \
    X(F, vault_gold,            NUMBER,  100,1, 10000, "times depth: how many more, drawn")        \
    X(F, vault_teleporter,      ONE_IN,  3,  0, ODDS,  "a niche with a way into the vault")        \
    X(F, join_stop,             ONE_IN,  50, 0, ODDS,  "no more rooms are joined in a row")        \
    X(F, join_extra,            NUMBER,  4,  0, 1000,  "corridors over one drawn of the rooms")    \
    X(F, corridor_steps,        NUMBER,  500,1, 100000,"or 4 times both sides, then no more")      \
    X(F, corridor_break,        ONE_IN,  35, 0, ODDS,  "an extra corridor ends before a step")     \
    X(F, corridor_secret,       ONE_IN,  100,0, ODDS,  "a corridor's cell is secret")              \
    X(F, corridor_boulder,      ONE_IN,  50, 0, ODDS,  "a cell of an extra one has a boulder")     \
    X(F, doors_max,             NUMBER,  120,1, 120,   "entries in the lists of doors")            \
    X(F, door_secret,           ONE_IN,  8,  0, ODDS,  "a corridor's door is secret")              \
    X(F, door_real,             ONE_IN,  3,  0, ODDS,  "a doorway has a door")                     \
    X(F, door_open,             ONE_IN,  5,  0, ODDS,  "that is open")                             \
    X(F, door_locked,           ONE_IN,  6,  0, ODDS,  "else it is locked")                        \
    X(F, door_trap_depth,       NUMBER,  5,  0, 10000, "from here on shut doors may be trapped")   \
    X(F, door_trap,             ONE_IN,  25, 0, ODDS,  "one is")                                   \
    X(F, door_mimic_depth,      NUMBER,  9,  0, 10000, "from here on one may be a mimic")          \
    X(F, door_mimic,            ONE_IN,  5,  0, ODDS,  "a trapped one is")                         \
    X(F, secret_locked,         ONE_IN,  5,  0, ODDS,  "a secret door is locked, not only closed") \
    X(F, secret_trap_depth,     NUMBER,  4,  0, 10000, "from here on secret doors may be trapped") \
    X(F, secret_trap,           ONE_IN,  20, 0, ODDS,  "one is")                                   \
    X(F, niche_tries,           NUMBER,  8,  1, 1000,  "places drawn for one")                     \
    X(F, niche_lone_door,       ONE_IN,  5,  0, ODDS,  "a room with a single door is taken")       \
    X(F, niche_secret,          ONE_IN,  4,  0, ODDS,  "a secret cell behind a secret door")       \
    X(F, niche_closet,          ONE_IN,  7,  0, ODDS,  "else it has no opening")                   \
    X(F, niche_door,            ONE_IN,  5,  0, ODDS,  "the opening isn't secret")                 \
    X(F, closet_bars,           ONE_IN,  5,  0, ODDS,  "one looks into a closet through bars")     \
    X(F, closet_corpse,         ONE_IN,  3,  0, ODDS,  "and there is no corpse")                   \
    X(F, closet_thing,          ONE_IN,  3,  0, ODDS,  "a thing more than the scroll")             \
    X(F, niche_teleporter_depth,NUMBER,  15, 0, 10000, "below, one may teleport")                  \
    X(F, niche_trapdoor_depth,  NUMBER,  5,  0, 10000, "below, one may have a trap door")          \
    X(F, niche_trapdoor_end,    NUMBER,  25, 0, 10000, "from here on none has")                    \
    X(F, niche_trap,            ONE_IN,  6,  0, ODDS,  "it has")                                   \
    NETHACK_SPECIAL_SETTINGS(X, F)                                                                 \
    NETHACK_FILL_SETTINGS(X, F)

/* The special rooms: the first of these lines whose chance comes up. */
#define NETHACK_SPECIAL_SETTINGS(X, F)                                                             \
    X(F, shop_rooms,            NUMBER,  3,  0, 100,   "rooms; one more for a branch or vault")    \
    X(F, shop_chance,           NUMBER,  3,  0, 10000, "in depth: there is a shop")                \
    X(F, shop_depth,            NUMBER,  1,  0, 10000, "below this")                               \
    X(F, shop_end,              NUMBER,  24, 0, 10000, "above this: Medusa's depth")               \
    X(F, court_depth,           NUMBER,  4,  0, 10000, "below this")                               \
    X(F, court,                 ONE_IN,  6,  0, ODDS,  "there is a court")                         \
    X(F, court_dwarf,           NUMBER,  2,  0, 10000, "one to depth is above: a dwarf king")      \
    X(F, court_elf,             NUMBER,  5,  0, 10000, "or an elvenking")                          \
    X(F, court_ogre,            NUMBER,  9,  0, 10000, "or an ogre king")                          \
    X(F, court_tries,           NUMBER,  100,1, 10000, "cells drawn for the throne")               \
    X(F, court_gold_least,      NUMBER,  10, 0, 10000, "pieces in its chest")                      \
    X(F, hall_depth,            NUMBER,  5,  0, 10000, "below this")                               \
    X(F, hall,                  ONE_IN,  8,  0, ODDS,  "there is a leprechaun hall")               \
    X(F, zoo_depth,             NUMBER,  6,  0, 10000, "below this")                               \
    X(F, zoo,                   ONE_IN,  7,  0, ODDS,  "there is a zoo")                           \
    X(F, zoo_gold_least,        NUMBER,  10, 0, 10000, "pieces in a pile")                         \
    X(F, temple_depth,          NUMBER,  8,  0, 10000, "below this")                               \
    X(F, temple,                ONE_IN,  5,  0, ODDS,  "there is a temple")                        \
    X(F, beehive_depth,         NUMBER,  9,  0, 10000, "below this")                               \
    X(F, beehive,               ONE_IN,  5,  0, ODDS,  "there is a beehive")                       \
    X(F, morgue_depth,          NUMBER,  11, 0, 10000, "below this")                               \
    X(F, morgue,                ONE_IN,  6,  0, ODDS,  "there is a morgue")                        \
    X(F, anthole_depth,         NUMBER,  12, 0, 10000, "below this")                               \
    X(F, anthole,               ONE_IN,  8,  0, ODDS,  "there is an ant hole")                     \
    X(F, barracks_depth,        NUMBER,  14, 0, 10000, "below this")                               \
    X(F, barracks,              ONE_IN,  4,  0, ODDS,  "there are barracks")                       \
    X(F, swamp_depth,           NUMBER,  15, 0, 10000, "below this")                               \
    X(F, swamp,                 ONE_IN,  6,  0, ODDS,  "there is a swamp")                         \
    X(F, nest_depth,            NUMBER,  16, 0, 10000, "below this")                               \
    X(F, nest,                  ONE_IN,  8,  0, ODDS,  "there is a cockatrice nest")               \
    X(F, pick_down,             ONE_IN,  3,  0, ODDS,  "the room with the stairs down will do")    \
    X(F, pick_doors,            ONE_IN,  5,  0, ODDS,  "a room without exactly one door will do")  \
    X(F, swamp_tries,           NUMBER,  5,  0, 100,   "rooms drawn to be flooded")                \
    X(F, swamp_eel,             ONE_IN,  4,  0, ODDS,  "an eel in a pool that isn't the first")    \
    X(F, swamp_fungus,          ONE_IN,  4,  0, ODDS,  "a fungus on a dry cell")                   \
    X(F, shop_general,          NUMBER,  42, 0, 1000,  "weight; not all of them may be 0")         \
    X(F, shop_armour,           NUMBER,  14, 0, 1000,  "weight")                                   \
    X(F, shop_scrolls,          NUMBER,  10, 0, 1000,  "weight")                                   \
    X(F, shop_potions,          NUMBER,  10, 0, 1000,  "weight")                                   \
    X(F, shop_weapons,          NUMBER,  5,  0, 1000,  "weight")                                   \
    X(F, shop_food,             NUMBER,  5,  0, 1000,  "weight")                                   \
    X(F, shop_rings,            NUMBER,  3,  0, 1000,  "weight")                                   \
    X(F, shop_wands,            NUMBER,  3,  0, 1000,  "weight")                                   \
    X(F, shop_tools,            NUMBER,  3,  0, 1000,  "weight")                                   \
    X(F, shop_books,            NUMBER,  3,  0, 1000,  "weight")                                   \
    X(F, shop_health,           NUMBER,  2,  0, 1000,  "weight of shops with health food")         \
    X(F, shop_large,            NUMBER,  20, 0, 10000, "cells; a larger one has no wands, books")  \
    X(F, shop_mimic,            ONE_IN,  100,0, ODDS,  "times 1 / depth: a mimic among the goods") \
    X(F, court_gold,            NUMBER,  50, 1, 10000, "times depth: gold in the chest")           \
    X(F, zoo_gold,              NUMBER,  500,1, 10000, "times depth: gold that lies in a zoo")     \
    X(F, zoo_gold_after,        NUMBER,  5,  1, 10000, "times depth: a pile once that is gone")    \
    X(F, hive_jelly,            ONE_IN,  3,  0, ODDS,  "jelly in a cell")                          \
    X(F, morgue_corpse,         ONE_IN,  5,  0, ODDS,  "a corpse")                                 \
    X(F, morgue_box,            ONE_IN,  10, 0, ODDS,  "a box or chest")                           \
    X(F, morgue_grave,          ONE_IN,  5,  0, ODDS,  "a grave")                                  \
    X(F, barracks_box,          ONE_IN,  20, 0, ODDS,  "a box or chest")                           \
    X(F, nest_statue,           ONE_IN,  3,  0, ODDS,  "a statue")                                 \
    X(F, anthole_food,          ONE_IN,  3,  0, ODDS,  "food")

/* What lies and stands about in rooms that are still ordinary, and in the rock. */
#define NETHACK_FILL_SETTINGS(X, F)                                                                \
    X(F, room_monster,          ONE_IN,  3,  0, ODDS,  "somebody")                                 \
    X(F, trap_odds,             ONE_IN,  8,  2, ODDS,  "another trap")                             \
    X(F, trap_depth,            NUMBER,  6,  1, 10000, "levels that make it one less, down to 2")  \
    X(F, trap_victim,           NUMBER,  4,  0, 10000, "one to this reaches depth: a victim")      \
    X(F, trap_hole,             ONE_IN,  7,  0, ODDS,  "a hole may stay one")                      \
    X(F, trap_arrow,            NUMBER,  1,  0, 10000, "from here on there are such; 0: none")     \
    X(F, trap_dart,             NUMBER,  1,  0, 10000, "from here on")                             \
    X(F, trap_rock,             NUMBER,  1,  0, 10000, "from here on")                             \
    X(F, trap_squeaky_board,    NUMBER,  1,  0, 10000, "from here on")                             \
    X(F, trap_bear,             NUMBER,  1,  0, 10000, "from here on")                             \
    X(F, trap_land_mine,        NUMBER,  6,  0, 10000, "from here on")                             \
    X(F, trap_rolling_boulder,  NUMBER,  2,  0, 10000, "from here on")                             \
    X(F, trap_sleeping_gas,     NUMBER,  2,  0, 10000, "from here on")                             \
    X(F, trap_rust,             NUMBER,  1,  0, 10000, "from here on")                             \
    X(F, trap_fire,             NUMBER,  0,  0, 10000, "from here on")                             \
    X(F, trap_pit,              NUMBER,  1,  0, 10000, "from here on")                             \
    X(F, trap_spiked_pit,       NUMBER,  5,  0, 10000, "from here on")                             \
    X(F, trap_hole_depth,       NUMBER,  1,  0, 10000, "from here on")                             \
    X(F, trap_trap_door,        NUMBER,  1,  0, 10000, "from here on")                             \
    X(F, trap_teleporter,       NUMBER,  1,  0, 10000, "from here on")                             \
    X(F, trap_level_teleporter, NUMBER,  5,  0, 10000, "from here on")                             \
    X(F, trap_portal,           NUMBER,  0,  0, 10000, "from here on")                             \
    X(F, trap_web,              NUMBER,  7,  0, 10000, "from here on")                             \
    X(F, trap_statue,           NUMBER,  8,  0, 10000, "from here on")                             \
    X(F, trap_magic,            NUMBER,  1,  0, 10000, "from here on")                             \
    X(F, trap_anti_magic,       NUMBER,  1,  0, 10000, "from here on")                             \
    X(F, trap_polymorph,        NUMBER,  8,  0, 10000, "from here on")                             \
    X(F, trap_vibrating,        NUMBER,  0,  0, 10000, "from here on")                             \
    X(F, room_gold,             ONE_IN,  3,  0, ODDS,  "a pile of gold")                           \
    X(F, gold_drawn,            NUMBER,  2,  0, 10000, "more than depth: a factor of a pile")      \
    X(F, gold_spread,           NUMBER,  30, 1, 10000, "the other: this through depths left")      \
    X(F, gold_depth,            NUMBER,  12, 2, 10000, "depths left are to this, at least 2")      \
    X(F, fountain,              ONE_IN,  10, 0, ODDS,  "a fountain")                               \
    X(F, fountain_blessed,      ONE_IN,  7,  0, ODDS,  "a blessed one")                            \
    X(F, sink,                  ONE_IN,  60, 0, ODDS,  "a sink")                                   \
    X(F, altar,                 ONE_IN,  60, 0, ODDS,  "an altar")                                 \
    X(F, grave,                 ONE_IN,  80, 2, ODDS,  "a grave")                                  \
    X(F, grave_depth,           NUMBER,  2,  0, 1000,  "times depth less, down to 2")              \
    X(F, grave_gold,            ONE_IN,  3,  0, ODDS,  "gold in it")                               \
    X(F, grave_pieces,          NUMBER,  20, 1, 10000, "pieces, drawn")                            \
    X(F, grave_pieces_depth,    NUMBER,  5,  1, 10000, "fewer than this times depth more")         \
    X(F, grave_things,          NUMBER,  5,  1, 100,   "fewer things than this in it")             \
    X(F, grave_bell,            ONE_IN,  10, 0, ODDS,  "a bell on it")                             \
    X(F, statue,                ONE_IN,  20, 0, ODDS,  "a statue")                                 \
    X(F, box_rooms,             NUMBER,  5,  0, 1000,  "times rooms, halved: 1 in that many")      \
    X(F, box_chest,             ONE_IN,  3,  0, ODDS,  "a chest")                                  \
    X(F, graffiti,              ONE_IN,  27, 1, ODDS,  "something written")                        \
    X(F, graffiti_depth,        NUMBER,  3,  0, 1000,  "times depth more")                         \
    X(F, room_thing,            ONE_IN,  3,  0, ODDS,  "a thing")                                  \
    X(F, more_things,           ONE_IN,  5,  2, ODDS,  "another, and another")                     \
    X(F, thing_food,            NUMBER,  20, 0, 1000,  "weight of its class; not all may be 0")    \
    X(F, thing_potion,          NUMBER,  16, 0, 1000,  "weight")                                   \
    X(F, thing_scroll,          NUMBER,  16, 0, 1000,  "weight")                                   \
    X(F, thing_weapon,          NUMBER,  10, 0, 1000,  "weight")                                   \
    X(F, thing_armour,          NUMBER,  10, 0, 1000,  "weight")                                   \
    X(F, thing_tool,            NUMBER,  8,  0, 1000,  "weight")                                   \
    X(F, thing_gem,             NUMBER,  8,  0, 1000,  "weight")                                   \
    X(F, thing_book,            NUMBER,  4,  0, 1000,  "weight")                                   \
    X(F, thing_wand,            NUMBER,  4,  0, 1000,  "weight")                                   \
    X(F, thing_ring,            NUMBER,  3,  0, 1000,  "weight")                                   \
    X(F, thing_amulet,          NUMBER,  1,  0, 1000,  "weight")                                   \
    X(F, tool_box,              NUMBER,  45, 0, 500,   "of 1000 tools are boxes")                  \
    X(F, tool_chest,            NUMBER,  35, 0, 500,   "are chests")                               \
    X(F, place_tries,           NUMBER,  200,1, 10000, "cells drawn for what needs a free one")    \
    X(F, mineral_gold,          NUMBER,  20, 0, 500,   "in 1000 cells within rock have gold")      \
    X(F, mineral_depth,         NUMBER,  3,  1, 10000, "so many levels make it one more")          \
    X(F, mineral_gem,           NUMBER,  4,  1, 10000, "as many times fewer have gems")            \
    X(F, mineral_worthless,     ONE_IN,  10, 0, ODDS,  "a gem is a plain rock, and left out")      \
    X(F, mineral_buried,        ONE_IN,  3,  0, ODDS,  "buried, not only lying in rock")           \
    X(F, kelp,                  ONE_IN,  10, 0, ODDS,  "kelp in a pool")
// clang-format on

typedef struct nethack_settings {
#define NETHACK_FIELD(F, field, kind, value, low, high, text) int32_t field;
    NETHACK_SETTINGS(NETHACK_FIELD, )
#undef NETHACK_FIELD
} nethack_settings;

/* Those of NetHack. */
void nethack_settings_default(nethack_settings *s);

/* Sets what `options` says, on top of what is there; NULL or "" says nothing. Refusals are
 * MOULT_UNKNOWN (no such name) and MOULT_RANGE, with the reason in `why`. */
moult_status nethack_settings_read(nethack_settings *s, const char *options, char *why,
                                   uint32_t room);

#endif
