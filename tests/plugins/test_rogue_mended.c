/* SPDX-License-Identifier: MIT */
/* What the game mended of the original, row by row as the facts (ours.md) list it, through the
 * commands of a player. Rows that other tests prove in that way stand here with their place:
 *
 *  1 memory of archetypes    here
 *  2 death at 0 hit points   test_rogue_turn: nothing_acts_for_the_dead, whoever_starves_*;
 *                            test_rogue_monsters: nobody_acts_after_*; test_rogue_items:
 *                            a_potion_that_kills_*, foul_meat_can_kill
 *  3 messages                here; core/test_session_keys: messages_open_at_the_newest_*
 *  4 32-bit values           here; test_rogue_items: gold_stops_at_the_end_of_its_range
 *  5 what costs no turn      test_rogue_turn: a_wall_costs_no_turn_*; test_rogue_items:
 *                            doing_what_can_t_be_done_*
 *  6 descending, teleport    here; test_rogue_run: stairs_are_taken_by_command_*, a_hundred_*
 *  7 spawns                  test_rogue_run: no_floor_starts_with_*, wishes_for_one_place_*
 *  8 who did what to whom    test_rogue_turn: walking_into_a_monster_*, a_monster_beside_*
 *  9 ranged and smart        here; test_ai_maps
 * 10 sight                   test_rogue_mended_more; test_rogue_monsters: a_monster_goes_for_*
 * 11 to-hit on every floor   test_rogue_mended_more; test_rogue_curve; test_combat_rogue
 * 12 what drops              test_rogue_mended_more; test_rogue_scrolls: one_of_eight_pieces_*
 * 13 poisonous corpses       test_rogue_items: foul_meat_is_left_*, a_yes_*, a_no_*
 * 14 reload of everything    here; test_rogue_swap; e2e/test_cli_files: a_plugin_with_one_* */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "support/plugin_kit.h"
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */
#undef fail

#define X KIT_HALL_X
#define Y KIT_HALL_Y
#define RAT 0u
#define PIXIE 18u /* ranged; damage 4, evasion 6 */
#define FAR_X 50  /* out of everybody's sight */

static kit_game g;
static moult__set set;
static moult__report report;

static void make(void)
{
    kit_folder_make();
    ck_assert_int_eq(mkdir(kit_at("live"), 0700), 0);
}

static void open_hall(void)
{
    static const char *const live[] = {"rules-rogue", "bestiary-rogue", "gear-rogue", "ai-tracker"};
    for (uint32_t i = 0; i < MOULT_COUNT(live); i++) {
        char built[64], name[64];
        snprintf(built, sizeof built, "plugins/%s.so", live[i]);
        snprintf(name, sizeof name, "live/%s.so", live[i]);
        kit_take(built, name, 0);
    }
    kit_set_make(&set);
    kit_set_rogue(&set);
    moult__set_bind_role(&set, "saver", "saver/snapshot");
    ck_assert_msg(kit_set_want(&set,
                               "rules/rogue combat/rogue items/rogue bestiary/rogue mapgen/rooms "
                               "fov/shadow saver/snapshot ai/chaser ai/idle ai/wander ai/tracker "
                               "ai/smart ai/ranged",
                               &report) >= 0,
                  "%s", report.text);
    kit_open_in(&g, &set, "mended");
    kit_hall(&g);
}

static void close_hall(void)
{
    kit_check_game(&g);
    kit_close(&g);
    moult__set_close(&set);
}

static int32_t hero_hp(void)
{
    return kit_body(&g, moult__hero(g.w))->hp;
}

static void read_scroll(uint32_t effect)
{
    kit_hero_edit(&g)->scroll = (uint8_t)(effect + 1);
    kit_line(&g, "read");
}

static void stands_at(moult_id who, int32_t x, int32_t y)
{
    ck_assert_int_eq(kit_where(&g, who).x, x);
    ck_assert_int_eq(kit_where(&g, who).y, y);
}

static void put_hero(int32_t x, int32_t y)
{
    kit_move(&g, moult__hero(g.w), x, y);
    kit_look(&g);
}

static void wall_column(int32_t x)
{
    for (int32_t y = 1; y < rogue_standard.height - 1; y++)
        kit_tile(&g, x, y, MOULT_TILE_WALL);
    kit_look(&g);
}

