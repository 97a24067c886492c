/* SPDX-License-Identifier: MIT */
/* Levels by a renderer: one into a file, or one after the other with keys to go through seeds,
 * depths and sizes. A level that can't be made leaves the one before it in sight. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/map/map.h"
#include "core/system/crash.h"

#define VIEW_COLUMNS 512 /* more than a screen shows of a level isn't described */
#define VIEW_ROWS 256
#define STEP_X 8 /* by which a level grows */
#define STEP_Y 5
#define SIDE_MAX 4096
#define FAR_STEPS 8 /* of the cursor, with a capital letter */

typedef struct view {
    const moult__map_job *job;
    moult__session *session;      /* has the renderer, and the signals; there is no game */
    moult__canvas *shown, *spare; /* the next level is made on the spare one */
    moult__map_picture picture;
    moult_request request; /* of the level that is shown */
    int64_t number;        /* of its seed, 0: as it was given */
    char seed[MOULT_SEED_MAX + 32];
    moult__report report; /* why the last wish wasn't granted */
    int32_t x, y;         /* the cursor */
    int32_t help, leaving;
} view;

/* -- renderers --------------------------------------------------------------------------------- */

static moult_status refuse_memory(moult__report *report)
{
    return moult__refuse(report, MOULT_MEMORY, "moult map", "out of memory");
}

static void close_session(moult__session *s)
{
    moult__renderer_close(s);
    moult__crash_close();
    moult__scene_free(s->scene);
    free(s);
}

/* A session without a world, whose renderer is open; NULL: refused. */
static moult__session *open_session(moult__set *set, moult__report *report)
{
    moult__session *s = calloc(1, sizeof *s);
    moult_status status = MOULT_MEMORY;
    if (s == NULL)
        return refuse_memory(report), NULL;
    s->set = set;
    s->scene = moult__scene_create();
    if (s->scene == NULL || moult__crash_open() < 0)
        refuse_memory(report);
    else
        status = moult__renderer_open(s, report);
    if (status >= 0)
        return s;
    close_session(s);
    return NULL;
}

static moult_status show(const moult__session *s)
{
    moult__crash_box(moult__slot_owner(moult__set_role(s->set, "renderer")), "draw");
    moult_status status = s->renderer->draw(s->renderer_state, &s->scene->open);
    moult__crash_box(NULL, NULL);
    return status;
}

/* -- into a file ------------------------------------------------------------------------------- */

static moult_status draw_file(const moult__map_choice *c, moult__map_picture *picture,
                              moult__session *s, moult__report *report)
{
    char options[MOULT__PATH_SIZE + 64];
    if (strchr(c->png, '\n') != NULL || c->png[0] == 0 || strlen(c->png) >= MOULT__PATH_SIZE)
        return moult__refuse(report, MOULT_RANGE, "--png", "\"%.60s\" can't be a file's name",
                             c->png);
    int used = snprintf(options, sizeof options, "png=%s\n", c->png);
    if (c->scale != 0)
        snprintf(options + used, sizeof options - (size_t)used, "png-scale=%d\n", (int)c->scale);
    if (moult__map_picture_draw(picture, &s->scene->open) < 0)
        return refuse_memory(report);
    s->scene->open.options = options;
    errno = 0;
    moult_status status = show(s);
    if (status < 0)
        return moult__refuse(report, status, c->png, "the picture can't be written: %s",
                             errno != 0 ? strerror(errno)
                                        : moult__translate(moult_status_text(status)));
    return status;
}

moult_status moult__map_png(const moult__map_job *job, const moult_canvas *canvas, moult__set *set,
                            moult__report *report)
{
    moult__map_picture picture = {.canvas = canvas,
                                  .overlays = job->choice->overlays,
                                  .width = canvas->width,
                                  .height = canvas->height};
    moult__session *s = open_session(set, report);
    if (s == NULL)
        return report->status;
    moult_status status = draw_file(job->choice, &picture, s, report);
    moult__map_picture_free(&picture);
    close_session(s);
    return status;
}

