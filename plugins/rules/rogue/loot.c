/* SPDX-License-Identifier: MIT */
/* What lies underfoot: what the hero takes unasked, scraps, or leaves with a word.
 * Better gear replaces what is in use, one potion and one scroll can be held, food is eaten where
 * it lies, and so are corpses that do no harm. Cursed gear can't be replaced, and whoever floats
 * reaches nothing. */
#include "rules/rogue/game.h"

/* By kind: what is said when a thing is taken, and when it is scrapped. */
static const struct {
    const char *taken, *scrapped;
} words[ROGUE_ITEM_KINDS] = {
    [ROGUE_WEAPON] = {MOULT_TEXT("You take up the {name}."), MOULT_TEXT("You scrap the {name}.")},
    [ROGUE_ARMOUR] = {MOULT_TEXT("You put on the {name}."), MOULT_TEXT("You discard the {name}.")},
    [ROGUE_POTION] = {MOULT_TEXT("You pocket the {name}."), NULL},
    [ROGUE_SCROLL] = {MOULT_TEXT("You pocket the {name}."), NULL},
};

int32_t rogue_harmful(const moult_world *w, const rogue_thing *thing)
{
    moult_creature creature = {.size = sizeof creature};
    return thing->kind == ROGUE_CORPSE && rogue_numbers(w)->ask_poison &&
           rogue_bestiary->describe((uint32_t)thing->subtype, &creature) >= 0 &&
           creature.corpse_hp < 0;
}

/* The effect held in the slot of a kind, or -1. */
static int32_t held(const rogue_hero *hero, uint32_t kind)
{
    return (kind == ROGUE_POTION ? hero->potion : kind == ROGUE_SCROLL ? hero->scroll : 0) - 1;
}

static uint32_t curse_of(uint32_t kind)
{
    return kind == ROGUE_WEAPON   ? ROGUE_CURSED_WEAPON
           : kind == ROGUE_ARMOUR ? ROGUE_CURSED_ARMOUR
                                  : 0;
}

static int32_t decide(const moult_world *w, const rogue_thing *thing)
{
    const rogue_hero *hero = rogue_hero_read(w, 0);
    rogue_find find = {.size = sizeof find,
                       .kind = thing->kind,
                       .full = held(hero, thing->kind) >= 0,
                       .stuck = (hero->cursed & curse_of(thing->kind)) != 0};
    if (thing->kind == ROGUE_WEAPON || thing->kind == ROGUE_ARMOUR) {
        int32_t tier = thing->kind == ROGUE_WEAPON ? hero->weapon : hero->armour;
        find.value = rogue_info(w, thing->kind, thing->subtype).value;
        find.current = rogue_info(w, thing->kind, tier).value;
    }
    return rogue_module_pickup->decide(&find);
}

int32_t rogue_wanted(const moult_world *w, moult_id item)
{
    const rogue_thing *thing = rogue_thing_read(w, item);
    int32_t choice = thing && !rogue_harmful(w, thing) ? decide(w, thing) : ROGUE_PICK_LEAVE;
    return choice == ROGUE_PICK_TAKE || choice == ROGUE_PICK_SCRAP;
}

static void leave(rogue_play *p, const rogue_thing *thing)
{
    const rogue_hero *hero = rogue_hero_read(p->w, 0);
    moult_item_info info = rogue_info(p->w, thing->kind, thing->subtype);
    int32_t other = held(hero, thing->kind);
    p->alert |= MOULT_ATTENTION_ITEM;
    if (hero->cursed & curse_of(thing->kind)) {
        rogue_say_name(p->w, MOULT_SAY_NORMAL,
                       "Here is a {name}, but what you have is cursed: it stays.", info.name);
    } else if (other >= 0) {
        moult_item_info has = rogue_info(p->w, thing->kind, other);
        const moult_arg args[] = {MOULT_ARG_TEXT("name", info.name),
                                  MOULT_ARG_TEXT("held", has.name)};
        moult_say(p->w, MOULT_SAY_NORMAL, "Here is a {name}, but you already hold a {held}.", args,
                  MOULT_COUNT(args));
    } else if (thing->kind == ROGUE_CORPSE) {
        rogue_say_name(p->w, MOULT_SAY_NORMAL, "Here is a {name}. It smells foul.", info.name);
    } else {
        rogue_say_name(p->w, MOULT_SAY_NORMAL, "Here is a {name}. You leave it.", info.name);
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
    rogue_apply(p, &effect, MOULT_TEXT("greed"));
    if (thing->cursed)
        rogue_hero_edit(p->w, 0)->cursed |= (uint8_t)curse_of(thing->kind);
    return 1;
}

/* Worse gear than what is in use isn't for nothing. */
static void scrap(rogue_play *p, const rogue_thing *thing)
{
    const int32_t tier = rogue_most(0, rogue_least(thing->subtype, ROGUE_TIERS - 1));
    const int32_t coins = p->t->scrap_gold * tier;
    if (coins == 0)
        return;
    rogue_hero *hero = rogue_hero_edit(p->w, 0);
    hero->gold = rogue_sum(hero->gold, coins);
    rogue_say_number(p->w, MOULT_SAY_GOOD, "What is left of it is worth {amount} gold.", "amount",
                     coins);
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
    if ((choice != ROGUE_PICK_TAKE && choice != ROGUE_PICK_SCRAP) || rogue_harmful(p->w, thing)) {
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
    if (choice == ROGUE_PICK_SCRAP)
        scrap(p, thing);
    if (choice == ROGUE_PICK_TAKE && thing->cursed)
        rogue_say(p->w, MOULT_SAY_BAD, "It is cursed: you can't put it down.");
    moult_remove(p->w, MOULT_SCOPE_ITEM, item);
    return 1;
}

void rogue_pick_up_here(rogue_play *p)
{
    moult_id next = moult_at(p->w, MOULT_SCOPE_ITEM, p->level, p->x, p->y, 0);
    if (rogue_hero_read(p->w, 0)->floating > 0)
        return;
    for (int32_t left = p->t->pick_ups; next && left > 0 && p->state == ROGUE_PLAYING; left--) {
        moult_id item = next;
        next = moult_at(p->w, MOULT_SCOPE_ITEM, p->level, p->x, p->y, item);
        if (rogue_take(p, item))
            moult_signal(p->w, "pick-up", p->x, p->y);
    }
}
