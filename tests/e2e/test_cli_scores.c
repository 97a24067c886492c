/* SPDX-License-Identifier: MIT */
/* The ranking and the settings through the real program: runs that end, `moult scores` as text and
 * as JSON, a profile that changes under a running game, and what is refused. */
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
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

static int has_scores(void)
{
    return access(MOULT_BUILD_DIR "/plugins/scores-sqlite.so", F_OK) == 0;
}

/* A run that starves, as this user. */
static void starve(const char *user, const char *arguments)
{
    run_well(&r, NULL, "yes wait | head -n 400 | USER=%s moult play --renderer text --seed 1 %s",
             user, arguments);
    ck_assert_msg(strstr(r.out, "\nYou died\n  Cause  starvation\n") != NULL, "%s", r.out);
}

#define HEADING "Place  Name                       Score  Floor    Turns  Cause\n"

START_TEST(runs_that_end_are_ranked)
{
    if (!has_scores())
        return;
    run_well(&r, NULL, "moult scores");
    ck_assert_str_eq(r.out, "No run of rogue has ended yet.\n");
    run_well(&r, NULL, "moult scores --json; test ! -e $HOME/.local/share/moult/scores.db");
    ck_assert_str_eq(r.out, "[]\n");
    starve("ada", "");
    ck_assert_ptr_nonnull(strstr(r.out, "\n  R starts again.\n"));
    starve("$(printf 'b\\300\\t\"ob\\\\\\303\\251')", "");
    run_well(&r, NULL, "moult scores rogue");
    ck_assert_msg(run_matches(r.out, HEADING
                              "    1  ada                            0      1      "
                              "#  starvation\n"
                              "    2  b??\"ob\\\xc3\xa9                       0      1      "
                              "#  starvation\n"),
                  "%s", r.out);
    run_well(&r, NULL,
             "moult scores --top 1 rogue | tail -n 1; ls $HOME/.local/share/moult/reports");
    ck_assert_ptr_nonnull(strstr(r.out, "    1  ada "));
    ck_assert_ptr_null(strstr(r.out, "    2  "));
    ck_assert_ptr_nonnull(strstr(r.out, "\nrogue-20"));
    run_well(&r, NULL, "LC_ALL=C.UTF-8 moult scores --json");
    ck_assert_msg(run_matches(r.out, "[\n"
                                     "  {\"place\": 1, \"name\": \"ada\", \"score\": 0, \"won\": "
                                     "false, \"turns\": #, \"depth\": 1, \"cause\": "
                                     "\"starvation\", \"seed\": \"1\", \"at\": #},\n"
                                     "  {\"place\": 2, \"name\": \"b??\\\"ob\\\\\xc3\xa9\", "
                                     "\"score\": 0, \"won\": false, \"turns\": #, \"depth\": 1, "
                                     "\"cause\": \"starvation\", \"seed\": \"1\", \"at\": #}\n"
                                     "]\n"),
                  "%s", r.out);
}
END_TEST

START_TEST(runs_that_are_driven_by_a_file_aren_t_ranked)
{
    run_well(&r, NULL,
             "yes wait | head -n 400 > waits; moult play --renderer none --seed 1 --keys waits; "
             "test ! -e $HOME/.local/share/moult/scores.db; "
             "test ! -e $HOME/.local/share/moult/reports");
}
END_TEST

/* The waits of a run that starves, as a file of commands, and a file name with them. */
#define WAITS "yes wait | head -n 400 > waits; "

START_TEST(a_ranking_is_chosen_by_its_place)
{
    if (!has_scores())
        return;
    run_well(&r, NULL,
             WAITS "USER=ada moult play --renderer none --seed 1 --keys waits --scores ./my.db; "
                   "test -e my.db; test ! -e $HOME/.local/share/moult/scores.db; "
                   "test ! -e $HOME/.local/share/moult/reports");
    ck_assert_str_eq(r.err, "");
    run_well(&r, NULL, "moult scores --scores my.db | tail -n +2");
    ck_assert_msg(run_matches(r.out, "    1  ada                            0      1      #  "
                                     "starvation\n"),
                  "%s", r.out);
    run_well(&r, NULL, "moult scores");
    ck_assert_str_eq(r.out, "No run of rogue has ended yet.\n");
    run_well(
        &r, NULL,
        "printf '[profile]\\nbase = rogue\\n[options]\\nscores = %%s/own.db\\n' $PWD > my.ini");
    starve("eve", "./my.ini");
    run_well(&r, NULL, "moult scores ./my.ini | tail -n +2; test -e own.db");
    ck_assert_ptr_eq(strstr(r.out, "    1  eve "), r.out);
    run_well(&r, NULL, "moult scores my --scores own.db | tail -n +2");
    ck_assert_ptr_eq(strstr(r.out, "    1  eve "), r.out);
    ck_assert_str_eq(r.err, "note   no game \"my\" is installed, but runs of it are ranked\n");
}
END_TEST

