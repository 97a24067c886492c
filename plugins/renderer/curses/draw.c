/* SPDX-License-Identifier: MIT */
/* One frame: messages (or a prompt) on top, the map in the middle with a menu over it, the gauges
 * at the bottom. Every frame is painted whole into ncurses's window; what of it differs from the
 * screen is found and written by ncurses. The size is asked for at each frame, so no signal has to
 * be caught in time. */
#include "terminal.h"
#include <limits.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define TEXT_COLOUR 0xc0c0c0u
#define MESSAGE_SIZE 512
#define MESSAGES_MOST 16u /* looked at, to find those that fit */
#define BAR_COLUMNS 10
#define MENU_ROWS 14 /* of a screen on which a menu leaves messages and gauges in view */

int32_t moult__terminal_size(int32_t *columns, int32_t *rows)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || !size.ws_row || !size.ws_col)
        return 0;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 1;
}

/* Terminals move their contents about when their size changes, so all is written again. */
static void follow_size(void)
{
    int32_t columns, rows;
    if (!moult__terminal_size(&columns, &rows) || (columns == COLS && rows == LINES))
        return;
    resize_term(rows, columns);
    clearok(stdscr, TRUE);
}

/* Bytes of the text that one line of the screen takes: whole words where a word fits at all. */
static size_t line_of_words(const moult__terminal *t, const char *text)
{
    size_t room = (size_t)(moult__text_fit(t, text, COLS) - text);
    if (text[room] == 0)
        return room;
    for (size_t i = room + 1; i-- > 1;)
        if (text[i] == ' ')
            return i;
    return room;
}

/* As much as fits of what to do about a screen too small. */
static void draw_too_small(const moult__terminal *t)
{
    char words[128], line[128];
    snprintf(words, sizeof words, moult__own_words("Too small: make it %dx%d"),
             MOULT__LEAST_COLUMNS, MOULT__LEAST_ROWS);
    moult__look look = moult__colours_look(t, 0xffffffu, 0, 0);
    const char *text = words;
    for (int32_t y = 0; y < LINES && *text; y++) {
        size_t length = line_of_words(t, text);
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        moult__text_paint(t, y, 0, COLS, line, look);
        if (length == 0)
            return;
        text += length;
        text += *text == ' ';
    }
}

/* -- messages ---------------------------------------------------------------------------------- */

static uint32_t message_colour(const moult_scene *scene, uint32_t kind)
{
    static const uint32_t colours[] = {
        [MOULT_SAY_NORMAL] = 0xc0c0c0u,       [MOULT_SAY_GOOD] = 0x60d060u,
        [MOULT_SAY_BAD] = 0xe05050u,          [MOULT_SAY_ALERT] = 0xf0d040u,
        [MOULT_SAY_HERO_STRIKES] = 0xf0f0f0u, [MOULT_SAY_HERO_STRUCK] = 0xe09040u,
        [MOULT_SAY_SYSTEM] = 0x50c0d0u,
    };
    if (kind < MOULT_SAY_KINDS && MOULT_HAS(scene, say_fg) && scene->say_fg[kind])
        return scene->say_fg[kind];
    return kind < MOULT_COUNT(colours) ? colours[kind] : TEXT_COLOUR;
}

/* Lays messages from `first` on out on `rows` lines from line `top`, several on a line where they
 * fit, and paints them when wanted; answers the lines that they need. */
static int32_t lay_out(const moult__terminal *t, const moult_scene *scene, uint32_t first,
                       int32_t top, int32_t rows, int is_painted)
{
    int32_t x = 0, y = 0;
    uint32_t newest = MOULT__ENTRY(scene->lines, scene->line_count - 1)->turn;
    for (uint32_t i = first; i < scene->line_count; i++) {
        const moult_line *line = MOULT__ENTRY(scene->lines, i);
        char buffer[MESSAGE_SIZE], times[24] = "";
        if (line->times > 1)
            snprintf(times, sizeof times, " (x%u)", (unsigned)line->times);
        snprintf(buffer, sizeof buffer, "%s%s", line->text ? line->text : "", times);
        int32_t columns = moult__text_columns(t, buffer);
        if (x > 0 && x + 1 + columns > COLS)
            x = 0, y++;
        else if (x > 0)
            x++;
        uint32_t flags = line->turn < newest ? MOULT_CELL_DIM : 0;
        moult__look look = moult__colours_look(t, message_colour(scene, line->kind), 0, flags);
        for (const char *text = buffer; *text && y < INT_MAX;) {
            if (is_painted && y < rows)
                moult__text_paint(t, top + y, x, COLS - x, text, look);
            text = moult__text_fit(t, text, COLS - x);
            x = *text ? 0 : x + columns;
            y += *text != 0;
            columns = moult__text_columns(t, text);
        }
    }
    return y + 1;
}

