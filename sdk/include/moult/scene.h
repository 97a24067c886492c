/* SPDX-License-Identifier: MIT */
/* The scene: rules describe, renderers draw, so any renderer can show any game.
 * The whole map is described, however large; what doesn't fit is scrolled by `moult_scene_window`.
 * At most one menu, panel or prompt lies over it. All texts are UTF-8, already in the player's
 * language, and valid until the next scene. */
#ifndef MOULT_SCENE_H
#define MOULT_SCENE_H
#include <moult/base.h>
#include <moult/host.h>
#include <moult/sprite.h>

MOULT_EXTERN_C_BEGIN

/* Flags of a cell. */
#define MOULT_CELL_DIM 1u /* remembered, not seen now */
#define MOULT_CELL_BOLD 2u
#define MOULT_CELL_REVERSE 4u
#define MOULT_CELL_ACTOR 8u /* someone stands here */
#define MOULT_CELL_HERO 16u
#define MOULT_CELL_CURSOR 32u /* target cursor or path: set by the core */

/* One cell. glyph 0: nothing is known. Colours are 0xRRGGBB; sprite 0: none. It grows at its end:
 * cells lie `moult_scene.cell_size` bytes apart, and what is beyond that isn't there. */
typedef struct moult_cell {
    uint32_t glyph; /* code point, one column wide */
    uint32_t fg, bg;
    uint16_t sprite;
    uint8_t ascii;   /* for terminals without the glyph; 0: the glyph is ASCII */
    uint8_t flags;   /* MOULT_CELL_* */
    uint32_t accent; /* second colour of the sprite */
    uint8_t facing;  /* MOULT_FACING_*; NONE: the core finds it out from how actors moved */
    uint8_t reserved[3];
} moult_cell;

/* Styles of a gauge. */
#define MOULT_GAUGE_PIPS 0u
#define MOULT_GAUGE_BAR 1u
#define MOULT_GAUGE_NUMBER 2u
#define MOULT_GAUGE_TEXT 3u
#define MOULT_GAUGE_ICON 4u

/* One figure of the status line, in order of importance: the last ones go first when it is
 * narrow. */
typedef struct moult_gauge {
    uint32_t size;
    uint32_t style; /* MOULT_GAUGE_* */
    uint32_t fg, bg;
    uint32_t sprite;
    uint32_t flags;
    int64_t value, max; /* max 0: none */
    const char *label;  /* "HP" */
    const char *text;   /* GAUGE_TEXT, or NULL */
} moult_gauge;

/* One message, newest last; times > 1: shown as (xN). */
typedef struct moult_line {
    uint32_t size;
    uint32_t kind; /* MOULT_SAY_* */
    uint32_t turn;
    uint32_t times;
    const char *text;
    uint64_t serial; /* tells lines apart: grows from line to line of a kind of source; the top bit
                      * marks what the engine itself says */
} moult_line;

/* Flags of a row. */
#define MOULT_ROW_DISABLED 1u
#define MOULT_ROW_HEADING 2u
#define MOULT_ROW_MARKED 4u /* stands out: the newest entry of a ranking */

/* One row of a menu or panel. */
typedef struct moult_row {
    uint32_t size;
    uint32_t flags; /* MOULT_ROW_* */
    uint32_t key;   /* a code point that chooses it, or 0 */
    int32_t number; /* the rules' own: comes back when it is chosen */
    moult_id thing; /* the same */
    const char *text;
    const char *detail; /* right-hand column, or NULL */
} moult_row;

/* Flags of a menu. */
#define MOULT_MENU_OPEN 1u        /* `rows` is a menu that is to be drawn */
#define MOULT_MENU_WRAP 2u        /* the cursor wraps */
#define MOULT_MENU_KEEP_CURSOR 4u /* reopens where it was */
#define MOULT_MENU_PANEL 8u       /* to read only: no cursor */
#define MOULT_MENU_PROMPT 16u     /* `title` is a question, the first row the answer so far */
#define MOULT_MENU_ASIDE 32u      /* the map is needed to choose: it stays in sight */