START_TEST(wide_names_are_aligned_in_any_locale)
{
    static const char *const locales[] = {"C", "C.UTF-8", "ja_JP.UTF-8"};
    if (!has_scores())
        return;
    starve("$(printf '\\346\\227\\245\\346\\234\\254')", "");
    starve("$(printf '\\346\\227\\245%.0s' 1 2 3 4 5 6 7 8 9 10 11 12)", "");
    run_well(&r, NULL,
             "mkdir loc; localedef -i ja_JP -f UTF-8 loc/ja_JP.UTF-8; test -d loc/ja_JP.UTF-8");
    for (size_t i = 0; i < sizeof locales / sizeof *locales; i++) {
        run_well(&r, NULL, "LOCPATH=$T/loc LC_ALL=%s moult scores", locales[i]);
        ck_assert_ptr_nonnull(strstr(r.out, "\n    1  \xe6\x97\xa5\xe6\x9c\xac          "
                                            "                 0  "));
        ck_assert_ptr_nonnull(strstr(r.out, "\xe6\x97\xa5           0  "));
    }
}
END_TEST

START_TEST(a_game_without_a_ranking_is_played)
{
    run_well(&r, NULL, "printf '[profile]\\nbase = rogue\\n[roles]\\nscores = nobody\\n' > my.ini");
    starve("ada", "./my.ini");
    ck_assert_ptr_eq(strstr(r.err, "warn   "), r.err);
    ck_assert_msg(strstr(r.err, "scores/nobody") != NULL, "%s", r.err);
    ck_assert_ptr_nonnull(strstr(r.err, ". It goes on without a ranking\n"));
    ck_assert_ptr_null(strstr(r.out, "  Place  "));
    run_well(&r, NULL, "ls $HOME/.local/share/moult/reports/my-*");
}
END_TEST

START_TEST(a_ranking_that_can_t_be_read_is_named)
{
    if (!has_scores())
        return;
    run_well(&r, NULL,
             "mkdir -p $HOME/.local/share/moult; yes poem | head -n 99 > "
             "$HOME/.local/share/moult/scores.db");
    run_refused(
        &r, "moult scores", 1,
        "error  $T/home/.local/share/moult/scores.db: this is no SQLite file, so it was left "
        "as it is. The ranking can't be shown. Another ranking: --scores WHERE\n");
    starve("ada", "");
    run_well(&r, NULL, "uniq $HOME/.local/share/moult/scores.db");
    ck_assert_str_eq(r.out, "poem\n");
}
END_TEST

static const struct {
    const char *command;
    int32_t code;
    const char *error;
} wrong[] = {
    {"moult scores rogu", 1,
     "error  profile: unknown profile \"rogu\" (did you mean \"rogue\"?). "
     "Known: default rogue~. Nor has the ranking a run of it\n"},
    {"moult scores --top 0", 2,
     "error  moult scores: --top \"0\" is no number from 1 to 100000. Try: moult scores --help\n"},
    {"moult scores --top x", 2,
     "error  moult scores: --top \"x\" is no number from 1 to 100000. Try: moult scores --help\n"},
    {"moult scores --scores mysql://ada:secret@host/db", 2,
     "error  --scores: unknown scheme \"mysql://\". Known: postgres:// postgresql://, or a file's "
     "path\n"},
    {"moult play --scores ''", 2,
     "error  --scores: where the ranking is: a file's path, or postgres://...\n"},
    {"moult play --hero explorer --seeds 1-2 --scores x.db", 2,
     "error  moult play: --seeds keeps nothing of its runs: without --scores. Try: moult play "
     "--help\n"},
    {"printf '[profile]\\nbase = rogue\\n[options]\\nscores = http://a:secret@b/\\n' > my.ini; "
     "moult "
     "play ./my.ini --renderer none --turns 1",
     1,
     "error  ./my.ini:4:1: unknown scheme \"http://\". Known: postgres:// postgresql://, or a "
     "file's "
     "path\n"},
    {"moult scores --jsn", 2,
     "error  moult scores: \"--jsn\" isn't one of its options (did you mean \"--json\"?). Try: "
     "moult scores --help\n"},
    {"moult scores a b", 2,
     "error  moult scores: one game at a time, not \"b\" too. Try: moult scores --help\n"},
    {"printf '[profile]\\nbase = rogue\\n[options]\\nplayer-nam = Eve\\n' > my.ini; moult play "
     "./my.ini --renderer none --turns 1",
     1, "error  ./my.ini:4:1: unknown option \"player-nam\" (did you mean \"player-name\"?)\n"},
};

