/* SPDX-License-Identifier: MIT */
/* What is in a saved game, for people and as JSON: its tables, the rows of one, its planes as maps.
 * Everything is written by the schemas that stand in the file. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>
#include "core/cli/save.h"
#include "core/system/json.h"

/* -- printing ---------------------------------------------------------------------------------- */

/* The bytes of a line's beginning that fit so many columns. */
static size_t bytes_in(const char *line, size_t length, uint32_t columns)
{
    mbstate_t state = {0};
    uint32_t used = 0;
    for (size_t at = 0; at < length;) {
        wchar_t letter;
        size_t size = mbrtowc(&letter, line + at, length - at, &state);
        int width = 1;
        if (size == 0 || size > length - at) {
            size = 1;
            memset(&state, 0, sizeof state);
        } else if (wcwidth(letter) >= 0) {
            width = wcwidth(letter);
        }
        if (used + (uint32_t)width > columns)
            return at;
        used += (uint32_t)width;
        at += size;
    }
    return length;
}

void moult__save_print(const char *text)
{
    struct winsize size = {0};
    if (!isatty(1) || ioctl(1, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
        moult__print(stdout, "%s", text);
        return;
    }
    while (*text != 0) {
        const size_t length = strcspn(text, "\n");
        moult__print(stdout, "%.*s\n", (int)bytes_in(text, length, size.ws_col), text);
        text += length + (text[length] != 0);
    }
}

/* -- tables ------------------------------------------------------------------------------------ */

static const char *scope_name(uint32_t scope)
{
    static const char *const names[] = {"?",     "world", "level",      "cell",
                                        "actor", "item",  "world-list", "level-list"};
    return scope == MOULT__SCOPE_SLOTS ? "slots" : scope < MOULT_COUNT(names) ? names[scope] : "?";
}

static const char *owner_of(const moult__set *set, const char *table)
{
    if (strncmp(table, "core.", 5) == 0)
        return "core";
    for (uint32_t i = 0; set != NULL && i < set->dispatch.table_count; i++) {
        const moult__owned *owned = &set->dispatch.tables[i];
        const char *name = owned->layout->name;
        const size_t length = strlen(name);
        if (owned->owner != NULL && strncmp(table, name, length) == 0 &&
            (table[length] == 0 || strcmp(table + length, ".slot") == 0))
            return owned->owner->label;
    }
    return "-";
}

/* Rows that live; planes of a CELL table. */
static uint32_t rows_of(const moult__dump_table *table)
{
    uint32_t count = 0;
    if (table->layout.scope == MOULT_SCOPE_CELL)
        return table->count;
    for (uint32_t slot = 0; slot < table->count; slot++)
        count += moult__dump_row(table, slot) != NULL;
    return count;
}

static void show_tables(const moult__save_view *v)
{
    const moult__dump *dump = &v->file->dump;
    if (v->json)
        fputs("[", v->out);
    else
        fprintf(v->out, "%-24s  %-10s  %7s  %5s  %7s  %s\n", "table", "scope", "version", "rows",
                "bytes", "owner");
    for (uint32_t i = 0; i < dump->count; i++) {
        const moult__dump_table *t = dump->tables[i];
        const moult__layout *l = &t->layout;
        fprintf(v->out,
                v->json ? "%s\n  {\"table\": \"%s\", \"scope\": \"%s\", \"version\": %u, \"rows\": "
                          "%u, \"bytes\": %llu, \"owner\": \"%s\"}"
                        : "%s%-24s  %-10s  %7u  %5u  %7llu  %s\n",
                v->json && i != 0 ? "," : "", l->name, scope_name(l->scope), l->version, rows_of(t),
                (unsigned long long)t->size, owner_of(v->set, l->name));
    }
    if (v->json)
        fputs("\n]\n", v->out);
}

/* -- rows -------------------------------------------------------------------------------------- */

/* One value: numbers as they are, all else as a text. */
static void json_value(const moult__dump *dump, const moult__field *field, const uint8_t *value,
                       FILE *out)
{
    char text[MOULT_NAME_SIZE + 8] = "";
    FILE *words = fmemopen(text, sizeof text, "w");
    if (words == NULL)
        return;
    moult__dump_value(dump, field, value, words);
    fclose(words);
    const size_t length = strlen(text);
    if (field->type != MOULT_TYPE_name && field->type != MOULT_TYPE_id) {
        fputs(text, out);
    } else if (strcmp(text, "-") == 0) {
        fputs("null", out);
    } else if (text[0] == '"') {
        text[length - 1] = 0;
        moult__json_text(out, text + 1);
    } else {
        moult__json_text(out, text);
    }
}

static void json_field(const moult__dump *dump, const moult__field *field, const uint8_t *row,
                       FILE *out)
{
    const uint8_t *value = row + field->offset;
    fprintf(out, ", \"%s\": ", field->name);
    if (moult__dump_is_text(field, value)) {
        char text[MOULT__ROW_MAX + 1];
        snprintf(text, sizeof text, "%.*s", (int)field->count, (const char *)value);
        moult__json_text(out, text);
        return;
    }
    for (uint32_t i = 0; i < field->count; i++) {
        fputs(field->count == 1 ? "" : i == 0 ? "[" : ", ", out);
        json_value(dump, field, value + i * MOULT_TYPE_WIDTH(field->type), out);
    }
    fputs(field->count == 1 ? "" : "]", out);
}

/* A row is a line; the only one that is asked for is a block, a field a line. */
static void show_row(const moult__save_view *v, const moult__layout *layout, uint32_t slot,
                     const uint8_t *row, const moult__field *only, int32_t block)
{
    const moult__dump *dump = &v->file->dump;
    if (v->json)
        fprintf(v->out, "{\"row\": %u", slot);
    else if (!block)
        fprintf(v->out, "%u", slot);
    for (uint32_t f = 0; f < layout->field_count; f++) {
        const moult__field *field = &layout->fields[f];
        if (only != NULL && field != only)
            continue;
        if (v->json) {
            json_field(dump, field, row, v->out);
            continue;
        }
        fprintf(v->out, block ? "%-16s  " : "  %s ", field->name);
        moult__dump_field(dump, field, row, v->out);
        fputs(block ? "\n" : "", v->out);
    }
    fputs(v->json ? "}" : block ? "" : "\n", v->out);
}

static moult_status show_rows(const moult__save_view *v, const moult__dump_table *table,
                              const moult__field *field, moult__report *report)
{
    const int32_t block = v->row >= 0 || table->layout.scope == MOULT_SCOPE_WORLD;
    const char *between = "\n  ";
    if (v->row >= 0 && moult__dump_row(table, (uint32_t)v->row) == NULL)
        return moult__refuse(report, MOULT_UNKNOWN, v->file->path,
                             "%s has no row %lld. Those that there are: moult save show FILE %s",
                             table->layout.name, (long long)v->row, table->layout.name);
    fputs(v->json ? "[" : "", v->out);
    for (uint32_t slot = 0; slot < table->count; slot++) {
        const uint8_t *row = moult__dump_row(table, slot);
        if (row == NULL || (v->row >= 0 && slot != v->row))
            continue;
        fputs(v->json ? between : "", v->out);
        between = ",\n  ";
        show_row(v, &table->layout, slot, row, field, block);
    }
    fputs(v->json ? "\n]\n" : "", v->out);
    return MOULT_OK;
}

/* -- planes ------------------------------------------------------------------------------------ */

#define LETTERS ".123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* By tile, each its own, near to what games show; a blank is solid stone. */
static const char tile_letters[] = ".#+'>X< ,|/LSC%~^{k_gtTudPa:";
_Static_assert(sizeof tile_letters == MOULT_TILE_KINDS + 1, "a letter a tile");

static uint64_t cell_at(const moult__dump_plane *plane, uint32_t type, uint32_t i)
{
    const uint32_t width = MOULT_TYPE_WIDTH(type);
    uint64_t value = 0;
    memcpy(&value, plane->values + (size_t)i * width, width);
    return value;
}

static uint64_t highest(const moult__dump_plane *plane, uint32_t type)
{
    uint64_t high = 0;
    for (uint32_t i = 0; i < plane->cells; i++)
        if (cell_at(plane, type, i) > high)
            high = cell_at(plane, type, i);
    return high;
}

/* What the letters of tiles stand for, as far as they are there. */
static void show_tiles(const moult__save_view *v, const moult__dump_plane *plane, uint32_t type)
{
#define TILE_TEXT(name, number, flags, text) text,
    static const char *const texts[] = {MOULT_TILE_LIST(TILE_TEXT)};
#undef TILE_TEXT
    const char *between = "";
    for (uint32_t tile = 0; tile < MOULT_COUNT(texts); tile++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < plane->cells; i++)
            count += cell_at(plane, type, i) == tile;
        if (count != 0)
            fprintf(v->out, "%s%c %s", between, tile_letters[tile], texts[tile]);
        between = count != 0 ? ", " : between;
    }
    fputs("\n", v->out);
}

