/* SPDX-License-Identifier: MIT */
/* mapgen/split: a hall is split by walls with a gap each, and the parts again, while chance allows.
 *
 * The order of the draws is the level: it is that of a small roguelike for browsers, so that its
 * levels come out cell by cell from the same seed text. Never move, add or drop a draw. A level's
 * text is "SEED,DEPTH", and ",ATTEMPT" behind it for the attempts after the first.
 *
 * Depth 0 is a bare hall of the size asked for, the same for every seed: stairs in the middle of
 * its upper fifth's lower edge, which is (12,5) of 25x25. Depths 1 to 256 take sides of 16 to 257
 * cells: a draw is a byte, and no bound is above 256. Arrivals that are asked for become floor
 * last; without one the generator chooses, after all draws, so that the level stays as it is.
 *
 * Spawns use the vocabulary "srl": an actor of kind 0 is a rat of level `power`, an item of kind 0
 * an apple and of kind 1 a health potion of level `power`, in the order placed. Rats may stand on
 * the stairs and on each other, items lie in stacks. Cost: about 120 draws, 8 blocks of SHA-256. */
#include <inttypes.h>
#include <moult/mapgen.h>
#include <stdio.h>
#include <string.h>
#include "source.h"

#define SIDE_MIN 16
#define SIDE_MAX 257
#define DEEPEST 256
#define SPLITS 10
#define PARTS_MAX (2 * SPLITS + 1)
#define ROOMS_MAX (SPLITS + 1)
#define THINNEST 6 /* a part must be more than this, less one, across to be split */

#define ACTOR_RAT 0
#define ITEM_APPLE 0
#define ITEM_POTION 1

#define NOWHERE (-1) /* no room */

/* A rectangle of cells, corners included. Axis 0 is x, axis 1 is y. */
typedef struct box {
    int32_t low[2], high[2];
} box;

typedef struct cell {
    int32_t at[2];
} cell;

/* A level in the making. `status` keeps the first refusal, so that only the end must look at it. */
typedef struct level {
    const moult_request *request;
    moult_canvas *canvas;
    split_source source;
    moult_status status;
    box rooms[ROOMS_MAX];
    int32_t room_count;
    cell stairs;
} level;

static void note(level *l, moult_status status)
{
    if (l->status >= 0 && status < 0)
        l->status = status;
}

static int32_t draw(level *l, int32_t bound)
{
    return split_number(&l->source, bound);
}

static uint8_t *tile_at(const level *l, cell c)
{
    return &l->canvas->tile[c.at[1] * l->canvas->stride + c.at[0]];
}

static int32_t is_entry(const level *l, cell c)
{
    for (uint32_t i = 0; i < l->request->entry_count; i++)
        if (l->request->entries[i].x == c.at[0] && l->request->entries[i].y == c.at[1])
            return 1;
    return 0;
}

static int32_t room_at(const level *l, cell c)
{
    for (int32_t i = 0; i < l->room_count; i++) {
        const box *room = &l->rooms[i];
        if (c.at[0] >= room->low[0] && c.at[0] <= room->high[0] && c.at[1] >= room->low[1] &&
            c.at[1] <= room->high[1])
            return i;
    }
    return NOWHERE;
}

/* -- the plan ---------------------------------------------------------------------------------- */

static void clear_hall(const level *l)
{
    const moult_canvas *canvas = l->canvas;
    for (int32_t y = 0; y < canvas->height; y++) {
        uint8_t *row = canvas->tile + y * canvas->stride;
        int32_t border = y == 0 || y == canvas->height - 1;
        memset(row, border ? MOULT_TILE_WALL : MOULT_TILE_FLOOR, (size_t)canvas->width);
        row[0] = row[canvas->width - 1] = MOULT_TILE_WALL;
    }
}

static box whole_hall(const level *l)
{
    box hall = {{1, 1}, {l->canvas->width - 2, l->canvas->height - 2}};
    return hall;
}

static void finish_room(level *l, const box *room)
{
    const moult_canvas *canvas = l->canvas;
    int32_t index = l->room_count++;
    l->rooms[index] = *room;
    moult_room entry = {.size = sizeof entry,
                        .x0 = room->low[0],
                        .y0 = room->low[1],
                        .x1 = room->high[0],
                        .y1 = room->high[1],
                        .parent = -1,
                        .id = index};
    note(l, l->canvas->add_room(l->canvas, &entry));
    for (int32_t y = entry.y0; y <= entry.y1; y++)
        for (int32_t x = entry.x0; x <= entry.x1; x++)
            canvas->room[y * canvas->stride + x] = (uint16_t)(index + 2);
}

/* The axis that the wall is set on: 0 parts left from right. Drawn, unless one side is far the
 * longer one. */
static int32_t choose_axis(level *l, const box *part)
{
    int32_t across = part->high[0] - part->low[0], down = part->high[1] - part->low[1];
    int32_t axis = draw(l, 2);
    if (across > 2 * down)
        return 0;
    return 2 * across < down ? 1 : axis;
}

