/* SPDX-License-Identifier: MIT */
/* The verbs of plugin writers, by their words and exit codes: doctor wherever something lacks, pack
 * of good and bad plugins, list for programs. (moult new is in test_templates.c.) */
#include <check.h>
#include <stdio.h>
#include <string.h>
#include "support/run.h"

static run r;

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    run_close(&r);
}

static void has(const char *text)
{
    ck_assert_msg(strstr(r.out, text) != NULL, "no \"%s\" in:\n%s", text, r.out);
}

/* -- doctor ------------------------------------------------------------------------------------ */

static const struct {
    const char *command;
    int32_t code;
    const char *says;
} visits[] = {
    {"moult doctor", 0, "OK    game      Rogue can be played\n"},
    {"moult doctor", 0,
     "WARN  terminal  there is none here: games are printed as text. Start moult in a terminal\n"},
    {"LC_ALL=C moult doctor", 0,
     "WARN  locale    C isn't UTF-8: maps are drawn in plain letters. Where the terminal can, set "
     "LANG=C.UTF-8\n"},
    {"LC_ALL=de_DE.UTF-8 moult doctor", 0, "OK    locale    de_DE.UTF-8\n"},
    {"PATH=/nowhere; \"$B/moult\" doctor", 0,
     "WARN  compiler  neither gcc nor clang is on the PATH. Plugins can be played, not built. "
     "Install one: gcc\n"},
    {"PATH=/nowhere; \"$B/moult\" doctor", 0,
     "WARN  make      it isn't on the PATH. Install it, or compile by hand\n"},
    {": >file; XDG_DATA_HOME=$T/file/x moult doctor", 0,
     "WARN  saves     $T/file/x/moult/saves can't be written: no game is saved. Set XDG_DATA_HOME "
     "to a folder of your own\n"},
    {"mkdir bare; cp \"$B/moult\" bare; bare/moult doctor", 1,
     "FAIL  plugins   none in: $T/bare/plugins $T/bare/../lib/moult "
     "$T/home/.local/share/moult/plugins. Install Moult whole, or set MOULT_PLUGIN_PATH\n"},
    {"mkdir bare; cp \"$B/moult\" bare; bare/moult doctor", 1,
     "WARN  sdk       moult sdk: the SDK isn't where this program is ($T/bare). Run it from "
     "its checkout, or install it whole\n"},
    {"mkdir bare; cp -r \"$B/moult\" \"$B/profiles\" bare; bare/moult doctor", 1,
     "FAIL  game      rules: rules/rogue is required, and nobody provides it. Known: "
     "none\n"},
    {"cmake --install \"$B\" --prefix p >log; rm -f p/lib/moult/renderer-sdl.so; p/bin/moult "
     "doctor",
     0, "WARN  window    there is no renderer/sdl. "},
};

START_TEST(doctor_says_what_lacks)
{
    int32_t code = run_shell(&r, NULL, "%s", visits[_i].command);
    has(visits[_i].says);
    ck_assert_int_eq(code, visits[_i].code);
    ck_assert_str_eq(r.err, "");
}
END_TEST

START_TEST(doctor_tells_programs)
{
    run_well(&r, NULL,
             "moult doctor --json | jq -r '.playable, (.checks[] | .name)' | tr '\\n' ' '");
    ck_assert_str_eq(r.out, "true plugins window game saves config runtime terminal colours locale "
                            "compiler make sdk libdw ");
    ck_assert_int_eq(run_shell(&r, NULL,
                               "mkdir bare; cp \"$B/moult\" bare; "
                               "bare/moult doctor --json >it; code=$?; "
                               "jq -c '[.playable, (.checks[] | select(.verdict == "
                               "\"fail\") | .name)]' it; exit $code"),
                     1);
    ck_assert_str_eq(r.out, "[false,\"plugins\",\"game\"]\n");
}
END_TEST

/* -- pack -------------------------------------------------------------------------------------- */

#define MAKE "moult new items mine >log && cd mine && make -s && echo free >LICENSE; "
#define ARCHIVE "items-mine-0.1.0.tar.gz"

START_TEST(a_folder_is_packed_with_its_sources)
{
    run_well(&r, NULL, MAKE "touch ignored.o; moult pack . && tar -tzf " ARCHIVE);
    ck_assert_str_eq(r.out, "packed " ARCHIVE ": 7 files\n"
                            "items-mine-0.1.0/MANIFEST\nitems-mine-0.1.0/LICENSE\n"
                            "items-mine-0.1.0/Makefile\nitems-mine-0.1.0/README.md\n"
                            "items-mine-0.1.0/mine.c\nitems-mine-0.1.0/mine.so\n"
                            "items-mine-0.1.0/test_mine.c\n");
    run_well(&r, NULL,
             "cd mine; moult pack --list " ARCHIVE " | head -n 7; tar -xzf " ARCHIVE "; "
             "cd items-mine-0.1.0 && sed -n 's/^file \\([0-9a-f]*\\) [0-9]* /\\1  /p' "
             "MANIFEST | sha256sum -c --quiet && cmp mine.so ../mine.so && test -x mine.so");
    ck_assert_str_eq(r.out, "moult-pack 1\nname items-mine\nversion 0.1.0\nabi 1\nmachine x86_64\n"
                            "provides items/mine\nlicense LICENSE\n");
}
END_TEST

