/* SPDX-License-Identifier: MIT */
/* A plugin ends its process in every way there is; the supervisor's side names it.
 *
 * Each case is a child that shares memory with the test, loads a small build, writes it into the
 * roster by hand, and calls it as the core does: with the box saying whose code runs. The box gives
 * a stage of another name than the interface's function, so that it shows who knew better. */
#include "core/supervisor/fault.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "core/system/crash.h"
#include "support/plugin_kit.h"
#include <check.h>

#define BOX "turn" /* the box's stage */

#define SOURCE "fault_plugin.c"

static char *text; /* of the build's source */

typedef int work(void *);
typedef int call_in(int, _Atomic uint32_t *, work *, void *);
typedef struct entry {
    const char *name;
    call_in *call;
} entry;

static moult__shared *shared;
static const char *const labels[] = {"first@1", "second@1"};

/* -- in the child ------------------------------------------------------------------------------ */

static int grow(struct dl_phdr_info *object, size_t size, void *context)
{
    moult__roster_entry *to = context;
    (void)size;
    for (uint32_t i = 0; i < object->dlpi_phnum && object->dlpi_addr == to->start; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        uint64_t end = to->start + segment->p_vaddr + segment->p_memsz;
        if (segment->p_type == PT_LOAD && end > to->end)
            to->end = end;
    }
    return 0;
}

/* Entry `i` of the roster is the build in that file of the test's folder. */
static const entry *load(moult__shared *into, uint32_t i, const char *name)
{
    moult__roster_entry *to = &into->roster[i];
    Dl_info about;
    void *handle = dlopen(kit_at(name), RTLD_NOW | RTLD_LOCAL);
    const entry *entries = handle != NULL ? dlsym(handle, "entries") : NULL;
    if (entries == NULL || dladdr(entries, &about) == 0)
        _exit(60);
    snprintf(to->label, sizeof to->label, "%s", labels[i]);
    snprintf(to->staged, sizeof to->staged, "%s", kit_at(name));
    to->text = (uintptr_t)labels[i];
    to->start = to->end = (uintptr_t)about.dli_fbase;
    dl_iterate_phdr(grow, to);
    for (to->function_count = 0; entries[to->function_count].name != NULL; to->function_count++) {
        moult__entry_point *point = &to->functions[to->function_count];
        snprintf(point->name, sizeof point->name, "%s", entries[to->function_count].name);
        point->address = (uintptr_t)entries[to->function_count].call;
    }
    atomic_store(&into->roster_count, i + 1);
    return entries;
}

static const entry *first, *second;

static int nothing(void *context)
{
    return context != NULL;
}

static int die_in_core(void *context)
{
    (void)context;
    abort();
}

/* As one plugin calls another that it required: the box isn't told. */
static int pass_on(void *context)
{
    const char *how = context;
    return second[1].call(*how, &shared->busy, nothing, NULL);
}

/* As the host does it. */
static int pass_on_boxed(void *context)
{
    moult__crash_box(labels[1], BOX);
    int result = pass_on(context);
    moult__crash_box(labels[0], BOX);
    return result;
}

static void be_quiet(void)
{
    struct rlimit none = {0, 0};
    int away = open("/dev/null", O_WRONLY);
    setrlimit(RLIMIT_CORE, &none);
    dup2(away, STDERR_FILENO);
    if (away > STDERR_FILENO)
        close(away);
}

static pid_t fork_worker(const char *build)
{
    memset(shared, 0, sizeof *shared);
    shared->terminal = -1;
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child != 0)
        return child;
    be_quiet();
    moult__crash_share(shared);
    if (moult__crash_open() < 0)
        _exit(61);
    first = load(shared, 0, build);
    second = load(shared, 1, "twin.so");
    return 0;
}

/* -- here -------------------------------------------------------------------------------------- */

static int wait_for(pid_t child)
{
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return status;
}

/* "fault_plugin.c:LINE" of what is marked "at NAME"; "" for NULL. */
static const char *place_of(const char *name)
{
    static char out[64];
    char mark[64];
    if (name == NULL)
        return "";
    snprintf(mark, sizeof mark, "/* at %s */", name);
    const char *found = strstr(text, mark);
    uint32_t line = 1;
    ck_assert_msg(found != NULL, "%s isn't in the text", mark);
    for (const char *at = text; at < found; at++)
        line += *at == '\n';
    snprintf(out, sizeof out, SOURCE ":%u", line);
    return out;
}

