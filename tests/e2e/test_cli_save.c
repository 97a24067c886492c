/* SPDX-License-Identifier: MIT */
/* moult save, by the real program: saves are checked, shown, compared and converted, also those of
 * games that aren't installed; and every file of every released format loads. */
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>

static run r;

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    run_close(&r);
}

#define SAVES "\"$S\"/saves/"

static void contains(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part) != NULL, "\"%s\" isn't in:\n%s", part, text);
}

/* A program with savers, but no game: $T/bare/moult. */
static void bare(void)
{
    run_well(&r, NULL,
             "mkdir -p bare/plugins && cp \"$B/moult\" bare && cp \"$B\"/plugins/saver-*.so "
             "bare/plugins");
}

/* A run of 45 turns, a.moult, and the same two turns later, b.moult. */
static void two_saves(void)
{
    static const char *const lines[] = {"", "move-west\\nmove-east\\n"};
    for (int i = 0; i < 2; i++)
        run_well(&r, NULL,
                 "printf 'explore\\nexplore\\nmove-west\\n%ssave\\n' > keys && "
                 "moult play --renderer none --seed 7 --keys keys && "
                 "mv home/.local/share/moult/saves/rogue.moult %c.moult",
                 lines[i], 'a' + i);
}

/* -- the files that stand in saves/ ------------------------------------------------------------ */

/* A saver that can't be built here, for lack of its library, leaves out its files. */
START_TEST(every_file_of_a_released_format_loads_as_it_was)
{
    run_well(&r, NULL,
             "touch none said; cd " SAVES "v1 && ls | grep -v EXPECTED >$T/there && "
             "sed 's/ .*//' EXPECTED | sort >$T/listed && cmp $T/there $T/listed && "
             "while read -r file game state; do case $file in *.json) n=json;; *.db) n=sqlite;; "
             "*) n=snapshot;; esac; test -e \"$B/plugins/saver-$n.so\" || continue; "
             "s=$(moult play $game --use saver=$n --load $file --keys $T/none --renderer none) && "
             "test \"$s\" = \"$state\" || { echo \"$file: $s\"; exit 1; }; "
             "moult save check $file >>$T/said || exit 1; done <EXPECTED && wc -l <$T/said");
    ck_assert_int_ge(atoi(r.out), 6);
}
END_TEST

START_TEST(the_gallery_is_whole_and_listed)
{
    run_well(&r, NULL, "cd " SAVES " && moult save check *.moult | wc -l");
    ck_assert_int_ge(atoi(r.out), 6);
    run_well(&r, NULL,
             "cd " SAVES " && for f in *.moult; do grep -q \"^| .${f%%.moult}. |\" README.md || "
             "echo $f; grep -q \"^world ${f%%.moult} \" make.sh || echo $f; done");
    ck_assert_str_eq(r.out, "");
    run_well(&r, NULL, "du -sk " SAVES);
    ck_assert_int_lt(atoi(r.out), 1024);
}
END_TEST

/* -- check ------------------------------------------------------------------------------------- */

START_TEST(check_says_what_a_save_is)
{
    two_saves();
    run_well(&r, NULL, "moult save check a.moult");
    ck_assert_str_eq(r.out, "a.moult: rogue, turn 45, 19 tables, 1 level, plugins as here\n");
    bare();
    run_well(&r, NULL, "bare/moult save check a.moult");
    ck_assert_str_eq(r.out, "a.moult: rogue, turn 45, 19 tables, 1 level, a game that isn't here: "
                            "what its tables mean wasn't checked\n");
    run_well(&r, NULL,
             "mkdir other && for f in \"$B\"/plugins/*.so; do cp \"$f\" other; done && "
             "printf 'x' >> other/ai-wander.so && cp -r bare whole && cp other/* whole/plugins && "
             "cp -r \"$B\"/profiles whole && whole/moult save check a.moult");
    contains(r.out, "1 level, other plugins. This run was left with other plugins: "
                    "ai-wander 1.0.0 (same version, another build).\n");
}
END_TEST

static const struct {
    const char *make, *error;
} broken[] = {
    {"true", "there is no such file. Give that of a saved game\n"},
    {"echo hello > x", "this is no saved game that a saver here knows. Give another file\n"},
    {"head -c 900 a.moult > x",
     "header: damaged or cut off. The file was left as it is: take the one before it (.bak), or "
     "another save\n"},
    {"cp a.moult x && printf '\\377' | dd of=x bs=1 seek=5000 conv=notrunc status=none",
     "section \"~\": checksum differs, the file is damaged. The file was left as it is: take the "
     "one before it (.bak), or another save\n"},
};

START_TEST(check_says_what_is_wrong)
{
    char pattern[512];
    two_saves();
    run_well(&r, NULL, "%s; cp x before 2>&1 || true", broken[_i].make);
    snprintf(pattern, sizeof pattern, "error  x: %s", broken[_i].error);
    run_refused(&r, "moult save check x", 1, pattern);
    run_shell(&r, NULL, "moult save check x a.moult");
    ck_assert_int_eq(r.code, 1);
    contains(r.out, "a.moult: rogue"); /* the others are still told of */
    run_well(&r, NULL, "test ! -e x || cmp x before");
}
END_TEST

