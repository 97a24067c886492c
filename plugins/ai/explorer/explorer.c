/* SPDX-License-Identifier: MIT */
/* ai/explorer: plays the hero as a careful person would.
 * It strikes what is next to it, lets come what is coming, flees or drinks when weak, reads what it
 * found, and else explores (which is also how it finds and eats food) until the floor is known or
 * has held it long enough; then it goes down, or searches for what hides the way (search.h).
 * policy.h decides, this file does it; what took no time isn't tried again. It looks only at what
 * it is told: the known tiles of the view and what is seen; never at the world behind them. */
#include "ai/explorer/policy.h"
#include "ai/explorer/search.h"
#include "ai/explorer/ways.h"
#include "rules/rogue/bot.h"
#include <moult/service.h>
#include <moult/world.h>

/* Not part of the state hash: a mind isn't the dungeon. */
#define AI_EXPLORER(F, A)                                       \
    F(id, level, "that the counters are for")                   \
    F(u32, turn, "of its last decision")                        \
    F(u32, stay, "decisions on this level")                     \
    F(i32, hp, "hit points then")                               \
    F(i32, near, "distance of the nearest foe then")            \
    F(name, refused, "what it held when using it took no time") \
    F(u8, plan, "its last")                                     \
    F(u8, explored, "1: there is nothing left to see here")     \
    F(u8, fled, "steps of fleeing on this level")               \
    F(u8, stuck, "decisions in a row that took no time")        \
    F(u16, goal, "where it goes to search, plus 1; 0: nowhere") \
    F(u8, turns, "that it has searched there")                  \
    F(u8, places, "searched in this round")                     \
    F(u8, rounds, "of searching on this level")                 \
    A(u16, place, SEARCH_PLACES, "that were searched")
MOULT_TABLE_EXTENDED(ai_explorer, "ai.explorer", MOULT_SCOPE_ACTOR, 1, AI_EXPLORER,
                     MOULT_TABLE_UNHASHED, NULL)

/* -- doing it ---------------------------------------------------------------------------------- */

static void step(moult_action *act, int32_t x, int32_t y)
{
    act->verb = MOULT_VERB_MOVE;
    act->x = x;
    act->y = y;
}

/* To the way down, and down; 0: none is known, or none leads there. */
static int32_t descend(const moult_senses *s, moult_action *act)
{
    moult_point goal, to;
    if (is_way_down(tile_at(s->view, s->x, s->y))) {
        act->verb = MOULT_VERB_LEAVE;
        return 1;
    }
    if (!find_way_down(s->view, &goal) || (!step_to(s, goal, 1, &to) && !step_to(s, goal, 0, &to)))
        return 0;
    step(act, to.x, to.y);
    return 1;
}

/* Towards the way down unless that leads into the foes' arms, else to where they are farthest. */
static int32_t flee(const moult_senses *s, moult_action *act)
{
    int32_t most = exposure(s, s->x, s->y);
    if (descend(s, act) && (act->verb == MOULT_VERB_LEAVE ||
                            (exposure(s, act->x, act->y) >= most && exposure(s, act->x, act->y))))
        return 1;
    act->verb = MOULT_VERB_WAIT;
    for (uint32_t d = 0; d < MOULT_DIRECTIONS; d++) {
        int32_t x = s->x + moult_direction[d].x, y = s->y + moult_direction[d].y;
        if (moult_tile_flags(tile_at(s->view, x, y)) & MOULT_TILE_BLOCKS ||
            exposure(s, x, y) <= most)
            continue;
        most = exposure(s, x, y);
        step(act, x, y);
    }
    return act->verb == MOULT_VERB_MOVE;
}

/* Explores; 0: there is nothing left, or somebody seen is in the way of it. */
static int32_t explore(moult_world *w, moult_action *act)
{
    moult_point to;
    if (!moult_explore_step(w, &to))
        return 0;
    step(act, to.x, to.y);
    return 1;
}

static int32_t charge(const moult_senses *s, moult_action *act)
{
    const moult_point goal = {s->target_x, s->target_y};
    moult_point to;
    if (!(s->flags & MOULT_SEES_TARGET) || !step_to(s, goal, 1, &to))
        return 0;
    step(act, to.x, to.y);
    return 1;
}

/* One more place was searched; after the last of a round they all may be searched again. */
static void tick_off(ai_explorer *mind)
{
    mind->place[mind->places++] = (uint16_t)(mind->goal - 1);
    mind->goal = mind->turns = 0;
    if (mind->places == SEARCH_PLACES) {
        mind->places = 0;
        mind->rounds++;
    }
}

/* Sets the next place to search; 0: there is none left, or the rounds are over. */
static int32_t choose_place(const moult_senses *s, ai_explorer *mind)
{
    uint16_t places[SEARCH_PLACES];
    moult_point to;
    memcpy(places, mind->place, sizeof places);
    if (!find_place(s, places, mind->places, &to)) {
        mind->rounds++;
        mind->places = 0;
        if (mind->rounds >= SEARCH_ROUNDS || !find_place(s, places, 0, &to))
            return 0;
    }
    mind->goal = (uint16_t)(to.y * s->view->stride + to.x + 1);
    return 1;
}

