/* SPDX-License-Identifier: MIT */
/* The atlas: a tile for each look of a cell, painted and tinted once, copied from then on. The
 * rectangles of a sprite are painted on their own grid of 24, or on one of the sheet, and brought
 * to the size of a tile by averaging, so that nothing of them is lost. */
#include "window.h"
#include <stdlib.h>
#include <string.h>

#define TILES 4096u            /* places of the list */
#define TILES_MOST (TILES / 2) /* that are taken at most */
#define BYTES_MOST (32u << 20) /* of pixels */
#define DIM 0x60606eu          /* what is remembered is multiplied by this */
#define CURSOR 0xfff078u
#define GRID MOULT_SPRITE_GRID
#define GRID_MOST 64

void moult__atlas_clear(moult__atlas *a)
{
    if (a->tiles)
        memset(a->tiles, 0, TILES * sizeof *a->tiles);
    a->count = 0;
}

void moult__atlas_close(moult__atlas *a)
{
    free(a->tiles);
    free(a->pixels);
    SDL_FreeSurface(a->sheet);
    memset(a, 0, sizeof *a);
}

/* -- sprites ----------------------------------------------------------------------------------- */

static const moult_sprite *sprite_of(const moult_scene *scene, uint32_t number)
{
    const moult_sprite *found = NULL;
    if (!MOULT_HAS(scene, sprite_stamp) || !scene->sprites || number == 0)
        return NULL;
    for (uint32_t i = 0; i < scene->sprite_count; i++) {
        const moult_sprite *sprite = MOULT__ENTRY(scene->sprites, i);
        if (MOULT_HAS(sprite, rects) && sprite->number == number && sprite->rects)
            found = sprite;
    }
    return found;
}

static void paint_rects(const moult_sprite *sprite, const moult_cell *cell, uint32_t frame,
                        uint32_t *grid)
{
    size_t step = sprite->rect_size ? sprite->rect_size : sizeof(moult_rect);
    uint32_t frames = sprite->frame_count > 1 ? sprite->frame_count : 1;
    moult__canvas canvas = {grid, GRID, GRID};
    for (uint32_t i = 0; i < sprite->rect_count; i++) {
        const moult_rect *r =
            (const moult_rect *)(const void *)((const char *)sprite->rects + i * step);
        if ((r->frames && !(r->frames >> (frame % frames) & 1)) ||
            (r->facings && !(r->facings >> cell->facing & 1)))
            continue;
        uint32_t paint = r->paint == MOULT_PAINT_FG       ? cell->fg
                         : r->paint == MOULT_PAINT_ACCENT ? cell->accent
                                                          : r->paint;
        moult__canvas_fill(&canvas, (moult__area){r->x, r->y, r->w, r->h}, paint & 0xffffff);
    }
}

/* What is drawn under it, be it of the sheet or not; the answer is the size of the grid. */
static int32_t paint_one(const moult__atlas *a, const moult_sprite *sprite, const moult_cell *cell,
                         uint32_t frame, uint32_t *grid, int32_t size)
{
    if (a->sheet && moult__sheet_paint(a, cell, frame, grid, size))
        return 1;
    if (!sprite || size != GRID)
        return 0;
    paint_rects(sprite, cell, frame, grid);
    return 1;
}

/* The ground first, unless it is drawn without. The answer is the size of the grid, 0: there is no
 * such sprite. A sheet of other sizes than 24 is asked alone: what it lacks is drawn without it. */
static int32_t paint_sprite(const moult__atlas *a, const moult_scene *scene, const moult_cell *cell,
                            uint32_t frame, int32_t on_ground, uint32_t *grid)
{
    const moult_sprite *sprite = sprite_of(scene, cell->sprite);
    int32_t sizes[] = {a->sheet ? a->sheet->w / 16 : GRID, GRID};
    moult_cell ground = *cell;
    ground.sprite = (uint16_t)(sprite && on_ground ? sprite->ground : 0);
    for (uint32_t i = 0; i < MOULT_COUNT(sizes); i++) {
        if (ground.sprite)
            paint_one(a, sprite_of(scene, ground.sprite), &ground, frame, grid, sizes[i]);
        if (paint_one(a, sprite, cell, frame, grid, sizes[i]))
            return sizes[i];
    }
    return 0;
}

