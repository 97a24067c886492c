/* SPDX-License-Identifier: MIT */
/* Texts in rows, for the savers that write them as such: which bytes are one, and the interned
 * texts of core.name by number and back. A text stands for a number only where that is the first
 * with this text, so that what is read back is what was written. */
#ifndef SAVER_TEXT_H
#define SAVER_TEXT_H
#include "saver/section.h"

/* Bytes of the UTF-8 letter at `at`; 0: it is none. */
static inline uint32_t saver_letter(const uint8_t *at, uint64_t count)
{
    uint32_t length = at[0] < 0x80                     ? 1
                      : at[0] >= 0xc2 && at[0] <= 0xdf ? 2
                      : (at[0] & 0xf0) == 0xe0         ? 3
                      : at[0] >= 0xf0 && at[0] <= 0xf4 ? 4
                                                       : 0;
    if (length == 0 || length > count)
        return 0;
    for (uint32_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    if ((at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f) ||
        (at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] > 0x8f))
        return 0;
    return length;
}

/* Length of the text that fills the field's bytes, with zeroes after it; -1: it is none. */
static inline int64_t saver_text_length(const uint8_t *at, uint64_t count)
{
    uint64_t length = 0;
    while (length < count && at[length] != 0) {
        uint32_t letter = saver_letter(at + length, count - length);
        if (letter == 0 || at[length] == 0x7f ||
            (at[length] < ' ' && at[length] != '\n' && at[length] != '\t'))
            return -1;
        length += letter;
    }
    for (uint64_t i = length; i < count; i++)
        if (at[i] != 0)
            return -1;
    return (int64_t)length;
}

typedef struct saver_names {
    const uint8_t *rows; /* of core.name */
    uint64_t row_size;
    uint32_t offset, row_count, count;
    const char **order; /* texts in alphabetical order, those that are equal by number */
} saver_names;

static inline int saver_compare_texts(const void *a, const void *b)
{
    const char *const *one = (const char *const *)a, *const *other = (const char *const *)b;
    int order = strcmp(*one, *other);
    return order != 0 ? order : *one < *other ? -1 : *one > *other;
}

/* Reads the section core.name, which must stay; an empty list when it isn't what it should be. */
static inline moult_status saver_names_open(saver_names *n, const saver_section *s)
{
    memset(n, 0, sizeof *n);
    const saver_field *field = saver_find_field(s, "text");
    if (strcmp(s->name, "core.name") != 0 || s->scope == MOULT_SCOPE_CELL || field == NULL ||
        field->type != MOULT_TYPE_u8)
        return MOULT_OK;
    n->rows = s->body;
    n->row_size = s->row_size;
    n->offset = field->offset;
    n->row_count = s->row_count;
    n->order = malloc((s->row_count + (size_t)1) * sizeof *n->order);
    if (n->order == NULL)
        return MOULT_MEMORY;
    for (uint32_t row = 1; row < s->row_count; row++) {
        const uint8_t *text = s->body + (uint64_t)row * s->row_size + field->offset;
        int64_t length = saver_text_length(text, field->count);
        if (length > 0 && length < field->count)
            n->order[n->count++] = (const char *)text;
    }
    qsort(n->order, n->count, sizeof *n->order, saver_compare_texts);
    return MOULT_OK;
}

static inline void saver_names_close(saver_names *n)
{
    free(n->order);
    memset(n, 0, sizeof *n);
}

/* The first number with this text; 0: none. */
static inline uint32_t saver_name_of(const saver_names *n, const char *text)
{
    uint32_t low = 0, high = n->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (strcmp(n->order[middle], text) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == n->count || strcmp(n->order[low], text) != 0)
        return 0;
    return (uint32_t)((uint64_t)((const uint8_t *)n->order[low] - n->rows) / n->row_size);
}

/* The text that stands for the number; NULL: none does. 0 is "". */
static inline const char *saver_name_text(const saver_names *n, uint32_t number)
{
    if (number == 0)
        return "";
    if (number >= n->row_count)
        return NULL;
    const char *text = (const char *)n->rows + number * n->row_size + n->offset;
    return memchr(text, 0, n->row_size - n->offset) != NULL && saver_name_of(n, text) == number
               ? text
               : NULL;
}

#endif
