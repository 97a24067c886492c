/* SPDX-License-Identifier: MIT */
/* Menus and panels: a box over the map, as large as its rows need and the room allows. It never
 * covers text in part: ncurses loses its other half where it cuts a wide character. The core moves
 * the cursor without knowing how many rows fit, so which row is shown first is settled here: the
 * one of the last frame, corrected until the cursor is in view. A panel has no visible cursor; its
 * rows move as far as the cursor does. */
#include "terminal.h"
#include <string.h>

#define FRAME_COLOUR 0x808080u
#define TITLE_COLOUR 0xffd75fu
#define ROW_COLOUR 0xd0d0d0u
#define OFF_COLOUR 0x606060u
#define GAP 2 /* columns between text and detail, at least */

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int has_keys(const moult_scene *scene)
{
    for (uint32_t i = 0; i < scene->row_count; i++)
        if (MOULT__ENTRY(scene->rows, i)->key)
            return 1;
    return 0;
}

/* What stands before a row's text: its key, in a menu that has any. */
static void key_text(const moult_row *row, int is_keyed, char out[8])
{
    out[0] = 0;
    if (!is_keyed || row->flags & MOULT_ROW_HEADING)
        return;
    uint32_t size = 0;
    if (row->key)
        size = moult__utf8_put(row->key, out);
    else
        out[size++] = ' ';
    strcpy(out + size, row->key ? ") " : "  ");
}

static int32_t row_columns(const moult__terminal *t, const moult_row *row, int is_keyed)
{
    char key[8];
    key_text(row, is_keyed, key);
    int32_t columns = moult__text_columns(t, key) + moult__text_columns(t, row->text);
    if (row->detail && row->detail[0])
        columns += GAP + moult__text_columns(t, row->detail);
    return columns;
}

/* Rows to show at once, when the rules say so; the core scrolls those. */
static int32_t row_room(const moult_scene *scene)
{
    return MOULT_HAS(scene, row_room) ? (int32_t)scene->row_room : 0;
}

static int32_t first_row(const moult__terminal *t, const moult_scene *scene, int32_t rows)
{
    if (row_room(scene) > 0 && rows >= row_room(scene))
        return (int32_t)scene->row_first;
    int32_t cursor = (int32_t)scene->row_cursor, last = (int32_t)scene->row_count - rows;
    int32_t first = t->had_menu ? t->menu.first_y : (int32_t)scene->row_first;
    if (t->had_menu && scene->menu_flags & MOULT_MENU_PANEL)
        first += cursor - t->menu_cursor;
    first = first < cursor - rows + 1 ? cursor - rows + 1 : least(first, cursor);
    first = least(first, last);
    return first < 0 ? 0 : first;
}

/* Columns of the rows, without the frame. */
static int32_t box_columns(const moult__terminal *t, const moult_scene *scene)
{
    int32_t columns = moult__text_columns(t, scene->title) + 2;
    int is_keyed = has_keys(scene);
    for (uint32_t i = 0; i < scene->row_count; i++) {
        int32_t wanted = row_columns(t, MOULT__ENTRY(scene->rows, i), is_keyed);
        columns = wanted > columns ? wanted : columns;
    }
    return least(columns, COLS - 4);
}

int32_t moult__menu_columns(const moult__terminal *t, const moult_scene *scene)
{
    return box_columns(t, scene) + 4;
}

/* Sets the rows' pane: inside the frame and one blank column on either side, within `rows` lines of
 * the screen from `top` on. */
static void place_box(moult__terminal *t, const moult_scene *scene, int32_t top, int32_t rows)
{
    int32_t count = (int32_t)scene->row_count;
    int is_aside = (scene->menu_flags & MOULT_MENU_ASIDE) != 0;
    if (row_room(scene) > 0)
        count = least(count, row_room(scene));
    moult__pane *pane = &t->menu;
    pane->columns = box_columns(t, scene);
    pane->rows = least(count > 0 ? count : 1, rows - 2);
    pane->x = is_aside ? COLS - pane->columns - 2 : (COLS - pane->columns) / 2;
    pane->y = top + (rows - pane->rows) / 2;
    pane->first_x = 0;
    pane->first_y = first_row(t, scene, pane->rows);
    t->menu_cursor = (int32_t)scene->row_cursor;
}

