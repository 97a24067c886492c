/* SPDX-License-Identifier: MIT */
/* Fifty recorded runs of the explorer are played again and verified. With one archetype changed,
 * the replay names the very turn at which the state's hash first differs: it is found here by
 * playing both, for ever more turns, without any journal. */
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>

#define RUNS 50
#define TURNS 350
#define JOURNAL "home/.local/share/moult/journals/rogue.journal"
#define BOT "moult play rogue --renderer none --no-supervisor --hero explorer --seed %d --turns %d "

static run r;

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    run_close(&r);
}

START_TEST(a_recorded_run_is_verified)
{
    char end[256], again[256];
    run_well(&r, NULL, BOT, 100 + _i, TURNS + 10 * _i);
    run_last_line(r.out, end, sizeof end);
    ck_assert_msg(run_matches(end, "turn #  hash ~"), "%s", end);
    run_well(&r, NULL, "moult replay " JOURNAL " --verify");
    ck_assert_str_eq(r.err, "");
    ck_assert_str_eq(run_last_line(r.out, again, sizeof again), end);
}
END_TEST

/* Another chaser, which loses sight of the hero in every seventh column. */
static void build_changed(void)
{
    run_well(&r, NULL,
             "sed 's/s->flags & MOULT_SEES_TARGET/(s->flags \\& MOULT_SEES_TARGET) \\&\\& "
             "s->target_x %% 7 != 3/' \"$S\"/plugins/ai/chaser.c >changed.c && "
             "! cmp -s changed.c \"$S\"/plugins/ai/chaser.c && "
             "cc -D_GNU_SOURCE -std=c11 -O1 -fPIC -shared -fvisibility=hidden -I\"$S/sdk/include\" "
             "-Wl,-z,now changed.c -o changed.so");
}

/* Whether both archetypes' runs end alike after so many turns. */
static int is_alike(int turns)
{
    run_well(&r, NULL,
             BOT "--no-journal >plain && " BOT "--no-journal --use ai/chaser=./changed.so", 7,
             turns, 7, turns);
    char changed[256];
    run_last_line(r.out, changed, sizeof changed);
    run_well(&r, NULL, "cat plain");
    char plain[256];
    return strcmp(run_last_line(r.out, plain, sizeof plain), changed) == 0;
}

START_TEST(a_changed_archetype_is_named_at_its_first_turn)
{
    int alike = 1, differs = 400;
    char expected[128];
    build_changed();
    ck_assert(is_alike(alike));
    ck_assert(!is_alike(differs));
    while (differs - alike > 1) { /* runs that once differ stay apart */
        const int middle = (alike + differs) / 2;
        *(is_alike(middle) ? &alike : &differs) = middle;
    }
    run_well(&r, NULL, BOT, 7, 400);
    run_well(&r, NULL, "moult replay " JOURNAL " --verify");
    run_shell(&r, NULL, "moult replay " JOURNAL " --verify --use ai/chaser=./changed.so");
    ck_assert_int_eq(r.code, 1);
    snprintf(expected, sizeof expected, ": turn %d isn't as recorded: ", differs);
    ck_assert_msg(strstr(r.err, expected) != NULL, "not turn %d: %s", differs, r.err);
    ck_assert_ptr_nonnull(strstr(r.err, " table "));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("replays");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, enter, leave);
    tcase_add_loop_test(tests, a_recorded_run_is_verified, 0, RUNS);
    tcase_add_test(tests, a_changed_archetype_is_named_at_its_first_turn);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
