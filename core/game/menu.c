/* SPDX-License-Identifier: MIT */
/* Menus, panels and prompts. Which one is open, about what, and where its cursor stands are a row
 * of core.session; rows are asked for anew for every picture and every key. */
#include <stdio.h>
#include <string.h>
#include "core/game/session.h"
#include "core/system/crash.h"
#include "core/system/text.h"

moult__session_row *moult__menu_row(moult__session *s)
{
    return (moult__session_row *)moult__row_edit(s->world, MOULT__TABLE_SESSION, 0);
}

/* The picture that is there shows the menu that is left. */
static void keep_cursor(const moult__session *s, moult__session_row *row)
{
    uint32_t place = 0;
    if (row->state != MOULT_OUTCOME_MENU ||
        (s->scene->open.menu_flags & MOULT_MENU_KEEP_CURSOR) == 0)
        return;
    while (place + 1 < MOULT__KEPT && row->kept_menu[place] != row->menu)
        place++;
    for (; place > 0; place--) { /* the latest stands first */
        row->kept_menu[place] = row->kept_menu[place - 1];
        row->kept_cursor[place] = row->kept_cursor[place - 1];
    }
    row->kept_menu[0] = row->menu;
    row->kept_cursor[0] = s->scene->open.row_cursor; /* as it was shown: within the rows */
}

