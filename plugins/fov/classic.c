/* SPDX-License-Identifier: MIT */
/* fov/classic: the field of view of the original `rogue`, cell by cell, for games that must play
 * as it did: recursive shadow casting over eight octants, after Björn Bergström.
 *
 * Its radius is narrower than that of fov/1: a cell is lit when dx*dx + dy*dy < radius*radius, so
 * that straight lines reach radius - 1. Sight isn't always mutual.
 *
 * The original's slopes are doubles. They are quotients of odd numbers below 512, so that two
 * unequal ones differ by far more than a rounding: the fractions here compare exactly alike. */
#include <moult/fov.h>
#include <moult/status.h>
#include <string.h>

#define SIDE_MAX 4096
#define RADIUS_MAX 255

typedef struct slope {
    int32_t over, under; /* under > 0 */
} slope;

/* The cell `across` and `down` an octant is the eye's plus across*(xx,yx) + down*(xy,yy). */
typedef struct octant {
    const moult_sight *sight;
    uint8_t *lit;
    int32_t xx, xy, yx, yy;
} octant;

static int less(slope a, slope b)
{
    return a.over * b.under < b.over * a.under;
}

/* Looks at the rows from `row` on between the slopes `start` and `end`, from steep to flat. A row
 * that ends in shadow is the last one. */
static void cast(const octant *o, int32_t row, slope start, slope end)
{
    const moult_sight *s = o->sight;
    int blocked = 0;
    if (less(start, end))
        return;
    for (; row < s->radius && !blocked; row++) {
        slope next = start;
        for (int32_t column = row; column >= 0; column--) {
            const int32_t x = s->x - column * o->xx - row * o->xy;
            const int32_t y = s->y - column * o->yx - row * o->yy;
            const slope left = {2 * column + 1, 2 * row - 1};
            const slope right = {2 * column - 1, 2 * row + 1};
            if (x < 0 || y < 0 || x >= s->width || y >= s->height || less(start, right))
                continue;
            if (less(left, end))
                break;
            const ptrdiff_t cell = (ptrdiff_t)y * s->stride + x;
            const int opaque = s->opaque[s->tile[cell]] != 0;
            if (column * column + row * row < s->radius * s->radius)
                o->lit[cell] = 1;
            if (opaque && !blocked) {
                cast(o, row + 1, start, left);
                blocked = 1;
            }
            if (blocked && opaque) {
                next = right;
            } else if (blocked) {
                blocked = 0;
                start = next;
            }
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
    static const int8_t turns[8][4] = {{1, 0, 0, 1},  {0, 1, 1, 0},   {0, -1, 1, 0},
                                       {-1, 0, 0, 1}, {-1, 0, 0, -1}, {0, -1, -1, 0},
                                       {0, 1, -1, 0}, {1, 0, 0, -1}};
    if (!is_sound(sight) || !lit)
        return MOULT_RANGE;
    for (int32_t y = 0; y < sight->height; y++)
        memset(lit + (ptrdiff_t)y * sight->stride, 0, (size_t)sight->width);
    lit[(ptrdiff_t)sight->y * sight->stride + sight->x] = 1;
    for (int i = 0; i < 8; i++) {
        const octant o = {sight, lit, turns[i][0], turns[i][1], turns[i][2], turns[i][3]};
        cast(&o, 1, (slope){1, 1}, (slope){0, 1});
    }
    return MOULT_OK;
}

MOULT_FOV(classic, "1.0.0", "sees what the original rogue saw, one cell short of the radius", see)
