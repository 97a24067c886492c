/* SPDX-License-Identifier: MIT */
/* One plugin serves two versions of an interface at once: users of the old one and of the new one
 * are loaded beside each other and get what they were written for; and whoever asks a slot for
 * another version than it has is refused by name. */
#include <string.h>
#include "support/plugin_kit.h"
#include "zoo/weather.h"
#include <check.h>
#undef fail

static moult__set set;
static moult__report report;

static void enter(void)
{
    kit_folder_make();
    kit_take("zoo/weather_rain.so", "rain.so", 0);
    kit_take("zoo/weather_farm_old.so", "old.so", 0);
    kit_take("zoo/weather_farm_new.so", "new.so", 0);
    kit_set_make(&set);
    moult__set_scan(&set, kit_folder());
}

static void leave(void)
{
    moult__set_close(&set);
    kit_folder_remove();
}

static int32_t harvest(const char *slot, int32_t depth)
{
    const moult__slot *farm = moult__dispatch_slot(&set.dispatch, slot);
    ck_assert_msg(farm != NULL && strcmp(farm->interface, FARM_1) == 0, "%s", slot);
    return ((const farm_1 *)farm->functions)->harvest(depth);
}

START_TEST(users_of_both_versions_are_served)
{
    ck_assert_msg(kit_set_want(&set, "farm/old farm/new", &report) >= 0, "%s", report.text);
    ck_assert_uint_eq(set.build_count, 3);
    ck_assert_int_eq(harvest("farm/old", 5), 5);
    ck_assert_int_eq(harvest("farm/new", 5), 5);
}
END_TEST

START_TEST(a_slot_has_one_version)
{
    kit_compile_files("cc", "new.so", MOULT_SOURCE_DIR "/tests/zoo/weather_farm_new.c",
                      "-DWEATHER_2_SLOT='\"weather/rain\"'");
    ck_assert_int_eq(kit_set_want(&set, "farm/new", &report), MOULT_CHANGED);
    ck_assert_str_eq(report.text,
                     "error  farm-new@1.0.0 load: weather/rain is required as weather/2, but "
                     "weather-rain@2.0.0 provides it as weather/1. Rebuild the older one");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plugin versions");
    TCase *tests = tcase_create("weather");
    tcase_add_checked_fixture(tests, enter, leave);
    tcase_add_test(tests, users_of_both_versions_are_served);
    tcase_add_test(tests, a_slot_has_one_version);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
