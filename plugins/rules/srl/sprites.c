/* SPDX-License-Identifier: MIT */
/* Seven sprites: floor, wall, stairs, the hero, a rat, an apple and a potion, as filled rectangles
 * on a grid of 24. Hero and rat turn to where they go. */
#include "rules/srl/game.h"
#include "rules/srl/sprites.h"

#define R(x, y, w, h, paint)            \
    {                                   \
        x, y, w, h, 0, 0, {0, 0}, paint \
    }
#define IF(facings, x, y, w, h, paint)        \
    {                                         \
        x, y, w, h, 0, facings, {0, 0}, paint \
    }
#define FRONT ((uint8_t)(MOULT_IF_FACING(MOULT_FACING_NONE) | MOULT_IF_FACING(MOULT_FACING_SOUTH)))
#define BACK MOULT_IF_FACING(MOULT_FACING_NORTH)
#define EAST MOULT_IF_FACING(MOULT_FACING_EAST)
#define WEST MOULT_IF_FACING(MOULT_FACING_WEST)
#define LEFT ((uint8_t)(FRONT | WEST))
#define RIGHT ((uint8_t)(EAST | BACK))

#define SKIN 0xf0c8a0
#define HAIR 0x6a4028
#define COAT 0x3c78c8
#define BOOT 0x50382c
#define FUR 0xa88058
#define PINK 0xe0a0a0
#define DARK 0x201818

// clang-format off
static const moult_rect floor_rects[] = {
    R(0, 0, 24, 24, 0x565c6e), R(0, 0, 24, 1, 0x64697c), R(0, 0, 1, 24, 0x64697c),
    R(23, 1, 1, 23, 0x4a5060), R(1, 23, 23, 1, 0x4a5060),
    R(6, 7, 3, 1, 0x4e5464), R(15, 15, 4, 1, 0x4e5464), R(9, 18, 2, 1, 0x4e5464),
};
static const moult_rect wall[] = {
    R(0, 0, 24, 24, 0x2e2a38),
    R(0, 1, 11, 6, 0x8c7c8c),  R(12, 1, 12, 6, 0x8c7c8c),
    R(0, 8, 5, 7, 0x7c6e80),   R(6, 8, 11, 7, 0x7c6e80), R(18, 8, 6, 7, 0x7c6e80),
    R(0, 16, 11, 7, 0x6c6074), R(12, 16, 12, 7, 0x6c6074),
    R(0, 1, 11, 1, 0xa898a8),  R(12, 1, 12, 1, 0xa898a8),
};
static const moult_rect stairs[] = {
    R(2, 2, 20, 20, 0x14161e),
    R(3, 3, 18, 4, 0xb8c0d0),  R(3, 8, 15, 4, 0x98a0b4), R(3, 13, 12, 4, 0x788098),
    R(3, 18, 9, 3, 0x5c647c),
    R(3, 3, 18, 1, 0xe0e6f0),  R(3, 8, 15, 1, 0xbcc4d4), R(3, 13, 12, 1, 0x989fb4),
};
static const moult_rect hero[] = {
    R(7, 21, 10, 2, 0x3c4250),                             /* shadow */
    R(8, 3, 8, 3, HAIR), R(7, 5, 10, 6, HAIR), IF(FRONT, 8, 6, 8, 5, SKIN),
    IF(EAST, 11, 6, 6, 5, SKIN), IF(WEST, 7, 6, 6, 5, SKIN),
    IF(FRONT, 9, 7, 2, 2, DARK), IF(FRONT, 13, 7, 2, 2, DARK),
    IF(EAST, 14, 7, 2, 2, DARK), IF(WEST, 8, 7, 2, 2, DARK),
    R(7, 11, 10, 7, COAT), R(7, 14, 10, 1, 0x2c5a98), R(11, 14, 2, 1, 0xf0d060),
    R(5, 11, 2, 5, COAT), R(17, 11, 2, 5, COAT), R(5, 16, 2, 2, SKIN), R(17, 16, 2, 2, SKIN),
    R(8, 18, 3, 4, BOOT), R(13, 18, 3, 4, BOOT),
};
static const moult_rect rat[] = {
    R(5, 19, 14, 2, 0x3c4250),                             /* shadow */
    R(6, 10, 12, 9, FUR), R(8, 8, 8, 3, FUR), R(8, 14, 8, 5, 0xc09c74),
    IF(LEFT, 3, 12, 5, 6, FUR), IF(LEFT, 3, 10, 3, 3, PINK), IF(LEFT, 7, 9, 3, 3, PINK),
    IF(LEFT, 4, 13, 2, 2, DARK), IF(LEFT, 2, 15, 2, 2, PINK),
    IF(LEFT, 18, 15, 3, 1, PINK), IF(LEFT, 20, 11, 1, 5, PINK),
    IF(RIGHT, 16, 12, 5, 6, FUR), IF(RIGHT, 18, 10, 3, 3, PINK), IF(RIGHT, 14, 9, 3, 3, PINK),
    IF(RIGHT, 18, 13, 2, 2, DARK), IF(RIGHT, 20, 15, 2, 2, PINK),
    IF(RIGHT, 3, 15, 3, 1, PINK), IF(RIGHT, 3, 11, 1, 5, PINK),
    R(7, 19, 3, 2, PINK), R(14, 19, 3, 2, PINK),
};
static const moult_rect apple[] = {
    R(7, 20, 10, 1, 0x3c4250),
    R(11, 4, 2, 4, BOOT), R(13, 4, 4, 2, 0x5cb440),
    R(7, 8, 4, 2, 0xdc3c3c), R(13, 8, 4, 2, 0xdc3c3c), R(5, 9, 14, 8, 0xdc3c3c),
    R(7, 17, 10, 3, 0xb82c34), R(7, 10, 3, 3, 0xf49090),
};
static const moult_rect potion[] = {
    R(7, 20, 10, 1, 0x3c4250),
    R(10, 3, 4, 2, 0x8c6440), R(10, 5, 4, 4, 0xc8dce8), R(8, 9, 8, 2, 0xc8dce8),
    R(6, 11, 12, 8, 0x28b4dc), R(8, 19, 8, 1, 0x1c84b0), R(8, 12, 2, 4, 0xa8e8f8),
};

const moult_sprite srl_sprites[SRL_SPRITES] = {
    MOULT_SPRITE(SRL_SPRITE_FLOOR, 0, floor_rects),
    MOULT_SPRITE(SRL_SPRITE_WALL, 0, wall),
    MOULT_SPRITE(SRL_SPRITE_STAIRS, SRL_SPRITE_FLOOR, stairs),
    MOULT_SPRITE(SRL_SPRITE_HERO, SRL_SPRITE_FLOOR, hero),
    MOULT_SPRITE(SRL_SPRITE_RAT, SRL_SPRITE_FLOOR, rat),
    MOULT_SPRITE(SRL_SPRITE_ITEM + SRL_APPLE, SRL_SPRITE_FLOOR, apple),
    MOULT_SPRITE(SRL_SPRITE_ITEM + SRL_POTION, SRL_SPRITE_FLOOR, potion),
};
// clang-format on
