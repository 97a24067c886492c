/* SPDX-License-Identifier: MIT */
/* items/rogue: food, gold, gear, potions and corpses as tables, and what each does.
 * A potion is known by its colour until it has been drunk. Which effect has which colour is dealt
 * at the start of a run and stands in the hero's row. Corpses are as the bestiary says. */
#include <stdio.h>
#include <string.h>
#include <moult/bestiary.h>
#include <moult/items.h>
#include <moult/plugin.h>
#include "rules/rogue/rogue.h"

static MOULT_BINDS const moult_bestiary_1 *bestiary;

typedef struct gear {
    const char *name;
    int32_t value;
} gear;

// clang-format off
static const gear weapons[ROGUE_TIERS] = {
    {"fists",             2},
    {"rusty dagger",      4},
    {"short sword",       7},
    {"battle axe",        10},
    {"war hammer",        14},
    {"claymore",          18},
    {"halberd",           22},
    {"flamberge",         26},
    {"rune sword",        30},
    {"vorpal blade",      36},
    {"moonblade",         42},
    {"dragonbone spear",  48},
    {"starforged axe",    55},
    {"adamant flail",     62},
    {"voidshard",         70},
    {"demonbane",         78},
    {"soulrender",        86},
    {"god-piercer",       95},
    {"world-ender",       105},
    {"last word",         118},
};

static const gear armours[ROGUE_TIERS] = {
    {"rags",              0},
    {"padded jacket",     1},
    {"leather armor",     2},
    {"studded leather",   3},
    {"ring mail",         4},
    {"chain mail",        5},
    {"scale mail",        6},
    {"splint mail",       7},
    {"plate mail",        8},
    {"rune plate",        10},
    {"mithril mail",      12},
    {"elven cuirass",     14},
    {"dragonscale",       16},
    {"dwarven plate",     18},
    {"celestial mail",    20},
    {"bulwark of ages",   23},
    {"adamantine plate",  26},
    {"aegis of the host", 30},
    {"starshield",        35},
    {"last guard",        40},
};

typedef struct potion {
    const char *name;
    int32_t hp, hp_max, skill;
    uint32_t status;
    int32_t argument;
    uint32_t flags; /* UNKNOWN: it does nothing yet */
} potion;

static const potion potions[ROGUE_POTIONS] = {
    /* name             hp  max skill status                arg */
    {"healing",          5,  0,  0,    ROGUE_STATUS_NONE,    0,  0},
    {"greater healing",  15, 0,  0,    ROGUE_STATUS_NONE,    0,  0},
    {"restoration",      0,  0,  0,    ROGUE_STATUS_RESTORE, 0,  0},
    {"poison",           -3, 0,  0,    ROGUE_STATUS_NONE,    0,  0},
    {"acid",             -5, 0,  0,    ROGUE_STATUS_NONE,    0,  0},
    {"strength",         2,  2,  0,    ROGUE_STATUS_NONE,    0,  0},
    {"skill",            0,  0,  1,    ROGUE_STATUS_NONE,    0,  0},
    {"speed",            0,  0,  0,    ROGUE_STATUS_NONE,    0,  MOULT_ITEM_UNKNOWN},
    {"levitation",       0,  0,  0,    ROGUE_STATUS_NONE,    0,  MOULT_ITEM_UNKNOWN},
    {"see invisible",    0,  0,  0,    ROGUE_STATUS_NONE,    0,  MOULT_ITEM_UNKNOWN},
};
// clang-format on

/* Appearances of potions. */
static const struct {
    const char *name;
    uint32_t fg;
} colours[ROGUE_POTIONS] = {
    {"blue", 0x3c78dc},   {"red", 0xdc3c3c},   {"green", 0x3cc850}, {"amber", 0xdcb43c},
    {"violet", 0xb450dc}, {"milky", 0xdcdcdc}, {"fizzy", 0x8cf0dc}, {"smoky", 0x6e6e6e},
    {"cloudy", 0xb4c8dc}, {"ruby", 0xdc3c78},
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
    [ROGUE_SCROLL] = {'?', 0xdcc8a0, MOULT_ITEM_HELD | MOULT_ITEM_UNKNOWN},
    [ROGUE_CORPSE] = {'%', 0x8c2828, 0},
};

static int32_t within(int32_t subtype, int32_t count)
{
    return subtype >= 0 && subtype < count;
}

