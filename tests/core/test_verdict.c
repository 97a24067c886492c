/* SPDX-License-Identifier: MIT */
/* Verdicts, from deaths that are written by hand into the memory that a worker leaves behind. What
 * the supervisor does about each stands in the plan of the next worker and in one line of text. */
#include "core/supervisor/verdict.h"
#include <moult/plugin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>
#undef fail

#define WOLF 1u /* roster indexes + 1 */
#define BEAR 2u
#define LIVE "/p/"     /* where plugins are read from */
#define STAGED "/tmp/" /* their copies */

static moult__shared *shared;
static moult__verdicts *verdicts;
static moult__fault fault;
static char text[2048];

static void enter(void)
{
    shared = calloc(1, sizeof *shared);
    verdicts = calloc(1, sizeof *verdicts);
    atomic_store(&shared->busy, 1);
    memset(&fault, 0, sizeof fault);
    strcpy(shared->seed, "7");
    shared->turn = 12;
}

static void leave(void)
{
    free(shared);
    free(verdicts);
}

/* A build that runs: its n-th generation, with the one before it when there was one. */
static moult__roster_entry *runs(uint32_t plugin, const char *name, uint32_t generation)
{
    moult__roster_entry *entry = &shared->roster[plugin - 1];
    memset(entry, 0, sizeof *entry);
    snprintf(entry->label, sizeof entry->label, "ai-%s@1.0", name);
    snprintf(entry->path, sizeof entry->path, LIVE "%s.so", name);
    snprintf(entry->staged, sizeof entry->staged, STAGED "%s-%u.so", name, generation);
    if (generation > 1) {
        snprintf(entry->previous, sizeof entry->previous, STAGED "%s-%u.so", name, generation - 1);
        entry->previous_generation = generation - 1;
    }
    entry->generation = generation;
    entry->content = 100 * plugin + generation;
    entry->text = 1000 * plugin;
    if (atomic_load(&shared->roster_count) < plugin)
        atomic_store(&shared->roster_count, plugin);
    return entry;
}

static uint32_t die_of(uint32_t plugin, const char *cause)
{
    fault.plugin = plugin;
    snprintf(fault.cause, sizeof fault.cause, "%s", cause);
    return moult__verdict(verdicts, shared, &fault, text, sizeof text);
}

/* Somebody's kill, while a plugin (0: none) was the last that had been called. */
static uint32_t be_killed(uint32_t last)
{
    shared->last = last != 0 ? (const char *)(uintptr_t)shared->roster[last - 1].text : NULL;
    return die_of(0, "it was killed (SIGKILL)");
}

static const moult__instead *planned(const char *path)
{
    for (uint32_t i = 0; i < verdicts->count; i++)
        if (strcmp(verdicts->plan[i].path, path) == 0)
            return &verdicts->plan[i];
    ck_abort_msg("%s isn't planned", path);
}

static void expect_plan(const char *path, const char *staged, uint32_t generation, uint32_t times)
{
    const moult__instead *entry = planned(path);
    ck_assert_str_eq(entry->staged, staged);
    ck_assert_uint_eq(entry->staged_generation, generation);
    ck_assert_uint_eq(entry->times, times);
}

/* -- who is known ------------------------------------------------------------------------------ */

START_TEST(the_generation_before_takes_over)
{
    runs(WOLF, "wolf", 3);
    runs(BEAR, "bear", 1);
    strcpy(fault.function, "decide");
    strcpy(fault.place, "wolf.c:12");
    ck_assert_uint_eq(die_of(WOLF, "SIGSEGV"), MOULT__VERDICT_BACK);
    expect_plan(LIVE "wolf.so", STAGED "wolf-2.so", 2, 1);
    expect_plan(LIVE "bear.so", STAGED "bear-1.so", 1, 0);
    ck_assert_uint_eq(planned(LIVE "wolf.so")->blamed, 103);
    ck_assert_uint_eq(planned(LIVE "wolf.so")->blamed_generation, 3);
    ck_assert_str_eq(text, "error  ai-wolf@1.0 decide: SIGSEGV at wolf.c:12 (turn 12). Generation "
                           "2 is back. Repeat it: moult check " LIVE "wolf.so");
}
END_TEST

