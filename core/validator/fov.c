/* SPDX-License-Identifier: MIT */
/* Fields of view on random caves and rooms, with guard bytes around and within each row. */
#include <ctype.h>
#include <string.h>
#include "core/system/text.h"
#include "core/validator/trial.h"

#define SIDE 40
#define STRIDE (SIDE + 5)
#define CELLS ((SIDE + 2) * STRIDE) /* a guard row before and after */
#define GUARD 0xa7

typedef struct map {
    uint8_t tile[CELLS], lit[CELLS], other[CELLS], opaque[256];
    uint16_t room[CELLS];
    moult_sight sight;
} map;

static int32_t place(int32_t x, int32_t y)
{
    return (y + 1) * STRIDE + x;
}

/* Walls strewn about, or a grid of rooms with gaps. */
static void make(map *m, moult_xorshift *source)
{
    int32_t rooms = moult__chance(source, 2) != 0, walls = moult__chance_between(source, 0, 45);
    memset(m, 0, sizeof *m);
    for (uint32_t tile = 0; tile < 256; tile++)
        m->opaque[tile] = (moult_tile_flags(tile) & MOULT_TILE_OPAQUE) != 0;
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++) {
            int32_t wall = rooms ? (x % 8 == 0 || y % 8 == 0) && moult__chance(source, 6) != 0
                                 : (int32_t)moult__chance(source, 100) < walls;
            m->tile[place(x, y)] = wall ? MOULT_TILE_WALL : MOULT_TILE_FLOOR;
            if (rooms && !wall)
                m->room[place(x, y)] = (uint16_t)(2 + x / 8 + y / 8 * 5);
        }
    m->sight = (moult_sight){.size = sizeof m->sight,
                             .width = moult__chance_between(source, 1, SIDE),
                             .height = moult__chance_between(source, 1, SIDE),
                             .stride = STRIDE,
                             .radius = moult__chance_between(source, 0, 14),
                             .tile = m->tile + STRIDE,
                             .opaque = m->opaque,
                             .room = moult__chance(source, 4) != 0 ? m->room + STRIDE : NULL};
    m->sight.x = moult__chance_between(source, 0, m->sight.width - 1);
    m->sight.y = moult__chance_between(source, 0, m->sight.height - 1);
}

static moult_status see(moult__trial *t, const moult__slot *slot, map *m, uint8_t *lit)
{
    const moult_fov_1 *fov = slot->functions;
    memset(lit, GUARD, CELLS);
    moult__call(t, slot, "see");
    moult_status status = fov->see(&m->sight, lit + STRIDE);
    moult__called(t);
    return status;
}

void moult__tour_fov(moult__trial *t, const moult__slot *slot, uint32_t seed)
{
    moult_xorshift source = moult_xorshift_start(seed);
    map m;
    for (uint32_t i = 0; i < 20; i++) {
        make(&m, &source);
        moult_status status = see(t, slot, &m, m.lit);
        moult__answer(t, &status, sizeof status);
        moult__answer(t, m.lit, sizeof m.lit);
    }
}

/* -- bounds ------------------------------------------------------------------------------------ */

static int32_t within_radius(const moult_sight *s, int32_t x, int32_t y)
{
    int32_t dx = x - s->x, dy = y - s->y;
    return dx * dx + dy * dy <= s->radius * s->radius + s->radius;
}

/* Whether a cell is, or touches, one of the eye's own room or the eye itself. */
static int32_t near_room(const map *m, int32_t x, int32_t y)
{
    const moult_sight *s = &m->sight;
    uint16_t own = s->room != NULL ? m->room[place(s->x, s->y)] : 0;
    for (int32_t dy = -1; dy <= 1; dy++)
        for (int32_t dx = -1; dx <= 1; dx++) {
            if (x + dx < 0 || y + dy < 0 || x + dx >= s->width || y + dy >= s->height)
                continue;
            if ((x + dx == s->x && y + dy == s->y) ||
                (own >= 2 && m->room[place(x + dx, y + dy)] == own))
                return 1;
        }
    return 0;
}

static void look_at_cell(moult__trial *t, const map *m, int32_t x, int32_t y)
{
    const moult_sight *s = &m->sight;
    uint8_t lit = m->lit[place(x, y)];
    int32_t on_map = x >= 0 && y >= 0 && x < s->width && y < s->height;
    if (!on_map && lit != GUARD)
        moult__fails(t, "it wrote to %d,%d, off a map of %dx%d", x, y, s->width, s->height);
    if (on_map && lit > 1)
        moult__fails(t, "cell %d,%d of %dx%d is %s, not 0 or 1", x, y, s->width, s->height,
                     lit == GUARD ? "unwritten" : "another number");
    if (on_map && lit == 1 && !within_radius(s, x, y) && !near_room(m, x, y))
        moult__fails(t, "cell %d,%d is lit from %d,%d with radius %d, and is of no room of its own",
                     x, y, s->x, s->y, s->radius);
}

