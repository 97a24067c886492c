/* SPDX-License-Identifier: MIT */
/* Menus, panels, prompts and the target cursor. Which one is open, about what, and where its cursor
 * stands are a row of core.session; rows are asked for anew for every picture and every key. */
#include <stdio.h>
#include <string.h>
#include "core/game/session.h"
#include "core/system/crash.h"

moult__session_row *moult__menu_row(moult__session *s)
{
    return (moult__session_row *)moult__row_edit(s->world, MOULT__TABLE_SESSION, 0);
}

void moult__menu_open(moult__session *s, uint32_t state, uint32_t menu, moult_id subject)
{
    moult__session_row *row = moult__menu_row(s);
    row->state = state;
    row->menu = menu;
    row->subject = subject;
    row->cursor = menu == MOULT__MENU_MESSAGES ? UINT32_MAX : 0; /* the newest ones first */
    row->first = 0;
    s->text[0] = 0;
    s->changed = 1;
}

void moult__menu_close(moult__session *s)
{
    moult__menu_open(s, MOULT_OUTCOME_IDLE, 0, 0);
}

/* -- the core's menus -------------------------------------------------------------------------- */

void moult__menu_add(moult__session *s, const char *text, const char *detail)
{
    moult_row row = {.size = sizeof row, .text = text, .detail = detail};
    s->scene->open.add_row(&s->scene->open, &row);
}

/* The first column of a panel is as wide as its longest entry. */
static int longer(int width, const char *text)
{
    int length = (int)strlen(text);
    return length > width ? length : width;
}

static void fill_help(moult__session *s)
{
    int width = 0;
    s->scene->open.set_title(&s->scene->open, "Commands", MOULT_MENU_OPEN | MOULT_MENU_PANEL);
    for (uint32_t i = 0; i < s->command_count; i++)
        width = longer(width, s->commands[i].name);
    for (uint32_t i = 0; i < s->command_count; i++) {
        char text[128];
        snprintf(text, sizeof text, "%-*s  %s", width, s->commands[i].name, s->commands[i].help);
        moult__menu_add(s, text, s->commands[i].keys);
    }
}

static void fill_messages(moult__session *s)
{
    s->scene->open.set_title(&s->scene->open, "Messages", MOULT_MENU_OPEN | MOULT_MENU_PANEL);
    moult_id id = 0;
    while ((id = moult__next_row(s->world, MOULT__TABLE_MESSAGE, 0, id)) != 0) {
        const moult__message_row *message = moult__read(s->world, MOULT__TABLE_MESSAGE, id);
        char text[512], detail[32];
        uint32_t used = moult__message_text(s->world, id, text, sizeof text - 24);
        used = used < sizeof text - 24 ? used : (uint32_t)sizeof text - 25;
        if (message->times > 1)
            snprintf(text + used, sizeof text - used, " (x%u)", message->times);
        snprintf(detail, sizeof detail, "turn %u", message->turn);
        moult__menu_add(s, text, detail);
    }
}

static void fill_plugins(moult__session *s)
{
    int width = 0;
    s->scene->open.set_title(&s->scene->open, "Plugins", MOULT_MENU_OPEN | MOULT_MENU_PANEL);
    for (uint32_t i = 0; i < s->set->build_count; i++)
        width = longer(width, s->set->builds[i]->label);
    for (uint32_t i = 0; i < s->set->build_count; i++) {
        const moult__build *build = s->set->builds[i];
        char text[256], detail[32];
        snprintf(text, sizeof text, "%-*s  %s", width, build->label, build->plugin->help);
        snprintf(detail, sizeof detail, "#%u", build->generation);
        moult__menu_add(s, text, detail);
    }
}

static void fill_prompt(moult__session *s, uint32_t state)
{
    moult_scene *scene = &s->scene->open;
    scene->menu_flags = MOULT_MENU_OPEN | MOULT_MENU_PROMPT;
    moult__menu_add(s, state == MOULT_OUTCOME_TEXT ? s->text : "y: yes   n: no", NULL);
}

