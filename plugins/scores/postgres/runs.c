/* SPDX-License-Identifier: MIT */
/* A ranking that many share, in a PostgreSQL database: one table, a row a finished run.
 *
 * A run is entered, and its place counted, within one transaction, under an advisory lock: writers
 * come one after the other, so that a place is right when it is told. A connection that breaks is
 * opened once more; whether the commit was done before it broke is then asked of the server, so
 * that no run is entered twice. The table is made by the first run; one that isn't ours is left
 * alone. */
#include <moult/scores.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "scores/postgres/server.h"
#include "scores/ranked.h"

#define VERSION 1
#define MARK "Moult ranking " /* the table's comment, with the version */
#define LOCK "SELECT pg_advisory_xact_lock(1299150188)"
#define NUMBER_SIZE 24

/* What became of a try to enter a run. */
#define ENTERED 0
#define NOT_ENTERED 1 /* the server refused */
#define LOST 2        /* the connection broke before the commit */
#define UNKNOWN 3     /* it broke in the commit */

typedef struct entry {
    int64_t place;
    moult_status status; /* of a refusal */
    char transaction[NUMBER_SIZE];
} entry;

/* -- opening ----------------------------------------------------------------------------------- */

/* Whether the table is there, and is ours. It is looked for in pg_class, since reading a table is
 * when a transaction learns of what others have made. */
static moult_status check(postgres_state *s, char *why, uint32_t room)
{
    static const char *const look[] = {
        "SELECT id, " SCORES_COLUMNS " FROM runs LIMIT 0",
    };
    const char *encoding = PQparameterStatus(s->db, "server_encoding");
    if (encoding != NULL && strcmp(encoding, "UTF8") != 0)
        return postgres_refuse(s, MOULT_FORMAT, why, room,
                               "the database's encoding is %.20s. Make one with UTF8", encoding);
    PGresult *answer =
        postgres_ask(s,
                     "SELECT count(oid), coalesce(max(obj_description(oid, 'pg_class')), '')"
                     " FROM pg_class WHERE oid = to_regclass('runs')",
                     0, NULL);
    if (!postgres_went_well(answer)) {
        moult_status status = postgres_refuse_answer(s, answer, why, room);
        PQclear(answer);
        return status;
    }
    s->has_table = PQgetvalue(answer, 0, 0)[0] == '1';
    const char *mark = PQgetvalue(answer, 0, 1);
    int32_t ours = strncmp(mark, MARK, strlen(MARK)) == 0;
    long version = ours ? strtol(mark + strlen(MARK), NULL, 10) : 0;
    PQclear(answer);
    if (!s->has_table)
        return MOULT_OK;
    if (!ours)
        return postgres_refuse(
            s, MOULT_FORMAT, why, room,
            "its table runs belongs to another program, so it was left as it is");
    if (version != VERSION)
        return postgres_refuse(s, MOULT_VERSION, why, room,
                               "its table runs was made by a later version of Moult");
    return postgres_tell_all(s, look, 1, why, room);
}

static void close_connection(void *at)
{
    postgres_state *s = at;
    PQfinish(s->db);
    s->db = NULL;
}

static moult_status open_connection(void *at, const char *where, char *why, uint32_t room)
{
    postgres_state *s = at;
    memset(s, 0, sizeof *s);
    moult_status status = postgres_connect(s, where, why, room);
    if (status >= 0)
        status = check(s, why, room);
    if (status < 0)
        close_connection(s);
    return status;
}

/* -- rows -------------------------------------------------------------------------------------- */

/* Makes the table, unless another process was faster. */
static moult_status make(postgres_state *s, char *why, uint32_t room)
{
    static const char *const before[] = {"BEGIN", LOCK};
    static const char *const schema[] = {
        "CREATE TABLE runs (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
        " game TEXT NOT NULL, name TEXT NOT NULL, score BIGINT NOT NULL, won INTEGER NOT NULL,"
        " turns BIGINT NOT NULL, depth BIGINT NOT NULL, cause TEXT NOT NULL, seed TEXT NOT NULL,"
        " at BIGINT NOT NULL)",
        "CREATE INDEX runs_best ON runs (game, score DESC, at, id)",
        "COMMENT ON TABLE runs IS '" MARK "1'",
    };
    static const char *const commit[] = {"COMMIT"}, *const back[] = {"ROLLBACK"};
    char unused[16];
    moult_status status = postgres_tell_all(s, before, MOULT_COUNT(before), why, room);
    if (status >= 0)
        status = check(s, why, room);
    if (status >= 0 && !s->has_table)
        status = postgres_tell_all(s, schema, MOULT_COUNT(schema), why, room);
    if (status >= 0)
        status = postgres_tell_all(s, commit, 1, why, room);
    if (status >= 0)
        s->has_table = 1;
    else if (!postgres_is_lost(s))
        postgres_tell_all(s, back, 1, unused, sizeof unused);
    return status;
}

