/* SPDX-License-Identifier: MIT */
/* moult check: every shipped plugin passes, and of every plugin that is broken on purpose the check
 * for its fault says what is broken. */
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>

#ifdef __SANITIZE_ADDRESS__
#define NULL_READ "it ended the process (exit code 1)" /* by the sanitizer */
#define HANGS "it didn't come back within 8"
#else
#define NULL_READ "it died of SIGSEGV (Segmentation fault)"
#define HANGS "it didn't come back within 2"
#endif

static run r;

static void enter(void)
{
    run_open(&r);
    setenv("ASAN_OPTIONS", "handle_segv=0:allow_user_segv_handler=1:detect_leaks=0", 1);
}

static void leave(void)
{
    run_close(&r);
}

/* -- what is shipped --------------------------------------------------------------------------- */

/* In parts, since one command has only so much time. With a tenth of the counts: slow/check_shipped
 * makes all of them. */
static const char *const parts[] = {"ai-[a-k]", "ai-[l-z]", "[b-d]", "[e-h]", "[i-l]",
                                    "ma",       "m[b-z]",   "[n-q]", "re",    "ru",
                                    "s[a-b]",   "s[c-z]",   "[t-z]"};
#define PARTS (int)(sizeof parts / sizeof *parts)

START_TEST(every_shipped_plugin_passes)
{
    run_shell(&r, NULL,
              "for f in \"$B\"/plugins/%s*.so; do [ -e \"$f\" ] && echo \"$f\"; done | "
              "xargs -r -P 2 -n 1 sh -c 'moult check --quick \"$0\" >$(basename \"$0\").said || "
              "echo \"$0\"'; "
              "grep -h '^FAIL' *.said",
              parts[_i]);
    ck_assert_str_eq(r.out, "");
    ck_assert_str_eq(r.err, "");
}
END_TEST

/* -- the zoo ----------------------------------------------------------------------------------- */

