/* SPDX-License-Identifier: MIT */
/* Renderers: made-up scenes, keys and changes of size. One that owns a terminal gets a pseudo
 * terminal; another draws into nowhere, and finds command lines at its standard input. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include "core/game/scene.h"
#include "core/system/text.h"
#include "core/validator/trial.h"

#define UNDO_MAX 1024u
#define GUARD 64u

typedef struct show {
    moult__trial *t;
    const moult__slot *slot;
    const moult_renderer_1 *functions;
    uint8_t *state; /* with a guard behind it */
    moult__scene *scene;
    moult__pty pty;
    int32_t has_pty, is_open;
} show;

/* Lines of commands, more than a tour asks for, then the end of the input. */
static void feed_lines(void)
{
    static const char lines[] = "wait\nmove-north\nexplore\nsay hello there\n\n";
    int input[2];
    if (pipe2(input, O_CLOEXEC) != 0)
        return;
    for (uint32_t i = 0; i < 16; i++)
        if (write(input[1], lines, sizeof lines - 1) < 0)
            break;
    close(input[1]);
    dup2(input[0], STDIN_FILENO);
    close(input[0]);
}

/* 0: it has nothing to draw on here, or failed. `on_terminal`: it has one already. */
static int32_t show_open(show *s, moult__trial *t, const moult__slot *slot, int32_t on_terminal)
{
    memset(s, 0, sizeof *s);
    s->t = t;
    s->slot = slot;
    s->functions = slot->functions;
    s->scene = moult__scene_create();
    s->state = calloc(1, s->functions->state_size + GUARD);
    if (s->scene == NULL || s->state == NULL)
        return 0;
    memset(s->state + s->functions->state_size, 0xa7, GUARD);
    if (!on_terminal && (slot->flags & MOULT_MAY_OWN_TERMINAL) != 0)
        s->has_pty = moult__pty_open(&s->pty) >= 0;
    else if (!on_terminal)
        feed_lines();
    moult__call(t, slot, "open");
    moult_status status = s->functions->open(s->state, 0);
    moult__called(t);
    s->is_open = status >= 0;
    if (status < 0)
        moult__skip(t, "it opens nothing here: %s", moult_status_text(status));
    return s->is_open;
}

static void show_close(show *s)
{
    if (s->is_open) {
        moult__call(s->t, s->slot, "close");
        s->functions->close(s->state, 0);
        moult__called(s->t);
    }
    for (uint32_t i = 0; i < GUARD && s->state != NULL; i++)
        if (s->state[s->functions->state_size + i] != 0xa7)
            moult__fails(s->t, "it wrote beyond its state of %u bytes", s->functions->state_size);
    if (s->has_pty)
        moult__pty_close(&s->pty);
    moult__scene_free(s->scene);
    free(s->state);
}

/* -- scenes ------------------------------------------------------------------------------------ */

#define LONG                                                                             \
    "a very long line that no terminal of eighty columns can show in one row, and that " \
    "goes on and on, so that it has to be cut or folded somewhere, and then goes on"

static const char *const texts[] = {
    "",
    "HP",
    "You hit the rat for 3.",
    "日本語の文字は二桁を占める",
    "é̂ with marks, ﷽, and a \xf0\x9f\x90\x80",
    LONG,
};

static const char *any_text(moult_xorshift *source)
{
    return texts[moult__chance(source, MOULT_COUNT(texts))];
}

static void paint(moult_scene *scene, moult_xorshift *source)
{
    static const uint32_t glyphs[] = {0,      '@',   '#',     '.', ' ',      0x2588,
                                      0x4e00, 0x301, 0x1f400, 7,   0x10ffff, 0xfffffff};
    for (int32_t i = 0; i < scene->width * scene->height; i++) {
        moult_cell *cell = &scene->cells[i];
        cell->glyph = glyphs[moult__chance(source, MOULT_COUNT(glyphs))];
        cell->fg = moult__chance(source, 0x1000000);
        cell->bg = moult__chance(source, 0x1000000);
        cell->ascii = (uint8_t)(moult__chance(source, 2) != 0 ? '?' : 0);
        cell->flags = (uint8_t)moult__chance(source, 64);
    }
}

