/* SPDX-License-Identifier: MIT */
/* What the hero does on the map: walks, strikes, grows, picks up, goes down, dies. */
#include "rules/srl/game.h"

static void grow(moult_world *w, srl_body *body)
{
    srl_hero *hero = srl_hero_edit(w, 0);
    while (srl_number(body->experience) >= srl_number(hero->experience_full)) {
        const srl_growth next = srl_player_next(
            (srl_growth){srl_number(body->hp_base), srl_number(body->attack_base),
                         srl_number(body->defence_base), srl_number(hero->experience_full)});
        body->level++;
        body->hp_base = srl_bits(next.hp);
        body->attack_base = srl_bits(next.attack);
        body->defence_base = srl_bits(next.defence);
        hero->experience_full = srl_bits(next.experience);
        const moult_arg args[] = {MOULT_ARG_NUMBER("level", body->level)};
        moult_say(w, MOULT_SAY_ALERT, "You reach level {level}!", args, MOULT_COUNT(args));
    }
}

static void slay(srl_now *n, moult_id monster, const char *name)
{
    moult_world *w = n->w;
    const double gained = srl_number(srl_body_read(w, monster)->experience);
    const moult_arg args[] = {MOULT_ARG_TEXT("name", name),
                              MOULT_ARG_NUMBER("exp", srl_whole(gained))};
    moult_remove(w, MOULT_SCOPE_ACTOR, monster);
    moult_say(w, MOULT_SAY_ALERT, "You defeat the {name} and gain {exp} experience.", args,
              MOULT_COUNT(args));
    srl_body *self = srl_body_edit(w, n->hero);
    self->experience = srl_bits(srl_number(self->experience) + gained);
    grow(w, self);
}

static int32_t strike(srl_now *n, moult_id monster)
{
    moult_world *w = n->w;
    srl_body *body = srl_body_edit(w, monster);
    if (!body)
        return 0;
    const double damage =
        srl_damage(srl_attack(srl_body_read(w, n->hero)), srl_defence(body), srl_draw(w));
    const char *name = moult_text(w, body->name);
    const moult_arg args[] = {MOULT_ARG_NUMBER("dam", srl_whole(damage)),
                              MOULT_ARG_TEXT("name", name)};
    moult_say(w, MOULT_SAY_HERO_STRIKES, "You deal {dam} damage to the {name}.", args,
              MOULT_COUNT(args));
    body->hp = srl_bits(srl_number(body->hp) - damage);
    if (srl_number(body->hp) <= 0.0)
        slay(n, monster, name);
    return 1;
}

/* What lies where the hero now stands is told to explore, and known to be there. */
static void notice_things(srl_now *n)
{
    moult_id item = 0;
    while ((item = moult_at(n->w, MOULT_SCOPE_ITEM, n->level, n->x, n->y, item)) != 0) {
        n->alert |= MOULT_ATTENTION_ITEM;
        if (!srl_thing_read(n->w, item)->passed)
            srl_thing_edit(n->w, item)->passed = 1;
    }
}

int32_t srl_move(srl_now *n, int32_t x, int32_t y)
{
    if (!srl_on_map(&n->view, x, y) || srl_distance(n->x, n->y, x, y) != 1)
        return 0;
    moult_id monster = moult_at(n->w, MOULT_SCOPE_ACTOR, n->level, x, y, 0);
    if (monster)
        return strike(n, monster);
    if (!srl_can_stand(srl_tile(&n->view, x, y))) {
        srl_say(n->w, MOULT_SAY_NORMAL, "A wall is in the way.");
        return 0;
    }
    moult_status status = moult_move(n->w, MOULT_SCOPE_ACTOR, n->hero, n->level, x, y);
    if (status >= 0)
        status = moult_see(n->w, n->level, x, y, SRL_SIGHT);
    if (status < 0)
        return status;
    n->x = x;
    n->y = y;
    notice_things(n);
    return 1;
}

/* The new level is made before anything is said, so that a refusal leaves the hero where it is. */
static int32_t descend(srl_now *n)
{
    moult_status status = srl_arrive(n->w, n->hero, n->view.depth + 1, n->x, n->y);
    if (status < 0)
        return status;
    srl_say(n->w, MOULT_SAY_NORMAL, "You go down the stairs.");
    status = srl_begin(n, n->w, n->outcome);
    if (status < 0)
        return status;
    n->outcome->kind = MOULT_OUTCOME_LEVEL;
    notice_things(n);
    return 1;
}

int32_t srl_act_on_cell(srl_now *n)
{
    moult_id item = moult_at(n->w, MOULT_SCOPE_ITEM, n->level, n->x, n->y, 0);
    if (item)
        return srl_take(n, item);
    return srl_tile(&n->view, n->x, n->y) == MOULT_TILE_STAIRS_DOWN ? descend(n) : 0;
}

void srl_die(srl_now *n, const char *cause)
{
    srl_hero *hero = srl_hero_edit(n->w, 0);
    srl_body_edit(n->w, n->hero)->hp = srl_bits(0.0);
    hero->state = n->state = SRL_LOST;
    hero->cause = moult_intern(n->w, cause);
    srl_say(n->w, MOULT_SAY_GOOD, "You have fallen.");
}