static const struct kind {
    const char *driver, *flags;
} kinds[] = {
    {"cc -std=c11", "-g"},
    {"cc -std=c11", "-g -O3"},
    {"clang -std=c11", "-g -O3"},
};

static void compile_with(const struct kind *kind)
{
    static const char source[] = MOULT_SOURCE_DIR "/tests/core/" SOURCE;
    uint64_t count;
    text = (char *)kit_read(source, &count);
    text[count - 1] = 0; /* of the last newline */
    kit_compile_files(kind->driver, "crasher.so", source, kind->flags);
    kit_compile_files(kind->driver, "twin.so", source, kind->flags);
}

/* What is said of each end. `how` is for the build that the core calls; one that calls on says in
 * `with` what the other does. */
static const struct end {
    int how;
    work *call;
    const char *with;
    uint32_t plugin;
    const char *function, *place, *cause;
} ends[] = {
    {'r', NULL, NULL, 1, "decide", "null_read", "SIGSEGV"},
    {'c', NULL, NULL, 1, "decide", "null_call", "SIGSEGV"},
    {'a', NULL, NULL, 1, "decide", "abort", "SIGABRT"},
    {'t', NULL, NULL, 1, BOX, "thread", "SIGABRT"},
    {'o', NULL, NULL, 1, "decide", "overflow", "SIGSEGV"},
    {'s', NULL, NULL, 1, BOX, "smash", "SIGSEGV"},
    {'l', NULL, NULL, 1, BOX, NULL, "SIGSEGV"},
    {'w', NULL, NULL, 1, BOX, "wild", "SIGSEGV"},
    {'e', NULL, NULL, 1, "decide", "exit", "exit() was called"},
    {'_', NULL, NULL, 1, BOX, NULL, "it ended the process with _exit"},
    {'n', NULL, NULL, 1, "decide", "strlen", "SIGSEGV"},
    {'d', NULL, NULL, 1, "decide", "strlen", "SIGSEGV"},
#ifndef __SANITIZE_ADDRESS__ /* which has an end of its own for it */
    {'f', NULL, NULL, 1, "decide", "free", "SIGABRT"},
#endif
    {'m', die_in_core, NULL, 1, "decide", "call", "SIGABRT"},
    {'m', pass_on, "r", 2, "decide", "null_read", "SIGSEGV"},
    {'m', pass_on, "a", 2, "decide", "abort", "SIGABRT"},
    {'m', pass_on, "c", 2, "decide", "null_call", "SIGSEGV"},
    {'m', pass_on, "e", 2, "decide", "exit", "exit() was called"},
    {'m', pass_on_boxed, "r", 2, "decide", "null_read", "SIGSEGV"},
    {'m', pass_on_boxed, "a", 2, "decide", "abort", "SIGABRT"},
    {'m', pass_on_boxed, "z", 2, BOX, NULL, "SIGSEGV"},
    {'m', pass_on_boxed, "l", 2, BOX, NULL, "SIGSEGV"},
    {'m', pass_on_boxed, "_", 2, BOX, NULL, "it ended the process with _exit"},
};

static void expect(const moult__fault *fault, uint32_t plugin, const char *function,
                   const char *place, const char *cause, const char *about)
{
    ck_assert_msg(fault->plugin == plugin && strcmp(fault->function, function) == 0 &&
                      strcmp(fault->place, place_of(place)) == 0 &&
                      strcmp(fault->cause, cause) == 0,
                  "%s: plugin %u in \"%s\" at \"%s\": \"%s\", not %u in \"%s\" at \"%s\": \"%s\"",
                  about, fault->plugin, fault->function, fault->place, fault->cause, plugin,
                  function, place_of(place), cause);
}

START_TEST(a_plugin_that_ends_the_process_is_named)
{
    compile_with(&kinds[_i]);
    for (uint32_t i = 0; i < MOULT_COUNT(ends); i++) {
        const struct end *end = &ends[i];
        char about[64];
        pid_t child = fork_worker("crasher.so");
        if (child == 0) {
            moult__crash_box(labels[0], BOX);
            first[1].call(end->how, &shared->busy, end->call, (void *)(uintptr_t)end->with);
            _exit(62);
        }
        moult__fault fault;
        moult__fault_find(shared, wait_for(child), 0, &fault);
        snprintf(about, sizeof about, "%s %s: '%c' %s", kinds[_i].driver, kinds[_i].flags, end->how,
                 end->with != NULL ? end->with : "");
        expect(&fault, end->plugin, end->function, end->place, end->cause, about);
    }
}
END_TEST

