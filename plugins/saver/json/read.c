/* SPDX-License-Identifier: MIT */
/* The world from JSON. The parser knows JSON; everything else (keys, types, ranges, counts) is
 * checked here against the schema in the file, so that a slip of whoever edited it is told by
 * table, row and field. The core then checks that the parts fit together. */
#include "saver/json/json.h"
#include <jansson.h>

typedef struct reader {
    moult_world *w;
    uint64_t total; /* bytes of all sections */
    uint64_t sum;   /* that the table had when it was written */
    int64_t format;
    saver_section name, table;
    saver_names names;
    saver_place place;
} reader;

#define REFUSE(in, ...) saver_refuse((in)->w, MOULT_FORMAT, &(in)->place, __VA_ARGS__)

static const char no_list[] = MOULT_TEXT("\"%.40s\" is missing, or no list");

/* -- numbers and texts ------------------------------------------------------------------------- */

/* A decimal number below 2^32 up to `end`. */
static int32_t parse_u32(const char *text, char end, uint32_t *out, const char **rest)
{
    uint64_t number = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9' && at - text < 10; at++)
        number = number * 10 + (uint64_t)(*at - '0');
    *out = (uint32_t)number;
    *rest = at + 1;
    return at != text && *at == end && number <= UINT32_MAX;
}

static int32_t hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Exactly `digits` of them. */
static int32_t parse_hex(const char *text, uint32_t digits, uint64_t *out)
{
    *out = 0;
    for (uint32_t i = 0; i < digits; i++) {
        int32_t digit = hex_digit(text[i]);
        if (digit < 0)
            return 0;
        *out = *out << 4 | (uint64_t)digit;
    }
    return 1;
}

static moult_status get_u32(reader *in, const json_t *table, const char *key, uint32_t *out)
{
    const json_t *value = json_object_get(table, key);
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || !saver_fits(number, MOULT_TYPE_u32))
        return REFUSE(in, MOULT_TEXT("\"%.40s\" is missing, or no number from 0 to 4294967295"),
                      key);
    *out = (uint32_t)number;
    return MOULT_OK;
}

/* -- values ------------------------------------------------------------------------------------ */

static moult_status take_id(reader *in, const char *text)
{
    uint32_t slot, generation;
    const char *rest = text;
    if (!parse_u32(text, ':', &slot, &rest) || !parse_u32(rest, 0, &generation, &rest))
        return REFUSE(in, MOULT_TEXT("\"%.40s\" is no id, as \"3:1\" is"), text);
    saver_add_number(&in->table.bytes, slot, 4);
    saver_add_number(&in->table.bytes, generation, 4);
    return MOULT_OK;
}

static moult_status take_name(reader *in, const char *text)
{
    uint32_t name = text[0] != 0 ? saver_name_of(&in->names, text) : 0;
    if (text[0] != 0 && name == 0)
        return REFUSE(in, MOULT_TEXT("\"%.80s\" is no text of core.name"), text);
    saver_add_number(&in->table.bytes, name, 4);
    return MOULT_OK;
}

static moult_status get_u64(reader *in, const char *text, uint64_t *out)
{
    if (strncmp(text, "0x", 2) != 0 || strlen(text) != 18 || !parse_hex(text + 2, 16, out))
        return REFUSE(in, MOULT_TEXT("\"%.40s\" isn't 0x and 16 digits of 0-9a-f"), text);
    return MOULT_OK;
}

static moult_status take_u64(reader *in, const char *text)
{
    uint64_t number = 0;
    moult_status status = get_u64(in, text, &number);
    saver_add_number(&in->table.bytes, number, 8);
    return status;
}