START_TEST(without_one_it_is_left_out)
{
    runs(WOLF, "wolf", 1);
    runs(BEAR, "bear", 2);
    strcpy(fault.function, "generate");
    shared->depth = -3;
    ck_assert_uint_eq(die_of(WOLF, "SIGFPE"), MOULT__VERDICT_OUT);
    expect_plan(LIVE "wolf.so", "", 0, 1);
    expect_plan(LIVE "bear.so", STAGED "bear-2.so", 2, 0);
    ck_assert_str_eq(planned(LIVE "bear.so")->previous, STAGED "bear-1.so");
    ck_assert_uint_eq(planned(LIVE "bear.so")->previous_generation, 1);
    ck_assert_str_eq(text, "error  ai-wolf@1.0 generate: SIGFPE (turn 12). It is left out until "
                           "its file changes. Repeat it: moult check " LIVE "wolf.so --repro 7:-3");
}
END_TEST

/* Generation 2 fails, 1 is back, the same bytes are loaded as generation 3 and fail again; then
 * other bytes do. */
START_TEST(the_same_bytes_are_blamed_more_often)
{
    runs(WOLF, "wolf", 2)->content = 5;
    ck_assert_uint_eq(die_of(WOLF, "SIGSEGV"), MOULT__VERDICT_BACK);
    expect_plan(LIVE "wolf.so", STAGED "wolf-1.so", 1, 1);
    moult__roster_entry *again = runs(WOLF, "wolf", 3);
    again->content = 5;
    strcpy(again->previous, STAGED "wolf-1.so");
    again->previous_generation = 1;
    ck_assert_uint_eq(die_of(WOLF, "SIGSEGV"), MOULT__VERDICT_BACK);
    expect_plan(LIVE "wolf.so", STAGED "wolf-1.so", 1, 2);
    again = runs(WOLF, "wolf", 4);
    again->content = 6;
    ck_assert_uint_eq(die_of(WOLF, "SIGSEGV"), MOULT__VERDICT_BACK);
    expect_plan(LIVE "wolf.so", STAGED "wolf-3.so", 3, 1);
}
END_TEST

START_TEST(who_is_left_out_twice_stays_out)
{
    runs(WOLF, "wolf", 1);
    die_of(WOLF, "SIGSEGV");
    runs(WOLF, "wolf", 1);
    ck_assert_uint_eq(die_of(WOLF, "SIGSEGV"), MOULT__VERDICT_OUT);
    expect_plan(LIVE "wolf.so", "", 0, 2);
    ck_assert_ptr_nonnull(strstr(text, "It stays out until its file changes"));
}
END_TEST

/* Where it is known that generation 1 stands in for 2, a death of somebody else doesn't forget it:
 * a reload is still not to take the blamed bytes unseen. */
START_TEST(who_stands_in_is_still_known_at_the_next_death)
{
    runs(WOLF, "wolf", 2);
    runs(BEAR, "bear", 2);
    die_of(WOLF, "SIGSEGV");
    runs(WOLF, "wolf", 1);
    ck_assert_uint_eq(die_of(BEAR, "SIGABRT"), MOULT__VERDICT_BACK);
    expect_plan(LIVE "wolf.so", STAGED "wolf-1.so", 1, 1);
    ck_assert_uint_eq(planned(LIVE "wolf.so")->blamed, 102);
    ck_assert_uint_eq(planned(LIVE "wolf.so")->blamed_generation, 2);
    expect_plan(LIVE "bear.so", STAGED "bear-1.so", 1, 1);
    runs(WOLF, "wolf", 3); /* a reload brought another one in */
    runs(BEAR, "bear", 1);
    be_killed(0);
    expect_plan(LIVE "wolf.so", STAGED "wolf-3.so", 3, 0);
    expect_plan(LIVE "bear.so", STAGED "bear-1.so", 1, 1);
}
END_TEST

START_TEST(who_was_left_out_stays_planned_and_who_is_gone_does_not)
{
    runs(WOLF, "wolf", 1);
    runs(BEAR, "bear", 1);
    die_of(WOLF, "SIGSEGV");
    runs(1, "cat", 1);
    atomic_store(&shared->roster_count, 1);
    ck_assert_uint_eq(be_killed(0), MOULT__VERDICT_AGAIN);
    ck_assert_uint_eq(verdicts->count, 2);
    expect_plan(LIVE "wolf.so", "", 0, 1);
    expect_plan(LIVE "cat.so", STAGED "cat-1.so", 1, 0);
}
END_TEST