/* -- to the size of a tile --------------------------------------------------------------------- */

/* Each pixel is the mean of what it covers, weighed by how much of it. */
static uint32_t mean(const uint32_t *grid, int32_t size, int32_t x, int32_t y, int32_t w, int32_t h)
{
    uint64_t sum[3] = {0}, weight = 0;
    int32_t left = x * size, right = left + size, top = y * size, bottom = top + size;
    for (int32_t gy = top / h; gy * h < bottom; gy++) {
        int32_t high = moult__least(bottom, gy * h + h) - moult__most(top, gy * h);
        for (int32_t gx = left / w; gx * w < right; gx++) {
            int32_t wide = moult__least(right, gx * w + w) - moult__most(left, gx * w);
            uint32_t colour = grid[gy * size + gx];
            uint64_t part = (uint64_t)wide * (uint64_t)high;
            for (int i = 0; i < 3; i++)
                sum[i] += (colour >> (8 * i) & 255) * part;
            weight += part;
        }
    }
    uint32_t mixed = 0;
    for (int i = 0; i < 3; i++)
        mixed |= (uint32_t)((sum[i] + weight / 2) / weight) << (8 * i);
    return mixed;
}

static void resize(const uint32_t *grid, int32_t size, uint32_t *out, int32_t w, int32_t h)
{
    for (int32_t y = 0; y < h; y++)
        for (int32_t x = 0; x < w; x++)
            out[y * w + x] = mean(grid, size, x, y, w, h);
}

/* -- tiles ------------------------------------------------------------------------------------- */

/* As large as fits: wide letters of a narrow cell are drawn smaller. */
static void paint_letter(moult__window *t, moult__canvas *tile, uint32_t code, uint32_t colour)
{
    int32_t size = moult__least(tile->height * 7 / 8, tile->width * 15 / 8);
    const moult__letter *letter = moult__letter_of(t, code, moult__most(size, 6));
    while (letter && letter->w > tile->width && size > 6) {
        size = size * 7 / 8;
        letter = moult__letter_of(t, code, moult__most(size, 6));
    }
    if (!letter || !letter->ink)
        return;
    int32_t x = (tile->width - letter->advance) / 2;
    if (x + letter->x < 0 || x + letter->x + letter->w > tile->width)
        x = (tile->width - letter->w) / 2 - letter->x;
    moult__canvas_ink(tile, (moult__area){0, 0, tile->width, tile->height}, x,
                      (tile->height - size) / 2 + size / 24, letter, colour);
}

static void paint_glyph(moult__window *t, moult__canvas *tile, const moult_cell *cell)
{
    uint32_t fg = cell->fg, bg = cell->bg;
    if (cell->flags & MOULT_CELL_REVERSE) {
        fg = cell->bg;
        bg = cell->fg;
    }
    moult__canvas_fill(tile, (moult__area){0, 0, tile->width, tile->height}, bg);
    if (cell->glyph == 0x2500 || cell->glyph == 0x2502) { /* lines that meet those beside them */
        int32_t thick = moult__most(tile->height / 14, 1);
        moult__area across = {0, (tile->height - thick) / 2, tile->width, thick};
        moult__area down = {(tile->width - thick) / 2, 0, thick, tile->height};
        moult__canvas_fill(tile, cell->glyph == 0x2500 ? across : down, fg);
    } else if (cell->glyph > ' ') {
        paint_letter(t, tile, moult__visible_code(cell->glyph), fg);
    }
}

static void paint_tile(moult__window *t, const moult_scene *scene, const moult__tile_key *key,
                       uint32_t *pixels)
{
    uint32_t grid[GRID_MOST * GRID_MOST] = {0};
    const moult_cell *cell = &key->cell;
    moult__canvas tile = {pixels, t->atlas.width, t->atlas.height};
    moult__area all = {0, 0, tile.width, tile.height};
    int32_t size = cell->sprite ? paint_sprite(&t->atlas, scene, cell, key->frame, 1, grid) : 0;
    if (size)
        resize(grid, size, pixels, tile.width, tile.height);
    else
        paint_glyph(t, &tile, cell);
    if (cell->flags & MOULT_CELL_DIM)
        for (int32_t i = 0; i < tile.width * tile.height; i++)
            pixels[i] = moult__tinted(pixels[i], DIM);
    if (size && (cell->flags & MOULT_CELL_REVERSE))
        moult__canvas_frame(&tile, all, moult__most(tile.height / 12, 1), cell->fg);
    if (cell->flags & MOULT_CELL_CURSOR)
        moult__canvas_frame(&tile, all, moult__most(tile.height / 8, 1), CURSOR);
}

