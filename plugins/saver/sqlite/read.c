/* SPDX-License-Identifier: MIT */
/* The world from a database that anybody may have written. The file's tables must have been made by
 * the statements that its own list of fields gives, and there may be no trigger and no index, so
 * that reading a row runs nothing of the file's. SQLite checks its pages, and its work is counted:
 * a file that would keep it busy is refused. */
#include "saver/sqlite/sqlite.h"

/* Steps of SQLite's machine for a file: a run of rogue needs 0.3 million. */
#define STEPS_MAX 500000000
#define STEPS_AT_ONCE 100000

typedef struct reader {
    moult_world *w;
    sqlite3 *db;
    uint64_t total; /* bytes of all sections */
    int64_t format;
    int32_t steps; /* left, in STEPS_AT_ONCE */
    saver_section table;
    saver_bytes sql;
    saver_place place;
} reader;

#define REFUSE(in, ...) saver_refuse((in)->w, MOULT_FORMAT, &(in)->place, __VA_ARGS__)

static int count_steps(void *context)
{
    reader *in = context;
    return --in->steps < 0;
}

/* What SQLite's newest error means here. */
static moult_status failed(reader *in)
{
    switch (sqlite3_errcode(in->db)) {
    case SQLITE_NOMEM:
        return saver_refuse(in->w, MOULT_MEMORY, NULL, saver_no_memory);
    case SQLITE_TOOBIG:
        return saver_refuse(in->w, MOULT_FULL, &in->place, saver_too_large);
    case SQLITE_INTERRUPT:
        return saver_refuse(in->w, MOULT_FULL, &in->place,
                            MOULT_TEXT("it takes too long to be read"));
    default:
        return REFUSE(in, MOULT_TEXT("SQLite refused: %.200s"), sqlite3_errmsg(in->db));
    }
}

static moult_status prepare(reader *in, const char *sql, sqlite3_stmt **out)
{
    return sqlite3_prepare_v2(in->db, sql, -1, out, NULL) == SQLITE_OK ? MOULT_OK : failed(in);
}

/* The next row: 1; none: 0. */
static moult_status next(reader *in, sqlite3_stmt *query)
{
    int answer = sqlite3_step(query);
    return answer == SQLITE_ROW ? 1 : answer == SQLITE_DONE ? 0 : failed(in);
}

/* -- columns ----------------------------------------------------------------------------------- */

static moult_status get_number(reader *in, sqlite3_stmt *query, int column, uint32_t type,
                               int64_t *out)
{
    *out = sqlite3_column_int64(query, column);
    if (sqlite3_column_type(query, column) != SQLITE_INTEGER)
        return REFUSE(in, MOULT_TEXT("it isn't written as a value of type %s is"),
                      saver_type_name(type));
    if (!saver_fits(*out, type))
        return saver_refuse(in->w, MOULT_RANGE, &in->place, MOULT_TEXT("%lld doesn't fit %s"),
                            (long long)*out, saver_type_name(type));
    return MOULT_OK;
}

/* A text without a zero in it; NULL: it is none. */
static const char *get_text(sqlite3_stmt *query, int column)
{
    if (sqlite3_column_type(query, column) != SQLITE_TEXT)
        return NULL;
    const char *text = (const char *)sqlite3_column_text(query, column);
    return text != NULL && strlen(text) == (size_t)sqlite3_column_bytes(query, column) ? text
                                                                                       : NULL;
}

static moult_status get_name(reader *in, sqlite3_stmt *query, int column, char *out)
{
    const char *text = get_text(query, column);
    if (text == NULL || !saver_name_fits(text))
        return REFUSE(in, MOULT_TEXT("a table or field has no proper name"));
    snprintf(out, MOULT_SLOT_SIZE, "%s", text);
    return MOULT_OK;
}

/* -- values ------------------------------------------------------------------------------------ */

static moult_status get_u64(reader *in, const char *text, uint64_t *out)
{
    uint64_t number = 0;
    size_t length = strlen(text);
    if (length != 18 || strncmp(text, "0x", 2) != 0 ||
        strspn(text + 2, "0123456789abcdef") != length - 2)
        return REFUSE(in, MOULT_TEXT("\"%.40s\" isn't 0x and 16 digits of 0-9a-f"), text);
    for (const char *c = text + 2; *c != 0; c++)
        number = number << 4 | (uint64_t)(*c <= '9' ? *c - '0' : *c - 'a' + 10);
    *out = number;
    return MOULT_OK;
}