/* -- one level after the other ----------------------------------------------------------------- */

static void find_start(view *v)
{
    const moult_canvas *canvas = &v->shown->own;
    v->x = canvas->width / 2;
    v->y = canvas->height / 2;
    for (uint32_t i = 0; i < canvas->spot_count; i++)
        if (canvas->spots[i].kind == MOULT_SPOT_ENTRY) {
            v->x = canvas->spots[i].x;
            v->y = canvas->spots[i].y;
            return;
        }
}

/* Refused: nothing changes but v->report. */
static void make(view *v, int64_t number, int64_t depth, int64_t width, int64_t height)
{
    char seed[sizeof v->seed];
    memset(&v->report, 0, sizeof v->report);
    if (depth < INT32_MIN || depth > INT32_MAX || width < 1 || height < 1 || width > SIDE_MAX ||
        height > SIDE_MAX)
        return;
    moult_request request = {
        .width = (int32_t)width, .height = (int32_t)height, .depth = (int32_t)depth};
    moult__map_seed(v->job->choice->seed, number, seed, sizeof seed);
    moult__crash_box(moult__slot_owner(v->job->slot), "map");
    moult_status status = moult__map_make(v->job, v->spare, &request, seed, &v->report);
    moult__crash_box(NULL, NULL);
    if (status < 0)
        return;
    moult__canvas *before = v->shown;
    v->shown = v->spare;
    v->spare = before;
    v->request = request;
    v->number = number;
    memcpy(v->seed, seed, sizeof seed);
    moult__map_picture_free(&v->picture);
    v->picture.canvas = &v->shown->own;
    find_start(v);
}

static int32_t part_from(int32_t focus, int32_t part, int32_t whole)
{
    int32_t first = focus - part / 2, last = whole - part;
    return first > last ? last : first < 0 ? 0 : first;
}

static void describe_figures(const view *v, moult_scene *scene)
{
    const moult_canvas *canvas = &v->shown->own;
    char text[MOULT_SEED_MAX + 256], overlays[16] = "-";
    uint32_t used = 0;
    for (uint32_t i = 0; MOULT__OVERLAY_KEYS[i] != 0; i++)
        if ((v->picture.overlays >> i & 1) != 0)
            overlays[used++] = MOULT__OVERLAY_KEYS[i];
    snprintf(text, sizeof text,
             moult__translate("depth %d  size %dx%d  shown %s  rooms %u  doors %u  seed \"%s\""),
             v->request.depth, canvas->width, canvas->height, overlays, canvas->room_count,
             canvas->door_count, v->seed);
    moult_gauge gauge = {.size = sizeof gauge, .style = MOULT_GAUGE_TEXT, .text = text};
    scene->add_gauge(scene, &gauge);
}

/* What is under the cursor, or why there is no other level. */
static void describe_words(const view *v)
{
    static const char *const names[] = {
#define NAME(name, number, flags, text) [number] = MOULT_TEXT_IN("tile", text),
        MOULT_TILE_LIST(NAME)
#undef NAME
    };
    const moult_canvas *canvas = &v->shown->own;
    char text[MOULT__REPORT_SIZE + 64];
    if (v->report.text[0] != 0) {
        snprintf(text, sizeof text, "%s", v->report.text);
    } else {
        uint32_t tile = canvas->tile[(size_t)v->y * (size_t)canvas->stride + (size_t)v->x];
        int used =
            snprintf(text, sizeof text, "(%d,%d) %s", v->x, v->y, moult__translate(names[tile]));
        int32_t steps = v->picture.steps != NULL
                            ? v->picture.steps[moult__map_place(canvas, v->x, v->y)]
                            : MOULT__MAP_FAR;
        if (steps >= 0)
            snprintf(text + used, sizeof text - (size_t)used,
                     moult__translate(", %d steps from the start"), steps);
    }
    moult_line line = {.size = sizeof line,
                       .kind = v->report.status < 0 ? MOULT_SAY_ALERT : MOULT_SAY_NORMAL,
                       .times = 1,
                       .text = text};
    moult__scene_add_line(v->session->scene, &line);
}