static void add_figures(moult__scene *own, moult_xorshift *source)
{
    moult_scene *scene = &own->open;
    for (uint32_t i = moult__chance(source, 12); i > 0; i--) {
        moult_gauge gauge = {.size = sizeof gauge,
                             .style = moult__chance(source, 6),
                             .fg = moult__chance(source, 0x1000000),
                             .value = moult__chance_between(source, -1000, 1000),
                             .max = moult__chance_between(source, -2, 1000),
                             .label = any_text(source),
                             .text = moult__chance(source, 2) != 0 ? any_text(source) : NULL};
        scene->add_gauge(scene, &gauge);
    }
    for (uint32_t i = moult__chance(source, 30); i > 0; i--) {
        moult_line line = {sizeof line,
                           moult__chance(source, MOULT_SAY_KINDS),
                           i,
                           moult__chance(source, 4),
                           any_text(source),
                           i};
        moult__scene_add_line(own, &line);
    }
    for (uint32_t i = moult__chance(source, 10); i > 0; i--) {
        moult_row row = {.size = sizeof row, .text = any_text(source), .detail = any_text(source)};
        scene->add_side(scene, &row);
    }
}

static void add_menu(moult_scene *scene, moult_xorshift *source)
{
    static const uint32_t kinds[] = {0, MOULT_MENU_OPEN, MOULT_MENU_OPEN | MOULT_MENU_ASIDE,
                                     MOULT_MENU_PANEL, MOULT_MENU_PROMPT};
    uint32_t kind = kinds[moult__chance(source, MOULT_COUNT(kinds))];
    if (kind == 0)
        return;
    scene->set_title(scene, any_text(source), kind);
    for (uint32_t i = moult__chance(source, 60); i > 0; i--) {
        moult_row row = {.size = sizeof row,
                         .flags = moult__chance(source, 8),
                         .key = moult__chance(source, 2) != 0 ? 'a' + i % 26 : 0,
                         .text = any_text(source),
                         .detail = moult__chance(source, 2) != 0 ? any_text(source) : NULL};
        scene->add_row(scene, &row);
    }
    scene->row_cursor = scene->row_count != 0 ? moult__chance(source, scene->row_count) : 0;
    scene->row_first = moult__chance(source, scene->row_cursor + 1);
    scene->row_room = moult__chance(source, 12);
}

static moult_scene *make_up(moult__scene *own, moult_xorshift *source)
{
    moult_scene *scene = moult__scene_begin(own);
    uint32_t size = moult__chance(source, 8);
    scene->set_size(scene, size == 0 ? 0 : moult__chance_between(source, 1, size == 1 ? 300 : 90),
                    size == 0 ? 0 : moult__chance_between(source, 1, size == 1 ? 120 : 40));
    scene->scale_x = scene->scale_y = 1;
    scene->focus_x = scene->width != 0 ? moult__chance_between(source, 0, scene->width - 1) : 0;
    scene->focus_y = scene->height != 0 ? moult__chance_between(source, 0, scene->height - 1) : 0;
    scene->flags = moult__chance(source, 8);
    paint(scene, source);
    if (moult__chance(source, 3) == 0 && scene->set_mini(scene, 20, 20) >= 0)
        scene->mini[moult__chance(source, 400)] = 0xffffff;
    add_figures(own, source);
    add_menu(scene, source);
    return scene;
}

static moult_status draw(show *s, const moult_scene *scene)
{
    moult__call(s->t, s->slot, "draw");
    moult_status status = s->functions->draw(s->state, scene);
    moult__called(s->t);
    return status;
}

/* All events that are there, at most so many; negative: the display is gone. */
static moult_status drain(show *s, uint32_t most)
{
    moult_status there = 1;
    for (uint32_t i = 0; i < most && there > 0; i++) {
        moult_event event = {.size = sizeof event, .x = -1, .y = -1, .row = -1};
        if ((s->functions->flags & MOULT_RENDERER_SILENT) != 0)
            return 0;
        moult__call(s->t, s->slot, "next_event");
        there = s->functions->next_event(s->state, &event);
        moult__called(s->t);
        if (there > 0 && (event.size != sizeof event || event.kind > MOULT_EVENT_COMMAND))
            moult__fails(s->t, "an event of kind %u, size %u", event.kind, event.size);
        if (there > 0 && event.kind == MOULT_EVENT_COMMAND &&
            moult__text_fault(event.text, 2048) != NULL)
            moult__fails(s->t, "the command of an event: %s", moult__text_fault(event.text, 2048));
        if (there > 0 && (event.kind == MOULT_EVENT_CLOSE || event.kind == MOULT_EVENT_LOST))
            return 0;
    }
    return there;
}

