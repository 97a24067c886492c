/* SPDX-License-Identifier: MIT */
/* Which room is special, if any: the first kind of a list whose chance comes up, and then the first
 * or a drawn room that will do for it. There may be none that does. */
#include "level.h"

static int32_t has_stairs(const nethack_level *l, int32_t room)
{
    return room == l->up_room || room == l->down_room;
}

/* -- shops ------------------------------------------------------------------------------------- */

static int32_t is_floor(const nethack_level *l, int32_t x, int32_t y)
{
    return *nethack_tile(l, x, y) == MOULT_TILE_FLOOR;
}

/* Whether one can get past the shopkeeper, who stands inside the door: the room goes on behind and
 * to a side of that cell, and the door opens into the room itself, not into a subroom. */
static int32_t door_will_do(const nethack_level *l, const nethack_room *room,
                            const nethack_door *door)
{
    const nethack_box *f = &room->floor;
    int32_t dx = (door->at.x < f->x0) - (door->at.x > f->x1);
    int32_t dy = (door->at.y < f->y0) - (door->at.y > f->y1);
    int32_t x = door->at.x + dx, y = door->at.y + dy;
    if ((dx != 0) == (dy != 0) || x < f->x0 || x > f->x1 || y < f->y0 || y > f->y1)
        return 0;
    return is_floor(l, x, y) && is_floor(l, x + dx, y + dy) &&
           (is_floor(l, x + dy, y + dx) || is_floor(l, x - dy, y - dx));
}

static int32_t shop_will_do(nethack_level *l, int32_t room)
{
    const nethack_room *r = &l->rooms[room];
    if (r->kind != NETHACK_ORDINARY || has_stairs(l, room) || r->door_count != 1)
        return 0;
    for (int32_t i = 0; i < l->room_count; i++)
        if (l->rooms[i].parent == room)
            return 0;
    return door_will_do(l, r, nethack_door_newest(l, room));
}

static uint32_t draw_shop(nethack_level *l, int32_t cells)
{
    const nethack_settings *s = &l->set;
    const int32_t weights[NETHACK_SHOPS] = {
        [NETHACK_SHOP_GENERAL] = s->shop_general, [NETHACK_SHOP_ARMOUR] = s->shop_armour,
        [NETHACK_SHOP_SCROLLS] = s->shop_scrolls, [NETHACK_SHOP_POTIONS] = s->shop_potions,
        [NETHACK_SHOP_WEAPONS] = s->shop_weapons, [NETHACK_SHOP_FOOD] = s->shop_food,
        [NETHACK_SHOP_RINGS] = s->shop_rings,     [NETHACK_SHOP_WANDS] = s->shop_wands,
        [NETHACK_SHOP_TOOLS] = s->shop_tools,     [NETHACK_SHOP_BOOKS] = s->shop_books,
        [NETHACK_SHOP_HEALTH] = s->shop_health,
    };
    int32_t sum = 0;
    uint32_t shop = 0;
    for (uint32_t i = 0; i < NETHACK_SHOPS; i++)
        sum += weights[i];
    for (int32_t left = nethack_roll(l, sum); left >= weights[shop]; shop++)
        left -= weights[shop];
    if (cells > s->shop_large && (shop == NETHACK_SHOP_WANDS || shop == NETHACK_SHOP_BOOKS))
        shop = NETHACK_SHOP_GENERAL;
    return shop;
}

/* A shop's door is a door, found, and not trapped; a trap becomes a lock. */
static void mend_door(nethack_level *l, nethack_door *door)
{
    if (door->kind == MOULT_DOOR_NONE)
        door->state = MOULT_DOOR_OPEN;
    door->kind = MOULT_DOOR_DOOR;
    if (door->trapped)
        door->state = MOULT_DOOR_LOCKED;
    door->trapped = 0;
    nethack_door_show(l, door);
}

int32_t nethack_shop_make(nethack_level *l)
{
    for (int32_t i = 0; i < l->order_count; i++) {
        int32_t room = l->order[i];
        if (!shop_will_do(l, room))
            continue;
        nethack_room *r = &l->rooms[room];
        const nethack_box *f = &r->floor;
        r->kind = NETHACK_SHOP;
        r->subkind = (int32_t)draw_shop(l, (f->x1 - f->x0 + 1) * (f->y1 - f->y0 + 1));
        r->lit = 1;
        mend_door(l, nethack_door_newest(l, room));
        nethack_shop_stock(l, room);
        return 1;
    }
    return 0;
}

/* -- the others -------------------------------------------------------------------------------- */

static int32_t room_will_do(nethack_level *l, int32_t room, int32_t kind)
{
    if (l->rooms[room].kind != NETHACK_ORDINARY)
        return 0;
    if (kind == NETHACK_TEMPLE ? has_stairs(l, room) : room == l->up_room)
        return 0;
    if (room == l->down_room && !nethack_once(l, l->set.pick_down))
        return 0;
    return l->rooms[room].door_count == 1 || nethack_once(l, l->set.pick_doors);
}

int32_t nethack_special_room(nethack_level *l, int32_t kind)
{
    int32_t at = nethack_roll(l, l->order_count);
    for (int32_t i = 0; i < l->order_count; i++, at++) {
        int32_t room = l->order[at % l->order_count];
        if (!room_will_do(l, room, kind))
            continue;
        l->rooms[room].kind = kind;
        if (kind == NETHACK_TEMPLE)
            nethack_temple_stock(l, room);
        else
            nethack_zoo_stock(l, room);
        return 1;
    }
    return 0;
}

static int32_t shop_comes_up(nethack_level *l)
{
    const nethack_settings *s = &l->set;
    int32_t threshold = s->shop_rooms + l->branch_level + l->counters.vault_made;
    return l->depth > s->shop_depth && l->depth < s->shop_end && l->order_count >= threshold &&
           nethack_roll(l, l->depth) < s->shop_chance;
}

void nethack_special_make(nethack_level *l)
{
    const nethack_settings *s = &l->set;
    const struct {
        int32_t below, odds, kind;
    } chances[] = {
        {s->court_depth, s->court, NETHACK_COURT},
        {s->hall_depth, s->hall, NETHACK_HALL},
        {s->zoo_depth, s->zoo, NETHACK_ZOO},
        {s->temple_depth, s->temple, NETHACK_TEMPLE},
        {s->beehive_depth, s->beehive, NETHACK_BEEHIVE},
        {s->morgue_depth, s->morgue, NETHACK_MORGUE},
        {s->anthole_depth, s->anthole, NETHACK_ANTHOLE},
        {s->barracks_depth, s->barracks, NETHACK_BARRACKS},
        {s->swamp_depth, s->swamp, NETHACK_SWAMP},
        {s->nest_depth, s->nest, NETHACK_NEST},
    };
    if (shop_comes_up(l)) {
        nethack_shop_make(l);
        return;
    }
    for (uint32_t i = 0; i < MOULT_COUNT(chances); i++) {
        if (l->depth <= chances[i].below || !nethack_once(l, chances[i].odds))
            continue;
        if (chances[i].kind == NETHACK_SWAMP)
            nethack_swamp_make(l);
        else
            nethack_special_room(l, chances[i].kind);
        return;
    }
}