START_TEST(check_names_what_was_edited_by_hand)
{
    two_saves();
    run_well(&r, NULL, "moult save convert a.moult a.json && moult save check a.json");
    contains(r.out, "plugins as here\n");
    ck_assert_ptr_null(strstr(r.out, "edited"));
    run_well(&r, NULL,
             "sed -i 's/\"gold\": [0-9]*,/\"gold\": 77,/' a.json && moult save check a.json");
    contains(r.out, "plugins as here\na.json: edited by hand: rogue.hero\n");
}
END_TEST

/* -- show -------------------------------------------------------------------------------------- */

START_TEST(show_lists_tables_rows_and_maps)
{
    two_saves();
    run_well(&r, NULL, "moult save show a.moult");
    contains(r.out, "\nrogue.hero                world             1      1 ");
    contains(r.out, "rules-rogue@1.0.0\n");
    run_well(&r, NULL, "moult save show a.moult core.run");
    contains(r.out, "turn              45\nseed_size ");
    run_well(&r, NULL, "moult save show a.moult core.run.rules");
    ck_assert_str_eq(r.out, "rules             \"rules/rogue\"\n");
    run_well(&r, NULL, "moult save show a.moult rogue.body 1");
    contains(r.out, "\nname              \"hero\"\n");
    run_well(&r, NULL,
             "moult save show a.moult core.cell.tile 1 | tail -n +3 > map && "
             "wc -l < map && tr -d '\\n' < map | wc -c");
    ck_assert_str_eq(r.out, "40\n2560\n");
    run_well(&r, NULL, "moult save show a.moult core.run --json");
    contains(r.out, "[\n  {\"row\": 0, \"turn\": 45, ");
    contains(r.out, "\"rules\": \"rules/rogue\"}\n]\n");
}
END_TEST

/* What it says of a game's tables is the same without the game; only who owns them isn't known. */
START_TEST(show_needs_no_plugin_of_the_game)
{
    bare();
    run_well(&r, NULL,
             "for s in rogue-kobolds:rogue.body srl-bag:srl.thing; do "
             "f=" SAVES "${s%%:*}.moult; bare/moult save show $f ${s#*:}; done > bare.txt && "
             "for s in rogue-kobolds:rogue.body srl-bag:srl.thing; do "
             "f=" SAVES "${s%%:*}.moult; moult save show $f ${s#*:}; done | cmp - bare.txt && "
             "grep -c kobold bare.txt");
    ck_assert_int_ge(atoi(r.out), 2);
    run_well(&r, NULL, "bare/moult save show " SAVES "srl-bag.moult");
    contains(r.out, "\nsrl.body ");
}
END_TEST

static const struct {
    const char *arguments, *error;
} not_there[] = {
    {"rogue.herp",
     "it has no table \"rogue.herp\" (did you mean \"rogue.hero\"?). Those that there "
     "are: moult save show FILE\n"},
    {"rogue.hero.golf", "rogue.hero has no field \"golf\" (did you mean \"gold\"?). Those that "
                        "there are: moult save show FILE rogue.hero\n"},
    {"rogue.body 999", "rogue.body has no row 999. Those that there are: moult save show FILE "
                       "rogue.body\n"},
    {"core.cell 9", "core.cell has no row 9. Those that there are: moult save show FILE "
                    "core.cell\n"},
};

START_TEST(show_refuses_what_is_not_there)
{
    char command[128], pattern[512];
    run_well(&r, NULL, "cp " SAVES "rogue-kobolds.moult x");
    snprintf(command, sizeof command, "moult save show x %s", not_there[_i].arguments);
    snprintf(pattern, sizeof pattern, "error  x: %s", not_there[_i].error);
    run_refused(&r, command, 1, pattern);
}
END_TEST

/* -- diff -------------------------------------------------------------------------------------- */

