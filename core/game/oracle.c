/* SPDX-License-Identifier: MIT */
/* Verifies a level on the finished planes, whatever its generator believes.
 *
 * One pass turns the tiles into a scratch plane of cells that can be entered, with an edge of one
 * cell around so that no neighbour needs a test, and finds unknown tiles on its way. Connection is
 * a flood over that plane by whole horizontal runs, which clears what it reaches: what is left over
 * afterwards can't be reached. Each run is stacked once, so the runs of the canvas always suffice.
 *
 * Cost: about 1 ns a cell, and for the flood three looks at each cell that can be entered. */
#include "core/game/oracle.h"
#include "core/system/text.h"
#include <moult/status.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define ALL_GUARANTEES                                                                           \
    (MOULT_MAP_CONNECTED | MOULT_MAP_WAY_DOWN | MOULT_MAP_ENTRY_FREE | MOULT_MAP_CLOSED_BORDER | \
     MOULT_MAP_SPAWNS_FREE | MOULT_MAP_NO_SECRETS)

/* What the scratch plane says of a cell. */
#define CELL_ENTERED 1u
#define CELL_UNKNOWN 128u

/* Which tiles can be entered, if need be once they are opened, or found. 2: only then. */
#define ENTERED(name, flags)                                                \
    (((flags)&MOULT_TILE_BLOCKS) == 0 || ((flags)&MOULT_TILE_OPENS) != 0 || \
     MOULT_TILE_##name == MOULT_TILE_DOOR_LOCKED)
#define ENTRY(name, number, flags, text) \
    [number] = ENTERED(name, flags) ? 1 : ((flags)&MOULT_TILE_HIDES) != 0 ? 2 : 0,
static const uint8_t tile_entered[MOULT_TILE_KINDS] = {MOULT_TILE_LIST(ENTRY)};

static const char *tile_text(uint32_t tile)
{
    switch (tile) {
#define TILE_CASE(name, number, flags, text) \
    case number:                             \
        return moult__translate(MOULT_TEXT_IN("tile", text));
        MOULT_TILE_LIST(TILE_CASE)
#undef TILE_CASE
    default:
        return moult__translate("no known tile");
    }
}

typedef struct check {
    moult__canvas *canvas;
    const moult_canvas *map; /* canvas->own */
    const moult_request *request;
    uint32_t wanted; /* MOULT_MAP_*, promised or required */
    int32_t pitch;   /* cells in a row of the scratch plane */
    uint32_t total;  /* cells that can be entered */
    char *why;
    uint32_t room;
} check;

static moult_status refuse(const check *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static moult_status refuse(const check *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->why, c->room, moult__translate(format), arguments);
    va_end(arguments);
    return MOULT_REFUSED;
}

static uint32_t tile_at(const check *c, int32_t x, int32_t y)
{
    return c->map->tile[(size_t)y * (size_t)c->map->stride + (size_t)x];
}

static int32_t can_stand(const check *c, int32_t x, int32_t y)
{
    return (moult_tile_flags(tile_at(c, x, y)) & MOULT_TILE_BLOCKS) == 0;
}

static uint32_t scratch_index(const check *c, int32_t x, int32_t y)
{
    return (uint32_t)((y + 1) * c->pitch + x + 1);
}

/* -- what must hold of any canvas -------------------------------------------------------------- */

static moult_status unknown_tile(const check *c)
{
    for (int32_t y = 0; y < c->map->height; y++)
        for (int32_t x = 0; x < c->map->width; x++)
            if (tile_at(c, x, y) >= MOULT_TILE_KINDS)
                return refuse(c, "there is no tile %u, which stands at (%d,%d)", tile_at(c, x, y),
                              x, y);
    return MOULT_OK;
}

/* Fills the scratch plane: CELL_ENTERED for each cell that can be entered, else 0. */
static moult_status survey(check *c)
{
    const moult_canvas *map = c->map;
    uint32_t most = (c->wanted & MOULT_MAP_NO_SECRETS) != 0 ? 1 : 2, seen = 0, total = 0;
    int32_t width = map->width;
    uint8_t says[256];
    memset(says, CELL_UNKNOWN, sizeof says);
    for (uint32_t tile = 0; tile < MOULT_TILE_KINDS; tile++)
        says[tile] = tile_entered[tile] > 0 && tile_entered[tile] <= most ? CELL_ENTERED : 0;

    memset(c->canvas->scratch, 0, (size_t)c->pitch);
    for (int32_t y = 0; y < map->height; y++) {
        const uint8_t *tile = map->tile + (size_t)y * (size_t)map->stride;
        uint8_t *cell = c->canvas->scratch + scratch_index(c, 0, y);
        cell[-1] = cell[width] = 0;
        for (int32_t x = 0; x < width; x++) {
            cell[x] = says[tile[x]];
            seen |= cell[x];
            total += cell[x];
        }
    }
    memset(c->canvas->scratch + scratch_index(c, -1, map->height), 0, (size_t)c->pitch);
    c->total = total;
    return (seen & CELL_UNKNOWN) == 0 ? MOULT_OK : unknown_tile(c);
}

static int32_t index_or_none(int32_t index, uint32_t count)
{
    return index >= -1 && (index < 0 || (uint32_t)index < count);
}

/* Positions need no look: the canvas takes none that lies outside. */
static moult_status verify_lists(const check *c)
{
    const moult_canvas *map = c->map;
    for (uint32_t i = 0; i < map->room_count; i++)
        if (!index_or_none(map->rooms[i].parent, map->room_count))
            return refuse(c, "room %u lies in room %d, which isn't there", i, map->rooms[i].parent);
    for (uint32_t i = 0; i < map->door_count; i++) {
        const moult_door *door = &map->doors[i];
        if (door->kind > MOULT_DOOR_NONE)
            return refuse(c, "door %u at (%d,%d) is of no kind (%u)", i, door->x, door->y,
                          door->kind);
        if (door->room < 0 || (uint32_t)door->room >= map->room_count)
            return refuse(c, "door %u at (%d,%d) belongs to room %d, which isn't there", i, door->x,
                          door->y, door->room);
    }
    for (uint32_t i = 0; i < map->spot_count; i++) {
        const moult_spot *spot = &map->spots[i];
        if (spot->kind > MOULT_SPOT_TOKEN)
            return refuse(c, "spot %u at (%d,%d) is of no kind (%u)", i, spot->x, spot->y,
                          spot->kind);
        if (!index_or_none(spot->room, map->room_count))
            return refuse(c, "spot %u at (%d,%d) lies in room %d, which isn't there", i, spot->x,
                          spot->y, spot->room);
        if (!index_or_none(spot->target, map->spot_count))
            return refuse(c, "spot %u at (%d,%d) leads to spot %d, which isn't there", i, spot->x,
                          spot->y, spot->target);
    }
    for (uint32_t i = 0; i < map->spawn_count; i++) {
        const moult_spawn *spawn = &map->spawns[i];
        if (spawn->what > MOULT_SPAWN_NOTE)
            return refuse(c, "spawn %u at (%d,%d) is of no kind (%u)", i, spawn->x, spawn->y,
                          spawn->what);
        if (!index_or_none(spawn->room, map->room_count))
            return refuse(c, "spawn %u at (%d,%d) lies in room %d, which isn't there", i, spawn->x,
                          spawn->y, spawn->room);
    }
    return MOULT_OK;
}

/* -- connection -------------------------------------------------------------------------------- */

/* Clears the run of cells around `at` and stacks it. */
static inline uint32_t take_run(uint8_t *cell, uint32_t at, moult__stretch *run)
{
    uint32_t first = at, last = at;
    while (cell[first - 1] != 0)
        first--;
    while (cell[last + 1] != 0)
        last++;
    memset(cell + first, 0, last - first + 1);
    run->first = first;
    run->last = last;
    return last;
}

/* Clears all cells of the scratch plane that can be reached from `at`; answers how many. */
static uint32_t flood(const check *c, uint32_t at)
{
    uint8_t *cell = c->canvas->scratch;
    moult__stretch *runs = c->canvas->runs;
    uint32_t pitch = (uint32_t)c->pitch, waiting = 1, reached = 0;
    take_run(cell, at, &runs[0]);
    while (waiting > 0) {
        moult__stretch run = runs[--waiting];
        reached += run.last - run.first + 1;
        for (uint32_t i = run.first - pitch - 1; i <= run.last - pitch + 1; i++)
            if (cell[i] != 0)
                i = take_run(cell, i, &runs[waiting++]);
        for (uint32_t i = run.first + pitch - 1; i <= run.last + pitch + 1; i++)
            if (cell[i] != 0)
                i = take_run(cell, i, &runs[waiting++]);
    }
    return reached;
}

/* The place in the scratch plane to begin at: an entry, else the first cell; 0: there is none. */
static uint32_t flood_start(const check *c)
{
    const moult_canvas *map = c->map;
    const uint8_t *cell = c->canvas->scratch;
    for (uint32_t i = 0; i < map->spot_count; i++) {
        uint32_t at = scratch_index(c, map->spots[i].x, map->spots[i].y);
        if (map->spots[i].kind == MOULT_SPOT_ENTRY && cell[at] != 0)
            return at;
    }
    const uint8_t *first = memchr(cell, CELL_ENTERED, (size_t)c->pitch * (size_t)(map->height + 2));
    return first != NULL ? (uint32_t)(first - cell) : 0;
}

static int32_t lists_way_out(const moult_canvas *map, uint32_t room)
{
    for (uint32_t i = 0; i < map->spot_count; i++)
        if (map->spots[i].room == (int32_t)room && map->spots[i].kind != MOULT_SPOT_ENTRY)
            return 1;
    for (uint32_t i = 0; i < map->spawn_count; i++)
        if (map->spawns[i].room == (int32_t)room)
            return 1;
    return 0;
}

/* Whether a cell within the room's bounds belongs to it. */
static int32_t cell_of_room(const check *c, uint32_t room, int32_t x, int32_t y)
{
    if ((c->map->rooms[room].flags & MOULT_ROOM_IRREGULAR) == 0)
        return 1;
    return c->map->room[(size_t)y * (size_t)c->map->stride + (size_t)x] == room + 2;
}

/* Clears the cells of sealed rooms that list a way out; answers how many were left there. */
static uint32_t excuse_sealed_rooms(const check *c)
{
    uint32_t excused = 0;
    for (uint32_t room = 0; room < c->map->room_count; room++) {
        const moult_room *bounds = &c->map->rooms[room];
        if ((bounds->flags & MOULT_ROOM_SEALED) == 0 || !lists_way_out(c->map, room))
            continue;
        for (int32_t y = bounds->y0; y <= bounds->y1; y++)
            for (int32_t x = bounds->x0; x <= bounds->x1; x++) {
                uint8_t *cell = &c->canvas->scratch[scratch_index(c, x, y)];
                if (*cell != 0 && cell_of_room(c, room, x, y)) {
                    *cell = 0;
                    excused++;
                }
            }
    }
    return excused;
}

static moult_status verify_connected(const check *c)
{
    uint32_t start = flood_start(c);
    if (start == 0)
        return MOULT_OK;
    uint32_t left = c->total - flood(c, start);
    if (left > 0)
        left -= excuse_sealed_rooms(c);
    if (left == 0)
        return MOULT_OK;
    const uint8_t *cell = c->canvas->scratch;
    const uint8_t *first =
        memchr(cell, CELL_ENTERED, (size_t)c->pitch * (size_t)(c->map->height + 2));
    int32_t from = (int32_t)start, to = (int32_t)(first - cell);
    return refuse(c,
                  "not connected: %u of %u cells can't be reached from (%d,%d), the first is "
                  "(%d,%d)",
                  left, c->total, from % c->pitch - 1, from / c->pitch - 1, to % c->pitch - 1,
                  to / c->pitch - 1);
}

/* -- the other guarantees ---------------------------------------------------------------------- */

static int32_t is_way_down(const moult_spot *spot)
{
    return spot->kind == MOULT_SPOT_STAIRS_DOWN || spot->kind == MOULT_SPOT_EXIT;
}

static moult_status verify_way_down(const check *c)
{
    const moult_spot *way = NULL;
    for (uint32_t i = 0; i < c->map->spot_count; i++) {
        const moult_spot *spot = &c->map->spots[i];
        if (!is_way_down(spot))
            continue;
        if (way != NULL)
            return refuse(c, "two ways down: at (%d,%d) and at (%d,%d)", way->x, way->y, spot->x,
                          spot->y);
        way = spot;
    }
    if (way == NULL)
        return refuse(c, "no way down: no spot is stairs down or an exit");
    uint32_t tile = tile_at(c, way->x, way->y);
    int32_t fits = way->kind == MOULT_SPOT_EXIT
                       ? tile == MOULT_TILE_EXIT
                       : tile == MOULT_TILE_STAIRS_DOWN || tile == MOULT_TILE_LADDER_DOWN;
    if (!fits)
        return refuse(c, "no way down: the spot for it at (%d,%d) is on the tile '%s'", way->x,
                      way->y, tile_text(tile));
    return MOULT_OK;
}

/* Of an entry, whether found in the list or asked for. */
static moult_status verify_entry(const check *c, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= c->map->width || y >= c->map->height)
        return refuse(c, "entry not free: (%d,%d) is off the map", x, y);
    if (!can_stand(c, x, y))
        return refuse(c, "entry not free: (%d,%d) is the tile '%s'", x, y,
                      tile_text(tile_at(c, x, y)));
    if ((c->request->require & MOULT_MAP_ENTRY_FREE) == 0)
        return MOULT_OK;
    for (uint32_t i = 0; i < c->map->spot_count; i++) {
        const moult_spot *spot = &c->map->spots[i];
        if (is_way_down(spot) && spot->x == x && spot->y == y)
            return refuse(c, "entry not free: (%d,%d) is the way down", x, y);
    }
    return MOULT_OK;
}

