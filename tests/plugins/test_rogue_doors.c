/* SPDX-License-Identifier: MIT */
/* Doors in play: opened by walking, closed by a key, what keeps them open, whom and what they keep
 * out of sight, who has hands, and which floors have any. Most scenarios stand in a hall that a
 * wall with one door parts, two cells east of the hero. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#define X KIT_HALL_X
#define Y KIT_HALL_Y
#define DOOR_X (X + 2)

#define ALL_SEEN "Explore stopped: everything that can be reached has been seen"

static kit_game g;
static char folder[64];

static void part_hall(uint32_t tile)
{
    for (int32_t y = 1; y < rogue_standard.height - 1; y++)
        kit_tile(&g, DOOR_X, y, MOULT_TILE_WALL);
    kit_tile(&g, DOOR_X, Y, tile);
    for (int32_t y = 0; y < rogue_standard.height; y++)
        for (int32_t x = 0; x < rogue_standard.width; x++)
            moult__set_cell(g.w, moult__level(g.w), MOULT_PLANE_KNOWN, x, y, 0);
    kit_look(&g);
}

static void open_hall(void)
{
    strcpy(folder, "/tmp/moult-doors-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("XDG_DATA_HOME", folder, 1);
    kit_open(&g, "doors");
    kit_hall(&g);
    part_hall(MOULT_TILE_DOOR_CLOSED);
}

static void close_hall(void)
{
    char command[128];
    kit_check_game(&g);
    kit_close(&g);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static moult_view view_now(void)
{
    moult_view view = {.size = sizeof view};
    ck_assert_int_ge(moult__view(g.w, moult__level(g.w), &view), 0);
    return view;
}

static uint32_t tile_at(int32_t x, int32_t y)
{
    moult_view view = view_now();
    return view.tile[y * view.stride + x];
}

static int32_t lit(int32_t x, int32_t y)
{
    moult_view view = view_now();
    return view.lit[y * view.stride + x] != 0;
}

static const char *looked_at(int32_t x, int32_t y)
{
    static char text[200];
    ck_assert_int_ge(g.s.rules->look(g.w, x, y, text, sizeof text), 0);
    return text;
}

static uint32_t count_doors(void)
{
    uint32_t doors = 0;
    moult_view view = view_now();
    for (int32_t i = 0; i < view.stride * view.height; i++)
        doors += view.tile[i] == MOULT_TILE_DOOR_CLOSED || view.tile[i] == MOULT_TILE_DOOR_OPEN;
    return doors;
}

static void set_option(const char *name, const char *value)
{
    moult__profile_entry *entry = &g.profile.options[g.profile.option_count++];
    snprintf(entry->name, sizeof entry->name, "%s", name);
    snprintf(entry->value, sizeof entry->value, "%s", value);
    memset(&g.s.report, 0, sizeof g.s.report);
    ck_assert_int_ge(moult__session_tune(&g.s, &g.s.report), 0);
}

static void descend(void)
{
    moult_place at = kit_hero_at(&g);
    kit_tile(&g, at.x, at.y, MOULT_TILE_STAIRS_DOWN);
    kit_hero_hp(&g, 60, 60);
    kit_line(&g, "descend");
}

/* -- the hero ---------------------------------------------------------------------------------- */

START_TEST(walking_into_a_door_opens_it_and_costs_the_turn)
{
    kit_line(&g, "move-east");
    uint32_t turn = moult__turn(g.w);
    kit_line(&g, "move-east");
    ck_assert(kit_said(&g, "You open the door."));
    ck_assert_uint_eq(tile_at(DOOR_X, Y), MOULT_TILE_DOOR_OPEN);
    ck_assert_int_eq(kit_hero_at(&g).x, DOOR_X - 1);
    ck_assert_uint_eq(moult__turn(g.w), turn + 1);
    kit_line(&g, "move-east");
    ck_assert_int_eq(kit_hero_at(&g).x, DOOR_X);
}
END_TEST

START_TEST(a_door_opens_diagonally_too)
{
    kit_move(&g, moult__hero(g.w), DOOR_X - 1, Y - 1);
    kit_line(&g, "move-south-east");
    ck_assert_uint_eq(tile_at(DOOR_X, Y), MOULT_TILE_DOOR_OPEN);
}
END_TEST

