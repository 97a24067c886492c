/* SPDX-License-Identifier: MIT */
/* What the files of this renderer share. The picture is painted by the processor onto a canvas;
 * what changed of it is carried to the window. So every driver shows the same, and a lost one costs
 * no more than carrying all of it again. All that lasts is in one state block and what it points
 * to, which the core keeps over a reload; SDL stays loaded, so its window does too. Nothing in the
 * block points to this plugin's own code or constants. */
#ifndef MOULT_PLUGIN_SDL_WINDOW_H
#define MOULT_PLUGIN_SDL_WINDOW_H
#include "../renderer.h"
#include <SDL.h>
#include <SDL_ttf.h>

#define MOULT__FONTS 4
#define MOULT__PATH_ROOM 1024

typedef struct moult__area {
    int32_t x, y, w, h;
} moult__area;

/* 0xRRGGBB a pixel, row by row. */
typedef struct moult__canvas {
    uint32_t *pixels;
    int32_t width, height;
} moult__canvas;

/* One letter of one size: how much of the colour each pixel takes. */
typedef struct moult__letter {
    uint32_t code;
    int32_t size;
    int32_t x, y, w, h; /* of the inked part, from the line's upper left */
    int32_t advance;
    uint8_t *ink;
} moult__letter;

typedef struct moult__letters {
    TTF_Font *fonts[MOULT__FONTS]; /* the first that has a letter draws it */
    uint32_t font_count, tried;
    int32_t sizes[MOULT__FONTS];
    moult__letter *list; /* hashed by code and size */
    uint32_t count;
} moult__letters;

/* How a cell looks: what one tile of the atlas was made for. */
typedef struct moult__tile_key {
    moult_cell cell;
    uint32_t frame;
} moult__tile_key;

typedef struct moult__tile {
    moult__tile_key key;
    uint32_t used;
    uint32_t moves; /* its sprite has several frames */
} moult__tile;

/* Tiles as they have been needed, tinted, all of one size; emptied when the sprites change. */
typedef struct moult__atlas {
    moult__tile *tiles; /* hashed */
    uint32_t *pixels;   /* tile number n of the list begins at n * width * height */
    uint32_t room, count;
    int32_t width, height; /* of a tile */
    uint32_t stamp;
    SDL_Surface *sheet; /* a picture that goes before the sprites, or NULL */
    char sheet_path[MOULT__PATH_ROOM];
} moult__atlas;

/* Where everything stands in the window. */
typedef struct moult__layout {
    int32_t width, height;
    moult__area head, map, side, log;
    int32_t is_side; /* figures stand in `side`, not in `head` */
    int32_t tile_w, tile_h;
    int32_t columns, rows;    /* cells that are shown */
    int32_t first_x, first_y; /* the upper left one of them */
    int32_t x, y;             /* and its upper left pixel */
    int32_t text, line;       /* a letter's size, and a line's height */
} moult__layout;

/* The open menu, as drawn: for the mouse. */
typedef struct moult__menu {
    moult__area rows;
    int32_t first, count, height;
    int32_t is_open;
} moult__menu;

typedef struct moult__window {
    SDL_Window *window;
    SDL_Renderer *renderer; /* NULL: drawn without one, by the window's own surface */
    SDL_Texture *texture;
    SDL_Surface *surface; /* the window's, as it was when it was filled last */
    moult__canvas canvas;
    SDL_Rect changed[32]; /* parts of the canvas that the window hasn't got */
    uint32_t changed_count;
    int32_t is_shown, must_show; /* the window was opened for the first time; is stale as a whole */

    char options[1024];
    int32_t text_px, zoom;
    int32_t kept_width, kept_height; /* as remembered from the last time; 0: they aren't */
    int32_t made_width, made_height; /* as the window was made */

    moult__letters letters;
    moult__atlas atlas;
    moult__layout layout;
    moult__menu menu;
    moult_cell *cells; /* as drawn last, those of the layout's window */
    uint8_t *moving;
    uint32_t cell_room;
    uint64_t head_sum, side_sum, log_sum, menu_sum;
    int32_t moving_count;
    uint32_t frame;

    char said[MOULT__PATH_ROOM + 64]; /* what the renderer itself has to tell, until the next key */
    int32_t asks_text, aims, has_menu;
    int32_t is_focused, is_hidden, wants_resize;
    int32_t has_asked;  /* for the next frame of what moves, which is to be drawn */
    int32_t drops_text; /* the next text is of a key that has been told */
    uint32_t repeated_at, stirred_at, frame_at;
    int32_t pointer_x, pointer_y; /* the scene cell that was told last */
    char text[64];                /* typed, and not told yet */
    uint32_t text_at;
} moult__window;