static moult_status take_value(reader *in, const json_t *value, uint32_t type)
{
    if (json_is_string(value) && type == MOULT_TYPE_id)
        return take_id(in, json_string_value(value));
    if (json_is_string(value) && type == MOULT_TYPE_name)
        return take_name(in, json_string_value(value));
    if (json_is_string(value) && type == MOULT_TYPE_u64)
        return take_u64(in, json_string_value(value));
    if (!json_is_integer(value) || type == MOULT_TYPE_id)
        return REFUSE(in, MOULT_TEXT("it isn't written as a value of type %s is"),
                      saver_type_name(type));
    json_int_t number = json_integer_value(value);
    if (!saver_fits(number, type))
        return saver_refuse(in->w, MOULT_RANGE, &in->place, MOULT_TEXT("%lld doesn't fit %s"),
                            (long long)number, saver_type_name(type));
    saver_add_number(&in->table.bytes, (uint64_t)number, MOULT_TYPE_WIDTH(type));
    return MOULT_OK;
}

static moult_status take_text(reader *in, const json_t *value, uint32_t room)
{
    size_t length = json_string_length(value);
    if (length > room)
        return saver_refuse(in->w, MOULT_RANGE, &in->place,
                            MOULT_TEXT("the text has %zu bytes, there is room for %u"), length,
                            (unsigned)room);
    saver_add(&in->table.bytes, json_string_value(value), length);
    for (; length < room; length++)
        saver_add_number(&in->table.bytes, 0, 1);
    return MOULT_OK;
}

static moult_status take_field(reader *in, const json_t *value, const saver_field *field)
{
    if (json_is_string(value) && field->type == MOULT_TYPE_u8 && field->count > 1)
        return take_text(in, value, field->count);
    if (field->count == 1)
        return take_value(in, value, field->type);
    if (!json_is_array(value) || json_array_size(value) != field->count)
        return REFUSE(in, MOULT_TEXT("it isn't a list of %u"), (unsigned)field->count);
    moult_status status = MOULT_OK;
    for (uint32_t i = 0; i < field->count && status >= 0; i++)
        status = take_value(in, json_array_get(value, i), field->type);
    return status;
}

/* -- rows -------------------------------------------------------------------------------------- */

/* Refuses a key that is none of the table's fields; there is one, as there are too many keys. */
static moult_status strange_key(reader *in, json_t *row)
{
    const char *key;
    json_t *value;
    json_object_foreach(row, key, value)
    {
        in->place.field = key;
        if (strcmp(key, "#") != 0 && saver_find_field(&in->table, key) == NULL)
            return REFUSE(in, MOULT_TEXT("the table has no such field"));
    }
    return MOULT_OK;
}

/* No field can be called "#", so that the number never hides one. */
static moult_status take_row(reader *in, json_t *row, uint32_t number)
{
    saver_section *s = &in->table;
    const json_t *place = json_object_get(row, "#");
    in->place.part = "row";
    in->place.number = number;
    in->place.field = NULL;
    if (!json_is_integer(place) || json_integer_value(place) != number)
        return REFUSE(in, MOULT_TEXT("\"#\" isn't the row's number, counted from 0"));
    moult_status status = MOULT_OK;
    if (json_object_size(row) == 1) {
        static const uint8_t zeroes[SAVER_ROW_MAX];
        saver_add(&s->bytes, zeroes, s->row_size);
        return status;
    }
    for (uint32_t i = 0; i < s->field_count && status >= 0; i++) {
        const json_t *value = json_object_get(row, s->fields[i].name);
        in->place.field = s->fields[i].name;
        status = value != NULL ? take_field(in, value, &s->fields[i])
                               : REFUSE(in, MOULT_TEXT("it is missing"));
    }
    if (status >= 0 && json_object_size(row) != s->field_count + (size_t)1)
        status = strange_key(in, row);
    in->place.field = NULL;
    return status;
}

static moult_status take_rows(reader *in, const json_t *rows)
{
    moult_status status = MOULT_OK;
    for (uint32_t i = 0; i < json_array_size(rows) && status >= 0; i++) {
        status = take_row(in, json_array_get(rows, i), i);
        if (status >= 0)
            status = in->table.bytes.status;
    }
    return status;
}

/* -- planes ------------------------------------------------------------------------------------ */

