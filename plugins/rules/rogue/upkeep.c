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

static int32_t falls_below(int32_t mark, int32_t before, int32_t now)
{
    return now < mark && before >= mark;
}

/* A word when hunger falls below a mark, and while it stays at nothing. */
static void complain(rogue_play *p, int32_t turn, int32_t before, int32_t now)
{
    const rogue_tuning *t = &rogue_standard;
    const char *text = NULL;
    if (falls_below(1, before, now) || rogue_starving(t, turn, before))
        text = "You are starving!";
    else if (falls_below(t->weak, before, now))
        text = "You are weak with hunger.";
    else if (falls_below(t->hungry, before, now))
        text = "You are hungry.";
    if (!text)
        return;
    rogue_say(p->w, MOULT_SAY_BAD, text);
    p->alert |= MOULT_ATTENTION_HUNGER;
}

void rogue_keep(rogue_play *p)
{
    const rogue_tuning *t = &rogue_standard;
    int32_t turn = (int32_t)(moult_turn_passed(p->w) & INT32_MAX);
    const rogue_body *body = rogue_body_read(p->w, p->hero);
    int32_t hunger = rogue_hero_read(p->w, 0)->hunger;
    int32_t fed = rogue_hunger_after(t, turn, hunger);
    int32_t hp = rogue_hp_after(t, turn, body->hp, body->hp_max, hunger);
    if (fed != hunger)
        rogue_hero_edit(p->w, 0)->hunger = (int16_t)fed;
    complain(p, turn, hunger, fed);
    if (hp < body->hp)
        rogue_hurt_hero(p, body->hp - hp, "starvation");
    else if (hp > body->hp)
        rogue_body_edit(p->w, p->hero)->hp = hp;
}