/* Calls that are over lie all over the stack when the library aborts, and are another's. */
START_TEST(what_is_over_is_not_blamed)
{
    compile_with(&kinds[_i]);
    for (uint32_t other = 0; other < 2; other++) {
        pid_t child = fork_worker("crasher.so");
        if (child == 0) {
            moult__crash_box(labels[1], BOX);
            second[1].call('i', &shared->busy, nothing, NULL);
            moult__crash_box(labels[0], BOX);
            first[1].call(other ? 'e' : 'a', &shared->busy, nothing, NULL);
            _exit(62);
        }
        moult__fault fault;
        moult__fault_find(shared, wait_for(child), 0, &fault);
        expect(&fault, 1, "decide", other ? "exit" : "abort",
               other ? "exit() was called" : "SIGABRT", kinds[_i].flags);
    }
}
END_TEST

/* Stops a child that has said it is busy. */
static int stop(pid_t child, int number)
{
    const struct timespec moment = {0, 1000000};
    while (atomic_load(&shared->busy) == 0)
        nanosleep(&moment, NULL);
    kill(child, number);
    return wait_for(child);
}

START_TEST(a_call_without_an_end_is_named)
{
    static const struct {
        int how;
        const char *place;
    } loops[] = {{'p', "spin"}, {'h', "here"}};
    compile_with(&kinds[_i]);
    for (uint32_t i = 0; i < MOULT_COUNT(loops); i++)
        for (uint32_t killed = 0; killed < 2; killed++) {
            pid_t child = fork_worker("crasher.so");
            if (child == 0) {
                moult__crash_box(labels[0], BOX);
                first[1].call(loops[i].how, &shared->busy, nothing, NULL);
                _exit(62);
            }
            moult__fault fault;
            moult__fault_find(shared, stop(child, killed ? SIGKILL : SIGABRT), 2000, &fault);
            expect(&fault, 1, killed ? BOX : "decide", killed ? NULL : loops[i].place,
                   "no answer for 2.0 s", kinds[_i].flags);
        }
}
END_TEST

START_TEST(a_kill_from_outside_blames_nobody)
{
    compile_with(&kinds[0]);
    pid_t child = fork_worker("crasher.so");
    if (child == 0) {
        moult__crash_box(labels[0], BOX);
        first[1].call('h', &shared->busy, nothing, NULL);
        _exit(62);
    }
    moult__fault fault;
    moult__fault_find(shared, stop(child, SIGKILL), 0, &fault);
    expect(&fault, 0, "", NULL, "it was killed (SIGKILL)", "");
}
END_TEST

START_TEST(a_crash_of_the_core_blames_nobody)
{
    compile_with(&kinds[0]);
    for (uint32_t ends_itself = 0; ends_itself < 2; ends_itself++) {
        pid_t child = fork_worker("crasher.so");
        if (child == 0) {
            moult__crash_box(labels[1], BOX);
            first[0].call(0, &shared->busy, nothing, NULL);
            moult__crash_box(NULL, NULL);
            if (ends_itself)
                _exit(0);
            raise(SIGSEGV);
        }
        moult__fault fault;
        moult__fault_find(shared, wait_for(child), 0, &fault);
        /* An end without a crash is somebody's, though: of whoever was called last. */
        if (ends_itself)
            expect(&fault, 2, "", NULL, "it ended the process with _exit", "");
        else
            expect(&fault, 0, "", NULL, "SIGSEGV", "");
    }
}
END_TEST

START_TEST(without_symbols_the_nearest_function_is_named)
{
    const struct kind kind = {"cc -std=c11", "-O3 -s"};
    compile_with(&kind);
    pid_t child = fork_worker("crasher.so");
    if (child == 0) {
        moult__crash_box(labels[0], BOX);
        first[0].call(0, &shared->busy, die_in_core, NULL);
        _exit(62);
    }
    moult__fault fault;
    int status = wait_for(child);
    moult__fault_find(shared, status, 0, &fault);
    expect(&fault, 1, "other", NULL, "SIGABRT", "");
    ck_assert_int_eq(unlink(kit_at("crasher.so")), 0);
    moult__fault_find(shared, status, 0, &fault);
    expect(&fault, 1, "other", NULL, "SIGABRT", "no file");
}
END_TEST

