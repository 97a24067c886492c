/* SPDX-License-Identifier: MIT */
/* The null renderer: every function can be called, without any state, and nothing comes of it. */
#include <check.h>
#undef fail /* a macro of Check, and a service of the host */
#include <dlfcn.h>
#include <moult/renderer.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(nothing_is_shown_and_nothing_comes)
{
    const char *folder = getenv("MOULT_BUILD_DIR");
    char path[4096];
    snprintf(path, sizeof path, "%s/plugins/renderer-none.so", folder ? folder : MOULT_BUILD_DIR);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(library != NULL, "%s", dlerror());
    const moult_plugin *plugin = dlsym(library, "moult_plugin_1");
    ck_assert_ptr_nonnull(plugin);
    ck_assert_str_eq(plugin->provides[0].slot, "renderer/none");
    const moult_renderer_1 *renderer = plugin->provides[0].functions;
    moult_scene scene = {.size = sizeof scene, .width = 80, .height = 21};
    moult_event event = {.size = sizeof event, .kind = 99};
    ck_assert_uint_eq(renderer->state_size, 0);
    ck_assert_int_eq(renderer->open(NULL, 0), MOULT_OK);
    ck_assert_int_eq(renderer->draw(NULL, &scene), MOULT_OK);
    ck_assert_int_eq(renderer->wait_fd(NULL), -1);
    ck_assert_int_eq(renderer->next_event(NULL, &event), 0);
    ck_assert_uint_eq(event.kind, 99);
    ck_assert_uint_eq(renderer->undo(NULL, NULL, 0), 0);
    renderer->close(NULL, 0);
    ck_assert_int_eq(dlclose(library), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("renderer/none");
    TCase *tests = tcase_create("none");
    tcase_add_test(tests, nothing_is_shown_and_nothing_comes);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
