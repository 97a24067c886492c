/* SPDX-License-Identifier: MIT */
/* What is held: drinking the potion, reading the scroll. items/1 says what it does, as numbers and
 * a status; what was used up is known from then on, whatever comes of it. */
#include <string.h>
#include "rules/rogue/game.h"

typedef struct words {
    const char *none, *refused, *used, *was;
} words;

static const words drinking = {MOULT_TEXT("You hold no potion."),
                               MOULT_TEXT("You can't drink the {name}."),
                               MOULT_TEXT("You drink the {name}."), MOULT_TEXT("It was a {name}.")};
static const words reading = {MOULT_TEXT("You hold no scroll."),
                              MOULT_TEXT("You can't read the {name}."),
                              MOULT_TEXT("You read the {name}."), MOULT_TEXT("It was a {name}.")};

/* What is felt of the numbers; a status speaks for itself. */
static void feel(rogue_play *p, const moult_effect *effect)
{
    moult_world *w = p->w;
    if (effect->hp_max > 0)
        rogue_say(w, MOULT_SAY_GOOD, "You feel stronger.");
    else if (effect->hp > 0)
        rogue_say(w, MOULT_SAY_GOOD, "You feel better.");
    if (effect->hp < 0)
        rogue_say_number(w, MOULT_SAY_BAD,
                         MOULT_PLURAL("It burns: you lose {damage} hit point.",
                                      "It burns: you lose {damage} hit points."),
                         "damage", -(int64_t)effect->hp);
    if (effect->skill > 0)
        rogue_say(w, MOULT_SAY_GOOD, "Your hand grows surer.");
    if (effect->evasion > 0)
        rogue_say(w, MOULT_SAY_GOOD, "You feel nimble.");
}

/* 1: it was used up, and time passed. */
int32_t rogue_use_held(rogue_play *p, uint32_t kind)
{
    moult_world *w = p->w;
    const words *say = kind == ROGUE_POTION ? &drinking : &reading;
    const rogue_hero *hero = rogue_hero_read(w, 0);
    int32_t subtype = (kind == ROGUE_POTION ? hero->potion : hero->scroll) - 1;
    if (subtype < 0) {
        rogue_say(w, MOULT_SAY_NORMAL, say->none);
        return p->t->empty_costs;
    }
    moult_effect effect = {.size = sizeof effect, .weapon = -1, .armour = -1};
    moult_item_info before = rogue_info(w, kind, subtype);
    if (rogue_items->use(w, p->hero, kind, subtype, &effect) < 0) {
        rogue_say_name(w, MOULT_SAY_NORMAL, say->refused, before.name);
        return 0;
    }
    moult_item_info after = rogue_info(w, kind, subtype);
    if (kind == ROGUE_POTION)
        rogue_hero_edit(w, 0)->potion = 0;
    else
        rogue_hero_edit(w, 0)->scroll = 0;
    rogue_say_name(w, MOULT_SAY_NORMAL, say->used, before.name);
    if (strcmp(before.name, after.name) != 0)
        rogue_say_name(w, MOULT_SAY_NORMAL, say->was, after.name);
    feel(p, &effect);
    rogue_apply(p, &effect, after.name);
    return 1;
}
