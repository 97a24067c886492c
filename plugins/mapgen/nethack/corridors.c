/* SPDX-License-Identifier: MIT */
/* Corridors in four passes over the rooms from left to right: each to the next one; each to the one
 * after that, and then to any, where they aren't joined yet; at last a few for the sake of loops,
 * which may break off or end at a wall.
 *
 * What is joined is a union-find over places in `order` (R. Tarjan, 1975). The generator of old had
 * a label a room and merged the two of a join alone; those labels are kept beside it, and decide
 * where `faithful` is on. */
#include "level.h"

/* -- who is joined to whom --------------------------------------------------------------------- */

static int32_t root_of(nethack_level *l, int32_t place)
{
    while (l->root[place] != place)
        place = l->root[place] = l->root[l->root[place]];
    return place;
}

int32_t nethack_joined(nethack_level *l, int32_t a, int32_t b)
{
    return l->set.faithful ? l->label[a] == l->label[b] : root_of(l, a) == root_of(l, b);
}

static void unite(nethack_level *l, int32_t a, int32_t b)
{
    int32_t low = l->label[a] < l->label[b] ? l->label[a] : l->label[b];
    l->label[a] = l->label[b] = low;
    l->root[root_of(l, a)] = root_of(l, b);
}

/* -- digging ----------------------------------------------------------------------------------- */

static int32_t distance(int32_t a, int32_t b)
{
    return a < b ? b - a : a - b;
}

static int32_t towards(int32_t from, int32_t to)
{
    return to < from ? -1 : 1;
}

static int32_t can_dig(const nethack_level *l, nethack_cell at)
{
    const uint32_t dug =
        1u << MOULT_TILE_STONE | 1u << MOULT_TILE_CORRIDOR | 1u << MOULT_TILE_CORRIDOR_SECRET;
    uint32_t tile = *nethack_tile(l, at.x, at.y);
    return tile < 32 && (dug >> tile & 1) != 0;
}

static int32_t within(const nethack_level *l, nethack_cell at)
{
    return at.x > 0 && at.y > 0 && at.x < l->width - 1 && at.y < l->height - 1;
}

static nethack_cell step(nethack_cell at, nethack_cell by)
{
    return (nethack_cell){at.x + by.x, at.y + by.y};
}

/* Digs one cell; 0: something is in the way. */
static int32_t dig_cell(nethack_level *l, nethack_cell at, int32_t extra)
{
    uint8_t *tile = nethack_tile(l, at.x, at.y);
    if (*tile != MOULT_TILE_STONE)
        return can_dig(l, at);
    if (nethack_once(l, l->set.corridor_secret)) {
        *tile = MOULT_TILE_CORRIDOR_SECRET;
        return 1;
    }
    *tile = MOULT_TILE_CORRIDOR;
    if (extra && nethack_once(l, l->set.corridor_boulder))
        nethack_spawn_item(l, NETHACK_BOULDER, at, -1);
    return 1;
}

/* Where to go on from `at`, having come by `by`: along the longer of the two ways that are left, a
 * little before it is the longer one now and then (the wiggle); straight on if that can't be; aside
 * if that can't be either. */
static nethack_cell turn(nethack_level *l, nethack_cell at, nethack_cell to, nethack_cell by)
{
    int32_t dx = distance(at.x, to.x), dy = distance(at.y, to.y);
    if (l->set.corridors == 1) {
        if (dx > dy && dy > 0 && nethack_roll(l, dx - dy + 1) == 0)
            dx = 0;
        else if (dy > dx && dx > 0 && nethack_roll(l, dy - dx + 1) == 0)
            dy = 0;
    }
    nethack_cell across = {towards(at.x, to.x), 0}, along = {0, towards(at.y, to.y)};
    if (by.y != 0 && dx > dy && can_dig(l, step(at, across)))
        return across;
    if (by.x != 0 && dy > dx && can_dig(l, step(at, along)))
        return along;
    if (can_dig(l, step(at, by)))
        return by;
    nethack_cell aside = by.x != 0 ? along : across;
    if (!can_dig(l, step(at, aside)))
        aside = (nethack_cell){-aside.x, -aside.y};
    return aside;
}

/* Answers 1 when it arrives; counts its steps. */
static int32_t dig(nethack_level *l, nethack_cell from, nethack_cell to, int32_t extra,
                   int32_t *steps)
{
    int32_t sides = 4 * (l->width + l->height);
    int32_t most = sides > l->set.corridor_steps ? sides : l->set.corridor_steps;
    nethack_cell by = {0, -1};
    if (!within(l, from) || !within(l, to))
        return 0;
    if (to.x > from.x)
        by = (nethack_cell){1, 0};
    else if (to.y > from.y)
        by = (nethack_cell){0, 1};
    else if (to.x < from.x)
        by = (nethack_cell){-1, 0};

    nethack_cell at = {from.x - by.x, from.y - by.y};
    while (at.x != to.x || at.y != to.y) {
        if ((*steps)++ > most || (extra && nethack_once(l, l->set.corridor_break)))
            return 0;
        at = step(at, by);
        if (!within(l, at) || !dig_cell(l, at, extra))
            return 0;
        by = turn(l, at, to, by);
    }
    return 1;
}

