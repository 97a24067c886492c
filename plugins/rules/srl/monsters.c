/* SPDX-License-Identifier: MIT */
/* The monsters of the depth, once each in the order in which they came into being: sense, ask the
 * archetype, resolve. One whose archetype isn't loaded stays where it is. With the hero's death
 * those behind in the order don't act any more. */
#include "rules/srl/game.h"

static void strike_hero(srl_now *n, moult_id self)
{
    moult_world *w = n->w;
    const srl_body *body = srl_body_read(w, self);
    srl_body *hero = srl_body_edit(w, n->hero);
    const double damage = srl_damage(srl_attack(body), srl_defence(hero), srl_draw(w));
    const char *name = moult_text(w, body->name);
    const moult_arg args[] = {MOULT_ARG_TEXT("name", name),
                              MOULT_ARG_NUMBER("dam", srl_whole(damage))};
    moult_say(w, MOULT_SAY_HERO_STRUCK, "The {name} deals you {dam} damage.", args,
              MOULT_COUNT(args));
    n->alert |= MOULT_ATTENTION_HURT;
    hero->hp = srl_bits(srl_number(hero->hp) - damage);
    if (srl_number(hero->hp) <= 0.0)
        srl_die(n, name);
}

static void resolve(srl_now *n, moult_id self, const moult_place *at, const moult_action *action)
{
    if (action->verb != MOULT_VERB_MOVE || srl_distance(at->x, at->y, action->x, action->y) != 1)
        return;
    if (action->x == n->x && action->y == n->y)
        strike_hero(n, self);
    else if (srl_can_stand(srl_tile(&n->view, action->x, action->y)) &&
             !moult_at(n->w, MOULT_SCOPE_ACTOR, n->level, action->x, action->y, 0))
        moult_move(n->w, MOULT_SCOPE_ACTOR, self, n->level, action->x, action->y);
}

/* Where the hero is, a monster always knows; whether it sees it, goes by the hero's light. */
static void act(srl_now *n, moult_id self, moult_seen *seen)
{
    moult_place at;
    const srl_body *body = srl_body_read(n->w, self);
    if (!body || moult_where(n->w, MOULT_SCOPE_ACTOR, self, &at) < 0)
        return;
    seen->distance = srl_distance(at.x, at.y, n->x, n->y);
    moult_senses senses = {.size = sizeof senses,
                           .flags = MOULT_KNOWS_TARGET,
                           .self = self,
                           .target = n->hero,
                           .x = at.x,
                           .y = at.y,
                           .target_x = n->x,
                           .target_y = n->y,
                           .hp = srl_points(srl_number(body->hp)),
                           .hp_max = srl_points(srl_hp_full(body)),
                           .sight = SRL_SIGHT,
                           .distance = seen->distance,
                           .view = &n->view};
    if (srl_number(body->hp) * 2.0 <= srl_hp_full(body))
        senses.flags |= MOULT_HURT;
    if (srl_lit(&n->view, at.x, at.y)) {
        senses.flags |= MOULT_SEES_TARGET;
        senses.seen = seen;
        senses.seen_count = 1;
    }
    moult_action action = {.size = sizeof action, .verb = MOULT_VERB_WAIT, .x = at.x, .y = at.y};
    if (moult_decide(n->w, body->archetype, &senses, &action) >= 0)
        resolve(n, self, &at, &action);
}

void srl_monsters(srl_now *n)
{
    moult_seen hero = {
        .size = sizeof hero, .what = MOULT_SPAWN_ACTOR, .id = n->hero, .x = n->x, .y = n->y};
    moult_id next = moult_next(n->w, MOULT_SCOPE_ACTOR, n->level, 0);
    while (next && n->state == SRL_PLAYING) {
        moult_id self = next;
        next = moult_next(n->w, MOULT_SCOPE_ACTOR, n->level, self);
        if (self != n->hero)
            act(n, self, &hero);
    }
}
