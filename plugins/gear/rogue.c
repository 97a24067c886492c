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
    {MOULT_TEXT("fists"),             2},
    {MOULT_TEXT("rusty dagger"),      4},
    {MOULT_TEXT("short sword"),       7},
    {MOULT_TEXT("battle axe"),        10},
    {MOULT_TEXT("war hammer"),        14},
    {MOULT_TEXT("claymore"),          18},
    {MOULT_TEXT("halberd"),           22},
    {MOULT_TEXT("flamberge"),         26},
    {MOULT_TEXT("rune sword"),        30},
    {MOULT_TEXT("vorpal blade"),      36},
    {MOULT_TEXT("moonblade"),         42},
    {MOULT_TEXT("dragonbone spear"),  48},
    {MOULT_TEXT("starforged axe"),    55},
    {MOULT_TEXT("adamant flail"),     62},
    {MOULT_TEXT("voidshard"),         70},
    {MOULT_TEXT("demonbane"),         78},
    {MOULT_TEXT("soulrender"),        86},
    {MOULT_TEXT("god-piercer"),       95},
    {MOULT_TEXT("world-ender"),       105},
    {MOULT_TEXT("last word"),         118},
};

static const piece armours[ROGUE_TIERS] = {
    {MOULT_TEXT("rags"),              0},
    {MOULT_TEXT("padded jacket"),     1},
    {MOULT_TEXT("leather armor"),     2},
    {MOULT_TEXT("studded leather"),   3},
    {MOULT_TEXT("ring mail"),         4},
    {MOULT_TEXT("chain mail"),        5},
    {MOULT_TEXT("scale mail"),        6},
    {MOULT_TEXT("splint mail"),       7},
    {MOULT_TEXT("plate mail"),        8},
    {MOULT_TEXT("rune plate"),        10},
    {MOULT_TEXT("mithril mail"),      12},
    {MOULT_TEXT("elven cuirass"),     14},
    {MOULT_TEXT("dragonscale"),       16},
    {MOULT_TEXT("dwarven plate"),     18},
    {MOULT_TEXT("celestial mail"),    20},
    {MOULT_TEXT("bulwark of ages"),   23},
    {MOULT_TEXT("adamantine plate"),  26},
    {MOULT_TEXT("aegis of the host"), 30},
    {MOULT_TEXT("starshield"),        35},
    {MOULT_TEXT("last guard"),        40},
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
