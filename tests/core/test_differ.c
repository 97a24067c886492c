/* SPDX-License-Identifier: MIT */
/* What a replay says of a world that isn't as recorded: the turn, table, row and field, and the
 * values, as of that turn where they can be found, else as of the next snapshot. A run is tampered
 * with between two turns, so that its replay, which isn't, differs there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/game/journal.h"
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#define TURN 30u

static kit_data data;
static moult__set set;
static kit_game g;
static moult__replay replay;
static moult__report report;

static void enter(void)
{
    kit_data_open(&data, &set);
}

static void leave(void)
{
    kit_data_close(&data, &set);
}

static void one_near(void)
{
    kit_hero_edit(&g)->gold += 5;
}

static void one_far(void)
{
    kit_hero_edit(&g)->gold += 5000;
}

static void two_near(void)
{
    rogue_body *body = kit_body_edit(&g, moult__hero(g.w));
    body->hp += 2;
    body->hp_max += 2;
}

static void two_far(void)
{
    rogue_hero *hero = kit_hero_edit(&g);
    hero->gold += 5000;
    hero->weapon += 3;
}

static void one_cell(void)
{
    kit_tile(&g, 3, 2, MOULT_TILE_FLOOR);
}

static const struct {
    void (*tamper)(void);
    const char *where;
} cases[] = {
    {one_near, "; table rogue.hero of rules-rogue@1.0.0 differs: 0 gold 5 0 (row, field, recorded, "
               "replayed)"},
    {one_far, "; table rogue.hero differs, and by turn 40 table rogue.hero of rules-rogue@1.0.0 "
              "differs: 0 gold 5000 0 (row, field, recorded, replayed). Replay"},
    {two_near, "; table rogue.body of rules-rogue@1.0.0 differs: 1 hp 14 12 (row, field, recorded, "
               "replayed), not written in the replay. Replay"},
    {two_far, "; table rogue.hero differs, and by turn 40 table rogue.hero of rules-rogue@1.0.0 "
              "differs: 0 gold 5000 0 (row, field, recorded, replayed). Replay"},
    {one_cell,
     "; table core.cell of core differs: 1 tile[3,2] 0 1 (row, field, recorded, replayed), "
     "not written in the replay. Replay"},
};

START_TEST(it_is_named)
{
    kit_open_in(&g, &set, "tampered");
    g.s.options.journal = 1;
    g.s.from_seed = 1;
    moult__journal_open(&g.s);
    kit_lines(&g, "wait", TURN);
    cases[_i].tamper();
    kit_lines(&g, "wait", 10);
    kit_close(&g);

    memset(&report, 0, sizeof report);
    ck_assert_msg(moult__replay_read(&replay, data.path, &report) >= 0, "%s", report.text);
    replay.verify = 1;
    kit_open_in(&g, &set, "another");
    ck_assert_int_ge(moult__replay_begin(&replay, &g.s, &report), 0);
    moult_status status;
    while (replay.differs < 2 && (status = moult__replay_step(&replay, &report)) == 1)
        ;
    ck_assert_int_eq(replay.differs, 2);
    ck_assert_uint_eq(replay.differs_turn, TURN + 1);
    ck_assert_msg(strstr(replay.why.text, cases[_i].where) != NULL, "%s", replay.why.text);
    kit_close(&g);
    moult__replay_free(&replay);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("differences");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, enter, leave);
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, it_is_named, 0, (int)(sizeof cases / sizeof *cases));
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