// clang-format off
static const struct {
    const char *animal, *check, *says;
} faults[] = {
    {"exec_stack",         "file",            "both writable and executable"},
    {"no_export",          "file",            "exports moult_plugin_1 0 times"},
    {"no_note",            "file",            "no Moult plugin"},
    {"nodelete",           "file",            "never to be unloaded"},
    {"other_abi",          "file",            "built for ABI 2"},
    {"run_path",           "file",            "a run path"},
    {"soname",             "file",            "a SONAME"},
    {"static_tls",         "file",            "thread-local data is static"},
    {"text_relocations",   "file",            "have to be patched"},
    {"two_exports",        "file",            "it exports animal_count"},
    {"unique",             "file",            "symbol animal_once is unique"},
    {"writable_code",      "file",            "both writable and executable"},
    {"missing_list",       "load",            "counts entries that aren't there"},
    {"note_disagrees",     "load",            "note and descriptor disagree"},
    {"short_descriptor",   "load",            "its descriptor says it has"},
    {"undefined_symbol",   "load",            "undefined symbol: nobody_has_this"},
    {"leaves_badly",       "twice",           "SIGSEGV"},
    {"constructor_crash",  "load",            "SIGSEGV (Segmentation fault) in loading it"},
    {"nobody_provides",    "load",            "ai/nowhere is required, and nobody provides it"},
    {"at_exit",            "imports",         "it calls __cxa_atexit"},
    {"exits",              "imports",         "it calls exit"},
    {"thread",             "imports",         "pthread_create (a thread outlives the call"},
    {"prints",             "imports",         "puts (what it prints would spoil the screen"},
    {"map_slow",           "imports",         "it calls nanosleep"},
    {"keeps_count",        "statics",         "the variable decisions (4 bytes in .bss)"},
    {"map_counter",        "statics",         "the variable made (4 bytes in .bss)"},
    {"wrong_text",         "strings",         "the help of ai-painter: it has a control character"},
    {"bad_utf8",           "strings",         "the help of ai-stranger: it isn't valid UTF-8"},
    {"no_help",            "strings",         "the help of zoo.answer: it is missing (NULL)"},
    {"pin_tls_destructor", "twice",           "something in it is pinned"},
    {"pin_tls_destructor", "reload",          "something in it is pinned"},
    {"rounding",           "ambient",         "decide: it changed the rounding mode"},
    {"locale",             "ambient",         "decide: it changed the locale"},
    {"folder",             "ambient",         "decide: it changed the working directory"},
    {"descriptor",         "ambient",         "decide: it opened or closed descriptor"},
    {"thread",             "ambient",         "decide: there were 1 threads, and 2 after it"},
    {"signal_handler",     "ambient",         "decide: it changed the signal handler of SIGUSR1"},
    {"signal_mask",        "ambient",         "decide: it changed the signal mask"},
    {"environment",        "ambient",         "decide: it changed the environment"},
    {"address",            "repeat",          "gave other answers"},
    {"level_stream",       "streams",         "decide: it drew from the stream level"},
    {"map_play_stream",    "streams",         "it drew from a random stream of the world"},
    {"saver_writes",       "draw",            "encode: it changed the world, which is const there"},
    {"saver_edits",        "draw",            "encode: it asked to change the world"},
    {"map_bounds",         "mapgen-promises", "it wrote beyond a plane"},
    {"map_lies",           "mapgen-promises", "seed \"0\", depth 1, 64x40: not connected"},
    {"map_counter",        "mapgen-order",    "is another level when others were made before it"},
    {"map_spendthrift",    "mapgen-budget",   "was used up, and it answered 0"},
    {"spends_for_ever",    "mapgen-budget",   "was used up, and it answered 0"},
    {"writes_beyond",      "mapgen-promises", "it wrote beyond a plane"},
    {"fears_sevens",       "mapgen-promises", "8 attempts, all declined: no sevens"},
    {"disconnected_map",   "load",            "not connected: "},
    {"far_step",           "ai-answers",      "that step leads to a cell that isn't next"},
    {"null_read",          "ai-answers",      NULL_READ " in decide"},
    {"exits",              "ai-answers",      "it called exit() in decide"},
    {"endless",            "ai-answers",      HANGS " s from decide"},
    {"hoards",             "ai-answers",      "it used up its memory (limit 1024 MB) in decide"},
    {"items_escape",       "items-kinds",     "kind 0, subtype 0: it has a control character"},
    {"combat_heals",       "combat-resolve",  "a blow that takes -"},
    {"combat_heals",       "combat-strike",   "it lets somebody fight who doesn't exist"},
    {"bestiary_nobody",    "bestiary-rows",   "creature 0: nobody provides its archetype"},
    {"fov_beyond",         "fov-bounds",      "it wrote to "},
    {"fov_through_walls",  "fov-walls",       "through the wall"},
    {"saver_loses",        "saver-roundtrip", "core.lit isn't what it was"},
    {"saver_loses",        "saver-damage",    "it was taken for whole"},
#ifndef __SANITIZE_ADDRESS__ /* whose time and memory aren't the plugin's */
    {"map_slow",           "time",            "of 100 calls one takes more than 20"},
    {"renderer_leaks",     "memory",          "bytes are left after each round"},
#endif
};
// clang-format on
#define FAULTS (int)(sizeof faults / sizeof *faults)

START_TEST(a_fault_is_named_by_its_check)
{
    const char *animal = faults[_i].animal;
    int32_t code = run_shell(&r, NULL, "moult check --quick --only %s \"$B\"/zoo/%s.so",
                             faults[_i].check, animal);
    ck_assert_msg(strncmp(r.out, "FAIL", 4) == 0 && strstr(r.out, faults[_i].says) != NULL,
                  "%s: %s", animal, r.out);
    ck_assert_ptr_nonnull(strstr(r.out, "0 passed, 1 failed, 0 skipped"));
    ck_assert_int_eq(code, 1);
}
END_TEST

/* -- the command ------------------------------------------------------------------------------- */

START_TEST(wrong_usage_is_told)
{
    run_refused(&r, "moult check", 2,
                "error  moult check: name one file, not 0. Try: moult check --help\n");
    run_refused(&r, "moult check --only mapgen-ordre x.so", 2,
                "error  moult check: there is no check \"mapgen-ordre\" (did you mean "
                "\"mapgen-order\"?). --list shows them. Try: moult check --help\n");
    run_refused(&r, "moult check --repro seven x.so", 2,
                "error  moult check: --repro \"seven\" isn't like 7:3, a seed and a depth. Try: "
                "moult check --help\n");
    run_refused(&r, "moult check nowhere.so", 1,
                "error  nowhere.so: there is no such file. Build it, or give another path\n");
}
END_TEST