START_TEST(diff_tells_what_two_turns_changed)
{
    two_saves();
    run_well(&r, NULL, "moult save diff a.moult a.moult");
    ck_assert_str_eq(r.out, "");
    ck_assert_int_eq(run_shell(&r, NULL, "moult save diff a.moult b.moult"), 1);
    contains(r.out, "\ncore.run 0 turn 45 47\n");
    ck_assert_str_eq(r.err, "");
    ck_assert_int_eq(
        run_shell(&r, NULL, "moult save diff " SAVES "srl-bag.moult " SAVES "rogue-deep.moult"), 1);
    char line[256];
    uint32_t lines = 0;
    for (const char *at = r.out; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    ck_assert_uint_eq(lines, 1001);
    ck_assert_msg(run_matches(run_last_line(r.out, line, sizeof line), "and # more"), "%s", line);
    run_shell(&r, NULL, "moult save diff a.moult missing");
    ck_assert_int_eq(r.code, 1);
    ck_assert_str_eq(r.err, "error  missing: there is no such file. Give that of a saved game\n");
}
END_TEST

/* -- convert ----------------------------------------------------------------------------------- */

/* By every saver and back, by a program that has no game: the run is the same. */
START_TEST(convert_keeps_a_run_of_any_game)
{
    static const char *const runs[][2] = {
        {"rogue", "rogue-kobolds"}, {"srl", "srl-bag"}, {"simple", "simple-stage-2"}};
    const char *game = runs[_i][0];
    bare();
    run_well(&r, NULL,
             "touch none; cp " SAVES "%s.moult a.moult; cp a.moult before; "
             "for s in \"$B\"/plugins/saver-*.so; do n=${s##*/saver-}; n=${n%%.so}; "
             "bare/moult save convert a.moult x.$n --saver $n && "
             "bare/moult save diff a.moult x.$n && bare/moult save check x.$n >/dev/null && "
             "bare/moult save convert x.$n back.moult --force && "
             "bare/moult save diff a.moult back.moult && cmp a.moult before || exit 1; done; "
             "moult play %s --load a.moult --keys none --renderer none > one && "
             "moult play %s --load back.moult --keys none --renderer none | cmp - one && cat one",
             runs[_i][1], game, game);
    ck_assert_msg(run_matches(r.out, "turn #  hash ~\n"), "%s", r.out);
}
END_TEST

START_TEST(convert_harms_no_file)
{
    run_well(&r, NULL,
             "cp " SAVES "rogue-kobolds.moult a.moult && cp a.moult was && "
             "echo precious > b.moult && ln a.moult c.moult");
    run_refused(&r, "moult save convert a.moult b.moult", 1,
                "error  b.moult: there is such a file. Give another name, or --force\n");
    run_refused(&r, "moult save convert --force a.moult c.moult", 1,
                "error  c.moult: this is the file that is to be read. Give the new one another "
                "name\n");
    run_well(&r, NULL, "grep -q precious b.moult && cmp a.moult was");
    run_well(&r, NULL,
             "moult save convert --force a.moult b.moult && grep -q precious b.moult.bak && "
             "moult save diff a.moult b.moult && cmp a.moult was");
    run_shell(&r, NULL, "moult save convert a.moult d.docx");
    ck_assert_int_eq(r.code, 1);
    contains(r.err, "error  d.docx: no saver writes files of this name. Give it the ending of one, "
                    "or its name by --saver. Known: ");
    contains(r.err, "snapshot (.moult)");
    run_shell(&r, NULL, "moult save convert a.moult d.moult --saver nobody");
    contains(r.err, "error  --saver: there is no saver \"nobody\". Known: ");
    run_shell(&r, NULL, "head -c 3000 a.moult > cut; moult save convert cut d.moult");
    ck_assert_int_eq(r.code, 1);
    run_well(&r, NULL, "test ! -e d.moult");
}
END_TEST

/* -- usage ------------------------------------------------------------------------------------- */

static const struct {
    const char *arguments, *error;
} wrong[] = {
    {"", "what is to be done with a save: check, show, diff, convert or list"},
    {"chek a", "\"chek\" can't be done with a save (did you mean \"check\"?)"},
    {"diff a", "diff lacks a file"},
    {"diff a b c", "\"c\" is one too many"},
    {"show a core.run x", "\"x\" is no row's number"},
    {"show --jsn a", "\"--jsn\" isn't one of its options (did you mean \"--json\"?)"},
};

START_TEST(wrong_usage_is_told)
{
    char command[128], pattern[256];
    snprintf(command, sizeof command, "moult save %s", wrong[_i].arguments);
    snprintf(pattern, sizeof pattern, "error  moult save: %s. Try: moult save --help\n",
             wrong[_i].error);
    run_refused(&r, command, 2, pattern);
}
END_TEST

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

int main(void)
{
    Suite *suite = suite_create("cli_save");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, enter, leave);
    tcase_add_test(tests, every_file_of_a_released_format_loads_as_it_was);
    tcase_add_test(tests, the_gallery_is_whole_and_listed);
    tcase_add_test(tests, check_says_what_a_save_is);
    tcase_add_loop_test(tests, check_says_what_is_wrong, 0, COUNT(broken));
    tcase_add_test(tests, check_names_what_was_edited_by_hand);
    tcase_add_test(tests, show_lists_tables_rows_and_maps);
    tcase_add_test(tests, show_needs_no_plugin_of_the_game);
    tcase_add_loop_test(tests, show_refuses_what_is_not_there, 0, COUNT(not_there));
    tcase_add_test(tests, diff_tells_what_two_turns_changed);
    tcase_add_loop_test(tests, convert_keeps_a_run_of_any_game, 0, 3);
    tcase_add_test(tests, convert_harms_no_file);
    tcase_add_loop_test(tests, wrong_usage_is_told, 0, COUNT(wrong));
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