START_TEST(what_is_wrong_is_told)
{
    run_refused(&r, wrong[_i].command, wrong[_i].code, wrong[_i].error);
}
END_TEST

START_TEST(a_running_game_takes_a_changed_profile)
{
    run_well(&r, NULL,
             "printf '[profile]\\nbase = rogue\\n[options]\\nplayer-name = Eve\\n' > my.ini");
    int32_t pid = run_start(&r, "sleep 50 | moult play ./my.ini --renderer text --seed 1");
    run_well(&r, NULL, "for i in $(seq 100); do moult reload 2>/dev/null && exit; sleep 0.1; done");
    ck_assert_str_eq(r.out, "unchanged: no plugin's file has another content\n");
    run_well(&r, NULL, "sed -i s/Eve/Bob/ my.ini; moult reload");
    ck_assert_str_eq(r.out, "reloaded profile my\n");
    run_refused(&r, "sed -i s/player/palyer/ my.ini; moult reload", 3,
                "error  ./my.ini:4:1: unknown option \"palyer-name\" (did you mean "
                "\"player-name\"?)\n");
    run_stop(pid);
}
END_TEST

/* A plugin with another content, put in place at once. */
#define TOUCH "cp chaser.so new.so; printf '\\0' >> new.so; mv new.so chaser.so; "

START_TEST(plugins_and_profile_may_change_together)
{
    run_well(&r, NULL,
             "printf '[profile]\\nbase = rogue\\n[options]\\nplayer-name = Eve\\n' > my.ini; "
             "cp $B/plugins/ai-chaser.so chaser.so");
    int32_t pid = run_start(&r, "sleep 50 | moult play ./my.ini --renderer text --seed 1 --use "
                                "ai/chaser=./chaser.so");
    run_well(&r, NULL, "for i in $(seq 100); do moult reload 2>/dev/null && exit; sleep 0.1; done");
    run_well(&r, NULL, TOUCH "sed -i s/Eve/Bob/ my.ini; moult reload");
    ck_assert_ptr_eq(strstr(r.out, "reloaded ai-chaser "), r.out);
    ck_assert_ptr_nonnull(strstr(r.out, " ms\nreloaded profile my\n"));
    ck_assert_int_eq(run_shell(&r, NULL, TOUCH "sed -i s/player/palyer/ my.ini; moult reload"), 3);
    ck_assert_ptr_eq(strstr(r.err, "reloaded ai-chaser "), r.err);
    ck_assert_ptr_nonnull(strstr(r.err, "\nerror  ./my.ini:4:1: unknown option \"palyer-name\""));
    run_well(&r, NULL, "sed -i s/palyer/player/ my.ini; moult reload");
    ck_assert_str_eq(r.out, "unchanged: no plugin's file has another content\n");
    run_stop(pid);
}
END_TEST

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

int main(void)
{
    Suite *suite = suite_create("the ranking and the settings");
    TCase *cases = tcase_create("scores");
    tcase_add_checked_fixture(cases, enter, leave);
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, runs_that_end_are_ranked);
    tcase_add_test(cases, runs_that_are_driven_by_a_file_aren_t_ranked);
    tcase_add_test(cases, a_ranking_is_chosen_by_its_place);
    tcase_add_test(cases, wide_names_are_aligned_in_any_locale);
    tcase_add_test(cases, a_game_without_a_ranking_is_played);
    tcase_add_test(cases, a_ranking_that_can_t_be_read_is_named);
    tcase_add_loop_test(cases, what_is_wrong_is_told, 0, COUNT(wrong));
    tcase_add_test(cases, a_running_game_takes_a_changed_profile);
    tcase_add_test(cases, plugins_and_profile_may_change_together);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
