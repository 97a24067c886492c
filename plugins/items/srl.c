/* SPDX-License-Identifier: MIT */
/* items/srl: apples and health potions, how they look and what they do. A potion's subtype is its
 * level, and the number that its name carries is what it heals. */
#include <moult/items.h>
#include <moult/plugin.h>
#include <stdio.h>
#include "rules/srl/srl.h"

static const struct {
    uint32_t glyph, fg;
    const char *name;
    int32_t satiety, hp; /* hp: a level */
} kinds[SRL_ITEM_KINDS] = {
    [SRL_APPLE] = {'%', 0xdc3c3c, MOULT_TEXT("apple"), SRL_APPLE_SATIETY, 0},
    [SRL_POTION] = {'!', 0x28b4dc, MOULT_TEXT("health potion"), 0, SRL_POTION_HEALING},
};

static int32_t healing(uint32_t kind, int32_t level)
{
    const int32_t most = INT32_MAX / SRL_POTION_HEALING;
    return kinds[kind].hp * (level < 0 ? 0 : level > most ? most : level);
}

/* What isn't known is told by its flag. */
static moult_status describe(const moult_world *w, uint32_t kind, int32_t subtype,
                             moult_item_info *out)
{
    (void)w;
    moult_item_info info = {.size = out->size, .flags = MOULT_ITEM_UNKNOWN};
    if (kind < SRL_ITEM_KINDS) {
        info.flags = MOULT_ITEM_HELD;
        info.glyph = kinds[kind].glyph;
        info.fg = kinds[kind].fg;
        info.value = healing(kind, subtype);
        snprintf(info.name, sizeof info.name, "%s", kinds[kind].name);
    }
    memcpy(out, &info, out->size < sizeof info ? out->size : sizeof info);
    return MOULT_OK;
}

static moult_status use(moult_world *w, moult_id user, uint32_t kind, int32_t subtype,
                        moult_effect *out)
{
    (void)w;
    (void)user;
    if (kind >= SRL_ITEM_KINDS)
        return MOULT_UNKNOWN;
    moult_effect effect = {.size = out->size, .weapon = -1, .armour = -1};
    effect.satiety = kinds[kind].satiety;
    effect.hp = healing(kind, subtype);
    memcpy(out, &effect, out->size < sizeof effect ? out->size : sizeof effect);
    return MOULT_OK;
}

static const moult_items_1 functions = {
    .size = sizeof(moult_items_1),
    .describe = describe,
    .use = use,
};

static const moult_provide provides[] = {
    MOULT_PROVIDE("items/srl", MOULT_ITEMS_INTERFACE, MOULT_ITEMS_SHAPE, &functions),
};

MOULT_PLUGIN("items-srl", "1.0.0", "apples and health potions", "items/srl", .provides = provides,
             .provide_count = MOULT_COUNT(provides))
