/* SPDX-License-Identifier: MIT */
/* Explore and travel: walking on the player's behalf, by ordinary actions, over what is known.
 *
 * Explore goes to the nearest known cell that borders on the unknown, or on which something lies
 * that the rules call a lure; travel goes to a cell. Both look only at remembered tiles, and stop
 * when the rules' attention says so, or when nothing moves. They end: each step but the last brings
 * a goal nearer or shows something new, and where the hero has stood is no goal again. */
#include <stdio.h>
#include <string.h>
#include "core/game/session.h"
#include "core/system/crash.h"
#include "core/system/text.h"

typedef struct walk {
    moult__session *s;
    moult_view view;
    uint8_t *been;      /* by cell: the hero has stood there; behind the queue of the flow field */
    int32_t to_x, to_y; /* -1, -1: wherever there is something to see */
} walk;

/* Not a direction: a cell that can't be entered. */
#define CLOSED (MOULT_DIRECTIONS + 1)

static int32_t known(const walk *k, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < k->view.width && y < k->view.height &&
           k->view.known[y * k->view.stride + x] != 0;
}

static int32_t borders_unknown(const walk *k, int32_t x, int32_t y)
{
    for (uint32_t d = 0; d < MOULT_DIRECTIONS; d++) {
        int32_t nx = x + moult_direction[d].x, ny = y + moult_direction[d].y;
        if (nx >= 0 && ny >= 0 && nx < k->view.width && ny < k->view.height && !known(k, nx, ny))
            return 1;
    }
    return 0;
}

static int32_t wanted(const walk *k, uint32_t at, int32_t x, int32_t y)
{
    if (k->to_x >= 0)
        return x == k->to_x && y == k->to_y;
    return !k->been[at] && (borders_unknown(k, x, y) || k->s->rules->lure(k->s->world, x, y) != 0);
}

/* The level as it is now, and room to search it; the marks of where the hero has been are kept. */
static moult_status survey(walk *k)
{
    moult__session *s = k->s;
    k->view.size = sizeof k->view;
    moult_status status = moult__view(s->world, moult__level(s->world), &k->view);
    if (status >= 0)
        status = moult__session_flow_room(s, k->view.width, k->view.height * 2);
    if (status < 0)
        return status;
    size_t cells = (size_t)k->view.width * (size_t)k->view.height;
    if (k->been == NULL)
        memset(s->queue + cells, 0, cells);
    k->been = (uint8_t *)(s->queue + cells);
    return MOULT_OK;
}

/* Breadth first from the hero to the nearest cell that is wanted: the first step there. Diagonal
 * steps come last among equals, as in moult_direction. 0: there is none. */
static int32_t search(walk *k, const moult_place *hero, moult_point *out)
{
    moult__session *s = k->s;
    int32_t width = k->view.width;
    uint32_t head = 0, tail = 0, start = (uint32_t)(hero->y * width + hero->x);
    memset(s->flow, 0xff, (size_t)width * (size_t)k->view.height * sizeof *s->flow);
    s->queue[tail++] = start;
    s->flow[start] = MOULT_DIRECTIONS;
    k->been[start] = 1;
    while (head < tail) {
        uint32_t at = s->queue[head++];
        int32_t x = (int32_t)at % width, y = (int32_t)at / width;
        if (at != start && wanted(k, at, x, y)) {
            *out = moult_direction[s->flow[at]];
            return 1;
        }
        for (uint32_t d = 0; d < MOULT_DIRECTIONS; d++) {
            int32_t nx = x + moult_direction[d].x, ny = y + moult_direction[d].y;
            uint32_t next = (uint32_t)(ny * width + nx);
            if (!known(k, nx, ny) || s->flow[next] != MOULT_FAR)
                continue;
            s->flow[next] = CLOSED;
            if (s->rules->cost(s->world, nx, ny) < 0)
                continue;
            s->flow[next] = at == start ? (uint16_t)d : s->flow[at];
            s->queue[tail++] = next;
        }
    }
    return 0;
}

static int32_t first_step(walk *k, const moult_place *hero, moult_point *out)
{
    moult__session_draw_begin(k->s, "cost");
    int32_t found = search(k, hero, out);
    moult__session_draw_end(k->s);
    return found;
}

