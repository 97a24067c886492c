/* SPDX-License-Identifier: MIT */
/* The plugin, and a look at a file before it is parsed: the parser builds a tree that is far larger
 * than the file, so what it will take is counted first, and a file that takes more than 64 MB, or
 * is nested deeper than any save, is refused. */
#include "saver/json/json.h"

#define DEPTH_MAX 8u /* a save has 6 */

/* What the parser takes for a value in a list or object, and for each of those, at most. */
#define VALUE_COST 160u
#define LIST_COST 384u

static const struct {
    uint32_t scope;
    const char *name;
} scopes[] = {
    {MOULT_SCOPE_WORLD, "world"},
    {MOULT_SCOPE_LEVEL, "level"},
    {MOULT_SCOPE_CELL, "cell"},
    {MOULT_SCOPE_ACTOR, "actor"},
    {MOULT_SCOPE_ITEM, "item"},
    {MOULT_SCOPE_WORLD_LIST, "world-list"},
    {MOULT_SCOPE_LEVEL_LIST, "level-list"},
    {SAVER_SCOPE_SLOTS, "slots"},
};

const char *moult__json_scope_name(uint32_t scope)
{
    for (uint32_t i = 0; i < MOULT_COUNT(scopes); i++)
        if (scopes[i].scope == scope)
            return scopes[i].name;
    return NULL;
}

uint32_t moult__json_scope(const char *name)
{
    for (uint32_t i = 0; i < MOULT_COUNT(scopes); i++)
        if (strcmp(scopes[i].name, name) == 0)
            return scopes[i].scope;
    return 0;
}

/* The end of the string that begins at `at`, its last quote. */
static uint64_t string_end(const uint8_t *bytes, uint64_t count, uint64_t at)
{
    for (at++; at < count && bytes[at] != '"'; at++)
        at += bytes[at] == '\\';
    return at;
}

moult_status moult__json_size(const uint8_t *bytes, uint64_t count)
{
    uint64_t size = count;
    uint32_t depth = 0;
    for (uint64_t at = 0; at < count && size <= SAVER_MAX; at++) {
        switch (bytes[at]) {
        case '"':
            at = string_end(bytes, count, at);
            break;
        case '{':
        case '[':
            size += LIST_COST;
            if (++depth > DEPTH_MAX)
                return MOULT_FORMAT;
            break;
        case '}':
        case ']':
            depth -= depth > 0;
            break;
        case ',':
            size += VALUE_COST;
            break;
        default:
            break;
        }
    }
    return size <= SAVER_MAX ? MOULT_OK : MOULT_FULL;
}

saver_place moult__json_place(const uint8_t *bytes, uint64_t count, uint64_t position,
                              char table[MOULT_SLOT_SIZE])
{
    saver_place place = {NULL, NULL, 0, NULL};
    uint32_t depth = 0;
    uint64_t rows = 0;
    table[0] = 0;
    for (uint64_t at = 0; at < count && at < position; at++) {
        if (bytes[at] == '"') {
            uint64_t end = string_end(bytes, count, at);
            if (depth == 2 && end < count && end - at - 1 < MOULT_SLOT_SIZE) {
                memcpy(table, bytes + at + 1, end - at - 1);
                table[end - at - 1] = 0;
                rows = 0;
            }
            at = end;
        } else if (bytes[at] == '{' || bytes[at] == '[') {
            rows += ++depth == 5;
        } else if (bytes[at] == '}' || bytes[at] == ']') {
            depth -= depth > 0;
        }
    }
    if (depth >= 2 && table[0] != 0)
        place.table = table;
    if (place.table != NULL && depth >= 5) {
        place.part = "row";
        place.number = rows - 1;
    }
    return place;
}

static const moult_saver_1 functions = {
    .size = sizeof(moult_saver_1),
    .flags = MOULT_SAVER_EDITABLE,
    .encode = moult__json_encode,
    .decode = moult__json_decode,
    .magic = (const uint8_t *)JSON_MAGIC,
    .magic_size = sizeof JSON_MAGIC - 1,
    .extension = "json",
};
static const moult_provide provides[] = {
    MOULT_PROVIDE("saver/json", MOULT_SAVER_INTERFACE, MOULT_SAVER_SHAPE, &functions)};

MOULT_PLUGIN("saver-json", "1.0.0", "saves as text, to read, compare and edit", "saver/json",
             .provides = provides, .provide_count = MOULT_COUNT(provides));
