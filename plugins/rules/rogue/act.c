/* SPDX-License-Identifier: MIT */
/* One resolver for all intents: keys, bots and monsters end here, under the same bounds.
 * A step goes to a neighbour of the actor's own cell, and whoever stands there is struck instead;
 * what is farther away comes to nothing. combat/1 decides a blow, this file applies it. */
#include "rules/rogue/game.h"

static void slay(rogue_play *p, moult_id victim, const rogue_body *body, const char *name)
{
    moult_world *w = p->w;
    moult_creature creature = {.size = sizeof creature};
    moult_place place;
    rogue_say_name(w, MOULT_SAY_HERO_STRIKES, "You slay the {name}.", name);
    if (rogue_bestiary->describe(body->kind, &creature) >= 0) {
        rogue_hero *hero = rogue_hero_edit(w, 0);
        hero->gold = rogue_sum(hero->gold, creature.score);
        if (creature.corpse_chance > 0 &&
            (int32_t)moult_random(w, MOULT_STREAM_PLAY, 100) < creature.corpse_chance &&
            moult_where(w, MOULT_SCOPE_ACTOR, victim, &place) >= 0) {
            moult_id item = moult_create(w, MOULT_SCOPE_ITEM, place.level, place.x, place.y);
            rogue_thing *thing = item ? rogue_thing_edit(w, item) : NULL;
            if (thing) {
                thing->kind = ROGUE_CORPSE;
                thing->subtype = body->kind;
            }
        }
    }
    moult_remove(w, MOULT_SCOPE_ACTOR, victim);
}

static void strike_monster(rogue_play *p, moult_id victim, const moult_blow *blow)
{
    moult_world *w = p->w;
    const rogue_body *body = rogue_body_read(w, victim);
    const char *name = moult_text(w, body->name);
    if (blow->result == MOULT_BLOW_MISS) {
        rogue_say_name(w, MOULT_SAY_HERO_STRIKES, MOULT_TEXT("You miss the {name}."), name);
    } else if (blow->damage >= body->hp) {
        slay(p, victim, body, name);
    } else {
        rogue_body *hurt = rogue_body_edit(w, victim);
        hurt->hp -= blow->damage;
        hurt->asleep = hurt->asleep == ROGUE_SLEEPS_ON ? 0 : hurt->asleep;
        rogue_say_blow(w, MOULT_SAY_HERO_STRIKES,
                       blow->result == MOULT_BLOW_CRITICAL
                           ? MOULT_TEXT("You strike the {name} hard, for {damage}!")
                           : MOULT_TEXT("You hit the {name} for {damage}."),
                       name, blow->damage);
    }
}

static void strike_hero(rogue_play *p, moult_id attacker, const moult_blow *blow)
{
    const char *name = moult_text(p->w, rogue_body_read(p->w, attacker)->name);
    if (blow->result == MOULT_BLOW_MISS) {
        rogue_say_name(p->w, MOULT_SAY_HERO_STRUCK, MOULT_TEXT("The {name} misses you."), name);
        return;
    }
    rogue_say_blow(p->w, MOULT_SAY_HERO_STRUCK,
                   blow->result == MOULT_BLOW_CRITICAL
                       ? MOULT_TEXT("The {name} hits you hard, for {damage}!")
                       : MOULT_TEXT("The {name} hits you for {damage}."),
                   name, blow->damage);
    rogue_hurt_hero(p, blow->damage, name);
}

/* Only hero and monsters fight each other; a blow that combat refuses is a miss. An archetype may
 * have removed whoever it decided for. */
static int32_t strike(rogue_play *p, moult_id attacker, moult_id defender, int32_t distance)
{
    moult_blow blow = {.size = sizeof blow};
    if ((attacker == p->hero) == (defender == p->hero) || !rogue_body_read(p->w, attacker))
        return 0;
    if (rogue_combat->strike(p->w, attacker, defender, distance, &blow) < 0)
        blow.result = MOULT_BLOW_MISS;
    if (attacker == p->hero)
        strike_monster(p, defender, &blow);
    else
        strike_hero(p, attacker, &blow);
    return 1;
}

static int32_t move(rogue_play *p, moult_id who, const moult_place *from, int32_t x, int32_t y)
{
    if (x < from->x - 1 || x > from->x + 1 || y < from->y - 1 || y > from->y + 1)
        return 0;
    if (x == from->x && y == from->y)
        return 1;
    uint32_t tile = rogue_tile(&p->view, x, y);
    moult_id other = moult_at(p->w, MOULT_SCOPE_ACTOR, p->level, x, y, 0);
    int32_t floats = who == p->hero && rogue_hero_read(p->w, 0)->floating > 0;
    switch (rogue_module_movement->resolve(tile, other != 0, floats)) {
    case ROGUE_MOVE_ATTACK:
        return strike(p, who, other, 1);
    case ROGUE_MOVE_STEP:
        break;
    default:
        return rogue_open(p, who, x, y) || p->t->bump_costs;
    }
    if (moult_move(p->w, MOULT_SCOPE_ACTOR, who, p->level, x, y) < 0)
        return 0;
    if (who == p->hero) {
        p->x = x;
        p->y = y;
        rogue_arrive(p);
    }
    return 1;
}

/* Needs a clear line; sight is mutual, so the hero's light tells. */
static int32_t shoot(rogue_play *p, moult_id who, const moult_place *from, int32_t x, int32_t y)
{
    if (who == p->hero) {
        rogue_say(p->w, MOULT_SAY_NORMAL, "You have nothing to shoot with.");
        return 0;
    }
    if (x != p->x || y != p->y || !rogue_lit(&p->view, from->x, from->y))
        return 0;
    return strike(p, who, p->hero, rogue_distance(from->x, from->y, x, y));
}

int32_t rogue_act(rogue_play *p, moult_id who, const moult_place *from, const moult_action *action)
{
    switch (action->verb) {
    case MOULT_VERB_WAIT:
        return 1;
    case MOULT_VERB_MOVE:
        return move(p, who, from, action->x, action->y);
    case MOULT_VERB_SHOOT:
        return shoot(p, who, from, action->x, action->y);
    default:
        return who == p->hero ? rogue_hero_act(p, action) : 0;
    }
}
