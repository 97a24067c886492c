/* SPDX-License-Identifier: MIT */
/* From one layout to another by field name: same field, other width: converted; a value that
 * doesn't fit refuses the whole, naming the row; a new field is 0; a missing one is dropped;
 * arrays grow with zeroes. The result is built beside the rows in use: nothing changes before all
 * of it fits. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "core/world/core_tables.h"
#include "core/system/text.h"

/* A value as 64 bits, and whether those are to be read as signed. */
typedef struct value {
    uint64_t bits;
    int32_t negative;
} value;

static int32_t is_signed(uint32_t type)
{
    return type == MOULT_TYPE_i8 || type == MOULT_TYPE_i16 || type == MOULT_TYPE_i32 ||
           type == MOULT_TYPE_i64;
}

static value read_value(const uint8_t *at, uint32_t type)
{
    uint32_t width = MOULT_TYPE_WIDTH(type);
    value v = {0, 0};
    memcpy(&v.bits, at, width);
    if (is_signed(type) && (at[width - 1] & 0x80u) != 0) {
        v.negative = 1;
        if (width < 8)
            v.bits |= ~(uint64_t)0 << (8 * width);
    }
    return v;
}

/* Writes the value when it fits the type. */
static int32_t write_value(uint8_t *at, uint32_t type, value v)
{
    uint32_t width = MOULT_TYPE_WIDTH(type);
    uint32_t bits = width * 8 - (is_signed(type) ? 1 : 0);
    if (v.negative && !is_signed(type))
        return 0;
    uint64_t magnitude = v.negative ? ~v.bits : v.bits;
    if (bits < 64 && magnitude >> bits != 0)
        return 0;
    memcpy(at, &v.bits, width);
    return 1;
}

/* Names and ids are handles: they turn into nothing else, and nothing else into them. */
static int32_t is_handle(uint32_t type)
{
    return type == MOULT_TYPE_name || type == MOULT_TYPE_id;
}

static moult_status convert_field(const moult__field *from, const uint8_t *old,
                                  const moult__field *to, uint8_t *row, const char *table,
                                  uint32_t number, const char *who, moult__report *report)
{
    if (from->type == to->type) {
        memcpy(row, old, from->bytes < to->bytes ? from->bytes : to->bytes);
        return MOULT_OK;
    }
    if (is_handle(from->type) || is_handle(to->type))
        return moult__refuse(
            report, MOULT_CHANGED, who,
            "%s: field %s was %s, is %s, and one doesn't become the other. Give the "
            "new field another name",
            table, to->name, moult__type_name(from->type), moult__type_name(to->type));
    uint32_t count = from->count < to->count ? from->count : to->count;
    for (uint32_t i = 0; i < count; i++) {
        value v = read_value(old + (size_t)i * MOULT_TYPE_WIDTH(from->type), from->type);
        if (write_value(row + (size_t)i * MOULT_TYPE_WIDTH(to->type), to->type, v))
            continue;
        char text[24];
        snprintf(text, sizeof text, v.negative ? "%" PRId64 : "%" PRIu64, v.bits);
        return moult__refuse(report, MOULT_RANGE, who,
                             "%s row %u: %s is %s, which doesn't fit %s (it was %s). Keep the "
                             "wider type, or bring the value into range first",
                             table, number, to->name, text, moult__type_name(to->type),
                             moult__type_name(from->type));
    }
    return MOULT_OK;
}

/* old row -> new row, which comes zeroed. */
static moult_status convert_row(const moult__layout *from, const uint8_t *old,
                                const moult__layout *to, uint8_t *row, uint32_t number,
                                const char *who, moult__report *report)
{
    for (uint32_t i = 0; i < to->field_count; i++) {
        const moult__field *field = &to->fields[i];
        const moult__field *source = moult__layout_field(from, field->name);
        if (source == NULL)
            continue;
        moult_status status = convert_field(source, old + source->offset, field,
                                            row + field->offset, to->name, number, who, report);
        if (status < 0)
            return status;
    }
    if (to->migrate == NULL || from->version == to->version)
        return MOULT_OK;
    moult_status status = to->migrate(from->version, old, row);
    if (status < 0)
        return moult__refuse(
            report, status, who,
            "%s row %u: its migrate function refused the step from version %u to %u "
            "(%s). Reload the build that had version %u",
            to->name, number, from->version, to->version,
            moult__translate(moult_status_text(status)), from->version);
    return status;
}

