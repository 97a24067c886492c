/* SPDX-License-Identifier: MIT */
/* A generator whose levels are two halls without a way between them; it promises one. */
#include <moult/mapgen.h>
#include <moult/plugin.h>

static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    const moult_spot entry = {.size = sizeof entry, .x = 1, .y = 1, .room = -1, .target = -1};
    const moult_spot down = {.size = sizeof down,
                             .kind = MOULT_SPOT_STAIRS_DOWN,
                             .x = canvas->width - 2,
                             .y = 1,
                             .room = -1,
                             .target = -1};
    (void)request;
    for (int32_t y = 1; y < canvas->height - 1; y++)
        for (int32_t x = 1; x < canvas->width - 1; x++)
            if (x != canvas->width / 2)
                moult_canvas_put(canvas, x, y, MOULT_TILE_FLOOR);
    moult_canvas_put(canvas, down.x, down.y, MOULT_TILE_STAIRS_DOWN);
    canvas->add_spot(canvas, &entry);
    canvas->add_spot(canvas, &down);
    canvas->promise = MOULT_MAP_CONNECTED | MOULT_MAP_WAY_DOWN | MOULT_MAP_ENTRY_FREE;
    return MOULT_OK;
}

MOULT_MAPGEN(halves, "1.0.0", "two halls", generate)
