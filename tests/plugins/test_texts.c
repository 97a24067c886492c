/* SPDX-License-Identifier: MIT */
/* Every name that the facts of `rogue` have is one of the Japanese catalogue's, in the forms in
 * which players see it: names are looked up when they are shown, so that none of them stands in a
 * call that the check of the sources (check/texts.sh) would see. */
#include "plugins/rogue_facts.h"
#include <ctype.h>
#include <libintl.h>
#include <locale.h>
#include <unistd.h>

static int has_catalogue;

static void begin(void)
{
    setenv("LANGUAGE", "ja", 1);
    ck_assert_ptr_nonnull(setlocale(LC_ALL, "C.UTF-8"));
    bindtextdomain("moult", MOULT_BUILD_DIR "/locale");
    bind_textdomain_codeset("moult", "UTF-8");
    has_catalogue = access(MOULT_BUILD_DIR "/locale/ja/LC_MESSAGES/moult.mo", R_OK) == 0;
}

static void check_text(const char *text)
{
    const char *said = dgettext("moult", text);
    ck_assert_msg(said != text && strcmp(said, text) != 0, "\"%s\" isn't translated", text);
    ck_assert_msg((unsigned char)said[strcspn(said, "\343\344\345\346\347\350\351")] >= 0x80,
                  "\"%s\" isn't Japanese: \"%s\"", text, said);
}

/* A column of a table of facts, in a format and in small letters. */
static void check_column(const char *file, const char *heading, const char *format)
{
    facts f;
    facts_read(&f, file);
    for (int i = 0; i < f.rows && has_catalogue; i++) {
        char text[128];
        snprintf(text, sizeof text, format, facts_text(&f, i, heading));
        for (char *c = text; *c; c++)
            *c = (char)tolower((unsigned char)*c);
        check_text(text);
    }
    facts_free(&f);
}

START_TEST(monsters_and_their_corpses)
{
    check_column("bestiary.tsv", "name", "%s");
    check_column("bestiary.tsv", "name", "%s corpse");
}
END_TEST

START_TEST(gear)
{
    check_column("weapons.tsv", "name", "%s");
    check_column("armors.tsv", "name", "%s");
}
END_TEST

START_TEST(potions_and_scrolls)
{
    check_column("potions.tsv", "name", "potion of %s");
    check_column("scrolls.tsv", "name", "scroll of %s");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("texts");
    TCase *group = tcase_create("japanese");
    tcase_add_unchecked_fixture(group, begin, NULL);
    tcase_add_test(group, monsters_and_their_corpses);
    tcase_add_test(group, gear);
    tcase_add_test(group, potions_and_scrolls);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
