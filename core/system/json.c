/* SPDX-License-Identifier: MIT */
/* JSON's texts (RFC 8259), so that there is one way of escaping them. What counts as a character is
 * the ranking's rule (moult/scores.h), by which marks that turn the direction of writing are
 * escaped, too: they would turn the lines of a terminal. */
#include "core/system/json.h"
#include <moult/scores.h>
#include <stdint.h>
#include <string.h>

/* The code point of a well-formed UTF-8 sequence of two or three bytes that is no character of the
 * ranking's; 0: it is none. */
static uint32_t control_point(const uint8_t *at, uint32_t *length)
{
    *length = at[0] >= 0xe0 ? 3 : 2;
    if (at[0] < 0xc2 || at[0] > 0xef)
        return 0;
    uint32_t point = at[0] & (0x7fu >> *length);
    for (uint32_t i = 1; i < *length; i++) {
        if ((at[i] & 0xc0) != 0x80) /* the final zero ends it, too */
            return 0;
        point = point << 6 | (at[i] & 0x3fu);
    }
    int32_t surrogate = point >= 0xd800 && point < 0xe000;
    return surrogate || (*length == 3 && point < 0x800) ? 0 : point;
}

void moult__json_text(FILE *out, const char *text)
{
    const uint8_t *at = (const uint8_t *)text;
    uint32_t left = (uint32_t)strlen(text);
    fputc('"', out);
    while (left != 0) {
        uint32_t length = moult_score_character(at, left), point;
        if (length == 1 && (*at == '"' || *at == '\\'))
            fputc('\\', out);
        if (length != 0) {
            fwrite(at, 1, length, out);
        } else if (*at < 0x80) {
            fprintf(out, "\\u%04x", *at);
            length = 1;
        } else {
            point = control_point(at, &length);
            fprintf(out, "\\u%04x", point != 0 ? point : 0xfffd);
            length = point != 0 ? length : 1;
        }
        at += length;
        left -= length;
    }
    fputc('"', out);
}
