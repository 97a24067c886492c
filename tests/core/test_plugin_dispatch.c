/* SPDX-License-Identifier: MIT */
/* What plugins declare is checked as a whole: a fault in one declaration, or two that don't fit
 * together, refuses all of them, by name. Descriptors are made in memory here: what is loaded from
 * files is in test_plugin_reload.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <moult/moult.h>
#include "support/plugin_kit.h"
#include <check.h>
#undef fail

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    (void)w;
    (void)senses;
    (void)memory;
    (void)action;
    return MOULT_OK;
}

static const moult_ai_1 ai = {sizeof ai, 0, decide};
static const moult_host *host_bound;
static const void *bound;
static moult_table handle;

#define ROW(F, A)    \
    F(i32, gold, "") \
    F(u8, mood, "")
#define ROW_LONG(F, A) ROW(F, A) F(u8, fear, "")
#define ROW_ODD(F, A) \
    F(u8, mood, "")   \
    F(i32, gold, "")
MOULT_TABLE_STRUCT(row, ROW)
MOULT_TABLE_STRUCT(row_long, ROW_LONG)
MOULT_TABLE_STRUCT(row_odd, ROW_ODD)
MOULT_TABLE_SCHEMA(row, "test.row", MOULT_SCOPE_ACTOR, 1, ROW, 0, NULL)
MOULT_TABLE_SCHEMA(row_long, "test.row", MOULT_SCOPE_ACTOR, 2, ROW_LONG, 0, NULL)
MOULT_TABLE_SCHEMA(row_odd, "test.row", MOULT_SCOPE_ACTOR, 3, ROW_ODD, 0, NULL)

/* A plugin that is whole, for a case to break: it gives ai/wolf with a memory, needs ai/wolf
 * itself, and has a native. */
typedef struct animal {
    moult_ai_1 functions;
    moult_provide provide[2];
    moult_require require;
    moult_native native[2];
    moult_table_use table[2];
    moult_schema schema;
    moult_plugin plugin;
    moult__build build;
} animal;

static int32_t howl(void)
{
    return 3;
}

static void animal_make(animal *a, const char *name)
{
    memset(a, 0, sizeof *a);
    a->functions = ai;
    a->schema = row_schema;
    a->provide[0] = (moult_provide)MOULT_PROVIDE_WHOLE("ai/wolf", "ai/1", MOULT_AI_SHAPE,
                                                       &a->functions, 0, &a->schema);
    a->require = (moult_require){sizeof a->require, 0, "ai/wolf", "ai/1", MOULT_AI_SHAPE, &bound};
    a->native[0] = (moult_native)MOULT_NATIVE("wolf.howl", "i()", howl, "howls");
    a->table[0] = (moult_table_use){sizeof a->table[0], MOULT_OWNS, &a->schema, &handle};
    a->plugin = (moult_plugin){.size = sizeof a->plugin,
                               .abi = MOULT_ABI,
                               .name = a->build.name,
                               .version = "1.0",
                               .help = "",
                               .host = &host_bound,
                               .provides = a->provide,
                               .requirements = &a->require,
                               .natives = a->native,
                               .tables = a->table,
                               .provide_count = 1,
                               .requirement_count = 1,
                               .native_count = 1,
                               .table_count = 1};
    snprintf(a->build.name, sizeof a->build.name, "%s", name);
    snprintf(a->build.version, sizeof a->build.version, "1.0");
    snprintf(a->build.label, sizeof a->build.label, "%s@1.0", name);
    snprintf(a->build.path, sizeof a->build.path, "lib/%s.so", name);
    snprintf(a->build.elf.note.provides, sizeof a->build.elf.note.provides, "ai/wolf");
    a->build.plugin = &a->plugin;
}

static moult_status make(moult__set *set, animal *a, animal *b, moult__report *report)
{
    moult__build *builds[] = {&a->build, b != NULL ? &b->build : NULL};
    moult__dispatch out;
    uint32_t count = b != NULL ? 2 : 1;
    moult_status status = MOULT_OK;
    memset(report, 0, sizeof *report);
    for (uint32_t i = 0; i < count && status >= 0; i++)
        status = moult__build_check(builds[i], report);
    if (status >= 0)
        status = moult__dispatch_make(set, builds, count, &out, report);
    if (status >= 0)
        moult__dispatch_free(&out);
    for (uint32_t i = 0; i < count; i++) {
        while (builds[i]->layout_count > 0)
            moult__layout_free(&builds[i]->layouts[--builds[i]->layout_count]);
        free(builds[i]->layouts);
        builds[i]->layouts = NULL;
    }
    return status;
}

