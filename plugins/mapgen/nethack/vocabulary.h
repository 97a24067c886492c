/* SPDX-License-Identifier: MIT */
/* The vocabulary "nethack": what the numbers of rooms, spawns and cell details stand for. Rules
 * that know it fill a level as NetHack does; others choose for themselves and go by `what`.
 *
 * Kinds of rooms, actors, items, traps and notes are those of moult/kinds.h, so that rules needn't
 * know this file (MOULT_SPAWN_COMMON_KIND).
 *
 * A spawn of ANY leaves the choice to the rules in any case. Flags: ASLEEP, LEADER (of a court or
 * a hive), HIDDEN (pretends to be something else, or needs digging for), BURIED (lies in rock or
 * under water, where nobody can stand; with HIDDEN: to be dug for even there). */
#ifndef MAPGEN_NETHACK_VOCABULARY_H
#define MAPGEN_NETHACK_VOCABULARY_H
#include <moult/kinds.h>

/* Kinds of rooms. A shop's subkind is its place in the list of shops. */
enum {
    NETHACK_ORDINARY = MOULT_ROOM_ORDINARY,
    NETHACK_CLOSET = MOULT_ROOM_CLOSET, /* a sealed niche, one cell */
    NETHACK_COURT = MOULT_ROOM_COURT,
    NETHACK_SWAMP = MOULT_ROOM_SWAMP,
    NETHACK_VAULT = MOULT_ROOM_VAULT,
    NETHACK_BEEHIVE = MOULT_ROOM_BEEHIVE,
    NETHACK_MORGUE = MOULT_ROOM_MORGUE,
    NETHACK_BARRACKS = MOULT_ROOM_BARRACKS,
    NETHACK_ZOO = MOULT_ROOM_ZOO,
    NETHACK_TEMPLE = MOULT_ROOM_TEMPLE,
    NETHACK_HALL = MOULT_ROOM_HALL, /* of leprechauns */
    NETHACK_NEST = MOULT_ROOM_NEST, /* of cockatrices */
    NETHACK_ANTHOLE = MOULT_ROOM_ANTHOLE,
    NETHACK_SHOP = MOULT_ROOM_SHOP
};

enum {
    NETHACK_SHOP_GENERAL,
    NETHACK_SHOP_ARMOUR,
    NETHACK_SHOP_SCROLLS,
    NETHACK_SHOP_POTIONS,
    NETHACK_SHOP_WEAPONS,
    NETHACK_SHOP_FOOD,
    NETHACK_SHOP_RINGS,
    NETHACK_SHOP_WANDS,
    NETHACK_SHOP_TOOLS,
    NETHACK_SHOP_BOOKS,
    NETHACK_SHOP_HEALTH,
    NETHACK_SHOPS
};

/* Kinds of actors. */
enum {
    NETHACK_ANY,
    NETHACK_MIMIC,
    NETHACK_SHOPKEEPER, /* subkind: the shop's */
    NETHACK_PRIEST,
    NETHACK_RULER, /* subkind: gnome king, dwarf king, elvenking, ogre king */
    NETHACK_COURTIER,
    NETHACK_LEPRECHAUN,
    NETHACK_KILLER_BEE,
    NETHACK_QUEEN_BEE,
    NETHACK_UNDEAD,
    NETHACK_ANT,
    NETHACK_SOLDIER,
    NETHACK_COCKATRICE,
    NETHACK_EEL,
    NETHACK_FUNGUS,
    NETHACK_SPIDER
};

/* Kinds of items; ANY is 0 here too. Up to GEM: any of that class. `power` of gold: how many
 * pieces; of a chest: the gold in it. */
