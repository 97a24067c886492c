/* SPDX-License-Identifier: MIT */
/* One pass over the cells, one over each list, and three floods. */
#include "support/map_metrics.h"
#include <stdlib.h>
#include <string.h>

#define FAR -1 /* not reached */

typedef struct survey {
    const moult_canvas *canvas;
    map_metrics *out;
    int32_t *steps; /* of each cell, from where the flood began */
    int32_t *queue;
    uint8_t *sealed; /* 1: the cell is of a sealed room */
} survey;

static uint32_t tile_at(const survey *s, int32_t x, int32_t y)
{
    const moult_canvas *c = s->canvas;
    if (x < 0 || y < 0 || x >= c->width || y >= c->height)
        return MOULT_TILE_STONE;
    return c->tile[(size_t)y * (size_t)c->stride + (size_t)x];
}

static int32_t index_of(const survey *s, int32_t x, int32_t y)
{
    return y * s->canvas->width + x;
}

static int32_t is_corridor(uint32_t tile)
{
    return tile == MOULT_TILE_CORRIDOR || tile == MOULT_TILE_CORRIDOR_SECRET;
}

/* With a leaf in it. */
static int32_t is_real_door(uint32_t tile)
{
    return tile == MOULT_TILE_DOOR_OPEN || tile == MOULT_TILE_DOOR_CLOSED ||
           tile == MOULT_TILE_DOOR_LOCKED || tile == MOULT_TILE_DOOR_SECRET;
}

static int32_t is_door(uint32_t tile)
{
    return is_real_door(tile) || tile == MOULT_TILE_DOORWAY || tile == MOULT_TILE_DOOR_BROKEN;
}

static int32_t can_pass(uint32_t tile, int32_t secrets)
{
    uint32_t flags = moult_tile_flags(tile);
    if ((flags & MOULT_TILE_HIDES) != 0)
        return secrets;
    return (flags & MOULT_TILE_BLOCKS) == 0 || is_door(tile);
}

static int32_t is_niche(const survey *s, int32_t x, int32_t y)
{
    const moult_canvas *c = s->canvas;
    return is_corridor(tile_at(s, x, y)) &&
           (c->detail[(size_t)y * (size_t)c->stride + (size_t)x] == 1 ||
            s->sealed[index_of(s, x, y)]);
}

/* -- cells ------------------------------------------------------------------------------------- */

static void count_tile(map_metrics *m, uint32_t tile)
{
    m->floor_cells += tile == MOULT_TILE_FLOOR;
    m->doorways += tile == MOULT_TILE_DOORWAY || tile == MOULT_TILE_DOOR_BROKEN;
    m->open_doors += tile == MOULT_TILE_DOOR_OPEN;
    m->closed_doors += tile == MOULT_TILE_DOOR_CLOSED;
    m->locked_doors += tile == MOULT_TILE_DOOR_LOCKED;
    m->secret_door_cells += tile == MOULT_TILE_DOOR_SECRET;
    m->corridor_cells += tile == MOULT_TILE_CORRIDOR;
    m->secret_corridor_cells += tile == MOULT_TILE_CORRIDOR_SECRET;
    m->fountains += tile == MOULT_TILE_FOUNTAIN;
    m->sinks += tile == MOULT_TILE_SINK;
    m->altars += tile == MOULT_TILE_ALTAR;
    m->graves += tile == MOULT_TILE_GRAVE;
    m->thrones += tile == MOULT_TILE_THRONE;
    m->pools += tile == MOULT_TILE_WATER;
}

static int32_t ways_on(const survey *s, int32_t x, int32_t y)
{
    return can_pass(tile_at(s, x - 1, y), 1) + can_pass(tile_at(s, x + 1, y), 1) +
           can_pass(tile_at(s, x, y - 1), 1) + can_pass(tile_at(s, x, y + 1), 1);
}

static void count_cells(const survey *s)
{
    map_metrics *m = s->out;
    for (int32_t y = 0; y < s->canvas->height; y++)
        for (int32_t x = 0; x < s->canvas->width; x++) {
            uint32_t tile = tile_at(s, x, y);
            if (tile == MOULT_TILE_STONE || tile == MOULT_TILE_WALL)
                continue;
            count_tile(m, tile);
            if (is_door(tile))
                m->adjacent_doors += is_door(tile_at(s, x + 1, y)) + is_door(tile_at(s, x, y + 1));
            if (is_corridor(tile) && ways_on(s, x, y) <= 1) {
                m->dead_ends++;
                m->dead_ends_no_niche += !is_niche(s, x, y);
            }
        }
    m->door_cells = m->doorways + m->open_doors + m->closed_doors + m->locked_doors;
}

