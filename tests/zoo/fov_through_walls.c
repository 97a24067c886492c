/* SPDX-License-Identifier: MIT */
/* Sees whatever is near, walls or none. */
#include <moult/fov.h>
#include <moult/status.h>

static moult_status see(const moult_sight *s, uint8_t *lit)
{
    for (int32_t y = 0; y < s->height; y++)
        for (int32_t x = 0; x < s->width; x++)
            lit[y * s->stride + x] = (x - s->x) * (x - s->x) + (y - s->y) * (y - s->y) <=
                                     s->radius * s->radius + s->radius;
    return MOULT_OK;
}

MOULT_FOV(ghost, "1.0.0", "sees through walls", see)
