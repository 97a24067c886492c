/* SPDX-License-Identifier: MIT */
/* srl with parts exchanged: rules replaced in the middle of a game, levels of another generator, an
 * archetype instead of a player; and the picture that renderers get of it. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "support/plugin_kit.h"
#include "support/srl_hall.h"
#include <check.h>
#undef fail

static uint64_t hash(void)
{
    return moult__hash(hall.s.world);
}

static void make(void)
{
    static const char *const files[] = {"rules-srl.so", "ai-rat.so", "items-srl.so"};
    char built[64], live[64];
    kit_folder_make();
    ck_assert_int_eq(mkdir(kit_at("live"), 0700), 0);
    for (uint32_t i = 0; i < MOULT_COUNT(files); i++) {
        snprintf(built, sizeof built, "plugins/%s", files[i]);
        snprintf(live, sizeof live, "live/%s", files[i]);
        kit_take(built, live, 0);
    }
}

/* The same build, as if made anew. */
static void rebuild(const char *file, uint32_t more)
{
    char built[64], live[64];
    snprintf(built, sizeof built, "plugins/%s", file);
    snprintf(live, sizeof live, "live/%s", file);
    kit_take(built, live, more);
    kit_tick();
}

static moult_status reload(void)
{
    char result[4096];
    memset(&hall.report, 0, sizeof hall.report);
    return moult__session_reload(&hall.s, 1, result, sizeof result, &hall.report);
}

START_TEST(a_reload_leaves_the_open_inventory_as_it_is)
{
    hall_rat(HALL_X + 3, HALL_Y, 50, 1, "rat");
    hall_carry(3);
    hall_keys("x down down");
    const uint64_t before = hash();
    rebuild("rules-srl.so", 16);
    ck_assert_msg(reload() == 1, "%s", hall.report.text);
    ck_assert_uint_eq(hash(), before);
    hall_menu_is(1, 2);
    ck_assert_uint_eq(hall.s.scene->open.row_count, 3);
    hall_keys("z");
    hall_menu_is(2, 0);
    rebuild("rules-srl.so", 32);
    rebuild("ai-rat.so", 16);
    rebuild("items-srl.so", 16);
    ck_assert_msg(reload() == 3, "%s", hall.report.text);
    hall_menu_is(2, 0);
    hall_keys("down z");
    hall_said(0, MOULT_SAY_NORMAL, 1, "You put down the apple.");
    hall_keys("x");
    hall_menu_is(1, 1);
}
END_TEST

/* -- other generators, other players ----------------------------------------------------------- */

static void plays(const char *mind, uint32_t most)
{
    hall.s.options.hero = mind;
    moult__menu_close(&hall.s);
    for (uint32_t i = 0; i < most && !hall.s.over; i++)
        ck_assert_msg(moult__bot_turn(&hall.s) >= 0, "%s", hall.s.report.text);
}

static const struct {
    const char *use, *mind;
    uint32_t turns; /* at least */
} players[] = {
    {NULL, "wander", 50},
    {NULL, "explorer", 300},
    {"mapgen=rooms", "wander", 50},
    {"mapgen=rooms", "explorer", 300},
};

START_TEST(an_archetype_plays_the_hero)
{
    hall_load(players[_i].use);
    plays(players[_i].mind, 2000);
    ck_assert_uint_ge(hall_turns(), players[_i].turns);
    hall_close();
}
END_TEST

START_TEST(an_unknown_player_is_refused)
{
    moult_action action = {.size = sizeof action, .verb = MOULT_VERB_DECIDE, .text = "nobody"};
    ck_assert_int_lt(moult__turn_act(&hall.s, &action), 0);
    ck_assert_uint_eq(hall_turns(), 0);
    ck_assert_ptr_nonnull(strstr(hall.s.notices[hall.s.notice_count - 1].text, "isn't loaded"));
}
END_TEST