/* Flags of a scene. */
#define MOULT_SCENE_OVER 1u /* the run has ended */
#define MOULT_SCENE_AIM 2u  /* the player is choosing a cell */
#define MOULT_SCENE_SIDE 4u /* gauges stand beside the map, one a row, where there is room */

/* One picture. */
typedef struct moult_scene moult_scene;
struct moult_scene {
    uint32_t size;
    uint32_t flags;
    int32_t width, height;      /* cells, 0..4096 */
    int32_t origin_x, origin_y; /* scene cell (0,0) is this map cell, when scale is 1 */
    int32_t scale_x, scale_y;   /* scene cells a map cell, 1 for most games */
    int32_t focus_x, focus_y;   /* scene cell to keep in view: the hero, or the target cursor */
    int32_t tile_px, cell_size; /* wanted pixels a cell, 0: any; sizeof(moult_cell) of the writer */
    moult_cell *cells;          /* row-major, width a row */
    uint32_t *mini;             /* 0xRRGGBB a map cell, or NULL */
    int32_t mini_width, mini_height;
    const char *title; /* of the menu, panel or prompt */
    const moult_gauge *gauges;
    const moult_line *lines;
    const moult_row *rows;
    uint32_t gauge_count, line_count, row_count;
    uint32_t row_cursor; /* the marked row */
    uint32_t row_first;  /* the first row to show, of `row_room`: moves just enough */
    uint32_t menu_flags; /* MOULT_MENU_* */
    /* For rules while they describe: size the map (cells come cleared), add gauges and rows; texts
     * are copied. Refusals (no memory, absurd sizes) leave the scene as it was. */
    moult_status (*set_size)(moult_scene *, int32_t width, int32_t height);
    moult_status (*add_gauge)(moult_scene *, const moult_gauge *);
    moult_status (*add_row)(moult_scene *, const moult_row *);
    moult_status (*set_title)(moult_scene *, const char *title, uint32_t menu_flags);
    moult_status (*set_mini)(moult_scene *, int32_t width, int32_t height); /* comes black */
    uint32_t row_room;   /* rows of the menu to show at once; 0: as many as fit */
    uint32_t side_count; /* rows beside the map, under the gauges; left out where there's no room */
    const moult_row *side;
    uint32_t say_fg[MOULT_SAY_KINDS]; /* a line's colour by its kind; 0: the renderer's own */
    moult_status (*add_side)(moult_scene *, const moult_row *);
    /* For renderers, by the core. */
    const moult_sprite *sprites; /* what sprite numbers look like; NULL: none do */
    uint32_t sprite_count;
    uint32_t sprite_stamp; /* changes when the sprites may have changed: look at them again */
    const char *options;   /* the profile's options for renderers, "NAME=VALUE\n" each, or NULL */
};

/* Which part of the scene to show in `columns` x `rows`: the first cell of each axis. What fits is
 * centred by the renderer; what doesn't is scrolled so that the focus is in the middle. */
static inline void moult_scene_window(const moult_scene *scene, int32_t columns, int32_t rows,
                                      int32_t *first_x, int32_t *first_y)
{
    int32_t x = scene->focus_x - columns / 2, y = scene->focus_y - rows / 2;
    int32_t last_x = scene->width - columns, last_y = scene->height - rows;
    x = x > last_x ? last_x : x;
    y = y > last_y ? last_y : y;
    *first_x = x < 0 ? 0 : x;
    *first_y = y < 0 ? 0 : y;
}

/* A cell to read or to write, however long the writer's cells are; NULL off the scene. */
static inline moult_cell *moult_scene_cell(const moult_scene *scene, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= scene->width || y >= scene->height || scene->cells == NULL)
        return NULL;
    size_t index = (size_t)y * (size_t)scene->width + (size_t)x;
    size_t step = scene->cell_size > 0 ? (size_t)scene->cell_size : sizeof(moult_cell);
    return (moult_cell *)(void *)((uint8_t *)scene->cells + index * step);
}

MOULT_STATIC_ASSERT(offsetof(moult_cell, facing) == 20 && offsetof(moult_rect, paint) == 8 &&
                        offsetof(moult_scene, cells) == 48,
                    "the layout that ABI 1 froze");

MOULT_EXTERN_C_END
#endif
