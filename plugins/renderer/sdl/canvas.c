/* SPDX-License-Identifier: MIT */
/* Painting by the processor: areas, frames and letters, all of them clipped. */
#include "window.h"
#include <stdlib.h>

moult_status moult__canvas_size(moult__canvas *c, int32_t width, int32_t height)
{
    uint32_t *pixels = calloc((size_t)width * (size_t)height + 1, sizeof *pixels);
    if (!pixels)
        return MOULT_MEMORY;
    free(c->pixels);
    *c = (moult__canvas){pixels, width, height};
    return MOULT_OK;
}

/* The part of an area that is on the canvas; 0: none. */
static int32_t clip(const moult__canvas *c, moult__area *a)
{
    int32_t right = moult__least(a->x + a->w, c->width);
    int32_t bottom = moult__least(a->y + a->h, c->height);
    a->x = moult__most(a->x, 0);
    a->y = moult__most(a->y, 0);
    a->w = right - a->x;
    a->h = bottom - a->y;
    return a->w > 0 && a->h > 0;
}

void moult__canvas_fill(moult__canvas *c, moult__area area, uint32_t colour)
{
    if (!clip(c, &area))
        return;
    for (int32_t y = 0; y < area.h; y++) {
        uint32_t *row = c->pixels + (size_t)(area.y + y) * (size_t)c->width + area.x;
        for (int32_t x = 0; x < area.w; x++)
            row[x] = colour;
    }
}

void moult__canvas_frame(moult__canvas *c, moult__area a, int32_t thick, uint32_t colour)
{
    moult__canvas_fill(c, (moult__area){a.x, a.y, a.w, thick}, colour);
    moult__canvas_fill(c, (moult__area){a.x, a.y + a.h - thick, a.w, thick}, colour);
    moult__canvas_fill(c, (moult__area){a.x, a.y, thick, a.h}, colour);
    moult__canvas_fill(c, (moult__area){a.x + a.w - thick, a.y, thick, a.h}, colour);
}

uint32_t moult__mix(uint32_t under, uint32_t over, uint32_t share)
{
    uint32_t left = 255 - share, mixed = 0;
    for (uint32_t shift = 0; shift <= 16; shift += 8) {
        uint32_t part = (under >> shift & 255) * left + (over >> shift & 255) * share;
        mixed |= (part + 127) / 255 << shift;
    }
    return mixed;
}

uint32_t moult__tinted(uint32_t colour, uint32_t tint)
{
    uint32_t mixed = 0;
    for (uint32_t shift = 0; shift <= 16; shift += 8)
        mixed |= (colour >> shift & 255) * (tint >> shift & 255) / 255 << shift;
    return mixed;
}

void moult__canvas_ink(moult__canvas *c, moult__area bounds, int32_t x, int32_t y,
                       const moult__letter *letter, uint32_t colour)
{
    if (!clip(c, &bounds))
        return;
    int32_t left = x + letter->x, top = y + letter->y;
    int32_t right = moult__least(left + letter->w, bounds.x + bounds.w);
    int32_t bottom = moult__least(top + letter->h, bounds.y + bounds.h);
    for (int32_t at_y = moult__most(top, bounds.y); at_y < bottom; at_y++) {
        const uint8_t *ink = letter->ink + (size_t)(at_y - top) * (size_t)letter->w;
        uint32_t *row = c->pixels + (size_t)at_y * (size_t)c->width;
        for (int32_t at_x = moult__most(left, bounds.x); at_x < right; at_x++)
            if (ink[at_x - left])
                row[at_x] = moult__mix(row[at_x], colour, ink[at_x - left]);
    }
}
