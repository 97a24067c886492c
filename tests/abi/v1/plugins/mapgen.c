/* SPDX-License-Identifier: MIT */
/* mapgen/v1: one hall with pillars, which stand elsewhere on every level. */
#include <moult/mapgen.h>
#include <moult/random.h>

#define GAP 4 /* cells from pillar to pillar, 2 or more */

/* Two cells of walls never meet but at the rim, and beside the rim nothing stands: what is floor is
 * connected. */
static uint32_t tile_at(int32_t x, int32_t y, int32_t width, int32_t height, int32_t shift)
{
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1)
        return MOULT_TILE_WALL;
    if (x > 1 && y > 1 && x < width - 2 && y < height - 2 && (x + shift) % GAP == 0 && y % GAP == 0)
        return MOULT_TILE_WALL;
    return MOULT_TILE_FLOOR;
}

/* The same request makes the same level: chance comes from its seed alone. */
static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    const int32_t width = request->width, height = request->height;
    if (width < 8 || height < 8)
        return moult_canvas_refuse(canvas, MOULT_UNSUPPORTED, "a hall takes 8x8 cells");
    moult_xorshift chance = moult_xorshift_seed(request->seed);
    const int32_t shift = moult_xorshift_between(&chance, 0, GAP - 1);
    const int32_t entry = moult_xorshift_between(&chance, 1, width - 2);
    const int32_t stairs = moult_xorshift_between(&chance, 1, width - 2);

    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            moult_canvas_put(canvas, x, y, tile_at(x, y, width, height, shift));
    for (uint32_t i = 0; i < request->entry_count; i++) /* where somebody will arrive */
        moult_canvas_put(canvas, request->entries[i].x, request->entries[i].y, MOULT_TILE_FLOOR);
    moult_canvas_spot(canvas, MOULT_SPOT_ENTRY, entry, 1);
    moult_canvas_spot(canvas, MOULT_SPOT_STAIRS_DOWN, stairs, height - 2);
    moult_canvas_spawn(canvas, MOULT_SPAWN_ACTOR, 1, height / 2);
    moult_canvas_spawn(canvas, MOULT_SPAWN_ITEM, width - 2, height / 2);

    /* What the core then verifies on the finished level. */
    canvas->promise = MOULT_MAP_CONNECTED | MOULT_MAP_WAY_DOWN | MOULT_MAP_ENTRY_FREE |
                      MOULT_MAP_CLOSED_BORDER | MOULT_MAP_SPAWNS_FREE;
    return MOULT_OK;
}

MOULT_MAPGEN(v1, "0.1.0", "one hall with pillars", generate)
