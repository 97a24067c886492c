/* SPDX-License-Identifier: MIT */
/* Actors, items, levels and list rows: their ids, order and places, what goes when something goes,
 * and what is refused. Random play against a model is in test_world_model.c. */
#include <check.h>
#include <moult/tiles.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "support/world_kit.h"

#define ACTOR MOULT_SCOPE_ACTOR
#define ITEM MOULT_SCOPE_ITEM

static moult_world *w;
static moult_id here, there;

static void begin(void)
{
    w = kit_world();
    here = moult__level_create(w, 20, 10, 1);
    there = moult__level_create(w, 5, 5, 2);
}

static void end(void)
{
    kit_check(w);
    moult__world_free(w);
}

START_TEST(stale_id_is_never_another_row)
{
    moult_table table = kit_handle(w, KIT_ACTOR);
    moult_id old[300], id = 0;
    for (uint32_t i = 0; i < 300; i++) {
        id = moult__create(w, ACTOR, here, 1, 1);
        ck_assert_uint_eq((uint32_t)id, 1);
        ck_assert_uint_eq(id >> 32, i + 1);
        static const uint8_t zero[14];
        ck_assert_mem_eq(moult__read(w, table, id), zero, sizeof zero);
        memset(moult__edit(w, table, id), 7, sizeof zero - 4);
        for (uint32_t k = 0; k < i; k++) {
            moult_place place;
            ck_assert_ptr_null(moult__read(w, table, old[k]));
            ck_assert_int_eq(moult__where(w, ACTOR, old[k], &place), MOULT_STALE);
            ck_assert_int_eq(moult__move(w, ACTOR, old[k], here, 0, 0), MOULT_STALE);
            ck_assert_int_eq(moult__remove(w, ACTOR, old[k]), MOULT_STALE);
            ck_assert_int_eq(moult__set_hero(w, old[k]), MOULT_STALE);
        }
        old[i] = id;
        ck_assert_int_eq(moult__remove(w, ACTOR, id), MOULT_OK);
    }
    ck_assert_ptr_null(moult__edit(w, table, id));
    ck_assert_str_eq(w->report.text, "a row that doesn't exist was asked for");
    ck_assert_ptr_null(moult__read(w, table, 0));
    ck_assert_ptr_null(moult__read(w, table, 1ull << 32)); /* the head */
    ck_assert_ptr_null(moult__read(w, table, ~0ull));
    ck_assert_ptr_null(moult__read(w, 0, 0));
    ck_assert_ptr_null(moult__read(w, 10000, 0));
}
END_TEST

START_TEST(generation_wraps_past_none)
{
    moult_id id = moult__create(w, ITEM, here, 1, 1);
    ((moult__slot_row *)moult__row_edit(w, MOULT__TABLE_ITEM_SLOT, 1))->generation = UINT32_MAX;
    id |= 0xffffffffull << 32;
    ck_assert_int_eq(moult__remove(w, ITEM, id), MOULT_OK);
    ck_assert_uint_eq(moult__create(w, ITEM, here, 1, 1), 1ull << 32 | 1);
}
END_TEST

START_TEST(order_is_that_of_arrival)
{
    moult_id a = moult__create(w, ACTOR, here, 1, 1), b = moult__create(w, ACTOR, here, 2, 2);
    moult_id c = moult__create(w, ACTOR, here, 3, 3), id;
    moult__remove(w, ACTOR, b);
    b = moult__create(w, ACTOR, here, 2, 2); /* in the same slot, but the last */
    ck_assert_uint_eq(moult__next(w, ACTOR, here, 0), a);
    ck_assert_uint_eq(moult__next(w, ACTOR, here, a), c);
    ck_assert_uint_eq(moult__next(w, ACTOR, here, c), b);
    ck_assert_uint_eq(moult__next(w, ACTOR, here, b), 0);
    ck_assert_int_eq(moult__move(w, ACTOR, a, here, 9, 9), MOULT_OK); /* the same level: stays */
    ck_assert_uint_eq(moult__next(w, ACTOR, here, 0), a);
    id = moult__create(w, ACTOR, there, 0, 0);
    ck_assert_int_eq(moult__move(w, ACTOR, a, there, 4, 4), MOULT_OK);
    ck_assert_uint_eq(moult__next(w, ACTOR, here, 0), c);
    ck_assert_uint_eq(moult__next(w, ACTOR, there, id), a);
    ck_assert_uint_eq(moult__next(w, ACTOR, here, a), 0); /* not from one level into another */
    ck_assert_uint_eq(moult__at(w, ACTOR, there, 4, 4, 0), a);
    ck_assert_int_eq(moult__move(w, ACTOR, c, there, 4, 4), MOULT_OK);
    ck_assert_int_eq(moult__move(w, ACTOR, b, here, 4, 4), MOULT_OK);
    ck_assert_uint_eq(moult__at(w, ACTOR, here, 4, 4, a), 0);
}
END_TEST

