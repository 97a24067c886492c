/* SPDX-License-Identifier: MIT */
/* Where a vault stands. Best is rock that nothing was made of: there it takes nothing away, and a
 * tunnel leads from each door. Where there is none, as in caves or in a maze, it stands in the
 * open, and the cells around it become a path: whatever led through its place leads around it then.
 * Doors, spots and wishes stay untouched either way. */
#include "mapgen/vaults/level.h"

#define PLACES_MAX 20000 /* looked at for one drawing; on ordinary maps that is all of them */
#define TUNNELS_MAX 8    /* places where no tunnel led anywhere, then no more */

/* -- what was made already --------------------------------------------------------------------- */

static void forbid(vaults_level *l, int32_t x, int32_t y, int32_t around)
{
    const moult_canvas *canvas = l->canvas;
    for (int32_t row = common_most(y - around, 0);
         row <= common_least(y + around, canvas->height - 1); row++)
        for (int32_t column = common_most(x - around, 0);
             column <= common_least(x + around, canvas->width - 1); column++)
            l->mark[vaults_cell(l, column, row)] |= VAULTS_TABOO;
}

static int32_t is_door_tile(uint32_t tile)
{
    return tile == MOULT_TILE_DOOR_CLOSED || tile == MOULT_TILE_DOOR_OPEN ||
           tile == MOULT_TILE_DOOR_LOCKED || tile == MOULT_TILE_DOOR_SECRET ||
           tile == MOULT_TILE_DOOR_BROKEN || tile == MOULT_TILE_DOORWAY;
}

static void forbid_all(vaults_level *l)
{
    const moult_canvas *canvas = l->canvas;
    for (int32_t y = 0; y < canvas->height; y++)
        for (int32_t x = 0; x < canvas->width; x++)
            if (is_door_tile(canvas->tile[vaults_cell(l, x, y)]))
                forbid(l, x, y, 1);
    for (uint32_t i = 0; i < canvas->door_count; i++)
        forbid(l, canvas->doors[i].x, canvas->doors[i].y, 1);
    for (uint32_t i = 0; i < canvas->spot_count; i++)
        forbid(l, canvas->spots[i].x, canvas->spots[i].y, 0);
    for (uint32_t i = 0; i < canvas->spawn_count; i++)
        forbid(l, canvas->spawns[i].x, canvas->spawns[i].y, 0);
    for (uint32_t i = 0; i < l->request->entry_count; i++)
        forbid(l, l->request->entries[i].x, l->request->entries[i].y, 0);
}

static int32_t can_enter(uint32_t tile)
{
    const uint32_t flags = moult_tile_flags(tile);
    return (flags & MOULT_TILE_BLOCKS) == 0 ||
           (flags & (MOULT_TILE_OPENS | MOULT_TILE_HIDES)) != 0 || tile == MOULT_TILE_DOOR_LOCKED;
}

static void reach(vaults_level *l, uint32_t start)
{
    const uint32_t across = (uint32_t)l->canvas->stride;
    uint32_t count = 0;
    l->mark[start] |= VAULTS_REACHED;
    l->queue[count++] = start;
    for (uint32_t next = 0; next < count; next++) {
        const int32_t x = (int32_t)(l->queue[next] % across);
        const int32_t y = (int32_t)(l->queue[next] / across);
        for (uint32_t i = 0; i < MOULT_DIRECTIONS; i++) {
            const int32_t to_x = x + moult_direction[i].x, to_y = y + moult_direction[i].y;
            if (to_x < 0 || to_y < 0 || to_x >= l->canvas->width || to_y >= l->canvas->height)
                continue;
            const uint32_t to = vaults_cell(l, to_x, to_y);
            if ((l->mark[to] & VAULTS_REACHED) == 0 && can_enter(l->canvas->tile[to])) {
                l->mark[to] |= VAULTS_REACHED;
                l->queue[count++] = to;
            }
        }
    }
}

int32_t vaults_survey(vaults_level *l)
{
    const moult_canvas *canvas = l->canvas;
    for (uint32_t i = 0; i < canvas->spot_count; i++) {
        const moult_spot *spot = &canvas->spots[i];
        if (spot->kind != MOULT_SPOT_ENTRY)
            continue;
        forbid_all(l);
        reach(l, vaults_cell(l, spot->x, spot->y));
        return 1;
    }
    return 0;
}

/* -- places ------------------------------------------------------------------------------------ */

/* A cell of the vault or of the ring around it. */
static int32_t fits_in_rock(const vaults_level *l, int32_t x, int32_t y)
{
    const uint32_t at = vaults_cell(l, x, y);
    return vaults_is_rock(l->canvas->tile[at]) && (l->mark[at] & VAULTS_TABOO) == 0;
}

