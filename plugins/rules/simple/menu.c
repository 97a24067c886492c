/* SPDX-License-Identifier: MIT */
/* The menus, and what their answers do. Going back from one leaves the board in sight and every
 * command at hand; what is waited for is asked for again by the next one. */
#include <stdio.h>
#include "rules/simple/game.h"

static void add(moult_scene *scene, uint32_t key, int32_t number, const char *text,
                const char *detail)
{
    const moult_row row = {
        .size = sizeof row, .key = key, .number = number, .text = text, .detail = detail};
    scene->add_row(scene, &row);
}

static void fill_title(const moult_world *w, moult_scene *scene)
{
    scene->set_title(scene, moult_translate(w, "The Simple Game"), MOULT_MENU_OPEN);
    add(scene, 0, 0, moult_translate(w, "Start"), NULL);
}

static void fill_side(const moult_world *w, moult_scene *scene)
{
    scene->set_title(scene, moult_translate(w, "Which side?"),
                     MOULT_MENU_OPEN | MOULT_MENU_WRAP | MOULT_MENU_ASIDE);
    add(scene, '1', (int32_t)SIMPLE_FIRST, moult_translate(w, "Play first"),
        moult_translate(w, "A wins"));
    add(scene, '2', (int32_t)SIMPLE_SECOND, moult_translate(w, "Play second"),
        moult_translate(w, "B wins"));
}

static void fill_result(const moult_world *w, moult_scene *scene)
{
    const simple_game *game = simple_game_read(w, 0);
    const char *title = game->state == SIMPLE_WON ? MOULT_TEXT("Stage cleared")
                        : game->timed_out         ? MOULT_TEXT("Time is up")
                                                  : MOULT_TEXT("The computer wins");
    char points[64] = "";
    scene->set_title(scene, moult_translate(w, title), MOULT_MENU_OPEN | MOULT_MENU_ASIDE);
    if (game->state == SIMPLE_WON) {
        const moult_arg args[] = {MOULT_ARG_NUMBER("points", game->points)};
        moult_format(w, points, sizeof points, "+{points}", args, MOULT_COUNT(args));
        add(scene, 0, 0, moult_translate(w, "Next stage"), points);
    } else {
        add(scene, 0, 0, moult_translate(w, "Go on"), NULL);
    }
}

moult_status simple_menu(const moult_world *w, uint32_t menu, moult_id subject, moult_scene *scene)
{
    (void)subject;
    switch (menu) {
    case SIMPLE_MENU_TITLE:
        fill_title(w, scene);
        return MOULT_OK;
    case SIMPLE_MENU_SIDE:
        fill_side(w, scene);
        return MOULT_OK;
    case SIMPLE_MENU_RESULT:
        fill_result(w, scene);
        return MOULT_OK;
    case SIMPLE_MENU_NAME:
        scene->set_title(scene, moult_translate(w, "Your name:"),
                         MOULT_MENU_OPEN | MOULT_MENU_PROMPT);
        return MOULT_OK;
    default:
        return MOULT_UNKNOWN;
    }
}

/* -- answers ----------------------------------------------------------------------------------- */

static moult_status answer_title(simple_play *p, const moult_action *action)
{
    if (action == NULL) {
        moult_say(p->w, MOULT_SAY_SYSTEM, "Enter starts.", NULL, 0);
        return MOULT_OK;
    }
    moult_signal(p->w, "select", p->x, p->y);
    return simple_go_on(p);
}

static moult_status answer_side(simple_play *p, const moult_action *action)
{
    if (action == NULL)
        moult_say(p->w, MOULT_SAY_SYSTEM, "1 plays first, 2 plays second.", NULL, 0);
    else if (p->game->state == SIMPLE_CHOOSING)
        simple_choose_side(p,
                           action->number == (int32_t)SIMPLE_FIRST ? SIMPLE_FIRST : SIMPLE_SECOND);
    return MOULT_OK;
}

static moult_status answer_result(simple_play *p, const moult_action *action)
{
    if (action == NULL) {
        moult_say(p->w, MOULT_SAY_SYSTEM, "Enter goes on.", NULL, 0);
        return MOULT_OK;
    }
    moult_signal(p->w, "select", p->x, p->y);
    return simple_go_on(p);
}

static moult_status answer_name(simple_play *p, const moult_action *action)
{
    if (p->game->state != SIMPLE_NAMING)
        return MOULT_OK;
    simple_take_name(p->game, action != NULL && action->text != NULL ? action->text : "");
    p->game->state = SIMPLE_OVER;
    p->outcome->kind = MOULT_OUTCOME_LOST;
    return MOULT_OK;
}

moult_status simple_choose(moult_world *w, uint32_t menu, moult_id subject,
                           const moult_action *action, moult_outcome *outcome)
{
    simple_play p;
    moult_status status = simple_begin(&p, w, outcome);
    (void)subject;
    if (status < 0)
        return status;
    if (action != NULL && simple_clock(&p, action->elapsed_ms)) {
        simple_time_out(&p);
        return MOULT_OK;
    }
    switch (menu) {
    case SIMPLE_MENU_TITLE:
        return answer_title(&p, action);
    case SIMPLE_MENU_SIDE:
        return answer_side(&p, action);
    case SIMPLE_MENU_RESULT:
        return answer_result(&p, action);
    case SIMPLE_MENU_NAME:
        return answer_name(&p, action);
    default:
        return MOULT_UNKNOWN;
    }
}