/* -- one declaration --------------------------------------------------------------------------- */

/* What a case does to the wolf. */
#define SPOIL(name, change)     \
    static void name(animal *a) \
    {                           \
        change;                 \
    }
SPOIL(whole, (void)a);
SPOIL(functions_of_size_0, a->functions.size = 0);
SPOIL(functions_too_short, a->functions.size -= 8);
SPOIL(functions_grown, a->functions.size += 8);
SPOIL(functions_huge, a->functions.size = UINT32_MAX);
SPOIL(function_missing, a->functions.decide = NULL);
SPOIL(interface_newer, a->provide[0].interface = "ai/2");
SPOIL(interface_of_another_kind, a->provide[0].interface = "fov/1");
SPOIL(interface_endless, a->provide[0].interface = "howl/1234567890123456789012345678901234567890");
SPOIL(shape_of_another, a->provide[0].shape = "decide v(wppp) turn\n");
SPOIL(shape_grown, a->provide[0].shape = MOULT_AI_SHAPE "dream i(w) turn\n");
SPOIL(shape_missing, a->provide[0].shape = NULL);
SPOIL(slot_not_in_the_note, a->provide[0].slot = "ai/wolf-2");
SPOIL(slot_without_a_kind, a->provide[0].slot = "wolf");
SPOIL(slot_too_long,
      a->provide[0].slot = "ai/abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz");
SPOIL(slot_missing, a->provide[0].slot = NULL);
SPOIL(slot_twice, a->provide[1] = a->provide[0]; a->plugin.provide_count = 2);
SPOIL(entry_of_size_0, a->provide[0].size = 0);
SPOIL(entry_too_short, a->provide[0].size = offsetof(moult_provide, functions));
SPOIL(entry_without_memory, a->provide[0].size = offsetof(moult_provide, memory));
SPOIL(entry_grown, a->provide[0].size += 8);
SPOIL(entry_huge, a->provide[0].size = 1u << 30);
SPOIL(entries_of_two_sizes, slot_twice(a); a->provide[1].size += 8);
SPOIL(list_missing, a->plugin.natives = NULL);
SPOIL(list_endless, a->plugin.native_count = UINT32_MAX);
SPOIL(host_missing, a->plugin.host = NULL);
SPOIL(descriptor_too_short, a->plugin.size -= 8);
SPOIL(descriptor_grown, a->plugin.size += 8);
SPOIL(descriptor_huge, a->plugin.size = UINT32_MAX);
SPOIL(descriptor_of_another_abi, a->plugin.abi = 2);
SPOIL(descriptor_of_another_version, a->plugin.version = "1.1");
SPOIL(native_twice, a->native[1] = a->native[0]; a->plugin.native_count = 2);
SPOIL(native_without_a_function, a->native[0].function = NULL);
SPOIL(native_of_no_signature, a->native[0].signature = "i(float)");
SPOIL(native_with_blanks, a->native[0].name = "wolf howl");
SPOIL(table_without_a_handle, a->table[0].bind = NULL);
SPOIL(table_without_a_schema, a->table[0].schema = NULL);
SPOIL(table_of_the_core, a->schema.name = "core.actor");
SPOIL(table_only_used, a->table[0].flags = 0; a->provide[0].memory = NULL);
SPOIL(memory_not_listed, a->plugin.table_count = 0);
SPOIL(memory_of_the_world, a->schema.scope = MOULT_SCOPE_WORLD);
SPOIL(requirement_not_whole, a->require.bind = NULL);
SPOIL(requirement_missing, a->require.slot = "ai/bear");
SPOIL(requirement_missing_but_optional, a->require.slot = "ai/bear";
      a->require.flags = MOULT_OPTIONAL);
SPOIL(role_that_nobody_bound, a->require.slot = "den");
SPOIL(requirement_by_another_interface, a->require.interface = "ai/2");
SPOIL(requirement_by_another_shape, a->require.shape = MOULT_AI_SHAPE "dream i(w) turn\n");

#define COUNTS                                                                               \
    "its descriptor counts entries that aren't there (lib/ai-wolf.so). Give each list with " \
    "its count"
#define SLOT(name)                                                                        \
    "slot \"" name "\" isn't wholly declared. A name like ai/wolf, interface, shape and " \
    "functions belong to it"
