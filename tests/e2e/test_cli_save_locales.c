/* SPDX-License-Identifier: MIT */
/* The same run, played, saved, converted to every form and back, and shown, in locales with another
 * decimal point, other letters and another language: all files are the same to the byte. */
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>

static const struct {
    const char *name, *point;
} locales[] = {{"C", "."}, {"de_DE.UTF-8", ","}, {"ja_JP.UTF-8", "."}};

static const struct {
    const char *game, *lines;
} games[] = {
    {"rogue", "explore\nexplore\nmove-west\nsearch\ninventory\nsave\n"},
    {"srl", "Enter\nl\nj\no\nSpace\no\nl\nx\nsave\n"},
    {"simple", "Enter\n2\nl\nj\ntick 300\nh\nk\nsave\n"},
};

#define LOCALES ((int)(sizeof locales / sizeof *locales))

static run r;
static char compiled[] = "/tmp/moult-locales-XXXXXX";

static void make_locales(void)
{
    run_open(&r);
    ck_assert_ptr_nonnull(mkdtemp(compiled));
    run_well(&r, NULL,
             "cd %s && for l in de_DE ja_JP; do localedef -i $l -f UTF-8 ./$l.UTF-8 || "
             "test -d $l.UTF-8; done",
             compiled);
    run_close(&r);
}

static void remove_locales(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -r '%s'", compiled);
    ck_assert_int_eq(system(command), 0);
}

static void enter(void)
{
    run_open(&r);
    setenv("COMPILED", compiled, 1);
}

static void leave(void)
{
    run_close(&r);
}

/* Makes the folder FILES/LOCALE: a save in every form, back from each, and all that it shows. */
static void play_in(int locale, int game)
{
    const char *name = locales[locale].name;
    run_well(&r, NULL, "export LOCPATH=$COMPILED LC_ALL=%s; locale decimal_point", name);
    ck_assert_msg(r.out[0] == locales[locale].point[0], "%s isn't in force: %s", name, r.out);
    run_well(
        &r, games[game].lines,
        "cat >keys; export LOCPATH=$COMPILED LC_ALL=%s; rm -rf home/.local; mkdir -p files/%s && "
        "moult play %s --renderer none --seed 3 --keys keys >files/%s/end && "
        "cd files/%s && mv ../../home/.local/share/moult/saves/%s.moult a.moult && "
        "for e in json db; do moult save convert a.moult a.$e && "
        "moult save convert a.$e $e.moult && moult save diff a.moult $e.moult || exit 1; done; "
        "moult save convert a.json b.db && moult save convert a.db b.json && "
        "cmp a.json b.json && cmp a.db b.db",
        name, name, games[game].game, name, name, games[game].game);
    run_well(&r, NULL,
             "cd files/%s; export LOCPATH=$COMPILED LC_ALL=%s; moult save show a.db >tables && "
             "for t in core.run core.message $(grep -o '^%s[.][a-z]* ' tables); do "
             "moult save show a.json $t --json >$t || exit 1; done; ls | wc -l",
             name, name, games[game].game);
    ck_assert_int_ge(atoi(r.out), 12);
}

START_TEST(a_locale_changes_no_byte_of_a_save)
{
    for (int i = 0; i < LOCALES; i++)
        play_in(i, _i);
    for (int i = 1; i < LOCALES; i++)
        run_well(&r, NULL, "diff -rq files/C files/%s", locales[i].name);
}
END_TEST

/* What one writes, another reads. */
START_TEST(a_save_of_one_locale_is_read_in_another)
{
    play_in(2, 0);
    for (int i = 0; i < LOCALES; i++)
        run_well(&r, NULL,
                 "cd files/%s; export LOCPATH=$COMPILED LC_ALL=%s; for e in moult json db; do "
                 "moult save check a.$e && moult save diff a.moult a.$e || exit 1; done",
                 locales[2].name, locales[i].name);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cli_save_locales");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 200);
    tcase_add_unchecked_fixture(tests, make_locales, remove_locales);
    tcase_add_checked_fixture(tests, enter, leave);
    tcase_add_loop_test(tests, a_locale_changes_no_byte_of_a_save, 0, 3);
    tcase_add_test(tests, a_save_of_one_locale_is_read_in_another);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
