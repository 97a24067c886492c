/* SPDX-License-Identifier: MIT */
/* The monsters' part of a turn: in their order, as long as the hero lives, by what they see, and
 * unharmed by archetypes that are missing or answer nonsense. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#define X KIT_HALL_X
#define Y KIT_HALL_Y
#define RAT 0u
#define BAT 2u /* acts twice */

static kit_game g;

static void open_hall(void)
{
    kit_open(&g, "turn");
    kit_hall(&g);
}

static void close_hall(void)
{
    kit_check_game(&g);
    kit_close(&g);
}

static void set_turn(uint32_t turn)
{
    ((moult__run_row *)moult__row_edit(g.w, MOULT__TABLE_RUN, 0))->turn = turn;
}

static int32_t hero_hp(void)
{
    return kit_body(&g, moult__hero(g.w))->hp;
}

/* -- monsters ---------------------------------------------------------------------------------- */

static moult_id asked[16];
static uint32_t asked_count;

static moult_status note_who_acts(moult_world *w, const moult_senses *s, void *memory,
                                  moult_action *act)
{
    (void)w;
    (void)memory;
    (void)act;
    if (asked_count < MOULT_COUNT(asked))
        asked[asked_count++] = s->self;
    return MOULT_OK;
}

static const moult_ai_1 noting = {sizeof noting, 0, note_who_acts};

START_TEST(monsters_act_in_the_order_of_their_arrival_fast_ones_twice)
{
    moult_id first = kit_monster(&g, RAT, "idle", X + 5, Y);
    moult_id bat = kit_monster(&g, BAT, "idle", X + 4, Y + 4);
    moult_id last = kit_monster(&g, RAT, "idle", X - 1, Y);
    kit_fill_slot(g.s.set, "ai/idle", &noting);
    kit_line(&g, "wait");
    ck_assert_uint_eq(asked_count, 4);
    ck_assert_uint_eq(asked[0], first);
    ck_assert_uint_eq(asked[1], bat);
    ck_assert_uint_eq(asked[2], bat);
    ck_assert_uint_eq(asked[3], last);
}
END_TEST

START_TEST(nobody_acts_after_the_blow_that_kills_the_hero)
{
    kit_monster(&g, RAT, "chaser", X + 1, Y);
    kit_monster(&g, RAT, "idle", X - 1, Y);
    kit_fill_slot(g.s.set, "ai/idle", &noting);
    kit_hero_hp(&g, 2, 12);
    kit_roll(&g, 20);
    set_turn(9);
    kit_line(&g, "wait");
    ck_assert_uint_eq(asked_count, 0);
    ck_assert_uint_eq(moult__turn(g.w), 9);
    ck_assert_int_eq(kit_hero(&g)->hunger, kit_hero(&g)->hunger_max);
    ck_assert_int_eq(hero_hp(), 0);
    ck_assert_uint_eq(kit_hero(&g)->state, ROGUE_LOST);
    ck_assert(kit_said(&g, "You die. Cause: sewer rat."));
}
END_TEST

START_TEST(a_fast_monster_that_has_killed_doesn_t_strike_again)
{
    kit_monster(&g, BAT, "chaser", X + 1, Y);
    kit_hero_hp(&g, 2, 12);
    kit_roll(&g, 20);
    kit_line(&g, "wait");
    ck_assert_int_eq(hero_hp(), 0);
}
END_TEST

static const struct {
    int32_t dx, dy, comes;
} distances[] = {{8, 0, 1}, {9, 0, 0}, {0, 8, 1}, {0, 9, 0}, {6, 6, 1}, {7, 6, 0}, {-8, -2, 1}};

START_TEST(a_monster_goes_for_the_hero_within_its_sight_only)
{
    int32_t x = X
    +distances[_i].dx, y = Y + distances[_i].dy;
    moult_id rat = kit_monster(&g, RAT, "chaser", x, y);
    kit_line(&g, "wait");
    moult_place at = kit_where(&g, rat);
    ck_assert_int_eq(at.x != x || at.y != y, distances[_i].comes);
}
END_TEST

START_TEST(a_wall_hides_the_hero_from_monsters)
{
    for (int32_t y = 1; y < rogue_standard.height - 1; y++)
        kit_tile(&g, X + 2, y, MOULT_TILE_WALL);
    kit_look(&g);
    moult_id rat = kit_monster(&g, RAT, "chaser", X + 4, Y);
    kit_lines(&g, "wait", 3);
    ck_assert_int_eq(kit_where(&g, rat).x, X + 4);
}
END_TEST

START_TEST(monsters_stand_in_each_other_s_way_and_in_that_of_walls)
{
    for (int32_t y = 1; y < rogue_standard.height - 1; y++) {
        if (y != Y) {
            kit_tile(&g, X + 1, y, MOULT_TILE_WALL);
            kit_tile(&g, X + 2, y, MOULT_TILE_WALL);
        }
    }
    kit_look(&g);
    moult_id front = kit_monster(&g, RAT, "idle", X + 1, Y);
    moult_id back = kit_monster(&g, RAT, "chaser", X + 2, Y);
    kit_lines(&g, "wait", 3);
    ck_assert_int_eq(kit_where(&g, back).x, X + 2);
    ck_assert_int_eq(kit_body(&g, front)->hp, 3);
    ck_assert_int_eq(hero_hp(), 12);
}
END_TEST

