/* SPDX-License-Identifier: MIT */
/* How a run stands. */
#include <stdio.h>
#include "rules/rogue/game.h"

moult_status rogue_score(const moult_world *w, moult_score *out)
{
    const rogue_hero *hero = rogue_hero_read(w, 0);
    out->won = hero->state == ROGUE_WON;
    out->score = hero->gold;
    out->turns = moult_turn(w);
    out->depth = hero->floor;
    snprintf(out->cause, sizeof out->cause, "%s", moult_text(w, hero->cause));
    out->title = hero->state == ROGUE_WON ? MOULT_TEXT("Victory") : MOULT_TEXT("You died");
    out->depth_label = MOULT_TEXT("Floor");
    out->score_label = MOULT_TEXT("Gold");
    return MOULT_OK;
}
