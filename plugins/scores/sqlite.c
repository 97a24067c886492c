/* SPDX-License-Identifier: MIT */
/* The ranking of one user, in an SQLite file: one table, a row a finished run.
 *
 * Several games may end at once: a run is entered, and its place counted, within one immediate
 * transaction, and who comes second waits. There is no write-ahead log, so that the file can be
 * read where it can't be written. A file that isn't ours, isn't whole or is of a later version is
 * refused before anything is written to it. Opening reads the whole file once: 1 MB are about
 * 10,000 runs. */
#include <moult/scores.h>
#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "scores/ranked.h"

#define OURS 0x4d6f756c /* SQLite's application_id: "Moul" */
#define VERSION 1
#define WAITS_MAX 2500 /* of 2 ms each, for another process: 5 s, as several may come first */

#define BETTER "score > ?2 OR (score = ?2 AND (at < ?3 OR (at = ?3 AND id < ?4)))"

static const char schema[] =
    "CREATE TABLE runs (id INTEGER PRIMARY KEY, game TEXT NOT NULL, name TEXT NOT NULL,"
    " score INTEGER NOT NULL, won INTEGER NOT NULL, turns INTEGER NOT NULL,"
    " depth INTEGER NOT NULL, cause TEXT NOT NULL, seed TEXT NOT NULL, at INTEGER NOT NULL);"
    "CREATE INDEX runs_best ON runs (game, score DESC, at, id);"
    "PRAGMA application_id = 1299150188;"
    "PRAGMA user_version = 1;";

typedef struct state {
    sqlite3 *db;
} state;

/* -- small helpers ----------------------------------------------------------------------------- */

static const char read_only[] = "the file is read-only. Make file and folder writable";
static const char left_alone[] = "the file belongs to another program, so it was left as it is";

/* SQLite says only that it couldn't; the system knows why. */
static moult_status refuse_system(const state *s, char *why, uint32_t room)
{
    int number = sqlite3_system_errno(s->db);
    if (sqlite3_extended_errcode(s->db) == SQLITE_IOERR_WRITE)
        return scores_refuse(MOULT_FULL, "the file can't grow. Make room", why, room);
    if (number == EACCES || number == EROFS || number == EPERM)
        return scores_refuse(MOULT_READ_ONLY, read_only, why, room);
    snprintf(why, room, "%s (%s)", sqlite3_errmsg(s->db),
             number != 0 ? strerror(number) : scores_words("no reason given"));
    return MOULT_IO;
}

/* What SQLite's newest error means here. */
static moult_status refuse_db(const state *s, char *why, uint32_t room)
{
    switch (sqlite3_errcode(s->db)) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return scores_refuse(MOULT_AGAIN, "another program keeps the file locked. Close that", why,
                             room);
    case SQLITE_READONLY:
        return scores_refuse(MOULT_READ_ONLY, read_only, why, room);
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
        return refuse_system(s, why, room);
    case SQLITE_NOTADB:
        return scores_refuse(MOULT_FORMAT, "this is no SQLite file, so it was left as it is", why,
                             room);
    case SQLITE_CORRUPT:
        return scores_refuse(MOULT_FORMAT, "the file is damaged, so it was left as it is", why,
                             room);
    case SQLITE_FULL:
        return scores_refuse(MOULT_FULL, "the disk is full. Make room", why, room);
    case SQLITE_NOMEM:
        return scores_refuse(MOULT_MEMORY, "out of memory", why, room);
    default:
        return scores_refuse(MOULT_IO, sqlite3_errmsg(s->db), why, room);
    }
}

static int wait_a_little(void *unused, int times)
{
    const struct timespec pause = {0, 2000000};
    (void)unused;
    if (times >= WAITS_MAX)
        return 0;
    nanosleep(&pause, NULL);
    return 1;
}

static int64_t number(const state *s, const char *sql, int64_t otherwise)
{
    sqlite3_stmt *query = NULL;
    if (sqlite3_prepare_v2(s->db, sql, -1, &query, NULL) == SQLITE_OK &&
        sqlite3_step(query) == SQLITE_ROW)
        otherwise = sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
    return otherwise;
}

/* 1: the file's structure is sound; 0: it isn't; -1: that couldn't be found out. */
static int32_t is_whole(const state *s)
{
    sqlite3_stmt *query = NULL;
    int32_t whole = -1;
    if (sqlite3_prepare_v2(s->db, "PRAGMA quick_check(1)", -1, &query, NULL) == SQLITE_OK &&
        sqlite3_step(query) == SQLITE_ROW)
        whole = strcmp((const char *)sqlite3_column_text(query, 0), "ok") == 0;
    sqlite3_finalize(query);
    return whole;
}

/* -- opening ----------------------------------------------------------------------------------- */

