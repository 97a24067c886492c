/* SPDX-License-Identifier: MIT */
/* Draws a vault: its cells, its room, its doors, and wishes for what its signs stand for. A door
 * that leads nowhere is wall. */
#include "mapgen/vaults/level.h"

static uint32_t tile_of(const vaults_level *l, char sign, uint32_t door)
{
    switch (sign) {
    case '#':
        return MOULT_TILE_WALL;
    case '~':
        return MOULT_TILE_WATER;
    case '+':
        return l->opens[door] ? MOULT_TILE_DOOR_CLOSED : MOULT_TILE_WALL;
    case 'S':
        if (!l->opens[door])
            return MOULT_TILE_WALL;
        return l->secrets ? MOULT_TILE_DOOR_SECRET : MOULT_TILE_DOOR_CLOSED;
    default:
        return MOULT_TILE_FLOOR;
    }
}

/* One more than the highest of all rooms, so that it stays the vault's alone. */
static int32_t add_room(vaults_level *l, int32_t *id)
{
    *id = 0;
    for (uint32_t i = 0; i < l->canvas->room_count; i++)
        *id = common_most(*id, l->canvas->rooms[i].id + 1);
    const moult_room room = {.size = sizeof room,
                             .flags = MOULT_ROOM_LIT,
                             .x0 = l->x + 1,
                             .y0 = l->y + 1,
                             .x1 = l->x + l->width - 2,
                             .y1 = l->y + l->height - 2,
                             .parent = l->parent,
                             .id = *id};
    return l->canvas->add_room(l->canvas, &room);
}

/* Two entries where the vault stands within a room. */
static moult_status add_door(vaults_level *l, uint32_t tile, int32_t x, int32_t y, int32_t room)
{
    moult_door door = {.size = sizeof door,
                       .kind = tile == MOULT_TILE_DOOR_SECRET ? MOULT_DOOR_SECRET : MOULT_DOOR_DOOR,
                       .state = MOULT_DOOR_CLOSED,
                       .x = x,
                       .y = y,
                       .room = room};
    if (tile == MOULT_TILE_DOOR_SECRET)
        l->canvas->promise &= ~MOULT_MAP_NO_SECRETS;
    moult_status status = l->canvas->add_door(l->canvas, &door);
    door.room = l->parent;
    return status < 0 || l->parent < 0 ? status : l->canvas->add_door(l->canvas, &door);
}

static moult_status add_wish(vaults_level *l, char sign, int32_t x, int32_t y, int32_t room)
{
    const moult_spawn spawn = {.size = sizeof spawn,
                               .what = sign == 'M' ? MOULT_SPAWN_ACTOR : MOULT_SPAWN_ITEM,
                               .x = x,
                               .y = y,
                               .room = room,
                               .count = 1};
    return l->canvas->add_spawn(l->canvas, &spawn);
}

static moult_status draw(vaults_level *l, int32_t room, int32_t id)
{
    uint32_t door = 0;
    moult_status status = MOULT_OK;
    for (int32_t y = 0; y < l->height && status >= 0; y++)
        for (int32_t x = 0; x < l->width && status >= 0; x++) {
            const char sign = vaults_sign_at(l, x, y);
            const uint32_t at = vaults_cell(l, l->x + x, l->y + y), tile = tile_of(l, sign, door);
            const int32_t outline = x == 0 || y == 0 || x == l->width - 1 || y == l->height - 1;
            l->canvas->tile[at] = (uint8_t)tile;
            l->canvas->detail[at] = l->canvas->mark[at] = 0;
            l->canvas->room[at] = (uint16_t)(outline ? 0 : id + 2);
            if (vaults_is_door(sign) && l->opens[door++])
                status = add_door(l, tile, l->x + x, l->y + y, room);
            else if (sign == '$' || sign == 'M')
                status = add_wish(l, sign, l->x + x, l->y + y, room);
        }
    return status;
}

moult_status vaults_stamp(vaults_level *l)
{
    int32_t id;
    const int32_t room = add_room(l, &id);
    return room < 0 ? room : draw(l, room, id);
}
