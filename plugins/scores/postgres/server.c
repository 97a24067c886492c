/* SPDX-License-Identifier: MIT */
/* The server: connecting, asking with time limits, and refusals in words.
 *
 * Nobody waits for long: connecting, statements and answers have limits. An address may hold a
 * password, so texts name the server by host, port and database, and an address in which a part of
 * a password could be mistaken for those is refused. */
#include "scores/postgres/server.h"
#include "scores/ranked.h"
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CONNECT_SECONDS "2"    /* for each address of the host, unless connect_timeout says more */
#define LOST_AFTER "5000"      /* ms without a sign of life from the network */
#define STATEMENT_LIMIT "4000" /* ms, by the server's clock */
#define ANSWER_LIMIT 5000      /* ms, by ours */
#define IDLE_LIMIT "8000"      /* ms that a stopped game can keep the others waiting */
#define PARAMETERS_MAX 64

/* -- refusals ---------------------------------------------------------------------------------- */

moult_status postgres_refuse(const postgres_state *s, moult_status status, char *why, uint32_t room,
                             const char *format, ...)
{
    char text[320];
    int used = snprintf(text, sizeof text, "%s: ", s->server);
    va_list args;
    va_start(args, format);
    vsnprintf(text + used, sizeof text - (size_t)used, scores_words(format), args);
    va_end(args);
    moult_score_text(why, room, text, (uint32_t)strlen(text));
    return status;
}

/* The reason in libpq's words, of which it has several lines. */
static moult_status refuse_connection(const postgres_state *s, char *why, uint32_t room)
{
    char reason[160];
    const char *text = PQerrorMessage(s->db), *at = strstr(text, "failed: ");
    text = at != NULL ? at + strlen("failed: ") : text;
    text = strncmp(text, "FATAL:  ", 8) == 0 ? text + 8 : text;
    moult_score_text(reason, sizeof reason, text, (uint32_t)strcspn(text, "\n"));
    if (s->late)
        return postgres_refuse(s, MOULT_AGAIN, why, room,
                               "the server doesn't answer. Look after it");
    return postgres_refuse(
        s, MOULT_IO, why, room, "no connection (%s). %s", reason,
        PQconnectionNeedsPassword(s->db) || PQconnectionUsedPassword(s->db)
            ? scores_words("Check user and password, in the address or ~/.pgpass")
            : scores_words("Check address and server"));
}

int32_t postgres_is_lost(const postgres_state *s)
{
    return s->late || PQstatus(s->db) != CONNECTION_OK;
}

/* What the server's refusal means here, by its class (SQLSTATE). */
moult_status postgres_refuse_answer(const postgres_state *s, const PGresult *answer, char *why,
                                    uint32_t room)
{
    static const struct {
        const char *code, *text;
        moult_status status;
    } known[] = {
        {"25006", MOULT_TEXT("the server is read-only. Name the one that can be written to"),
         MOULT_READ_ONLY},
        {"42501", MOULT_TEXT("this user may not use the table runs. Its owner can grant that"),
         MOULT_REFUSED},
        {"42703", MOULT_TEXT("its table runs has another shape, so it was left as it is"),
         MOULT_FORMAT},
        {"53100", MOULT_TEXT("the server's disk is full. Make room there"), MOULT_FULL},
        {"53300", MOULT_TEXT("the server has no connection left. Try again"), MOULT_AGAIN},
        {"57014", MOULT_TEXT("the server took too long. Look after it"), MOULT_AGAIN},
    };
    const char *code = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
    const char *text = PQresultErrorField(answer, PG_DIAG_MESSAGE_PRIMARY);
    if (code == NULL || postgres_is_lost(s))
        return refuse_connection(s, why, room);
    for (uint32_t i = 0; i < MOULT_COUNT(known); i++)
        if (strcmp(code, known[i].code) == 0)
            return postgres_refuse(s, known[i].status, why, room, "%s",
                                   scores_words(known[i].text));
    return postgres_refuse(s, MOULT_IO, why, room, "%s",
                           text != NULL ? text : scores_words("the server refused"));
}

/* -- asking ------------------------------------------------------------------------------------ */

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Whether the next result is there; 0: the connection is of no use any more. */
static int32_t wait_for_result(postgres_state *s, int64_t deadline)
{
    while (PQisBusy(s->db)) {
        struct pollfd fd = {.fd = PQsocket(s->db), .events = POLLIN};
        int64_t left = deadline - now_ms();
        int ready = left > 0 ? poll(&fd, 1, (int)left) : 0;
        s->late = ready == 0;
        if (ready == 0 || (ready < 0 && errno != EINTR))
            return 0;
        if (ready > 0 && !PQconsumeInput(s->db))
            return 0;
    }
    return 1;
}

/* The answer to a statement, which is the caller's to clear; NULL: there is none. */
PGresult *postgres_ask(postgres_state *s, const char *sql, int count, const char *const *values)
{
    int64_t deadline = now_ms() + ANSWER_LIMIT;
    PGresult *last = NULL, *next;
    if (s->late || !PQsendQueryParams(s->db, sql, count, NULL, values, NULL, NULL, 0))
        return NULL;
    while (wait_for_result(s, deadline)) {
        if ((next = PQgetResult(s->db)) == NULL)
            return last;
        PQclear(last);
        last = next;
    }
    PQclear(last);
    return NULL;
}