START_TEST(a_key_and_a_direction_close_it_for_a_turn)
{
    static const char *const lines[][2] = {{"c", "l"}, {"close", "move-east"}, {"close move-east"}};
    kit_tile(&g, DOOR_X, Y, MOULT_TILE_DOOR_OPEN);
    kit_move(&g, moult__hero(g.w), DOOR_X - 1, Y);
    uint32_t turn = moult__turn(g.w);
    for (uint32_t i = 0; i < 2 && lines[_i][i] != NULL; i++)
        kit_line(&g, lines[_i][i]);
    ck_assert(kit_said(&g, "You close the door."));
    ck_assert_uint_eq(tile_at(DOOR_X, Y), MOULT_TILE_DOOR_CLOSED);
    ck_assert_uint_eq(moult__turn(g.w), turn + 1);
}
END_TEST

START_TEST(a_question_for_the_direction_can_be_left)
{
    kit_tile(&g, DOOR_X, Y, MOULT_TILE_DOOR_OPEN);
    kit_move(&g, moult__hero(g.w), DOOR_X - 1, Y);
    kit_line(&g, "c");
    kit_line(&g, "Esc");
    kit_line(&g, "l");
    ck_assert_int_eq(kit_hero_at(&g).x, DOOR_X);
}
END_TEST

#define NOBODY 0xffffffffu
#define RAT 0u
#define WRAITHLING 23u /* a ghost of floor 24: can't be seen */

/* The hero stands at DOOR_X - 1. */
static const struct {
    uint32_t tile, who;
    int32_t thing; /* 1: something lies there */
    const char *direction, *why;
} kept_open[] = {
    {MOULT_TILE_DOOR_CLOSED, NOBODY, 0, "move-east", "That door is closed already."},
    {MOULT_TILE_DOOR_LOCKED, NOBODY, 0, "move-east", "That door is closed already."},
    {MOULT_TILE_DOOR_BROKEN, NOBODY, 0, "move-east", "There is no door to close."},
    {MOULT_TILE_DOOR_OPEN, NOBODY, 0, "move-west", "There is no door to close."},
    {MOULT_TILE_DOOR_OPEN, NOBODY, 0, "move-north-east", "There is no door to close."},
    {MOULT_TILE_DOOR_OPEN, NOBODY, 1, "move-east", "Something lies in the doorway."},
    {MOULT_TILE_DOOR_OPEN, RAT, 0, "move-east", "The sewer rat stands in the doorway."},
    {MOULT_TILE_DOOR_OPEN, RAT, 1, "move-east", "The sewer rat stands in the doorway."},
};

START_TEST(what_keeps_a_door_open_is_told_and_costs_no_turn)
{
    kit_tile(&g, DOOR_X, Y, kept_open[_i].tile);
    kit_move(&g, moult__hero(g.w), DOOR_X - 1, Y);
    kit_look(&g);
    if (kept_open[_i].who != NOBODY)
        kit_monster(&g, kept_open[_i].who, "idle", DOOR_X, Y);
    if (kept_open[_i].thing)
        kit_item(&g, ROGUE_GOLD, 5, DOOR_X, Y);
    char line[64];
    snprintf(line, sizeof line, "close %s", kept_open[_i].direction);
    kit_line(&g, line);
    ck_assert(kit_said(&g, kept_open[_i].why));
    ck_assert_uint_eq(moult__turn(g.w), 0);
    ck_assert_uint_eq(tile_at(DOOR_X, Y), kept_open[_i].tile);
}
END_TEST