START_TEST(levels_of_another_game_become_ours)
{
    hall_load("mapgen=rooms");
    hall_keys("z");
    moult_view view = {.size = sizeof view};
    for (uint32_t depth = 1; depth <= 3; depth++) {
        moult_place at = hall_place(MOULT_SCOPE_ACTOR, hall_hero());
        moult__set_cell(hall.s.world, at.level, MOULT_PLANE_TILE, at.x, at.y,
                        MOULT_TILE_STAIRS_DOWN);
        hall_keys("space");
        ck_assert_int_ge(moult__view(hall.s.world, moult__level(hall.s.world), &view), 0);
        ck_assert_int_eq(view.depth, (int32_t)depth);
        at = hall_place(MOULT_SCOPE_ACTOR, hall_hero());
        ck_assert_uint_eq(at.level, view.level);
        ck_assert_uint_eq(
            moult_tile_flags(view.tile[at.y * view.stride + at.x]) & MOULT_TILE_BLOCKS, 0);
        if (hall.s.over)
            break;
        hall_body(hall_hero())->hp = srl_bits(1000);
    }
    uint32_t rats = 0, things = 0;
    for (moult_id id = 0; (id = moult__next(hall.s.world, MOULT_SCOPE_ACTOR, view.level, id)) != 0;)
        rats += id != hall_hero() && srl_kit_body(&hall, id)->level >= view.depth;
    for (moult_id id = 0; (id = moult__next(hall.s.world, MOULT_SCOPE_ITEM, view.level, id)) != 0;)
        things += srl_kit_thing(&hall, id)->kind < SRL_ITEM_KINDS;
    ck_assert_uint_gt(rats, 0);
    ck_assert_uint_gt(things, 0);
    hall_close();
}
END_TEST

/* -- the picture ------------------------------------------------------------------------------- */

static const moult_cell *cell(int32_t x, int32_t y)
{
    const moult_scene *scene = &hall.s.scene->open;
    return &scene->cells[y * scene->width + x];
}

static uint32_t mini(int32_t x, int32_t y)
{
    return hall.s.scene->open.mini[y * hall.s.scene->open.mini_width + x];
}

START_TEST(what_is_lit_is_white_and_what_is_known_grey)
{
    moult_id far = hall_rat(20, 3, 5, 1, "none"), near = hall_rat(14, 15, 5, 1, "none");
    hall_thing(SRL_APPLE, 0, 3, 3);
    ck_assert_int_ge(moult__session_describe(&hall.s), 0);
    ck_assert_uint_eq(cell(14, 15)->glyph, 'r');
    ck_assert_uint_eq(cell(1, 1)->fg, 0xffffff);
    ck_assert_uint_eq(cell(12, 5)->glyph, '>');
    ck_assert_uint_eq(mini(12, 5), 0x9acd32);
    ck_assert_uint_eq(mini(3, 3), 0xffff00);
    ck_assert_uint_eq(mini(0, 0), 0);
    ck_assert_uint_eq(mini(1, 1), 0x1e90ff);
    ck_assert_uint_eq(mini(20, 3), 0xff0000);
    ck_assert_uint_eq(mini(HALL_X, HALL_Y), 0xffc0cb);
    for (int32_t i = 0; i < 25 * 25; i++) /* as if the hall were no room: the eight cells around */
        moult__set_cell(hall.s.world, moult__level(hall.s.world), MOULT_PLANE_ROOM, i % 25, i / 25,
                        0);
    hall_keys("up");
    ck_assert_int_ge(moult__session_describe(&hall.s), 0);
    ck_assert_uint_eq(cell(20, 3)->glyph, 0x00b7);
    ck_assert_uint_eq(cell(1, 1)->fg, 0x808080);
    ck_assert_uint_eq(cell(12, 15)->fg, 0xffffff);
    ck_assert_uint_eq(cell(3, 3)->glyph, '%');
    ck_assert_uint_eq(mini(1, 1), 0x4169e1);
    ck_assert_uint_eq(mini(20, 3), 0x4169e1);
    ck_assert_uint_ne(far, near);
}
END_TEST

