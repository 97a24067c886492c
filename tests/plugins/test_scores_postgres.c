/* SPDX-License-Identifier: MIT */
/* The ranking in a PostgreSQL database, with a real server: order and places, several writers,
 * tables that aren't ours, and a server or a connection that goes away at the worst moment. */
#include "support/postgres_kit.h"
#include "support/scores_kit.h"
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <check.h> /* last: it has macros of common names */

static scores_kit kit;
static postgres_server server;
static char text[512];

static void start_server(void)
{
    postgres_open(&server);
    kit.where = server.address;
}

static void stop_server(void)
{
    postgres_close(&server);
}

static void empty(void)
{
    if (server.pid != 0)
        postgres_run(&server, "SET client_min_messages = error; DROP TABLE IF EXISTS runs");
}

/* The refusal's text after "HOST:PORT/DATABASE: ". */
static const char *refused(const char *where)
{
    void *state = calloc(1, kit.scores->state_size);
    char name[128];
    ck_assert_int_lt(kit.scores->open(state, where, kit.why, sizeof kit.why), 0);
    free(state);
    ck_assert_ptr_null(strstr(kit.why, POSTGRES_PASSWORD));
    snprintf(name, sizeof name, "%s:%u/postgres: ", server.root, server.port);
    return strncmp(kit.why, name, strlen(name)) == 0 ? kit.why + strlen(name) : kit.why;
}

/* -- places ------------------------------------------------------------------------------------ */

START_TEST(the_best_is_first_and_of_equals_the_earlier)
{
    static const struct {
        const char *name;
        int64_t score, when;
        int32_t place;
    } runs[] = {
        {"a", 50, 100, 1}, {"b", 70, 101, 1},        {"c", 50, 102, 3}, {"d", -5, 103, 4},
        {"e", 70, 101, 2}, {"f", INT64_MAX, 104, 1}, {"g", 50, 99, 4},  {"h", INT64_MIN, 1, 8},
    };
    moult_ranked rows[10];
    scores_open(&kit);
    ck_assert_int_eq(scores_top(&kit, "rogue", rows, 10), 0);
    for (uint32_t i = 0; i < MOULT_COUNT(runs); i++)
        ck_assert_int_eq(scores_add(&kit, "rogue", runs[i].name, runs[i].score, runs[i].when),
                         runs[i].place);
    ck_assert_int_eq(scores_add(&kit, "srl", "other", 60, 1), 1);
    ck_assert_int_eq(scores_top(&kit, "rogue", rows, 10), 8);
    for (uint32_t i = 0; i < 8; i++) {
        ck_assert_uint_eq(rows[i].place, i + 1);
        ck_assert_int_eq(rows[i].name[0], "fbegacdh"[i]);
    }
    ck_assert_int_eq(scores_top(&kit, "rogue", rows, 3), 3);
    ck_assert_int_eq(scores_top(&kit, "rogue", rows, 0), 0);
    scores_close(&kit);
}
END_TEST

START_TEST(the_answers_are_those_of_every_ranking)
{
    scores_kit other;
    char file[128];
    uint64_t expected = scores_expected();
    ck_assert_uint_eq(scores_hash(&kit), expected);
    if (!scores_load(&other, "scores-sqlite"))
        return;
    snprintf(file, sizeof file, "/tmp/moult-same-%d.db", (int)getpid());
    other.where = file;
    ck_assert_uint_eq(scores_hash(&other), expected);
    unlink(file);
}
END_TEST

START_TEST(eight_writers_at_once_lose_nothing)
{
    scores_check_writers(&kit);
    ck_assert_str_eq(postgres_run(&server, "SELECT count(*) FROM runs"), "4000");
}
END_TEST

START_TEST(eight_writers_of_equal_runs_get_a_place_each)
{
    scores_check_equals(&kit);
}
END_TEST

START_TEST(names_are_cut_and_cleaned)
{
    static const struct {
        const char *given, *kept;
    } names[] = {
        {"Robert'); DROP TABLE runs;--", "Robert'); DROP TABLE runs;--"},
        {"../../a\nb\x1b[2J", "../../a?b?[2J"},
        {"\xff\xc3(\xe2\x80\xae x", "?\?(?\?\? x"},
        {"$1 \\ \"", "$1 \\ \""},
    };
    moult_ranked rows[4], run;
    scores_open(&kit);
    for (uint32_t i = 0; i < MOULT_COUNT(names); i++)
        ck_assert_int_eq(scores_add(&kit, "rogue", names[i].given, -(int64_t)i, 0), (int32_t)i + 1);
    ck_assert_int_eq(scores_top(&kit, "rogue", rows, 4), 4);
    for (uint32_t i = 0; i < MOULT_COUNT(names); i++)
        ck_assert_str_eq(rows[i].name, names[i].kept);
    run = scores_run("rogue", "", 1, 1);
    for (uint32_t i = 0; i < sizeof run.name;
         i++) /* without a final zero, in characters of three */
        run.name[i] = "\xe6\x97\xa5"[i % 3];
    ck_assert_int_eq(kit.scores->add(kit.state, &run, kit.why, sizeof kit.why), 1);
    ck_assert_int_eq(scores_top(&kit, "rogue", rows, 1), 1);
    ck_assert_uint_eq(strlen(rows[0].name), 63);
    scores_close(&kit);
}
END_TEST