static void describe_help(moult_scene *scene)
{
    static const struct {
        const char *keys, *text;
    } rows[] = {
        {"n p", MOULT_TEXT("next and previous seed")},
        {"> <", MOULT_TEXT("deeper, less deep")},
        {"+ -", MOULT_TEXT("larger, smaller")},
        {"r", MOULT_TEXT("show rooms")},
        {"c", MOULT_TEXT("show what is connected: green, with secrets yellow, else red")},
        {"f", MOULT_TEXT("show steps from the start")},
        {"d", MOULT_TEXT("show doors by kind and state")},
        {"s", MOULT_TEXT("show what is asked for")},
        {"h j k l", MOULT_TEXT("move the cursor, as arrows do; in capitals: farther")},
        {"Home", MOULT_TEXT("to where one arrives")},
        {"q", MOULT_TEXT("leave")},
    };
    scene->set_title(scene, moult__translate("Keys"), MOULT_MENU_OPEN | MOULT_MENU_PANEL);
    for (uint32_t i = 0; i < MOULT_COUNT(rows); i++) {
        moult_row row = {
            .size = sizeof row, .text = rows[i].keys, .detail = moult__translate(rows[i].text)};
        scene->add_row(scene, &row);
    }
}

static moult_status draw(view *v)
{
    moult__map_picture *p = &v->picture;
    moult_scene *scene = moult__scene_begin(v->session->scene);
    const moult_canvas *canvas = &v->shown->own;
    p->width = canvas->width < VIEW_COLUMNS ? canvas->width : VIEW_COLUMNS;
    p->height = canvas->height < VIEW_ROWS ? canvas->height : VIEW_ROWS;
    p->x = part_from(v->x, p->width, canvas->width);
    p->y = part_from(v->y, p->height, canvas->height);
    if (moult__map_picture_draw(p, scene) < 0)
        return refuse_memory(&v->report);
    scene->focus_x = v->x - p->x;
    scene->focus_y = v->y - p->y;
    scene->cells[scene->focus_y * p->width + scene->focus_x].flags |= MOULT_CELL_CURSOR;
    describe_figures(v, scene);
    describe_words(v);
    if (v->help)
        describe_help(scene);
    if (show(v->session) < 0)
        v->leaving = 1; /* there is nobody left to show it to */
    return MOULT_OK;
}

/* -- keys -------------------------------------------------------------------------------------- */

static void move_cursor(view *v, int32_t x, int32_t y)
{
    const moult_canvas *canvas = &v->shown->own;
    v->x = x < 0 ? 0 : x >= canvas->width ? canvas->width - 1 : x;
    v->y = y < 0 ? 0 : y >= canvas->height ? canvas->height - 1 : y;
}

static void moving_key(view *v, uint32_t key)
{
    static const struct {
        uint32_t key, letter, far;
        int32_t x, y;
    } moves[] = {{MOULT_KEY_LEFT, 'h', 'H', -1, 0},
                 {MOULT_KEY_DOWN, 'j', 'J', 0, 1},
                 {MOULT_KEY_UP, 'k', 'K', 0, -1},
                 {MOULT_KEY_RIGHT, 'l', 'L', 1, 0}};
    for (uint32_t i = 0; i < MOULT_COUNT(moves); i++) {
        int32_t steps = key == moves[i].far ? FAR_STEPS : 1;
        if (key == moves[i].far || key == moves[i].key || key == moves[i].letter)
            move_cursor(v, v->x + steps * moves[i].x, v->y + steps * moves[i].y);
    }
}