static int32_t fits_in_the_open(const vaults_level *l, int32_t x, int32_t y)
{
    const uint32_t at = vaults_cell(l, x, y), tile = l->canvas->tile[at];
    const int32_t plain = vaults_is_rock(tile) || tile == MOULT_TILE_WATER ||
                          ((tile == MOULT_TILE_FLOOR || tile == MOULT_TILE_CORRIDOR) &&
                           (l->mark[at] & VAULTS_REACHED) != 0);
    return plain && (l->mark[at] & VAULTS_TABOO) == 0 &&
           l->canvas->room[at] == l->canvas->room[vaults_cell(l, l->x - 1, l->y - 1)];
}

static int32_t fits(const vaults_level *l, int32_t rock)
{
    for (int32_t y = l->y - 1; y <= l->y + l->height; y++)
        for (int32_t x = l->x - 1; x <= l->x + l->width; x++)
            if (!(rock ? fits_in_rock(l, x, y) : fits_in_the_open(l, x, y)))
                return 0;
    return 1;
}

/* The path around is in touch with the rest of the level when one of its cells was before. */
static int32_t touches(const vaults_level *l)
{
    for (int32_t y = l->y - 1; y <= l->y + l->height; y++)
        for (int32_t x = l->x - 1; x <= l->x + l->width; x++)
            if ((x < l->x || y < l->y || x >= l->x + l->width || y >= l->y + l->height) &&
                (l->mark[vaults_cell(l, x, y)] & VAULTS_REACHED) != 0)
                return 1;
    return 0;
}

/* The room of the list that the plane names there, or -1. */
static int32_t room_at(const vaults_level *l, int32_t x, int32_t y)
{
    const int32_t id = (int32_t)l->canvas->room[vaults_cell(l, x, y)] - 2;
    for (uint32_t i = 0; i < l->canvas->room_count; i++)
        if (l->canvas->rooms[i].id == id)
            return (int32_t)i;
    return -1;
}

static int32_t settle_in_the_open(vaults_level *l)
{
    if (!touches(l))
        return 0;
    l->parent = room_at(l, l->x - 1, l->y - 1);
    memset(l->opens, 1, sizeof l->opens);
    for (int32_t y = l->y - 1; y <= l->y + l->height; y++)
        for (int32_t x = l->x - 1; x <= l->x + l->width; x++) {
            const uint32_t at = vaults_cell(l, x, y);
            if (l->canvas->tile[at] != MOULT_TILE_CORRIDOR)
                l->canvas->tile[at] = MOULT_TILE_FLOOR;
            l->canvas->detail[at] = 0;
        }
    return 1;
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    while (b != 0) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Looks at places in an order that jumps over the map, from a place at random on. */
static int32_t search(vaults_level *l, int32_t rock, int32_t *tunnels)
{
    const int32_t across = l->canvas->width - l->width - 3,
                  down = l->canvas->height - l->height - 3;
    if (across < 1 || down < 1)
        return 0;
    const uint32_t places = (uint32_t)across * (uint32_t)down;
    uint32_t step = places / 8 * 5 + 1;
    while (common_divisor(step, places) != 1)
        step++;
    uint32_t place = (uint32_t)common_draw(&l->random, (int32_t)places);
    for (uint32_t left = places < PLACES_MAX ? places : PLACES_MAX; left > 0; left--) {
        place = (uint32_t)(((uint64_t)place + step) % places);
        l->x = 2 + (int32_t)(place % (uint32_t)across);
        l->y = 2 + (int32_t)(place / (uint32_t)across);
        if (!fits(l, rock))
            continue;
        if (!rock && settle_in_the_open(l))
            return 1;
        if (rock && vaults_dig(l))
            return 1;
        if (rock && --*tunnels == 0)
            return 0;
    }
    return 0;
}

static void choose(vaults_level *l, const vaults_design *design)
{
    l->design = design;
    l->variant = (uint32_t)common_draw(&l->random, 8);
    l->width = (l->variant & 4) != 0 ? design->height : design->width;
    l->height = (l->variant & 4) != 0 ? design->width : design->height;
    l->parent = -1;
}

int32_t vaults_place(vaults_level *l, const vaults_book *book, const vaults_design *only)
{
    const uint32_t first = (uint32_t)common_draw(&l->random, (int32_t)book->count);
    int32_t tunnels = TUNNELS_MAX;
    for (int32_t rock = 1; rock >= 0; rock--)
        for (uint32_t i = 0; i < book->count && tunnels > 0; i++) {
            const vaults_design *design = &book->designs[(first + i) % book->count];
            if (only != NULL && only != design)
                continue;
            choose(l, design);
            if (search(l, rock, &tunnels))
                return 1;
        }
    return 0;
}
