/* SPDX-License-Identifier: MIT */
/* Field of view by symmetric shadow casting, after Albert Ford, "Symmetric Shadowcasting" (2017),
 * with an explicit stack and integers only.
 *
 * Each of four quadrants is scanned in rows away from the eye, by sectors of light. What a row's
 * opaque cells leave of a sector goes on to the next row. A transparent cell is lit when its centre
 * lies in a sector, borders included, which makes sight symmetric; an opaque one when the sector
 * has a stretch in common with its face, which is one cell wide.
 *
 * Cells beyond the radius or the map are left out: they can only shade cells farther out yet.
 * Cost: clearing the plane, a look at each cell reached, a division for each border of a shadow. */
#include "core/service/fov.h"
#include <string.h>

#define SIDE_MAX 4096
#define RADIUS_MAX 255

/* Waiting sectors are parted by whole opaque faces, each at least 1/RADIUS_MAX wide, and share the
 * slopes from -1 to 1, so that there can't be more of them. */
#define SECTORS_MAX (2 * RADIUS_MAX + 1)

/* A border of light is a ray from the eye through an end of a face: its slope, columns a row, is
 * (2*column - 1) / (2*depth). It is kept in units of 1/ONE, rounded into the sector by less than
 * one unit: the left border up, the right one down. Where it crosses a row it is off by less than
 * 255/ONE. The exact crossing is a fraction with a denominator of at most 510, and moved by half a
 * cell of at most 1020, so that it is a whole number or at least 1/1020 away from one. LITTLE lies
 * between that and the error: the rounding below answers as it would for the exact fraction. */
#define BITS 20
#define ONE (1 << BITS)
#define HALF (ONE / 2)
#define LITTLE (ONE / 2048)

/* Its part of row `depth` is done. */
typedef struct sector {
    int32_t left, right, depth;
} sector;

/* One quadrant as seen from the eye: column c of row d is the cell eye + d*away + c*across. */
typedef struct quadrant {
    const uint8_t *tile, *opaque; /* tile points at the eye's cell, lit too */
    uint8_t *lit;
    const uint8_t *width; /* by row: the last column within the radius */
    ptrdiff_t away, across;
    int32_t rows, leftmost, rightmost; /* within the radius and the map */
} quadrant;

/* `across` is a constant in half of the calls, which is worth a copy of the code. */
#define INLINE static inline __attribute__((always_inline))

static inline int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* The ray through the left end of a cell's face, |column| <= depth + 1. */
static inline int32_t ray_slope(int32_t depth, int32_t column, int rounded_up)
{
    uint32_t parts = 2 * (uint32_t)depth;
    uint32_t above = (uint32_t)(2 * column - 1 + 2 * depth) * ONE; /* above the slope of -1 */
    return (int32_t)((above + (rounded_up ? parts - 1 : 0)) / parts) - ONE;
}

/* Lights `count` <= 64 cells of a row from `cell` on; bit i of the answer: the i-th one is
 * opaque. */
INLINE uint64_t light_cells(const quadrant *q, ptrdiff_t cell, int32_t count)
{
    const uint8_t *tile = q->tile + cell, *opaque = q->opaque;
    uint8_t *lit = q->lit + cell;
    uint64_t walls = 0;
    for (int32_t i = 0; i < count; i++) {
        walls |= (uint64_t)(opaque[*tile] != 0) << i;
        *lit = 1;
        tile += q->across;
        lit += q->across;
    }
    return walls;
}

/* Scans the next row of `s`. Its last stretch of light stays in `s`, others are added to `waiting`;
 * 0 when the last cell is opaque or none is left, so that nothing stays. */
