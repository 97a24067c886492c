/* SPDX-License-Identifier: MIT */
/* Copies, checks and compares schemas. Everything a plugin says of a table is looked at here once,
 * so that the rest of the core may trust a layout. */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>
#include "core/world/schema.h"

/* Room for a name that is followed by ".slot" where a list's slots are meant. */
#define OWN_SIZE (MOULT_SLOT_SIZE - (uint32_t)sizeof ".slot")

static const struct {
    uint32_t type;
    const char *name;
} types[] = {
    {MOULT_TYPE_u8, "u8"},   {MOULT_TYPE_i8, "i8"},   {MOULT_TYPE_u16, "u16"},
    {MOULT_TYPE_i16, "i16"}, {MOULT_TYPE_u32, "u32"}, {MOULT_TYPE_i32, "i32"},
    {MOULT_TYPE_u64, "u64"}, {MOULT_TYPE_i64, "i64"}, {MOULT_TYPE_name, "name"},
    {MOULT_TYPE_id, "id"},
};

const char *moult__type_name(uint32_t type)
{
    for (uint32_t i = 0; i < MOULT_COUNT(types); i++)
        if (types[i].type == type)
            return types[i].name;
    return "?";
}

/* A table's or field's name: short, printable, without what a saver or a path would trip over. */
int32_t moult__name_fits(const char *name, uint32_t room)
{
    size_t length = name != NULL ? strnlen(name, room) : 0;
    if (length == 0 || length >= room)
        return 0;
    for (size_t i = 0; i < length; i++) {
        char c = name[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-'))
            return 0;
    }
    return 1;
}

/* Names are padded with zeroes, so that most that differ are told apart by one load. */
static int32_t same_name(const char *a, const char *b)
{
    uint64_t first, second;
    memcpy(&first, a, sizeof first);
    memcpy(&second, b, sizeof second);
    return first == second && strcmp(a, b) == 0;
}

static int32_t known_type(uint32_t type)
{
    for (uint32_t i = 0; i < MOULT_COUNT(types); i++)
        if (types[i].type == type)
            return 1;
    return 0;
}

static moult_status check_field(const moult__layout *layout, uint32_t index, const char *who,
                                moult__report *report)
{
    const moult__field *field = &layout->fields[index];
    if (!moult__name_fits(field->name, OWN_SIZE))
        return moult__refuse(report, MOULT_FORMAT, who,
                             "table %s: field %u has no proper name. Use [a-z0-9_], 1..57 letters",
                             layout->name, index + 1);
    if (!known_type(field->type) || field->count == 0 || field->count > MOULT__ROW_MAX)
        return moult__refuse(
            report, MOULT_FORMAT, who,
            "table %s: field %s has type 0x%x and count %u, which no row can hold. "
            "Declare it by MOULT_TABLE",
            layout->name, field->name, field->type, field->count);
    for (uint32_t i = 0; i < index; i++)
        if (same_name(layout->fields[i].name, field->name))
            return moult__refuse(report, MOULT_FORMAT, who,
                                 "table %s: two fields are called %s. Rename one of them",
                                 layout->name, field->name);
    return MOULT_OK;
}

static void publish(moult__layout *layout)
{
    for (uint32_t i = 0; i < layout->field_count; i++) {
        const moult__field *field = &layout->fields[i];
        moult_field copy = {sizeof copy, field->type, field->count, 0, field->name, ""};
        layout->public_fields[i] = copy;
    }
    moult_schema copy = {sizeof copy,   layout->version,       layout->scope,
                         layout->flags, layout->row_size,      layout->field_count,
                         layout->name,  layout->public_fields, NULL};
    layout->public_copy = copy;
}

moult_status moult__layout_finish(moult__layout *layout, const char *who, moult__report *report)
{
    uint64_t offset = 0;
    int32_t scope_fits =
        (layout->scope >= MOULT_SCOPE_WORLD && layout->scope <= MOULT_SCOPE_LEVEL_LIST) ||
        layout->scope == MOULT__SCOPE_SLOTS;
    if (!scope_fits)
        return moult__refuse(report, MOULT_FORMAT, who,
                             "table %s: scope %u doesn't exist. Use a MOULT_SCOPE_*", layout->name,
                             layout->scope);
    for (uint32_t i = 0; i < layout->field_count; i++) {
        moult__field *field = &layout->fields[i];
        moult_status status = check_field(layout, i, who, report);
        if (status < 0)
            return status;
        if (layout->scope == MOULT_SCOPE_CELL && field->count != 1)
            return moult__refuse(report, MOULT_FORMAT, who,
                                 "table %s: field %s is an array, but a plane has one value a cell",
                                 layout->name, field->name);
        field->offset = (uint32_t)offset;
        field->bytes = MOULT_TYPE_WIDTH(field->type) * field->count;
        offset += field->bytes;
        if (offset > MOULT__ROW_MAX)
            return moult__refuse(report, MOULT_RANGE, who,
                                 "table %s: a row is longer than %u bytes. Split the table",
                                 layout->name, MOULT__ROW_MAX);
    }
    layout->row_size = (uint32_t)offset;
    layout->seed = XXH3_64bits(layout->name, strlen(layout->name));
    publish(layout);
    return MOULT_OK;
}

static moult_status allocate_fields(moult__layout *layout)
{
    layout->fields = calloc(layout->field_count, sizeof *layout->fields);
    layout->public_fields = calloc(layout->field_count, sizeof *layout->public_fields);
    return layout->fields != NULL && layout->public_fields != NULL ? MOULT_OK : MOULT_MEMORY;
}

/* What outlives a run can't refer to anything in it. */
static moult_status check_kept(const moult__layout *layout, const char *who, moult__report *report)
{
    uint32_t refers = layout->scope != MOULT_SCOPE_WORLD;
    for (uint32_t i = 0; i < layout->field_count; i++)
        refers |=
            layout->fields[i].type == MOULT_TYPE_id || layout->fields[i].type == MOULT_TYPE_name;
    if ((layout->flags & MOULT_TABLE_KEPT) == 0 || !refers)
        return MOULT_OK;
    return moult__refuse(report, MOULT_FORMAT, who,
                         "table %s outlives a run, but isn't of scope WORLD, or has ids or names. "
                         "Keep plain numbers in it",
                         layout->name);
}

moult_status moult__layout_copy(moult__layout *out, const moult_schema *schema, const char *who,
                                moult__report *report)
{
    memset(out, 0, sizeof *out);
    if (schema == NULL || !MOULT_HAS(schema, fields) || !moult__name_fits(schema->name, OWN_SIZE))
        return moult__refuse(report, MOULT_FORMAT, who,
                             "a table without a proper name. Declare it by MOULT_TABLE");
    snprintf(out->name, sizeof out->name, "%s", schema->name);
    if ((strncmp(out->name, "core.", 5) == 0) != ((schema->flags & MOULT_TABLE_CORE) != 0) ||
        (schema->scope == MOULT__SCOPE_SLOTS && !(schema->flags & MOULT_TABLE_CORE)))
        return moult__refuse(report, MOULT_FORMAT, who,
                             "table %s: names in core. and flag 0x%x are the core's own. Rename it",
                             out->name, MOULT_TABLE_CORE);
    out->version = schema->version;
    out->scope = schema->scope;
    out->flags = schema->flags;
    out->field_count = schema->field_count;
    out->migrate = MOULT_HAS(schema, migrate) ? schema->migrate : NULL;
    if (schema->field_count == 0 || schema->field_count > MOULT__FIELDS_MAX ||
        schema->fields == NULL)
        return moult__refuse(report, MOULT_FORMAT, who, "table %s has %u fields, not 1..%u",
                             out->name, schema->field_count, MOULT__FIELDS_MAX);
    if (allocate_fields(out) < 0)
        return moult__refuse(report, MOULT_MEMORY, who, "out of memory for table %s", out->name);
    for (uint32_t i = 0; i < out->field_count; i++) {
        const moult_field *field = &schema->fields[i];
        if (field->size != sizeof(moult_field))
            return moult__refuse(report, MOULT_FORMAT, who,
                                 "table %s: field %u has size %u, not %u. Rebuild it with this SDK",
                                 out->name, i + 1, field->size, (uint32_t)sizeof(moult_field));
        if (field->name != NULL) /* the rest is zero, also of one that is too long */
            memcpy(out->fields[i].name, field->name, strnlen(field->name, MOULT_SLOT_SIZE - 1));
        out->fields[i].type = field->type;
        out->fields[i].count = field->count;
    }
    uint32_t claimed = schema->row_size;
    moult_status status = check_kept(out, who, report);
    if (status >= 0)
        status = moult__layout_finish(out, who, report);
    if (status >= 0 && claimed != out->row_size)
        status = moult__refuse(report, MOULT_FORMAT, who,
                               "table %s: a row has %u bytes, its fields %u. Declare it by "
                               "MOULT_TABLE, which leaves no padding",
                               out->name, claimed, out->row_size);
    return status;
}

moult_status moult__layout_clone(moult__layout *out, const moult__layout *from)
{
    *out = *from;
    out->fields = NULL;
    out->public_fields = NULL;
    if (allocate_fields(out) < 0) {
        moult__layout_free(out);
        return MOULT_MEMORY;
    }
    memcpy(out->fields, from->fields, from->field_count * sizeof *out->fields);
    publish(out);
    return MOULT_OK;
}

void moult__layout_free(moult__layout *layout)
{
    free(layout->fields);
    free(layout->public_fields);
    layout->fields = NULL;
    layout->public_fields = NULL;
    layout->field_count = 0;
}

static int32_t same_field(const moult__field *a, const moult__field *b)
{
    return a->type == b->type && a->count == b->count && same_name(a->name, b->name);
}

int32_t moult__layout_prefix(const moult__layout *user, const moult__layout *owner)
{
    if (user->scope != owner->scope || user->field_count > owner->field_count)
        return 0;
    for (uint32_t i = 0; i < user->field_count; i++)
        if (!same_field(&user->fields[i], &owner->fields[i]))
            return 0;
    return 1;
}

int32_t moult__layout_equal(const moult__layout *a, const moult__layout *b)
{
    return a->field_count == b->field_count && moult__layout_prefix(a, b);
}

const moult__field *moult__layout_field(const moult__layout *layout, const char *name)
{
    for (uint32_t i = 0; i < layout->field_count; i++)
        if (strcmp(layout->fields[i].name, name) == 0)
            return &layout->fields[i];
    return NULL;
}
