/* SPDX-License-Identifier: MIT */
/* Explore comes to an end on every floor of a hundred dungeons: ten thousand floors, none of which
 * takes as many steps as half of its cells, and the bound that ends a walk in any case is never
 * reached. A hundred floors go down from the first to the one with the exit. */
#include "slow/long_runs.h"

#define RUNS 100
#define FLOORS 100
#define ALL_SEEN "Explore stopped: everything that can be reached has been seen"
#define TOO_LONG "taking too long"
#define STOPS 200u /* for things underfoot: there are fewer on a floor */

static moult__set set;

static void open_set(void)
{
    long_set_open(&set);
}

static void close_set(void)
{
    moult__set_close(&set);
}

static void remove_monsters(kit_game *g)
{
    moult_id level = moult__level(g->w), hero = moult__hero(g->w), id, next;
    for (id = moult__next(g->w, MOULT_SCOPE_ACTOR, level, 0); id != 0; id = next) {
        next = moult__next(g->w, MOULT_SCOPE_ACTOR, level, id);
        if (id != hero)
            moult__remove(g->w, MOULT_SCOPE_ACTOR, id);
    }
}

/* The turns that it took. */
static uint32_t explore_all(kit_game *g)
{
    uint32_t begin = moult__turn(g->w);
    for (uint32_t stops = 0; stops < STOPS; stops++) {
        kit_hero_edit(g)->hunger = kit_hero(g)->hunger_max;
        kit_line(g, "explore");
        if (kit_noticed_part(g, TOO_LONG))
            break;
        if (kit_noticed(g, ALL_SEEN))
            return moult__turn(g->w) - begin;
    }
    ck_abort_msg("floor %d: explore doesn't come to an end", kit_hero(g)->floor);
    return 0;
}

static void descend(kit_game *g)
{
    moult_view view = {.size = sizeof view};
    moult__view(g->w, moult__level(g->w), &view);
    for (int32_t y = 0; y < view.height; y++)
        for (int32_t x = 0; x < view.width; x++)
            if (view.known[y * view.stride + x] == MOULT_TILE_STAIRS_DOWN + 1)
                kit_move(g, moult__hero(g->w), x, y);
    kit_line(g, "descend");
}

START_TEST(ten_thousand_floors_are_explored_to_the_end)
{
    kit_game g;
    long_open(&g, &set, "explore", _i);
    for (int32_t floor = 1; floor <= FLOORS; floor++) {
        if (kit_hero(&g)->floor != floor)
            ck_abort_msg("on floor %d instead of %d", kit_hero(&g)->floor, floor);
        remove_monsters(&g);
        uint32_t turns = explore_all(&g);
        if (turns > 64 * 40 / 2)
            ck_abort_msg("floor %d: %u turns", floor, turns);
        if (floor < FLOORS)
            descend(&g);
    }
    kit_check_game(&g);
    kit_close(&g);
}
END_TEST

static void add(TCase *cases)
{
    tcase_add_unchecked_fixture(cases, open_set, close_set);
    tcase_add_loop_test(cases, ten_thousand_floors_are_explored_to_the_end, 0, RUNS);
}

int main(void)
{
    return long_main("rogue: explore", add);
}
