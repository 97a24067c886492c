/* SPDX-License-Identifier: MIT */
/* One pass over the cells, one over each list, and three floods. What matters of a cell is a byte
 * of a plane with a rim of one cell around it, so that no neighbour needs a test. */
#include "core/map/metrics.h"
#include <stdlib.h>
#include <string.h>

#define FAR MOULT__MAP_FAR

/* What a cell is. */
#define OPEN 1u   /* can be passed */
#define HIDDEN 2u /* the same once it is found */
#define LEAF 4u   /* a door with a leaf in it */
#define DOOR 8u
#define CORRIDOR 16u
#define NICHE 32u
#define SEALED 64u
#define LISTED 128u /* a door of the list is there */

typedef struct survey {
    const moult_canvas *canvas;
    moult__map_metrics *out;
    int32_t pitch;
    int32_t *steps; /* of each cell, from where the flood began */
    int32_t *queue;
    uint8_t *cell;
    uint32_t seen; /* all that cells are */
} survey;

static uint32_t kind_of(uint32_t tile)
{
    switch (tile) {
    case MOULT_TILE_DOOR_OPEN:
    case MOULT_TILE_DOOR_CLOSED:
    case MOULT_TILE_DOOR_LOCKED:
        return OPEN | LEAF | DOOR;
    case MOULT_TILE_DOOR_SECRET:
        return HIDDEN | LEAF | DOOR;
    case MOULT_TILE_DOORWAY:
    case MOULT_TILE_DOOR_BROKEN:
        return OPEN | DOOR;
    case MOULT_TILE_CORRIDOR:
        return OPEN | CORRIDOR;
    case MOULT_TILE_CORRIDOR_SECRET:
        return HIDDEN | CORRIDOR;
    default:
        return (moult_tile_flags(tile) & MOULT_TILE_BLOCKS) == 0 ? OPEN : 0;
    }
}

static size_t place(const survey *s, int32_t x, int32_t y)
{
    return moult__map_place(s->canvas, x, y);
}

/* -- cells ------------------------------------------------------------------------------------- */

static void read_cells(survey *s, uint32_t *count)
{
    const moult_canvas *c = s->canvas;
    uint8_t kinds[256];
    for (uint32_t tile = 0; tile < 256; tile++)
        kinds[tile] = (uint8_t)kind_of(tile);
    memset(s->cell, 0, (size_t)s->pitch * (size_t)(c->height + 2));
    for (int32_t y = 0; y < c->height; y++) {
        const uint8_t *tile = c->tile + (size_t)y * (size_t)c->stride;
        const uint8_t *detail = c->detail + (size_t)y * (size_t)c->stride;
        uint8_t *cell = s->cell + place(s, 0, y);
        for (int32_t x = 0; x < c->width; x++) {
            cell[x] = kinds[tile[x]];
            if ((cell[x] & CORRIDOR) != 0 && detail[x] == 1)
                cell[x] |= NICHE;
            s->seen |= cell[x];
            count[tile[x]]++;
        }
    }
    for (uint32_t i = 0; i < c->room_count; i++) {
        const moult_room *r = &c->rooms[i];
        for (int32_t y = r->y0; (r->flags & MOULT_ROOM_SEALED) != 0 && y <= r->y1; y++)
            for (int32_t x = r->x0; x <= r->x1; x++) {
                uint8_t *cell = &s->cell[place(s, x, y)];
                *cell |= (*cell & CORRIDOR) != 0 ? SEALED | NICHE : SEALED;
            }
    }
}

