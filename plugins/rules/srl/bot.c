/* SPDX-License-Identifier: MIT */
/* MOULT_VERB_DECIDE: an archetype plays the hero.
 * It gets what the player could know, on the stack: the remembered tiles, stone where nothing is
 * known; the monsters in sight; what is carried, on the hero's own cell and with id 0; what lies on
 * known cells. Archetypes take it that things walked onto are theirs, and eaten when needed: the
 * taking and the eating are turns of their own here, and done before anyone is asked. */
#include "rules/srl/game.h"

enum {
    CELLS = 128 * 64, /* of the largest level that a bot can play on */
    SEEN = 48,        /* the nearest ones */
    HUNGRY = 20,      /* energy at which it eats what it has */
};

typedef struct known {
    moult_senses senses;
    moult_view view;
    moult_seen seen[SEEN];
    uint8_t tile[CELLS];
} known;

/* Keeps the list sorted; of those equally far, whoever came first stays first. */
static void notice(known *k, uint32_t what, moult_id id, moult_name kind, int32_t x, int32_t y)
{
    moult_senses *s = &k->senses;
    const int32_t distance = srl_distance(s->x, s->y, x, y);
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
                                  .x = x,
                                  .y = y,
                                  .distance = distance};
}

static void notice_monsters(const srl_now *n, known *k)
{
    moult_place at;
    for (moult_id id = 0; (id = moult_next(n->w, MOULT_SCOPE_ACTOR, n->level, id)) != 0;)
        if (id != n->hero && moult_where(n->w, MOULT_SCOPE_ACTOR, id, &at) >= 0 &&
            srl_lit(&n->view, at.x, at.y))
            notice(k, MOULT_SPAWN_ACTOR, id, srl_body_read(n->w, id)->name, at.x, at.y);
    if (k->senses.seen_count == 0)
        return;
    k->senses.target = k->seen[0].id;
    k->senses.target_x = k->seen[0].x;
    k->senses.target_y = k->seen[0].y;
    k->senses.distance = k->seen[0].distance;
    k->senses.flags |= MOULT_SEES_TARGET;
}

static void notice_things(const srl_now *n, known *k)
{
    moult_place at;
    for (moult_id id = 0; (id = moult_next(n->w, MOULT_SCOPE_ITEM, 0, id)) != 0;)
        notice(k, MOULT_SPAWN_ITEM, 0, moult_intern(n->w, srl_info(n->w, id).name), n->x, n->y);
    for (moult_id id = 0; (id = moult_next(n->w, MOULT_SCOPE_ITEM, n->level, id)) != 0;)
        if (moult_where(n->w, MOULT_SCOPE_ITEM, id, &at) >= 0 &&
            n->view.known[at.y * n->view.stride + at.x])
            notice(k, MOULT_SPAWN_ITEM, id, 0, at.x, at.y);
}

static void sense(const srl_now *n, known *k)
{
    const srl_body *body = srl_body_read(n->w, n->hero);
    const size_t cells = (size_t)n->view.stride * (size_t)n->view.height;
    k->senses = (moult_senses){.size = sizeof k->senses,
                               .self = n->hero,
                               .x = n->x,
                               .y = n->y,
                               .target_x = n->x,
                               .target_y = n->y,
                               .hp = srl_points(srl_number(body->hp)),
                               .hp_max = srl_points(srl_hp_full(body)),
                               .sight = SRL_SIGHT,
                               .distance = MOULT_FAR,
                               .seen = k->seen,
                               .view = &k->view};
    if (srl_number(body->hp) * 2.0 <= srl_hp_full(body))
        k->senses.flags |= MOULT_HURT;
    k->view = n->view;
    k->view.tile = k->tile;
    k->view.detail = k->view.mark = NULL;
    k->view.room = NULL;
    for (size_t i = 0; i < cells; i++)
        k->tile[i] = n->view.known[i] ? (uint8_t)(n->view.known[i] - 1) : MOULT_TILE_STONE;
    notice_monsters(n, k);
    notice_things(n, k);
}

static int32_t carries(const moult_world *w, uint32_t kind)
{
    for (moult_id id = 0; (id = moult_next(w, MOULT_SCOPE_ITEM, 0, id)) != 0;)
        if (srl_thing_read(w, id)->kind == kind)
            return 1;
    return 0;
}

/* What needs no decision; WAIT: nothing. */
static uint32_t need(const srl_now *n)
{
    const moult_id item = moult_at(n->w, MOULT_SCOPE_ITEM, n->level, n->x, n->y, 0);
    if (item && srl_fits(n->w, item))
        return SRL_VERB_ACT;
    return srl_hero_read(n->w, 0)->energy <= HUNGRY && carries(n->w, SRL_APPLE) ? MOULT_VERB_EAT
                                                                                : MOULT_VERB_WAIT;
}

moult_status srl_bot(srl_now *n, const char *name, moult_action *action)
{
    known k;
    if ((int64_t)n->view.stride * n->view.height > CELLS)
        return moult_fail(n->w, MOULT_RANGE, "a level of more than 8192 cells is no bot's");
    *action = (moult_action){.size = sizeof *action, .verb = need(n)};
    if (action->verb != MOULT_VERB_WAIT)
        return MOULT_OK;
    const moult_name archetype = moult_intern(n->w, name);
    sense(n, &k);
    moult_status status = moult_decide(n->w, archetype, &k.senses, action);
    if (status == MOULT_UNKNOWN)
        return moult_fail(n->w, status, "whoever should play the hero isn't loaded: ai/NAME");
    return status;
}
