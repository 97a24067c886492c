/* SPDX-License-Identifier: MIT */
/* The session's loop: poll, read, play, serve, draw. */
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/game/journal.h"
#include "core/game/session.h"
#include "core/system/crash.h"
#include "core/system/text.h"

#define LINES_SHOWN 24u
#define ROUNDS_A_POLL 32u /* when nobody is waited for */

/* -- notices ----------------------------------------------------------------------------------- */

void moult__session_notice(moult__session *s, uint32_t kind, const char *format, ...)
{
    if (s->notice_count == MOULT__NOTICES) {
        memmove(s->notices, s->notices + 1, (MOULT__NOTICES - 1) * sizeof *s->notices);
        s->notice_count--;
    }
    moult__notice *notice = &s->notices[s->notice_count++];
    notice->kind = kind;
    notice->serial = ++s->notices_ever | (uint64_t)1 << 63;
    va_list args;
    va_start(args, format);
    vsnprintf(notice->text, sizeof notice->text, moult__translate(format), args);
    va_end(args);
    s->changed = 1;
}

/* A notice a line. */
void moult__session_lines(moult__session *s, uint32_t kind, const char *text)
{
    while (*text != 0) {
        size_t length = strcspn(text, "\n");
        if (length != 0)
            moult__session_notice(s, kind, "%.*s", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

/* -- small helpers ----------------------------------------------------------------------------- */

moult_status moult__session_flow_room(moult__session *s, int32_t width, int32_t height)
{
    uint32_t cells = (uint32_t)width * (uint32_t)height;
    if (cells <= s->flow_room)
        return MOULT_OK;
    uint16_t *flow = realloc(s->flow, cells * sizeof *flow);
    if (flow != NULL)
        s->flow = flow;
    uint32_t *queue = realloc(s->queue, cells * sizeof *queue);
    if (queue != NULL)
        s->queue = queue;
    if (flow == NULL || queue == NULL)
        return MOULT_MEMORY;
    s->flow_room = cells;
    return MOULT_OK;
}

int32_t moult__session_hero(const moult__session *s, moult_place *out)
{
    moult_id hero = moult__hero(s->world);
    out->size = sizeof *out;
    return hero != 0 && moult__where(s->world, MOULT_SCOPE_ACTOR, hero, out) >= 0 &&
           out->level != 0 && out->level == moult__level(s->world);
}

/* -- pictures ---------------------------------------------------------------------------------- */

void moult__session_draw_begin(moult__session *s, const char *what)
{
    s->world->phase = MOULT__PHASE_DRAW;
    moult__world_protect(s->world, 1);
    moult__crash_box(s->rules_label, what);
}

void moult__session_draw_end(moult__session *s)
{
    moult__crash_box(NULL, NULL);
    moult__world_protect(s->world, 0);
    s->world->phase = MOULT__PHASE_TURN;
}

static void add_messages(moult__session *s)
{
    const moult__slot_row *head =
        (const moult__slot_row *)moult__row(s->world, MOULT__TABLE_MESSAGE_SLOT, 0);
    uint32_t skip = head->live > LINES_SHOWN ? head->live - LINES_SHOWN : 0;
    moult_id id = 0;
    for (uint32_t i = 0; (id = moult__next_row(s->world, MOULT__TABLE_MESSAGE, 0, id)) != 0; i++) {
        char text[512];
        const moult__message_row *row = moult__read(s->world, MOULT__TABLE_MESSAGE, id);
        if (i < skip)
            continue;
        moult__message_text(s->world, id, text, sizeof text);
        moult_line line = {sizeof line, row->kind, row->turn, row->times, text, row->serial};
        moult__scene_add_line(s->scene, &line);
    }
    for (uint32_t i = 0; i < s->notice_count; i++) {
        const moult__notice *notice = &s->notices[i];
        moult_line line = {sizeof line, notice->kind, moult__turn(s->world),
                           1,           notice->text, notice->serial};
        moult__scene_add_line(s->scene, &line);
    }
}

static void mark_cursor(moult__session *s)
{
    const moult__session_row *row =
        (const moult__session_row *)moult__row(s->world, MOULT__TABLE_SESSION, 0);
    moult_scene *scene = &s->scene->open;
    if (row->state != MOULT_OUTCOME_AIM)
        return;
    int32_t x = (row->x - scene->origin_x) * scene->scale_x;
    int32_t y = (row->y - scene->origin_y) * scene->scale_y;
    scene->flags |= MOULT_SCENE_AIM;
    if (x < 0 || y < 0 || x >= scene->width || y >= scene->height)
        return;
    scene->cells[y * scene->width + x].flags |= MOULT_CELL_CURSOR;
    scene->focus_x = x;
    scene->focus_y = y;
}

moult_status moult__session_describe(moult__session *s)
{
    moult_scene *scene = moult__scene_begin(s->scene);
    scene->options = s->shown;
    if (MOULT_HAS(s->rules, sprites)) {
        scene->sprites = s->rules->sprites;
        scene->sprite_count = s->rules->sprite_count;
    }
    scene->sprite_stamp = s->set->stamp;
    moult__session_draw_begin(s, "describe");
    moult_status status = s->rules->describe(s->world, scene);
    if (status >= 0) {
        add_messages(s);
        if (s->console_shown)
            s->options.console->fill(s);
        else
            status = moult__menu_fill(s);
    }
    moult__session_draw_end(s);
    if (s->over)
        scene->flags |= MOULT_SCENE_OVER;
    mark_cursor(s);
    return status;
}

moult_status moult__session_draw(moult__session *s)
{
    s->changed = 0;
    if (s->renderer == NULL || (s->renderer->flags & MOULT_RENDERER_SILENT) != 0)
        return MOULT_OK;
    moult_status status = moult__session_describe(s);
    if (status < 0)
        return status;
    moult__facings_follow(&s->facings, s->world, &s->scene->open);
    moult__palette_apply(&s->palette, &s->scene->open);
    const char *label = moult__slot_owner(moult__set_role(s->set, "renderer"));
    moult__crash_box(label, "draw");
    moult__guard_begin(&s->guard, label, "draw", s->renderer_owns);
    status = s->renderer->draw(s->renderer_state, &s->scene->open);
    moult__guard_end(&s->guard, s);
    moult__crash_box(NULL, NULL);
    if (status >= 0)
        return status;
    char who[96];
    snprintf(who, sizeof who, "%s draw", label);
    return moult__refuse(&s->report, status, who,
                         "it can't draw any more (%s). Look at what it draws on",
                         moult__translate(moult_status_text(status)));
}

/* -- the loop ---------------------------------------------------------------------------------- */

static void read_signals(moult__session *s)
{
    int32_t number;
    while ((number = moult__signals_next(&s->signals)) != 0) {
        if (s->options.link != NULL)
            moult__keep_signal(s, number);
        else if (number == SIGHUP && !moult__terminal_gone(0))
            moult__session_reload_now(s, 1);
        else
            s->leaving = 1;
    }
}

static void read_watch(moult__session *s)
{
    if (moult__watch_drain(&s->watch) != 0)
        moult__session_reload_now(s, 0);
}

/* All events that are there. */
static moult_status drain_renderer(moult__session *s)
{
    moult_status status = MOULT_OK;
    while (!s->leaving && status >= 0) {
        moult_event event = {.size = sizeof event, .x = -1, .y = -1, .row = -1};
        moult__crash_box(moult__slot_owner(moult__set_role(s->set, "renderer")), "next_event");
        moult_status there = s->renderer->next_event(s->renderer_state, &event);
        moult__crash_box(NULL, NULL);
        if (there < 0)
            s->leaving = 1;
        if (there <= 0)
            break;
        if (!moult__bot_stopped(s, &event))
            moult__input_event(s, &event);
        status = s->report.status < 0 ? s->report.status : MOULT_OK;
        if (status >= 0 && s->changed)
            status = moult__session_draw(s);
    }
    return status;
}

static void wait_for_something(moult__session *s, int32_t busy)
{
    int renderer_fd =
        s->renderer->flags & MOULT_RENDERER_SILENT ? -1 : s->renderer->wait_fd(s->renderer_state);
    struct pollfd fds[5] = {
        {renderer_fd, POLLIN, 0},
        {moult__signals_fd(&s->signals), POLLIN, 0},
        {s->control != NULL ? moult__control_fd(s->control) : -1, POLLIN, 0},
        {s->has_watch ? moult__watch_fd(&s->watch) : -1, POLLIN, 0},
        {moult__keep_fd(s), POLLIN, 0},
    };
    int asks = renderer_fd < 0 && !(s->renderer->flags & MOULT_RENDERER_SILENT);
    int32_t tick = moult__tick_pause(s), bot = moult__bot_pause(s);
    int pause = tick < 0 || (bot >= 0 && bot < tick) ? bot : tick;
    int most = asks ? 10 : s->retry ? 100 : -1;
    int wait = busy ? 0 : pause >= 0 && (most < 0 || pause < most) ? pause : most;
    if (wait != 0)
        moult__journal_flush(s);
    if (wait != 0)
        moult__keep_busy(s, 0);
    int ready = poll(fds, MOULT_COUNT(fds), wait);
    if (wait != 0)
        moult__keep_busy(s, 1);
    if (ready == 0 && s->retry)
        moult__session_reload_now(s, 0);
    if (ready < 0) {
        s->changed = errno == EINTR; /* perhaps another size */
        return;
    }
    if (fds[1].revents != 0)
        read_signals(s);
    if (fds[2].revents != 0)
        moult__control_serve(s->control, moult__session_serve, s);
    if (fds[3].revents != 0)
        read_watch(s);
    if (fds[4].revents != 0)
        moult__keep_orders(s);
}

static int32_t limit_reached(const moult__session *s)
{
    return s->options.turns != 0 && s->played >= s->options.turns;
}

moult_status moult__session_run(moult__session *s)
{
    moult_status status = moult__session_draw(s);
    uint32_t rounds = 0;
    if (s->clock == NULL && moult__timed(s))
        s->clock = moult__now_ms;
    while (!s->leaving && status >= 0) {
        int32_t alone = moult__alone(s);
        if (alone)
            status = moult__alone_play(s);
        else if ((status = drain_renderer(s)) >= 0 && !s->leaving)
            status = moult__bot_show(s);
        if (!alone && !s->leaving)
            moult__tick(s);
        moult__keep(s);
        if (s->console != NULL)
            s->options.console->rest(s);
        status = s->report.status < 0 ? s->report.status : MOULT_OK;
        if (status >= 0 && s->changed && !s->leaving)
            status = moult__session_draw(s);
        if (limit_reached(s) || (alone && s->over && s->script == NULL))
            s->leaving = 1;
        if (!s->leaving && status >= 0 && (!alone || ++rounds % ROUNDS_A_POLL == 0))
            wait_for_something(s, alone || s->changed);
    }
    if (status >= 0 && s->renderer != NULL && !s->orphan)
        moult__session_draw(s);
    return moult__save_leave(s, status);
}
