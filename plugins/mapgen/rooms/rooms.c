/* SPDX-License-Identifier: MIT */
/* mapgen/rooms: eight rooms in solid wall, each joined to the next by a corridor with one bend.
 *
 * The order of the draws is the level: it is that of the original `rogue`, so that its levels come
 * out cell by cell. Never move, add or drop a draw of that stream. Rooms may overlap and then are
 * one. options.c has what may be asked for beyond the original, doors.c the doors.
 *
 * Spawns use the vocabulary "rogue". An actor's kind is a monster's number. An item's kind is one
 * of ITEM_*, its subkind a tier or an effect; the value of a gold pile is its `power`, in full.
 * What would stand on something else is tried again where that was asked for, else left out. */
#include <string.h>
#include "mapgen/rooms/level.h"

#define WIDTH_MIN 24 /* the largest room and its walls must fit anywhere */
#define HEIGHT_MIN 16
#define DEEPEST 100 /* the floor with the exit */
#define MONSTERS_MAX 12
#define TIER_MAX 19
#define RETRIES 16 /* of what collides */

#define ITEM_FOOD 0
#define ITEM_GOLD 1
#define ITEM_WEAPON 2
#define ITEM_ARMOUR 3
#define ITEM_POTION 4
#define ITEM_SCROLL 5

/* Uniform enough in low..high-1. */
static int32_t draw_from(moult_xorshift *random, int32_t low, int32_t high)
{
    return low + (int32_t)(moult_xorshift_next(random) % (uint32_t)(high - low));
}