static void count_tiles(moult__map_metrics *m, const uint32_t *count)
{
    m->floor_cells = (int32_t)count[MOULT_TILE_FLOOR];
    m->doorways = (int32_t)(count[MOULT_TILE_DOORWAY] + count[MOULT_TILE_DOOR_BROKEN]);
    m->open_doors = (int32_t)count[MOULT_TILE_DOOR_OPEN];
    m->closed_doors = (int32_t)count[MOULT_TILE_DOOR_CLOSED];
    m->locked_doors = (int32_t)count[MOULT_TILE_DOOR_LOCKED];
    m->secret_door_cells = (int32_t)count[MOULT_TILE_DOOR_SECRET];
    m->corridor_cells = (int32_t)count[MOULT_TILE_CORRIDOR];
    m->secret_corridor_cells = (int32_t)count[MOULT_TILE_CORRIDOR_SECRET];
    m->fountains = (int32_t)count[MOULT_TILE_FOUNTAIN];
    m->sinks = (int32_t)count[MOULT_TILE_SINK];
    m->altars = (int32_t)count[MOULT_TILE_ALTAR];
    m->graves = (int32_t)count[MOULT_TILE_GRAVE];
    m->thrones = (int32_t)count[MOULT_TILE_THRONE];
    m->pools = (int32_t)count[MOULT_TILE_WATER];
    m->door_cells = m->doorways + m->open_doors + m->closed_doors + m->locked_doors;
}

static void count_neighbours(const survey *s)
{
    moult__map_metrics *m = s->out;
    for (const uint8_t *cell = s->cell + s->pitch,
                       *end = s->cell + s->pitch * (s->canvas->height + 1);
         cell < end; cell++) {
        if ((*cell & DOOR) != 0)
            m->adjacent_doors += ((cell[1] & DOOR) != 0) + ((cell[s->pitch] & DOOR) != 0);
        if ((*cell & CORRIDOR) == 0)
            continue;
        const uint32_t pass = OPEN | HIDDEN;
        int32_t ways = ((cell[-1] & pass) != 0) + ((cell[1] & pass) != 0) +
                       ((cell[-s->pitch] & pass) != 0) + ((cell[s->pitch] & pass) != 0);
        m->niches += (*cell & NICHE) != 0;
        m->dead_ends += ways <= 1;
        m->dead_ends_no_niche += ways <= 1 && (*cell & NICHE) == 0;
    }
}

/* -- lists ------------------------------------------------------------------------------------- */

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
        uint8_t *cell = &s->cell[place(s, d->x, d->y)];
        int32_t known = (*cell & LISTED) != 0;
        *cell |= LISTED;
        s->out->door_entries++;
        for (uint32_t j = 0; known && j < i; j++)
            s->out->double_entries +=
                c->doors[j].x == d->x && c->doors[j].y == d->y && c->doors[j].room == d->room;
        s->out->lost_entries += !on_border(&c->rooms[d->room], d->x, d->y) || (*cell & DOOR) == 0;
        s->out->trapped_doors +=
            !known && d->kind != MOULT_DOOR_SECRET && (d->state & MOULT_DOOR_TRAPPED) != 0;
    }
}

static void count_wishes(const survey *s)
{
    const uint32_t hidden = MOULT_SPAWN_BURIED | MOULT_SPAWN_HIDDEN;
    for (uint32_t i = 0; i < s->canvas->spawn_count; i++) {
        const moult_spawn *spawn = &s->canvas->spawns[i];
        int32_t buried = (spawn->flags & hidden) == hidden;
        s->out->actors += spawn->what == MOULT_SPAWN_ACTOR;
        s->out->items += spawn->what == MOULT_SPAWN_ITEM && !buried;
        s->out->buried += spawn->what == MOULT_SPAWN_ITEM && buried;
        s->out->traps += spawn->what == MOULT_SPAWN_TRAP;
        s->out->notes += spawn->what == MOULT_SPAWN_NOTE;
    }
    for (uint32_t i = 0; i < s->canvas->spot_count; i++) {
        const moult_spot *spot = &s->canvas->spots[i];
        s->out->branches += spot->kind == MOULT_SPOT_BRANCH;
        s->out->teleports += spot->kind == MOULT_SPOT_TELEPORT && spot->target >= 0;
    }
}

