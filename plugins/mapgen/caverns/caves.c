/* SPDX-License-Identifier: MIT */
/* The caves of mapgen/caverns: found, filled when they are small, and joined.
 * A cave is found by whole runs of cells in a row. Joining grows all caves but a great one into the
 * rock at once, ring by ring: where two meet, the way is dug back to both, so tunnels are short. */
#include "mapgen/caverns/level.h"

/* Takes the run of land around a cell: appends its ends to the queue. Answers its last cell. */
static uint32_t take_run(caverns_level *l, uint32_t at)
{
    const uint8_t *ahead = l->ahead;
    uint32_t first = at, last = at;
    while (ahead[first - 1] != 0)
        first--;
    while (ahead[last + 1] != 0)
        last++;
    memset(l->ahead + first, 0, last - first + 1);
    l->queue[l->count++] = first;
    l->queue[l->count++] = last;
    return last;
}

/* Puts the runs of a cave into the queue, two cells for each; answers how many cells they have. */
static uint32_t gather(caverns_level *l, uint32_t start)
{
    const uint8_t *ahead = l->ahead;
    uint32_t size = 0;
    l->count = 0;
    take_run(l, start);
    for (uint32_t run = 0; run < l->count; run += 2) {
        const uint32_t first = l->queue[run], last = l->queue[run + 1];
        size += last - first + 1;
        for (uint32_t way = 0; way < 4; way += 2) {
            const uint32_t end = caverns_neighbour(l, last, way);
            for (uint32_t at = caverns_neighbour(l, first, way); at <= end; at++)
                if (ahead[at] != 0)
                    at = take_run(l, at);
        }
    }
    return size;
}

/* Appends the cells of a run that are beside rock. */
static void add_to_rim(caverns_level *l, uint32_t first, uint32_t last)
{
    const int32_t up = l->way[0];
    for (uint32_t at = first; at <= last; at++) {
        const uint8_t *here = l->cell + at;
        l->rim[l->rim_count] = at;
        l->rim_count += (here[up] == ROCK) | (here[-up] == ROCK) | (at == first) | (at == last);
    }
}

/* Notes the cell of the largest cave that is farthest in the direction `wind`. */
static void note_far(caverns_level *l)
{
    int64_t best = INT64_MIN;
    for (uint32_t i = 0; i < l->count; i++) {
        const int32_t x = (int32_t)(l->queue[i] % (uint32_t)l->pitch);
        const int32_t y = (int32_t)(l->queue[i] / (uint32_t)l->pitch);
        const int64_t where = (int64_t)x * l->wind.x + (int64_t)y * l->wind.y;
        if (where > best) {
            best = where;
            l->far = l->queue[i];
        }
    }
}

/* Makes what is in the queue a cave. One that takes more than a quarter of the map needn't grow:
 * all others will meet it. */
static void take_cave(caverns_level *l, uint32_t cave, uint32_t size)
{
    uint32_t *owner = l->owner;
    const int32_t grows = l->great != 0 || size <= l->cells / 4;
    for (uint32_t run = 0; run < l->count; run += 2) {
        const uint32_t first = l->queue[run], last = l->queue[run + 1];
        for (uint32_t at = first; at <= last; at++)
            owner[at] = cave;
        if (grows)
            add_to_rim(l, first, last);
    }
    if (!grows)
        l->great = cave;
    if (size > l->largest) {
        l->largest = size;
        note_far(l);
    }
    l->land += size;
}

static int32_t is_kept(const caverns_level *l)
{
    for (uint32_t run = 0; run < l->count && l->request->entry_count > 0; run += 2)
        if (memchr(l->cell + l->queue[run], KEPT, l->queue[run + 1] - l->queue[run] + 1) != NULL)
            return 1;
    return 0;
}

uint32_t caverns_number_caves(caverns_level *l)
{
    const uint8_t *at;
    uint32_t caves = 0, from = 0;
    l->rim_count = l->land = l->great = l->largest = 0;
    caverns_look_ahead(l);
    while ((at = memchr(l->ahead + from, 1, l->cells - from)) != NULL) {
        from = (uint32_t)(at - l->ahead);
        const uint32_t size = gather(l, from);
        if (size >= (uint32_t)l->set.smallest || is_kept(l))
            take_cave(l, ++caves, size);
        else
            for (uint32_t run = 0; run < l->count; run += 2)
                memset(l->cell + l->queue[run], ROCK, l->queue[run + 1] - l->queue[run] + 1);
    }
    return caves;
}

static uint32_t cave_of(uint32_t *joined, uint32_t cave)
{
    while (joined[cave] != cave) {
        joined[cave] = joined[joined[cave]];
        cave = joined[cave];
    }
    return cave;
}

/* From a cell that a cave has grown to, back to the cave. */
static void dig_back(caverns_level *l, uint32_t at)
{
    while (l->cell[at] == ROCK) {
        l->cell[at] = LAND;
        at = caverns_neighbour(l, at, l->other[at]);
    }
}

static void close_border(caverns_level *l)
{
    for (int32_t x = 0; x < l->width; x++)
        l->owner[caverns_cell(l, x, 0)] = l->owner[caverns_cell(l, x, l->height - 1)] = NOBODY;
    for (int32_t y = 0; y < l->height; y++)
        l->owner[caverns_cell(l, 0, y)] = l->owner[caverns_cell(l, l->width - 1, y)] = NOBODY;
}

/* Where two caves that aren't joined yet meet, they are; answers whether that was so. */
static int32_t join(caverns_level *l, uint32_t *joined, uint32_t at, uint32_t to)
{
    const uint32_t ours = cave_of(joined, l->owner[at]);
    const uint32_t theirs = cave_of(joined, l->owner[to]);
    if (ours == theirs)
        return 0;
    joined[theirs] = ours;
    dig_back(l, at);
    dig_back(l, to);
    return 1;
}

/* The way back of what grows into a cell is the opposite of the way that led there. */
moult_status caverns_join_caves(caverns_level *l, uint32_t caves)
{
    uint32_t *joined = malloc((caves + 1) * sizeof *joined);
    if (joined == NULL)
        return MOULT_MEMORY;
    for (uint32_t cave = 0; cave <= caves; cave++)
        joined[cave] = cave;
    close_border(l);
    for (uint32_t next = 0; next < l->rim_count && caves > 1; next++) {
        const uint32_t at = l->rim[next], ours = l->owner[at];
        for (uint32_t way = 0; way < 4; way++) {
            const uint32_t to = caverns_neighbour(l, at, way), theirs = l->owner[to];
            if (theirs == ours || theirs == NOBODY)
                continue;
            if (theirs != 0) {
                caves -= (uint32_t)join(l, joined, at, to);
                continue;
            }
            l->owner[to] = ours;
            l->other[to] = (uint8_t)(way ^ 2);
            l->rim[l->rim_count++] = to;
        }
    }
    free(joined);
    return MOULT_OK;
}