static void draw_messages(const moult__terminal *t, const moult_scene *scene, int32_t top,
                          int32_t rows)
{
    if (!scene->line_count || rows <= 0)
        return;
    uint32_t first = scene->line_count - 1;
    while (first > 0 && scene->line_count - first < MESSAGES_MOST &&
           lay_out(t, scene, first - 1, top, rows, 0) <= rows)
        first--;
    lay_out(t, scene, first, top, rows, 1);
}

/* The question and the answer so far; when it is too long, the end of it, where one is typing. */
static void draw_prompt(const moult__terminal *t, const moult_scene *scene)
{
    char text[MESSAGE_SIZE];
    const char *answer = scene->row_count ? scene->rows->text : NULL;
    snprintf(text, sizeof text, "%s%s%s", scene->title ? scene->title : "", answer ? " " : "",
             answer ? answer : "");
    moult__look look = moult__colours_look(t, 0xffffffu, 0, MOULT_CELL_BOLD);
    int32_t columns = moult__text_columns(t, text);
    const char *shown = moult__text_skip(t, text, columns - (COLS - 1));
    columns = moult__text_paint(t, 0, 0, COLS - 1, shown, look);
    if (answer)
        curs_set(1);
    move(0, columns);
}

/* -- map --------------------------------------------------------------------------------------- */

static void place_map(moult__pane *pane, const moult_scene *scene, int32_t columns, int32_t top,
                      int32_t rows)
{
    pane->columns = scene->width < columns ? scene->width : columns;
    pane->rows = scene->height < rows ? scene->height : rows;
    pane->x = (columns - pane->columns) / 2;
    pane->y = top + (rows - pane->rows) / 2;
    moult_scene_window(scene, pane->columns, pane->rows, &pane->first_x, &pane->first_y);
}

static void draw_map(const moult__terminal *t, const moult_scene *scene)
{
    const moult__pane *pane = &t->map;
    for (int32_t y = 0; y < pane->rows && scene->cells; y++)
        for (int32_t x = 0; x < pane->columns; x++) {
            const moult_cell *cell = moult__scene_cell(scene, pane->first_x + x, pane->first_y + y);
            uint32_t shown = MOULT_CELL_REVERSE | MOULT_CELL_CURSOR;
            if (!cell->glyph && !cell->bg && !(cell->flags & shown))
                continue;
            moult__look look = moult__colours_look(t, cell->fg, cell->bg, cell->flags);
            moult__glyph_paint(t, pane->y + y, pane->x + x, cell->glyph, cell->ascii, look);
        }
}

/* -- gauges ------------------------------------------------------------------------------------ */

static void gauge_words(const moult_gauge *gauge, char *out, size_t room)
{
    moult__gauge_text(gauge, out, room);
    if (gauge->style != MOULT_GAUGE_PIPS || gauge->max <= 0 || gauge->max > 10)
        return;
    int label = snprintf(out, room, "%s%s", gauge->label ? gauge->label : "",
                         gauge->label && gauge->label[0] ? " " : "");
    for (int64_t i = 0; i < gauge->max && (size_t)label + 2 < room; i++) {
        out[label++] = i < gauge->value ? '*' : '.';
        out[label] = 0;
    }
}

/* Columns of a text up to where `columns` end, or where the character ends that lies across. */
static int32_t whole_columns(const moult__terminal *t, const char *text, int32_t columns)
{
    const char *rest = moult__text_skip(t, text, columns);
    int32_t used = moult__text_columns(t, text) - moult__text_columns(t, rest);
    return used > columns ? used : columns;
}

