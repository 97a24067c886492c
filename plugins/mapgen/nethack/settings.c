/* SPDX-License-Identifier: MIT */
/* Reads "NAME=VALUE NAME=VALUE ..." into the settings. Words that stand for numbers are off, on, 3.4
 * and 3.6. A name that isn't known is answered with the known one that is nearest in spelling. */
#include "settings.h"
#include <stdio.h>
#include <string.h>

#define ODDS NETHACK_ODDS
#define NAME_SIZE 32

enum { NUMBER, ONE_IN, SWITCH, VERSION };

typedef struct setting {
    const char *field;
    uint8_t kind;
    int32_t usual, low, high;
} setting;

static const setting known[] = {
#define SETTING(F, field, kind, value, low, high, text) {#field, kind, value, low, high},
    NETHACK_SETTINGS(SETTING, )
#undef SETTING
};

MOULT_STATIC_ASSERT(sizeof(nethack_settings) == MOULT_COUNT(known) * sizeof(int32_t),
                    "the settings are an array of numbers, too");

void nethack_settings_default(nethack_settings *s)
{
    static const nethack_settings usual = {
#define SETTING(F, field, kind, value, low, high, text) .field = value,
        NETHACK_SETTINGS(SETTING, )
#undef SETTING
    };
    *s = usual;
}

static int32_t *field_of(nethack_settings *s, uint32_t index)
{
    return (int32_t *)(void *)s + index;
}

/* The field's name as it is written in options. */
static void option_name(uint32_t index, char out[NAME_SIZE])
{
    snprintf(out, NAME_SIZE, "%s", known[index].field);
    for (char *at = out; *at != 0; at++)
        if (*at == '_')
            *at = '-';
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Letters to put in, take out or exchange to make `b` of the `length` letters of `a` (V. Levenshtein,
 * 1966), one row of the table at a time. */
static uint32_t spelling_distance(const char *a, uint32_t length, const char *b)
{
    uint32_t row[NAME_SIZE], other = (uint32_t)strlen(b);
    for (uint32_t j = 0; j <= other; j++)
        row[j] = j;
    for (uint32_t i = 1; i <= length; i++) {
        uint32_t corner = row[0];
        row[0] = i;
        for (uint32_t j = 1; j <= other; j++) {
            uint32_t exchanged = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            row[j] = least(exchanged, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[other];
}

static void refuse_name(const char *name, uint32_t length, char *why, uint32_t room)
{
    char nearest[NAME_SIZE] = "", candidate[NAME_SIZE];
    uint32_t best = UINT32_MAX, shown = least(length, NAME_SIZE);
    for (uint32_t i = 0; i < MOULT_COUNT(known); i++) {
        option_name(i, candidate);
        uint32_t distance = spelling_distance(name, shown, candidate);
        if (distance < best) {
            best = distance;
            memcpy(nearest, candidate, sizeof nearest);
        }
    }
    snprintf(why, room, "there is no option \"%.*s\"; the nearest is \"%s\"", (int)shown, name,
             nearest);
}

/* Answers the setting's index, or -1. */
static int32_t find(const char *name, uint32_t length)
{
    char candidate[NAME_SIZE];
    for (uint32_t i = 0; i < MOULT_COUNT(known); i++) {
        option_name(i, candidate);
        if (strlen(candidate) == length && memcmp(candidate, name, length) == 0)
            return (int32_t)i;
    }
    return -1;
}

static int32_t is_word(const char *text, uint32_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

/* 1 when the text is a value of the setting's kind and range. */
static int32_t read_value(const setting *s, const char *text, uint32_t length, int32_t *out)
{
    static const char *const words[2][2] = {{"off", "on"}, {"3.4", "3.6"}};
    int64_t value = 0;
    if (s->kind == SWITCH || s->kind == VERSION) {
        for (int32_t i = 0; i < 2; i++)
            if (is_word(text, length, words[s->kind == VERSION][i])) {
                *out = i;
                return 1;
            }
        return 0;
    }
    if (length < 1 || length > 9)
        return 0;
    for (uint32_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return 0;
        value = 10 * value + (text[i] - '0');
    }
    *out = (int32_t)value;
    return value >= s->low && value <= s->high;
}

static void refuse_value(uint32_t index, const char *text, uint32_t length, char *why,
                         uint32_t room)
{
    const setting *s = &known[index];
    char name[NAME_SIZE], range[NAME_SIZE];
    option_name(index, name);
    if (s->kind == SWITCH)
        snprintf(range, sizeof range, "off or on");
    else if (s->kind == VERSION)
        snprintf(range, sizeof range, "3.4 or 3.6");
    else
        snprintf(range, sizeof range, "%d to %d", s->low, s->high);
    snprintf(why, room, "option \"%s\" is %s, not \"%.*s\"", name, range,
             (int)least(length, NAME_SIZE), text);
}

/* One word of the options. */
static moult_status read_one(nethack_settings *s, const char *word, uint32_t length, char *why,
                             uint32_t room)
{
    const char *equals = memchr(word, '=', length);
    if (equals == NULL) {
        snprintf(why, room, "option \"%.*s\" isn't NAME=VALUE", (int)least(length, NAME_SIZE),
                 word);
        return MOULT_FORMAT;
    }
    uint32_t name = (uint32_t)(equals - word), value = length - name - 1;
    int32_t index = find(word, name);
    if (index < 0) {
        refuse_name(word, name, why, room);
        return MOULT_UNKNOWN;
    }
    if (read_value(&known[index], equals + 1, value, field_of(s, (uint32_t)index)))
        return MOULT_OK;
    refuse_value((uint32_t)index, equals + 1, value, why, room);
    return MOULT_RANGE;
}

moult_status nethack_settings_read(nethack_settings *s, const char *options, char *why,
                                   uint32_t room)
{
    static const char between[] = " \t\n,";
    moult_status status = MOULT_OK;
    const char *at = options != NULL ? options : "";
    for (at += strspn(at, between); *at != 0 && status >= 0; at += strspn(at, between)) {
        uint32_t length = (uint32_t)strcspn(at, between);
        status = read_one(s, at, length, why, room);
        at += length;
    }
    if (status >= 0 && s->shop_general + s->shop_armour + s->shop_scrolls + s->shop_potions +
                               s->shop_weapons + s->shop_food + s->shop_rings + s->shop_wands +
                               s->shop_tools + s->shop_books + s->shop_health ==
                           0) {
        snprintf(why, room, "option \"shop-general\" and all other weights of shops are 0");
        return MOULT_RANGE;
    }
    return status;
}