START_TEST(carried_items_are_on_no_level)
{
    moult_place place = {.size = sizeof place};
    moult_id a = moult__create(w, ITEM, here, 3, 4), b = moult__create(w, ITEM, 0, 99, 99);
    ck_assert_int_eq(moult__where(w, ITEM, b, &place), MOULT_OK);
    ck_assert_uint_eq(place.level, 0);
    ck_assert_int_eq(place.x, 0);
    ck_assert_int_eq(moult__move(w, ITEM, a, 0, -5, -5), MOULT_OK);
    ck_assert_uint_eq(moult__at(w, ITEM, here, 3, 4, 0), 0);
    ck_assert_uint_eq(moult__next(w, ITEM, here, 0), 0);
    ck_assert_uint_eq(moult__next(w, ITEM, 0, 0), b);
    ck_assert_uint_eq(moult__next(w, ITEM, 0, b), a);
    ck_assert_int_eq(moult__move(w, ITEM, b, there, 2, 3), MOULT_OK);
    ck_assert_int_eq(moult__where(w, ITEM, b, &place), MOULT_OK);
    ck_assert_uint_eq(place.level, there);
    ck_assert_int_eq(place.x, 2);
    ck_assert_int_eq(place.y, 3);
    ck_assert_uint_eq(moult__at(w, ITEM, 0, 0, 0, 0), 0);
}
END_TEST

START_TEST(several_share_a_cell)
{
    enum { MANY = 700 };
    static moult_id all[MANY];
    for (uint32_t i = 0; i < MANY; i++) {
        all[i] = moult__create(w, ITEM, here, 7, 7);
        ck_assert_uint_eq(moult__at(w, ITEM, here, 7, 7, 0), all[0]); /* the 256th hides nobody */
    }
    moult_id id = 0;
    for (uint32_t i = 0; i < MANY; i++) {
        id = moult__at(w, ITEM, here, 7, 7, id);
        ck_assert_uint_eq(id, all[i]);
    }
    ck_assert_uint_eq(moult__at(w, ITEM, here, 7, 7, id), 0);
    ck_assert_uint_eq(moult__at(w, ACTOR, here, 7, 7, 0), 0);
    for (uint32_t i = 0; i < MANY; i++)
        ck_assert_int_eq(moult__remove(w, ITEM, all[i]), MOULT_OK);
    ck_assert_uint_eq(moult__at(w, ITEM, here, 7, 7, 0), 0);
    id = moult__create(w, ITEM, here, 7, 7);
    ck_assert_uint_eq(moult__at(w, ITEM, here, 7, 7, 0), id);
}
END_TEST

START_TEST(current_one_may_be_removed_after_asking_for_the_next)
{
    for (uint32_t i = 0; i < 100; i++)
        moult__create(w, ACTOR, here, 1, 1);
    uint32_t seen = 0;
    for (moult_id id = moult__next(w, ACTOR, here, 0), next; id != 0; id = next, seen++) {
        next = moult__next(w, ACTOR, here, id);
        if (seen % 3 != 0)
            ck_assert_int_eq(moult__remove(w, ACTOR, id), MOULT_OK);
    }
    ck_assert_uint_eq(seen, 100);
    for (moult_id id = 0; (id = moult__next(w, ACTOR, here, id)) != 0;)
        seen--;
    ck_assert_uint_eq(seen, 66);
}
END_TEST