/* -- canvas.c ---------------------------------------------------------------------------------- */
moult_status moult__canvas_size(moult__canvas *c, int32_t width, int32_t height);
void moult__canvas_fill(moult__canvas *c, moult__area area, uint32_t colour);
void moult__canvas_frame(moult__canvas *c, moult__area area, int32_t thick, uint32_t colour);
void moult__canvas_ink(moult__canvas *c, moult__area clip, int32_t x, int32_t y,
                       const moult__letter *letter, uint32_t colour);
uint32_t moult__mix(uint32_t under, uint32_t over, uint32_t share); /* share of `over`: 0..255 */
uint32_t moult__tinted(uint32_t colour, uint32_t tint);             /* multiplied, part by part */

/* -- text.c ------------------------------------------------------------------------------------ */
/* Fonts are looked for when the first letter is drawn; without any, nothing is. */
void moult__letters_close(moult__letters *l);
const moult__letter *moult__letter_of(moult__window *t, uint32_t code, int32_t size);
int32_t moult__text_width(moult__window *t, const char *text, int32_t size);
/* Paints as much as fits in `room` pixels, with dots where it was cut; answers the width. */
int32_t moult__text_paint(moult__window *t, int32_t x, int32_t y, int32_t room, const char *text,
                          int32_t size, uint32_t colour);
/* What of a text follows behind as much as fits in `room` pixels, broken at a blank if possible. */
const char *moult__text_fit(moult__window *t, const char *text, int32_t size, int32_t room);

/* -- atlas.c, sheet.c -------------------------------------------------------------------------- */
/* The pixels of a cell's tile, made when they weren't yet; NULL: no memory. */
const uint32_t *moult__atlas_tile(moult__window *t, const moult_scene *scene,
                                  const moult_cell *cell, uint32_t frame, uint32_t *moves);
void moult__atlas_close(moult__atlas *a);
void moult__atlas_clear(moult__atlas *a);
/* A sprite alone, without its ground, in its own colours multiplied by `tint`, over `under`. */
void moult__atlas_icon(moult__window *t, const moult_scene *scene, uint32_t sprite, uint32_t tint,
                       uint32_t under, moult__area area);
/* Opens the sheet that the options name, or closes it. */
void moult__sheet_open(moult__atlas *a, const char *path);
/* Paints the sheet's tile of a sprite onto 24x24 or larger `grid`; 0: the sheet has none. */
int32_t moult__sheet_paint(const moult__atlas *a, const moult_cell *cell, uint32_t frame,
                           uint32_t *grid, int32_t grid_size);

/* -- map.c, head.c, menu.c, draw.c ------------------------------------------------------------- */
void moult__layout_make(moult__window *t, const moult_scene *scene, moult__layout *out);
int32_t moult__zoomed(const moult__window *t, const moult_scene *scene);
moult_status moult__map_draw(moult__window *t, const moult_scene *scene, int32_t whole);
void moult__mini_draw(moult__window *t, const moult_scene *scene, moult__area area);
int32_t moult__head_rows(moult__window *t, const moult_scene *scene, int32_t width);
void moult__head_draw(moult__window *t, const moult_scene *scene);
void moult__side_draw(moult__window *t, const moult_scene *scene);
void moult__log_draw(moult__window *t, const moult_scene *scene);
void moult__menu_draw(moult__window *t, const moult_scene *scene);
moult_status moult__window_draw(void *block, const moult_scene *scene);

/* -- input.c, keys.c --------------------------------------------------------------------------- */
moult_status moult__window_event(void *block, moult_event *event);
/* The key that a press of SDL's means, when it isn't one that makes text; else 0. */
uint32_t moult__key_meaning(const SDL_KeyboardEvent *press, int32_t asks_text, uint32_t *mods);

/* -- present.c --------------------------------------------------------------------------------- */
void moult__changed(moult__window *t, moult__area area);
/* Carries what changed, or all, to the window. */
moult_status moult__present(moult__window *t, int32_t all);
void moult__present_open(moult__window *t);
void moult__present_close(moult__window *t);
void moult__present_lost(moult__window *t); /* what the driver held is gone */

/* -- memory.c: what outlives a run ------------------------------------------------------------- */
void moult__memory_read(moult__window *t);
void moult__memory_write(const moult__window *t);
/* Saves the picture as PNG, and says where. */
void moult__screenshot(moult__window *t);
/* "NAME=VALUE\n" of the scene's options; 0: it isn't there. */
int32_t moult__option(const char *options, const char *name, char *out, size_t room);

/* -- small things ------------------------------------------------------------------------------ */
static inline int32_t moult__least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t moult__most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* FNV-1a, for telling whether something is as it was. */
static inline uint64_t moult__sum(uint64_t sum, const void *bytes, size_t count)
{
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < count; i++)
        sum = (sum ^ byte[i]) * 0x100000001b3u;
    return sum;
}

static inline uint64_t moult__sum_text(uint64_t sum, const char *text)
{
    return text ? moult__sum(sum, text, SDL_strlen(text) + 1) : moult__sum(sum, "", 1);
}

#define MOULT__SUM 0xcbf29ce484222325u

#endif
