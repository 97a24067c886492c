/* SPDX-License-Identifier: MIT */
/* Where a replayed world isn't as its journal's snapshot: the first table in alphabetical order,
 * its first row, its first field. What the hash doesn't count is left out. Both sides are in the
 * codec's form; the recorded one comes from a file, and is read within its bounds. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/game/journal.h"
#include "core/system/text.h"

typedef struct side {
    const uint8_t *at, *end;
} side;

/* A place in a table, in words. */
typedef struct found {
    char where[96], is[32], was[32];
} found;

static int32_t take_u32(side *in, uint32_t *out)
{
    if ((uint64_t)(in->end - in->at) < sizeof *out)
        return 0;
    memcpy(out, in->at, sizeof *out);
    in->at += sizeof *out;
    return 1;
}

static void print_value(char out[32], const uint8_t *at, uint32_t type)
{
    const uint32_t width = MOULT_TYPE_WIDTH(type);
    const int32_t is_signed = type == MOULT_TYPE_i8 || type == MOULT_TYPE_i16 ||
                              type == MOULT_TYPE_i32 || type == MOULT_TYPE_i64;
    uint64_t bits = 0;
    memcpy(&bits, at, width);
    if (is_signed && width < 8 && (at[width - 1] & 0x80u) != 0)
        bits |= ~(uint64_t)0 << (8 * width);
    if (is_signed)
        snprintf(out, 32, "%" PRId64, (int64_t)bits);
    else
        snprintf(out, 32, "%" PRIu64, bits);
}

/* The first field by which two rows differ. */
static int32_t compare_row(const moult__layout *layout, uint32_t row, const uint8_t *is,
                           const uint8_t *was, found *out)
{
    char index[16] = "";
    for (uint32_t f = 0; f < layout->field_count; f++) {
        const moult__field *field = &layout->fields[f];
        const uint32_t width = MOULT_TYPE_WIDTH(field->type);
        for (uint32_t i = 0; i < field->count; i++) {
            const uint32_t at = field->offset + i * width;
            if (memcmp(is + at, was + at, width) == 0)
                continue;
            if (field->count > 1)
                snprintf(index, sizeof index, "[%u]", i);
            snprintf(out->where, sizeof out->where, moult__translate("row %u, field %s%s"), row,
                     field->name, index);
            print_value(out->is, is + at, field->type);
            print_value(out->was, was + at, field->type);
            return 1;
        }
    }
    return 0;
}

static int32_t compare_rows(const moult__layout *layout, side is, side was, found *out)
{
    uint32_t is_count, was_count;
    const uint32_t size = layout->row_size;
    if (!take_u32(&is, &is_count) || !take_u32(&was, &was_count))
        return 0;
    for (uint32_t row = 0; row < is_count && row < was_count; row++) {
        if ((uint64_t)(is.end - is.at) < size || (uint64_t)(was.end - was.at) < size)
            return 0;
        if (compare_row(layout, row, is.at, was.at, out))
            return 1;
        is.at += size;
        was.at += size;
    }
    if (is_count == was_count)
        return 0;
    snprintf(out->where, sizeof out->where, "%s", moult__translate("the count of rows"));
    snprintf(out->is, sizeof out->is, "%u", is_count);
    snprintf(out->was, sizeof out->was, "%u", was_count);
    return 1;
}

/* Planes of levels that only one of the two has are told by the tables of levels. */
static int32_t compare_planes(const moult_world *w, const moult__layout *layout, side is, side was,
                              found *out)
{
    uint32_t is_count, was_count, a[3], b[3]; /* level slot, field, cells */
    if (!take_u32(&is, &is_count) || !take_u32(&was, &was_count))
        return 0;
    for (uint32_t plane = 0; plane < is_count && plane < was_count; plane++) {
        for (uint32_t i = 0; i < 3; i++)
            if (!take_u32(&is, &a[i]) || !take_u32(&was, &b[i]))
                return 0;
        if (memcmp(a, b, sizeof a) != 0 || a[1] >= layout->field_count)
            return 0;
        const moult__field *field = &layout->fields[a[1]];
        const uint32_t width = MOULT_TYPE_WIDTH(field->type);
        const uint64_t size = (uint64_t)a[2] * width;
        if ((uint64_t)(is.end - is.at) < size || (uint64_t)(was.end - was.at) < size)
            return 0;
        for (uint32_t cell = 0; cell < a[2]; cell++) {
            const uint64_t at = (uint64_t)cell * width;
            if (memcmp(is.at + at, was.at + at, width) == 0)
                continue;
            const moult__level_row *level =
                (const moult__level_row *)moult__row(w, MOULT__TABLE_LEVEL, a[0]);
            const uint32_t columns = level->width > 0 ? (uint32_t)level->width : 1;
            snprintf(out->where, sizeof out->where,
                     moult__translate("level %u, cell %u,%u, field %s"), a[0], cell % columns,
                     cell / columns, field->name);
            print_value(out->is, is.at + at, field->type);
            print_value(out->was, was.at + at, field->type);
            return 1;
        }
        is.at += size;
        was.at += size;
    }
    return 0;
}

