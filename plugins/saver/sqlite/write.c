/* SPDX-License-Identifier: MIT */
/* The world as a database, which is made in memory. Rows are added in order within one transaction
 * and nothing is ever deleted, so that equal worlds give equal bytes. */
#include "saver/sqlite/sqlite.h"

typedef struct writer {
    const moult_world *w;
    sqlite3 *db;
    saver_section table;
    saver_bytes sql, list;
    uint32_t field_count; /* of all tables so far */
} writer;

/* What SQLite's newest error means here. */
static moult_status failed(writer *out)
{
    moult_world *w = (moult_world *)out->w; /* it notes the reason, nothing else */
    switch (sqlite3_errcode(out->db)) {
    case SQLITE_NOMEM:
        return saver_refuse(w, MOULT_MEMORY, NULL, saver_no_memory);
    case SQLITE_FULL:
    case SQLITE_TOOBIG:
        return saver_refuse(w, MOULT_FULL, NULL, saver_too_large);
    default:
        return saver_refuse(w, MOULT_IO, NULL, MOULT_TEXT("SQLite refused: %.200s"),
                            sqlite3_errmsg(out->db));
    }
}

static moult_status run(writer *out, const char *sql)
{
    return sqlite3_exec(out->db, sql, NULL, NULL, NULL) == SQLITE_OK ? MOULT_OK : failed(out);
}

static moult_status run_made(writer *out)
{
    return out->sql.status < 0 ? out->sql.status : run(out, (const char *)out->sql.at);
}

static moult_status prepare(writer *out, const char *sql, sqlite3_stmt **insert)
{
    return sqlite3_prepare_v2(out->db, sql, -1, insert, NULL) == SQLITE_OK ? MOULT_OK : failed(out);
}

/* Adds the row that was bound. */
static moult_status step(writer *out, sqlite3_stmt *insert)
{
    int answer = sqlite3_step(insert);
    moult_status status = answer == SQLITE_DONE ? MOULT_OK : failed(out);
    sqlite3_reset(insert);
    return status;
}

/* -- rows -------------------------------------------------------------------------------------- */