START_TEST(level_takes_along_what_is_on_it)
{
    moult_table trap = kit_handle(w, KIT_TRAP), list = kit_handle(w, KIT_LIST);
    moult_id actor = moult__create(w, ACTOR, here, 1, 1), item = moult__create(w, ITEM, here, 1, 1);
    moult_id row = moult__append(w, trap, here), kept = moult__append(w, trap, there);
    moult_id carried = moult__create(w, ITEM, 0, 0, 0),
             other = moult__create(w, ACTOR, there, 1, 1);
    moult_id entry = moult__append(w, list, 0);
    moult__level_enter(w, here);
    moult__set_hero(w, actor);
    ck_assert_int_eq(moult__remove(w, MOULT_SCOPE_LEVEL, here), MOULT_OK);
    ck_assert_ptr_null(moult__read(w, MOULT__TABLE_ACTOR_SLOT, actor));
    ck_assert_ptr_null(moult__read(w, MOULT__TABLE_ITEM_SLOT, item));
    ck_assert_ptr_null(moult__read(w, trap, row));
    ck_assert_ptr_null(moult__read(w, MOULT__TABLE_LEVEL, here));
    ck_assert_ptr_null(moult__plane(w, kit_handle(w, KIT_CELL), here, 0));
    ck_assert_ptr_nonnull(moult__read(w, trap, kept));
    ck_assert_ptr_nonnull(moult__read(w, list, entry));
    ck_assert_ptr_nonnull(moult__read(w, MOULT__TABLE_ITEM_SLOT, carried));
    ck_assert_ptr_nonnull(moult__read(w, MOULT__TABLE_ACTOR_SLOT, other));
    ck_assert_uint_eq(moult__hero(w), 0);  /* nobody */
    ck_assert_uint_eq(moult__level(w), 0); /* so that the world can be saved and loaded */
    ck_assert_uint_eq(moult__tile(w, 1, 1), MOULT_TILE_STONE);
    moult_id again = moult__level_create(w, 3, 3, 9);
    ck_assert_uint_eq((uint32_t)again, (uint32_t)here);
    ck_assert_uint_ne(again, here);
    ck_assert_uint_eq(moult__next(w, ACTOR, again, 0), 0);
    ck_assert_uint_eq(moult__next(w, ACTOR, here, 0), 0);
}
END_TEST

START_TEST(removed_hero_is_nobody)
{
    moult_id actor = moult__create(w, ACTOR, here, 1, 1), item = moult__create(w, ITEM, here, 1, 1);
    ck_assert_int_eq(moult__set_hero(w, actor), MOULT_OK);
    ck_assert_uint_eq(item, actor); /* another pool: the number alone means nothing */
    moult__remove(w, ITEM, item);
    ck_assert_uint_eq(moult__hero(w), actor);
    moult__remove(w, ACTOR, actor);
    ck_assert_uint_eq(moult__hero(w), 0);
}
END_TEST

START_TEST(lists_keep_their_order)
{
    static const uint32_t which[] = {KIT_LIST, KIT_TRAP};
    for (uint32_t k = 0; k < 2; k++) {
        moult_table table = kit_handle(w, which[k]);
        moult_id level = k ? here : 0, row[5];
        for (uint32_t i = 0; i < 5; i++) {
            row[i] = moult__append(w, table, level);
            if (k)
                moult__append(w, table, there);
        }
        ck_assert_int_eq(moult__remove_row(w, table, row[2]), MOULT_OK);
        ck_assert_int_eq(moult__remove_row(w, table, row[2]), MOULT_STALE);
        ck_assert_uint_eq(moult__next_row(w, table, level, 0), row[0]);
        ck_assert_uint_eq(moult__next_row(w, table, level, row[1]), row[3]);
        ck_assert_uint_eq(moult__next_row(w, table, level, row[4]), 0);
        ck_assert_uint_eq(moult__next_row(w, table, level, row[2]), 0);
        ck_assert_ptr_nonnull(moult__edit(w, table, row[4]));
    }
    ck_assert_uint_eq(moult__append(w, kit_handle(w, KIT_LIST), here), 0);
    ck_assert_uint_eq(moult__append(w, kit_handle(w, KIT_TRAP), 0), 0);
    ck_assert_uint_eq(moult__append(w, kit_handle(w, KIT_ACTOR), here), 0);
    ck_assert_uint_eq(moult__next_row(w, kit_handle(w, KIT_ACTOR), here, 0), 0);
}
END_TEST

START_TEST(tables_of_the_core_are_closed)
{
    moult_name name = moult__intern(w, "rat");
    moult_id row = moult__slot_id(w, MOULT__TABLE_NAME_SLOT, name);
    ck_assert_uint_eq(moult__append(w, MOULT__TABLE_NAME, 0), 0);
    ck_assert_int_eq(moult__remove_row(w, MOULT__TABLE_NAME, row), MOULT_STALE);
    ck_assert_ptr_null(moult__edit(w, MOULT__TABLE_RUN, 0));
    ck_assert_str_eq(w->report.text, "a table of the core is changed by functions only");
    ck_assert_ptr_null(moult__edit(w, MOULT__TABLE_NAME, row));
    ck_assert_ptr_nonnull(moult__read(w, MOULT__TABLE_RUN, 0));
}
END_TEST

