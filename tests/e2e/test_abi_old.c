/* SPDX-License-Identifier: MIT */
/* Plugins that were written for an older release still load, pass every check, and play. They are
 * built here from the sources and the headers of that release (tests/abi/), one of each kind, so
 * that what the core assumes of them is what they really knew. */
#include "support/run.h"
#include <string.h>
#include <check.h>

static run r;
static const char *const kinds[] = {"ai",     "bestiary", "combat", "fov",   "items",
                                    "mapgen", "renderer", "rules",  "saver", "scores"};
#define KINDS (int)(sizeof kinds / sizeof *kinds)

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    run_close(&r);
}

static void build(const char *compiler, const char *kind)
{
    run_well(&r, NULL,
             "%s -std=c11 -O2 -Wall -Wextra -Werror -I\"$S/tests/abi/v1\" -fPIC -shared "
             "-fvisibility=hidden -o %s.so \"$S/tests/abi/v1/plugins/%s.c\"",
             compiler, kind, kind);
}

static void build_all(void)
{
    for (int i = 0; i < KINDS; i++)
        build(i % 2 == 0 ? "gcc" : "clang", kinds[i]);
}

START_TEST(an_old_plugin_passes_every_check)
{
    build("gcc", kinds[_i]);
    run_well(&r, NULL, "moult check --quick ./%s.so", kinds[_i]);
    ck_assert_msg(strstr(r.out, " 0 failed") != NULL, "%s", r.out);
}
END_TEST

/* What is read back is what was written: both runs end alike. */
START_TEST(a_game_of_old_plugins_is_played_and_saved)
{
#define PLAY                                                               \
    "printf 'move-east\\nmove-south\\nmove-west\\nexplore\\n%s' >keys && " \
    "MOULT_PLUGIN_PATH=$PWD moult play ./old.ini --seed 7 --keys keys"
    char played[128], loaded[128];
    build_all();
    run_well(&r, NULL,
             "printf '[profile]\\ntitle = old\\n[roles]\\nrules = v1\\nmapgen = v1\\nfov = v1\\n"
             "renderer = v1\\nsaver = v1\\n' >old.ini");
    run_well(&r, NULL, PLAY, "");
    run_last_line(r.out, played, sizeof played);
    ck_assert_msg(run_matches(played, "turn #  hash ~") && strncmp(played, "turn 0 ", 7) != 0, "%s",
                  r.out);
    ck_assert_msg(strstr(r.out, "You go for a walk.") != NULL, "%s", r.out);
    run_well(&r, NULL, PLAY, "save\\n");
    run_well(&r, NULL,
             "save=~/.local/share/moult/saves/old.moult && head -n 1 $save | grep -qx 'v1 1' && "
             ": >none && MOULT_PLUGIN_PATH=$PWD moult play ./old.ini --load $save --keys none");
    ck_assert_str_eq(run_last_line(r.out, loaded, sizeof loaded), played);
}
END_TEST

START_TEST(old_parts_fit_into_the_games_of_today)
{
    build_all();
    run_well(&r, NULL,
             "moult play rogue --seed 7 --turns 30 --hero v1 --use ai/v1=./ai.so "
             "--use mapgen=./mapgen.so --use combat=./combat.so --use fov=./fov.so "
             "--use items=./items.so --use bestiary=./bestiary.so --use saver=./saver.so "
             "--use renderer=./renderer.so");
    ck_assert_msg(strstr(r.out, "\nturn 30  hash ") != NULL, "%s", r.out);
    run_well(&r, NULL,
             "moult play rogue --seed 7 --turns 3000 --hero wander --renderer none "
             "--use scores=./scores.so --scores ./runs");
    run_well(&r, NULL, "grep -c starvation runs");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("old plugins");
    TCase *tests = tcase_create("v1");
    tcase_add_checked_fixture(tests, enter, leave);
    tcase_add_loop_test(tests, an_old_plugin_passes_every_check, 0, KINDS);
    tcase_add_test(tests, a_game_of_old_plugins_is_played_and_saved);
    tcase_add_test(tests, old_parts_fit_into_the_games_of_today);
    tcase_set_timeout(tests, 120);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
