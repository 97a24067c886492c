/* SPDX-License-Identifier: MIT */
/* Archetypes: random senses on levels of the profile's own making, and answers that an actor can
 * want. */
#include <stdlib.h>
#include <string.h>
#include "core/system/text.h"
#include "core/validator/trial.h"

#define SEEN_MAX 8u
#define GUARD 64u /* bytes on each side of a row */

/* One made-up moment. */
typedef struct moment {
    moult_view view;
    moult_seen seen[SEEN_MAX];
    moult_senses senses;
    uint8_t *tile; /* the level as it is known, or NULL */
} moment;

static moult_id any_actor(moult__trial *t, moult_xorshift *source, moult_id level)
{
    moult_id id = 0, chosen = moult__hero(t->s.world);
    uint32_t count = 1;
    while ((id = moult__next(t->s.world, MOULT_SCOPE_ACTOR, level, id)) != 0)
        if (moult__chance(source, ++count) == 0)
            chosen = id;
    return chosen;
}

static int by_distance(const void *a, const void *b)
{
    return ((const moult_seen *)a)->distance - ((const moult_seen *)b)->distance;
}

static int32_t span(int32_t a, int32_t b)
{
    return a > b ? a - b : b - a;
}

static int32_t distance(const moult_senses *s, int32_t x, int32_t y)
{
    int32_t across = span(s->x, x), down = span(s->y, y);
    return across > down ? across : down;
}

static void see_things(moult__trial *t, moult_xorshift *source, moment *m)
{
    static const char *const names[] = {"", "rat", "thing", "potion of healing", "scroll"};
    moult_senses *s = &m->senses;
    s->seen_count = moult__chance(source, SEEN_MAX + 1);
    for (uint32_t i = 0; i < s->seen_count; i++) {
        moult_seen *seen = &m->seen[i];
        memset(seen, 0, sizeof *seen);
        seen->size = sizeof *seen;
        seen->what = moult__chance(source, 2);
        seen->x = moult__chance_between(source, 0, m->view.width - 1);
        seen->y = moult__chance_between(source, 0, m->view.height - 1);
        seen->kind = moult__intern(t->s.world, names[moult__chance(source, MOULT_COUNT(names))]);
        seen->distance = distance(s, seen->x, seen->y);
        if (seen->what == MOULT_SPAWN_ACTOR)
            seen->id = any_actor(t, source, m->view.level);
    }
    qsort(m->seen, s->seen_count, sizeof *m->seen, by_distance);
    s->seen = m->seen;
}

/* Half of the time the level is given as a bot knows it. */
static void forget(moult_xorshift *source, moment *m)
{
    size_t cells = (size_t)m->view.stride * (size_t)m->view.height;
    m->tile = moult__chance(source, 2) != 0 ? malloc(cells) : NULL;
    for (size_t i = 0; i < cells && m->tile != NULL; i++)
        m->tile[i] = m->view.known[i] != 0 ? (uint8_t)(m->view.known[i] - 1) : MOULT_TILE_STONE;
    if (m->tile != NULL)
        m->view.tile = m->tile;
}

static int32_t imagine(moult__trial *t, moult_xorshift *source, moment *m)
{
    static const uint32_t flags[] = {MOULT_SEES_TARGET, MOULT_HURT,         MOULT_CONFUSED,
                                     MOULT_CORNERED,    MOULT_KNOWS_TARGET, MOULT_HAS_HANDS};
    moult_senses *s = &m->senses;
    memset(m, 0, sizeof *m);
    m->view.size = sizeof m->view;
    if (moult__view(t->s.world, moult__level(t->s.world), &m->view) < 0)
        return 0;
    forget(source, m);
    s->size = sizeof *s;
    s->view = &m->view;
    s->self = any_actor(t, source, m->view.level);
    s->x = moult__chance_between(source, 0, m->view.width - 1);
    s->y = moult__chance_between(source, 0, m->view.height - 1);
    moult__move(t->s.world, MOULT_SCOPE_ACTOR, s->self, m->view.level, s->x, s->y);
    s->target = moult__chance(source, 4) != 0 ? moult__hero(t->s.world) : 0;
    int32_t near = moult__chance(source, 2) != 0;
    s->target_x = near ? s->x + moult__chance_between(source, -2, 2)
                       : moult__chance_between(source, 0, m->view.width - 1);
    s->target_y = near ? s->y + moult__chance_between(source, -2, 2)
                       : moult__chance_between(source, 0, m->view.height - 1);
    s->target_x = s->target_x < 0 ? 0 : s->target_x;
    s->target_y = s->target_y < 0 ? 0 : s->target_y;
    s->target_x = s->target_x >= m->view.width ? m->view.width - 1 : s->target_x;
    s->target_y = s->target_y >= m->view.height ? m->view.height - 1 : s->target_y;
    s->distance = distance(s, s->target_x, s->target_y);
    s->hp_max = moult__chance_between(source, 1, 500);
    s->hp = moult__chance_between(source, 1, s->hp_max);
    s->sight = moult__chance_between(source, 0, 12);
    for (uint32_t i = 0; i < MOULT_COUNT(flags); i++)
        s->flags |= moult__chance(source, 2) != 0 ? flags[i] : 0;
    see_things(t, source, m);
    return 1;
}

