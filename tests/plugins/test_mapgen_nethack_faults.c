/* SPDX-License-Identifier: MIT */
/* Ten faults that levels of this kind used to have, none of which ours may have. Most are shown on
 * a level that is built by hand from the generator's own parts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "support/nethack_level.h"
#include "core/game/oracle.h"
#include <check.h>

static moult__canvas *canvas;
static nethack_level level;
static moult_request request;
static uint8_t seed[32];

static void open_all(void)
{
    canvas = moult__canvas_create();
}

static void close_all(void)
{
    moult__canvas_free(canvas);
}

/* An empty level. */
static nethack_level *begin(const char *options)
{
    char why[160];
    request = nethack_request(1, 10, options, seed);
    moult_canvas *open = moult__canvas_begin(canvas, &request, 1u << 30);
    ck_assert_int_eq(nethack_level_begin(&level, &request, open, why, sizeof why), MOULT_OK);
    return &level;
}

static const nethack_level *make(uint64_t number, int32_t depth, const char *options)
{
    char why[256];
    request = nethack_request(number, depth, options, seed);
    ck_assert_int_eq(nethack_make(&level, canvas, &request), MOULT_OK);
    if (moult__oracle_verify(canvas, &request, why, sizeof why) < 0)
        ck_abort_msg("level %llu: %s", (unsigned long long)number, why);
    return &level;
}

static int32_t room(nethack_level *l, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    int32_t index = nethack_room_add(l, (nethack_box){x0, y0, x1, y1}, NETHACK_ORDINARY, 1);
    ck_assert_int_ge(index, 0);
    return index;
}

static void door(nethack_level *l, int32_t x, int32_t y, int32_t of)
{
    nethack_door_make(l, (nethack_cell){x, y}, of, 0);
}

/* The room's list as "x,y x,y". */
static const char *list_of(const nethack_level *l, int32_t of)
{
    static char text[256];
    size_t used = 0;
    text[0] = 0;
    for (int32_t e = l->rooms[of].first_entry; e >= 0; e = l->entries[e].next) {
        nethack_cell at = l->doors[l->entries[e].door].at;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%d,%d", used > 0 ? " " : "",
                                 at.x, at.y);
        ck_assert_int_eq(l->entries[e].room, of);
    }
    return text;
}

START_TEST(rooms_keep_their_numbers_when_they_are_sorted)
{
    nethack_level *l = begin(NULL);
    int32_t right = room(l, 60, 5, 64, 8), left = room(l, 10, 5, 14, 8);
    door(l, 60, 4, right);
    l->rooms[right].kind = NETHACK_SHOP;
    nethack_rooms_sort(l);
    door(l, 10, 4, left);
    ck_assert_int_eq(l->order[0], left);
    ck_assert_int_eq(l->order[1], right);
    ck_assert_str_eq(list_of(l, right), "60,4");
    ck_assert_str_eq(list_of(l, left), "10,4");
    nethack_level_publish(l);
    ck_assert_uint_eq(canvas->own.rooms[right].kind, NETHACK_SHOP);
    ck_assert_uint_eq(canvas->own.room[6 * 80 + 62], 2 + right);
    ck_assert_uint_eq(canvas->own.room[6 * 80 + 12], 2 + left);

    for (uint64_t number = 0; number < 300; number++) {
        make(number, 3, "shop-chance=100");
        for (uint32_t i = 0; i < canvas->own.room_count; i++) {
            const moult_room *r = &canvas->own.rooms[i];
            ck_assert_int_eq(r->id, (int32_t)i);
            for (int32_t y = r->y0; y <= r->y1; y++)
                for (int32_t x = r->x0; x <= r->x1; x++)
                    ck_assert_uint_eq(canvas->own.room[y * 80 + x], 2 + i);
        }
        for (uint32_t i = 0; i < canvas->own.spawn_count; i++) {
            const moult_spawn *s = &canvas->own.spawns[i];
            if (s->what == MOULT_SPAWN_ACTOR && s->kind == NETHACK_SHOPKEEPER)
                ck_assert_uint_eq(canvas->own.rooms[s->room].kind, NETHACK_SHOP);
        }
    }
}
END_TEST

