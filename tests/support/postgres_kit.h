/* SPDX-License-Identifier: MIT */
/* A PostgreSQL server of the test's own: a new database in a folder under /tmp, on a socket in it
 * and a free port. It ends with the process that started it. */
#ifndef TESTS_POSTGRES_KIT_H
#define TESTS_POSTGRES_KIT_H
#include <stdint.h>
#include <sys/types.h>

#define POSTGRES_PASSWORD "s3cret-W0rt" /* of the user moult, over TCP */

typedef struct postgres_server {
    char root[64], bin[128], data[80];
    char address[192]; /* by the socket, without a password */
    uint32_t port;
    pid_t pid; /* 0: it is stopped */
} postgres_server;

int32_t postgres_installed(void); /* may be asked outside of a test */

/* Makes a database and starts the server; what goes wrong fails the test. */
void postgres_open(postgres_server *server);
void postgres_start(postgres_server *server);
void postgres_stop(postgres_server *server);  /* at once, as if the power had gone */
void postgres_close(postgres_server *server); /* and removes it */

/* Runs SQL by psql, and answers the first line of what it prints. */
const char *postgres_run(const postgres_server *server, const char *sql);

#endif
