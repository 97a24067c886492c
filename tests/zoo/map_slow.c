/* SPDX-License-Identifier: MIT */
/* Thinks for a fifth of a second about each level. */
#include "cave.h"
#include <time.h>

static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    static const struct timespec pause = {0, 200000000};
    nanosleep(&pause, NULL);
    return cave(request, canvas, 0);
}

MOULT_MAPGEN(snail, "1.0.0", "one room", generate)
