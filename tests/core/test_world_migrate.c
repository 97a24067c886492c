/* SPDX-License-Identifier: MIT */
/* Rows from one layout to another by field name: what is kept, what is converted, what is refused,
 * and that a refusal leaves the world as it was. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include "support/world_kit.h"

#define WHO "rules-x@1.0 migrate"

static moult_world *w;

static moult_table add(const moult__layout *layout)
{
    moult__layout copy = *layout;
    ck_assert_int_eq(moult__world_add_table(w, &copy), MOULT_OK);
    moult__layout_free(&copy);
    return moult__table_find(w, layout->name);
}

static moult_status migrate(moult_table table, moult__layout to, moult__report *report)
{
    moult__rows rows;
    memset(report, 0, sizeof *report);
    uint64_t hash = moult__hash(w);
    moult_status status = moult__table_migrate(w, table, &to, WHO, &rows, report);
    if (status >= 0)
        moult__table_replace(w, table, &rows);
    else
        ck_assert_uint_eq(moult__hash(w), hash);
    moult__layout_free(&to);
    kit_check(w);
    return status;
}

static void begin(void)
{
    w = kit_world();
}

static void end(void)
{
    kit_check(w);
    moult__world_free(w);
}

/* -- fields that come, go and change places --------------------------------------------------- */

typedef struct __attribute__((packed)) old_row {
    int16_t a;
    uint8_t b[3];
    int32_t c;
} old_row;

// clang-format off
#define A {MOULT_TYPE_i16, 1, "a"}
#define B {MOULT_TYPE_u8, 3, "b"}
#define C {MOULT_TYPE_i32, 1, "c"}
// clang-format on
static const kit_field before[] = {A, B, C};
static const old_row row_before = {-7, {1, 2, 3}, 100000};
static const kit_field appended[] = {A, B, C, {MOULT_TYPE_u16, 1, "d"}};
static const kit_field inserted[] = {A, {MOULT_TYPE_u8, 1, "new"}, B, C};
static const kit_field removed[] = {A, C};
static const kit_field reordered[] = {C, B, A};
static const kit_field renamed[] = {{MOULT_TYPE_i16, 1, "z"}, B, C};
static const kit_field all_renamed[] = {{MOULT_TYPE_i16, 1, "x"}, {MOULT_TYPE_i32, 1, "z"}};
static const kit_field longer[] = {{MOULT_TYPE_i16, 2, "a"}, {MOULT_TYPE_u8, 5, "b"}};
static const kit_field shorter[] = {{MOULT_TYPE_u8, 2, "b"}, {MOULT_TYPE_i32, 1, "a"}};
static const kit_field wider_and_longer[] = {{MOULT_TYPE_i16, 4, "b"}};

static const struct {
    const kit_field *fields;
    uint32_t count;
    const char *row; /* its bytes */
} shapes[] = {
    {appended, 4, "\xf9\xff\1\2\3\xa0\x86\1\0\0\0"},
    {inserted, 4, "\xf9\xff\0\1\2\3\xa0\x86\1\0"},
    {removed, 2, "\xf9\xff\xa0\x86\1\0"},
    {reordered, 3, "\xa0\x86\1\0\1\2\3\xf9\xff"},
    {renamed, 3, "\0\0\1\2\3\xa0\x86\1\0"},
    {all_renamed, 2, "\0\0\0\0\0\0"},
    {longer, 2, "\xf9\xff\0\0\1\2\3\0\0"},
    {shorter, 2, "\1\2\xf9\xff\xff\xff"},
    {wider_and_longer, 1, "\1\0\2\0\3\0\0\0"},
};

static moult_id row_of_scope(uint32_t scope, moult_table table, moult_id level)
{
    switch (scope) {
    case MOULT_SCOPE_LEVEL:
        return level;
    case MOULT_SCOPE_ACTOR:
    case MOULT_SCOPE_ITEM:
        return moult__create(w, scope, level, 0, 0);
    case MOULT_SCOPE_WORLD_LIST:
        return moult__append(w, table, 0);
    case MOULT_SCOPE_LEVEL_LIST:
        return moult__append(w, table, level);
    default:
        return 0;
    }
}

