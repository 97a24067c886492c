/* SPDX-License-Identifier: MIT */
/* The state hash: what it depends on, what it doesn't, and that the running sum is the whole. */
#include <check.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include "support/world_kit.h"

#define WORLDS 200

static const uint32_t types[] = {MOULT_TYPE_u8,  MOULT_TYPE_i8,  MOULT_TYPE_u16,
                                 MOULT_TYPE_i16, MOULT_TYPE_u32, MOULT_TYPE_i32,
                                 MOULT_TYPE_u64, MOULT_TYPE_i64, MOULT_TYPE_id};

/* A table "random.N" of 1 to 5 fields of any type but name. */
static moult__layout random_table(uint32_t number, uint32_t *state)
{
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    kit_field fields[5];
    char name[32] = "random.?";
    name[7] = (char)('a' + number);
    uint32_t scope = 1 + kit_random(state, 7), count = 1 + kit_random(state, 5);
    for (uint32_t i = 0; i < count; i++) {
        fields[i].type = types[kit_random(state, MOULT_COUNT(types))];
        fields[i].count = scope == MOULT_SCOPE_CELL ? 1 : 1 + kit_random(state, 4);
        fields[i].name = names[i];
    }
    return kit_layout(name, scope, kit_random(state, 2) ? MOULT_TABLE_UNHASHED : 0, 1, fields,
                      count);
}

static void scribble(moult_world *w, moult_table t, uint32_t *state)
{
    const moult_schema *schema = moult__schema(w, t);
    moult_id level = moult__next(w, MOULT_SCOPE_LEVEL, 0, 0), id = level;
    if (schema->scope == MOULT_SCOPE_CELL) {
        uint8_t *plane = moult__plane_edit(w, t, level, kit_random(state, schema->field_count));
        if (plane != NULL)
            plane[0] = (uint8_t)kit_random(state, 256);
        return;
    }
    if (schema->scope == MOULT_SCOPE_WORLD_LIST || schema->scope == MOULT_SCOPE_LEVEL_LIST)
        id = moult__append(w, t, schema->scope == MOULT_SCOPE_LEVEL_LIST ? level : 0);
    else if (schema->scope == MOULT_SCOPE_ACTOR || schema->scope == MOULT_SCOPE_ITEM)
        id = moult__next(w, schema->scope, level, 0);
    uint8_t *row = moult__edit(w, t, id);
    if (row != NULL)
        row[kit_random(state, schema->row_size)] = (uint8_t)kit_random(state, 256);
}

START_TEST(running_sum_is_the_whole_in_random_worlds)
{
    uint32_t state = 77;
    for (uint32_t i = 0; i < WORLDS; i++) {
        moult_world *w = kit_world();
        for (uint32_t t = 0; t < 6; t++) {
            moult__layout layout = random_table(t, &state);
            ck_assert_int_eq(moult__world_add_table(w, &layout), MOULT_OK);
            moult__layout_free(&layout);
            kit_play(w, &state, 20);
            kit_check(w);
        }
        for (uint32_t step = 0; step < 20; step++) {
            moult_table t = moult__table_find(w, "random.a");
            for (; t <= w->table_count; t++)
                if (!(moult__schema(w, t)->flags & MOULT_TABLE_CORE))
                    scribble(w, t, &state);
            kit_play(w, &state, 5);
            kit_check(w);
        }
        moult__world_free(w);
    }
}
END_TEST

static uint64_t hash_of_play(const uint32_t order[KIT_TABLES], uint32_t seed)
{
    moult_world *w = kit_world_in_order(order);
    uint32_t state = seed;
    kit_play(w, &state, 600);
    uint64_t hash = moult__hash(w);
    ck_assert_uint_eq(hash, moult__hash_whole(w));
    moult__world_free(w);
    return hash;
}

START_TEST(order_of_tables_does_not_count)
{
    uint32_t order[KIT_TABLES] = {0, 1, 2, 3, 4, 5, 6, 7}, state = 5;
    uint64_t expected = hash_of_play(order, 9);
    for (uint32_t round = 0; round < 20; round++) {
        for (uint32_t i = KIT_TABLES - 1; i > 0; i--) {
            uint32_t other = kit_random(&state, i + 1), held = order[i];
            order[i] = order[other];
            order[other] = held;
        }
        ck_assert_uint_eq(hash_of_play(order, 9), expected);
    }
}
END_TEST

START_TEST(table_added_later_counts_like_one_added_first)
{
    moult_world *first = kit_world(), *later = moult__world_create(NULL, 0);
    moult__world_seed(later, (const uint8_t *)"kit", 3);
    moult_id a = moult__level_create(first, 20, 10, 1), b = moult__level_create(later, 20, 10, 1);
    for (uint32_t i = 0; i < 100; i++) {
        moult__create(first, MOULT_SCOPE_ACTOR, a, 1, 1);
        moult__create(later, MOULT_SCOPE_ACTOR, b, 1, 1);
    }
    for (uint32_t i = 0; i < KIT_TABLES; i++) {
        moult__layout layout = kit_table(i);
        ck_assert_int_eq(moult__world_add_table(later, &layout), MOULT_OK);
        moult__layout_free(&layout);
    }
    ck_assert_uint_eq(moult__hash(first), moult__hash(later));
    ck_assert_uint_eq(moult__at(later, MOULT_SCOPE_ACTOR, b, 1, 1, 0), 1ull << 32 | 1);
    kit_check(later);
    moult__world_free(first);
    moult__world_free(later);
}
END_TEST

