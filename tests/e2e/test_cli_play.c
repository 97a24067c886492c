/* SPDX-License-Identifier: MIT */
/* Playing by the command line alone: lines through a pipe, files of commands, saves that go on
 * where they were left, two games at a time, other languages, and what the other verbs print. */
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <check.h>

#define SAVE "home/.local/share/moult/saves/rogue.moult"

static run r;

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    run_close(&r);
}

static void expect_text(const char *text)
{
    ck_assert_msg(strstr(r.out, text) != NULL, "no \"%s\" in:\n%s%s", text, r.out, r.err);
}

static void expect_no_text(const char *text)
{
    ck_assert_msg(strstr(r.out, text) == NULL, "\"%s\" in:\n%s", text, r.out);
}

/* The last line, which is "turn N  hash HHHHHHHHHHHHHHHH" with lower-case digits. */
static void read_end(char end[64])
{
    unsigned turn;
    char hash[17], again[64];
    run_last_line(r.out, end, 64);
    ck_assert_msg(sscanf(end, "turn %u  hash %16[0-9a-f]", &turn, hash) == 2, "%s", r.out);
    snprintf(again, sizeof again, "turn %u  hash %s", turn, hash);
    ck_assert_str_eq(end, again);
    ck_assert_uint_eq(strlen(hash), 16);
}

static void expect_end(const char *end)
{
    char found[64];
    read_end(found);
    ck_assert_str_eq(found, end);
}

/* -- what is printed --------------------------------------------------------------------------- */

START_TEST(version_and_help_are_printed_and_end_well)
{
    static const char *const verbs[] = {"play", "list", "map", "call", "reload", "sdk"};
    run_well(&r, NULL, "moult --version");
    ck_assert_msg(run_matches(r.out, "moult #.#.# (ABI #)\n"), "%s", r.out);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        char usage[64];
        run_well(&r, NULL, "moult %s --help", verbs[i]);
        snprintf(usage, sizeof usage, "usage: moult %s ", verbs[i]);
        ck_assert_msg(strncmp(r.out, usage, strlen(usage)) == 0, "%s", r.out);
        ck_assert_str_eq(r.err, "");
        run_well(&r, NULL, "moult --help");
        snprintf(usage, sizeof usage, "\n  %s ", verbs[i]);
        expect_text(usage);
    }
    run_well(&r, NULL, "moult --help > a; moult help > b; moult -h > c; cmp a b && cmp a c");
}
END_TEST

START_TEST(list_shows_slots_roles_providers_files_and_natives)
{
    static const char *const lines[] = {
        "\nrules/rogue          rules      rules-rogue@", "$B/plugins/rules-rogue.so\n",
        "\nfov/shadow           fov        core ",        "\nai/chaser            -          ai-",
        "\nsaver/snapshot       saver      saver-",       "\nnative rogue.tier i(i)  ",
    };
    run_well(&r, NULL, "moult list");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        expect_text(lines[i]);
    run_well(&r, NULL, "moult list > a; moult list rogue > b; cmp a b");
}
END_TEST

static const struct {
    const char *arguments, *result;
} calls[] = {
    {"rogue.tier 3", "1\n"},
    {"rogue.tier 0x3", "1\n"},
    {"--seed 7 rogue.heal 5", "12\n"},
    {"--profile rogue --seed '' rogue.heal 0", "12\n"},
};

START_TEST(call_prints_what_the_native_answers)
{
    run_well(&r, NULL, "moult call %s", calls[_i].arguments);
    ck_assert_str_eq(r.out, calls[_i].result);
    ck_assert_str_eq(r.err, "");
}
END_TEST

static const struct {
    const char *seed;
    int depth, width, height;
} maps[] = {
    {"", 1, 64, 40},   {"7", 1, 64, 40},  {"7", 100, 64, 40},         {"caves", 5, 30, 20},
    {"x", 1, 200, 20}, {"y", 1, 120, 80}, {"caf\303\251", 3, 64, 40}, {"-1", -5, 64, 40},
};