START_TEST(doors_stay_with_their_rooms_in_any_order_of_adding)
{
    nethack_level *l = begin(NULL);
    int32_t outer = room(l, 20, 4, 31, 11);
    door(l, 19, 6, outer);
    int32_t inner = nethack_subroom_add(l, outer, (nethack_box){24, 6, 27, 8}, 0, 1);
    int32_t other = room(l, 5, 4, 9, 8);
    door(l, 25, 5, inner);
    door(l, 26, 12, outer);
    door(l, 7, 3, other);
    door(l, 25, 9, inner);
    nethack_rooms_sort(l);
    door(l, 32, 8, outer);
    door(l, 10, 6, other);
    /* A door between a room and the one within it is in both lists. */
    ck_assert_str_eq(list_of(l, outer), "19,6 25,5 26,12 25,9 32,8");
    ck_assert_str_eq(list_of(l, inner), "25,5 25,9");
    ck_assert_str_eq(list_of(l, other), "7,3 10,6");
    ck_assert_int_eq(l->rooms[outer].door_count, 5);
    ck_assert_int_eq(l->door_count, 7);
    nethack_level_publish(l);
    ck_assert_uint_eq(canvas->own.room[7 * 80 + 25], 2 + inner);
    ck_assert_uint_eq(canvas->own.room[5 * 80 + 25], 1);
    ck_assert_uint_eq(canvas->own.room[4 * 80 + 25], 2 + outer);
}
END_TEST

/* Whether one steps from the door onto a cell that is numbered as the room's, or as that of a room
 * within it, which may share its wall. */
static int32_t opens_into_its_room(const moult_door *d)
{
    const int32_t at = d->y * 80 + d->x, beside[] = {at - 1, at + 1, at - 80, at + 80};
    for (uint32_t i = 0; i < MOULT_COUNT(beside); i++) {
        int32_t of = canvas->own.room[beside[i]] - 2;
        if (of >= 0 && (of == d->room || canvas->own.rooms[of].parent == d->room))
            return 1;
    }
    return 0;
}

START_TEST(levels_with_rooms_in_rooms_hold_their_promises)
{
    uint32_t within = 0, shared = 0;
    for (uint64_t number = 0; number < 400; number++) {
        make(number, 12, "subroom=1");
        for (uint32_t i = 0; i < canvas->own.door_count; i++)
            ck_assert_msg(opens_into_its_room(&canvas->own.doors[i]), "level %d, door %u",
                          (int)number, i);
        for (uint32_t i = 0; i < canvas->own.room_count; i++)
            within += canvas->own.rooms[i].parent >= 0;
        for (int32_t i = 0; i < 80 * 21; i++)
            shared += canvas->own.room[i] == 1;
    }
    ck_assert_uint_gt(within, 400);
    ck_assert_uint_gt(shared, 400);
}
END_TEST

START_TEST(no_corridor_is_required_between_rooms_that_are_joined)
{
    uint32_t more = 0;
    for (uint64_t number = 0; number < 500; number++) {
        const nethack_counters *c = &make(number, 5, "join-stop=2")->counters;
        int32_t rooms = level.order_count - c->vault_made;
        ck_assert_int_eq(c->joined[0] + c->joined[1] + c->joined[2], rooms - 1);
        ck_assert_int_ge(c->joins[3], 4);

        c = &make(number, 5, "join-stop=2 faithful=on")->counters;
        rooms = level.order_count - c->vault_made;
        more += c->joined[0] + c->joined[1] + c->joined[2] > rooms - 1;
    }
    ck_assert_uint_gt(more, 0);
}
END_TEST

START_TEST(a_door_on_a_door_is_one_ordinary_door)
{
    for (int32_t faithful = 0; faithful < 2; faithful++) {
        nethack_level *l = begin(faithful ? "faithful=on" : NULL);
        int32_t of = room(l, 10, 5, 14, 8);
        nethack_door_make(l, (nethack_cell){12, 4}, of, 1);
        ck_assert_uint_eq(*nethack_tile(l, 12, 4), MOULT_TILE_DOOR_SECRET);
        nethack_door_make(l, (nethack_cell){12, 4}, of, 1);
        ck_assert_uint_ne(*nethack_tile(l, 12, 4), MOULT_TILE_DOOR_SECRET);
        ck_assert_uint_ne(l->doors[0].kind, MOULT_DOOR_SECRET);
        ck_assert_int_eq(l->door_count, 1);
        ck_assert_str_eq(list_of(l, of), faithful ? "12,4 12,4" : "12,4");
    }
    uint32_t met_again = 0;
    for (uint64_t number = 0; number < 2000; number++) {
        met_again += make(number, 9, NULL)->counters.reused_doors > 0;
        for (uint32_t i = 0; i < canvas->own.door_count; i++)
            for (uint32_t j = 0; j < i; j++)
                ck_assert(canvas->own.doors[i].x != canvas->own.doors[j].x ||
                          canvas->own.doors[i].y != canvas->own.doors[j].y);
    }
    ck_assert_uint_gt(met_again, 5);
}
END_TEST

