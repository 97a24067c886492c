/* SPDX-License-Identifier: MIT */
/* combat/rogue: a die of twenty against the defender's evasion.
 * A 1 misses, a 20 is critical and always lands; otherwise the roll must reach 10 less what skill
 * is ahead of evasion. In `classic` the whole difference counts. In `standard` it is bent, so that
 * it always counts for less than `hit_span`, and half of that at `hit_bend`: a die is worth rolling
 * on every floor. A critical doubles the damage before armour, and what lands costs at least one
 * hit point. The hero is as hard to hit as its level. */
#include <moult/bestiary.h>
#include <moult/combat.h>
#include <moult/items.h>
#include <moult/plugin.h>
#include <moult/random.h>
#include "rules/rogue/rogue.h"

static MOULT_BINDS const moult_bestiary_1 *bestiary;
static MOULT_BINDS const moult_items_1 *items;

typedef struct fighter {
    int32_t skill, damage, evasion, armour;
} fighter;

/* What the difference of skill and evasion counts for. */
static int64_t bend(const rogue_tuning *t, int64_t ahead)
{
    int64_t far = ahead < 0 ? -ahead : ahead;
    return t->hit_span > 0 ? t->hit_span * ahead / (far + t->hit_bend) : ahead;
}

static int32_t hits(const rogue_tuning *t, int32_t skill, int32_t evasion, int32_t roll)
{
    if (roll <= 1)
        return MOULT_BLOW_MISS;
    if (roll >= t->die_sides)
        return MOULT_BLOW_CRITICAL;
    return roll >= t->to_hit - bend(t, (int64_t)skill - evasion) ? MOULT_BLOW_HIT : MOULT_BLOW_MISS;
}

static int32_t damage_of(const rogue_tuning *t, int32_t damage, int32_t armour, int32_t result)
{
    int64_t points = damage;
    if (result == MOULT_BLOW_MISS)
        return 0;
    if (result == MOULT_BLOW_CRITICAL)
        points *= t->critical_times;
    points -= armour;
    if (points < t->damage_min)
        return t->damage_min;
    return points > INT32_MAX ? INT32_MAX : (int32_t)points;
}

static void decide(const rogue_tuning *t, const moult_attack *attack, moult_blow *blow)
{
    blow->result = hits(t, attack->skill, attack->evasion, attack->roll);
    blow->damage = damage_of(t, attack->damage, attack->armour, blow->result);
}

/* Without a world: the rule of `classic`. */
static moult_status resolve(const moult_attack *attack, moult_blow *blow)
{
    decide(&rogue_classic, attack, blow);
    return MOULT_OK;
}

static int32_t gear_value(const moult_world *w, uint32_t kind, int32_t tier)
{
    moult_item_info info = {.size = sizeof info};
    return items->describe(w, kind, tier, &info) < 0 ? 0 : info.value;
}

static moult_status look_up(moult_world *w, moult_id id, fighter *out)
{
    moult_creature creature = {.size = sizeof creature};
    const rogue_body *body = rogue_body_read(w, id);
    if (!body)
        return moult_fail(w, MOULT_STALE, "a blow needs two who stand on the map");
    if (body->kind == ROGUE_KIND_HERO) {
        const rogue_hero *hero = rogue_hero_read(w, 0);
        out->skill = hero->skill;
        out->damage = gear_value(w, ROGUE_WEAPON, hero->weapon);
        out->evasion = hero->level + hero->evasion;
        out->armour = gear_value(w, ROGUE_ARMOUR, hero->armour);
        return MOULT_OK;
    }
    if (bestiary->describe(body->kind, &creature) < 0)
        return moult_fail(w, MOULT_UNKNOWN, "the bestiary doesn't know who fights");
    out->skill = creature.skill;
    out->damage = creature.damage;
    out->evasion = creature.evasion;
    out->armour = creature.armour;
    return MOULT_OK;
}

static moult_status strike(moult_world *w, moult_id attacker, moult_id defender, int32_t distance,
                           moult_blow *blow)
{
    fighter from, to;
    const rogue_tuning *t = rogue_numbers(w);
    int32_t roll = (int32_t)moult_random(w, MOULT_STREAM_PLAY, (uint32_t)t->die_sides) + 1;
    moult_status status = look_up(w, attacker, &from);
    if (status >= 0)
        status = look_up(w, defender, &to);
    if (status < 0)
        return status;
    const moult_attack attack = {.size = sizeof attack,
                                 .skill = from.skill,
                                 .damage = from.damage,
                                 .evasion = to.evasion,
                                 .armour = to.armour,
                                 .roll = roll,
                                 .distance = distance};
    decide(t, &attack, blow);
    return MOULT_OK;
}

static int32_t native_hits(moult_world *w, int32_t skill, int32_t evasion, int32_t roll)
{
    return hits(rogue_numbers(w), skill, evasion, roll);
}

static int32_t native_damage(moult_world *w, int32_t damage, int32_t armour, int32_t result)
{
    return damage_of(rogue_numbers(w), damage, armour, result);
}

/* The least roll that lands: at least 2, at most the critical one. */
static int32_t native_need(moult_world *w, int32_t skill, int32_t evasion)
{
    int32_t roll = 2, most = rogue_numbers(w)->die_sides;
    while (roll < most && !hits(rogue_numbers(w), skill, evasion, roll))
        roll++;
    return roll;
}

static const moult_combat_1 functions = {
    .size = sizeof(moult_combat_1),
    .strike = strike,
    .resolve = resolve,
};

static const moult_provide provides[] = {
    MOULT_PROVIDE("combat/rogue", MOULT_COMBAT_INTERFACE, MOULT_COMBAT_SHAPE, &functions),
};

static const moult_require requires[] = {
    MOULT_REQUIRE("bestiary", MOULT_BESTIARY_INTERFACE, MOULT_BESTIARY_SHAPE, bestiary),
    MOULT_REQUIRE("items", MOULT_ITEMS_INTERFACE, MOULT_ITEMS_SHAPE, items),
};

static const moult_native natives[] = {
    MOULT_NATIVE("combat.hits", "i(wiii)", native_hits,
                 "skill, evasion, roll -> 0 a miss, 1 a hit, 2 a critical one"),
    MOULT_NATIVE("combat.damage", "i(wiii)", native_damage,
                 "damage, armour, result of combat.hits -> hit points lost"),
    MOULT_NATIVE("combat.need", "i(wii)", native_need,
                 "skill, evasion -> the least roll that lands"),
};

static const moult_table_use tables[] = {
    MOULT_TABLE_USED(rogue_hero),
    MOULT_TABLE_USED(rogue_body),
    MOULT_TABLE_USED(rogue_tuning),
};

MOULT_PLUGIN("combat-rogue", "1.0.0", "a die of twenty against evasion", "combat/rogue",
             .provides = provides, .provide_count = MOULT_COUNT(provides), .requirements = requires,
             .requirement_count = MOULT_COUNT(requires), .natives = natives,
             .native_count = MOULT_COUNT(natives), .tables = tables,
             .table_count = MOULT_COUNT(tables));