static moult_status verify_entries(const check *c)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < c->map->spot_count; i++) {
        const moult_spot *spot = &c->map->spots[i];
        if (spot->kind != MOULT_SPOT_ENTRY)
            continue;
        found++;
        moult_status status = verify_entry(c, spot->x, spot->y);
        if (status < 0)
            return status;
    }
    for (uint32_t i = 0; i < c->request->entry_count; i++) {
        moult_status status = verify_entry(c, c->request->entries[i].x, c->request->entries[i].y);
        if (status < 0)
            return status;
    }
    if (found == 0 && c->request->entry_count == 0)
        return refuse(c, "no entry: no spot is one");
    return MOULT_OK;
}

static moult_status verify_border(const check *c)
{
    int32_t right = c->map->width - 1, bottom = c->map->height - 1;
    for (int32_t y = 0; y <= bottom; y++) {
        int32_t step = y == 0 || y == bottom || right == 0 ? 1 : right;
        for (int32_t x = 0; x <= right; x += step)
            if (can_stand(c, x, y))
                return refuse(c, "border open: (%d,%d) is the tile '%s'", x, y,
                              tile_text(tile_at(c, x, y)));
    }
    return MOULT_OK;
}

static moult_status verify_spawns(const check *c)
{
    for (uint32_t i = 0; i < c->map->spawn_count; i++) {
        const moult_spawn *spawn = &c->map->spawns[i];
        if ((spawn->flags & MOULT_SPAWN_BURIED) == 0 && !can_stand(c, spawn->x, spawn->y))
            return refuse(c, "spawn not free: spawn %u at (%d,%d) is on the tile '%s'", i, spawn->x,
                          spawn->y, tile_text(tile_at(c, spawn->x, spawn->y)));
    }
    return MOULT_OK;
}

