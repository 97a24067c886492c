/* SPDX-License-Identifier: MIT */
/* Letters: fonts are files at their usual places, tried in order for each letter, so that one that
 * lacks Japanese, or arrows, is helped out by the next. Letters are drawn once and kept. */
#include "window.h"
#include <stdlib.h>
#include <string.h>

#define LETTERS 4096u /* places; emptied when three quarters are taken */

#define FOLDER "/usr/share/fonts/"
static const char *const paths[] = {
    FOLDER "truetype/vlgothic/VL-Gothic-Regular.ttf",
    FOLDER "vlgothic/VL-Gothic-Regular.ttf",
    FOLDER "truetype/dejavu/DejaVuSansMono.ttf",
    FOLDER "opentype/ipafont-gothic/ipag.ttf",
    FOLDER "opentype/noto/NotoSansCJK-Regular.ttc",
    FOLDER "truetype/freefont/FreeMono.ttf",
    FOLDER "truetype/liberation/LiberationMono-Regular.ttf",
};

/* One more font; 0: there is none. `tried` counts the option's as the first. */
static int32_t open_next(moult__window *t)
{
    moult__letters *l = &t->letters;
    char chosen[MOULT__PATH_ROOM];
    while (l->tried < MOULT_COUNT(paths) + 1 && l->font_count < MOULT__FONTS) {
        const char *path = l->tried > 0 ? paths[l->tried - 1] : chosen;
        l->tried++;
        if (path == chosen && !moult__option(t->options, "font", chosen, sizeof chosen))
            continue;
        TTF_Font *font = TTF_OpenFont(path, 16);
        if (!font)
            continue;
        TTF_SetFontHinting(font, TTF_HINTING_LIGHT);
        l->sizes[l->font_count] = 16;
        l->fonts[l->font_count++] = font;
        return 1;
    }
    return 0;
}

static TTF_Font *font_for(moult__window *t, uint32_t code, int32_t size)
{
    moult__letters *l = &t->letters;
    uint32_t i = 0;
    while (i < l->font_count || open_next(t)) {
        if (TTF_GlyphIsProvided32(l->fonts[i], code))
            break;
        i++;
    }
    if (l->font_count == 0)
        return NULL;
    i = i < l->font_count ? i : 0;
    if (l->sizes[i] != size) {
        TTF_SetFontSize(l->fonts[i], size);
        l->sizes[i] = size;
    }
    return l->fonts[i];
}

static void empty(moult__letters *l)
{
    for (uint32_t i = 0; i < LETTERS && l->list; i++)
        free(l->list[i].ink);
    if (l->list)
        memset(l->list, 0, LETTERS * sizeof *l->list);
    l->count = 0;
}

void moult__letters_close(moult__letters *l)
{
    empty(l);
    free(l->list);
    for (uint32_t i = 0; i < l->font_count; i++)
        TTF_CloseFont(l->fonts[i]);
    memset(l, 0, sizeof *l);
}

/* Keeps the inked part of what the font drew. */
static void take_ink(moult__letter *letter, SDL_Surface *drawn)
{
    int32_t left = drawn->w, top = drawn->h, right = 0, bottom = 0;
    const uint8_t *pixels = drawn->pixels;
    for (int32_t y = 0; y < drawn->h; y++)
        for (int32_t x = 0; x < drawn->w; x++) {
            if (((const uint32_t *)(const void *)(pixels + y * drawn->pitch))[x] >> 24 == 0)
                continue;
            left = moult__least(left, x);
            right = moult__most(right, x + 1);
            top = moult__least(top, y);
            bottom = moult__most(bottom, y + 1);
        }
    if (right <= left)
        return;
    letter->ink = malloc((size_t)(right - left) * (size_t)(bottom - top));
    if (!letter->ink)
        return;
    letter->x = left;
    letter->y = top;
    letter->w = right - left;
    letter->h = bottom - top;
    uint8_t *ink = letter->ink;
    for (int32_t y = top; y < bottom; y++)
        for (int32_t x = left; x < right; x++)
            *ink++ =
                (uint8_t)(((const uint32_t *)(const void *)(pixels + y * drawn->pitch))[x] >> 24);
}

static void draw_letter(moult__window *t, moult__letter *letter)
{
    static const SDL_Color white = {255, 255, 255, 255};
    int least_x, most_x, least_y, most_y, advance = letter->size / 2;
    TTF_Font *font = font_for(t, letter->code, letter->size);
    if (!font)
        return;
    TTF_GlyphMetrics32(font, letter->code, &least_x, &most_x, &least_y, &most_y, &advance);
    letter->advance = advance;
    SDL_Surface *drawn = TTF_RenderGlyph32_Blended(font, letter->code, white);
    if (!drawn)
        return;
    take_ink(letter, drawn);
    /* Fonts of other heights stand on the same line. */
    letter->y += letter->size * 7 / 8 - TTF_FontAscent(font);
    SDL_FreeSurface(drawn);
}

const moult__letter *moult__letter_of(moult__window *t, uint32_t code, int32_t size)
{
    moult__letters *l = &t->letters;
    if (!l->list)
        l->list = calloc(LETTERS, sizeof *l->list);
    if (!l->list)
        return NULL;
    if (l->count > LETTERS / 4 * 3)
        empty(l);
    uint32_t place = (code * 0x9e3779b1u ^ (uint32_t)size * 0x85ebca6bu) % LETTERS;
    while (l->list[place].size != 0 && (l->list[place].code != code || l->list[place].size != size))
        place = (place + 1) % LETTERS;
    moult__letter *letter = &l->list[place];
    if (letter->size == 0) {
        letter->code = code;
        letter->size = size;
        l->count++;
        draw_letter(t, letter);
    }
    return letter;
}

int32_t moult__text_width(moult__window *t, const char *text, int32_t size)
{
    int32_t width = 0;
    uint32_t code;
    while (text && (code = moult__utf8_next(&text)) != 0) {
        const moult__letter *letter = moult__letter_of(t, moult__visible_code(code), size);
        width += letter ? letter->advance : 0;
    }
    return width;
}

int32_t moult__text_paint(moult__window *t, int32_t x, int32_t y, int32_t room, const char *text,
                          int32_t size, uint32_t colour)
{
    int32_t used = 0, whole = moult__text_width(t, text, size);
    const moult__letter *dots = whole > room ? moult__letter_of(t, 0x2026, size) : NULL;
    int32_t most = dots ? room - dots->advance : room;
    const moult__area clip = {x, y - size, room, size * 3};
    uint32_t code;
    while (text && (code = moult__utf8_next(&text)) != 0) {
        const moult__letter *letter = moult__letter_of(t, moult__visible_code(code), size);
        if (!letter || used + letter->advance > most)
            break;
        moult__canvas_ink(&t->canvas, clip, x + used, y, letter, colour);
        used += letter->advance;
    }
    dots = dots ? moult__letter_of(t, 0x2026, size) : NULL;
    if (!dots || most < 0)
        return used;
    moult__canvas_ink(&t->canvas, clip, x + used, y, dots, colour);
    return used + dots->advance;
}

const char *moult__text_fit(moult__window *t, const char *text, int32_t size, int32_t room)
{
    const char *blank = NULL, *at = text;
    int32_t used = 0;
    while (*at) {
        const char *next = at;
        uint32_t code = moult__visible_code(moult__utf8_next(&next));
        const moult__letter *letter = moult__letter_of(t, code, size);
        used += letter ? letter->advance : 0;
        if (used > room && at != text)
            return blank ? blank : at;
        if (code == ' ')
            blank = next;
        at = next;
    }
    return at;
}
