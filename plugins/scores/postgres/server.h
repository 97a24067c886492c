/* SPDX-License-Identifier: MIT */
/* A connection to a PostgreSQL server, between open and close of the ranking. */
#ifndef PLUGINS_SCORES_POSTGRES_SERVER_H
#define PLUGINS_SCORES_POSTGRES_SERVER_H
#include <libpq-fe.h>
#include <moult/scores.h>

typedef struct postgres_state {
    PGconn *db;
    char server[160]; /* HOST:PORT/DATABASE, for texts */
    int32_t has_table;
    int32_t late; /* the server didn't answer in time: the connection is of no use */
} postgres_state;

/* Connects to an address. When refused, `s->db` may be there all the same, to be finished. */
moult_status postgres_connect(postgres_state *s, const char *where, char *why, uint32_t room);
/* The same server once more, after the connection broke; 0: it isn't there. */
int32_t postgres_connect_again(postgres_state *s);
int32_t postgres_is_lost(const postgres_state *s);

/* The answer to one statement with its values, which is the caller's to clear; NULL: there is
 * none. */
PGresult *postgres_ask(postgres_state *s, const char *sql, int count, const char *const *values);
int32_t postgres_went_well(const PGresult *answer); /* NULL: it didn't */
/* Statements without values, up to the first refusal, whose answer is the caller's to clear. 1: all
 * went well, and `*answer` is NULL. */
int32_t postgres_tell(postgres_state *s, const char *const *statements, uint32_t count,
                      PGresult **answer);
/* The same, with the refusal in words. */
moult_status postgres_tell_all(postgres_state *s, const char *const *statements, uint32_t count,
                               char *why, uint32_t room);

/* "SERVER: TEXT", without control characters. */
moult_status postgres_refuse(const postgres_state *s, moult_status status, char *why, uint32_t room,
                             const char *format, ...) __attribute__((format(printf, 5, 6)));
/* What an answer that didn't go well means here. */
moult_status postgres_refuse_answer(const postgres_state *s, const PGresult *answer, char *why,
                                    uint32_t room);

#endif