static moult_status take_u64(reader *in, const char *text)
{
    uint64_t number = 0;
    moult_status status = get_u64(in, text, &number);
    saver_add_number(&in->table.bytes, number, 8);
    return status;
}

/* A decimal number of the type, which `at` moves over; 0: there is none. */
static int32_t parse_number(const char **at, uint32_t type, uint64_t *out)
{
    int32_t negative = **at == '-', digits = 0;
    uint64_t number = 0;
    for (*at += negative; **at >= '0' && **at <= '9'; ++*at, digits++) {
        uint64_t digit = (uint64_t)(**at - '0');
        if (number > (UINT64_MAX - digit) / 10)
            return 0;
        number = number * 10 + digit;
    }
    uint32_t bits = 8 * MOULT_TYPE_WIDTH(type) - (saver_signed(type) ? 1u : 0u);
    if (digits == 0 || (negative && !saver_signed(type)) ||
        (bits < 64 && (number - (uint64_t)(negative && number != 0)) >> bits != 0))
        return 0;
    *out = negative ? ~number + 1 : number;
    return 1;
}

/* "[1, 2]" of just as many as the field has. */
static moult_status take_list(reader *in, const char *text, const saver_field *field)
{
    const char *at = text;
    uint64_t number = 0;
    for (uint32_t i = 0; i < field->count; i++) {
        if (*at++ != (i == 0 ? '[' : ','))
            return REFUSE(in, MOULT_TEXT("it isn't a list of %u"), (unsigned)field->count);
        at += *at == ' ';
        if (!parse_number(&at, field->type, &number))
            return saver_refuse(in->w, MOULT_RANGE, &in->place,
                                MOULT_TEXT("number %u of the list doesn't fit %s"), (unsigned)i + 1,
                                saver_type_name(field->type));
        saver_add_number(&in->table.bytes, number, MOULT_TYPE_WIDTH(field->type));
    }
    if (strcmp(at, "]") != 0)
        return REFUSE(in, MOULT_TEXT("it isn't a list of %u"), (unsigned)field->count);
    return MOULT_OK;
}

static moult_status take_text(reader *in, const char *text, const saver_field *field)
{
    size_t length = strlen(text);
    int32_t may_be_text = field->type == MOULT_TYPE_u8 && field->count >= SAVER_TEXT_MIN;
    if (!may_be_text || moult__sqlite_list(text, length))
        return take_list(in, text, field);
    if (length > field->count)
        return saver_refuse(in->w, MOULT_RANGE, &in->place,
                            MOULT_TEXT("the text has %zu bytes, there is room for %u"), length,
                            (unsigned)field->count);
    saver_add(&in->table.bytes, text, length);
    for (; length < field->count; length++)
        saver_add_number(&in->table.bytes, 0, 1);
    return MOULT_OK;
}

/* From this column on, which moves over it. */
static moult_status take_field(reader *in, sqlite3_stmt *query, int *column,
                               const saver_field *field)
{
    int64_t number = 0;
    uint32_t width = MOULT_TYPE_WIDTH(field->type), parts = 1;
    in->place.field = field->name;
    if (field->count > 1 || field->type == MOULT_TYPE_u64) {
        const char *text = get_text(query, (*column)++);
        if (text == NULL)
            return REFUSE(in, MOULT_TEXT("it isn't a text"));
        return field->count > 1 ? take_text(in, text, field) : take_u64(in, text);
    }
    if (field->type == MOULT_TYPE_id) {
        width = 4;
        parts = 2;
    }
    for (uint32_t i = 0; i < parts; i++) {
        uint32_t type = parts == 2 ? MOULT_TYPE_u32 : field->type;
        moult_status status = get_number(in, query, (*column)++, type, &number);
        if (status < 0)
            return status;
        saver_add_number(&in->table.bytes, (uint64_t)number, width);
    }
    return MOULT_OK;
}

