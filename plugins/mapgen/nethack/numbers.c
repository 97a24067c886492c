/* SPDX-License-Identifier: MIT */
/* What the canvas is told when all is made. Plane ROOM has each room's number on its floor and its
 * walls, and SHARED on walls of two rooms; a room's number is its index + 2 for good, whatever
 * order rooms stand in. */
#include "level.h"

#define SHARED 1
#define FIRST 2

static void number_row(const nethack_level *l, int32_t y, int32_t x0, int32_t x1, uint16_t number)
{
    uint16_t *row = l->canvas->room + (size_t)y * (size_t)l->canvas->stride;
    for (int32_t x = x0; x <= x1; x++)
        row[x] = row[x] == 0 ? number : SHARED;
}

static void number_room(const nethack_level *l, int32_t room)
{
    const nethack_box *f = &l->rooms[room].floor;
    uint16_t number = (uint16_t)(FIRST + room);
    int32_t walls = l->rooms[room].kind != NETHACK_CLOSET;
    for (int32_t y = f->y0; y <= f->y1; y++) {
        uint16_t *row = l->canvas->room + (size_t)y * (size_t)l->canvas->stride;
        for (int32_t x = f->x0; x <= f->x1; x++)
            row[x] = number;
        if (walls) {
            number_row(l, y, f->x0 - 1, f->x0 - 1, number);
            number_row(l, y, f->x1 + 1, f->x1 + 1, number);
        }
    }
    if (walls) {
        number_row(l, f->y0 - 1, f->x0 - 1, f->x1 + 1, number);
        number_row(l, f->y1 + 1, f->x0 - 1, f->x1 + 1, number);
    }
}

/* Rooms before the rooms in them, whose walls then are shared. */
static void number_rooms(const nethack_level *l)
{
    for (int32_t within = 0; within <= (l->subrooms > 0); within++)
        for (int32_t room = 0; room < l->room_count; room++)
            if ((l->rooms[room].parent >= 0) == within)
                number_room(l, room);
}

static void publish_rooms(nethack_level *l)
{
    for (int32_t i = 0; i < l->room_count; i++) {
        const nethack_room *r = &l->rooms[i];
        int32_t sealed = r->kind == NETHACK_VAULT || r->kind == NETHACK_CLOSET;
        moult_room room = {.size = sizeof room,
                           .kind = (uint32_t)r->kind,
                           .subkind = (uint32_t)r->subkind,
                           .flags =
                               (r->lit ? MOULT_ROOM_LIT : 0) | (sealed ? MOULT_ROOM_SEALED : 0),
                           .x0 = r->floor.x0,
                           .y0 = r->floor.y0,
                           .x1 = r->floor.x1,
                           .y1 = r->floor.y1,
                           .parent = r->parent,
                           .id = i};
        nethack_note(l, l->canvas->add_room(l->canvas, &room));
    }
}

/* Room by room, the oldest door first. */
static void publish_doors(nethack_level *l)
{
    for (int32_t i = 0; i < l->room_count; i++)
        for (int32_t e = l->rooms[i].first_entry; e >= 0; e = l->entries[e].next) {
            const nethack_door *d = &l->doors[l->entries[e].door];
            moult_door door = {.size = sizeof door,
                               .kind = d->kind,
                               .state = d->state | (d->trapped ? MOULT_DOOR_TRAPPED : 0),
                               .x = d->at.x,
                               .y = d->at.y,
                               .room = i};
            nethack_note(l, l->canvas->add_door(l->canvas, &door));
        }
}

/* Each door is shown as what it is, and whoever pretends to be one is asked for. */
static void settle_doors(nethack_level *l)
{
    for (int32_t i = 0; i < l->door_count; i++) {
        nethack_door *door = &l->doors[i];
        if (!l->secrets && door->kind == MOULT_DOOR_SECRET) {
            door->kind = MOULT_DOOR_DOOR;
            nethack_door_show(l, door);
        }
        if (door->mimic)
            nethack_spawn(l, MOULT_SPAWN_ACTOR, NETHACK_MIMIC, door->at, -1, 0, 0,
                          MOULT_SPAWN_HIDDEN);
    }
}

static void find_corridors(nethack_level *l)
{
    for (int32_t y = 0; y < l->height; y++) {
        uint8_t *row = nethack_tile(l, 0, y);
        for (int32_t x = 0; x < l->width; x++)
            row[x] = row[x] == MOULT_TILE_CORRIDOR_SECRET ? MOULT_TILE_CORRIDOR : row[x];
    }
}

static int32_t add_spot(nethack_level *l, uint32_t kind, nethack_cell at, int32_t room,
                        int32_t target)
{
    moult_spot spot = {
        .size = sizeof spot, .kind = kind, .x = at.x, .y = at.y, .room = room, .target = target};
    int32_t index = l->canvas->add_spot(l->canvas, &spot);
    nethack_note(l, index);
    return index;
}

static void publish_spots(nethack_level *l)
{
    uint32_t entries = l->request->entry_count;
    for (uint32_t i = 0; i < entries; i++) {
        nethack_cell at = {l->request->entries[i].x, l->request->entries[i].y};
        add_spot(l, MOULT_SPOT_ENTRY, at, -1, -1);
    }
    if (entries == 0)
        add_spot(l, MOULT_SPOT_ENTRY, l->up, l->up_room, -1);
    int32_t last = l->depth >= l->set.exit_depth;
    add_spot(l, last ? MOULT_SPOT_EXIT : MOULT_SPOT_STAIRS_DOWN, l->down, l->down_room, -1);
    if (l->depth > 1)
        add_spot(l, MOULT_SPOT_STAIRS_UP, l->up, l->up_room, -1);
    if (l->branch.x >= 0)
        add_spot(l, MOULT_SPOT_BRANCH, l->branch, -1, -1);
    if (l->teleporter.x < 0)
        return;
    int32_t arrival = add_spot(l, MOULT_SPOT_TELEPORT, l->vault, l->vault_room, -1);
    add_spot(l, MOULT_SPOT_TELEPORT, l->teleporter, -1, arrival);
}

void nethack_level_publish(nethack_level *l)
{
    settle_doors(l);
    if (!l->secrets)
        find_corridors(l);
    number_rooms(l);
    publish_rooms(l);
    publish_doors(l);
    publish_spots(l);
}
