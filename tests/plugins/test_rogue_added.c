/* SPDX-License-Identifier: MIT */
/* What was left to the reader by the original, row by row as the facts (ours.md) list it, through
 * the commands of a player. Rows that other tests prove in that way stand here with their place:
 *
 * potion of speed           here; test_rogue_states: speed_gives_*, others_act_once_*
 * potion of levitation      test_rogue_states: who_floats_*, after_thirty_turns_*, water_carries_*
 * potion of see invisible   here; test_rogue_states: the_invisible_is_felt_beside_*
 * potion of agility         here; test_rogue_states: agility_makes_the_hero_harder_to_hit
 * scroll of sleep           here; test_rogue_scrolls: those_within_two_cells_*
 * scroll of confusion       here; test_rogue_scrolls: the_confused_within_four_cells_*
 * scroll of remove curse    test_rogue_scrolls: cursed_gear_stays_*, one_of_eight_*
 * scroll of reveal          test_rogue_states: reveal_shows_all_monsters_for_twenty_turns
 * detect monsters           test_rogue_states: detection_counts_and_marks_for_one_turn
 * identify                  here; test_rogue_scrolls: identify_asks_*, identify_knows_curses_too
 * coward                    here; test_ai_maps
 * doors                     test_rogue_doors
 * sight of each monster     test_rogue_mended_more: mended_10_*
 * hunger                    here; slow/test_hunger; test_rogue_tuning: who_never_eats_*
 * persistence               here; core/test_session_save, core/test_session_end, e2e/test_cli_play:
 *                           a_run_that_was_left_*, e2e/test_cli_scores: runs_that_end_are_ranked */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/system/files.h"
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#define X KIT_HALL_X
#define Y KIT_HALL_Y
#define RAT 0u
#define CUR 5u /* 8 hit points */

enum { SPEED = 7, SEE_INVISIBLE = 9, AGILITY = 10 };
enum { IDENTIFY = 0, SLEEP = 8, CONFUSION = 9 };

static kit_game g;
static char folder[64];

static void load(const char *role, const char *slot)
{
    moult__want want = {0};
    moult__report report = {0};
    snprintf(want.role, sizeof want.role, "%s", role);
    snprintf(want.slot, sizeof want.slot, "%s", slot);
    ck_assert_msg(moult__set_load(&g.own, &want, 1, &report) >= 0, "%s", report.text);
}

