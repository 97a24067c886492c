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
#include <sys/mman.h>
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

/* -- with a supervisor ------------------------------------------------------------------------- */

static moult__shared *make_shared(void)
{
    moult__shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    ck_assert_ptr_ne(shared, MAP_FAILED);
    shared->terminal = -1;
    return shared;
}

static int end_of(pid_t process)
{
    int status;
    ck_assert_int_eq(waitpid(process, &status, 0), process);
    return status;
}

/* As a worker begins: opened before it shared, or after. */
static void be_worker(moult__shared *shared, int32_t opened_before)
{
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    if (opened_before)
        moult__crash_open();
    moult__crash_share(shared);
    if (moult__crash_open() < 0)
        _exit(50);
}

START_TEST(a_worker_leaves_a_record_and_says_nothing)
{
    moult__shared *shared = make_shared();
    child = forkpty(&master, NULL, NULL, NULL);
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        be_worker(shared, _i);
        moult__crash_terminal(1, UNDO, sizeof UNDO - 1);
        moult__crash_box("a@1", "turn");
        moult__crash_box(NULL, NULL);
        crash_by_null();
    }
    ck_assert(!read_output(1));
    int status = end_of(child);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
    ck_assert_uint_eq(shared->blame.kind, MOULT__BLAME_SIGNAL);
    ck_assert_int_eq(shared->blame.number, SIGSEGV);
    ck_assert_int_gt(shared->blame.code, 0);
    ck_assert_uint_eq(shared->blame.address, 0x10);
    ck_assert_uint_eq(shared->blame.plugin, 0);
    ck_assert_uint_eq(shared->calls, 2);
    ck_assert_ptr_null(shared->plugin);
    ck_assert_ptr_nonnull(shared->last);
    ck_assert_int_eq(shared->terminal, 1);
    ck_assert_uint_eq(shared->undo_count, sizeof UNDO - 1);
    ck_assert_mem_eq(shared->undo, UNDO, sizeof UNDO - 1);
    munmap(shared, sizeof *shared);
    close(master);
}
END_TEST

START_TEST(only_a_worker_that_means_it_may_exit)
{
    moult__shared *shared = make_shared();
    for (uint32_t meant = 0; meant < 2; meant++) {
        child = fork();
        if (child == 0) {
            be_worker(shared, _i);
            atomic_store(&shared->goodbye, meant);
            exit(3);
        }
        int status = end_of(child);
        ck_assert(WIFEXITED(status));
        ck_assert_int_eq(WEXITSTATUS(status), meant ? 3 : MOULT__CRASH_EXIT);
        ck_assert_uint_eq(shared->blame.kind, meant ? MOULT__BLAME_NONE : MOULT__BLAME_EXIT);
    }
    munmap(shared, sizeof *shared);
}
END_TEST

/* What a forked child ends with that would exit with 5. */
static int forked_end(void)
{
    pid_t forked = fork();
    if (forked == 0)
        exit(5);
    int status = end_of(forked);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

START_TEST(only_the_next_fork_is_the_core_s_own)
{
    moult__shared *shared = make_shared();
    child = fork();
    if (child == 0) {
        be_worker(shared, _i);
        moult__crash_may_fork(1);
        if (forked_end() != 5)
            _exit(31);
        if (forked_end() != 0)
            _exit(32);
        moult__crash_close();
        _exit(forked_end() == 5 ? 30 : 33);
    }
    int status = end_of(child);
    ck_assert_int_eq(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 30);
    ck_assert_uint_eq(shared->blame.kind, MOULT__BLAME_NONE);
    munmap(shared, sizeof *shared);
}
END_TEST

START_TEST(a_copy_of_a_worker_leaves_a_record_of_its_own)
{
    moult__shared *shared = make_shared(), *copied = make_shared();
    child = fork();
    if (child == 0) {
        be_worker(shared, _i);
        moult__crash_may_fork(1);
        pid_t copy = fork();
        if (copy == 0) {
            moult__crash_share(copied);
            abort();
        }
        end_of(copy);
        _exit(0);
    }
    end_of(child);
    ck_assert_uint_eq(shared->blame.kind, MOULT__BLAME_NONE);
    ck_assert_uint_eq(copied->blame.kind, MOULT__BLAME_SIGNAL);
    ck_assert_int_eq(copied->blame.number, SIGABRT);
    munmap(shared, sizeof *shared);
    munmap(copied, sizeof *copied);
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
    tcase_add_loop_test(group, a_worker_leaves_a_record_and_says_nothing, 0, 2);
    tcase_add_loop_test(group, only_a_worker_that_means_it_may_exit, 0, 2);
    tcase_add_loop_test(group, only_the_next_fork_is_the_core_s_own, 0, 2);
    tcase_add_loop_test(group, a_copy_of_a_worker_leaves_a_record_of_its_own, 0, 2);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