#define SIZE(number)                                                                       \
    "ai/wolf says that its functions take " number " bytes, ai/1 has 16. Rebuild it with " \
    "this SDK: moult sdk --cflags"
#define DESCRIPTOR(number)                                                                 \
    "its descriptor says it has " number " bytes, ABI 1 begins with 88 (lib/ai-wolf.so). " \
    "Rebuild it with this SDK: moult sdk --cflags"
#define DISAGREE                                                                              \
    "note and descriptor disagree about name, version or ABI (lib/ai-wolf.so). Declare both " \
    "by one MOULT_PLUGIN"
#define NATIVE(name)                                                                            \
    "native \"" name "\" isn't wholly declared. A name, a signature like i(wi) and a function " \
    "belong to it"
#define MEMORY                                                                                 \
    "ai/wolf remembers in table test.row, which isn't one of actors that it owns. List it by " \
    "MOULT_TABLE_OWNED"

static const struct {
    void (*spoil)(animal *a);
    const char *text; /* behind "error  ai-wolf@1.0 load: "; NULL: it is fine */
} cases[] = {
    {whole, NULL},
    {functions_of_size_0, SIZE("0")},
    {functions_too_short, SIZE("8")},
    {functions_grown, NULL},
    {functions_huge, SIZE("4294967295")},
    {function_missing, "ai/wolf has no function decide, which ai/1 needs. Give it one"},
    {interface_newer, "ai/wolf is provided as ai/2, but this core calls it as ai/1. Provide that, "
                      "or name the slot's kind otherwise"},
    {interface_of_another_kind, "ai/wolf is provided as fov/1, but this core calls it as ai/1. "
                                "Provide that, or name the slot's kind otherwise"},
    {interface_endless, SLOT("ai/wolf")},
    {shape_of_another, "ai/wolf has another shape than ai/1 has here. Rebuild it with this SDK: "
                       "moult sdk --cflags"},
    {shape_grown, NULL},
    {shape_missing, SLOT("ai/wolf")},
    {slot_not_in_the_note, "ai/wolf-2 is provided, but the note doesn't say so. List it in "
                           "MOULT_PLUGIN's fourth argument"},
    {slot_without_a_kind, SLOT("wolf")},
    {slot_too_long, SLOT("ai/abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz")},
    {slot_missing, SLOT("")},
    {slot_twice, "\"ai/wolf\" is already provided by ai-wolf@1.0 (lib/ai-wolf.so). Choose: --use "
                 "ai/wolf=PATH"},
    {entry_of_size_0, SLOT("")},
    {entry_too_short, SLOT("ai/wolf")},
    {entry_without_memory, NULL},
    {entry_grown, NULL},
    {entry_huge, COUNTS},
    {entries_of_two_sizes, COUNTS},
    {list_missing, COUNTS},
    {list_endless, COUNTS},
    {host_missing, COUNTS},
    {descriptor_too_short, DESCRIPTOR("80")},
    {descriptor_grown, NULL},
    {descriptor_huge, DESCRIPTOR("4294967295")},
    {descriptor_of_another_abi, DISAGREE},
    {descriptor_of_another_version, DISAGREE},
    {native_twice, "native wolf.howl is already provided by ai-wolf@1.0 (lib/ai-wolf.so). Load "
                   "only one of them"},
    {native_without_a_function, NATIVE("wolf.howl")},
    {native_of_no_signature, NATIVE("wolf.howl")},
    {native_with_blanks, NATIVE("wolf howl")},
    {table_without_a_handle, "a table isn't wholly declared. Use MOULT_TABLE_OWNED or _USED"},
    {table_without_a_schema, "a table without a proper name. Declare it by MOULT_TABLE"},
    {table_of_the_core, "table core.actor: names in core. and flag 0x2 are the core's own. Rename "
                        "it"},
    {table_only_used, "it uses table test.row, which no loaded plugin owns. Load its owner too"},
    {memory_not_listed, MEMORY},
    {memory_of_the_world, MEMORY},
    {requirement_not_whole, "a requirement isn't wholly declared. Use MOULT_REQUIRE"},
    {requirement_missing,
     "ai/bear is required, and nobody provides it. Bind it: --use ai/bear=NAME"},
    {requirement_missing_but_optional, NULL},
    {role_that_nobody_bound, "den is required, and nobody provides it. Bind it: --use den=NAME"},
    {requirement_by_another_interface, "ai/wolf is required as ai/2, but ai-wolf@1.0 provides it "
                                       "as ai/1. Rebuild the older one"},
    {requirement_by_another_shape, "ai/wolf has another shape here than ai-wolf@1.0 gives it. "
                                   "Rebuild both with one SDK"},
};