/* A character a cell, or numbers where those don't suffice. */
static void show_map(const moult__save_view *v, const moult__dump_plane *plane, uint32_t type,
                     uint32_t width, const char *letters)
{
    char number[24];
    const uint64_t high = highest(plane, type);
    const int wide = snprintf(number, sizeof number, "%llu", (unsigned long long)high);
    for (uint32_t i = 0; i < plane->cells; i++) {
        const uint64_t value = cell_at(plane, type, i);
        if (high < strlen(letters))
            putc(letters[value], v->out);
        else
            fprintf(v->out, "%s%*llu", i % width != 0 ? " " : "", wide, (unsigned long long)value);
        if (i % width == width - 1)
            putc('\n', v->out);
    }
}

static void json_plane(const moult__save_view *v, const moult__dump_plane *plane,
                       const moult__field *field, uint32_t width)
{
    fprintf(v->out, "{\"level\": %u, \"field\": \"%s\", \"width\": %u, \"values\": [", plane->level,
            field->name, width);
    for (uint32_t i = 0; i < plane->cells; i++)
        fprintf(v->out, "%s%llu", i != 0 ? ", " : "",
                (unsigned long long)cell_at(plane, field->type, i));
    fputs("]}", v->out);
}

static void show_plane(const moult__save_view *v, const moult__dump_table *table,
                       const moult__dump_plane *plane, int32_t map)
{
    const moult__field *field = &table->layout.fields[plane->field];
    const uint32_t side = moult__dump_side(&v->file->dump, plane->level, "width");
    const uint32_t width = side != 0 ? side : plane->cells != 0 ? plane->cells : 1;
    if (v->json) {
        json_plane(v, plane, field, width);
        return;
    }
    fprintf(v->out, moult__translate("level %u  %s  %s  %ux%u  highest %llu\n"), plane->level,
            field->name, moult__type_name(field->type), width, plane->cells / width,
            (unsigned long long)highest(plane, field->type));
    if (!map)
        return;
    const int32_t tiles =
        strcmp(table->layout.name, "core.cell") == 0 && strcmp(field->name, "tile") == 0;
    if (tiles)
        show_tiles(v, plane, field->type);
    show_map(v, plane, field->type, width, tiles ? tile_letters : LETTERS);
}

