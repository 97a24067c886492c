/* SPDX-License-Identifier: MIT */
/* Cells and directions that a player is asked for: the target cursor, and the step that a command
 * waits for. Where the cursor stands is in the row of core.session. */
#include <string.h>
#include "core/game/session.h"
#include "core/system/text.h"

moult_status moult__aim_done(moult__session *s)
{
    const moult__session_row *row = moult__menu_row(s);
    int32_t x = row->x, y = row->y;
    uint32_t menu = row->menu;
    if (menu == MOULT__MENU_TRAVEL || menu == MOULT__MENU_LOOK) {
        moult__menu_close(s);
        return menu == MOULT__MENU_TRAVEL ? moult__travel(s, x, y) : MOULT_OK;
    }
    moult_action action = {.size = sizeof action, .verb = MOULT_VERB_CHOOSE, .x = x, .y = y};
    if (menu != MOULT__MENU_COMMAND)
        return moult__turn_choose(s, &action);
    const moult__command *command = &s->commands[row->subject % MOULT__COMMANDS_MAX];
    moult__menu_close(s);
    action.verb = command->verb;
    return moult__turn_act(s, &action);
}

/* What the rules know of the cell under the cursor, while the player looks around. */
static void tell_cell(moult__session *s)
{
    const moult__session_row *row = moult__menu_row(s);
    char text[200] = "";
    if (row->menu != MOULT__MENU_LOOK)
        return;
    moult__session_draw_begin(s, "look");
    moult_status status = s->rules->look(s->world, row->x, row->y, text, sizeof text);
    moult__session_draw_end(s);
    s->notice_count = 0;
    if (status >= 0)
        moult__session_notice(s, MOULT_SAY_SYSTEM, "%s",
                              text[0] != 0 ? text : moult__translate("nothing known"));
}

void moult__aim_open(moult__session *s, uint32_t menu, moult_id subject, uint32_t range)
{
    moult_place hero;
    moult__menu_open(s, MOULT_OUTCOME_AIM, menu, subject);
    moult__session_row *row = moult__menu_row(s);
    row->range = range;
    row->x = 0;
    row->y = 0;
    if (moult__session_hero(s, &hero)) {
        row->x = hero.x;
        row->y = hero.y;
    }
    if (menu == MOULT__MENU_TRAVEL)
        moult__session_notice(s, MOULT_SAY_SYSTEM, "Where to? Enter goes there, Esc goes back.");
    tell_cell(s);
}

/* The cell is on the map, and within the range that was asked for. */
void moult__aim_move(moult__session *s, int32_t x, int32_t y)
{
    moult__session_row *row = moult__menu_row(s);
    moult_view view = {.size = sizeof view};
    moult_place hero;
    if (moult__view(s->world, moult__level(s->world), &view) < 0 || x < 0 || y < 0 ||
        x >= view.width || y >= view.height)
        return;
    if (row->range != 0 && moult__session_hero(s, &hero)) {
        int64_t dx = x - hero.x, dy = y - hero.y;
        if (dx * dx + dy * dy > (int64_t)row->range * row->range + row->range)
            return;
    }
    row->x = x;
    row->y = y;
    s->changed = 1;
    tell_cell(s);
}

moult_status moult__aim_key(moult__session *s, uint32_t key, uint32_t mods)
{
    const moult__session_row *row = moult__menu_row(s);
    const moult__command *command = moult__command_of_key(s, key, mods);
    const moult__command *menus = moult__command_in_menu(s, key, mods);
    if (key == MOULT_KEY_ESCAPE || (menus != NULL && menus->core == MOULT__COMMAND_MENU_BACK))
        return moult__menu_back(s);
    if (key == '.' || (menus != NULL && menus->core == MOULT__COMMAND_MENU_CHOOSE))
        return moult__aim_done(s);
    if (command != NULL && command->core == MOULT__COMMAND_RULES &&
        command->verb == MOULT_VERB_MOVE)
        moult__aim_move(s, row->x + command->dx, row->y + command->dy);
    return MOULT_OK;
}

moult_status moult__direction_key(moult__session *s, uint32_t key, uint32_t mods)
{
    const moult__command *step = moult__command_of_key(s, key, mods);
    const moult__command *command = &s->commands[moult__menu_row(s)->subject % MOULT__COMMANDS_MAX];
    moult_place hero;
    moult__menu_close(s);
    if (step == NULL || step->core != MOULT__COMMAND_RULES || step->verb != MOULT_VERB_MOVE ||
        !moult__session_hero(s, &hero))
        return MOULT_OK;
    moult_action action = {.size = sizeof action,
                           .verb = command->verb,
                           .x = hero.x + step->dx,
                           .y = hero.y + step->dy};
    return moult__turn_act(s, &action);
}
