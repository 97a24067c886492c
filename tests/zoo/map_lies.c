/* SPDX-License-Identifier: MIT */
/* Promises a connected level, and walls a corner off. */
#include "cave.h"

static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    moult_status status = cave(request, canvas, 0);
    moult_canvas_put(canvas, canvas->width - 2, canvas->height - 4, MOULT_TILE_WALL);
    for (int32_t x = 1; x < canvas->width - 1 && status >= 0; x++)
        moult_canvas_put(canvas, x, canvas->height - 4, MOULT_TILE_WALL);
    return status;
}

MOULT_MAPGEN(liar, "1.0.0", "one room", generate)
