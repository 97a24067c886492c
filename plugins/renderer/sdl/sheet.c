/* SPDX-License-Identifier: MIT */
/* A sheet: a PNG that the profile gives, which goes before the rules' own sprites; docs/window.md
 * has its layout. Blocks of sixteen rows of sixteen tiles: the first at rest, then three further
 * frames, then who faces north, east, south and west. */
#include "window.h"
#include <SDL_image.h>
#include <string.h>

#define COLUMNS 16
#define ROWS 16 /* a block */
#define LARGEST 64
#define FACING_BLOCKS 3 /* the block of a facing is that many behind its number */

void moult__sheet_open(moult__atlas *a, const char *path)
{
    if (strcmp(path, a->sheet_path) == 0)
        return;
    SDL_FreeSurface(a->sheet);
    a->sheet = NULL;
    SDL_strlcpy(a->sheet_path, path, sizeof a->sheet_path);
    moult__atlas_clear(a);
    SDL_Surface *read = path[0] ? IMG_Load(path) : NULL;
    if (!read)
        return;
    a->sheet = SDL_ConvertSurfaceFormat(read, SDL_PIXELFORMAT_ARGB8888, 0);
    SDL_FreeSurface(read);
    if (a->sheet && (a->sheet->w < COLUMNS || a->sheet->w / COLUMNS > LARGEST)) {
        SDL_FreeSurface(a->sheet);
        a->sheet = NULL;
    }
}

static uint32_t pixel(const SDL_Surface *sheet, int32_t x, int32_t y)
{
    const char *row = (const char *)sheet->pixels + (size_t)y * (size_t)sheet->pitch;
    return ((const uint32_t *)(const void *)row)[x];
}

static uint32_t painted(uint32_t colour, const moult_cell *cell)
{
    uint32_t red = colour >> 16 & 255, green = colour >> 8 & 255, blue = colour & 255;
    if (green == 0 && red == blue && red > 0)
        return moult__tinted(cell->fg, red * 0x010101u);
    if (red == 0 && green == blue && green > 0)
        return moult__tinted(cell->accent, green * 0x010101u);
    return colour & 0xffffff;
}

/* One block's tile over what is there; 0: it is empty. */
static int32_t paint_block(const SDL_Surface *sheet, uint32_t block, const moult_cell *cell,
                           uint32_t *grid, int32_t size)
{
    int32_t left = (int32_t)(cell->sprite % COLUMNS) * size, is_there = 0;
    int32_t top = (int32_t)(block * ROWS + cell->sprite / COLUMNS) * size;
    if (cell->sprite >= COLUMNS * ROWS || top + size > sheet->h)
        return 0;
    for (int32_t y = 0; y < size; y++)
        for (int32_t x = 0; x < size; x++) {
            uint32_t colour = pixel(sheet, left + x, top + y), share = colour >> 24;
            if (!share)
                continue;
            is_there = 1;
            grid[y * size + x] = moult__mix(grid[y * size + x], painted(colour, cell), share);
        }
    return is_there;
}

int32_t moult__sheet_paint(const moult__atlas *a, const moult_cell *cell, uint32_t frame,
                           uint32_t *grid, int32_t size)
{
    if (a->sheet->w / COLUMNS != size)
        return 0;
    if (cell->facing && cell->facing < MOULT_FACINGS &&
        paint_block(a->sheet, cell->facing + FACING_BLOCKS, cell, grid, size))
        return 1;
    if (frame % 4 && paint_block(a->sheet, frame % 4, cell, grid, size))
        return 1;
    return paint_block(a->sheet, 0, cell, grid, size);
}