START_TEST(a_seed_is_tried_again)
{
    run_shell(&r, NULL, "moult check --only mapgen-promises --repro 7:3 \"$B\"/zoo/map_lies.so");
    ck_assert_ptr_nonnull(strstr(r.out, "seed \"7\", depth 3, 64x40: not connected"));
    ck_assert_ptr_nonnull(strstr(r.out, "--repro 7:3"));
    run_well(&r, NULL, "moult check --repro 7:3 \"$B\"/plugins/mapgen-rooms.so");
    ck_assert_ptr_nonnull(strstr(r.out, "PASS  mapgen-promises    1 seeds, 3 levels"));
}
END_TEST

START_TEST(what_does_not_concern_a_plugin_is_skipped)
{
    run_well(&r, NULL, "moult check --only ai-answers,file \"$B\"/plugins/fov-room.so");
    ck_assert_ptr_nonnull(strstr(r.out, "SKIP  ai-answers         it provides no ai\n"));
    ck_assert_ptr_nonnull(strstr(r.out, "\n1 passed, 0 failed, 1 skipped; 0 seeds tried; "));
}
END_TEST

START_TEST(json_says_the_same)
{
    run_well(&r, NULL, "moult check --json --only file,statics \"$B\"/plugins/ai-chaser.so");
    ck_assert_ptr_nonnull(strstr(r.out, "\"plugin\": \"ai-chaser\", \"version\": \"1.0.0\""));
    ck_assert_ptr_nonnull(strstr(r.out, "{\"name\": \"statics\", \"verdict\": \"PASS\", "));
    ck_assert_ptr_nonnull(strstr(r.out, "\"passed\": 2, \"failed\": 0, \"skipped\": 0"));
}
END_TEST

START_TEST(a_file_that_is_none_is_told)
{
    int32_t code = run_shell(&r, NULL, "echo hello >x.so; moult check x.so");
    ck_assert_ptr_nonnull(strstr(r.out, "FAIL  file               x load: this is no shared"));
    ck_assert_ptr_nonnull(strstr(r.out, "\n0 passed, 1 failed, "));
    ck_assert_int_eq(code, 1);
    code = run_shell(&r, NULL, "moult check --only strings x.so");
    ck_assert_ptr_nonnull(strstr(r.out, "FAIL  strings            it couldn't be loaded"));
    ck_assert_int_eq(code, 1);
}
END_TEST

START_TEST(nothing_is_left_behind)
{
    run_well(&r, NULL,
             "moult check --quick \"$B\"/plugins/saver-snapshot.so >/dev/null; "
             "moult check --quick --only time \"$B\"/zoo/exits.so >/dev/null; "
             "ls \"$XDG_RUNTIME_DIR\"/moult | grep -c ^check; find home -type f | wc -l");
    ck_assert_str_eq(r.out, "0\n0\n");
}
END_TEST

/* The list in the document is what the program prints. */
START_TEST(the_document_lists_the_checks)
{
    run_well(&r, NULL,
             "moult check --list >said; awk '/^```/ { inside = 0 } inside; /^```list/ { inside = 1 "
             "}' \"$S\"/docs/check.md >written; diff said written");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("moult check");
    TCase *tcase = tcase_create("check");
    tcase_add_checked_fixture(tcase, enter, leave);
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, every_shipped_plugin_passes, 0, PARTS);
    tcase_add_loop_test(tcase, a_fault_is_named_by_its_check, 0, FAULTS);
    tcase_add_test(tcase, wrong_usage_is_told);
    tcase_add_test(tcase, a_seed_is_tried_again);
    tcase_add_test(tcase, what_does_not_concern_a_plugin_is_skipped);
    tcase_add_test(tcase, json_says_the_same);
    tcase_add_test(tcase, a_file_that_is_none_is_told);
    tcase_add_test(tcase, nothing_is_left_behind);
    tcase_add_test(tcase, the_document_lists_the_checks);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
