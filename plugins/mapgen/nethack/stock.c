/* SPDX-License-Identifier: MIT */
/* What is in special rooms. A room full of somebody has one a cell, all asleep, but for the row or
 * column inside the newest of its doors: so one can look in. */
#include "level.h"

/* Whether the cell is in the row or column that the door opens into. */
static int32_t inside_door(const nethack_door *door, const nethack_box *floor, int32_t x, int32_t y)
{
    if (door == NULL)
        return 0;
    return (x == floor->x0 && door->at.x == x - 1) || (x == floor->x1 && door->at.x == x + 1) ||
           (y == floor->y0 && door->at.y == y - 1) || (y == floor->y1 && door->at.y == y + 1);
}

static nethack_cell step_from(const nethack_door *door, const nethack_box *floor, int32_t in)
{
    int32_t dx = (door->at.x < floor->x0) - (door->at.x > floor->x1);
    int32_t dy = (door->at.y < floor->y0) - (door->at.y > floor->y1);
    return (nethack_cell){door->at.x + in * dx, door->at.y + in * dy};
}

static void actor(nethack_level *l, uint32_t kind, nethack_cell at, int32_t room, uint32_t subkind,
                  uint32_t flags)
{
    if (!nethack_arrival(l, at))
        nethack_spawn(l, MOULT_SPAWN_ACTOR, kind, at, room, subkind, 0, flags);
}

/* -- shops ------------------------------------------------------------------------------------- */

void nethack_shop_stock(nethack_level *l, int32_t room)
{
    const nethack_box *floor = &l->rooms[room].floor;
    const nethack_door *door = nethack_door_newest(l, room);
    uint32_t shop = (uint32_t)l->rooms[room].subkind;
    actor(l, NETHACK_SHOPKEEPER, step_from(door, floor, 1), room, shop, 0);
    nethack_cell outside = step_from(door, floor, -1);
    if (door->state == MOULT_DOOR_LOCKED)
        nethack_spawn_note(l, NETHACK_SHOP_CLOSED, outside, -1);
    for (int32_t x = floor->x0; x <= floor->x1; x++)
        for (int32_t y = floor->y0; y <= floor->y1; y++) {
            nethack_cell at = {x, y};
            if (inside_door(door, floor, x, y))
                continue;
            if (nethack_roll(l, l->set.shop_mimic) < l->depth && l->set.shop_mimic > 0)
                actor(l, NETHACK_MIMIC, at, room, 0, MOULT_SPAWN_HIDDEN);
            else
                nethack_spawn_goods(l, at, room, shop);
        }
}

/* -- rooms full of somebody -------------------------------------------------------------------- */

/* Who rules a court, by how deep it is. */
static uint32_t draw_ruler(nethack_level *l)
{
    const int32_t above[] = {l->set.court_dwarf, l->set.court_elf, l->set.court_ogre};
    int32_t rank = 1 + nethack_roll(l, l->depth);
    uint32_t ruler = 0;
    while (ruler < MOULT_COUNT(above) && rank > above[ruler])
        ruler++;
    return ruler;
}

static void put_throne(nethack_level *l, int32_t room)
{
    nethack_cell at = nethack_room_cell(l, room);
    for (int32_t tries = 1; nethack_occupied(l, at) && tries < l->set.court_tries; tries++)
        at = nethack_room_cell(l, room);
    if (nethack_occupied(l, at))
        return;
    *nethack_tile(l, at.x, at.y) = MOULT_TILE_THRONE;
    actor(l, NETHACK_RULER, at, room, draw_ruler(l), MOULT_SPAWN_ASLEEP | MOULT_SPAWN_LEADER);
    int32_t gold = l->set.court_gold_least + nethack_roll(l, l->set.court_gold * l->depth);
    nethack_spawn(l, MOULT_SPAWN_ITEM, NETHACK_CHEST, at, room, 0, gold, 0);
}

static uint32_t inhabitant(int32_t kind)
{
    switch (kind) {
    case NETHACK_COURT:
        return NETHACK_COURTIER;
    case NETHACK_HALL:
        return NETHACK_LEPRECHAUN;
    case NETHACK_BEEHIVE:
        return NETHACK_KILLER_BEE;
    case NETHACK_MORGUE:
        return NETHACK_UNDEAD;
    case NETHACK_ANTHOLE:
        return NETHACK_ANT;
    case NETHACK_BARRACKS:
        return NETHACK_SOLDIER;
    case NETHACK_NEST:
        return NETHACK_COCKATRICE;
    default:
        return NETHACK_ANY;
    }
}

/* More of it the farther the door is, until what there is for the room is used up. */
static void put_gold(nethack_level *l, nethack_cell at, int32_t room, int32_t *left)
{
    const nethack_door *door = nethack_door_newest(l, room);
    int64_t pile = *left;
    if (door != NULL) {
        int64_t dx = at.x - door->at.x, dy = at.y - door->at.y;
        pile = (dx * dx + dy * dy) * (dx * dx + dy * dy);
    }
    if (pile >= *left)
        pile = (int64_t)l->set.zoo_gold_after * l->depth;
    *left -= (int32_t)pile;
    int32_t more = nethack_roll(l, (int32_t)pile);
    nethack_spawn_gold(l, at, room, l->set.zoo_gold_least + more);
}

static void put_box(nethack_level *l, nethack_cell at, int32_t room)
{
    uint32_t kind = nethack_once(l, l->set.box_chest) ? NETHACK_CHEST : NETHACK_BOX;
    nethack_spawn_item(l, kind, at, room);
}