void moult__menu_open(moult__session *s, uint32_t state, uint32_t menu, moult_id subject)
{
    moult__session_row *row = moult__menu_row(s);
    keep_cursor(s, row);
    s->scene->open.menu_flags = 0;
    row->state = state;
    row->menu = menu;
    row->subject = subject;
    row->cursor = menu == MOULT__MENU_MESSAGES ? UINT32_MAX : 0; /* the newest ones first */
    row->first = 0;
    for (uint32_t i = 0; i < MOULT__KEPT && state == MOULT_OUTCOME_MENU; i++)
        if (row->kept_menu[i] == menu)
            row->cursor = row->kept_cursor[i];
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

/* The first column of a panel is as wide as its widest entry. */
static uint32_t wider(uint32_t width, const char *text)
{
    uint32_t columns = moult__text_columns(text);
    return columns > width ? columns : width;
}

static void add_command(moult__session *s, const moult__command *command, uint32_t width)
{
    char text[256];
    snprintf(text, sizeof text, "%s%*s  %s", command->name,
             moult__text_blanks(command->name, width), "", moult__translate(command->help));
    moult__menu_add(s, text, command->keys);
}

/* The game's own commands first, which are what a player needs, last those that have no key. */
static void fill_help(moult__session *s)
{
    uint32_t width = 0;
    s->scene->open.set_title(&s->scene->open, moult__translate("Commands"),
                             MOULT_MENU_OPEN | MOULT_MENU_PANEL);
    for (uint32_t i = 0; i < s->command_count; i++)
        width = wider(width, s->commands[i].name);
    for (int32_t part = 0; part < 3; part++)
        for (uint32_t i = 0; i < s->command_count; i++) {
            const moult__command *command = &s->commands[i];
            int32_t is_own = command->core == MOULT__COMMAND_RULES;
            if (MOULT__COMMAND_IS_WIZARDS(command->core) && !moult__wizard(s))
                continue;
            if (part == (command->keys[0] == 0 ? 2 : is_own ? 0 : 1))
                add_command(s, command, width);
        }
}

static void fill_messages(moult__session *s)
{
    s->scene->open.set_title(&s->scene->open, moult__translate("Messages"),
                             MOULT_MENU_OPEN | MOULT_MENU_PANEL);
    moult_id id = 0;
    while ((id = moult__next_row(s->world, MOULT__TABLE_MESSAGE, 0, id)) != 0) {
        const moult__message_row *message = moult__read(s->world, MOULT__TABLE_MESSAGE, id);
        char text[512], detail[32];
        uint32_t used = moult__message_text(s->world, id, text, sizeof text - 24);
        used = used < sizeof text - 24 ? used : (uint32_t)sizeof text - 25;
        if (message->times > 1)
            snprintf(text + used, sizeof text - used, " (x%u)", message->times);
        snprintf(detail, sizeof detail, moult__translate("turn %u"), message->turn);
        moult__menu_add(s, text, detail);
    }
}

static void fill_plugins(moult__session *s)
{
    uint32_t width = 0;
    s->scene->open.set_title(&s->scene->open, moult__translate("Plugins"),
                             MOULT_MENU_OPEN | MOULT_MENU_PANEL);
    for (uint32_t i = 0; i < s->set->build_count; i++)
        width = wider(width, s->set->builds[i]->label);
    for (uint32_t i = 0; i < s->set->build_count; i++) {
        const moult__build *build = s->set->builds[i];
        char text[256], detail[32];
        snprintf(text, sizeof text, "%s%*s  %s", build->label,
                 moult__text_blanks(build->label, width), "",
                 moult__translate(build->plugin->help));
        snprintf(detail, sizeof detail, "#%u", build->generation);
        moult__menu_add(s, text, detail);
    }
}

static void fill_prompt(moult__session *s, uint32_t state)
{
    moult_scene *scene = &s->scene->open;
    scene->menu_flags = MOULT_MENU_OPEN | MOULT_MENU_PROMPT;
    moult__menu_add(s, state == MOULT_OUTCOME_TEXT ? s->text : moult__translate("y: yes   n: no"),
                    NULL);
}

static void fill_quit(moult__session *s)
{
    const char *question = s->options.save ? moult__translate("Leave the run? It is kept.")
                                           : moult__translate("Leave the run? It isn't kept.");
    s->scene->open.set_title(&s->scene->open, question, MOULT_MENU_OPEN | MOULT_MENU_PROMPT);
}

/* The first row of those shown: as it was, or as little further as the cursor needs. */
static uint32_t first_row(const moult_scene *scene, uint32_t first)
{
    if (scene->row_room == 0)
        return 0;
    if (scene->row_cursor < first)
        return scene->row_cursor;
    uint32_t least =
        scene->row_cursor + 1 > scene->row_room ? scene->row_cursor + 1 - scene->row_room : 0;
    return first < least ? least : first;
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
    else if (row->menu == MOULT__MENU_AGAIN)
        moult__again_fill(s);
    else if (row->menu == MOULT__MENU_COMMAND)
        scene->set_title(scene, moult__translate("In which direction?"),
                         MOULT_MENU_OPEN | MOULT_MENU_PROMPT);
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
    scene->row_first = first_row(scene, row->first);
    return MOULT_OK;
}

/* -- keys -------------------------------------------------------------------------------------- */

static void move_cursor(moult__session *s, int64_t step)
{
    moult__session_row *row = moult__menu_row(s);
    moult_scene *scene = &s->scene->open;
    int64_t count = scene->row_count, at = (int64_t)scene->row_cursor + step;
    if (count == 0)
        return;
    if (at < 0 || at >= count) {
        int32_t wraps = (scene->menu_flags & MOULT_MENU_WRAP) != 0 && (step == 1 || step == -1);
        at = wraps ? (at + count) % count : at < 0 ? 0 : count - 1;
    }
    row->cursor = (uint32_t)at;
    scene->row_cursor = row->cursor;
    row->first = first_row(scene, row->first);
    s->changed = 1;
}

static moult_status choose_row(moult__session *s, uint32_t index)
{
    const moult_scene *scene = &s->scene->open;
    if (index >= scene->row_count ||
        (scene->rows[index].flags & (MOULT_ROW_DISABLED | MOULT_ROW_HEADING)) != 0)
        return MOULT_OK;
    if (moult__menu_row(s)->menu == MOULT__MENU_AGAIN) {
        moult__again_choose(s, scene->rows[index].number);
        return MOULT_OK;
    }
    moult_action action = {.size = sizeof action,
                           .verb = MOULT_VERB_CHOOSE,
                           .number = scene->rows[index].number,
                           .item = scene->rows[index].thing};
    return moult__turn_choose(s, &action);
}

void moult__title_open(moult__session *s)
{
    uint32_t title = MOULT_HAS(s->rules, title) ? s->rules->title : 0;
    moult__menu_row(s)->title = title != 0 && s->options.hero == NULL;
    if (moult__menu_row(s)->title)
        moult__menu_open(s, MOULT_OUTCOME_MENU, title, 0);
}

static int32_t has_title(const moult__session *s)
{
    return MOULT_HAS(s->rules, title) && s->rules->title != 0;
}

static int32_t is_title(const moult__session *s, uint32_t menu)
{
    return has_title(s) && menu == s->rules->title;
}

moult_status moult__menu_back(moult__session *s)
{
    uint32_t menu = moult__menu_row(s)->menu;
    if (is_title(s, menu))
        return MOULT_OK; /* there is nothing behind it */
    if (menu < MOULT__MENU_CORE)
        return moult__turn_choose(s, NULL);
    moult__again_drop(s);
    moult__menu_close(s);
    if (s->over || moult__menu_row(s)->title)
        moult__title_open(s);
    return MOULT_OK;
}

/* What is open was described just before. */
static moult_status use_list(moult__session *s, uint32_t core)
{
    const moult_scene *scene = &s->scene->open;
    switch (core) {
    case MOULT__COMMAND_MENU_BACK: /* a title is gone to, not back to */
        return moult__menu_row(s)->menu == MOULT__MENU_END && has_title(s) ? MOULT_OK
                                                                           : moult__menu_back(s);
    case MOULT__COMMAND_MENU_CHOOSE:
        return (scene->menu_flags & MOULT_MENU_PANEL) != 0 ? moult__menu_back(s)
                                                           : choose_row(s, scene->row_cursor);
    case MOULT__COMMAND_MENU_UP:
    case MOULT__COMMAND_MENU_DOWN:
        move_cursor(s, core == MOULT__COMMAND_MENU_UP ? -1 : 1);
        return MOULT_OK;
    case MOULT__COMMAND_MENU_PAGE_UP:
    case MOULT__COMMAND_MENU_PAGE_DOWN:
        move_cursor(s, core == MOULT__COMMAND_MENU_PAGE_UP ? -10 : 10);
        return MOULT_OK;
    case MOULT__COMMAND_MENU_FIRST:
    case MOULT__COMMAND_MENU_LAST:
        move_cursor(s, (core == MOULT__COMMAND_MENU_FIRST ? -1 : 1) * (int64_t)scene->row_count);
        return MOULT_OK;
    default:
        return MOULT_OK;
    }
}

static moult_status list_key(moult__session *s, uint32_t key)
{
    const moult_scene *scene = &s->scene->open;
    int32_t panel = (scene->menu_flags & MOULT_MENU_PANEL) != 0;
    for (uint32_t i = 0; i < scene->row_count && !panel; i++)
        if (scene->rows[i].key == key && key != 0)
            return choose_row(s, i);
    const moult__command *command = moult__command_in_menu(s, key, 0);
    if (command != NULL)
        return use_list(s, command->core);
    return panel && key == 'q' ? use_list(s, MOULT__COMMAND_MENU_BACK) : MOULT_OK;
}

/* One code point behind the text, when it fits. */
static void append(char *text, size_t size, uint32_t point)
{
    char bytes[5];
    bytes[moult__text_point(bytes, point)] = 0;
    if (strlen(text) + strlen(bytes) < size)
        strcat(text, bytes);
}

static moult_status text_key(moult__session *s, uint32_t key, uint32_t mods)
{
    size_t length = strlen(s->text);
    s->changed = 1;
    if (key == MOULT_KEY_ESCAPE)
        return moult__menu_back(s);
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

/* At the end of a run and before one the keys of what may come next work at once. */
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
        return moult__aim_key(s, key, mods);
    if (!(s->scene->open.menu_flags & MOULT_MENU_OPEN)) {
        moult__menu_close(s);
        return MOULT_OK;
    }
    const moult__command *next =
        menu == MOULT__MENU_END || is_title(s, menu) ? after_end(s, key, mods) : NULL;
    if (next != NULL && !(is_title(s, menu) && next->core == MOULT__COMMAND_RULES)) {
        moult__menu_close(s);
        return moult__input_command(s, next, NULL);
    }
    if (menu == MOULT__MENU_COMMAND)
        return moult__direction_key(s, key, mods);
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

/* A menu's command by its name, or by the wheel. */
moult_status moult__menu_command(moult__session *s, uint32_t core)
{
    uint32_t state = moult__menu_row(s)->state;
    moult_status status = moult__session_describe(s);
    if (status < 0 || state != MOULT_OUTCOME_MENU ||
        (s->scene->open.menu_flags & MOULT_MENU_OPEN) == 0)
        return status;
    return use_list(s, core);
}

moult_status moult__menu_click(moult__session *s, const moult_event *event)
{
    moult_status status = moult__session_describe(s);
    const moult_scene *scene = &s->scene->open;
    uint32_t state = moult__menu_row(s)->state;
    if (status < 0)
        return status;
    if (state == MOULT_OUTCOME_AIM && event->x >= 0) {
        moult__aim_move(s, scene->origin_x + event->x / scene->scale_x,
                        scene->origin_y + event->y / scene->scale_y);
        return moult__aim_done(s);
    }
    if (moult__menu_row(s)->menu == MOULT__MENU_QUIT)
        moult__menu_close(s);
    if (state == MOULT_OUTCOME_MENU && event->row >= 0 && !(scene->menu_flags & MOULT_MENU_PANEL))
        return choose_row(s, (uint32_t)event->row);
    return MOULT_OK;
}