START_TEST(limits_are_refused)
{
    uint64_t hash = moult__hash(w);
    static const int32_t off[][2] = {{-1, 0}, {0, -1}, {20, 0}, {0, 10}, {INT32_MIN, INT32_MAX}};
    static const int32_t sides[][2] = {{0, 1}, {1, 0}, {-1, 4}, {4097, 1}, {1, 4097}};
    for (uint32_t i = 0; i < MOULT_COUNT(off); i++) {
        ck_assert_uint_eq(moult__create(w, ACTOR, here, off[i][0], off[i][1]), 0);
        ck_assert_int_eq(w->report.status, MOULT_RANGE);
        ck_assert_int_eq(moult__set_cell(w, here, 0, off[i][0], off[i][1], 1), MOULT_RANGE);
        ck_assert_uint_eq(moult__at(w, ACTOR, here, off[i][0], off[i][1], 0), 0);
    }
    for (uint32_t i = 0; i < MOULT_COUNT(sides); i++)
        ck_assert_uint_eq(moult__level_create(w, sides[i][0], sides[i][1], 1), 0);
    for (uint32_t scope = 0; scope < 12; scope++)
        if (scope != ACTOR && scope != ITEM)
            ck_assert_uint_eq(moult__create(w, scope, here, 1, 1), 0);
    ck_assert_int_eq(moult__set_cell(w, here, MOULT_PLANE_TILE, 0, 0, 256), MOULT_RANGE);
    ck_assert_int_eq(moult__set_cell(w, here, MOULT_PLANE_ROOM, 0, 0, 65536), MOULT_RANGE);
    ck_assert_int_eq(moult__set_cell(w, here, 6, 0, 0, 1), MOULT_RANGE);
    ck_assert_int_eq(moult__level_enter(w, 0), MOULT_STALE);
    ck_assert_int_eq(moult__move(w, MOULT_SCOPE_LEVEL, here, there, 0, 0), MOULT_STALE);
    ck_assert_ptr_null(moult__plane_edit(w, kit_handle(w, KIT_CELL), here, 2));
    ck_assert_ptr_null(moult__plane_edit(w, kit_handle(w, KIT_ACTOR), here, 0));
    ck_assert_uint_eq(moult__hash(w), hash);
    moult_id wide = moult__level_create(w, 4096, 1, 1), high = moult__level_create(w, 1, 4096, 1);
    ck_assert_uint_ne(wide, 0);
    ck_assert_int_eq(moult__set_cell(w, wide, MOULT_PLANE_ROOM, 4095, 0, 65535), MOULT_OK);
    ck_assert_int_eq(moult__set_cell(w, high, MOULT_PLANE_TILE, 0, 4095, 255), MOULT_OK);
}
END_TEST

START_TEST(view_shows_the_planes)
{
    moult_view view = {.size = sizeof view};
    moult__set_cell(w, here, MOULT_PLANE_ROOM, 3, 2, 500);
    moult__set_cell(w, here, MOULT_PLANE_LIT, 3, 2, 1);
    moult__set_cell(w, here, MOULT_PLANE_TILE, 3, 2, MOULT_TILE_FLOOR);
    ck_assert_int_eq(moult__view(w, here, &view), MOULT_OK);
    ck_assert_int_eq(view.width, 20);
    ck_assert_int_eq(view.height, 10);
    ck_assert_uint_eq(view.room[2 * view.stride + 3], 500);
    ck_assert_uint_eq(view.lit[2 * view.stride + 3], 1);
    ck_assert_uint_eq(view.tile[2 * view.stride + 3], MOULT_TILE_FLOOR);
    ck_assert_uint_eq(view.tile[0], MOULT_TILE_STONE);
    moult__level_enter(w, here);
    ck_assert_uint_eq(moult__tile(w, 3, 2), MOULT_TILE_FLOOR);
    ck_assert_uint_eq(moult__tile(w, -1, 2), MOULT_TILE_STONE);
    ck_assert_int_eq(moult__view(w, 12345, &view), MOULT_STALE);
}
END_TEST