/* -- what can't be used ------------------------------------------------------------------------ */

START_TEST(a_table_that_isn_t_ours_is_left_alone)
{
    static const char foreign[] = "its table runs belongs to another program, so it was left as it "
                                  "is";
    postgres_run(&server, "CREATE TABLE runs (poem TEXT)");
    ck_assert_str_eq(refused(server.address), foreign);
    postgres_run(&server, "COMMENT ON TABLE runs IS 'Moult ranking 1'");
    ck_assert_str_eq(refused(server.address),
                     "its table runs has another shape, so it was left as it is");
    postgres_run(&server, "COMMENT ON TABLE runs IS 'Moult ranking 2'");
    ck_assert_str_eq(refused(server.address),
                     "its table runs was made by a later version of Moult");
    ck_assert_str_eq(postgres_run(&server, "SELECT count(*) FROM runs"), "0");
}
END_TEST

START_TEST(who_may_not_write_is_told)
{
    char where[256];
    moult_ranked rows[1];
    scores_kit guest = kit;
    scores_open(&kit);
    ck_assert_int_eq(scores_add(&kit, "rogue", "ada", 1, 1), 1);
    scores_close(&kit);
    postgres_run(&server, "CREATE ROLE guest LOGIN");
    snprintf(where, sizeof where, "postgres://guest@/postgres?host=%s&port=%u", server.root,
             server.port);
    ck_assert_str_eq(refused(where),
                     "this user may not use the table runs. Its owner can grant that");
    postgres_run(&server, "GRANT SELECT ON runs TO guest");
    guest.where = where;
    scores_open(&guest);
    ck_assert_int_eq(scores_top(&guest, "rogue", rows, 1), 1);
    ck_assert_int_eq(scores_add(&guest, "rogue", "eve", 9, 9), MOULT_REFUSED);
    ck_assert_ptr_nonnull(strstr(guest.why, ": this user may not use the table runs. "));
    scores_close(&guest);
    postgres_run(&server, "DROP OWNED BY guest; DROP ROLE guest");
}
END_TEST

static const struct {
    const char *before, *after; /* the address before and after the port */
    const char *text;           /* # is the port */
} addresses[] = {
    {"postgres://moult:" POSTGRES_PASSWORD "x@127.0.0.1:", "/postgres",
     "127.0.0.1:#/postgres: no connection (password authentication failed for user \"moult\"). "
     "Check user and password, in the address or ~/.pgpass"},
    {"postgres://moult@127.0.0.1:", "/postgres",
     "127.0.0.1:#/postgres: no connection (fe_sendauth: no password supplied). "
     "Check user and password, in the address or ~/.pgpass"},
    {"postgresql://moult:" POSTGRES_PASSWORD "@127.0.0.1:", "/nowhere",
     "127.0.0.1:#/nowhere: no connection (database \"nowhere\" does not exist). "
     "Check user and password, in the address or ~/.pgpass"},
    {"postgres://moult:a@" POSTGRES_PASSWORD "@127.0.0.1:", "/postgres", NULL},
    {"postgres://moult:/" POSTGRES_PASSWORD "@127.0.0.1:", "/postgres", NULL},
    {"postgres://moult:?" POSTGRES_PASSWORD "@127.0.0.1:", "/postgres", NULL},
    {"postgres://moult:" POSTGRES_PASSWORD "", "/postgres", NULL},
    {"postgres://moult:" POSTGRES_PASSWORD "%zz@127.0.0.1:", "/postgres", NULL},
    {"postgres://moult:x@127.0.0.1:", "/postgres?" POSTGRES_PASSWORD "=1", NULL},
    {"mysql://moult:" POSTGRES_PASSWORD "@127.0.0.1:", "/postgres", NULL},
    {"/tmp/" POSTGRES_PASSWORD, "", NULL},
};

