/* SPDX-License-Identifier: MIT */
/* potions/rogue: what every potion does, a row each: its number is the row. A status's argument
 * of 0 leaves the number to the tuning. */
#include <moult/plugin.h>
#include "rules/rogue/modules.h"

// clang-format off
static const struct {
    const char *name;
    int32_t hp, hp_max, skill, evasion;
    uint32_t status;
    int32_t argument;
} potions[ROGUE_POTIONS] = {
    /* name             hp  max skill evasion status              argument */
    {"healing",          5,  0,  0,    0,      ROGUE_STATUS_NONE,    0},
    {"greater healing",  15, 0,  0,    0,      ROGUE_STATUS_NONE,    0},
    {"restoration",      0,  0,  0,    0,      ROGUE_STATUS_RESTORE, 0},
    {"poison",           -3, 0,  0,    0,      ROGUE_STATUS_NONE,    0},
    {"acid",             -5, 0,  0,    0,      ROGUE_STATUS_NONE,    0},
    {"strength",         2,  2,  0,    0,      ROGUE_STATUS_NONE,    0},
    {"skill",            0,  0,  1,    0,      ROGUE_STATUS_NONE,    0},
    {"speed",            0,  0,  0,    0,      ROGUE_STATUS_SPEED,   0},
    {"levitation",       0,  0,  0,    0,      ROGUE_STATUS_FLOAT,   0},
    {"see invisible",    0,  0,  0,    0,      ROGUE_STATUS_SEE,     0},
    {"agility",          0,  0,  0,    1,      ROGUE_STATUS_NONE,    0},
};
// clang-format on

static int32_t is_known(int32_t effect)
{
    return effect >= 0 && effect < ROGUE_POTIONS;
}

static const char *name(int32_t effect)
{
    return is_known(effect) ? potions[effect].name : NULL;
}

static moult_status drink(int32_t effect, int32_t hp, int32_t hp_max, moult_effect *out)
{
    (void)hp;
    (void)hp_max;
    if (!is_known(effect))
        return MOULT_RANGE;
    out->hp = potions[effect].hp;
    out->hp_max = potions[effect].hp_max;
    out->skill = potions[effect].skill;
    out->evasion = potions[effect].evasion;
    out->status = potions[effect].status;
    out->status_argument = potions[effect].argument;
    return MOULT_OK;
}

static const rogue_potions_1 functions = {
    .size = sizeof functions, .count = ROGUE_POTIONS, .name = name, .drink = drink};

ROGUE_MODULE(potions, POTIONS, "1.0.0", "what potions do")