START_TEST(rooms_of_equal_left_edges_stay_as_they_were_made)
{
    nethack_level *l = begin(NULL);
    int32_t made[5] = {room(l, 30, 2, 34, 4), room(l, 10, 12, 14, 15), room(l, 10, 2, 14, 4),
                       room(l, 30, 12, 34, 15), room(l, 10, 7, 14, 9)};
    const int32_t sorted[5] = {made[1], made[2], made[4], made[0], made[3]};
    nethack_rooms_sort(l);
    for (int32_t i = 0; i < 5; i++)
        ck_assert_int_eq(l->order[i], sorted[i]);
}
END_TEST

START_TEST(a_wall_without_any_place_for_a_door_is_told)
{
    nethack_level *l = begin(NULL);
    int32_t of = room(l, 10, 5, 14, 8);
    const nethack_box top = {10, 4, 14, 4}, one = {12, 4, 12, 4};
    nethack_cell at;
    ck_assert_int_eq(nethack_door_find(l, top, 0, 1, &at), 1);
    door(l, 12, 4, of);
    /* A door is no place for one, but better than none. */
    ck_assert_int_eq(nethack_door_find(l, one, 0, 1, &at), 1);
    ck_assert(at.x == 12 && at.y == 4);
    for (int32_t x = 10; x <= 14; x++)
        *nethack_tile(l, x, 4) = MOULT_TILE_BARS;
    ck_assert_int_eq(nethack_door_find(l, top, 0, 1, &at), 0);
    /* Nor is a wall with another one behind it. */
    nethack_box right = {15, 5, 15, 8};
    ck_assert_int_eq(nethack_door_find(l, right, -1, 0, &at), 1);
    for (int32_t y = 5; y <= 8; y++)
        *nethack_tile(l, 14, y) = MOULT_TILE_WALL;
    ck_assert_int_eq(nethack_door_find(l, right, -1, 0, &at), 0);
}
END_TEST

START_TEST(what_a_door_is_and_which_wall_it_is_in_are_kept_apart)
{
    uint32_t trapped = 0;
    for (uint64_t number = 0; number < 500; number++) {
        make(number, 12, "door-trap=1 secret-trap=1 door-mimic=0");
        for (uint32_t i = 0; i < canvas->own.door_count; i++) {
            const moult_door *d = &canvas->own.doors[i];
            const moult_room *r = &canvas->own.rooms[d->room];
            uint32_t wall = canvas->own.detail[d->y * 80 + d->x];
            int32_t level_wall = d->y == r->y0 - 1 || d->y == r->y1 + 1;
            ck_assert_uint_eq(wall, level_wall ? NETHACK_WALL_HORIZONTAL : NETHACK_WALL_VERTICAL);
            ck_assert_uint_le(d->state & ~MOULT_DOOR_TRAPPED, MOULT_DOOR_LOCKED);
            trapped += (d->state & MOULT_DOOR_TRAPPED) != 0;
        }
    }
    ck_assert_uint_gt(trapped, 500);
}
END_TEST

static uint32_t spawns(uint32_t what, uint32_t kind, int32_t of)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < canvas->own.spawn_count; i++) {
        const moult_spawn *s = &canvas->own.spawns[i];
        count += s->what == what && s->kind == kind && s->room == of;
    }
    return count;
}

START_TEST(there_is_a_way_out_of_each_closet_and_vault)
{
    static const char *const options[] = {"niche-closet=1 niche-secret=0",
                                          "niche-closet=1 niche-secret=0 fill=off",
                                          "niche-closet=1 niche-secret=0 secrets=off faithful=on"};
    uint32_t closets = 0, vaults = 0;
    for (uint64_t number = 0; number < 600; number++) {
        make(number, 14, options[number % 3]);
        for (uint32_t i = 0; i < canvas->own.room_count; i++) {
            const moult_room *r = &canvas->own.rooms[i];
            int32_t sealed = (r->flags & MOULT_ROOM_SEALED) != 0;
            ck_assert_int_eq(sealed, r->kind == NETHACK_CLOSET || r->kind == NETHACK_VAULT);
            if (r->kind == NETHACK_CLOSET)
                ck_assert_uint_eq(spawns(MOULT_SPAWN_ITEM, NETHACK_TELEPORT_SCROLL, (int32_t)i), 1);
            if (r->kind == NETHACK_VAULT)
                ck_assert_uint_eq(spawns(MOULT_SPAWN_NOTE, NETHACK_GUARD, (int32_t)i), 1);
            closets += r->kind == NETHACK_CLOSET;
            vaults += r->kind == NETHACK_VAULT;
        }
    }
    ck_assert_uint_gt(closets, 600);
    ck_assert_uint_gt(vaults, 100);
}
END_TEST