static moult_status take_row(reader *in, sqlite3_stmt *query)
{
    const saver_section *s = &in->table;
    moult_status status = MOULT_OK;
    int column = 1;
    for (uint32_t i = 0; i < s->field_count && status >= 0; i++)
        status = take_field(in, query, &column, &s->fields[i]);
    in->place.field = NULL;
    return status;
}

static moult_status take_plane(reader *in, sqlite3_stmt *query)
{
    int64_t level = 0;
    const char *name = get_text(query, 2);
    const saver_field *field = name != NULL ? saver_find_field(&in->table, name) : NULL;
    moult_status status = get_number(in, query, 1, MOULT_TYPE_u32, &level);
    if (status < 0)
        return status;
    in->place = (saver_place){in->table.name, "level", (uint64_t)level, name != NULL ? name : "?"};
    if (field == NULL)
        return REFUSE(in, MOULT_TEXT("the table has no such field"));
    uint32_t size = (uint32_t)sqlite3_column_bytes(query, 3), width = MOULT_TYPE_WIDTH(field->type);
    const void *cells = sqlite3_column_blob(query, 3);
    if (sqlite3_column_type(query, 3) != SQLITE_BLOB || size == 0 || size % width != 0)
        return REFUSE(in, MOULT_TEXT("its cells aren't whole bytes of %s"),
                      saver_type_name(field->type));
    saver_add_number(&in->table.bytes, (uint64_t)level, 4);
    saver_add_number(&in->table.bytes, (uint64_t)(field - in->table.fields), 4);
    saver_add_number(&in->table.bytes, size / width, 4);
    saver_add(&in->table.bytes, cells, size);
    return MOULT_OK;
}

/* -- tables ------------------------------------------------------------------------------------ */

/* The rows are counted while they are added; the count goes where the heading ends. */
static moult_status take_rows(reader *in)
{
    saver_section *s = &in->table;
    sqlite3_stmt *query = NULL;
    moult__sqlite_select(s, &in->sql);
    moult_status status = in->sql.status;
    s->row_count = 0;
    saver_put_heading(s);
    uint64_t count_at = s->bytes.count - 4;
    if (status >= 0)
        status = prepare(in, (const char *)in->sql.at, &query);
    while (status >= 0 && (status = next(in, query)) == 1) {
        in->place = (saver_place){s->name, "row", s->row_count, NULL};
        if (sqlite3_column_int64(query, 0) != s->row_count)
            status = REFUSE(in, MOULT_TEXT("there is no such row, but later ones"));
        else
            status = s->scope == MOULT_SCOPE_CELL ? take_plane(in, query) : take_row(in, query);
        s->row_count++;
        if (status >= 0)
            status = s->bytes.status;
    }
    sqlite3_finalize(query);
    for (uint32_t i = 0; i < 4 && status >= 0; i++)
        s->bytes.at[count_at + i] = (uint8_t)(s->row_count >> (8 * i));
    in->place = (saver_place){s->name, NULL, 0, NULL};
    return status;
}

static moult_status take_fields(reader *in, int64_t owner)
{
    saver_section *s = &in->table;
    sqlite3_stmt *query = NULL;
    int64_t count = 0;
    s->field_count = 0;
    moult_status status = prepare(
        in, "SELECT name, type, count FROM main.moult_field WHERE owner = ? ORDER BY number",
        &query);
    sqlite3_bind_int64(query, 1, owner);
    while (status >= 0 && (status = next(in, query)) == 1) {
        if (s->field_count == SAVER_FIELDS_MAX) {
            status = REFUSE(in, MOULT_TEXT("it has more than %u fields"), SAVER_FIELDS_MAX);
            break;
        }
        saver_field *field = &s->fields[s->field_count++];
        const char *type = get_text(query, 1);
        field->type = type != NULL ? saver_type(type, strlen(type)) : 0;
        status = get_name(in, query, 0, field->name);
        if (status >= 0)
            status = get_number(in, query, 2, MOULT_TYPE_u32, &count);
        field->count = (uint32_t)count;
    }
    sqlite3_finalize(query);
    if (status >= 0 && (!saver_layout(s) || !moult__sqlite_name_fits(s->name)))
        return REFUSE(in, MOULT_TEXT("no table has such fields"));
    return status;
}