static moult_status show_planes(const moult__save_view *v, const moult__dump_table *table,
                                const moult__field *field, moult__report *report)
{
    const uint8_t *at = table->body;
    uint32_t number = 0, shown = 0;
    moult__dump_plane plane;
    fputs(v->json ? "[" : "", v->out);
    while (moult__dump_plane_next(table, &at, &number, &plane)) {
        if ((v->row >= 0 && plane.level != v->row) ||
            (field != NULL && &table->layout.fields[plane.field] != field))
            continue;
        fputs(!v->json ? "" : shown != 0 ? ",\n  " : "\n  ", v->out);
        show_plane(v, table, &plane, field != NULL);
        shown++;
    }
    fputs(v->json ? "\n]\n" : "", v->out);
    if (shown != 0 || v->row < 0)
        return MOULT_OK;
    return moult__refuse(report, MOULT_UNKNOWN, v->file->path,
                         "%s has no row %lld. Those that there are: moult save show FILE %s",
                         table->layout.name, (long long)v->row, table->layout.name);
}

/* -- what is asked for ------------------------------------------------------------------------- */

static moult_status refuse_field(const moult__save_view *v, const moult__layout *layout,
                                 const char *field, moult__report *report)
{
    const char *names[MOULT__FIELDS_MAX];
    char guess[MOULT__GUESS_SIZE];
    for (uint32_t i = 0; i < layout->field_count; i++)
        names[i] = layout->fields[i].name;
    return moult__refuse(
        report, MOULT_UNKNOWN, v->file->path,
        "%s has no field \"%.60s\"%s. Those that there are: moult save show FILE %s", layout->name,
        field, moult__guess(moult__closest(field, names, layout->field_count), guess),
        layout->name);
}

static moult_status refuse_table(const moult__save_view *v, moult__report *report)
{
    const moult__dump *dump = &v->file->dump;
    const char **names = calloc(dump->count + 1, sizeof *names);
    char guess[MOULT__GUESS_SIZE];
    for (uint32_t i = 0; i < dump->count && names != NULL; i++)
        names[i] = dump->tables[i]->layout.name;
    const char *closest = names != NULL ? moult__closest(v->table, names, dump->count) : NULL;
    moult__refuse(report, MOULT_UNKNOWN, v->file->path,
                  "it has no table \"%.60s\"%s. Those that there are: moult save show FILE",
                  v->table, moult__guess(closest, guess));
    free(names);
    return MOULT_UNKNOWN;
}

moult_status moult__save_show(const moult__save_view *v, moult__report *report)
{
    if (v->table == NULL) {
        show_tables(v);
        return MOULT_OK;
    }
    const moult__field *field = NULL;
    const moult__dump_table *table = moult__dump_find(&v->file->dump, v->table);
    const char *dot = strrchr(v->table, '.');
    if (table == NULL && dot != NULL && strlen(v->table) < MOULT_NAME_SIZE) {
        char name[MOULT_NAME_SIZE];
        snprintf(name, sizeof name, "%.*s", (int)(dot - v->table), v->table);
        table = moult__dump_find(&v->file->dump, name);
        field = table != NULL ? moult__layout_field(&table->layout, dot + 1) : NULL;
        if (table != NULL && field == NULL)
            return refuse_field(v, &table->layout, dot + 1, report);
    }
    if (table == NULL)
        return refuse_table(v, report);
    return table->layout.scope == MOULT_SCOPE_CELL ? show_planes(v, table, field, report)
                                                   : show_rows(v, table, field, report);
}