INLINE int scan_row(const quadrant *q, sector *s, sector *waiting, uint32_t *count)
{
    const int32_t depth = ++s->depth, left = s->left * depth, right = s->right * depth;
    const int32_t low = most(-q->width[depth], q->leftmost);
    const int32_t high = least(q->width[depth], q->rightmost);
    const int32_t face_first = (left + HALF) >> BITS, face_last = (right + HALF - 1) >> BITS;
    const int32_t first = most(face_first, low), last = least(face_last, high);
    if (first > last)
        return 0;
    /* Only the first and the last face may be touched without their centres being reached. */
    const uint64_t centre_first = first >= (left + ONE - LITTLE) >> BITS;
    const uint64_t centre_last = last <= (right + LITTLE) >> BITS;
    const ptrdiff_t row = depth * q->away;
    const ptrdiff_t first_cell = row + first * q->across, last_cell = row + last * q->across;
    const uint8_t first_lit = q->lit[first_cell], last_lit = q->lit[last_cell];
    const uint64_t first_wall = q->opaque[q->tile[first_cell]] != 0;
    uint64_t wall = first_wall;
    for (int32_t column = first; column <= last; column += 64) {
        int32_t cells = least(last - column + 1, 64);
        uint64_t walls = light_cells(q, row + column * q->across, cells);
        uint64_t turns = (walls ^ (walls << 1 | wall)) << (64 - cells) >> (64 - cells);
        for (; turns; turns &= turns - 1) {
            int32_t bit = __builtin_ctzll(turns);
            if (walls >> bit & 1)
                waiting[(*count)++] = (sector){s->left, ray_slope(depth, column + bit, 0), depth};
            else
                s->left = ray_slope(depth, column + bit, 1);
        }
        wall = walls >> (cells - 1);
    }
    q->lit[last_cell] = (uint8_t)(last_lit | centre_last | wall);
    q->lit[first_cell] = (uint8_t)(first_lit | ((centre_first | first_wall) & q->lit[first_cell]));
    return !wall;
}

INLINE void scan_quadrant(const quadrant *q)
{
    sector waiting[SECTORS_MAX];
    uint32_t count = 1;
    waiting[0] = (sector){-ONE, ONE, 0};
    while (count > 0) {
        sector s = waiting[--count];
        while (s.depth < q->rows && scan_row(q, &s, waiting, &count)) {
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

static void clear_plane(const moult_sight *sight, uint8_t *lit)
{
    size_t width = (size_t)sight->width, stride = (size_t)sight->stride;
    if (stride == width) {
        memset(lit, 0, width * (size_t)sight->height);
        return;
    }
    for (int32_t y = 0; y < sight->height; y++, lit += stride)
        memset(lit, 0, width);
}

static void find_widths(int32_t radius, uint8_t *width)
{
    int32_t column = radius;
    for (int32_t depth = 0; depth <= radius; depth++) {
        while (column * column + depth * depth > radius * radius + radius)
            column--;
        width[depth] = (uint8_t)column;
    }
}

moult_status moult__fov_see(const moult_sight *sight, uint8_t *lit)
{
    if (!is_sound(sight) || !lit)
        return MOULT_RANGE;
    const ptrdiff_t stride = sight->stride, eye = sight->y * stride + sight->x;
    const int32_t radius = sight->radius;
    const int32_t north = sight->y, south = sight->height - 1 - sight->y;
    const int32_t west = sight->x, east = sight->width - 1 - sight->x;
    uint8_t width[RADIUS_MAX + 1];
    find_widths(radius, width);
    clear_plane(sight, lit);
    quadrant q = {.tile = sight->tile + eye,
                  .opaque = sight->opaque,
                  .lit = lit + eye,
                  .width = width,
                  .away = -stride,
                  .across = 1,
                  .rows = least(radius, north),
                  .leftmost = -west,
                  .rightmost = east};
    lit[eye] = 1;
    for (int i = 0; i < 2; i++) {
        q.away = i ? stride : -stride;
        q.rows = least(radius, i ? south : north);
        scan_quadrant(&q);
    }
    q.across = stride;
    q.leftmost = -north;
    q.rightmost = south;
    for (int i = 0; i < 2; i++) {
        q.away = i ? 1 : -1;
        q.rows = least(radius, i ? east : west);
        scan_quadrant(&q);
    }
    return MOULT_OK;
}
