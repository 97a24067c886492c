/* fov/template: sight along the four straight lines and a few cells around, as by a lantern. */
#include <moult/fov.h>
#include <moult/path.h>
#include <string.h>

#define AROUND 2 /* cells seen in every direction: change it while you play, and `make` */

typedef struct eye {
    const moult_sight *sight;
    uint8_t *lit;
} eye;

/* Lights a cell when it is on the map; 1: one can see on beyond it. */
static int32_t light(const eye *e, int32_t x, int32_t y)
{
    const moult_sight *s = e->sight;
    if (x < 0 || y < 0 || x >= s->width || y >= s->height)
        return 0;
    e->lit[(ptrdiff_t)y * s->stride + x] = 1;
    return !s->opaque[s->tile[(ptrdiff_t)y * s->stride + x]];
}

/* From the eye in one direction until something stops sight. */
static void look(const eye *e, int32_t dx, int32_t dy, int32_t far)
{
    for (int32_t step = 1; step <= far; step++)
        if (!light(e, e->sight->x + dx * step, e->sight->y + dy * step))
            return;
}

static moult_status see(const moult_sight *sight, uint8_t *lit)
{
    const eye e = {sight, lit};
    for (int32_t y = 0; y < sight->height; y++)
        memset(lit + (ptrdiff_t)y * sight->stride, 0, (size_t)sight->width);
    light(&e, sight->x, sight->y);
    for (int32_t dy = -1; dy <= 1; dy++)
        for (int32_t dx = -1; dx <= 1; dx++) {
            const int32_t straight = dx == 0 || dy == 0;
            const int32_t far = straight || sight->radius < AROUND ? sight->radius : AROUND;
            if (dx != 0 || dy != 0)
                look(&e, dx, dy, straight ? far : far / 2);
        }
    return MOULT_OK;
}

MOULT_FOV(template, "0.1.0", "straight lines, and a little around", see)
