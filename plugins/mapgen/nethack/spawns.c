/* SPDX-License-Identifier: MIT */
/* What a level asks for. Who and what there is in detail is up to the rules; the kinds are those of
 * the vocabulary. */
#include "level.h"

void nethack_spawn(nethack_level *l, uint32_t what, uint32_t kind, nethack_cell at, int32_t room,
                   uint32_t subkind, int32_t power, uint32_t flags)
{
    moult_spawn spawn = {.size = sizeof spawn,
                         .what = what,
                         .kind = kind,
                         .subkind = subkind,
                         .x = at.x,
                         .y = at.y,
                         .room = room,
                         .power = power,
                         .count = 1,
                         .flags = flags | MOULT_SPAWN_OWN_KIND | MOULT_SPAWN_COMMON_KIND};
    int32_t leads_out = (what == MOULT_SPAWN_NOTE && kind == NETHACK_GUARD) ||
                        (what == MOULT_SPAWN_ITEM && kind == NETHACK_TELEPORT_SCROLL);
    if (!l->set.fill && !leads_out)
        return;
    uint32_t tile = *nethack_tile(l, at.x, at.y);
    if ((moult_tile_flags(tile) & MOULT_TILE_BLOCKS) != 0 &&
        (tile != MOULT_TILE_CORRIDOR_SECRET || l->secrets))
        spawn.flags |= MOULT_SPAWN_BURIED;
    moult_status status = l->canvas->add_spawn(l->canvas, &spawn);
    if (status != MOULT_FULL)
        nethack_note(l, status);
}

void nethack_spawn_item(nethack_level *l, uint32_t kind, nethack_cell at, int32_t room)
{
    nethack_spawn(l, MOULT_SPAWN_ITEM, kind, at, room, 0, 0, 0);
}

void nethack_spawn_gold(nethack_level *l, nethack_cell at, int32_t room, int32_t pieces)
{
    nethack_spawn(l, MOULT_SPAWN_ITEM, NETHACK_GOLD, at, room, 0, pieces, 0);
}

void nethack_spawn_note(nethack_level *l, uint32_t kind, nethack_cell at, int32_t room)
{
    nethack_spawn(l, MOULT_SPAWN_NOTE, kind, at, room, 0, 0, 0);
}

/* A tool, which may be a box or a chest. */
static uint32_t draw_tool(nethack_level *l)
{
    int32_t tool = nethack_roll(l, 1000);
    return tool < l->set.tool_box                       ? NETHACK_BOX
           : tool < l->set.tool_box + l->set.tool_chest ? NETHACK_CHEST
                                                        : NETHACK_TOOL;
}

static uint32_t draw_thing(nethack_level *l)
{
    const nethack_settings *s = &l->set;
    const struct {
        int32_t weight;
        uint32_t kind;
    } classes[] = {
        {s->thing_food, NETHACK_FOOD},     {s->thing_potion, NETHACK_POTION},
        {s->thing_scroll, NETHACK_SCROLL}, {s->thing_weapon, NETHACK_WEAPON},
        {s->thing_armour, NETHACK_ARMOUR}, {s->thing_tool, NETHACK_TOOL},
        {s->thing_gem, NETHACK_GEM},       {s->thing_book, NETHACK_BOOK},
        {s->thing_wand, NETHACK_WAND},     {s->thing_ring, NETHACK_RING},
        {s->thing_amulet, NETHACK_AMULET},
    };
    int32_t sum = 0;
    uint32_t i = 0;
    for (uint32_t j = 0; j < MOULT_COUNT(classes); j++)
        sum += classes[j].weight;
    for (int32_t left = nethack_roll(l, sum); left >= classes[i].weight; i++)
        left -= classes[i].weight;
    return classes[i].kind == NETHACK_TOOL ? draw_tool(l) : classes[i].kind;
}

void nethack_spawn_thing(nethack_level *l, nethack_cell at, int32_t room, uint32_t flags)
{
    nethack_spawn(l, MOULT_SPAWN_ITEM, draw_thing(l), at, room, 0, 0, flags);
}

void nethack_spawn_goods(nethack_level *l, nethack_cell at, int32_t room, uint32_t shop)
{
    uint32_t kind = NETHACK_SHOP_GOODS;
    if (shop == NETHACK_SHOP_GENERAL)
        kind = draw_thing(l);
    else if (shop == NETHACK_SHOP_TOOLS)
        kind = draw_tool(l);
    nethack_spawn(l, MOULT_SPAWN_ITEM, kind, at, room, shop, 0, 0);
}
