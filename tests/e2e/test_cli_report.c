/* SPDX-License-Identifier: MIT */
/* Reports of runs: what the command `dump` and the end of a run write, as text and as JSON, for
 * each game; in Japanese; that nothing is overwritten or half written; and that a run goes on as if
 * nothing had been asked. */
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <check.h>

#define REPORTS "home/.local/share/moult/reports"

static run r;

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    run_close(&r);
}

/* Plays commands, "a;b;c", and says by the last line where the run stands. */
static void drive(const char *environment, const char *arguments, const char *commands, char *end)
{
    run_well(&r, NULL,
             "echo '%s' | tr ';' '\\n' > commands; %s USER=ada moult play %s --renderer none "
             "--keys commands",
             commands, environment, arguments);
    run_last_line(r.out, end, 64);
}

static const struct {
    const char *arguments, *commands, *text, *query, *json;
} games[] = {
    {"rogue --seed 7", "explore;explore;dump",
     "A run of rogue\n\n"
     "Result      not over\n"
     "Floor       1\n"
     "Gold        4\n"
     "Turns       44\n"
     "Player      ada\n"
     "Written     DATE\n"
     "Seed        7\n\n"
     "HP          12/12\n"
     "Floor       1\n"
     "Gold        4\n"
     "Hunger      50/72\n"
     "Weapon      rusty dagger\n"
     "Armour      padded jacket\n"
     "Scroll      scroll titled PYR LUNDI\n\n"
     "You carry\n"
     "  rusty dagger             damage 4\n"
     "  padded jacket            defence 1\n"
     "  no potion\n"
     "  scroll titled PYR LUNDI  r reads it\n"
     "  4 gold\n"
     "  level 1, skill 0\n\n"
     "Last messages\n"
     "  turn 0  Welcome to the dungeon. A hundred floors lie below; > descends.\n"
     "  turn 0  You eat the ration.\n"
     "  turn 2  You put on the padded jacket.\n"
     "  turn 16  You take 2 gold. (x2)\n"
     "  turn 23  You pocket the scroll titled PYR LUNDI.\n\n"
     "The map\n"
     "                   ###########\n"
     "                   ..........####\n"
     "                   #########....#\n"
     "                   #########....#\n"
     "                   ........'....#\n"
     "                   #########....#\n"
     "                           #....#\n"
     " #'                       ##..###\n"
     "..$..                   ###...#\n"
     "?%..r..##################.....#\n"
     "........@...............'.....#\n"
     ".....$..#################.....#\n"
     "######..                #######\n"
     "     #.\n"
     "     #.\n"
     "     #\n\n",
     "[.format, .game, .result, .cause, .depth, .depth_label, .score, .score_label, .turns, "
     ".place, "
     ".wizard, .name, (.at > 0), .seed, .gauges[0], .inventory[2:4], (.beside|length), "
     ".messages[3], .map.x, .map.y, (.map.rows|length), .plugins[0].name]",
     "[1,\"rogue\",null,null,1,\"Floor\",4,\"Gold\",44,null,false,\"ada\",true,\"7\","
     "{\"label\":\"HP\",\"value\":12,\"max\":12,\"text\":null},"
     "[{\"text\":\"no potion\",\"detail\":null},"
     "{\"text\":\"scroll titled PYR LUNDI\",\"detail\":\"r reads it\"}],0,"
     "{\"turn\":16,\"times\":2,\"text\":\"You take 2 gold.\"},16,13,16,\"rules-rogue\"]\n"},
    {"srl --load \"$S/saves/srl-bag.moult\"", "dump",
     "A run of srl\n\n"
     "Result      not over\n"
     "Floor       2\n"
     "Experience  31\n"
     "Turns       300\n"
     "Player      ada\n"
     "Written     DATE\n"
     "Seed        1\n\n"
     "floor       2\n"
     "level       4\n"
     "HP          22/29\n"
     "satiety     70/100\n"
     "weight      0.1/10.0\n"
     "attack      7\n"
     "defence     7\n"
     "experience  31/58\n\n"
     "You carry\n"
     "  health potion 10\n\n"
     "Last messages\n",
     "[.result, .gauges[4], .inventory, .beside, (.messages|length), (.map.rows|length), "
     "(.map.rows[17]|explode|index(64)), .map.rows[17][0:2]]",
     "[null,{\"label\":\"weight\",\"value\":0,\"max\":0,\"text\":\"0.1/10.0\"},"
     "[{\"text\":\"health potion 10\",\"detail\":null}],"
     "[{\"text\":\"health potion 10\",\"detail\":null}],20,50,26,\"#·\"]\n"},
    {"simple --seed 1", "Enter;dump",
     "A run of simple\n\n"
     "Result      not over\n"
     "Stage       1\n"
     "Score       0\n"
     "Turns       0\n"
     "Player      Anonymous\n"
     "Written     DATE\n"
     "Seed        1\n\n"
     "Clock       30.0\n"
     "Moves       1/1\n"
     "You         ?\n"
     "Stage       1\n"
     "Score       0\n\n"
     "Last messages\n"
     "  turn 0  Stage 1: 1 move each.\n\n"
     "The map\n"
     "A <-> A  ->[B]\n"
     " v     v   ^ v\n"
     "A <-> A <-  A\n"
     "     ^     ^ v\n"
     "B  -> B <-  A\n\n",
     "[.depth_label, .inventory, .beside, .map.rows[0:2]]",
     "[\"Stage\",[],[],[\"A ←─→ A  ─→[B]\",\" ↓     ↓   ↑ ↓\"]]\n"},
};

