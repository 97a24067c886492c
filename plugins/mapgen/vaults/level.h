/* SPDX-License-Identifier: MIT */
/* What the files of mapgen/vaults know of each other: a level that another generator has made, and
 * the vault that is to stand in it. Cells are places in planes like the canvas's. */
#ifndef MOULT_VAULTS_LEVEL_H
#define MOULT_VAULTS_LEVEL_H
#include "mapgen/common.h"
#include "mapgen/vaults/book.h"

#define VAULTS_REACHED 1u /* can be walked to from where one arrives, through doors too */
#define VAULTS_TABOO 2u /* belongs to what was made already: a door and around it, a spot, a wish */

typedef struct vaults_level {
    const moult_request *request;
    moult_canvas *canvas;
    moult_xorshift random;
    uint32_t secrets; /* 1: secret doors may be */
    uint32_t cells;
    uint8_t *mark;   /* VAULTS_* of each cell */
    uint8_t *back;   /* the way back + 1 of cells that a tunnel may take; 0: not seen */
    uint32_t *queue; /* of floods and tunnels */
    int32_t way[4];  /* to the neighbours: up, right, down, left */
    /* The vault: its drawing, and where its upper left corner is. */
    const vaults_design *design;
    uint32_t variant;
    int32_t x, y, width, height;
    int32_t parent;                           /* the room that it stands in, or -1 */
    uint8_t opens[4 * (VAULTS_SIDE_MAX + 1)]; /* 1: the door with this number leads somewhere */
} vaults_level;

static inline uint32_t vaults_cell(const vaults_level *l, int32_t x, int32_t y)
{
    return (uint32_t)y * (uint32_t)l->canvas->stride + (uint32_t)x;
}

static inline char vaults_sign_at(const vaults_level *l, int32_t x, int32_t y)
{
    return vaults_sign(l->design, l->variant, x, y);
}

static inline int32_t vaults_is_door(char sign)
{
    return sign == '+' || sign == 'S';
}

static inline int32_t vaults_is_rock(uint32_t tile)
{
    return tile == MOULT_TILE_WALL || tile == MOULT_TILE_STONE;
}

/* place.c: marks what was made already. 0: nothing can be reached, so nothing is to be added. */
int32_t vaults_survey(vaults_level *l);

/* The same: finds a place for one of the book's designs (only `only`, if it isn't NULL), and makes
 * it ready: in rock, with a tunnel from each door, or else in the open, with a path around. 0:
 * there is none. */
int32_t vaults_place(vaults_level *l, const vaults_book *book, const vaults_design *only);

/* tunnel.c: digs from each of the vault's doors to what can be reached; 0: no door leads there. */
int32_t vaults_dig(vaults_level *l);

/* stamp.c: draws the vault at its place. */
moult_status vaults_stamp(vaults_level *l);

#endif
