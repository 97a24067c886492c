/* SPDX-License-Identifier: MIT */
/* The plugin, and the statements that a schema gives. Writing makes tables by them, and reading
 * compares the file's tables with them. Names of tables and fields have only [a-z0-9_.-], so that
 * quotes suffice, and '#' keeps what is added apart from them. */
#include "saver/sqlite/sqlite.h"

static void add(saver_bytes *out, const char *text)
{
    saver_add(out, text, strlen(text));
}

static void add_name(saver_bytes *out, const char *name, const char *suffix)
{
    add(out, "\"");
    add(out, name);
    add(out, suffix);
    add(out, "\"");
}

static void finish(saver_bytes *out)
{
    saver_add(out, "", 1);
}

int32_t moult__sqlite_name_fits(const char *name)
{
    return saver_name_fits(name) && strncmp(name, "sqlite_", 7) != 0 &&
           strcmp(name, "moult_table") != 0 && strcmp(name, "moult_field") != 0;
}

static const char *column_type(const saver_field *field)
{
    return field->count > 1 || field->type == MOULT_TYPE_u64 ? " TEXT" : " INTEGER";
}

/* The columns after the first, with their types or without. */
static void add_columns(saver_bytes *out, const saver_section *s, int32_t typed)
{
    for (uint32_t i = 0; i < s->field_count; i++) {
        const saver_field *field = &s->fields[i];
        add(out, ", ");
        add_name(out, field->name, "");
        if (typed)
            add(out, column_type(field));
        if (field->type != MOULT_TYPE_id || field->count != 1)
            continue;
        add(out, ", ");
        add_name(out, field->name, "#generation");
        if (typed)
            add(out, " INTEGER");
    }
}

void moult__sqlite_create(const saver_section *s, saver_bytes *out)
{
    out->count = 0;
    add(out, "CREATE TABLE ");
    add_name(out, s->name, "");
    add(out, " (\"row#\" INTEGER PRIMARY KEY");
    if (s->scope == MOULT_SCOPE_CELL)
        add(out, ", level INTEGER, field TEXT, cells BLOB");
    else
        add_columns(out, s, 1);
    add(out, ")");
    finish(out);
}

void moult__sqlite_insert(const saver_section *s, saver_bytes *out)
{
    uint32_t columns = s->field_count;
    out->count = 0;
    for (uint32_t i = 0; i < s->field_count; i++)
        columns += s->fields[i].type == MOULT_TYPE_id && s->fields[i].count == 1;
    if (s->scope == MOULT_SCOPE_CELL)
        columns = 3;
    add(out, "INSERT INTO ");
    add_name(out, s->name, "");
    add(out, " VALUES (?");
    for (uint32_t i = 0; i < columns; i++)
        add(out, ", ?");
    add(out, ")");
    finish(out);
}

void moult__sqlite_select(const saver_section *s, saver_bytes *out)
{
    out->count = 0;
    add(out, "SELECT \"row#\"");
    if (s->scope == MOULT_SCOPE_CELL)
        add(out, ", level, field, cells");
    else
        add_columns(out, s, 0);
    add(out, " FROM main.");
    add_name(out, s->name, "");
    add(out, " ORDER BY \"row#\"");
    finish(out);
}

/* A name is shown as its text; everything else as it is. */
static void add_shown(saver_bytes *out, const saver_field *field)
{
    int32_t named = field->type == MOULT_TYPE_name && field->count == 1;
    add(out, named ? ", (SELECT text FROM \"core.name\" WHERE \"row#\" = t." : ", t.");
    add_name(out, field->name, "");
    if (named) {
        add(out, ") AS ");
        add_name(out, field->name, "");
    }
    if (field->type == MOULT_TYPE_id && field->count == 1) {
        add(out, ", t.");
        add_name(out, field->name, "#generation");
    }
}

void moult__sqlite_view(const saver_section *s, const char *slots, saver_bytes *out)
{
    char name[MOULT_SLOT_SIZE];
    out->count = 0;
    snprintf(name, sizeof name, "%s", s->name);
    for (char *c = name; *c != 0; c++)
        if (*c == '.' || *c == '-')
            *c = '_';
    add(out, "CREATE VIEW IF NOT EXISTS ");
    add_name(out, "v_", name);
    add(out, " AS SELECT t.\"row#\" AS slot");
    if (slots != NULL)
        add(out, ", s.generation AS generation, s.owner AS level, s.x AS x, s.y AS y");
    for (uint32_t i = 0; i < s->field_count; i++)
        add_shown(out, &s->fields[i]);
    add(out, " FROM ");
    add_name(out, s->name, "");
    add(out, " AS t");
    if (slots != NULL) {
        add(out, " JOIN ");
        add_name(out, slots, "");
        add(out, " AS s ON s.\"row#\" = t.\"row#\" WHERE s.live = 1");
    }
    finish(out);
}

static const moult_saver_1 functions = {
    .size = sizeof(moult_saver_1),
    .flags = MOULT_SAVER_EDITABLE,
    .encode = moult__sqlite_encode,
    .decode = moult__sqlite_decode,
    .magic = (const uint8_t *)"SQLite format 3",
    .magic_size = sizeof "SQLite format 3", /* its zero too */
    .extension = "db",
};
static const moult_provide provides[] = {
    MOULT_PROVIDE("saver/sqlite", MOULT_SAVER_INTERFACE, MOULT_SAVER_SHAPE, &functions)};

MOULT_PLUGIN("saver-sqlite", "1.0.0", "saves as a database, to ask questions of", "saver/sqlite",
             .provides = provides, .provide_count = MOULT_COUNT(provides));