START_TEST(an_archetype_that_isn_t_loaded_is_played_by_the_chaser)
{
    moult_id rat = kit_monster(&g, RAT, "no-such-archetype", X + 4, Y);
    kit_line(&g, "wait");
    ck_assert_int_eq(kit_where(&g, rat).x, X + 3);
    ck_assert_uint_eq(g.s.notice_count, 0);
}
END_TEST

/* -- archetypes that answer nonsense ----------------------------------------------------------- */

static const struct {
    uint32_t verb;
    int32_t dx, dy;
    moult_status status;
} nonsense[] = {
    {MOULT_VERB_MOVE, 2, 0, MOULT_OK},
    {MOULT_VERB_MOVE, -400, 7, MOULT_OK},
    {MOULT_VERB_MOVE, INT32_MAX - X - 3, 0, MOULT_OK},
    {MOULT_VERB_MOVE, INT32_MIN / 2, INT32_MIN / 2, MOULT_OK},
    {99, 0, 0, MOULT_OK},
    {MOULT_VERB_NEW_RUN, 0, 0, MOULT_OK},
    {MOULT_VERB_TICK, 0, 0, MOULT_OK},
    {MOULT_VERB_CHOOSE, 0, 0, MOULT_OK},
    {MOULT_VERB_CONFIRM, 0, 0, MOULT_OK},
    {MOULT_VERB_MOVE, -1, 0, MOULT_RANGE},
};
static int case_of_nonsense;

static moult_status answer_nonsense(moult_world *w, const moult_senses *s, void *memory,
                                    moult_action *act)
{
    (void)w;
    (void)memory;
    act->verb = nonsense[case_of_nonsense].verb;
    act->x = s->x + nonsense[case_of_nonsense].dx;
    act->y = s->y + nonsense[case_of_nonsense].dy;
    return nonsense[case_of_nonsense].status;
}

static const moult_ai_1 senseless = {sizeof senseless, 0, answer_nonsense};

START_TEST(nonsense_is_a_wait_and_one_warning_that_names_the_plugin)
{
    moult_id rats[] = {
        kit_monster(&g, RAT, "idle", X + 3, Y),
        kit_monster(&g, BAT, "idle", X, 3)
    };
    case_of_nonsense = _i;
    kit_fill_slot(g.s.set, "ai/idle", &senseless);
    kit_line(&g, "wait");
    ck_assert_uint_eq(g.s.notice_count, 1);
    ck_assert(kit_noticed_part(&g, "warn   ai-idle@1.0.0 turn: "));
    kit_line(&g, "wait");
    ck_assert_uint_eq(g.s.notice_count, 0);
    ck_assert_int_eq(kit_where(&g, rats[0]).x, X + 3);
    ck_assert_int_eq(kit_where(&g, rats[1]).y, 3);
    ck_assert_uint_eq(moult__turn(g.w), 2);
    ck_assert_uint_eq(kit_hero(&g)->state, ROGUE_PLAYING);
    ck_assert_int_eq(hero_hp(), 12);
}
END_TEST

static moult_status vanish(moult_world *w, const moult_senses *s, void *memory, moult_action *act)
{
    (void)memory;
    moult__remove(w, MOULT_SCOPE_ACTOR, s->self);
    act->verb = MOULT_VERB_MOVE;
    act->x = s->x - 1;
    act->y = s->y;
    return MOULT_OK;
}

static const moult_ai_1 vanishing = {sizeof vanishing, 0, vanish};

START_TEST(a_monster_that_removes_itself_is_gone_and_does_no_harm)
{
    kit_monster(&g, BAT, "idle", X + 1, Y);
    kit_monster(&g, RAT, "idle", X + 4, Y);
    kit_fill_slot(g.s.set, "ai/idle", &vanishing);
    kit_line(&g, "wait");
    ck_assert_uint_eq(kit_count(&g, MOULT_SCOPE_ACTOR, moult__level(g.w)), 1);
    ck_assert_int_eq(hero_hp(), 12);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("rogue: monsters");
    TCase *cases = tcase_create("monsters");
    tcase_add_checked_fixture(cases, open_hall, close_hall);
    tcase_add_test(cases, monsters_act_in_the_order_of_their_arrival_fast_ones_twice);
    tcase_add_test(cases, nobody_acts_after_the_blow_that_kills_the_hero);
    tcase_add_test(cases, a_fast_monster_that_has_killed_doesn_t_strike_again);
    tcase_add_loop_test(cases, a_monster_goes_for_the_hero_within_its_sight_only, 0,
                        MOULT_COUNT(distances));
    tcase_add_test(cases, a_wall_hides_the_hero_from_monsters);
    tcase_add_test(cases, monsters_stand_in_each_other_s_way_and_in_that_of_walls);
    tcase_add_test(cases, an_archetype_that_isn_t_loaded_is_played_by_the_chaser);
    tcase_add_loop_test(cases, nonsense_is_a_wait_and_one_warning_that_names_the_plugin, 0,
                        MOULT_COUNT(nonsense));
    tcase_add_test(cases, a_monster_that_removes_itself_is_gone_and_does_no_harm);
    suite_add_tcase(suite, cases);
    return suite;
}

int main(void)
{
    SRunner *runner = srunner_create(make_suite());
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