START_TEST(rows_follow_their_field_names_in_every_scope)
{
    moult__report report;
    for (uint32_t scope = MOULT_SCOPE_WORLD; scope <= MOULT_SCOPE_LEVEL_LIST; scope++) {
        if (scope == MOULT_SCOPE_CELL)
            continue;
        char name[] = "m.0";
        name[2] = (char)('0' + scope);
        moult__layout from = kit_layout(name, scope, 0, 1, before, 3);
        moult_table table = add(&from);
        moult_id level = moult__level_create(w, 4, 4, 1), id[70];
        for (uint32_t i = 0; i < 70; i++) { /* more than a block */
            id[i] = row_of_scope(scope, table, level);
            memcpy(moult__edit(w, table, id[i]), &row_before, sizeof row_before);
        }
        ck_assert_int_eq(migrate(table,
                                 kit_layout(name, scope, 0, 2, shapes[_i].fields, shapes[_i].count),
                                 &report),
                         MOULT_OK);
        uint32_t size = w->tables[table].layout.row_size;
        for (uint32_t i = 0; i < 70; i++)
            ck_assert_mem_eq(moult__read(w, table, id[i]), shapes[_i].row, size);
        ck_assert_uint_eq(moult__schema(w, table)->version, 2);
        ck_assert_str_eq(moult__schema(w, table)->name, name);
    }
}
END_TEST

START_TEST(same_layout_keeps_the_hash)
{
    moult__report report;
    uint32_t state = 5;
    kit_play(w, &state, 500);
    uint64_t hash = moult__hash(w);
    for (uint32_t t = 0; t < KIT_TABLES; t++) {
        ck_assert_int_eq(migrate(kit_handle(w, t), kit_table(t), &report), MOULT_OK);
        ck_assert_uint_eq(moult__hash(w), hash);
    }
    kit_play(w, &state, 500);
}
END_TEST

/* -- values ----------------------------------------------------------------------------------- */

static const struct {
    uint32_t from;
    uint64_t value; /* little-endian, the type's width of it */
    uint32_t to;
    uint64_t result;
    const char *refusal; /* NULL: converted */
} values[] = {
    {MOULT_TYPE_i8, 0x80, MOULT_TYPE_i64, 0xffffffffffffff80, NULL},
    {MOULT_TYPE_i8, 0xff, MOULT_TYPE_i16, 0xffff, NULL},
    {MOULT_TYPE_i32, 0x80000000, MOULT_TYPE_i64, 0xffffffff80000000, NULL},
    {MOULT_TYPE_u8, 0xff, MOULT_TYPE_i16, 0xff, NULL},
    {MOULT_TYPE_u32, 0xffffffff, MOULT_TYPE_u64, 0xffffffff, NULL},
    {MOULT_TYPE_u32, 0xffffffff, MOULT_TYPE_i64, 0xffffffff, NULL},
    {MOULT_TYPE_i64, 0xffffffffffffff80, MOULT_TYPE_i8, 0x80, NULL},
    {MOULT_TYPE_i64, 127, MOULT_TYPE_i8, 127, NULL},
    {MOULT_TYPE_i16, 255, MOULT_TYPE_u8, 255, NULL},
    {MOULT_TYPE_u64, 0x7fffffffffffffff, MOULT_TYPE_i64, 0x7fffffffffffffff, NULL},
    {MOULT_TYPE_i64, 0x7fffffffffffffff, MOULT_TYPE_u64, 0x7fffffffffffffff, NULL},
    {MOULT_TYPE_i64, 128, MOULT_TYPE_i8, 0, "128, which doesn't fit i8 (it was i64)"},
    {MOULT_TYPE_i64, 0xffffffffffffff7f, MOULT_TYPE_i8, 0,
     "-129, which doesn't fit i8 (it was i64)"},
    {MOULT_TYPE_i32, 300, MOULT_TYPE_u8, 0, "300, which doesn't fit u8 (it was i32)"},
    {MOULT_TYPE_i8, 0xff, MOULT_TYPE_u8, 0, "-1, which doesn't fit u8 (it was i8)"},
    {MOULT_TYPE_i8, 0xff, MOULT_TYPE_u64, 0, "-1, which doesn't fit u64 (it was i8)"},
    {MOULT_TYPE_u8, 0x80, MOULT_TYPE_i8, 0, "128, which doesn't fit i8 (it was u8)"},
    {MOULT_TYPE_u64, 0xffffffffffffffff, MOULT_TYPE_i64, 0,
     "18446744073709551615, which doesn't fit i64 (it was u64)"},
    {MOULT_TYPE_i64, 0x8000000000000000, MOULT_TYPE_i32, 0,
     "-9223372036854775808, which doesn't fit i32 (it was i64)"},
    {MOULT_TYPE_i16, 0x8000, MOULT_TYPE_u32, 0, "-32768, which doesn't fit u32 (it was i16)"},
};