START_TEST(a_worker_that_told_of_nothing_changes_no_plan)
{
    static const uint32_t counts[] = {0, MOULT__ROSTER_MAX + 1, UINT32_MAX};
    runs(WOLF, "wolf", 2);
    runs(BEAR, "bear", 1);
    die_of(BEAR, "SIGSEGV");
    runs(WOLF, "cat", 1);
    atomic_store(&shared->roster_count, counts[_i]);
    ck_assert_uint_eq(be_killed(0), MOULT__VERDICT_AGAIN);
    ck_assert_uint_eq(verdicts->count, 2);
    expect_plan(LIVE "wolf.so", STAGED "wolf-2.so", 2, 0);
    expect_plan(LIVE "bear.so", "", 0, 1);
}
END_TEST

/* -- constructors ------------------------------------------------------------------------------ */

static void load(const char *name, uint64_t content)
{
    snprintf(shared->loading_label, sizeof shared->loading_label, "ai-%s@1.0", name);
    snprintf(shared->loading_path, sizeof shared->loading_path, LIVE "%s.so", name);
    shared->loading_content = content;
}

START_TEST(a_build_that_dies_while_it_is_loaded_is_blamed)
{
    load("wolf", 9);
    ck_assert_uint_eq(die_of(0, "SIGSEGV"), MOULT__VERDICT_OUT);
    ck_assert_uint_eq(verdicts->count, 1);
    expect_plan(LIVE "wolf.so", "", 0, 1);
    ck_assert_uint_eq(planned(LIVE "wolf.so")->blamed, 9);
    ck_assert_str_eq(text,
                     "error  ai-wolf@1.0 load: SIGSEGV (turn 12). It is left out until its file "
                     "changes. Repeat it: moult check " LIVE "wolf.so");
}
END_TEST

/* While a reload maps the next one, the roster still tells of the one that runs. */
START_TEST(who_ran_when_the_next_build_died_while_it_was_loaded_goes_on)
{
    runs(WOLF, "wolf", 2);
    load("wolf", 9);
    ck_assert_uint_eq(die_of(0, "SIGSEGV"), MOULT__VERDICT_BACK);
    expect_plan(LIVE "wolf.so", STAGED "wolf-2.so", 2, 1);
    ck_assert_uint_eq(planned(LIVE "wolf.so")->blamed, 9);
    ck_assert_uint_eq(planned(LIVE "wolf.so")->blamed_generation, 3);
    ck_assert_str_eq(planned(LIVE "wolf.so")->previous, "");
}
END_TEST

/* -- nobody ------------------------------------------------------------------------------------ */

START_TEST(the_same_suspect_at_two_deaths_in_a_row_is_blamed)
{
    runs(WOLF, "wolf", 1);
    runs(BEAR, "bear", 2);
    ck_assert_uint_eq(be_killed(BEAR), MOULT__VERDICT_AGAIN);
    expect_plan(LIVE "bear.so", STAGED "bear-2.so", 2, 0);
    ck_assert_str_eq(text, "error  moult: it was killed (SIGKILL) (turn 12). The game goes on from "
                           "the last turn");
    ck_assert_uint_eq(be_killed(BEAR), MOULT__VERDICT_BACK);
    expect_plan(LIVE "bear.so", STAGED "bear-1.so", 1, 1);
    ck_assert_ptr_nonnull(strstr(text, "error  ai-bear@1.0: it was killed (SIGKILL)"));
}
END_TEST

/* Somebody else in between, or a turn, or nobody. */
static const struct {
    uint32_t last[3], turns[3], verdict[3];
} deaths[] = {
    {{WOLF, BEAR, WOLF}, {0, 0, 0}, {0, 0, MOULT__VERDICT_END}},
    {{WOLF, WOLF, WOLF}, {0, 1, 1}, {0, 0, 0}},
    {{WOLF, WOLF, WOLF}, {1, 2, 3}, {0, 0, 0}},
    {{0, 0, 0}, {0, 0, 0}, {0, 0, MOULT__VERDICT_END}},
    {{0, 0, 0}, {5, 0, 0}, {0, 0, MOULT__VERDICT_END}},
    {{WOLF, 0, WOLF}, {0, 0, 0}, {0, 0, MOULT__VERDICT_END}},
    {{WOLF, BEAR, BEAR}, {0, 0, 0}, {0, 0, MOULT__VERDICT_OUT}},
};

