/* SPDX-License-Identifier: MIT */
/* Worlds of all games through all savers: each gives back the world to the byte, also through one
 * another, in any locale, and equal worlds give equal files. */
#include "saver_kit.h"
#include <locale.h>

static const char *const profiles[] = {"rogue", "srl", "simple"};
static const char *const locales[] = {"C", "de_DE.UTF-8", "ja_JP.UTF-8"};
static const uint32_t lengths[] = {0, 1, 60, 200};

static char compiled[] = "/tmp/moult-locales-XXXXXX";

static void make_locales(void)
{
    char command[256];
    ck_assert_ptr_nonnull(mkdtemp(compiled));
    snprintf(command, sizeof command,
             "cd %s && for l in de_DE ja_JP; do localedef -i $l -f UTF-8 ./$l.UTF-8; "
             "test -d $l.UTF-8 || exit 1; done 2>/dev/null",
             compiled);
    ck_assert_int_eq(system(command), 0);
    setenv("LOCPATH", compiled, 1);
}

static void remove_locales(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -r '%s'", compiled);
    ck_assert_int_eq(system(command), 0);
}

/* Out by one, back, out by the other, back. */
static void through(saver_game *g, const char *one, const char *other)
{
    char about[128];
    saver_file first = saver_encode(g, one, g->s.world);
    saver_file again = saver_encode(g, one, g->s.world);
    snprintf(about, sizeof about, "%s, %s then %s", g->profile.name, one, other);
    ck_assert_msg(first.count == again.count && memcmp(first.at, again.at, first.count) == 0,
                  "%s: two files of one world differ", about);
    moult_world *w = saver_decode(g, one, first.at, first.count);
    ck_assert_msg(w != NULL, "%s: %s", about, g->report.text);
    saver_same(g->s.world, w, about);
    saver_file second = saver_encode(g, other, w);
    moult_world *last = saver_decode(g, other, second.at, second.count);
    ck_assert_msg(last != NULL, "%s: %s", about, g->report.text);
    saver_same(g->s.world, last, about);
    moult__set_world_free(&g->set, w);
    moult__set_world_free(&g->set, last);
    free(first.at);
    free(again.at);
    free(second.at);
}

START_TEST(every_pair_gives_the_world_back)
{
    const char *savers[MOULT_COUNT(saver_all)];
    uint32_t count = saver_there(savers);
    saver_game g;
    ck_assert_uint_ge(count, 1);
    for (uint32_t i = 0; i < MOULT_COUNT(lengths); i++) {
        saver_open(&g, profiles[_i], savers, count, lengths[i]);
        for (uint32_t one = 0; one < count; one++)
            for (uint32_t other = 0; other < count; other++)
                through(&g, savers[one], savers[other]);
        saver_close(&g);
    }
}
END_TEST

START_TEST(a_locale_changes_no_byte)
{
    const char *savers[MOULT_COUNT(saver_all)];
    uint32_t count = saver_there(savers);
    saver_game g;
    saver_open(&g, profiles[_i], savers, count, 40);
    for (uint32_t i = 0; i < count; i++) {
        saver_file plain = saver_encode(&g, savers[i], g.s.world);
        for (uint32_t l = 0; l < MOULT_COUNT(locales); l++) {
            ck_assert_ptr_nonnull(setlocale(LC_ALL, locales[l]));
            saver_file f = saver_encode(&g, savers[i], g.s.world);
            ck_assert_msg(f.count == plain.count && memcmp(f.at, plain.at, f.count) == 0,
                          "%s differs under %s", savers[i], locales[l]);
            through(&g, savers[i], savers[i]);
            free(f.at);
        }
        setlocale(LC_ALL, "C");
        free(plain.at);
    }
    saver_close(&g);
}
END_TEST

/* A file is known by how it begins, and no two savers begin alike. */
START_TEST(a_file_tells_which_saver_wrote_it)
{
    const char *savers[MOULT_COUNT(saver_all)];
    uint32_t count = saver_there(savers);
    saver_game g;
    saver_open(&g, "simple", savers, count, 3);
    for (uint32_t i = 0; i < count; i++) {
        saver_file f = saver_encode(&g, savers[i], g.s.world);
        for (uint32_t other = 0; other < count; other++) {
            const moult_saver_1 *saver = saver_named(&g, savers[other]);
            int32_t ours = memcmp(f.at, saver->magic, saver->magic_size) == 0;
            ck_assert_int_eq(ours, i == other);
            if (i != other)
                ck_assert_int_eq(saver_judge(&g, savers[other], f.at, f.count), 0);
        }
        free(f.at);
    }
    saver_close(&g);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_unchecked_fixture(tests, make_locales, remove_locales);
    tcase_add_loop_test(tests, every_pair_gives_the_world_back, 0, MOULT_COUNT(profiles));
    tcase_add_loop_test(tests, a_locale_changes_no_byte, 0, MOULT_COUNT(profiles));
    tcase_add_test(tests, a_file_tells_which_saver_wrote_it);
}

int main(void)
{
    return saver_run("saver pairs", fill);
}