/* What lies in one cell of such a room. */
static void put_things(nethack_level *l, int32_t kind, nethack_cell at, int32_t room, int32_t *gold)
{
    const nethack_settings *s = &l->set;
    if (kind == NETHACK_ZOO || kind == NETHACK_HALL)
        put_gold(l, at, room, gold);
    if (kind == NETHACK_BEEHIVE && nethack_once(l, s->hive_jelly))
        nethack_spawn_item(l, NETHACK_JELLY, at, room);
    if (kind == NETHACK_BARRACKS && nethack_once(l, s->barracks_box))
        put_box(l, at, room);
    if (kind == NETHACK_NEST && nethack_once(l, s->nest_statue))
        nethack_spawn_item(l, NETHACK_STATUE, at, room);
    if (kind == NETHACK_ANTHOLE && nethack_once(l, s->anthole_food))
        nethack_spawn_item(l, NETHACK_FOOD, at, room);
    if (kind != NETHACK_MORGUE)
        return;
    if (nethack_once(l, s->morgue_corpse))
        nethack_spawn_item(l, NETHACK_CORPSE, at, room);
    if (nethack_once(l, s->morgue_box))
        put_box(l, at, room);
    if (nethack_once(l, s->morgue_grave) && !nethack_occupied(l, at)) {
        *nethack_tile(l, at.x, at.y) = MOULT_TILE_GRAVE;
        nethack_spawn_note(l, NETHACK_HEADSTONE, at, room);
    }
}

/* The cell in the middle; of two, either. */
static nethack_cell middle_of(nethack_level *l, const nethack_box *floor)
{
    nethack_cell at = {(floor->x0 + floor->x1) / 2, (floor->y0 + floor->y1) / 2};
    if ((floor->x1 - floor->x0) % 2 != 0)
        at.x = floor->x0 + (floor->x1 - floor->x0) / 2 + nethack_roll(l, 2);
    if ((floor->y1 - floor->y0) % 2 != 0)
        at.y = floor->y0 + (floor->y1 - floor->y0) / 2 + nethack_roll(l, 2);
    return at;
}

static int32_t can_stand(const nethack_level *l, int32_t x, int32_t y)
{
    return (moult_tile_flags(*nethack_tile(l, x, y)) & MOULT_TILE_BLOCKS) == 0;
}

void nethack_zoo_stock(nethack_level *l, int32_t room)
{
    const nethack_box *floor = &l->rooms[room].floor;
    const nethack_door *door = nethack_door_newest(l, room);
    int32_t kind = l->rooms[room].kind, gold = l->set.zoo_gold * l->depth;
    nethack_cell middle = middle_of(l, floor);
    if (kind == NETHACK_COURT)
        put_throne(l, room);
    for (int32_t x = floor->x0; x <= floor->x1; x++)
        for (int32_t y = floor->y0; y <= floor->y1; y++) {
            nethack_cell at = {x, y};
            if (inside_door(door, floor, x, y) || !can_stand(l, x, y) ||
                *nethack_tile(l, x, y) == MOULT_TILE_THRONE)
                continue;
            if (kind == NETHACK_BEEHIVE && x == middle.x && y == middle.y)
                actor(l, NETHACK_QUEEN_BEE, at, room, 0, MOULT_SPAWN_ASLEEP | MOULT_SPAWN_LEADER);
            else
                actor(l, inhabitant(kind), at, room, 0, MOULT_SPAWN_ASLEEP);
            put_things(l, kind, at, room, &gold);
        }
}

/* -- temples and swamps ------------------------------------------------------------------------ */

void nethack_temple_stock(nethack_level *l, int32_t room)
{
    nethack_cell at = middle_of(l, &l->rooms[room].floor);
    if (nethack_occupied(l, at))
        return;
    *nethack_tile(l, at.x, at.y) = MOULT_TILE_ALTAR;
    *nethack_detail(l, at.x, at.y) = (uint8_t)nethack_roll(l, 3);
    actor(l, NETHACK_PRIEST, at, room, *nethack_detail(l, at.x, at.y), 0);
}

static void flood(nethack_level *l, int32_t room, int32_t *eels)
{
    const nethack_box *floor = &l->rooms[room].floor;
    for (int32_t x = floor->x0; x <= floor->x1; x++)
        for (int32_t y = floor->y0; y <= floor->y1; y++) {
            nethack_cell at = {x, y};
            if (nethack_occupied(l, at) || nethack_door_beside(l, at, 1))
                continue;
            if ((x + y) % 2 == 0) {
                if (nethack_once(l, l->set.swamp_fungus))
                    actor(l, NETHACK_FUNGUS, at, room, 0, 0);
                continue;
            }
            *nethack_tile(l, x, y) = MOULT_TILE_WATER;
            if (*eels == 0 || nethack_once(l, l->set.swamp_eel)) {
                actor(l, NETHACK_EEL, at, room, 0, MOULT_SPAWN_HIDDEN | MOULT_SPAWN_BURIED);
                ++*eels;
            }
        }
}

/* Dry cells touch at their corners, so one can still get across. */
void nethack_swamp_make(nethack_level *l)
{
    int32_t eels = 0;
    for (int32_t i = 0; i < l->set.swamp_tries; i++) {
        int32_t room = l->order[nethack_roll(l, l->order_count)];
        if (l->rooms[room].kind != NETHACK_ORDINARY || room == l->up_room || room == l->down_room)
            continue;
        l->rooms[room].kind = NETHACK_SWAMP;
        flood(l, room, &eels);
    }
}