START_TEST(map_prints_the_level_and_counts_it)
{
    char summary[128];
    int rows = 0, arrivals = 0, ways_on = 0;
    run_well(&r, NULL, "moult map rooms --seed '%s' --depth %d --size %dx%d --text", maps[_i].seed,
             maps[_i].depth, maps[_i].width, maps[_i].height);
    const char *at = r.out;
    for (; rows < maps[_i].height; rows++, at += maps[_i].width + 1) {
        ck_assert_uint_eq(strcspn(at, "\n"), (size_t)maps[_i].width);
        ck_assert(at[0] == '#' && at[maps[_i].width - 1] == '#');
        for (int x = 0; x < maps[_i].width; x++) {
            arrivals += at[x] == '@';
            ways_on += at[x] == '>' || at[x] == 'X';
        }
    }
    ck_assert_int_eq(arrivals, 1);
    ck_assert_int_ge(ways_on, 1);
    snprintf(summary, sizeof summary,
             "size %dx%d  depth ~  attempt #  rooms #  doors #  spots #  spawns #\n",
             maps[_i].width, maps[_i].height);
    ck_assert_msg(run_matches(at, summary), "%s", at);
    run_well(&r, NULL, "for i in a b; do moult map rooms --seed '%s' > $i; done; cmp a b",
             maps[_i].seed);
}
END_TEST

START_TEST(map_differs_by_seed_and_depth)
{
    run_well(&r, NULL,
             "moult map rooms > a; moult map rooms --seed 1 > b; moult map rooms --depth 2 > c; "
             "moult map \"$B/plugins/mapgen-rooms.so\" > d; "
             "! cmp -s a b && ! cmp -s a c && cmp a d");
}
END_TEST

/* -- lines through a pipe ---------------------------------------------------------------------- */

START_TEST(commands_and_keys_open_menus_and_leave_them)
{
    char end[64], without[64];
    run_well(&r, "inventory\nDown\nEnter\nEsc\n?\nEsc\nF1\nEsc\nC-p\nEsc\nmessages\nEsc\n\n# no\n",
             "moult play --renderer text --seed 7");
    expect_text("You carry\n");
    expect_text("Commands\n");
    expect_text("explore          walk on until something turns up  o\n");
    read_end(without);
    ck_assert_msg(strncmp(without, "turn 0 ", 7) == 0, "menus cost no turn: %s", without);
    run_well(&r, "wait\n.\nSpace\nKP5\n", "rm " SAVE "; moult play --renderer text --seed 7");
    read_end(end);
    ck_assert_msg(strncmp(end, "turn 4 ", 7) == 0, "%s", end);
}
END_TEST

START_TEST(a_typing_mistake_is_told_and_the_game_goes_on)
{
    run_well(&r, "move-wset\nwait\n", "moult play --renderer text --seed 7");
    expect_text("unknown command or key \"move-wset\" (did you mean \"move-west\"?)");
    expect_text("\nturn 1  hash ");
}
END_TEST

START_TEST(without_a_terminal_the_game_is_printed_as_text)
{
    run_well(&r, "wait\n", "moult play --seed 7");
    expect_text("@");
    expect_text("HP 12/12  Floor 1");
    expect_text("\nturn 1  hash ");
    run_well(&r, "wait\n", "rm " SAVE "; TERM=xterm moult play --seed 7 > a; grep -c . a");
    expect_no_text("\033");
}
END_TEST

/* -- leaving and going on ---------------------------------------------------------------------- */

static const char *const ways_out[] = {"explore\n",
                                       "explore\nquit\n",
                                       "explore\nQ\n",
                                       "explore\nC-c\n",
                                       "explore\nsave\nquit\nwait\n",
                                       "explore\ninventory\n",
                                       "explore\ninventory\nquit\n"};

START_TEST(a_run_that_was_left_is_gone_on_with)
{
    char end[64];
    run_well(&r, ways_out[_i], "moult play --renderer text --seed 7");
    read_end(end);
    run_well(&r, NULL, "moult play");
    expect_end(end);
    run_well(&r, "quit\n", "moult play rogue");
    expect_end(end);
    run_well(&r, NULL, ": > nothing; moult play --renderer none --keys nothing --load " SAVE);
    expect_end(end);
}
END_TEST

START_TEST(a_new_seed_begins_anew_in_a_slot_of_its_own)
{
    char end[64];
    run_well(&r, "explore\n", "moult play --seed 7");
    read_end(end);
    run_well(&r, "wait\n", "moult play --seed 8 --slot other");
    expect_text("turn 1  hash ");
    run_well(&r, NULL, "moult play </dev/null");
    expect_end(end);
}
END_TEST

START_TEST(a_driven_run_neither_resumes_nor_saves)
{
    run_well(&r, "explore\n", "moult play --seed 7");
    run_well(&r, NULL,
             "cp " SAVE " old; echo wait > keys; moult play --renderer none --keys keys --seed 8; "
             "moult play --renderer none --turns 3; cmp old " SAVE " && test ! -e " SAVE ".bak");
    expect_text("turn 1  hash ");
    expect_text("turn 3  hash ");
}
END_TEST

