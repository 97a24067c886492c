/* SPDX-License-Identifier: MIT */
/* The world as JSON. It is written by hand, as no library puts each field on a line of its own but
 * keeps a short list on one; equal worlds give equal bytes. */
#include "saver/json/json.h"

typedef struct writer {
    const moult_world *w;
    saver_bytes out;
    saver_section name, level; /* which the others refer to */
    saver_section table;
    saver_names names;
} writer;

__attribute__((format(printf, 2, 3))) static void put(writer *out, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    saver_add(&out->out, text, (uint64_t)length);
}

static void put_text(writer *out, const char *text, uint64_t length)
{
    put(out, "\"");
    for (uint64_t i = 0; i < length; i++) {
        uint8_t c = (uint8_t)text[i];
        if (c == '"' || c == '\\')
            put(out, "\\%c", c);
        else if (c < ' ')
            put(out, "\\u%04x", c);
        else
            saver_add(&out->out, &c, 1);
    }
    put(out, "\"");
}

/* So many digits of 0-9a-f, the highest first: a map is made of them, and printf would take most of
 * a save's time. */
static void put_digits(writer *out, uint64_t value, uint32_t count)
{
    char text[16];
    for (uint32_t i = count; i-- > 0; value >>= 4)
        text[i] = "0123456789abcdef"[value & 15];
    saver_add(&out->out, text, count);
}

static void put_hex(writer *out, const uint8_t *bytes, uint64_t count)
{
    put(out, "\"");
    for (uint64_t i = 0; i < count; i++)
        put_digits(out, bytes[i], 2);
    put(out, "\"");
}

/* -- values ------------------------------------------------------------------------------------ */

static void put_value(writer *out, const uint8_t *at, uint32_t type)
{
    uint64_t bits = saver_bits(at, MOULT_TYPE_WIDTH(type));
    const char *text =
        type == MOULT_TYPE_name ? saver_name_text(&out->names, (uint32_t)bits) : NULL;
    if (text != NULL)
        put_text(out, text, strlen(text));
    else if (type == MOULT_TYPE_id)
        put(out, "\"%" PRIu32 ":%" PRIu32 "\"", (uint32_t)bits, (uint32_t)(bits >> 32));
    else if (type == MOULT_TYPE_u64)
        put(out, "\"0x%016" PRIx64 "\"", bits);
    else
        put(out, "%" PRId64, saver_value(at, type));
}

static void put_field(writer *out, const uint8_t *at, const saver_field *field)
{
    int64_t length = -1;
    if (field->type == MOULT_TYPE_u8 && field->count >= SAVER_TEXT_MIN)
        length = saver_text_length(at, field->count);
    if (length >= 0) {
        put_text(out, (const char *)at, (uint64_t)length);
        return;
    }
    if (field->count == 1) {
        put_value(out, at, field->type);
        return;
    }
    for (uint32_t i = 0; i < field->count; i++) {
        put(out, i == 0 ? "[" : ", ");
        put_value(out, at + (size_t)i * MOULT_TYPE_WIDTH(field->type), field->type);
    }
    put(out, "]");
}

static int32_t is_zero(const uint8_t *at, uint64_t count)
{
    return count == 0 || (at[0] == 0 && memcmp(at, at + 1, count - 1) == 0);
}

static void put_row(writer *out, uint32_t number)
{
    const saver_section *s = &out->table;
    const uint8_t *row = s->body + (uint64_t)number * s->row_size;
    put(out, number == 0 ? "\n        " : ",\n        ");
    if (is_zero(row, s->row_size)) {
        put(out, "{\"#\": %" PRIu32 "}", number);
        return;
    }
    put(out, "{\n          \"#\": %" PRIu32, number);
    for (uint32_t i = 0; i < s->field_count; i++) {
        put(out, ",\n          \"%s\": ", s->fields[i].name);
        put_field(out, row + s->fields[i].offset, &s->fields[i]);
    }
    put(out, "\n        }");
}

/* -- planes ------------------------------------------------------------------------------------ */

/* Cells in a line of the level; all of them when that isn't known. */
static uint32_t line_width(const writer *out, const saver_plane *plane)
{
    const saver_section *s = &out->level;
    const saver_field *width = saver_find_field(s, "width");
    if (s->body == NULL || s->scope == MOULT_SCOPE_CELL || width == NULL ||
        width->type != MOULT_TYPE_i32 || plane->level >= s->row_count)
        return plane->cells;
    int64_t cells =
        saver_value(s->body + (uint64_t)plane->level * s->row_size + width->offset, width->type);
    return cells > 0 && plane->cells % cells == 0 ? (uint32_t)cells : plane->cells;
}

