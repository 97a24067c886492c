/* SPDX-License-Identifier: MIT */
/* The options of mapgen/rooms: NAME=on or NAME=off, parted by spaces; of two the later one counts.
 * Without any the levels are the original's. */
#include <stdio.h>
#include <string.h>
#include "mapgen/rooms/level.h"

static const struct {
    const char *name;
    size_t place;
} known[] = {
    {"doors", offsetof(rooms_wishes, doors)},
    {"retry", offsetof(rooms_wishes, retry)},
};

/* Where the wish of this name stands; NULL: there is none of it. */
static int32_t *wish_of(rooms_wishes *wishes, const char *name, size_t length)
{
    for (uint32_t i = 0; i < MOULT_COUNT(known); i++)
        if (strlen(known[i].name) == length && memcmp(known[i].name, name, length) == 0)
            return (int32_t *)(void *)((uint8_t *)wishes + known[i].place);
    return NULL;
}

static int32_t is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

static moult_status take(const char *word, size_t length, moult_canvas *canvas, rooms_wishes *out)
{
    char why[160];
    const char *sign = memchr(word, '=', length);
    const size_t name = sign != NULL ? (size_t)(sign - word) : length;
    const char *value = word + name + (sign != NULL);
    const size_t size = length - (size_t)(value - word);
    int32_t *wish = wish_of(out, word, name);
    if (wish == NULL) {
        snprintf(why, sizeof why,
                 "mapgen/rooms has no option \"%.*s\", only doors and retry, on or off",
                 (int)(name < 40 ? name : 40), word);
        return moult_canvas_refuse(canvas, MOULT_UNKNOWN, why);
    }
    if (!is_word(value, size, "on") && !is_word(value, size, "off")) {
        snprintf(why, sizeof why, "the option %.*s of mapgen/rooms is on or off, not \"%.*s\"",
                 (int)name, word, (int)(size < 40 ? size : 40), value);
        return moult_canvas_refuse(canvas, MOULT_RANGE, why);
    }
    *wish = is_word(value, size, "on");
    return MOULT_OK;
}

moult_status rooms_read_options(const char *options, moult_canvas *canvas, rooms_wishes *out)
{
    static const char blanks[] = " \t";
    moult_status status = MOULT_OK;
    *out = (rooms_wishes){.doors = 0};
    while (options != NULL && status >= 0 && *(options += strspn(options, blanks)) != 0) {
        const size_t length = strcspn(options, blanks);
        status = take(options, length, canvas, out);
        options += length;
    }
    return status;
}