/* -- lists ------------------------------------------------------------------------------------- */

static void mark_sealed(const survey *s)
{
    for (uint32_t i = 0; i < s->canvas->room_count; i++) {
        const moult_room *r = &s->canvas->rooms[i];
        if ((r->flags & MOULT_ROOM_SEALED) != 0)
            for (int32_t y = r->y0; y <= r->y1; y++)
                memset(&s->sealed[index_of(s, r->x0, y)], 1, (size_t)(r->x1 - r->x0 + 1));
    }
}

static int32_t on_border(const moult_room *r, int32_t x, int32_t y)
{
    int32_t across = x >= r->x0 && x <= r->x1, along = y >= r->y0 && y <= r->y1;
    return (across && (y == r->y0 - 1 || y == r->y1 + 1)) ||
           (along && (x == r->x0 - 1 || x == r->x1 + 1));
}

static void count_doors(const survey *s)
{
    const moult_canvas *c = s->canvas;
    for (uint32_t i = 0; i < c->door_count; i++) {
        const moult_door *d = &c->doors[i];
        int32_t known = 0;
        s->out->door_entries++;
        for (uint32_t j = 0; j < i; j++) {
            int32_t same = c->doors[j].x == d->x && c->doors[j].y == d->y;
            known |= same;
            s->out->double_entries += same && c->doors[j].room == d->room;
        }
        s->out->lost_entries +=
            !on_border(&c->rooms[d->room], d->x, d->y) || !is_door(tile_at(s, d->x, d->y));
        s->out->trapped_doors += !known && d->kind != MOULT_DOOR_SECRET &&
                                 (d->state & MOULT_DOOR_TRAPPED) != 0;
    }
}

static void count_spawns(const survey *s)
{
    const uint32_t hidden = MOULT_SPAWN_BURIED | MOULT_SPAWN_HIDDEN;
    for (uint32_t i = 0; i < s->canvas->spawn_count; i++) {
        const moult_spawn *spawn = &s->canvas->spawns[i];
        int32_t buried = (spawn->flags & hidden) == hidden;
        s->out->actors += spawn->what == MOULT_SPAWN_ACTOR;
        s->out->items += spawn->what == MOULT_SPAWN_ITEM && !buried;
        s->out->buried += spawn->what == MOULT_SPAWN_ITEM && buried;
        s->out->traps += spawn->what == MOULT_SPAWN_TRAP;
    }
}

static const moult_spot *find_spot(const survey *s, uint32_t kind)
{
    for (uint32_t i = 0; i < s->canvas->spot_count; i++)
        if (s->canvas->spots[i].kind == kind)
            return &s->canvas->spots[i];
    return NULL;
}

/* -- floods ------------------------------------------------------------------------------------ */

/* Fills the steps of all that can be reached from (x,y) and isn't yet. `aside`: niches and sealed
 * rooms are left out, and there are no rules about diagonals. */
static void flood(const survey *s, int32_t x, int32_t y, int32_t secrets, int32_t aside)
{
    int32_t width = s->canvas->width, head = 0, tail = 0;
    s->queue[tail++] = index_of(s, x, y);
    s->steps[index_of(s, x, y)] = 0;
    while (head < tail) {
        int32_t at = s->queue[head++], ax = at % width, ay = at / width;
        int32_t real = is_real_door(tile_at(s, ax, ay));
        for (int32_t i = 0; i < 9; i++) {
            int32_t nx = ax + i % 3 - 1, ny = ay + i / 3 - 1;
            uint32_t tile = tile_at(s, nx, ny);
            if (!can_pass(tile, secrets) || s->steps[index_of(s, nx, ny)] != FAR)
                continue;
            if (!aside && nx != ax && ny != ay && (real || is_real_door(tile)))
                continue;
            if (aside && (is_niche(s, nx, ny) || s->sealed[index_of(s, nx, ny)]))
                continue;
            s->steps[index_of(s, nx, ny)] = s->steps[at] + 1;
            s->queue[tail++] = index_of(s, nx, ny);
        }
    }
}

static void forget(const survey *s)
{
    memset(s->steps, 0xFF, sizeof(int32_t) * (size_t)s->canvas->width * (size_t)s->canvas->height);
}

