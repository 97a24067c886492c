/* SPDX-License-Identifier: MIT */
/* consume/rogue: food fills, gold counts, gear is taken up, a corpse does what its kind does. */
#include <moult/plugin.h>
#include "rules/rogue/modules.h"

static moult_status take(const rogue_tuning *t, const rogue_morsel *morsel, moult_effect *out)
{
    switch (morsel->kind) {
    case ROGUE_FOOD:
        out->satiety = t->food;
        return MOULT_OK;
    case ROGUE_GOLD:
        out->gold = morsel->subtype;
        return MOULT_OK;
    case ROGUE_WEAPON:
        out->weapon = morsel->subtype;
        return MOULT_OK;
    case ROGUE_ARMOUR:
        out->armour = morsel->subtype;
        return MOULT_OK;
    case ROGUE_CORPSE:
        out->satiety = morsel->satiety;
        out->hp = morsel->hp;
        return MOULT_OK;
    default:
        return MOULT_UNKNOWN;
    }
}

static const rogue_consume_1 functions = {.size = sizeof functions, .take = take};

ROGUE_MODULE_TUNED(consume, CONSUME, "1.0.0", "what taking up or eating a thing does")