START_TEST(value_is_kept_or_refused)
{
    moult__report report;
    kit_field from = {values[_i].from, 3, "v"}, to = {values[_i].to, 3, "v"};
    uint32_t width = MOULT_TYPE_WIDTH(values[_i].from), wider = MOULT_TYPE_WIDTH(values[_i].to);
    moult__layout layout = kit_layout("m.value", MOULT_SCOPE_ACTOR, 0, 1, &from, 1);
    moult_table table = add(&layout);
    moult__create(w, MOULT_SCOPE_ACTOR, 0, 0, 0);
    moult_id actor = moult__create(w, MOULT_SCOPE_ACTOR, 0, 0, 0);
    memcpy((uint8_t *)moult__edit(w, table, actor) + 2 * width, &values[_i].value, width);
    moult_status status =
        migrate(table, kit_layout("m.value", MOULT_SCOPE_ACTOR, 0, 1, &to, 1), &report);
    if (values[_i].refusal == NULL) {
        ck_assert_int_eq(status, MOULT_OK);
        const uint8_t *row = moult__read(w, table, actor);
        ck_assert_mem_eq(row + 2 * wider, &values[_i].result, wider);
        return;
    }
    char text[256] = "error  " WHO ": m.value row 2: v is ";
    strcat(text, values[_i].refusal);
    strcat(text, ". Keep the wider type, or bring the value into range first");
    ck_assert_int_eq(status, MOULT_RANGE);
    ck_assert_str_eq(report.text, text);
    ck_assert_mem_eq((const uint8_t *)moult__read(w, table, actor) + 2 * width, &values[_i].value,
                     width);
}
END_TEST

static const struct {
    uint32_t from, to;
    const char *text;
} handles[] = {
    {MOULT_TYPE_name, MOULT_TYPE_u32, "was name, is u32"},
    {MOULT_TYPE_u32, MOULT_TYPE_name, "was u32, is name"},
    {MOULT_TYPE_id, MOULT_TYPE_u64, "was id, is u64"},
    {MOULT_TYPE_i64, MOULT_TYPE_id, "was i64, is id"},
    {MOULT_TYPE_name, MOULT_TYPE_id, "was name, is id"},
};

START_TEST(handles_become_nothing_else)
{
    moult__report report;
    kit_field from = {handles[_i].from, 1, "v"}, to = {handles[_i].to, 1, "v"};
    moult__layout layout = kit_layout("m.value", MOULT_SCOPE_WORLD, 0, 1, &from, 1);
    moult_table table = add(&layout);
    char text[256] = "error  " WHO ": m.value: field v ";
    strcat(text, handles[_i].text);
    strcat(text, ", and one doesn't become the other. Give the new field another name");
    ck_assert_int_eq(
        migrate(table, kit_layout("m.value", MOULT_SCOPE_WORLD, 0, 1, &to, 1), &report),
        MOULT_CHANGED);
    ck_assert_str_eq(report.text, text);
}
END_TEST

START_TEST(another_scope_is_refused)
{
    moult__report report;
    static const kit_field field = {MOULT_TYPE_i32, 1, "gold"};
    ck_assert_int_eq(migrate(kit_handle(w, KIT_RUN),
                             kit_layout("test.run", MOULT_SCOPE_ITEM, 0, 1, &field, 1), &report),
                     MOULT_CHANGED);
    ck_assert_str_eq(report.text, "error  " WHO ": test.run: its rows hung elsewhere (scope 1, now "
                                  "5). Give the new table another name");
}
END_TEST

/* -- a plugin's own function ------------------------------------------------------------------ */