static int32_t draw(rooms_level *l, int32_t low, int32_t high)
{
    return draw_from(&l->random, low, high);
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static rooms_cell centre(const rooms_box *room)
{
    rooms_cell middle = {(room->x0 + room->x1) / 2, (room->y0 + room->y1) / 2};
    return middle;
}

/* Floor from one corner to the other, both included. */
static void dig(rooms_level *l, rooms_cell a, rooms_cell b)
{
    for (int32_t y = smaller(a.y, b.y); y <= (a.y > b.y ? a.y : b.y); y++)
        for (int32_t x = smaller(a.x, b.x); x <= (a.x > b.x ? a.x : b.x); x++)
            l->canvas->tile[y * l->canvas->stride + x] = MOULT_TILE_FLOOR;
}

static void dig_room(rooms_level *l, int32_t index)
{
    rooms_box *room = &l->rooms[index];
    int32_t width = draw(l, 4, 10);
    int32_t height = draw(l, 4, 10);
    room->x0 = draw(l, 1, l->canvas->width - 1 - width);
    room->y0 = draw(l, 1, l->canvas->height - 1 - height);
    room->x1 = room->x0 + width;
    room->y1 = room->y0 + height;

    rooms_cell first = {room->x0 + 1, room->y0 + 1}, last = {room->x1 - 1, room->y1 - 1};
    dig(l, first, last);
    moult_room entry = {.size = sizeof entry,
                        .x0 = first.x,
                        .y0 = first.y,
                        .x1 = last.x,
                        .y1 = last.y,
                        .parent = -1,
                        .id = index};
    rooms_note(l, l->canvas->add_room(l->canvas, &entry));
}

static void dig_corridor(rooms_level *l, rooms_cell from, rooms_cell to)
{
    rooms_cell bend = {to.x, from.y};
    dig(l, from, bend);
    dig(l, bend, to);
}

static void add_spot(rooms_level *l, uint32_t kind, rooms_cell at, int32_t room)
{
    moult_spot spot = {
        .size = sizeof spot, .kind = kind, .x = at.x, .y = at.y, .room = room, .target = -1};
    rooms_note(l, l->canvas->add_spot(l->canvas, &spot));
}

/* The start is in the first room, the way down in the last. Where these rooms have one middle, the
 * way down is asked to give way: into a corner, which is no room's middle of this size. */
static void place_ways(rooms_level *l)
{
    rooms_box *room = &l->rooms[ROOMS - 1];
    rooms_cell end = centre(room);
    int32_t last = l->floor >= DEEPEST;
    l->start = centre(&l->rooms[0]);
    if (l->wishes.retry && end.x == l->start.x && end.y == l->start.y)
        end = (rooms_cell){room->x0 + 1, room->y0 + 1};
    *rooms_tile(l, end) = last ? MOULT_TILE_EXIT : MOULT_TILE_STAIRS_DOWN;
    add_spot(l, MOULT_SPOT_ENTRY, l->start, 0);
    add_spot(l, last ? MOULT_SPOT_EXIT : MOULT_SPOT_STAIRS_DOWN, end, ROOMS - 1);
}

static rooms_cell draw_cell(moult_xorshift *random, const rooms_box *room)
{
    rooms_cell at;
    at.x = draw_from(random, room->x0 + 1, room->x1);
    at.y = draw_from(random, room->y0 + 1, room->y1);
    return at;
}

/* Actors and items don't mind each other, only their like. */
static int32_t is_taken(const rooms_level *l, uint32_t what, rooms_cell at)
{
    if (at.x == l->start.x && at.y == l->start.y)
        return 1;
    if (what == MOULT_SPAWN_ITEM && *rooms_tile(l, at) != MOULT_TILE_FLOOR)
        return 1;
    for (uint32_t i = 0; i < l->canvas->spawn_count; i++) {
        const moult_spawn *other = &l->canvas->spawns[i];
        if (other->what == what && other->x == at.x && other->y == at.y)
            return 1;
    }
    return 0;
}

/* Another room and another cell for what collides; 0: all tries did. */
static int32_t find_free(rooms_level *l, uint32_t what, rooms_cell *at, int32_t *room)
{
    int32_t left = l->wishes.retry ? RETRIES : 0;
    while (is_taken(l, what, *at)) {
        if (left-- == 0)
            return 0;
        *room = draw_from(&l->again, what == MOULT_SPAWN_ACTOR, ROOMS);
        *at = draw_cell(&l->again, &l->rooms[*room]);
    }
    return 1;
}

static void add_spawn(rooms_level *l, moult_spawn spawn, rooms_cell at, int32_t room)
{
    if (!find_free(l, spawn.what, &at, &room))
        return;
    spawn.size = sizeof spawn;
    spawn.x = at.x;
    spawn.y = at.y;
    spawn.room = room;
    spawn.count = 1;
    spawn.flags = MOULT_SPAWN_OWN_KIND;
    rooms_note(l, l->canvas->add_spawn(l->canvas, &spawn));
}

/* Every other monster is the floor's own kind, the rest are of any easier one. None is put into the
 * first room, where the hero arrives. */
static void place_monsters(rooms_level *l)
{
    int32_t count = smaller(MONSTERS_MAX, l->floor + 4);
    for (int32_t i = 0; i < count; i++) {
        int32_t own = l->floor == 1 || i % 2 == 0;
        int32_t kind = own ? l->floor - 1 : draw(l, 0, l->floor - 1);
        int32_t room = draw(l, 1, ROOMS);
        moult_spawn spawn = {.what = MOULT_SPAWN_ACTOR, .kind = (uint32_t)kind};
        add_spawn(l, spawn, draw_cell(&l->random, &l->rooms[room]), room);
    }
}

static void place_item(rooms_level *l, uint32_t kind)
{
    int32_t tier = smaller(TIER_MAX, l->floor / 5 + 1);
    int32_t room = draw(l, 0, ROOMS);
    rooms_cell at = draw_cell(&l->random, &l->rooms[room]);
    moult_spawn spawn = {.what = MOULT_SPAWN_ITEM, .kind = kind};
    if (kind == ITEM_POTION || kind == ITEM_SCROLL)
        spawn.subkind = (uint32_t)draw(l, 0, 10);
    else if (kind == ITEM_WEAPON)
        spawn.subkind = (uint32_t)draw(l, 1, tier + 1);
    else if (kind == ITEM_ARMOUR)
        spawn.subkind = (uint32_t)tier;
    else if (kind == ITEM_GOLD)
        spawn.power = draw(l, l->floor, 4 * l->floor + 4);
    add_spawn(l, spawn, at, room);
}

/* How many of each kind there are is drawn first, for all kinds. */
static void place_items(rooms_level *l)
{
    static const struct {
        uint32_t kind;
        int32_t low, high; /* high is one too many */
    } stock[] = {
        {ITEM_FOOD, 3, 6},   {ITEM_POTION, 2, 5}, {ITEM_SCROLL, 2, 5},
        {ITEM_WEAPON, 0, 2}, {ITEM_ARMOUR, 0, 2}, {ITEM_GOLD, 4, 8},
    };
    int32_t count[MOULT_COUNT(stock)];
    for (uint32_t i = 0; i < MOULT_COUNT(stock); i++)
        count[i] = draw(l, stock[i].low, stock[i].high);
    for (uint32_t i = 0; i < MOULT_COUNT(stock); i++)
        for (int32_t made = 0; made < count[i]; made++)
            place_item(l, stock[i].kind);
}

static uint32_t first_word(const uint8_t *seed)
{
    return seed[0] | (uint32_t)seed[1] << 8 | (uint32_t)seed[2] << 16 | (uint32_t)seed[3] << 24;
}

/* A stream of the same seed for another purpose: all 32 bytes and `purpose` by FNV-1a (G. Fowler,
 * L. C. Noll, K.-P. Vo). */
static moult_xorshift other_stream(const uint8_t *seed, uint8_t purpose)
{
    const uint32_t prime = 16777619u;
    uint32_t hash = (2166136261u ^ purpose) * prime;
    for (uint32_t i = 0; i < 32; i++)
        hash = (hash ^ seed[i]) * prime;
    return moult_xorshift_start(hash);
}

static void build(rooms_level *l)
{
    moult_canvas *canvas = l->canvas;
    for (int32_t y = 0; y < canvas->height; y++)
        memset(canvas->tile + y * canvas->stride, MOULT_TILE_WALL, (size_t)canvas->width);
    for (int32_t i = 0; i < ROOMS; i++)
        dig_room(l, i);
    for (int32_t i = 0; i + 1 < ROOMS; i++)
        dig_corridor(l, centre(&l->rooms[i]), centre(&l->rooms[i + 1]));
    place_ways(l);
    if (l->wishes.doors)
        rooms_lay_doors(l);
    place_monsters(l);
    place_items(l);
}

/* A depth out of 1..100 is taken as the nearest floor. */
static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    rooms_level l = {.canvas = canvas,
                     .random = moult_xorshift_start(first_word(request->seed)),
                     .again = other_stream(request->seed, 'r'),
                     .door = other_stream(request->seed, 'd')};
    if (canvas->width < WIDTH_MIN || canvas->height < HEIGHT_MIN)
        return MOULT_UNSUPPORTED;
    moult_status status = rooms_read_options(request->options, canvas, &l.wishes);
    if (status >= 0)
        status = canvas->spend(canvas, (uint32_t)(canvas->width * canvas->height));
    if (status < 0)
        return status;
    l.floor = request->depth < 1 ? 1 : smaller(request->depth, DEEPEST);
    build(&l);
    canvas->vocabulary = "rogue";
    canvas->promise = MOULT_MAP_CONNECTED | MOULT_MAP_WAY_DOWN | MOULT_MAP_ENTRY_FREE |
                      MOULT_MAP_CLOSED_BORDER | MOULT_MAP_SPAWNS_FREE;
    if (request->entry_count != 0) /* it has an entry of its own, and digs to no other */
        canvas->promise &= ~MOULT_MAP_ENTRY_FREE;
    return l.status;
}

MOULT_MAPGEN(rooms, "1.0.0", "eight rooms joined by corridors", generate)
