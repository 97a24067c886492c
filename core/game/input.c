/* SPDX-License-Identifier: MIT */
/* Events and lines become commands; commands become actions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/game/keys.h"
#include "core/game/session.h"
#include "core/system/text.h"

static int32_t is_open(const moult__session *s)
{
    return ((const moult__session_row *)moult__row(s->world, MOULT__TABLE_SESSION, 0))->state !=
           MOULT_OUTCOME_IDLE;
}

/* Who drives the run by a file hears of a failure on standard error. */
static moult_status save_command(moult__session *s)
{
    moult__report report = {0};
    if (s->over)
        moult__session_notice(s, MOULT_SAY_SYSTEM, "This run has ended: there is nothing to save.");
    else if (moult__save_keep(s, &report) >= 0)
        moult__session_notice(s, MOULT_SAY_SYSTEM, "Saved.");
    else if (s->script != NULL)
        moult__print(stderr, "%s\n", report.text);
    else
        moult__session_notice(s, MOULT_SAY_SYSTEM, "%s", report.text);
    return MOULT_OK;
}

/* "12,7" or "12 7" as a cell. */
static int32_t read_cell(const char *text, int32_t *x, int32_t *y)
{
    char *end;
    long first = strtol(text, &end, 10);
    if (end == text)
        return 0;
    end += strspn(end, ", ");
    const char *second_text = end;
    long second = strtol(second_text, &end, 10);
    if (end == second_text || first < 0 || second < 0 || first > 4095 || second > 4095)
        return 0;
    *x = (int32_t)first;
    *y = (int32_t)second;
    return 1;
}

/* A person is asked first, for the key is easily hit, while there is a run to be left. A file of
 * commands is never asked: its next line would be taken for the answer. */
static moult_status quit_command(moult__session *s)
{
    if (moult__person(s) && s->script == NULL && !s->over && moult__hero(s->world) != 0 &&
        !moult__menu_row(s)->title)
        moult__menu_open(s, MOULT_OUTCOME_CONFIRM, MOULT__MENU_QUIT, 0);
    else
        s->leaving = 1;
    return MOULT_OK;
}

/* Without a name: which one it is. */
static moult_status renderer_command(moult__session *s, const char *name)
{
    moult__report report = {0};
    if (name == NULL)
        moult__session_notice(s, MOULT_SAY_SYSTEM, "The game is shown by %s.",
                              moult__set_role_slot(s->set, "renderer"));
    else if (moult__renderer_switch(s, name, &report) < 0)
        moult__session_notice(s, MOULT_SAY_SYSTEM, "%s", report.text);
    return s->report.status < 0 ? s->report.status : MOULT_OK;
}

static moult_status palette_command(moult__session *s, const char *name)
{
    const char *next = name != NULL ? name : moult__palette_next(&s->palette);
    if (moult__palette_choose(&s->palette, next) >= 0)
        moult__session_notice(s, MOULT_SAY_SYSTEM, "Palette: %s.", next);
    else
        moult__session_notice(s, MOULT_SAY_SYSTEM, "There is no palette \"%.40s\". Known: %s.",
                              next, MOULT__PALETTE_NAMES);
    return MOULT_OK;
}

moult_status moult__input_console(moult__session *s, const char *line, int32_t again,
                                  moult__report *report)
{
    char *text = NULL;
    size_t size = 0;
    if (s->options.console == NULL || line == NULL)
        return moult__refuse(report, MOULT_UNSUPPORTED, "console", "there is no console here");
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return moult__refuse(report, MOULT_MEMORY, "console", "out of memory");
    const moult_status status = s->options.console->run(s, line, again, out, report);
    fclose(out);
    if (!again)
        moult__session_lines(s, MOULT_SAY_SYSTEM, status < 0 ? report->text : text);
    free(text);
    return status;
}

/* Without a line: the panel, which is for wizards. */
static moult_status console_command(moult__session *s, const char *line)
{
    if (s->console == NULL)
        return MOULT_OK;
    moult__report report = {0};
    if (line != NULL)
        moult__input_console(s, line, 0, &report);
    else if (moult__wizard(s))
        s->options.console->show(s);
    else
        moult__session_notice(s, MOULT_SAY_SYSTEM,
                              "The console is for wizard mode: moult play --wizard");
    return s->report.status < 0 ? s->report.status : MOULT_OK;
}

