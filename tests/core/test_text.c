/* SPDX-License-Identifier: MIT */
/* Texts in the player's language: formats, plurals, contexts and errors with a catalogue of their
 * own and without one; columns; and what is printed where the terminal isn't UTF-8. */
#include <check.h>
#undef fail /* a macro of Check, and a service of the host */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/system/error.h"
#include "core/system/text.h"
#include "core/world/world.h"

static char folder[] = "/tmp/moult-text-XXXXXX";
static int has_tools;

/* A language like Japanese: one form, another word order, a word that stands for two things. */
static const char one_form[] =
    "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
    "\"Plural-Forms: nplurals=1; plural=0;\\n\"\n\n"
    "msgid \"sewer rat\"\nmsgstr \"\346\272\235\351\274\240\"\n\n"
    "msgid \"You hit the {name} for {damage}.\"\nmsgstr \"{damage} <- {name}\"\n\n"
    "msgid \"{n} rat\"\nmsgid_plural \"{n} rats\"\nmsgstr[0] \"<{n}>\"\n\n"
    "msgctxt \"tile\"\nmsgid \"floor\"\nmsgstr \"\345\272\212\"\n\n"
    "msgid \"floor\"\nmsgstr \"\351\232\216\"\n\n"
    "msgid \"unknown %s \\\"%s\\\"%s%s\"\nmsgstr \"%2$s? (%1$s)%3$s%4$s\"\n";

/* One like Polish, of three forms, where 0 is many. */
static const char three_forms[] =
    "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
    "\"Plural-Forms: nplurals=3; plural=n==1 ? 0 : n>=2 && n<=4 ? 1 : 2;\\n\"\n\n"
    "msgid \"{n} rat\"\nmsgid_plural \"{n} rats\"\n"
    "msgstr[0] \"{n} one\"\nmsgstr[1] \"{n} few\"\nmsgstr[2] \"{n} many\"\n";

static int run(const char *format, const char *argument)
{
    char command[512];
    snprintf(command, sizeof command, format, folder, argument);
    return system(command);
}

static void compile(const char *language, const char *texts)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s.po", folder, language);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(texts, file);
    fclose(file);
    has_tools = run("cd %1$s && mkdir -p %2$s/LC_MESSAGES && "
                    "msgfmt -o %2$s/LC_MESSAGES/moult.mo %2$s.po",
                    language) == 0;
}

static void make(void)
{
    ck_assert_ptr_nonnull(mkdtemp(folder));
    unsetenv("LANGUAGE");
    unsetenv("LOCPATH");
    setenv("LC_ALL", "C", 1);
    compile("xx", one_form);
    compile("yy", three_forms);
}

static void clear(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

static const char *rats(int64_t number)
{
    static char text[64];
    const moult_arg args[] = {MOULT_ARG_TEXT("name", "unused"), MOULT_ARG_NUMBER("n", number)};
    moult__format(text, sizeof text, MOULT_PLURAL("{n} rat", "{n} rats"), args, 2);
    return text;
}

static const char *hit(void)
{
    static char text[64];
    const moult_arg args[] = {MOULT_ARG_TEXT("name", "sewer rat"), MOULT_ARG_NUMBER("damage", 3)};
    moult__format(text, sizeof text, "You hit the {name} for {damage}.", args, 2);
    return text;
}

START_TEST(without_a_catalogue_english_is_said)
{
    moult__text_open(NULL, folder);
    ck_assert_str_eq(hit(), "You hit the sewer rat for 3.");
    ck_assert_str_eq(rats(1), "1 rat");
    ck_assert_str_eq(rats(0), "0 rats");
    ck_assert_str_eq(rats(-1), "-1 rat");
    ck_assert_str_eq(rats(2), "2 rats");
    ck_assert_str_eq(moult__translate(MOULT_TEXT_IN("tile", "floor")), "floor");
    ck_assert_str_eq(moult__translate(""), "");
}
END_TEST

START_TEST(a_catalogue_gives_words_order_and_form)
{
    if (!has_tools)
        return;
    moult__text_open("xx", folder);
    ck_assert_str_eq(hit(), "3 <- \346\272\235\351\274\240");
    ck_assert_str_eq(rats(1), "<1>");
    ck_assert_str_eq(rats(5), "<5>");
    ck_assert_str_eq(moult__translate("sewer rat"), "\346\272\235\351\274\240");
    ck_assert_str_eq(moult__translate("a text that nobody knows"), "a text that nobody knows");
}
END_TEST

START_TEST(a_number_takes_the_form_that_the_language_has_for_it)
{
    if (!has_tools)
        return;
    moult__text_open("yy", folder);
    ck_assert_str_eq(rats(1), "1 one");
    ck_assert_str_eq(rats(3), "3 few");
    ck_assert_str_eq(rats(0), "0 many");
    ck_assert_str_eq(rats(5), "5 many");
    ck_assert_str_eq(hit(), "You hit the sewer rat for 3.");
}
END_TEST

START_TEST(a_word_for_two_things_is_told_by_its_context)
{
    if (!has_tools)
        return;
    moult__text_open("xx", folder);
    ck_assert_str_eq(moult__translate("floor"), "\351\232\216");
    ck_assert_str_eq(moult__translate(MOULT_TEXT_IN("tile", "floor")), "\345\272\212");
    ck_assert_str_eq(moult__translate(MOULT_TEXT_IN("tile", "wall")), "wall");
}
END_TEST

START_TEST(errors_keep_severity_subject_and_the_name_of_their_status)
{
    moult__report report = {0};
    moult__text_open(has_tools ? "xx" : NULL, folder);
    ck_assert_int_eq(moult__refuse(&report, MOULT_UNKNOWN, "a.ini:1:2", "unknown %s \"%s\"%s%s",
                                   "role", "rulez", "", ""),
                     MOULT_UNKNOWN);
    ck_assert_str_eq(report.text, has_tools ? "error  a.ini:1:2: [UNKNOWN] rulez? (role)"
                                            : "error  a.ini:1:2: unknown role \"rulez\"");
    moult__refuse(&report, MOULT_IO, "a.ini", "what %s: %d", "nobody translated", 7);
    ck_assert_str_eq(report.text, "error  a.ini: what nobody translated: 7");
    moult__warn(&report, "a.ini", "unknown %s \"%s\"%s%s", "role", "rulez", "", "");
    ck_assert_str_eq(report.text, has_tools ? "warn   a.ini: rulez? (role)"
                                            : "warn   a.ini: unknown role \"rulez\"");
}
END_TEST

START_TEST(languages_are_those_with_a_catalogue_and_english)
{
    static const char *const none[] = {"", "zz", "..", "./xx", "xx/../xx", "EN"};
    char known[64] = "";
    if (!has_tools)
        return;
    ck_assert_int_eq(moult__text_language("xx", folder, known, sizeof known), 1);
    ck_assert_int_eq(moult__text_language("en", folder, known, sizeof known), 1);
    ck_assert_str_eq(known, "");
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        ck_assert_int_eq(moult__text_language(none[i], folder, known, sizeof known), 0);
        ck_assert_str_eq(known, "en xx yy");
    }
    ck_assert_int_eq(moult__text_language("xx", "/nowhere", known, sizeof known), 0);
    ck_assert_str_eq(known, "en");
    ck_assert_int_eq(moult__text_language("zz", folder, known, 6), 0);
    ck_assert_str_eq(known, "en xx");
}
END_TEST