/* Paints one gauge; a bar is its words over a field that is filled as far as its value goes. */
static int32_t draw_gauge(const moult__terminal *t, const moult_gauge *gauge, int32_t x,
                          int32_t room)
{
    char words[256];
    gauge_words(gauge, words, sizeof words);
    int32_t columns = moult__text_columns(t, words);
    int is_bar = gauge->style == MOULT_GAUGE_BAR && gauge->max > 0;
    if (is_bar && columns < BAR_COLUMNS)
        columns = BAR_COLUMNS;
    if (x > 0 && columns > room)
        return 0;
    columns = columns > room ? room : columns;
    moult__look look = moult__colours_look(t, gauge->fg ? gauge->fg : TEXT_COLOUR, gauge->bg, 0);
    int32_t used = moult__text_paint(t, LINES - 1, x, columns, words, look);
    if (!is_bar || gauge->value <= 0)
        return columns;
    for (; used < columns; used++)
        moult__glyph_paint(t, LINES - 1, x + used, ' ', 0, look);
    int64_t value = gauge->value < gauge->max ? gauge->value : gauge->max;
    int filled = (int)((double)value / (double)gauge->max * columns);
    filled = whole_columns(t, words, filled > 0 ? filled : 1);
    mvchgat(LINES - 1, x, filled, look.attributes ^ A_REVERSE, 0, &look.pair);
    return columns;
}

static void draw_gauges(const moult__terminal *t, const moult_scene *scene)
{
    int32_t x = 0;
    for (uint32_t i = 0; i < scene->gauge_count; i++) {
        int32_t used = draw_gauge(t, MOULT__ENTRY(scene->gauges, i), x, COLS - x);
        if (!used)
            return;
        x += used + 2;
        if (x >= COLS)
            return;
    }
}

/* -- frame ------------------------------------------------------------------------------------- */

/* A low screen is all the menu's while one is open. */
static void draw_frame(moult__terminal *t, const moult_scene *scene)
{
    int is_prompt = (scene->menu_flags & MOULT_MENU_PROMPT) != 0;
    int is_menu = !is_prompt && scene->menu_flags & (MOULT_MENU_OPEN | MOULT_MENU_PANEL);
    int32_t top = LINES >= 30 ? 3 : LINES >= MENU_ROWS ? 2 : 1;
    if (is_menu && LINES < MENU_ROWS) {
        moult__menu_draw(t, scene, 0, LINES);
        return;
    }
    int32_t side = moult__side_columns(scene), columns = COLS - side;
    if (is_menu && scene->menu_flags & MOULT_MENU_ASIDE)
        columns = COLS - moult__menu_columns(t, scene);
    place_map(&t->map, scene, columns, top, LINES - top - !side);
    draw_map(t, scene);
    draw_messages(t, scene, is_prompt, top - is_prompt);
    if (side)
        moult__side_draw(t, scene, top);
    else
        draw_gauges(t, scene);
    move(t->map.y + scene->focus_y - t->map.first_y, t->map.x + scene->focus_x - t->map.first_x);
    if (is_prompt)
        draw_prompt(t, scene);
    else if (is_menu)
        moult__menu_draw(t, scene, top, LINES - top - !side);
}

moult_status moult__terminal_draw(void *block, const moult_scene *scene)
{
    moult__terminal *t = block;
    if (t->is_lost)
        return MOULT_IO;
    follow_size();
    erase();
    curs_set(0);
    t->had_menu = t->has_menu;
    t->has_menu = 0;
    t->asks = scene->menu_flags != 0 || scene->flags & MOULT_SCENE_AIM;
    t->asks_text = scene->menu_flags & MOULT_MENU_PROMPT && scene->row_count > 0;
    t->map = (moult__pane){0};
    if (COLS < MOULT__LEAST_COLUMNS || LINES < MOULT__LEAST_ROWS)
        draw_too_small(t);
    else
        draw_frame(t, scene);
    refresh();
    return MOULT_OK;
}
