/* SPDX-License-Identifier: MIT */
/* What a run waits for, and what commands and answers make of it.
 *
 *   title > choosing > moving > won > choosing ...
 *                             > lost > naming > over > another run
 *
 * The clock runs while the human may choose or move. Time comes first: a move that comes too late
 * isn't made. What a state waits for is asked for again by any command that has no other use. */
#include "rules/simple/game.h"

moult_status simple_begin(simple_play *p, moult_world *w, moult_outcome *outcome)
{
    moult_place at;
    p->w = w;
    p->outcome = outcome;
    p->token = moult_hero(w);
    p->level = moult_level(w);
    p->game = simple_game_edit(w, 0);
    if (p->game == NULL || moult_where(w, MOULT_SCOPE_ACTOR, p->token, &at) < 0 ||
        at.level != p->level || moult_view_level(w, p->level, &p->view) < 0)
        return moult_fail(w, MOULT_REFUSED, "there is no board with a token on it");
    if (!simple_sound(p->game, &p->view))
        return moult_fail(w, MOULT_REFUSED, "this run's figures make no sense. Start again");
    p->x = at.x;
    p->y = at.y;
    simple_flaw flaw = simple_board_view(&p->view, &p->board);
    return flaw.text == NULL ? MOULT_OK : simple_refuse_flaw(w, &flaw, MOULT_TEXT("Start again"));
}

int32_t simple_clock_runs(const simple_game *game)
{
    return game->state == SIMPLE_CHOOSING || game->state == SIMPLE_MOVING;
}

/* 1: it has run out. However much has passed, it stops at 0. */
int32_t simple_clock(simple_play *p, uint32_t elapsed_ms)
{
    simple_game *game = p->game;
    if (!simple_clock_runs(game))
        return 0;
    if (game->clock_ms > 0 && elapsed_ms < (uint32_t)game->clock_ms) {
        game->clock_ms -= (int32_t)elapsed_ms;
        return 0;
    }
    game->clock_ms = 0;
    return 1;
}

static void open(simple_play *p, uint32_t kind, uint32_t menu)
{
    p->outcome->kind = kind;
    p->outcome->menu = menu;
}

/* Asks for what is waited for. */
void simple_ask(simple_play *p)
{
    switch (p->game->state) {
    case SIMPLE_TITLE:
        p->outcome->kind = MOULT_OUTCOME_TITLE;
        break;
    case SIMPLE_CHOOSING:
        p->game->asked = 1;
        open(p, MOULT_OUTCOME_MENU, SIMPLE_MENU_SIDE);
        break;
    case SIMPLE_WON:
    case SIMPLE_LOST:
        open(p, MOULT_OUTCOME_MENU, SIMPLE_MENU_RESULT);
        break;
    case SIMPLE_NAMING:
        open(p, MOULT_OUTCOME_TEXT, SIMPLE_MENU_NAME);
        break;
    default:
        break;
    }
}

/* From where nothing is to be decided to what comes next. */
moult_status simple_go_on(simple_play *p)
{
    simple_game *game = p->game;
    moult_status status;
    switch (game->state) {
    case SIMPLE_TITLE:
        game->state = SIMPLE_CHOOSING;
        break;
    case SIMPLE_WON:
        status = simple_stage(p->w, game->stage < SIMPLE_STAGE_MOST ? game->stage + 1
                                                                    : SIMPLE_STAGE_MOST);
        if (status < 0)
            return status;
        break;
    case SIMPLE_LOST:
        game->state = game->score != 0 ? SIMPLE_NAMING : SIMPLE_OVER;
        if (game->state == SIMPLE_OVER)
            p->outcome->kind = MOULT_OUTCOME_LOST;
        break;
    case SIMPLE_OVER:
        p->outcome->kind = MOULT_OUTCOME_NEW_RUN;
        break;
    default:
        break;
    }
    simple_ask(p);
    return MOULT_OK;
}

/* A run that began without a title asks as soon as time passes. */
static void tick(simple_play *p)
{
    if (p->game->state == SIMPLE_CHOOSING && !p->game->asked)
        simple_ask(p);
}

static void side_command(simple_play *p, uint32_t side)
{
    if (p->game->state == SIMPLE_TITLE)
        p->game->state = SIMPLE_CHOOSING;
    if (p->game->state == SIMPLE_CHOOSING)
        simple_choose_side(p, side);
    else
        simple_ask(p);
}

moult_status simple_turn(moult_world *w, const moult_action *action, moult_outcome *outcome)
{
    simple_play p;
    moult_status status = simple_begin(&p, w, outcome);
    if (status < 0)
        return status;
    if (simple_clock(&p, action->elapsed_ms)) {
        simple_time_out(&p);
        return MOULT_OK;
    }
    switch (action->verb) {
    case MOULT_VERB_TICK:
        tick(&p);
        break;
    case MOULT_VERB_MOVE:
    case SIMPLE_VERB_STEP:
        simple_human_step(&p, action->x, action->y);
        break;
    case SIMPLE_VERB_PLAY_FIRST:
        side_command(&p, SIMPLE_FIRST);
        break;
    case SIMPLE_VERB_PLAY_SECOND:
        side_command(&p, SIMPLE_SECOND);
        break;
    case SIMPLE_VERB_HINT:
        simple_hint(&p);
        break;
    case SIMPLE_VERB_GO_ON:
        return simple_go_on(&p);
    case MOULT_VERB_DECIDE:
        return simple_bot_turn(&p, action->text);
    default:
        break;
    }
    return MOULT_OK;
}