static void fill_quit(moult__session *s)
{
    s->scene->open.set_title(&s->scene->open,
                             s->options.save ? "Leave the run? It is kept."
                                             : "Leave the run? It isn't kept.",
                             MOULT_MENU_OPEN | MOULT_MENU_PROMPT);
}

/* The rows of what is open; nothing when nothing is, or when the rules know it no more (what it was
 * about is gone, or a reload took it away): the next key closes it. Called in a [draw] phase. */
moult_status moult__menu_fill(moult__session *s)
{
    const moult__session_row *row =
        (const moult__session_row *)moult__row(s->world, MOULT__TABLE_SESSION, 0);
    moult_scene *scene = &s->scene->open;
    if (row->state == MOULT_OUTCOME_IDLE || row->state == MOULT_OUTCOME_AIM)
        return MOULT_OK;
    if (row->menu == MOULT__MENU_HELP)
        fill_help(s);
    else if (row->menu == MOULT__MENU_MESSAGES)
        fill_messages(s);
    else if (row->menu == MOULT__MENU_PLUGINS)
        fill_plugins(s);
    else if (row->menu == MOULT__MENU_END)
        moult__end_fill(s);
    else if (row->menu == MOULT__MENU_SCORES)
        moult__scores_fill(s);
    else if (row->menu == MOULT__MENU_QUIT)
        fill_quit(s);
    else if (row->menu == MOULT__MENU_COMMAND)
        scene->set_title(scene, "In which direction?", MOULT_MENU_OPEN | MOULT_MENU_PROMPT);
    else {
        moult_status status = s->rules->menu(s->world, row->menu, row->subject, scene);
        if (status < 0) {
            scene->row_count = 0;
            return scene->set_title(scene, "", 0);
        }
        scene->menu_flags |= MOULT_MENU_OPEN;
    }
    if (row->state == MOULT_OUTCOME_TEXT || row->state == MOULT_OUTCOME_CONFIRM)
        fill_prompt(s, row->state);
    uint32_t last = scene->row_count != 0 ? scene->row_count - 1 : 0;
    scene->row_cursor = row->cursor < last ? row->cursor : last;
    scene->row_first = row->first;
    return MOULT_OK;
}

/* -- keys -------------------------------------------------------------------------------------- */

static void move_cursor(moult__session *s, int64_t step)
{
    moult__session_row *row = moult__menu_row(s);
    const moult_scene *scene = &s->scene->open;
    int64_t count = scene->row_count, at = (int64_t)scene->row_cursor + step;
    if (count == 0)
        return;
    if (at < 0 || at >= count) {
        int32_t wraps = (scene->menu_flags & MOULT_MENU_WRAP) != 0 && (step == 1 || step == -1);
        at = wraps ? (at + count) % count : at < 0 ? 0 : count - 1;
    }
    row->cursor = (uint32_t)at;
    s->changed = 1;
}

static moult_status choose_row(moult__session *s, uint32_t index)
{
    const moult_scene *scene = &s->scene->open;
    if (index >= scene->row_count ||
        (scene->rows[index].flags & (MOULT_ROW_DISABLED | MOULT_ROW_HEADING)) != 0)
        return MOULT_OK;
    moult_action action = {.size = sizeof action,
                           .verb = MOULT_VERB_CHOOSE,
                           .number = scene->rows[index].number,
                           .item = scene->rows[index].thing};
    return moult__turn_choose(s, &action);
}

static moult_status go_back(moult__session *s)
{
    if (moult__menu_row(s)->menu >= MOULT__MENU_CORE) {
        moult__menu_close(s);
        return MOULT_OK;
    }
    return moult__turn_choose(s, NULL);
}

