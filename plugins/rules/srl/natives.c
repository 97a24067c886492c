/* SPDX-License-Identifier: MIT */
/* Single functions that can be called by name: the play source, the pure rules, and changes of the
 * world from which new things can be composed. A native takes whole numbers: a draw is given as the
 * 32 bits that the source had for it. */
#include "rules/srl/game.h"

static uint32_t source(moult_world *w, uint32_t state)
{
    srl_play *play = srl_play_edit(w, 0);
    if (!play)
        return 0;
    play->state = state;
    play->draws = 0;
    play->begun = 1;
    return state;
}

static uint64_t draws(moult_world *w)
{
    return srl_play_read(w, 0)->draws;
}

static int64_t damage(int64_t attack, int64_t defence, uint32_t drawn)
{
    return srl_whole(srl_damage((double)attack, (double)defence, drawn / 4294967296.0));
}

static int64_t rat(int32_t level)
{
    return srl_whole(srl_rat_at(level).hp);
}

/* The dead stay dead. */
static int64_t heal(moult_world *w, int32_t amount)
{
    const moult_id hero = moult_hero(w);
    if (!srl_body_read(w, hero))
        return MOULT_STALE;
    if (amount > 0 && !srl_over(w))
        srl_heal(w, hero, amount);
    return srl_whole(srl_number(srl_body_read(w, hero)->hp));
}

static int32_t feed(moult_world *w, int32_t amount)
{
    const srl_hero *hero = srl_hero_read(w, 0);
    if (amount > 0 && amount <= hero->energy_base && !srl_over(w))
        srl_feed(w, amount);
    return srl_hero_read(w, 0)->energy;
}

static uint64_t give(moult_world *w, uint32_t kind, int32_t level)
{
    const moult_id id = kind < SRL_ITEM_KINDS ? moult_create(w, MOULT_SCOPE_ITEM, 0, 0, 0) : 0;
    srl_thing *thing = id ? srl_thing_edit(w, id) : NULL;
    if (!thing)
        return 0;
    thing->kind = (uint16_t)kind;
    thing->subtype = level;
    srl_hero *hero = srl_hero_edit(w, 0);
    hero->weight = srl_bits(srl_number(hero->weight) + SRL_ITEM_WEIGHT);
    return id;
}

static int32_t explore_all(moult_world *w)
{
    moult_view view;
    const moult_status status = moult_view_level(w, moult_level(w), &view);
    for (int32_t y = 0; status >= 0 && y < view.height; y++)
        for (int32_t x = 0; x < view.width; x++)
            moult_set_cell(w, view.level, MOULT_PLANE_KNOWN, x, y, srl_tile(&view, x, y) + 1);
    return status < 0 ? status : 1;
}

const moult_native srl_natives[SRL_NATIVES] = {
    MOULT_NATIVE("srl.source", "u(wu)", source, "state -> the play source goes on from it"),
    MOULT_NATIVE("srl.draws", "q(w)", draws, "how many numbers were drawn from the play source"),
    MOULT_NATIVE("srl.damage", "l(llu)", damage, "attack, defence, draw * 2^32 -> damage"),
    MOULT_NATIVE("srl.rat", "l(i)", rat, "level -> hit points of such a rat"),
    MOULT_NATIVE("srl.heal", "l(wi)", heal, "amount -> the hero's hit points, raised by it"),
    MOULT_NATIVE("srl.feed", "i(wi)", feed, "amount -> the hero's energy, raised by it"),
    MOULT_NATIVE("srl.explore_all", "i(w)", explore_all, "the whole level becomes known -> 1"),
    MOULT_NATIVE("srl.spawn", "i(wsii)", srl_spawn,
                 "rat, apple or potion, x, y (-1, -1: beside the hero) -> 1"),
    MOULT_NATIVE("srl.give", "q(wui)", give,
                 "kind (0 apple, 1 potion), level -> the item, which the hero then carries"),
};
