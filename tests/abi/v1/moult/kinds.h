/* SPDX-License-Identifier: MIT */
/* What a level asks for in general terms: kinds of rooms, of inhabitants, things, traps and notes.
 * Numbers that never change; the lists grow at their ends.
 *
 * `moult_room.kind` below MOULT_KIND_OWN is a number of this list, whatever the vocabulary. So are
 * `kind` and `subkind` of spawns with MOULT_SPAWN_COMMON_KIND. Rules make of them what they
 * have. */
#ifndef MOULT_KINDS_H
#define MOULT_KINDS_H
#include <moult/base.h>

#define MOULT_KIND_OWN 256u /* from here on kinds are the vocabulary's */

/* Rooms. */
enum {
    MOULT_ROOM_ORDINARY = 0,
    MOULT_ROOM_CLOSET = 1, /* sealed, one cell */
    MOULT_ROOM_COURT = 2,
    MOULT_ROOM_SWAMP = 3,
    MOULT_ROOM_VAULT = 4, /* sealed, with gold */
    MOULT_ROOM_BEEHIVE = 5,
    MOULT_ROOM_MORGUE = 6,
    MOULT_ROOM_BARRACKS = 7,
    MOULT_ROOM_ZOO = 8,
    MOULT_ROOM_TEMPLE = 10,
    MOULT_ROOM_HALL = 11, /* of small thieves, with gold */
    MOULT_ROOM_NEST = 12, /* of reptiles */
    MOULT_ROOM_ANTHOLE = 13,
    MOULT_ROOM_SHOP = 14 /* subkind: MOULT_SHOP_* */
};

enum {
    MOULT_SHOP_GENERAL = 0,
    MOULT_SHOP_ARMOUR = 1,
    MOULT_SHOP_SCROLLS = 2,
    MOULT_SHOP_POTIONS = 3,
    MOULT_SHOP_WEAPONS = 4,
    MOULT_SHOP_FOOD = 5,
    MOULT_SHOP_RINGS = 6,
    MOULT_SHOP_WANDS = 7,
    MOULT_SHOP_TOOLS = 8,
    MOULT_SHOP_BOOKS = 9,
    MOULT_SHOP_HEALTH = 10,
    MOULT_SHOPS = 11
};

/* Inhabitants; ANYONE leaves the choice to the rules. */
enum {
    MOULT_WHO_ANYONE = 0,
    MOULT_WHO_MIMIC = 1,
    MOULT_WHO_SHOPKEEPER = 2,
    MOULT_WHO_PRIEST = 3,
    MOULT_WHO_RULER = 4,
    MOULT_WHO_COURTIER = 5,
    MOULT_WHO_LEPRECHAUN = 6,
    MOULT_WHO_BEE = 7,
    MOULT_WHO_QUEEN_BEE = 8,
    MOULT_WHO_UNDEAD = 9,
    MOULT_WHO_ANT = 10,
    MOULT_WHO_SOLDIER = 11,
    MOULT_WHO_COCKATRICE = 12,
    MOULT_WHO_EEL = 13,
    MOULT_WHO_FUNGUS = 14,
    MOULT_WHO_SPIDER = 15,
    MOULT_WHO_KINDS = 16
};

/* Things; ANYTHING leaves the choice to the rules. */
enum {
    MOULT_THING_ANYTHING = 0,
    MOULT_THING_WEAPON = 1,
    MOULT_THING_ARMOUR = 2,
    MOULT_THING_FOOD = 3,
    MOULT_THING_TOOL = 4,
    MOULT_THING_POTION = 5,
    MOULT_THING_SCROLL = 6,
    MOULT_THING_BOOK = 7,
    MOULT_THING_WAND = 8,
    MOULT_THING_RING = 9,
    MOULT_THING_AMULET = 10,
    MOULT_THING_GEM = 11,
    MOULT_THING_GOLD = 12, /* power: pieces */
    MOULT_THING_BOULDER = 13,
    MOULT_THING_STATUE = 14,
    MOULT_THING_BOX = 15,
    MOULT_THING_CHEST = 16, /* power: pieces of gold in it */
    MOULT_THING_CORPSE = 17,
    MOULT_THING_TELEPORT_SCROLL = 18, /* the way out of a sealed room */
    MOULT_THING_BELL = 19,
    MOULT_THING_JELLY = 20,
    MOULT_THING_KELP = 21,
    MOULT_THING_GOODS = 22,   /* of a shop; subkind: MOULT_SHOP_* */
    MOULT_THING_MISSILE = 23, /* that a trap shot */
    MOULT_THING_KINDS = 24
};

/* Traps. */
enum {
    MOULT_TRAP_ARROW = 1,
    MOULT_TRAP_DART = 2,
    MOULT_TRAP_ROCK = 3,
    MOULT_TRAP_SQUEAKY_BOARD = 4,
    MOULT_TRAP_BEAR = 5,
    MOULT_TRAP_LAND_MINE = 6,
    MOULT_TRAP_ROLLING_BOULDER = 7,
    MOULT_TRAP_SLEEPING_GAS = 8,
    MOULT_TRAP_RUST = 9,
    MOULT_TRAP_FIRE = 10,
    MOULT_TRAP_PIT = 11,
    MOULT_TRAP_SPIKED_PIT = 12,
    MOULT_TRAP_HOLE = 13,
    MOULT_TRAP_DOOR = 14,       /* in the floor: a level down */
    MOULT_TRAP_TELEPORTER = 15, /* subkind 1: into the vault, once */
    MOULT_TRAP_LEVEL_TELEPORTER = 16,
    MOULT_TRAP_PORTAL = 17,
    MOULT_TRAP_WEB = 18,
    MOULT_TRAP_STATUE = 19,
    MOULT_TRAP_MAGIC = 20,
    MOULT_TRAP_ANTI_MAGIC = 21,
    MOULT_TRAP_POLYMORPH = 22,
    MOULT_TRAP_VIBRATING_SQUARE = 23,
    MOULT_TRAP_KINDS = 24
};

/* Notes. */
enum {
    MOULT_NOTE_GRAFFITI = 0,
    MOULT_NOTE_TRAP_DOOR = 1,  /* before one */
    MOULT_NOTE_TELEPORTER = 2, /* before one */
    MOULT_NOTE_CLOSED = 3,     /* before a shop's door */
    MOULT_NOTE_HEADSTONE = 4,
    MOULT_NOTE_GUARD = 5, /* whoever stays in the room of this note is led out to its cell */
    MOULT_NOTE_KINDS = 6
};

#endif
