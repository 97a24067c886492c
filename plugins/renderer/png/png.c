/* SPDX-License-Identifier: MIT */
/* Draws each scene into a PNG file, which always holds the newest one whole: pictures of levels and
 * of games that play themselves. From top to bottom: the newest messages, the map, the gauges, and
 * what of a menu or a panel is open. A cell is a block of its colour with its letter on it, as far
 * as one fits in.
 *
 * Two options say where to and how: png=FILE (else moult.png) and png-scale=N, pixels a cell. There
 * is nobody who could press a key, so a game that waits for one is left. Pixels are made a row at a
 * time: a picture may be larger than memory. */
#include "../renderer.h"
#include "font.h"
#include <errno.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SCALE_MAX 64
#define SCALE_USUAL 16
#define SIDE_MOST 16384 /* pixels of a map a side, unless the scale was asked for */
#define MESSAGES_MOST 3u
#define TEXTS_MOST 64
#define TEXT_SIZE 256
#define TEXT_COLUMNS 80  /* of text that a picture is at least wide enough for */
#define LETTER_COLUMNS 6 /* pixels a letter with the gap behind it, before it is made larger */
#define LETTER_ROWS 10   /* the same of a line */
#define COMPRESSION 3    /* of 9: large pictures take their time */
#define TEXT_COLOUR 0xc0c0c0u
#define MARKED_COLOUR 0xffd75fu

typedef struct text {
    uint32_t fg;
    char words[TEXT_SIZE];
} text;

typedef struct page {
    const moult_scene *scene;
    int32_t scale;         /* pixels a cell */
    int32_t letter;        /* how many times a letter of a text is enlarged */
    uint32_t above, count; /* texts above the map, and all */
    uint32_t width, height;
    uint8_t *row; /* width * 3 bytes */
    text texts[TEXTS_MOST];
} page;

/* -- what it is to be -------------------------------------------------------------------------- */

/* The value of an option, up to the line's end; NULL: it isn't set. */
static const char *option(const moult_scene *scene, const char *name, size_t *length)
{
    const char *at = MOULT_HAS(scene, options) ? scene->options : NULL;
    size_t size = strlen(name);
    while (at != NULL && *at != 0) {
        *length = strcspn(at, "\n");
        if (*length > size && strncmp(at, name, size) == 0 && at[size] == '=') {
            *length -= size + 1;
            return at + size + 1;
        }
        at += *length + (at[*length] == '\n');
    }
    return NULL;
}

static int32_t scale_of(const moult_scene *scene)
{
    size_t length;
    const char *asked = option(scene, "png-scale", &length);
    int32_t side = scene->width > scene->height ? scene->width : scene->height;
    long scale = asked != NULL ? strtol(asked, NULL, 10) : 0;
    if (scale >= 1)
        return scale < SCALE_MAX ? (int32_t)scale : SCALE_MAX;
    int32_t most = side > 0 ? SIDE_MOST / side : SCALE_USUAL;
    return most < 1 ? 1 : most < SCALE_USUAL ? most : SCALE_USUAL;
}

static void add_text(page *p, uint32_t fg, const char *words, const char *more)
{
    if (p->count == TEXTS_MOST)
        return;
    text *t = &p->texts[p->count++];
    t->fg = fg != 0 ? fg : TEXT_COLOUR;
    snprintf(t->words, sizeof t->words, "%s%s%s", words != NULL ? words : "",
             more != NULL && more[0] != 0 ? "  " : "", more != NULL ? more : "");
}

static void add_rows(page *p, const moult_row *rows, uint32_t count, int64_t marked)
{
    for (uint32_t i = 0; i < count; i++) {
        const moult_row *row = MOULT__ENTRY(rows, i);
        int32_t stands_out = i == marked || (row->flags & MOULT_ROW_HEADING) != 0;
        add_text(p, stands_out ? MARKED_COLOUR : 0, row->text, row->detail);
    }
}

/* As many on a line as the picture is wide for. */
static void add_gauges(page *p, const moult_scene *scene)
{
    char words[TEXT_SIZE] = "", one[128];
    size_t columns = p->width / (uint32_t)(LETTER_COLUMNS * p->letter), used = 0;
    for (uint32_t i = 0; i < scene->gauge_count; i++) {
        moult__gauge_text(MOULT__ENTRY(scene->gauges, i), one, sizeof one);
        size_t length = strlen(one) + 2;
        if (used > 0 && (used + length >= columns || used + length >= sizeof words)) {
            add_text(p, 0, words, NULL);
            used = 0;
        }
        used += (size_t)snprintf(words + used, sizeof words - used, "%s%s", used ? "  " : "", one);
    }
    if (used > 0)
        add_text(p, 0, words, NULL);
}

