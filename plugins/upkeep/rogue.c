/* SPDX-License-Identifier: MIT */
/* upkeep/rogue: the end of a turn. A point of hunger every so many turns, a hit point back every
 * so many unless starving, and harm every turn at hunger 0. What counts is the hunger before. */
#include <moult/plugin.h>
#include "rules/rogue/modules.h"
#include "rules/rogue/pure.h"

static int32_t falls_below(int32_t mark, int32_t before, int32_t now)
{
    return now < mark && before >= mark;
}

/* A word when hunger falls below a mark, and now and then while it stays at nothing. */
static int32_t told(const rogue_tuning *t, int32_t turn, int32_t before, int32_t now)
{
    if (before <= 0)
        return rogue_due(turn, t->starve_tell_every) ? ROGUE_TOLD_STARVING : ROGUE_TOLD_NOTHING;
    if (falls_below(1, before, now))
        return ROGUE_TOLD_EMPTY;
    if (falls_below(t->weak, before, now))
        return ROGUE_TOLD_WEAK;
    return falls_below(t->hungry, before, now) ? ROGUE_TOLD_HUNGRY : ROGUE_TOLD_NOTHING;
}

/* Whoever is at 0 or below stays dead. */
static int32_t heal(const rogue_tuning *t, const rogue_vitals *v)
{
    if (v->hunger <= 0)
        return rogue_sum(v->hp, -t->starve_damage);
    if (v->hp >= v->hp_max || !rogue_due(v->turn, t->regenerate_every))
        return v->hp;
    return v->hp > 0 ? v->hp + 1 : rogue_least(v->hp + 1, 0);
}

static moult_status keep(const rogue_tuning *t, rogue_vitals *v)
{
    int32_t before = v->hunger;
    v->hp = heal(t, v);
    if (before > 0 && rogue_due(v->turn, t->hunger_every))
        v->hunger--;
    v->told = told(t, v->turn, before, v->hunger);
    return MOULT_OK;
}

static const rogue_upkeep_1 functions = {.size = sizeof functions, .keep = keep};

ROGUE_MODULE_TUNED(upkeep, UPKEEP, "1.0.0", "hunger, healing and starvation")
