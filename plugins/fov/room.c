/* SPDX-License-Identifier: MIT */
/* fov/room: who stands in a room sees all of it and the cells around it, through whatever is there;
 * elsewhere, as in a gap between two rooms, only the eight cells around. The radius doesn't count.
 *
 * What a room is the level's plane of rooms says, so the rooms may have any shape. A cell of that
 * plane belongs to one room: where rooms overlap, the generator decides to which. */
#include <moult/fov.h>
#include <moult/status.h>
#include <string.h>

#define SIDE_MAX 4096
#define RADIUS_MAX 255
#define FIRST_ROOM 2 /* lower numbers are cells of no room */

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* Lights the cells first..last of a row, and all around them. */
static void light(const moult_sight *s, uint8_t *lit, int32_t y, int32_t first, int32_t last)
{
    const int32_t left = most(first - 1, 0), right = least(last + 1, s->width - 1);
    for (int32_t row = most(y - 1, 0); row <= least(y + 1, s->height - 1); row++)
        memset(lit + (ptrdiff_t)row * s->stride + left, 1, (size_t)(right - left + 1));
}

static void light_room(const moult_sight *s, uint8_t *lit, uint16_t room)
{
    for (int32_t y = 0; y < s->height; y++) {
        const uint16_t *row = s->room + (ptrdiff_t)y * s->stride;
        for (int32_t x = 0; x < s->width; x++) {
            const int32_t first = x;
            while (x < s->width && row[x] == room)
                x++;
            if (x > first)
                light(s, lit, y, first, x - 1);
        }
    }
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
    uint16_t room = 0;
    if (MOULT_HAS(sight, room) && sight->room)
        room = sight->room[(ptrdiff_t)sight->y * sight->stride + sight->x];
    for (int32_t y = 0; y < sight->height; y++)
        memset(lit + (ptrdiff_t)y * sight->stride, 0, (size_t)sight->width);
    if (room >= FIRST_ROOM)
        light_room(sight, lit, room);
    else
        light(sight, lit, sight->y, sight->x, sight->x);
    return MOULT_OK;
}

MOULT_FOV(room, "1.0.0", "sees the whole room, and elsewhere one cell around", see)
