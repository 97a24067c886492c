/* SPDX-License-Identifier: MIT */
/* Fails at the first blow. It is the rules that call it, not the core: only the stack knows. */
#include <moult/combat.h>
#include <moult/plugin.h>
#include "fault.h"

static moult_status resolve(const moult_attack *attack, moult_blow *blow)
{
    blow->result = MOULT_BLOW_HIT;
    blow->damage = attack->damage > 0 ? attack->damage : 0;
    return MOULT_OK;
}

static moult_status strike(moult_world *w, moult_id attacker, moult_id defender, int32_t distance,
                           moult_blow *blow)
{
    (void)w, (void)attacker, (void)defender, (void)distance;
    fault_now();
    blow->result = MOULT_BLOW_MISS;
    blow->damage = 0;
    return MOULT_OK;
}

static const moult_combat_1 functions = {sizeof(moult_combat_1), 0, strike, resolve};
static const moult_provide provides[] = {
    MOULT_PROVIDE("combat/fails", MOULT_COMBAT_INTERFACE, MOULT_COMBAT_SHAPE, &functions)};

MOULT_PLUGIN(FAILS_NAME, "1.0.0", "no blow comes to an end", "combat/fails", .provides = provides,
             .provide_count = 1)
