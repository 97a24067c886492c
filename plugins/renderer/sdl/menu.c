/* SPDX-License-Identifier: MIT */
/* The open menu, panel or prompt, as a box over the map: in its middle, or at its right edge when
 * the map is needed to choose. */
#include "window.h"

#define GROUND 0x080810u
#define FRAME 0xb4b4c8u
#define MARK 0x2c3c6cu
#define TITLE 0xdcc83cu
#define WORDS 0xdcdce6u
#define QUIET 0x8c8ca0u

static int32_t has_keys(const moult_scene *scene)
{
    for (uint32_t i = 0; i < scene->row_count; i++)
        if (MOULT__ENTRY(scene->rows, i)->key > ' ')
            return 1;
    return 0;
}

/* "a  ", or as many blanks. */
static void key_text(const moult_row *row, char out[8])
{
    uint32_t used = row->key > ' ' && row->key < 0x110000 ? moult__utf8_put(row->key, out) : 0;
    while (used < 3)
        out[used++] = ' ';
    out[used] = 0;
}

static int32_t row_width(moult__window *t, const moult_row *row, int32_t is_keyed)
{
    int32_t size = t->layout.text, width = moult__text_width(t, row->text, size);
    if (is_keyed)
        width += moult__text_width(t, "a  ", size);
    if (row->detail)
        width += moult__text_width(t, row->detail, size) + 2 * size;
    return width;
}

static int32_t box_width(moult__window *t, const moult_scene *scene)
{
    int32_t width = moult__text_width(t, scene->title, t->layout.text), is_keyed = has_keys(scene);
    for (uint32_t i = 0; i < scene->row_count; i++)
        width = moult__most(width, row_width(t, MOULT__ENTRY(scene->rows, i), is_keyed));
    return moult__least(moult__most(width, 12 * t->layout.text),
                        t->layout.width - 6 * t->layout.text);
}

/* Which row is the first to be shown: as the core says, moved so that the cursor is in sight. A
 * panel's cursor is what scrolls it. */
static int32_t first_row(const moult__window *t, const moult_scene *scene, int32_t rows)
{
    int32_t last = moult__most((int32_t)scene->row_count - rows, 0);
    int32_t cursor = (int32_t)scene->row_cursor, first = (int32_t)scene->row_first;
    if (t->menu.is_open && scene->row_first == 0)
        first = t->menu.first;
    if (scene->menu_flags & MOULT_MENU_PANEL)
        first = cursor;
    first = moult__most(moult__least(first, cursor), cursor - rows + 1);
    return moult__most(moult__least(first, last), 0);
}

static void place(moult__window *t, const moult_scene *scene)
{
    const moult__layout *l = &t->layout;
    moult__menu *m = &t->menu;
    int32_t top = l->head.h, room = l->height - top - l->log.h;
    int32_t rows = moult__most((int32_t)scene->row_count, 1);
    int32_t most = (room - 4 * l->line) / l->line;
    uint32_t row_room = MOULT_HAS(scene, row_room) ? scene->row_room : 0;
    if (row_room)
        rows = moult__least(rows, (int32_t)row_room);
    rows = moult__most(moult__least(rows, most), 1);
    m->height = l->line;
    m->first = first_row(t, scene, rows);
    m->count = rows;
    m->rows.w = box_width(t, scene);
    m->rows.h = rows * l->line;
    m->rows.x = (l->width - (l->is_side ? l->side.w : 0) - m->rows.w) / 2;
    if (m->rows.x < 2 * l->text || (scene->menu_flags & MOULT_MENU_PROMPT))
        m->rows.x = (l->width - m->rows.w) / 2;
    if (scene->menu_flags & MOULT_MENU_ASIDE)
        m->rows.x = l->width - m->rows.w - 2 * l->text;
    m->rows.y = top + (room - m->rows.h) / 2 + l->line / 2;
}

static void draw_row(moult__window *t, const moult_scene *scene, const moult_row *row, int32_t y,
                     int32_t is_keyed)
{
    const moult__menu *m = &t->menu;
    int32_t size = t->layout.text, used = 0;
    uint32_t colour = row->flags & (MOULT_ROW_HEADING | MOULT_ROW_MARKED) ? TITLE
                      : row->flags & MOULT_ROW_DISABLED                   ? QUIET
                                                                          : WORDS;
    int32_t wide = row->detail ? moult__text_width(t, row->detail, size) : 0;
    int32_t kept = wide && wide <= m->rows.w / 3 ? wide + size : 0;
    y += (m->height - size) / 2;
    if (is_keyed) {
        char key[8];
        key_text(row, key);
        used = moult__text_paint(t, m->rows.x, y, m->rows.w, key, size, TITLE);
    }
    used +=
        moult__text_paint(t, m->rows.x + used, y, m->rows.w - used - kept, row->text, size, colour);
    if (wide) {
        int32_t at = moult__most(m->rows.w - wide, used + size);
        moult__text_paint(t, m->rows.x + at, y, m->rows.w - at, row->detail, size, QUIET);
    }
    if (t->asks_text && row == MOULT__ENTRY(scene->rows, 0))
        moult__canvas_fill(&t->canvas, (moult__area){m->rows.x + used + 1, y, 2, size}, TITLE);
}

/* Signs that there is more above or below. */
static void draw_more(moult__window *t, int32_t y, uint32_t sign)
{
    char text[5] = {0};
    moult__utf8_put(sign, text);
    moult__text_paint(t, t->menu.rows.x + t->menu.rows.w - t->layout.text, y, 2 * t->layout.text,
                      text, t->layout.text, TITLE);
}

void moult__menu_draw(moult__window *t, const moult_scene *scene)
{
    const moult__layout *l = &t->layout;
    moult__menu *m = &t->menu;
    int32_t pad = l->text, u = moult__most(l->text / 16, 1), is_keyed = has_keys(scene);
    place(t, scene);
    m->is_open = 1;
    moult__area box = {m->rows.x - pad, m->rows.y - l->line - pad, m->rows.w + 2 * pad,
                       m->rows.h + l->line + 2 * pad};
    moult__canvas_fill(&t->canvas, box, GROUND);
    moult__canvas_frame(&t->canvas, box, 2 * u, FRAME);
    moult__text_paint(t, m->rows.x, m->rows.y - l->line - pad / 4, m->rows.w, scene->title, l->text,
                      TITLE);
    for (int32_t i = 0; i < m->count; i++) {
        int32_t index = m->first + i, y = m->rows.y + i * m->height;
        if (index >= (int32_t)scene->row_count)
            break;
        if (index == (int32_t)scene->row_cursor &&
            !(scene->menu_flags & (MOULT_MENU_PANEL | MOULT_MENU_PROMPT)))
            moult__canvas_fill(&t->canvas,
                               (moult__area){m->rows.x - pad / 2, y, m->rows.w + pad, m->height},
                               MARK);
        draw_row(t, scene, MOULT__ENTRY(scene->rows, index), y, is_keyed);
    }
    if (m->first > 0)
        draw_more(t, m->rows.y - l->line - pad / 4, 0x2191);
    if (m->first + m->count < (int32_t)scene->row_count)
        draw_more(t, m->rows.y + m->rows.h - pad / 4, 0x2193);
    moult__changed(t, box);
}
