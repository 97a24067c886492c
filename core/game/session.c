/* SPDX-License-Identifier: MIT */
/* The session's life and its loop: poll, read, play, serve, draw. */
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>
#include "core/game/session.h"
#include "core/system/crash.h"
#include "core/system/files.h"
#include "core/system/text.h"

#define SCRIPT_MAX ((uint64_t)16 << 20)
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
    moult__crash_box(moult__slot_owner(moult__set_role(s->set, "renderer")), "draw");
    status = s->renderer->draw(s->renderer_state, &s->scene->open);
    moult__crash_box(NULL, NULL);
    return status;
}

void moult__seed_fresh(char out[16])
{
    static const char letters[] = "abcdefghjkmnpqrstuvwxyz23456789-";
    uint8_t chance[8] = {0};
    if (getrandom(chance, sizeof chance, 0) < 0)
        chance[0] = (uint8_t)getpid();
    for (uint32_t i = 0; i < sizeof chance; i++)
        out[i] = letters[chance[i] % 31];
    out[sizeof chance] = 0;
}

/* -- opening and closing ----------------------------------------------------------------------- */

static void fill_tile_tables(moult__session *s)
{
    for (uint32_t tile = 0; tile < 256; tile++) {
        uint32_t flags = moult_tile_flags(tile);
        s->opaque[tile] = (flags & MOULT_TILE_OPAQUE) != 0;
        for (uint32_t passes = 0; passes < 4; passes++) {
            uint32_t passed = (passes & 1) != 0 ? MOULT_TILE_OPENS : 0;
            passed |= (passes & 2) != 0 ? MOULT_TILE_LIQUID : 0;
            s->blocks[passes][tile] = (flags & MOULT_TILE_BLOCKS) != 0 && (flags & passed) == 0;
        }
    }
}

moult_status moult__session_prepare(moult__session *s, moult__set *set,
                                    const moult__options *options)
{
    memset(s, 0, sizeof *s);
    s->set = set;
    s->options = *options;
    fill_tile_tables(s);
    s->canvas = moult__canvas_create();
    s->scene = moult__scene_create();
    s->world = moult__set_world_create(set, &s->report);
    if (s->canvas == NULL || s->scene == NULL || s->world == NULL)
        return moult__refuse(&s->report, MOULT_MEMORY, "moult play", "out of memory");
    s->world->session = s;
    s->rules_label = "core";
    return MOULT_OK;
}

moult_status moult__session_start(moult__session *s, const uint8_t *seed, uint32_t seed_size)
{
    moult_status status = moult__world_seed(s->world, seed, seed_size);
    if (status < 0) {
        s->report = s->world->report;
        s->report.exit_code = MOULT__EXIT_REFUSED;
        return status;
    }
    moult__run_row *run = (moult__run_row *)moult__row_edit(s->world, MOULT__TABLE_RUN, 0);
    run->rules = moult__intern(s->world, moult__set_role_slot(s->set, "rules"));
    status = moult__session_tune(s, &s->report);
    if (status < 0)
        return status;
    s->world->report.text[0] = 0;
    moult__crash_box(s->rules_label, "start");
    status = s->rules->start(s->world, seed, seed_size);
    moult__crash_box(NULL, NULL);
    s->changed = 1;
    if (status >= 0)
        return status;
    char who[96];
    snprintf(who, sizeof who, "%s start", s->rules_label);
    const char *why = s->world->report.text;
    why += strncmp(why, "error  ", 7) == 0 ? 7 : 0; /* said once is enough */
    return moult__refuse(&s->report, status, who, "%s",
                         why[0] != 0 ? why : moult__translate(moult_status_text(status)));
}

/* A run that was left before is gone on with; what can't be read is named and left alone. */
static moult_status resume_or_start(moult__session *s)
{
    char path[MOULT__PATH_SIZE];
    const moult__options *o = &s->options;
    if (o->load_path != NULL)
        return moult__save_read(s, o->load_path, &s->report);
    if (o->save && o->seed == NULL) {
        moult_status status = moult__save_path(s, path, sizeof path, &s->report);
        if (status < 0)
            return status;
        status = moult__save_read(s, path, &s->report);
        if (status != MOULT_UNKNOWN)
            return status;
        memset(&s->report, 0, sizeof s->report);
    }
    char fresh[16];
    moult__seed_fresh(fresh);
    moult_status status =
        o->seed != NULL ? moult__session_start(s, (const uint8_t *)o->seed, o->seed_size)
                        : moult__session_start(s, (const uint8_t *)fresh, (uint32_t)strlen(fresh));
    if (status >= 0)
        moult__title_open(s);
    return status;
}

