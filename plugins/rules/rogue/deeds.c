/* SPDX-License-Identifier: MIT */
/* Deeds for effects to be composed of: what happens to the hero, its gear and what it knows. Each
 * says what it did, works from the world alone, and leaves the dead alone; so each can be called by
 * name too (natives.c). What happens to others is in spells.c. */
#include "rules/rogue/game.h"

/* 1: there is a hero who can be done something to; else the answer of the deed. */
static int32_t begin(rogue_play *p, moult_world *w, moult_outcome *outcome)
{
    *outcome = (moult_outcome){.size = sizeof *outcome};
    moult_status status = rogue_begin(p, w, outcome);
    if (status < 0)
        return status;
    return p->state == ROGUE_PLAYING;
}

int32_t rogue_deed_nothing(moult_world *w)
{
    rogue_say(w, MOULT_SAY_NORMAL, "Nothing happens.");
    return ROGUE_DEED_NOTHING;
}

int32_t rogue_deed_restore(moult_world *w)
{
    rogue_play p;
    moult_outcome outcome;
    int32_t ready = begin(&p, w, &outcome);
    if (ready <= 0)
        return ready;
    rogue_body *body = rogue_body_edit(w, p.hero);
    body->hp = rogue_most(body->hp, body->hp_max);
    rogue_say(w, MOULT_SAY_GOOD, "Your vigour returns.");
    return ROGUE_DEED_DONE;
}

int32_t rogue_deed_teleport(moult_world *w)
{
    rogue_play p;
    moult_outcome outcome;
    int32_t ready = begin(&p, w, &outcome);
    if (ready <= 0)
        return ready;
    for (int32_t i = 0; i < p.t->teleport_tries; i++) {
        int32_t x = (int32_t)moult_random(w, MOULT_STREAM_PLAY, (uint32_t)p.view.width);
        int32_t y = (int32_t)moult_random(w, MOULT_STREAM_PLAY, (uint32_t)p.view.height);
        moult_id other = moult_at(w, MOULT_SCOPE_ACTOR, p.level, x, y, 0);
        if ((other && other != p.hero) || !rogue_walkable(rogue_tile(&p.view, x, y)) ||
            rogue_mark(&p.view, x, y) & ROGUE_MARK_SEALED ||
            moult_move(w, MOULT_SCOPE_ACTOR, p.hero, p.level, x, y) < 0)
            continue;
        p.x = x;
        p.y = y;
        rogue_say(w, MOULT_SAY_NORMAL, "You are somewhere else.");
        rogue_arrive(&p);
        return ROGUE_DEED_DONE;
    }
    rogue_say(w, MOULT_SAY_NORMAL, "The air trembles, and is still again.");
    return ROGUE_DEED_NOTHING;
}

/* Cells from x0, y0 to x1, y1, which may lie off the map, become known as they are. */
static void explore(const rogue_play *p, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    for (int32_t y = rogue_most(0, y0); y <= rogue_least(y1, p->view.height - 1); y++)
        for (int32_t x = rogue_most(0, x0); x <= rogue_least(x1, p->view.width - 1); x++)
            moult_set_cell(p->w, p->level, MOULT_PLANE_KNOWN, x, y, rogue_tile(&p->view, x, y) + 1);
}

int32_t rogue_deed_explore_all(moult_world *w)
{
    rogue_play p;
    moult_outcome outcome;
    int32_t ready = begin(&p, w, &outcome);
    if (ready <= 0)
        return ready;
    explore(&p, 0, 0, p.view.width - 1, p.view.height - 1);
    rogue_say(w, MOULT_SAY_GOOD, "The layout of the floor stands before you.");
    return ROGUE_DEED_DONE;
}

int32_t rogue_deed_light(moult_world *w, int32_t radius)
{
    rogue_play p;
    moult_outcome outcome;
    int32_t ready = begin(&p, w, &outcome);
    if (ready <= 0)
        return ready;
    int32_t r = radius > 0 ? rogue_least(radius, 4096) : p.t->light_radius;
    explore(&p, p.x - r, p.y - r, p.x + r, p.y + r);
    rogue_say(w, MOULT_SAY_GOOD, "Light flares through the walls around you.");
    return ROGUE_DEED_DONE;
}

int32_t rogue_deed_remove_curse(moult_world *w)
{
    rogue_hero *hero = rogue_hero_edit(w, 0);
    if (!hero || hero->state != ROGUE_PLAYING || hero->cursed == 0)
        return rogue_deed_nothing(w);
    hero->cursed = 0;
    rogue_say(w, MOULT_SAY_GOOD, "A weight is lifted: your gear is free of curses.");
    return ROGUE_DEED_DONE;
}