START_TEST(a_child_that_a_plugin_forks_leaves_at_once)
{
    compile_with(&kinds[0]);
    pid_t child = fork_worker("crasher.so");
    if (child == 0) {
        moult__crash_box(labels[0], BOX);
        _exit(first[1].call('k', &shared->busy, nothing, NULL) == 0 ? 20 : 21);
    }
    int status = wait_for(child);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 20);
    ck_assert_uint_eq(shared->busy, 0);
}
END_TEST

START_TEST(without_a_supervisor_the_process_itself_names_it)
{
    char said[512];
    int pipes[2];
    compile_with(&kinds[0]);
    ck_assert_int_eq(pipe(pipes), 0);
    pid_t child = fork();
    if (child == 0) {
        be_quiet();
        dup2(pipes[1], STDERR_FILENO);
        first = load(moult__crash_shared(), 0, "crasher.so");
        moult__crash_open();
        moult__crash_box("someone@1", BOX);
        first[1].call('r', &shared->busy, nothing, NULL);
        _exit(62);
    }
    close(pipes[1]);
    int status = wait_for(child);
    ssize_t got = read(pipes[0], said, sizeof said - 1);
    close(pipes[0]);
    said[got > 0 ? got : 0] = 0;
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
    ck_assert_str_eq(said, "error  first@1: SIGSEGV at 0x0. The game ended here; the last save is "
                           "as it was\n");
}
END_TEST

/* Whatever a wild plugin left in the memory, it is read without harm. */
START_TEST(a_record_of_rubbish_does_no_harm)
{
    moult__fault fault;
    static const uint8_t bytes[] = {0x00, 0x01, 0x41, 0x7f, 0x80, 0xff};
    for (uint32_t b = 0; b < MOULT_COUNT(bytes); b++)
        for (uint32_t kind = 0; kind < 4; kind++)
            for (uint32_t plugin = 0; plugin < 3; plugin++) {
                memset(shared, bytes[b], sizeof *shared);
                atomic_store(&shared->blame.kind, kind);
                shared->blame.plugin = plugin == 2 ? MOULT__ROSTER_MAX : plugin;
                for (uint32_t i = 0; i < MOULT__ROSTER_MAX; i++) {
                    shared->roster[i].text = (uintptr_t)shared->plugin;
                    shared->roster[i].start = 0;
                    shared->roster[i].end = kind % 2 ? UINT64_MAX : 0;
                }
                moult__fault_find(shared, SIGSEGV, 0, &fault);
                ck_assert_uint_le(fault.plugin, MOULT__ROSTER_MAX);
                ck_assert_ptr_nonnull(memchr(fault.function, 0, sizeof fault.function));
            }
}
END_TEST

static void add_tests(TCase *group)
{
    const int many = system("command -v clang >/dev/null") == 0 ? (int)MOULT_COUNT(kinds)
                                                                : (int)MOULT_COUNT(kinds) - 1;
    tcase_add_loop_test(group, a_plugin_that_ends_the_process_is_named, 0, many);
    tcase_add_loop_test(group, what_is_over_is_not_blamed, 0, many);
    tcase_add_loop_test(group, a_call_without_an_end_is_named, 0, many);
    tcase_add_test(group, a_kill_from_outside_blames_nobody);
    tcase_add_test(group, a_crash_of_the_core_blames_nobody);
    tcase_add_test(group, without_symbols_the_nearest_function_is_named);
    tcase_add_test(group, a_child_that_a_plugin_forks_leaves_at_once);
    tcase_add_test(group, without_a_supervisor_the_process_itself_names_it);
    tcase_add_test(group, a_record_of_rubbish_does_no_harm);
}

int main(void)
{
    Suite *suite = suite_create("fault");
    TCase *group = tcase_create("all");
    kit_folder_make();
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return EXIT_FAILURE;
    tcase_set_timeout(group, 60);
    add_tests(group);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    kit_folder_remove();
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
