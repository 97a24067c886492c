/* SPDX-License-Identifier: MIT */
/* moult check: every way in which a call can fail, in every kind of call, is named by function and
 * fault. The plugins are those of tests/zoo/fails. A call that hangs takes its whole deadline, so
 * the plugins of one call are checked side by side. */
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>

#define LINE_MAX_SIZE 1024

/* Which check makes the call. */
static const struct {
    const char *call, *check;
} calls[] = {
    {"decide", "ai-answers"},         {"draw", "renderer-storm"},
    {"encode", "saver-roundtrip"},    {"generate", "mapgen-promises"},
    {"next_event", "renderer-storm"}, {"start", "load"},
    {"strike", "combat-strike"},      {"use", "items-use"},
};

/* What is said of it, and then the call's name. An end by _exit is any program's ordinary end, and
 * a signal that can't be caught doesn't tell who sent it. */
static const struct {
    const char *fault, *says;
} faults[] = {
    {"null_read", "it died of SIGSEGV (Segmentation fault) in "},
    {"null_call", "it died of SIGSEGV (Segmentation fault) in "},
    {"abort", "it died of SIGABRT (Aborted) in "},
    {"thread_abort", "it died of SIGABRT (Aborted) in "},
    {"stack_overflow", "it died of SIGSEGV (Segmentation fault) in "},
    {"stack_smash", "it died of SIGSEGV (Segmentation fault) in "},
    {"exit", "it called exit() in "},
    {"quick_exit", "it ended the process (exit code 0) in "},
    {"endless", "it didn't come back within 2 s from "},
    {"sleep", "it didn't come back within 2 s from "},
    {"memory", "it used up its memory (limit 1024 MB) in "},
    {"lock", "it didn't come back within 2 s from "},
    {"lock_twice", "it didn't come back within 2 s from "},
    {"fork", "it forked in "},
    {"kill_parent", "it killed its parent in "},
    {"stop_parent", "it stopped its parent in "},
    {"kill_self", "it was killed (SIGKILL) in "},
};

#define CALLS (int)(sizeof calls / sizeof *calls)
#define FAULTS (sizeof faults / sizeof *faults)

static run r;

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    run_close(&r);
}

/* The line "FAULT: ..." of what was said. */
static const char *line_of(const char *fault, char *out, size_t room)
{
    char begin[64];
    int length = snprintf(begin, sizeof begin, "%s: ", fault);
    const char *at = r.out;
    while (strncmp(at, begin, (size_t)length) != 0) {
        at = strchr(at, '\n');
        ck_assert_msg(at != NULL, "nothing was said of %s:\n%s", fault, r.out);
        at++;
    }
    snprintf(out, room, "%.*s", (int)strcspn(at, "\n"), at);
    return out;
}

START_TEST(call_and_fault_are_named)
{
    const char *call = calls[_i].call;
    run_well(&r, NULL,
             "ls \"$B\"/zoo/fails/%s-*.so | xargs -P 4 -n 1 sh -c '"
             "said=$(moult check --only %s \"$0\" | head -n 1); "
             "fault=${0##*/%s-}; echo \"${fault%%.so}: $said\"'",
             call, calls[_i].check, call);
    for (size_t i = 0; i < FAULTS; i++) {
        char line[LINE_MAX_SIZE], expected[128];
        line_of(faults[i].fault, line, sizeof line);
        snprintf(expected, sizeof expected, "%s%s, ", faults[i].says, call);
        ck_assert_msg(strstr(line, ": FAIL  ") != NULL && strstr(line, expected) != NULL, "%s-%s",
                      call, line);
    }
}
END_TEST

/* Of a call that hangs it is known after one check. */
START_TEST(a_hanging_plugin_is_waited_for_once)
{
    int32_t code = run_shell(&r, NULL, "moult check \"$B\"/zoo/fails/use-sleep.so");
    ck_assert_int_eq(code, 1);
    ck_assert_ptr_nonnull(
        strstr(r.out, "\nFAIL  ambient            it didn't come back within 2 s from use, "));
    ck_assert_ptr_nonnull(
        strstr(r.out, "\nSKIP  items-use          use didn't come back: see the check ambient\n"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("moult check: faults");
    TCase *tcase = tcase_create("fails");
    tcase_add_checked_fixture(tcase, enter, leave);
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, call_and_fault_are_named, 0, CALLS);
    tcase_add_test(tcase, a_hanging_plugin_is_waited_for_once);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
