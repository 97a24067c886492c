/* SPDX-License-Identifier: MIT */
/* The sprites, as filled rectangles on a grid of 24: seven tiles, the hero, twelve shapes of
 * monsters in the two colours of their kind, seven things; and what other map generators lay out.
 * Whoever looks at the player is drawn as the plain shape; hero and humanoids turn. The exit
 * glimmers, water and lava flow. */
#include "rules/rogue/game.h"
#include "rules/rogue/sprites.h"

#define P MOULT_PAINT_FG
#define A MOULT_PAINT_ACCENT
#define R(x, y, w, h, paint)            \
    {                                   \
        x, y, w, h, 0, 0, {0, 0}, paint \
    }
/* Only in some frames, or only in some facings. */
#define IN(frames, x, y, w, h, paint)        \
    {                                        \
        x, y, w, h, frames, 0, {0, 0}, paint \
    }
#define IF(facings, x, y, w, h, paint)        \
    {                                         \
        x, y, w, h, 0, facings, {0, 0}, paint \
    }
#define FRONT ((uint8_t)(MOULT_IF_FACING(MOULT_FACING_NONE) | MOULT_IF_FACING(MOULT_FACING_SOUTH)))
#define BACK MOULT_IF_FACING(MOULT_FACING_NORTH)
#define EAST MOULT_IF_FACING(MOULT_FACING_EAST)
#define WEST MOULT_IF_FACING(MOULT_FACING_WEST)
#define UPRIGHT ((uint8_t)(FRONT | BACK)) /* both arms to be seen */
#define ASIDE ((uint8_t)(EAST | WEST))

#define FRAME0 MOULT_IN_FRAME(0)
#define FRAME1 MOULT_IN_FRAME(1)
#define FRAME2 MOULT_IN_FRAME(2)
#define FRAME3 MOULT_IN_FRAME(3)

#define DOT 0x48443c

// clang-format off
/* -- tiles ------------------------------------------------------------------------------------- */

static const moult_rect floor_rects[] = {
    R(0, 0, 24, 24, 0x24201c),
    R(3, 3, 2, 2, DOT),  R(11, 3, 2, 2, DOT),  R(19, 3, 2, 2, DOT),
    R(3, 11, 2, 2, DOT), R(11, 11, 2, 2, DOT), R(19, 11, 2, 2, DOT),
    R(3, 19, 2, 2, DOT), R(11, 19, 2, 2, DOT), R(19, 19, 2, 2, DOT),
};
static const moult_rect wall[] = {
    R(0, 0, 24, 24, 0x605848), R(0, 0, 24, 3, 0xa09884), R(0, 21, 24, 3, 0x302820),
};
static const moult_rect door_closed[] = {
    R(4, 2, 16, 20, 0x785028), R(14, 11, 3, 3, 0xc8a050),
};
static const moult_rect door_open[] = {
    R(2, 4, 3, 16, 0x604020), R(19, 4, 3, 16, 0x604020),
};
static const moult_rect stairs[] = {
    R(3, 4, 18, 5, 0x2850b4), R(6, 10, 12, 5, 0x2850b4), R(9, 16, 6, 5, 0x2850b4),
    R(3, 4, 18, 1, 0x8cc8f0), R(6, 10, 12, 1, 0x8cc8f0), R(9, 16, 6, 1, 0x8cc8f0),
    R(11, 22, 2, 1, 0xf0f0f0),
};
static const moult_rect stairs_up[] = {
    R(9, 4, 6, 5, 0x6c6488), R(6, 10, 12, 5, 0x6c6488), R(3, 16, 18, 5, 0x6c6488),
    R(9, 4, 6, 1, 0xc8c0e8), R(6, 10, 12, 1, 0xc8c0e8), R(3, 16, 18, 1, 0xc8c0e8),
};
static const moult_rect exit_rects[] = {
    R(6, 4, 12, 16, 0xdcc83c), R(10, 4, 4, 16, 0xfff08c),
    IN(FRAME1 | FRAME3, 9, 4, 6, 16, 0xfff4a8),
    IN(FRAME2, 8, 4, 8, 16, 0xfff8c8),
};
static const moult_rect water[] = {
    R(0, 0, 24, 24, 0x143c78),
    IN(FRAME0, 2, 5, 8, 2, 0x3c78c8),  IN(FRAME0, 14, 11, 8, 2, 0x3c78c8),
    IN(FRAME0, 4, 18, 8, 2, 0x3c78c8), IN(FRAME1, 4, 5, 8, 2, 0x3c78c8),
    IN(FRAME1, 12, 11, 8, 2, 0x3c78c8), IN(FRAME1, 6, 18, 8, 2, 0x3c78c8),
    IN(FRAME2, 6, 5, 8, 2, 0x5090e0),  IN(FRAME2, 10, 11, 8, 2, 0x5090e0),
    IN(FRAME2, 8, 18, 8, 2, 0x5090e0), IN(FRAME3, 4, 6, 8, 2, 0x3c78c8),
    IN(FRAME3, 12, 12, 8, 2, 0x3c78c8), IN(FRAME3, 6, 17, 8, 2, 0x3c78c8),
};
static const moult_rect lava[] = {
    R(0, 0, 24, 24, 0x8c2810),
    R(3, 4, 7, 4, 0xdc5014),  R(13, 10, 8, 4, 0xdc5014), R(5, 17, 7, 4, 0xdc5014),
    IN(FRAME0, 4, 5, 4, 2, 0xffb43c),   IN(FRAME0, 15, 11, 4, 2, 0xff8c28),
    IN(FRAME1, 15, 11, 4, 2, 0xffb43c), IN(FRAME1, 6, 18, 4, 2, 0xff8c28),
    IN(FRAME2, 6, 18, 4, 2, 0xffb43c),  IN(FRAME2, 4, 5, 4, 2, 0xff8c28),
    IN(FRAME3, 15, 11, 4, 2, 0xff8c28), IN(FRAME3, 4, 5, 4, 2, 0xff8c28),
};
static const moult_rect corridor[] = {
    R(0, 0, 24, 24, 0x1c1916), R(5, 5, 2, 2, 0x38342e), R(17, 9, 2, 2, 0x38342e),
    R(9, 17, 2, 2, 0x38342e),
};

