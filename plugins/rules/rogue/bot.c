/* SPDX-License-Identifier: MIT */
/* MOULT_VERB_DECIDE: an archetype plays the hero.
 * It gets what the player could know (bot.h), on the stack, and its answer goes through the same
 * resolver as a key's. Nothing of the world is changed by asking, but for the archetype's name and
 * its memory: a run played by a bot is the run of whoever gives the same commands by hand. */
#include "rules/rogue/bot.h"
#include <string.h>
#include "rules/rogue/game.h"

enum {
    CELLS = 128 * 64, /* of the largest level that a bot can play on */
    SEEN = 48,        /* the nearest ones */
};

typedef struct known {
    moult_senses senses;
    moult_view view;
    moult_seen seen[SEEN];
    uint8_t tile[CELLS];
} known;

/* The plane as the hero remembers it, what is hidden as what it looks like (rogue_guise); a loop
 * that the compiler does many cells at a time. */
static void remember(const moult_view *view, uint8_t *restrict tile)
{
    const uint8_t *restrict from = view->known;
    size_t cells = (size_t)view->stride * (size_t)view->height;
    for (size_t i = 0; i < cells; i++) {
        uint8_t seen = from[i] ? (uint8_t)(from[i] - 1) : MOULT_TILE_STONE;
        seen = seen == MOULT_TILE_DOOR_SECRET ? MOULT_TILE_WALL : seen;
        tile[i] = seen == MOULT_TILE_CORRIDOR_SECRET ? MOULT_TILE_STONE : seen;
    }
}

/* Keeps the list sorted; of those equally far, whoever came first stays first. */
static void notice(known *k, uint32_t what, moult_id id, moult_name kind, const moult_place *at)
{
    moult_senses *s = &k->senses;
    int32_t distance = rogue_distance(s->x, s->y, at->x, at->y);
    uint32_t place = s->seen_count;
    while (place > 0 && k->seen[place - 1].distance > distance)
        place--;
    if (place == SEEN)
        return;
    s->seen_count += s->seen_count < SEEN;
    memmove(&k->seen[place + 1], &k->seen[place], (s->seen_count - place - 1) * sizeof(moult_seen));
    k->seen[place] = (moult_seen){.size = sizeof(moult_seen),
                                  .what = what,
                                  .id = id,
                                  .kind = kind,
                                  .x = at->x,
                                  .y = at->y,
                                  .distance = distance};
}

static void notice_actors(const rogue_play *p, known *k)
{
    moult_id id = 0;
    moult_place at;
    while ((id = moult_next(p->w, MOULT_SCOPE_ACTOR, p->level, id)) != 0) {
        if (id == p->hero || moult_where(p->w, MOULT_SCOPE_ACTOR, id, &at) < 0 ||
            !rogue_lit(&p->view, at.x, at.y))
            continue;
        const rogue_body *body = rogue_body_read(p->w, id);
        if (body && rogue_spots(p->w, &p->view, body, p->x, p->y, at.x, at.y))
            notice(k, MOULT_SPAWN_ACTOR, id, body->name, &at);
    }
    if (k->senses.seen_count == 0)
        return;
    const moult_seen *nearest = &k->seen[0];
    k->senses.target = nearest->id;
    k->senses.target_x = nearest->x;
    k->senses.target_y = nearest->y;
    k->senses.distance = nearest->distance;
    k->senses.flags |= MOULT_SEES_TARGET;
}

static void notice_items(const rogue_play *p, known *k)
{
    moult_id id = 0;
    moult_place at;
    while ((id = moult_next(p->w, MOULT_SCOPE_ITEM, p->level, id)) != 0)
        if (moult_where(p->w, MOULT_SCOPE_ITEM, id, &at) >= 0 && rogue_lit(&p->view, at.x, at.y))
            notice(k, MOULT_SPAWN_ITEM, id, 0, &at);
}

/* The name of what is carried stands in the message that told of picking it up. */
static void notice_carried(const rogue_play *p, known *k, const rogue_hero *hero)
{
    const moult_place here = {.size = sizeof here, .x = p->x, .y = p->y, .level = p->level};
    if (hero->potion)
        notice(k, MOULT_SPAWN_ITEM, 0,
               moult_intern(p->w, rogue_info(p->w, ROGUE_POTION, hero->potion - 1).name), &here);
    if (hero->scroll)
        notice(k, MOULT_SPAWN_ITEM, 0,
               moult_intern(p->w, rogue_info(p->w, ROGUE_SCROLL, hero->scroll - 1).name), &here);
}

static void sense(const rogue_play *p, known *k)
{
    const rogue_hero *hero = rogue_hero_read(p->w, 0);
    const rogue_body *body = rogue_body_read(p->w, p->hero);
    moult_senses *s = &k->senses;
    *s = (moult_senses){.size = sizeof *s,
                        .flags = MOULT_HAS_HANDS,
                        .self = p->hero,
                        .x = p->x,
                        .y = p->y,
                        .target_x = p->x,
                        .target_y = p->y,
                        .hp = body->hp,
                        .hp_max = body->hp_max,
                        .sight = p->t->sight,
                        .distance = MOULT_FAR,
                        .seen = k->seen,
                        .view = &k->view};
    if (body->hp <= body->hp_max / 2)
        s->flags |= MOULT_HURT;
    if (hero->hunger < p->t->hungry)
        s->flags |= ROGUE_SENSES_HUNGRY;
    k->view = p->view;
    k->view.tile = k->tile;
    k->view.detail = k->view.mark = NULL;
    k->view.room = NULL;
    remember(&p->view, k->tile);
    notice_actors(p, k);
    notice_carried(p, k, hero);
    notice_items(p, k);
}

moult_status rogue_bot(rogue_play *p, const char *name, moult_action *action)
{
    known k;
    moult_name archetype = moult_intern(p->w, name);
    if ((int64_t)p->view.stride * p->view.height > CELLS)
        return moult_fail(p->w, MOULT_RANGE, "a level of more than 8192 cells is no bot's");
    sense(p, &k);
    *action = (moult_action){.size = sizeof *action};
    moult_status status = moult_decide(p->w, archetype, &k.senses, action);
    if (status == MOULT_UNKNOWN)
        return moult_fail(p->w, status, "whoever should play the hero isn't loaded: ai/NAME");
    return status;
}