START_TEST(columns_are_those_of_a_terminal)
{
    static const struct {
        const char *text;
        uint32_t columns;
    } cases[] = {
        {"", 0},
        {"rat", 3},
        {"\346\272\235\351\274\240", 4}, /* two wide ones */
        {"HP\346\272\235", 4},           /* mixed */
        {"e\314\201", 1},                /* with a combining mark */
        {"\302\267", 1},                 /* a middle dot */
        {"\357\275\261", 1},             /* a half-width katakana */
        {"\377x", 2},                    /* a byte that is no text */
    };
    setlocale(LC_ALL, "C.UTF-8");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_uint_eq(moult__text_columns(cases[i].text), cases[i].columns);
        ck_assert_int_eq(moult__text_blanks(cases[i].text, 10), 10 - (int)cases[i].columns);
    }
    ck_assert_int_eq(moult__text_blanks("rats", 3), 0);
    setlocale(LC_ALL, "C");
    ck_assert_uint_eq(moult__text_columns("\346\272\235"), 1);
}
END_TEST

static const char *printed(const char *text)
{
    static char out[128];
    memset(out, 0, sizeof out);
    FILE *file = fmemopen(out, sizeof out - 1, "w");
    ck_assert_ptr_nonnull(file);
    moult__print(file, "%s", text);
    fclose(file);
    return out;
}

START_TEST(what_is_printed_is_in_the_charset_of_the_terminal)
{
    static const char text[] = "caf\303\251 \342\200\223 \346\272\235\351\274\240 \377.";
    moult__text_open(NULL, folder);
    ck_assert_str_eq(printed(text), text); /* the locale C: as it is */
    if (run("cd %s && localedef -i de_DE -f ISO-8859-1 %s", "./de_DE.ISO-8859-1 2>/dev/null") != 0)
        return;
    setenv("LOCPATH", folder, 1);
    setenv("LC_ALL", "de_DE.ISO-8859-1", 1);
    moult__text_open(NULL, folder);
    ck_assert_str_eq(printed(text), "caf\351 - ?? ?.");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("text");
    TCase *group = tcase_create("text");
    tcase_add_unchecked_fixture(group, make, clear);
    tcase_add_test(group, without_a_catalogue_english_is_said);
    tcase_add_test(group, a_catalogue_gives_words_order_and_form);
    tcase_add_test(group, a_number_takes_the_form_that_the_language_has_for_it);
    tcase_add_test(group, a_word_for_two_things_is_told_by_its_context);
    tcase_add_test(group, errors_keep_severity_subject_and_the_name_of_their_status);
    tcase_add_test(group, languages_are_those_with_a_catalogue_and_english);
    tcase_add_test(group, columns_are_those_of_a_terminal);
    tcase_add_test(group, what_is_printed_is_in_the_charset_of_the_terminal);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