/* Makes the table in an empty file, unless another process was faster. */
static moult_status make(const state *s, char *why, uint32_t room)
{
    if (sqlite3_exec(s->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK)
        return refuse_db(s, why, room);
    int fine = number(s, "SELECT count(*) FROM sqlite_master", -1) != 0 ||
               sqlite3_exec(s->db, schema, NULL, NULL, NULL) == SQLITE_OK;
    if (fine && sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK)
        return MOULT_OK;
    moult_status status = refuse_db(s, why, room);
    sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

/* Within one transaction, so that nobody changes what is looked at. */
static moult_status check(const state *s, char *why, uint32_t room)
{
    if (number(s, "PRAGMA application_id", -1) != OURS)
        return scores_refuse(MOULT_FORMAT, left_alone, why, room);
    if (number(s, "PRAGMA user_version", -1) != VERSION)
        return scores_refuse(MOULT_VERSION, "the file was made by a later version of Moult", why,
                             room);
    int32_t whole = is_whole(s);
    if (whole < 0)
        return refuse_db(s, why, room);
    if (!whole)
        return scores_refuse(MOULT_FORMAT, "the file is damaged, so it was left as it is", why,
                             room);
    if (number(s, "SELECT count(*) FROM (SELECT id, " SCORES_COLUMNS " FROM runs LIMIT 0)", -1) < 0)
        return scores_refuse(
            MOULT_FORMAT, "its table runs has another shape, so it was left as it is", why, room);
    return MOULT_OK;
}

static moult_status make_and_check(const state *s, char *why, uint32_t room)
{
    int64_t things = number(s, "SELECT count(*) FROM sqlite_master", -1);
    if (things < 0)
        return refuse_db(s, why, room);
    moult_status status = MOULT_OK;
    if (things == 0 && number(s, "PRAGMA application_id", -1) == 0)
        status = make(s, why, room);
    if (status < 0)
        return status;
    if (sqlite3_exec(s->db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK ||
        number(s, "SELECT count(*) FROM sqlite_master", -1) < 0)
        return refuse_db(s, why, room);
    status = check(s, why, room);
    sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL);
    return status;
}

static void close_file(void *at)
{
    state *s = at;
    sqlite3_close(s->db);
    s->db = NULL;
}

/* SQLite tries a file that it can't make once more without making it, and forgets why. */
static moult_status refuse_open(const state *s, const char *where, char *why, uint32_t room)
{
    char folder[4096];
    const char *end = strrchr(where, '/');
    snprintf(folder, sizeof folder, "%.*s", end != NULL ? (int)(end - where) + 1 : 1,
             end != NULL ? where : ".");
    if (s->db == NULL)
        return scores_refuse(MOULT_MEMORY, "out of memory", why, room);
    if (access(where, F_OK) == 0 || access(folder, W_OK | X_OK) == 0)
        return refuse_db(s, why, room);
    if (errno == EACCES || errno == EROFS)
        return scores_refuse(MOULT_READ_ONLY, read_only, why, room);
    snprintf(why, room, scores_words("its folder can't be used (%s). Make it"), strerror(errno));
    return MOULT_IO;
}

static moult_status open_file(void *at, const char *where, char *why, uint32_t room)
{
    state *s = at;
    struct stat about;
    if (strstr(where, "://") != NULL || where[0] == ':')
        return scores_refuse(MOULT_FORMAT, "this is no file's path", why, room);
    if (stat(where, &about) == 0 && !S_ISREG(about.st_mode))
        return scores_refuse(MOULT_IO, "it isn't a regular file", why, room);
    if (sqlite3_open_v2(where, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) !=
        SQLITE_OK) {
        moult_status status = refuse_open(s, where, why, room);
        close_file(s);
        return status;
    }
    sqlite3_busy_handler(s->db, wait_a_little, NULL);
    moult_status status = make_and_check(s, why, room);
    if (status < 0)
        close_file(s);
    return status;
}

/* -- rows -------------------------------------------------------------------------------------- */

static void bind_text(sqlite3_stmt *query, int at, const char *text, uint32_t size)
{
    char clean[MOULT_SCORE_NAME];
    uint32_t count = (uint32_t)strnlen(text, size);
    uint32_t used = moult_score_text(clean, size, text, count);
    sqlite3_bind_text(query, at, clean, (int)used, SQLITE_TRANSIENT);
}

static int32_t insert(const state *s, const moult_ranked *run)
{
    sqlite3_stmt *query = NULL;
    if (sqlite3_prepare_v2(s->db,
                           "INSERT INTO runs (game, score, at, name, won, turns, depth, cause, "
                           "seed) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                           -1, &query, NULL) != SQLITE_OK)
        return 0;
    bind_text(query, 1, run->game, sizeof run->game);
    sqlite3_bind_int64(query, 2, run->score);
    sqlite3_bind_int64(query, 3, run->when);
    bind_text(query, 4, run->name, sizeof run->name);
    sqlite3_bind_int64(query, 5, run->won != 0);
    sqlite3_bind_int64(query, 6, run->turns);
    sqlite3_bind_int64(query, 7, run->depth);
    bind_text(query, 8, run->cause, sizeof run->cause);
    bind_text(query, 9, run->seed, sizeof run->seed);
    int done = sqlite3_step(query) == SQLITE_DONE;
    sqlite3_finalize(query);
    return done;
}

/* 0: it couldn't be counted. */
static int32_t place_of(const state *s, const moult_ranked *run, sqlite3_int64 id)
{
    sqlite3_stmt *query = NULL;
    int64_t place = 0;
    if (sqlite3_prepare_v2(s->db, "SELECT 1 + count(*) FROM runs WHERE game = ?1 AND (" BETTER ")",
                           -1, &query, NULL) != SQLITE_OK)
        return 0;
    bind_text(query, 1, run->game, sizeof run->game);
    sqlite3_bind_int64(query, 2, run->score);
    sqlite3_bind_int64(query, 3, run->when);
    sqlite3_bind_int64(query, 4, id);
    if (sqlite3_step(query) == SQLITE_ROW)
        place = sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
    return scores_place(place);
}

static int32_t add(void *at, const moult_ranked *run, char *why, uint32_t room)
{
    const state *s = at;
    int32_t place = 0;
    if (!MOULT_HAS(run, seed))
        return scores_refuse(MOULT_FORMAT, "the run isn't whole", why, room);
    if (sqlite3_db_readonly(s->db, "main") == 1)
        return scores_refuse(MOULT_READ_ONLY, read_only, why, room);
    if (sqlite3_exec(s->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK)
        return refuse_db(s, why, room);
    if (insert(s, run))
        place = place_of(s, run, sqlite3_last_insert_rowid(s->db));
    if (place > 0 && sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK)
        return place;
    moult_status status = refuse_db(s, why, room);
    sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

static void take_text(sqlite3_stmt *query, int column, char *out, uint32_t size)
{
    const void *text = sqlite3_column_text(query, column);
    moult_score_text(out, size, text != NULL ? text : "",
                     text != NULL ? (uint32_t)sqlite3_column_bytes(query, column) : 0);
}

static void take_row(sqlite3_stmt *query, uint32_t place, moult_ranked *row)
{
    row->score = sqlite3_column_int64(query, 2);
    row->won = sqlite3_column_int64(query, 3) != 0;
    row->turns = (uint32_t)scores_within(sqlite3_column_int64(query, 4), 0, UINT32_MAX);
    row->depth = (int32_t)scores_within(sqlite3_column_int64(query, 5), INT32_MIN, INT32_MAX);
    row->when = sqlite3_column_int64(query, 8);
    row->place = place;
    take_text(query, 0, row->game, sizeof row->game);
    take_text(query, 1, row->name, sizeof row->name);
    take_text(query, 6, row->cause, sizeof row->cause);
    take_text(query, 7, row->seed, sizeof row->seed);
}

static int32_t top(void *at, const char *game, moult_ranked *out, uint32_t count, char *why,
                   uint32_t room)
{
    const state *s = at;
    sqlite3_stmt *query = NULL;
    uint32_t rows = 0;
    int step = SQLITE_DONE;
    if (count != 0 && !MOULT_HAS(out, seed))
        return scores_refuse(MOULT_FORMAT, "the rows aren't whole", why, room);
    if (sqlite3_prepare_v2(s->db,
                           "SELECT " SCORES_COLUMNS
                           " FROM runs WHERE game = ?1 ORDER BY score DESC, at, id LIMIT ?2",
                           -1, &query, NULL) != SQLITE_OK)
        return refuse_db(s, why, room);
    sqlite3_bind_text(query, 1, game, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int64(query, 2, scores_within(count, 0, INT32_MAX));
    while (rows < count && (step = sqlite3_step(query)) == SQLITE_ROW) {
        take_row(query, rows + 1, scores_row(out, rows));
        rows++;
    }
    int failed = step != SQLITE_ROW && step != SQLITE_DONE;
    moult_status status = failed ? refuse_db(s, why, room) : (moult_status)rows;
    sqlite3_finalize(query);
    return status;
}

static const moult_scores_1 functions = {
    .size = sizeof(moult_scores_1),
    .state_size = sizeof(state),
    .open = open_file,
    .close = close_file,
    .add = add,
    .top = top,
};
static const moult_provide provides[] = {
    MOULT_PROVIDE_WHOLE("scores/sqlite", MOULT_SCORES_INTERFACE, MOULT_SCORES_SHAPE, &functions,
                        MOULT_MAY_OWN_FILES, NULL)};

MOULT_PLUGIN("scores-sqlite", "1.0.0", "the ranking in an SQLite file", "scores/sqlite",
             .provides = provides, .provide_count = MOULT_COUNT(provides));
