/* SPDX-License-Identifier: MIT */
/* The panel beside the map: gauges one a row, what the rules add, and the mini-map as far as there
 * is room. Two map cells share a character where the terminal has half blocks; a mini-map that is
 * too large is made smaller, and of the cells that become one the rarest colour is shown, so that
 * the hero and the stairs don't vanish among floor. */
#include "terminal.h"
#include <string.h>

#define SIDE_COLUMNS 26
#define MAP_COLUMNS_LEAST 34 /* beside the panel; else gauges take the bottom line as elsewhere */
#define MINI_ROWS_LEAST 6
#define MINI_COLOURS 16
#define HALF_BLOCK 0x2580u
#define TEXT_COLOUR 0xc0c0c0u
#define HEADING_COLOUR 0xffd75fu

int32_t moult__side_columns(const moult_scene *scene)
{
    int has_side = MOULT_HAS(scene, add_side) && scene->flags & MOULT_SCENE_SIDE;
    return has_side && COLS >= MAP_COLUMNS_LEAST + SIDE_COLUMNS ? SIDE_COLUMNS : 0;
}

static void draw_pair(const moult__terminal *t, int32_t y, const char *text, const char *detail,
                      moult__look look)
{
    int32_t x = COLS - SIDE_COLUMNS + 1, room = SIDE_COLUMNS - 1;
    int32_t wanted = detail ? moult__text_columns(t, detail) : 0;
    int32_t used = moult__text_paint(t, y, x, room - (wanted ? wanted + 1 : 0), text, look);
    if (wanted > 0 && used + wanted < room)
        moult__text_paint(t, y, x + room - wanted, wanted, detail, look);
}

static void draw_gauge(const moult__terminal *t, const moult_gauge *gauge, int32_t y)
{
    char words[256];
    moult_gauge plain = *gauge;
    plain.label = NULL;
    moult__gauge_text(&plain, words, sizeof words);
    moult__look look = moult__colours_look(t, gauge->fg ? gauge->fg : TEXT_COLOUR, gauge->bg, 0);
    draw_pair(t, y, gauge->label, words, look);
}

static void draw_row(const moult__terminal *t, const moult_row *row, int32_t y)
{
    uint32_t heading = row->flags & (MOULT_ROW_HEADING | MOULT_ROW_MARKED);
    moult__look look = moult__colours_look(t, heading ? HEADING_COLOUR : TEXT_COLOUR, 0,
                                           row->flags & MOULT_ROW_DISABLED ? MOULT_CELL_DIM : 0);
    draw_pair(t, y, row->text, row->detail, look);
}

/* -- mini-map ---------------------------------------------------------------------------------- */

typedef struct mini {
    const moult_scene *scene;
    int32_t step; /* map cells that become one, a side */
    uint32_t colours[MINI_COLOURS], counts[MINI_COLOURS], colour_count;
} mini;

static void count_colours(mini *m)
{
    int64_t cells = (int64_t)m->scene->mini_width * m->scene->mini_height;
    for (int64_t i = 0; i < cells; i++) {
        uint32_t k = 0;
        while (k < m->colour_count && m->colours[k] != m->scene->mini[i])
            k++;
        if (k == m->colour_count && k < MINI_COLOURS) {
            m->colours[k] = m->scene->mini[i];
            m->colour_count++;
        }
        if (k < MINI_COLOURS)
            m->counts[k]++;
    }
}

static uint32_t count_of(const mini *m, uint32_t colour)
{
    for (uint32_t k = 0; k < m->colour_count; k++)
        if (m->colours[k] == colour)
            return m->counts[k];
    return 1;
}

/* Column and row of the mini-map made smaller; black off it. */
static uint32_t mini_at(const mini *m, int32_t column, int32_t row)
{
    uint32_t best = 0, least = UINT32_MAX;
    for (int32_t y = row * m->step; y < (row + 1) * m->step && y < m->scene->mini_height; y++)
        for (int32_t x = column * m->step; x < (column + 1) * m->step; x++) {
            if (x >= m->scene->mini_width)
                break;
            uint32_t colour = m->scene->mini[y * m->scene->mini_width + x];
            uint32_t count = count_of(m, colour);
            if (count < least) {
                least = count;
                best = colour;
            }
        }
    return best;
}

/* Half blocks paint their own background; moult__colours_look would move near colours apart. */
static void draw_mini(const moult__terminal *t, const moult_scene *scene, int32_t top,
                      int32_t bottom)
{
    mini m = {.scene = scene, .step = 1};
    int32_t rows = bottom - top, halves = t->is_utf8 ? 2 : 1;
    if (!scene->mini || scene->mini_width < 1 || scene->mini_height < 1 || !t->colours ||
        rows < MINI_ROWS_LEAST)
        return;
    while ((scene->mini_width + m.step - 1) / m.step > SIDE_COLUMNS - 1 ||
           (scene->mini_height + m.step - 1) / m.step > rows * halves)
        m.step++;
    count_colours(&m);
    int32_t columns = (scene->mini_width + m.step - 1) / m.step;
    int32_t high = ((scene->mini_height + m.step - 1) / m.step + halves - 1) / halves;
    int32_t left = COLS - columns, first = bottom - high;
    for (int32_t y = 0; y < high; y++)
        for (int32_t x = 0; x < columns; x++) {
            uint32_t upper = mini_at(&m, x, y * halves);
            uint32_t lower = halves == 2 ? mini_at(&m, x, y * 2 + 1) : upper;
            if (halves == 2)
                moult__glyph_paint(t, first + y, left + x, HALF_BLOCK, ' ',
                                   moult__colours_exact(t, upper, lower));
            else
                moult__glyph_paint(t, first + y, left + x, ' ', ' ',
                                   moult__colours_exact(t, 0, upper));
        }
}

void moult__side_draw(const moult__terminal *t, const moult_scene *scene, int32_t top)
{
    int32_t y = top;
    for (uint32_t i = 0; i < scene->gauge_count && y < LINES; i++)
        draw_gauge(t, MOULT__ENTRY(scene->gauges, i), y++);
    y += scene->side_count > 0;
    for (uint32_t i = 0; i < scene->side_count && y < LINES; i++)
        draw_row(t, MOULT__ENTRY(scene->side, i), y++);
    draw_mini(t, scene, y + 1, LINES);
}
