/* SPDX-License-Identifier: MIT */
/* Single functions that can be called by name: the pure rules, and changes of the world from which
 * new effects can be composed. */
#include "rules/rogue/game.h"

static int32_t hunger(int32_t turn, int32_t before)
{
    return rogue_hunger_after(&rogue_standard, turn, before);
}

static int32_t regeneration(int32_t turn, int32_t hp, int32_t hp_max, int32_t fed)
{
    return rogue_hp_after(&rogue_standard, turn, hp, hp_max, fed);
}

static int32_t tier(int32_t floor)
{
    return rogue_tier(&rogue_standard, rogue_most(1, floor));
}

/* The dead stay dead. */
static int32_t heal(moult_world *w, int32_t amount)
{
    rogue_play p;
    moult_outcome outcome = {.size = sizeof outcome};
    moult_status status = rogue_begin(&p, w, &outcome);
    if (status < 0)
        return status;
    rogue_body *body = rogue_body_edit(w, p.hero);
    if (p.state != ROGUE_PLAYING || amount <= 0)
        return body->hp;
    body->hp = rogue_most(body->hp, rogue_least(rogue_sum(body->hp, amount), body->hp_max));
    return body->hp;
}

static int32_t teleport(moult_world *w)
{
    rogue_play p;
    moult_outcome outcome = {.size = sizeof outcome};
    moult_status status = rogue_begin(&p, w, &outcome);
    if (status < 0 || p.state != ROGUE_PLAYING)
        return rogue_least(status, 0);
    for (int32_t i = 0; i < rogue_standard.teleport_tries; i++) {
        int32_t x = (int32_t)moult_random(w, MOULT_STREAM_PLAY, (uint32_t)p.view.width);
        int32_t y = (int32_t)moult_random(w, MOULT_STREAM_PLAY, (uint32_t)p.view.height);
        moult_id other = moult_at(w, MOULT_SCOPE_ACTOR, p.level, x, y, 0);
        if (rogue_move(rogue_tile(&p.view, x, y), other && other != p.hero) != ROGUE_MOVE_STEP ||
            moult_move(w, MOULT_SCOPE_ACTOR, p.hero, p.level, x, y) < 0)
            continue;
        p.x = x;
        p.y = y;
        rogue_say(w, MOULT_SAY_NORMAL, "You are somewhere else.");
        rogue_arrive(&p);
        return 1;
    }
    rogue_say(w, MOULT_SAY_NORMAL, "The air trembles, and is still again.");
    return 0;
}

const moult_native rogue_natives[ROGUE_NATIVES] = {
    MOULT_NATIVE("rogue.hunger", "i(ii)", hunger, "turn, hunger -> hunger after that turn"),
    MOULT_NATIVE("rogue.regeneration", "i(iiii)", regeneration,
                 "turn, hp, hp_max, hunger -> hit points after that turn"),
    MOULT_NATIVE("rogue.tier", "i(i)", tier, "floor -> best tier of gear that lies there"),
    MOULT_NATIVE("rogue.heal", "i(wi)", heal,
                 "amount -> the hero's hit points, raised by it up to the maximum"),
    MOULT_NATIVE("rogue.teleport", "i(w)", teleport,
                 "puts the hero on a random free cell -> 1, or 0 when none was found"),
};
