/* SPDX-License-Identifier: MIT */
/* A crash gives the terminal back, names the plugin, and ends the process as it would have. */
#include "core/system/crash.h"
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define UNDO "\x1b[?1049l\x1b[?25h"
#define LAST ". The game ended here; the last save is as it was\r\n"

static int master;
static pid_t child;
static char output[4096];

static void crash_by_null(void)
{
    volatile uintptr_t address = 0x10; /* hidden from the compiler */
    *(volatile int *)address = 1;
}

static void crash_by_abort(void)
{
    abort();
}

static void crash_by_kill(void)
{
    kill(getpid(), SIGSEGV);
}

static void crash_by_bus(void)
{
    raise(SIGBUS);
}

static void crash_by_illegal(void)
{
    raise(SIGILL);
}

static void crash_by_division(void)
{
    raise(SIGFPE);
}

static volatile char sink;

__attribute__((noinline)) static void recurse(uint32_t depth)
{
    volatile char here[4096];
    here[depth % sizeof here] = (char)depth;
    if (depth != UINT32_MAX)
        recurse(depth + 1);
    sink = here[0];
}

static void crash_by_recursion(void)
{
    recurse(0);
}

/* As Ctrl-S does: from here on the terminal takes no output. */
static void crash_stopped(void)
{
    tcflow(1, TCOOFF);
    abort();
}

static void set_raw(int fd)
{
    struct termios raw;
    tcgetattr(fd, &raw);
    cfmakeraw(&raw);
    tcsetattr(fd, TCSANOW, &raw);
}

/* A child whose standard streams are a terminal that it has made raw, and which then crashes. */
static void crash_in_terminal(const char *plugin, const char *stage, void (*crash)(void))
{
    child = forkpty(&master, NULL, NULL, NULL);
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        if (moult__crash_open() < 0)
            _exit(50);
        set_raw(0);
        if (write(1, "X", 1) != 1)
            _exit(51);
        moult__crash_terminal(1, UNDO, sizeof UNDO - 1);
        moult__crash_box(plugin, stage);
        char go;
        if (read(0, &go, 1) != 1)
            _exit(52);
        crash();
        _exit(53);
    }
}

static int read_output(size_t least)
{
    size_t used = 0;
    struct pollfd poller = {.fd = master, .events = POLLIN};
    while (used < least && poll(&poller, 1, 10000) == 1) {
        ssize_t got = read(master, output + used, sizeof output - 1 - used);
        if (got <= 0)
            break;
        used += (size_t)got;
    }
    output[used] = 0;
    return used >= least;
}

static const struct {
    void (*crash)(void);
    const char *plugin, *stage, *text;
    int number;
} crashes[] = {
    {crash_by_null, "a-b@0.3", "turn", "error  a-b@0.3 turn: SIGSEGV at 0x10", SIGSEGV},
    {crash_by_abort, "a-b@0.3", "turn", "error  a-b@0.3 turn: SIGABRT", SIGABRT},
    {crash_by_kill, "a@1", "draw", "error  a@1 draw: SIGSEGV", SIGSEGV},
    {crash_by_bus, "a@1", "draw", "error  a@1 draw: SIGBUS", SIGBUS},
    {crash_by_illegal, "a@1", "draw", "error  a@1 draw: SIGILL", SIGILL},
    {crash_by_division, "a@1", "draw", "error  a@1 draw: SIGFPE", SIGFPE},
    {crash_by_recursion, "a@1", "draw", "error  a@1 draw: SIGSEGV at 0x", SIGSEGV},
    {crash_by_kill, "a@1", NULL, "error  a@1: SIGSEGV", SIGSEGV},
    {crash_by_kill, NULL, NULL, "error  moult: SIGSEGV", SIGSEGV},
};

START_TEST(a_crash_restores_the_terminal_and_names_the_plugin)
{
    int status;
    struct termios settings;
    crash_in_terminal(crashes[_i].plugin, crashes[_i].stage, crashes[_i].crash);
    ck_assert(read_output(1));
    tcgetattr(master, &settings);
    ck_assert_uint_eq(settings.c_lflag & (ECHO | ICANON), 0);
    ck_assert_int_eq(write(master, "g", 1), 1);
    ck_assert(read_output(sizeof UNDO - 1 + strlen(crashes[_i].text) + sizeof LAST - 1));
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status));
    ck_assert_int_eq(WTERMSIG(status), crashes[_i].number);
    ck_assert_mem_eq(output, UNDO, sizeof UNDO - 1);
    char *text = output + sizeof UNDO - 1, *end = strstr(text, LAST);
    ck_assert_ptr_eq(strstr(text, crashes[_i].text), text);
    ck_assert_ptr_nonnull(end);
    ck_assert_str_eq(end, LAST); /* one line, and "\r\n" shows that its output is cooked again */
    tcgetattr(master, &settings);
    ck_assert_uint_eq(settings.c_lflag & (ECHO | ICANON), ECHO | ICANON);
    close(master);
}
END_TEST

START_TEST(typed_ahead_keys_are_dropped)
{
    int status, slave;
    char name[128];
    crash_in_terminal("a@1", "turn", crash_by_null);
    ck_assert(read_output(1));
    ck_assert_int_eq(ptsname_r(master, name, sizeof name), 0);
    slave = open(name, O_RDWR | O_NOCTTY);
    ck_assert_int_eq(write(master, "gls\n", 4), 4);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status));
    struct pollfd poller = {.fd = slave, .events = POLLIN};
    ck_assert_int_eq(poll(&poller, 1, 50), 0);
    close(slave);
    close(master);
}
END_TEST

START_TEST(a_terminal_that_takes_nothing_does_not_hold_up)
{
    int status;
    struct termios settings;
    crash_in_terminal("a@1", "turn", crash_stopped);
    ck_assert(read_output(1));
    ck_assert_int_eq(write(master, "g", 1), 1);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    tcgetattr(master, &settings);
    ck_assert_uint_eq(settings.c_lflag & (ECHO | ICANON), ECHO | ICANON);
    close(master);
}
END_TEST

START_TEST(after_close_all_is_as_before)
{
    struct sigaction before, now;
    stack_t stack_before, stack_now;
    sigaction(SIGSEGV, NULL, &before);
    sigaltstack(NULL, &stack_before);
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert_int_eq(moult__crash_open(), MOULT_OK);
        ck_assert_int_eq(moult__crash_open(), MOULT_OK);
        sigaction(SIGSEGV, NULL, &now);
        ck_assert(now.sa_flags & SA_ONSTACK);
        moult__crash_close();
        moult__crash_close();
        sigaction(SIGSEGV, NULL, &now);
        sigaltstack(NULL, &stack_now);
        ck_assert_mem_eq(&now.sa_handler, &before.sa_handler, sizeof now.sa_handler);
        ck_assert_ptr_eq(stack_now.ss_sp, stack_before.ss_sp);
        ck_assert_int_eq(stack_now.ss_flags, stack_before.ss_flags);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("crash");
    TCase *group = tcase_create("all");
    tcase_set_timeout(group, 30);
    tcase_add_loop_test(group, a_crash_restores_the_terminal_and_names_the_plugin, 0,
                        (int)MOULT_COUNT(crashes));
    tcase_add_test(group, typed_ahead_keys_are_dropped);
    tcase_add_test(group, a_terminal_that_takes_nothing_does_not_hold_up);
    tcase_add_test(group, after_close_all_is_as_before);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
