/* SPDX-License-Identifier: MIT */
/* What the player does. A press of a key that makes text is told by that text, so that any layout
 * has all signs; the others by what they are. Some are the window's own: F11 full screen, F12 a
 * picture into the data folder, C-+ C-- C-0 and the wheel for the size of the map. */
#include "window.h"
#include <string.h>

#define REPEAT_MS 70u /* a key that is held counts as often at most */
#define FRAME_MS 250u

/* -- the pointer ------------------------------------------------------------------------------- */

/* The scene cell at a point of the window. 0: there is none. */
static int32_t cell_at(const moult__window *t, int32_t x, int32_t y, int32_t *cell_x,
                       int32_t *cell_y)
{
    const moult__layout *l = &t->layout;
    int wide = 0, high = 0;
    SDL_GetWindowSize(t->window, &wide, &high);
    if (wide < 1 || high < 1 || l->tile_w < 1 || l->tile_h < 1)
        return 0;
    x = x * l->width / wide - l->x;
    y = y * l->height / high - l->y;
    if (x < 0 || y < 0 || x >= l->columns * l->tile_w || y >= l->rows * l->tile_h)
        return 0;
    *cell_x = l->first_x + x / l->tile_w;
    *cell_y = l->first_y + y / l->tile_h;
    return 1;
}

static int32_t row_at(const moult__window *t, int32_t x, int32_t y)
{
    const moult__menu *m = &t->menu;
    int wide = 0, high = 0;
    SDL_GetWindowSize(t->window, &wide, &high);
    if (!m->is_open || wide < 1 || high < 1)
        return -1;
    x = x * t->layout.width / wide - m->rows.x;
    y = y * t->layout.height / high - m->rows.y;
    return x >= 0 && y >= 0 && x < m->rows.w && y < m->rows.h ? m->first + y / m->height : -1;
}

static int32_t click(moult__window *t, const SDL_MouseButtonEvent *press, moult_event *event)
{
    event->kind = MOULT_EVENT_CLICK;
    event->button = press->button;
    event->row = row_at(t, press->x, press->y);
    if (!t->menu.is_open)
        cell_at(t, press->x, press->y, &event->x, &event->y);
    return 1;
}

/* Told only while a cell is asked for, and once a cell. */
static int32_t move(moult__window *t, const SDL_MouseMotionEvent *motion, moult_event *event)
{
    int32_t x, y;
    if (!t->aims || !cell_at(t, motion->x, motion->y, &x, &y) ||
        (x == t->pointer_x && y == t->pointer_y))
        return 0;
    t->pointer_x = event->x = x;
    t->pointer_y = event->y = y;
    event->kind = MOULT_EVENT_MOVE;
    return 1;
}

/* -- the window's own -------------------------------------------------------------------------- */

static int32_t redraw(moult_event *event)
{
    event->kind = MOULT_EVENT_EXPOSE;
    return 1;
}

static int32_t zoom(moult__window *t, int32_t step, moult_event *event)
{
    t->zoom = step == 0 ? 0 : moult__most(moult__least(t->zoom + step, 7), -3);
    return redraw(event);
}

static int32_t wheel(moult__window *t, const SDL_MouseWheelEvent *turn, moult_event *event)
{
    int32_t amount = turn->direction == SDL_MOUSEWHEEL_FLIPPED ? -turn->y : turn->y;
    if (amount == 0)
        return 0;
    if (!t->menu.is_open || (SDL_GetModState() & KMOD_CTRL))
        return zoom(t, amount > 0 ? 1 : -1, event);
    event->kind = MOULT_EVENT_WHEEL;
    event->amount = amount;
    return 1;
}

