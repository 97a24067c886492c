/* SPDX-License-Identifier: MIT */
/* The line editor; see edit.h. The cursor never stands within a character, so that what is left is
 * always UTF-8. */
#include <stdio.h>
#include <string.h>
#include <moult/renderer.h>
#include "core/console/edit.h"
#include "core/game/keys.h"

static uint32_t before(const moult__editor *edit, uint32_t at)
{
    while (at > 0 && ((unsigned char)edit->text[--at] & 0xc0) == 0x80)
        ;
    return at;
}

static uint32_t behind(const moult__editor *edit, uint32_t at)
{
    if (edit->text[at] == 0)
        return at;
    while (((unsigned char)edit->text[++at] & 0xc0) == 0x80)
        ;
    return at;
}

static void cut(moult__editor *edit, uint32_t from, uint32_t to)
{
    memmove(edit->text + from, edit->text + to, strlen(edit->text + to) + 1);
    edit->cursor = from;
}

void moult__edit_insert(moult__editor *edit, const char *text)
{
    const size_t length = strlen(text), rest = strlen(edit->text + edit->cursor) + 1;
    if (edit->cursor + length + rest > sizeof edit->text)
        return;
    memmove(edit->text + edit->cursor + length, edit->text + edit->cursor, rest);
    memcpy(edit->text + edit->cursor, text, length);
    edit->cursor += (uint32_t)length;
}

static void recall(moult__editor *edit, uint32_t at)
{
    if (edit->at == edit->count)
        memcpy(edit->typed, edit->text, sizeof edit->typed);
    edit->at = at;
    memcpy(edit->text, at == edit->count ? edit->typed : edit->history[at], sizeof edit->text);
    edit->cursor = (uint32_t)strlen(edit->text);
}

static int32_t control_key(moult__editor *edit, uint32_t key)
{
    uint32_t at = edit->cursor;
    switch (key) {
    case 'a':
        edit->cursor = 0;
        return 1;
    case 'e':
        edit->cursor = (uint32_t)strlen(edit->text);
        return 1;
    case 'k':
        edit->text[edit->cursor] = 0;
        return 1;
    case 'u':
        cut(edit, 0, edit->cursor);
        return 1;
    case 'w':
        while (at > 0 && edit->text[at - 1] == ' ')
            at--;
        while (at > 0 && edit->text[at - 1] != ' ')
            at--;
        cut(edit, at, edit->cursor);
        return 1;
    default:
        return 0;
    }
}

int32_t moult__edit_key(moult__editor *edit, uint32_t key, uint32_t mods)
{
    char letter[MOULT__KEY_NAME_SIZE] = " ";
    if ((mods & MOULT_MOD_ALT) != 0)
        return 0;
    if ((mods & MOULT_MOD_CTRL) != 0)
        return control_key(edit, key);
    switch (key) {
    case MOULT_KEY_BACKSPACE:
        cut(edit, before(edit, edit->cursor), edit->cursor);
        return 1;
    case MOULT_KEY_DELETE:
        cut(edit, edit->cursor, behind(edit, edit->cursor));
        return 1;
    case MOULT_KEY_LEFT:
        edit->cursor = before(edit, edit->cursor);
        return 1;
    case MOULT_KEY_RIGHT:
        edit->cursor = behind(edit, edit->cursor);
        return 1;
    case MOULT_KEY_HOME:
        return control_key(edit, 'a');
    case MOULT_KEY_END:
        return control_key(edit, 'e');
    case MOULT_KEY_UP:
        if (edit->at > 0)
            recall(edit, edit->at - 1);
        return 1;
    case MOULT_KEY_DOWN:
        if (edit->at < edit->count)
            recall(edit, edit->at + 1);
        return 1;
    default:
        if (key < ' ' || key == 0x7f || key >= 0x110000)
            return 0;
        if (key != ' ')
            moult__key_name(key, 0, letter, sizeof letter);
        moult__edit_insert(edit, letter);
        return 1;
    }
}

void moult__edit_take(moult__editor *edit, char *out)
{
    memcpy(out, edit->text, sizeof edit->text);
    edit->text[0] = 0;
    edit->cursor = 0;
    const int32_t again = edit->count > 0 && strcmp(edit->history[edit->count - 1], out) == 0;
    if (out[0] != 0 && !again) {
        if (edit->count == MOULT__HISTORY)
            memmove(edit->history, edit->history + 1, --edit->count * sizeof edit->history[0]);
        memcpy(edit->history[edit->count++], out, sizeof edit->history[0]);
    }
    edit->at = edit->count;
}