/* Version 1 had `v`; later ones have it doubled, and how many steps were made. */
static moult_status doubled(uint32_t from_version, const void *old, void *row)
{
    int32_t v;
    memcpy(&v, old, sizeof v);
    if (v == 0)
        return MOULT_FORMAT;
    v = (int32_t)((uint32_t)v * 2);
    memcpy(row, &v, sizeof v);
    ((uint8_t *)row)[4] = (uint8_t)(from_version + 10);
    return MOULT_OK;
}

START_TEST(own_function_is_called_for_what_lives)
{
    static const kit_field from = {MOULT_TYPE_i32, 1, "v"};
    static const kit_field to[] = {{MOULT_TYPE_i32, 1, "v"}, {MOULT_TYPE_u8, 1, "from"}};
    static const uint8_t expected[] = {42, 0, 0, 0, 13};
    moult__report report;
    moult__layout layout = kit_layout("m.own", MOULT_SCOPE_ACTOR, 0, 3, &from, 1);
    moult_table table = add(&layout);
    moult_id gone = moult__create(w, MOULT_SCOPE_ACTOR, 0, 0, 0);
    moult_id actor = moult__create(w, MOULT_SCOPE_ACTOR, 0, 0, 0);
    moult__remove(w, MOULT_SCOPE_ACTOR, gone); /* its zero would be refused */
    *(uint8_t *)moult__edit(w, table, actor) = 21;
    layout = kit_layout("m.own", MOULT_SCOPE_ACTOR, 0, 4, to, 2);
    layout.migrate = doubled;
    ck_assert_int_eq(migrate(table, layout, &report), MOULT_OK);
    ck_assert_mem_eq(moult__read(w, table, actor), expected, sizeof expected);
    layout = kit_layout("m.own", MOULT_SCOPE_ACTOR, 0, 4, to, 2);
    layout.migrate = doubled; /* the same version: not called */
    ck_assert_int_eq(migrate(table, layout, &report), MOULT_OK);
    ck_assert_mem_eq(moult__read(w, table, actor), expected, sizeof expected);
    *(uint8_t *)moult__edit(w, table, actor) = 0;
    layout = kit_layout("m.own", MOULT_SCOPE_ACTOR, 0, 5, to, 2);
    layout.migrate = doubled;
    ck_assert_int_eq(migrate(table, layout, &report), MOULT_FORMAT);
    ck_assert_str_eq(report.text, "error  " WHO ": m.own row 2: its migrate function refused the "
                                  "step from version 4 to 5 (not in the expected form). Reload the "
                                  "build that had version 4");
    actor = moult__create(w, MOULT_SCOPE_ACTOR, 0, 0, 0);
    static const uint8_t zero[5];
    ck_assert_mem_eq(moult__read(w, table, actor), zero, sizeof zero);
}
END_TEST

/* -- planes ----------------------------------------------------------------------------------- */

START_TEST(planes_are_converted)
{
    static const kit_field wider[] = {{MOULT_TYPE_i64, 1, "smell"}, {MOULT_TYPE_u16, 1, "heat"}};
    static const kit_field narrow[] = {{MOULT_TYPE_u8, 1, "new"}, {MOULT_TYPE_i8, 1, "smell"}};
    moult__report report;
    moult_table table = kit_handle(w, KIT_CELL);
    moult_id gone = moult__level_create(w, 5, 5, 1), level[3];
    for (int32_t i = 0; i < 3; i++) {
        level[i] = moult__level_create(w, 60 + i, 30, 1);
        ((uint8_t *)moult__plane_edit(w, table, level[i], 0))[1700 + i] = 200;
        ((int32_t *)moult__plane_edit(w, table, level[i], 1))[1700 + i] = -100 - i * 20;
    }
    moult__remove(w, MOULT_SCOPE_LEVEL, gone);
    ck_assert_int_eq(
        migrate(table, kit_layout("test.cell", MOULT_SCOPE_CELL, 0, 2, wider, 2), &report),
        MOULT_OK);
    for (int32_t i = 0; i < 3; i++) {
        ck_assert_int_eq(((const int64_t *)moult__plane(w, table, level[i], 0))[1700 + i],
                         -100 - i * 20);
        ck_assert_uint_eq(((const uint16_t *)moult__plane(w, table, level[i], 1))[1700 + i], 200);
    }
    ck_assert_int_eq(
        migrate(table, kit_layout("test.cell", MOULT_SCOPE_CELL, 0, 3, narrow, 2), &report),
        MOULT_RANGE);
    ck_assert_str_eq(report.text,
                     "error  " WHO ": test.cell row 1702: smell is -140, which doesn't "
                     "fit i8 (it was i64). Keep the wider type, or bring the value "
                     "into range first");
    ck_assert_int_eq(((const int64_t *)moult__plane(w, table, level[2], 0))[1702], -140);
    ((int64_t *)moult__plane_edit(w, table, level[2], 0))[1702] = -128;
    ck_assert_int_eq(
        migrate(table, kit_layout("test.cell", MOULT_SCOPE_CELL, 0, 3, narrow, 2), &report),
        MOULT_OK);
    ck_assert_int_eq(((const int8_t *)moult__plane(w, table, level[2], 1))[1702], -128);
    ck_assert_uint_eq(((const uint8_t *)moult__plane(w, table, level[2], 0))[1702], 0);
}
END_TEST

