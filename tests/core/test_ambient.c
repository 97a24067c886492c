/* SPDX-License-Identifier: MIT */
/* What a call leaves behind in the process: seen when it was changed, passed over when it was
 * declared, and told to the player once, by the name of whose call it was. */
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <moult/plugin.h>
#include "core/game/guard.h"
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

static int descriptor;

static void round_up(void)
{
    fesetround(FE_UPWARD);
}

static void block_a_signal(void)
{
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, SIGUSR2);
    sigprocmask(SIG_BLOCK, &one, NULL);
}

static void ignore_a_signal(void)
{
    signal(SIGUSR1, SIG_IGN);
}

static void go_elsewhere(void)
{
    ck_assert_int_eq(chdir("/"), 0);
}

static void set_a_variable(void)
{
    setenv("MOULT_TEST_AMBIENT", "1", 1);
}

static void change_the_mask(void)
{
    umask(0123);
}

static void open_a_file(void)
{
    descriptor = open("/dev/null", O_RDONLY);
    ck_assert_int_ge(descriptor, 0);
}

static void do_nothing(void)
{
}

/* A terminal is had by signals and a descriptor, a window by a descriptor. */
#define SIGNALS (MOULT_MAY_OWN_SIGNALS | MOULT_MAY_OWN_TERMINAL)
#define FILES (MOULT_MAY_OWN_FILES | MOULT_MAY_OWN_TERMINAL | MOULT_MAY_OWN_WINDOW)

static const struct {
    void (*act)(void);
    const char *what;  /* what is said of it; "": nothing */
    uint32_t allowing; /* the declarations each of which allows it */
} acts[] = {
    {do_nothing, "", 0},
    {round_up, "it changed the rounding mode from 0 to ", 0},
    {block_a_signal, "it changed the signal mask", SIGNALS},
    {ignore_a_signal, "it changed the signal handler of SIGUSR1", SIGNALS},
    {go_elsewhere, "it changed the working directory", 0},
    {set_a_variable, "it changed the environment", 0},
    {change_the_mask, "it changed the file mode mask", 0},
    {open_a_file, "it opened or closed descriptor ", FILES},
};

START_TEST(what_was_changed_is_said_unless_it_was_declared)
{
    moult__ambient before, after;
    char what[160];
    int32_t changed = acts[_i].what[0] != 0;
    moult__ambient_take(&before);
    acts[_i].act();
    moult__ambient_take(&after);
    ck_assert_int_eq(moult__ambient_differs(&before, &after, 0, what, sizeof what), changed);
    ck_assert_msg(strncmp(what, acts[_i].what, strlen(acts[_i].what)) == 0, "%s", what);
    for (uint32_t may = MOULT_MAY_OWN_TERMINAL; may <= MOULT_MAY_OWN_FILES; may *= 2)
        ck_assert_int_eq(moult__ambient_differs(&before, &after, may, what, sizeof what),
                         changed && (acts[_i].allowing & may) == 0);
}
END_TEST

/* Both units have a mode; the vector unit's is the one that most numbers go through. */
START_TEST(rounding_is_put_back_to_the_nearest)
{
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    volatile double third = 1.0, usual = third / 3;
    ck_assert_int_eq(moult__ambient_nearest(), 1);
    ck_assert_int_eq(moult__ambient_rounding(), 1);
    for (uint32_t i = 0; i < MOULT_COUNT(modes); i++) {
        fesetround(modes[i]);
        ck_assert_int_eq(moult__ambient_nearest(), 0);
        ck_assert_int_eq(moult__ambient_rounding(), 0);
        ck_assert_int_eq(fegetround(), FE_TONEAREST);
        ck_assert_int_eq(moult__ambient_rounding(), 1);
    }
#ifdef __x86_64__
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x4000u); /* upward, here alone */
    volatile double other = third / 3;
    ck_assert_int_eq(moult__ambient_nearest(), 0);
    ck_assert_int_eq(moult__ambient_rounding(), 0);
    ck_assert(other != usual);
#endif
    ck_assert(third / 3 == usual);
}
END_TEST

/* -- the player is told ------------------------------------------------------------------------ */

static kit_game g;

static void open_game(void)
{
    kit_open(&g, "guard");
}

static void close_game(void)
{
    kit_close(&g);
}

static uint32_t notices_of(const char *part)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g.s.notice_count; i++)
        count += strstr(g.s.notices[i].text, part) != NULL;
    return count;
}

static void guarded(moult__guard *guard, const char *label, uint32_t owns, void (*act)(void))
{
    moult__guard_begin(guard, label, "turn", owns);
    act();
    moult__guard_end(guard, &g.s);
}

