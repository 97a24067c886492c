/* SPDX-License-Identifier: MIT */
/* Painting text: measured in columns, wide characters and combining marks included. What the
 * locale's charset doesn't have is one question mark. */
#include "terminal.h"
#include <limits.h>
#include <string.h>
#include <wchar.h>

/* What shares one cell: a character and its combining marks. */
typedef struct cluster {
    wchar_t codes[CCHARW_MAX + 1];
    int32_t columns;
} cluster;

/* Columns of a code point, or -1 when it can't be shown as it is. */
static int32_t code_columns(const moult__terminal *t, uint32_t code)
{
    if (code >= 0x80 && !t->is_utf8) {
        char bytes[MB_LEN_MAX];
        mbstate_t state;
        memset(&state, 0, sizeof state);
        if (wcrtomb(bytes, (wchar_t)code, &state) == (size_t)-1)
            return -1;
    }
    return wcwidth((wchar_t)code);
}

/* The next cluster of a text, which moves on; 0 at the end. */
static int32_t next_cluster(const moult__terminal *t, const char **text, cluster *c)
{
    uint32_t code = moult__visible_code(moult__utf8_next(text)), count = 1;
    c->columns = code_columns(t, code);
    if (c->columns <= 0) { /* a mark without a character doesn't show, either */
        code = '?';
        c->columns = 1;
    }
    c->codes[0] = (wchar_t)code;
    for (const char *after = *text; *after;) {
        code = moult__utf8_next(&after);
        if (code_columns(t, code) != 0)
            break;
        if (count < CCHARW_MAX)
            c->codes[count++] = (wchar_t)code;
        *text = after;
    }
    c->codes[count] = 0;
    return 1;
}

int32_t moult__text_columns(const moult__terminal *t, const char *text)
{
    int32_t columns = 0;
    cluster c;
    while (text && *text && columns < 0x10000 && next_cluster(t, &text, &c))
        columns += c.columns;
    return columns;
}

const char *moult__text_skip(const moult__terminal *t, const char *text, int32_t from)
{
    cluster c;
    while (*text && from > 0 && next_cluster(t, &text, &c))
        from -= c.columns;
    return text;
}

const char *moult__text_fit(const moult__terminal *t, const char *text, int32_t room)
{
    cluster c;
    for (const char *after = text; *after && next_cluster(t, &after, &c); text = after) {
        room -= c.columns;
        if (room < 0)
            break;
    }
    return text;
}

int32_t moult__text_paint(const moult__terminal *t, int32_t y, int32_t x, int32_t room,
                          const char *text, moult__look look)
{
    int32_t used = 0;
    cluster c;
    cchar_t cell;
    while (text && *text && next_cluster(t, &text, &c) && used + c.columns <= room) {
        setcchar(&cell, c.codes, look.attributes, 0, &look.pair);
        mvadd_wch(y, x + used, &cell);
        used += c.columns;
    }
    return used;
}

void moult__glyph_paint(const moult__terminal *t, int32_t y, int32_t x, uint32_t glyph,
                        uint32_t ascii, moult__look look)
{
    glyph = moult__visible_code(glyph);
    if (code_columns(t, glyph) != 1)
        glyph = ascii >= ' ' && ascii < 0x7f ? ascii : '?';
    const wchar_t codes[] = {(wchar_t)glyph, 0};
    cchar_t cell;
    setcchar(&cell, codes, look.attributes, 0, &look.pair);
    mvadd_wch(y, x, &cell);
}