static void descend(void)
{
    moult_place at = kit_hero_at(&g);
    kit_tile(&g, at.x, at.y, MOULT_TILE_STAIRS_DOWN);
    kit_line(&g, "descend");
}

static void die(void)
{
    kit_hall(&g);
    kit_hero_hp(&g, 1, 12);
    kit_hero_edit(&g)->hunger = 0;
    kit_line(&g, "wait");
    ck_assert_int_eq(g.s.over, 1);
}

/* -- 1: memory --------------------------------------------------------------------------------- */

static void save_and_load(void)
{
    memset(&report, 0, sizeof report);
    ck_assert_msg(moult__save_write(&g.s, kit_at("run.moult"), &report) >= 0, "%s", report.text);
    ck_assert_msg(moult__save_read(&g.s, kit_at("run.moult"), &report) >= 0, "%s", report.text);
    g.w = g.s.world;
}

static moult_status reload(void)
{
    char result[4096];
    memset(&report, 0, sizeof report);
    return moult__session_reload(&g.s, 1, result, sizeof result, &report);
}

START_TEST(mended_01_a_tracker_remembers_what_it_saw_itself)
{
    moult_id seer = kit_monster(&g, RAT, "tracker", X + 5, Y);
    wall_column(X + 8);
    moult_id blind = kit_monster(&g, RAT, "tracker", X + 10, Y);
    kit_line(&g, "wait");
    stands_at(seer, X + 4, Y);
    put_hero(2, 30);
    kit_line(&g, "wait");
    stands_at(seer, X + 3, Y);
    save_and_load();
    kit_line(&g, "wait");
    stands_at(seer, X + 2, Y);
    kit_take("plugins/ai-tracker.so", "live/ai-tracker.so", 1);
    ck_assert_msg(reload() == 1, "%s", report.text);
    kit_line(&g, "wait");
    stands_at(seer, X + 1, Y);
    kit_lines(&g, "wait", 3);
    stands_at(seer, X, Y);
    stands_at(blind, X + 10, Y);
}
END_TEST

START_TEST(mended_01_a_new_run_starts_clean)
{
    kit_game fresh;
    moult_id seer = kit_monster(&g, RAT, "tracker", X + 5, Y);
    kit_line(&g, "wait");
    stands_at(seer, X + 4, Y);
    die();
    kit_line(&g, "new-run");
    kit_open_in(&fresh, &set, "mended+1");
    ck_assert_uint_eq(kit_hash(&g), kit_hash(&fresh));
    kit_close(&fresh);
    kit_hall(&g);
    put_hero(2, 30);
    moult_id next = kit_monster(&g, RAT, "tracker", X + 5, Y);
    kit_lines(&g, "wait", 3);
    stands_at(next, X + 5, Y);
}
END_TEST

/* -- 3: messages ------------------------------------------------------------------------------- */

START_TEST(mended_03_every_message_of_a_turn_is_shown_and_kept)
{
    static const char *const texts[] = {"You take 5 gold.", "You take up the rune sword.",
                                        "You put on the padded jacket.",
                                        "The sewer rat misses you."};
    kit_item(&g, ROGUE_GOLD, 5, X + 1, Y);
    kit_item(&g, ROGUE_WEAPON, 8, X + 1, Y);
    kit_item(&g, ROGUE_ARMOUR, 1, X + 1, Y);
    kit_monster(&g, RAT, "chaser", X + 2, Y);
    kit_roll(&g, 2);
    kit_line(&g, "move-east");
    kit_lines(&g, "descend", 3);
    ck_assert_int_ge(moult__session_describe(&g.s), 0);
    const moult_scene *scene = &g.s.scene->open;
    uint32_t at = 0;
    for (uint32_t i = 0; i < MOULT_COUNT(texts); i++) {
        while (at < scene->line_count && strcmp(scene->lines[at].text, texts[i]) != 0)
            at++;
        ck_assert_msg(at < scene->line_count, "%s", texts[i]);
    }
    ck_assert_str_eq(scene->lines[scene->line_count - 1].text, "There are no stairs here.");
    ck_assert_uint_eq(scene->lines[scene->line_count - 1].times, 3);
    kit_line(&g, "messages");
    ck_assert_int_ge(moult__session_describe(&g.s), 0);
    ck_assert_str_eq(scene->rows[scene->row_count - 1].text, "There are no stairs here. (x3)");
    ck_assert_uint_gt(scene->row_count, MOULT_COUNT(texts));
}
END_TEST