static int32_t start_game(const char *arguments)
{
    char command[128];
    struct timespec pause = {0, 20000000};
    snprintf(command, sizeof command, "exec moult play --renderer none --seed %s", arguments);
    int32_t pid = run_start(&r, command);
    for (int tries = 0; run_shell(&r, NULL, "moult list %d", pid) != 0; tries++) {
        ck_assert_msg(tries < 500, "the game doesn't answer: %s", r.err);
        nanosleep(&pause, NULL);
    }
    return pid;
}

START_TEST(a_run_that_is_told_to_end_saves_first)
{
    static const char *const signals[] = {"TERM", "INT"};
    int32_t pid = start_game("7");
    run_well(&r, NULL, "test ! -e " SAVE " && kill -%s %d", signals[_i], pid);
    run_stop(pid);
    run_well(&r, NULL, "moult play");
    expect_text("\nturn 0  hash ");
}
END_TEST

/* -- two games at a time ----------------------------------------------------------------------- */

START_TEST(another_game_may_run_beside_and_each_is_reached_by_its_number)
{
    char expected[256];
    int32_t one = start_game("1 --slot one");
    run_well(&r, NULL, "moult list %d | grep -q renderer/none && moult reload", one);
    ck_assert_str_eq(r.out, "unchanged: no plugin's file has another content\n");
    run_well(&r, "wait\n", "moult play --seed 9 --slot 9");
    expect_text("\nturn 1  hash ");
    int32_t two = start_game("2 --slot two");
    snprintf(expected, sizeof expected,
             "error  control: 2 games are running. Name one by its number: %d %d\n",
             one < two ? one : two, one < two ? two : one);
    run_refused(&r, "moult reload", 1, expected);
    run_well(&r, NULL, "moult reload %d && moult reload %d", one, two);
    snprintf(expected, sizeof expected,
             "error  control: process 1 is no running game. Running: %d %d\n",
             one < two ? one : two, one < two ? two : one);
    run_refused(&r, "moult reload 1", 1, expected);
    run_stop(one);
    run_stop(two);
    run_refused(&r, "moult reload", 1,
                "error  control: no game is running. Start one: moult play\n");
}
END_TEST

/* -- files of commands ------------------------------------------------------------------------- */

static const char *const same_keys[] = {
    "explore\nmove-west\nwait\ninventory\nEsc\n",
    "explore\r\nmove-west\r\nwait\r\ninventory\r\nEsc\r\n",
    "# a run\n\n  explore  \n\t move-west\n\n# rest\n.\ni\nEsc",
    "o\nh\nSpace\ninventory\nEsc\nquit\nwait\nwait\n",
};

START_TEST(a_file_of_commands_may_have_comments_blanks_and_other_line_ends)
{
    char end[64];
    const char *play = "cat > keys; moult play --renderer none --seed 7 --keys keys";
    run_well(&r, same_keys[0], "%s", play);
    read_end(end);
    run_well(&r, same_keys[_i], "%s", play);
    expect_end(end);
    ck_assert_uint_eq(strlen(r.out), strlen(end) + 1);
    run_well(&r, same_keys[_i], "cat > keys; cd / && moult play --seed 7 --keys $T/keys");
    expect_end(end);
}
END_TEST

static const struct {
    const char *arguments, *end;
} limits[] = {
    {"--renderer none --turns 1", "turn 1  hash "},
    {"--renderer none --turns 25", "turn 25  hash "},
    {"--renderer none --turns 2 --keys keys", "turn 2  hash "},
    {"--renderer none --turns 500 --keys keys", "turn 5  hash "},
    {"--renderer text --turns 3 --keys keys", "turn 3  hash "},
};

START_TEST(a_run_ends_after_as_many_turns_as_it_may_have)
{
    char end[64];
    run_well(&r, "wait\nwait\nwait\nwait\nwait\n", "cat > keys; moult play --seed 7 %s",
             limits[_i].arguments);
    read_end(end);
    ck_assert_msg(strncmp(end, limits[_i].end, strlen(limits[_i].end)) == 0, "%s", end);
}
END_TEST

START_TEST(keys_of_an_ini_replace_the_usual_ones)
{
    run_well(&r, "z\n.\n",
             "printf '[keys]\\nwait = z\\n' > a.ini; moult play --seed 7 --renderer text --keys "
             "a.ini");
    expect_text("\nturn 1  hash ");
}
END_TEST

