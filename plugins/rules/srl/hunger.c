/* SPDX-License-Identifier: MIT */
/* The end of a turn: energy goes down with time, hit points come back while there is some and go
 * when there is none. */
#include "rules/srl/game.h"

#define TURNS_AN_ENERGY 10
#define SHARE_A_TURN 0.005 /* of the full hit points */

static const struct {
    int32_t energy;
    uint32_t kind;
    const char *text;
} warnings[] = {
    {20, MOULT_SAY_NORMAL, MOULT_TEXT("You are getting hungry.")},
    {10, MOULT_SAY_NORMAL, MOULT_TEXT("You are very hungry.")},
    {0, MOULT_SAY_ALERT, MOULT_TEXT("You are starving to death!")},
};

static void burn(srl_now *n, srl_hero *hero)
{
    if (hero->energy_clock < TURNS_AN_ENERGY - 1) {
        hero->energy_clock++;
        return;
    }
    hero->energy_clock = 0;
    hero->energy--;
    for (uint32_t i = 0; i < MOULT_COUNT(warnings); i++)
        if (hero->energy == warnings[i].energy) {
            srl_say(n->w, warnings[i].kind, warnings[i].text);
            n->alert |= MOULT_ATTENTION_HUNGER;
        }
}

static void starve(srl_now *n, srl_hero *hero, srl_body *body)
{
    double fraction = srl_number(hero->hp_fraction) - srl_hp_full(body) * SHARE_A_TURN;
    hero->energy_clock = 0;
    if (fraction <= -1.0) {
        body->hp = srl_bits(srl_number(body->hp) - 1.0);
        fraction += 1.0;
        n->alert |= MOULT_ATTENTION_HURT;
    }
    hero->hp_fraction = srl_bits(fraction);
    if (srl_number(body->hp) <= 0.0)
        srl_die(n, MOULT_TEXT("starvation"));
}

static void regenerate(srl_hero *hero, srl_body *body)
{
    const double full = srl_hp_full(body), hp = srl_number(body->hp);
    double fraction = 0.0;
    if (hp < full) {
        fraction = srl_number(hero->hp_fraction) + full * SHARE_A_TURN;
        if (fraction >= 1.0) {
            body->hp = srl_bits(hp + 1.0);
            fraction -= 1.0;
        }
    }
    hero->hp_fraction = srl_bits(fraction);
}

void srl_hunger(srl_now *n)
{
    srl_hero *hero = srl_hero_edit(n->w, 0);
    srl_body *body = srl_body_edit(n->w, n->hero);
    if (hero->energy <= 0) {
        starve(n, hero, body);
        return;
    }
    burn(n, hero);
    regenerate(hero, body);
}
