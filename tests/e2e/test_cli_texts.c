/* SPDX-License-Identifier: MIT */
/* English and Japanese through the real program: by the locale, by LANGUAGE, by --lang; where the
 * terminal isn't UTF-8; and what stays the same in every language: the game, and what a script goes
 * by in an error. */
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <check.h>

static run r;

static char locales[] = "/tmp/moult-locales-XXXXXX";

/* Once for all tests: making them takes seconds. */
static void make_locales(void)
{
    char command[512];
    ck_assert_ptr_nonnull(mkdtemp(locales));
    snprintf(command, sizeof command,
             "cd %s && for l in ja_JP.UTF-8 de_DE.UTF-8 de_DE.ISO-8859-1; do localedef -i "
             "${l%%%%.*} -f ${l#*.} ./$l; test -d $l || exit 1; done 2>/dev/null",
             locales);
    ck_assert_int_eq(system(command), 0);
}

static void remove_locales(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", locales);
    ck_assert_int_eq(system(command), 0);
}

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    run_close(&r);
}

static int has_japanese(void)
{
    return access(MOULT_BUILD_DIR "/locale/ja/LC_MESSAGES/moult.mo", R_OK) == 0;
}

#define WELCOME_EN "Welcome to the dungeon."
#define WELCOME_JA "迷宮へようこそ。"

/* Which language a beginning is told in. */
static const struct {
    const char *environment, *options;
    int is_japanese;
} choices[] = {
    {"LC_ALL=C", "", 0},
    {"LC_ALL=C LANGUAGE=ja", "", 0}, /* gettext's rule: C means no translation */
    {"LC_ALL=C", "--lang ja", 1},
    {"LC_ALL=C", "--lang=ja", 1},
    {"LC_ALL=POSIX", "--lang ja", 1},
    {"LC_ALL=C.UTF-8", "--lang ja", 1},
    {"LC_ALL=C.UTF-8 LANGUAGE=ja", "", 1},
    {"LC_ALL=de_DE.UTF-8 LANGUAGE=ja", "", 1},
    {"LC_ALL=ja_JP.UTF-8", "", 1},
    {"LC_ALL=ja_JP.UTF-8 LANGUAGE=ja", "", 1},
    {"LC_ALL=ja_JP.UTF-8", "--lang en", 0},
    {"LC_ALL=ja_JP.UTF-8 LANGUAGE=en", "", 0},
    {"LC_ALL=C LANGUAGE=de", "--lang ja", 1},
    {"LC_ALL=C", "--lang en --lang ja", 1}, /* the last one counts */
};

START_TEST(the_language_is_that_of_option_or_environment)
{
    if (!has_japanese())
        return;
    for (int before = 0; before < 2; before++) {
        run_well(&r, "wait\n",
                 before ? "export LOCPATH=%s; %s moult %s play --seed 7 --renderer text --slot b"
                        : "export LOCPATH=%s; %s moult play --seed 7 --renderer text %s",
                 locales, choices[_i].environment, choices[_i].options);
        ck_assert_msg(strstr(r.out, choices[_i].is_japanese ? WELCOME_JA : WELCOME_EN) != NULL &&
                          strstr(r.out, choices[_i].is_japanese ? WELCOME_EN : WELCOME_JA) == NULL,
                      "%s %s:\n%s", choices[_i].environment, choices[_i].options, r.out);
    }
}
END_TEST

START_TEST(the_game_is_the_same_in_every_language)
{
    char english[64], japanese[64];
    if (!has_japanese())
        return;
    run_well(&r, NULL,
             "{ echo inventory; echo Esc; echo explore; echo explore; echo help; echo Esc; "
             "for i in 1 2 3 4; do echo explore; echo pick-up; echo quaff; done; } > keys");
    run_well(&r, NULL, "moult play --seed 7 --renderer text --keys keys");
    run_last_line(r.out, english, sizeof english);
    run_well(&r, NULL, "moult --lang ja play --seed 7 --renderer text --keys keys");
    run_last_line(r.out, japanese, sizeof japanese);
    ck_assert_str_eq(japanese, english);
    ck_assert_ptr_nonnull(strstr(r.out, "探索を止めた: "));
    ck_assert_ptr_nonnull(strstr(r.out, "\n持ち物\n  錆びた短剣  攻撃 4\n"
                                        "  ぼろ服  防御 0\n"));
    ck_assert_ptr_nonnull(
        strstr(r.out, "\n  move-north       北へ歩く、または攻撃する  k Up KP8\n"));
    ck_assert_ptr_null(strstr(r.out, "{"));
}
END_TEST

START_TEST(a_save_of_one_language_goes_on_in_the_other)
{
    char english[64], japanese[64];
    if (!has_japanese())
        return;
    run_well(&r, "explore\nwait\n", "moult play --seed 7 --renderer text --lang ja");
    run_last_line(r.out, japanese, sizeof japanese);
    run_well(&r, "messages\n", "moult play --renderer text");
    run_last_line(r.out, english, sizeof english);
    ck_assert_str_eq(japanese, english);
    ck_assert_ptr_nonnull(strstr(r.out, WELCOME_EN));
}
END_TEST

