/* SPDX-License-Identifier: MIT */
/* Lights a cell too many at the end of each row. */
#include <moult/fov.h>
#include <moult/status.h>

static moult_status see(const moult_sight *s, uint8_t *lit)
{
    for (int32_t y = 0; y < s->height; y++)
        for (int32_t x = 0; x <= s->width; x++)
            lit[y * s->stride + x] = x == s->x && y == s->y;
    return MOULT_OK;
}

MOULT_FOV(sprawl, "1.0.0", "sees itself", see)