static void bounds(moult__trial *t, const moult__slot *slot)
{
    moult_xorshift source = moult_xorshift_start(5);
    map m;
    for (uint32_t i = 0; i < moult__count(t, 5000) && !moult__failed(t); i++) {
        make(&m, &source);
        moult__about(t, moult__translate("map %u, %dx%d, eye %d,%d, radius %d"), i, m.sight.width,
                     m.sight.height, m.sight.x, m.sight.y, m.sight.radius);
        moult_status status = see(t, slot, &m, m.lit);
        if (status < 0)
            moult__fails(t, "%s: %s", t->found->where, moult_status_text(status));
        for (int32_t y = -1; y <= SIDE && !moult__failed(t); y++)
            for (int32_t x = 0; x < STRIDE; x++)
                look_at_cell(t, &m, x, y);
        if (m.lit[place(m.sight.x, m.sight.y)] != 1)
            moult__fails(t, "%s: the eye's own cell isn't lit", t->found->where);
    }
}

void moult__check_fov_bounds(moult__trial *t)
{
    moult__each_slot(t, bounds);
    moult__pass(t, "%llu maps", (unsigned long long)t->calls);
}

/* -- walls ------------------------------------------------------------------------------------- */

/* A closed room of its own, within a level that is otherwise open. */
static void box(map *m, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++) {
            int32_t inside = x > x0 && x < x1 && y > y0 && y < y1;
            int32_t edge = x >= x0 && x <= x1 && y >= y0 && y <= y1 && !inside;
            m->tile[place(x, y)] = edge ? MOULT_TILE_WALL : MOULT_TILE_FLOOR;
            m->room[place(x, y)] = inside ? 2 : edge ? 1 : 3;
        }
}

static void walls(moult__trial *t, const moult__slot *slot)
{
    moult_xorshift source = moult_xorshift_start(6);
    map m;
    for (uint32_t i = 0; i < moult__count(t, 2000) && !moult__failed(t); i++) {
        make(&m, &source);
        int32_t x0 = moult__chance_between(&source, 0, 20), x1 = x0 + 2;
        int32_t y0 = moult__chance_between(&source, 0, 20), y1 = y0 + 2;
        x1 += moult__chance_between(&source, 0, 12);
        y1 += moult__chance_between(&source, 0, 12);
        box(&m, x0, y0, x1, y1);
        m.sight.width = m.sight.height = SIDE;
        m.sight.x = moult__chance_between(&source, x0 + 1, x1 - 1);
        m.sight.y = moult__chance_between(&source, y0 + 1, y1 - 1);
        see(t, slot, &m, m.lit);
        for (int32_t y = 0; y < SIDE; y++)
            for (int32_t x = 0; x < SIDE; x++)
                if (m.lit[place(x, y)] == 1 && (x < x0 || x > x1 || y < y0 || y > y1))
                    moult__fails(t,
                                 "cell %d,%d is seen from %d,%d through the wall of %d,%d..%d,%d",
                                 x, y, m.sight.x, m.sight.y, x0, y0, x1, y1);
    }
}

void moult__check_fov_walls(moult__trial *t)
{
    moult__each_slot(t, walls);
    moult__pass(t, "%llu closed rooms", (unsigned long long)t->calls);
}

/* -- symmetry ---------------------------------------------------------------------------------- */

static int32_t says_so(const char *help)
{
    return strstr(help, "symmetric") != NULL || strstr(help, "mutual") != NULL;
}

static void mutual(moult__trial *t, const moult__slot *slot, map *m)
{
    int32_t x0 = m->sight.x, y0 = m->sight.y;
    see(t, slot, m, m->lit);
    for (int32_t y = 0; y < m->sight.height && !moult__failed(t); y += 2)
        for (int32_t x = y % 3; x < m->sight.width; x += 3) {
            if (m->opaque[m->tile[place(x, y)]])
                continue;
            m->sight.x = x;
            m->sight.y = y;
            see(t, slot, m, m->other);
            if (m->lit[place(x, y)] != m->other[place(x0, y0)])
                moult__fails(t, "from %d,%d the cell %d,%d is seen %s, with radius %d", x0, y0, x,
                             y, m->lit[place(x, y)] ? "but not back" : "only from there",
                             m->sight.radius);
        }
}

static void symmetry(moult__trial *t, const moult__slot *slot)
{
    moult_xorshift source = moult_xorshift_start(8);
    map m;
    if (!says_so(t->build->plugin->help)) {
        moult__skip(t, "its help text doesn't say that it is symmetric");
        return;
    }
    for (uint32_t i = 0; i < moult__count(t, 200) && !moult__failed(t); i++) {
        make(&m, &source);
        m.tile[place(m.sight.x, m.sight.y)] = MOULT_TILE_FLOOR;
        mutual(t, slot, &m);
    }
}

void moult__check_fov_symmetry(moult__trial *t)
{
    moult__each_slot(t, symmetry);
    moult__pass(t, "%llu fields of view", (unsigned long long)t->calls);
}
