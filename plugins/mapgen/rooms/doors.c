/* SPDX-License-Identifier: MIT */
/* The doors of mapgen/rooms: where a corridor crosses a room's wall, closed with chance 1/2.
 * A door stands between a room's inside and what can be walked on, with wall on both flanks, so
 * that there is no way around it; never within a room, nor beside another door. Rooms are gone
 * through in their order, each wall from left to right or down: top, bottom, left, right. */
#include "mapgen/rooms/level.h"

static int32_t is_inside(const rooms_box *room, rooms_cell at)
{
    return at.x > room->x0 && at.x < room->x1 && at.y > room->y0 && at.y < room->y1;
}

/* The first room whose inside this is; -1: none's. */
static int32_t room_at(const rooms_level *l, rooms_cell at)
{
    for (int32_t i = 0; i < ROOMS; i++)
        if (is_inside(&l->rooms[i], at))
            return i;
    return -1;
}

static int32_t is_door(uint32_t tile)
{
    return tile == MOULT_TILE_DOOR_CLOSED || tile == MOULT_TILE_DOOR_OPEN;
}

static int32_t beside_door(const rooms_level *l, rooms_cell at)
{
    for (uint32_t i = 0; i < MOULT_DIRECTIONS; i++) {
        rooms_cell next = {at.x + moult_direction[i].x, at.y + moult_direction[i].y};
        if (is_door(*rooms_tile(l, next)))
            return 1;
    }
    return 0;
}

static void add_door(rooms_level *l, rooms_cell at, uint32_t tile, int32_t room)
{
    moult_door door = {.size = sizeof door,
                       .kind = MOULT_DOOR_DOOR,
                       .state = tile == MOULT_TILE_DOOR_OPEN ? MOULT_DOOR_OPEN : MOULT_DOOR_CLOSED,
                       .x = at.x,
                       .y = at.y,
                       .room = room};
    rooms_note(l, l->canvas->add_door(l->canvas, &door));
}

/* `out`: from the wall's cell away from the room. A room's wall is never on the level's edge, so
 * all neighbours of its cells are on the canvas. */
static void try_door(rooms_level *l, int32_t room, rooms_cell at, rooms_cell out)
{
    const rooms_cell beyond = {at.x + out.x, at.y + out.y};
    const rooms_cell left = {at.x + out.y, at.y + out.x}, right = {at.x - out.y, at.y - out.x};
    if (*rooms_tile(l, at) != MOULT_TILE_FLOOR || *rooms_tile(l, left) != MOULT_TILE_WALL ||
        *rooms_tile(l, right) != MOULT_TILE_WALL || *rooms_tile(l, beyond) == MOULT_TILE_WALL ||
        room_at(l, at) >= 0 || beside_door(l, at))
        return;
    const uint32_t closed = moult_xorshift_next(&l->door) >> 31;
    const uint32_t tile = closed ? MOULT_TILE_DOOR_CLOSED : MOULT_TILE_DOOR_OPEN;
    const int32_t other = room_at(l, beyond);
    *rooms_tile(l, at) = (uint8_t)tile;
    add_door(l, at, tile, room);
    if (other >= 0)
        add_door(l, at, tile, other);
}

void rooms_lay_doors(rooms_level *l)
{
    static const rooms_cell up = {0, -1}, down = {0, 1}, west = {-1, 0}, east = {1, 0};
    for (int32_t i = 0; i < ROOMS; i++) {
        const rooms_box *room = &l->rooms[i];
        for (int32_t x = room->x0 + 1; x < room->x1; x++)
            try_door(l, i, (rooms_cell){x, room->y0}, up);
        for (int32_t x = room->x0 + 1; x < room->x1; x++)
            try_door(l, i, (rooms_cell){x, room->y1}, down);
        for (int32_t y = room->y0 + 1; y < room->y1; y++)
            try_door(l, i, (rooms_cell){room->x0, y}, west);
        for (int32_t y = room->y0 + 1; y < room->y1; y++)
            try_door(l, i, (rooms_cell){room->x1, y}, east);
    }
}
