/* SPDX-License-Identifier: MIT */
/* What explore, travel and repeat ask: where the hero would walk, what it fetches, when to stop.
 * Hunger, harm and things left lying are told once, for the turn in which they came up; an enemy is
 * told as long as it is in sight. */
#include <stdio.h>
#include "rules/srl/game.h"

int32_t srl_cost(const moult_world *w, int32_t x, int32_t y)
{
    moult_view view;
    const moult_id level = moult_level(w);
    if (moult_view_level(w, level, &view) < 0)
        return -1;
    const uint32_t known = view.known[y * view.stride + x];
    if (!known || !srl_can_stand(known - 1))
        return -1;
    const moult_id actor = moult_at(w, MOULT_SCOPE_ACTOR, level, x, y, 0);
    return actor && actor != moult_hero(w) && srl_lit(&view, x, y) ? -1 : 1;
}

/* What the hero has left lying once lures it no more. */
int32_t srl_lure(const moult_world *w, int32_t x, int32_t y)
{
    moult_id item = 0;
    while ((item = moult_at(w, MOULT_SCOPE_ITEM, moult_level(w), x, y, item)) != 0)
        if (!srl_thing_read(w, item)->passed)
            return 1;
    return 0;
}

static const srl_body *enemy_in_sight(const moult_world *w)
{
    moult_view view;
    moult_place at;
    const moult_id hero = moult_hero(w);
    if (moult_view_level(w, moult_level(w), &view) < 0)
        return NULL;
    for (moult_id id = 0; (id = moult_next(w, MOULT_SCOPE_ACTOR, view.level, id)) != 0;)
        if (id != hero && moult_where(w, MOULT_SCOPE_ACTOR, id, &at) >= 0 &&
            srl_lit(&view, at.x, at.y))
            return srl_body_read(w, id);
    return NULL;
}

static void say_why(const moult_world *w, uint32_t bits, const srl_body *enemy, char *why,
                    uint32_t room)
{
    const moult_arg args[] = {MOULT_ARG_TEXT("name", enemy ? moult_text(w, enemy->name) : "")};
    if (bits & MOULT_ATTENTION_OVER)
        moult_format(w, why, room, "the run is over", NULL, 0);
    else if (bits & MOULT_ATTENTION_ENEMY)
        moult_format(w, why, room, "{name} in view", args, MOULT_COUNT(args));
    else if (bits & MOULT_ATTENTION_HURT)
        moult_format(w, why, room, "you were hurt", NULL, 0);
    else if (bits & MOULT_ATTENTION_HUNGER)
        moult_format(w, why, room, "you are hungry", NULL, 0);
    else if (bits & MOULT_ATTENTION_ITEM)
        moult_format(w, why, room, "something lies here", NULL, 0);
}

uint32_t srl_attention(const moult_world *w, char *why, uint32_t room)
{
    const srl_body *enemy = enemy_in_sight(w);
    uint32_t bits = srl_hero_read(w, 0)->alert;
    if (srl_over(w))
        bits |= MOULT_ATTENTION_OVER;
    if (enemy)
        bits |= MOULT_ATTENTION_ENEMY;
    if (room > 0)
        why[0] = 0;
    say_why(w, bits, enemy, why, room);
    return bits;
}