START_TEST(others_are_taken_for_kills_but_not_for_ever)
{
    runs(WOLF, "wolf", 1);
    runs(BEAR, "bear", 1);
    for (uint32_t i = 0; i < 3; i++) {
        shared->played += deaths[_i].turns[i];
        ck_assert_uint_eq(be_killed(deaths[_i].last[i]), deaths[_i].verdict[i]);
    }
    if (deaths[_i].verdict[2] == MOULT__VERDICT_END)
        ck_assert_ptr_nonnull(strstr(text, "The game can't go on"));
}
END_TEST

/* -- whoever has others called ----------------------------------------------------------------- */

/* Rules that the box alone points to, or an address within them; with the generation before them or
 * without; in a game that plays, or before that. Verdicts of two deaths in a row. */
static const struct {
    uint32_t generation, opened, blamed, returns;
    uint64_t place;
    uint32_t verdict[2];
} rules[] = {
    {1, 1, 0, 0, 0, {MOULT__VERDICT_AGAIN, MOULT__VERDICT_OUT}},
    {1, 1, 1, 0, 0, {MOULT__VERDICT_AGAIN, MOULT__VERDICT_OUT}},
    {1, 1, 1, 0, 5999, {MOULT__VERDICT_OUT, MOULT__VERDICT_OUT}},
    {1, 1, 1, 0, 6000, {MOULT__VERDICT_AGAIN, MOULT__VERDICT_OUT}},
    {1, 1, 1, 2, 0, {MOULT__VERDICT_OUT, MOULT__VERDICT_OUT}},
    {1, 0, 0, 0, 0, {MOULT__VERDICT_OUT, MOULT__VERDICT_OUT}},
    {2, 1, 0, 0, 0, {MOULT__VERDICT_BACK, MOULT__VERDICT_BACK}},
};

START_TEST(kills_while_it_waits_are_nobodys_fault)
{
    runs(WOLF, "wolf", 1);
    atomic_store(&shared->busy, 0);
    for (uint32_t i = 0; i < 3 * MOULT__DEATHS_MAX; i++)
        ck_assert_uint_eq(be_killed(WOLF), MOULT__VERDICT_AGAIN);
}
END_TEST

START_TEST(rules_are_not_left_out_on_the_first_suspicion)
{
    moult__roster_entry *entry = runs(WOLF, "rules", rules[_i].generation);
    strcpy(entry->functions[1].name, "choose");
    entry->function_count = 2;
    entry->start = 5000;
    entry->end = 6000;
    atomic_store(&shared->opened, rules[_i].opened);
    shared->blame.plugin = rules[_i].blamed ? WOLF : 0;
    shared->blame.return_count = rules[_i].returns;
    shared->blame.place = rules[_i].place;
    for (uint32_t i = 0; i < 2; i++)
        ck_assert_uint_eq(die_of(WOLF, "SIGSEGV"), rules[_i].verdict[i]);
}
END_TEST

/* -- displays ---------------------------------------------------------------------------------- */

START_TEST(a_renderer_that_lost_its_display_may_come_back)
{
    atomic_store(&shared->blame.kind, MOULT__BLAME_EXIT);
    for (uint32_t i = 0; i < 3; i++) {
        runs(WOLF, "wolf", 1)->owns = MOULT_MAY_OWN_WINDOW;
        ck_assert_uint_eq(die_of(WOLF, "exit() was called"), MOULT__VERDICT_OUT);
        expect_plan(LIVE "wolf.so", "", 0, 0);
    }
    ck_assert_ptr_nonnull(strstr(text, "its display is gone (turn 12)"));
}
END_TEST

/* -- what can't be trusted --------------------------------------------------------------------- */