START_TEST(unhashed_tables_do_not_count)
{
    moult_world *w = kit_world();
    moult_id level = moult__level_create(w, 10, 10, 1);
    uint64_t before = moult__hash(w);
    ck_assert_int_eq(moult__set_cell(w, level, MOULT_PLANE_LIT, 3, 3, 1), MOULT_OK);
    memset(moult__plane_edit(w, kit_handle(w, KIT_GLOW), level, 0), 7, 200);
    moult__session_row *session = (moult__session_row *)moult__row_edit(w, MOULT__TABLE_SESSION, 0);
    session->menu = 5;
    ck_assert_uint_eq(moult__hash(w), before);
    ck_assert_int_eq(moult__set_cell(w, level, MOULT_PLANE_MARK, 3, 3, 1), MOULT_OK);
    ck_assert_uint_ne(moult__hash(w), before);
    ck_assert_int_eq(moult__set_cell(w, level, MOULT_PLANE_MARK, 3, 3, 0), MOULT_OK);
    ck_assert_uint_eq(moult__hash(w), before);
    moult__world_free(w);
}
END_TEST

START_TEST(equal_bytes_at_two_places_count_apart)
{
    moult_world *w = kit_world();
    moult_id level = moult__level_create(w, 64, 64, 1);
    uint64_t hash[3];
    for (int32_t i = 0; i < 3; i++) { /* three blocks of one plane */
        moult__set_cell(w, level, MOULT_PLANE_MARK, 0, i * 16, 1);
        hash[i] = moult__hash(w);
        moult__set_cell(w, level, MOULT_PLANE_MARK, 0, i * 16, 0);
    }
    ck_assert_uint_ne(hash[0], hash[1]);
    ck_assert_uint_ne(hash[1], hash[2]);
    ck_assert_uint_ne(hash[0], hash[2]);
    moult__set_cell(w, level, MOULT_PLANE_DETAIL, 0, 0, 1);
    ck_assert_uint_ne(moult__hash(w), hash[0]);
    moult__world_free(w);
}
END_TEST

START_TEST(freed_level_leaves_no_share)
{
    for (int32_t hashed = 0; hashed < 2; hashed++) {
        moult_world *w = kit_world(), *other = kit_world();
        moult_id level = moult__level_create(w, 50, 50, 1);
        ck_assert_int_eq(moult__set_cell(w, level, MOULT_PLANE_MARK, 1, 1, 9), MOULT_OK);
        if (hashed)
            moult__hash(w);
        moult__remove(w, MOULT_SCOPE_LEVEL, level);
        moult_id same = moult__level_create(other, 3, 3, 8);
        moult__remove(other, MOULT_SCOPE_LEVEL, same);
        ck_assert_uint_eq(moult__hash(w), moult__hash(other));
        kit_check(w);
        moult__world_free(w);
        moult__world_free(other);
    }
}
END_TEST

START_TEST(cleared_world_is_a_new_one)
{
    moult_world *w = kit_world(), *fresh = kit_world();
    uint32_t state = 3, again = 8, same = 8;
    kit_play(w, &state, 500);
    ck_assert_uint_ne(moult__hash(w), moult__hash(fresh));
    ck_assert_int_eq(moult__world_clear(w), MOULT_OK);
    ck_assert_uint_eq(moult__hash(w), moult__hash(fresh));
    kit_check(w);
    kit_play(w, &again, 500);
    kit_play(fresh, &same, 500);
    ck_assert_uint_eq(moult__hash(w), moult__hash(fresh));
    moult__world_free(w);
    moult__world_free(fresh);
}
END_TEST

START_TEST(two_worlds_in_turn_are_two_apart)
{
    static const uint32_t order[KIT_TABLES] = {0, 1, 2, 3, 4, 5, 6, 7};
    moult_world *a = kit_world(), *b = kit_world();
    uint32_t state_a = 21, state_b = 22;
    for (uint32_t i = 0; i < 600; i++) {
        kit_play(a, &state_a, 1);
        kit_play(b, &state_b, 1);
    }
    ck_assert_uint_eq(moult__hash(a), hash_of_play(order, 21));
    ck_assert_uint_eq(moult__hash(b), hash_of_play(order, 22));
    moult__world_free(a);
    moult__world_free(b);
}
END_TEST

START_TEST(poisoned_memory_does_not_count)
{
    static const uint32_t order[KIT_TABLES] = {0, 1, 2, 3, 4, 5, 6, 7};
    uint64_t expected = hash_of_play(order, 31);
    for (int32_t poison = 1; poison < 256; poison += 84) {
        mallopt(M_PERTURB, poison);
        ck_assert_uint_eq(hash_of_play(order, 31), expected);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("world/hash");
    TCase *tests = tcase_create("hash");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, running_sum_is_the_whole_in_random_worlds);
    tcase_add_test(tests, order_of_tables_does_not_count);
    tcase_add_test(tests, table_added_later_counts_like_one_added_first);
    tcase_add_test(tests, unhashed_tables_do_not_count);
    tcase_add_test(tests, equal_bytes_at_two_places_count_apart);
    tcase_add_test(tests, freed_level_leaves_no_share);
    tcase_add_test(tests, cleared_world_is_a_new_one);
    tcase_add_test(tests, two_worlds_in_turn_are_two_apart);
    tcase_add_test(tests, poisoned_memory_does_not_count);
    suite_add_tcase(suite, tests);
    SRunner *sr = srunner_create(suite);
    srunner_run_all(sr, CK_NORMAL);
    int failed = srunner_ntests_failed(sr);
    srunner_free(sr);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
