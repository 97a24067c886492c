/* SPDX-License-Identifier: MIT */
/* fov/raycast: the plainest field of view: a cell is seen when the line to it is clear. Lines are
 * the same both ways, and so is sight between clear cells; it is what `moult_sees` answers.
 *
 * A wall that a line only grazes would stay dark, so a wall is also seen when a clear cell next to
 * it, on the eye's side, is. Cost: a line for each cell within the radius. */
#include <moult/fov.h>
#include <moult/service.h>
#include <moult/status.h>
#include <string.h>

#define SIDE_MAX 4096
#define RADIUS_MAX 255

static int opaque_at(const moult_sight *s, int32_t x, int32_t y)
{
    return s->opaque[s->tile[(ptrdiff_t)y * s->stride + x]] != 0;
}

static int line_clear(const moult_sight *s, int32_t x, int32_t y)
{
    moult_point line[RADIUS_MAX + 1];
    const uint32_t count = moult_line_cells(s->x, s->y, x, y, line, RADIUS_MAX + 1);
    for (uint32_t i = 1; i + 1 < count; i++)
        if (opaque_at(s, line[i].x, line[i].y))
            return 0;
    return 1;
}

static int face_seen(const moult_sight *s, const uint8_t *lit, int32_t x, int32_t y)
{
    const int32_t near_x = x + (x < s->x) - (x > s->x), near_y = y + (y < s->y) - (y > s->y);
    const moult_point beside[] = {{near_x, y}, {x, near_y}, {near_x, near_y}};
    for (uint32_t i = 0; i < MOULT_COUNT(beside); i++)
        if (!opaque_at(s, beside[i].x, beside[i].y) &&
            lit[(ptrdiff_t)beside[i].y * s->stride + beside[i].x])
            return 1;
    return 0;
}

static int is_sound(const moult_sight *s)
{
    return s && MOULT_HAS(s, opaque) && s->tile && s->opaque && s->width >= 1 &&
           s->width <= SIDE_MAX && s->height >= 1 && s->height <= SIDE_MAX &&
           s->stride >= s->width && s->stride <= SIDE_MAX && s->x >= 0 && s->x < s->width &&
           s->y >= 0 && s->y < s->height && s->radius >= 0 && s->radius <= RADIUS_MAX;
}

static moult_status see(const moult_sight *sight, uint8_t *lit)
{
    if (!is_sound(sight) || !lit)
        return MOULT_RANGE;
    const int32_t radius = sight->radius;
    for (int32_t y = 0; y < sight->height; y++)
        memset(lit + (ptrdiff_t)y * sight->stride, 0, (size_t)sight->width);
    for (int walls = 0; walls <= 1; walls++) { /* what is clear first: faces ask for it */
        for (int32_t dy = -radius; dy <= radius; dy++) {
            for (int32_t dx = -radius; dx <= radius; dx++) {
                const int32_t x = sight->x + dx, y = sight->y + dy;
                if (dx * dx + dy * dy > radius * radius + radius || x < 0 || y < 0 ||
                    x >= sight->width || y >= sight->height || opaque_at(sight, x, y) != walls)
                    continue;
                lit[(ptrdiff_t)y * sight->stride + x] =
                    line_clear(sight, x, y) || (walls && face_seen(sight, lit, x, y));
            }
        }
    }
    lit[(ptrdiff_t)sight->y * sight->stride + sight->x] = 1;
    return MOULT_OK;
}

MOULT_FOV(raycast, "1.0.0", "casts a line to each cell; plain, mutual, slower", see)