int32_t postgres_went_well(const PGresult *answer)
{
    ExecStatusType status = PQresultStatus(answer);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* Statements without values, up to the first refusal, whose answer is the caller's to clear. */
int32_t postgres_tell(postgres_state *s, const char *const *statements, uint32_t count,
                      PGresult **answer)
{
    for (uint32_t i = 0; i < count; i++) {
        *answer = postgres_ask(s, statements[i], 0, NULL);
        if (!postgres_went_well(*answer))
            return 0;
        PQclear(*answer);
    }
    *answer = NULL;
    return 1;
}

moult_status postgres_tell_all(postgres_state *s, const char *const *statements, uint32_t count,
                               char *why, uint32_t room)
{
    PGresult *answer;
    if (postgres_tell(s, statements, count, &answer))
        return MOULT_OK;
    moult_status status = postgres_refuse_answer(s, answer, why, room);
    PQclear(answer);
    return status;
}

/* -- opening ----------------------------------------------------------------------------------- */

static void ignore_notice(void *unused, const PGresult *notice)
{
    (void)unused;
    (void)notice;
}

/* Whether no part of a password can pass for a host, a port or a database. */
static int32_t is_plain(const char *where)
{
    const char *rest = strstr(where, "://") + 3, *at = strchr(rest, '@');
    return at == NULL || (strchr(at + 1, '@') == NULL && at < rest + strcspn(rest, "/?"));
}

typedef struct parameters {
    const char *names[PARAMETERS_MAX + 1], *values[PARAMETERS_MAX + 1]; /* NULL after the last */
    int32_t count;
} parameters;

static void set(parameters *p, const char *name, const char *value)
{
    int32_t i = 0;
    while (i < p->count && strcmp(p->names[i], name) != 0)
        i++;
    if (i < p->count || p->count == PARAMETERS_MAX)
        return;
    p->names[i] = name;
    p->values[i] = value;
    p->count++;
}

/* The address' parameters, then ours where it says nothing. 0: a port is no number. */
static int32_t choose(parameters *p, const PQconninfoOption *given)
{
    set(p, "client_encoding", "UTF8");
    for (; given->keyword != NULL; given++) {
        if (given->val == NULL)
            continue;
        if (strcmp(given->keyword, "port") == 0 &&
            given->val[strspn(given->val, "0123456789,")] != 0)
            return 0;
        set(p, given->keyword, given->val);
    }
    if (getenv("PGCONNECT_TIMEOUT") == NULL)
        set(p, "connect_timeout", CONNECT_SECONDS);
    set(p, "tcp_user_timeout", LOST_AFTER);
    set(p, "fallback_application_name", "moult");
    return 1;
}

static void name_server(postgres_state *s)
{
    const char *host = PQhost(s->db), *port = PQport(s->db), *name = PQdb(s->db);
    const char *open = host != NULL && strchr(host, ':') != NULL ? "[" : "";
    snprintf(s->server, sizeof s->server, "%s%.90s%s:%.8s/%.48s", open,
             host != NULL && host[0] != 0 ? host : "localhost", open[0] != 0 ? "]" : "",
             port != NULL ? port : "", name != NULL ? name : "");
}

static const char *const limits[] = {
    "SELECT set_config('statement_timeout', '" STATEMENT_LIMIT "', false),"
    " set_config('idle_in_transaction_session_timeout', '" IDLE_LIMIT "', false)"};

moult_status postgres_connect(postgres_state *s, const char *where, char *why, uint32_t room)
{
    static const char wrong[] =
        MOULT_TEXT("the address isn't of the form postgres://USER@HOST:PORT/DATABASE, with %40 for "
                   "@ and %2F for / in a password");
    int32_t is_address =
        strncmp(where, "postgres://", 11) == 0 || strncmp(where, "postgresql://", 13) == 0;
    PQconninfoOption *given = is_address && is_plain(where) ? PQconninfoParse(where, NULL) : NULL;
    parameters p = {.count = 0};
    if (given == NULL || !choose(&p, given)) {
        PQconninfoFree(given);
        return scores_refuse(MOULT_FORMAT, wrong, why, room);
    }
    s->db = PQconnectdbParams(p.names, p.values, 0);
    PQconninfoFree(given);
    if (s->db == NULL)
        return scores_refuse(MOULT_MEMORY, "out of memory", why, room);
    PQsetNoticeReceiver(s->db, ignore_notice, NULL);
    name_server(s);
    return PQstatus(s->db) == CONNECTION_OK ? postgres_tell_all(s, limits, 1, why, room)
                                            : refuse_connection(s, why, room);
}

int32_t postgres_connect_again(postgres_state *s)
{
    PGresult *answer = NULL;
    s->late = 0;
    PQreset(s->db);
    int32_t connected = PQstatus(s->db) == CONNECTION_OK && postgres_tell(s, limits, 1, &answer);
    PQclear(answer);
    return connected;
}