/* -- 4: 32-bit values -------------------------------------------------------------------------- */

START_TEST(mended_04_gold_and_subtypes_do_not_wrap)
{
    static const int32_t piles[] = {255, 256, 403, 70000, 1 << 24};
    int32_t sum = 0;
    for (uint32_t i = 0; i < MOULT_COUNT(piles); i++) {
        kit_item(&g, ROGUE_GOLD, piles[i], X + 1 + (int32_t)i, Y);
        kit_line(&g, "move-east");
        sum += piles[i];
        ck_assert_int_eq(kit_hero(&g)->gold, sum);
    }
    kit_hero_hp(&g, 4, 300);
    kit_hero_edit(&g)->floor = 99;
    descend();
    int32_t large = 0, count = 0;
    for (moult_id id = 0; (id = moult__next(g.w, MOULT_SCOPE_ITEM, moult__level(g.w), id)) != 0;) {
        const rogue_thing *thing = moult__read(g.w, g.thing_table, id);
        if (thing->kind != ROGUE_GOLD)
            continue;
        ck_assert_int_ge(thing->subtype, 100);
        ck_assert_int_le(thing->subtype, 4 * 100 + 3);
        ck_assert_int_eq(thing->value, thing->subtype);
        large += thing->subtype > 255;
        count++;
    }
    ck_assert_int_ge(count, 4);
    ck_assert_int_ge(large, 1);
}
END_TEST

/* -- 6: teleport ------------------------------------------------------------------------------- */

START_TEST(mended_06_teleport_looks_around_takes_what_lies_there_and_can_descend)
{
    moult_view view = {.size = sizeof view};
    for (int32_t y = 1; y < rogue_standard.height - 1; y++)
        for (int32_t x = FAR_X; x < rogue_standard.width - 1; x++) {
            kit_item(&g, ROGUE_GOLD, 1, x, y);
            kit_tile(&g, x, y, MOULT_TILE_STAIRS_DOWN);
        }
    for (int32_t x = 1; x < FAR_X; x++) /* there is room for nobody but beyond */
        for (int32_t y = 1; y < rogue_standard.height - 1; y++)
            if (y != Y || x < X || x > X + 8)
                kit_tile(&g, x, y, MOULT_TILE_WALL);
    moult_id rats[9];
    for (int32_t i = 1; i <= 8; i++)
        rats[i] = kit_monster(&g, RAT, "chaser", X + i, Y);
    kit_look(&g);
    do
        read_scroll(2);
    while (kit_hero_at(&g).x == X); /* its own cell is one of those that may be drawn */
    moult_place at = kit_hero_at(&g);
    ck_assert_int_ge(at.x, FAR_X);
    ck_assert_int_ge(moult__view(g.w, at.level, &view), 0);
    ck_assert_uint_ne(view.lit[at.y * view.stride + at.x], 0);
    ck_assert_uint_eq(view.lit[Y * view.stride + X], 0);
    ck_assert_int_eq(kit_hero(&g)->gold, 1);
    ck_assert(kit_said(&g, "There are stairs down here."));
    for (int32_t i = 1; i <= 8; i++) /* by the sight of before they would come */
        stands_at(rats[i], X + i, Y);
    kit_line(&g, "descend");
    ck_assert_int_eq(kit_hero(&g)->floor, 2);
}
END_TEST

/* -- 9: ranged and smart ----------------------------------------------------------------------- */

static const struct {
    const char *what;
    int32_t x, y;     /* of the monster */
    int32_t cornered; /* walls around it */
} fights[] = {
    {"adjacent", X + 1, Y, 0},
    {"adjacent diagonally", X - 1, Y - 1, 0},
    {"cornered", X + 1, Y, 1},
};

START_TEST(mended_09_a_ranged_monster_that_is_adjacent_or_cornered_fights)
{
    if (fights[_i].cornered)
        wall_column(X + 2);
    moult_id pixie = kit_monster(&g, PIXIE, NULL, fights[_i].x, fights[_i].y);
    kit_roll(&g, 15);
    kit_line(&g, "wait");
    ck_assert_msg(kit_said(&g, "The pixie stinger hits you for 4."), "%s", fights[_i].what);
    stands_at(pixie, fights[_i].x, fights[_i].y);
    ck_assert_int_eq(hero_hp(), 8);
}
END_TEST