/* Cells that no key can name, as another front end might. */
START_TEST(only_doors_beside_the_hero_are_closed)
{
    static const struct {
        int32_t from, to;
        const char *why;
    } cells[] = {
        {DOOR_X - 2, DOOR_X, "You can't reach that far."},
        {DOOR_X - 1, -1, "You can't reach that far."},
        {DOOR_X, DOOR_X, "You stand in the doorway yourself."},
    };
    for (uint32_t i = 0; i < MOULT_COUNT(cells); i++) {
        kit_tile(&g, DOOR_X, Y, MOULT_TILE_DOOR_OPEN);
        kit_move(&g, moult__hero(g.w), cells[i].from, Y);
        moult_action action = {
            .size = sizeof action, .verb = MOULT_VERB_CLOSE, .x = cells[i].to, .y = Y};
        ck_assert_int_ge(moult__turn_act(&g.s, &action), 0);
        ck_assert(kit_said(&g, cells[i].why));
        ck_assert_uint_eq(tile_at(DOOR_X, Y), MOULT_TILE_DOOR_OPEN);
    }
    ck_assert_uint_eq(moult__turn(g.w), 0);
}
END_TEST

START_TEST(looking_names_doors)
{
    ck_assert_str_eq(looked_at(DOOR_X, Y), "closed door");
    kit_tile(&g, DOOR_X, Y, MOULT_TILE_DOOR_OPEN);
    kit_look(&g);
    ck_assert_str_eq(looked_at(DOOR_X, Y), "open door");
}
END_TEST

/* -- sight ------------------------------------------------------------------------------------- */

START_TEST(a_closed_door_blocks_the_sight_of_both)
{
    moult_id rat = kit_monster(&g, RAT, "chaser", DOOR_X + 3, Y);
    kit_move(&g, moult__hero(g.w), DOOR_X - 1, Y);
    kit_look(&g);
    ck_assert(!lit(DOOR_X + 1, Y));
    kit_line(&g, "wait");
    ck_assert_int_eq(kit_where(&g, rat).x, DOOR_X + 3);
    kit_line(&g, "move-east");
    ck_assert(lit(DOOR_X + 3, Y));
    ck_assert_int_eq(kit_where(&g, rat).x, DOOR_X + 2);
    kit_line(&g, "close move-east");
    ck_assert(!lit(DOOR_X + 1, Y));
    ck_assert_int_eq(kit_where(&g, rat).x, DOOR_X + 2);
    kit_line(&g, "wait");
    ck_assert_int_eq(kit_where(&g, rat).x, DOOR_X + 2);
}
END_TEST

/* -- monsters ---------------------------------------------------------------------------------- */

/* A wanderer's draw of five: 0 is a step west, into the door. */
static void stroll_west(void)
{
    const uint32_t bound = 5, value = 0;
    kit_dice(&g, &bound, &value, 1);
    kit_line(&g, "wait");
}

/* One of each shape, by the column of the bestiary (tests/facts/rogue/bestiary.tsv). */
static const struct {
    const char *shape;
    uint32_t kind;
    int32_t hands;
} shapes[] = {
    {"Tiny", 0, 0},    {"Small", 5, 0},  {"Humanoid", 10, 1}, {"Brute", 28, 1},
    {"Serpent", 6, 0}, {"Insect", 1, 0}, {"Skeleton", 8, 1},  {"Mage", 47, 1},
    {"Ghost", 23, 0},  {"Slime", 34, 0}, {"Dragon", 45, 0},   {"Boss", 99, 1},
};

START_TEST(who_has_hands_opens_doors_and_others_stay)
{
    const moult_bestiary_1 *bestiary = moult__set_role(g.s.set, "bestiary")->functions;
    moult_creature creature = {.size = sizeof creature};
    ck_assert_int_ge(bestiary->describe(shapes[_i].kind, &creature), 0);
    ck_assert_msg(creature.shape == (uint32_t)_i, "%s is no %s", creature.name, shapes[_i].shape);
    moult_id who = kit_monster(&g, shapes[_i].kind, "wander", DOOR_X + 1, Y);
    uint32_t turn = moult__turn(g.w);
    kit_hero_hp(&g, 900, 900);
    stroll_west();
    ck_assert_uint_eq(tile_at(DOOR_X, Y),
                      shapes[_i].hands ? MOULT_TILE_DOOR_OPEN : MOULT_TILE_DOOR_CLOSED);
    ck_assert_uint_eq(moult__turn(g.w), turn + 1);
    ck_assert_int_eq(kit_where(&g, who).x, DOOR_X + 1);
    ck_assert_int_eq(lit(DOOR_X + 1, Y), shapes[_i].hands);
}
END_TEST

