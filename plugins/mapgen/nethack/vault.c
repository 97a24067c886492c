/* SPDX-License-Identifier: MIT */
/* The vault: 2x2 cells of gold behind walls without a door. Its place was reserved before there
 * were corridors, which may have taken it since. Whoever is in it has a way out: the guard, who
 * leads to the nearest corridor, and never to a niche. */
#include "level.h"

static void fill(nethack_level *l)
{
    nethack_box floor = l->rooms[l->vault_room].floor;
    for (int32_t x = floor.x0; x <= floor.x1; x++)
        for (int32_t y = floor.y0; y <= floor.y1; y++) {
            int32_t more = nethack_roll(l, l->set.vault_gold * l->depth);
            nethack_spawn_gold(l, (nethack_cell){x, y}, l->vault_room,
                               l->set.vault_gold_least + more);
        }
}

/* Nobody may arrive in it. */
static int32_t fits(const nethack_level *l)
{
    for (uint32_t i = 0; i < l->request->entry_count; i++) {
        const moult_spot *entry = &l->request->entries[i];
        if (entry->x >= l->vault.x - 1 && entry->x <= l->vault.x + 2 &&
            entry->y >= l->vault.y - 1 && entry->y <= l->vault.y + 2)
            return 0;
    }
    return nethack_vault_fits(l, l->vault);
}

void nethack_vault_make(nethack_level *l)
{
    if (l->vault.x < 0)
        return;
    if (!fits(l)) {
        if (!nethack_room_try(l, 1, 1) || !fits(l))
            return;
        l->counters.vault_second = 1;
    }
    nethack_box floor = {l->vault.x, l->vault.y, l->vault.x + 1, l->vault.y + 1};
    l->vault_room = nethack_room_add(l, floor, NETHACK_VAULT, 1);
    if (l->vault_room < 0)
        return;
    l->counters.vault_made = 1;
    fill(l);
    if (nethack_once(l, l->set.vault_teleporter))
        l->counters.vault_teleporter = nethack_niche_try(l, NETHACK_TELEPORTER);
}

/* Whether a guard can come from there. */
static int32_t is_corridor(const nethack_level *l, int32_t x, int32_t y)
{
    return nethack_on_map(l, x, y) && *nethack_tile(l, x, y) == MOULT_TILE_CORRIDOR &&
           *nethack_detail(l, x, y) != NETHACK_NICHE;
}

/* A corridor cell on the ring of cells so far from `middle`; 0: there is none. */
static int32_t find_on_ring(const nethack_level *l, nethack_cell middle, int32_t far,
                            nethack_cell *out)
{
    for (int32_t x = middle.x - far; x <= middle.x + far; x++)
        for (int32_t y = middle.y - far; y <= middle.y + far; y++) {
            if (is_corridor(l, x, y)) {
                *out = (nethack_cell){x, y};
                return 1;
            }
            if (x != middle.x - far && x != middle.x + far && y == middle.y - far)
                y = middle.y + far - 1; /* on to the ring's other side */
        }
    return 0;
}

void nethack_vault_guard(nethack_level *l)
{
    if (l->vault_room < 0)
        return;
    int32_t sides = l->width > l->height ? l->width : l->height;
    nethack_cell from = l->vault;
    for (int32_t far = 2; far < sides; far++)
        if (find_on_ring(l, l->vault, far, &from))
            break;
    nethack_spawn_note(l, NETHACK_GUARD, from, l->vault_room);
}
