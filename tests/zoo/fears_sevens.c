/* SPDX-License-Identifier: MIT */
/* A generator that makes no level from seeds that end in 7. */
#include <moult/moult.h>

static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    uint32_t size = request->seed_text_size;
    if (size > 0 && request->seed_text[size - 1] == '7')
        return moult_canvas_refuse(canvas, MOULT_REFUSED, "no sevens");
    moult_canvas_put(canvas, 0, 0, MOULT_TILE_FLOOR);
    return MOULT_OK;
}

MOULT_MAPGEN(sevens, "0.1.0", "one cell, unless it is a seven", generate)