START_TEST(texts_without_an_end_are_cut)
{
    moult__roster_entry *entry = runs(WOLF, "wolf", 2);
    memset(entry->label, 'l', sizeof entry->label);
    memset(entry->path, 'p', sizeof entry->path);
    memset(entry->staged, 's', sizeof entry->staged);
    memset(entry->previous, 'v', sizeof entry->previous);
    memset(entry->functions, 'f', sizeof entry->functions);
    entry->function_count = UINT32_MAX;
    entry->generation = entry->previous_generation = UINT32_MAX;
    entry->fresh = 1;
    memset(shared->seed, 'e', sizeof shared->seed);
    memset(shared->gave_why, 'w', sizeof shared->gave_why);
    memset(shared->loading_label, 'l', sizeof shared->loading_label);
    memset(shared->loading_path, 'o', sizeof shared->loading_path);
    atomic_store(&shared->blame.kind, MOULT__BLAME_EXIT);
    strcpy(fault.function, "generate");
    const uint32_t rooms[] = {sizeof text, 200, 20, 1};
    for (uint32_t i = 0; i < MOULT_COUNT(rooms); i++) {
        memset(text, '#', sizeof text);
        fault.plugin = i % 2 ? 0 : WOLF;
        moult__verdict(verdicts, shared, &fault, text, rooms[i]);
        ck_assert_uint_lt(strnlen(text, rooms[i]), rooms[i]);
        moult__verdict_gave_up(verdicts, shared, text, rooms[i]);
        ck_assert_uint_lt(strnlen(text, rooms[i]), rooms[i]);
    }
    for (uint32_t i = 0; i < verdicts->count; i++) {
        ck_assert_uint_lt(strlen(verdicts->plan[i].path), sizeof entry->path);
        ck_assert_uint_lt(strlen(verdicts->plan[i].label), sizeof entry->label);
    }
}
END_TEST

START_TEST(a_number_that_no_build_has_is_nobody)
{
    static const uint32_t numbers[] = {MOULT__ROSTER_MAX, MOULT__ROSTER_MAX + 1, UINT32_MAX};
    runs(WOLF, "wolf", 1);
    ck_assert_uint_eq(die_of(numbers[_i], "SIGSEGV"), MOULT__VERDICT_AGAIN);
    expect_plan(LIVE "wolf.so", STAGED "wolf-1.so", 1, 0);
}
END_TEST

/* -- reloads that gave up ---------------------------------------------------------------------- */

START_TEST(all_of_a_reload_that_gave_up_go_back)
{
    runs(1, "wolf", 2)->fresh = 1;
    runs(2, "bear", 2);
    runs(3, "cat", 4)->fresh = 1;
    strcpy(shared->gave_why, "error  rules-x@1 turn: no room. Make some");
    ck_assert_uint_eq(moult__verdict_gave_up(verdicts, shared, text, sizeof text),
                      MOULT__VERDICT_BACK);
    expect_plan(LIVE "wolf.so", STAGED "wolf-1.so", 1, 1);
    expect_plan(LIVE "bear.so", STAGED "bear-2.so", 2, 0);
    expect_plan(LIVE "cat.so", STAGED "cat-3.so", 3, 1);
    ck_assert_str_eq(text, "error  ai-wolf@1.0, ai-cat@1.0 turn: the first turn after the reload "
                           "was refused (rules-x@1 turn: no room. Make some). The generation "
                           "before is back");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("verdict");
    TCase *group = tcase_create("all");
    tcase_add_checked_fixture(group, enter, leave);
    tcase_add_test(group, the_generation_before_takes_over);
    tcase_add_test(group, without_one_it_is_left_out);
    tcase_add_test(group, the_same_bytes_are_blamed_more_often);
    tcase_add_test(group, who_is_left_out_twice_stays_out);
    tcase_add_test(group, who_stands_in_is_still_known_at_the_next_death);
    tcase_add_test(group, who_was_left_out_stays_planned_and_who_is_gone_does_not);
    tcase_add_loop_test(group, a_worker_that_told_of_nothing_changes_no_plan, 0, 3);
    tcase_add_test(group, a_build_that_dies_while_it_is_loaded_is_blamed);
    tcase_add_test(group, who_ran_when_the_next_build_died_while_it_was_loaded_goes_on);
    tcase_add_test(group, the_same_suspect_at_two_deaths_in_a_row_is_blamed);
    tcase_add_loop_test(group, others_are_taken_for_kills_but_not_for_ever, 0, MOULT_COUNT(deaths));
    tcase_add_test(group, kills_while_it_waits_are_nobodys_fault);
    tcase_add_loop_test(group, rules_are_not_left_out_on_the_first_suspicion, 0,
                        MOULT_COUNT(rules));
    tcase_add_test(group, a_renderer_that_lost_its_display_may_come_back);
    tcase_add_test(group, texts_without_an_end_are_cut);
    tcase_add_loop_test(group, a_number_that_no_build_has_is_nobody, 0, 3);
    tcase_add_test(group, all_of_a_reload_that_gave_up_go_back);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
