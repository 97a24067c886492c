/* SPDX-License-Identifier: MIT */
/* What archetypes share: the choice of a cell as functions of numbers, in two manners.
 *
 * classic_* decide as the original game did, blind to walls, and are kept to be compared with it.
 * standard_* answer the cells worth stepping onto, best first; `ai_take` takes the first of them
 * that can be entered. Only the last functions look at the level, and none changes it. */
#ifndef MOULT_AI_PURE_H
#define MOULT_AI_PURE_H
#include <moult/ai.h>
#include <moult/tiles.h>
#include <moult/world.h>

/* Cells around an actor, best first. */
typedef struct ai_ways {
    uint32_t count;
    moult_point cell[MOULT_DIRECTIONS];
} ai_ways;

static inline int32_t ai_span(int32_t a, int32_t b)
{
    return a > b ? a - b : b - a;
}

/* Steps as the crow flies. */
static inline int32_t ai_distance(int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    int32_t width = ai_span(x0, x1), height = ai_span(y0, y1);
    return width > height ? width : height;
}

static inline void ai_shoot(const moult_senses *s, moult_action *act)
{
    act->verb = MOULT_VERB_SHOOT;
    act->x = s->target_x;
    act->y = s->target_y;
}

/* Shoots, and steps straight away from an adjacent target; it never strikes. */
static inline void classic_ranged(const moult_senses *s, moult_action *act)
{
    if (!(s->flags & MOULT_SEES_TARGET))
        return;
    if (ai_distance(s->x, s->y, s->target_x, s->target_y) <= 1)
        moult_step_away(s, s->target_x, s->target_y, act);
    else
        ai_shoot(s, act);
}

/* Along the longer side while it sees its target; straight at it while it doesn't, for it always
 * knows where its target is. */
static inline void classic_smart(const moult_senses *s, moult_action *act)
{
    int32_t x = s->target_x, y = s->target_y;
    if (s->flags & MOULT_SEES_TARGET) {
        if (ai_span(x, s->x) >= ai_span(y, s->y))
            y = s->y;
        else
            x = s->x;
    }
    moult_step_towards(s, x, y, act);
}

/* Cells that lead from x, y to a target: the straight one and those beside it; with `square` the
 * steps along the sides come before the diagonal one. None when already there. */
static inline ai_ways standard_advance(int32_t x, int32_t y, int32_t to_x, int32_t to_y,
                                       int32_t square)
{
    const int32_t dx = moult_sign(to_x - x), dy = moult_sign(to_y - y);
    const moult_point straight = {x + dx, y + dy};
    if (dx == 0 && dy == 0)
        return (ai_ways){.count = 0};
    if (dx == 0 || dy == 0) {
        const int32_t side_x = dy != 0, side_y = dx != 0;
        return (ai_ways){3,
                         {straight,
                          {straight.x - side_x, straight.y - side_y},
                          {straight.x + side_x, straight.y + side_y}}};
    }
    const int32_t wide = ai_span(x, to_x) >= ai_span(y, to_y);
    const moult_point along = {wide ? x + dx : x, wide ? y : y + dy};
    const moult_point across = {wide ? x : x + dx, wide ? y + dy : y};
    return square ? (ai_ways){3, {along, across, straight}}
                  : (ai_ways){3, {straight, along, across}};
}

/* Cells that are farther from a target than x, y is: straight away first, then what turns least
 * from that. */
static inline ai_ways standard_retreat(int32_t x, int32_t y, int32_t from_x, int32_t from_y)
{
    ai_ways ways = {.count = 0};
    const int32_t away_x = x - moult_sign(from_x - x), away_y = y - moult_sign(from_y - y);
    for (int32_t turn = 0; turn <= 2; turn++) {
        for (int32_t i = 0; i < MOULT_DIRECTIONS; i++) {
            moult_point to = {x + moult_direction[i].x, y + moult_direction[i].y};
            if (ai_span(to.x, away_x) + ai_span(to.y, away_y) == turn &&
                ai_distance(to.x, to.y, from_x, from_y) > ai_distance(x, y, from_x, from_y))
                ways.cell[ways.count++] = to;
        }
    }
    return ways;
}

/* 1 when nothing but the target is in the way; tiles with a flag of `allowed` are never in it. */
static inline int32_t ai_can_enter(const moult_world *w, const moult_senses *s, moult_point to,
                                   uint32_t allowed)
{
    const moult_view *v = s->view;
    if (to.x < 0 || to.y < 0 || to.x >= v->width || to.y >= v->height)
        return 0;
    const uint32_t flags = moult_tile_flags(v->tile[(ptrdiff_t)to.y * v->stride + to.x]);
    if (flags & MOULT_TILE_BLOCKS && !(flags & allowed))
        return 0;
    const moult_id other = moult_at(w, MOULT_SCOPE_ACTOR, v->level, to.x, to.y, 0);
    return other == 0 || other == s->target;
}

/* The step onto the first cell that can be entered; 0, and a wait: there is none. */
static inline int32_t ai_take(const moult_world *w, const moult_senses *s, const ai_ways *ways,
                              uint32_t allowed, moult_action *act)
{
    for (uint32_t i = 0; i < ways->count; i++) {
        if (ai_can_enter(w, s, ways->cell[i], allowed)) {
            moult_step_towards(s, ways->cell[i].x, ways->cell[i].y, act);
            return 1;
        }
    }
    return 0;
}

/* What of the level an actor walks into though it blocks: closed doors, if it has hands, and locked
 * ones, if it breaks them. */
static inline uint32_t ai_opens(const moult_senses *s)
{
    return (s->flags & MOULT_HAS_HANDS ? MOULT_TILE_OPENS : 0) |
           (s->flags & MOULT_BREAKS_DOORS ? MOULT_TILE_LOCKED : 0);
}

/* The same, and where there is no other way it walks into closed doors, if it can open them. */
static inline int32_t ai_press_on(const moult_world *w, const moult_senses *s, const ai_ways *ways,
                                  moult_action *act)
{
    return ai_take(w, s, ways, 0, act) || ai_take(w, s, ways, ai_opens(s), act);
}

#endif