static void turn_full_screen(moult__window *t)
{
    int32_t is_full = (SDL_GetWindowFlags(t->window) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
    SDL_SetWindowFullscreen(t->window, is_full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

/* 1: an event came of it, 0: it was the window's own and needs nothing, -1: it isn't its own. */
static int32_t own_key(moult__window *t, uint32_t key, uint32_t mods, moult_event *event)
{
    int32_t ctrl = (mods & MOULT_MOD_CTRL) != 0;
    if (key == MOULT_KEY_F(11)) {
        turn_full_screen(t);
        return 0;
    }
    if (key == MOULT_KEY_F(12)) {
        moult__screenshot(t);
        return redraw(event);
    }
    if (ctrl && (key == '+' || key == '=' || key == '-' || key == '0'))
        return zoom(t, key == '0' ? 0 : key == '-' ? -1 : 1, event);
    return -1;
}

/* -- keys -------------------------------------------------------------------------------------- */

/* A key that is held comes again, but not faster than turns can be followed. */
static int32_t repeats_too_fast(moult__window *t, const SDL_KeyboardEvent *press)
{
    if (press->repeat && press->timestamp - t->repeated_at < REPEAT_MS)
        return 1;
    t->repeated_at = press->timestamp;
    return 0;
}

static int32_t press(moult__window *t, const SDL_KeyboardEvent *pressed, moult_event *event)
{
    uint32_t mods, key = moult__key_meaning(pressed, t->asks_text, &mods);
    t->drops_text = 1;
    if (repeats_too_fast(t, pressed))
        return 0;
    t->drops_text = key != 0;
    if (key == 0)
        return 0;
    t->said[0] = 0;
    int32_t own = own_key(t, key, mods, event);
    if (own >= 0)
        return own;
    event->kind = MOULT_EVENT_KEY;
    event->key = key;
    event->mods = mods;
    return 1;
}

static int32_t next_letter(moult__window *t, moult_event *event)
{
    const char *at = t->text + t->text_at;
    uint32_t code = moult__utf8_next(&at);
    if (code == 0)
        return 0;
    t->text_at = (uint32_t)(at - t->text);
    t->said[0] = 0;
    event->kind = t->asks_text ? MOULT_EVENT_TEXT : MOULT_EVENT_KEY;
    event->key = code;
    return code >= ' ' && code != 0x7f;
}

static int32_t text(moult__window *t, const SDL_TextInputEvent *typed, moult_event *event)
{
    if (t->drops_text) {
        t->drops_text = 0;
        return 0;
    }
    SDL_strlcpy(t->text, typed->text, sizeof t->text);
    t->text_at = 0;
    return next_letter(t, event);
}

/* -- the rest ---------------------------------------------------------------------------------- */

static int32_t window_event(moult__window *t, const SDL_WindowEvent *what, moult_event *event)
{
    switch (what->event) {
    case SDL_WINDOWEVENT_SIZE_CHANGED:
        t->wants_resize = 1;
        return 0;
    case SDL_WINDOWEVENT_EXPOSED:
        moult__present(t, 1);
        return 0;
    case SDL_WINDOWEVENT_HIDDEN:
    case SDL_WINDOWEVENT_MINIMIZED:
        t->is_hidden = 1;
        return 0;
    case SDL_WINDOWEVENT_SHOWN:
    case SDL_WINDOWEVENT_RESTORED:
    case SDL_WINDOWEVENT_MAXIMIZED:
        t->is_hidden = 0;
        t->must_show = 1;
        return redraw(event);
    case SDL_WINDOWEVENT_FOCUS_GAINED:
    case SDL_WINDOWEVENT_FOCUS_LOST:
        t->is_focused = what->event == SDL_WINDOWEVENT_FOCUS_GAINED;
        t->stirred_at = SDL_GetTicks();
        t->must_show = 1;
        return redraw(event);
    case SDL_WINDOWEVENT_CLOSE:
        event->kind = MOULT_EVENT_CLOSE;
        return 1;
    default:
        return 0;
    }
}

static int32_t take(moult__window *t, const SDL_Event *from, moult_event *event)
{
    switch (from->type) {
    case SDL_KEYDOWN:
        return press(t, &from->key, event);
    case SDL_TEXTINPUT:
        return text(t, &from->text, event);
    case SDL_MOUSEBUTTONDOWN:
        return click(t, &from->button, event);
    case SDL_MOUSEMOTION:
        return move(t, &from->motion, event);
    case SDL_MOUSEWHEEL:
        return wheel(t, &from->wheel, event);
    case SDL_WINDOWEVENT:
        return window_event(t, &from->window, event);
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET:
        moult__present_lost(t);
        return redraw(event);
    case SDL_QUIT:
        event->kind = MOULT_EVENT_CLOSE;
        return 1;
    default:
        return 0;
    }
}

/* A frame of what moves is due, or it has moved long enough. */
static int32_t is_due(const moult__window *t)
{
    uint32_t now = SDL_GetTicks();
    int32_t is_next = (now - t->frame_at) / FRAME_MS % 8 != t->frame;
    return t->frame_at && !t->has_asked && (is_next || now - t->stirred_at >= 10000);
}

moult_status moult__window_event(void *block, moult_event *event)
{
    moult__window *t = block;
    SDL_Event from;
    *event = (moult_event){.size = event->size, .x = -1, .y = -1, .row = -1};
    while (t->text[t->text_at])
        if (next_letter(t, event))
            return 1;
    SDL_PumpEvents();
    while (SDL_PeepEvents(&from, 1, SDL_GETEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT) > 0) {
        if (from.type == SDL_KEYDOWN || from.type == SDL_TEXTINPUT ||
            from.type == SDL_MOUSEBUTTONDOWN || from.type == SDL_MOUSEMOTION)
            t->stirred_at = SDL_GetTicks();
        if (take(t, &from, event))
            return 1;
    }
    if (t->wants_resize) {
        t->wants_resize = 0;
        event->kind = MOULT_EVENT_RESIZE;
        return 1;
    }
    if (!is_due(t))
        return 0;
    t->has_asked = 1;
    return redraw(event);
}
