/* SPDX-License-Identifier: MIT */
/* Layouts: copies of schemas that stand alone, refusals word for word, and which shapes fit. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "support/world_kit.h"

#define LETTERS_57 "abcdefghijklmnopqrstuvwxyz0123456789_.-abcdefghijklmnopqr"

static const kit_field plain[] = {{MOULT_TYPE_i32, 1, "gold"}, {MOULT_TYPE_u8, 2, "known"}};

START_TEST(copy_stands_alone)
{
    char table[] = "test.copy", first[] = "gold";
    moult_field fields[] = {{sizeof(moult_field), MOULT_TYPE_i32, 1, 0, first, "help"},
                            {sizeof(moult_field), MOULT_TYPE_u16, 3, 0, "known", NULL}};
    moult_schema schema = {
        sizeof schema, 4, MOULT_SCOPE_ACTOR, MOULT_TABLE_UNHASHED, 10, 2, table, fields, NULL};
    moult__layout layout;
    moult__report report = {0};
    ck_assert_int_eq(moult__layout_copy(&layout, &schema, "who", &report), MOULT_OK);
    memset(table, 'x', sizeof table - 1);
    memset(first, 'x', sizeof first - 1);
    memset(fields, 0, sizeof fields);
    ck_assert_str_eq(layout.name, "test.copy");
    ck_assert_uint_eq(layout.version, 4);
    ck_assert_uint_eq(layout.scope, MOULT_SCOPE_ACTOR);
    ck_assert_uint_eq(layout.flags, MOULT_TABLE_UNHASHED);
    ck_assert_uint_eq(layout.row_size, 10);
    ck_assert_str_eq(layout.fields[0].name, "gold");
    ck_assert_uint_eq(layout.fields[1].offset, 4);
    ck_assert_uint_eq(layout.fields[1].bytes, 6);
    ck_assert_ptr_eq(moult__layout_field(&layout, "known"), &layout.fields[1]);
    ck_assert_ptr_null(moult__layout_field(&layout, "silver"));
    ck_assert_str_eq(report.text, "");
    moult__layout_free(&layout);
}
END_TEST

START_TEST(schema_of_a_world_is_its_own)
{
    moult_world *w = kit_world(); /* tables moved while they were added */
    for (uint32_t t = 1; t <= w->table_count; t++) {
        const moult_schema *schema = moult__schema(w, t);
        ck_assert_ptr_eq(schema->name, w->tables[t].layout.name);
        ck_assert_uint_eq(schema->size, sizeof *schema);
        ck_assert_ptr_null(schema->migrate);
        for (uint32_t f = 0; f < schema->field_count; f++) {
            ck_assert_ptr_eq(schema->fields[f].name, w->tables[t].layout.fields[f].name);
            ck_assert_uint_eq(schema->fields[f].size, sizeof(moult_field));
        }
    }
    ck_assert_str_eq(moult__schema(w, kit_handle(w, KIT_RUN))->name, "test.run");
    ck_assert_ptr_null(moult__schema(w, 0));
    ck_assert_ptr_null(moult__schema(w, w->table_count + 1));
    moult__world_free(w);
}
END_TEST

/* -- refusals --------------------------------------------------------------------------------- */

static void assert_refused(const moult_schema *schema, moult_status status, const char *text)
{
    moult__layout layout;
    moult__report report = {0};
    ck_assert_int_eq(moult__layout_copy(&layout, schema, "rules-x@1.0", &report), status);
    ck_assert_str_eq(report.text, text);
    ck_assert_uint_eq(report.exit_code, MOULT__EXIT_PLUGIN);
    moult__layout_free(&layout);
}

START_TEST(tables_without_a_proper_name_are_refused)
{
    static const char *const names[] = {NULL,  "",     "Rogue",    "a b",
                                        "a/b", "../a", "\xc3\xa9", LETTERS_57 "x"};
    static const moult_field field = {sizeof field, MOULT_TYPE_u8, 1, 0, "x", ""};
    static const char text[] =
        "error  rules-x@1.0: a table without a proper name. Declare it by MOULT_TABLE";
    for (uint32_t i = 0; i < MOULT_COUNT(names); i++) {
        moult_schema schema = {sizeof schema, 1, 1, 0, 1, 1, names[i], &field, NULL};
        assert_refused(&schema, MOULT_FORMAT, text);
    }
    moult_schema small = {16, 1, 1, 0, 1, 1, "a", &field, NULL};
    assert_refused(&small, MOULT_FORMAT, text);
    assert_refused(NULL, MOULT_FORMAT, text);
}
END_TEST