int32_t nethack_corridor_dig(nethack_level *l, nethack_cell from, nethack_cell to, int32_t extra)
{
    int32_t steps = 0, arrived = dig(l, from, to, extra, &steps);
    l->counters.steps += steps;
    nethack_note(l, l->canvas->spend(l->canvas, (uint32_t)steps));
    return arrived;
}

/* -- joining ----------------------------------------------------------------------------------- */

/* In which wall of `from` the corridor to `to` begins, as a step out of the room. */
static nethack_cell way_out(const nethack_box *from, const nethack_box *to)
{
    if (to->x0 > from->x1)
        return (nethack_cell){1, 0};
    if (to->y1 < from->y0)
        return (nethack_cell){0, -1};
    if (to->x1 < from->x0)
        return (nethack_cell){-1, 0};
    return (nethack_cell){0, 1};
}

static nethack_box wall_towards(const nethack_box *floor, nethack_cell out)
{
    if (out.x != 0) {
        int32_t x = out.x > 0 ? floor->x1 + 1 : floor->x0 - 1;
        return (nethack_box){x, floor->y0, x, floor->y1};
    }
    int32_t y = out.y > 0 ? floor->y1 + 1 : floor->y0 - 1;
    return (nethack_box){floor->x0, y, floor->x1, y};
}

/* Joins the rooms at two places of `order`. A required corridor has a door at both ends whatever
 * stands there; the first is made before it is dug, and stays if the digging fails. */
static int32_t join(nethack_level *l, int32_t a, int32_t b, int32_t extra)
{
    int32_t from_room = l->order[a], to_room = l->order[b];
    const nethack_box *from = &l->rooms[from_room].floor, *to = &l->rooms[to_room].floor;
    nethack_cell out = way_out(from, to), first, last;
    if (l->entry_count >= l->set.doors_max ||
        !nethack_door_find(l, wall_towards(from, out), -out.x, -out.y, &first))
        return 0;
    nethack_cell back = {-out.x, -out.y};
    if (!nethack_door_find(l, wall_towards(to, back), out.x, out.y, &last))
        return 0;
    nethack_cell begin = step(first, out), end = step(last, back);
    if (extra && *nethack_tile(l, begin.x, begin.y) != MOULT_TILE_STONE) {
        l->counters.blocked++;
        return 0;
    }
    if (!extra || nethack_door_fits(l, first))
        nethack_door_roll(l, first, from_room);
    if (!nethack_corridor_dig(l, begin, end, extra)) {
        l->counters.broken[extra]++;
        return 0;
    }
    if (!extra || nethack_door_fits(l, last))
        nethack_door_roll(l, last, to_room);
    unite(l, a, b);
    return 1;
}

static void pass_join(nethack_level *l, int32_t pass, int32_t a, int32_t b)
{
    l->counters.joins[pass]++;
    l->counters.joined[pass] += join(l, a, b, pass == 3);
}

void nethack_corridors_make(nethack_level *l)
{
    int32_t n = l->order_count;
    for (int32_t i = 0; i < n; i++)
        l->root[i] = l->label[i] = i;
    for (int32_t a = 0; a + 1 < n; a++) {
        pass_join(l, 0, a, a + 1);
        if (nethack_once(l, l->set.join_stop))
            break;
    }
    for (int32_t a = 0; a + 2 < n; a++)
        if (!nethack_joined(l, a, a + 2))
            pass_join(l, 1, a, a + 2);
    for (int32_t a = 0, any = 1; any && a < n; a++) {
        any = 0;
        for (int32_t b = 0; b < n; b++)
            if (!nethack_joined(l, a, b)) {
                pass_join(l, 2, a, b);
                any = 1;
            }
    }
    /* An extra corridor may end at a wall, so it can't make good what these couldn't do. */
    for (int32_t a = 1; a < n; a++)
        if (root_of(l, a) != root_of(l, 0))
            nethack_note(l, MOULT_REFUSED);
    if (n < 3)
        return;
    for (int32_t i = nethack_roll(l, n) + l->set.join_extra; i > 0; i--) {
        int32_t a = nethack_roll(l, n), b = nethack_roll(l, n - 2);
        pass_join(l, 3, a, b >= a ? b + 2 : b);
    }
}
