/* SPDX-License-Identifier: MIT */
/* How a run stands: the game has no end, so experience is what there is to compare. */
#include <stdio.h>
#include "rules/srl/game.h"

moult_status srl_score(const moult_world *w, moult_score *out)
{
    moult_view view;
    const srl_body *body = srl_body_read(w, moult_hero(w));
    if (!body || moult_view_level(w, moult_level(w), &view) < 0)
        return MOULT_STALE;
    out->score = srl_whole(srl_number(body->experience));
    out->turns = moult_turn(w);
    out->depth = view.depth;
    snprintf(out->cause, sizeof out->cause, "%s", moult_text(w, srl_hero_read(w, 0)->cause));
    out->title = MOULT_TEXT("Game over");
    out->depth_label = MOULT_TEXT("Floor");
    out->score_label = MOULT_TEXT("Experience");
    return MOULT_OK;
}
