/* SPDX-License-Identifier: MIT */
/* Tables as bytes and back: the one codec that saves, checkpoints and migrations share.
 *
 * A section carries its own schema, so that it can be read by a build whose fields differ. Bytes
 * are little-endian, as the rows are in memory. Reading trusts nothing: every length is checked
 * before it is used, and memory is taken only for what is really there. The form stands in
 * moult/saver.h. */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>
#include "core/world/bytes.h"
#include "core/world/core_tables.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "rows are saved as they are in memory");

#define SECTION_MAX (256u << 20)

/* -- writing ----------------------------------------------------------------------------------- */

typedef struct writer {
    moult_sink *sink;
    moult_status status;
} writer;

static void put(writer *out, const void *bytes, uint64_t count)
{
    if (out->status >= 0 && count != 0)
        out->status = out->sink->write(out->sink, bytes, count);
}

static void put_u32(writer *out, uint32_t value)
{
    put(out, &value, sizeof value);
}

static void put_text(writer *out, const char *text)
{
    uint8_t length = (uint8_t)strlen(text);
    put(out, &length, 1);
    put(out, text, length);
}

moult_status moult__layout_encode(const moult__layout *layout, moult_sink *sink)
{
    writer out = {sink, MOULT_OK};
    put_text(&out, layout->name);
    put_u32(&out, layout->version);
    put_u32(&out, layout->scope);
    put_u32(&out, layout->flags);
    put_u32(&out, layout->field_count);
    for (uint32_t i = 0; i < layout->field_count; i++) {
        put_text(&out, layout->fields[i].name);
        put_u32(&out, layout->fields[i].type);
        put_u32(&out, layout->fields[i].count);
    }
    return out.status;
}

/* Slots of a table that have ever been taken, the head included. */
static uint32_t used_slots(const moult_world *w, moult_table table)
{
    moult_table pool = w->tables[table].pool;
    if (pool == 0)
        return 1;
    uint32_t slots = ((const moult__slot_row *)moult__row(w, pool, 0))->owner;
    return slots != 0 ? slots : 1;
}

static void put_rows(writer *out, const moult_world *w, moult_table table)
{
    const moult__rows *rows = &w->tables[table];
    uint32_t slots = used_slots(w, table);
    put_u32(out, slots);
    for (uint32_t at = 0; at < slots; at += MOULT__BLOCK_ROWS) {
        uint32_t rest = slots - at < MOULT__BLOCK_ROWS ? slots - at : MOULT__BLOCK_ROWS;
        put(out, moult__row(w, table, at), (uint64_t)rest * rows->layout.row_size);
    }
}

static void put_planes(writer *out, const moult__rows *rows)
{
    uint32_t fields = rows->layout.field_count, count = 0;
    for (uint32_t p = 0; p < rows->plane_count; p++)
        count += rows->planes[p].plane != NULL;
    put_u32(out, count);
    for (uint32_t p = 0; p < rows->plane_count; p++) {
        const moult__run *run = &rows->planes[p];
        if (run->plane == NULL)
            continue;
        put_u32(out, p / fields);
        put_u32(out, p % fields);
        put_u32(out, run->plane_size / MOULT_TYPE_WIDTH(rows->layout.fields[p % fields].type));
        put(out, run->plane, run->plane_size);
    }
}

moult_status moult__table_encode(const moult_world *w, moult_table table, moult_sink *sink)
{
    const moult__rows *rows = &w->tables[table];
    writer out = {sink, moult__layout_encode(&rows->layout, sink)};
    if (rows->layout.scope == MOULT_SCOPE_CELL)
        put_planes(&out, rows);
    else
        put_rows(&out, w, table);
    return out.status;
}

/* -- sections ---------------------------------------------------------------------------------- */

uint32_t moult__section_count(const moult_world *w)
{
    return w->table_count + w->unknown_count;
}

/* The table that is number `section` in alphabetical order. */
static moult_table table_by_rank(const moult_world *w, uint32_t section)
{
    for (uint32_t t = 1; t <= w->table_count; t++) {
        uint32_t rank = 0;
        for (uint32_t other = 1; other <= w->table_count; other++)
            rank += strcmp(w->tables[other].layout.name, w->tables[t].layout.name) < 0;
        if (rank == section)
            return t;
    }
    return 0;
}