/* Whether the file's table was made by this statement, and is a table. */
static moult_status check_made(reader *in, const char *name, const char *sql)
{
    sqlite3_stmt *query = NULL;
    moult_status status = prepare(
        in, "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = ? AND sql = ?",
        &query);
    sqlite3_bind_text(query, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 2, sql, -1, SQLITE_STATIC);
    if (status >= 0)
        status = next(in, query);
    sqlite3_finalize(query);
    return status == 0 ? REFUSE(in, MOULT_TEXT("its columns aren't those that it was made with"))
                       : status;
}

static moult_status take_content(reader *in, int64_t number)
{
    saver_section *s = &in->table;
    moult_status status = take_fields(in, number);
    moult__sqlite_create(s, &in->sql);
    if (status >= 0)
        status = in->sql.status;
    if (status >= 0)
        status = check_made(in, s->name, (const char *)in->sql.at);
    return status >= 0 ? take_rows(in) : status;
}

static moult_status give_table(reader *in, sqlite3_stmt *query)
{
    const saver_bytes *bytes = &in->table.bytes;
    const char *text = get_text(query, 6);
    uint64_t sum = 0;
    if (in->format == 1)
        return moult_section_decode(in->w, bytes->at, bytes->count);
    moult_status status = get_u64(in, text != NULL ? text : "", &sum);
    return status >= 0 ? moult_section_decode_as(in->w, bytes->at, bytes->count, sum) : status;
}

/* One row of moult_table: its section goes to the core. */
static moult_status take_table(reader *in, sqlite3_stmt *query)
{
    saver_section *s = &in->table;
    saver_bytes *bytes = &s->bytes;
    int64_t numbers[3] = {0, 0, 0};
    in->place = (saver_place){"moult_table", NULL, 0, NULL};
    bytes->count = 0;
    bytes->status = MOULT_OK;
    moult_status status = get_name(in, query, 1, s->name);
    in->place.table = s->name;
    for (int i = 0; i < 3 && status >= 0; i++)
        status = get_number(in, query, 2 + i, MOULT_TYPE_u32, &numbers[i]);
    s->version = (uint32_t)numbers[0];
    s->scope = (uint32_t)numbers[1];
    s->flags = (uint32_t)numbers[2];
    if (status >= 0 && sqlite3_column_type(query, 5) == SQLITE_BLOB) {
        saver_add(bytes, sqlite3_column_blob(query, 5), (uint64_t)sqlite3_column_bytes(query, 5));
        status = bytes->count == 0 ? REFUSE(in, MOULT_TEXT("its raw bytes are missing")) : 0;
    } else if (status >= 0) {
        status = take_content(in, sqlite3_column_int64(query, 0));
    }
    if (status >= 0)
        status = bytes->status;
    if (status == MOULT_FULL || (status >= 0 && bytes->count > SAVER_MAX - in->total))
        return saver_refuse(in->w, MOULT_FULL, &in->place, saver_too_large);
    if (status == MOULT_MEMORY)
        return saver_refuse(in->w, status, &in->place, saver_no_memory);
    in->total += bytes->count;
    return status >= 0 ? give_table(in, query) : status;
}

static moult_status take_tables(reader *in)
{
    sqlite3_stmt *query = NULL;
    moult_status status =
        prepare(in,
                in->format == 1 ? "SELECT number, name, version, scope, flags, raw "
                                  "FROM main.moult_table ORDER BY number"
                                : "SELECT number, name, version, scope, flags, raw, sum "
                                  "FROM main.moult_table ORDER BY number",
                &query);
    while (status >= 0 && (status = next(in, query)) == 1)
        status = take_table(in, query);
    sqlite3_finalize(query);
    return status;
}

/* -- the file ---------------------------------------------------------------------------------- */

static int64_t number_of(reader *in, const char *sql)
{
    sqlite3_stmt *query = NULL;
    int64_t number = -1;
    if (prepare(in, sql, &query) >= 0 && next(in, query) == 1)
        number = sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
    return number;
}