static void count_parts(const survey *s)
{
    forget(s);
    for (int32_t y = 0; y < s->canvas->height; y++)
        for (int32_t x = 0; x < s->canvas->width; x++) {
            int32_t at = index_of(s, x, y);
            if (s->steps[at] != FAR || !can_pass(tile_at(s, x, y), 1) || s->sealed[at] ||
                is_niche(s, x, y))
                continue;
            flood(s, x, y, 1, 1);
            s->out->parts++;
        }
}

static int32_t is_reached(const survey *s, const moult_room *r)
{
    for (int32_t y = r->y0; y <= r->y1; y++)
        for (int32_t x = r->x0; x <= r->x1; x++)
            if (s->steps[index_of(s, x, y)] != FAR)
                return 1;
    return 0;
}

static void measure_reach(const survey *s, map_room_metrics *rooms, int32_t count)
{
    const moult_spot *start = find_spot(s, MOULT_SPOT_STAIRS_UP);
    const moult_spot *down = find_spot(s, MOULT_SPOT_STAIRS_DOWN);
    start = start != NULL ? start : find_spot(s, MOULT_SPOT_ENTRY);
    down = down != NULL ? down : find_spot(s, MOULT_SPOT_EXIT);
    s->out->path = FAR;
    for (int32_t secrets = 0; start != NULL && secrets < 2; secrets++) {
        int32_t all = 1;
        forget(s);
        flood(s, start->x, start->y, secrets, 0);
        for (int32_t i = 0; i < count; i++) {
            int32_t reached = is_reached(s, &s->canvas->rooms[rooms[i].room]);
            all &= reached;
            if (!secrets)
                rooms[i].reached = reached;
        }
        int32_t path = down != NULL ? s->steps[index_of(s, down->x, down->y)] : FAR;
        *(secrets ? &s->out->all_reached_secret : &s->out->all_reached) = all;
        *(secrets ? &s->out->down_reached_secret : &s->out->down_reached) = path != FAR;
        s->out->path = path;
    }
}

/* -- rooms ------------------------------------------------------------------------------------- */

static void measure_room(const survey *s, int32_t index, map_room_metrics *out)
{
    const moult_room *r = &s->canvas->rooms[index];
    *out = (map_room_metrics){.room = index,
                              .width = r->x1 - r->x0 + 1,
                              .height = r->y1 - r->y0 + 1,
                              .x = r->x0,
                              .y = r->y0,
                              .lit = (r->flags & MOULT_ROOM_LIT) != 0};
    out->area = out->width * out->height;
    for (int32_t x = r->x0; x <= r->x1; x++)
        out->border_doors += is_door(tile_at(s, x, r->y0 - 1)) + is_door(tile_at(s, x, r->y1 + 1));
    for (int32_t y = r->y0; y <= r->y1; y++)
        out->border_doors += is_door(tile_at(s, r->x0 - 1, y)) + is_door(tile_at(s, r->x1 + 1, y));
    for (uint32_t i = 0; i < s->canvas->door_count; i++)
        out->doors += s->canvas->doors[i].room == index;
}

static int32_t measure_rooms(const survey *s, map_room_metrics *rooms)
{
    int32_t count = 0;
    for (uint32_t i = 0; i < s->canvas->room_count; i++) {
        if ((s->canvas->rooms[i].flags & MOULT_ROOM_SEALED) != 0) {
            s->out->sealed_rooms++;
            continue;
        }
        measure_room(s, (int32_t)i, &rooms[count]);
        s->out->rooms++;
        s->out->lit_rooms += rooms[count++].lit;
    }
    return count;
}

int32_t map_measure(const moult_canvas *canvas, map_metrics *out, map_room_metrics *rooms)
{
    size_t cells = (size_t)canvas->width * (size_t)canvas->height;
    int32_t *block = malloc(cells * (2 * sizeof(int32_t) + 1));
    survey s = {canvas, out, block, block + cells, (uint8_t *)(block + 2 * cells)};
    if (block == NULL)
        return -1;
    memset(out, 0, sizeof *out);
    memset(s.sealed, 0, cells);
    mark_sealed(&s);
    count_cells(&s);
    count_doors(&s);
    count_spawns(&s);
    for (uint32_t i = 0; i < canvas->spot_count; i++)
        out->branches += canvas->spots[i].kind == MOULT_SPOT_BRANCH;
    int32_t count = measure_rooms(&s, rooms);
    measure_reach(&s, rooms, count);
    count_parts(&s);
    free(block);
    return count;
}