static moult_status damaged(const moult__layout *layout, const char *who, moult__report *report)
{
    return moult__refuse(report, MOULT_FORMAT, who,
                         "section \"%s\" is damaged: its length doesn't fit its content. Load "
                         "another save",
                         layout->name);
}

/* A pool's slots, and which of them live. The pool came before its tables. */
static const moult__slot_row *pool_row(const moult_world *w, moult_table pool, uint32_t slot)
{
    return (const moult__slot_row *)moult__row(w, pool, slot);
}

/* A row that hangs on a slot counts only while that lives; free rows are zero. */
static int32_t is_taken(const moult_world *w, const moult__layout *to, moult_table pool,
                        uint32_t slot)
{
    return to->scope == MOULT_SCOPE_WORLD || to->scope == MOULT__SCOPE_SLOTS ||
           (slot != 0 && pool_row(w, pool, slot)->live);
}

/* The number of rows is at most what the pool has; a pool has as many as its head says. */
static int32_t count_fits(const moult_world *w, const moult__rows *out, moult_table pool,
                          uint32_t slots)
{
    if (out->layout.scope == MOULT_SCOPE_WORLD)
        return slots == 1;
    if (out->layout.scope != MOULT__SCOPE_SLOTS)
        return slots == 1 || slots <= pool_row(w, pool, 0)->owner;
    uint32_t owner = ((const moult__slot_row *)out->run.blocks[0]->bytes)->owner;
    return slots == (owner != 0 ? owner : 1);
}

static moult_status convert_rows(moult_world *w, const moult__layout *from, const uint8_t *body,
                                 uint64_t count, const char *who, moult__rows *out,
                                 moult__report *report)
{
    const moult__layout *to = &out->layout;
    moult_table pool = w->tables[moult__table_find(w, to->name)].pool;
    uint32_t slots = 0;
    if (count < sizeof slots)
        return damaged(from, who, report);
    memcpy(&slots, body, sizeof slots);
    body += sizeof slots;
    if (slots == 0 || count - sizeof slots != (uint64_t)slots * from->row_size)
        return damaged(from, who, report);
    if ((uint64_t)slots * to->row_size > MOULT__WORLD_MAX)
        return moult__too_much(who, report);
    if (to->scope != MOULT__SCOPE_SLOTS && !count_fits(w, out, pool, slots))
        return damaged(from, who, report);
    uint32_t in_block = to->scope == MOULT_SCOPE_WORLD ? 1 : MOULT__BLOCK_ROWS;
    int32_t plain = moult__layout_equal(from, to) && from->version == to->version;
    for (uint32_t slot = 0; slot < slots; slot++) {
        if (slot % in_block == 0 && moult__rows_grow(w, out) < 0)
            return moult__refuse(report, MOULT_MEMORY, who, "out of memory for %s", to->name);
        if (!is_taken(w, to, pool, slot))
            continue;
        const uint8_t *old = body + (uint64_t)slot * from->row_size;
        uint8_t *row =
            out->run.blocks[slot / in_block]->bytes + (size_t)(slot % in_block) * to->row_size;
        moult_status status = MOULT_OK;
        if (plain)
            memcpy(row, old, to->row_size);
        else
            status = convert_row(from, old, to, row, slot, who, report);
        if (status < 0)
            return status;
    }
    return count_fits(w, out, pool, slots) ? MOULT_OK : damaged(from, who, report);
}

/* One plane of values: field `source` of the old layout (NULL: none) becomes `field` of the new
 * one. */
static moult_status convert_plane(moult_world *w, const moult__field *source, const uint8_t *values,
                                  uint32_t cells, uint32_t slot, uint32_t field, moult__rows *out,
                                  const char *who, moult__report *report)
{
    const moult__layout *to = &out->layout;
    const moult__field *target = &to->fields[field];
    uint32_t width = MOULT_TYPE_WIDTH(target->type), index = slot * to->field_count + field;
    if (index < out->plane_count && out->planes[index].plane != NULL)
        return damaged(to, who, report);
    if (moult__plane_make(w, out, slot, field, cells) < 0)
        return moult__refuse(report, MOULT_MEMORY, who, "out of memory for %s", to->name);
    uint8_t *plane = out->planes[index].plane;
    if (source == NULL)
        return MOULT_OK;
    if (source->type == target->type) {
        memcpy(plane, values, (size_t)cells * width);
        return MOULT_OK;
    }
    for (uint32_t i = 0; i < cells; i++) {
        moult_status status =
            convert_field(source, values + (size_t)i * MOULT_TYPE_WIDTH(source->type), target,
                          plane + (size_t)i * width, to->name, i, who, report);
        if (status < 0)
            return status;
    }
    return MOULT_OK;
}