static moult_status core_command(moult__session *s, const moult__command *command,
                                 const char *argument)
{
    int32_t x, y;
    if (MOULT__COMMAND_IS_MENU(command->core))
        return is_open(s) ? moult__menu_command(s, command->core) : MOULT_OK;
    switch (command->core) {
    case MOULT__COMMAND_TICK:
        return moult__tick_by(s, argument != NULL ? (uint32_t)strtoul(argument, NULL, 10) : 0);
    case MOULT__COMMAND_QUIT:
        return quit_command(s);
    case MOULT__COMMAND_SAVE:
        return save_command(s);
    case MOULT__COMMAND_RELOAD:
        moult__session_reload_now(s, 1);
        return s->report.status < 0 ? s->report.status : MOULT_OK;
    case MOULT__COMMAND_RENDERER:
        return renderer_command(s, argument);
    case MOULT__COMMAND_PALETTE:
        return palette_command(s, argument);
    case MOULT__COMMAND_DUMP:
        moult__report_command(s);
        return MOULT_OK;
    case MOULT__COMMAND_BACK:
        moult__back(s, argument);
        return MOULT_OK;
    case MOULT__COMMAND_FORWARD:
        moult__forward(s, argument);
        return MOULT_OK;
    case MOULT__COMMAND_AGAIN:
        moult__again(s, argument);
        return s->report.status < 0 ? s->report.status : MOULT_OK;
    case MOULT__COMMAND_CONSOLE:
        return console_command(s, argument);
    case MOULT__COMMAND_HELP:
        moult__menu_open(s, MOULT_OUTCOME_MENU, MOULT__MENU_HELP, 0);
        return MOULT_OK;
    case MOULT__COMMAND_MESSAGES:
        moult__menu_open(s, MOULT_OUTCOME_MENU, MOULT__MENU_MESSAGES, 0);
        return MOULT_OK;
    case MOULT__COMMAND_PLUGINS:
        moult__menu_open(s, MOULT_OUTCOME_MENU, MOULT__MENU_PLUGINS, 0);
        return MOULT_OK;
    case MOULT__COMMAND_SCORES:
        return moult__scores_open(s);
    case MOULT__COMMAND_EXPLORE:
        return moult__explore(s);
    case MOULT__COMMAND_TRAVEL:
        if (argument != NULL && read_cell(argument, &x, &y))
            return moult__travel(s, x, y);
        moult__aim_open(s, MOULT__MENU_TRAVEL, 0, 0);
        return MOULT_OK;
    case MOULT__COMMAND_LOOK:
        moult__aim_open(s, MOULT__MENU_LOOK, 0, 0);
        return MOULT_OK;
    default:
        s->changed = 1;
        return MOULT_OK;
    }
}

static moult_status ask_for_more(moult__session *s, const moult__command *command)
{
    moult_id number = (moult_id)(command - s->commands);
    if (command->wants == MOULT_WANTS_CELL)
        moult__aim_open(s, MOULT__MENU_COMMAND, number, 0);
    else
        moult__menu_open(s, MOULT_OUTCOME_MENU, MOULT__MENU_COMMAND, number);
    return MOULT_OK;
}

moult_status moult__input_command(moult__session *s, const moult__command *command,
                                  const char *argument)
{
    if (command->core != MOULT__COMMAND_RULES)
        return core_command(s, command, argument);
    moult_action action = {.size = sizeof action, .verb = command->verb, .text = argument};
    moult_place hero;
    int32_t there = moult__session_hero(s, &hero);
    action.x = there ? hero.x + command->dx : command->dx;
    action.y = there ? hero.y + command->dy : command->dy;
    if (argument != NULL)
        action.number = (int32_t)strtol(argument, NULL, 10);
    if (command->wants == MOULT_WANTS_CELL && argument != NULL &&
        read_cell(argument, &action.x, &action.y))
        return moult__turn_act(s, &action);
    if (command->wants == MOULT_WANTS_DIRECTION && argument != NULL) {
        const moult__command *step = moult__command_find(s, argument);
        if (step != NULL && step->verb == MOULT_VERB_MOVE && there) {
            action.x = hero.x + step->dx;
            action.y = hero.y + step->dy;
            return moult__turn_act(s, &action);
        }
    }
    if (command->wants == MOULT_WANTS_DIRECTION || command->wants == MOULT_WANTS_CELL)
        return ask_for_more(s, command);
    return moult__turn_act(s, &action);
}

/* Reload, redraw, palette and console leave what is open as it is, so they also work there, and
 * what is open is a part of what is stepped back from; unless their key may be an answer. */
static int32_t works_anywhere(const moult__command *command, uint32_t key, uint32_t mods)
{
    return command != NULL &&
           (command->core == MOULT__COMMAND_RELOAD || command->core == MOULT__COMMAND_REDRAW ||
            command->core == MOULT__COMMAND_PALETTE || MOULT__COMMAND_IS_WIZARDS(command->core) ||
            command->core == MOULT__COMMAND_CONSOLE) &&
           (key >= MOULT_KEY_UP || (mods & (MOULT_MOD_CTRL | MOULT_MOD_ALT)) != 0);
}

static moult_status key_event(moult__session *s, uint32_t key, uint32_t mods)
{
    if (s->console_shown) {
        s->changed = 1;
        s->options.console->key(s, key, mods);
        return s->report.status < 0 ? s->report.status : MOULT_OK;
    }
    const moult__command *command = moult__command_of_key(s, key, mods);
    if (command == NULL || command->core != MOULT__COMMAND_REDRAW)
        s->notice_count = 0;
    s->changed = 1;
    if (is_open(s) && !works_anywhere(command, key, mods))
        return moult__menu_key(s, key, mods);
    return command != NULL ? moult__input_command(s, command, NULL) : MOULT_OK;
}

