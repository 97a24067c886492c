/* SPDX-License-Identifier: MIT */
#include "support/postgres_kit.h"
#include <fcntl.h>
#include <netinet/in.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <check.h>

#define TRIES 200 /* of 50 ms, for a server to come up */

/* Where the server's programs are; they aren't in PATH everywhere. */
static int32_t find_programs(postgres_server *server)
{
    FILE *out =
        popen("for f in \"$(pg_config --bindir 2>/dev/null)\" /usr/lib/postgresql/*/bin; do "
              "test -x \"$f/initdb\" && test -x \"$f/postgres\" && echo \"$f\" && break; done",
              "r");
    int32_t found = out != NULL && fgets(server->bin, sizeof server->bin, out) != NULL;
    if (out != NULL)
        pclose(out);
    server->bin[strcspn(server->bin, "\n")] = 0;
    return found;
}

int32_t postgres_installed(void)
{
    postgres_server server;
    return find_programs(&server);
}

/* The server refuses to be run by root. */
static void leave_root(void)
{
    const struct passwd *user = getpwnam("postgres");
    user = user != NULL ? user : getpwnam("nobody");
    if (geteuid() == 0 &&
        (user == NULL || setresgid(user->pw_gid, user->pw_gid, user->pw_gid) != 0 ||
         setresuid(user->pw_uid, user->pw_uid, user->pw_uid) != 0))
        _exit(126);
    prctl(PR_SET_PDEATHSIG, SIGQUIT);
}

/* A program as the server's user, with its words in ROOT/log. */
static pid_t start(const postgres_server *server, const char *const *arguments)
{
    char program[192], log[96];
    snprintf(program, sizeof program, "%s/%s", server->bin, arguments[0]);
    snprintf(log, sizeof log, "%s/log", server->root);
    pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid != 0)
        return pid;
    leave_root();
    int fd = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    dup2(fd, 1);
    dup2(fd, 2);
    if (chdir(server->root) == 0)
        execv(program, (char *const *)arguments);
    _exit(127);
}

static uint32_t free_port(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(fd, (struct sockaddr *)&address, size), 0);
    ck_assert_int_eq(getsockname(fd, (struct sockaddr *)&address, &size), 0);
    close(fd);
    return ntohs(address.sin_port);
}

void postgres_start(postgres_server *server)
{
    char port[16], command[384];
    snprintf(port, sizeof port, "%u", server->port);
    const char *const arguments[] = {"postgres",
                                     "-D",
                                     server->data,
                                     "-k",
                                     server->root,
                                     "-p",
                                     port,
                                     "-c",
                                     "listen_addresses=127.0.0.1",
                                     "-c",
                                     "fsync=off",
                                     "-c",
                                     "max_connections=40",
                                     NULL};
    server->pid = start(server, arguments);
    snprintf(command, sizeof command, "%s/pg_isready -q -h %s -p %s", server->bin, server->root,
             port);
    for (uint32_t i = 0; i < TRIES; i++) {
        if (system(command) == 0)
            return;
        ck_assert_msg(waitpid(server->pid, NULL, WNOHANG) == 0, "see %s/log", server->root);
        usleep(50000);
    }
    ck_abort_msg("the server doesn't come up: see %s/log", server->root);
}

void postgres_open(postgres_server *server)
{
    char file[96];
    const struct passwd *user = getpwnam("postgres");
    int status;
    memset(server, 0, sizeof *server);
    ck_assert(find_programs(server));
    user = user != NULL ? user : getpwnam("nobody");
    snprintf(server->root, sizeof server->root, "/tmp/moult-pg-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(server->root));
    ck_assert_int_eq(chmod(server->root, 0755), 0);
    snprintf(server->data, sizeof server->data, "%s/data", server->root);
    snprintf(file, sizeof file, "%s/password", server->root);
    FILE *password = fopen(file, "w");
    fputs(POSTGRES_PASSWORD "\n", password);
    fclose(password);
    if (geteuid() == 0)
        ck_assert_int_eq(chown(server->root, user->pw_uid, user->pw_gid), 0);
    const char *const arguments[] = {"initdb",
                                     "-D",
                                     server->data,
                                     "-U",
                                     "moult",
                                     "-E",
                                     "UTF8",
                                     "--locale=C",
                                     "--no-sync",
                                     "--auth-local=trust",
                                     "--auth-host=scram-sha-256",
                                     "--pwfile=password",
                                     NULL};
    pid_t pid = start(server, arguments);
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_msg(status == 0, "initdb: see %s/log", server->root);
    server->port = free_port();
    snprintf(server->address, sizeof server->address, "postgres://moult@/postgres?host=%s&port=%u",
             server->root, server->port);
    postgres_start(server);
}

void postgres_stop(postgres_server *server)
{
    if (server->pid == 0)
        return;
    kill(server->pid, SIGQUIT);
    waitpid(server->pid, NULL, 0);
    server->pid = 0;
}

void postgres_close(postgres_server *server)
{
    char command[96];
    postgres_stop(server);
    snprintf(command, sizeof command, "rm -r '%s'", server->root);
    if (server->root[0] != 0)
        ck_assert_int_eq(system(command), 0);
}

const char *postgres_run(const postgres_server *server, const char *sql)
{
    static char line[256];
    char command[1024];
    snprintf(command, sizeof command, "%s/psql -X -q -At -d '%s' -c \"%s\"", server->bin,
             server->address, sql);
    FILE *out = popen(command, "r");
    line[0] = 0;
    if (fgets(line, sizeof line, out) != NULL)
        line[strcspn(line, "\n")] = 0;
    ck_assert_msg(pclose(out) == 0, "%s", sql);
    return line;
}