static moult_status list_key(moult__session *s, uint32_t key)
{
    const moult_scene *scene = &s->scene->open;
    int32_t panel = (scene->menu_flags & MOULT_MENU_PANEL) != 0;
    switch (key) {
    case MOULT_KEY_ESCAPE:
        return go_back(s);
    case MOULT_KEY_ENTER:
    case ' ':
        return panel ? go_back(s) : choose_row(s, scene->row_cursor);
    case MOULT_KEY_UP:
    case MOULT_KEY_PAD(8):
        move_cursor(s, -1);
        return MOULT_OK;
    case MOULT_KEY_DOWN:
    case MOULT_KEY_PAD(2):
        move_cursor(s, 1);
        return MOULT_OK;
    case MOULT_KEY_PAGE_UP:
        move_cursor(s, -10);
        return MOULT_OK;
    case MOULT_KEY_PAGE_DOWN:
        move_cursor(s, 10);
        return MOULT_OK;
    case MOULT_KEY_HOME:
        move_cursor(s, -(int64_t)scene->row_count);
        return MOULT_OK;
    case MOULT_KEY_END:
        move_cursor(s, scene->row_count);
        return MOULT_OK;
    default:
        break;
    }
    for (uint32_t i = 0; i < scene->row_count && !panel; i++)
        if (scene->rows[i].key == key)
            return choose_row(s, i);
    if (key == 'k' || key == 'j')
        move_cursor(s, key == 'k' ? -1 : 1);
    else if (panel && key == 'q')
        return go_back(s);
    return MOULT_OK;
}

static moult_status aim_done(moult__session *s)
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
        moult__session_notice(s, MOULT_SAY_SYSTEM, "%s", text[0] != 0 ? text : "nothing known");
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
    tell_cell(s);
}

/* The cell is on the map, and within the range that was asked for. */
static void aim_move(moult__session *s, int32_t x, int32_t y)
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

static moult_status aim_key(moult__session *s, uint32_t key, uint32_t mods)
{
    const moult__session_row *row = moult__menu_row(s);
    const moult__command *command = moult__command_of_key(s, key, mods);
    if (key == MOULT_KEY_ESCAPE)
        return go_back(s);
    if (key == MOULT_KEY_ENTER || key == '.' || key == ' ')
        return aim_done(s);
    if (command != NULL && command->core == MOULT__COMMAND_RULES &&
        command->verb == MOULT_VERB_MOVE)
        aim_move(s, row->x + command->dx, row->y + command->dy);
    return MOULT_OK;
}

static moult_status direction_key(moult__session *s, uint32_t key, uint32_t mods)
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

/* One code point as UTF-8 behind the text, when it fits. */
static void append(char *text, size_t size, uint32_t point)
{
    char bytes[5] = {0};
    if (point < 0x80) {
        bytes[0] = (char)point;
    } else if (point < 0x800) {
        bytes[0] = (char)(0xc0 | point >> 6);
        bytes[1] = (char)(0x80 | (point & 0x3f));
    } else if (point < 0x10000) {
        bytes[0] = (char)(0xe0 | point >> 12);
        bytes[1] = (char)(0x80 | (point >> 6 & 0x3f));
        bytes[2] = (char)(0x80 | (point & 0x3f));
    } else {
        bytes[0] = (char)(0xf0 | point >> 18);
        bytes[1] = (char)(0x80 | (point >> 12 & 0x3f));
        bytes[2] = (char)(0x80 | (point >> 6 & 0x3f));
        bytes[3] = (char)(0x80 | (point & 0x3f));
    }
    if (strlen(text) + strlen(bytes) < size)
        strcat(text, bytes);
}

static moult_status text_key(moult__session *s, uint32_t key, uint32_t mods)
{
    size_t length = strlen(s->text);
    s->changed = 1;
    if (key == MOULT_KEY_ESCAPE)
        return go_back(s);
    if (key == MOULT_KEY_ENTER) {
        char text[sizeof s->text];
        snprintf(text, sizeof text, "%s", s->text);
        moult_action action = {.size = sizeof action, .verb = MOULT_VERB_TEXT, .text = text};
        return moult__turn_choose(s, &action);
    }
    if (key == MOULT_KEY_BACKSPACE) {
        while (length != 0 && ((unsigned char)s->text[--length] & 0xc0) == 0x80)
            ;
        s->text[length] = 0;
    } else if (key >= 0x20 && key != 0x7f && key < 0x110000 &&
               (mods & (MOULT_MOD_CTRL | MOULT_MOD_ALT)) == 0) {
        append(s->text, sizeof s->text, key);
    }
    return MOULT_OK;
}