START_TEST(longest_name_fits_with_its_slots)
{
    moult_world *w = moult__world_create(NULL, 0);
    moult__layout layout = kit_layout(LETTERS_57, MOULT_SCOPE_WORLD_LIST, 0, 1, plain, 2);
    ck_assert_int_eq(moult__world_add_table(w, &layout), MOULT_OK);
    ck_assert_uint_ne(moult__table_find(w, LETTERS_57 ".slot"), 0);
    moult__layout_free(&layout);
    moult__world_free(w);
}
END_TEST

typedef struct case_of_schema {
    uint32_t scope, flags, row_size, field_count;
    const char *name;
    const moult_field *fields;
    const char *text; /* after "table NAME" */
} case_of_schema;

#define FIELD(type, count, name)                      \
    {                                                 \
        sizeof(moult_field), type, count, 0, name, "" \
    }
static const moult_field one[] = {FIELD(1, 1, "a")};
static const moult_field cut[] = {{sizeof(moult_field) - 8, 1, 1, 0, "a", ""}};
static const moult_field upper[] = {FIELD(1, 1, "a"), FIELD(1, 1, "B")};
static const moult_field nameless[] = {FIELD(1, 1, NULL)};
static const moult_field lengthy[] = {FIELD(1, 1, LETTERS_57 "xyzabcdefgh")};
static const moult_field twins[] = {FIELD(1, 1, "a"), FIELD(1, 1, "a")};
static const moult_field no_type[] = {FIELD(0x3001, 1, "a")};
static const moult_field no_count[] = {FIELD(1, 0, "a")};
static const moult_field huge[] = {FIELD(1, 0xffffffff, "a")};
static const moult_field too_long[] = {FIELD(8, 8193, "a")};
static const moult_field padded[] = {FIELD(1, 1, "a"), FIELD(4, 1, "b")};
static const moult_field refers[] = {FIELD(4, 1, "a"), FIELD(MOULT_TYPE_name, 1, "b")};
static const moult_field array[] = {FIELD(1, 2, "a")};

#define CORES_OWN "names in core. and flag 0x2 are the core's own. Rename it"
#define KEPT \
    " outlives a run, but isn't of scope WORLD, or has ids or names. Keep plain numbers in it"
#define NO_NAME "has no proper name. Use [a-z0-9_], 1..57 letters"
#define PADDING "Declare it by MOULT_TABLE, which leaves no padding"
#define NO_ROW "which no row can hold. Declare it by MOULT_TABLE"
static const case_of_schema refusals[] = {
    {1, 0, 1, 0, "t", one, " has 0 fields, not 1..256"},
    {1, 0, 1, 257, "t", one, " has 257 fields, not 1..256"},
    {0, 0, 1, 1, "t", one, ": scope 0 doesn't exist. Use a MOULT_SCOPE_*"},
    {8, 0, 1, 1, "t", one, ": scope 8 doesn't exist. Use a MOULT_SCOPE_*"},
    {100, 0, 1, 1, "t", one, ": " CORES_OWN},
    {1, 2, 1, 1, "t", one, ": " CORES_OWN},
    {1, 0, 1, 1, "core.t", one, ": " CORES_OWN},
    {1, 0, 1, 1, "t", cut, ": field 1 has size 24, not 32. Rebuild it with this SDK"},
    {1, 0, 2, 2, "t", upper, ": field 2 " NO_NAME},
    {1, 0, 2, 1, "t", nameless, ": field 1 " NO_NAME},
    {1, 0, 2, 1, "t", lengthy, ": field 1 " NO_NAME},
    {1, 0, 2, 2, "t", twins, ": two fields are called a. Rename one of them"},
    {1, 0, 1, 1, "t", no_type, ": field a has type 0x3001 and count 1, " NO_ROW},
    {1, 0, 1, 1, "t", no_count, ": field a has type 0x1 and count 0, " NO_ROW},
    {1, 0, 1, 1, "t", huge, ": field a has type 0x1 and count 4294967295, " NO_ROW},
    {1, 0, 9, 2, "t", padded, ": a row has 9 bytes, its fields 5. " PADDING},
    {6, 4, 1, 1, "t", one, KEPT},
    {1, 4, 8, 2, "t", refers, KEPT},
    {3, 0, 2, 1, "t", array, ": field a is an array, but a plane has one value a cell"},
};

START_TEST(schemas_that_no_row_can_have_are_refused)
{
    const case_of_schema *c = &refusals[_i];
    char text[256];
    snprintf(text, sizeof text, "error  rules-x@1.0: table %s%s", c->name, c->text);
    moult_schema schema = {sizeof schema,  1,       c->scope,  c->flags, c->row_size,
                           c->field_count, c->name, c->fields, NULL};
    assert_refused(&schema, MOULT_FORMAT, text);
}
END_TEST

