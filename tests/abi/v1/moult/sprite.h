/* SPDX-License-Identifier: MIT */
/* Sprites: what a sprite number of a scene looks like, as filled rectangles on a grid of 24 x 24.
 * Rules hand over a constant list (`moult_rules_1.sprites`); a renderer that draws pictures scales
 * them to the size of its tiles, others never look. Cells without a sprite are drawn as text. */
#ifndef MOULT_SPRITE_H
#define MOULT_SPRITE_H
#include <moult/base.h>

MOULT_EXTERN_C_BEGIN

#define MOULT_SPRITE_GRID 24 /* its width and height */

/* Paints that aren't 0xRRGGBB but a colour of the cell. */
#define MOULT_PAINT_FG 0x1000000u
#define MOULT_PAINT_ACCENT 0x1000001u

/* Where an actor looks. */
#define MOULT_FACING_NONE 0u
#define MOULT_FACING_NORTH 1u
#define MOULT_FACING_EAST 2u
#define MOULT_FACING_SOUTH 3u
#define MOULT_FACING_WEST 4u
#define MOULT_FACINGS 5u

/* For `frames` and `facings` of a rectangle: the bit of one; several are or-ed. */
#define MOULT_IN_FRAME(frame) ((uint8_t)(1u << (frame)))
#define MOULT_IF_FACING(facing) ((uint8_t)(1u << (facing)))

/* One filled rectangle. It grows at its end: `moult_sprite.rect_size` says how long it is. */
typedef struct moult_rect {
    uint8_t x, y, w, h;
    uint8_t frames, facings; /* in which it is drawn, a bit each; 0: in all */
    uint8_t reserved[2];
    uint32_t paint; /* 0xRRGGBB or MOULT_PAINT_* */
} moult_rect;

/* One sprite. Its first frame is also the one that is shown at rest. */
typedef struct moult_sprite {
    uint32_t size;
    uint32_t number; /* `moult_cell.sprite`, from 1 on; a later one of the same number counts */
    uint32_t ground; /* the number of the sprite that is drawn under it, 0: black */
    uint32_t frame_count; /* 0 and 1: it stands still; at most 8 */
    uint32_t rect_count, rect_size;
    const moult_rect *rects; /* drawn in order */
} moult_sprite;

/* MOULT_SPRITE(WALL, 0, wall_rects) */
#define MOULT_SPRITE(number, ground, rects) MOULT_SPRITE_MOVING(number, ground, 1, rects)
#define MOULT_SPRITE_MOVING(number, ground, frames, rects)                                    \
    {                                                                                         \
        sizeof(moult_sprite), number, ground, frames, MOULT_COUNT(rects), sizeof(moult_rect), \
            rects                                                                             \
    }

MOULT_EXTERN_C_END
#endif
