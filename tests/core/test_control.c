/* SPDX-License-Identifier: MIT */
/* The control socket, by real sockets and real processes: a game that is asked, and never waits. */
#include "core/system/control.h"
#include <check.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[64], path[128];
static moult__control *control;
static moult__report report;
static char last_line[MOULT__REQUEST_MAX + 1];

static void enter(void)
{
    snprintf(folder, sizeof folder, "/tmp/moult-control-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("XDG_RUNTIME_DIR", folder, 1);
    snprintf(path, sizeof path, "%s/moult/%ld.sock", folder, (long)getpid());
    memset(&report, 0, sizeof report);
}

static void leave(void)
{
    char command[128];
    moult__control_close(control);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

static void open_control(void)
{
    ck_assert_int_eq(moult__control_open(&control, &report), MOULT_OK);
}

/* Echoes; "fail" answers 3, "big" fills the reply, "none" answers nothing. */
static int32_t answer(void *context, const char *line, char *reply, uint32_t room)
{
    ++*(uint32_t *)context;
    snprintf(last_line, sizeof last_line, "%s", line);
    if (!strcmp(line, "big")) {
        memset(reply, 'b', room - 1);
        reply[room - 1] = 0;
    } else if (strcmp(line, "none"))
        snprintf(reply, room, "you said: %s", line);
    return !strcmp(line, "fail") ? 3 : 0;
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* The game: polls and serves until so many requests were answered, or the time is up. */
static uint32_t serve(uint32_t requests, int32_t limit_ms)
{
    uint32_t asked = 0;
    int64_t end = now() + limit_ms;
    while (asked < requests && now() < end) {
        struct pollfd poller = {.fd = moult__control_fd(control), .events = POLLIN};
        if (poll(&poller, 1, (int)(end - now())) == 1)
            moult__control_serve(control, answer, &asked);
    }
    return asked;
}

/* What a client, forked, must find; its exit status tells. */
static pid_t ask_in_child(pid_t game, const char *line, int32_t code, const char *text)
{
    pid_t child = fork();
    if (child)
        return child;
    char *reply = NULL;
    int32_t found = -1;
    moult_status status = moult__control_ask(game, line, &reply, &found, &report);
    int same = status == MOULT_OK && found == code && !strcmp(reply, text);
    if (!same)
        fprintf(stderr, "%d %d %s %s\n", (int)status, (int)found, report.text, reply ? reply : "");
    free(reply);
    _exit(!same);
}

static void expect_success(pid_t child)
{
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static int connect_raw(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memcpy(address.sun_path, path, strlen(path) + 1);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    ck_assert_int_eq(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    return fd;
}

/* All that comes until the end. */
static size_t read_raw(int fd, char *out, size_t room)
{
    size_t used = 0;
    for (ssize_t got; used < room - 1 && (got = read(fd, out + used, room - 1 - used)) > 0;)
        used += (size_t)got;
    out[used] = 0;
    return used;
}

START_TEST(a_request_is_answered_with_code_and_text)
{
    static const struct {
        const char *line, *reply;
        int32_t code;
    } cases[] = {
        {"list", "you said: list", 0},
        {"fail", "you said: fail", 3},
        {"", "you said: ", 0},
        {"none", "", 0},
        {"reload ünï --x", "you said: reload ünï --x", 0},
    };
    open_control();
    for (uint32_t i = 0; i < MOULT_COUNT(cases); i++) {
        pid_t child = ask_in_child(getpid(), cases[i].line, cases[i].code, cases[i].reply);
        ck_assert_uint_eq(serve(1, 10000), 1);
        ck_assert_str_eq(last_line, cases[i].line);
        expect_success(child);
    }
}
END_TEST

START_TEST(the_only_game_need_not_be_named)
{
    open_control();
    pid_t child = ask_in_child(0, "list", 0, "you said: list");
    ck_assert_uint_eq(serve(1, 10000), 1);
    expect_success(child);
}
END_TEST

START_TEST(the_largest_reply_and_the_longest_line_pass)
{
    char *big = malloc(MOULT__REPLY_ROOM), line[MOULT__REQUEST_MAX + 2];
    memset(big, 'b', MOULT__REPLY_ROOM - 1);
    big[MOULT__REPLY_ROOM - 1] = 0;
    open_control();
    pid_t child = ask_in_child(getpid(), "big", 0, big);
    serve(1, 10000);
    expect_success(child);
    memset(line, 'l', sizeof line);
    line[MOULT__REQUEST_MAX] = 0;
    snprintf(big, MOULT__REPLY_ROOM, "you said: %s", line);
    child = ask_in_child(getpid(), line, 0, big);
    ck_assert_uint_eq(serve(1, 10000), 1);
    expect_success(child);
    free(big);
}
END_TEST

START_TEST(a_slow_reader_gets_all_of_a_large_reply)
{
    static char text[MOULT__REPLY_ROOM + 100];
    open_control();
    int fd = connect_raw();
    ck_assert_int_eq(write(fd, "big\n", 4), 4);
    pid_t child = fork();
    if (child == 0) {
        poll(NULL, 0, 200);
        _exit(read_raw(fd, text, sizeof text) != 2 + MOULT__REPLY_ROOM - 1);
    }
    close(fd);
    serve(2, 500);
    expect_success(child);
}
END_TEST

START_TEST(a_line_that_is_too_long_or_not_text_is_refused)
{
    char line[20000], text[200];
    uint32_t asked = 0;
    open_control();
    memset(line, 'l', sizeof line);
    line[sizeof line - 1] = '\n';
    int fd = connect_raw();
    ck_assert_int_eq(write(fd, line, sizeof line), (ssize_t)sizeof line);
    moult__control_serve(control, answer, &asked);
    moult__control_serve(control, answer, &asked);
    read_raw(fd, text, sizeof text);
    ck_assert_str_eq(text, "2\nerror  control: the request is too long: at most 4096 bytes");
    close(fd);
    fd = connect_raw();
    ck_assert_int_eq(write(fd, "a\0b\n", 4), 4);
    moult__control_serve(control, answer, &asked);
    moult__control_serve(control, answer, &asked);
    read_raw(fd, text, sizeof text);
    ck_assert_str_eq(text, "2\nerror  control: the request has a zero byte");
    close(fd);
    ck_assert_uint_eq(asked, 0);
    line[MOULT__REQUEST_MAX + 1] = 0;
    char *reply;
    int32_t code;
    ck_assert_int_eq(moult__control_ask(getpid(), line, &reply, &code, &report), MOULT_RANGE);
    ck_assert_str_eq(report.text, "error  control: a request is one line of at most 4096 bytes");
    ck_assert_int_eq(moult__control_ask(getpid(), "a\nb", &reply, &code, &report), MOULT_RANGE);
}
END_TEST

START_TEST(a_line_may_come_in_pieces)
{
    char text[100];
    uint32_t asked = 0;
    open_control();
    int fd = connect_raw();
    for (const char *at = "hello\nrest"; *at; at++) {
        ck_assert_int_eq(write(fd, at, 1), 1);
        moult__control_serve(control, answer, &asked);
        if (asked)
            break;
    }
    moult__control_serve(control, answer, &asked);
    ck_assert_uint_eq(asked, 1);
    read_raw(fd, text, sizeof text);
    ck_assert_str_eq(text, "0\nyou said: hello");
    close(fd);
}
END_TEST

START_TEST(a_slow_client_is_dropped_after_a_second)
{
    char text[10];
    open_control();
    int fd = connect_raw();
    ck_assert_int_eq(write(fd, "hel", 3), 3);
    int64_t start = now();
    pid_t child = ask_in_child(getpid(), "list", 0, "you said: list"); /* others aren't held up */
    ck_assert_uint_eq(serve(1, 10000), 1);
    ck_assert_int_lt(now() - start, 900);
    expect_success(child);
    struct pollfd poller = {.fd = fd, .events = POLLIN};
    uint32_t asked = 0;
    while (poll(&poller, 1, 0) == 0 && now() - start < 10000) {
        struct pollfd game = {.fd = moult__control_fd(control), .events = POLLIN};
        poll(&game, 1, 5000); /* the game is woken for it */
        moult__control_serve(control, answer, &asked);
    }
    ck_assert_uint_eq(read_raw(fd, text, sizeof text), 0);
    ck_assert_int_ge(now() - start, 900);
    ck_assert_int_lt(now() - start, 3000);
    close(fd);
    struct pollfd idle = {.fd = moult__control_fd(control), .events = POLLIN};
    while (poll(&idle, 1, 0) == 1)
        moult__control_serve(control, answer, &asked);
    ck_assert_int_eq(poll(&idle, 1, 1500), 0); /* and then sleeps */
}
END_TEST

START_TEST(clients_that_leave_early_do_no_harm)
{
    open_control();
    for (uint32_t i = 0; i < 40; i++) {
        int fd = connect_raw();
        if (i & 1)
            ck_assert_int_eq(write(fd, "big\n", i & 2 ? 4 : 2), i & 2 ? 4 : 2);
        close(fd);
        serve(1, 20);
    }
    pid_t child = ask_in_child(getpid(), "list", 0, "you said: list");
    ck_assert_uint_eq(serve(1, 10000), 1);
    expect_success(child);
}
END_TEST

START_TEST(twenty_clients_are_all_answered)
{
    pid_t children[20];
    open_control();
    for (uint32_t i = 0; i < MOULT_COUNT(children); i++)
        children[i] = ask_in_child(getpid(), "list", 0, "you said: list");
    ck_assert_uint_eq(serve(20, 10000), 20);
    for (uint32_t i = 0; i < MOULT_COUNT(children); i++)
        expect_success(children[i]);
}
END_TEST

START_TEST(silent_clients_keep_others_waiting_a_second_at_most)
{
    int silent[20];
    open_control();
    for (uint32_t i = 0; i < MOULT_COUNT(silent); i++)
        silent[i] = connect_raw();
    int64_t start = now();
    pid_t child = ask_in_child(getpid(), "list", 0, "you said: list");
    uint32_t rounds = 0, asked = 0;
    while (!asked && now() - start < 10000) {
        struct pollfd poller = {.fd = moult__control_fd(control), .events = POLLIN};
        poll(&poller, 1, 5000);
        moult__control_serve(control, answer, &asked);
        rounds++;
    }
    ck_assert_uint_eq(asked, 1);
    ck_assert_uint_lt(rounds, 60); /* full, the game doesn't spin */
    ck_assert_int_lt(now() - start, 3000);
    expect_success(child);
    for (uint32_t i = 0; i < MOULT_COUNT(silent); i++)
        close(silent[i]);
}
END_TEST

START_TEST(without_descriptors_the_game_does_not_spin)
{
    struct rlimit limit, few;
    uint32_t asked = 0, rounds = 0;
    open_control();
    int fd = connect_raw();
    ck_assert_int_eq(write(fd, "list\n", 5), 5);
    getrlimit(RLIMIT_NOFILE, &limit);
    few = limit;
    few.rlim_cur = 3;
    setrlimit(RLIMIT_NOFILE, &few);
    for (int64_t start = now(); now() - start < 300; rounds++) {
        struct pollfd poller = {.fd = moult__control_fd(control), .events = POLLIN};
        setrlimit(RLIMIT_NOFILE, &limit); /* poll itself minds the limit */
        poll(&poller, 1, 100);
        setrlimit(RLIMIT_NOFILE, &few);
        moult__control_serve(control, answer, &asked);
    }
    setrlimit(RLIMIT_NOFILE, &limit);
    ck_assert_uint_lt(rounds, 20);
    ck_assert_uint_eq(serve(1, 5000), 1);
    close(fd);
}
END_TEST

START_TEST(strangers_are_not_served)
{
    if (geteuid() != 0)
        return; /* only root can become somebody else */
    uint32_t asked = 0;
    int waiting[2], ends[2];
    char byte;
    ck_assert_int_eq(pipe(waiting), 0);
    ck_assert_int_eq(pipe(ends), 0);
    open_control();
    chmod(path, 0666);
    char moult_folder[128];
    snprintf(moult_folder, sizeof moult_folder, "%s/moult", folder);
    chmod(folder, 0711);
    chmod(moult_folder, 0711);
    pid_t child = fork();
    if (child == 0) {
        char text[100];
        if (setgid(4242) || setuid(4242))
            _exit(2);
        int fd = connect_raw();
        if (write(fd, "list\n", 5) != 5 || write(waiting[1], "w", 1) != 1)
            _exit(3);
        read_raw(fd, text, sizeof text);
        _exit(strcmp(text, "1\nerror  control: this game is another user's\n") != 0);
    }
    ck_assert_int_eq(read(waiting[0], &byte, 1), 1);
    moult__control_serve(control, answer, &asked);
    moult__control_serve(control, answer, &asked);
    ck_assert_uint_eq(asked, 0);
    expect_success(child);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("control");
    TCase *group = tcase_create("all");
    tcase_add_checked_fixture(group, enter, leave);
    tcase_set_timeout(group, 60);
    tcase_add_test(group, a_request_is_answered_with_code_and_text);
    tcase_add_test(group, the_only_game_need_not_be_named);
    tcase_add_test(group, the_largest_reply_and_the_longest_line_pass);
    tcase_add_test(group, a_slow_reader_gets_all_of_a_large_reply);
    tcase_add_test(group, a_line_that_is_too_long_or_not_text_is_refused);
    tcase_add_test(group, a_line_may_come_in_pieces);
    tcase_add_test(group, a_slow_client_is_dropped_after_a_second);
    tcase_add_test(group, clients_that_leave_early_do_no_harm);
    tcase_add_test(group, twenty_clients_are_all_answered);
    tcase_add_test(group, silent_clients_keep_others_waiting_a_second_at_most);
    tcase_add_test(group, without_descriptors_the_game_does_not_spin);
    tcase_add_test(group, strangers_are_not_served);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
