/* SPDX-License-Identifier: MIT */
/* A generator that goes on working whatever it is told, until it is told often enough. */
#include <moult/mapgen.h>
#include <moult/plugin.h>

static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    moult_status status = MOULT_OK;
    (void)request;
    while (status >= 0)
        status = canvas->spend(canvas, 1000);
    return MOULT_OK;
}

MOULT_MAPGEN(spender, "1.0.0", "never gets done", generate)
