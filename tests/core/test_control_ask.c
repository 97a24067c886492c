/* SPDX-License-Identifier: MIT */
/* Finding games to ask: sockets of the living, of the dead, and of nobody. */
#include "core/system/control.h"
#include <check.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64], path[128];
static moult__control *control;
static moult__report report;

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

static void expect_success(pid_t child)
{
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

START_TEST(the_socket_is_for_its_user_alone)
{
    struct stat about;
    umask(0);
    open_control();
    ck_assert_int_eq(lstat(path, &about), 0);
    ck_assert(S_ISSOCK(about.st_mode));
    ck_assert_uint_eq(about.st_mode & 07777, 0600);
    moult__control *second;
    char expected[300];
    ck_assert_int_eq(moult__control_open(&second, &report), MOULT_FULL);
    snprintf(expected, sizeof expected, "error  %s: can't be opened: Address already in use", path);
    ck_assert_str_eq(report.text, expected);
    ck_assert_ptr_null(second);
    ck_assert_int_eq(access(path, F_OK), 0);
}
END_TEST

START_TEST(a_child_leaves_the_socket_and_a_close_removes_it)
{
    open_control();
    pid_t child = fork();
    if (child == 0) {
        moult__control_close(control);
        _exit(0);
    }
    expect_success(child);
    ck_assert_int_eq(access(path, F_OK), 0);
    moult__control_close(control);
    control = NULL;
    ck_assert_int_ne(access(path, F_OK), 0);
}
END_TEST

START_TEST(what_a_dead_process_left_is_no_obstacle)
{
    pid_t pids[8];
    char stale[200];
    open_control();
    pid_t child = fork();
    if (child == 0) {
        moult__control *own;
        _exit(moult__control_open(&own, NULL) != MOULT_OK); /* and its socket stays */
    }
    expect_success(child);
    snprintf(stale, sizeof stale, "%s/moult/%ld.sock", folder, (long)child);
    ck_assert_int_eq(access(stale, F_OK), 0);
    ck_assert_uint_eq(moult__control_find(pids, 8), 1);
    ck_assert_int_eq(pids[0], getpid());
    ck_assert_int_ne(access(stale, F_OK), 0);
    moult__control_close(control);
    struct sockaddr_un address = {.sun_family = AF_UNIX}; /* an earlier process had our number */
    memcpy(address.sun_path, path, strlen(path) + 1);
    int left = socket(AF_UNIX, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(left, (struct sockaddr *)&address, sizeof address), 0);
    close(left);
    ck_assert_uint_eq(moult__control_find(pids, 8), 0);
    open_control();
    ck_assert_uint_eq(moult__control_find(pids, 8), 1);
}
END_TEST

START_TEST(asking_nobody_is_refused)
{
    char *reply;
    int32_t code;
    ck_assert_int_eq(moult__control_ask(0, "list", &reply, &code, &report), MOULT_UNKNOWN);
    ck_assert_str_eq(report.text, "error  control: no game is running. Start one: moult play");
    ck_assert_int_eq(moult__control_ask(1, "list", &reply, &code, &report), MOULT_UNKNOWN);
    ck_assert_str_eq(report.text, "error  control: process 1 is no running game; there is none. "
                                  "Start one: moult play");
    char expected[200];
    open_control();
    ck_assert_int_eq(moult__control_ask(1, "list", &reply, &code, &report), MOULT_UNKNOWN);
    snprintf(expected, sizeof expected,
             "error  control: process 1 is no running game. Running: %ld", (long)getpid());
    ck_assert_str_eq(report.text, expected);
    ck_assert_int_eq(moult__control_ask(-5, "list", &reply, &code, &report), MOULT_UNKNOWN);
    ck_assert_ptr_null(reply);
}
END_TEST

START_TEST(of_several_games_one_must_be_named)
{
    int ready[2];
    char byte, expected[200];
    open_control();
    ck_assert_int_eq(pipe(ready), 0);
    pid_t other = fork();
    if (other == 0) {
        moult__control *own;
        moult_status status = moult__control_open(&own, NULL);
        if (write(ready[1], "r", 1) != 1)
            _exit(1);
        pause();
        _exit(status != MOULT_OK);
    }
    ck_assert_int_eq(read(ready[0], &byte, 1), 1);
    char *reply;
    int32_t code;
    ck_assert_int_eq(moult__control_ask(0, "list", &reply, &code, &report), MOULT_UNKNOWN);
    long least = other < getpid() ? other : getpid(), most = other < getpid() ? getpid() : other;
    snprintf(expected, sizeof expected,
             "error  control: 2 games are running. Name one by its number: %ld %ld", least, most);
    ck_assert_str_eq(report.text, expected);
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
}
END_TEST

START_TEST(a_game_that_dies_while_asked_is_told)
{
    char *reply = NULL, expected[200];
    int32_t code;
    int ready[2];
    char byte;
    ck_assert_int_eq(pipe(ready), 0);
    pid_t game = fork();
    if (game == 0) {
        open_control();
        if (write(ready[1], "r", 1) != 1)
            _exit(1);
        struct pollfd poller = {.fd = moult__control_fd(control), .events = POLLIN};
        poll(&poller, 1, 10000);
        poll(NULL, 0, 50);
        _exit(0);
    }
    ck_assert_int_eq(read(ready[0], &byte, 1), 1);
    ck_assert_int_eq(moult__control_ask(game, "list", &reply, &code, &report), MOULT_IO);
    snprintf(expected, sizeof expected, "error  control: the game of process %ld gave no answer",
             (long)game);
    ck_assert_str_eq(report.text, expected);
    ck_assert_ptr_null(reply);
    expect_success(game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("control_ask");
    TCase *group = tcase_create("all");
    tcase_add_checked_fixture(group, enter, leave);
    tcase_set_timeout(group, 60);
    tcase_add_test(group, the_socket_is_for_its_user_alone);
    tcase_add_test(group, a_child_leaves_the_socket_and_a_close_removes_it);
    tcase_add_test(group, what_a_dead_process_left_is_no_obstacle);
    tcase_add_test(group, asking_nobody_is_refused);
    tcase_add_test(group, of_several_games_one_must_be_named);
    tcase_add_test(group, a_game_that_dies_while_asked_is_told);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