/* A line is a command's name with an argument, or a key's name. */
moult_status moult__input_line(moult__session *s, const char *line, moult__report *report)
{
    char name[64];
    size_t length = 0;
    for (; line[length] != 0 && line[length] != ' '; length++)
        if (length < sizeof name - 1)
            name[length] = line[length];
    name[length < sizeof name ? length : sizeof name - 1] = 0;
    const char *argument = line + length;
    while (*argument == ' ')
        argument++;
    argument = *argument != 0 ? argument : NULL;
    uint32_t key, mods;
    const moult__command *command = moult__command_find(s, name);
    if (command == NULL && argument == NULL && moult__key_parse(name, &key, &mods))
        return key_event(s, key, mods);
    if (command == NULL) {
        const char *names[MOULT__COMMANDS_MAX];
        for (uint32_t i = 0; i < s->command_count; i++)
            names[i] = s->commands[i].name;
        char guess[MOULT__GUESS_SIZE];
        return moult__refuse(report, MOULT_UNKNOWN, "command",
                             "unknown command or key \"%s\"%s. The command help lists them all",
                             name,
                             moult__guess(moult__closest(name, names, s->command_count), guess));
    }
    s->notice_count = 0;
    if (is_open(s) && command->core == MOULT__COMMAND_RULES && command->verb == MOULT_VERB_MOVE) {
        for (uint32_t i = 0; i < s->key_count; i++)
            if (&s->commands[s->keys[i].command] == command)
                return moult__menu_key(s, s->keys[i].key, s->keys[i].mods);
    }
    if (is_open(s) && !MOULT__COMMAND_IS_MENU(command->core) &&
        command->core != MOULT__COMMAND_TICK && command->core != MOULT__COMMAND_RENDERER &&
        command->core != MOULT__COMMAND_PALETTE && command->core != MOULT__COMMAND_CONSOLE &&
        command->core != MOULT__COMMAND_DUMP)
        moult__menu_close(s);
    return moult__input_command(s, command, argument);
}

static moult_status click(moult__session *s, const moult_event *event)
{
    const moult_scene *scene = &s->scene->open;
    if (s->console_shown)
        return MOULT_OK;
    s->notice_count = 0;
    if (is_open(s))
        return moult__menu_click(s, event);
    if (event->x < 0)
        return MOULT_OK;
    int32_t x = scene->origin_x + event->x / scene->scale_x;
    int32_t y = scene->origin_y + event->y / scene->scale_y;
    if (event->button != 1) {
        moult__aim_open(s, MOULT__MENU_LOOK, 0, 0);
        moult__aim_move(s, x, y);
        return MOULT_OK;
    }
    for (uint32_t i = 0; i < s->command_count; i++) {
        if ((s->commands[i].flags & MOULT_COMMAND_CLICK) == 0)
            continue;
        moult_action action = {.size = sizeof action, .verb = s->commands[i].verb, .x = x, .y = y};
        return moult__turn_act(s, &action);
    }
    return moult__travel(s, x, y);
}

/* While a cell is asked for, the target cursor follows the pointer. */
static moult_status pointer(moult__session *s, const moult_event *event)
{
    const moult_scene *scene = &s->scene->open;
    if (moult__menu_row(s)->state == MOULT_OUTCOME_AIM && event->x >= 0)
        moult__aim_move(s, scene->origin_x + event->x / scene->scale_x,
                        scene->origin_y + event->y / scene->scale_y);
    return MOULT_OK;
}

moult_status moult__input_event(moult__session *s, const moult_event *event)
{
    moult__report report = {0};
    if (event->kind == MOULT_EVENT_KEY && moult__keep_key(s, event))
        return s->report.status < 0 ? s->report.status : MOULT_OK;
    switch (event->kind) {
    case MOULT_EVENT_KEY:
    case MOULT_EVENT_TEXT:
        return key_event(s, event->key, event->mods);
    case MOULT_EVENT_CLICK:
        return click(s, event);
    case MOULT_EVENT_MOVE:
        return pointer(s, event);
    case MOULT_EVENT_WHEEL:
        return is_open(s) && !s->console_shown
                   ? moult__menu_command(s, event->amount > 0 ? MOULT__COMMAND_MENU_UP
                                                              : MOULT__COMMAND_MENU_DOWN)
                   : MOULT_OK;
    case MOULT_EVENT_COMMAND:
        if (event->text != NULL && moult__input_line(s, event->text, &report) < 0 &&
            report.text[0] != 0)
            moult__session_notice(s, MOULT_SAY_SYSTEM, "%s", report.text);
        return s->report.status < 0 ? s->report.status : MOULT_OK;
    case MOULT_EVENT_CLOSE:
    case MOULT_EVENT_LOST:
        s->leaving = 1;
        return MOULT_OK;
    default:
        s->changed = 1;
        return MOULT_OK;
    }
}