START_TEST(each_declaration_is_whole_or_refused)
{
    animal a;
    moult__set set = {0};
    moult__report report;
    animal_make(&a, "ai-wolf");
    cases[_i].spoil(&a);
    moult_status status = make(&set, &a, NULL, &report);
    ck_assert_int_eq(status < 0, cases[_i].text != NULL);
    ck_assert_int_eq(report.status, status);
    if (cases[_i].text == NULL) {
        ck_assert_str_eq(report.text, "");
        return;
    }
    const char *head = "error  ai-wolf@1.0 load: ";
    ck_assert_int_eq(strncmp(report.text, head, strlen(head)), 0);
    ck_assert_str_eq(report.text + strlen(head), cases[_i].text);
    ck_assert_uint_eq(report.exit_code, MOULT__EXIT_PLUGIN);
}
END_TEST

START_TEST(signatures_have_known_letters)
{
    static const struct {
        const char *signature;
        int32_t fits;
    } rows[] = {
        {"v()", 1},    {"i(wi)", 1},    {"s(iulqsw)", 1}, {"q(iiiiiiiiiiiiiiii)", 1},
        {"", 0},       {"i", 0},        {"i(", 0},        {"()", 0},
        {"w()", 0},    {"i(v)", 0},     {"i(p)", 0},      {"i(wi", 0},
        {"i wi)", 0},  {"x(i)", 0},     {"i(i) ", 0},     {"i(iiiiiiiiiiiiiiiii)", 0},
        {"i((i))", 0}, {"i(i)i(i)", 0},
    };
    for (uint32_t i = 0; i < MOULT_COUNT(rows); i++)
        ck_assert_msg(moult__signature_valid(rows[i].signature) == rows[i].fits, "%s",
                      rows[i].signature);
}
END_TEST

/* -- two plugins ------------------------------------------------------------------------------- */

/* Another animal beside the wolf, that shares only what a test gives it. */
static void second_make(animal *b)
{
    animal_make(b, "ai-bear");
    b->plugin.provide_count = b->plugin.native_count = b->plugin.table_count = 0;
}

START_TEST(lists_of_an_older_and_a_newer_sdk_are_walked_by_their_own_stride)
{
    animal a;
    moult__set set = {0};
    moult__report report;
    struct {
        moult_provide now;
        uint64_t later;
    } grown[2];
    struct older {
        uint32_t size, flags;
        const char *slot, *interface, *shape;
        const void *functions;
    } older[2];
    for (uint32_t i = 0; i < 2; i++) {
        const char *slot = i ? "ai/bear" : "ai/wolf";
        grown[i].now = (moult_provide)MOULT_PROVIDE(slot, "ai/1", MOULT_AI_SHAPE, &ai);
        grown[i].now.size = sizeof grown[i];
        older[i] = (struct older){sizeof older[i], 0, slot, "ai/1", MOULT_AI_SHAPE, &ai};
    }
    animal_make(&a, "ai-wolf");
    snprintf(a.build.elf.note.provides, sizeof a.build.elf.note.provides, "ai/wolf ai/bear");
    a.plugin.provide_count = 2;
    a.require.slot = "ai/bear";
    a.plugin.provides = &grown[0].now;
    ck_assert_msg(make(&set, &a, NULL, &report) >= 0, "%s", report.text);
    a.plugin.provides = (const moult_provide *)(const void *)older;
    ck_assert_msg(make(&set, &a, NULL, &report) >= 0, "%s", report.text);
}
END_TEST

START_TEST(a_slot_and_a_native_have_one_provider)
{
    animal a, b;
    moult__set set = {0};
    moult__report report;
    animal_make(&a, "ai-wolf");
    second_make(&b);
    ck_assert_int_eq(make(&set, &a, &b, &report), MOULT_OK);
    b.plugin.native_count = 1;
    ck_assert_int_eq(make(&set, &a, &b, &report), MOULT_REFUSED);
    ck_assert_str_eq(report.text, "error  ai-bear@1.0 load: native wolf.howl is already provided "
                                  "by ai-wolf@1.0 (lib/ai-wolf.so). Load only one of them");
    b.plugin.provide_count = 1;
    ck_assert_int_eq(make(&set, &a, &b, &report), MOULT_REFUSED);
    ck_assert_str_eq(report.text, "error  ai-bear@1.0 load: \"ai/wolf\" is already provided by "
                                  "ai-wolf@1.0 (lib/ai-wolf.so). Choose: --use ai/wolf=PATH");
}
END_TEST