static int32_t level_key(view *v, uint32_t key)
{
    static const struct {
        uint32_t key;
        int32_t number, depth, larger;
    } wishes[] = {{'n', 1, 0, 0}, {' ', 1, 0, 0},  {'p', -1, 0, 0}, {MOULT_KEY_BACKSPACE, -1, 0, 0},
                  {'>', 0, 1, 0}, {'<', 0, -1, 0}, {'+', 0, 0, 1},  {'-', 0, 0, -1}};
    for (uint32_t i = 0; i < MOULT_COUNT(wishes); i++) {
        if (key != wishes[i].key)
            continue;
        make(v, v->number + wishes[i].number, (int64_t)v->request.depth + wishes[i].depth,
             v->request.width + wishes[i].larger * STEP_X,
             v->request.height + wishes[i].larger * STEP_Y);
        return 1;
    }
    return 0;
}

static void press(view *v, uint32_t key)
{
    static const char overlays[] = MOULT__OVERLAY_KEYS;
    const char *overlay = key < 0x80 && key != 0 ? strchr(overlays, (int)key) : NULL;
    if (v->help || key == '?') {
        v->help = !v->help;
        return;
    }
    if (level_key(v, key))
        return;
    memset(&v->report, 0, sizeof v->report);
    if (key == 'q' || key == MOULT_KEY_ESCAPE)
        v->leaving = 1;
    else if (overlay != NULL)
        v->picture.overlays ^= 1u << (overlay - overlays);
    else if (key == MOULT_KEY_HOME)
        find_start(v);
    else
        moving_key(v, key);
}

static void take_event(view *v, const moult_event *event)
{
    if (event->kind == MOULT_EVENT_CLOSE || event->kind == MOULT_EVENT_LOST)
        v->leaving = 1;
    else if (event->kind == MOULT_EVENT_CLICK && event->x >= 0 && event->y >= 0)
        move_cursor(v, v->picture.x + event->x, v->picture.y + event->y);
    else if (event->kind == MOULT_EVENT_KEY)
        press(v, event->key);
    else if (event->kind == MOULT_EVENT_COMMAND && event->text != NULL && event->text[0] != 0)
        press(v, (uint8_t)event->text[0]);
}

static moult_status wait_for_events(view *v)
{
    moult__session *s = v->session;
    moult_status status = MOULT_OK;
    int32_t fd = s->renderer->wait_fd(s->renderer_state);
    struct pollfd polled[] = {{fd, POLLIN, 0}, {moult__signals_fd(&s->signals), POLLIN, 0}};
    moult_event event = {.size = sizeof event};
    int ready = poll(polled, 2, fd < 0 ? 10 : -1);
    v->leaving |= moult__signals_next(&s->signals) != 0;
    if (ready < 0)
        status = draw(v); /* perhaps another size */
    while (status >= 0 && !v->leaving && s->renderer->next_event(s->renderer_state, &event) > 0) {
        take_event(v, &event);
        status = v->leaving ? status : draw(v);
    }
    return status;
}

static moult_status look_around(view *v, moult__set *set)
{
    const moult__map_choice *c = v->job->choice;
    make(v, 0, c->depth, c->width, c->height);
    if (v->report.status < 0 || (v->session = open_session(set, &v->report)) == NULL)
        return v->report.status;
    moult_status status = moult__signals_open(&v->session->signals, &v->report);
    int32_t silent = (v->session->renderer->flags & MOULT_RENDERER_SILENT) != 0;
    if (status >= 0)
        status = draw(v);
    while (status >= 0 && !v->leaving && !silent)
        status = wait_for_events(v);
    moult__signals_close(&v->session->signals);
    close_session(v->session);
    return status;
}

moult_status moult__map_view(const moult__map_job *job, moult__set *set, moult__report *report)
{
    view *v = calloc(1, sizeof *v);
    if (v == NULL)
        return refuse_memory(report);
    v->job = job;
    v->picture.overlays = job->choice->overlays;
    v->shown = moult__canvas_create();
    v->spare = moult__canvas_create();
    moult_status status =
        v->shown != NULL && v->spare != NULL ? look_around(v, set) : refuse_memory(&v->report);
    if (status < 0)
        *report = v->report;
    moult__map_picture_free(&v->picture);
    moult__canvas_free(v->shown);
    moult__canvas_free(v->spare);
    free(v);
    return status;
}
