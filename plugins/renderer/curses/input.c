/* SPDX-License-Identifier: MIT */
/* Keys, mouse and size as events. Nothing waits, but for the few milliseconds after an escape in
 * which the rest of a key's sequence may still come. A key that follows an escape at once was
 * pressed with Alt, unless there is something that an escape closes: then they are two keys that
 * came together, typed ahead or over a slow line. A sequence that nobody knows is swallowed, or its
 * letters would be commands. */
#include "terminal.h"
#include <poll.h>
#include <unistd.h>

#define CTRL_L 0x0c

static void set_event(moult_event *event, uint32_t kind, uint32_t key, uint32_t mods)
{
    uint32_t size = event->size;
    *event = (moult_event){.size = size, .kind = kind, .key = key, .mods = mods};
    event->x = event->y = event->row = -1;
}

/* A hung-up terminal says so to poll; getch can't tell it from silence. */
static int is_gone(void)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&in, 1, 0) > 0 && in.revents & (POLLHUP | POLLERR | POLLNVAL);
}

static int32_t size_event(moult__terminal *t, moult_event *event)
{
    int32_t columns, rows;
    if (!moult__terminal_size(&columns, &rows) ||
        (columns == t->told_columns && rows == t->told_rows))
        return 0;
    t->told_columns = columns;
    t->told_rows = rows;
    set_event(event, MOULT_EVENT_RESIZE, 0, 0);
    return 1;
}

static int is_within(const moult__pane *pane, int32_t x, int32_t y)
{
    return x >= pane->x && x < pane->x + pane->columns && y >= pane->y && y < pane->y + pane->rows;
}

static int32_t mouse_event(const moult__terminal *t, moult_event *event)
{
    MEVENT mouse;
    if (getmouse(&mouse) != OK)
        return 0;
    if (mouse.bstate & (BUTTON4_PRESSED | BUTTON5_PRESSED)) {
        set_event(event, MOULT_EVENT_WHEEL, 0, 0);
        event->amount = mouse.bstate & BUTTON4_PRESSED ? 1 : -1;
        return 1;
    }
    const mmask_t pressed[] = {BUTTON1_PRESSED | BUTTON1_CLICKED, BUTTON2_PRESSED | BUTTON2_CLICKED,
                               BUTTON3_PRESSED | BUTTON3_CLICKED};
    for (uint32_t i = 0; i < MOULT_COUNT(pressed); i++) {
        if (!(mouse.bstate & pressed[i]))
            continue;
        set_event(event, MOULT_EVENT_CLICK, 0, 0);
        event->button = (int32_t)i + 1;
        const moult__pane *pane = t->has_menu ? &t->menu : &t->map;
        if (is_within(pane, mouse.x, mouse.y)) {
            int32_t x = pane->first_x + mouse.x - pane->x, y = pane->first_y + mouse.y - pane->y;
            event->x = t->has_menu ? -1 : x;
            event->y = t->has_menu ? -1 : y;
            event->row = t->has_menu ? y : -1;
        }
        return 1;
    }
    return 0;
}

/* A character as a key: control characters are letters pressed with Ctrl, but for those that have a
 * key of their own. */
static void plain_key(uint32_t code, uint32_t *key, uint32_t *mods)
{
    *key = code;
    *mods = 0;
    if (code == '\n' || code == '\r')
        *key = MOULT_KEY_ENTER;
    else if (code == 0x7f)
        *key = MOULT_KEY_BACKSPACE;
    else if (code < ' ' && code != MOULT_KEY_TAB && code != MOULT_KEY_ESCAPE &&
             code != MOULT_KEY_BACKSPACE) {
        *key = code == 0 ? ' ' : code < 0x1b ? code + 'a' - 1 : code + '@';
        *mods = MOULT_MOD_CTRL;
    }
}

/* Takes the rest of a sequence that began with ESC and `introducer`; 0 when there is none. A mouse
 * report of the old form, ESC [ M, has three more characters of any kind. */
static int32_t swallow_sequence(uint32_t introducer)
{
    wint_t code;
    int32_t count = 0, after = 0;
    while (count < 64 && get_wch(&code) == OK) {
        count++;
        if (after > 0 && --after == 0)
            break;
        if (after > 0)
            continue;
        if (introducer == '[' && count == 1 && code == 'M')
            after = 3;
        else if (introducer == 'O' || code < ' ' || (code >= '@' && code <= '~'))
            break;
    }
    return count;
}

/* What an escape was: a key of its own, Alt with the next key, or, answered by 0, the begin of
 * something unknown. */
static int32_t escape_event(const moult__terminal *t, moult_event *event)
{
    wint_t code;
    uint32_t key, mods;
    int kind = get_wch(&code);
    if (kind == OK && (code == '[' || code == 'O') && swallow_sequence(code))
        return 0;
    int is_known = kind == OK || (kind == KEY_CODE_YES && moult__keys_meaning(code, &key, &mods));
    if (!is_known || t->asks || (kind == OK && code == MOULT_KEY_ESCAPE)) {
        if (kind == OK)
            unget_wch((wchar_t)code);
        else if (kind == KEY_CODE_YES)
            ungetch((int)code);
        set_event(event, MOULT_EVENT_KEY, MOULT_KEY_ESCAPE, 0);
        return 1;
    }
    if (kind == OK)
        plain_key(code, &key, &mods);
    set_event(event, MOULT_EVENT_KEY, key, mods | MOULT_MOD_ALT);
    return 1;
}

static int32_t key_event(const moult__terminal *t, int kind, uint32_t code, moult_event *event)
{
    uint32_t key, mods;
    if (kind == KEY_CODE_YES) {
        if (code == KEY_MOUSE)
            return mouse_event(t, event);
        if (!moult__keys_meaning(code, &key, &mods))
            return 0;
        set_event(event, MOULT_EVENT_KEY, key, mods);
        return 1;
    }
    if (code == MOULT_KEY_ESCAPE)
        return escape_event(t, event);
    if (code == CTRL_L)
        clearok(curscr, TRUE); /* the next frame is written whole, whatever is on the screen */
    if (code > 0x10ffff || (code >= 0x80 && code < 0xa0))
        return 0;
    plain_key(code, &key, &mods);
    int is_text = t->asks_text && !mods && key >= ' ';
    set_event(event, is_text ? MOULT_EVENT_TEXT : MOULT_EVENT_KEY, key, mods);
    return 1;
}

moult_status moult__terminal_event(void *block, moult_event *event)
{
    moult__terminal *t = block;
    wint_t code;
    int kind;
    if (t->is_lost)
        return 0;
    if (size_event(t, event))
        return 1;
    while ((kind = get_wch(&code)) != ERR)
        if (key_event(t, kind, code, event))
            return 1;
    if (!is_gone())
        return 0;
    t->is_lost = 1;
    set_event(event, MOULT_EVENT_LOST, 0, 0);
    return 1;
}