/* The text up to the plugins, with its date taken out. */
#define TEXT "sed '/^Plugins$/,$d; s/20[0-9-]* [0-9:]*$/DATE/' " REPORTS "/*.txt"

START_TEST(a_report_says_what_the_game_shows)
{
    char end[64];
    drive("", games[_i].arguments, games[_i].commands, end);
    run_well(&r, NULL, TEXT);
    const size_t begins = strlen(games[_i].text);
    ck_assert_msg(strncmp(r.out, games[_i].text, begins) == 0, "%s", r.out);
    ck_assert(strstr(games[_i].text, "The map\n") == NULL || r.out[begins] == 0);
    run_well(&r, NULL, "cat %s/*.txt | LC_ALL=C.UTF-8 wc -L", REPORTS);
    ck_assert_int_le(atoi(r.out), 80);
    run_well(&r, NULL, "jq -c '%s' %s/*.json", games[_i].query, REPORTS);
    ck_assert_str_eq(r.out, games[_i].json);
    run_well(&r, NULL,
             "jq -r '.plugins[]|\"  \\(.name)@\\(.version)\"' %s/*.json > a; "
             "sed '1,/^Plugins$/d' %s/*.txt > b; diff a b; test -s a",
             REPORTS, REPORTS);
}
END_TEST

static const struct {
    const char *arguments, *plain, *dumped;
} runs[] = {
    {"rogue --seed 7", "explore;i;menu-back;explore;move-west",
     "dump;explore;i;dump;#;menu-back;explore;dump;move-west;dump"},
    {"srl --seed 1", "Enter;move-north;Space", "dump;Enter;dump;move-north;dump;Space"},
    {"simple --seed 1", "Enter;1", "dump;Enter;dump;1;dump"},
    {"rogue --seed 7", "explore;i", "explore;i;dump"},
};

START_TEST(a_report_changes_nothing_of_the_run)
{
    char plain[64], dumped[64];
    drive("", runs[_i].arguments, runs[_i].plain, plain);
    run_well(&r, NULL, "test ! -e %s", REPORTS);
    drive("", runs[_i].arguments, runs[_i].dumped, dumped);
    ck_assert_str_eq(dumped, plain);
    ck_assert_str_eq(r.err, "");
}
END_TEST

