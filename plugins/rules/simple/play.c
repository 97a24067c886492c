/* SPDX-License-Identifier: MIT */
/* Choosing a side, moving the token, and how a stage ends.
 * The human's move and the computer's answer are one turn, so no time passes between them. */
#include "rules/simple/game.h"

/* -- the end of a stage ------------------------------------------------------------------------ */

/* Which side wins from a cell when nobody errs. */
static uint32_t favourite(const simple_play *p, int32_t plies_left, int32_t x, int32_t y)
{
    simple_layer won;
    simple_solve(&p->board, plies_left, &won);
    return simple_has(&won, x, y) ? SIMPLE_FIRST : SIMPLE_SECOND;
}

static void tell_favourite(const simple_play *p)
{
    const simple_game *game = p->game;
    uint32_t side = favourite(p, 2 * game->stage, game->start_x, game->start_y);
    const moult_arg args[] = {MOULT_ARG_TEXT("side", simple_side_name(side))};
    moult_say(p->w, MOULT_SAY_NORMAL, "Without a mistake: {side} wins.", args, MOULT_COUNT(args));
}

static void win(simple_play *p)
{
    simple_game *game = p->game;
    tell_favourite(p);
    game->state = SIMPLE_WON;
    game->cleared++;
    game->points = game->hinted ? 0 : simple_points(game->clock_ms, game->cleared);
    game->score += game->points;
    const moult_arg args[] = {MOULT_ARG_NUMBER("points", game->points),
                              MOULT_ARG_NUMBER("stage", game->stage)};
    moult_say(p->w, MOULT_SAY_GOOD,
              MOULT_PLURAL("Stage {stage} cleared: {points} point.",
                           "Stage {stage} cleared: {points} points."),
              args, MOULT_COUNT(args));
    moult_signal(p->w, "clear", p->x, p->y);
}

static void lose(simple_play *p, const char *why)
{
    tell_favourite(p);
    p->game->state = SIMPLE_LOST;
    moult_say(p->w, MOULT_SAY_BAD, why, NULL, 0);
    moult_signal(p->w, "gameover", p->x, p->y);
}

void simple_time_out(simple_play *p)
{
    p->game->timed_out = 1;
    lose(p, MOULT_TEXT("Time is up. The game is over."));
    simple_ask(p);
}

/* -- moves ------------------------------------------------------------------------------------- */

/* The way from the token's cell to this one, when it is an exit; else 0. */
static uint32_t exit_to(const simple_play *p, int32_t x, int32_t y)
{
    for (uint32_t way = SIMPLE_UP; way <= SIMPLE_RIGHT; way <<= 1) {
        int32_t to_x = p->x, to_y = p->y;
        simple_follow(way, &to_x, &to_y);
        if (to_x == x && to_y == y)
            return simple_exits(&p->board, p->x, p->y) & way;
    }
    return 0;
}

static void step(simple_play *p, int32_t x, int32_t y)
{
    if (moult_move(p->w, MOULT_SCOPE_ACTOR, p->token, p->level, x, y) < 0)
        return;
    p->x = x;
    p->y = y;
    p->game->plies_left--;
}

static moult_status ask_archetype(simple_play *p, const char *name, moult_action *action)
{
    const moult_senses senses = {.size = sizeof senses,
                                 .self = p->token,
                                 .x = p->x,
                                 .y = p->y,
                                 .target_x = p->x,
                                 .target_y = p->y,
                                 .hp = 1,
                                 .hp_max = 1,
                                 .view = &p->view};
    action->size = sizeof *action;
    return moult_decide(p->w, moult_intern(p->w, name), &senses, action);
}

/* An opponent that answers no exit doesn't stop the game: it takes any. */
static void computer_step(simple_play *p)
{
    moult_action action = {.size = sizeof action};
    uint32_t ways = simple_exits(&p->board, p->x, p->y), way = ways & ~(ways - 1);
    int32_t x = p->x, y = p->y;
    if (ask_archetype(p, SIMPLE_COMPUTER, &action) >= 0 && action.verb == MOULT_VERB_MOVE &&
        exit_to(p, action.x, action.y) != 0) {
        step(p, action.x, action.y);
        return;
    }
    simple_follow(way, &x, &y);
    step(p, x, y);
}