/* A step to where something may be hidden, or a turn of search there; 0: it has given up. */
static int32_t seek(const moult_senses *s, ai_explorer *mind, moult_action *act)
{
    moult_point to;
    if (mind->goal && mind->turns >= SEARCH_TURNS)
        tick_off(mind);
    if (mind->rounds >= SEARCH_ROUNDS || (!mind->goal && !choose_place(s, mind)))
        return 0;
    const moult_point goal = {(mind->goal - 1) % s->view->stride,
                              (mind->goal - 1) / s->view->stride};
    if (goal.x == s->x && goal.y == s->y) {
        mind->turns++;
        act->verb = MOULT_VERB_SEARCH;
        return 1;
    }
    if (!step_to(s, goal, 1, &to)) {
        tick_off(mind);
        return 0;
    }
    step(act, to.x, to.y);
    return 1;
}

/* Down, or wherever a way down may yet be found. */
static int32_t move_on(moult_world *w, const moult_senses *s, ai_explorer *mind, moult_action *act)
{
    if (mind->explored && descend(s, act))
        return 1;
    if (explore(w, act))
        return 1;
    mind->explored = !(s->flags & MOULT_SEES_TARGET);
    return descend(s, act) || charge(s, act) || seek(s, mind, act);
}

static void carry_out(moult_world *w, const moult_senses *s, ai_explorer *mind, moult_action *act)
{
    switch (mind->plan) {
    case DRINK:
        act->verb = MOULT_VERB_QUAFF;
        break;
    case READ:
        act->verb = MOULT_VERB_READ;
        break;
    case FLEE:
        mind->fled++;
        if (!flee(s, act))
            charge(s, act);
        break;
    case STRIKE:
    case CHARGE:
        if (!charge(s, act))
            move_on(w, s, mind, act);
        break;
    case EXPLORE:
        move_on(w, s, mind, act);
        break;
    case DESCEND:
        if (!descend(s, act))
            move_on(w, s, mind, act);
        break;
    default:
        break;
    }
}

/* What took no time is done otherwise: any free step, a different one each time, at last a wait. */
static void get_unstuck(const moult_senses *s, ai_explorer *mind, moult_action *act)
{
    act->verb = MOULT_VERB_WAIT;
    for (uint32_t i = mind->stuck; i < STUCK_MOST; i++) {
        const moult_point *to = &moult_direction[i % MOULT_DIRECTIONS];
        if (passable(tile_at(s->view, s->x + to->x, s->y + to->y))) {
            step(act, s->x + to->x, s->y + to->y);
            return;
        }
    }
}

static mood feel(const moult_senses *s, ai_explorer *mind)
{
    mood m = {.hp = s->hp, .hp_max = s->hp_max, .near = MOULT_FAR};
    for (uint32_t i = 0; i < s->seen_count; i++) {
        const moult_seen *seen = &s->seen[i];
        m.foes += seen->what == MOULT_SPAWN_ACTOR && seen->distance <= 3;
        m.things |= seen->what == MOULT_SPAWN_ITEM && seen->distance > 0;
    }
    if (s->flags & MOULT_SEES_TARGET)
        m.near = s->distance;
    m.coming = m.near < mind->near && mind->plan != WAIT;
    m.bleeding = s->hp < mind->hp;
    m.hungry = (s->flags & ROGUE_SENSES_HUNGRY) != 0;
    m.stay = (int32_t)mind->stay;
    m.fled = mind->fled;
    m.explored = mind->explored;
    return m;
}

/* What it carries: the best potion, a scroll; not what can't be used, as it turned out. */
static void look_into_pack(const moult_world *w, const moult_senses *s, ai_explorer *mind,
                           int32_t took_no_time, mood *m)
{
    for (uint32_t i = 0; i < s->seen_count && s->seen[i].distance == 0; i++) {
        const moult_seen *seen = &s->seen[i];
        if (seen->what != MOULT_SPAWN_ITEM || seen->id != 0)
            continue;
        const char *name = moult_text(w, seen->kind);
        int32_t potion = potion_of(name), scroll = strstr(name, "scroll") != NULL;
        if (took_no_time && ((mind->plan == DRINK && potion) || (mind->plan == READ && scroll)))
            mind->refused = seen->kind;
        if (seen->kind == mind->refused)
            continue;
        m->potion = potion > m->potion ? potion : m->potion;
        m->scroll |= scroll;
    }
}

static moult_status decide(moult_world *w, const moult_senses *s, void *memory, moult_action *act)
{
    ai_explorer *mind = memory;
    if (mind == NULL)
        return MOULT_STALE;
    int32_t here = mind->level == s->view->level;
    int32_t took_no_time = here && mind->stay > 0 && mind->turn == moult_turn(w);
    if (!here)
        *mind = (ai_explorer){
            .level = s->view->level, .hp = s->hp, .near = MOULT_FAR, .refused = mind->refused};
    mood m = feel(s, mind);
    look_into_pack(w, s, mind, took_no_time, &m);
    mind->stuck = took_no_time ? (uint8_t)(mind->stuck + (mind->stuck < STUCK_MOST)) : 0;
    mind->plan = (uint8_t)choose(&m);
    if (mind->stuck > 1)
        get_unstuck(s, mind, act);
    else
        carry_out(w, s, mind, act);
    mind->turn = moult_turn(w);
    mind->hp = s->hp;
    mind->near = m.near;
    mind->stay++;
    return MOULT_OK;
}

MOULT_AI_MEMORY(explorer, "1.0.0", "explores, fights, flees when weak, drinks, reads and descends",
                decide, ai_explorer)