START_TEST(where_it_is_is_said_and_none_is_overwritten)
{
    char end[64];
    drive("", "rogue --seed 7", "dump;dump;explore;dump;dump", end);
    run_well(&r, NULL,
             "cd %s; test $(ls | wc -l) = 8; for f in *.txt; do test -s ${f%%.txt}.json; done; "
             "ls | grep -vE '^rogue-[0-9]{8}-[0-9]{6}-[0-9]+(-[234])?\\.(txt|json)$' | wc -l; "
             "jq -c .turns *.json | sort -n | uniq -c | tr -s ' '",
             REPORTS);
    ck_assert_str_eq(r.out, "0\n 2 0\n 2 44\n");
    run_well(&r, "dump\nquit\n", "rm %s/*; moult play --renderer text --seed 7 | grep ^Written",
             REPORTS);
    ck_assert_msg(run_matches(r.out, "Written: $T/home/.local/share/moult/reports/"
                                     "rogue-#-#-0.txt, and beside it .json\n"),
                  "%s", r.out);
}
END_TEST

START_TEST(a_run_that_ended_is_reported)
{
    const int ranked = access(MOULT_BUILD_DIR "/plugins/scores-sqlite.so", F_OK) == 0;
    run_well(&r, NULL,
             "yes wait | head -n 400 | USER=\"$(printf 'a\\300\\t\"d\\\\a')\" moult play "
             "--renderer text --seed \"$(printf 'x\\001\\303\\251\\\\%%0300d')\" > out; "
             "jq -c '[.result, .cause, .place, .name, .seed[0:13]]' %s/*.json; ls %s | wc -l",
             REPORTS, REPORTS);
    char expected[128];
    snprintf(expected, sizeof expected,
             "[\"lost\",\"starvation\",%s,\"a??\\\"d\\\\a\",\"x\\\\x01\\\\xc3\\\\xa9\"]\n2\n",
             ranked ? "1" : "null");
    ck_assert_str_eq(r.out, expected);
    run_well(&r, NULL,
             TEXT " | grep -E '^(Result|Cause|Player|Ended|HP)'; cat " REPORTS
                  "/*.txt | LC_ALL=C.UTF-8 wc -L");
    ck_assert_str_eq(r.out, "Result      lost\n"
                            "Cause       starvation\n"
                            "Player      a??\"d\\a\n"
                            "Ended       DATE\n"
                            "HP          0/12\n"
                            "80\n");
}
END_TEST

START_TEST(wizards_are_told)
{
    char end[64];
    drive("", "--wizard --seed 7", "dump", end);
    run_well(&r, NULL, "jq -c .wizard %s/*.json; grep ^Ranking %s/*.txt", REPORTS, REPORTS);
    ck_assert_str_eq(r.out, "true\nRanking     wizard mode: not ranked\n");
}
END_TEST

START_TEST(a_report_is_in_the_player_s_language)
{
    char end[64], english[64];
    if (access(MOULT_BUILD_DIR "/locale/ja/LC_MESSAGES/moult.mo", R_OK) != 0)
        return;
    run_well(&r, NULL, "mkdir loc; localedef -i ja_JP -f UTF-8 loc/ja_JP.UTF-8; test -d loc/ja*");
    drive("LOCPATH=$T/loc LC_ALL=ja_JP.UTF-8", games[1].arguments, "dump", end);
    run_well(&r, NULL, TEXT " | head -n 26; cat " REPORTS "/*.txt | LC_ALL=C.UTF-8 wc -L");
    ck_assert_str_eq(r.out, "srl の記録\n"
                            "\n"
                            "結果        進行中\n"
                            "階          2\n"
                            "経験値      31\n"
                            "ターン      300\n"
                            "名前        ada\n"
                            "記録日時    DATE\n"
                            "シード      1\n"
                            "\n"
                            "階          2\n"
                            "レベル      4\n"
                            "HP          22/29\n"
                            "満腹度      70/100\n"
                            "重さ        0.1/10.0\n"
                            "攻撃力      7\n"
                            "防御力      7\n"
                            "経験値      31/58\n"
                            "\n"
                            "持ち物\n"
                            "  回復薬10\n"
                            "\n"
                            "最後のメッセージ\n"
                            "  227 ターン目  ラットから1ダメージを受けた。\n"
                            "  228 ターン目  ラットに4ダメージ！\n"
                            "  228 ターン目  ラットを倒し、経験値5を得た。\n"
                            "50\n");
    run_well(&r, NULL, "jq -c '[.gauges[2], .inventory, .depth_label]' %s/*.json", REPORTS);
    ck_assert_str_eq(r.out, "[{\"label\":\"HP\",\"value\":22,\"max\":29,\"text\":null},"
                            "[{\"text\":\"回復薬10\",\"detail\":null}],\"Floor\"]\n");
    drive("", games[1].arguments, "dump", english);
    ck_assert_str_eq(end, english);
}
END_TEST