const char *moult__section_name(const moult_world *w, uint32_t section)
{
    if (section < w->table_count)
        return w->tables[table_by_rank(w, section)].layout.name;
    section -= w->table_count;
    return section < w->unknown_count ? w->unknown[section].name : "";
}

moult_status moult__section_encode(const moult_world *w, uint32_t section, moult_sink *sink)
{
    if (section < w->table_count)
        return moult__table_encode(w, table_by_rank(w, section), sink);
    section -= w->table_count;
    if (section >= w->unknown_count)
        return MOULT_RANGE;
    return sink->write(sink, w->unknown[section].bytes, w->unknown[section].count);
}

static moult_status keep(moult__section **list, uint32_t *length, const char *name,
                         const uint8_t *bytes, uint64_t count)
{
    moult__section *grown = realloc(*list, (*length + 1) * sizeof *grown);
    if (grown == NULL)
        return MOULT_MEMORY;
    *list = grown;
    moult__section *section = &grown[*length];
    snprintf(section->name, sizeof section->name, "%s", name);
    section->bytes = malloc(count != 0 ? count : 1);
    if (section->bytes == NULL)
        return MOULT_MEMORY;
    memcpy(section->bytes, bytes, count);
    section->count = count;
    (*length)++;
    return MOULT_OK;
}

/* Only collects: sections come in any order, and some need others. */
moult_status moult__section_decode(moult_world *w, const uint8_t *bytes, uint64_t count)
{
    if (count > SECTION_MAX)
        return moult__fail(w, MOULT_RANGE, "a section of more than 256 MB");
    return keep(&w->pending, &w->pending_count, "", bytes, count);
}

/* -- reading ----------------------------------------------------------------------------------- */

/* A length in one byte, and so many letters. */
static void take_name(moult__reader *in, char out[MOULT_SLOT_SIZE])
{
    const uint8_t *length = moult__take(in, 1);
    out[0] = 0;
    if (length != NULL)
        moult__take_text(in, *length, out, MOULT_SLOT_SIZE);
}

uint64_t moult__section_sum(const uint8_t *bytes, uint64_t count)
{
    return XXH3_64bits(bytes, count);
}

/* Enters a section's name into the list of those that were edited, which ends in "..." when there
 * is no room for all. */
static void note_edited(moult_world *w, const uint8_t *bytes, uint64_t count)
{
    static const char more[] = ", ...";
    char name[MOULT_SLOT_SIZE];
    moult__reader in = moult__reader_of(bytes, count);
    const size_t used = strlen(w->edited), room = sizeof w->edited - used;
    take_name(&in, name);
    if (strlen(name) + 2 + sizeof more <= room)
        snprintf(w->edited + used, room, "%s%s", used != 0 ? ", " : "", name);
    else if (w->edited[used - 1] != '.')
        memcpy(w->edited + used, more, sizeof more);
}

moult_status moult__section_decode_as(moult_world *w, const uint8_t *bytes, uint64_t count,
                                      uint64_t sum)
{
    if (moult__section_sum(bytes, count) != sum)
        note_edited(w, bytes, count);
    return moult__section_decode(w, bytes, count);
}

static moult_status take_layout(moult__reader *in, moult__layout *layout, const char *who,
                                moult__report *report)
{
    memset(layout, 0, sizeof *layout);
    take_name(in, layout->name);
    layout->version = moult__take_u32(in);
    layout->scope = moult__take_u32(in);
    layout->flags = moult__take_u32(in);
    layout->field_count = moult__take_u32(in);
    if (!in->whole || !moult__name_fits(layout->name, MOULT_SLOT_SIZE) ||
        layout->field_count == 0 || layout->field_count > MOULT__FIELDS_MAX)
        return moult__refuse(report, MOULT_FORMAT, who,
                             "a section's heading is damaged. Load another save");
    layout->fields = calloc(layout->field_count, sizeof *layout->fields);
    layout->public_fields = calloc(layout->field_count, sizeof *layout->public_fields);
    if (layout->fields == NULL || layout->public_fields == NULL)
        return moult__refuse(report, MOULT_MEMORY, who, "out of memory");
    for (uint32_t i = 0; i < layout->field_count; i++) {
        take_name(in, layout->fields[i].name);
        layout->fields[i].type = moult__take_u32(in);
        layout->fields[i].count = moult__take_u32(in);
    }
    if (!in->whole)
        return moult__refuse(report, MOULT_FORMAT, who,
                             "section \"%s\" ends within its fields. Load another save",
                             layout->name);
    return moult__layout_finish(layout, who, report);
}

