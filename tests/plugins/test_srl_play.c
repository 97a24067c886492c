/* SPDX-License-Identifier: MIT */
/* Whole games of the original, key by key: ours must come out byte for byte, also when it is saved
 * and gone on with in between. */
#include <stdlib.h>
#include <string.h>
#include "support/plugin_kit.h"
#include "support/srl_kit.h"
#include <check.h>
#undef fail

static srl_kit kit;

static const char *const plays[] = {"play-1", "play-2", "play-3", "play-4", "play-5", "play-6"};

/* Steps at which a game is left: on the title, in depth 0, with the inventory open, deep down. */
static const uint32_t saves[] = {0, 1, 100, 257, 500};

static const char *build(void)
{
    const char *folder = getenv("MOULT_BUILD_DIR");
    return folder != NULL ? folder : MOULT_BUILD_DIR;
}

static void name_line(const char *play, const char *want, const char *have)
{
    uint32_t line = 1;
    const char *start = want;
    while (*want != 0 && *want == *have) {
        line += *want == '\n';
        start = *want == '\n' ? want + 1 : start;
        want++;
        have++;
    }
    if (*want != *have)
        ck_abort_msg("%s:%u differs at column %d", play, line, (int)(want - start) + 1);
}

static void compare(const char *play, const char *save, uint32_t step)
{
    char path[KIT_PATH], *have = NULL;
    uint64_t count;
    size_t size = 0;
    snprintf(path, sizeof path, "%s/tests/facts/srl/%s.tsv", MOULT_SOURCE_DIR, play);
    char *want = (char *)kit_read(path, &count);
    FILE *in = fopen(path, "re"), *out = open_memstream(&have, &size);
    ck_assert(in != NULL && out != NULL);
    moult_status status = srl_kit_load(&kit, build(), NULL, NULL);
    ck_assert_msg(status >= 0, "%s", kit.report.text);
    status = srl_kit_trace(&kit, in, out, save, step);
    fclose(in);
    fclose(out);
    ck_assert_msg(status >= 0, "%s: %s", play, kit.report.text);
    srl_kit_unload(&kit);
    name_line(play, want, have);
    ck_assert_uint_eq(size, count);
    free(want);
    free(have);
}

START_TEST(a_game_of_the_original_comes_out_byte_for_byte)
{
    compare(plays[_i], NULL, 0);
}
END_TEST

START_TEST(saved_and_resumed_it_goes_on_the_same)
{
    compare(plays[_i % (int)MOULT_COUNT(plays)], kit_at("srl.save"),
            saves[_i / (int)MOULT_COUNT(plays)]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("srl: whole games");
    TCase *group = tcase_create("plays");
    tcase_add_unchecked_fixture(group, kit_folder_make, kit_folder_remove);
    tcase_set_timeout(group, 100);
    tcase_add_loop_test(group, a_game_of_the_original_comes_out_byte_for_byte, 0,
                        (int)MOULT_COUNT(plays));
    tcase_add_loop_test(group, saved_and_resumed_it_goes_on_the_same, 0,
                        (int)(MOULT_COUNT(plays) * MOULT_COUNT(saves)));
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