/* -- who is there ------------------------------------------------------------------------------ */

#define HERO 0xf0f0f0
#define SHADE 0x303038 /* eyes, and hair seen from behind */

static const moult_rect hero[] = {
    R(9, 4, 6, 6, HERO),
    IF(UPRIGHT, 8, 10, 8, 7, HERO), IF(UPRIGHT, 8, 17, 3, 4, HERO), IF(UPRIGHT, 13, 17, 3, 4, HERO),
    IF(ASIDE, 9, 10, 6, 7, HERO),
    IF(EAST, 9, 17, 3, 4, HERO), IF(EAST, 13, 17, 3, 3, HERO), IF(EAST, 15, 11, 3, 2, HERO),
    IF(WEST, 12, 17, 3, 4, HERO), IF(WEST, 8, 17, 3, 3, HERO), IF(WEST, 6, 11, 3, 2, HERO),
    IF(BACK, 10, 5, 4, 3, 0x9098a0), IF(EAST, 13, 6, 1, 2, SHADE), IF(WEST, 10, 6, 1, 2, SHADE),
};
static const moult_rect tiny[] = {R(9, 9, 6, 6, P)};
static const moult_rect small[] = {
    R(7, 8, 10, 9, P), R(8, 9, 2, 2, A), R(14, 9, 2, 2, A),
};
static const moult_rect humanoid[] = {
    R(9, 4, 6, 5, P),
    IF(UPRIGHT, 8, 9, 8, 7, P), IF(UPRIGHT, 8, 16, 3, 5, P), IF(UPRIGHT, 13, 16, 3, 5, P),
    IF(ASIDE, 9, 9, 6, 7, P),
    IF(EAST, 9, 16, 3, 5, P), IF(EAST, 13, 16, 3, 4, P), IF(EAST, 15, 10, 3, 2, P),
    IF(WEST, 12, 16, 3, 5, P), IF(WEST, 8, 16, 3, 4, P), IF(WEST, 6, 10, 3, 2, P),
    IF(FRONT, 10, 6, 1, 1, A), IF(FRONT, 13, 6, 1, 1, A),
    IF(EAST, 13, 6, 1, 1, A), IF(WEST, 10, 6, 1, 1, A),
};
static const moult_rect brute[] = {
    R(8, 4, 8, 6, P), R(5, 10, 14, 8, P), R(8, 18, 3, 4, P), R(13, 18, 3, 4, P),
    R(10, 6, 1, 2, A), R(13, 6, 1, 2, A),
};
static const moult_rect serpent[] = {
    R(3, 14, 4, 4, P), R(7, 10, 4, 4, P), R(11, 8, 4, 4, P), R(15, 6, 4, 4, P), R(19, 5, 4, 4, P),
    R(20, 6, 1, 1, A),
};
static const moult_rect insect[] = {
    R(7, 9, 10, 6, P), R(9, 6, 6, 3, P),
    R(7, 15, 1, 4, A), R(10, 15, 1, 4, A), R(13, 15, 1, 4, A), R(16, 15, 1, 4, A),
    R(7, 5, 1, 4, A),  R(10, 5, 1, 4, A),  R(13, 5, 1, 4, A),  R(16, 5, 1, 4, A),
};
static const moult_rect skeleton[] = {
    R(9, 4, 6, 5, P), R(11, 9, 2, 8, P), R(7, 11, 10, 1, P), R(9, 17, 2, 4, P), R(13, 17, 2, 4, P),
    R(10, 6, 1, 1, A), R(13, 6, 1, 1, A),
};
static const moult_rect mage[] = {
    R(9, 3, 6, 4, P), R(7, 7, 10, 12, P), R(9, 19, 6, 2, P), R(11, 1, 2, 3, A), R(11, 13, 2, 4, A),
};
static const moult_rect ghost[] = {
    R(7, 5, 10, 12, P), R(7, 17, 2, 2, P), R(11, 17, 2, 2, P), R(15, 17, 2, 2, P),
    R(9, 8, 2, 2, A), R(13, 8, 2, 2, A),
};
static const moult_rect slime[] = {
    R(5, 11, 14, 9, P), R(7, 8, 10, 4, P), R(9, 13, 2, 2, A), R(13, 13, 2, 2, A),
};
static const moult_rect dragon[] = {
    R(8, 10, 9, 6, P), R(17, 7, 5, 5, P), R(5, 4, 6, 3, P), R(9, 1, 6, 3, P), R(3, 13, 5, 3, P),
    R(20, 9, 1, 1, A),
};
static const moult_rect lord[] = {
    R(3, 3, 18, 18, P), R(5, 5, 4, 4, A), R(15, 5, 4, 4, A), R(6, 15, 12, 3, A),
};

