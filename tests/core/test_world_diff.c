/* SPDX-License-Identifier: MIT */
/* Two worlds compared by their sections: equal ones don't differ, each change is told by table,
 * row and field, and tables that nobody knows count as well. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <moult/tiles.h>
#include "core/world/diff.h"
#include "support/world_kit.h"
#include <check.h>

static char text[1 << 16];

static void take(const moult_world *w, moult__dump *out)
{
    moult__report report = {0};
    ck_assert_msg(moult__dump_take(w, out, "kit", &report) >= 0, "%s", report.text);
}

static uint64_t compare(const moult_world *a, const moult_world *b, uint64_t limit)
{
    moult__dump x, y;
    take(a, &x);
    take(b, &y);
    FILE *out = fmemopen(text, sizeof text, "w");
    ck_assert_ptr_nonnull(out);
    const uint64_t count = moult__dump_diff(&x, &y, "A", "B", limit, out);
    fputc(0, out);
    fclose(out);
    moult__dump_free(&x);
    moult__dump_free(&y);
    return count;
}

/* All that differs, and in this order. */
static void assert_differ(const moult_world *a, const moult_world *b, const char *lines)
{
    const uint64_t count = compare(a, b, 1000);
    uint64_t expected = 0;
    for (const char *at = lines; (at = strchr(at, '\n')) != NULL; at++)
        expected++;
    ck_assert_str_eq(text, lines);
    ck_assert_uint_eq(count, expected);
}

/* Two worlds alike: a level of 4x3 cells with one actor of a kind. */
static moult_world *small(moult_id *actor)
{
    moult_world *w = kit_world();
    const moult_id level = moult__level_create(w, 4, 3, 1);
    *actor = moult__create(w, MOULT_SCOPE_ACTOR, level, 1, 1);
    ck_assert_uint_ne(*actor, 0);
    return w;
}

static uint8_t *field_of(moult_world *w, uint32_t which, moult_id id, const char *name)
{
    const moult_table table = kit_handle(w, which);
    const moult__field *field = moult__layout_field(&w->tables[table].layout, name);
    uint8_t *row = moult__edit(w, table, id);
    ck_assert_ptr_nonnull(row);
    return row + field->offset;
}

#define SET(w, which, id, name, type, value) \
    memcpy(field_of((w), (which), (id), (name)), &(type){(value)}, sizeof(type))

START_TEST(worlds_that_were_played_alike_do_not_differ)
{
    uint32_t one = 77, two = 77;
    moult_world *a = kit_world(), *b = kit_world();
    kit_play(a, &one, 500);
    kit_play(b, &two, 500);
    assert_differ(a, b, "");
    kit_play(b, &two, 40);
    ck_assert_uint_gt(compare(a, b, 1000), 0);
    moult__world_free(a);
    moult__world_free(b);
}
END_TEST

START_TEST(a_change_is_told_by_table_row_and_field)
{
    moult_id actor;
    moult_world *a = small(&actor), *b = small(&actor);
    SET(a, KIT_ACTOR, actor, "health", int16_t, -12);
    SET(b, KIT_ACTOR, actor, "health", int16_t, 10);
    SET(b, KIT_ACTOR, actor, "enemy", uint64_t, (uint64_t)4 << 32 | 3);
    SET(b, KIT_RUN, 0, "gold", int32_t, INT32_MIN);
    field_of(b, KIT_RUN, 0, "known")[2] = 7;
    assert_differ(a, b,
                  "test.actor 1 health -12 10\n"
                  "test.actor 1 enemy - 3:4\n"
                  "test.run 0 gold 0 -2147483648\n"
                  "test.run 0 known[2] 0 7\n");
    moult__world_free(a);
    moult__world_free(b);
}
END_TEST

START_TEST(a_cell_is_told_by_its_place)
{
    moult_id actor;
    moult_world *a = small(&actor), *b = small(&actor);
    const moult_id level = moult__next(b, MOULT_SCOPE_LEVEL, 0, 0);
    int32_t smell = -5;
    memcpy((uint8_t *)moult__plane_edit(b, kit_handle(b, KIT_CELL), level, 1) + 4 * (2 * 4 + 3),
           &smell, sizeof smell);
    ck_assert_int_ge(moult__set_cell(b, level, MOULT_PLANE_TILE, 0, 1, MOULT_TILE_WALL), 0);
    compare(a, b, 1000);
    ck_assert_ptr_nonnull(strstr(text, "test.cell 1 smell[3,2] 0 -5\n"));
    ck_assert_ptr_nonnull(strstr(text, "core.cell 1 tile[0,1] "));
    moult__world_free(a);
    moult__world_free(b);
}
END_TEST

/* The same text has other numbers in two runs. */
START_TEST(names_are_compared_by_their_texts)
{
    moult_id actor;
    moult_world *a = small(&actor), *b = small(&actor);
    SET(a, KIT_ACTOR, actor, "kind", moult_name, moult__intern(a, "rat"));
    moult__intern(b, "bat");
    SET(b, KIT_ACTOR, actor, "kind", moult_name, moult__intern(b, "rat"));
    compare(a, b, 1000);
    ck_assert_ptr_null(strstr(text, "test.actor"));
    ck_assert_ptr_nonnull(strstr(text, "core.name 1 text \"rat\" \"bat\"\n"));
    SET(b, KIT_ACTOR, actor, "kind", moult_name, moult__intern(b, "bat"));
    compare(a, b, 1000);
    ck_assert_ptr_nonnull(strstr(text, "test.actor 1 kind \"rat\" \"bat\"\n"));
    moult__world_free(a);
    moult__world_free(b);
}
END_TEST

