/* SPDX-License-Identifier: MIT */
/* The byte sequences of keys. A terminal's description knows one for each key, but what terminals
 * send depends on modes, on their settings, and on who is in between; so the common ones are all
 * taught to ncurses: cursor keys as CSI and SS3, modifiers in xterm's way, and the number pad. */
#include "terminal.h"
#include <string.h>

/* Codes for define_key: beyond ncurses's own and those of extended descriptions, within 16 bits. */
#define OWN_CODE 0x4000u
#define OWN_MODS 0x0700u
#define OWN_INDEX 0x00ffu

/* Forms in which a key's sequence comes. */
#define CSI 1u    /* ESC [ final */
#define SS3 2u    /* ESC O final */
#define NUMBER 4u /* ESC [ number ~ */
#define MODS 8u   /* ESC [ 1 ; mods final, or ESC [ number ; mods ~ */

static const struct {
    uint32_t key;
    uint8_t forms;
    uint8_t number; /* or final byte */
} sequences[] = {
    {MOULT_KEY_UP, CSI | SS3 | MODS, 'A'},
    {MOULT_KEY_DOWN, CSI | SS3 | MODS, 'B'},
    {MOULT_KEY_RIGHT, CSI | SS3 | MODS, 'C'},
    {MOULT_KEY_LEFT, CSI | SS3 | MODS, 'D'},
    {MOULT_KEY_HOME, CSI | SS3 | MODS, 'H'},
    {MOULT_KEY_END, CSI | SS3 | MODS, 'F'},
    {MOULT_KEY_PAD(5), CSI | SS3 | MODS, 'E'},
    {MOULT_KEY_F(1), SS3 | MODS, 'P'},
    {MOULT_KEY_F(2), SS3 | MODS, 'Q'},
    {MOULT_KEY_F(3), SS3 | MODS, 'R'},
    {MOULT_KEY_F(4), SS3 | MODS, 'S'},
    {MOULT_KEY_HOME, NUMBER | MODS, 1},
    {MOULT_KEY_INSERT, NUMBER | MODS, 2},
    {MOULT_KEY_DELETE, NUMBER | MODS, 3},
    {MOULT_KEY_END, NUMBER | MODS, 4},
    {MOULT_KEY_PAGE_UP, NUMBER | MODS, 5},
    {MOULT_KEY_PAGE_DOWN, NUMBER | MODS, 6},
    {MOULT_KEY_HOME, NUMBER | MODS, 7},
    {MOULT_KEY_END, NUMBER | MODS, 8},
    {MOULT_KEY_F(1), NUMBER | MODS, 11},
    {MOULT_KEY_F(2), NUMBER | MODS, 12},
    {MOULT_KEY_F(3), NUMBER | MODS, 13},
    {MOULT_KEY_F(4), NUMBER | MODS, 14},
    {MOULT_KEY_F(5), NUMBER | MODS, 15},
    {MOULT_KEY_F(6), NUMBER | MODS, 17},
    {MOULT_KEY_F(7), NUMBER | MODS, 18},
    {MOULT_KEY_F(8), NUMBER | MODS, 19},
    {MOULT_KEY_F(9), NUMBER | MODS, 20},
    {MOULT_KEY_F(10), NUMBER | MODS, 21},
    {MOULT_KEY_F(11), NUMBER | MODS, 23},
    {MOULT_KEY_F(12), NUMBER | MODS, 24},
    {MOULT_KEY_PAD(0), SS3, 'p'},
    {MOULT_KEY_PAD(1), SS3, 'q'},
    {MOULT_KEY_PAD(2), SS3, 'r'},
    {MOULT_KEY_PAD(3), SS3, 's'},
    {MOULT_KEY_PAD(4), SS3, 't'},
    {MOULT_KEY_PAD(5), SS3, 'u'},
    {MOULT_KEY_PAD(6), SS3, 'v'},
    {MOULT_KEY_PAD(7), SS3, 'w'},
    {MOULT_KEY_PAD(8), SS3, 'x'},
    {MOULT_KEY_PAD(9), SS3, 'y'},
    {MOULT_KEY_ENTER, SS3, 'M'},
    {'+', SS3, 'k'},
    {'-', SS3, 'm'},
    {'*', SS3, 'j'},
    {'/', SS3, 'o'},
    {'.', SS3, 'n'},
    {',', SS3, 'l'},
    {MOULT_KEY_TAB, CSI, 'Z'},
};

