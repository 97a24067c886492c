/* SPDX-License-Identifier: MIT */
/* Key names to codes and back. One table serves both ways; what isn't in it is named by its own
 * character. The names are those that players know from key maps elsewhere, so they are matched
 * exactly: "up" stays free to be a command. */
#include "core/game/keys.h"
#include <moult/renderer.h>
#include <stdio.h>
#include <string.h>

#define LAST_FUNCTION_KEY 24u
#define LAST_CODE_POINT 0x10ffffu

static const struct {
    uint32_t key;
    const char *name;
} named_keys[] = {
    {MOULT_KEY_UP, "Up"},
    {MOULT_KEY_DOWN, "Down"},
    {MOULT_KEY_LEFT, "Left"},
    {MOULT_KEY_RIGHT, "Right"},
    {MOULT_KEY_HOME, "Home"},
    {MOULT_KEY_END, "End"},
    {MOULT_KEY_PAGE_UP, "PgUp"},
    {MOULT_KEY_PAGE_DOWN, "PgDn"},
    {MOULT_KEY_INSERT, "Ins"},
    {MOULT_KEY_DELETE, "Del"},
    {' ', "Space"},
    {MOULT_KEY_ENTER, "Enter"},
    {MOULT_KEY_ESCAPE, "Esc"},
    {MOULT_KEY_TAB, "Tab"},
    {MOULT_KEY_BACKSPACE, "Backspace"},
};

static int is_printable(uint32_t code)
{
    return code > ' ' && !(code >= 0x7f && code <= 0xa0) && !(code >= 0xd800 && code <= 0xdfff) &&
           code <= LAST_CODE_POINT;
}

/* The only code point of a text; 0 when it is none, more than one, or not UTF-8. */
static uint32_t single_code_point(const char *text)
{
    const uint8_t *byte = (const uint8_t *)text;
    if (byte[0] < 0x80)
        return byte[0] && !byte[1] ? byte[0] : 0;
    uint32_t more = byte[0] >= 0xf0 ? 3 : byte[0] >= 0xe0 ? 2 : 1;
    if (byte[0] < 0xc2 || byte[0] > 0xf4)
        return 0;
    uint32_t code = byte[0] & (0x3fu >> more);
    for (uint32_t i = 1; i <= more; i++) {
        if ((byte[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (byte[i] & 0x3fu);
    }
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    return byte[more + 1] == 0 && code >= least[more] ? code : 0;
}

/* A whole decimal number without sign or leading zero, up to `most`; -1 for anything else. */
static int32_t small_number(const char *text, int32_t most)
{
    int32_t number = 0;
    if (!text[0] || (text[0] == '0' && text[1]))
        return -1;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return -1;
        number = number * 10 + (*text - '0');
        if (number > most)
            return -1;
    }
    return number;
}

static uint32_t key_of_name(const char *name)
{
    for (uint32_t i = 0; i < MOULT_COUNT(named_keys); i++)
        if (strcmp(named_keys[i].name, name) == 0)
            return named_keys[i].key;
    if (name[0] == 'F' && name[1]) {
        int32_t number = small_number(name + 1, LAST_FUNCTION_KEY);
        if (number > 0)
            return MOULT_KEY_F((uint32_t)number);
    }
    if (name[0] == 'K' && name[1] == 'P') {
        int32_t number = small_number(name + 2, 9);
        if (number >= 0)
            return MOULT_KEY_PAD((uint32_t)number);
    }
    uint32_t code = single_code_point(name);
    return is_printable(code) ? code : 0;
}

static uint32_t mod_of_prefix(char letter)
{
    switch (letter) {
    case 'C':
        return MOULT_MOD_CTRL;
    case 'S':
        return MOULT_MOD_SHIFT;
    case 'A':
        return MOULT_MOD_ALT;
    default:
        return 0;
    }
}

int32_t moult__key_parse(const char *text, uint32_t *key, uint32_t *mods)
{
    uint32_t found_mods = 0;
    while (text[0] && text[1] == '-' && text[2]) {
        uint32_t mod = mod_of_prefix(text[0]);
        if (!mod || found_mods & mod)
            return 0;
        found_mods |= mod;
        text += 2;
    }
    uint32_t found = key_of_name(text);
    if (!found)
        return 0;
    int lower = found >= 'a' && found <= 'z', upper = found >= 'A' && found <= 'Z';
    if (found_mods & MOULT_MOD_CTRL) {
        if (upper)
            found += 'a' - 'A';
    } else if (found_mods & MOULT_MOD_SHIFT && is_printable(found) && found < MOULT_KEY_UP) {
        if (!lower && !upper)
            return 0;
        found -= lower ? 'a' - 'A' : 0;
        found_mods &= ~MOULT_MOD_SHIFT;
    }
    *key = found;
    *mods = found_mods;
    return 1;
}

static void write_utf8(uint32_t code, char out[5])
{
    uint32_t more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const uint8_t first[] = {0, 0xc0, 0xe0, 0xf0};
    out[0] = (char)(first[more] | code >> (6 * more));
    for (uint32_t i = 1; i <= more; i++)
        out[i] = (char)(0x80 | (code >> (6 * (more - i)) & 0x3f));
    out[more + 1] = 0;
}

static void plain_name(uint32_t key, char out[MOULT__KEY_NAME_SIZE])
{
    for (uint32_t i = 0; i < MOULT_COUNT(named_keys); i++)
        if (named_keys[i].key == key) {
            snprintf(out, MOULT__KEY_NAME_SIZE, "%s", named_keys[i].name);
            return;
        }
    if (key > MOULT_KEY_F(0u) && key <= MOULT_KEY_F(LAST_FUNCTION_KEY))
        snprintf(out, MOULT__KEY_NAME_SIZE, "F%u", (unsigned)(key - MOULT_KEY_F(0u)));
    else if (key >= MOULT_KEY_PAD(0u) && key <= MOULT_KEY_PAD(9u))
        snprintf(out, MOULT__KEY_NAME_SIZE, "KP%u", (unsigned)(key - MOULT_KEY_PAD(0u)));
    else
        write_utf8(is_printable(key) ? key : '?', out);
}

void moult__key_name(uint32_t key, uint32_t mods, char *out, uint32_t room)
{
    char name[MOULT__KEY_NAME_SIZE];
    plain_name(key, name);
    snprintf(out, room, "%s%s%s%s", mods & MOULT_MOD_CTRL ? "C-" : "",
             mods & MOULT_MOD_ALT ? "A-" : "", mods & MOULT_MOD_SHIFT ? "S-" : "", name);
}