START_TEST(planes_that_are_all_new_are_there)
{
    static const kit_field other = {MOULT_TYPE_u16, 1, "other"};
    moult__report report;
    moult_table table = kit_handle(w, KIT_CELL);
    moult_id level = moult__level_create(w, 60, 30, 1);
    ck_assert_int_eq(
        migrate(table, kit_layout("test.cell", MOULT_SCOPE_CELL, 0, 2, &other, 1), &report),
        MOULT_OK);
    const uint16_t *plane = moult__plane(w, table, level, 0);
    ck_assert_ptr_nonnull(plane);
    ck_assert_uint_eq(plane[0] | plane[1799], 0);
    ck_assert_uint_ne(moult__level_create(w, 10, 10, 1), 0);
    ck_assert_int_eq(moult__remove(w, MOULT_SCOPE_LEVEL, level), MOULT_OK);
}
END_TEST

/* -- through a save --------------------------------------------------------------------------- */

START_TEST(old_save_is_migrated)
{
    static const kit_field newer[] = {{MOULT_TYPE_i64, 2, "gold"}, {MOULT_TYPE_u8, 1, "more"}};
    static const uint8_t expected[17] = {0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    moult__report report;
    moult__layout layouts[2] = {kit_table(KIT_ACTOR),
                                kit_layout("test.run", MOULT_SCOPE_WORLD, 0, 2, newer, 2)};
    uint32_t state = 99;
    kit_save save;
    kit_play(w, &state, 300);
    int32_t gold = -2;
    memcpy(moult__edit(w, kit_handle(w, KIT_RUN), 0), &gold, sizeof gold);
    moult_world *fresh = moult__world_create(layouts, 2);
    kit_encode(w, &save);
    moult_status status = kit_decode(fresh, &save, &report);
    ck_assert_msg(status == MOULT_OK, "%s", report.text);
    ck_assert_mem_eq(moult__read(fresh, kit_handle(fresh, KIT_RUN), 0), expected, sizeof expected);
    kit_check(fresh);
    kit_save_free(&save);
    moult__world_free(fresh);
    moult__layout_free(&layouts[0]);
    moult__layout_free(&layouts[1]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("world/migrate");
    TCase *tests = tcase_create("migrate");
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_loop_test(tests, rows_follow_their_field_names_in_every_scope, 0,
                        (int)MOULT_COUNT(shapes));
    tcase_add_test(tests, same_layout_keeps_the_hash);
    tcase_add_loop_test(tests, value_is_kept_or_refused, 0, (int)MOULT_COUNT(values));
    tcase_add_loop_test(tests, handles_become_nothing_else, 0, (int)MOULT_COUNT(handles));
    tcase_add_test(tests, another_scope_is_refused);
    tcase_add_test(tests, own_function_is_called_for_what_lives);
    tcase_add_test(tests, planes_are_converted);
    tcase_add_test(tests, planes_that_are_all_new_are_there);
    tcase_add_test(tests, old_save_is_migrated);
    suite_add_tcase(suite, tests);
    SRunner *sr = srunner_create(suite);
    srunner_run_all(sr, CK_NORMAL);
    int failed = srunner_ntests_failed(sr);
    srunner_free(sr);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