static void define(const char *sequence, uint32_t index, uint32_t mods)
{
    define_key(sequence, (int)(OWN_CODE | mods << 8 | index));
}

/* xterm counts modifiers from 1: shift 1, alt 2, ctrl 4. */
static uint32_t mods_of_xterm(uint32_t number)
{
    uint32_t bits = number - 1;
    return (bits & 1 ? MOULT_MOD_SHIFT : 0) | (bits & 2 ? MOULT_MOD_ALT : 0) |
           (bits & 4 ? MOULT_MOD_CTRL : 0);
}

void moult__keys_define(void)
{
    char text[24];
    for (uint32_t i = 0; i < MOULT_COUNT(sequences); i++) {
        unsigned number = sequences[i].number, forms = sequences[i].forms;
        uint32_t mods = forms == CSI ? MOULT_MOD_SHIFT : 0; /* Z is the tabulator backwards */
        if (forms & CSI)
            snprintf(text, sizeof text, "\033[%c", (char)number), define(text, i, mods);
        if (forms & SS3)
            snprintf(text, sizeof text, "\033O%c", (char)number), define(text, i, 0);
        if (forms & NUMBER)
            snprintf(text, sizeof text, "\033[%u~", number), define(text, i, 0);
        for (unsigned m = 2; forms & MODS && m <= 8; m++) {
            if (forms & NUMBER)
                snprintf(text, sizeof text, "\033[%u;%u~", number, m);
            else
                snprintf(text, sizeof text, "\033[1;%u%c", m, (char)number);
            define(text, i, mods_of_xterm(m));
        }
    }
}

static uint32_t key_of_ncurses(uint32_t code)
{
    static const struct {
        uint32_t code, key;
    } names[] = {
        {KEY_UP, MOULT_KEY_UP},
        {KEY_DOWN, MOULT_KEY_DOWN},
        {KEY_LEFT, MOULT_KEY_LEFT},
        {KEY_RIGHT, MOULT_KEY_RIGHT},
        {KEY_HOME, MOULT_KEY_HOME},
        {KEY_END, MOULT_KEY_END},
        {KEY_PPAGE, MOULT_KEY_PAGE_UP},
        {KEY_NPAGE, MOULT_KEY_PAGE_DOWN},
        {KEY_IC, MOULT_KEY_INSERT},
        {KEY_DC, MOULT_KEY_DELETE},
        {KEY_BACKSPACE, MOULT_KEY_BACKSPACE},
        {KEY_ENTER, MOULT_KEY_ENTER},
        {KEY_A1, MOULT_KEY_PAD(7)},
        {KEY_A3, MOULT_KEY_PAD(9)},
        {KEY_B2, MOULT_KEY_PAD(5)},
        {KEY_C1, MOULT_KEY_PAD(1)},
        {KEY_C3, MOULT_KEY_PAD(3)},
    };
    for (uint32_t i = 0; i < MOULT_COUNT(names); i++)
        if (names[i].code == code)
            return names[i].key;
    if (code > KEY_F0 && code <= KEY_F(24))
        return MOULT_KEY_F(code - KEY_F0);
    return 0;
}

int32_t moult__keys_meaning(uint32_t code, uint32_t *key, uint32_t *mods)
{
    static const struct {
        uint32_t code, key;
    } shifted[] = {
        {KEY_BTAB, MOULT_KEY_TAB}, {KEY_SLEFT, MOULT_KEY_LEFT}, {KEY_SRIGHT, MOULT_KEY_RIGHT},
        {KEY_SR, MOULT_KEY_UP},    {KEY_SF, MOULT_KEY_DOWN},    {KEY_SHOME, MOULT_KEY_HOME},
        {KEY_SEND, MOULT_KEY_END}, {KEY_SDC, MOULT_KEY_DELETE},
    };
    uint32_t index = code & OWN_INDEX;
    *mods = 0;
    if ((code & ~(OWN_MODS | OWN_INDEX)) == OWN_CODE && index < MOULT_COUNT(sequences)) {
        *key = sequences[index].key;
        *mods = (code & OWN_MODS) >> 8;
        return 1;
    }
    *key = key_of_ncurses(code);
    for (uint32_t i = 0; !*key && i < MOULT_COUNT(shifted); i++)
        if (shifted[i].code == code) {
            *key = shifted[i].key;
            *mods = MOULT_MOD_SHIFT;
        }
    return *key != 0;
}
