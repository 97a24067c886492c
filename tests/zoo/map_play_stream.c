/* SPDX-License-Identifier: MIT */
/* Draws from a stream of a world that it got hold of. */
#include "cave.h"
#include <moult/random.h>

static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    uint32_t drawn = moult_random((moult_world *)canvas, MOULT_STREAM_PLAY, 4);
    return cave(request, canvas, (int32_t)drawn);
}

MOULT_MAPGEN(gambler, "1.0.0", "one room", generate)
