/* SPDX-License-Identifier: MIT */
/* A whole turn: the hero's act, then the monsters of the depth where the hero is by then, then
 * hunger. What takes no time leaves the world as it was, but for a message; with the hero's death
 * the rest of the turn is skipped. */
#include "rules/srl/game.h"

moult_status srl_begin(srl_now *n, moult_world *w, moult_outcome *outcome)
{
    moult_place place;
    *n = (srl_now){.w = w, .outcome = outcome, .hero = moult_hero(w), .level = moult_level(w)};
    if (!srl_body_read(w, n->hero) || moult_where(w, MOULT_SCOPE_ACTOR, n->hero, &place) < 0 ||
        place.level != n->level || moult_view_level(w, n->level, &n->view) < 0)
        return moult_fail(w, MOULT_STALE, "there is no hero on this level: start a new run");
    n->x = place.x;
    n->y = place.y;
    n->state = srl_hero_read(w, 0)->state;
    return MOULT_OK;
}

int32_t srl_over(const moult_world *w)
{
    return srl_hero_read(w, 0)->state != SRL_PLAYING;
}

/* Everything after the hero's part of a turn. */
static moult_status finish(srl_now *n)
{
    srl_monsters(n);
    if (n->state == SRL_PLAYING)
        srl_hunger(n);
    moult_turn_passed(n->w);
    if (n->state != SRL_PLAYING) {
        n->alert |= MOULT_ATTENTION_OVER;
        n->outcome->kind = MOULT_OUTCOME_LOST;
    } else if (n->outcome->kind != MOULT_OUTCOME_LEVEL) {
        n->outcome->kind = MOULT_OUTCOME_PLAYED;
    }
    if (srl_hero_read(n->w, 0)->alert != n->alert)
        srl_hero_edit(n->w, 0)->alert = n->alert;
    return MOULT_OK;
}

static int32_t open_inventory(srl_now *n)
{
    if (!moult_next(n->w, MOULT_SCOPE_ITEM, 0, 0)) {
        srl_say(n->w, MOULT_SAY_NORMAL, "You carry nothing.");
        return 0;
    }
    n->outcome->kind = MOULT_OUTCOME_MENU;
    n->outcome->menu = SRL_MENU_INVENTORY;
    return 0;
}

/* The first carried item of a kind, for an archetype that doesn't know of menus. */
static int32_t use_kind(srl_now *n, uint32_t kind)
{
    moult_id item = 0;
    while ((item = moult_next(n->w, MOULT_SCOPE_ITEM, 0, item)) != 0)
        if (srl_thing_read(n->w, item)->kind == kind)
            return srl_use(n, item);
    return 0;
}

static int32_t act(srl_now *n, const moult_action *action)
{
    switch (action->verb) {
    case MOULT_VERB_MOVE:
        return srl_move(n, action->x, action->y);
    case SRL_VERB_ACT:
    case MOULT_VERB_LEAVE:
    case MOULT_VERB_PICK_UP:
        return srl_act_on_cell(n);
    case MOULT_VERB_EAT:
        return use_kind(n, SRL_APPLE);
    case MOULT_VERB_QUAFF:
        return use_kind(n, SRL_POTION);
    case SRL_VERB_INVENTORY:
        return open_inventory(n);
    default:
        return 0;
    }
}

moult_status srl_turn(moult_world *w, const moult_action *action, moult_outcome *outcome)
{
    srl_now n;
    moult_action decided;
    outcome->kind = MOULT_OUTCOME_IDLE;
    if (srl_over(w))
        return MOULT_OK;
    moult_status status = srl_begin(&n, w, outcome);
    if (status < 0)
        return status;
    if (action->verb == MOULT_VERB_DECIDE) {
        status = srl_bot(&n, action->text, &decided);
        if (status < 0)
            return status;
        action = &decided;
    }
    int32_t passed = act(&n, action);
    return passed > 0 ? finish(&n) : passed;
}

/* -- menus ------------------------------------------------------------------------------------- */

static int32_t is_carried(const moult_world *w, moult_id item)
{
    moult_place place;
    return moult_where(w, MOULT_SCOPE_ITEM, item, &place) >= 0 && place.level == 0;
}

static void open_menu(moult_outcome *outcome, uint32_t menu, moult_id subject)
{
    outcome->kind = MOULT_OUTCOME_MENU;
    outcome->menu = menu;
    outcome->subject = subject;
}

static moult_status choose_action(moult_world *w, moult_id item, int32_t number,
                                  moult_outcome *outcome)
{
    srl_now n;
    moult_status status = srl_begin(&n, w, outcome);
    if (status < 0)
        return status;
    int32_t passed = number == SRL_ACTION_USE ? srl_use(&n, item) : srl_put_down(&n, item);
    return passed > 0 ? finish(&n) : passed;
}

moult_status srl_choose(moult_world *w, uint32_t menu, moult_id subject, const moult_action *action,
                        moult_outcome *outcome)
{
    outcome->kind = MOULT_OUTCOME_IDLE;
    if (menu == SRL_MENU_TITLE) {
        if (!action)
            outcome->kind = MOULT_OUTCOME_TITLE;
        else if (srl_over(w))
            outcome->kind = MOULT_OUTCOME_NEW_RUN;
        return MOULT_OK;
    }
    if (srl_over(w))
        return MOULT_OK;
    if (menu == SRL_MENU_INVENTORY && action && is_carried(w, action->item))
        open_menu(outcome, SRL_MENU_ACTIONS, action->item);
    if (menu != SRL_MENU_ACTIONS)
        return MOULT_OK;
    if (!action)
        open_menu(outcome, SRL_MENU_INVENTORY, 0);
    else if (is_carried(w, subject))
        return choose_action(w, subject, action->number, outcome);
    return MOULT_OK;
}