START_TEST(the_core_itself_is_a_provider)
{
    static const moult_provide own[] = {
        MOULT_PROVIDE("ai/wolf", MOULT_AI_INTERFACE, MOULT_AI_SHAPE, &ai)};
    animal a;
    moult__set set = {.core_provides = own, .core_provide_count = 1};
    moult__report report;
    animal_make(&a, "ai-wolf");
    ck_assert_int_eq(make(&set, &a, NULL, &report), MOULT_REFUSED);
    ck_assert_str_eq(report.text, "error  ai-wolf@1.0 load: \"ai/wolf\" is already provided by "
                                  "core (the core itself). Choose: --use ai/wolf=PATH");
    a.plugin.provide_count = 0;
    ck_assert_int_eq(make(&set, &a, NULL, &report), MOULT_OK);
}
END_TEST

START_TEST(a_table_has_one_owner)
{
    animal a, b;
    moult__set set = {0};
    moult__report report;
    animal_make(&a, "ai-wolf");
    second_make(&b);
    b.plugin.table_count = 1;
    ck_assert_int_eq(make(&set, &a, &b, &report), MOULT_REFUSED);
    ck_assert_str_eq(report.text,
                     "error  ai-bear@1.0 load: table test.row is already owned by ai-wolf@1.0 "
                     "(lib/ai-wolf.so). One owns a table, others use it: MOULT_TABLE_USED");
    b.table[0].flags = 0;
    ck_assert_int_eq(make(&set, &a, &b, &report), MOULT_OK);
}
END_TEST

START_TEST(users_of_a_table_know_its_first_fields)
{
    animal a, b;
    moult__set set = {0};
    moult__report report;
    animal_make(&a, "ai-wolf");
    second_make(&b);
    b.plugin.table_count = 1;
    b.table[0].flags = 0;
    a.schema = row_long_schema;
    ck_assert_int_eq(make(&set, &a, &b, &report), MOULT_OK);
    b.schema = row_odd_schema;
    ck_assert_int_eq(make(&set, &a, &b, &report), MOULT_CHANGED);
    ck_assert_str_eq(report.text, "error  ai-wolf@1.0 load: test.row: ai-wolf has v2, and its "
                                  "first fields aren't those of ai-bear v3 (from mood on). Add "
                                  "fields at the end, or rebuild all of them");
    a.schema = row_schema;
    b.schema = row_long_schema;
    ck_assert_int_eq(make(&set, &a, &b, &report), MOULT_CHANGED);
}
END_TEST

START_TEST(a_table_stays_where_its_rows_hang)
{
    animal a;
    moult__set set = {0};
    moult__report report;
    moult__layout layout;
    moult_table handles[] = {40};
    animal_make(&a, "ai-wolf");
    ck_assert_int_eq(moult__layout_copy(&layout, &a.schema, "", &report), MOULT_OK);
    set.tables = &layout;
    set.handles = handles;
    set.table_count = 1;
    ck_assert_int_eq(make(&set, &a, NULL, &report), MOULT_OK);
    a.schema.scope = MOULT_SCOPE_ITEM;
    ck_assert_int_eq(make(&set, &a, NULL, &report), MOULT_CHANGED);
    ck_assert_str_eq(report.text, "error  ai-wolf@1.0 load: table test.row: its rows hung "
                                  "elsewhere (scope 4, now 5). Give the new table another name");
    moult__layout_free(&layout);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plugin dispatch");
    TCase *group = tcase_create("all");
    tcase_add_loop_test(group, each_declaration_is_whole_or_refused, 0, MOULT_COUNT(cases));
    tcase_add_test(group, signatures_have_known_letters);
    tcase_add_test(group, lists_of_an_older_and_a_newer_sdk_are_walked_by_their_own_stride);
    tcase_add_test(group, a_slot_and_a_native_have_one_provider);
    tcase_add_test(group, the_core_itself_is_a_provider);
    tcase_add_test(group, a_table_has_one_owner);
    tcase_add_test(group, users_of_a_table_know_its_first_fields);
    tcase_add_test(group, a_table_stays_where_its_rows_hang);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
