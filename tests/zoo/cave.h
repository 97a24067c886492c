/* SPDX-License-Identifier: MIT */
/* What the generators of the zoo have: one room with a way down, soundly made. */
#ifndef TESTS_ZOO_CAVE_H
#define TESTS_ZOO_CAVE_H
#include <moult/mapgen.h>
#include <moult/plugin.h>

#define CAVE_PROMISE (MOULT_MAP_CONNECTED | MOULT_MAP_WAY_DOWN | MOULT_MAP_CLOSED_BORDER)

static MOULT_UNUSED moult_status cave(const moult_request *request, moult_canvas *canvas,
                                      int32_t shift)
{
    if (canvas->width < 8 || canvas->height < 8)
        return MOULT_UNSUPPORTED;
    int32_t x = 2 + (int32_t)((request->seed[0] + (uint32_t)shift) % 4);
    const moult_spot entry = {.size = sizeof entry, .x = 1, .y = 1, .room = -1, .target = -1};
    const moult_spot stairs = {.size = sizeof stairs,
                               .kind = MOULT_SPOT_STAIRS_DOWN,
                               .x = x,
                               .y = 2,
                               .room = -1,
                               .target = -1};
    for (int32_t row = 0; row < canvas->height; row++)
        for (int32_t column = 0; column < canvas->width; column++) {
            int32_t edge =
                row == 0 || column == 0 || row == canvas->height - 1 || column == canvas->width - 1;
            moult_canvas_put(canvas, column, row, edge ? MOULT_TILE_WALL : MOULT_TILE_FLOOR);
        }
    moult_canvas_put(canvas, x, 2, MOULT_TILE_STAIRS_DOWN);
    canvas->add_spot(canvas, &entry);
    canvas->add_spot(canvas, &stairs);
    canvas->promise = CAVE_PROMISE;
    return canvas->spend(canvas, 100);
}

#endif
