/* SPDX-License-Identifier: MIT */
/* Goes on when its budget is used up. */
#include "cave.h"

static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    cave(request, canvas, 0);
    return MOULT_OK;
}

MOULT_MAPGEN(spendthrift, "1.0.0", "one room", generate)
