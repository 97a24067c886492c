/* SPDX-License-Identifier: MIT */
/* What only the hero does: arrive somewhere, eat, look into the pack; what else is in other files.
 * items/1 says what a thing does, as deltas and a status; `rogue_apply` does it, and hands the
 * status to the module of effects. */
#include "rules/rogue/game.h"

void rogue_arrive(rogue_play *p)
{
    rogue_pick_up_here(p);
    moult_see(p->w, p->level, p->x, p->y, p->t->sight);
    switch (rogue_tile(&p->view, p->x, p->y)) {
    case MOULT_TILE_STAIRS_DOWN:
        rogue_say(p->w, MOULT_SAY_NORMAL, "There are stairs down here.");
        break;
    case MOULT_TILE_LADDER_DOWN:
        rogue_say(p->w, MOULT_SAY_NORMAL, "There is a ladder down here.");
        break;
    case MOULT_TILE_EXIT:
        rogue_say(p->w, MOULT_SAY_GOOD, "The exit is here.");
        break;
    default:
        break;
    }
}

static int16_t fed(const rogue_hero *hero, int32_t satiety)
{
    return (int16_t)rogue_most(0, rogue_least(rogue_sum(hero->hunger, satiety), hero->hunger_max));
}

/* Of what a scroll of identify asks, when nobody can be asked. */
static uint32_t most_curious(const rogue_hero *hero)
{
    return hero->potion ? ROGUE_POTION : hero->scroll ? ROGUE_SCROLL : ROGUE_WEAPON;
}

static void apply_status(rogue_play *p, const moult_effect *effect)
{
    int32_t done =
        rogue_module_effects->apply(p->w, &rogue_deeds_1, effect->status, effect->status_argument);
    if (done == ROGUE_DEED_ASKS && p->bot)
        rogue_deed_identify(p->w, (int32_t)most_curious(rogue_hero_read(p->w, 0)));
    else if (done == ROGUE_DEED_ASKS)
        p->ask = ROGUE_MENU_IDENTIFY;
    rogue_refresh(p);
}

void rogue_apply(rogue_play *p, const moult_effect *effect, const char *cause)
{
    rogue_hero *hero = rogue_hero_edit(p->w, 0);
    rogue_body *body = rogue_body_edit(p->w, p->hero);
    hero->gold = rogue_sum(hero->gold, effect->gold);
    hero->skill = rogue_sum(hero->skill, effect->skill);
    hero->evasion = rogue_sum(hero->evasion, effect->evasion);
    hero->hunger = effect->satiety ? fed(hero, effect->satiety) : hero->hunger;
    if (effect->weapon >= 0 && effect->weapon < ROGUE_TIERS)
        hero->weapon = (uint8_t)effect->weapon;
    if (effect->armour >= 0 && effect->armour < ROGUE_TIERS)
        hero->armour = (uint8_t)effect->armour;
    body->hp_max = rogue_most(1, rogue_sum(body->hp_max, effect->hp_max));
    if (effect->status != ROGUE_STATUS_NONE)
        apply_status(p, effect);
    if (effect->hp < 0)
        rogue_hurt_hero(p, -rogue_most(effect->hp, -INT32_MAX), cause);
    else
        body->hp = rogue_least(rogue_sum(body->hp, effect->hp), body->hp_max);
}

/* Whoever floats doesn't reach the floor. */
static int32_t reaches_floor(rogue_play *p)
{
    if (rogue_hero_read(p->w, 0)->floating == 0)
        return 1;
    rogue_say(p->w, MOULT_SAY_NORMAL, "You float too high to reach the floor.");
    return 0;
}

int32_t rogue_eat(rogue_play *p, moult_id item)
{
    moult_world *w = p->w;
    const rogue_thing *thing = rogue_thing_read(w, item);
    moult_effect effect = {.size = sizeof effect, .weapon = -1, .armour = -1};
    moult_place at;
    if (!thing || moult_where(w, MOULT_SCOPE_ITEM, item, &at) < 0 || at.level != p->level ||
        at.x != p->x || at.y != p->y)
        return 0;
    moult_item_info info = rogue_info(w, thing->kind, thing->subtype);
    if (rogue_items->use(w, p->hero, thing->kind, thing->subtype, &effect) < 0)
        return 0;
    moult_remove(w, MOULT_SCOPE_ITEM, item);
    if (effect.hp < 0)
        rogue_say_name(w, MOULT_SAY_BAD, "You eat the {name}. It sickens you.", info.name);
    else if (effect.hp > 0)
        rogue_say_name(w, MOULT_SAY_GOOD, "You eat the {name}. It restores you.", info.name);
    else
        rogue_say_name(w, MOULT_SAY_NORMAL, "You eat the {name}.", info.name);
    rogue_apply(p, &effect, info.name);
    return 1;
}

/* The first thing here that can be eaten; what harms, only after a question. */
static int32_t eat_here(rogue_play *p)
{
    moult_id item = 0;
    if (!reaches_floor(p))
        return 0;
    while ((item = moult_at(p->w, MOULT_SCOPE_ITEM, p->level, p->x, p->y, item)) != 0) {
        const rogue_thing *thing = rogue_thing_read(p->w, item);
        if (!thing || (thing->kind != ROGUE_FOOD && thing->kind != ROGUE_CORPSE))
            continue;
        if (!rogue_harmful(p->w, thing))
            return rogue_eat(p, item);
        p->outcome->kind = MOULT_OUTCOME_CONFIRM;
        p->outcome->menu = ROGUE_MENU_EAT;
        p->outcome->subject = item;
        return 0;
    }
    rogue_say(p->w, MOULT_SAY_NORMAL, "There is nothing to eat here.");
    return 0;
}

static int32_t pick_up(rogue_play *p)
{
    if (!reaches_floor(p))
        return 0;
    moult_id item = moult_at(p->w, MOULT_SCOPE_ITEM, p->level, p->x, p->y, 0);
    if (!item) {
        rogue_say(p->w, MOULT_SAY_NORMAL, "There is nothing here.");
        return 0;
    }
    for (; item; item = moult_at(p->w, MOULT_SCOPE_ITEM, p->level, p->x, p->y, item))
        if (rogue_take(p, item))
            return 1;
    return 0;
}

int32_t rogue_hero_act(rogue_play *p, const moult_action *action)
{
    switch (action->verb) {
    case MOULT_VERB_LEAVE:
        return rogue_leave(p);
    case MOULT_VERB_QUAFF:
        return rogue_use_held(p, ROGUE_POTION);
    case MOULT_VERB_READ:
        return rogue_use_held(p, ROGUE_SCROLL);
    case MOULT_VERB_EAT:
        return eat_here(p);
    case MOULT_VERB_PICK_UP:
        return pick_up(p);
    case MOULT_VERB_CLOSE:
        return rogue_close(p, action->x, action->y);
    case MOULT_VERB_SEARCH:
        return rogue_search(p);
    case ROGUE_VERB_INVENTORY:
        p->outcome->kind = MOULT_OUTCOME_MENU;
        p->outcome->menu = ROGUE_MENU_INVENTORY;
        p->outcome->subject = p->hero;
        return 0;
    default:
        return 0;
    }
}