static void bind_text(sqlite3_stmt *insert, int column, const char *text, uint64_t length)
{
    sqlite3_bind_text64(insert, column, text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static void bind_u64(sqlite3_stmt *insert, int column, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "0x%016" PRIx64, number);
    bind_text(insert, column, text, strlen(text));
}

/* "[1, 2]"; ids and u64 as the numbers that they are. */
static void bind_list(writer *out, sqlite3_stmt *insert, int column, const uint8_t *at,
                      const saver_field *field)
{
    uint32_t width = MOULT_TYPE_WIDTH(field->type);
    char text[32];
    out->list.count = 0;
    for (uint32_t i = 0; i < field->count; i++, at += width) {
        if (saver_signed(field->type))
            snprintf(text, sizeof text, "%s%" PRId64, i == 0 ? "[" : ", ",
                     saver_value(at, field->type));
        else
            snprintf(text, sizeof text, "%s%" PRIu64, i == 0 ? "[" : ", ", saver_bits(at, width));
        saver_add(&out->list, text, strlen(text));
    }
    saver_add(&out->list, "]", 1);
    bind_text(insert, column, (const char *)out->list.at, out->list.count);
}

/* Binds from this column on; answers how many. */
static int bind_field(writer *out, sqlite3_stmt *insert, int column, const uint8_t *at,
                      const saver_field *field)
{
    int64_t length = -1;
    if (field->type == MOULT_TYPE_u8 && field->count >= SAVER_TEXT_MIN)
        length = saver_text_length(at, field->count);
    if (length >= 0 && !moult__sqlite_list((const char *)at, (uint64_t)length)) {
        bind_text(insert, column, (const char *)at, (uint64_t)length);
    } else if (field->count > 1) {
        bind_list(out, insert, column, at, field);
    } else if (field->type == MOULT_TYPE_u64) {
        bind_u64(insert, column, saver_bits(at, 8));
    } else if (field->type == MOULT_TYPE_id) {
        sqlite3_bind_int64(insert, column, (int64_t)saver_bits(at, 4));
        sqlite3_bind_int64(insert, column + 1, (int64_t)saver_bits(at + 4, 4));
        return 2;
    } else {
        sqlite3_bind_int64(insert, column, saver_value(at, field->type));
    }
    return 1;
}

static moult_status put_rows(writer *out, sqlite3_stmt *insert)
{
    const saver_section *s = &out->table;
    moult_status status = MOULT_OK;
    for (uint32_t row = 0; row < s->row_count && status >= 0; row++) {
        const uint8_t *at = s->body + (uint64_t)row * s->row_size;
        int column = 2;
        sqlite3_bind_int64(insert, 1, row);
        for (uint32_t i = 0; i < s->field_count; i++)
            column += bind_field(out, insert, column, at + s->fields[i].offset, &s->fields[i]);
        status = out->list.status < 0 ? out->list.status : step(out, insert);
    }
    return status;
}

static moult_status put_planes(writer *out, sqlite3_stmt *insert)
{
    const saver_section *s = &out->table;
    const uint8_t *at = s->body;
    moult_status status = MOULT_OK;
    saver_plane plane;
    for (uint32_t i = 0; i < s->row_count && status >= 0 && saver_next_plane(s, &at, &plane); i++) {
        const saver_field *field = &s->fields[plane.field];
        sqlite3_bind_int64(insert, 1, i);
        sqlite3_bind_int64(insert, 2, plane.level);
        bind_text(insert, 3, field->name, strlen(field->name));
        sqlite3_bind_blob64(insert, 4, plane.values,
                            (uint64_t)plane.cells * MOULT_TYPE_WIDTH(field->type), SQLITE_STATIC);
        status = step(out, insert);
    }
    return status;
}

static moult_status put_content(writer *out)
{
    sqlite3_stmt *insert = NULL;
    moult__sqlite_create(&out->table, &out->sql);
    moult_status status = run_made(out);
    moult__sqlite_insert(&out->table, &out->sql);
    if (status >= 0)
        status = out->sql.status;
    if (status >= 0)
        status = prepare(out, (const char *)out->sql.at, &insert);
    if (status >= 0)
        status =
            out->table.scope == MOULT_SCOPE_CELL ? put_planes(out, insert) : put_rows(out, insert);
    sqlite3_finalize(insert);
    return status;
}

/* -- schemas ----------------------------------------------------------------------------------- */

static moult_status put_fields(writer *out, uint32_t owner)
{
    sqlite3_stmt *insert = NULL;
    moult_status status = prepare(out, "INSERT INTO moult_field VALUES (?, ?, ?, ?, ?)", &insert);
    for (uint32_t i = 0; i < out->table.field_count && status >= 0; i++) {
        const saver_field *field = &out->table.fields[i];
        const char *type = saver_type_name(field->type);
        sqlite3_bind_int64(insert, 1, out->field_count++);
        sqlite3_bind_int64(insert, 2, owner);
        bind_text(insert, 3, field->name, strlen(field->name));
        bind_text(insert, 4, type, strlen(type));
        sqlite3_bind_int64(insert, 5, field->count);
        status = step(out, insert);
    }
    sqlite3_finalize(insert);
    return status;
}

static moult_status put_table(writer *out, uint32_t i)
{
    sqlite3_stmt *insert = NULL;
    const char *name = moult_section_name(out->w, i);
    const saver_section *s = &out->table;
    moult_status status = saver_fetch(out->w, i, &out->table);
    if (status < 0)
        return status;
    int32_t plain = status != 0 && strcmp(name, s->name) == 0 && moult__sqlite_name_fits(name) &&
                    saver_find(out->w, name) == i;
    status = prepare(out, "INSERT INTO moult_table VALUES (?, ?, ?, ?, ?, ?, ?)", &insert);
    sqlite3_bind_int64(insert, 1, i);
    bind_text(insert, 2, name, strlen(name));
    sqlite3_bind_int64(insert, 3, plain ? s->version : 0);
    sqlite3_bind_int64(insert, 4, plain ? s->scope : 0);
    sqlite3_bind_int64(insert, 5, plain ? s->flags : 0);
    if (!plain)
        sqlite3_bind_blob64(insert, 6, s->bytes.at, s->bytes.count, SQLITE_STATIC);
    bind_u64(insert, 7, moult_section_sum(s->bytes.at, s->bytes.count));
    if (status >= 0)
        status = step(out, insert);
    sqlite3_finalize(insert);
    if (status >= 0 && plain)
        status = put_fields(out, i);
    return status >= 0 && plain ? put_content(out) : status;
}

/* The table of a pool's slots; NULL: the table has none. */
static const char *slots_of(const saver_section *s, char out[MOULT_SLOT_SIZE + 8])
{
    switch (s->scope) {
    case MOULT_SCOPE_LEVEL:
        return "core.level.slot";
    case MOULT_SCOPE_ACTOR:
        return "core.actor.slot";
    case MOULT_SCOPE_ITEM:
        return "core.item.slot";
    case MOULT_SCOPE_WORLD_LIST:
    case MOULT_SCOPE_LEVEL_LIST:
        snprintf(out, MOULT_SLOT_SIZE + 8, "%s.slot", s->name);
        return out;
    default:
        return NULL;
    }
}

/* Views are for whoever reads the file; nothing is read back from them. */
static moult_status put_view(writer *out, uint32_t i)
{
    char text[MOULT_SLOT_SIZE + 8];
    const saver_section *s = &out->table;
    moult_status status = saver_fetch(out->w, i, &out->table);
    if (status <= 0 || s->scope == MOULT_SCOPE_CELL || !moult__sqlite_name_fits(s->name))
        return status;
    const char *slots = slots_of(s, text);
    if (slots != NULL && saver_find(out->w, slots) == moult_section_count(out->w))
        slots = NULL;
    moult__sqlite_view(s, slots, &out->sql);
    return run_made(out);
}

/* -- the file ---------------------------------------------------------------------------------- */

static moult_status put_all(writer *out)
{
    static const char begin[] = "PRAGMA page_size = 4096; PRAGMA max_page_count = 16384;"
                                "PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;"
                                "PRAGMA application_id = 1299150195; PRAGMA user_version = 2;"
                                "BEGIN;" SAVE_TABLES ";" SAVE_FIELDS ";";
    uint32_t count = moult_section_count(out->w);
    moult_status status = run(out, begin);
    for (uint32_t i = 0; i < count && status >= 0; i++)
        status = put_table(out, i);
    for (uint32_t i = 0; i < count && status >= 0; i++)
        status = put_view(out, i);
    return status >= 0 ? run(out, "COMMIT") : status;
}

static moult_status send(writer *out, moult_sink *sink)
{
    sqlite3_int64 size = 0;
    uint8_t *bytes = sqlite3_serialize(out->db, "main", &size, 0);
    if (bytes == NULL)
        return saver_refuse((moult_world *)out->w, MOULT_MEMORY, NULL, saver_no_memory);
    moult_status status = sink->write(sink, bytes, (uint64_t)size);
    sqlite3_free(bytes);
    return status;
}

moult_status moult__sqlite_encode(const moult_world *w, moult_sink *sink)
{
    writer *out = calloc(1, sizeof *out);
    if (out == NULL)
        return MOULT_MEMORY;
    out->w = w;
    moult_status status = MOULT_OK;
    if (sqlite3_open(":memory:", &out->db) != SQLITE_OK)
        status = failed(out);
    if (status >= 0)
        status = put_all(out);
    if (status >= 0)
        status = send(out, sink);
    sqlite3_close(out->db);
    free(out->table.bytes.at);
    free(out->sql.at);
    free(out->list.at);
    free(out);
    return status;
}
