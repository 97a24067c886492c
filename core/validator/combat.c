/* SPDX-License-Identifier: MIT */
/* Combat and the bestiary: blows as functions of numbers, blows in the world, who can be met. */
#include <string.h>
#include "core/system/text.h"
#include "core/validator/trial.h"

static moult_attack attack_of(moult_xorshift *source, int32_t most)
{
    moult_attack attack = {.size = sizeof attack};
    attack.skill = moult__chance_between(source, 0, most);
    attack.damage = moult__chance_between(source, 0, most);
    attack.evasion = moult__chance_between(source, 0, most);
    attack.armour = moult__chance_between(source, 0, most);
    attack.roll = moult__chance_between(source, 1, 20);
    attack.distance = moult__chance_between(source, 1, 10);
    return attack;
}

static moult_status resolve(moult__trial *t, const moult__slot *slot, const moult_attack *attack,
                            moult_blow *blow)
{
    const moult_combat_1 *combat = slot->functions;
    *blow = (moult_blow){.size = sizeof *blow};
    moult__call(t, slot, "resolve");
    moult_status status = combat->resolve(attack, blow);
    moult__called(t);
    moult__answer(t, blow, sizeof *blow);
    return status;
}

static moult_status strike(moult__trial *t, const moult__slot *slot, moult_id from, moult_id to,
                           moult_blow *blow)
{
    const moult_combat_1 *combat = slot->functions;
    *blow = (moult_blow){.size = sizeof *blow};
    moult__call(t, slot, "strike");
    moult_status status = combat->strike(t->s.world, from, to, 1, blow);
    moult__called(t);
    moult__answer(t, blow, sizeof *blow);
    return status;
}

static void judge(moult__trial *t, const moult_blow *blow)
{
    if (blow->size != sizeof *blow)
        moult__fails(t, "the blow's size was overwritten");
    if (blow->result < MOULT_BLOW_MISS || blow->result > MOULT_BLOW_CRITICAL)
        moult__fails(t, "a blow of result %d: there are 0, 1 and 2", blow->result);
    if (blow->damage < 0)
        moult__fails(t, "a blow that takes %d hit points", blow->damage);
    if (blow->result == MOULT_BLOW_MISS && blow->damage != 0)
        moult__fails(t, "a miss that takes %d hit points", blow->damage);
}

void moult__tour_combat(moult__trial *t, const moult__slot *slot, uint32_t seed)
{
    moult_xorshift source = moult_xorshift_start(seed);
    moult_id hero = moult__hero(t->s.world), id = 0;
    moult_blow blow;
    for (uint32_t i = 0; i < 20; i++) {
        moult_attack attack = attack_of(&source, 40);
        resolve(t, slot, &attack, &blow);
    }
    while ((id = moult__next(t->s.world, MOULT_SCOPE_ACTOR, moult__level(t->s.world), id)) != 0) {
        strike(t, slot, hero, id, &blow);
        strike(t, slot, id, hero, &blow);
    }
}

static void resolves(moult__trial *t, const moult__slot *slot)
{
    moult_xorshift source = moult_xorshift_start(11);
    for (uint32_t i = 0; i < moult__count(t, 20000) && !moult__failed(t); i++) {
        moult_blow first, second;
        moult_attack attack = attack_of(&source, i % 2 != 0 ? 40 : 1000000);
        moult_attack asked = attack;
        moult_status status = resolve(t, slot, &attack, &first);
        resolve(t, slot, &asked, &second);
        if (memcmp(&attack, &asked, sizeof attack) != 0)
            moult__fails(t, "it changed the attack, which is const");
        if (memcmp(&first, &second, sizeof first) != 0)
            moult__fails(t, "the same numbers gave %d for %d, then %d for %d", first.result,
                         first.damage, second.result, second.damage);
        if (status >= 0)
            judge(t, &first);
    }
}

void moult__check_combat_resolve(moult__trial *t)
{
    moult__each_slot(t, resolves);
    moult__pass(t, "%llu blows", (unsigned long long)t->calls);
}

