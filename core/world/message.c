/* SPDX-License-Identifier: MIT */
/* Messages: kept as an id and arguments, made into text only when they are shown. The id is the
 * English format itself, so that errors stay readable and a catalogue can be looked up by it. */
#include <stdio.h>
#include <string.h>
#include "core/system/text.h"
#include "core/world/core_tables.h"

static moult_id newest(const moult_world *w)
{
    const moult__slot_row *head =
        (const moult__slot_row *)moult__row(w, MOULT__TABLE_MESSAGE_SLOT, 0);
    return moult__slot_id(w, MOULT__TABLE_MESSAGE_SLOT, head->previous);
}

static int32_t same_message(const moult__message_row *a, const moult__message_row *b)
{
    return a->kind == b->kind && a->format == b->format && a->count == b->count &&
           memcmp(a->argument, b->argument, sizeof a->argument) == 0 &&
           memcmp(a->is_text, b->is_text, sizeof a->is_text) == 0 &&
           memcmp(a->text, b->text, sizeof a->text) == 0 &&
           memcmp(a->number, b->number, sizeof a->number) == 0;
}

static int32_t fits(const char *text, size_t least)
{
    size_t length = strnlen(text, MOULT_NAME_SIZE);
    return length >= least && length < MOULT_NAME_SIZE;
}

/* All of it is looked at before anything is interned: a refused message leaves nothing behind. */
static moult_status check_message(moult_world *w, const char *format, const moult_arg *args,
                                  uint32_t count)
{
    if (count > MOULT__MESSAGE_ARGS)
        return moult__fail(w, MOULT_RANGE, "a message has at most 4 arguments");
    if (format == NULL || !fits(format, 1))
        return moult__fail(w, MOULT_RANGE, "a message's format has 1 to 127 bytes");
    for (uint32_t i = 0; i < count; i++) {
        if (args == NULL || !MOULT_HAS(&args[i], number) || args[i].name == NULL)
            return moult__fail(w, MOULT_FORMAT, "a message's argument has no name");
        if (!fits(args[i].name, 1) || (args[i].text != NULL && !fits(args[i].text, 0)))
            return moult__fail(w, MOULT_RANGE,
                               "a message's argument has a name of 1 to 127 bytes and at most 127 "
                               "bytes of text");
    }
    return MOULT_OK;
}

/* The message as a row; a name of 0 in it: out of memory. */
static moult_status fill(moult_world *w, moult__message_row *row, const moult_arg *args,
                         uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        row->argument[i] = moult__intern(w, args[i].name);
        row->is_text[i] = args[i].text != NULL;
        row->text[i] = args[i].text != NULL ? moult__intern(w, args[i].text) : 0;
        row->number[i] = args[i].text != NULL ? 0 : args[i].number;
        if (row->argument[i] == 0 ||
            (args[i].text != NULL && args[i].text[0] != 0 && row->text[i] == 0))
            return MOULT_MEMORY;
    }
    return row->format != 0 ? MOULT_OK : MOULT_MEMORY;
}

moult_status moult__say(moult_world *w, uint32_t kind, const char *format, const moult_arg *args,
                        uint32_t count)
{
    moult_status status = moult__writable(w, "a message");
    if (status < 0)
        return status;
    status = check_message(w, format, args, count);
    if (status < 0)
        return status;
    moult__message_row row;
    memset(&row, 0, sizeof row);
    row.kind = kind;
    row.format = moult__intern(w, format);
    row.count = count;
    status = fill(w, &row, args, count);
    if (status < 0)
        return status;
    row.turn = moult__turn(w);
    row.times = 1;
    moult_id last = newest(w);
    if (last != 0) {
        const moult__message_row *before =
            (const moult__message_row *)moult__row(w, MOULT__TABLE_MESSAGE, (uint32_t)last);
        row.serial = before->serial;
        if (same_message(before, &row)) {
            moult__message_row *old =
                (moult__message_row *)moult__row_edit(w, MOULT__TABLE_MESSAGE, (uint32_t)last);
            old->turn = row.turn;
            old->times += old->times != UINT32_MAX;
            return MOULT_OK;
        }
    }
    row.serial++;
    const moult__slot_row *head =
        (const moult__slot_row *)moult__row(w, MOULT__TABLE_MESSAGE_SLOT, 0);
    if (head->live >= MOULT__MESSAGES_KEPT)
        moult__remove_core(w, MOULT__TABLE_MESSAGE, head->next);
    moult_id id = moult__append_core(w, MOULT__TABLE_MESSAGE);
    if (id == 0)
        return MOULT_MEMORY;
    memcpy(moult__row_edit(w, MOULT__TABLE_MESSAGE, (uint32_t)id), &row, sizeof row);
    return MOULT_OK;
}

typedef struct buffer {
    char *out;
    uint32_t room, used;
} buffer;

static void put(buffer *b, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++, b->used++)
        if (b->used + 1 < b->room)
            b->out[b->used] = text[i];
}

/* Ends it, between two characters when something was left out. */
static uint32_t finish(buffer *b)
{
    uint32_t end = b->used < b->room ? b->used : b->room - 1;
    while (b->used > end && end > 0 && ((uint8_t)b->out[end - 1] & 0x80) != 0) {
        uint8_t last = (uint8_t)b->out[--end];
        if (last >= 0xc0)
            break;
    }
    b->out[end] = 0;
    return b->used;
}

static void put_argument(buffer *b, const moult_arg *arg)
{
    char number[24];
    if (arg->text != NULL) {
        const char *text = moult__translate(arg->text);
        put(b, text, strlen(text));
    } else {
        put(b, number, (size_t)snprintf(number, sizeof number, "%lld", (long long)arg->number));
    }
}

static const moult_arg *find_argument(const moult_arg *args, uint32_t count, const char *name,
                                      size_t length)
{
    for (uint32_t i = 0; i < count; i++)
        if (strlen(args[i].name) == length && memcmp(args[i].name, name, length) == 0)
            return &args[i];
    return NULL;
}

uint32_t moult__format(char *out, uint32_t room, const char *format, const moult_arg *args,
                       uint32_t count)
{
    buffer b = {out, room, 0};
    int64_t number = 0;
    for (uint32_t i = count; i > 0; i--)
        number = args[i - 1].text == NULL ? args[i - 1].number : number;
    for (const char *at = moult__translate_plural(format, number); *at != 0 && *at != '\n';) {
        const char *end = *at == '{' ? strchr(at, '}') : NULL;
        const moult_arg *arg =
            end != NULL ? find_argument(args, count, at + 1, (size_t)(end - at - 1)) : NULL;
        if (arg != NULL)
            put_argument(&b, arg);
        else
            put(&b, at, 1);
        at = arg != NULL ? end + 1 : at + 1;
    }
    return room != 0 ? finish(&b) : b.used;
}

uint32_t moult__message_text(const moult_world *w, moult_id message, char *out, uint32_t room)
{
    moult_arg args[MOULT__MESSAGE_ARGS];
    const moult__message_row *row =
        (const moult__message_row *)moult__read(w, MOULT__TABLE_MESSAGE, message);
    uint32_t count = row == NULL ? 0 : row->count;
    count = count < MOULT__MESSAGE_ARGS ? count : MOULT__MESSAGE_ARGS;
    for (uint32_t i = 0; i < count; i++)
        args[i] =
            (moult_arg){sizeof args[i], 0, moult__text(w, row->argument[i]),
                        row->is_text[i] ? moult__text(w, row->text[i]) : NULL, row->number[i]};
    return moult__format(out, room, row != NULL ? moult__text(w, row->format) : "", args, count);
}
