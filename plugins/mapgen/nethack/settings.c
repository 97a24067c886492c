/* SPDX-License-Identifier: MIT */
/* Reads "NAME=VALUE NAME=VALUE ..." into the settings. Words that stand for numbers are off, on,
 * 3.4 and 3.6. A name that isn't known is answered with the one nearest in spelling. */
#include "settings.h"
#include <moult/options.h>
#include <moult/table.h>

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

static moult_status refuse_name(const moult_options_word *word, char *why, uint32_t room)
{
    char nearest[NAME_SIZE] = "", candidate[NAME_SIZE];
    int32_t best = INT32_MAX;
    for (uint32_t i = 0; i < MOULT_COUNT(known); i++) {
        option_name(i, candidate);
        int32_t distance = moult_options_distance(word->name, word->name_size, candidate);
        if (distance < best) {
            best = distance;
            memcpy(nearest, candidate, sizeof nearest);
        }
    }
    snprintf(why, room, "nethack has no option \"%.*s\" (closest: %s)",
             moult_options_shown(word->name_size), word->name, nearest);
    return MOULT_UNKNOWN;
}

static int32_t is_called(const moult_options_word *word, const char *field)
{
    for (size_t i = 0; i < word->name_size; i++)
        if (word->name[i] != (field[i] == '_' ? '-' : field[i]))
            return 0;
    return field[word->name_size] == 0;
}

/* Answers the setting's index, or -1. */
static int32_t find(const moult_options_word *word)
{
    for (uint32_t i = 0; i < MOULT_COUNT(known); i++)
        if (is_called(word, known[i].field))
            return (int32_t)i;
    return -1;
}

/* 1 when the word's value is one of the setting's kind and range. */
static int32_t read_value(const setting *s, const moult_options_word *word, int32_t *out)
{
    static const char *const words[2][2] = {{"off", "on"}, {"3.4", "3.6"}};
    int64_t value = 0;
    if (s->kind == SWITCH || s->kind == VERSION) {
        for (int32_t i = 0; i < 2; i++)
            if (moult_options_is(word->value, word->value_size, words[s->kind == VERSION][i])) {
                *out = i;
                return 1;
            }
        return 0;
    }
    if (word->value_size < 1 || word->value_size > 9)
        return 0;
    for (size_t i = 0; i < word->value_size; i++) {
        if (word->value[i] < '0' || word->value[i] > '9')
            return 0;
        value = 10 * value + (word->value[i] - '0');
    }
    *out = (int32_t)value;
    return value >= s->low && value <= s->high;
}

static moult_status refuse_value(uint32_t index, const moult_options_word *word, char *why,
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
    snprintf(why, room, "the option %s of nethack is %s, not \"%.*s\"", name, range,
             moult_options_shown(word->value_size), word->value);
    return MOULT_RANGE;
}

/* A shop and a thing must be of some kind. */
static moult_status check_kinds(const nethack_settings *s, char *why, uint32_t room)
{
    const struct {
        const char *name;
        int32_t some;
    } kinds[] = {
        {"shop-general", s->shop_general + s->shop_armour + s->shop_scrolls + s->shop_potions +
                             s->shop_weapons + s->shop_food + s->shop_rings + s->shop_wands +
                             s->shop_tools + s->shop_books + s->shop_health},
        {"thing-food", s->thing_food + s->thing_potion + s->thing_scroll + s->thing_weapon +
                           s->thing_armour + s->thing_tool + s->thing_gem + s->thing_book +
                           s->thing_wand + s->thing_ring + s->thing_amulet},
    };
    for (uint32_t i = 0; i < MOULT_COUNT(kinds); i++)
        if (kinds[i].some == 0) {
            snprintf(why, room, "the option %s of nethack and all others of its kind are 0",
                     kinds[i].name);
            return MOULT_RANGE;
        }
    return MOULT_OK;
}

moult_status nethack_settings_read(nethack_settings *s, const char *options, char *why,
                                   uint32_t room)
{
    moult_options_word word;
    if (options == NULL || *options == 0)
        return MOULT_OK;
    while (moult_options_next(&options, &word)) {
        int32_t index = find(&word);
        if (index < 0 && word.wish)
            continue;
        if (index < 0)
            return refuse_name(&word, why, room);
        if (!read_value(&known[index], &word, field_of(s, (uint32_t)index)))
            return refuse_value((uint32_t)index, &word, why, room);
    }
    return check_kinds(s, why, room);
}