START_TEST(an_address_that_is_wrong_is_told_without_its_password)
{
    char where[256], expected[256] = "", port[16];
    snprintf(port, sizeof port, "%u", server.port);
    snprintf(where, sizeof where, "%s%s%s", addresses[_i].before, port, addresses[_i].after);
    const char *hash = addresses[_i].text != NULL ? strchr(addresses[_i].text, '#') : NULL;
    if (hash != NULL)
        snprintf(expected, sizeof expected, "%.*s%s%s", (int)(hash - addresses[_i].text),
                 addresses[_i].text, port, hash + 1);
    else
        strcpy(expected, "the address isn't of the form postgres://USER@HOST:PORT/DATABASE, with "
                         "%40 for @ and %2F for / in a password");
    ck_assert_str_eq(refused(where), expected);
}
END_TEST

START_TEST(who_is_kept_waiting_is_told_before_long)
{
    snprintf(text, sizeof text,
             "exec %s/psql -X -q -At -d '%s' -c 'SELECT pg_advisory_lock(1299150188)' -c "
             "'SELECT pg_sleep(30)' >/dev/null 2>&1",
             server.bin, server.address);
    scores_open(&kit);
    ck_assert_int_eq(scores_add(&kit, "rogue", "ada", 1, 1), 1);
    pid_t pid = fork();
    if (pid == 0) {
        execl("/bin/sh", "sh", "-c", text, NULL);
        _exit(127);
    }
    while (
        strcmp(postgres_run(&server, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"),
               "1") != 0)
        usleep(10000);
    time_t begun = time(NULL);
    ck_assert_int_eq(scores_add(&kit, "rogue", "eve", 2, 2), MOULT_AGAIN);
    ck_assert_int_le(time(NULL) - begun, 6);
    ck_assert_ptr_nonnull(strstr(kit.why, ": the server took too long. Look after it"));
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    postgres_run(&server, "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = "
                          "'advisory'");
    ck_assert_int_eq(scores_add(&kit, "rogue", "eve", 2, 2), 1);
    scores_close(&kit);
    ck_assert_str_eq(postgres_run(&server, "SELECT count(*) FROM runs"), "2");
}
END_TEST

/* -- connections that break -------------------------------------------------------------------- */

static int listen_somewhere(uint32_t *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(fd, (struct sockaddr *)&address, size), 0);
    ck_assert_int_eq(listen(fd, 8), 0);
    ck_assert_int_eq(getsockname(fd, (struct sockaddr *)&address, &size), 0);
    *port = ntohs(address.sin_port);
    return fd;
}

static int connect_to(uint32_t port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                  .sin_port = htons((uint16_t)port)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    return connect(fd, (struct sockaddr *)&address, sizeof address) == 0 ? fd : -1;
}

/* Carries one connection. `breaks`: it is cut at the first COMMIT, before that is handed on, or
 * once it has been done. */
static void carry(int client, int there, int32_t breaks, int32_t done)
{
    static char bytes[65536];
    struct pollfd fds[2] = {{.fd = client, .events = POLLIN}, {.fd = there, .events = POLLIN}};
    while (poll(fds, 2, -1) > 0)
        for (uint32_t i = 0; i < 2; i++) {
            if (fds[i].revents == 0)
                continue;
            ssize_t count = read(fds[i].fd, bytes, sizeof bytes);
            int32_t is_commit =
                i == 0 && breaks && count > 0 && memmem(bytes, (size_t)count, "COMMIT", 6) != NULL;
            if (count <= 0 || (is_commit && !done))
                return;
            if (write(fds[1 - i].fd, bytes, (size_t)count) != count)
                return;
            if (is_commit) {
                count = read(there, bytes, sizeof bytes); /* the answer that nobody gets */
                return;
            }
        }
}

/* Between the game and the server: the first connection is cut, the others aren't. */
static pid_t start_proxy(uint32_t *port, int32_t done)
{
    int fd = listen_somewhere(port);
    pid_t pid = fork();
    if (pid != 0) {
        close(fd);
        return pid;
    }
    for (uint32_t i = 0;; i++) {
        int client = accept(fd, NULL, NULL), there = connect_to(server.port);
        carry(client, there, i == 0, done);
        close(client);
        close(there);
    }
}

START_TEST(a_connection_that_breaks_in_the_commit_enters_a_run_once)
{
    char where[256];
    uint32_t port;
    scores_open(&kit); /* makes the table */
    ck_assert_int_eq(scores_add(&kit, "rogue", "ada", 5, 1), 1);
    scores_close(&kit);
    pid_t pid = start_proxy(&port, _i);
    snprintf(where, sizeof where,
             "postgres://moult:" POSTGRES_PASSWORD "@127.0.0.1:%u/postgres?sslmode=disable", port);
    kit.where = where;
    scores_open(&kit);
    ck_assert_msg(scores_add(&kit, "rogue", "eve", 3, 2) == 2, "%s", kit.why);
    ck_assert_int_eq(scores_add(&kit, "rogue", "bob", 4, 3), 2);
    scores_close(&kit);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    ck_assert_str_eq(postgres_run(&server, "SELECT string_agg(name, ' ' ORDER BY id) FROM runs"),
                     "ada eve bob");
}
END_TEST

