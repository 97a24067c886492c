/* SPDX-License-Identifier: MIT */
/* Searching: a turn in which each hidden thing beside the hero is found with a chance. A hidden
 * door turns out closed or locked, as the level's maker had it; a hidden corridor is one from then
 * on. */
#include "rules/rogue/game.h"

/* 1: what is hidden at x, y was found. */
static int32_t find(rogue_play *p, int32_t x, int32_t y)
{
    const uint32_t tile = rogue_tile(&p->view, x, y), mark = rogue_mark(&p->view, x, y);
    if (!(moult_tile_flags(tile) & MOULT_TILE_HIDES) ||
        moult_random(p->w, MOULT_STREAM_PLAY, (uint32_t)p->t->search_one_in) != 0)
        return 0;
    if (tile == MOULT_TILE_DOOR_SECRET) {
        const int32_t locked = (mark & ROGUE_MARK_LOCKED) != 0;
        moult_set_cell(p->w, p->level, MOULT_PLANE_MARK, x, y, mark & ~ROGUE_MARK_LOCKED);
        rogue_turn_door(p, x, y, locked ? MOULT_TILE_DOOR_LOCKED : MOULT_TILE_DOOR_CLOSED);
        rogue_say(p->w, MOULT_SAY_GOOD, "You find a hidden door.");
    } else {
        rogue_turn_door(p, x, y, MOULT_TILE_CORRIDOR);
        rogue_say(p->w, MOULT_SAY_GOOD, "You find a hidden corridor.");
    }
    return 1;
}

int32_t rogue_search(rogue_play *p)
{
    int32_t found = 0;
    for (uint32_t i = 0; i < MOULT_DIRECTIONS; i++)
        found += find(p, p->x + moult_direction[i].x, p->y + moult_direction[i].y);
    if (found == 0)
        rogue_say(p->w, MOULT_SAY_NORMAL, "You search, and find nothing.");
    return 1;
}
