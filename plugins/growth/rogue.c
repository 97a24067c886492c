/* SPDX-License-Identifier: MIT */
/* growth/rogue: every floor down makes the hero stronger by the same steps. */
#include <moult/plugin.h>
#include "rules/rogue/modules.h"
#include "rules/rogue/pure.h"

static moult_status descend(const rogue_tuning *t, rogue_growth *hero)
{
    hero->level = rogue_sum(hero->level, t->grow_level);
    hero->hp_max = rogue_sum(hero->hp_max, t->grow_hp);
    hero->hp = rogue_sum(hero->hp, t->grow_hp);
    hero->skill = rogue_sum(hero->skill, t->grow_skill);
    hero->floor = rogue_sum(hero->floor, 1);
    return MOULT_OK;
}

static const rogue_growth_1 functions = {.size = sizeof functions, .descend = descend};

ROGUE_MODULE_TUNED(growth, GROWTH, "1.0.0", "what a floor down makes of the hero")
