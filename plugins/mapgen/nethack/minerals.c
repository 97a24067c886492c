/* SPDX-License-Identifier: MIT */
/* Gold and gems in the rock, in cells with nothing but rock around them, and kelp in the water.
 * Rock beyond the outermost rooms and corridors can't be dug, and has nothing.
 *
 * Most cells of a map are such, and hardly any gets something. So one byte of chance a cell
 * decides whether it may at all, and only then the exact chances are drawn, scaled up by as
 * much. */
#include "level.h"

#define ROW 4096

typedef struct odds {
    int32_t gold, gem; /* of 1000 */
    int32_t sieve;     /* a byte below it: look closer */
    int32_t scale;     /* then one of so many, of which a million * sieve / 256 */
} odds;

static odds odds_at(const nethack_level *l)
{
    odds o;
    o.gold = l->set.mineral_gold + l->depth / l->set.mineral_depth;
    if (o.gold > 500)
        o.gold = 500;
    o.gem = o.gold / l->set.mineral_gem;
    int32_t either = 1000 * 1000 - (1000 - o.gold) * (1000 - o.gem);
    o.sieve = (either + 15624) / 15625 * 4; /* in steps in which the scale is a whole number */
    o.scale = o.sieve / 4 * 15625;
    return o;
}

static void put(nethack_level *l, uint32_t kind, nethack_cell at, int32_t power)
{
    uint32_t flags = MOULT_SPAWN_BURIED;
    if (nethack_once(l, l->set.mineral_buried))
        flags |= MOULT_SPAWN_HIDDEN;
    nethack_spawn(l, MOULT_SPAWN_ITEM, kind, at, -1, 0, power, flags);
}

/* The cell got through the sieve. `drawn` is both dice at once: gold if its thousands are below,
 * gems if the rest is; laid out so that all that matters comes first. */
static void look_closer(nethack_level *l, const odds *o, nethack_cell at)
{
    int32_t drawn = nethack_roll(l, o->scale);
    int32_t both = o->gold * o->gem, gold = o->gold * 1000, gem = gold + (1000 - o->gold) * o->gem;
    if (drawn < gold)
        put(l, NETHACK_GOLD, at, 1 + 1 + nethack_roll(l, 3 * o->gold));
    if (drawn >= both && (drawn < gold || drawn >= gem))
        return;
    for (int32_t gems = 1 + nethack_roll(l, 2 + l->depth / 3); gems > 0; gems--)
        if (!nethack_once(l, l->set.mineral_worthless))
            put(l, NETHACK_GEM, at, 0);
}

/* Marks in `open` which cells of the row, or of the one above or below it, aren't rock. */
static void mark_open(const nethack_level *l, int32_t y, uint8_t *open)
{
    const uint8_t *above = nethack_tile(l, 0, y - 1), *row = nethack_tile(l, 0, y);
    const uint8_t *below = nethack_tile(l, 0, y + 1);
    for (int32_t x = 0; x < l->width; x++)
        open[x] = (uint8_t)((above[x] ^ MOULT_TILE_STONE) | (row[x] ^ MOULT_TILE_STONE) |
                            (below[x] ^ MOULT_TILE_STONE));
}

static void bury_row(nethack_level *l, const odds *o, const nethack_box *box, int32_t y)
{
    uint8_t open[ROW];
    uint32_t bytes = 0, left = 0;
    mark_open(l, y, open);
    for (int32_t x = box->x0; x <= box->x1; x++) {
        if ((open[x - 1] | open[x] | open[x + 1]) != 0)
            continue;
        if (left == 0) {
            bytes = nethack_next(&l->chance);
            left = 4;
        }
        if ((int32_t)(bytes & 255) < o->sieve)
            look_closer(l, o, (nethack_cell){x, y});
        bytes >>= 8;
        left--;
    }
}

static int32_t is_rock(const nethack_level *l, int32_t x, int32_t y)
{
    return *nethack_tile(l, x, y) == MOULT_TILE_STONE;
}

/* The box around all that isn't rock, but for the edge of the map. */
static nethack_box find_box(const nethack_level *l)
{
    nethack_box box = {l->width, l->height, 0, 0};
    for (int32_t y = 0; y < l->height; y++) {
        int32_t left = 0, right = l->width - 1;
        while (left < l->width && is_rock(l, left, y))
            left++;
        if (left == l->width)
            continue;
        while (is_rock(l, right, y))
            right--;
        box.x0 = left < box.x0 ? left : box.x0;
        box.x1 = right > box.x1 ? right : box.x1;
        box.y0 = y < box.y0 ? y : box.y0;
        box.y1 = y;
    }
    box.x0 = box.x0 < 2 ? 2 : box.x0;
    box.y0 = box.y0 < 1 ? 1 : box.y0;
    box.x1 = box.x1 > l->width - 3 ? l->width - 3 : box.x1;
    box.y1 = box.y1 > l->height - 2 ? l->height - 2 : box.y1;
    return box;
}

static void plant_kelp(nethack_level *l)
{
    for (int32_t room = 0; room < l->order_count; room++) {
        const nethack_room *r = &l->rooms[l->order[room]];
        if (r->kind != NETHACK_SWAMP)
            continue;
        for (int32_t y = r->floor.y0; y <= r->floor.y1; y++)
            for (int32_t x = r->floor.x0; x <= r->floor.x1; x++)
                if (*nethack_tile(l, x, y) == MOULT_TILE_WATER && nethack_once(l, l->set.kelp))
                    nethack_spawn(l, MOULT_SPAWN_ITEM, NETHACK_KELP, (nethack_cell){x, y},
                                  l->order[room], 0, 0, MOULT_SPAWN_BURIED);
    }
}

void nethack_minerals_bury(nethack_level *l)
{
    odds o = odds_at(l);
    nethack_box box = find_box(l);
    plant_kelp(l);
    for (int32_t y = box.y0; y <= box.y1; y++)
        bury_row(l, &o, &box, y);
}
