/* SPDX-License-Identifier: MIT */
/* Everybody else's turn, in the order of arrival: sense, ask the archetype, resolve.
 * A monster sees the hero from its own cell, within its own radius. Archetypes that aren't loaded
 * are played by the chaser, and come alive when their plugin arrives. The dead are left alone, and
 * sleepers aren't asked. */
#include "rules/rogue/game.h"

static int32_t sees_hero(const rogue_play *p, int32_t x, int32_t y, int32_t sight)
{
    if (sight == p->t->sight)
        return rogue_lit(&p->view, x, y);
    return moult_sees(p->w, x, y, p->x, p->y, sight);
}

/* No free cell around x, y is farther from the hero than it is. */
static int32_t cornered(const rogue_play *p, int32_t x, int32_t y)
{
    int32_t distance = rogue_distance(x, y, p->x, p->y);
    for (uint32_t i = 0; i < MOULT_DIRECTIONS; i++) {
        int32_t nx = x + moult_direction[i].x, ny = y + moult_direction[i].y;
        if (rogue_distance(nx, ny, p->x, p->y) > distance &&
            rogue_walkable(rogue_tile(&p->view, nx, ny)) &&
            !moult_at(p->w, MOULT_SCOPE_ACTOR, p->level, nx, ny, 0))
            return 0;
    }
    return 1;
}

static void sense(const rogue_play *p, const moult_place *at, const rogue_body *body, int32_t sight,
                  moult_senses *s, moult_seen *seen)
{
    s->x = s->target_x = at->x;
    s->y = s->target_y = at->y;
    s->hp = body->hp;
    s->hp_max = body->hp_max;
    s->sight = sight;
    s->distance = MOULT_FAR;
    if (body->hp <= body->hp_max / 2)
        s->flags |= MOULT_HURT;
    if (body->confused > 0)
        s->flags |= MOULT_CONFUSED;
    if (!sees_hero(p, at->x, at->y, sight))
        return;
    s->flags |= MOULT_SEES_TARGET;
    s->target_x = seen->x;
    s->target_y = seen->y;
    s->distance = seen->distance = rogue_distance(at->x, at->y, p->x, p->y);
    s->seen = seen;
    s->seen_count = 1;
    if (s->distance <= 1 && cornered(p, at->x, at->y))
        s->flags |= MOULT_CORNERED;
}

/* Whether one that sleeps on stirs: the hero is in its sight and near, and chance has it. */
static int32_t wakes(rogue_play *p, moult_id self)
{
    moult_place at;
    return moult_where(p->w, MOULT_SCOPE_ACTOR, self, &at) >= 0 &&
           rogue_lit(&p->view, at.x, at.y) &&
           rogue_distance(at.x, at.y, p->x, p->y) <= p->t->wake_range &&
           moult_random(p->w, MOULT_STREAM_PLAY, (uint32_t)p->t->wake_one_in) == 0;
}

static void sleep_on(rogue_play *p, moult_id self, const rogue_body *body)
{
    if (!wakes(p, self))
        return;
    rogue_say_name(p->w, MOULT_SAY_NORMAL, "The {name} wakes up.", moult_text(p->w, body->name));
    rogue_body_edit(p->w, self)->asleep = 0;
}

/* A state of the body that a turn makes shorter. 1: nothing else is to be done, it sleeps. */
static int32_t pass_states(rogue_play *p, moult_id self)
{
    const rogue_body *now = rogue_body_read(p->w, self);
    if (!now || !(now->asleep | now->confused))
        return 0;
    if (now->asleep == ROGUE_SLEEPS_ON) {
        sleep_on(p, self, now);
        return 1;
    }
    rogue_body *body = rogue_body_edit(p->w, self);
    if (body->confused > 0)
        body->confused--;
    if (body->asleep == 0)
        return 0;
    body->asleep--;
    return 1;
}

/* What a confused one does: half of the time a step to anywhere. */
static void stagger(rogue_play *p, const moult_place *at, moult_action *action)
{
    if ((int32_t)moult_random(p->w, MOULT_STREAM_PLAY, 100) >= p->t->confuse_chance)
        return;
    const uint32_t way = moult_random(p->w, MOULT_STREAM_PLAY, MOULT_DIRECTIONS);
    action->verb = MOULT_VERB_MOVE;
    action->x = at->x + moult_direction[way].x;
    action->y = at->y + moult_direction[way].y;
}

static void act(rogue_play *p, moult_id self, moult_seen *seen)
{
    moult_creature creature = {.size = sizeof creature};
    const rogue_body *body = rogue_body_read(p->w, self);
    moult_place at;
    if (!body || rogue_bestiary->describe(body->kind, &creature) < 0)
        return;
    moult_name archetype = body->archetype;
    const int32_t confused = body->confused > 0;
    if (pass_states(p, self))
        return;
    for (int32_t i = 0; i < creature.actions && p->state == ROGUE_PLAYING; i++) {
        moult_senses senses = {.size = sizeof senses, .self = self, .target = p->hero};
        if (creature.flags & MOULT_CREATURE_HANDS)
            senses.flags |= MOULT_HAS_HANDS;
        if (creature.flags & MOULT_CREATURE_BREAKS)
            senses.flags |= MOULT_BREAKS_DOORS;
        moult_action action = {.size = sizeof action, .verb = MOULT_VERB_WAIT};
        if (moult_where(p->w, MOULT_SCOPE_ACTOR, self, &at) < 0)
            return;
        action.x = at.x;
        action.y = at.y;
        senses.view = &p->view;
        sense(p, &at, body, creature.sight, &senses, seen);
        moult_status status = moult_decide(p->w, archetype, &senses, &action);
        if (status == MOULT_UNKNOWN) {
            archetype = moult_intern(p->w, "chaser");
            status = moult_decide(p->w, archetype, &senses, &action);
        }
        if (confused)
            stagger(p, &at, &action);
        if (status >= 0 || confused)
            rogue_act(p, self, &at, &action);
    }
}

void rogue_monsters(rogue_play *p)
{
    moult_seen hero = {.size = sizeof hero,
                       .what = MOULT_SPAWN_ACTOR,
                       .id = p->hero,
                       .kind = rogue_body_read(p->w, p->hero)->name,
                       .x = p->x,
                       .y = p->y};
    int32_t left = p->t->monsters_max;
    moult_id next = moult_next(p->w, MOULT_SCOPE_ACTOR, p->level, 0);
    while (next && left > 0 && p->state == ROGUE_PLAYING) {
        moult_id self = next;
        next = moult_next(p->w, MOULT_SCOPE_ACTOR, p->level, self);
        if (self != p->hero) {
            act(p, self, &hero);
            left--;
        }
    }
}