/* Whether a room of these floor cells, with a door there, becomes a shop. */
static int32_t becomes_shop(nethack_box floor, int32_t x, int32_t y)
{
    nethack_level *l = begin(NULL);
    int32_t of = room(l, floor.x0, floor.y0, floor.x1, floor.y1);
    door(l, x, y, of);
    return nethack_shop_make(l);
}

START_TEST(a_room_that_one_can_not_get_into_is_no_shop)
{
    ck_assert_int_eq(becomes_shop((nethack_box){10, 5, 13, 8}, 11, 4), 1);
    ck_assert_int_eq(becomes_shop((nethack_box){10, 5, 11, 8}, 10, 9), 1);
    ck_assert_int_eq(becomes_shop((nethack_box){10, 5, 10, 12}, 10, 4), 0);
    ck_assert_int_eq(becomes_shop((nethack_box){10, 5, 10, 12}, 9, 8), 0);
    ck_assert_int_eq(becomes_shop((nethack_box){10, 5, 18, 5}, 12, 6), 0);
    ck_assert_int_eq(becomes_shop((nethack_box){10, 5, 18, 5}, 9, 5), 0);
    /* The door is in another room's wall. */
    ck_assert_int_eq(becomes_shop((nethack_box){10, 5, 13, 8}, 31, 4), 0);

    /* It leads into a room within this one. */
    nethack_level *l = begin(NULL);
    int32_t outer = room(l, 20, 4, 31, 11);
    nethack_subroom_add(l, outer, (nethack_box){20, 4, 23, 6}, NETHACK_ORDINARY, 1);
    door(l, 21, 3, outer);
    ck_assert_int_eq(nethack_shop_make(l), 0);
}
END_TEST

START_TEST(niches_are_corridors_for_nobody)
{
    uint32_t guards = 0;
    for (uint64_t number = 0; number < 800; number++) {
        make(number, 14, "vault-try=1000 vault-rooms=3");
        for (uint32_t i = 0; i < canvas->own.spawn_count; i++) {
            const moult_spawn *s = &canvas->own.spawns[i];
            if (s->what != MOULT_SPAWN_NOTE || s->kind != NETHACK_GUARD)
                continue;
            guards++;
            ck_assert_uint_eq(canvas->own.tile[s->y * 80 + s->x], MOULT_TILE_CORRIDOR);
            ck_assert_uint_ne(canvas->own.detail[s->y * 80 + s->x], NETHACK_NICHE);
        }
        moult__map_room rooms[NETHACK_ROOMS];
        moult__map_metrics metrics;
        ck_assert_int_gt(moult__map_measure(level.canvas, &metrics, rooms), 0);
        ck_assert_int_eq(metrics.parts, 1);
    }
    ck_assert_uint_gt(guards, 200);

    /* The only corridor there is, is a closet: the guard appears in the vault. */
    nethack_level *l = begin(NULL);
    room(l, 30, 8, 34, 10);
    l->vault = (nethack_cell){10, 10};
    nethack_vault_make(l);
    ck_assert_int_ge(l->vault_room, 0);
    *nethack_tile(l, 32, 6) = MOULT_TILE_CORRIDOR;
    *nethack_detail(l, 32, 6) = NETHACK_NICHE;
    nethack_vault_guard(l);
    const moult_spawn *last = &l->canvas->spawns[l->canvas->spawn_count - 1];
    ck_assert_uint_eq(last->kind, NETHACK_GUARD);
    ck_assert(last->x == 10 && last->y == 10);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mapgen nethack faults");
    TCase *group = tcase_create("all");
    tcase_add_unchecked_fixture(group, open_all, close_all);
    tcase_set_timeout(group, 60);
    tcase_add_test(group, rooms_keep_their_numbers_when_they_are_sorted);
    tcase_add_test(group, doors_stay_with_their_rooms_in_any_order_of_adding);
    tcase_add_test(group, levels_with_rooms_in_rooms_hold_their_promises);
    tcase_add_test(group, no_corridor_is_required_between_rooms_that_are_joined);
    tcase_add_test(group, a_door_on_a_door_is_one_ordinary_door);
    tcase_add_test(group, rooms_of_equal_left_edges_stay_as_they_were_made);
    tcase_add_test(group, a_wall_without_any_place_for_a_door_is_told);
    tcase_add_test(group, what_a_door_is_and_which_wall_it_is_in_are_kept_apart);
    tcase_add_test(group, there_is_a_way_out_of_each_closet_and_vault);
    tcase_add_test(group, a_room_that_one_can_not_get_into_is_no_shop);
    tcase_add_test(group, niches_are_corridors_for_nobody);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
