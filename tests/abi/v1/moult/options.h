/* SPDX-License-Identifier: MIT */
/* The words of a generator's options (moult_request.options): NAME=VALUE, parted by blanks. Of two
 * with one name the later counts. A word with a question mark before it, "?doors=on", is a wish:
 * who doesn't know the name goes on; any other unknown name is refused, with the closest one. */
#ifndef MOULT_OPTIONS_H
#define MOULT_OPTIONS_H
#include <moult/mapgen.h>
#include <stdio.h>
#include <string.h>

MOULT_EXTERN_C_BEGIN

#define MOULT_OPTIONS_BLANKS " \t" /* what parts words */
#define MOULT_OPTIONS_SHOWN 40     /* letters of a word that a refusal repeats */

/* NAME=NUMBER, a whole number from low to high; 0 and 1 may also be written off and on. `place`:
 * where its int32_t stands in the generator's struct. */
typedef struct moult_options_entry {
    const char *name;
    int32_t low, high;
    size_t place;
} moult_options_entry;

/* A word of the options' text: NAME=VALUE, or NAME alone with an empty value. */
typedef struct moult_options_word {
    const char *whole, *name, *value; /* in the options' text, without an end of their own */
    size_t size, name_size, value_size;
    int32_t wish;
} moult_options_word;

/* Moves `*text` behind its next word; 0: there is none. */
static inline int32_t moult_options_next(const char **text, moult_options_word *out)
{
    const char *word = *text == NULL ? "" : *text + strspn(*text, MOULT_OPTIONS_BLANKS);
    const size_t length = strcspn(word, MOULT_OPTIONS_BLANKS);
    const char *sign = (const char *)memchr(word, '=', length);
    const char *end = word + length;
    out->whole = word;
    out->size = length;
    out->wish = *word == '?';
    out->name = word + out->wish;
    out->name_size = (size_t)((sign != NULL ? sign : end) - out->name);
    out->value = sign != NULL ? sign + 1 : end;
    out->value_size = (size_t)(end - out->value);
    *text = end;
    return length > 0;
}

/* 1: the text is this word. */
static inline int32_t moult_options_is(const char *text, size_t size, const char *word)
{
    return strlen(word) == size && memcmp(text, word, size) == 0;
}

/* How much of a word a refusal repeats. */
static inline int moult_options_shown(size_t size)
{
    return (int)(size < MOULT_OPTIONS_SHOWN ? size : MOULT_OPTIONS_SHOWN);
}

/* Letters to put in, take out or exchange (V. Levenshtein, 1966), one row of the table at a time.
 * Of a long word its first letters count. */
static inline int32_t moult_options_distance(const char *word, size_t size, const char *name)
{
    int32_t row[MOULT_OPTIONS_SHOWN + 1];
    const int32_t across = moult_options_shown(strlen(name)), down = moult_options_shown(size);
    for (int32_t x = 0; x <= across; x++)
        row[x] = x;
    for (int32_t y = 1; y <= down; y++) {
        int32_t corner = row[0]++;
        for (int32_t x = 1; x <= across; x++) {
            const int32_t above = row[x], same = word[y - 1] == name[x - 1];
            const int32_t less = (row[x - 1] < above ? row[x - 1] : above) + 1;
            row[x] = less < corner + !same ? less : corner + !same;
            corner = above;
        }
    }
    return row[across];
}

/* The known name that is spelled most like the word's. */
static inline const char *moult_options_closest(const moult_options_word *word,
                                                const moult_options_entry *known, uint32_t count)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < count; i++)
        if (moult_options_distance(word->name, word->name_size, known[i].name) <
            moult_options_distance(word->name, word->name_size, known[best].name))
            best = i;
    return known[best].name;
}

/* The entry of the word's name, or NULL. */
static inline const moult_options_entry *
moult_options_find(const moult_options_word *word, const moult_options_entry *known, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (moult_options_is(word->name, word->name_size, known[i].name))
            return &known[i];
    return NULL;
}

/* Writes the option's number to its place in `out`; 0: the value is none. */
static inline int32_t moult_options_set(const moult_options_word *word,
                                        const moult_options_entry *option, void *out)
{
    int64_t number = 0;
    const size_t sign = word->value_size > 0 && word->value[0] == '-';
    if (option->low == 0 && option->high == 1 &&
        moult_options_is(word->value, word->value_size, "on")) {
        number = 1;
    } else if (option->low != 0 || option->high != 1 ||
               !moult_options_is(word->value, word->value_size, "off")) {
        if (word->value_size == sign || word->value_size - sign > 10)
            return 0;
        for (size_t i = sign; i < word->value_size; i++) {
            if (word->value[i] < '0' || word->value[i] > '9')
                return 0;
            number = number * 10 + (word->value[i] - '0');
        }
        number = sign ? -number : number;
    }
    if (number < option->low || number > option->high)
        return 0;
    *(int32_t *)(void *)((uint8_t *)out + option->place) = (int32_t)number;
    return 1;
}

/* Refuses a value in words. `generator`: "mapgen/mine". */
static inline moult_status moult_options_refuse(const char *generator,
                                                const moult_options_word *word,
                                                const moult_options_entry *option,
                                                moult_canvas *canvas)
{
    char range[32] = "on or off", why[200];
    if (option->low != 0 || option->high != 1)
        snprintf(range, sizeof range, "%d to %d", option->low, option->high);
    snprintf(why, sizeof why, "the option %s of %s is %s, not \"%.*s\"", option->name, generator,
             range, moult_options_shown(word->value_size), word->value);
    return moult_canvas_refuse(canvas, MOULT_RANGE, why);
}

/* Reads all words of `options` (NULL: none) into the struct `out`, which has the usual values; what
 * is refused is said by moult_canvas_refuse. */
static inline moult_status moult_options_read(const char *generator,
                                              const moult_options_entry *known, uint32_t count,
                                              const char *options, moult_canvas *canvas, void *out)
{
    moult_options_word word;
    while (moult_options_next(&options, &word)) {
        const moult_options_entry *option = moult_options_find(&word, known, count);
        if (option == NULL && word.wish)
            continue;
        if (option == NULL) {
            char why[200];
            snprintf(why, sizeof why, "%s has no option \"%.*s\" (closest: %s)", generator,
                     moult_options_shown(word.name_size), word.name,
                     moult_options_closest(&word, known, count));
            return moult_canvas_refuse(canvas, MOULT_UNKNOWN, why);
        }
        if (!moult_options_set(&word, option, out))
            return moult_options_refuse(generator, &word, option, canvas);
    }
    return MOULT_OK;
}

MOULT_EXTERN_C_END
#endif