/* Whether a wall at `place` would end at walls, and not close another wall's gap. */
static int32_t ends_at_walls(const level *l, const box *part, int32_t axis, int32_t place)
{
    cell before, behind;
    before.at[axis] = behind.at[axis] = place;
    before.at[!axis] = part->low[!axis] - 1;
    behind.at[!axis] = part->high[!axis] + 1;
    return *tile_at(l, before) == MOULT_TILE_WALL && *tile_at(l, behind) == MOULT_TILE_WALL;
}

/* Splits by a chance in 256ths. Answers 0 when the part stays whole, else 1 and both children. */
static int32_t split(level *l, const box *part, int32_t chance, box children[2])
{
    if (split_byte(&l->source) > chance)
        return 0;
    int32_t axis = choose_axis(l, part);
    int32_t low = part->low[axis], length = part->high[axis] - low;
    if (length <= THINNEST)
        return 0;
    int32_t place = draw(l, length - THINNEST) + 3 + low;
    if (!ends_at_walls(l, part, axis, place))
        return 0;
    int32_t start = part->low[!axis], end = part->high[!axis];
    int32_t gap = draw(l, end - start) + start;
    for (int32_t i = start; i <= end; i++) {
        cell wall;
        wall.at[axis] = place;
        wall.at[!axis] = i;
        if (i != gap)
            *tile_at(l, wall) = MOULT_TILE_WALL;
    }
    int32_t turned = draw(l, 2);
    children[0] = children[1] = *part;
    children[turned].high[axis] = place - 1;
    children[!turned].low[axis] = place + 1;
    return 1;
}

static void make_rooms(level *l)
{
    static const int32_t chances[SPLITS] = {256, 256, 256, 256, 256, 256, 128, 128, 128, 128};
    box parts[PARTS_MAX];
    int32_t first = 0, count = 1;
    parts[0] = whole_hall(l);
    for (int32_t i = 0; i < SPLITS && first < count; i++) {
        box part = parts[first++];
        if (split(l, &part, chances[i], &parts[count]))
            count += 2;
        else
            finish_room(l, &part);
    }
    while (first < count)
        finish_room(l, &parts[first++]);
}

/* -- what stands and lies there ---------------------------------------------------------------- */

static void add_spot(level *l, uint32_t kind, cell c)
{
    moult_spot spot = {.size = sizeof spot,
                       .kind = kind,
                       .x = c.at[0],
                       .y = c.at[1],
                       .room = room_at(l, c),
                       .target = -1};
    note(l, l->canvas->add_spot(l->canvas, &spot));
}

static void put_stairs(level *l, cell c)
{
    l->stairs = c;
    *tile_at(l, c) = MOULT_TILE_STAIRS_DOWN;
    add_spot(l, MOULT_SPOT_STAIRS_DOWN, c);
}

/* They may break a wall. Ends with the budget when every cell is an arrival. */
static void place_stairs(level *l)
{
    moult_status status;
    cell c;
    do {
        status = l->canvas->spend(l->canvas, 1);
        c.at[0] = draw(l, l->canvas->width - 2) + 1;
        c.at[1] = draw(l, l->canvas->height - 2) + 1;
    } while (is_entry(l, c) && status >= 0);
    note(l, status);
    put_stairs(l, c);
}

/* Never in a room's last row or column. */
static cell draw_cell(level *l, const box *room)
{
    cell c;
    for (int32_t axis = 0; axis < 2; axis++)
        c.at[axis] = draw(l, room->high[axis] - room->low[axis]) + room->low[axis];
    return c;
}

static void add_spawn(level *l, uint32_t what, uint32_t kind, int32_t power, cell c, int32_t room)
{
    moult_spawn spawn = {.size = sizeof spawn,
                         .what = what,
                         .kind = kind,
                         .x = c.at[0],
                         .y = c.at[1],
                         .room = room,
                         .power = power,
                         .count = 1,
                         .flags = MOULT_SPAWN_OWN_KIND};
    note(l, l->canvas->add_spawn(l->canvas, &spawn));
}

static void place_monsters(level *l, int32_t room)
{
    int32_t depth = l->request->depth;
    for (int32_t left = draw(l, 3); left > 0; left--) {
        cell c = draw_cell(l, &l->rooms[room]);
        if (is_entry(l, c))
            continue;
        int32_t more = draw(l, depth);
        int32_t power = depth + more + draw(l, 2);
        add_spawn(l, MOULT_SPAWN_ACTOR, ACTOR_RAT, power, c, room);
    }
}

static int32_t draw_potion_level(level *l)
{
    int32_t usual = (l->request->depth + 3) / 4;
    split_weight levels[] = {{draw(l, usual) + 1, 75}, {usual + 1, 20}, {usual + 2, 5}};
    return split_select(&l->source, levels, MOULT_COUNT(levels));
}