/* Sizes that don't depend on how many lines of text there are. */
static void measure(page *p, const moult_scene *scene)
{
    int32_t speaks = scene->line_count > 0 || scene->gauge_count > 0 || scene->menu_flags != 0;
    p->scale = scale_of(scene);
    p->letter = p->scale >= 16 ? p->scale / 16 + 1 : 1;
    uint32_t text_width = (uint32_t)(TEXT_COLUMNS * LETTER_COLUMNS * p->letter);
    p->width = (uint32_t)(scene->width * p->scale);
    p->width = speaks && p->width < text_width ? text_width : p->width;
}

static void lay_out(page *p)
{
    const moult_scene *scene = p->scene;
    uint32_t lines = scene->line_count;
    measure(p, scene);
    for (uint32_t i = lines > MESSAGES_MOST ? lines - MESSAGES_MOST : 0; i < lines; i++) {
        const moult_line *line = MOULT__ENTRY(scene->lines, i);
        int32_t coloured = MOULT_HAS(scene, say_fg) && line->kind < MOULT_SAY_KINDS;
        add_text(p, coloured ? scene->say_fg[line->kind] : 0, line->text, NULL);
    }
    p->above = p->count;
    add_gauges(p, scene);
    if (MOULT_HAS(scene, add_side))
        add_rows(p, scene->side, scene->side_count, -1);
    if (scene->menu_flags != 0) {
        add_text(p, MARKED_COLOUR, scene->title, NULL);
        int32_t has_cursor = (scene->menu_flags & (MOULT_MENU_PANEL | MOULT_MENU_PROMPT)) == 0;
        add_rows(p, scene->rows, scene->row_count, has_cursor ? (int64_t)scene->row_cursor : -1);
    }
    p->height = (uint32_t)(scene->height * p->scale) + p->count * LETTER_ROWS * (uint32_t)p->letter;
}

/* -- pixels ------------------------------------------------------------------------------------ */

static void fill(page *p, uint32_t x, uint32_t count, uint32_t rgb)
{
    for (uint32_t i = x; i < x + count && i < p->width; i++) {
        p->row[3 * i] = (uint8_t)(rgb >> 16);
        p->row[3 * i + 1] = (uint8_t)(rgb >> 8);
        p->row[3 * i + 2] = (uint8_t)rgb;
    }
}

/* One row of a letter whose left edge is at x, each of its pixels `times` wide. */
static void put_letter(page *p, uint32_t x, int32_t row, int32_t times, uint32_t code, uint32_t fg)
{
    uint32_t glyph = code >= ' ' && code <= '~' ? code - ' ' : PNG_GLYPHS - 1;
    if (row < 0 || row >= PNG_GLYPH_ROWS)
        return;
    for (int32_t i = 0; i < PNG_GLYPH_COLUMNS; i++)
        if ((png_font[glyph][row] >> (PNG_GLYPH_COLUMNS - 1 - i) & 1) != 0)
            fill(p, x + (uint32_t)(i * times), (uint32_t)times, fg);
}

static uint32_t half(uint32_t rgb)
{
    return rgb >> 1 & 0x7f7f7fu;
}

/* How many times a cell's letter is enlarged; 0: a cell is too small for one. */
static int32_t letter_times(int32_t scale)
{
    return scale >= PNG_GLYPH_ROWS ? scale / (PNG_GLYPH_ROWS + 1) + (scale == PNG_GLYPH_ROWS) : 0;
}

static void put_cell(page *p, int32_t x, int32_t inner, const moult_cell *cell)
{
    uint32_t fg = cell->fg, bg = cell->bg, left = (uint32_t)(x * p->scale);
    uint32_t code = cell->glyph > '~' && cell->ascii != 0 ? cell->ascii : cell->glyph;
    int32_t times = letter_times(p->scale);
    if ((cell->flags & MOULT_CELL_DIM) != 0)
        fg = half(fg), bg = half(bg);
    if ((cell->flags & (MOULT_CELL_REVERSE | MOULT_CELL_CURSOR)) != 0) {
        fg = cell->bg;
        bg = cell->fg != 0 ? cell->fg : TEXT_COLOUR;
    }
    if (times == 0 && code != 0 && code != ' ' && code != '.')
        bg = half(fg) + half(bg);
    fill(p, left, (uint32_t)p->scale, bg);
    int32_t top = (p->scale - PNG_GLYPH_ROWS * times) / 2;
    if (times > 0 && code != 0 && inner >= top)
        put_letter(p, left + (uint32_t)((p->scale - PNG_GLYPH_COLUMNS * times) / 2),
                   (inner - top) / times, times, code, fg);
}

static void put_text(page *p, const text *t, int32_t inner)
{
    uint32_t x = (uint32_t)p->letter, code;
    const char *at = t->words;
    while ((code = moult__utf8_next(&at)) != 0 && x < p->width) {
        if (inner >= p->letter)
            put_letter(p, x, inner / p->letter - 1, p->letter, moult__visible_code(code), t->fg);
        x += (uint32_t)(LETTER_COLUMNS * p->letter);
    }
}

