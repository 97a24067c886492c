/* SPDX-License-Identifier: MIT */
/* Three generators of the zoo, each broken in its own way: refused in words, whatever they promise,
 * and replaced by the fallback generator where a profile names one. */
#include "generators_stage.h"
#include "support/run.h"
#include <dlfcn.h>

static const struct {
    const char *file, *why;
} broken[] = {
    {"spends_for_ever", "it used up its budget of 1655360 steps"},
    {"disconnected_map",
     "not connected: 1140 of 2318 cells can't be reached from (1,1), the first is (33,1)"},
    {"writes_beyond", "it wrote beyond a plane, or into its canvas's fields"},
};

static const moult_mapgen_1 *load(const char *file, void **library)
{
    char path[512];
    snprintf(path, sizeof path, "%s/zoo/%s.so", stage_build(), file);
    *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(*library != NULL, "%s", dlerror());
    const moult_plugin *plugin = dlsym(*library, "moult_plugin_1");
    ck_assert_ptr_nonnull(plugin);
    return plugin->provides[0].functions;
}

START_TEST(it_is_refused_and_the_fallback_asked)
{
    char text[512];
    void *library;
    moult__report report = {0};
    ck_assert(stage_take("rooms"));
    const moult_mapgen_1 *animal = load(broken[_i].file, &library);
    moult_request request = stage_ask(NULL, 64, 40, 4);
    request.require = STAGE_PLAYABLE;
    ck_assert_int_eq(moult__generate_level(canvas, animal, NULL, &request, NULL, 0, &report),
                     MOULT_REFUSED);
    snprintf(
        text, sizeof text,
        "error  mapgen level: depth 4: all 8 attempts refused, and there is no other generator "
        "to fall back to: %s. Try --use mapgen=NAME",
        broken[_i].why);
    ck_assert_str_eq(report.text, text);

    memset(&report, 0, sizeof report);
    ck_assert_int_eq(moult__generate_level(canvas, animal, generator, &request, NULL, 0, &report),
                     MOULT_OK);
    snprintf(text, sizeof text,
             "warn   mapgen level: depth 4: all 8 attempts refused, so the fallback generator made "
             "it (its attempt 0): %s",
             broken[_i].why);
    ck_assert_str_eq(report.text, text);
    ck_assert_uint_eq(canvas->own.room_count, 8);
    stage_verify("rooms", &request);
    dlclose(library);
}
END_TEST

START_TEST(a_game_goes_on_with_the_fallback)
{
    run r;
    run_open(&r);
    run_well(&r, NULL,
             "printf '[profile]\\nbase = rogue\\n[roles]\\nmapgen = rooms\\n[options]\\n"
             "fallback-mapgen = rooms\\n' > mine.ini; "
             "moult play ./mine.ini --renderer none --use mapgen=\"$B/zoo/%s.so\" --hero explorer "
             "--seeds 1-3 --turns 100",
             broken[_i].file);
    ck_assert_msg(run_matches(strstr(r.out, "\nruns ") + 6,
                              "3  floor mean #.# max #  turns mean #.#  won #\n"),
                  "%s", r.out);
    run_close(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generators, broken");
    TCase *tests = tcase_create("broken");
    tcase_add_checked_fixture(tests, stage_open, stage_close);
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, it_is_refused_and_the_fallback_asked, 0, (int)MOULT_COUNT(broken));
    tcase_add_loop_test(tests, a_game_goes_on_with_the_fallback, 0, (int)MOULT_COUNT(broken));
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