/* After the human moved or chose: the computer's move if it has one, and perhaps the end. */
static void go_round(simple_play *p)
{
    simple_game *game = p->game;
    if (game->plies_left > 0 && simple_mover(game->plies_left) != game->side)
        computer_step(p);
    if (game->plies_left > 0)
        return;
    if (simple_winner(&p->board, p->x, p->y) == game->side)
        win(p);
    else
        lose(p, MOULT_TEXT("The computer wins. The game is over."));
}

static void human_moves(simple_play *p, int32_t x, int32_t y)
{
    moult_signal(p->w, "select", x, y);
    step(p, x, y);
    moult_turn_passed(p->w);
    go_round(p);
    p->outcome->kind = MOULT_OUTCOME_PLAYED;
}

void simple_human_step(simple_play *p, int32_t x, int32_t y)
{
    if (p->game->state != SIMPLE_MOVING) {
        simple_ask(p);
        return;
    }
    if (exit_to(p, x, y) == 0) {
        moult_say(p->w, MOULT_SAY_ALERT, "No exit leads there.", NULL, 0);
        moult_signal(p->w, "no", x, y);
        return;
    }
    human_moves(p, x, y);
    if (p->game->state != SIMPLE_MOVING)
        simple_ask(p);
}

void simple_choose_side(simple_play *p, uint32_t side)
{
    p->game->side = (uint8_t)side;
    p->game->state = SIMPLE_MOVING;
    const moult_arg args[] = {MOULT_ARG_TEXT("side", simple_side_name(side)),
                              MOULT_ARG_TEXT("letter", simple_letter_of(side))};
    moult_say(p->w, MOULT_SAY_NORMAL, "You move {side}, and win on {letter}.", args,
              MOULT_COUNT(args));
    moult_signal(p->w, "select", p->x, p->y);
    go_round(p);
    p->outcome->kind = MOULT_OUTCOME_PLAYED;
}

/* -- help -------------------------------------------------------------------------------------- */

void simple_hint(simple_play *p)
{
    simple_game *game = p->game;
    if (game->state != SIMPLE_MOVING) {
        simple_ask(p);
        return;
    }
    if (!game->hinted)
        moult_say(p->w, MOULT_SAY_SYSTEM,
                  "The exits that keep a win are marked. This stage scores nothing.", NULL, 0);
    game->hinted = 1;
    if (simple_moves(&p->board, game->plies_left, p->x, p->y).winning == 0)
        moult_say(p->w, MOULT_SAY_SYSTEM, "No exit keeps a win.", NULL, 0);
}

/* -- bots -------------------------------------------------------------------------------------- */

static moult_status bot_move(simple_play *p, const char *name)
{
    moult_action action = {.size = sizeof action};
    moult_status status = ask_archetype(p, name, &action);
    if (status == MOULT_UNKNOWN)
        return moult_fail(p->w, status, "whoever should play isn't loaded: ai/NAME");
    if (status < 0)
        return status;
    if (action.verb == MOULT_VERB_MOVE && exit_to(p, action.x, action.y) != 0)
        human_moves(p, action.x, action.y);
    return MOULT_OK;
}

/* An archetype plays the human: it takes the better side, and moves. No menu is opened for it. */
moult_status simple_bot_turn(simple_play *p, const char *name)
{
    moult_status status = MOULT_OK;
    switch (p->game->state) {
    case SIMPLE_MOVING:
        return bot_move(p, name != NULL ? name : "");
    case SIMPLE_TITLE:
        p->game->state = SIMPLE_CHOOSING; /* and chooses */
        simple_choose_side(p, favourite(p, p->game->plies_left, p->x, p->y));
        return MOULT_OK;
    case SIMPLE_CHOOSING:
        simple_choose_side(p, favourite(p, p->game->plies_left, p->x, p->y));
        return MOULT_OK;
    case SIMPLE_WON:
        status = simple_go_on(p);
        if (status >= 0)
            p->outcome->kind = MOULT_OUTCOME_LEVEL;
        return status;
    case SIMPLE_LOST:
    case SIMPLE_NAMING:
        p->game->state = SIMPLE_OVER;
        p->outcome->kind = MOULT_OUTCOME_LOST;
        return MOULT_OK;
    default:
        return MOULT_OK;
    }
}
