/* SPDX-License-Identifier: MIT */
/* What the long runs share: a set with every archetype, games by a profile of the build, and the
 * bot's turns. A seed is a text made of a name and a number. */
#ifndef TESTS_LONG_RUNS_H
#define TESTS_LONG_RUNS_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

static inline void long_set_open(moult__set *set)
{
    static const char *const names[] = {"boss",   "coward", "explorer", "fast",   "hunter",
                                        "ranged", "smart",  "sleeper",  "tracker"};
    moult__want wants[MOULT_COUNT(names)];
    moult__report report = {0};
    memset(wants, 0, sizeof wants);
    for (uint32_t i = 0; i < MOULT_COUNT(names); i++)
        snprintf(wants[i].slot, sizeof wants[i].slot, "ai/%s", names[i]);
    kit_set_open(set);
    moult_status status = moult__set_load(set, wants, MOULT_COUNT(wants), &report);
    ck_assert_msg(status >= 0, "%s", report.text);
}

/* As `moult play` reads it: its options are the game's. */
static inline void long_profile(moult__profile *profile, const char *name)
{
    static const char *const folders[] = {MOULT_SOURCE_DIR "/plugins/profiles"};
    moult__report report = {0};
    moult__profile_init(profile);
    moult_status status = moult__profile_load(profile, name, folders, 1, &report);
    ck_assert_msg(status >= 0, "%s", report.text);
}

/* A run of the profile `rogue`. */
static inline void long_open(kit_game *g, moult__set *set, const char *name, int number)
{
    moult__report report = {0};
    char seed[32];
    int length = snprintf(seed, sizeof seed, "%s %d", name, number);
    kit_open_in(g, set, seed);
    long_profile(&g->profile, "rogue");
    moult_status status = moult__world_clear(g->w);
    if (status >= 0)
        status = moult__session_tune(&g->s, &report);
    if (status >= 0)
        status = moult__session_start(&g->s, (const uint8_t *)seed, (uint32_t)length);
    ck_assert_msg(status >= 0, "%s%s", report.text, g->s.report.text);
    g->s.options.hero = "explorer";
}

static inline void long_bot_turn(kit_game *g)
{
    moult_status status = moult__bot_turn(&g->s);
    if (status < 0) /* an assertion that holds costs a write to a file */
        ck_abort_msg("turn %u: %s", moult__turn(g->s.world), g->s.report.text);
    g->w = g->s.world;
}

/* Runs a suite's cases, and answers main's code. */
static inline int long_main(const char *name, void (*add)(TCase *cases))
{
    Suite *suite = suite_create(name);
    TCase *cases = tcase_create("all");
    tcase_set_timeout(cases, 600);
    add(cases);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