moult_status moult__layout_decode(const uint8_t *bytes, uint64_t count, moult__layout *layout,
                                  uint64_t *used, const char *who, moult__report *report)
{
    moult__reader in = moult__reader_of(bytes, count);
    moult_status status = take_layout(&in, layout, who, report);
    *used = (uint64_t)(in.at - bytes);
    return status;
}

moult_status moult__too_much(const char *who, moult__report *report)
{
    return moult__refuse(report, MOULT_FULL, who,
                         "its tables would take more than %u MB. Load another save",
                         (uint32_t)(MOULT__WORLD_MAX >> 20));
}

/* A small file may ask for much: what all rows will take, and, once levels are known, all planes,
 * is counted before memory is. */
static moult_status check_room(const moult_world *w, int32_t levels, const char *who,
                               moult__report *report)
{
    uint64_t cells = 0, total = 0;
    moult_id level = 0;
    while (levels && (level = moult__next(w, MOULT_SCOPE_LEVEL, 0, level)) != 0) {
        const moult__level_row *row = moult__read(w, MOULT__TABLE_LEVEL, level);
        cells += (uint64_t)row->width * (uint64_t)row->height;
    }
    for (uint32_t t = 1; t <= w->table_count; t++) {
        const moult__layout *layout = &w->tables[t].layout;
        const uint64_t there = w->tables[w->tables[t].pool].run.count * (uint64_t)MOULT__BLOCK_ROWS;
        const uint64_t slots = used_slots(w, t); /* may be a lie, which is told later */
        if (layout->scope != MOULT_SCOPE_CELL)
            total += (w->tables[t].pool == 0 || slots < there ? slots : there) * layout->row_size;
        else
            for (uint32_t f = 0; f < layout->field_count; f++)
                total += cells * MOULT_TYPE_WIDTH(layout->fields[f].type);
    }
    return total <= MOULT__WORLD_MAX ? MOULT_OK : moult__too_much(who, report);
}

/* Slots come first, then the rows that hang on them, then the planes, whose size is in rows. */
static uint32_t pass_of(uint32_t scope)
{
    return scope == MOULT__SCOPE_SLOTS ? 0 : scope == MOULT_SCOPE_CELL ? 2 : 1;
}

/* Applies one section when its turn has come. */
static moult_status apply(moult_world *w, moult__section *section, uint32_t pass, const char *who,
                          moult__report *report)
{
    moult__reader in = moult__reader_of(section->bytes, section->count);
    moult__layout from;
    moult_status status = take_layout(&in, &from, who, report);
    moult_table table = status >= 0 ? moult__table_find(w, from.name) : 0;
    moult_status kept = MOULT_OK;
    if (status >= 0 && table == 0 && pass == 0) {
        kept = keep(&w->unknown, &w->unknown_count, from.name, section->bytes, section->count);
    } else if (status >= 0 && table != 0 && pass_of(from.scope) == pass) {
        moult__rows rows;
        moult__layout to = w->tables[table].layout;
        status = moult__rows_convert(w, &from, &to, in.at, (uint64_t)(in.end - in.at), who, &rows,
                                     report);
        if (status >= 0)
            moult__table_replace(w, table, &rows);
    }
    if (kept < 0)
        status = moult__refuse(report, kept, who, "out of memory");
    moult__layout_free(&from);
    return status;
}

static moult_status apply_all(moult_world *w, uint32_t pass, const char *who, moult__report *report)
{
    moult_status status = MOULT_OK;
    for (uint32_t i = 0; i < w->pending_count && status >= 0; i++) {
        status = apply(w, &w->pending[i], pass, who, report);
        if (status >= 0 && pass == 0)
            status = check_room(w, 0, who, report);
    }
    return status;
}