typedef struct values {
    char texts[9][MOULT_SCORE_NAME];
    const char *list[9]; /* in the order of SCORES_COLUMNS */
} values;

static void take_number(values *v, uint32_t i, int64_t number)
{
    snprintf(v->texts[i], sizeof v->texts[i], "%lld", (long long)number);
}

static void take_text(values *v, uint32_t i, const char *text, uint32_t size)
{
    moult_score_text(v->texts[i], size, text, (uint32_t)strnlen(text, size));
}

static void take_values(values *v, const moult_ranked *run)
{
    for (uint32_t i = 0; i < MOULT_COUNT(v->list); i++)
        v->list[i] = v->texts[i];
    take_text(v, 0, run->game, sizeof run->game);
    take_text(v, 1, run->name, sizeof run->name);
    take_number(v, 2, run->score);
    take_number(v, 3, run->won != 0);
    take_number(v, 4, run->turns);
    take_number(v, 5, run->depth);
    take_text(v, 6, run->cause, sizeof run->cause);
    take_text(v, 7, run->seed, sizeof run->seed);
    take_number(v, 8, run->when);
}

/* The run's row and its place, not yet committed. */
static PGresult *insert(postgres_state *s, const values *v, entry *e)
{
    PGresult *answer = postgres_ask(s,
                                    "INSERT INTO runs (" SCORES_COLUMNS ")"
                                    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
                                    " RETURNING id, txid_current()",
                                    9, v->list);
    if (!postgres_went_well(answer))
        return answer;
    char id[NUMBER_SIZE];
    const char *const keys[] = {v->list[0], v->list[2], v->list[8], id};
    snprintf(id, sizeof id, "%s", PQgetvalue(answer, 0, 0));
    snprintf(e->transaction, sizeof e->transaction, "%s", PQgetvalue(answer, 0, 1));
    PQclear(answer);
    answer =
        postgres_ask(s,
                     "SELECT 1 + count(*) FROM runs WHERE game = $1 AND (score > $2 OR (score = $2"
                     " AND (at < $3 OR (at = $3 AND id < $4))))",
                     4, keys);
    if (postgres_went_well(answer))
        e->place = strtoll(PQgetvalue(answer, 0, 0), NULL, 10);
    return answer;
}

/* One try: ENTERED and so on; `why` says the reason of any other. */
static int32_t enter(postgres_state *s, const values *v, entry *e, char *why, uint32_t room)
{
    static const char *const before[] = {"BEGIN", LOCK};
    static const char *const commit[] = {"COMMIT"}, *const back[] = {"ROLLBACK"};
    PGresult *answer = NULL, *rest = NULL;
    int32_t outcome = ENTERED;
    if (postgres_tell(s, before, MOULT_COUNT(before), &answer))
        answer = insert(s, v, e);
    if (!postgres_went_well(answer))
        outcome = postgres_is_lost(s) ? LOST : NOT_ENTERED;
    if (outcome == ENTERED) {
        PQclear(answer);
        if (!postgres_tell(s, commit, 1, &answer))
            outcome = postgres_is_lost(s) ? UNKNOWN : NOT_ENTERED;
    }
    if (outcome != ENTERED)
        e->status = postgres_refuse_answer(s, answer, why, room);
    if (outcome == NOT_ENTERED)
        postgres_tell(s, back, 1, &rest);
    PQclear(rest);
    PQclear(answer);
    return outcome;
}

/* After a connection that broke in the commit: ENTERED, or LOST; UNKNOWN: that can't be found
 * out. */
static int32_t find_out(postgres_state *s, const entry *e)
{
    const char *const keys[] = {e->transaction};
    const struct timespec pause = {0, 100000000};
    int32_t outcome = UNKNOWN;
    for (uint32_t i = 0; i < 20 && outcome == UNKNOWN; i++) {
        PGresult *answer = postgres_ask(s, "SELECT txid_status($1)", 1, keys);
        const char *told = postgres_went_well(answer) ? PQgetvalue(answer, 0, 0) : "";
        outcome = strcmp(told, "committed") == 0 ? ENTERED
                  : strcmp(told, "aborted") == 0 ? LOST
                                                 : UNKNOWN;
        int32_t waits = strcmp(told, "in progress") == 0;
        PQclear(answer);
        if (!waits)
            break;
        nanosleep(&pause, NULL);
    }
    return outcome;
}

