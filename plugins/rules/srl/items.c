/* SPDX-License-Identifier: MIT */
/* What is done with things: taken, used up, put down.
 * The carried weight is one running number: what rounding leaves in it stays there, and is part of
 * the game. Carried things are in no level, in the order in which they were taken. */
#include "rules/srl/game.h"

/* A message about a thing, and the same about one whose name has a number. */
typedef struct words {
    const char *plain, *numbered;
} words;

static const words taken = {MOULT_TEXT("You pick up the {name}."),
                            MOULT_TEXT("You pick up the {name} {power}.")};
static const words heavy = {MOULT_TEXT("The {name} is too heavy to carry."),
                            MOULT_TEXT("The {name} {power} is too heavy to carry.")};
static const words laid = {MOULT_TEXT("You put down the {name}."),
                           MOULT_TEXT("You put down the {name} {power}.")};
static const words eaten = {MOULT_TEXT("You eat the {name}. Satiety +{diff}."),
                            MOULT_TEXT("You eat the {name} {power}. Satiety +{diff}.")};
static const words drunk = {MOULT_TEXT("You drink the {name}. HP +{diff}."),
                            MOULT_TEXT("You drink the {name} {power}. HP +{diff}.")};

static void tell(moult_world *w, uint32_t kind, const words *say, const moult_item_info *info,
                 int64_t difference)
{
    const moult_arg args[] = {MOULT_ARG_TEXT("name", info->name),
                              MOULT_ARG_NUMBER("power", info->value),
                              MOULT_ARG_NUMBER("diff", difference)};
    moult_say(w, kind, info->value != 0 ? say->numbered : say->plain, args, MOULT_COUNT(args));
}

static void change_weight(moult_world *w, double change)
{
    srl_hero *hero = srl_hero_edit(w, 0);
    hero->weight = srl_bits(srl_number(hero->weight) + change);
}

int32_t srl_fits(const moult_world *w, moult_id item)
{
    const srl_hero *hero = srl_hero_read(w, 0);
    return item && srl_number(hero->weight) + SRL_ITEM_WEIGHT <= srl_weight_full(hero);
}

/* What is too heavy takes a turn, too. */
int32_t srl_take(srl_now *n, moult_id item)
{
    const moult_item_info info = srl_info(n->w, item);
    if (!srl_fits(n->w, item)) {
        tell(n->w, MOULT_SAY_ALERT, &heavy, &info, 0);
        return 1;
    }
    moult_status status = moult_move(n->w, MOULT_SCOPE_ITEM, item, 0, 0, 0);
    if (status < 0)
        return status;
    change_weight(n->w, SRL_ITEM_WEIGHT);
    tell(n->w, MOULT_SAY_NORMAL, &taken, &info, 0);
    return 1;
}

/* It goes to the back of the cell's stack. */
int32_t srl_put_down(srl_now *n, moult_id item)
{
    const moult_item_info info = srl_info(n->w, item);
    moult_status status = moult_move(n->w, MOULT_SCOPE_ITEM, item, n->level, n->x, n->y);
    if (status < 0)
        return status;
    srl_thing_edit(n->w, item)->passed = 1;
    change_weight(n->w, -SRL_ITEM_WEIGHT);
    tell(n->w, MOULT_SAY_NORMAL, &laid, &info, 0);
    return 1;
}

void srl_feed(moult_world *w, int32_t energy)
{
    srl_hero *hero = srl_hero_edit(w, 0);
    const int64_t full = srl_energy_full(hero), fed = (int64_t)hero->energy + energy;
    hero->energy = (int32_t)(fed >= full ? full : fed);
    if (fed >= full)
        hero->energy_clock = 0;
}

void srl_heal(moult_world *w, moult_id who, int32_t hp)
{
    srl_body *body = srl_body_edit(w, who);
    const double full = srl_hp_full(body), healed = srl_number(body->hp) + hp;
    body->hp = srl_bits(healed >= full ? full : healed);
    if (healed >= full)
        srl_hero_edit(w, 0)->hp_fraction = srl_bits(0.0);
}

/* What is told is what was really gained. */
int32_t srl_use(srl_now *n, moult_id item)
{
    moult_world *w = n->w;
    const srl_thing *thing = srl_thing_read(w, item);
    const moult_item_info info = srl_info(w, item);
    moult_effect effect = {.size = sizeof effect, .weapon = -1, .armour = -1};
    if (!thing || srl_items->use(w, n->hero, thing->kind, thing->subtype, &effect) < 0)
        return 0;
    const uint32_t kind = thing->kind;
    const int32_t energy = srl_hero_read(w, 0)->energy;
    const double hp = srl_number(srl_body_read(w, n->hero)->hp);
    moult_remove(w, MOULT_SCOPE_ITEM, item);
    change_weight(w, -SRL_ITEM_WEIGHT);
    if (kind == SRL_APPLE) {
        srl_feed(w, effect.satiety);
        tell(w, MOULT_SAY_NORMAL, &eaten, &info, (int64_t)srl_hero_read(w, 0)->energy - energy);
    } else {
        srl_heal(w, n->hero, effect.hp);
        tell(w, MOULT_SAY_NORMAL, &drunk, &info,
             srl_whole(srl_number(srl_body_read(w, n->hero)->hp) - hp));
    }
    return 1;
}
