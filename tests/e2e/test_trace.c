/* SPDX-License-Identifier: MIT */
/* moult play --trace: over a reload and over a crash of what is traced, from the start and while a
 * game runs; and where code may not be made at run time, plain words. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "driven_game.h"

#define GAME "rogue --seed 7 --renderer text "

static driven game;

static void enter(void)
{
    driven_open(&game);
}

static void leave(void)
{
    run_close(&game.r);
}

static void play(int32_t turns)
{
    for (int32_t i = 0; i < turns; i++)
        driven_play(&game, "wait");
}

/* Calls in t.json; the test fails when that isn't JSON. */
static int32_t told(const char *filter)
{
    run_well(&game.r, NULL, "jq '[.traceEvents[] | select(.ph == \"X\" and (%s))] | length' t.json",
             filter);
    return atoi(game.r.out);
}

/* A run is the same with a trace as without. */
START_TEST(a_trace_changes_nothing)
{
    char end[256];
    run_well(&game.r, NULL,
             "moult play rogue --seed 7 --hero explorer --turns 200 --renderer none");
    run_last_line(game.r.out, end, sizeof end);
    run_well(&game.r, NULL,
             "moult play rogue --seed 7 --hero explorer --turns 200 --renderer none "
             "--trace 'ai/*,rules,mapgen,fov,combat' --trace-out t.json");
    ck_assert_str_eq(run_last_line(game.r.out, (char[256]){0}, 256), end);
    ck_assert_ptr_nonnull(strstr(game.r.err, "ai/explorer decide"));
    ck_assert_ptr_nonnull(strstr(game.r.err, "rules/rogue turn"));
    ck_assert_int_ge(told(".cat == \"ai/explorer\" and .name == \"decide\""), 100);
    ck_assert_int_ge(told(".cat == \"rules/rogue\" and .name == \"turn\""), 200);
    ck_assert_int_ge(told(".cat == \"mapgen/vaults\""), 1);
}
END_TEST

START_TEST(it_is_switched_while_the_game_runs)
{
    driven_begin(&game, GAME);
    driven_read(&game);
    play(2);
    run_well(&game.r, NULL, "moult ctl 'trace on ai/chaser t.json'");
    play(3);
    const int32_t calls = told("true");
    ck_assert_int_ge(calls, 3);
    ck_assert_int_eq(told(".cat == \"ai/chaser\""), calls);
    run_well(&game.r, NULL, "moult ctl trace");
    ck_assert_ptr_nonnull(strstr(game.r.out, "ai/chaser decide"));
    ck_assert_ptr_null(strstr(game.r.out, "rules/rogue"));
    run_well(&game.r, NULL, "moult ctl 'trace off'");
    ck_assert_ptr_nonnull(strstr(game.r.out, "ai/chaser decide"));
    play(3);
    ck_assert_int_eq(told("true"), calls);
    driven_end(&game);
}
END_TEST

START_TEST(a_new_build_is_traced_too)
{
    run_well(&game.r, NULL,
             "cp $B/plugins/ai-chaser.so chaser.so && cp chaser.so new.so && "
             "printf '\\0\\0\\0\\0' >>new.so");
    driven_begin(&game, GAME "--trace ai/chaser --trace-out t.json --use ai/chaser=chaser.so");
    driven_read(&game);
    play(3);
    const int32_t before = told("true");
    ck_assert_int_ge(before, 3);
    run_well(&game.r, NULL, "mv new.so chaser.so && moult reload");
    ck_assert_msg(strncmp(game.r.out, "reloaded ai-chaser #2", 21) == 0, "%s", game.r.out);
    play(3);
    ck_assert_int_ge(told("true"), before + 3);
    driven_end(&game);
    ck_assert_ptr_nonnull(strstr(driven_said(&game), "ai/chaser decide"));
}
END_TEST

/* The file is whole up to the turn before, and the next worker goes on with it. */
START_TEST(it_outlives_a_crash_of_what_is_traced)
{
    driven_begin(&game, GAME "--trace 'ai/chaser,rules' --trace-out t.json "
                             "--use ai/chaser=" MOULT_BUILD_DIR "/zoo/fails/decide-null_read.so");
    driven_read(&game);
    play(6);
    ck_assert_ptr_nonnull(strstr(driven_said(&game), "decide: SIGSEGV at "));
    ck_assert_int_ge(told(".cat == \"rules/rogue\" and .name == \"turn\""), 5);
    ck_assert_int_ge(told(".cat == \"ai/chaser\""), 6);
    driven_end(&game);
    ck_assert_int_ge(told("true"), 12);
}
END_TEST

/* A libffi that makes no closures, as where memory may not be made executable. */
START_TEST(where_closures_are_denied_it_says_so)
{
    run_well(&game.r, NULL,
             "printf 'void *ffi_closure_alloc(unsigned long size, void **code);\\n"
             "void *ffi_closure_alloc(unsigned long size, void **code)\\n"
             "{ (void)size; *code = 0; return 0; }\\n' >deny.c && cc -shared -fPIC deny.c -o "
             "deny.so");
    const int32_t code = run_shell(&game.r, NULL,
                                   "ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD=./deny.so "
                                   "moult play " GAME "--turns 1 --hero explorer --trace 'ai/*'");
    ck_assert_int_eq(code, 1);
    ck_assert_msg(strstr(game.r.err,
                         "error  trace: this system denies code that is made at run time, so calls "
                         "can't be traced. Lift that (MemoryDenyWriteExecute, SELinux)\n") != NULL,
                  "%s", game.r.err);
}
END_TEST

START_TEST(wrong_options_are_refused)
{
    run_refused(&game.r, "moult play " GAME "--trace-out t.json", 2,
                "error  moult play: --trace-out needs to know what to trace: --trace SLOTS. Try: "
                "moult play --help\n");
    run_refused(&game.r, "moult play " GAME "--trace ai/chasr --turns 1 --hero explorer", 1,
                "error  trace: no slot is called \"ai/chasr\" (did you mean \"ai/chaser\"?). moult "
                "list shows them\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trace");
    TCase *group = tcase_create("trace");
    tcase_set_timeout(group, 120);
    tcase_add_checked_fixture(group, enter, leave);
    tcase_add_test(group, a_trace_changes_nothing);
    tcase_add_test(group, it_is_switched_while_the_game_runs);
    tcase_add_test(group, a_new_build_is_traced_too);
    tcase_add_test(group, it_outlives_a_crash_of_what_is_traced);
    tcase_add_test(group, where_closures_are_denied_it_says_so);
    tcase_add_test(group, wrong_options_are_refused);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
