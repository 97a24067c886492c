/* SPDX-License-Identifier: MIT */
/* Fails while it makes a level below the first one, which is one room. */
#include "../cave.h"
#include "fault.h"

static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    moult_status status = cave(request, canvas, 0);
    if (request->depth >= 2)
        fault_now();
    return status;
}

static const moult_mapgen_1 functions = {sizeof(moult_mapgen_1), 0, generate, 0, 0};
static const moult_provide provides[] = {
    MOULT_PROVIDE("mapgen/fails", MOULT_MAPGEN_INTERFACE, MOULT_MAPGEN_SHAPE, &functions)};

MOULT_PLUGIN(FAILS_NAME, "1.0.0", "one room, and no second one", "mapgen/fails",
             .provides = provides, .provide_count = 1)
