/* SPDX-License-Identifier: MIT */
/* Hunger matters, in the game as it is tuned: who never eats doesn't live long, and who eats what
 * lies on the way is hungry now and then. Measured over fifty seeds of the profile `rogue`. */
#include "slow/long_runs.h"

#define SEEDS 50
#define LONGEST 250u /* turns that a run without a meal lasts at most */
#define FLOORS 10    /* in which an eater is hungry at least once */
#define HUNGRY 30

static moult__set set;

static void open_set(void)
{
    long_set_open(&set);
}

static void close_set(void)
{
    moult__set_close(&set);
}

/* Whatever can be eaten is gone before the hero gets to it, and so is who might end the run by
 * other means. */
static void clear_floor(kit_game *g, uint32_t scope)
{
    moult_id level = moult__level(g->w), id, next;
    for (id = moult__next(g->w, scope, level, 0); id != 0; id = next) {
        const rogue_thing *thing = moult__read(g->w, g->thing_table, id);
        next = moult__next(g->w, scope, level, id);
        if (scope == MOULT_SCOPE_ACTOR ? id != moult__hero(g->w)
                                       : thing->kind == ROGUE_FOOD || thing->kind == ROGUE_CORPSE)
            moult__remove(g->w, scope, id);
    }
}

START_TEST(who_never_eats_starves_by_turn_250)
{
    kit_game g;
    long_open(&g, &set, "hunger", _i);
    while (!g.s.over && moult__turn(g.w) < LONGEST) {
        clear_floor(&g, MOULT_SCOPE_ACTOR);
        clear_floor(&g, MOULT_SCOPE_ITEM);
        long_bot_turn(&g);
    }
    ck_assert_int_eq(g.s.over, 1);
    ck_assert_str_eq(moult__text(g.w, kit_hero(&g)->cause), "starvation");
    kit_close(&g);
}
END_TEST

/* Monsters do no lasting harm here: all runs are to get through ten floors. */
START_TEST(who_eats_what_lies_on_the_way_is_hungry_once_in_ten_floors)
{
    kit_game g;
    int32_t least = INT32_MAX;
    long_open(&g, &set, "hunger", _i);
    while (kit_hero(&g)->floor <= FLOORS) {
        kit_hero_hp(&g, 1 << 20, 1 << 20);
        long_bot_turn(&g);
        int32_t hunger = kit_hero(&g)->hunger;
        least = hunger < least ? hunger : least;
    }
    ck_assert_int_lt(least, HUNGRY);
    kit_close(&g);
}
END_TEST

static void add(TCase *cases)
{
    tcase_add_unchecked_fixture(cases, open_set, close_set);
    tcase_add_loop_test(cases, who_never_eats_starves_by_turn_250, 0, SEEDS);
    tcase_add_loop_test(cases, who_eats_what_lies_on_the_way_is_hungry_once_in_ten_floors, 0,
                        SEEDS);
}

int main(void)
{
    return long_main("rogue: hunger", add);
}
