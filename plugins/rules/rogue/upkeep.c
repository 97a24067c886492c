/* SPDX-License-Identifier: MIT */
/* The end of a turn (hunger, regeneration, starvation), and the end of a run.
 * Death is seen the moment hit points reach 0, whatever the cause: all harm to the hero goes
 * through `rogue_hurt_hero`, and nothing brings anybody back. */
#include "rules/rogue/game.h"

int32_t rogue_over(const moult_world *w)
{
    return rogue_hero_read(w, 0)->state != ROGUE_PLAYING;
}

void rogue_end(rogue_play *p, uint32_t state, const char *cause)
{
    rogue_hero *hero = rogue_hero_edit(p->w, 0);
    hero->state = p->state = state;
    hero->alert |= MOULT_ATTENTION_OVER;
    if (state == ROGUE_LOST) {
        hero->cause = moult_intern(p->w, cause);
        rogue_say_name(p->w, MOULT_SAY_ALERT, "You die. Cause: {name}.", cause);
        moult_signal(p->w, "death", p->x, p->y);
    } else {
        rogue_say_number(p->w, MOULT_SAY_GOOD,
                         "You step into the light, with {gold} gold. You have won!", "gold",
                         hero->gold);
        moult_signal(p->w, "victory", p->x, p->y);
    }
    rogue_say(p->w, MOULT_SAY_SYSTEM, "The run is over. R starts a new one.");
}

void rogue_hurt_hero(rogue_play *p, int32_t damage, const char *cause)
{
    rogue_body *body = rogue_body_edit(p->w, p->hero);
    body->hp = rogue_sum(body->hp, -damage);
    p->alert |= MOULT_ATTENTION_HURT;
    if (body->hp <= 0 && p->state == ROGUE_PLAYING)
        rogue_end(p, ROGUE_LOST, cause);
}

static const char *const complaints[] = {
    [ROGUE_TOLD_HUNGRY] = MOULT_TEXT("You are hungry."),
    [ROGUE_TOLD_WEAK] = MOULT_TEXT("You are weak with hunger."),
    [ROGUE_TOLD_EMPTY] = MOULT_TEXT("You are starving!"),
    [ROGUE_TOLD_STARVING] = MOULT_TEXT("You are starving!"),
};

static void complain(rogue_play *p, int32_t told)
{
    if (told <= ROGUE_TOLD_NOTHING || told >= (int32_t)MOULT_COUNT(complaints))
        return;
    rogue_say(p->w, MOULT_SAY_BAD, complaints[told]);
    p->alert |= MOULT_ATTENTION_HUNGER;
}

void rogue_keep(rogue_play *p)
{
    const rogue_body *body = rogue_body_read(p->w, p->hero);
    const rogue_hero *hero = rogue_hero_read(p->w, 0);
    const int32_t hp = body->hp, hunger = hero->hunger;
    rogue_vitals now = {.size = sizeof now,
                        .turn = (int32_t)(moult_turn_passed(p->w) & INT32_MAX),
                        .hp = hp,
                        .hp_max = body->hp_max,
                        .hunger = hunger};
    rogue_states_pass(p);
    if (rogue_module_upkeep->keep(p->t, &now) < 0)
        return;
    now.hunger = rogue_most(0, rogue_least(now.hunger, hero->hunger_max));
    if (now.hunger != hunger)
        rogue_hero_edit(p->w, 0)->hunger = (int16_t)now.hunger;
    complain(p, now.told);
    if (now.hp < hp)
        rogue_hurt_hero(p, rogue_sum(hp, -rogue_most(now.hp, -INT32_MAX)),
                        MOULT_TEXT("starvation"));
    else if (now.hp > hp)
        rogue_body_edit(p->w, p->hero)->hp = rogue_least(now.hp, rogue_most(hp, body->hp_max));
}