static void type(const show *s, moult_xorshift *source)
{
    static const char *const keys[] = {"h",    "\x1b[A", "\x1bOB", "\x1b",         "\xe3\x81\x82",
                                       "\xff", "\r",     "\t",     "\x1b[<0;5;5M", "\x1b[999~",
                                       "\x7f"};
    const char *key = keys[moult__chance(source, MOULT_COUNT(keys))];
    if (s->has_pty && write(s->pty.master, key, strlen(key)) < 0)
        return;
}

void moult__tour_renderer(moult__trial *t, const moult__slot *slot, uint32_t seed)
{
    moult_xorshift source = moult_xorshift_start(seed);
    show s;
    if (show_open(&s, t, slot, 0))
        for (uint32_t i = 0; i < 12; i++) {
            moult_status status = draw(&s, make_up(s.scene, &source));
            moult__answer(t, &status, sizeof status);
            drain(&s, 4);
        }
    show_close(&s);
}

/* -- a storm ----------------------------------------------------------------------------------- */

#define STORM_LEAST 50u
#define STORM_SECONDS 3.0 /* of calculating */

static void storm(moult__trial *t, const moult__slot *slot)
{
    static const int32_t sizes[][2] = {{80, 24}, {1, 1},  {2, 1},    {1, 50},    {20, 5},
                                       {40, 10}, {10, 3}, {132, 50}, {300, 100}, {79, 23}};
    moult_xorshift source = moult_xorshift_start(12);
    show s;
    uint32_t count = moult__count(t, 600), shown = 0;
    if (show_open(&s, t, slot, 0))
        for (; shown < count && !moult__failed(t); shown++) {
            if (shown >= STORM_LEAST && moult__enough(STORM_SECONDS))
                break;
            const int32_t *size = sizes[moult__chance(&source, MOULT_COUNT(sizes))];
            moult_scene *scene = make_up(s.scene, &source);
            moult__about(t, moult__translate("a scene of %dx%d on a display of %dx%d"),
                         scene->width, scene->height, size[0], size[1]);
            if (s.has_pty)
                moult__pty_resize(&s.pty, size[0], size[1]);
            type(&s, &source);
            if (drain(&s, 100) < 0)
                moult__fails(t, "%s: it says that the display is gone", t->found->where);
            moult_status status = draw(&s, scene);
            if (status < 0)
                moult__fails(t, "%s: %s", t->found->where, moult_status_text(status));
            moult__call(t, slot, "wait_fd");
            s.functions->wait_fd(s.state);
            moult__called(t);
        }
    show_close(&s);
    moult__pass(t, "%u scenes", shown);
}

void moult__check_renderer_storm(moult__trial *t)
{
    moult__each_slot(t, storm);
}

/* -- the terminal ------------------------------------------------------------------------------ */

static void look_at_undo(show *s)
{
    uint8_t bytes[UNDO_MAX + GUARD], few[4 + GUARD];
    memset(bytes, 0xa7, sizeof bytes);
    memset(few, 0xa7, sizeof few);
    moult__call(s->t, s->slot, "undo");
    uint32_t count = s->functions->undo(s->state, bytes, UNDO_MAX);
    s->functions->undo(s->state, few, 4);
    moult__called(s->t);
    if (count > UNDO_MAX)
        moult__fails(s->t, "%u bytes undo what it did to the terminal, of which %u are kept", count,
                     UNDO_MAX);
    for (uint32_t i = 0; i < GUARD; i++)
        if (bytes[UNDO_MAX + i] != 0xa7 || few[4 + i] != 0xa7)
            moult__fails(s->t, "undo wrote more bytes than it was given room for");
}

static void terminal(moult__trial *t, const moult__slot *slot)
{
    struct termios before, after;
    moult_xorshift source = moult_xorshift_start(4);
    moult__pty pty;
    show s;
    if (moult__pty_open(&pty) < 0) {
        moult__skip(t, "no pseudo terminal can be opened here");
        return;
    }
    int32_t known = tcgetattr(0, &before) == 0;
    if (show_open(&s, t, slot, 1)) {
        look_at_undo(&s);
        for (uint32_t i = 0; i < 10; i++)
            draw(&s, make_up(s.scene, &source));
    }
    show_close(&s);
    if (known && tcgetattr(0, &after) == 0 &&
        (before.c_iflag != after.c_iflag || before.c_oflag != after.c_oflag ||
         before.c_lflag != after.c_lflag || before.c_cflag != after.c_cflag ||
         memcmp(before.c_cc, after.c_cc, sizeof before.c_cc) != 0))
        moult__fails(t, "after close the terminal has other settings than before open");
    moult__pty_close(&pty);
}

void moult__check_renderer_terminal(moult__trial *t)
{
    moult__each_slot(t, terminal);
}