START_TEST(mended_09_a_ranged_attack_needs_a_clear_line)
{
    moult_id pixie = kit_monster(&g, PIXIE, NULL, X + 6, Y);
    kit_tile(&g, X + 3, Y, MOULT_TILE_WALL);
    kit_look(&g);
    kit_roll(&g, 15);
    kit_line(&g, "wait");
    ck_assert(!kit_said(&g, "The pixie stinger hits you for 4."));
    ck_assert_int_eq(hero_hp(), 12);
    kit_tile(&g, X + 3, Y, MOULT_TILE_FLOOR);
    kit_move(&g, pixie, X + 6, Y);
    kit_look(&g);
    kit_roll(&g, 15);
    kit_line(&g, "wait");
    ck_assert(kit_said(&g, "The pixie stinger hits you for 4."));
    stands_at(pixie, X + 6, Y);
}
END_TEST

START_TEST(mended_09_a_smart_monster_goes_to_where_it_last_saw_the_hero)
{
    moult_id smart = kit_monster(&g, RAT, "smart", X + 5, Y);
    kit_line(&g, "wait");
    stands_at(smart, X + 4, Y);
    put_hero(2, 30);
    kit_lines(&g, "wait", 4);
    stands_at(smart, X, Y);
    kit_lines(&g, "wait", 5);
    stands_at(smart, X, Y);
}
END_TEST

START_TEST(mended_09_a_smart_monster_strikes_diagonally)
{
    moult_id smart = kit_monster(&g, RAT, "smart", X + 1, Y + 1);
    kit_roll(&g, 15);
    kit_line(&g, "wait");
    ck_assert(kit_said(&g, "The sewer rat hits you for 1."));
    stands_at(smart, X + 1, Y + 1);
}
END_TEST

/* -- 14: reload -------------------------------------------------------------------------------- */

START_TEST(mended_14_rules_bestiary_and_gear_are_replaced_and_errors_name_them)
{
    uint64_t before = kit_hash(&g);
    kit_take("plugins/rules-rogue.so", "live/rules-rogue.so", 1);
    kit_take("plugins/bestiary-rogue.so", "live/bestiary-rogue.so", 1);
    kit_take("plugins/gear-rogue.so", "live/gear-rogue.so", 1);
    ck_assert_msg(reload() == 3, "%s", report.text);
    ck_assert_uint_eq(kit_hash(&g), before);
    kit_line(&g, "wait");
    ck_assert_uint_eq(moult__turn(g.w), 1);
    before = kit_hash(&g);
    kit_write(kit_at("live/bestiary-rogue.so"), "no plugin", 9);
    ck_assert_int_lt(reload(), 0);
    ck_assert_msg(strncmp(report.text, "error  ", 7) == 0 &&
                      strstr(report.text, "bestiary-rogue.so") != NULL,
                  "%s", report.text);
    ck_assert_uint_eq(kit_hash(&g), before);
    kit_line(&g, "wait");
    ck_assert_uint_eq(moult__turn(g.w), 2);
}
END_TEST

static void add_tests(TCase *cases)
{
    tcase_add_test(cases, mended_01_a_tracker_remembers_what_it_saw_itself);
    tcase_add_test(cases, mended_01_a_new_run_starts_clean);
    tcase_add_test(cases, mended_03_every_message_of_a_turn_is_shown_and_kept);
    tcase_add_test(cases, mended_04_gold_and_subtypes_do_not_wrap);
    tcase_add_test(cases, mended_06_teleport_looks_around_takes_what_lies_there_and_can_descend);
    tcase_add_loop_test(cases, mended_09_a_ranged_monster_that_is_adjacent_or_cornered_fights, 0,
                        MOULT_COUNT(fights));
    tcase_add_test(cases, mended_09_a_ranged_attack_needs_a_clear_line);
    tcase_add_test(cases, mended_09_a_smart_monster_goes_to_where_it_last_saw_the_hero);
    tcase_add_test(cases, mended_09_a_smart_monster_strikes_diagonally);
    tcase_add_test(cases, mended_14_rules_bestiary_and_gear_are_replaced_and_errors_name_them);
}

int main(void)
{
    Suite *suite = suite_create("rogue: mended");
    TCase *cases = tcase_create("mended");
    tcase_add_unchecked_fixture(cases, make, kit_folder_remove);
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