START_TEST(draw_changes_nothing)
{
    moult_id actor = moult__create(w, ACTOR, here, 1, 1);
    moult_id row = moult__append(w, kit_handle(w, KIT_LIST), 0);
    moult_name name = moult__intern(w, "rat");
    uint64_t hash = moult__hash(w);
    moult__world_protect(w, 1);
    w->phase = MOULT__PHASE_DRAW;
    ck_assert_ptr_null(moult__edit(w, kit_handle(w, KIT_RUN), 0));
    ck_assert_int_eq(w->report.status, MOULT_READ_ONLY);
    ck_assert_str_eq(w->report.text,
                     "a row to edit was asked for in a [draw] call, where the world is const");
    ck_assert_uint_eq(moult__create(w, ACTOR, here, 1, 1), 0);
    ck_assert_uint_eq(moult__append(w, kit_handle(w, KIT_LIST), 0), 0);
    ck_assert_int_eq(moult__remove(w, ACTOR, actor), MOULT_READ_ONLY);
    ck_assert_int_eq(moult__remove_row(w, kit_handle(w, KIT_LIST), row), MOULT_READ_ONLY);
    ck_assert_int_eq(moult__move(w, ACTOR, actor, here, 2, 2), MOULT_READ_ONLY);
    ck_assert_uint_eq(moult__level_create(w, 3, 3, 3), 0);
    ck_assert_int_eq(moult__level_enter(w, here), MOULT_READ_ONLY);
    ck_assert_int_eq(moult__set_cell(w, here, 0, 1, 1, 1), MOULT_READ_ONLY);
    ck_assert_ptr_null(moult__plane_edit(w, kit_handle(w, KIT_CELL), here, 0));
    ck_assert_int_eq(moult__set_hero(w, actor), MOULT_READ_ONLY);
    ck_assert_uint_eq(moult__turn_passed(w), 0);
    ck_assert_int_eq(moult__say(w, 0, "rat", NULL, 0), MOULT_READ_ONLY);
    ck_assert_uint_eq(moult__random(w, 0, 10), 0);
    ck_assert_uint_eq(moult__intern(w, "new"), 0);
    ck_assert_uint_eq(moult__intern(w, "rat"), name);
    ck_assert_ptr_nonnull(moult__read(w, kit_handle(w, KIT_ACTOR), actor));
    ck_assert_uint_eq(moult__hash_whole(w), hash);
    ck_assert_uint_eq(moult__hash(w), hash);
    w->phase = MOULT__PHASE_TURN;
    moult__world_protect(w, 0);
    ck_assert_ptr_nonnull(moult__edit(w, kit_handle(w, KIT_RUN), 0));
}
END_TEST

#ifndef NDEBUG
/* A write that goes around moult_edit, in a process of its own. */
static int32_t writes(uint8_t *at)
{
    pid_t child = fork();
    if (child == 0) {
        signal(SIGSEGV, SIG_DFL);
        *(volatile uint8_t *)at = 1;
        _exit(0);
    }
    int status = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

START_TEST(write_through_a_pointer_in_draw_is_caught)
{
    moult_id actor = moult__create(w, ACTOR, here, 1, 1);
    uint8_t *row = moult__edit(w, kit_handle(w, KIT_ACTOR), actor);
    uint8_t *run = moult__edit(w, kit_handle(w, KIT_RUN), 0);
    uint8_t *plane = moult__plane_edit(w, kit_handle(w, KIT_CELL), here, 1);
    moult__world_protect(w, 1);
    ck_assert_int_eq(writes(row), SIGSEGV);
    ck_assert_int_eq(writes(run), SIGSEGV);
    ck_assert_int_eq(writes(plane), SIGSEGV);
    moult__world_protect(w, 0);
    ck_assert_int_eq(writes(row), 0);
    ck_assert_int_eq(writes(plane), 0);
}
END_TEST
#endif

int main(void)
{
    Suite *suite = suite_create("world/entity");
    TCase *tests = tcase_create("entity");
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, stale_id_is_never_another_row);
    tcase_add_test(tests, generation_wraps_past_none);
    tcase_add_test(tests, order_is_that_of_arrival);
    tcase_add_test(tests, carried_items_are_on_no_level);
    tcase_add_test(tests, several_share_a_cell);
    tcase_add_test(tests, current_one_may_be_removed_after_asking_for_the_next);
    tcase_add_test(tests, level_takes_along_what_is_on_it);
    tcase_add_test(tests, removed_hero_is_nobody);
    tcase_add_test(tests, lists_keep_their_order);
    tcase_add_test(tests, tables_of_the_core_are_closed);
    tcase_add_test(tests, limits_are_refused);
    tcase_add_test(tests, view_shows_the_planes);
    tcase_add_test(tests, draw_changes_nothing);
#ifndef NDEBUG
    tcase_add_test(tests, write_through_a_pointer_in_draw_is_caught);
#endif
    suite_add_tcase(suite, tests);
    SRunner *sr = srunner_create(suite);
    srunner_run_all(sr, CK_NORMAL);
    int failed = srunner_ntests_failed(sr);
    srunner_free(sr);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