static void draw_edge(const moult__terminal *t, int32_t y, const cchar_t *left,
                      const cchar_t *right)
{
    const moult__pane *pane = &t->menu;
    mvadd_wch(y, pane->x - 2, left);
    mvhline_set(y, pane->x - 1, WACS_HLINE, pane->columns + 2);
    mvadd_wch(y, pane->x + pane->columns + 1, right);
}

static void draw_frame(const moult__terminal *t, const moult_scene *scene)
{
    const moult__pane *pane = &t->menu;
    moult__look frame = moult__colours_look(t, FRAME_COLOUR, 0, 0);
    moult__look title = moult__colours_look(t, TITLE_COLOUR, 0, MOULT_CELL_BOLD);
    int32_t top = pane->y - 1, bottom = pane->y + pane->rows;
    attr_set(frame.attributes, 0, &frame.pair);
    draw_edge(t, top, WACS_ULCORNER, WACS_URCORNER);
    draw_edge(t, bottom, WACS_LLCORNER, WACS_LRCORNER);
    for (int32_t y = top + 1; y < bottom; y++) {
        mvadd_wch(y, pane->x - 2, WACS_VLINE);
        mvadd_wch(y, pane->x + pane->columns + 1, WACS_VLINE);
    }
    attr_set(0, 0, NULL);
    int32_t used = moult__text_paint(t, top, pane->x + 1, pane->columns - 2, scene->title, title);
    if (used) {
        moult__text_paint(t, top, pane->x, 1, " ", frame);
        moult__text_paint(t, top, pane->x + 1 + used, 1, " ", frame);
    }
    if (pane->first_y > 0)
        moult__glyph_paint(t, top, pane->x + pane->columns, '^', 0, title);
    if (pane->first_y + pane->rows < (int32_t)scene->row_count)
        moult__glyph_paint(t, bottom, pane->x + pane->columns, 'v', 0, title);
}

static moult__look row_look(const moult__terminal *t, const moult_row *row, int is_marked)
{
    uint32_t flags = is_marked ? MOULT_CELL_REVERSE : 0;
    if (row->flags & (MOULT_ROW_HEADING | MOULT_ROW_MARKED))
        return moult__colours_look(t, TITLE_COLOUR, 0, flags);
    if (row->flags & MOULT_ROW_DISABLED)
        return moult__colours_look(t, OFF_COLOUR, 0, flags | MOULT_CELL_DIM);
    return moult__colours_look(t, ROW_COLOUR, 0, flags);
}

/* Where both don't fit, a short detail is whole and the text is cut; a long one takes what the text
 * leaves. */
static void draw_row(const moult__terminal *t, int32_t y, const moult_row *row, int is_keyed,
                     int is_marked)
{
    const moult__pane *pane = &t->menu;
    moult__look look = row_look(t, row, is_marked);
    char key[8];
    key_text(row, is_keyed, key);
    int32_t wanted = row->detail ? moult__text_columns(t, row->detail) : 0;
    int32_t kept = wanted && wanted <= pane->columns / 3 ? wanted + 1 : 0;
    int32_t used = moult__text_paint(t, y, pane->x, pane->columns, key, look);
    int32_t room = pane->columns - used - kept;
    used += moult__text_paint(t, y, pane->x + used, room, row->text, look);
    int32_t at = pane->columns - wanted;
    if (wanted && at < used + 1)
        at = used + 1;
    if (wanted && at < pane->columns)
        moult__text_paint(t, y, pane->x + at, pane->columns - at, row->detail, look);
}

void moult__menu_draw(moult__terminal *t, const moult_scene *scene, int32_t top, int32_t rows)
{
    place_box(t, scene, top, rows);
    const moult__pane *pane = &t->menu;
    int has_cursor = !(scene->menu_flags & MOULT_MENU_PANEL), is_keyed = has_keys(scene);
    for (int32_t i = 0; i < pane->rows; i++) {
        int32_t index = pane->first_y + i;
        int is_marked = has_cursor && index == (int32_t)scene->row_cursor;
        moult__look blank =
            moult__colours_look(t, ROW_COLOUR, 0, is_marked ? MOULT_CELL_REVERSE : 0);
        for (int32_t x = -1; x <= pane->columns; x++)
            moult__glyph_paint(t, pane->y + i, pane->x + x, ' ', 0, blank);
        if (index < (int32_t)scene->row_count)
            draw_row(t, pane->y + i, MOULT__ENTRY(scene->rows, index), is_keyed, is_marked);
    }
    draw_frame(t, scene);
    t->has_menu = 1;
}