static void open_hall(void)
{
    strcpy(folder, "/tmp/moult-added-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("XDG_DATA_HOME", folder, 1);
    kit_open(&g, "added");
    load("", "ai/coward");
    kit_hall(&g);
}

static void close_hall(void)
{
    char command[96];
    kit_check_game(&g);
    kit_close(&g);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static void drink(uint32_t effect)
{
    kit_hero_edit(&g)->potion = (uint8_t)(effect + 1);
    kit_line(&g, "quaff");
}

static void read_scroll(uint32_t effect)
{
    kit_hero_edit(&g)->scroll = (uint8_t)(effect + 1);
    kit_line(&g, "read");
}

static int32_t is_drawn(int32_t x, int32_t y)
{
    ck_assert_int_ge(moult__session_describe(&g.s), 0);
    const moult_scene *scene = &g.s.scene->open;
    return (scene->cells[y * scene->width + x].flags & MOULT_CELL_ACTOR) != 0;
}

/* -- potions ----------------------------------------------------------------------------------- */

/* Two steps a turn, for twenty turns; the one that chases it makes one a turn. */
START_TEST(added_potion_of_speed_outruns_a_chaser)
{
    kit_move(&g, moult__hero(g.w), 5, Y);
    kit_look(&g);
    drink(SPEED);
    moult_id rat = kit_monster(&g, RAT, "chaser", 2, Y);
    kit_lines(&g, "move-east", 6); /* the first ends the turn of the potion */
    ck_assert_int_eq(kit_hero_at(&g).x, 11);
    ck_assert_uint_eq(moult__turn(g.w), 3);
    ck_assert_int_eq(kit_where(&g, rat).x, 5);
    kit_lines(&g, "move-east", 33);
    ck_assert_int_eq(kit_hero_at(&g).x, 44);
    ck_assert_uint_eq(moult__turn(g.w), 20);
    kit_lines(&g, "move-east", 5);
    ck_assert_uint_eq(moult__turn(g.w), 25);
}
END_TEST

/* Ghosts that are at home on floor 23 or deeper can't be seen, but for a hundred turns. */
START_TEST(added_potion_of_see_invisible_shows_every_ghost_for_a_hundred_turns)
{
    const moult_bestiary_1 *bestiary = moult__set_role(g.s.set, "bestiary")->functions;
    int32_t x = X
    +2, ghosts = 0;
    for (uint32_t kind = 0; kind < bestiary->count; kind++) {
        moult_creature creature = {.size = sizeof creature};
        ck_assert_int_ge(bestiary->describe(kind, &creature), 0);
        if (creature.flags & MOULT_CREATURE_INVISIBLE) {
            ck_assert_int_ge(creature.depth, 23);
            kit_monster(&g, kind, "idle", x, Y - 1);
            ghosts++;
            x += x < X
            +6;
        }
    }
    ck_assert_int_ge(ghosts, 3);
    moult_id wraith = kit_monster(&g, 23, "idle", X + 5, Y + 3);
    ck_assert(!is_drawn(X + 5, Y + 3));
    kit_hero_edit(&g)->hunger = 100;
    drink(SEE_INVISIBLE);
    for (uint32_t turn = 1; turn < 100; turn++) {
        ck_assert_uint_eq(moult__turn(g.w), turn);
        ck_assert(is_drawn(X + 5, Y + 3) && is_drawn(X + 2, Y - 1));
        kit_line(&g, "wait");
    }
    ck_assert_uint_eq(moult__turn(g.w), 100);
    ck_assert(kit_said(&g, "Your sight is as it was."));
    ck_assert(!is_drawn(X + 5, Y + 3) && !is_drawn(X + 2, Y - 1));
    kit_move(&g, wraith, X + 1, Y + 1);
    ck_assert(is_drawn(X + 1, Y + 1)); /* felt */
}
END_TEST

START_TEST(added_potion_of_agility_adds_up_and_is_no_skill)
{
    for (int32_t times = 1; times <= 3; times++) {
        drink(AGILITY);
        ck_assert_int_eq(kit_hero(&g)->evasion, times);
    }
    ck_assert_int_eq(kit_hero(&g)->skill, 0);
    ck_assert_int_eq(kit_hero(&g)->level, 1);
    kit_tile(&g, X, Y, MOULT_TILE_STAIRS_DOWN);
    kit_line(&g, "descend");
    ck_assert_int_eq(kit_hero(&g)->evasion, 3);
    ck_assert_int_eq(kit_hero(&g)->level, 2);
}
END_TEST

/* -- scrolls ----------------------------------------------------------------------------------- */

START_TEST(added_scroll_of_sleep_holds_for_ten_turns)
{
    moult_id near = kit_monster(&g, RAT, "chaser", X + 2, Y);
    moult_id far = kit_monster(&g, RAT, "chaser", X - 7, Y);
    read_scroll(SLEEP);
    ck_assert_int_eq(kit_where(&g, far).x, X - 6);
    ck_assert_uint_eq(moult__turn(g.w), 1);
    moult__remove(g.w, MOULT_SCOPE_ACTOR, far);
    kit_lines(&g, "wait", 9);
    ck_assert_uint_eq(moult__turn(g.w), 10);
    ck_assert_int_eq(kit_where(&g, near).x, X + 2);
    kit_line(&g, "wait");
    ck_assert_int_eq(kit_where(&g, near).x, X + 1);
}
END_TEST

/* It would wait; only what confusion makes of that moves it, half of the time. */
START_TEST(added_scroll_of_confusion_staggers_for_fifteen_turns)
{
    uint32_t staggers = 0, turns = 0;
    for (uint32_t run = 0; run < 40; run++) {
        moult_id rat = kit_monster(&g, RAT, "idle", X, Y - 4);
        moult_id far = kit_monster(&g, RAT, "idle", X + 5, Y);
        kit_hero_hp(&g, 9999, 9999);
        kit_hero_edit(&g)->hunger = 100;
        for (uint32_t turn = 1; turn <= 20; turn++) {
            kit_move(&g, rat, X, Y - 4);
            if (turn == 1)
                read_scroll(CONFUSION);
            else
                kit_line(&g, "wait");
            int32_t moved = kit_where(&g, rat).x != X
            || kit_where(&g, rat).y != Y - 4;
            ck_assert_msg(turn <= 15 || !moved, "moved in turn %u", turn);
            staggers += (uint32_t)moved;
            turns += turn <= 15;
        }
        ck_assert_int_eq(kit_where(&g, far).x, X + 5);
        moult__remove(g.w, MOULT_SCOPE_ACTOR, rat);
        moult__remove(g.w, MOULT_SCOPE_ACTOR, far);
    }
    ck_assert_uint_eq(turns, 600);
    ck_assert_msg(staggers > 240 && staggers < 360, "%u of 600", staggers);
}
END_TEST

START_TEST(added_identify_asks_which_of_what_is_held)
{
    kit_hero_edit(&g)->potion = SPEED + 1;
    read_scroll(IDENTIFY);
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_MENU);
    ck_assert_int_ge(moult__session_describe(&g.s), 0);
    ck_assert_uint_ge(g.s.scene->open.row_count, 2);
    kit_line(&g, "a");
    ck_assert(kit_said(&g, "What you hold is a potion of speed."));
    ck_assert_uint_eq(kit_hero(&g)->known_potions, 1u << SPEED); /* and no other */
}
END_TEST

/* -- coward ------------------------------------------------------------------------------------ */

static const struct {
    int32_t hp, hp_max, flees;
} hurts[] = {{8, 8, 0}, {5, 8, 0}, {4, 8, 1}, {1, 8, 1},
             {4, 7, 0}, {3, 7, 1}, {2, 3, 0}, {1, 3, 1}};

START_TEST(added_coward_chases_above_half_of_its_hit_points_and_flees_at_or_below)
{
    moult_id cur = kit_monster(&g, CUR, "coward", X + 4, Y);
    rogue_body *body = kit_body_edit(&g, cur);
    body->hp = hurts[_i].hp;
    body->hp_max = hurts[_i].hp_max;
    kit_line(&g, "wait");
    ck_assert_int_eq(kit_where(&g, cur).x, X + (hurts[_i].flees ? 5 : 3));
}
END_TEST

/* The only way out is nearer to the hero as the crow flies, across the water. */
START_TEST(added_coward_flees_by_the_flow_of_the_floor)
{
    for (int32_t y = 1; y < rogue_standard.height - 1; y++)
        for (int32_t x = 1; x < rogue_standard.width - 1; x++)
            kit_tile(&g, x, y, MOULT_TILE_WATER);
    for (int32_t x = X; x <= X + 3; x++) {
        kit_tile(&g, x, Y, MOULT_TILE_FLOOR);
        kit_tile(&g, x, Y - 2, MOULT_TILE_FLOOR);
    }
    kit_tile(&g, X + 4, Y - 1, MOULT_TILE_FLOOR);
    kit_look(&g);
    moult_id cur = kit_monster(&g, CUR, "coward", X + 4, Y - 1);
    kit_body_edit(&g, cur)->hp = 1;
    for (int32_t turn = 1; turn <= 2; turn++) {
        kit_line(&g, "wait");
        ck_assert_int_eq(kit_where(&g, cur).x, X + 4 - turn);
        ck_assert_int_eq(kit_where(&g, cur).y, Y - 2);
    }
}
END_TEST

START_TEST(added_coward_that_is_cornered_fights)
{
    for (int32_t y = 1; y < rogue_standard.height - 1; y++)
        kit_tile(&g, X + 2, y, MOULT_TILE_WALL);
    moult_id cur = kit_monster(&g, CUR, "coward", X + 1, Y);
    kit_body_edit(&g, cur)->hp = 1;
    kit_roll(&g, 19);
    kit_line(&g, "wait");
    ck_assert(kit_said(&g, "The mongrel cur hits you for 2."));
}
END_TEST

/* -- hunger ------------------------------------------------------------------------------------ */

START_TEST(added_hunger_kills_who_never_eats_by_turn_250_and_food_puts_it_off)
{
    uint32_t turn = 0;
    kit_hero_edit(&g)->hunger = kit_hero_edit(&g)->hunger_max = 100;
    for (; turn < 180; turn++)
        kit_line(&g, "wait");
    ck_assert_int_eq(kit_hero(&g)->hunger, 10);
    kit_item(&g, ROGUE_FOOD, 0, X + 1, Y);
    kit_line(&g, "move-east");
    ck_assert_int_eq(kit_hero(&g)->hunger, 50);
    for (turn = 181; turn < 250; turn++)
        kit_line(&g, "wait");
    ck_assert_uint_eq(kit_hero(&g)->state, ROGUE_PLAYING);
    kit_hero_edit(&g)->hunger = 0;
    for (; turn < 280 && !g.s.over; turn++)
        kit_line(&g, "wait");
    ck_assert_str_eq(moult__text(g.w, kit_hero(&g)->cause), "starvation");
}
END_TEST

/* -- persistence ------------------------------------------------------------------------------- */

static uint64_t saved_hash(void)
{
    kit_game other;
    char path[MOULT__PATH_SIZE];
    moult__report report = {0};
    ck_assert_int_ge(moult__save_path(&g.s, path, sizeof path, NULL), 0);
    if (access(path, F_OK) != 0)
        return 0;
    kit_open_in(&other, &g.own, "other");
    ck_assert_msg(moult__save_read(&other.s, path, &report) >= 0, "%s", report.text);
    uint64_t hash = kit_hash(&other);
    kit_close(&other);
    return hash;
}

static uint32_t count_files(const char *name)
{
    char path[128];
    uint32_t count = 0;
    snprintf(path, sizeof path, "%s/moult/%s", folder, name);
    DIR *entries = opendir(path);
    for (struct dirent *e; entries != NULL && (e = readdir(entries)) != NULL;)
        count += e->d_name[0] != '.';
    if (entries != NULL)
        closedir(entries);
    return count;
}

START_TEST(added_persistence_saves_every_hundred_turns)
{
    g.s.options.save = 1;
    kit_lines(&g, "wait", 99);
    ck_assert_uint_eq(saved_hash(), 0);
    for (uint32_t round = 0; round < 2; round++) {
        kit_line(&g, "wait");
        uint64_t hundredth = kit_hash(&g);
        ck_assert_uint_eq(saved_hash(), hundredth);
        kit_hero_edit(&g)->hunger = 100;
        kit_lines(&g, "wait", 99);
        ck_assert_uint_eq(saved_hash(), hundredth);
    }
}
END_TEST

START_TEST(added_persistence_saves_on_every_descent)
{
    g.s.options.save = 1;
    for (int32_t floor = 1; floor < 4; floor++) {
        moult_place at = kit_hero_at(&g);
        kit_tile(&g, at.x, at.y, MOULT_TILE_STAIRS_DOWN);
        kit_line(&g, "descend");
        ck_assert_uint_eq(saved_hash(), kit_hash(&g));
    }
}
END_TEST

START_TEST(added_persistence_leaving_keeps_the_run)
{
    g.s.options.save = 1;
    kit_lines(&g, "wait", 3);
    kit_line(&g, "quit");
    ck_assert_int_eq(g.s.leaving, 1);
    ck_assert_int_ge(moult__save_leave(&g.s, MOULT_OK), 0);
    ck_assert_uint_eq(saved_hash(), kit_hash(&g));
}
END_TEST

START_TEST(added_persistence_death_deletes_ranks_and_reports)
{
    g.s.options.save = 1;
    load("scores", "scores/sqlite");
    kit_line(&g, "save");
    ck_assert_uint_ne(saved_hash(), 0);
    kit_hero_hp(&g, 1, 12);
    kit_hero_edit(&g)->hunger = 0;
    kit_hero_edit(&g)->gold = 42;
    kit_line(&g, "wait");
    ck_assert_int_eq(g.s.over, 1);
    ck_assert_uint_eq(saved_hash(), 0);
    ck_assert_int_ge(moult__save_leave(&g.s, MOULT_OK), 0);
    ck_assert_uint_eq(saved_hash(), 0);
    ck_assert_uint_eq(count_files("reports"), 2); /* as text and as JSON */
    moult_ranked rows[3];
    uint32_t count = MOULT_COUNT(rows);
    moult__report report = {0};
    ck_assert_int_ge(moult__ranking(g.s.set, NULL, "kit", NULL, rows, &count, &report), 0);
    ck_assert_uint_eq(count, 1);
    ck_assert_int_eq(rows[0].score, 42);
    ck_assert_int_eq(rows[0].depth, 1);
    ck_assert_str_eq(rows[0].cause, "starvation");
}
END_TEST

static void add_tests(TCase *cases)
{
    tcase_add_test(cases, added_potion_of_speed_outruns_a_chaser);
    tcase_add_test(cases, added_potion_of_see_invisible_shows_every_ghost_for_a_hundred_turns);
    tcase_add_test(cases, added_potion_of_agility_adds_up_and_is_no_skill);
    tcase_add_test(cases, added_scroll_of_sleep_holds_for_ten_turns);
    tcase_add_test(cases, added_scroll_of_confusion_staggers_for_fifteen_turns);
    tcase_add_test(cases, added_identify_asks_which_of_what_is_held);
    tcase_add_loop_test(cases,
                        added_coward_chases_above_half_of_its_hit_points_and_flees_at_or_below, 0,
                        MOULT_COUNT(hurts));
    tcase_add_test(cases, added_coward_flees_by_the_flow_of_the_floor);
    tcase_add_test(cases, added_coward_that_is_cornered_fights);
    tcase_add_test(cases, added_hunger_kills_who_never_eats_by_turn_250_and_food_puts_it_off);
    tcase_add_test(cases, added_persistence_saves_every_hundred_turns);
    tcase_add_test(cases, added_persistence_saves_on_every_descent);
    tcase_add_test(cases, added_persistence_leaving_keeps_the_run);
    tcase_add_test(cases, added_persistence_death_deletes_ranks_and_reports);
}

int main(void)
{
    Suite *suite = suite_create("rogue: added");
    TCase *cases = tcase_create("added");
    tcase_add_checked_fixture(cases, open_hall, close_hall);
    tcase_set_timeout(cases, 60);
    add_tests(cases);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