/* Tables that the save doesn't have get empty rows for what lives. */
static moult_status cover_all(moult_world *w)
{
    moult_status status = MOULT_OK;
    for (uint32_t t = 1; t <= w->table_count && status >= 0; t++)
        if (w->tables[t].layout.scope != MOULT_SCOPE_CELL)
            status = moult__rows_cover(w, t, used_slots(w, t));
    moult_id level = 0;
    while (status >= 0 && (level = moult__next(w, MOULT_SCOPE_LEVEL, 0, level)) != 0)
        status = moult__level_planes(w, (uint32_t)level);
    return status;
}

moult_status moult__world_finish(moult_world *w, const char *who, moult__report *report)
{
    w->tracked = 0;
    moult_status status = apply_all(w, 0, who, report);
    if (status >= 0)
        status = apply_all(w, 1, who, report);
    if (status >= 0)
        status = moult__world_check_slots(w, who, report);
    if (status >= 0)
        status = apply_all(w, 2, who, report);
    if (status >= 0 && w->tables[MOULT__TABLE_CELL].plane_count == 0 &&
        moult__next(w, MOULT_SCOPE_LEVEL, 0, 0) != 0)
        status = moult__refuse(report, MOULT_FORMAT, who,
                               "section \"core.cell\" is missing. Load another save");
    if (status >= 0)
        status = check_room(w, 1, who, report);
    if (status >= 0 && cover_all(w) < 0)
        status = moult__refuse(report, MOULT_MEMORY, who, "out of memory");
    if (status >= 0)
        status = moult__world_check(w, who, report);
    if (status >= 0 && (moult__names_rebuild(w) < 0 || moult__occupancy_rebuild(w) < 0))
        status = moult__refuse(report, MOULT_MEMORY, who, "out of memory");
    for (uint32_t i = 0; i < w->pending_count; i++)
        free(w->pending[i].bytes);
    free(w->pending);
    w->pending = NULL;
    w->pending_count = 0;
    return status;
}

/* -- migration through the same bytes ---------------------------------------------------------- */

moult_status moult__table_migrate(moult_world *w, moult_table table, const moult__layout *to,
                                  const char *who, moult__rows *out, moult__report *report)
{
    moult__bytes memory;
    moult__layout from = {0};
    moult__bytes_open(&memory, SECTION_MAX);
    moult_status status = moult__table_encode(w, table, &memory.sink);
    if (status >= 0) {
        moult__reader in = moult__reader_of(memory.bytes, memory.count);
        status = take_layout(&in, &from, who, report);
        if (status >= 0)
            status = moult__rows_convert(w, &from, to, in.at, (uint64_t)(in.end - in.at), who, out,
                                         report);
    } else {
        moult__refuse(report, status, who, "out of memory");
    }
    moult__layout_free(&from);
    free(memory.bytes);
    return status;
}

/* -- all sections ------------------------------------------------------------------------------ */

void moult__sections_encode(const moult_world *w, moult__bytes *out)
{
    for (uint32_t i = 0; i < moult__section_count(w) && out->status >= 0; i++) {
        uint64_t at = out->count, size = 0;
        out->sink.write(&out->sink, &size, sizeof size);
        moult_status status = i < w->table_count ? moult__table_encode(w, i + 1, &out->sink)
                                                 : moult__section_encode(w, i, &out->sink);
        out->status = status < 0 ? status : out->status;
        size = out->count - at - sizeof size;
        if (out->status >= 0)
            memcpy(out->bytes + at, &size, sizeof size);
    }
}

moult_status moult__sections_decode(moult_world *w, moult__reader *in, uint32_t count)
{
    moult_status status = MOULT_OK;
    for (uint32_t i = 0; i < count && status >= 0 && in->whole; i++) {
        const uint64_t size = moult__take_u64(in);
        const uint8_t *bytes = moult__take(in, size);
        if (bytes != NULL)
            status = moult__section_decode(w, bytes, size);
    }
    return status >= 0 && !in->whole ? MOULT_FORMAT : status;
}