START_TEST(a_row_that_only_one_has_is_told_once)
{
    moult_id actor;
    moult_world *a = small(&actor), *b = small(&actor);
    ck_assert_uint_ne(moult__append(a, kit_handle(a, KIT_LIST), 0), 0);
    ck_assert_int_ge(moult__remove(a, MOULT_SCOPE_ACTOR, actor), 0);
    compare(a, b, 1000);
    const char *row = strstr(text, "test.actor 1 only in B\n");
    ck_assert_ptr_nonnull(row);
    ck_assert_ptr_null(strstr(row + 1, "test.actor 1 "));
    ck_assert_ptr_nonnull(strstr(text, "test.list 1 only in A\n"));
    moult__world_free(a);
    moult__world_free(b);
}
END_TEST

START_TEST(after_the_limit_it_only_counts)
{
    moult_id actor;
    moult_world *a = small(&actor), *b = small(&actor);
    for (uint32_t i = 0; i < 3; i++)
        field_of(b, KIT_RUN, 0, "known")[i] = 1;
    ck_assert_uint_eq(compare(a, b, 1), 3);
    ck_assert_str_eq(text, "test.run 0 known[0] 0 1\nand 2 more\n");
    moult__world_free(a);
    moult__world_free(b);
}
END_TEST

/* -- other schemas ----------------------------------------------------------------------------- */

static moult_world *with_table(uint32_t version, const kit_field *fields, uint32_t count)
{
    moult__layout layout = kit_layout("test.thing", MOULT_SCOPE_WORLD, 0, version, fields, count);
    moult_world *w = moult__world_create(&layout, 1);
    ck_assert_ptr_nonnull(w);
    moult__layout_free(&layout);
    return w;
}

START_TEST(other_schemas_are_told_and_common_fields_compared)
{
    static const kit_field old[] = {{MOULT_TYPE_u8, 1, "size"}, {MOULT_TYPE_u8, 2, "gone"}};
    static const kit_field new[] = {{MOULT_TYPE_i32, 1, "size"}, {MOULT_TYPE_id, 1, "owner"}};
    moult_world *a = with_table(1, old, 2), *b = with_table(2, new, 2);
    const moult_table table = moult__table_find(a, "test.thing");
    *(uint8_t *)moult__row_edit(a, table, 0) = 200;
    memcpy(moult__row_edit(b, table, 0), &(int32_t){200}, 4);
    assert_differ(a, b,
                  "test.thing schema version 1 2\n"
                  "test.thing schema size u8 i32\n"
                  "test.thing schema gone u8[2] -\n"
                  "test.thing schema owner - id\n");
    memcpy(moult__row_edit(b, table, 0), &(int32_t){-56}, 4);
    compare(a, b, 1000);
    ck_assert_ptr_nonnull(strstr(text, "test.thing 0 size 200 -56\n"));
    moult__world_free(a);
    moult__world_free(b);
}
END_TEST

/* -- tables that nobody here knows ------------------------------------------------------------- */

static moult_world *bare(const kit_save *save)
{
    moult_world *w = moult__world_create(NULL, 0);
    moult__report report = {0};
    ck_assert_ptr_nonnull(w);
    ck_assert_msg(kit_decode(w, save, &report) >= 0, "%s", report.text);
    return w;
}

START_TEST(unknown_tables_are_read_like_known_ones)
{
    moult_id actor;
    uint32_t state = 5;
    kit_save save;
    moult_world *w = small(&actor);
    kit_play(w, &state, 300);
    kit_encode(w, &save);
    moult_world *without = bare(&save);
    ck_assert_uint_eq(without->table_count, MOULT__TABLES_CORE);
    assert_differ(w, without, "");
    SET(w, KIT_RUN, 0, "gold", int32_t, 123456);
    ck_assert_uint_eq(compare(w, without, 1000), 1);
    ck_assert_ptr_nonnull(strstr(text, "test.run 0 gold 123456 "));
    kit_save_free(&save);
    moult__world_free(without);
    moult__world_free(w);
}
END_TEST

/* Whatever an unknown section's rows are cut to is refused by its name, or reads as it says. */
START_TEST(an_unknown_section_that_is_cut_is_refused)
{
    moult_id actor;
    kit_save save;
    moult_world *w = small(&actor);
    kit_encode(w, &save);
    const uint32_t at = kit_section(&save, _i == 0 ? "test.actor" : "test.cell");
    const uint64_t whole = save.section[at].count;
    uint32_t refused = 0;
    for (uint64_t cut = 1; cut <= 16; cut++) {
        moult__dump dump;
        moult__report report = {0};
        save.section[at].count = whole - cut;
        moult_world *without = bare(&save);
        refused += moult__dump_take(without, &dump, "kit", &report) == MOULT_FORMAT &&
                   strstr(report.text, save.section[at].name) != NULL;
        moult__dump_free(&dump);
        moult__world_free(without);
    }
    ck_assert_uint_eq(refused, 16);
    save.section[at].count = whole;
    kit_save_free(&save);
    moult__world_free(w);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("world_diff");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, worlds_that_were_played_alike_do_not_differ);
    tcase_add_test(tests, a_change_is_told_by_table_row_and_field);
    tcase_add_test(tests, a_cell_is_told_by_its_place);
    tcase_add_test(tests, names_are_compared_by_their_texts);
    tcase_add_test(tests, a_row_that_only_one_has_is_told_once);
    tcase_add_test(tests, after_the_limit_it_only_counts);
    tcase_add_test(tests, other_schemas_are_told_and_common_fields_compared);
    tcase_add_test(tests, unknown_tables_are_read_like_known_ones);
    tcase_add_loop_test(tests, an_unknown_section_that_is_cut_is_refused, 0, 2);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