START_TEST(a_language_without_a_catalogue_is_refused)
{
    const char *known = has_japanese() ? "en ja" : "en";
    char error[128];
    snprintf(error, sizeof error, "error  --lang: there are no texts in \"tlh\". Known: %s\n",
             known);
    run_refused(&r, "moult --lang tlh play", 2, error);
    run_refused(&r, "moult list --lang=tlh", 2, error);
    snprintf(error, sizeof error, "error  --lang: there are no texts in \"\". Known: %s\n", known);
    run_refused(&r, "moult play --lang", 2, error);
    snprintf(error, sizeof error,
             "error  --lang: there are no texts in \"../locale/ja\". Known: %s\n", known);
    run_refused(&r, "moult --lang ../locale/ja list", 2, error);
}
END_TEST

START_TEST(errors_begin_alike_in_every_language)
{
    static const struct {
        const char *command, *english, *japanese;
        int code;
    } cases[] = {
        {"ply", "error  moult: unknown verb \"ply\" (did you mean \"play\"?). ",
         "error  moult: [UNKNOWN] 「ply」というコマンドはありません "
         "(もしかして「play」?)。",
         2},
        {"play --sed 1", "error  moult play: \"--sed\" isn't one of its options",
         "error  moult play: [USAGE] 「--sed」という選択肢はありません", 2},
        {"play --use mapgn=rooms", "error  --use: unknown role \"mapgn\"",
         "error  --use: [UNKNOWN] 役割「mapgn」はありません", 2},
        {"play nowhere.ini", "error  nowhere.ini: ",
         "error  nowhere.ini: [UNKNOWN] "
         "そのファイル",
         1},
        {"call rogue.tier", "error  moult call rogue.tier: it takes 1 argument, not 0: i(i)",
         "error  moult call rogue.tier: [FORMAT] 引数は 1 個です。"
         "0 個ではありません: i(i)",
         1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_int_eq(run_shell(&r, NULL, "moult %s", cases[i].command), cases[i].code);
        ck_assert_msg(strncmp(r.err, cases[i].english, strlen(cases[i].english)) == 0, "%s", r.err);
        if (!has_japanese())
            continue;
        ck_assert_int_eq(run_shell(&r, NULL, "moult --lang ja %s", cases[i].command),
                         cases[i].code);
        ck_assert_msg(strncmp(r.err, cases[i].japanese, strlen(cases[i].japanese)) == 0, "%s",
                      r.err);
    }
}
END_TEST

START_TEST(every_verb_has_its_help_in_japanese)
{
    static const char *const verbs[] = {"play", "list", "map", "call", "scores", "reload", "sdk"};
    if (!has_japanese())
        return;
    run_well(&r, NULL, "moult --lang ja --help");
    static const char usage[] = "使い方: moult VERB";
    ck_assert_msg(strncmp(r.out, usage, strlen(usage)) == 0, "%s", r.out);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        char begin[64];
        snprintf(begin, sizeof begin, "使い方: moult %s ", verbs[i]);
        run_well(&r, NULL, "moult %s --lang ja --help", verbs[i]);
        ck_assert_msg(strncmp(r.out, begin, strlen(begin)) == 0, "%s", r.out);
    }
}
END_TEST

/* Wide characters take two columns: 8 blanks behind a word of 4 that take 8. */
START_TEST(tables_are_aligned_by_columns)
{
    if (!has_japanese())
        return;
    run_well(&r, NULL, "moult list --lang ja | head -n 2");
    static const char table[] = "スロット             役割       "
                                "プラグイン               世代       ファイル\n"
                                "fov/shadow           fov        core                     1 ";
    ck_assert_msg(strncmp(r.out, table, strlen(table)) == 0, "%s", r.out);
}
END_TEST

START_TEST(a_terminal_without_utf8_is_written_in_its_letters)
{
    if (!has_japanese())
        return;
    run_well(&r, "inventory\n",
             "export LOCPATH=%s LC_ALL=de_DE.ISO-8859-1; moult play --seed 7 --renderer text "
             "--lang ja > out; LC_ALL=C tr -d '\\n -~' < out | wc -c; grep -c '^HP 12/12  ? 1' out",
             locales);
    ck_assert_str_eq(r.out, "0\n2\n");
    run_well(&r, NULL,
             "export LOCPATH=%s LC_ALL=de_DE.ISO-8859-1; moult --lang ja list | LC_ALL=C tr -d "
             "'\\n -~' | wc -c; moult play --use \"$(printf 'mapgn\\303\\251=x')\" 2>&1 | LC_ALL=C "
             "grep -c \"$(printf 'mapgn\\351')\"",
             locales);
    ck_assert_str_eq(r.out, "0\n1\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("texts of the command line");
    TCase *group = tcase_create("texts");
    tcase_set_timeout(group, 120);
    tcase_add_unchecked_fixture(group, make_locales, remove_locales);
    tcase_add_checked_fixture(group, enter, leave);
    tcase_add_loop_test(group, the_language_is_that_of_option_or_environment, 0,
                        sizeof choices / sizeof *choices);
    tcase_add_test(group, the_game_is_the_same_in_every_language);
    tcase_add_test(group, a_save_of_one_language_goes_on_in_the_other);
    tcase_add_test(group, a_language_without_a_catalogue_is_refused);
    tcase_add_test(group, errors_begin_alike_in_every_language);
    tcase_add_test(group, every_verb_has_its_help_in_japanese);
    tcase_add_test(group, tables_are_aligned_by_columns);
    tcase_add_test(group, a_terminal_without_utf8_is_written_in_its_letters);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? 1 : 0;
}
