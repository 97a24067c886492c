/* SPDX-License-Identifier: MIT */
/* What the renderers of this folder share: reading a scene by its writer's strides, UTF-8, what a
 * gauge says in words, and their own words in the player's language. */
#ifndef MOULT_PLUGIN_RENDERER_H
#define MOULT_PLUGIN_RENDERER_H
#include <libintl.h>
#include <moult/renderer.h>
#include <stdio.h>

#define MOULT__BAD_CODE 0xfffdu /* stands for bytes that are no text */

/* A renderer's own words; all else in a scene has been translated. The core has opened the
 * catalogue, for the whole process. */
static inline const char *moult__own_words(const char *text) __attribute__((format_arg(1)));

static inline const char *moult__own_words(const char *text)
{
    return dgettext("moult", text);
}

/* Entry `i` of an array whose entries begin with the size that their writer compiled. */
#define MOULT__ENTRY(array, i)                                 \
    ((__typeof__(array))(const void *)((const char *)(array) + \
                                       (size_t)(i) *           \
                                           ((array)->size ? (array)->size : sizeof *(array))))

static inline const moult_cell *moult__scene_cell(const moult_scene *scene, int32_t x, int32_t y)
{
    size_t stride = scene->cell_size > 0 ? (size_t)scene->cell_size : sizeof(moult_cell);
    size_t index = (size_t)y * (size_t)scene->width + (size_t)x;
    return (const moult_cell *)(const void *)((const char *)scene->cells + index * stride);
}

/* The next code point of a text, which moves on; 0 at its end, U+FFFD for a byte out of place. */
static inline uint32_t moult__utf8_next(const char **text)
{
    const uint8_t *byte = (const uint8_t *)*text;
    uint32_t more = byte[0] < 0x80 ? 0 : byte[0] >= 0xf0 ? 3 : byte[0] >= 0xe0 ? 2 : 1;
    uint32_t code = more ? byte[0] & (0x3fu >> more) : byte[0];
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    if (code == 0 && !more)
        return 0;
    for (uint32_t i = 1; i <= more; i++) {
        if ((byte[i] & 0xc0) != 0x80) {
            *text += 1;
            return MOULT__BAD_CODE;
        }
        code = code << 6 | (byte[i] & 0x3fu);
    }
    if ((more && byte[0] < 0xc0) || code < least[more] || code > 0x10ffff ||
        (code >= 0xd800 && code <= 0xdfff)) {
        *text += 1;
        return MOULT__BAD_CODE;
    }
    *text += more + 1;
    return code;
}

/* Writes a code point's 1..4 bytes and answers how many. */
static inline uint32_t moult__utf8_put(uint32_t code, char out[4])
{
    uint32_t more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const uint8_t first[] = {0, 0xc0, 0xe0, 0xf0};
    out[0] = (char)(first[more] | code >> (6 * more));
    for (uint32_t i = 1; i <= more; i++)
        out[i] = (char)(0x80 | (code >> (6 * (more - i)) & 0x3f));
    return more + 1;
}

/* Control characters would move a terminal's cursor or worse, so they are shown as blanks. */
static inline uint32_t moult__visible_code(uint32_t code)
{
    return code < ' ' || (code >= 0x7f && code < 0xa0) ? ' ' : code;
}

/* "HP 12/12", "Floor 1", or a gauge's own text after its label. */
static inline void moult__gauge_text(const moult_gauge *gauge, char *out, size_t room)
{
    const char *label = gauge->label ? gauge->label : "";
    const char *space = label[0] ? " " : "";
    if (gauge->style == MOULT_GAUGE_TEXT)
        snprintf(out, room, "%s%s%s", label, space, gauge->text ? gauge->text : "");
    else if (gauge->style == MOULT_GAUGE_ICON)
        snprintf(out, room, "%s", label);
    else if (gauge->max > 0)
        snprintf(out, room, "%s%s%lld/%lld", label, space, (long long)gauge->value,
                 (long long)gauge->max);
    else
        snprintf(out, room, "%s%s%lld", label, space, (long long)gauge->value);
}

#endif