/* Better told at the start than at the end. */
static void greet(moult__session *s)
{
    char path[MOULT__PATH_SIZE];
    moult__report report = {0};
    const moult__command *help = moult__command_find(s, "help");
    if (help != NULL && help->keys[0] != 0)
        moult__session_notice(s, MOULT_SAY_SYSTEM, "%.*s shows commands and keys.",
                              (int)strcspn(help->keys, " "), help->keys);
    if (s->options.save && moult__save_path(s, path, sizeof path, &report) >= 0) {
        *strrchr(path, '/') = 0;
        if (moult__folder_make(path, 0700, &report) < 0 || access(path, W_OK) != 0)
            moult__session_notice(
                s, MOULT_SAY_ALERT,
                "This run can't be saved: %s isn't writable. Set XDG_DATA_HOME to "
                "a folder that is.",
                path);
    }
}

static moult_status open_surroundings(moult__session *s)
{
    const moult__options *o = &s->options;
    moult_status status = moult__signals_open(&s->signals, &s->report);
    s->has_signals = status >= 0;
    if (status >= 0 && o->control)
        status = moult__control_open(&s->control, &s->report);
    if (status >= 0 && o->watch) {
        status = moult__watch_open(&s->watch, &s->report);
        s->has_watch = status >= 0;
        for (uint32_t i = 0; i < s->set->build_count && status >= 0; i++) {
            char folder[MOULT__PATH_SIZE];
            snprintf(folder, sizeof folder, "%s", s->set->builds[i]->path);
            char *slash = strrchr(folder, '/');
            if (slash == NULL)
                strcpy(folder, ".");
            else
                slash[slash == folder] = 0;
            status = moult__watch_add(&s->watch, folder, &s->report);
        }
    }
    if (status >= 0 && o->keys_path != NULL)
        status =
            moult__file_read(o->keys_path, SCRIPT_MAX, &s->script, &s->script_size, &s->report);
    return status;
}

moult_status moult__session_open(moult__session *s, moult__set *set, const moult__options *options)
{
    moult_status status = moult__session_prepare(s, set, options);
    if (status >= 0)
        status = moult__session_bind(s, &s->report);
    if (status >= 0)
        status = resume_or_start(s);
    if (status >= 0)
        status = open_surroundings(s);
    if (status >= 0)
        status = moult__crash_open();
    if (status >= 0)
        status = moult__renderer_open(s, &s->report);
    if (status >= 0 && moult__person(s))
        greet(s);
    return status;
}

void moult__session_close(moult__session *s)
{
    moult__renderer_close(s);
    moult__crash_close();
    moult__control_close(s->control);
    if (s->has_watch)
        moult__watch_close(&s->watch);
    if (s->has_signals)
        moult__signals_close(&s->signals);
    if (s->world != NULL)
        moult__set_world_free(s->set, s->world);
    moult__canvas_free(s->canvas);
    moult__scene_free(s->scene);
    moult__facings_free(&s->facings);
    free(s->flow);
    free(s->queue);
    free(s->script);
    free(s->profile);
    s->world = NULL;
}

/* -- the loop ---------------------------------------------------------------------------------- */

static void read_signals(moult__session *s)
{
    int32_t number;
    while ((number = moult__signals_next(&s->signals)) != 0) {
        if (number == SIGHUP && !moult__terminal_gone(0))
            moult__session_reload_now(s);
        else
            s->leaving = 1;
    }
}

static void read_watch(moult__session *s)
{
    if (moult__watch_drain(&s->watch) != 0)
        moult__session_reload_now(s);
}

/* All events that are there. */
static moult_status drain_renderer(moult__session *s)
{
    moult_status status = MOULT_OK;
    while (!s->leaving && status >= 0) {
        moult_event event = {.size = sizeof event, .x = -1, .y = -1, .row = -1};
        moult_status there = s->renderer->next_event(s->renderer_state, &event);
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
    struct pollfd fds[4] = {
        {renderer_fd, POLLIN, 0},
        {moult__signals_fd(&s->signals), POLLIN, 0},
        {s->control != NULL ? moult__control_fd(s->control) : -1, POLLIN, 0},
        {s->has_watch ? moult__watch_fd(&s->watch) : -1, POLLIN, 0},
    };
    int asks = renderer_fd < 0 && !(s->renderer->flags & MOULT_RENDERER_SILENT);
    int32_t tick = moult__tick_pause(s), bot = moult__bot_pause(s);
    int pause = tick < 0 || (bot >= 0 && bot < tick) ? bot : tick;
    int most = asks ? 10 : s->retry ? 100 : -1;
    int wait = busy ? 0 : pause >= 0 && (most < 0 || pause < most) ? pause : most;
    int ready = poll(fds, MOULT_COUNT(fds), wait);
    if (ready == 0 && s->retry)
        moult__session_reload_now(s);
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
        status = s->report.status < 0 ? s->report.status : MOULT_OK;
        if (status >= 0 && s->changed && !s->leaving)
            status = moult__session_draw(s);
        if (limit_reached(s) || (alone && s->over && s->script == NULL))
            s->leaving = 1;
        if (!s->leaving && status >= 0 && (!alone || ++rounds % ROUNDS_A_POLL == 0))
            wait_for_something(s, alone || s->changed);
    }
    if (status >= 0 && s->renderer != NULL)
        moult__session_draw(s);
    return moult__save_leave(s, status);
}