static void measure_room(const survey *s, int32_t index, moult__map_room *out)
{
    const moult_room *r = &s->canvas->rooms[index];
    *out = (moult__map_room){.room = index,
                             .width = r->x1 - r->x0 + 1,
                             .height = r->y1 - r->y0 + 1,
                             .x = r->x0,
                             .y = r->y0,
                             .lit = (r->flags & MOULT_ROOM_LIT) != 0};
    out->area = out->width * out->height;
    for (int32_t x = r->x0; x <= r->x1; x++)
        out->border_doors += ((s->cell[place(s, x, r->y0 - 1)] & DOOR) != 0) +
                             ((s->cell[place(s, x, r->y1 + 1)] & DOOR) != 0);
    for (int32_t y = r->y0; y <= r->y1; y++)
        out->border_doors += ((s->cell[place(s, r->x0 - 1, y)] & DOOR) != 0) +
                             ((s->cell[place(s, r->x1 + 1, y)] & DOOR) != 0);
    for (uint32_t i = 0; i < s->canvas->door_count; i++)
        out->doors += s->canvas->doors[i].room == index;
}

static int32_t measure_rooms(const survey *s, moult__map_room *rooms)
{
    int32_t count = 0;
    for (uint32_t i = 0; i < s->canvas->room_count; i++) {
        const moult_room *r = &s->canvas->rooms[i];
        if ((r->flags & MOULT_ROOM_SEALED) != 0) {
            s->out->sealed_rooms++;
            s->out->vaults += r->x1 > r->x0 || r->y1 > r->y0;
            continue;
        }
        s->out->ordinary_rooms += r->kind == 0;
        if (r->kind != 0)
            s->out->special = (int32_t)(r->kind + r->subkind);
        measure_room(s, (int32_t)i, &rooms[count]);
        s->out->rooms++;
        s->out->lit_rooms += rooms[count++].lit;
    }
    return count;
}

/* -- floods ------------------------------------------------------------------------------------ */

static const moult_spot *find_spot(const survey *s, uint32_t kind, uint32_t otherwise)
{
    const moult_spot *found = NULL;
    for (uint32_t i = 0; i < s->canvas->spot_count; i++) {
        const moult_spot *spot = &s->canvas->spots[i];
        if (spot->kind == kind)
            return spot;
        if (spot->kind == otherwise && found == NULL)
            found = spot;
    }
    return found;
}

/* Fills the steps of all that can be reached from `start` and isn't yet, over cells that are one of
 * `pass` and none of `avoid`. `slips`: doors can be passed diagonally, too. */
static void flood(const survey *s, size_t start, uint32_t pass, uint32_t avoid, int32_t slips)
{
    const int32_t p = s->pitch, around[8] = {-1, 1, -p, p, -p - 1, -p + 1, p - 1, p + 1};
    uint32_t leaf = slips ? 0 : LEAF;
    size_t head = 0, tail = 0;
    s->queue[tail++] = (int32_t)start;
    s->steps[start] = 0;
    while (head < tail) {
        int32_t at = s->queue[head++], step = s->steps[at] + 1;
        uint32_t ways = (s->cell[at] & leaf) != 0 ? 4 : 8;
        for (uint32_t i = 0; i < ways; i++) {
            int32_t next = at + around[i];
            uint32_t cell = s->cell[next];
            if ((cell & pass) == 0 || s->steps[next] != FAR || (cell & avoid) != 0 ||
                (i >= 4 && (cell & leaf) != 0))
                continue;
            s->steps[next] = step;
            s->queue[tail++] = next;
        }
    }
}

static void flood_from_start(const survey *s, int32_t secrets)
{
    const moult_spot *start = find_spot(s, MOULT_SPOT_STAIRS_UP, MOULT_SPOT_ENTRY);
    memset(s->steps, 0xff, sizeof *s->steps * (size_t)s->pitch * (size_t)(s->canvas->height + 2));
    if (start != NULL)
        flood(s, place(s, start->x, start->y), secrets ? OPEN | HIDDEN : OPEN, 0, 0);
}

