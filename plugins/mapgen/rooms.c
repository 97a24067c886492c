/* SPDX-License-Identifier: MIT */
/* mapgen/rooms: eight rooms in solid wall, each joined to the next by a corridor with one bend.
 *
 * The order of the draws is the level: it is that of the original `rogue`, so that its levels come
 * out cell by cell. Never move, add or drop a draw. Rooms may overlap and then are one.
 *
 * Spawns use the vocabulary "rogue". An actor's kind is a monster's number. An item's kind is one
 * of ITEM_*, its subkind a tier or an effect; the value of a gold pile is its `power`, in full.
 * What would stand on something else isn't spawned at all. */
#include <moult/mapgen.h>
#include <moult/random.h>
#include <string.h>

#define ROOMS 8
#define WIDTH_MIN 24 /* the largest room and its walls must fit anywhere */
#define HEIGHT_MIN 16
#define DEEPEST 100 /* the floor with the exit */
#define MONSTERS_MAX 12
#define TIER_MAX 19

#define ITEM_FOOD 0
#define ITEM_GOLD 1
#define ITEM_WEAPON 2
#define ITEM_ARMOUR 3
#define ITEM_POTION 4
#define ITEM_SCROLL 5

/* Walls included: what can be walked on is x0 + 1 .. x1 - 1, y0 + 1 .. y1 - 1. */
typedef struct box {
    int32_t x0, y0, x1, y1;
} box;

typedef struct cell {
    int32_t x, y;
} cell;

/* A level in the making. `status` keeps the first refusal, so that only the end must look at it. */
typedef struct level {
    moult_canvas *canvas;
    moult_xorshift random;
    moult_status status;
    int32_t floor; /* 1..100 */
    box rooms[ROOMS];
    cell start;
} level;

static void note(level *l, moult_status status)
{
    if (l->status >= 0 && status < 0)
        l->status = status;
}

