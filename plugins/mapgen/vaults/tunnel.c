/* SPDX-License-Identifier: MIT */
/* The tunnels of a vault in rock: from each door the shortest one to a cell that can be walked to.
 * Only rock is dug, never the level's edge, the vault itself, or a door's surroundings, so that no
 * door can be walked around. */
#include "mapgen/vaults/level.h"

static int32_t may_dig(const vaults_level *l, int32_t x, int32_t y)
{
    const uint32_t at = vaults_cell(l, x, y);
    const int32_t inside = x >= l->x && y >= l->y && x < l->x + l->width && y < l->y + l->height;
    return !inside && !common_on_border(l->canvas, x, y) && vaults_is_rock(l->canvas->tile[at]) &&
           (l->mark[at] & VAULTS_TABOO) == 0;
}

static int32_t is_goal(const vaults_level *l, uint32_t at)
{
    return (l->mark[at] & VAULTS_REACHED) != 0 &&
           (moult_tile_flags(l->canvas->tile[at]) & MOULT_TILE_BLOCKS) == 0;
}

static void dig_back(vaults_level *l, uint32_t at, uint32_t start)
{
    for (;;) {
        l->canvas->tile[at] = MOULT_TILE_FLOOR;
        l->canvas->detail[at] = 0;
        l->mark[at] |= VAULTS_REACHED;
        if (at == start)
            return;
        at = (uint32_t)((int32_t)at + l->way[l->back[at] - 1]);
    }
}

/* Digs from this cell; 0: nothing can be reached from it. */
static int32_t dig_from(vaults_level *l, uint32_t start)
{
    const uint32_t across = (uint32_t)l->canvas->stride;
    uint32_t count = 0;
    int32_t found = 0;
    l->back[start] = 1;
    l->queue[count++] = start;
    for (uint32_t next = 0; next < count && !found; next++) {
        const uint32_t at = l->queue[next];
        for (uint32_t way = 0; way < 4 && !found; way++) {
            const uint32_t to = (uint32_t)((int32_t)at + l->way[way]);
            found = is_goal(l, to);
            if (found)
                dig_back(l, at, start);
            else if (l->back[to] == 0 &&
                     may_dig(l, (int32_t)(to % across), (int32_t)(to / across))) {
                l->back[to] = (uint8_t)((way ^ 2) + 1);
                l->queue[count++] = to;
            }
        }
    }
    for (uint32_t i = 0; i < count; i++)
        l->back[l->queue[i]] = 0;
    return found;
}

int32_t vaults_dig(vaults_level *l)
{
    uint32_t door = 0, open = 0;
    memset(l->opens, 0, sizeof l->opens);
    for (int32_t y = 0; y < l->height; y++)
        for (int32_t x = 0; x < l->width; x++) {
            if (!vaults_is_door(vaults_sign_at(l, x, y)))
                continue;
            const int32_t out_x = x == 0 ? -1 : x == l->width - 1 ? 1 : 0;
            const int32_t out_y = y == 0 ? -1 : y == l->height - 1 ? 1 : 0;
            const uint32_t start = vaults_cell(l, l->x + x + out_x, l->y + y + out_y);
            l->opens[door] = (l->mark[start] & VAULTS_REACHED) != 0 || dig_from(l, start);
            open += l->opens[door++];
        }
    return open > 0;
}