enum {
    NETHACK_WEAPON = 1,
    NETHACK_ARMOUR,
    NETHACK_FOOD,
    NETHACK_TOOL,
    NETHACK_POTION,
    NETHACK_SCROLL,
    NETHACK_BOOK,
    NETHACK_WAND,
    NETHACK_RING,
    NETHACK_AMULET,
    NETHACK_GEM,
    NETHACK_GOLD,
    NETHACK_BOULDER,
    NETHACK_STATUE,
    NETHACK_BOX,
    NETHACK_CHEST,
    NETHACK_CORPSE,
    NETHACK_TELEPORT_SCROLL,
    NETHACK_BELL,
    NETHACK_JELLY,
    NETHACK_KELP,
    NETHACK_SHOP_GOODS, /* subkind: the shop's */
    NETHACK_MISSILE     /* what a trap shot; subkind: the trap's kind */
};

/* Kinds of traps. */
enum {
    NETHACK_ARROW_TRAP = 1,
    NETHACK_DART_TRAP,
    NETHACK_ROCK_TRAP,
    NETHACK_SQUEAKY_BOARD,
    NETHACK_BEAR_TRAP,
    NETHACK_LAND_MINE,
    NETHACK_ROLLING_BOULDER,
    NETHACK_SLEEPING_GAS,
    NETHACK_RUST_TRAP,
    NETHACK_FIRE_TRAP,
    NETHACK_PIT,
    NETHACK_SPIKED_PIT,
    NETHACK_HOLE,
    NETHACK_TRAP_DOOR,
    NETHACK_TELEPORTER, /* subkind 1: into the vault, once */
    NETHACK_LEVEL_TELEPORTER,
    NETHACK_MAGIC_PORTAL,
    NETHACK_WEB,
    NETHACK_STATUE_TRAP,
    NETHACK_MAGIC_TRAP,
    NETHACK_ANTI_MAGIC,
    NETHACK_POLYMORPH,
    NETHACK_VIBRATING_SQUARE,
    NETHACK_TRAP_END
};

/* Kinds of notes. */
enum {
    NETHACK_GRAFFITI,
    NETHACK_VLAD_WAS_HERE, /* before a trap door */
    NETHACK_AD_AERARIUM,   /* before a teleporter */
    NETHACK_SHOP_CLOSED,   /* before its door */
    NETHACK_HEADSTONE,
    NETHACK_GUARD /* whoever stays in the room of this note is led out to its cell */
};

/* Plane DETAIL. Of a wall, and of a door the wall that it is in: which. Of a corridor: a niche? */
enum {
    NETHACK_WALL_NONE,
    NETHACK_WALL_VERTICAL,
    NETHACK_WALL_HORIZONTAL,
    NETHACK_WALL_TOP_LEFT,
    NETHACK_WALL_TOP_RIGHT,
    NETHACK_WALL_BOTTOM_LEFT,
    NETHACK_WALL_BOTTOM_RIGHT,
    NETHACK_WALL_CROSS, /* of subrooms, and how their walls meet others */
    NETHACK_WALL_TEE_UP,
    NETHACK_WALL_TEE_DOWN,
    NETHACK_WALL_TEE_LEFT,
    NETHACK_WALL_TEE_RIGHT
};
#define NETHACK_NICHE 1

/* Plane DETAIL, further: of a fountain, BLESSED or 0; of an altar, 0 lawful, 1 neutral, 2
 * chaotic. */
#define NETHACK_BLESSED 1

MOULT_STATIC_ASSERT(NETHACK_SHOPS == (int)MOULT_SHOPS, "the SDK's shops");
MOULT_STATIC_ASSERT(NETHACK_SPIDER + 1 == (int)MOULT_WHO_KINDS, "the SDK's inhabitants");
MOULT_STATIC_ASSERT(NETHACK_MISSILE + 1 == (int)MOULT_THING_KINDS, "the SDK's things");
MOULT_STATIC_ASSERT(NETHACK_TRAP_END == (int)MOULT_TRAP_KINDS, "the SDK's traps");
MOULT_STATIC_ASSERT(NETHACK_GUARD + 1 == (int)MOULT_NOTE_KINDS, "the SDK's notes");

#endif
