/* SPDX-License-Identifier: MIT */
/* Ten thousand reloads leave the process as it was. */
#include <stdlib.h>
#include "support/plugin_kit.h"
#include "support/plugin_many.h"
#include <check.h>

START_TEST(ten_thousand_reloads_leave_nothing_behind)
{
    kit_reload_many(10000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("reload many");
    TCase *group = tcase_create("all");
    tcase_add_unchecked_fixture(group, kit_folder_make, kit_folder_remove);
    tcase_set_timeout(group, 1200);
    tcase_add_test(group, ten_thousand_reloads_leave_nothing_behind);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
