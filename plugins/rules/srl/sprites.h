/* SPDX-License-Identifier: MIT */
/* The game's sprites: blocks with a seam, so that they can be counted, and round little beings. */
#ifndef SRL_SPRITES_H
#define SRL_SPRITES_H
#include <moult/sprite.h>

enum {
    SRL_SPRITE_FLOOR = 1,
    SRL_SPRITE_WALL,
    SRL_SPRITE_STAIRS,
    SRL_SPRITE_HERO,
    SRL_SPRITE_RAT,
    SRL_SPRITE_ITEM = 16, /* + SRL_APPLE, SRL_POTION */
};

#define SRL_SPRITES 7
extern const moult_sprite srl_sprites[SRL_SPRITES];

#endif