START_TEST(the_same_files_give_the_same_bytes)
{
    run_well(&r, NULL,
             MAKE "moult pack mine.so -o ../a.tar.gz && touch -d 2001-01-01 mine.so && "
                  "LC_ALL=C.UTF-8 moult pack ./mine.so -o ../b.tar.gz && "
                  "cmp ../a.tar.gz ../b.tar.gz && moult pack --verify ../a.tar.gz");
    has("../a.tar.gz: items-mine 0.1.0, 3 files, as packed\n");
}
END_TEST

static const struct {
    const char *command;
    int32_t code;
    const char *error;
} refused[] = {
    {"moult pack", 2,
     "error  moult pack: name one file or folder, and what to do with it. Try: moult pack "
     "--help\n"},
    {"moult pack nothing.so", 1, "error  ./nothing.so: there is no such file\n"},
    {"mkdir f; moult pack f", 1,
     "error  f: there are 0 files *.so in it, not one. Build it, or name the file\n"},
    {"moult pack --verify nothing.tar.gz", 1, "error  nothing.tar.gz: there is no such file\n"},
    {"echo no archive >it; moult pack --verify it", 1,
     "error  it: the archive is cut short or damaged. Get it again\n"},
    {MAKE "moult pack . >log; head -c 900 " ARCHIVE " >it; moult pack --verify it", 1,
     "error  it: the archive is cut short or damaged. Get it again\n"},
    {MAKE "moult pack . >log; tar -xzf " ARCHIVE "; echo >>items-mine-0.1.0/mine.c; "
          "tar -czf it --format=ustar $(tar -tzf " ARCHIVE "); moult pack --verify it",
     1, "error  it: its files aren't those of its manifest. Get it again from whoever packed it\n"},
    {MAKE "tar -czf it --format=ustar mine.so; moult pack --verify it", 1,
     "error  it: it has no manifest. Make one by: moult pack FILE.so\n"},
};

START_TEST(what_isnt_whole_is_refused)
{
    run_refused(&r, refused[_i].command, refused[_i].code, refused[_i].error);
}
END_TEST

START_TEST(what_fails_its_checks_isnt_packed)
{
    ck_assert_int_eq(run_shell(&r, NULL, "moult pack \"$B/zoo/map_lies.so\""), 1);
    ck_assert_ptr_nonnull(strstr(r.err, "FAIL  mapgen-promises "));
    ck_assert_ptr_nonnull(strstr(r.err,
                                 "error  $B/zoo/map_lies.so: it fails moult check, and isn't "
                                 "packed. Mend it first: moult check $B/zoo/map_lies.so\n"));
    run_well(&r, NULL, "! ls *.tar.gz 2>/dev/null");
}
END_TEST

/* -- list -------------------------------------------------------------------------------------- */

START_TEST(list_tells_programs)
{
    run_well(
        &r, NULL,
        "moult list --json | jq -r '.abi, .profile, .problems[], (.plugins[] | select(.name == "
        "\"mapgen-board\") | .version, .provides[], .file, .loaded), (.slots[] | "
        "select(.role == \"rules\") | .slot, .plugin, .generation)'");
    ck_assert_str_eq(r.out, "1\nrogue\n1.0.0\nmapgen/board\n$B/plugins/mapgen-board.so\nfalse\n"
                            "rules/rogue\nrules-rogue@1.0.0\n1\n");
    ck_assert_int_eq(run_shell(&r, NULL,
                               "printf '[roles]\\nrules = nobody\\n' >a.ini; "
                               "moult list --json ./a.ini >it; code=$?; "
                               "jq -r '.problems[0], (.plugins | length > 9)' it; exit $code"),
                     1);
    ck_assert_msg(run_matches(r.out, "error  rules: rules/nobody is required, and nobody provides "
                                     "it. Known: ~\ntrue\n"),
                  "%s", r.out);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("author");
    TCase *tests = tcase_create("author");
    tcase_add_checked_fixture(tests, enter, leave);
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, doctor_says_what_lacks, 0, sizeof visits / sizeof *visits);
    tcase_add_test(tests, doctor_tells_programs);
    tcase_add_test(tests, a_folder_is_packed_with_its_sources);
    tcase_add_test(tests, the_same_files_give_the_same_bytes);
    tcase_add_loop_test(tests, what_isnt_whole_is_refused, 0, sizeof refused / sizeof *refused);
    tcase_add_test(tests, what_fails_its_checks_isnt_packed);
    tcase_add_test(tests, list_tells_programs);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
