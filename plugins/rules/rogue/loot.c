/* SPDX-License-Identifier: MIT */
/* What lies underfoot: what the hero takes unasked, scraps, or leaves with a word.
 * Better gear replaces what is in use, one potion and one scroll can be held, food is eaten where
 * it lies, and so are corpses that do no harm. */
#include "rules/rogue/game.h"

/* By kind: what is said when a thing is taken, and when it is scrapped. */
static const struct {
    const char *taken, *scrapped;
} words[ROGUE_ITEM_KINDS] = {
    [ROGUE_WEAPON] = {"You take up the {name}.", "You scrap the {name}."},
    [ROGUE_ARMOUR] = {"You put on the {name}.", "You discard the {name}."},
    [ROGUE_POTION] = {"You pocket the {name}.", NULL},
    [ROGUE_SCROLL] = {"You pocket the {name}.", NULL},
};

int32_t rogue_harmful(const rogue_thing *thing)
{
    moult_creature creature = {.size = sizeof creature};
    return rogue_standard.ask_poison && thing->kind == ROGUE_CORPSE &&
           rogue_bestiary->describe((uint32_t)thing->subtype, &creature) >= 0 &&
           creature.corpse_hp < 0;
}

/* The effect held in the slot of a kind, or -1. */
static int32_t held(const rogue_hero *hero, uint32_t kind)
{
    return (kind == ROGUE_POTION ? hero->potion : kind == ROGUE_SCROLL ? hero->scroll : 0) - 1;
}

static int32_t decide(const moult_world *w, const rogue_thing *thing)
{
    const rogue_hero *hero = rogue_hero_read(w, 0);
    int32_t value = 0, current = 0;
    if (thing->kind == ROGUE_WEAPON || thing->kind == ROGUE_ARMOUR) {
        int32_t tier = thing->kind == ROGUE_WEAPON ? hero->weapon : hero->armour;
        value = rogue_info(w, thing->kind, thing->subtype).value;
        current = rogue_info(w, thing->kind, tier).value;
    }
    return rogue_pick_up(thing->kind, value, current, held(hero, thing->kind) >= 0);
}

int32_t rogue_wanted(const moult_world *w, moult_id item)
{
    const rogue_thing *thing = rogue_thing_read(w, item);
    return thing && !rogue_harmful(thing) && decide(w, thing) != ROGUE_PICK_LEAVE;
}

static void leave(rogue_play *p, const rogue_thing *thing)
{
    moult_item_info info = rogue_info(p->w, thing->kind, thing->subtype);
    int32_t other = held(rogue_hero_read(p->w, 0), thing->kind);
    p->alert |= MOULT_ATTENTION_ITEM;
    if (other >= 0) {
        moult_item_info has = rogue_info(p->w, thing->kind, other);
        const moult_arg args[] = {MOULT_ARG_TEXT("name", info.name),
                                  MOULT_ARG_TEXT("held", has.name)};
        moult_say(p->w, MOULT_SAY_NORMAL, "Here is a {name}, but you already hold a {held}.", args,
                  MOULT_COUNT(args));
    } else {
        rogue_say_name(p->w, MOULT_SAY_NORMAL, "Here is a {name}. It smells foul.", info.name);
    }
}

static void hold(rogue_play *p, uint32_t kind, int32_t subtype)
{
    rogue_hero *hero = rogue_hero_edit(p->w, 0);
    if (kind == ROGUE_POTION)
        hero->potion = (uint8_t)(subtype + 1);
    else
        hero->scroll = (uint8_t)(subtype + 1);
}

/* Gold, weapon or armour: taken by what items/1 says that using it does. */
static int32_t use_up(rogue_play *p, const rogue_thing *thing)
{
    moult_effect effect = {.size = sizeof effect, .weapon = -1, .armour = -1};
    if (rogue_items->use(p->w, p->hero, thing->kind, thing->subtype, &effect) < 0)
        return 0;
    if (effect.gold)
        rogue_say_number(p->w, MOULT_SAY_GOOD, "You take {amount} gold.", "amount", effect.gold);
    rogue_apply(p, &effect, "greed");
    return 1;
}

/* 1: it was taken, eaten or scrapped, and is gone from the level. */
int32_t rogue_take(rogue_play *p, moult_id item)
{
    const rogue_thing *thing = rogue_thing_read(p->w, item);
    if (!thing || thing->kind >= ROGUE_ITEM_KINDS)
        return 0;
    moult_item_info info = rogue_info(p->w, thing->kind, thing->subtype);
    int32_t choice = decide(p->w, thing);
    const char *format = words[thing->kind].taken;
    if (choice == ROGUE_PICK_LEAVE || rogue_harmful(thing)) {
        leave(p, thing);
        return 0;
    }
    if (thing->kind == ROGUE_FOOD || thing->kind == ROGUE_CORPSE)
        return rogue_eat(p, item);
    if (choice == ROGUE_PICK_SCRAP)
        format = words[thing->kind].scrapped;
    else if (info.flags & MOULT_ITEM_HELD)
        hold(p, thing->kind, thing->subtype);
    else if (!use_up(p, thing))
        return 0;
    if (format)
        rogue_say_name(p->w, MOULT_SAY_NORMAL, format, info.name);
    moult_remove(p->w, MOULT_SCOPE_ITEM, item);
    return 1;
}

void rogue_pick_up_here(rogue_play *p)
{
    moult_id next = moult_at(p->w, MOULT_SCOPE_ITEM, p->level, p->x, p->y, 0);
    for (int32_t left = rogue_standard.pick_ups; next && left > 0 && p->state == ROGUE_PLAYING;
         left--) {
        moult_id item = next;
        next = moult_at(p->w, MOULT_SCOPE_ITEM, p->level, p->x, p->y, item);
        if (rogue_take(p, item))
            moult_signal(p->w, "pick-up", p->x, p->y);
    }
}