/* One or none: a fraction, rounded. */
static void place_item(level *l, int32_t room)
{
    static const split_weight kinds[] = {{ITEM_APPLE, 20}, {ITEM_POTION, 80}};
    if (split_byte(&l->source) < 128)
        return;
    cell c = draw_cell(l, &l->rooms[room]);
    int32_t kind = split_select(&l->source, kinds, MOULT_COUNT(kinds));
    int32_t power = kind == ITEM_POTION ? draw_potion_level(l) : 0;
    add_spawn(l, MOULT_SPAWN_ITEM, (uint32_t)kind, power, c, room);
}

/* -- arrivals ---------------------------------------------------------------------------------- */

static int32_t is_taken(const level *l, cell c)
{
    for (uint32_t i = 0; i < l->canvas->spawn_count; i++) {
        const moult_spawn *spawn = &l->canvas->spawns[i];
        if (spawn->what == MOULT_SPAWN_ACTOR && spawn->x == c.at[0] && spawn->y == c.at[1])
            return 1;
    }
    return *tile_at(l, c) != MOULT_TILE_FLOOR;
}

/* The first room's centre, or the next free cell in reading order. From its centre on a room has at
 * least five cells; two rats and the stairs may be on them. */
static cell choose_entry(const level *l)
{
    const box *room = &l->rooms[0];
    cell c = {{(room->low[0] + room->high[0]) / 2, (room->low[1] + room->high[1]) / 2}};
    if (l->request->depth == 0)
        c.at[1] = l->canvas->height * 17 / 25;
    while (is_taken(l, c))
        if (++c.at[0] > room->high[0]) {
            c.at[0] = room->low[0];
            c.at[1]++;
        }
    return c;
}

/* Answers whether the border stayed whole. */
static int32_t place_entries(level *l)
{
    const moult_canvas *canvas = l->canvas;
    int32_t closed = 1;
    if (l->request->entry_count == 0)
        add_spot(l, MOULT_SPOT_ENTRY, choose_entry(l));
    for (uint32_t i = 0; i < l->request->entry_count; i++) {
        cell c = {{l->request->entries[i].x, l->request->entries[i].y}};
        if (*tile_at(l, c) != MOULT_TILE_STAIRS_DOWN)
            *tile_at(l, c) = MOULT_TILE_FLOOR;
        add_spot(l, MOULT_SPOT_ENTRY, c);
        closed &= c.at[0] > 0 && c.at[1] > 0 && c.at[0] < canvas->width - 1 &&
                  c.at[1] < canvas->height - 1;
    }
    return closed;
}

/* -- a level ----------------------------------------------------------------------------------- */

static split_source source_of(const moult_request *request)
{
    char text[MOULT_SEED_MAX + 32];
    size_t size = request->seed_text_size;
    if (size > 0)
        memcpy(text, request->seed_text, size);
    size += (size_t)snprintf(text + size, sizeof text - size, ",%" PRId32, request->depth);
    if (request->attempt > 0)
        size += (size_t)snprintf(text + size, sizeof text - size, ",%" PRIu32, request->attempt);
    return split_source_start(text, size);
}

static moult_status check(const moult_request *request)
{
    if (request->width < SIDE_MIN || request->height < SIDE_MIN || request->width > SIDE_MAX ||
        request->height > SIDE_MAX || request->depth < 0 || request->depth > DEEPEST)
        return MOULT_UNSUPPORTED;
    if (request->seed_text_size > MOULT_SEED_MAX)
        return MOULT_RANGE;
    for (uint32_t i = 0; i < request->entry_count; i++) {
        const moult_spot *entry = &request->entries[i];
        if (entry->x < 0 || entry->y < 0 || entry->x >= request->width ||
            entry->y >= request->height)
            return MOULT_RANGE;
    }
    return MOULT_OK;
}

static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    level l = {.request = request, .canvas = canvas};
    moult_status status = check(request);
    if (status >= 0)
        status = canvas->spend(canvas, (uint32_t)(canvas->width * canvas->height));
    if (status < 0)
        return status;

    clear_hall(&l);
    if (request->depth == 0) {
        box hall = whole_hall(&l);
        cell stairs = {{canvas->width / 2, canvas->height / 5}};
        finish_room(&l, &hall);
        put_stairs(&l, stairs);
    } else {
        l.source = source_of(request);
        make_rooms(&l);
        place_stairs(&l);
        for (int32_t room = 0; room < l.room_count; room++) {
            place_monsters(&l, room);
            place_item(&l, room);
        }
    }
    int32_t closed = place_entries(&l);

    canvas->vocabulary = "srl";
    canvas->promise = MOULT_MAP_CONNECTED | MOULT_MAP_NO_SECRETS | MOULT_MAP_WAY_DOWN |
                      MOULT_MAP_ENTRY_FREE | MOULT_MAP_SPAWNS_FREE;
    if (closed)
        canvas->promise |= MOULT_MAP_CLOSED_BORDER;
    return l.status;
}

MOULT_MAPGEN(split, "1.0.0", "a hall split into rooms by walls with gaps", generate)