moult_status moult__oracle_verify(moult__canvas *canvas, const moult_request *request, char *why,
                                  uint32_t room)
{
    check c = {.canvas = canvas,
               .map = &canvas->own,
               .request = request,
               .wanted = canvas->open.promise | request->require,
               .pitch = canvas->own.width + 2,
               .why = why,
               .room = room};
    moult_status status = MOULT_OK;
    if ((request->require & ~ALL_GUARANTEES) != 0)
        return refuse(&c, "required guarantees (%u) that this core doesn't know",
                      request->require & ~ALL_GUARANTEES);
    if ((status = survey(&c)) < 0 || (status = verify_lists(&c)) < 0)
        return status;
    if ((c.wanted & MOULT_MAP_CLOSED_BORDER) != 0 && (status = verify_border(&c)) < 0)
        return status;
    if ((c.wanted & MOULT_MAP_WAY_DOWN) != 0 && (status = verify_way_down(&c)) < 0)
        return status;
    if ((c.wanted & MOULT_MAP_ENTRY_FREE) != 0 && (status = verify_entries(&c)) < 0)
        return status;
    if ((c.wanted & MOULT_MAP_SPAWNS_FREE) != 0 && (status = verify_spawns(&c)) < 0)
        return status;
    if ((c.wanted & (MOULT_MAP_CONNECTED | MOULT_MAP_NO_SECRETS)) != 0)
        status = verify_connected(&c);
    return status;
}