/* -- what lies there --------------------------------------------------------------------------- */

static const moult_rect food[] = {
    R(7, 8, 10, 8, 0xc88c3c), R(8, 9, 2, 2, 0x502814), R(14, 9, 2, 2, 0x502814),
};
static const moult_rect gold[] = {R(8, 8, 8, 8, 0xdcb428), R(9, 9, 2, 2, 0xffdc50)};
static const moult_rect weapon[] = {R(11, 3, 2, 16, 0xc8c8dc), R(9, 17, 6, 3, 0x785028)};
static const moult_rect armour[] = {R(6, 8, 12, 10, 0xa0a0c8), R(6, 14, 12, 2, 0x505078)};
static const moult_rect potion[] = {R(10, 5, 4, 3, 0x503c28), R(8, 8, 8, 9, 0x28b4dc)};
static const moult_rect scroll[] = {
    R(6, 8, 12, 8, 0xdcc8a0),
    R(7, 10, 10, 1, 0x502814), R(7, 12, 8, 1, 0x502814), R(7, 14, 10, 1, 0x502814),
};
static const moult_rect corpse[] = {
    R(6, 13, 12, 5, 0x8c2828), R(8, 10, 8, 3, 0x8c2828),
    R(9, 15, 6, 1, 0xdcc8b4), R(16, 12, 2, 2, 0xdcc8b4),
};

#define ON_FLOOR(number, rects) MOULT_SPRITE(number, ROGUE_SPRITE_FLOOR, rects)
#define SHAPE(number, rects) ON_FLOOR(ROGUE_SPRITE_SHAPE + (number), rects)
#define ITEM(kind, rects) ON_FLOOR(ROGUE_SPRITE_ITEM + (kind), rects)

/* Shapes in the order of the bestiary's. */
const moult_sprite rogue_sprites[ROGUE_SPRITES] = {
    MOULT_SPRITE(ROGUE_SPRITE_FLOOR, 0, floor_rects),
    MOULT_SPRITE(ROGUE_SPRITE_WALL, 0, wall),
    ON_FLOOR(ROGUE_SPRITE_DOOR_CLOSED, door_closed),
    ON_FLOOR(ROGUE_SPRITE_DOOR_OPEN, door_open),
    ON_FLOOR(ROGUE_SPRITE_STAIRS, stairs),
    MOULT_SPRITE_MOVING(ROGUE_SPRITE_EXIT, ROGUE_SPRITE_FLOOR, 4, exit_rects),
    ON_FLOOR(ROGUE_SPRITE_HERO, hero),
    MOULT_SPRITE_MOVING(ROGUE_SPRITE_WATER, 0, 4, water),
    MOULT_SPRITE_MOVING(ROGUE_SPRITE_LAVA, 0, 4, lava),
    MOULT_SPRITE(ROGUE_SPRITE_CORRIDOR, 0, corridor),
    ON_FLOOR(ROGUE_SPRITE_STAIRS_UP, stairs_up),
    SHAPE(0, tiny), SHAPE(1, small), SHAPE(2, humanoid), SHAPE(3, brute), SHAPE(4, serpent),
    SHAPE(5, insect), SHAPE(6, skeleton), SHAPE(7, mage), SHAPE(8, ghost), SHAPE(9, slime),
    SHAPE(10, dragon), SHAPE(11, lord),
    ITEM(ROGUE_FOOD, food), ITEM(ROGUE_GOLD, gold), ITEM(ROGUE_WEAPON, weapon),
    ITEM(ROGUE_ARMOUR, armour), ITEM(ROGUE_POTION, potion), ITEM(ROGUE_SCROLL, scroll),
    ITEM(ROGUE_CORPSE, corpse),
};
// clang-format on