static moult_status check_whole(reader *in)
{
    sqlite3_stmt *query = NULL;
    char text[200] = "";
    moult_status status = prepare(in, "PRAGMA main.quick_check(1)", &query);
    if (status >= 0)
        status = next(in, query);
    if (status == 1)
        snprintf(text, sizeof text, "%s", (const char *)sqlite3_column_text(query, 0));
    sqlite3_finalize(query);
    if (status == 1 && strcmp(text, "ok") != 0)
        return REFUSE(in, MOULT_TEXT("the file is damaged: %.200s"), text);
    return status;
}

/* Nothing but tables and views, of which views aren't read; and our own as they should be. */
static moult_status check_schema(reader *in)
{
    const int64_t format = in->format = number_of(in, "PRAGMA main.user_version");
    if (number_of(in, "PRAGMA main.application_id") != SAVE_OURS)
        return REFUSE(in, MOULT_TEXT("this is not a Moult save"));
    if (format > SAVE_FORMAT)
        return saver_refuse(in->w, MOULT_VERSION, NULL,
                            MOULT_TEXT("save format %lld is newer than this build knows (%d). Load "
                                       "it with a newer Moult"),
                            (long long)format, SAVE_FORMAT);
    if (format < 1 ||
        number_of(in, "SELECT count(*) FROM main.sqlite_schema WHERE type NOT IN ('table', 'view') "
                      "OR type IS NULL") != 0)
        return REFUSE(in, MOULT_TEXT("it has an index or a trigger, or isn't whole"));
    in->place.table = "moult_table";
    moult_status status =
        check_made(in, in->place.table, format == 1 ? SAVE_TABLES_1 ")" : SAVE_TABLES);
    if (status >= 0) {
        in->place.table = "moult_field";
        status = check_made(in, in->place.table, SAVE_FIELDS);
    }
    if (status >= 0)
        in->place.table = NULL;
    return status >= 0 ? check_whole(in) : status;
}

/* What a file may not do, before any of it is read. */
static void restrict_file(reader *in)
{
    sqlite3_db_config(in->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(in->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(in->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(in->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_limit(in->db, SQLITE_LIMIT_LENGTH, (int)SAVER_MAX);
    sqlite3_limit(in->db, SQLITE_LIMIT_SQL_LENGTH, 1 << 20);
    sqlite3_limit(in->db, SQLITE_LIMIT_ATTACHED, 0);
    in->steps = STEPS_MAX / STEPS_AT_ONCE;
    sqlite3_progress_handler(in->db, STEPS_AT_ONCE, count_steps, in);
}

static moult_status take_file(reader *in, const uint8_t *bytes, uint64_t count)
{
    uint8_t *copy = sqlite3_malloc64(count);
    if (copy == NULL || sqlite3_open(":memory:", &in->db) != SQLITE_OK) {
        sqlite3_free(copy);
        return saver_refuse(in->w, MOULT_MEMORY, NULL, saver_no_memory);
    }
    memcpy(copy, bytes, count);
    restrict_file(in);
    if (sqlite3_deserialize(in->db, "main", copy, (sqlite3_int64)count, (sqlite3_int64)count,
                            SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY) !=
        SQLITE_OK)
        return failed(in);
    static const char settings[] = "PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;";
    if (sqlite3_exec(in->db, settings, NULL, NULL, NULL) != SQLITE_OK)
        return failed(in);
    moult_status status = check_schema(in);
    return status >= 0 ? take_tables(in) : status;
}

moult_status moult__sqlite_decode(moult_world *fresh, const uint8_t *bytes, uint64_t count)
{
    if (count < 512 || memcmp(bytes, "SQLite format 3", 16) != 0)
        return saver_refuse(fresh, MOULT_FORMAT, NULL, MOULT_TEXT("this is not a Moult save"));
    if (count > SAVER_MAX)
        return saver_refuse(fresh, MOULT_FULL, NULL, saver_too_large);
    reader *in = calloc(1, sizeof *in);
    if (in == NULL)
        return saver_refuse(fresh, MOULT_MEMORY, NULL, saver_no_memory);
    in->w = fresh;
    moult_status status = take_file(in, bytes, count);
    sqlite3_close(in->db);
    free(in->table.bytes.at);
    free(in->sql.at);
    free(in);
    return status;
}
