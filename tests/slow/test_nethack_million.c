/* SPDX-License-Identifier: MIT */
/* A million levels: every one is taken at once or at the second attempt, holds what it promises, is
 * dug in few steps, and has each door once, in the list of its room. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/game/oracle.h"
#include "support/nethack_level.h"
#include <check.h>

#define LEVELS 1000000
#define STEPS 600 /* at most, of all corridors of a level */

static moult__canvas *canvas;
static nethack_level level;

static void open_all(void)
{
    canvas = moult__canvas_create();
}

static void close_all(void)
{
    moult__canvas_free(canvas);
}

static void check_doors(uint64_t number)
{
    for (uint32_t i = 0; i < canvas->own.door_count; i++) {
        const moult_door *d = &canvas->own.doors[i];
        if (!nethack_door_opens((nethack_cell){d->x, d->y}, &level.rooms[d->room]) ||
            !nethack_is_door(canvas->own.tile[d->y * 80 + d->x]))
            ck_abort_msg("level %d: door %u isn't one of its room", (int)number, i);
        for (uint32_t j = 0; j < i; j++)
            if (canvas->own.doors[j].x == d->x && canvas->own.doors[j].y == d->y)
                ck_abort_msg("level %d: doors %u and %u are one", (int)number, j, i);
    }
}

START_TEST(a_million_levels_hold)
{
    uint8_t seed[32];
    uint32_t refused = 0;
    int32_t most = 0;
    char why[256];
    for (uint64_t number = 0; number < LEVELS; number++) {
        moult_request request = nethack_request(number, 1 + (int32_t)(number % 40), NULL, seed);
        moult_status status = nethack_make(&level, canvas, &request);
        if (status == MOULT_REFUSED) {
            refused++;
            continue;
        }
        ck_assert_int_eq(status, MOULT_OK);
        if (moult__oracle_verify(canvas, &request, why, sizeof why) < 0)
            ck_abort_msg("level %d: %s", (int)number, why);
        most = level.counters.steps > most ? level.counters.steps : most;
        check_doors(number);
    }
    printf("%d levels, %u of them at the second attempt, at most %d steps\n", LEVELS, refused,
           most);
    ck_assert_uint_le(refused, LEVELS / 10000);
    ck_assert_int_le(most, STEPS);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("nethack million");
    TCase *group = tcase_create("all");
    tcase_add_unchecked_fixture(group, open_all, close_all);
    tcase_set_timeout(group, 1200);
    tcase_add_test(group, a_million_levels_hold);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