/* -- seeds, languages, places ------------------------------------------------------------------ */

START_TEST(every_seed_up_to_its_limit_is_one_of_its_own)
{
    run_well(&r, NULL,
             "p='moult play --renderer none --turns 1 --seed'; a=$(head -c 4095 /dev/zero | tr "
             "'\\0' a); for seed in '' ' ' 7 07 caf\303\251 ${a} ${a}a ${a}b; do $p \"$seed\"; "
             "done > ends; sort ends | uniq | wc -l");
    ck_assert_str_eq(r.out, "8\n");
}
END_TEST

START_TEST(the_language_changes_no_game)
{
    char end[64];
    static const char *const languages[] = {"C", "C.UTF-8", "de_DE.UTF-8", "nonsense"};
    run_well(&r, NULL,
             "mkdir loc; localedef -i de_DE -f UTF-8 loc/de_DE.UTF-8; test -d "
             "loc/de_DE.UTF-8");
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
        char now[64];
        run_well(&r, "explore\nmove-west\nexplore\nsave\n",
                 "rm -rf home/.local; LOCPATH=$T/loc LC_ALL=%s moult play --seed 7", languages[i]);
        read_end(i == 0 ? end : now);
        if (i != 0)
            ck_assert_str_eq(now, end);
        run_well(&r, NULL, "cp " SAVE " save%d; cmp save0 save%d", (int)i, (int)i);
        run_well(&r, NULL, "LOCPATH=$T/loc LC_ALL=%s moult play", languages[i]);
        expect_end(end);
    }
}
END_TEST

/* Root writes where others may not, so that the home is mounted for reading only. */
START_TEST(a_home_that_cannot_be_written_is_said_before_the_first_turn)
{
    if (run_shell(&r, NULL, "unshare -m mount -t tmpfs -o ro none home") != 0)
        return;
    run_refused(&r, "unshare -m sh -c 'mount -t tmpfs -o ro none home; moult play'", 1,
                "error  $T/home/.local/share/moult/saves: games can't be saved there: Read-only "
                "file system. Set XDG_DATA_HOME to a folder that you may write to\n");
    run_well(&r, NULL,
             "unshare -m sh -c 'mount -t tmpfs -o ro none home; "
             "moult play --renderer none --turns 2; XDG_DATA_HOME=$T/data moult play'; "
             "ls data/moult/saves");
    expect_text("turn 2  hash ");
    expect_text("rogue.moult\n");
}
END_TEST

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

int main(void)
{
    Suite *suite = suite_create("command line");
    TCase *all = tcase_create("play");
    tcase_add_checked_fixture(all, enter, leave);
    tcase_set_timeout(all, 60);
    tcase_add_test(all, version_and_help_are_printed_and_end_well);
    tcase_add_test(all, list_shows_slots_roles_providers_files_and_natives);
    tcase_add_loop_test(all, call_prints_what_the_native_answers, 0, COUNT(calls));
    tcase_add_loop_test(all, map_prints_the_level_and_counts_it, 0, COUNT(maps));
    tcase_add_test(all, map_differs_by_seed_and_depth);
    tcase_add_test(all, commands_and_keys_open_menus_and_leave_them);
    tcase_add_test(all, a_typing_mistake_is_told_and_the_game_goes_on);
    tcase_add_test(all, without_a_terminal_the_game_is_printed_as_text);
    tcase_add_loop_test(all, a_run_that_was_left_is_gone_on_with, 0, COUNT(ways_out));
    tcase_add_test(all, a_new_seed_begins_anew_in_a_slot_of_its_own);
    tcase_add_test(all, a_driven_run_neither_resumes_nor_saves);
    tcase_add_loop_test(all, a_run_that_is_told_to_end_saves_first, 0, 2);
    tcase_add_test(all, another_game_may_run_beside_and_each_is_reached_by_its_number);
    tcase_add_loop_test(all, a_file_of_commands_may_have_comments_blanks_and_other_line_ends, 0,
                        COUNT(same_keys));
    tcase_add_loop_test(all, a_run_ends_after_as_many_turns_as_it_may_have, 0, COUNT(limits));
    tcase_add_test(all, keys_of_an_ini_replace_the_usual_ones);
    tcase_add_test(all, every_seed_up_to_its_limit_is_one_of_its_own);
    tcase_add_test(all, the_language_changes_no_game);
    tcase_add_test(all, a_home_that_cannot_be_written_is_said_before_the_first_turn);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
