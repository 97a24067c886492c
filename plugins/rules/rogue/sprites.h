/* SPDX-License-Identifier: MIT */
/* The numbers of the game's sprites; what they look like is in sprites.c. */
#ifndef MOULT_ROGUE_SPRITES_H
#define MOULT_ROGUE_SPRITES_H
#include <moult/sprite.h>

enum {
    ROGUE_SPRITE_FLOOR = 1,
    ROGUE_SPRITE_WALL,
    ROGUE_SPRITE_DOOR_CLOSED,
    ROGUE_SPRITE_DOOR_OPEN,
    ROGUE_SPRITE_STAIRS,
    ROGUE_SPRITE_EXIT,
    ROGUE_SPRITE_HERO,
    ROGUE_SPRITE_WATER,
    ROGUE_SPRITE_LAVA,
    ROGUE_SPRITE_CORRIDOR,
    ROGUE_SPRITE_STAIRS_UP,
    ROGUE_SPRITE_ITEM = 32,  /* + ROGUE_FOOD, ... */
    ROGUE_SPRITE_SHAPE = 64, /* + the bestiary's shape */
};

#define ROGUE_SPRITES 30
extern const moult_sprite rogue_sprites[ROGUE_SPRITES];

#endif
