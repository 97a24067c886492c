/* combat/template: a die of six for everybody. A six is critical, a one or a two is a miss. */
#include <moult/combat.h>
#include <moult/random.h>
#include <moult/world.h>

#define SIDES 6
#define DAMAGE 3 /* hit points: change it while you play, and `make` */

/* The pure rule: the same numbers give the same blow. This one looks at the die alone. */
static moult_status resolve(const moult_attack *attack, moult_blow *blow)
{
    blow->result = attack->roll >= SIDES ? MOULT_BLOW_CRITICAL
                   : attack->roll > 2    ? MOULT_BLOW_HIT
                                         : MOULT_BLOW_MISS;
    blow->damage = DAMAGE * blow->result; /* 0 for a miss, twice as much for a critical one */
    return MOULT_OK;
}

static int32_t stands(const moult_world *w, moult_id id)
{
    moult_place place;
    return moult_where(w, MOULT_SCOPE_ACTOR, id, &place) >= 0;
}

/* Decides a blow between two actors; the rules then apply it. */
static moult_status strike(moult_world *w, moult_id attacker, moult_id defender, int32_t distance,
                           moult_blow *blow)
{
    moult_attack attack = {.size = sizeof attack, .distance = distance};
    if (!stands(w, attacker) || !stands(w, defender))
        return moult_fail(w, MOULT_STALE, "a blow needs two who stand on the map");
    attack.roll = (int32_t)moult_random(w, MOULT_STREAM_PLAY, SIDES) + 1;
    return resolve(&attack, blow);
}

MOULT_COMBAT(template, "0.1.0", "a die of six", strike, resolve)
