/* SPDX-License-Identifier: MIT */
/* items/rogue: how the things of the game look and are called, and who says what each does.
 * Potions are known by a colour and scrolls by a title until they have been used. Which effect has
 * which appearance is dealt at the start of a run and stands in the hero's row. What things do is
 * in the modules gear, potions, scrolls and consume; corpses are as the bestiary says. */
#include <stdio.h>
#include <string.h>
#include <moult/bestiary.h>
#include <moult/items.h>
#include <moult/plugin.h>
#include "rules/rogue/modules.h"

static MOULT_BINDS const moult_bestiary_1 *bestiary;
static MOULT_BINDS const rogue_gear_1 *gear;
static MOULT_BINDS const rogue_potions_1 *potions;
static MOULT_BINDS const rogue_scrolls_1 *scrolls;
static MOULT_BINDS const rogue_consume_1 *consume;

/* Appearances. */
static const struct {
    const char *name;
    uint32_t fg;
} colours[ROGUE_POTIONS] = {
    {MOULT_TEXT("blue potion"), 0x3c78dc},   {MOULT_TEXT("red potion"), 0xdc3c3c},
    {MOULT_TEXT("green potion"), 0x3cc850},  {MOULT_TEXT("amber potion"), 0xdcb43c},
    {MOULT_TEXT("violet potion"), 0xb450dc}, {MOULT_TEXT("milky potion"), 0xdcdcdc},
    {MOULT_TEXT("fizzy potion"), 0x8cf0dc},  {MOULT_TEXT("smoky potion"), 0x6e6e6e},
    {MOULT_TEXT("cloudy potion"), 0xb4c8dc}, {MOULT_TEXT("ruby potion"), 0xdc3c78},
    {MOULT_TEXT("pearly potion"), 0xf0e6d2},
};

static const struct {
    const char *name;
    uint32_t fg;
} titles[ROGUE_SCROLLS] = {
    {MOULT_TEXT("scroll titled ORUM VESK"), 0xf0c88c},
    {MOULT_TEXT("scroll titled TALI NEM"), 0xf0a08c},
    {MOULT_TEXT("scroll titled KHEDDA ULN"), 0xf08cc8},
    {MOULT_TEXT("scroll titled IPSU RAGOTH"), 0xdc8cf0},
    {MOULT_TEXT("scroll titled VOLMER"), 0xa0a0f0},
    {MOULT_TEXT("scroll titled SEEN ATA"), 0x8cc8f0},
    {MOULT_TEXT("scroll titled PYR LUNDI"), 0x8cf0c8},
    {MOULT_TEXT("scroll titled GRAUM EST"), 0xa0f08c},
    {MOULT_TEXT("scroll titled ELKA TOVI"), 0xf0f08c},
    {MOULT_TEXT("scroll titled UMBRIS DOM"), 0xf0b48c},
    {MOULT_TEXT("scroll titled NIHA SOL"), 0xdcdcdc},
};

/* By kind: how a thing lies there, and how it is carried. */
static const struct {
    uint32_t glyph, fg, flags;
} looks[ROGUE_ITEM_KINDS] = {
    [ROGUE_FOOD] = {'%', 0xc88c3c, 0},
    [ROGUE_GOLD] = {'$', 0xdcb428, 0},
    [ROGUE_WEAPON] = {')', 0xc8c8dc, MOULT_ITEM_WORN},
    [ROGUE_ARMOUR] = {'[', 0xa0a0c8, MOULT_ITEM_WORN},
    [ROGUE_POTION] = {'!', 0x28b4dc, MOULT_ITEM_HELD},
    [ROGUE_SCROLL] = {'?', 0xdcc8a0, MOULT_ITEM_HELD},
    [ROGUE_CORPSE] = {'%', 0x8c2828, 0},
};

/* The appearance of an effect, within a table of `count`. */
static uint32_t look_of(const uint8_t *dealt, int32_t effect, uint32_t count)
{
    uint32_t look = dealt && effect < ROGUE_LOOKS ? dealt[effect] : (uint32_t)effect;
    return look < count ? look : 0;
}

static int32_t describe_potion(const moult_world *w, int32_t effect, moult_item_info *info)
{
    const rogue_hero *hero = rogue_hero_read(w, 0);
    const char *name = potions->name(effect);
    if (!name)
        return 0;
    uint32_t look = look_of(hero ? hero->potion_look : NULL, effect, ROGUE_POTIONS);
    info->fg = colours[look].fg;
    if (hero && hero->known_potions >> (effect & 31) & 1)
        snprintf(info->name, sizeof info->name, "potion of %s", name);
    else
        snprintf(info->name, sizeof info->name, "%s", colours[look].name);
    return 1;
}

static int32_t describe_scroll(const moult_world *w, int32_t effect, moult_item_info *info)
{
    const rogue_hero *hero = rogue_hero_read(w, 0);
    const char *name = scrolls->name(effect);
    if (!name)
        return 0;
    uint32_t look = look_of(hero ? hero->scroll_look : NULL, effect, ROGUE_SCROLLS);
    info->fg = titles[look].fg;
    if (hero && hero->known_scrolls >> (effect & 31) & 1)
        snprintf(info->name, sizeof info->name, "scroll of %s", name);
    else
        snprintf(info->name, sizeof info->name, "%s", titles[look].name);
    return 1;
}

static int32_t describe_corpse(int32_t subtype, moult_item_info *info)
{
    moult_creature creature = {.size = sizeof creature};
    if (subtype < 0 || bestiary->describe((uint32_t)subtype, &creature) < 0)
        return 0;
    snprintf(info->name, sizeof info->name, "%.50s corpse", creature.name);
    for (char *c = info->name; *c; c++)
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c + ('a' - 'A') : *c);
    return 1;
}