static void strikes(moult__trial *t, const moult__slot *slot)
{
    moult_blow blow;
    for (uint32_t game = 0; game < moult__count(t, 30) && !moult__failed(t); game++) {
        char seed[16];
        moult_id id = 0;
        snprintf(seed, sizeof seed, "%u", game);
        if (moult__game_open(t, seed) < 0) {
            moult__fails_report(t, &t->s.report);
            return;
        }
        moult__about(t, moult__translate("seed \"%s\""), seed);
        moult_id hero = moult__hero(t->s.world), level = moult__level(t->s.world);
        while ((id = moult__next(t->s.world, MOULT_SCOPE_ACTOR, level, id)) != 0) {
            if (strike(t, slot, hero, id, &blow) >= 0)
                judge(t, &blow);
            if (strike(t, slot, id, hero, &blow) >= 0)
                judge(t, &blow);
        }
        if (strike(t, slot, hero, hero + ((moult_id)99 << 32), &blow) >= 0 ||
            strike(t, slot, 0, hero, &blow) >= 0)
            moult__fails(t, "it lets somebody fight who doesn't exist");
        moult__game_close(t);
        t->found->seeds++;
    }
}

void moult__check_combat_strike(moult__trial *t)
{
    moult__each_slot(t, strikes);
    moult__pass(t, "%llu blows", (unsigned long long)t->calls);
}

/* -- the bestiary ------------------------------------------------------------------------------ */

static moult_status describe(moult__trial *t, const moult__slot *slot, uint32_t id,
                             moult_creature *out)
{
    const moult_bestiary_1 *bestiary = slot->functions;
    memset(out, 0, sizeof *out);
    out->size = sizeof *out;
    moult__call(t, slot, "describe");
    moult_status status = bestiary->describe(id, out);
    moult__called(t);
    moult__answer(t, out, offsetof(moult_creature, name));
    return status;
}

void moult__tour_bestiary(moult__trial *t, const moult__slot *slot, uint32_t seed)
{
    moult_creature creature;
    const moult_bestiary_1 *bestiary = slot->functions;
    (void)seed;
    for (uint32_t id = 0; id <= bestiary->count; id++)
        describe(t, slot, id, &creature);
}

static const char *fault_of(const moult__trial *t, uint32_t id, const moult_creature *c)
{
    char slot[MOULT_SLOT_SIZE];
    const char *fault = moult__text_fault(c->name, MOULT_NAME_SIZE);
    if (fault == NULL)
        fault = moult__text_fault(c->archetype, 32);
    if (fault != NULL)
        return fault;
    snprintf(slot, sizeof slot, "ai/%s", c->archetype);
    if (c->size != sizeof *c || c->id != id)
        return moult__translate("size or id aren't its own");
    if (c->glyph < 0x20 || c->glyph > 0x10ffff || c->fg > 0xffffff || c->accent > 0xffffff)
        return moult__translate("its glyph is no character, or its colour none");
    if (c->hp < 1 || c->actions < 0 || c->sight < 0 || c->sight > 255 || c->damage < 0)
        return moult__translate("hit points, actions, sight or damage are out of range");
    if (c->corpse_chance < 0 || c->corpse_chance > 100)
        return moult__translate("its corpse's chance isn't 0 to 100");
    if (moult__set_slot(&t->setup->set, slot) == NULL)
        return moult__translate("nobody provides its archetype");
    return NULL;
}

static void rows(moult__trial *t, const moult__slot *slot)
{
    const moult_bestiary_1 *bestiary = slot->functions;
    moult_creature creature;
    if (bestiary->count == 0)
        moult__fails(t, "it knows nobody");
    for (uint32_t id = 0; id < bestiary->count && !moult__failed(t); id++) {
        moult_status status = describe(t, slot, id, &creature);
        const char *fault = status >= 0 ? fault_of(t, id, &creature) : moult_status_text(status);
        if (fault != NULL)
            moult__fails(t, "creature %u: %s", id, fault);
    }
    if (describe(t, slot, bestiary->count, &creature) >= 0 ||
        describe(t, slot, UINT32_MAX, &creature) >= 0)
        moult__fails(t, "it describes creature %u, of %u", bestiary->count, bestiary->count);
    moult__pass(t, "%u creatures", bestiary->count);
}

void moult__check_bestiary_rows(moult__trial *t)
{
    moult__each_slot(t, rows);
}
