/* SPDX-License-Identifier: MIT */
/* Reads sections back by the schemas that they carry, and writes their values as text.
 *
 * A dump is made of a world's own sections, so whatever a saver can carry can be read here, the
 * tables of plugins that aren't loaded among them. For those nobody else has looked at the length
 * of what they hold, so it is checked before a row of them is touched. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "core/world/bytes.h"
#include "core/world/diff.h"

/* -- reading ----------------------------------------------------------------------------------- */

static uint32_t number_at(const uint8_t *bytes)
{
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

#define PLANE_HEAD 12u /* level slot, field, cells */

int32_t moult__dump_plane_next(const moult__dump_table *table, const uint8_t **at, uint32_t *number,
                               moult__dump_plane *out)
{
    const uint64_t left = (uint64_t)(table->bytes + table->size - *at);
    if (*number == table->count || left < PLANE_HEAD)
        return 0;
    *out = (moult__dump_plane){number_at(*at), number_at(*at + 4), number_at(*at + 8),
                               *at + PLANE_HEAD};
    if (out->field >= table->layout.field_count)
        return 0;
    const uint64_t size =
        (uint64_t)out->cells * MOULT_TYPE_WIDTH(table->layout.fields[out->field].type);
    if (left - PLANE_HEAD < size)
        return 0;
    *at += PLANE_HEAD + size;
    (*number)++;
    return 1;
}

/* Whether the body is as long as the schema and the count say. */
static int32_t body_fits(moult__dump_table *table, uint64_t used)
{
    if (table->size - used < sizeof(uint32_t))
        return 0;
    table->count = number_at(table->bytes + used);
    table->body = table->bytes + used + sizeof(uint32_t);
    const uint64_t size = table->size - used - sizeof(uint32_t);
    if (table->layout.scope != MOULT_SCOPE_CELL)
        return table->count != 0 && size == (uint64_t)table->count * table->layout.row_size;
    const uint8_t *at = table->body;
    moult__dump_plane plane;
    uint32_t number = 0;
    while (moult__dump_plane_next(table, &at, &number, &plane)) {
    }
    return number == table->count && at == table->bytes + table->size;
}

/* Puts it where its name belongs. MOULT_FORMAT: there is one of this name. */
static moult_status insert(moult__dump *dump, moult__dump_table *table)
{
    moult__dump_table **tables = realloc(dump->tables, (dump->count + 1) * sizeof(*tables));
    if (tables == NULL)
        return MOULT_MEMORY;
    uint32_t at = dump->count;
    while (at > 0 && strcmp(tables[at - 1]->layout.name, table->layout.name) > 0)
        at--;
    const int32_t other = at == 0 || strcmp(tables[at - 1]->layout.name, table->layout.name) != 0;
    memmove(&tables[at + 1], &tables[at], (dump->count - at) * sizeof(*tables));
    tables[at] = table;
    dump->tables = tables;
    dump->count++;
    return other ? MOULT_OK : MOULT_FORMAT;
}

/* A section, whose bytes are taken over. */
static moult_status add(moult__dump *out, uint8_t *bytes, uint64_t count, const char *who,
                        moult__report *report)
{
    moult__dump_table *table = bytes != NULL ? calloc(1, sizeof *table) : NULL;
    if (table == NULL) {
        free(bytes);
        return moult__refuse(report, MOULT_MEMORY, who, "out of memory");
    }
    uint64_t used = 0;
    table->bytes = bytes;
    table->size = count;
    moult_status status = moult__layout_decode(bytes, count, &table->layout, &used, who, report);
    const int32_t fits = status >= 0 && body_fits(table, used);
    const moult_status inserted = insert(out, table);
    if (inserted == MOULT_MEMORY) {
        moult__layout_free(&table->layout);
        free(table->bytes);
        free(table);
        return moult__refuse(report, inserted, who, "out of memory");
    }
    if (inserted < 0 || (status >= 0 && !fits))
        return moult__refuse(report, MOULT_FORMAT, who,
                             "section \"%s\" is damaged: its length doesn't fit its content. Load "
                             "another save",
                             table->layout.name);
    return status;
}

/* The table that has a table's slots, by their names. */
static const moult__dump_table *pool_of(const moult__dump *dump, const moult__layout *layout)
{
    char name[MOULT_SLOT_SIZE + 8];
    switch (layout->scope) {
    case MOULT_SCOPE_LEVEL:
        return moult__dump_find(dump, "core.level.slot");
    case MOULT_SCOPE_ACTOR:
        return moult__dump_find(dump, "core.actor.slot");
    case MOULT_SCOPE_ITEM:
        return moult__dump_find(dump, "core.item.slot");
    case MOULT_SCOPE_WORLD_LIST:
    case MOULT_SCOPE_LEVEL_LIST:
        snprintf(name, sizeof name, "%s.slot", layout->name);
        return moult__dump_find(dump, name);
    default:
        return NULL;
    }
}

static void link_pools(moult__dump *dump)
{
    for (uint32_t i = 0; i < dump->count; i++) {
        moult__dump_table *table = dump->tables[i];
        table->pool = pool_of(dump, &table->layout);
        if (table->layout.scope == MOULT__SCOPE_SLOTS)
            table->live = moult__layout_field(&table->layout, "live");
    }
}

moult_status moult__dump_take(const moult_world *w, moult__dump *out, const char *who,
                              moult__report *report)
{
    moult_status status = MOULT_OK;
    *out = (moult__dump){NULL, 0};
    for (uint32_t i = 0; i < moult__section_count(w) && status >= 0; i++) {
        moult__bytes bytes;
        moult__bytes_open(&bytes, UINT64_MAX);
        if (moult__section_encode(w, i, &bytes.sink) >= 0) {
            status = add(out, bytes.bytes, bytes.count, who, report);
        } else {
            free(bytes.bytes);
            status = moult__refuse(report, MOULT_MEMORY, who, "out of memory");
        }
    }
    link_pools(out);
    return status;
}

moult_status moult__dump_read(const uint8_t *sections, uint64_t count, moult__dump *out,
                              const char *who, moult__report *report)
{
    moult_status status = MOULT_OK;
    moult__reader in = moult__reader_of(sections, count);
    *out = (moult__dump){NULL, 0};
    while (status >= 0 && in.at < in.end) {
        const uint64_t size = moult__take_u64(&in);
        const uint8_t *bytes = moult__take(&in, size);
        if (bytes == NULL)
            return moult__refuse(report, MOULT_FORMAT, who,
                                 "a section is cut off. Load another save");
        uint8_t *own = malloc(size != 0 ? size : 1);
        if (own != NULL)
            memcpy(own, bytes, size);
        status = add(out, own, size, who, report);
    }
    link_pools(out);
    return status;
}

void moult__dump_keep_hashed(moult__dump *dump)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < dump->count; i++) {
        if ((dump->tables[i]->layout.flags & MOULT_TABLE_UNHASHED) == 0) {
            dump->tables[kept++] = dump->tables[i];
            continue;
        }
        moult__layout_free(&dump->tables[i]->layout);
        free(dump->tables[i]->bytes);
        free(dump->tables[i]);
    }
    dump->count = kept;
    link_pools(dump);
}