static void put_plane(writer *out, const saver_plane *plane)
{
    const saver_field *field = &out->table.fields[plane->field];
    uint32_t bytes = MOULT_TYPE_WIDTH(field->type), width = line_width(out, plane);
    put(out, "{\n          \"level\": %" PRIu32 ",\n          \"field\": \"%s\",\n", plane->level,
        field->name);
    put(out, "          \"cells\": [");
    for (uint32_t cell = 0; cell < plane->cells; cell++) {
        if (cell % width == 0)
            put(out, cell == 0 ? "\n            \"" : "\",\n            \"");
        uint64_t value = saver_bits(plane->values + (uint64_t)cell * bytes, bytes);
        if (value == 0)
            saver_add(&out->out, "................", (uint64_t)bytes * 2);
        else
            put_digits(out, value, bytes * 2);
    }
    put(out, "\"\n          ]\n        }");
}

/* -- tables ------------------------------------------------------------------------------------ */

static void put_sum(writer *out)
{
    const saver_bytes *section = &out->table.bytes;
    put(out, "      \"sum\": \"0x%016" PRIx64 "\",\n",
        moult_section_sum(section->at, section->count));
}

static void put_schema(writer *out)
{
    const saver_section *s = &out->table;
    put(out, "      \"version\": %" PRIu32 ",\n      \"scope\": \"%s\",\n", s->version,
        moult__json_scope_name(s->scope));
    put(out, "      \"flags\": %" PRIu32 ",\n", s->flags);
    put_sum(out);
    put(out, "      \"fields\": {");
    for (uint32_t i = 0; i < s->field_count; i++) {
        const saver_field *field = &s->fields[i];
        put(out, "%s\n        \"%s\": \"%s", i == 0 ? "" : ",", field->name,
            saver_type_name(field->type));
        if (field->count != 1)
            put(out, "[%" PRIu32 "]", field->count);
        put(out, "\"");
    }
    put(out, "\n      },\n");
}

static void put_content(writer *out)
{
    const saver_section *s = &out->table;
    const uint8_t *at = s->body;
    saver_plane plane;
    put_schema(out);
    if (s->scope == MOULT_SCOPE_CELL) {
        put(out, "      \"planes\": [");
        for (uint32_t i = 0; i < s->row_count && saver_next_plane(s, &at, &plane); i++) {
            put(out, i == 0 ? "\n        " : ",\n        ");
            put_plane(out, &plane);
        }
    } else {
        put(out, "      \"rows\": [");
        for (uint32_t i = 0; i < s->row_count && out->out.status >= 0; i++)
            put_row(out, i);
    }
    put(out, s->row_count != 0 ? "\n      ]\n" : "]\n");
}

static moult_status put_table(writer *out, uint32_t i)
{
    const char *name = moult_section_name(out->w, i);
    saver_place place = {name, NULL, 0, NULL};
    moult_world *w = (moult_world *)out->w; /* it notes the reason, nothing else */
    if (saver_find(w, name) != i)
        return saver_refuse(w, MOULT_REFUSED, &place,
                            MOULT_TEXT("there are two tables of this name"));
    moult_status status = saver_fetch(w, i, &out->table);
    if (status < 0)
        return status;
    put(out, i == 0 ? "\n    " : ",\n    ");
    put_text(out, name, strlen(name));
    put(out, ": {\n");
    if (status != 0 && strcmp(name, out->table.name) == 0) {
        put_content(out);
    } else {
        put_sum(out);
        put(out, "      \"raw\": ");
        put_hex(out, out->table.bytes.at, out->table.bytes.count);
        put(out, "\n");
    }
    put(out, "    }");
    return out->out.status;
}

/* Reads a table that others refer to; without it numbers stay numbers. */
static moult_status fetch_named(writer *out, const char *name, saver_section *s)
{
    uint32_t i = saver_find(out->w, name);
    moult_status status = i < moult_section_count(out->w) ? saver_fetch(out->w, i, s) : 0;
    if (status == 0)
        s->body = NULL;
    return status;
}

static moult_status put_all(writer *out)
{
    uint32_t count = moult_section_count(out->w);
    moult_status status = fetch_named(out, "core.name", &out->name);
    if (status > 0)
        status = saver_names_open(&out->names, &out->name);
    if (status >= 0)
        status = fetch_named(out, "core.level", &out->level);
    put(out, "{\n  \"moult\": %d,\n  \"tables\": {", JSON_FORMAT);
    for (uint32_t i = 0; i < count && status >= 0; i++)
        status = put_table(out, i);
    put(out, "\n  }\n}\n");
    return status < 0 ? status : out->out.status;
}

moult_status moult__json_encode(const moult_world *w, moult_sink *sink)
{
    writer *out = calloc(1, sizeof *out);
    if (out == NULL)
        return MOULT_MEMORY;
    out->w = w;
    moult_status status = put_all(out);
    if (status >= 0)
        status = moult__json_size(out->out.at, out->out.count);
    if (status == MOULT_FULL)
        saver_refuse((moult_world *)w, status, NULL, saver_too_large);
    if (status >= 0)
        status = sink->write(sink, out->out.at, out->out.count);
    saver_names_close(&out->names);
    free(out->name.bytes.at);
    free(out->level.bytes.at);
    free(out->table.bytes.at);
    free(out->out.at);
    free(out);
    return status;
}