static moult_status take_cells(reader *in, const char *line, uint32_t bytes)
{
    for (; *line != 0; line += (size_t)bytes * 2) {
        uint64_t value = 0;
        const int32_t empty =
            line[0] == '.' && strncmp(line, "................", (size_t)bytes * 2) == 0;
        if (!empty && !parse_hex(line, bytes * 2, &value))
            return REFUSE(in, MOULT_TEXT("\"%.*s\" is no cell of %u digits of 0-9a-f"),
                          (int)bytes * 2, line, (unsigned)bytes * 2);
        saver_add_number(&in->table.bytes, value, bytes);
    }
    return MOULT_OK;
}

static moult_status take_lines(reader *in, const json_t *lines, uint32_t bytes)
{
    size_t length = json_string_length(json_array_get(lines, 0)), count = json_array_size(lines);
    uint64_t cells = (uint64_t)count * (length / (bytes * 2));
    moult_status status = MOULT_OK;
    if (length == 0 || length % (bytes * 2) != 0 || cells > SAVER_MAX)
        return REFUSE(in, MOULT_TEXT("its first line isn't whole cells of %u digits"),
                      (unsigned)bytes * 2);
    saver_add_number(&in->table.bytes, cells, 4);
    for (size_t i = 0; i < count && status >= 0; i++) {
        const json_t *line = json_array_get(lines, i);
        if (!json_is_string(line) || json_string_length(line) != length)
            return REFUSE(in, MOULT_TEXT("line %zu isn't as long as the first one"), i + 1);
        status = take_cells(in, json_string_value(line), bytes);
    }
    return status;
}

static moult_status take_plane(reader *in, const json_t *plane)
{
    uint32_t level = 0;
    const json_t *cells = json_object_get(plane, "cells");
    const char *name = json_string_value(json_object_get(plane, "field"));
    const saver_field *field = name != NULL ? saver_find_field(&in->table, name) : NULL;
    in->place.part = NULL;
    moult_status status = get_u32(in, plane, "level", &level);
    if (status < 0)
        return status;
    in->place = (saver_place){in->table.name, "level", level, name != NULL ? name : "?"};
    if (field == NULL)
        return REFUSE(in, MOULT_TEXT("the table has no such field"));
    if (!json_is_array(cells) || json_object_size(plane) != 3)
        return REFUSE(in, MOULT_TEXT("a plane has \"level\", \"field\", \"cells\", nothing else"));
    saver_add_number(&in->table.bytes, level, 4);
    saver_add_number(&in->table.bytes, (uint64_t)(field - in->table.fields), 4);
    return take_lines(in, cells, MOULT_TYPE_WIDTH(field->type));
}

static moult_status take_planes(reader *in, const json_t *planes)
{
    moult_status status = MOULT_OK;
    for (uint32_t i = 0; i < json_array_size(planes) && status >= 0; i++) {
        status = take_plane(in, json_array_get(planes, i));
        if (status >= 0)
            status = in->table.bytes.status;
    }
    return status;
}

/* -- tables ------------------------------------------------------------------------------------ */

/* "u8" or "u8[16]". */
static int32_t parse_type(const char *text, saver_field *field)
{
    size_t length = strcspn(text, "[");
    const char *rest;
    field->type = saver_type(text, length);
    field->count = 1;
    if (field->type == 0 || text[length] == 0)
        return field->type != 0;
    return parse_u32(text + length + 1, ']', &field->count, &rest) && *rest == 0;
}

static moult_status take_fields(reader *in, json_t *fields)
{
    saver_section *s = &in->table;
    const char *key;
    json_t *value;
    s->field_count = 0;
    if (json_object_size(fields) > SAVER_FIELDS_MAX)
        return REFUSE(in, MOULT_TEXT("it has more than %u fields"), SAVER_FIELDS_MAX);
    json_object_foreach(fields, key, value)
    {
        saver_field *field = &s->fields[s->field_count++];
        const char *type = json_string_value(value);
        snprintf(field->name, sizeof field->name, "%s", key);
        if (!saver_name_fits(key) || type == NULL || !parse_type(type, field))
            return REFUSE(in,
                          MOULT_TEXT("field \"%.60s\" has no proper name, or no type such as "
                                     "\"i32\" or \"u8[2]\""),
                          key);
    }
    return saver_layout(s) ? MOULT_OK : REFUSE(in, MOULT_TEXT("no table has such fields"));
}