static int32_t describe_gear(uint32_t kind, int32_t tier, moult_item_info *info)
{
    rogue_gear piece = {.size = sizeof piece};
    if (gear->describe(kind, tier, &piece) < 0)
        return 0;
    info->value = piece.value;
    snprintf(info->name, sizeof info->name, "%s", piece.name);
    return 1;
}

static int32_t describe_kind(const moult_world *w, uint32_t kind, int32_t subtype,
                             moult_item_info *info)
{
    switch (kind) {
    case ROGUE_FOOD:
        strcpy(info->name, MOULT_TEXT("ration"));
        return 1;
    case ROGUE_GOLD:
        info->value = subtype;
        strcpy(info->name, MOULT_TEXT("gold"));
        return 1;
    case ROGUE_WEAPON:
    case ROGUE_ARMOUR:
        return describe_gear(kind, subtype, info);
    case ROGUE_POTION:
        return describe_potion(w, subtype, info);
    case ROGUE_SCROLL:
        return describe_scroll(w, subtype, info);
    case ROGUE_CORPSE:
        return describe_corpse(subtype, info);
    default:
        return 0;
    }
}

/* What isn't known is told by its flag. */
static moult_status describe(const moult_world *w, uint32_t kind, int32_t subtype,
                             moult_item_info *out)
{
    moult_item_info info = {.size = out->size};
    if (kind < ROGUE_ITEM_KINDS) {
        info.glyph = looks[kind].glyph;
        info.fg = looks[kind].fg;
        info.flags = looks[kind].flags;
    }
    if (!describe_kind(w, kind, subtype, &info))
        info.flags |= MOULT_ITEM_UNKNOWN;
    memcpy(out, &info, out->size < sizeof info ? out->size : sizeof info);
    return MOULT_OK;
}

static moult_status drink(moult_world *w, moult_id user, int32_t effect, moult_effect *out)
{
    const rogue_body *body = rogue_body_read(w, user);
    moult_status status = potions->drink(effect, body ? body->hp : 0, body ? body->hp_max : 0, out);
    rogue_hero *hero = status >= 0 ? rogue_hero_edit(w, 0) : NULL;
    if (hero)
        hero->known_potions |= 1u << (effect & 31);
    return status;
}

static moult_status recite(moult_world *w, int32_t effect, moult_effect *out)
{
    moult_status status = scrolls->recite(effect, out);
    rogue_hero *hero = status >= 0 ? rogue_hero_edit(w, 0) : NULL;
    if (hero)
        hero->known_scrolls |= 1u << (effect & 31);
    return status;
}

static moult_status take(const moult_world *w, uint32_t kind, int32_t subtype, moult_effect *out)
{
    moult_creature creature = {.size = sizeof creature};
    rogue_morsel morsel = {.size = sizeof morsel, .kind = kind, .subtype = subtype};
    if (kind == ROGUE_CORPSE && bestiary->describe((uint32_t)subtype, &creature) >= 0) {
        morsel.satiety = creature.corpse_satiety;
        morsel.hp = creature.corpse_hp;
    }
    return consume->take(rogue_numbers(w), &morsel, out);
}

static moult_status use(moult_world *w, moult_id user, uint32_t kind, int32_t subtype,
                        moult_effect *out)
{
    moult_item_info info = {.size = sizeof info};
    moult_effect effect = {.size = out->size, .weapon = -1, .armour = -1};
    moult_status status;
    describe(w, kind, subtype, &info);
    if (info.flags & MOULT_ITEM_UNKNOWN)
        return MOULT_UNKNOWN;
    if (kind == ROGUE_POTION)
        status = drink(w, user, subtype, &effect);
    else if (kind == ROGUE_SCROLL)
        status = recite(w, subtype, &effect);
    else
        status = take(w, kind, subtype, &effect);
    if (status >= 0)
        memcpy(out, &effect, out->size < sizeof effect ? out->size : sizeof effect);
    return status;
}

static const moult_items_1 functions = {
    .size = sizeof(moult_items_1),
    .describe = describe,
    .use = use,
};

static const moult_provide provides[] = {
    MOULT_PROVIDE("items/rogue", MOULT_ITEMS_INTERFACE, MOULT_ITEMS_SHAPE, &functions),
};

static const moult_require requires[] = {
    MOULT_REQUIRE("bestiary", MOULT_BESTIARY_INTERFACE, MOULT_BESTIARY_SHAPE, bestiary),
    MOULT_REQUIRE("gear/rogue", ROGUE_GEAR_INTERFACE, ROGUE_GEAR_SHAPE, gear),
    MOULT_REQUIRE("potions/rogue", ROGUE_POTIONS_INTERFACE, ROGUE_POTIONS_SHAPE, potions),
    MOULT_REQUIRE("scrolls/rogue", ROGUE_SCROLLS_INTERFACE, ROGUE_SCROLLS_SHAPE, scrolls),
    MOULT_REQUIRE("consume/rogue", ROGUE_CONSUME_INTERFACE, ROGUE_CONSUME_SHAPE, consume),
};

static const moult_table_use tables[] = {
    MOULT_TABLE_USED(rogue_hero),
    MOULT_TABLE_USED(rogue_body),
    MOULT_TABLE_USED(rogue_tuning),
};

MOULT_PLUGIN("items-rogue", "1.0.0", "how things look and what they do", "items/rogue",
             .provides = provides, .provide_count = MOULT_COUNT(provides), .requirements = requires,
             .requirement_count = MOULT_COUNT(requires), .tables = tables,
             .table_count = MOULT_COUNT(tables));
