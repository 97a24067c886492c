/* SPDX-License-Identifier: MIT */
/* Cells where somebody is known to arrive, which the request names. They may be anywhere: in rock
 * or a wall a way is cut to the nearest room, with a doorway where it enters. */
#include "level.h"

static int32_t between(int32_t at, int32_t low, int32_t high)
{
    return at < low ? low : at > high ? high : at;
}

static int32_t distance(int32_t a, int32_t b)
{
    return a < b ? b - a : a - b;
}

static int32_t in_vault(const nethack_level *l, nethack_cell at)
{
    if (l->vault_room < 0)
        return 0;
    const nethack_box *f = &l->rooms[l->vault_room].floor;
    return at.x >= f->x0 && at.x <= f->x1 && at.y >= f->y0 && at.y <= f->y1;
}

/* Whether one gets to all else from there. */
static int32_t is_joined(const nethack_level *l, nethack_cell at)
{
    uint32_t tile = *nethack_tile(l, at.x, at.y);
    if (tile == MOULT_TILE_CORRIDOR && *nethack_detail(l, at.x, at.y) == NETHACK_NICHE)
        return 0;
    return tile != MOULT_TILE_STONE && tile != MOULT_TILE_WALL && tile != MOULT_TILE_BARS &&
           !in_vault(l, at);
}

/* A doorway there, in the lists of the rooms that it opens into. */
static void open_wall(nethack_level *l, nethack_cell at)
{
    int32_t room = 0;
    while (room < l->room_count && !nethack_door_opens(at, &l->rooms[room]))
        room++;
    if (room < l->room_count)
        nethack_door_make(l, at, room, 0);
    nethack_door *door = nethack_door_at(l, at);
    *nethack_tile(l, at.x, at.y) = MOULT_TILE_DOORWAY;
    if (door == NULL)
        return;
    door->kind = MOULT_DOOR_NONE;
    door->state = MOULT_DOOR_OPEN;
    door->trapped = door->mimic = 0;
}

static void open_cell(nethack_level *l, nethack_cell at)
{
    uint32_t tile = *nethack_tile(l, at.x, at.y);
    if (tile == MOULT_TILE_STONE || tile == MOULT_TILE_CORRIDOR_SECRET)
        *nethack_tile(l, at.x, at.y) = MOULT_TILE_CORRIDOR;
    else if (tile == MOULT_TILE_WALL || tile == MOULT_TILE_BARS || nethack_is_door(tile))
        open_wall(l, at);
}

static const nethack_box *nearest_room(const nethack_level *l, nethack_cell at)
{
    const nethack_box *nearest = NULL;
    int32_t best = 0;
    for (int32_t i = 0; i < l->order_count; i++) {
        const nethack_box *f = &l->rooms[l->order[i]].floor;
        int32_t far = distance(at.x, between(at.x, f->x0, f->x1)) +
                      distance(at.y, between(at.y, f->y0, f->y1));
        if (l->order[i] == l->vault_room || (nearest != NULL && far >= best))
            continue;
        nearest = f;
        best = far;
    }
    return nearest;
}

/* Across first, unless that would be along the room's wall. */
static void cut_way(nethack_level *l, nethack_cell at)
{
    const nethack_box *f = nearest_room(l, at);
    nethack_cell to = {between(at.x, f->x0, f->x1), between(at.y, f->y0, f->y1)};
    int32_t along_first = at.y == f->y0 - 1 || at.y == f->y1 + 1;
    while (at.x != to.x || at.y != to.y) {
        int32_t along = at.x == to.x || (along_first && at.y != to.y);
        if (along)
            at.y += at.y < to.y ? 1 : -1;
        else
            at.x += at.x < to.x ? 1 : -1;
        if (is_joined(l, at))
            return;
        open_cell(l, at);
    }
}

void nethack_arrivals_free(nethack_level *l)
{
    for (uint32_t i = 0; i < l->request->entry_count; i++) {
        nethack_cell at = {l->request->entries[i].x, l->request->entries[i].y};
        if (!nethack_on_map(l, at.x, at.y)) {
            nethack_note(l, MOULT_RANGE);
            return;
        }
        int32_t joined = is_joined(l, at);
        open_cell(l, at);
        if (!joined)
            cut_way(l, at);
    }
}