static moult_status take_schema(reader *in, const json_t *table)
{
    saver_section *s = &in->table;
    const char *scope = json_string_value(json_object_get(table, "scope"));
    moult_status status = get_u32(in, table, "version", &s->version);
    if (status >= 0)
        status = get_u32(in, table, "flags", &s->flags);
    s->scope = scope != NULL ? moult__json_scope(scope) : 0;
    if (status >= 0 && s->scope == 0)
        return REFUSE(in, MOULT_TEXT("\"%.40s\" is no scope, as \"world\" is"),
                      scope != NULL ? scope : "");
    return status >= 0 ? take_fields(in, json_object_get(table, "fields")) : status;
}

/* Keys for its sum that a table has. */
static size_t sums(const reader *in)
{
    return in->format > 1;
}

static moult_status take_sum(reader *in, const json_t *table)
{
    const char *text = json_string_value(json_object_get(table, "sum"));
    return sums(in) != 0 ? get_u64(in, text != NULL ? text : "", &in->sum) : MOULT_OK;
}

/* Bytes that were no section when they were written. The core looks at them again. */
static moult_status take_raw(reader *in, const json_t *raw)
{
    const char *text = json_string_value(raw);
    uint64_t byte = 0;
    in->table.bytes.count = 0;
    for (; text != NULL && text[0] != 0 && text[1] != 0 && parse_hex(text, 2, &byte); text += 2)
        saver_add_number(&in->table.bytes, byte, 1);
    if (text == NULL || text[0] != 0 || in->table.bytes.count == 0)
        return REFUSE(in, MOULT_TEXT("\"raw\" isn't pairs of 0-9a-f"));
    return in->table.bytes.status;
}

static moult_status take_content(reader *in, const json_t *table)
{
    saver_section *s = &in->table;
    const char *list = "rows";
    moult_status status = take_schema(in, table);
    if (status < 0)
        return status;
    if (s->scope == MOULT_SCOPE_CELL)
        list = "planes";
    const json_t *rows = json_object_get(table, list);
    if (!json_is_array(rows))
        return REFUSE(in, no_list, list);
    if (json_object_size(table) != 5 + sums(in))
        return REFUSE(in,
                      MOULT_TEXT("a table has \"version\", \"scope\", \"flags\", \"sum\", "
                                 "\"fields\" and \"%s\", nothing else"),
                      list);
    s->row_count = (uint32_t)json_array_size(rows);
    saver_put_heading(s);
    return s->scope == MOULT_SCOPE_CELL ? take_planes(in, rows) : take_rows(in, rows);
}

/* Makes in->table.bytes of it. */
static moult_status take_table(reader *in, const char *name, const json_t *table)
{
    const json_t *raw = json_object_get(table, "raw");
    saver_bytes *bytes = &in->table.bytes;
    in->place = (saver_place){name, NULL, 0, NULL};
    bytes->status = MOULT_OK;
    if (!json_is_object(table) || !saver_name_fits(name))
        return REFUSE(in, MOULT_TEXT("this is no table"));
    snprintf(in->table.name, sizeof in->table.name, "%s", name);
    moult_status status = take_sum(in, table);
    if (status >= 0)
        status = raw != NULL && json_object_size(table) == 1 + sums(in) ? take_raw(in, raw)
                                                                        : take_content(in, table);
    if (status == MOULT_MEMORY)
        return saver_refuse(in->w, status, &in->place, saver_no_memory);
    if (status == MOULT_FULL || (status >= 0 && bytes->count > SAVER_MAX - in->total))
        return saver_refuse(in->w, MOULT_FULL, &in->place, saver_too_large);
    return status;
}