START_TEST(figures_and_things_stand_beside_the_map)
{
    static const char *const labels[] = {"floor",  "level",  "HP",      "satiety",
                                         "weight", "attack", "defence", "experience"};
    const moult_scene *scene = &hall.s.scene->open;
    hall_thing(SRL_POTION, 2, HALL_X, HALL_Y);
    hall_thing(SRL_APPLE, 0, HALL_X, HALL_Y);
    hall_keys("space space");
    ck_assert_int_ge(moult__session_describe(&hall.s), 0);
    ck_assert_uint_eq(scene->flags & MOULT_SCENE_SIDE, MOULT_SCENE_SIDE);
    ck_assert_uint_eq(scene->gauge_count, MOULT_COUNT(labels));
    for (uint32_t i = 0; i < MOULT_COUNT(labels); i++)
        ck_assert_str_eq(scene->gauges[i].label, labels[i]);
    ck_assert_str_eq(scene->gauges[4].text, "0.2/10.0");
    ck_assert_uint_eq(scene->side_count, 2);
    ck_assert_str_eq(scene->side[0].text, "health potion 20");
    ck_assert_str_eq(scene->side[1].text, "apple");
    ck_assert_int_eq(scene->tile_px, 32);
    ck_assert_uint_eq(scene->say_fg[MOULT_SAY_GOOD], 0xffff00);
    ck_assert_uint_eq(scene->say_fg[MOULT_SAY_HERO_STRUCK], 0x00ffff);
}
END_TEST

START_TEST(travel_and_look_work_as_everywhere)
{
    moult__report report = {0};
    ck_assert_int_ge(moult__input_line(&hall.s, "travel 12,12", &report), 0);
    ck_assert_int_eq(hall_place(MOULT_SCOPE_ACTOR, hall_hero()).y, 12);
    ck_assert_int_ge(moult__input_line(&hall.s, "look", &report), 0);
    ck_assert_str_eq(hall.s.notices[hall.s.notice_count - 1].text, "you, floor");
}
END_TEST

START_TEST(explore_stops_at_what_lies_there_and_does_not_come_back)
{
    moult__report report = {0};
    hall_thing(SRL_APPLE, 0, 3, 3);
    ck_assert_int_ge(moult__input_line(&hall.s, "explore", &report), 0);
    ck_assert_int_eq(hall_place(MOULT_SCOPE_ACTOR, hall_hero()).x, 3);
    ck_assert_int_eq(hall_place(MOULT_SCOPE_ACTOR, hall_hero()).y, 3);
    hall_keys("right");
    ck_assert_int_ge(moult__input_line(&hall.s, "explore", &report), 0);
    ck_assert_int_eq(hall_place(MOULT_SCOPE_ACTOR, hall_hero()).x, 4);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("srl: parts exchanged");
    TCase *group = tcase_create("games"), *others = tcase_create("others");
    tcase_add_unchecked_fixture(group, make, kit_folder_remove);
    tcase_add_checked_fixture(group, hall_open, hall_close);
    tcase_add_test(group, a_reload_leaves_the_open_inventory_as_it_is);
    tcase_add_test(group, an_unknown_player_is_refused);
    tcase_add_test(group, what_is_lit_is_white_and_what_is_known_grey);
    tcase_add_test(group, figures_and_things_stand_beside_the_map);
    tcase_add_test(group, travel_and_look_work_as_everywhere);
    tcase_add_test(group, explore_stops_at_what_lies_there_and_does_not_come_back);
    tcase_add_unchecked_fixture(others, make, kit_folder_remove);
    tcase_set_timeout(others, 60);
    tcase_add_loop_test(others, an_archetype_plays_the_hero, 0, (int)MOULT_COUNT(players));
    tcase_add_test(others, levels_of_another_game_become_ours);
    suite_add_tcase(suite, group);
    suite_add_tcase(suite, others);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