START_TEST(a_server_that_was_restarted_is_found_again)
{
    scores_open(&kit);
    ck_assert_int_eq(scores_add(&kit, "rogue", "ada", 1, 1), 1);
    postgres_stop(&server);
    postgres_start(&server);
    ck_assert_msg(scores_add(&kit, "rogue", "eve", 2, 2) == 1, "%s", kit.why);
    scores_close(&kit);
    ck_assert_str_eq(postgres_run(&server, "SELECT count(*) FROM runs"), "2");
}
END_TEST

START_TEST(a_server_that_is_gone_is_named)
{
    static const char gone[] =
        "no connection (No such file or directory). Check address and server";
    scores_open(&kit);
    ck_assert_int_eq(scores_add(&kit, "rogue", "ada", 1, 1), 1);
    postgres_stop(&server);
    ck_assert_int_eq(scores_add(&kit, "rogue", "eve", 2, 2), MOULT_IO);
    snprintf(text, sizeof text, "%s:%u/postgres: ", server.root, server.port);
    ck_assert_ptr_eq(strstr(kit.why, text), kit.why);
    scores_close(&kit);
    unlink(strcat(strcpy(text, server.root), "/.s.PGSQL"));
    snprintf(text, sizeof text, "%s/.s.PGSQL.%u", server.root, server.port);
    unlink(text);
    ck_assert_str_eq(refused(server.address), gone);
}
END_TEST

/* It takes connections, and never says a word. */
START_TEST(a_server_that_is_silent_is_left_after_two_seconds)
{
    char where[128];
    uint32_t port;
    int fd = listen_somewhere(&port);
    time_t begun = time(NULL);
    snprintf(where, sizeof where, "postgres://moult@127.0.0.1:%u/db", port);
    snprintf(text, sizeof text,
             "127.0.0.1:%u/db: no connection (timeout expired). Check address and server", port);
    ck_assert_str_eq(refused(where), text);
    ck_assert_int_le(time(NULL) - begun, 4);
    begun = time(NULL);
    strcat(where, "?connect_timeout=4");
    ck_assert_ptr_nonnull(strstr(refused(where), "no connection (timeout expired)"));
    ck_assert_int_ge(time(NULL) - begun, 3);
    close(fd);
}
END_TEST

int main(void)
{
    if (!scores_load(&kit, "scores-postgres") || !postgres_installed()) {
        printf("not built, or no server here: scores-postgres\n");
        return EXIT_SUCCESS;
    }
    setenv("LC_ALL", "C", 1);
    unsetenv("PGCONNECT_TIMEOUT");
    setenv("HOME", "/nonexistent", 1); /* no ~/.pgpass */
    Suite *suite = suite_create("scores: postgres");
    TCase *cases = tcase_create("ranking");
    tcase_set_timeout(cases, 60);
    tcase_add_unchecked_fixture(cases, start_server, stop_server);
    tcase_add_checked_fixture(cases, empty, NULL);
    tcase_add_test(cases, the_best_is_first_and_of_equals_the_earlier);
    tcase_add_test(cases, the_answers_are_those_of_every_ranking);
    tcase_add_test(cases, eight_writers_at_once_lose_nothing);
    tcase_add_test(cases, eight_writers_of_equal_runs_get_a_place_each);
    tcase_add_test(cases, names_are_cut_and_cleaned);
    tcase_add_test(cases, a_table_that_isn_t_ours_is_left_alone);
    tcase_add_test(cases, who_may_not_write_is_told);
    tcase_add_loop_test(cases, an_address_that_is_wrong_is_told_without_its_password, 0,
                        MOULT_COUNT(addresses));
    tcase_add_test(cases, who_is_kept_waiting_is_told_before_long);
    tcase_add_loop_test(cases, a_connection_that_breaks_in_the_commit_enters_a_run_once, 0, 2);
    tcase_add_test(cases, a_server_that_is_silent_is_left_after_two_seconds);
    suite_add_tcase(suite, cases);
    TCase *own = tcase_create("a server of its own");
    tcase_set_timeout(own, 60);
    tcase_add_checked_fixture(own, start_server, stop_server);
    tcase_add_test(own, a_server_that_was_restarted_is_found_again);
    tcase_add_test(own, a_server_that_is_gone_is_named);
    suite_add_tcase(suite, own);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
