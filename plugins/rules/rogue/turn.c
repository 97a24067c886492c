/* SPDX-License-Identifier: MIT */
/* A whole turn: the hero's action, then everybody else, then upkeep.
 * What isn't done costs no time and leaves the world as it was, but for a message. A turn that ends
 * on another floor, or ends the run, ends at once: nobody else acts and no turn is counted. */
#include <string.h>
#include "rules/rogue/game.h"

moult_status rogue_begin(rogue_play *p, moult_world *w, moult_outcome *outcome)
{
    moult_place place;
    *p = (rogue_play){.w = w, .outcome = outcome, .hero = moult_hero(w), .level = moult_level(w)};
    if (!rogue_body_read(w, p->hero) || moult_where(w, MOULT_SCOPE_ACTOR, p->hero, &place) < 0 ||
        place.level != p->level || moult_view_level(w, p->level, &p->view) < 0)
        return moult_fail(w, MOULT_STALE, "there is no hero on this level: start a new run");
    p->x = place.x;
    p->y = place.y;
    p->t = rogue_numbers(w);
    p->state = rogue_hero_read(w, 0)->state;
    return MOULT_OK;
}

void rogue_refresh(rogue_play *p)
{
    moult_place place;
    if (moult_where(p->w, MOULT_SCOPE_ACTOR, p->hero, &place) >= 0) {
        p->x = place.x;
        p->y = place.y;
    }
    moult_view_level(p->w, p->level, &p->view);
    p->state = rogue_hero_read(p->w, 0)->state;
}

static void note_alert(rogue_play *p)
{
    if (rogue_hero_read(p->w, 0)->alert != p->alert)
        rogue_hero_edit(p->w, 0)->alert = p->alert;
}

/* Whether this was the action more of a fast hero, upon which another one follows at once. */
static int32_t hurries(rogue_play *p)
{
    const rogue_hero *hero = rogue_hero_read(p->w, 0);
    uint8_t hurried = hero->fast > 0 && !hero->hurried;
    if (hero->hurried != hurried)
        rogue_hero_edit(p->w, 0)->hurried = hurried;
    return hurried;
}

/* Everything after the hero's part of a turn; a question comes before it. */
static moult_status finish(rogue_play *p)
{
    if (p->ask && p->state == ROGUE_PLAYING) {
        p->outcome->kind = MOULT_OUTCOME_MENU;
        p->outcome->menu = p->ask;
        p->outcome->subject = p->hero;
        note_alert(p);
        return MOULT_OK;
    }
    if (p->outcome->kind != MOULT_OUTCOME_LEVEL && p->state == ROGUE_PLAYING) {
        if (!hurries(p)) {
            rogue_monsters(p);
            if (p->state == ROGUE_PLAYING)
                rogue_keep(p);
        }
        p->outcome->kind = MOULT_OUTCOME_PLAYED;
    }
    if (p->state != ROGUE_PLAYING) {
        p->alert |= MOULT_ATTENTION_OVER;
        p->outcome->kind = p->state == ROGUE_WON ? MOULT_OUTCOME_WON : MOULT_OUTCOME_LOST;
    }
    note_alert(p);
    return MOULT_OK;
}

static moult_status new_run(moult_world *w, moult_outcome *outcome)
{
    uint32_t size = 0;
    const uint8_t *seed = moult_seed_text(w, &size);
    if (!rogue_over(w)) {
        rogue_say(w, MOULT_SAY_SYSTEM, "This run isn't over.");
        return MOULT_OK;
    }
    outcome->kind = MOULT_OUTCOME_LEVEL;
    return rogue_start(w, seed, size);
}

moult_status rogue_turn(moult_world *w, const moult_action *action, moult_outcome *outcome)
{
    rogue_play p;
    moult_action decided;
    outcome->kind = MOULT_OUTCOME_IDLE;
    if (action->verb == MOULT_VERB_NEW_RUN)
        return new_run(w, outcome);
    if (rogue_over(w) || action->verb == MOULT_VERB_TICK)
        return MOULT_OK;
    moult_status status = rogue_begin(&p, w, outcome);
    if (status < 0)
        return status;
    if (action->verb == MOULT_VERB_DECIDE) {
        status = rogue_bot(&p, action->text, &decided);
        if (status < 0)
            return status;
        action = &decided;
        p.bot = 1;
    }
    const moult_place from = {.size = sizeof from, .x = p.x, .y = p.y, .level = p.level};
    const rogue_order order = {.size = sizeof order, .x = p.x, .y = p.y, .wanted = action};
    moult_action meant = {.size = sizeof meant};
    memcpy(&meant, action, action->size < sizeof meant ? action->size : sizeof meant);
    if (!p.bot && rogue_module_intent->intend(&order, &meant) < 0)
        return MOULT_OK;
    int32_t passed = rogue_act(&p, p.hero, &from, &meant);
    return passed > 0 ? finish(&p) : passed;
}

moult_status rogue_choose(moult_world *w, uint32_t menu, moult_id subject,
                          const moult_action *action, moult_outcome *outcome)
{
    rogue_play p;
    outcome->kind = MOULT_OUTCOME_IDLE;
    int32_t eats = menu == ROGUE_MENU_EAT && action && action->number == 1;
    if ((!eats && menu != ROGUE_MENU_IDENTIFY) || rogue_over(w))
        return MOULT_OK;
    moult_status status = rogue_begin(&p, w, outcome);
    if (status < 0)
        return status;
    if (menu == ROGUE_MENU_IDENTIFY) {
        if (action && action->number > 0)
            rogue_deed_identify(w, action->number);
        return finish(&p); /* the scroll was read, whatever was chosen */
    }
    int32_t passed = rogue_eat(&p, subject);
    return passed > 0 ? finish(&p) : passed;
}