/* The size that a level's row says; 0: no such level. */
static uint32_t level_cells(const moult_world *w, uint32_t slot)
{
    if (slot == 0 || slot >= pool_row(w, MOULT__TABLE_LEVEL_SLOT, 0)->owner ||
        !pool_row(w, MOULT__TABLE_LEVEL_SLOT, slot)->live)
        return 0;
    const moult__level_row *level =
        (const moult__level_row *)moult__row(w, MOULT__TABLE_LEVEL, slot);
    return (uint32_t)level->width * (uint32_t)level->height;
}

/* Fields that the old layout doesn't have, on every level. */
static moult_status new_planes(moult_world *w, const moult__layout *from, moult__rows *out,
                               const char *who, moult__report *report)
{
    const moult__layout *to = &out->layout;
    moult_status status = MOULT_OK;
    for (uint32_t slot = 1; slot < pool_row(w, MOULT__TABLE_LEVEL_SLOT, 0)->owner; slot++)
        for (uint32_t f = 0; f < to->field_count && level_cells(w, slot) != 0 && status >= 0; f++)
            if (moult__layout_field(from, to->fields[f].name) == NULL)
                status =
                    convert_plane(w, NULL, NULL, level_cells(w, slot), slot, f, out, who, report);
    return status;
}

static moult_status convert_planes(moult_world *w, const moult__layout *from, const uint8_t *body,
                                   uint64_t count, const char *who, moult__rows *out,
                                   moult__report *report)
{
    const uint8_t *end = body + count;
    uint32_t planes = 0;
    if (count < sizeof planes)
        return damaged(from, who, report);
    memcpy(&planes, body, sizeof planes);
    body += sizeof planes;
    if (planes != (uint64_t)pool_row(w, MOULT__TABLE_LEVEL_SLOT, 0)->live * from->field_count)
        return damaged(from, who, report);
    for (uint32_t p = 0; p < planes; p++) {
        uint32_t head[3]; /* level slot, field, cells */
        if ((uint64_t)(end - body) < sizeof head)
            return damaged(from, who, report);
        memcpy(head, body, sizeof head);
        body += sizeof head;
        if (head[1] >= from->field_count || head[2] == 0 || head[2] != level_cells(w, head[0]))
            return damaged(from, who, report);
        const moult__field *source = &from->fields[head[1]];
        uint64_t size = (uint64_t)head[2] * MOULT_TYPE_WIDTH(source->type);
        if ((uint64_t)(end - body) < size)
            return damaged(from, who, report);
        const moult__field *target = moult__layout_field(&out->layout, source->name);
        if (target != NULL) {
            moult_status status =
                convert_plane(w, source, body, head[2], head[0],
                              (uint32_t)(target - out->layout.fields), out, who, report);
            if (status < 0)
                return status;
        }
        body += size;
    }
    return body == end ? new_planes(w, from, out, who, report) : damaged(from, who, report);
}

moult_status moult__rows_convert(moult_world *w, const moult__layout *from, const moult__layout *to,
                                 const uint8_t *body, uint64_t count, const char *who,
                                 moult__rows *out, moult__report *report)
{
    memset(out, 0, sizeof *out);
    if (from->scope != to->scope)
        return moult__refuse(report, MOULT_CHANGED, who,
                             "%s: its rows hung elsewhere (scope %u, now %u). Give the new table "
                             "another name",
                             to->name, from->scope, to->scope);
    if (moult__layout_clone(&out->layout, to) < 0)
        return moult__refuse(report, MOULT_MEMORY, who, "out of memory");
    moult_status status = to->scope == MOULT_SCOPE_CELL
                              ? convert_planes(w, from, body, count, who, out, report)
                              : convert_rows(w, from, body, count, who, out, report);
    if (status < 0)
        moult__rows_free(w, out);
    return status;
}

static void run_renumber(moult__run *run, moult_table table)
{
    for (uint32_t i = 0; i < run->count; i++)
        run->blocks[i]->table = table;
}

void moult__table_replace(moult_world *w, moult_table table, moult__rows *rows)
{
    w->tracked = 0;
    rows->pool = w->tables[table].pool;
    rows->table = table;
    run_renumber(&rows->run, table);
    for (uint32_t p = 0; p < rows->plane_count; p++)
        run_renumber(&rows->planes[p], table);
    moult__rows_free(w, &w->tables[table]);
    w->tables[table] = *rows;
}
