/* SPDX-License-Identifier: MIT */
/* The ways off the level. The way up is never in the room of the way down if there is another one;
 * for that the room after it is taken, so that one is more likely than others and the last room is
 * hardly ever taken. At depth 1 one arrives where the way up would be, but there is none. */
#include "level.h"

static int32_t is_entry(const nethack_level *l, nethack_cell at)
{
    for (uint32_t i = 0; i < l->request->entry_count; i++)
        if (l->request->entries[i].x == at.x && l->request->entries[i].y == at.y)
            return 1;
    return 0;
}

int32_t nethack_arrival(const nethack_level *l, nethack_cell at)
{
    if (l->request->entry_count > 0)
        return is_entry(l, at);
    return at.x == l->up.x && at.y == l->up.y;
}

static int32_t is_trap(const nethack_level *l, nethack_cell at)
{
    for (int32_t i = 0; i < l->trap_count; i++)
        if (l->traps[i].x == at.x && l->traps[i].y == at.y)
            return 1;
    return 0;
}

int32_t nethack_occupied(const nethack_level *l, nethack_cell at)
{
    uint32_t tile = *nethack_tile(l, at.x, at.y);
    int32_t bare = tile == MOULT_TILE_FLOOR || tile == MOULT_TILE_CORRIDOR;
    return !bare || (at.x == l->up.x && at.y == l->up.y) || is_entry(l, at) || is_trap(l, at);
}

static nethack_cell free_cell(nethack_level *l, int32_t room)
{
    nethack_cell at;
    int32_t tries = 0;
    do
        at = nethack_room_cell(l, room);
    while (nethack_occupied(l, at) && ++tries < l->set.place_tries);
    return at;
}

void nethack_stairs_place(nethack_level *l)
{
    int32_t last = l->depth >= l->set.exit_depth;
    int32_t down = nethack_roll(l, l->order_count), up = nethack_roll(l, l->order_count - 1);
    if (l->order_count > 1 && up == down)
        up++;
    l->down_room = l->order[down];
    l->up_room = l->order[up];
    l->down = free_cell(l, l->down_room);
    *nethack_tile(l, l->down.x, l->down.y) = last ? MOULT_TILE_EXIT : MOULT_TILE_STAIRS_DOWN;
    nethack_cell at = free_cell(l, l->up_room);
    if (nethack_occupied(l, at))
        nethack_note(l, MOULT_REFUSED);
    l->up = at;
    if (l->status >= 0 && l->depth > 1)
        *nethack_tile(l, l->up.x, l->up.y) = MOULT_TILE_STAIRS_UP;
}

/* How many of 1000 levels of a depth have a branch: near the surface ladders down, then up, and
 * farther down portals. */
static int32_t branch_odds(int32_t depth)
{
    static const int16_t odds[] = {0,   0,   333, 333, 333, 0,  250, 250, 250, 250, 200, 173, 283,
                                   263, 263, 303, 183, 63,  63, 63,  63,  63,  63,  63,  63};
    return depth < (int32_t)MOULT_COUNT(odds) ? odds[depth] : 0;
}

void nethack_branch_draw(nethack_level *l)
{
    l->branch_level = nethack_roll(l, 100000) < l->set.branch * branch_odds(l->depth);
}

void nethack_branch_place(nethack_level *l)
{
    int32_t room = -1;
    if (!l->branch_level)
        return;
    for (int32_t tries = 0; tries < l->set.branch_tries; tries++) {
        room = l->order[nethack_roll(l, l->order_count)];
        if (l->order_count < 3 ||
            (room != l->down_room && room != l->up_room && l->rooms[room].kind == NETHACK_ORDINARY))
            break;
    }
    nethack_cell at = free_cell(l, room);
    if (nethack_occupied(l, at) || room == l->vault_room)
        return;
    l->branch = at;
    if (l->depth < l->set.branch_portal) {
        int32_t down = l->depth < l->set.branch_up;
        *nethack_tile(l, at.x, at.y) = down ? MOULT_TILE_LADDER_DOWN : MOULT_TILE_LADDER_UP;
        return;
    }
    *nethack_tile(l, at.x, at.y) = MOULT_TILE_PORTAL;
    nethack_trap_add(l, NETHACK_MAGIC_PORTAL, at, room, 0);
}
