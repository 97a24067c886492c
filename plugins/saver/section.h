/* SPDX-License-Identifier: MIT */
/* What the readable savers share: a section's bytes (saver.h has their form) taken apart into a
 * schema and rows, and put together again.
 *
 * Nothing here believes a number before it was compared with the bytes that are there. A section
 * that isn't of the form, as one that no plugin knows may be, is answered with 0 and kept as it is.
 * Writing ends at SAVER_MAX, so that a file that lies costs at most that much memory. */
#ifndef SAVER_SECTION_H
#define SAVER_SECTION_H
#include <moult/saver.h>
#include <moult/world.h>
#include <inttypes.h>
#include <libintl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAVER_MAX ((uint64_t)64 << 20) /* a file, and all sections together */
#define SAVER_FIELDS_MAX 256u
#define SAVER_ROW_MAX 65536u
#define SAVER_SCOPE_SLOTS 100u /* the core's own: the slots of a pool */
#define SAVER_TEXT_MIN 16u     /* so long a field of bytes may be a text */

static const char saver_too_large[] MOULT_UNUSED = MOULT_TEXT("more than 64 MB in all");
static const char saver_no_memory[] MOULT_UNUSED = MOULT_TEXT("out of memory");

/* -- bytes ------------------------------------------------------------------------------------- */

typedef struct saver_bytes {
    uint8_t *at;
    uint64_t count, room;
    moult_status status; /* the first refusal; what is added after it is dropped */
} saver_bytes;

/* Where `count` more bytes go; NULL: nowhere, and the status says why. */
static inline uint8_t *saver_extend(saver_bytes *b, uint64_t count)
{
    if (b->status < 0)
        return NULL;
    if (count > SAVER_MAX - b->count) {
        b->status = MOULT_FULL;
        return NULL;
    }
    if (b->count + count > b->room) {
        uint64_t room = (b->count + count) * 2 < SAVER_MAX ? (b->count + count) * 2 : SAVER_MAX;
        uint8_t *grown = realloc(b->at, room);
        if (grown == NULL) {
            b->status = MOULT_MEMORY;
            return NULL;
        }
        b->at = grown;
        b->room = room;
    }
    b->count += count;
    return b->at + b->count - count;
}

static inline void saver_add(saver_bytes *b, const void *bytes, uint64_t count)
{
    uint8_t *to = count != 0 ? saver_extend(b, count) : NULL;
    if (to != NULL)
        memcpy(to, bytes, count);
}

static inline void saver_add_number(saver_bytes *b, uint64_t number, uint32_t width)
{
    uint8_t *to = saver_extend(b, width);
    for (uint32_t i = 0; to != NULL && i < width; i++)
        to[i] = (uint8_t)(number >> (8 * i));
}

static inline moult_status saver_collect(moult_sink *sink, const void *bytes, uint64_t count)
{
    saver_bytes *b = sink->core;
    saver_add(b, bytes, count);
    return b->status;
}

/* -- refusals ---------------------------------------------------------------------------------- */

/* What a refusal is about. */
typedef struct saver_place {
    const char *table; /* NULL: the file */
    const char *part;  /* "row", "level"; NULL: the whole table */
    uint64_t number;
    const char *field; /* NULL: none */
} saver_place;

/* "table rogue.hero row 1 field hp: ". A damaged file's own words are made harmless later. */
static inline int32_t saver_place_text(const saver_place *place, char *out, size_t room)
{
    unsigned long long number = place->number;
    int32_t level = place->part != NULL && strcmp(place->part, "level") == 0;
    if (place->table == NULL)
        return snprintf(out, room, "%s", "");
    if (place->part == NULL)
        return snprintf(out, room, dgettext("moult", "table %.80s: "), place->table);
    if (place->field == NULL)
        return snprintf(out, room, dgettext("moult", "table %.80s row %llu: "), place->table,
                        number);
    return snprintf(out, room,
                    level ? dgettext("moult", "table %.80s level %llu field %.80s: ")
                          : dgettext("moult", "table %.80s row %llu field %.80s: "),
                    place->table, number, place->field);
}