static void count_parts(const survey *s)
{
    size_t cells = (size_t)s->pitch * (size_t)(s->canvas->height + 2);
    memset(s->steps, 0xff, sizeof *s->steps * cells);
    for (size_t at = 0; at < cells; at++)
        if ((s->cell[at] & (OPEN | HIDDEN)) != 0 && (s->cell[at] & (NICHE | SEALED)) == 0 &&
            s->steps[at] == FAR) {
            flood(s, at, OPEN | HIDDEN, NICHE | SEALED, 1);
            s->out->parts++;
        }
}

static int32_t is_reached(const survey *s, const moult_room *r)
{
    for (int32_t y = r->y0; y <= r->y1; y++)
        for (int32_t x = r->x0; x <= r->x1; x++)
            if (s->steps[place(s, x, y)] != FAR)
                return 1;
    return 0;
}

static void measure_reach(const survey *s, moult__map_room *rooms, int32_t count)
{
    const moult_spot *start = find_spot(s, MOULT_SPOT_STAIRS_UP, MOULT_SPOT_ENTRY);
    const moult_spot *down = find_spot(s, MOULT_SPOT_STAIRS_DOWN, MOULT_SPOT_EXIT);
    s->out->path = FAR;
    for (int32_t secrets = 0; start != NULL && secrets < 2; secrets++) {
        int32_t all = 1;
        if (!secrets || (s->seen & HIDDEN) != 0)
            flood_from_start(s, secrets);
        for (int32_t i = 0; i < count; i++) {
            int32_t reached = is_reached(s, &s->canvas->rooms[rooms[i].room]);
            all &= reached;
            if (!secrets)
                rooms[i].reached = reached;
        }
        int32_t path = down != NULL ? s->steps[place(s, down->x, down->y)] : FAR;
        *(secrets ? &s->out->all_reached_secret : &s->out->all_reached) = all;
        *(secrets ? &s->out->down_reached_secret : &s->out->down_reached) = path != FAR;
        s->out->path = path;
    }
}

/* One block; 0: out of memory. */
static int32_t open_survey(survey *s, const moult_canvas *canvas, size_t planes)
{
    size_t cells = (size_t)(canvas->width + 2) * (size_t)(canvas->height + 2);
    int32_t *block = malloc(cells * (planes * sizeof *block + 1));
    *s = (survey){.canvas = canvas, .pitch = canvas->width + 2, .steps = block};
    if (block == NULL)
        return 0;
    s->queue = block + (planes - 1) * cells;
    s->cell = (uint8_t *)(block + planes * cells);
    return 1;
}

int32_t moult__map_measure(const moult_canvas *canvas, moult__map_metrics *out,
                           moult__map_room *rooms)
{
    survey s;
    uint32_t count[256] = {0};
    if (!open_survey(&s, canvas, 2))
        return -1;
    memset(out, 0, sizeof *out);
    s.out = out;
    read_cells(&s, count);
    count_tiles(out, count);
    count_neighbours(&s);
    count_doors(&s);
    count_wishes(&s);
    int32_t measured = measure_rooms(&s, rooms);
    measure_reach(&s, rooms, measured);
    count_parts(&s);
    free(s.steps);
    return measured;
}

int32_t moult__map_steps(const moult_canvas *canvas, int32_t **steps, int32_t **open)
{
    survey s;
    uint32_t count[256] = {0};
    if (!open_survey(&s, canvas, 3))
        return 0;
    read_cells(&s, count);
    *steps = s.steps;
    flood_from_start(&s, 1);
    s.steps += (size_t)s.pitch * (size_t)(canvas->height + 2);
    *open = s.steps;
    flood_from_start(&s, 0);
    return 1;
}
