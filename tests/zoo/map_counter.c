/* SPDX-License-Identifier: MIT */
/* Each level depends on how many were made before it. */
#include "cave.h"

static int32_t made;

static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    return cave(request, canvas, made++);
}

MOULT_MAPGEN(diary, "1.0.0", "one room", generate)
