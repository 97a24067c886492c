/* SPDX-License-Identifier: MIT */
/* A generator that is off by one: its last wall lies below the map. */
#include <moult/mapgen.h>
#include <moult/plugin.h>

static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    (void)request;
    for (int32_t y = 0; y <= canvas->height; y++)
        canvas->tile[y * canvas->stride] = MOULT_TILE_WALL;
    return MOULT_OK;
}

MOULT_MAPGEN(beyond, "1.0.0", "off by one", generate)