/* Notes why the file is refused; `why` is a marked text. */
__attribute__((format(printf, 4, 5))) static inline moult_status
saver_refuse(moult_world *w, moult_status status, const saver_place *place, const char *why, ...)
{
    static const saver_place nowhere = {NULL, NULL, 0, NULL};
    char text[640];
    int32_t used = saver_place_text(place != NULL ? place : &nowhere, text, sizeof text);
    va_list arguments;
    va_start(arguments, why);
    vsnprintf(text + used, sizeof text - (size_t)used, dgettext("moult", why), arguments);
    va_end(arguments);
    for (char *c = text; *c != 0; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    return moult_fail(w, status, text);
}

/* -- types and values -------------------------------------------------------------------------- */

#define SAVER_TYPES 10u
static const struct {
    uint32_t type;
    const char *name;
} saver_types[SAVER_TYPES] MOULT_UNUSED = {
    {MOULT_TYPE_u8, "u8"},   {MOULT_TYPE_i8, "i8"},   {MOULT_TYPE_u16, "u16"},
    {MOULT_TYPE_i16, "i16"}, {MOULT_TYPE_u32, "u32"}, {MOULT_TYPE_i32, "i32"},
    {MOULT_TYPE_u64, "u64"}, {MOULT_TYPE_i64, "i64"}, {MOULT_TYPE_name, "name"},
    {MOULT_TYPE_id, "id"},
};

static inline const char *saver_type_name(uint32_t type)
{
    for (uint32_t i = 0; i < SAVER_TYPES; i++)
        if (saver_types[i].type == type)
            return saver_types[i].name;
    return NULL;
}

/* The type called so; 0: none. */
static inline uint32_t saver_type(const char *name, size_t length)
{
    for (uint32_t i = 0; i < SAVER_TYPES; i++)
        if (strlen(saver_types[i].name) == length && !memcmp(saver_types[i].name, name, length))
            return saver_types[i].type;
    return 0;
}

static inline int32_t saver_signed(uint32_t type)
{
    return type == MOULT_TYPE_i8 || type == MOULT_TYPE_i16 || type == MOULT_TYPE_i32 ||
           type == MOULT_TYPE_i64;
}

static inline uint64_t saver_bits(const uint8_t *at, uint32_t width)
{
    uint64_t bits = 0;
    for (uint32_t i = width; i-- > 0;)
        bits = bits << 8 | at[i];
    return bits;
}

/* The value of any type but u64 and id, which may be too large for it. */
static inline int64_t saver_value(const uint8_t *at, uint32_t type)
{
    uint32_t width = MOULT_TYPE_WIDTH(type);
    uint64_t bits = saver_bits(at, width);
    if (saver_signed(type) && width < 8 && bits >> (8 * width - 1) != 0)
        bits |= ~(uint64_t)0 << (8 * width);
    return (int64_t)bits;
}

/* Whether the number is one of the type's. */
static inline int32_t saver_fits(int64_t number, uint32_t type)
{
    uint32_t bits = 8 * MOULT_TYPE_WIDTH(type);
    if (!saver_signed(type))
        return number >= 0 && (bits == 64 || number >> bits == 0);
    return bits == 64 ||
           (number >= -((int64_t)1 << (bits - 1)) && number < (int64_t)1 << (bits - 1));
}

/* 1..room-1 letters of [a-z0-9_.-]. */
static inline int32_t saver_name_fits(const char *name)
{
    size_t length = strnlen(name, MOULT_SLOT_SIZE);
    if (length == 0 || length >= MOULT_SLOT_SIZE)
        return 0;
    for (size_t i = 0; i < length; i++)
        if (!((name[i] >= 'a' && name[i] <= 'z') || (name[i] >= '0' && name[i] <= '9') ||
              name[i] == '_' || name[i] == '.' || name[i] == '-'))
            return 0;
    return 1;
}

/* -- sections ---------------------------------------------------------------------------------- */

typedef struct saver_field {
    char name[MOULT_SLOT_SIZE];
    uint32_t type, count, offset;
} saver_field;

typedef struct saver_section {
    char name[MOULT_SLOT_SIZE];
    uint32_t version, scope, flags, row_size, field_count;
    uint32_t row_count; /* of a CELL table: its planes */
    saver_field fields[SAVER_FIELDS_MAX];
    const uint8_t *body; /* its rows or planes */
    uint64_t body_size;
    saver_bytes bytes; /* the whole section */
} saver_section;

/* Fills in offsets and row size; 0: no row can be like that. */
static inline int32_t saver_layout(saver_section *s)
{
    uint64_t offset = 0;
    int32_t fits = saver_name_fits(s->name) && s->field_count > 0 &&
                   ((s->scope >= MOULT_SCOPE_WORLD && s->scope <= MOULT_SCOPE_LEVEL_LIST) ||
                    s->scope == SAVER_SCOPE_SLOTS);
    for (uint32_t i = 0; i < s->field_count && fits; i++) {
        saver_field *field = &s->fields[i];
        fits = saver_name_fits(field->name) && saver_type_name(field->type) != NULL &&
               field->count > 0 && field->count <= SAVER_ROW_MAX &&
               (s->scope != MOULT_SCOPE_CELL || field->count == 1);
        field->offset = (uint32_t)offset;
        offset += (uint64_t)MOULT_TYPE_WIDTH(field->type) * field->count;
        fits = fits && offset <= SAVER_ROW_MAX;
    }
    s->row_size = (uint32_t)offset;
    return fits;
}

typedef struct saver_plane {
    uint32_t level, field, cells;
    const uint8_t *values;
} saver_plane;

/* The plane at `at`, which moves on; 0 when it isn't whole. */
static inline int32_t saver_next_plane(const saver_section *s, const uint8_t **at, saver_plane *out)
{
    const uint8_t *end = s->body + s->body_size;
    if (end - *at < 12)
        return 0;
    out->level = (uint32_t)saver_bits(*at, 4);
    out->field = (uint32_t)saver_bits(*at + 4, 4);
    out->cells = (uint32_t)saver_bits(*at + 8, 4);
    out->values = *at + 12;
    if (out->field >= s->field_count || out->cells == 0)
        return 0;
    uint64_t size = (uint64_t)out->cells * MOULT_TYPE_WIDTH(s->fields[out->field].type);
    if ((uint64_t)(end - out->values) < size)
        return 0;
    *at = out->values + size;
    return 1;
}

static inline int32_t saver_take_name(const uint8_t **at, const uint8_t *end, char *out)
{
    if (end - *at < 1 || end - *at < 1 + **at || **at >= MOULT_SLOT_SIZE)
        return 0;
    memcpy(out, *at + 1, **at);
    out[**at] = 0;
    *at += 1 + **at;
    return 1;
}

/* Takes s->bytes apart; 0: they aren't of the form. */
static inline int32_t saver_parse(saver_section *s)
{
    const uint8_t *at = s->bytes.at, *end = at + s->bytes.count;
    if (!saver_take_name(&at, end, s->name) || end - at < 16)
        return 0;
    s->version = (uint32_t)saver_bits(at, 4);
    s->scope = (uint32_t)saver_bits(at + 4, 4);
    s->flags = (uint32_t)saver_bits(at + 8, 4);
    s->field_count = (uint32_t)saver_bits(at + 12, 4);
    at += 16;
    if (s->field_count > SAVER_FIELDS_MAX)
        return 0;
    for (uint32_t i = 0; i < s->field_count; i++) {
        if (!saver_take_name(&at, end, s->fields[i].name) || end - at < 8)
            return 0;
        s->fields[i].type = (uint32_t)saver_bits(at, 4);
        s->fields[i].count = (uint32_t)saver_bits(at + 4, 4);
        at += 8;
    }
    if (!saver_layout(s) || end - at < 4)
        return 0;
    s->row_count = (uint32_t)saver_bits(at, 4);
    s->body = at + 4;
    s->body_size = (uint64_t)(end - s->body);
    if (s->scope != MOULT_SCOPE_CELL)
        return (uint64_t)s->row_count * s->row_size == s->body_size;
    saver_plane plane;
    at = s->body;
    for (uint32_t i = 0; i < s->row_count; i++)
        if (!saver_next_plane(s, &at, &plane))
            return 0;
    return at == end;
}

/* Section `i` of the world. 1: taken apart; 0: it is only s->bytes; negative: refused. */
static inline moult_status saver_fetch(const moult_world *w, uint32_t i, saver_section *s)
{
    s->bytes.count = 0;
    s->bytes.status = MOULT_OK;
    moult_sink sink = {sizeof sink, 0, &s->bytes, saver_collect};
    moult_status status = moult_section_encode(w, i, &sink);
    return status < 0 ? status : saver_parse(s);
}

/* Begins s->bytes anew with the heading that name, fields and so on give; row_count ends it. */
static inline void saver_put_heading(saver_section *s)
{
    const uint32_t numbers[] = {s->version, s->scope, s->flags, s->field_count};
    uint8_t length = (uint8_t)strlen(s->name);
    s->bytes.count = 0;
    saver_add_number(&s->bytes, length, 1);
    saver_add(&s->bytes, s->name, length);
    for (uint32_t i = 0; i < MOULT_COUNT(numbers); i++)
        saver_add_number(&s->bytes, numbers[i], 4);
    for (uint32_t i = 0; i < s->field_count; i++) {
        length = (uint8_t)strlen(s->fields[i].name);
        saver_add_number(&s->bytes, length, 1);
        saver_add(&s->bytes, s->fields[i].name, length);
        saver_add_number(&s->bytes, s->fields[i].type, 4);
        saver_add_number(&s->bytes, s->fields[i].count, 4);
    }
    saver_add_number(&s->bytes, s->row_count, 4);
}

static inline const saver_field *saver_find_field(const saver_section *s, const char *name)
{
    for (uint32_t i = 0; i < s->field_count; i++)
        if (strcmp(s->fields[i].name, name) == 0)
            return &s->fields[i];
    return NULL;
}

/* The number of the world's section called so; section_count: none. */
static inline uint32_t saver_find(const moult_world *w, const char *name)
{
    uint32_t i = 0, count = moult_section_count(w);
    while (i < count && strcmp(moult_section_name(w, i), name) != 0)
        i++;
    return i;
}

#endif