/* A list's slots are its owner's. */
static const char *owner_of(const moult__set *set, const char *table)
{
    size_t length = strlen(table);
    if (length > 5 && strcmp(table + length - 5, ".slot") == 0)
        length -= 5;
    for (uint32_t i = 0; i < set->dispatch.table_count; i++) {
        const moult__owned *owned = &set->dispatch.tables[i];
        if (strlen(owned->layout->name) == length &&
            strncmp(owned->layout->name, table, length) == 0 && owned->owner != NULL)
            return owned->owner->label;
    }
    return "core";
}

/* 1: the table isn't as recorded, and `out` says where. */
static int32_t compare_table(const moult_world *w, const uint8_t *bytes, uint64_t count,
                             moult__layout *was, found *out)
{
    moult__bytes own;
    moult__report ignored = {0};
    moult__layout is;
    uint64_t used, own_used;
    int32_t differs = 0;
    uint32_t section = 0;
    if (moult__layout_decode(bytes, count, was, &used, "replay", &ignored) < 0 ||
        (was->flags & MOULT_TABLE_UNHASHED) != 0)
        return 0;
    while (section < moult__section_count(w) &&
           strcmp(moult__section_name(w, section), was->name) != 0)
        section++;
    if (section == moult__section_count(w)) {
        snprintf(out->where, sizeof out->where, "%s", moult__translate("the table"));
        snprintf(out->is, sizeof out->is, "%s", moult__translate("not here"));
        snprintf(out->was, sizeof out->was, "%s", moult__translate("there"));
        return 1;
    }
    moult__bytes_open(&own);
    if (moult__section_encode(w, section, &own.sink) < 0 ||
        (own.count == count && memcmp(own.bytes, bytes, count) == 0)) {
        free(own.bytes);
        return 0;
    }
    moult_status status =
        moult__layout_decode(own.bytes, own.count, &is, &own_used, "replay", &ignored);
    if (status >= 0 && !moult__layout_equal(&is, was)) {
        snprintf(out->where, sizeof out->where, "%s", moult__translate("the version"));
        snprintf(out->is, sizeof out->is, "%u", is.version);
        snprintf(out->was, sizeof out->was, "%u", was->version);
        differs = 1;
    } else if (status >= 0) {
        const side a = {own.bytes + own_used, own.bytes + own.count},
                   b = {bytes + used, bytes + count};
        differs = was->scope == MOULT_SCOPE_CELL ? compare_planes(w, was, a, b, out)
                                                 : compare_rows(was, a, b, out);
    }
    moult__layout_free(&is);
    free(own.bytes);
    return differs;
}

int32_t moult__replay_compare(moult__replay *r, const uint8_t *sections, uint64_t count,
                              uint32_t turn)
{
    const moult_world *w = r->session->world;
    found place;
    while (count > sizeof(uint64_t)) {
        uint64_t size;
        moult__layout was;
        memcpy(&size, sections, sizeof size);
        sections += sizeof size;
        count -= sizeof size;
        if (size > count)
            break;
        int32_t differs = compare_table(w, sections, size, &was, &place);
        if (differs)
            moult__refuse(&r->why, MOULT_CHANGED, r->path,
                          "turn %u isn't as recorded: its hash is %016llx, it was %016llx; by turn "
                          "%u table %s of %s differs, %s: it is %s, it was %s. Replay it with the "
                          "plugins that it was recorded with",
                          r->differs_turn, (unsigned long long)r->found_hash,
                          (unsigned long long)r->differs_hash, turn, was.name,
                          owner_of(r->session->set, was.name), place.where, place.is, place.was);
        moult__layout_free(&was);
        if (differs)
            return 1;
        sections += size;
        count -= size;
    }
    return 0;
}
