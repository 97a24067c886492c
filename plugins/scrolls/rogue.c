/* SPDX-License-Identifier: MIT */
/* scrolls/rogue: what every scroll does, a row each: its number is the row. A status's argument of
 * 0 leaves the number to the tuning. */
#include <moult/plugin.h>
#include "rules/rogue/modules.h"

// clang-format off
static const struct {
    const char *name;
    uint32_t status;
    int32_t argument;
} scrolls[ROGUE_SCROLLS] = {
    {"identify",        ROGUE_STATUS_IDENTIFY,       0},
    {"magic mapping",   ROGUE_STATUS_MAP,            0},
    {"teleport",        ROGUE_STATUS_TELEPORT,       0},
    {"enchant weapon",  ROGUE_STATUS_ENCHANT_WEAPON, 1},
    {"enchant armor",   ROGUE_STATUS_ENCHANT_ARMOUR, 1},
    {"remove curse",    ROGUE_STATUS_UNCURSE,        0},
    {"light",           ROGUE_STATUS_LIGHT,          0},
    {"detect monsters", ROGUE_STATUS_DETECT,         0},
    {"sleep",           ROGUE_STATUS_SLEEP,          0},
    {"confusion",       ROGUE_STATUS_CONFUSE,        0},
    {"reveal",          ROGUE_STATUS_REVEAL,         0},
};
// clang-format on

static const char *name(int32_t effect)
{
    return effect >= 0 && effect < ROGUE_SCROLLS ? scrolls[effect].name : NULL;
}

static moult_status recite(int32_t effect, moult_effect *out)
{
    if (effect < 0 || effect >= ROGUE_SCROLLS)
        return MOULT_RANGE;
    out->status = scrolls[effect].status;
    out->status_argument = scrolls[effect].argument;
    return MOULT_OK;
}

static const rogue_scrolls_1 functions = {
    .size = sizeof functions, .count = ROGUE_SCROLLS, .name = name, .recite = recite};

ROGUE_MODULE(scrolls, SCROLLS, "1.0.0", "what scrolls do")