static int32_t add(void *at, const moult_ranked *run, char *why, uint32_t room)
{
    postgres_state *s = at;
    values v;
    entry e = {0};
    if (!MOULT_HAS(run, seed))
        return scores_refuse(MOULT_FORMAT, "the run isn't whole", why, room);
    moult_status status = s->has_table ? MOULT_OK : make(s, why, room);
    if (status < 0)
        return status;
    take_values(&v, run);
    int32_t outcome = enter(s, &v, &e, why, room);
    if (outcome >= LOST && postgres_connect_again(s)) {
        if (outcome == UNKNOWN)
            outcome = find_out(s, &e);
        if (outcome == LOST)
            outcome = enter(s, &v, &e, why, room);
    }
    if (outcome == ENTERED)
        return scores_place(e.place);
    if (outcome == UNKNOWN)
        return postgres_refuse(
            s, MOULT_IO, why, room,
            "the connection broke while the run was entered: it may be there or not");
    return e.status;
}

static void read_text(const PGresult *answer, int32_t row, int32_t column, char *out, uint32_t size)
{
    moult_score_text(out, size, PQgetvalue(answer, row, column),
                     (uint32_t)PQgetlength(answer, row, column));
}

static int64_t read_number(const PGresult *answer, int32_t row, int32_t column, int64_t low,
                           int64_t high)
{
    return scores_within(strtoll(PQgetvalue(answer, row, column), NULL, 10), low, high);
}

static void read_row(const PGresult *answer, int32_t i, moult_ranked *row)
{
    row->score = read_number(answer, i, 2, INT64_MIN, INT64_MAX);
    row->won = read_number(answer, i, 3, INT64_MIN, INT64_MAX) != 0;
    row->turns = (uint32_t)read_number(answer, i, 4, 0, UINT32_MAX);
    row->depth = (int32_t)read_number(answer, i, 5, INT32_MIN, INT32_MAX);
    row->when = read_number(answer, i, 8, INT64_MIN, INT64_MAX);
    row->place = (uint32_t)i + 1;
    read_text(answer, i, 0, row->game, sizeof row->game);
    read_text(answer, i, 1, row->name, sizeof row->name);
    read_text(answer, i, 6, row->cause, sizeof row->cause);
    read_text(answer, i, 7, row->seed, sizeof row->seed);
}

static int32_t top(void *at, const char *game, moult_ranked *out, uint32_t count, char *why,
                   uint32_t room)
{
    postgres_state *s = at;
    char name[sizeof out->game], limit[NUMBER_SIZE];
    const char *const keys[] = {name, limit};
    if (count != 0 && !MOULT_HAS(out, seed))
        return scores_refuse(MOULT_FORMAT, "the rows aren't whole", why, room);
    if (!s->has_table)
        return 0;
    moult_score_text(name, sizeof name, game, (uint32_t)strlen(game));
    snprintf(limit, sizeof limit, "%lld", (long long)scores_within(count, 0, INT32_MAX));
    PGresult *answer = postgres_ask(s,
                                    "SELECT " SCORES_COLUMNS " FROM runs WHERE game = $1"
                                    " ORDER BY score DESC, at, id LIMIT $2",
                                    2, keys);
    moult_status status = postgres_went_well(answer) ? (moult_status)PQntuples(answer)
                                                     : postgres_refuse_answer(s, answer, why, room);
    for (int32_t i = 0; i < status; i++)
        read_row(answer, i, scores_row(out, (uint32_t)i));
    PQclear(answer);
    return status;
}

static const moult_scores_1 functions = {
    .size = sizeof(moult_scores_1),
    .state_size = sizeof(postgres_state),
    .open = open_connection,
    .close = close_connection,
    .add = add,
    .top = top,
};
static const moult_provide provides[] = {
    MOULT_PROVIDE_WHOLE("scores/postgres", MOULT_SCORES_INTERFACE, MOULT_SCORES_SHAPE, &functions,
                        MOULT_MAY_OWN_FILES, NULL)};

MOULT_PLUGIN("scores-postgres", "1.0.0", "the ranking in a PostgreSQL database", "scores/postgres",
             .provides = provides, .provide_count = MOULT_COUNT(provides));
