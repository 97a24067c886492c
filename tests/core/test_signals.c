/* SPDX-License-Identifier: MIT */
/* Signals that are read, and terminals that are gone. */
#include "core/system/signals.h"
#include <check.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdlib.h>
#include <unistd.h>

static moult__signals signals;
static moult__report report;

START_TEST(signals_wait_to_be_read)
{
    static const int32_t numbers[] = {SIGHUP, SIGTERM, SIGINT};
    ck_assert_int_eq(moult__signals_open(&signals, &report), MOULT_OK);
    ck_assert_int_eq(moult__signals_next(&signals), 0);
    for (uint32_t i = 0; i < MOULT_COUNT(numbers); i++) {
        struct pollfd poller = {.fd = moult__signals_fd(&signals), .events = POLLIN};
        ck_assert_int_eq(poll(&poller, 1, 0), 0);
        raise(numbers[i]);
        ck_assert_int_eq(poll(&poller, 1, 0), 1);
        ck_assert_int_eq(moult__signals_next(&signals), numbers[i]);
        ck_assert_int_eq(moult__signals_next(&signals), 0);
    }
    moult__signals_close(&signals);
}
END_TEST

START_TEST(a_storm_is_one_request)
{
    ck_assert_int_eq(moult__signals_open(&signals, &report), MOULT_OK);
    for (uint32_t i = 0; i < 500; i++)
        kill(getpid(), SIGHUP);
    ck_assert_int_eq(moult__signals_next(&signals), SIGHUP);
    ck_assert_int_eq(moult__signals_next(&signals), 0);
    moult__signals_close(&signals);
}
END_TEST

START_TEST(other_signals_are_left_alone)
{
    sigset_t mask;
    ck_assert_int_eq(moult__signals_open(&signals, &report), MOULT_OK);
    pthread_sigmask(SIG_BLOCK, NULL, &mask);
    ck_assert(!sigismember(&mask, SIGWINCH) && !sigismember(&mask, SIGTSTP));
    ck_assert(!sigismember(&mask, SIGCONT) && !sigismember(&mask, SIGSEGV));
    ck_assert_int_eq(fcntl(moult__signals_fd(&signals), F_GETFD), FD_CLOEXEC);
    moult__signals_close(&signals);
}
END_TEST

START_TEST(the_mask_comes_back)
{
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, SIGINT);
    sigaddset(&mask, SIGUSR1);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    ck_assert_int_eq(moult__signals_open(&signals, &report), MOULT_OK);
    raise(SIGHUP); /* not read: it must not kill when the mask is back */
    moult__signals_close(&signals);
    moult__signals_close(&signals);
    pthread_sigmask(SIG_BLOCK, NULL, &mask);
    ck_assert(sigismember(&mask, SIGINT) && sigismember(&mask, SIGUSR1));
    ck_assert(!sigismember(&mask, SIGHUP) && !sigismember(&mask, SIGTERM));
}
END_TEST

START_TEST(a_closed_terminal_is_gone)
{
    int master, slave;
    ck_assert_int_eq(openpty(&master, &slave, NULL, NULL, NULL), 0);
    ck_assert_int_eq(moult__terminal_gone(slave), 0);
    close(master);
    ck_assert_int_eq(moult__terminal_gone(slave), 1);
}
END_TEST

START_TEST(what_is_no_terminal_is_not_gone)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(moult__terminal_gone(ends[0]), 0);
    close(ends[1]);
    ck_assert_int_eq(moult__terminal_gone(ends[0]), 0);
    ck_assert_int_eq(moult__terminal_gone(open("/dev/null", O_RDWR)), 0);
    ck_assert_int_eq(moult__terminal_gone(-1), 0);
    ck_assert_int_eq(moult__terminal_gone(999), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("signals");
    TCase *group = tcase_create("all");
    tcase_add_test(group, signals_wait_to_be_read);
    tcase_add_test(group, a_storm_is_one_request);
    tcase_add_test(group, other_signals_are_left_alone);
    tcase_add_test(group, the_mask_comes_back);
    tcase_add_test(group, a_closed_terminal_is_gone);
    tcase_add_test(group, what_is_no_terminal_is_not_gone);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
