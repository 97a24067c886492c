/* SPDX-License-Identifier: MIT */
/* Blows that give hit points when the armour is thick. */
#include <moult/combat.h>
#include <moult/plugin.h>

static moult_status resolve(const moult_attack *attack, moult_blow *blow)
{
    blow->result = MOULT_BLOW_HIT;
    blow->damage = attack->damage - attack->armour;
    return MOULT_OK;
}

static moult_status strike(moult_world *w, moult_id attacker, moult_id defender, int32_t distance,
                           moult_blow *blow)
{
    (void)w, (void)attacker, (void)defender, (void)distance;
    blow->result = MOULT_BLOW_MISS;
    blow->damage = 0;
    return MOULT_OK;
}

static const moult_combat_1 functions = {sizeof(moult_combat_1), 0, strike, resolve};
static const moult_provide provides[] = {
    MOULT_PROVIDE("combat/balm", MOULT_COMBAT_INTERFACE, MOULT_COMBAT_SHAPE, &functions)};

MOULT_PLUGIN("combat-balm", "1.0.0", "blows that heal", "combat/balm", .provides = provides,
             .provide_count = 1)
