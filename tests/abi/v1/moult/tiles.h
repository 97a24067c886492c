/* SPDX-License-Identifier: MIT */
/* Tile ids: numbers that never change meaning, and what is true of each in every game.
 * The list grows at its end. Games draw tiles as they like; the engine asks only for the flags. */
#ifndef MOULT_TILES_H
#define MOULT_TILES_H
#include <moult/base.h>

/* Flags of a tile. */
#define MOULT_TILE_BLOCKS 1u /* can't be entered */
#define MOULT_TILE_OPAQUE 2u /* stops sight */
#define MOULT_TILE_OPENS 4u  /* a closed thing that walking into may open */
#define MOULT_TILE_LIQUID 8u
#define MOULT_TILE_HIDES 16u  /* looks like a wall or rock until it is searched for */
#define MOULT_TILE_LOCKED 32u /* a closed thing that only force opens */

/* X(NAME, number, flags, what it is) */
#define MOULT_TILE_LIST(X)                                                                       \
    X(FLOOR, 0, 0, "floor")                                                                      \
    X(WALL, 1, MOULT_TILE_BLOCKS | MOULT_TILE_OPAQUE, "wall")                                    \
    X(DOOR_CLOSED, 2, MOULT_TILE_BLOCKS | MOULT_TILE_OPAQUE | MOULT_TILE_OPENS, "closed door")   \
    X(DOOR_OPEN, 3, 0, "open door")                                                              \
    X(STAIRS_DOWN, 4, 0, "stairs down")                                                          \
    X(EXIT, 5, 0, "exit")                                                                        \
    X(STAIRS_UP, 6, 0, "stairs up")                                                              \
    X(STONE, 7, MOULT_TILE_BLOCKS | MOULT_TILE_OPAQUE, "solid stone")                            \
    X(CORRIDOR, 8, 0, "corridor")                                                                \
    X(DOORWAY, 9, 0, "doorway")                                                                  \
    X(DOOR_BROKEN, 10, 0, "broken door")                                                         \
    X(DOOR_LOCKED, 11, MOULT_TILE_BLOCKS | MOULT_TILE_OPAQUE | MOULT_TILE_LOCKED, "locked door") \
    X(DOOR_SECRET, 12, MOULT_TILE_BLOCKS | MOULT_TILE_OPAQUE | MOULT_TILE_HIDES, "secret door")  \
    X(CORRIDOR_SECRET, 13, MOULT_TILE_BLOCKS | MOULT_TILE_OPAQUE | MOULT_TILE_HIDES,             \
      "secret corridor")                                                                         \
    X(BARS, 14, MOULT_TILE_BLOCKS, "iron bars")                                                  \
    X(WATER, 15, MOULT_TILE_BLOCKS | MOULT_TILE_LIQUID, "water")                                 \
    X(LAVA, 16, MOULT_TILE_BLOCKS | MOULT_TILE_LIQUID, "lava")                                   \
    X(FOUNTAIN, 17, 0, "fountain")                                                               \
    X(SINK, 18, 0, "sink")                                                                       \
    X(ALTAR, 19, 0, "altar")                                                                     \
    X(GRAVE, 20, 0, "grave")                                                                     \
    X(THRONE, 21, 0, "throne")                                                                   \
    X(TREE, 22, MOULT_TILE_BLOCKS | MOULT_TILE_OPAQUE, "tree")                                   \
    X(LADDER_UP, 23, 0, "ladder up")                                                             \
    X(LADDER_DOWN, 24, 0, "ladder down")                                                         \
    X(PORTAL, 25, 0, "portal")                                                                   \
    X(LETTER, 26, 0, "lettered cell")                                                            \
    X(RUBBLE, 27, MOULT_TILE_OPAQUE, "rubble")

enum {
#define MOULT_TILE_ENTRY(name, number, flags, text) MOULT_TILE_##name = number,
    MOULT_TILE_LIST(MOULT_TILE_ENTRY)
#undef MOULT_TILE_ENTRY
        MOULT_TILE_KINDS
};

/* MOULT_TILE_* flags of a tile id; an unknown id blocks and is opaque. [any] */
static inline uint32_t moult_tile_flags(uint32_t tile)
{
    static const uint8_t flags[] = {
#define MOULT_TILE_ENTRY(name, number, flag, text) flag,
        MOULT_TILE_LIST(MOULT_TILE_ENTRY)
#undef MOULT_TILE_ENTRY
    };
    return tile < MOULT_TILE_KINDS ? flags[tile] : MOULT_TILE_BLOCKS | MOULT_TILE_OPAQUE;
}

#endif
