/* SPDX-License-Identifier: MIT */
/* Writes before the first row. */
#include "cave.h"

static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    canvas->tile[-1] = MOULT_TILE_WALL;
    return cave(request, canvas, 0);
}

MOULT_MAPGEN(trespasser, "1.0.0", "one room", generate)