START_TEST(a_rounding_mode_left_behind_is_told_once_a_build)
{
    static const char text[] =
        "warn   ai-wolf@0.3.0 turn: it left another rounding mode behind; it was put back";
    moult__guard guard = {0};
    for (uint32_t i = 0; i < 3; i++) {
        guarded(&guard, "ai-wolf@0.3.0", 0, round_up);
        ck_assert_int_eq(fegetround(), FE_TONEAREST);
    }
    ck_assert_uint_eq(notices_of(text), 1);
    guarded(&guard, "ai-fox@0.1.0", 0, round_up);
    ck_assert_uint_eq(notices_of("another rounding mode"), 2);
    g.s.set->stamp++; /* something was reloaded */
    guarded(&guard, "ai-wolf@0.3.0", 0, round_up);
    ck_assert_uint_eq(notices_of(text), 2);
}
END_TEST

START_TEST(only_whoever_did_it_is_named)
{
    moult__guard guard = {0};
    moult__guard_begin(&guard, "rules-rogue@1.0.0", "turn", 0);
    guarded(&guard, "mapgen-x@1.0.0", 0, round_up);
    guarded(&guard, "mapgen-x@1.0.0", 0, set_a_variable);
    moult__guard_end(&guard, &g.s);
    ck_assert_uint_eq(notices_of("rules-rogue"), 0);
    ck_assert_uint_eq(notices_of("warn   mapgen-x@1.0.0 turn: it left another rounding mode"), 1);
#ifndef NDEBUG
    ck_assert_uint_eq(notices_of("warn   mapgen-x@1.0.0 turn: it changed the environment"), 1);
#endif
}
END_TEST

static moult_status round_and_wait(moult_world *w, const moult_senses *senses, void *memory,
                                   moult_action *action)
{
    (void)w, (void)senses, (void)memory, (void)action;
    round_up();
    return MOULT_OK;
}

static const moult_ai_1 rounder = {sizeof rounder, 0, round_and_wait};

START_TEST(in_a_game_the_archetype_is_named)
{
    kit_fill_slot(g.s.set, "ai/chaser", &rounder);
    kit_hall(&g);
    kit_monster(&g, 0, "chaser", KIT_HALL_X + 1, KIT_HALL_Y);
    for (uint32_t turn = 0; turn < 3; turn++) {
        kit_line(&g, "wait"); /* which takes the notices of the last one away */
        ck_assert_int_eq(fegetround(), FE_TONEAREST);
        ck_assert_uint_eq(notices_of("warn"), turn == 0);
        ck_assert_uint_eq(
            notices_of("warn   ai-chaser@1.0.0 turn: it left another rounding mode behind"),
            turn == 0);
    }
}
END_TEST

/* In builds for players the whole state isn't looked at. */
START_TEST(debug_builds_tell_of_all_that_was_not_declared)
{
#ifdef NDEBUG
    const uint32_t told = 0;
#else
    const uint32_t told = 1;
#endif
    moult__guard guard = {0};
    guarded(&guard, "renderer-x@1.0.0", MOULT_MAY_OWN_FILES, open_a_file);
    ck_assert_uint_eq(notices_of("warn"), 0);
    guarded(&guard, "ai-wolf@0.3.0", 0, go_elsewhere);
    ck_assert_uint_eq(
        notices_of("warn   ai-wolf@0.3.0 turn: it changed the working directory, and left it so"),
        told);
    guarded(&guard, "ai-wolf@0.3.0", 0, set_a_variable);
    ck_assert_uint_eq(notices_of("ai-wolf@0.3.0"), told);
}
END_TEST

START_TEST(a_display_is_compared_when_it_is_closed)
{
    moult__guard guard = {0};
    moult__guard_display_open(&guard);
    open_a_file();
    moult__guard_display_closed(&guard, &g.s, "renderer-x@1.0.0");
    ck_assert_uint_eq(notices_of("renderer-x"), 0);
    moult__guard_display_open(&guard);
    block_a_signal();
    moult__guard_display_lost(&guard);
    moult__guard_display_closed(&guard, &g.s, "renderer-x@1.0.0");
    ck_assert_uint_eq(notices_of("renderer-x"), 0);
    moult__guard_display_open(&guard);
    ignore_a_signal();
    moult__guard_display_closed(&guard, &g.s, "renderer-x@1.0.0");
#ifndef NDEBUG
    ck_assert_uint_eq(
        notices_of("warn   renderer-x@1.0.0 close: it changed the signal handler of SIGUSR1"), 1);
#endif
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ambient");
    TCase *state = tcase_create("state"), *told = tcase_create("told");
    tcase_add_loop_test(state, what_was_changed_is_said_unless_it_was_declared, 0,
                        (int)MOULT_COUNT(acts));
    tcase_add_test(state, rounding_is_put_back_to_the_nearest);
    tcase_add_checked_fixture(told, open_game, close_game);
    tcase_set_timeout(told, 60);
    tcase_add_test(told, a_rounding_mode_left_behind_is_told_once_a_build);
    tcase_add_test(told, only_whoever_did_it_is_named);
    tcase_add_test(told, in_a_game_the_archetype_is_named);
    tcase_add_test(told, debug_builds_tell_of_all_that_was_not_declared);
    tcase_add_test(told, a_display_is_compared_when_it_is_closed);
    suite_add_tcase(suite, state);
    suite_add_tcase(suite, told);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