START_TEST(who_opens_a_door_is_named_when_seen)
{
    moult_id who = kit_monster(&g, 10, "wander", DOOR_X + 1, Y);
    stroll_west();
    ck_assert(kit_said(&g, "The goblin sneak opens a door."));
    moult__remove(g.w, MOULT_SCOPE_ACTOR, who);
    part_hall(MOULT_TILE_DOOR_CLOSED);
    kit_move(&g, moult__hero(g.w), X, Y - 2);
    kit_look(&g);
    kit_monster(&g, 10, "wander", DOOR_X + 1, Y);
    ck_assert(lit(DOOR_X, Y));
    stroll_west();
    ck_assert(!lit(DOOR_X + 1, Y));
    ck_assert(kit_said(&g, "A door opens."));
    part_hall(MOULT_TILE_DOOR_CLOSED);
    kit_move(&g, moult__hero(g.w), 2, 2);
    kit_look(&g);
    ck_assert(!lit(DOOR_X, Y));
    stroll_west();
    ck_assert(!kit_said(&g, "A door opens."));
    ck_assert_uint_eq(tile_at(DOOR_X, Y), MOULT_TILE_DOOR_OPEN);
}
END_TEST

START_TEST(the_invisible_are_felt_in_a_doorway)
{
    kit_tile(&g, DOOR_X, Y, MOULT_TILE_DOOR_OPEN);
    kit_move(&g, moult__hero(g.w), DOOR_X - 1, Y);
    kit_look(&g);
    kit_monster(&g, WRAITHLING, "idle", DOOR_X, Y);
    kit_line(&g, "close move-east");
    ck_assert_uint_eq(tile_at(DOOR_X, Y), MOULT_TILE_DOOR_OPEN);
    ck_assert(kit_said(&g, "The wraithling stands in the doorway."));
}
END_TEST

/* -- explore and travel ------------------------------------------------------------------------ */

START_TEST(travel_opens_the_door_on_its_way)
{
    moult_view view = view_now();
    for (int32_t y = 0; y < view.height; y++)
        for (int32_t x = 0; x < view.width; x++)
            moult__set_cell(g.w, view.level, MOULT_PLANE_KNOWN, x, y, tile_at(x, y) + 1);
    char line[32];
    snprintf(line, sizeof line, "travel %d,%d", DOOR_X + 4, Y);
    kit_line(&g, line);
    ck_assert_int_eq(kit_hero_at(&g).x, DOOR_X + 4);
    ck_assert_uint_eq(moult__turn(g.w), 7); /* six steps, and one to open it */
}
END_TEST

START_TEST(explore_goes_through_the_door_and_comes_to_an_end)
{
    for (uint32_t i = 0; i < 40 && !kit_noticed(&g, ALL_SEEN); i++) {
        kit_hero_edit(&g)->hunger = 100;
        kit_line(&g, "explore");
    }
    ck_assert(kit_noticed(&g, ALL_SEEN));
    ck_assert_uint_eq(tile_at(DOOR_X, Y), MOULT_TILE_DOOR_OPEN);
    ck_assert_str_eq(looked_at(rogue_standard.width - 2, 1), "floor");
    ck_assert_uint_lt(moult__turn(g.w), 64 * 40 / 2);
}
END_TEST

/* -- saving ------------------------------------------------------------------------------------ */

START_TEST(doors_are_saved_as_they_stand)
{
    char path[128];
    moult__report report = {0};
    kit_move(&g, moult__hero(g.w), DOOR_X - 1, Y);
    kit_line(&g, "move-east");
    kit_tile(&g, DOOR_X, Y + 5, MOULT_TILE_DOOR_CLOSED);
    uint64_t before = kit_hash(&g);
    snprintf(path, sizeof path, "%s/run.moult", folder);
    ck_assert_msg(moult__save_write(&g.s, path, &report) >= 0, "%s", report.text);
    kit_line(&g, "close move-east");
    ck_assert_msg(moult__save_read(&g.s, path, &report) >= 0, "%s", report.text);
    g.w = g.s.world;
    ck_assert_uint_eq(kit_hash(&g), before);
    ck_assert_uint_eq(tile_at(DOOR_X, Y), MOULT_TILE_DOOR_OPEN);
    ck_assert_uint_eq(tile_at(DOOR_X, Y + 5), MOULT_TILE_DOOR_CLOSED);
    ck_assert(lit(DOOR_X + 1, Y));
    kit_line(&g, "close move-east");
    ck_assert(kit_said(&g, "You close the door."));
}
END_TEST

