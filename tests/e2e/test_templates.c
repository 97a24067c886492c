/* SPDX-License-Identifier: MIT */
/* Every kind of plugin that `moult new` makes, as it comes: short, built by gcc and by clang
 * without a warning, passes its own test and moult check, and shows in a game what it is for. */
#include "support/run.h"
#include <stdio.h>
#include <string.h>
#include <check.h>

static run r;

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    run_close(&r);
}

#define TEXT "moult play --renderer text --seed 7 "

/* A command in the plugin's folder, a word that its output has, and one that it lacks. Where the
 * stock game has it the other way round, it is the plugin that shows. */
static const struct {
    const char *kind, *shows, *says, *never;
} kinds[] = {
    {"mapgen", "yes explore | head -n 3 | " TEXT "--use mapgen=./mine.so", ".#...#...#", ".'."},
    {"ai",
     "sed 's/MOULT_AI(mine/MOULT_AI(chaser/' mine.c >chaser.c && make -s chaser.so && "
     "{ echo explore; yes wait | head -n 12; } | " TEXT "--use ai/chaser=./chaser.so",
     "sewer rat in view", "rat misses you"},
    {"items", "{ echo explore; echo explore; } | " TEXT "--use items=./mine.so",
     "Weapon green herb", "rusty dagger"},
    {"combat", "moult play --seed 7 --hero explorer --turns 250 --use combat=./mine.so",
     "hits you for 3.", "hits you for 1."},
    {"fov", "echo wait | " TEXT "--use fov=./mine.so", "......'.@.?.#", "#....."},
    {"rules", "{ echo explore; } | " TEXT "./mine.ini --use rules=./mine.so", "You go for a walk.",
     "HP"},
    {"renderer", "printf lljj | moult play --seed 7 --use renderer=./mine.so",
     "You pocket the scroll", "HP"},
    {"saver", "echo save | " TEXT "--use saver=./mine.so && cat ~/.local/share/moult/saves/*.moult",
     "\nmine 1\nahgbgjcogcgp", "error"},
    {"scores",
     "yes wait | head -n 200 | XDG_DATA_HOME=$PWD " TEXT
     "--use scores=./mine.so && strings moult/scores.db",
     "starvation", "error"},
};

START_TEST(a_template_is_short_and_builds_everywhere)
{
    const char *kind = kinds[_i].kind;
    run_well(&r, NULL, "moult new %s mine", kind);
    ck_assert_ptr_nonnull(strstr(r.out, "next: cd mine && make\n"));
    run_well(&r, NULL,
             "cd mine && test $(cat mine.c | wc -l) -le 60 && "
             "test $(cat Makefile | wc -l) -le 12 && ! grep -ri template .");
    for (int clang = 0; clang < 2; clang++) {
        run_well(&r, NULL, "cd mine && make -B CC=%s && make test CC=%s", clang ? "clang" : "gcc",
                 clang ? "clang" : "gcc");
        ck_assert_str_eq(r.err, "");
        ck_assert_ptr_nonnull(strstr(r.out, ": 0 failed\n"));
    }
    run_well(&r, NULL, "moult check --quick mine/mine.so");
}
END_TEST

START_TEST(a_template_shows_in_a_game)
{
    run_well(&r, NULL, "moult new %s mine && make -s -C mine", kinds[_i].kind);
    run_well(&r, NULL, "cd mine && { %s; }", kinds[_i].shows);
    ck_assert_msg(strstr(r.out, kinds[_i].says) != NULL, "%s: no \"%s\" in:\n%s", kinds[_i].kind,
                  kinds[_i].says, r.out);
    ck_assert_msg(strstr(r.out, kinds[_i].never) == NULL, "%s: \"%s\" in:\n%s", kinds[_i].kind,
                  kinds[_i].never, r.out);
}
END_TEST

START_TEST(a_test_that_fails_says_what_isnt_so)
{
    run_well(&r, NULL,
             "moult new items mine && sed -i 's/effect.hp == HEALING/effect.hp == 5/' "
             "mine/test_mine.c");
    ck_assert_int_ne(run_shell(&r, NULL, "make -s -C mine test"), 0);
    ck_assert_ptr_nonnull(
        strstr(r.err, "test_mine.c:15: not so: effect.hp == 5 && effect.weapon == -1\n"));
}
END_TEST

START_TEST(the_kinds_are_listed)
{
    run_well(&r, NULL, "moult new | sed -n 's/^  \\([a-z]*\\) .*/\\1/p'");
    ck_assert_str_eq(r.out, "mapgen\nai\nitems\ncombat\nfov\nrules\nrenderer\nsaver\nscores\n");
}
END_TEST

static const struct {
    const char *command;
    int32_t code;
    const char *error;
} refused[] = {
    {"moult new mapgem mine", 2,
     "error  moult new: \"mapgem\" is no kind of plugin (did you mean \"mapgen\"?). moult new "
     "lists them. Try: moult new --help\n"},
    {"moult new mapgen", 2,
     "error  moult new: it takes a kind and a name. Try: moult new --help\n"},
    {"moult new mapgen my-caves", 2,
     "error  moult new: \"my-caves\" is no name for a plugin: a-z, then a-z and 0-9, at most 15 in "
     "all. Try: moult new --help\n"},
    {"moult new mapgen ../mine", 2,
     "error  moult new: \"../mine\" is no name for a plugin: a-z, then a-z and 0-9, at most 15 in "
     "all. Try: moult new --help\n"},
    {"moult new mapgen abcdefghijklmnop", 2,
     "error  moult new: \"abcdefghijklmnop\" is no name for a plugin: a-z, then a-z and 0-9, at "
     "most 15 in all. Try: moult new --help\n"},
    {"moult new mapgen rooms", 1,
     "error  moult new: mapgen/rooms is already provided ($B/plugins/mapgen-rooms.so). Choose "
     "another name\n"},
    {"moult new fov shadow", 1,
     "error  moult new: fov/shadow is already provided (core). Choose another name\n"},
    {"mkdir mine && moult new fov mine", 1,
     "error  mine: is there already, and stays as it is. Choose another name, or --folder\n"},
    {"moult new fov mine --folder nowhere", 1,
     "error  nowhere/mine: can't be made: No such file or directory. Give another --folder\n"},
};

START_TEST(what_cant_be_made_is_refused)
{
    run_refused(&r, refused[_i].command, refused[_i].code, refused[_i].error);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("templates");
    TCase *tests = tcase_create("templates");
    tcase_add_checked_fixture(tests, enter, leave);
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, a_template_is_short_and_builds_everywhere, 0,
                        sizeof kinds / sizeof *kinds);
    tcase_add_loop_test(tests, a_template_shows_in_a_game, 0, sizeof kinds / sizeof *kinds);
    tcase_add_test(tests, a_test_that_fails_says_what_isnt_so);
    tcase_add_test(tests, the_kinds_are_listed);
    tcase_add_loop_test(tests, what_cant_be_made_is_refused, 0, sizeof refused / sizeof *refused);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
