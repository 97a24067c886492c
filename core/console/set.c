/* SPDX-License-Identifier: MIT */
/* A value from a line into a row. It must fit its type; whether the world then holds together is
 * checked by whoever called. */
#include <string.h>
#include "core/console/place.h"
#include "core/system/text.h"

/* What isn't anybody's to set: texts that rows refer to, and what the session itself goes by. */
static int32_t is_kept(const moult_world *w, moult_table table)
{
    return table == MOULT__TABLE_SESSION || table == MOULT__TABLE_NAME ||
           table == MOULT__TABLE_PLUGIN || w->tables[table].layout.scope == MOULT__SCOPE_SLOTS;
}

/* x or y of an actor or an item: it goes there. */
static int32_t moves(const moult__place *at)
{
    return (at->table == MOULT__TABLE_ACTOR_SLOT || at->table == MOULT__TABLE_ITEM_SLOT) &&
           (strcmp(at->field->name, "x") == 0 || strcmp(at->field->name, "y") == 0);
}

static moult_status move(moult__line *line, const moult__place *at, int32_t value)
{
    moult_world *w = line->s->world;
    const uint32_t scope =
        at->table == MOULT__TABLE_ACTOR_SLOT ? MOULT_SCOPE_ACTOR : MOULT_SCOPE_ITEM;
    const moult_id id = moult__slot_id(w, at->table, at->slot);
    moult_place to = {.size = sizeof to};
    moult_status status = moult__where(w, scope, id, &to);
    if (at->field->name[0] == 'x')
        to.x = value;
    else
        to.y = value;
    line->touched = 1;
    if (status >= 0)
        status = moult__move(w, scope, id, to.level, to.x, to.y);
    return status >= 0 ? status
                       : moult__refuse(line->report, status, "console", "%s", w->report.text);
}

static moult_status refuse_value(moult__line *line, const moult__place *at, const char *text)
{
    const uint32_t width = MOULT_TYPE_WIDTH(at->field->type);
    const uint64_t most = width < 8 ? ((uint64_t)1 << 8 * width) - 1 : UINT64_MAX;
    if (at->field->type == MOULT_TYPE_id)
        return moult__refuse(line->report, MOULT_FORMAT, "console",
                             "%s is an id: SLOT:GENERATION, or - for none, not \"%.40s\"",
                             at->field->name, text);
    if ((at->field->type & 0x100u) != 0)
        return moult__refuse(line->report, MOULT_RANGE, "console",
                             "%s is a whole number from %lld to %lld, not \"%.40s\"",
                             at->field->name, -(long long)(most / 2) - 1, (long long)(most / 2),
                             text);
    return moult__refuse(line->report, MOULT_RANGE, "console",
                         "%s is a whole number from 0 to %llu, not \"%.40s\"", at->field->name,
                         (unsigned long long)most, text);
}

static int32_t read_id(const char *text, uint64_t *bits)
{
    char slot[16];
    uint32_t parts[2];
    const size_t length = strcspn(text, ":");
    *bits = 0;
    if (strcmp(text, "-") == 0)
        return 1;
    if (text[length] == 0 || length >= sizeof slot)
        return 0;
    memcpy(slot, text, length);
    slot[length] = 0;
    if (!moult__number_read('u', slot, &parts[0]) ||
        !moult__number_read('u', text + length + 1, &parts[1]))
        return 0;
    *bits = (uint64_t)parts[1] << 32 | parts[0];
    return 1;
}

static int32_t read_value(moult__line *line, const moult__place *at, const char *text,
                          uint64_t *bits)
{
    const uint32_t type = at->field->type, width = MOULT_TYPE_WIDTH(type);
    int64_t whole;
    if (type == MOULT_TYPE_id)
        return read_id(text, bits);
    if (type == MOULT_TYPE_name) {
        line->touched = 1;
        *bits = strcmp(text, "-") != 0 ? moult__intern(line->s->world, text) : 0;
        return strcmp(text, "-") == 0 || *bits != 0;
    }
    if ((type & 0x100u) == 0)
        return moult__number_read('q', text, bits) && (width == 8 || *bits >> 8 * width == 0);
    if (!moult__number_read('l', text, &whole))
        return 0;
    const int64_t most = width < 8 ? ((int64_t)1 << (8 * width - 1)) - 1 : INT64_MAX;
    *bits = (uint64_t)whole;
    return whole <= most && whole >= -most - 1;
}

static uint8_t *edit_at(moult_world *w, const moult__place *at)
{
    const moult__layout *layout = &w->tables[at->table].layout;
    const uint32_t width = MOULT_TYPE_WIDTH(at->field->type);
    if (layout->scope != MOULT_SCOPE_CELL)
        return moult__row_edit(w, at->table, at->slot) + at->field->offset +
               (at->index > 0 ? (uint32_t)at->index * width : 0);
    uint8_t *plane =
        moult__plane_edit(w, at->table, moult__level(w), (uint32_t)(at->field - layout->fields));
    return plane + (size_t)at->cell * width;
}

/* A text in an array of bytes. */
static moult_status set_text(moult__line *line, const moult__place *at, const char *text)
{
    if (strlen(text) >= at->field->count)
        return moult__refuse(line->report, MOULT_RANGE, "console",
                             "%s has room for %u bytes of text", at->field->name,
                             at->field->count - 1);
    line->touched = 1;
    uint8_t *bytes = edit_at(line->s->world, at);
    memset(bytes, 0, at->field->count);
    memcpy(bytes, text, strlen(text));
    return MOULT_OK;
}

moult_status moult__place_set(moult__line *line, const moult__place *at)
{
    moult_world *w = line->s->world;
    const char *text = line->words[line->count - 1];
    const int32_t plane = w->tables[at->table].layout.scope == MOULT_SCOPE_CELL;
    const uint32_t most = plane ? 4 : moult__place_field_at(w, line->words[0]) + 2;
    uint64_t bits;
    if (line->count > most)
        return moult__refuse(line->report, MOULT_FORMAT, "console",
                             "one value at a time. A text with blanks stands in quotes");
    if (is_kept(w, at->table) && !moves(at))
        return moult__refuse(line->report, MOULT_REFUSED, "console",
                             "%s of %s is the core's own. Natives and other fields can change the "
                             "world",
                             at->field->name, w->tables[at->table].layout.name);
    if (!plane && at->field->count > 1 && at->index < 0) {
        if (moult__dump_is_text(at->field, moult__row(w, at->table, at->slot) + at->field->offset))
            return set_text(line, at, text);
        return moult__refuse(line->report, MOULT_FORMAT, "console",
                             "%s has %u values: name one, as in %s[0]", at->field->name,
                             at->field->count, at->field->name);
    }
    if (!read_value(line, at, text, &bits))
        return refuse_value(line, at, text);
    if (moves(at))
        return move(line, at, (int32_t)bits);
    line->touched = 1;
    memcpy(edit_at(w, at), &bits, MOULT_TYPE_WIDTH(at->field->type));
    return MOULT_OK;
}