static moult_status confirm_key(moult__session *s, uint32_t key)
{
    moult_action action = {.size = sizeof action, .verb = MOULT_VERB_CONFIRM, .number = 1};
    if (key == 'y' || key == 'Y')
        return moult__turn_choose(s, &action);
    if (key == 'n' || key == 'N' || key == MOULT_KEY_ESCAPE) {
        action.number = 0;
        return moult__turn_choose(s, &action);
    }
    return MOULT_OK;
}

/* Whatever isn't a yes goes on: keys that were typed too far never leave. */
static moult_status quit_key(moult__session *s, uint32_t key, uint32_t mods)
{
    moult__menu_close(s);
    if ((mods & (MOULT_MOD_CTRL | MOULT_MOD_ALT)) == 0 &&
        (key == 'y' || key == 'Y' || key == MOULT_KEY_ENTER))
        s->leaving = 1;
    return MOULT_OK;
}

/* At the end of a run the keys of what may come next work at once. */
static const moult__command *after_end(const moult__session *s, uint32_t key, uint32_t mods)
{
    const moult__command *command = moult__command_of_key(s, key, mods);
    if (command == NULL)
        return NULL;
    switch (command->core) {
    case MOULT__COMMAND_RULES:
        return command->verb == MOULT_VERB_NEW_RUN ? command : NULL;
    case MOULT__COMMAND_QUIT:
    case MOULT__COMMAND_HELP:
    case MOULT__COMMAND_MESSAGES:
    case MOULT__COMMAND_PLUGINS:
    case MOULT__COMMAND_SCORES:
        return command;
    default:
        return NULL;
    }
}

moult_status moult__menu_key(moult__session *s, uint32_t key, uint32_t mods)
{
    uint32_t state = moult__menu_row(s)->state, menu = moult__menu_row(s)->menu;
    moult_status status = moult__session_describe(s);
    if (status < 0)
        return status;
    if (state == MOULT_OUTCOME_AIM)
        return aim_key(s, key, mods);
    if (!(s->scene->open.menu_flags & MOULT_MENU_OPEN)) {
        moult__menu_close(s);
        return MOULT_OK;
    }
    const moult__command *next = menu == MOULT__MENU_END ? after_end(s, key, mods) : NULL;
    if (next != NULL) {
        moult__menu_close(s);
        return moult__input_command(s, next, NULL);
    }
    if (menu == MOULT__MENU_COMMAND)
        return direction_key(s, key, mods);
    if (menu == MOULT__MENU_QUIT)
        return quit_key(s, key, mods);
    if ((mods & (MOULT_MOD_CTRL | MOULT_MOD_ALT)) != 0)
        return MOULT_OK; /* C-y isn't y */
    if (state == MOULT_OUTCOME_TEXT)
        return text_key(s, key, mods);
    if (state == MOULT_OUTCOME_CONFIRM)
        return confirm_key(s, key);
    return list_key(s, key);
}

moult_status moult__menu_click(moult__session *s, const moult_event *event)
{
    moult_status status = moult__session_describe(s);
    const moult_scene *scene = &s->scene->open;
    uint32_t state = moult__menu_row(s)->state;
    if (status < 0)
        return status;
    if (state == MOULT_OUTCOME_AIM && event->x >= 0) {
        aim_move(s, scene->origin_x + event->x / scene->scale_x,
                 scene->origin_y + event->y / scene->scale_y);
        return aim_done(s);
    }
    if (moult__menu_row(s)->menu == MOULT__MENU_QUIT)
        moult__menu_close(s);
    if (state == MOULT_OUTCOME_MENU && event->row >= 0 && !(scene->menu_flags & MOULT_MENU_PANEL))
        return choose_row(s, (uint32_t)event->row);
    return MOULT_OK;
}