static moult_status make_room(moult__atlas *a, const moult__layout *layout)
{
    size_t pixels = (size_t)layout->tile_w * (size_t)layout->tile_h;
    size_t room = BYTES_MOST / sizeof(uint32_t) / pixels;
    room = room < TILES_MOST ? room : TILES_MOST;
    uint32_t *more = realloc(a->pixels, room * pixels * sizeof *more);
    if (more)
        a->pixels = more;
    if (!a->tiles)
        a->tiles = calloc(TILES, sizeof *a->tiles);
    if (!more || !a->tiles)
        return MOULT_MEMORY;
    moult__atlas_clear(a);
    a->room = (uint32_t)room;
    a->width = layout->tile_w;
    a->height = layout->tile_h;
    return MOULT_OK;
}

/* By words, for this is done for each cell that changed. */
static uint32_t place_of(const moult__tile_key *key)
{
    uint32_t words[sizeof *key / sizeof(uint32_t)];
    uint64_t sum = MOULT__SUM;
    memcpy(words, key, sizeof words);
    for (uint32_t i = 0; i < MOULT_COUNT(words); i++)
        sum = (sum ^ words[i]) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(sum >> 40) % TILES;
}

const uint32_t *moult__atlas_tile(moult__window *t, const moult_scene *scene,
                                  const moult_cell *cell, uint32_t frame, uint32_t *moves)
{
    moult__atlas *a = &t->atlas;
    size_t pixels = (size_t)t->layout.tile_w * (size_t)t->layout.tile_h;
    if ((a->width != t->layout.tile_w || a->height != t->layout.tile_h || !a->tiles) &&
        make_room(a, &t->layout) < 0)
        return NULL;
    moult__tile_key key;
    memset(&key, 0, sizeof key);
    key.cell = *cell;
    key.cell.ascii = 0;
    key.cell.flags &= MOULT_CELL_DIM | MOULT_CELL_REVERSE | MOULT_CELL_CURSOR;
    key.frame = frame;
    uint32_t place = place_of(&key);
    while (a->tiles[place].used && memcmp(&a->tiles[place].key, &key, sizeof key) != 0)
        place = (place + 1) % TILES;
    moult__tile *tile = &a->tiles[place];
    if (!tile->used) {
        if (a->count >= a->room) {
            moult__atlas_clear(a);
            return moult__atlas_tile(t, scene, cell, frame, moves);
        }
        const moult_sprite *sprite = sprite_of(scene, cell->sprite);
        const moult_sprite *ground = sprite ? sprite_of(scene, sprite->ground) : NULL;
        tile->key = key;
        tile->moves = (sprite && sprite->frame_count > 1) || (ground && ground->frame_count > 1);
        tile->used = ++a->count;
        paint_tile(t, scene, &key, a->pixels + (tile->used - 1) * pixels);
    }
    *moves = tile->moves;
    return a->pixels + (tile->used - 1) * pixels;
}

void moult__atlas_icon(moult__window *t, const moult_scene *scene, uint32_t sprite, uint32_t tint,
                       uint32_t under, moult__area area)
{
    uint32_t grid[GRID_MOST * GRID_MOST];
    moult_cell cell = {.sprite = (uint16_t)sprite, .fg = 0xffffff, .accent = 0xffffff};
    for (uint32_t i = 0; i < MOULT_COUNT(grid); i++)
        grid[i] = under;
    int32_t size = paint_sprite(&t->atlas, scene, &cell, 0, 0, grid);
    for (int32_t i = 0; i < size * size; i++)
        if (grid[i] != under)
            grid[i] = moult__tinted(grid[i], tint);
    for (int32_t y = 0; y < area.h && size; y++)
        for (int32_t x = 0; x < area.w; x++)
            moult__canvas_fill(&t->canvas, (moult__area){area.x + x, area.y + y, 1, 1},
                               mean(grid, size, x, y, area.w, area.h));
}
