/* SPDX-License-Identifier: MIT */
/* What the files of this renderer share. All that lasts is in one state block, which the core keeps
 * over a reload; the ncurses library stays loaded, so its SCREEN does too. */
#ifndef MOULT_PLUGIN_CURSES_TERMINAL_H
#define MOULT_PLUGIN_CURSES_TERMINAL_H
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include "../renderer.h"
#include <curses.h>
#include <signal.h>

/* Smaller screens are told so, and waited for. */
#define MOULT__LEAST_COLUMNS 20
#define MOULT__LEAST_ROWS 6

#define MOULT__UNDO_SIZE 256u

/* A rectangle of screen cells, and which scene cell or menu row its first one shows. */
typedef struct moult__pane {
    int32_t x, y, columns, rows;
    int32_t first_x, first_y;
} moult__pane;

typedef struct moult__terminal {
    SCREEN *screen;
    uint32_t colours; /* 256, 16, 8, or 0: attributes only */
    uint32_t is_utf8, has_dim;
    uint32_t is_lost;
    uint32_t asks_text; /* the last scene had a prompt with an answer in it */
    uint32_t asks;      /* it had anything that an escape closes */
    uint32_t has_menu, had_menu;
    int32_t menu_cursor;
    int32_t told_columns, told_rows; /* size that the core has heard of */
    moult__pane map, menu;           /* as drawn last: for the mouse */
    struct sigaction stop, resize;   /* as they were before open */
    uint32_t undo_size;
    uint8_t undo[MOULT__UNDO_SIZE];
} moult__terminal;

/* How a cell is painted. */
typedef struct moult__look {
    attr_t attributes;
    int pair;
} moult__look;

/* The terminal's size as the kernel knows it; 0: it doesn't. */
int32_t moult__terminal_size(int32_t *columns, int32_t *rows);

/* Finds out how many colours there are to use, and gives the screen its background. */
void moult__colours_open(moult__terminal *t);

/* The nearest that the terminal can do; whatever is asked for, the glyph stays visible. Flags are
 * MOULT_CELL_*. */
moult__look moult__colours_look(const moult__terminal *t, uint32_t fg, uint32_t bg, uint32_t flags);

/* The same for a picture: both colours as near as they get, though they be equal. */
moult__look moult__colours_exact(const moult__terminal *t, uint32_t fg, uint32_t bg);

/* Columns that a text takes, and painting at most `room` of them; both answer the columns. */
int32_t moult__text_columns(const moult__terminal *t, const char *text);
int32_t moult__text_paint(const moult__terminal *t, int32_t y, int32_t x, int32_t room,
                          const char *text, moult__look look);

/* The part of a text from column `from` on (not within a wide character). */
const char *moult__text_skip(const moult__terminal *t, const char *text, int32_t from);

/* What of a text follows behind as much as fits in `room` columns. */
const char *moult__text_fit(const moult__terminal *t, const char *text, int32_t room);

void moult__glyph_paint(const moult__terminal *t, int32_t y, int32_t x, uint32_t glyph,
                        uint32_t ascii, moult__look look);

/* The open menu or panel as a box in the middle of `rows` screen lines from `top` on, or at their
 * right end when it stands aside; and the columns that it takes there. */
void moult__menu_draw(moult__terminal *t, const moult_scene *scene, int32_t top, int32_t rows);
int32_t moult__menu_columns(const moult__terminal *t, const moult_scene *scene);

/* The panel beside the map takes so many columns at the right, 0: it isn't shown. */
int32_t moult__side_columns(const moult_scene *scene);
void moult__side_draw(const moult__terminal *t, const moult_scene *scene, int32_t top);

moult_status moult__terminal_draw(void *block, const moult_scene *scene);

/* Teaches ncurses key sequences beyond those of the terminal's description; and what a code of
 * ncurses or of theirs means: 1, or 0 when it is no key. */
void moult__keys_define(void);
int32_t moult__keys_meaning(uint32_t code, uint32_t *key, uint32_t *mods);

moult_status moult__terminal_event(void *block, moult_event *event);

#endif