void moult__dump_free(moult__dump *dump)
{
    for (uint32_t i = 0; i < dump->count; i++) {
        moult__layout_free(&dump->tables[i]->layout);
        free(dump->tables[i]->bytes);
        free(dump->tables[i]);
    }
    free(dump->tables);
    *dump = (moult__dump){NULL, 0};
}

/* -- asking ------------------------------------------------------------------------------------ */

const moult__dump_table *moult__dump_find(const moult__dump *dump, const char *name)
{
    for (uint32_t i = 0; i < dump->count; i++)
        if (strcmp(dump->tables[i]->layout.name, name) == 0)
            return dump->tables[i];
    return NULL;
}

const uint8_t *moult__dump_row(const moult__dump_table *table, uint32_t slot)
{
    const moult__dump_table *pool = table->pool;
    if (slot >= table->count)
        return NULL;
    if (pool != NULL && pool->live != NULL) {
        const uint8_t *row = pool->body + (uint64_t)slot * pool->layout.row_size;
        if (slot == 0 || slot >= pool->count || row[pool->live->offset] == 0)
            return NULL;
    }
    return table->body + (uint64_t)slot * table->layout.row_size;
}

uint32_t moult__dump_side(const moult__dump *dump, uint32_t level, const char *side)
{
    const moult__dump_table *table = moult__dump_find(dump, "core.level");
    const moult__field *field = table != NULL ? moult__layout_field(&table->layout, side) : NULL;
    const uint8_t *row = field != NULL ? moult__dump_row(table, level) : NULL;
    return row != NULL && field->bytes == sizeof(uint32_t) ? number_at(row + field->offset) : 0;
}