/* Uniform enough in low..high-1. */
static int32_t draw(level *l, int32_t low, int32_t high)
{
    return low + (int32_t)(moult_xorshift_next(&l->random) % (uint32_t)(high - low));
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static cell centre(const box *room)
{
    cell middle = {(room->x0 + room->x1) / 2, (room->y0 + room->y1) / 2};
    return middle;
}

static uint8_t *tile_at(const level *l, cell at)
{
    return &l->canvas->tile[at.y * l->canvas->stride + at.x];
}

/* Floor from one corner to the other, both included. */
static void dig(level *l, cell a, cell b)
{
    for (int32_t y = smaller(a.y, b.y); y <= (a.y > b.y ? a.y : b.y); y++)
        for (int32_t x = smaller(a.x, b.x); x <= (a.x > b.x ? a.x : b.x); x++)
            l->canvas->tile[y * l->canvas->stride + x] = MOULT_TILE_FLOOR;
}

static void dig_room(level *l, int32_t index)
{
    box *room = &l->rooms[index];
    int32_t width = draw(l, 4, 10);
    int32_t height = draw(l, 4, 10);
    room->x0 = draw(l, 1, l->canvas->width - 1 - width);
    room->y0 = draw(l, 1, l->canvas->height - 1 - height);
    room->x1 = room->x0 + width;
    room->y1 = room->y0 + height;

    cell first = {room->x0 + 1, room->y0 + 1}, last = {room->x1 - 1, room->y1 - 1};
    dig(l, first, last);
    moult_room entry = {.size = sizeof entry,
                        .x0 = first.x,
                        .y0 = first.y,
                        .x1 = last.x,
                        .y1 = last.y,
                        .parent = -1,
                        .id = index};
    note(l, l->canvas->add_room(l->canvas, &entry));
}

static void dig_corridor(level *l, cell from, cell to)
{
    cell bend = {to.x, from.y};
    dig(l, from, bend);
    dig(l, bend, to);
}

static void add_spot(level *l, uint32_t kind, cell at, int32_t room)
{
    moult_spot spot = {
        .size = sizeof spot, .kind = kind, .x = at.x, .y = at.y, .room = room, .target = -1};
    note(l, l->canvas->add_spot(l->canvas, &spot));
}

/* The start is in the first room, the way down in the last. */
static void place_ways(level *l)
{
    cell end = centre(&l->rooms[ROOMS - 1]);
    int32_t last = l->floor >= DEEPEST;
    l->start = centre(&l->rooms[0]);
    *tile_at(l, end) = last ? MOULT_TILE_EXIT : MOULT_TILE_STAIRS_DOWN;
    add_spot(l, MOULT_SPOT_ENTRY, l->start, 0);
    add_spot(l, last ? MOULT_SPOT_EXIT : MOULT_SPOT_STAIRS_DOWN, end, ROOMS - 1);
}

static cell draw_cell(level *l, int32_t room)
{
    cell at;
    at.x = draw(l, l->rooms[room].x0 + 1, l->rooms[room].x1);
    at.y = draw(l, l->rooms[room].y0 + 1, l->rooms[room].y1);
    return at;
}

/* Actors and items don't mind each other, only their like. */
static int32_t is_taken(const level *l, uint32_t what, cell at)
{
    if (at.x == l->start.x && at.y == l->start.y)
        return 1;
    if (what == MOULT_SPAWN_ITEM && *tile_at(l, at) != MOULT_TILE_FLOOR)
        return 1;
    for (uint32_t i = 0; i < l->canvas->spawn_count; i++) {
        const moult_spawn *other = &l->canvas->spawns[i];
        if (other->what == what && other->x == at.x && other->y == at.y)
            return 1;
    }
    return 0;
}

static void add_spawn(level *l, moult_spawn spawn, cell at, int32_t room)
{
    if (is_taken(l, spawn.what, at))
        return;
    spawn.size = sizeof spawn;
    spawn.x = at.x;
    spawn.y = at.y;
    spawn.room = room;
    spawn.count = 1;
    spawn.flags = MOULT_SPAWN_OWN_KIND;
    note(l, l->canvas->add_spawn(l->canvas, &spawn));
}

/* Every other monster is the floor's own kind, the rest are of any easier one. */
static void place_monsters(level *l)
{
    int32_t count = smaller(MONSTERS_MAX, l->floor + 4);
    for (int32_t i = 0; i < count; i++) {
        int32_t own = l->floor == 1 || i % 2 == 0;
        int32_t kind = own ? l->floor - 1 : draw(l, 0, l->floor - 1);
        int32_t room = draw(l, 1, ROOMS);
        moult_spawn spawn = {.what = MOULT_SPAWN_ACTOR, .kind = (uint32_t)kind};
        add_spawn(l, spawn, draw_cell(l, room), room);
    }
}

static void place_item(level *l, uint32_t kind)
{
    int32_t tier = smaller(TIER_MAX, l->floor / 5 + 1);
    int32_t room = draw(l, 0, ROOMS);
    cell at = draw_cell(l, room);
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
static void place_items(level *l)
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

/* A depth out of 1..100 is taken as the nearest floor. */
static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    level l = {.canvas = canvas, .random = moult_xorshift_start(first_word(request->seed))};
    if (canvas->width < WIDTH_MIN || canvas->height < HEIGHT_MIN)
        return MOULT_UNSUPPORTED;
    l.floor = request->depth < 1 ? 1 : smaller(request->depth, DEEPEST);
    moult_status status = canvas->spend(canvas, (uint32_t)(canvas->width * canvas->height));
    if (status < 0)
        return status;

    for (int32_t y = 0; y < canvas->height; y++)
        memset(canvas->tile + y * canvas->stride, MOULT_TILE_WALL, (size_t)canvas->width);
    for (int32_t i = 0; i < ROOMS; i++)
        dig_room(&l, i);
    for (int32_t i = 0; i + 1 < ROOMS; i++)
        dig_corridor(&l, centre(&l.rooms[i]), centre(&l.rooms[i + 1]));
    place_ways(&l);
    place_monsters(&l);
    place_items(&l);

    canvas->vocabulary = "rogue";
    canvas->promise = MOULT_MAP_CONNECTED | MOULT_MAP_WAY_DOWN | MOULT_MAP_ENTRY_FREE |
                      MOULT_MAP_CLOSED_BORDER | MOULT_MAP_SPAWNS_FREE;
    return l.status;
}

MOULT_MAPGEN(rooms, "1.0.0", "eight rooms joined by corridors", generate)