/* Why no actor can want that, in words; NULL: one can. */
static const char *senseless(const moult_senses *s, const moult_action *action)
{
    int64_t dx = (int64_t)action->x - s->x, dy = (int64_t)action->y - s->y;
    int32_t on_map = action->x >= 0 && action->y >= 0 && action->x < s->view->width &&
                     action->y < s->view->height;
    if (action->size != sizeof *action)
        return moult__translate("the action's size was overwritten");
    if (action->verb >= MOULT_VERB_CHOOSE && action->verb < MOULT_VERB_OWN)
        return moult__translate("that verb is no actor's");
    if (action->verb == MOULT_VERB_MOVE && (dx < -1 || dx > 1 || dy < -1 || dy > 1))
        return moult__translate("that step leads to a cell that isn't next to its own");
    if (action->verb == MOULT_VERB_SHOOT && !on_map)
        return moult__translate("that shot leads off the map");
    return NULL;
}

static moult_status ask(moult__trial *t, const moult__slot *slot, const moment *m, void *memory,
                        moult_action *action)
{
    const moult_ai_1 *ai = slot->functions;
    *action = (moult_action){.size = sizeof *action, .x = m->senses.x, .y = m->senses.y};
    t->explored = 0;
    moult__call(t, slot, "decide");
    moult_status status = ai->decide(t->s.world, &m->senses, memory, action);
    moult__called(t);
    return status;
}

static void *row_of(moult__trial *t, const moult__slot *slot, const moment *m)
{
    return slot->memory != 0 ? moult__edit(t->s.world, slot->memory, m->senses.self) : NULL;
}

void moult__tour_ai(moult__trial *t, const moult__slot *slot, uint32_t seed)
{
    moult_xorshift source = moult_xorshift_start(seed);
    moment m;
    moult_action action;
    for (uint32_t i = 0; i < 40 && imagine(t, &source, &m); i++) {
        moult_status status = ask(t, slot, &m, row_of(t, slot, &m), &action);
        moult__answer(t, &status, sizeof status);
        moult__answer(t, &action, offsetof(moult_action, text));
        free(m.tile);
    }
}

/* -- answers ----------------------------------------------------------------------------------- */

#define ASKED 10000u
#define A_GAME 200u

static void judge(moult__trial *t, const moment *m, moult_status status, const moult_action *action)
{
    int32_t others = t->explored && m->senses.self != moult__hero(t->s.world);
    const char *why = status >= 0 && !others ? senseless(&m->senses, action) : NULL;
    if (why != NULL)
        moult__fails(t, "at %d,%d it answered verb %u, cell %d,%d: %s", m->senses.x, m->senses.y,
                     action->verb, action->x, action->y, why);
}

static void answers(moult__trial *t, const moult__slot *slot)
{
    moult_xorshift source = moult_xorshift_start(20260101);
    uint32_t asked = 0, refused = 0, count = moult__count(t, ASKED);
    for (uint32_t game = 0; asked < count && !moult__failed(t); game++) {
        char seed[16];
        moment m;
        moult_action action;
        snprintf(seed, sizeof seed, "%u", game);
        if (moult__game_open(t, seed) < 0) {
            moult__fails_report(t, &t->s.report);
            return;
        }
        moult__play(t, &source, game % 40);
        moult__about(t, moult__translate("seed \"%s\""), seed);
        for (uint32_t i = 0; i < A_GAME && !moult__failed(t); i++, asked++) {
            if (!imagine(t, &source, &m))
                continue;
            moult_status status = ask(t, slot, &m, row_of(t, slot, &m), &action);
            refused += status < 0;
            judge(t, &m, status, &action);
            free(m.tile);
        }
        moult__game_close(t);
        t->found->seeds++;
    }
    if (refused == asked)
        moult__fails(t, "it refused all of %u", asked);
    moult__pass(t, "%u answers, of which %u refusals", asked, refused);
}

void moult__check_ai_answers(moult__trial *t)
{
    moult__each_slot(t, answers);
}

/* -- memory ------------------------------------------------------------------------------------ */

static void scribble(moult_xorshift *source, uint8_t *row, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++)
        row[i] = (uint8_t)moult_xorshift_next(source);
}

static void remember_anything(moult__trial *t, const moult__slot *slot, uint32_t size)
{
    moult_xorshift source = moult_xorshift_start(3);
    uint8_t *room = malloc(size + 2 * GUARD);
    moment m;
    moult_action action;
    for (uint32_t i = 0; i < moult__count(t, 3000) && !moult__failed(t) && room != NULL; i++) {
        memset(room, 0xa7, size + 2 * GUARD);
        scribble(&source, room + GUARD, size);
        if (!imagine(t, &source, &m))
            continue;
        moult_status status = ask(t, slot, &m, room + GUARD, &action);
        judge(t, &m, status, &action);
        for (uint32_t g = 0; g < GUARD; g++)
            if (room[g] != 0xa7 || room[GUARD + size + g] != 0xa7)
                moult__fails(t, "it wrote beside its row of %u bytes", size);
        free(m.tile);
    }
    if (imagine(t, &source, &m)) {
        moult__about(t, "%s", moult__translate("without a row (NULL)"));
        ask(t, slot, &m, NULL, &action);
        free(m.tile);
    }
    free(room);
}

static void memory(moult__trial *t, const moult__slot *slot)
{
    if (slot->memory == 0) {
        moult__skip(t, "%s has no memory", slot->name);
        return;
    }
    if (moult__game_open(t, "memory") < 0) {
        moult__fails_report(t, &t->s.report);
        return;
    }
    moult__about(t, "%s", moult__translate("a row of random bytes"));
    remember_anything(t, slot, t->s.world->tables[slot->memory].layout.row_size);
    moult__game_close(t);
}

void moult__check_ai_memory(moult__trial *t)
{
    moult__each_slot(t, memory);
    moult__pass(t, "%llu rows of random bytes", (unsigned long long)t->calls);
}