/* -- values ------------------------------------------------------------------------------------ */

/* In quotes; bytes that would speak to a terminal, or end the quotes, as '?'. */
static void put_text(const char *text, size_t room, FILE *out)
{
    putc('"', out);
    for (size_t i = 0; i < room && text[i] != 0; i++) {
        const unsigned char c = (unsigned char)text[i];
        putc(c < 0x20 || c == 0x7f || c == '"' ? '?' : c, out);
    }
    putc('"', out);
}

static void put_name(const moult__dump *dump, uint32_t name, FILE *out)
{
    const moult__dump_table *names = moult__dump_find(dump, "core.name");
    const moult__field *text = names != NULL ? moult__layout_field(&names->layout, "text") : NULL;
    const uint8_t *row = text != NULL ? moult__dump_row(names, name) : NULL;
    if (name == 0)
        putc('-', out);
    else if (row != NULL)
        put_text((const char *)row + text->offset, text->bytes, out);
    else
        fprintf(out, "#%" PRIu32, name);
}

void moult__dump_value(const moult__dump *dump, const moult__field *field, const uint8_t *value,
                       FILE *out)
{
    const uint32_t width = MOULT_TYPE_WIDTH(field->type);
    uint64_t bits = 0;
    memcpy(&bits, value, width);
    if (field->type == MOULT_TYPE_name)
        put_name(dump, (uint32_t)bits, out);
    else if (field->type == MOULT_TYPE_id && bits == 0)
        putc('-', out);
    else if (field->type == MOULT_TYPE_id)
        fprintf(out, "%" PRIu32 ":%" PRIu32, (uint32_t)bits, (uint32_t)(bits >> 32));
    else if ((field->type & 0x100u) != 0 && (value[width - 1] & 0x80u) != 0)
        fprintf(out, "%" PRId64, (int64_t)(width < 8 ? bits | ~(uint64_t)0 << (8 * width) : bits));
    else
        fprintf(out, "%" PRIu64, bits);
}

int32_t moult__dump_is_text(const moult__field *field, const uint8_t *value)
{
    uint32_t length = 0;
    if (field->type != MOULT_TYPE_u8 || field->count < 2)
        return 0;
    while (length < field->count && value[length] >= 0x20 && value[length] != 0x7f)
        length++;
    for (uint32_t i = length; i < field->count; i++)
        if (value[i] != 0)
            return 0;
    return length != 0;
}

void moult__dump_field(const moult__dump *dump, const moult__field *field, const uint8_t *row,
                       FILE *out)
{
    const uint8_t *value = row + field->offset;
    const uint32_t width = MOULT_TYPE_WIDTH(field->type);
    uint32_t used = field->bytes;
    if (moult__dump_is_text(field, value)) {
        put_text((const char *)value, field->count, out);
        return;
    }
    if (field->count == 1) {
        moult__dump_value(dump, field, value, out);
        return;
    }
    while (used != 0 && value[used - 1] == 0)
        used--;
    putc('[', out);
    for (uint32_t i = 0; i * width < used; i++) {
        if (i != 0)
            putc(' ', out);
        moult__dump_value(dump, field, value + i * width, out);
    }
    putc(']', out);
}