static void describe_potion(const moult_world *w, int32_t subtype, moult_item_info *info)
{
    const rogue_hero *hero = rogue_hero_read(w, 0);
    uint32_t look = hero ? hero->potion_look[subtype] : (uint32_t)subtype;
    look = look < ROGUE_POTIONS ? look : 0;
    info->fg = colours[look].fg;
    info->flags |= potions[subtype].flags;
    if (hero && hero->known_potions >> subtype & 1)
        snprintf(info->name, sizeof info->name, "potion of %s", potions[subtype].name);
    else
        snprintf(info->name, sizeof info->name, "%s potion", colours[look].name);
}

static void describe_corpse(int32_t subtype, moult_item_info *info)
{
    moult_creature creature = {.size = sizeof creature};
    if (subtype < 0 || bestiary->describe((uint32_t)subtype, &creature) < 0) {
        info->flags |= MOULT_ITEM_UNKNOWN;
        return;
    }
    snprintf(info->name, sizeof info->name, "%.50s corpse", creature.name);
    for (char *c = info->name; *c; c++)
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c + ('a' - 'A') : *c);
}

static void describe_gear(const gear *table, int32_t subtype, moult_item_info *info)
{
    info->value = table[subtype].value;
    strcpy(info->name, table[subtype].name);
}

/* What isn't known is told by its flag. */
static moult_status describe(const moult_world *w, uint32_t kind, int32_t subtype,
                             moult_item_info *out)
{
    moult_item_info info = {.size = out->size, .flags = MOULT_ITEM_UNKNOWN};
    if (kind < ROGUE_ITEM_KINDS) {
        info.glyph = looks[kind].glyph;
        info.fg = looks[kind].fg;
        info.flags = looks[kind].flags;
    }
    if (kind == ROGUE_FOOD) {
        strcpy(info.name, "ration");
    } else if (kind == ROGUE_GOLD) {
        info.value = subtype;
        strcpy(info.name, "gold");
    } else if (kind == ROGUE_WEAPON && within(subtype, ROGUE_TIERS)) {
        describe_gear(weapons, subtype, &info);
    } else if (kind == ROGUE_ARMOUR && within(subtype, ROGUE_TIERS)) {
        describe_gear(armours, subtype, &info);
    } else if (kind == ROGUE_POTION && within(subtype, ROGUE_POTIONS)) {
        describe_potion(w, subtype, &info);
    } else if (kind == ROGUE_CORPSE) {
        describe_corpse(subtype, &info);
    } else {
        info.flags |= MOULT_ITEM_UNKNOWN;
    }
    memcpy(out, &info, out->size < sizeof info ? out->size : sizeof info);
    return MOULT_OK;
}

static void drink(moult_world *w, int32_t subtype, moult_effect *effect)
{
    const potion *p = &potions[subtype];
    rogue_hero *hero = rogue_hero_edit(w, 0);
    if (hero)
        hero->known_potions |= 1u << subtype;
    effect->status = p->status;
    effect->status_argument = p->argument;
    effect->hp = p->hp;
    effect->hp_max = p->hp_max;
    effect->skill = p->skill;
}

static moult_status use(moult_world *w, moult_id user, uint32_t kind, int32_t subtype,
                        moult_effect *out)
{
    moult_creature creature = {.size = sizeof creature};
    moult_item_info info = {.size = sizeof info};
    moult_effect effect = {.size = out->size, .weapon = -1, .armour = -1};
    (void)user;
    describe(w, kind, subtype, &info);
    if (info.flags & MOULT_ITEM_UNKNOWN)
        return MOULT_UNKNOWN;
    switch (kind) {
    case ROGUE_FOOD:
        effect.satiety = rogue_standard.food;
        break;
    case ROGUE_GOLD:
        effect.gold = subtype;
        break;
    case ROGUE_WEAPON:
        effect.weapon = subtype;
        break;
    case ROGUE_ARMOUR:
        effect.armour = subtype;
        break;
    case ROGUE_POTION:
        drink(w, subtype, &effect);
        break;
    default:
        bestiary->describe((uint32_t)subtype, &creature);
        effect.satiety = creature.corpse_satiety;
        effect.hp = creature.corpse_hp;
        break;
    }
    memcpy(out, &effect, out->size < sizeof effect ? out->size : sizeof effect);
    return MOULT_OK;
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
};

static const moult_table_use tables[] = {
    MOULT_TABLE_USED(rogue_hero),
};

MOULT_PLUGIN("items-rogue", "1.0.0", "food, gold, gear, potions and corpses", "items/rogue",
             .provides = provides, .provide_count = MOULT_COUNT(provides), .requirements = requires,
             .requirement_count = MOULT_COUNT(requires), .tables = tables,
             .table_count = MOULT_COUNT(tables));
