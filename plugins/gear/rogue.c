/* SPDX-License-Identifier: MIT */
/* gear/rogue: weapons with their damage, armour with its defence; a tier is its row. */
#include <moult/plugin.h>
#include "rules/rogue/modules.h"

typedef struct piece {
    const char *name;
    int32_t value;
} piece;

// clang-format off
static const piece weapons[ROGUE_TIERS] = {
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

static const piece armours[ROGUE_TIERS] = {
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
// clang-format on

static moult_status describe(uint32_t kind, int32_t tier, rogue_gear *out)
{
    if ((kind != ROGUE_WEAPON && kind != ROGUE_ARMOUR) || tier < 0 || tier >= ROGUE_TIERS)
        return MOULT_RANGE;
    const piece *found = kind == ROGUE_WEAPON ? &weapons[tier] : &armours[tier];
    out->name = found->name;
    out->value = found->value;
    return MOULT_OK;
}

static const rogue_gear_1 functions = {
    .size = sizeof functions, .tiers = ROGUE_TIERS, .describe = describe};

ROGUE_MODULE(gear, GEAR, "1.0.0", "the tables of weapons and armour")
