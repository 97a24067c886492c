/* SPDX-License-Identifier: MIT */
/* States that pass: a turn less of each at a turn's end, and a word when one is over. */
#include "rules/rogue/game.h"

/* One turn less; 1: it has run out. */
static int32_t runs_out(moult_t_u16 left, rogue_play *p, const char *text)
{
    if (left != 1)
        return 0;
    rogue_say(p->w, MOULT_SAY_NORMAL, text);
    return 1;
}

static uint16_t less(uint16_t left)
{
    return left > 0 ? (uint16_t)(left - 1) : 0;
}

void rogue_states_pass(rogue_play *p)
{
    const rogue_hero *now = rogue_hero_read(p->w, 0);
    if (!(now->fast | now->floating | now->seeing | now->revealing | now->marking))
        return;
    const int32_t lands = runs_out(now->floating, p, MOULT_TEXT("You come down to the floor."));
    const int32_t slows = runs_out(now->fast, p, MOULT_TEXT("You slow down."));
    runs_out(now->seeing, p, MOULT_TEXT("Your sight is as it was."));
    runs_out(now->revealing, p, MOULT_TEXT("The creatures fade from your mind."));
    rogue_hero *hero = rogue_hero_edit(p->w, 0);
    hero->fast = less(hero->fast);
    hero->floating = less(hero->floating);
    hero->seeing = less(hero->seeing);
    hero->revealing = less(hero->revealing);
    hero->marking = less(hero->marking);
    if (slows)
        hero->hurried = 0;
    if (lands)
        rogue_pick_up_here(p);
}