/* -- floors ------------------------------------------------------------------------------------ */

/* ours.md, "Mended" 7: nothing is lost, nobody starts in sight, the stairs are elsewhere. */
START_TEST(standard_floors_have_doors_and_everybody)
{
    for (int32_t floor = 2; floor < 60; floor++) {
        descend();
        ck_assert_uint_gt(count_doors(), 0);
        uint32_t wanted = floor < 8 ? (uint32_t)floor + 4 : 12;
        ck_assert_uint_eq(kit_count(&g, MOULT_SCOPE_ACTOR, moult__level(g.w)), wanted + 1);
        for (moult_id id = 0;
             (id = moult__next(g.w, MOULT_SCOPE_ACTOR, moult__level(g.w), id)) != 0;) {
            moult_place at = kit_where(&g, id);
            ck_assert(id == moult__hero(g.w) || !lit(at.x, at.y));
        }
        moult_place hero = kit_hero_at(&g);
        ck_assert_uint_eq(tile_at(hero.x, hero.y), MOULT_TILE_FLOOR);
    }
}
END_TEST

START_TEST(classic_floors_have_none)
{
    set_option("preset", "classic");
    for (int32_t floor = 2; floor < 60; floor++) {
        descend();
        ck_assert_uint_eq(count_doors(), 0);
    }
}
END_TEST

START_TEST(a_number_or_the_generators_own_words_leave_them_out)
{
    static const char *const options[][2] = {{"doors", "0"}, {"mapgen", "doors=off"}};
    set_option(options[_i][0], options[_i][1]);
    for (int32_t floor = 2; floor < 20; floor++) {
        descend();
        ck_assert_uint_eq(count_doors(), 0);
    }
}
END_TEST

START_TEST(a_word_that_the_generator_doesnt_know_is_named)
{
    moult__report report;
    set_option("mapgen", "dors=on");
    kit_tile(&g, X, Y, MOULT_TILE_STAIRS_DOWN);
    ck_assert_int_lt(kit_try(&g, "descend", &report), 0);
    ck_assert(kit_noticed_part(&g, "mapgen/rooms has no option \"dors\""));
    ck_assert_int_eq(kit_hero(&g)->floor, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rogue: doors");
    TCase *cases = tcase_create("doors");
    tcase_add_checked_fixture(cases, open_hall, close_hall);
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, walking_into_a_door_opens_it_and_costs_the_turn);
    tcase_add_test(cases, a_door_opens_diagonally_too);
    tcase_add_loop_test(cases, a_key_and_a_direction_close_it_for_a_turn, 0, 3);
    tcase_add_test(cases, a_question_for_the_direction_can_be_left);
    tcase_add_loop_test(cases, what_keeps_a_door_open_is_told_and_costs_no_turn, 0,
                        (int)MOULT_COUNT(kept_open));
    tcase_add_test(cases, only_doors_beside_the_hero_are_closed);
    tcase_add_test(cases, looking_names_doors);
    tcase_add_test(cases, a_closed_door_blocks_the_sight_of_both);
    tcase_add_loop_test(cases, who_has_hands_opens_doors_and_others_stay, 0,
                        (int)MOULT_COUNT(shapes));
    tcase_add_test(cases, who_opens_a_door_is_named_when_seen);
    tcase_add_test(cases, the_invisible_are_felt_in_a_doorway);
    tcase_add_test(cases, travel_opens_the_door_on_its_way);
    tcase_add_test(cases, explore_goes_through_the_door_and_comes_to_an_end);
    tcase_add_test(cases, doors_are_saved_as_they_stand);
    tcase_add_test(cases, standard_floors_have_doors_and_everybody);
    tcase_add_test(cases, classic_floors_have_none);
    tcase_add_loop_test(cases, a_number_or_the_generators_own_words_leave_them_out, 0, 2);
    tcase_add_test(cases, a_word_that_the_generator_doesnt_know_is_named);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
