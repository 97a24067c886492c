/* SPDX-License-Identifier: MIT */
/* A bot that nothing can kill goes down ten floors of a hundred dungeons: nobody in its way, seen
 * or lost from sight, holds it on a floor for ever. Once, a monster that stood aside did. */
#include "slow/long_runs.h"

#define RUNS 100
#define FLOORS 10
#define LONGEST 1000u /* decisions on a floor */

static moult__set set;

static void open_set(void)
{
    long_set_open(&set);
}

static void close_set(void)
{
    moult__set_close(&set);
}

START_TEST(no_floor_holds_the_explorer_for_ever)
{
    kit_game g;
    uint32_t stay = 0;
    long_open(&g, &set, "beta", _i);
    for (int32_t floor = 1; floor <= FLOORS; stay++) {
        kit_hero_hp(&g, 1 << 20, 1 << 20);
        if (stay > LONGEST)
            ck_abort_msg("floor %d, turn %u", floor, moult__turn(g.w));
        long_bot_turn(&g);
        if (kit_hero(&g)->floor != floor) {
            floor = kit_hero(&g)->floor;
            stay = 0;
        }
    }
    kit_close(&g);
}
END_TEST

static void add(TCase *cases)
{
    tcase_add_unchecked_fixture(cases, open_set, close_set);
    tcase_add_loop_test(cases, no_floor_holds_the_explorer_for_ever, 0, RUNS);
}

int main(void)
{
    return long_main("rogue: bots", add);
}
