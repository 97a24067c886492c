/* SPDX-License-Identifier: MIT */
/* What mapgen/caverns, mapgen/maze and mapgen/vaults share: chance from all bytes of a seed, and
 * wishes that are spread over a list of cells. Nothing here has a state. */
#ifndef MOULT_MAPGEN_COMMON_H
#define MOULT_MAPGEN_COMMON_H
#include <moult/mapgen.h>
#include <moult/options.h>
#include <moult/random.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMON_DEEP 100 /* below this depth the number of wishes stays */
#define COMMON_WISHES_MAX 8192

static inline int32_t common_least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t common_most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static inline moult_status common_refuse_size(moult_canvas *canvas, const char *what, int32_t width,
                                              int32_t height)
{
    char why[160];
    snprintf(why, sizeof why, "%s need at least %dx%d cells, not %dx%d", what, width, height,
             canvas->width, canvas->height);
    return moult_canvas_refuse(canvas, MOULT_UNSUPPORTED, why);
}

/* -- chance ------------------------------------------------------------------------------------ */

/* All 32 bytes of the seed and `purpose` by FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo): a stream for
 * each purpose. */
static inline moult_xorshift common_stream(const uint8_t *seed, uint8_t purpose)
{
    const uint32_t prime = 16777619u;
    uint32_t hash = (2166136261u ^ purpose) * prime;
    for (uint32_t i = 0; i < 32; i++)
        hash = (hash ^ seed[i]) * prime;
    return moult_xorshift_start(hash);
}

/* In 0..bound-1; bound < 1: 0. The bias is below bound / 2^32. */
static inline int32_t common_draw(moult_xorshift *random, int32_t bound)
{
    return bound < 1 ? 0 : (int32_t)((uint64_t)moult_xorshift_next(random) * (uint32_t)bound >> 32);
}

static inline int32_t common_percent(moult_xorshift *random, int32_t chance)
{
    return common_draw(random, 100) < chance;
}

/* -- entries and the way down ------------------------------------------------------------------ */

static inline moult_status common_check_entries(const moult_request *request, moult_canvas *canvas)
{
    for (uint32_t i = 0; i < request->entry_count; i++) {
        const moult_spot *entry = &request->entries[i];
        if (entry->x < 0 || entry->y < 0 || entry->x >= canvas->width || entry->y >= canvas->height)
            return moult_canvas_refuse(canvas, MOULT_RANGE, "an arrival is off the map");
    }
    return MOULT_OK;
}

static inline int32_t common_on_border(const moult_canvas *canvas, int32_t x, int32_t y)
{
    return x == 0 || y == 0 || x == canvas->width - 1 || y == canvas->height - 1;
}

static inline moult_status common_add_spot(moult_canvas *canvas, uint32_t kind, int32_t x,
                                           int32_t y)
{
    const moult_spot spot = {
        .size = sizeof spot, .kind = kind, .x = x, .y = y, .room = -1, .target = -1};
    return canvas->add_spot(canvas, &spot);
}

/* Stairs, or from the depth `exit` on the way out. */
static inline moult_status common_add_way_down(moult_canvas *canvas, int32_t depth, int32_t exit,
                                               int32_t x, int32_t y)
{
    moult_canvas_put(canvas, x, y, depth >= exit ? MOULT_TILE_EXIT : MOULT_TILE_STAIRS_DOWN);
    return common_add_spot(canvas, depth >= exit ? MOULT_SPOT_EXIT : MOULT_SPOT_STAIRS_DOWN, x, y);
}

/* All that can be said of a level without doors; its border is open where one arrives on it. */
static inline uint32_t common_promise(const moult_request *request, const moult_canvas *canvas)
{
    uint32_t promise = MOULT_MAP_CONNECTED | MOULT_MAP_NO_SECRETS | MOULT_MAP_WAY_DOWN |
                       MOULT_MAP_ENTRY_FREE | MOULT_MAP_SPAWNS_FREE | MOULT_MAP_CLOSED_BORDER;
    for (uint32_t i = 0; i < request->entry_count; i++)
        if (common_on_border(canvas, request->entries[i].x, request->entries[i].y))
            promise &= ~MOULT_MAP_CLOSED_BORDER;
    return promise;
}

/* -- wishes ------------------------------------------------------------------------------------ */

/* How many there are of `per` in 1,000 of `cells`, and `growth` per cent more for each level of
 * depth below the first. */
static inline int32_t common_count(int32_t per, int32_t growth, uint32_t cells, int32_t depth)
{
    const int32_t deeper = common_least(common_most(depth, 1) - 1, COMMON_DEEP);
    const int64_t times = 100 + (int64_t)growth * deeper;
    const int64_t count = ((int64_t)per * cells * times + 99999) / 100000;
    return (int32_t)(count < COMMON_WISHES_MAX ? count : COMMON_WISHES_MAX);
}

static inline int32_t common_is_spot(const moult_canvas *canvas, int32_t x, int32_t y)
{
    for (uint32_t i = 0; i < canvas->spot_count; i++)
        if (canvas->spots[i].x == x && canvas->spots[i].y == y)
            return 1;
    return 0;
}

/* Spreads wishes of no vocabulary over a list of cells, places in the tile plane: as many stretches
 * as there are wishes, and in each a cell at random. No two are on one cell, none is on a spot. */
static inline moult_status common_scatter(moult_canvas *canvas, moult_xorshift *random,
                                          uint32_t what, const uint32_t *cells, uint32_t cell_count,
                                          int32_t count)
{
    moult_status status = MOULT_OK;
    count = common_least(count, (int32_t)cell_count);
    for (int32_t i = 0; i < count && status >= 0; i++) {
        const uint32_t from = (uint32_t)((uint64_t)cell_count * (uint32_t)i / (uint32_t)count);
        const uint32_t to = (uint32_t)((uint64_t)cell_count * ((uint32_t)i + 1) / (uint32_t)count);
        const uint32_t cell = cells[from + (uint32_t)common_draw(random, (int32_t)(to - from))];
        const moult_spawn spawn = {.size = sizeof spawn,
                                   .what = what,
                                   .x = (int32_t)(cell % (uint32_t)canvas->stride),
                                   .y = (int32_t)(cell / (uint32_t)canvas->stride),
                                   .room = -1,
                                   .count = 1};
        if (!common_is_spot(canvas, spawn.x, spawn.y))
            status = canvas->add_spawn(canvas, &spawn);
    }
    return status;
}

#endif
