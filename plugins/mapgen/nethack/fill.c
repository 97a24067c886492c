/* SPDX-License-Identifier: MIT */
/* What is in rooms that are still ordinary: somebody, traps, gold, furniture, statues, boxes,
 * something written, things. Furniture keeps off stairs, traps and the cells beside doors; what
 * lies about keeps off nothing. */
#include "level.h"

/* A cell for furniture; 0: none was drawn. */
static int32_t find_free(nethack_level *l, int32_t room, nethack_cell *out)
{
    for (int32_t tries = 0; tries <= l->set.place_tries; tries++) {
        *out = nethack_room_cell(l, room);
        if (!nethack_occupied(l, *out) && !nethack_door_beside(l, *out, 0))
            return 1;
    }
    return 0;
}

static int32_t put_furniture(nethack_level *l, int32_t room, uint32_t tile, nethack_cell *at)
{
    if (!find_free(l, room, at))
        return 0;
    *nethack_tile(l, at->x, at->y) = (uint8_t)tile;
    return 1;
}

static void put_monster(nethack_level *l, int32_t room)
{
    nethack_cell at = nethack_room_cell(l, room);
    for (int32_t tries = 0; nethack_arrival(l, at) && tries < l->set.place_tries; tries++)
        at = nethack_room_cell(l, room);
    if (!nethack_arrival(l, at))
        nethack_spawn(l, MOULT_SPAWN_ACTOR, NETHACK_ANY, at, room, 0, 0, 0);
}

static void put_pile(nethack_level *l, int32_t room)
{
    nethack_cell at = nethack_room_cell(l, room);
    const nethack_settings *s = &l->set;
    int32_t left = s->gold_depth - l->depth > 2 ? s->gold_depth - l->depth : 2;
    int32_t pieces = 1 + nethack_roll(l, l->depth + s->gold_drawn);
    pieces *= 1 + nethack_roll(l, s->gold_spread / left);
    nethack_spawn_gold(l, at, room, 1 + pieces);
}

static void put_fountain(nethack_level *l, int32_t room)
{
    nethack_cell at;
    if (put_furniture(l, room, MOULT_TILE_FOUNTAIN, &at) &&
        nethack_once(l, l->set.fountain_blessed))
        *nethack_detail(l, at.x, at.y) = NETHACK_BLESSED;
}

static void put_altar(nethack_level *l, int32_t room)
{
    nethack_cell at;
    if (put_furniture(l, room, MOULT_TILE_ALTAR, &at))
        *nethack_detail(l, at.x, at.y) = (uint8_t)nethack_roll(l, 3);
}

static void put_grave(nethack_level *l, int32_t room)
{
    const uint32_t buried = MOULT_SPAWN_BURIED | MOULT_SPAWN_HIDDEN;
    nethack_cell at;
    int32_t bell = nethack_once(l, l->set.grave_bell);
    if (!put_furniture(l, room, MOULT_TILE_GRAVE, &at))
        return;
    nethack_spawn_note(l, NETHACK_HEADSTONE, at, room);
    if (nethack_once(l, l->set.grave_gold)) {
        int32_t pieces = 1 + nethack_roll(l, l->set.grave_pieces);
        pieces += nethack_roll(l, l->set.grave_pieces_depth) * l->depth;
        nethack_spawn(l, MOULT_SPAWN_ITEM, NETHACK_GOLD, at, room, 0, pieces, buried);
    }
    for (int32_t things = nethack_roll(l, l->set.grave_things); things > 0; things--)
        nethack_spawn_thing(l, at, room, buried);
    if (bell)
        nethack_spawn_item(l, NETHACK_BELL, at, room);
}

static void fill_furniture(nethack_level *l, int32_t room)
{
    const nethack_settings *s = &l->set;
    int32_t graves = s->grave - s->grave_depth * l->depth;
    nethack_cell at;
    if (nethack_once(l, s->fountain))
        put_fountain(l, room);
    if (nethack_once(l, s->sink))
        put_furniture(l, room, MOULT_TILE_SINK, &at);
    if (nethack_once(l, s->altar))
        put_altar(l, room);
    if (nethack_once(l, graves > 2 ? graves : 2))
        put_grave(l, room);
}

static void fill_things(nethack_level *l, int32_t room)
{
    const nethack_settings *s = &l->set;
    int32_t boxes = l->order_count * s->box_rooms / 2;
    if (nethack_once(l, s->statue))
        nethack_spawn_item(l, NETHACK_STATUE, nethack_room_cell(l, room), room);
    if (nethack_once(l, boxes)) {
        uint32_t kind = nethack_once(l, s->box_chest) ? NETHACK_CHEST : NETHACK_BOX;
        nethack_spawn_item(l, kind, nethack_room_cell(l, room), room);
    }
    if (nethack_once(l, s->graffiti + s->graffiti_depth * l->depth)) {
        nethack_cell at = nethack_room_cell(l, room);
        if (*nethack_tile(l, at.x, at.y) == MOULT_TILE_FLOOR)
            nethack_spawn_note(l, NETHACK_GRAFFITI, at, room);
    }
    if (!nethack_once(l, s->room_thing))
        return;
    do
        nethack_spawn_thing(l, nethack_room_cell(l, room), room, 0);
    while (nethack_once(l, s->more_things));
}

static void fill_room(nethack_level *l, int32_t room)
{
    const nethack_settings *s = &l->set;
    int32_t traps = s->trap_odds - l->depth / s->trap_depth;
    if (nethack_once(l, s->room_monster))
        put_monster(l, room);
    while (l->trap_count < NETHACK_TRAPS && nethack_once(l, traps > 2 ? traps : 2))
        nethack_trap_any(l, room);
    if (nethack_once(l, s->room_gold))
        put_pile(l, room);
    fill_furniture(l, room);
    fill_things(l, room);
}

void nethack_rooms_fill(nethack_level *l)
{
    for (int32_t i = 0; i < l->order_count; i++)
        if (l->rooms[l->order[i]].kind == NETHACK_ORDINARY)
            fill_room(l, l->order[i]);
}