static void make_row(page *p, uint32_t y)
{
    uint32_t line = (uint32_t)(LETTER_ROWS * p->letter), top = p->above * line;
    uint32_t map = (uint32_t)(p->scene->height * p->scale);
    memset(p->row, 0, (size_t)p->width * 3);
    if (y >= top && y < top + map) {
        int32_t cell = (int32_t)(y - top) / p->scale, inner = (int32_t)(y - top) % p->scale;
        for (int32_t x = 0; x < p->scene->width; x++)
            put_cell(p, x, inner, moult__scene_cell(p->scene, x, cell));
        return;
    }
    uint32_t index = y < top ? y / line : p->above + (y - top - map) / line;
    put_text(p, &p->texts[index], (int32_t)((y < top ? y : y - top - map) % line));
}

/* -- the file ---------------------------------------------------------------------------------- */

static void say_nothing(png_structp png, png_const_charp words)
{
    (void)png, (void)words;
}

static void give_up(png_structp png, png_const_charp words)
{
    (void)words;
    png_longjmp(png, 1);
}

/* 0: it couldn't be written. Nothing that is read after a jump changes after setjmp. */
static int write_picture(page *p, png_structp png, png_infop info, FILE *file)
{
    if (setjmp(png_jmpbuf(png)) != 0)
        return 0;
    png_init_io(png, file);
    png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
    png_set_compression_level(png, COMPRESSION);
    png_set_filter(png, 0, PNG_FILTER_NONE);
    png_set_IHDR(png, info, p->width, p->height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (uint32_t y = 0; y < p->height; y++) {
        make_row(p, y);
        png_write_row(png, p->row);
    }
    png_write_end(png, info);
    return 1;
}

static moult_status write_file(page *p, const char *path)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, give_up, say_nothing);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    FILE *file = info != NULL ? fopen(path, "wbe") : NULL;
    int is_whole = file != NULL && write_picture(p, png, info, file);
    int error = errno;
    if (file != NULL && fclose(file) != 0 && is_whole) {
        is_whole = 0;
        error = errno;
    }
    png_destroy_write_struct(&png, &info);
    errno = error;
    return is_whole ? MOULT_OK : MOULT_IO;
}

/* Under another name first, so that whoever looks never finds a half of it. */
static moult_status put_file(page *p, const char *path, size_t length)
{
    char whole[4096], part[4096 + 8];
    if (length >= sizeof whole)
        return errno = ENAMETOOLONG, MOULT_IO;
    snprintf(whole, sizeof whole, "%.*s", (int)length, path);
    snprintf(part, sizeof part, "%s.part", whole);
    moult_status status = write_file(p, part);
    if (status >= 0 && rename(part, whole) == 0)
        return status;
    int error = errno;
    unlink(part);
    errno = error;
    return MOULT_IO;
}

static moult_status draw(void *state, const moult_scene *scene)
{
    size_t length = strlen("moult.png");
    const char *path = option(scene, "png", &length);
    page *p = calloc(1, sizeof *p);
    (void)state;
    if (path == NULL) {
        path = "moult.png";
        length = strlen(path);
    }
    moult_status status = MOULT_MEMORY;
    if (p != NULL) {
        p->scene = scene;
        lay_out(p);
        if (p->width == 0 || p->height == 0) { /* there is nothing to see yet */
            free(p);
            return MOULT_OK;
        }
        p->row = malloc((size_t)p->width * 3);
        if (p->row != NULL)
            status = put_file(p, path, length);
        free(p->row);
    }
    int error = errno;
    free(p);
    errno = error;
    return status;
}

/* -- the rest ---------------------------------------------------------------------------------- */

static moult_status open_nothing(void *state, int32_t again)
{
    return (void)state, (void)again, MOULT_OK;
}

static void close_nothing(void *state, int32_t handing_over)
{
    (void)state, (void)handing_over;
}

static int32_t no_descriptor(void *state)
{
    return (void)state, -1;
}

static moult_status no_more_input(void *state, moult_event *event)
{
    uint32_t size = event->size;
    (void)state;
    *event = (moult_event){.size = size, .kind = MOULT_EVENT_CLOSE, .x = -1, .y = -1, .row = -1};
    return 1;
}

static uint32_t nothing_to_undo(void *state, uint8_t *bytes, uint32_t room)
{
    return (void)state, (void)bytes, (void)room, 0;
}

MOULT_RENDERER(png, "1.0.0", "a picture in a file", MOULT_MAY_OWN_FILES, .open = open_nothing,
               .close = close_nothing, .draw = draw, .wait_fd = no_descriptor,
               .next_event = no_more_input, .undo = nothing_to_undo);