static int32_t enchant(moult_world *w, uint32_t kind, int32_t tiers, const char *format)
{
    rogue_hero *hero = rogue_hero_edit(w, 0);
    if (!hero || hero->state != ROGUE_PLAYING)
        return ROGUE_DEED_NOTHING;
    uint8_t *tier = kind == ROGUE_WEAPON ? &hero->weapon : &hero->armour;
    int32_t better = rogue_sum(*tier, tiers == 0 ? 1 : tiers);
    better = rogue_most(0, rogue_least(better, ROGUE_TIERS - 1));
    if (better == *tier)
        return rogue_deed_nothing(w);
    *tier = (uint8_t)better;
    rogue_say_name(w, MOULT_SAY_GOOD, format, rogue_info(w, kind, better).name);
    return ROGUE_DEED_DONE;
}

int32_t rogue_deed_enchant_weapon(moult_world *w, int32_t tiers)
{
    return enchant(w, ROGUE_WEAPON, tiers,
                   MOULT_TEXT("Your weapon glows and turns into the {name}."));
}

int32_t rogue_deed_enchant_armour(moult_world *w, int32_t tiers)
{
    return enchant(w, ROGUE_ARMOUR, tiers,
                   MOULT_TEXT("Your armour glows and turns into the {name}."));
}

static int32_t tell_curse(moult_world *w, uint32_t kind, int32_t tier, uint32_t cursed)
{
    rogue_say_name(w, MOULT_SAY_NORMAL,
                   cursed ? MOULT_TEXT("There is a curse on your {name}.")
                          : MOULT_TEXT("There is no curse on your {name}."),
                   rogue_info(w, kind, tier).name);
    return ROGUE_DEED_DONE;
}

static int32_t tell_held(moult_world *w, uint32_t kind, int32_t effect)
{
    rogue_hero *hero = rogue_hero_edit(w, 0);
    if (effect < 0)
        return rogue_deed_nothing(w);
    if (kind == ROGUE_POTION)
        hero->known_potions |= 1u << (effect & 31);
    else
        hero->known_scrolls |= 1u << (effect & 31);
    rogue_say_name(w, MOULT_SAY_GOOD, "What you hold is a {name}.",
                   rogue_info(w, kind, effect).name);
    return ROGUE_DEED_DONE;
}

int32_t rogue_deed_identify(moult_world *w, int32_t kind)
{
    const rogue_hero *hero = rogue_hero_read(w, 0);
    if (hero->state != ROGUE_PLAYING)
        return ROGUE_DEED_NOTHING;
    switch (kind) {
    case 0:
        if (!rogue_numbers(w)->identify_all)
            return ROGUE_DEED_ASKS;
        rogue_hero_edit(w, 0)->known_potions = UINT32_MAX;
        rogue_say(w, MOULT_SAY_GOOD, "You know every potion.");
        return ROGUE_DEED_DONE;
    case (int32_t)ROGUE_POTION:
        return tell_held(w, ROGUE_POTION, hero->potion - 1);
    case (int32_t)ROGUE_SCROLL:
        return tell_held(w, ROGUE_SCROLL, hero->scroll - 1);
    case (int32_t)ROGUE_WEAPON:
        return tell_curse(w, ROGUE_WEAPON, hero->weapon, hero->cursed & ROGUE_CURSED_WEAPON);
    case (int32_t)ROGUE_ARMOUR:
        return tell_curse(w, ROGUE_ARMOUR, hero->armour, hero->cursed & ROGUE_CURSED_ARMOUR);
    default:
        return rogue_deed_nothing(w);
    }
}

const rogue_deeds rogue_deeds_1 = {
    .size = sizeof rogue_deeds_1,
    .restore = rogue_deed_restore,
    .explore_all = rogue_deed_explore_all,
    .teleport = rogue_deed_teleport,
    .detect = rogue_deed_detect,
    .remove_curse = rogue_deed_remove_curse,
    .identify = rogue_deed_identify,
    .enchant_weapon = rogue_deed_enchant_weapon,
    .enchant_armour = rogue_deed_enchant_armour,
    .light = rogue_deed_light,
    .sleep = rogue_deed_sleep,
    .confuse = rogue_deed_confuse,
    .speed = rogue_deed_speed,
    .levitate = rogue_deed_levitate,
    .see_invisible = rogue_deed_see_invisible,
    .reveal = rogue_deed_reveal,
    .nothing = rogue_deed_nothing,
};
