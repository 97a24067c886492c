/* SPDX-License-Identifier: MIT */
/* Niches: a single cell of corridor above or below a room, behind a secret door as a rule. Some
 * have a trap, some have no opening at all (closets). A closet is a room of its own to the canvas,
 * sealed, with the scroll that leads out of it; being sealed it counts as corridor for nobody. */
#include "level.h"

typedef struct niche {
    int32_t room;
    nethack_cell cell, wall, inside;
} niche;

/* A place for one, in one of some tries. */
static int32_t find_place(nethack_level *l, niche *n)
{
    n->room = l->order[nethack_roll(l, l->order_count)];
    const nethack_room *room = &l->rooms[n->room];
    if (room->kind != NETHACK_ORDINARY)
        return 0;
    if (room->door_count == 1 && !nethack_once(l, l->set.niche_lone_door))
        return 0;
    int32_t out = nethack_roll(l, 2) == 0 ? 1 : -1;
    int32_t y = out > 0 ? room->floor.y1 + 1 : room->floor.y0 - 1;
    nethack_box span = {room->floor.x0, y, room->floor.x1, y};
    if (!nethack_door_find(l, span, 0, -out, &n->wall))
        return 0;
    n->cell = (nethack_cell){n->wall.x, n->wall.y + out};
    n->inside = (nethack_cell){n->wall.x, n->wall.y - out};
    int32_t edge = l->closed_border;
    if (n->cell.x < 1 || n->cell.x > l->width - 1 - edge || n->cell.y < edge ||
        n->cell.y > l->height - 1 - edge)
        return 0;
    return !nethack_arrival(l, n->cell) &&
           *nethack_tile(l, n->cell.x, n->cell.y) == MOULT_TILE_STONE &&
           *nethack_tile(l, n->inside.x, n->inside.y) == MOULT_TILE_FLOOR;
}

static void dig(nethack_level *l, const niche *n, uint32_t tile)
{
    *nethack_tile(l, n->cell.x, n->cell.y) = (uint8_t)tile;
    *nethack_detail(l, n->cell.x, n->cell.y) = NETHACK_NICHE;
}

/* The floor gives way in a trap door's cell, so its corridor isn't secret. */
static void dig_secret(nethack_level *l, const niche *n, int32_t trap)
{
    l->counters.niche_secret_corridor++;
    l->counters.niche_trap += trap != 0;
    dig(l, n, trap == NETHACK_TRAP_DOOR ? MOULT_TILE_CORRIDOR : MOULT_TILE_CORRIDOR_SECRET);
    if (trap != 0) {
        uint32_t note = trap == NETHACK_TRAP_DOOR ? NETHACK_VLAD_WAS_HERE : NETHACK_AD_AERARIUM;
        nethack_trap_add(l, trap, n->cell, -1, trap == NETHACK_TELEPORTER);
        if (trap == NETHACK_TELEPORTER)
            l->teleporter = n->cell;
        nethack_spawn_note(l, note, n->inside, n->room);
    }
    nethack_door_make(l, n->wall, n->room, 1);
}

/* A room for it, or -1 when it is none, being behind a door that a broken off corridor left. */
static int32_t seal(nethack_level *l, const niche *n)
{
    nethack_box floor = {n->cell.x, n->cell.y, n->cell.x, n->cell.y};
    if (nethack_is_door(*nethack_tile(l, n->wall.x, n->wall.y)) || l->room_count == NETHACK_ROOMS)
        return -1;
    l->rooms[l->room_count] = (nethack_room){
        .floor = floor, .kind = NETHACK_CLOSET, .parent = -1, .first_entry = -1, .last_entry = -1};
    return l->room_count++;
}

static void dig_closet(nethack_level *l, const niche *n)
{
    int32_t closet = seal(l, n);
    l->counters.niche_closed++;
    dig(l, n, MOULT_TILE_CORRIDOR);
    if (closet >= 0 && nethack_once(l, l->set.closet_bars)) {
        l->counters.niche_bars++;
        *nethack_tile(l, n->wall.x, n->wall.y) = MOULT_TILE_BARS;
        if (!nethack_once(l, l->set.closet_corpse))
            nethack_spawn_item(l, NETHACK_CORPSE, n->cell, closet);
    }
    nethack_spawn_item(l, NETHACK_TELEPORT_SCROLL, n->cell, closet);
    if (nethack_once(l, l->set.closet_thing))
        nethack_spawn_thing(l, n->cell, closet, 0);
}

static void dig_open(nethack_level *l, const niche *n)
{
    int32_t secret = !nethack_once(l, l->set.niche_door);
    l->counters.niche_secret_door += secret;
    l->counters.niche_door += !secret;
    dig(l, n, MOULT_TILE_CORRIDOR);
    nethack_door_make(l, n->wall, n->room, secret);
}

int32_t nethack_niche_try(nethack_level *l, int32_t trap)
{
    niche n;
    int32_t tries = 0;
    l->counters.niche_calls++;
    while (!find_place(l, &n))
        if (++tries == l->set.niche_tries)
            return 0;
    if (trap != 0 || nethack_once(l, l->set.niche_secret))
        dig_secret(l, &n, trap);
    else if (nethack_once(l, l->set.niche_closet))
        dig_closet(l, &n);
    else
        dig_open(l, &n);
    return 1;
}

void nethack_niches_make(nethack_level *l)
{
    const nethack_settings *s = &l->set;
    int32_t teleporter = 0, trap_door = 0;
    for (int32_t i = 1 + nethack_roll(l, l->order_count / 2 + 1); i > 0; i--) {
        int32_t trap = 0;
        if (l->depth > s->niche_teleporter_depth && !teleporter && nethack_once(l, s->niche_trap))
            trap = NETHACK_LEVEL_TELEPORTER;
        else if (l->depth > s->niche_trapdoor_depth && l->depth < s->niche_trapdoor_end &&
                 !trap_door && nethack_once(l, s->niche_trap))
            trap = NETHACK_TRAP_DOOR;
        teleporter |= trap == NETHACK_LEVEL_TELEPORTER;
        trap_door |= trap == NETHACK_TRAP_DOOR;
        nethack_niche_try(l, trap);
    }
}