/* The texts that names of all tables stand for, before these are read. */
static moult_status take_names(reader *in, const json_t *tables)
{
    const json_t *table = json_object_get(tables, "core.name");
    if (table == NULL)
        return MOULT_OK;
    moult_status status = take_table(in, "core.name", table);
    if (status < 0)
        return status;
    in->name = in->table;
    memset(&in->table.bytes, 0, sizeof in->table.bytes);
    if (!saver_parse(&in->name))
        return MOULT_OK; /* the core refuses it, or no name is known */
    status = saver_names_open(&in->names, &in->name);
    return status < 0 ? saver_refuse(in->w, status, NULL, saver_no_memory) : status;
}

static moult_status give_table(reader *in)
{
    const saver_bytes *section = &in->table.bytes;
    return sums(in) != 0 ? moult_section_decode_as(in->w, section->at, section->count, in->sum)
                         : moult_section_decode(in->w, section->at, section->count);
}

static moult_status take_tables(reader *in, json_t *tables)
{
    const char *name;
    json_t *table;
    moult_status status = take_names(in, tables);
    json_object_foreach(tables, name, table)
    {
        if (status >= 0)
            status = take_table(in, name, table);
        if (status >= 0)
            status = give_table(in);
        in->total += in->table.bytes.count;
    }
    return status;
}

static moult_status take_file(reader *in, const json_t *file)
{
    const json_t *format = json_object_get(file, "moult");
    json_t *tables = json_object_get(file, "tables");
    if (json_is_integer(format) && json_integer_value(format) > JSON_FORMAT)
        return saver_refuse(in->w, MOULT_VERSION, NULL,
                            MOULT_TEXT("save format %lld is newer than this build knows (%d). Load "
                                       "it with a newer Moult"),
                            (long long)json_integer_value(format), JSON_FORMAT);
    in->format = json_integer_value(format);
    if (in->format < 1 || !json_is_object(tables) || json_object_size(file) != 2)
        return REFUSE(in, MOULT_TEXT("a save has \"moult\" and \"tables\", nothing else"));
    return take_tables(in, tables);
}

/* -- the file ---------------------------------------------------------------------------------- */

static json_t *parse(moult_world *w, const uint8_t *bytes, uint64_t count, moult_status *status)
{
    json_error_t error;
    char table[MOULT_SLOT_SIZE];
    json_t *file = json_loadb((const char *)bytes, count, JSON_REJECT_DUPLICATES, &error);
    *status = MOULT_OK;
    if (file != NULL)
        return file;
    uint64_t position = error.position > 0 ? (uint64_t)error.position : 0;
    saver_place place = moult__json_place(bytes, count, position, table);
    *status = json_error_code(&error) == json_error_out_of_memory
                  ? saver_refuse(w, MOULT_MEMORY, NULL, saver_no_memory)
                  : saver_refuse(w, MOULT_FORMAT, &place, MOULT_TEXT("line %d: %.120s"), error.line,
                                 error.text);
    return NULL;
}

moult_status moult__json_decode(moult_world *fresh, const uint8_t *bytes, uint64_t count)
{
    uint32_t length = sizeof JSON_MAGIC - 1;
    if (count < length || memcmp(bytes, JSON_MAGIC, length) != 0)
        return saver_refuse(fresh, MOULT_FORMAT, NULL, MOULT_TEXT("this is not a Moult save"));
    moult_status status = moult__json_size(bytes, count);
    if (status == MOULT_FORMAT)
        return saver_refuse(fresh, status, NULL, MOULT_TEXT("its lists are nested too deep"));
    if (status < 0)
        return saver_refuse(fresh, status, NULL, saver_too_large);
    json_t *file = parse(fresh, bytes, count, &status);
    reader *in = file != NULL ? calloc(1, sizeof *in) : NULL;
    if (in != NULL) {
        in->w = fresh;
        status = take_file(in, file);
        saver_names_close(&in->names);
        free(in->name.bytes.at);
        free(in->table.bytes.at);
        free(in);
    } else if (file != NULL) {
        status = saver_refuse(fresh, MOULT_MEMORY, NULL, saver_no_memory);
    }
    json_decref(file);
    return status;
}