/* -- what can't be written --------------------------------------------------------------------- */

START_TEST(a_file_in_the_way_is_told_and_the_game_goes_on)
{
    char plain[64], end[64];
    drive("", "--seed 7", "explore;explore", plain);
    run_well(&r, NULL, ": > %s", REPORTS);
    drive("", "--seed 7", "explore;dump;explore", end);
    ck_assert_str_eq(end, plain);
    ck_assert_str_eq(r.err, "error  $T/" REPORTS ": can't be made ($T/" REPORTS
                            "): Not a directory. A file is in its way\n");
    run_well(&r, "dump\nmove-west\nquit\n", "moult play --renderer text --seed 7 | grep ^error");
    ck_assert_str_eq(r.out, "error  $T/" REPORTS ": can't be made ($T/" REPORTS
                            "): Not a directory. A file is in its way\n");
}
END_TEST

/* Root writes where others may not, so that the folder is a disk of its own: one that takes no
 * file, and one that takes the first file alone. */
static const struct {
    const char *options, *error;
} disks[] = {
    {"ro", "error  $T/" REPORTS "/simple-#-#-0.json: can't be written (opening): Read-only file "
           "system. Choose a folder that you may write to; what was there is unchanged\n"},
    {"size=4k", "error  $T/" REPORTS "/simple-#-#-0.txt: can't be written (writing): No space left "
                "on device. Free some space there; what was there is unchanged\n"},
};

START_TEST(a_disk_that_takes_no_files_is_told_and_holds_no_half)
{
    run_well(&r, NULL, "mkdir -p %s; printf 'Enter\\ndump\\n' > commands", REPORTS);
    if (run_shell(&r, NULL, "unshare -m mount -t tmpfs none %s", REPORTS) != 0)
        return;
    run_well(&r, NULL,
             "unshare -m sh -c 'mount -t tmpfs -o %s none %s; moult play simple --renderer none "
             "--seed 1 --keys commands; ls -A %s | wc -l'",
             disks[_i].options, REPORTS, REPORTS);
    ck_assert_msg(run_matches(r.err, disks[_i].error), "%s", r.err);
    ck_assert_ptr_nonnull(strstr(r.out, "turn 0  hash "));
    ck_assert_ptr_nonnull(strstr(r.out, "\n0\n"));
}
END_TEST

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

int main(void)
{
    Suite *suite = suite_create("reports of runs");
    TCase *cases = tcase_create("cases");
    tcase_add_checked_fixture(cases, enter, leave);
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, a_report_says_what_the_game_shows, 0, COUNT(games));
    tcase_add_loop_test(cases, a_report_changes_nothing_of_the_run, 0, COUNT(runs));
    tcase_add_test(cases, where_it_is_is_said_and_none_is_overwritten);
    tcase_add_test(cases, a_run_that_ended_is_reported);
    tcase_add_test(cases, wizards_are_told);
    tcase_add_test(cases, a_report_is_in_the_player_s_language);
    tcase_add_test(cases, a_file_in_the_way_is_told_and_the_game_goes_on);
    tcase_add_loop_test(cases, a_disk_that_takes_no_files_is_told_and_holds_no_half, 0,
                        COUNT(disks));
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
