/* SPDX-License-Identifier: MIT */
/* moult check, with all of its counts, which take up to half a minute a plugin: every one that was
 * built passes. */
#include "support/run.h"
#include <glob.h>
#include <string.h>
#include <check.h>

static run r;
static glob_t plugins;

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    run_close(&r);
}

START_TEST(a_shipped_plugin_passes)
{
    int32_t code = run_shell(&r, NULL, "moult check \"%s\"", plugins.gl_pathv[_i]);
    ck_assert_msg(code == 0 && strstr(r.out, "\nFAIL") == NULL, "%s", r.out);
    ck_assert_str_eq(r.err, "");
}
END_TEST

int main(void)
{
    if (glob(MOULT_BUILD_DIR "/plugins/*.so", 0, NULL, &plugins) != 0)
        return 1;
    Suite *suite = suite_create("moult check: what is shipped");
    TCase *tcase = tcase_create("shipped");
    tcase_add_checked_fixture(tcase, enter, leave);
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, a_shipped_plugin_passes, 0, (int)plugins.gl_pathc);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    globfree(&plugins);
    return failed != 0;
}
