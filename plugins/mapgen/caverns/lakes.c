/* SPDX-License-Identifier: MIT */
/* The lakes of mapgen/caverns: each grows from a cell at random, and takes a cell only when the
 * land around it hangs together without it. So lakes may touch walls and each other, and land is
 * still one. */
#include "mapgen/caverns/level.h"

#define LAKE_MIN 8
#define LAKE_MORE 56

/* Whether the land in the four directions hangs together around a cell, by the ring of its eight
 * neighbours: then nothing is cut off when the cell is flooded. The ring is a bit each, clockwise;
 * bits 0, 2, 4 and 6 are the four directions. A piece of land ends where a direction isn't followed
 * by land up to the next one. */
static int32_t may_flood(const caverns_level *l, uint32_t at)
{
    const int32_t up = l->way[0], ring[8] = {up, up + 1, 1, 1 - up, -up, -up - 1, -1, up - 1};
    const uint8_t *here = l->cell + at;
    uint32_t land = 0;
    if (*here != LAND)
        return 0;
    for (uint32_t i = 0; i < 8; i++)
        land |= (uint32_t)((here[ring[i]] == LAND) | (here[ring[i]] == KEPT)) << i;
    const uint32_t next = land >> 1 | land << 7, over = land >> 2 | land << 6;
    const uint32_t ends = land & ~(next & over) & 0x55u;
    return (land & 0xffu) == 0xffu || (ends != 0 && (ends & (ends - 1)) == 0);
}

/* Answers how many cells were flooded. */
static uint32_t make_lake(caverns_level *l, uint32_t start, uint32_t size)
{
    uint32_t *lake = l->queue, made = 0, waiting = 0;
    if (!may_flood(l, start))
        return 0;
    l->cell[start] = WATER;
    lake[made++] = start;
    while (waiting < made && made < size) {
        const uint32_t at = lake[waiting++];
        for (uint32_t way = 0; way < 4 && made < size; way++) {
            const uint32_t to = caverns_neighbour(l, at, way);
            if (l->cell[to] == LAND && common_draw(&l->random, 5) < 3 && may_flood(l, to)) {
                l->cell[to] = WATER;
                lake[made++] = to;
            }
        }
    }
    return made;
}

void caverns_make_lakes(caverns_level *l)
{
    const uint32_t wanted = (uint32_t)((uint64_t)l->land * (uint32_t)l->set.water / 100);
    uint32_t made = 0;
    for (uint32_t tries = wanted / 4 + 1; tries > 0 && made < wanted; tries--) {
        const int32_t x = 1 + common_draw(&l->random, l->width - 2);
        const int32_t y = 1 + common_draw(&l->random, l->height - 2);
        uint32_t size = LAKE_MIN + (uint32_t)common_draw(&l->random, LAKE_MORE);
        if (size > wanted - made)
            size = wanted - made;
        made += make_lake(l, caverns_cell(l, x, y), size);
    }
}