static uint32_t ask_attention(moult__session *s, char *why, uint32_t room)
{
    why[0] = 0;
    moult__session_draw_begin(s, "attention");
    uint32_t bits = s->rules->attention(s->world, why, room);
    moult__session_draw_end(s);
    return bits;
}

uint32_t moult__session_attention(moult__session *s, char *why, uint32_t room)
{
    return ask_attention(s, why, room) & ~MOULT_ATTENTION_SECRETS;
}

static int32_t interrupted(moult__session *s)
{
    const moult__session_row *row =
        (const moult__session_row *)moult__row(s->world, MOULT__TABLE_SESSION, 0);
    return s->over || s->leaving || row->state != MOULT_OUTCOME_IDLE;
}

/* `why` is the rules' own text, and they have translated it, or one of the core's. */
static void stop_text(moult__session *s, const char *what, const char *why)
{
    char text[192];
    snprintf(text, sizeof text, moult__translate(what), why);
    moult__session_notice(s, MOULT_SAY_SYSTEM, "%s", text);
}

/* Why a walk without a next step ends. */
static const char *no_way(moult__session *s, int32_t travels)
{
    char why[128];
    if (travels)
        return moult__translate("no known way leads there");
    if ((ask_attention(s, why, sizeof why) & MOULT_ATTENTION_SECRETS) != 0)
        return moult__translate("everything that can be reached has been seen; searching may help");
    return moult__translate("everything that can be reached has been seen");
}

/* Walks until there, or until something says stop. The level may only be left by a command. */
static moult_status walk_on(moult__session *s, const char *what, int32_t to_x, int32_t to_y)
{
    walk k = {.s = s, .to_x = to_x, .to_y = to_y};
    char why[128];
    moult_place hero;
    moult_id level = moult__level(s->world);
    moult_status status = MOULT_OK;
    if (moult__session_attention(s, why, sizeof why) &
        (MOULT_ATTENTION_ENEMY | MOULT_ATTENTION_OVER)) {
        stop_text(s, what, why[0] != 0 ? why : moult__translate("something needs attention"));
        return MOULT_OK;
    }
    uint32_t steps = 0;
    for (;; steps++) {
        moult_point step;
        if (!moult__session_hero(s, &hero) || hero.level != level || survey(&k) < 0)
            break;
        if (hero.x == to_x && hero.y == to_y)
            break;
        if (!first_step(&k, &hero, &step)) {
            stop_text(s, what, no_way(s, to_x >= 0));
            break;
        }
        moult_action action = {.size = sizeof action,
                               .verb = MOULT_VERB_MOVE,
                               .x = hero.x + step.x,
                               .y = hero.y + step.y};
        uint32_t turn = moult__turn(s->world);
        status = moult__turn_act(s, &action);
        if (status < 0 || interrupted(s))
            break;
        if (moult__session_attention(s, why, sizeof why) != 0) {
            stop_text(s, what, why[0] != 0 ? why : moult__translate("something needs attention"));
            break;
        }
        if (moult__turn(s->world) == turn) {
            stop_text(s, what, moult__translate("nothing moves"));
            break;
        }
        if (steps > (uint32_t)k.view.width * (uint32_t)k.view.height) {
            stop_text(s, what, moult__translate("it is taking too long"));
            break;
        }
        if (s->options.turns != 0 && s->played >= s->options.turns)
            break;
    }
    return status;
}

moult_status moult__explore(moult__session *s)
{
    return walk_on(s, MOULT_TEXT("Explore stopped: %s"), -1, -1);
}

moult_status moult__travel(moult__session *s, int32_t x, int32_t y)
{
    return walk_on(s, MOULT_TEXT("Travel stopped: %s"), x, y);
}

/* One step of explore, for whoever plays the hero by itself. Called within a turn. */
int32_t moult__explore_step(moult__session *s, moult_point *out)
{
    walk k = {.s = s, .to_x = -1, .to_y = -1};
    moult_place hero;
    if (!moult__session_hero(s, &hero) || survey(&k) < 0)
        return 0;
    int32_t found = first_step(&k, &hero, out);
    moult__crash_box(s->rules_label, "turn");
    out->x += hero.x;
    out->y += hero.y;
    return found;
}