START_TEST(too_long_row_is_refused)
{
    moult_schema schema = {sizeof schema, 1, 1, 0, 65544, 1, "t", too_long, NULL};
    assert_refused(
        &schema, MOULT_RANGE,
        "error  rules-x@1.0: table t: a row is longer than 65536 bytes. Split the table");
}
END_TEST

START_TEST(second_table_of_a_name_is_refused)
{
    moult_world *w = kit_world();
    uint64_t hash = moult__hash(w);
    uint32_t count = w->table_count;
    moult__layout layout = kit_table(KIT_ACTOR);
    ck_assert_int_eq(moult__world_add_table(w, &layout), MOULT_REFUSED);
    ck_assert_str_eq(w->report.text,
                     "error  core: table test.actor is there already. Give one of the two another "
                     "name");
    ck_assert_uint_eq(w->table_count, count);
    ck_assert_uint_eq(moult__hash(w), hash);
    moult__layout_free(&layout);
    moult__world_free(w);
}
END_TEST

/* -- which shapes fit ------------------------------------------------------------------------- */

static const kit_field longer[] = {
    {MOULT_TYPE_i32, 1, "gold"}, {MOULT_TYPE_u8, 2, "known"}, {MOULT_TYPE_u8, 1, "more"}};
static const kit_field renamed[] = {{MOULT_TYPE_i32, 1, "silver"}, {MOULT_TYPE_u8, 2, "known"}};
static const kit_field retyped[] = {{MOULT_TYPE_u32, 1, "gold"}, {MOULT_TYPE_u8, 2, "known"}};
static const kit_field recounted[] = {{MOULT_TYPE_i32, 1, "gold"}, {MOULT_TYPE_u8, 3, "known"}};
static const kit_field swapped[] = {{MOULT_TYPE_u8, 2, "known"}, {MOULT_TYPE_i32, 1, "gold"}};

static const struct {
    uint32_t scope;
    const kit_field *owner;
    uint32_t count;
    int32_t prefix, equal;
} shapes[] = {
    {MOULT_SCOPE_WORLD, plain, 2, 1, 1},   {MOULT_SCOPE_WORLD, longer, 3, 1, 0},
    {MOULT_SCOPE_WORLD, plain, 1, 0, 0},   {MOULT_SCOPE_WORLD, renamed, 2, 0, 0},
    {MOULT_SCOPE_WORLD, retyped, 2, 0, 0}, {MOULT_SCOPE_WORLD, recounted, 2, 0, 0},
    {MOULT_SCOPE_WORLD, swapped, 2, 0, 0}, {MOULT_SCOPE_LEVEL, plain, 2, 0, 0},
};

START_TEST(user_fits_when_its_fields_come_first)
{
    moult__layout user = kit_layout("t", MOULT_SCOPE_WORLD, 0, 1, plain, 2);
    moult__layout owner =
        kit_layout("t", shapes[_i].scope, 0, 2, shapes[_i].owner, shapes[_i].count);
    ck_assert_int_eq(moult__layout_prefix(&user, &owner), shapes[_i].prefix);
    ck_assert_int_eq(moult__layout_equal(&user, &owner), shapes[_i].equal);
    moult__layout_free(&user);
    moult__layout_free(&owner);
}
END_TEST

START_TEST(types_have_names)
{
    ck_assert_str_eq(moult__type_name(MOULT_TYPE_i8), "i8");
    ck_assert_str_eq(moult__type_name(MOULT_TYPE_u64), "u64");
    ck_assert_str_eq(moult__type_name(MOULT_TYPE_name), "name");
    ck_assert_str_eq(moult__type_name(MOULT_TYPE_id), "id");
    ck_assert_str_eq(moult__type_name(0), "?");
    ck_assert_str_eq(moult__type_name(0x0304), "?");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("world/schema");
    TCase *tests = tcase_create("schema");
    tcase_add_test(tests, copy_stands_alone);
    tcase_add_test(tests, schema_of_a_world_is_its_own);
    tcase_add_test(tests, tables_without_a_proper_name_are_refused);
    tcase_add_test(tests, longest_name_fits_with_its_slots);
    tcase_add_loop_test(tests, schemas_that_no_row_can_have_are_refused, 0,
                        (int)MOULT_COUNT(refusals));
    tcase_add_test(tests, too_long_row_is_refused);
    tcase_add_test(tests, second_table_of_a_name_is_refused);
    tcase_add_loop_test(tests, user_fits_when_its_fields_come_first, 0, (int)MOULT_COUNT(shapes));
    tcase_add_test(tests, types_have_names);
    suite_add_tcase(suite, tests);
    SRunner *sr = srunner_create(suite);
    srunner_run_all(sr, CK_NORMAL);
    int failed = srunner_ntests_failed(sr);
    srunner_free(sr);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
