/* SPDX-License-Identifier: MIT */
/* rogue's tables change while it is played: its plugins are built again here, from their sources
 * and an edited rogue.h. What fits goes on with all values kept; what doesn't is refused, by name,
 * and nothing has changed, at whichever step it was found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "support/plugin_kit.h"
#include "support/session_kit.h"
#include <check.h>
#undef fail

#define FOUR 4u
static const char *const four[FOUR] = {"rules-rogue.so", "combat-rogue.so", "items-rogue.so",
                                       "ai-chaser.so"};

/* -- building ---------------------------------------------------------------------------------- */

/* VARIANT/rules/rogue/rogue.h: the header with one text put in another's place. */
static void edit_header(const char *variant, const char *from, const char *to)
{
    char path[KIT_PATH];
    uint64_t count;
    static const char *const below[] = {"", "/rules", "/rules/rogue"};
    for (uint32_t i = 0; i < MOULT_COUNT(below); i++) {
        snprintf(path, sizeof path, "%s%s", variant, below[i]);
        ck_assert_int_eq(mkdir(kit_at(path), 0700), 0);
    }
    char *text = (char *)kit_read(MOULT_SOURCE_DIR "/plugins/rules/rogue/rogue.h", &count);
    const char *at = strstr(text, from);
    ck_assert_msg(at != NULL, "%s", from);
    char *edited = malloc(count + strlen(to) + 1);
    int length = sprintf(edited, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    snprintf(path, sizeof path, "%s/rules/rogue/rogue.h", variant);
    kit_write(kit_at(path), edited, (uint64_t)length);
    free(edited);
    free(text);
}

/* VARIANT/FILE, from all sources of KIND/NAME. */
static void build(const char *variant, const char *file, const char *sources)
{
    char name[128], files[KIT_PATH], flags[KIT_PATH];
    snprintf(name, sizeof name, "%s/%s", variant, file);
    snprintf(files, sizeof files, MOULT_SOURCE_DIR "/plugins/%s", sources);
    snprintf(flags, sizeof flags, "-O0 -ffp-contract=off -I %s -I %s/plugins", variant,
             MOULT_SOURCE_DIR);
    kit_compile_files("cc -std=c11", name, files, flags);
}

static void build_all(const char *variant)
{
    build(variant, four[0], "rules/rogue/*.c");
    build(variant, four[1], "combat/rogue.c");
    build(variant, four[2], "items/rogue.c");
}

static const char bad_symbol[] =
    "#include <moult/ai.h>\n"
    "extern moult_status nobody_has_this(void);\n"
    "static moult_status decide(moult_world *w, const moult_senses *s, void *m, moult_action *a)\n"
    "{\n"
    "    (void)w, (void)s, (void)m, (void)a;\n"
    "    return nobody_has_this();\n"
    "}\n"
    "MOULT_AI(chaser, \"1.0.0\", \"\", decide)\n";

static void make(void)
{
    kit_folder_make();
    ck_assert_int_eq(mkdir(kit_at("live"), 0700), 0);
    edit_header("append",
                "F(u8, hiding, \"1: this floor was made with hidden doors or corridors\")",
                "F(u8, hiding, \"1: this floor was made with hidden doors or corridors\") F(u8, "
                "omen, \"seen\")");
    build("append", four[0], "rules/rogue/*.c");
    edit_header("insert", "F(i32, floor, \"1..100\")",
                "F(u8, omen, \"seen\") F(i32, floor, \"1..100\")");
    build("insert", four[0], "rules/rogue/*.c");
    edit_header("widen", "F(i16, hunger,", "F(i32, hunger,");
    build_all("widen");
    edit_header("narrow", "F(i32, gold,", "F(i8, gold,");
    build_all("narrow");
    kit_compile("bad-chaser.so", bad_symbol, "");
}

/* -- a game ------------------------------------------------------------------------------------ */

static moult__set set;
static kit_game game;
static moult__report report;
static char result[1024];

static void take_built(uint32_t which, uint32_t more)
{
    char built[128], live[128];
    snprintf(built, sizeof built, "plugins/%s", four[which]);
    snprintf(live, sizeof live, "live/%s", four[which]);
    kit_take(built, live, more);
}

static void take_variant(uint32_t which, const char *variant)
{
    char from[128], live[128];
    snprintf(from, sizeof from, "%s/%s", variant, four[which]);
    snprintf(live, sizeof live, "live/%s", four[which]);
    kit_replace(kit_at(from), kit_at(live));
}

static void open_game(void)
{
    for (uint32_t i = 0; i < FOUR; i++)
        take_built(i, 0);
    kit_set_make(&set);
    kit_set_rogue(&set);
    ck_assert_msg(kit_set_want(&set,
                               "rules/rogue combat/rogue items/rogue bestiary/rogue mapgen/rooms "
                               "fov/shadow ai/chaser ai/idle ai/wander",
                               &report) >= 0,
                  "%s", report.text);
    kit_open_in(&game, &set, "7");
    rogue_hero *hero = kit_hero_edit(&game);
    hero->gold = 300;
    hero->weapon = 3;
    hero->known_potions = 5;
    hero->cause = moult__intern(game.w, "nothing yet");
    kit_lines(&game, "wait", 3);
}

static void close_game(void)
{
    kit_close(&game);
    moult__set_close(&set);
}

static moult_status reload(void)
{
    memset(&report, 0, sizeof report);
    return moult__session_reload(&game.s, 1, result, sizeof result, &report);
}

/* The game is played on, as far as it lasts, by all of its plugins. */
static void play_on(void)
{
    uint32_t state = 99;
    static const char *const hits[] = {"3", "0", "20"};
    char out[32];
    ck_assert_int_eq(
        moult__native_call(&set, game.w, "combat.hits", hits, 3, out, sizeof out, &report),
        MOULT_OK);
    ck_assert_str_eq(out, "2");
    for (uint32_t i = 0; i < 200 && !game.s.over; i++) {
        moult__report why;
        kit_try(&game, kit_random_line(&state), &why);
    }
    ck_assert_int_eq(game.s.report.status, MOULT_OK);
    kit_check_game(&game);
}

/* -- what fits --------------------------------------------------------------------------------- */

typedef struct values {
    uint32_t count;
    char name[32][32];
    int64_t value[32];
} values;

/* The hero's fields by name, as the table has them at the moment. */
static void read_values(values *out)
{
    const moult__layout *layout = &game.w->tables[game.hero_table].layout;
    const uint8_t *row = moult__read(game.w, game.hero_table, 0);
    out->count = layout->field_count;
    for (uint32_t i = 0; i < layout->field_count; i++) {
        const moult__field *field = &layout->fields[i];
        snprintf(out->name[i], sizeof out->name[i], "%.31s", field->name);
        out->value[i] = 0;
        memcpy(&out->value[i], row + field->offset, MOULT_TYPE_WIDTH(field->type));
    }
}

static void check_values(const values *before, const values *now)
{
    for (uint32_t i = 0; i < before->count; i++) {
        uint32_t k = 0;
        while (k < now->count && strcmp(now->name[k], before->name[i]) != 0)
            k++;
        ck_assert_msg(k < now->count && now->value[k] == before->value[i], "%s", before->name[i]);
    }
}

START_TEST(a_field_appended_by_the_owner_alone_is_taken)
{
    values before, now;
    uint32_t turn = moult__turn(game.w);
    read_values(&before);
    take_variant(0, "append");
    ck_assert_msg(reload() == 1, "%s", report.text);
    read_values(&now);
    ck_assert_uint_eq(now.count, before.count + 1);
    ck_assert_str_eq(now.name[before.count], "omen");
    ck_assert_int_eq(now.value[before.count], 0);
    check_values(&before, &now);
    ck_assert_uint_eq(moult__turn(game.w), turn);
    kit_check_game(&game);
    take_built(0, 0);
    ck_assert_int_eq(reload(), 1);
    read_values(&now);
    ck_assert_uint_eq(now.count, before.count);
    check_values(&before, &now);
    take_variant(0, "append");
    ck_assert_int_eq(reload(), 1);
    play_on();
}
END_TEST

START_TEST(a_field_widened_in_all_users_keeps_its_value)
{
    values before, now;
    kit_hero_edit(&game)->hunger = 77;
    read_values(&before);
    uint32_t size = game.w->tables[game.hero_table].layout.row_size;
    for (uint32_t i = 0; i < 3; i++)
        take_variant(i, "widen");
    ck_assert_msg(reload() == 3, "%s", report.text);
    read_values(&now);
    check_values(&before, &now);
    ck_assert_uint_eq(game.w->tables[game.hero_table].layout.row_size, size + 2);
    play_on();
}
END_TEST

/* -- what doesn't ------------------------------------------------------------------------------ */

typedef struct memo {
    uint64_t hash;
    uint32_t stamp, builds, natives, tables, mapped;
    moult_table handle[3];
    const moult__build *build[32];
    uint32_t generation[32];
    void (*native[32])(void);
} memo;

static void remember(memo *m)
{
    memset(m, 0, sizeof *m);
    m->hash = moult__hash(game.w);
    m->stamp = set.stamp;
    m->builds = set.build_count;
    m->natives = set.dispatch.native_count;
    m->tables = set.table_count;
    m->mapped = kit_mappings(set.stage);
    m->handle[0] = moult__set_handle(&set, "rogue.hero");
    m->handle[1] = moult__set_handle(&set, "rogue.body");
    m->handle[2] = moult__set_handle(&set, "rogue.thing");
    for (uint32_t i = 0; i < set.build_count && i < 32; i++) {
        m->build[i] = set.builds[i];
        m->generation[i] = set.builds[i]->generation;
    }
    for (uint32_t i = 0; i < set.dispatch.native_count && i < 32; i++)
        m->native[i] = set.dispatch.natives[i].function;
}

static void check_refused(const char *text)
{
    memo before, after;
    remember(&before);
    ck_assert_int_lt(reload(), 0);
    ck_assert_str_eq(kit_normal(report.text), text);
    remember(&after);
    ck_assert_mem_eq(&before, &after, sizeof before);
    ck_assert_uint_eq(moult__hash_whole(game.w), before.hash);
    ck_assert_int_eq(game.s.leaving, 0);
    moult__set_retire(&set);
}

#define INSERTED                                                                                   \
    "error  rules-rogue@1.0.0 load: rogue.hero: rules-rogue has v1, and its first fields aren't "  \
    "those of combat-rogue v1 (from floor on), items-rogue v1 (from floor on). Add fields at the " \
    "end, or rebuild all of them"
#define NARROWED                                                                                 \
    "error  rules-rogue@1.0.0 migrate: rogue.hero row 0: gold is 300, which doesn't fit i8 (it " \
    "was i32). Keep the wider type, or bring the value into range first"

START_TEST(a_field_inserted_by_the_owner_alone_is_refused_with_its_users)
{
    take_variant(0, "insert");
    check_refused(INSERTED);
    play_on();
}
END_TEST

START_TEST(a_field_narrowed_below_its_value_is_refused_with_the_row)
{
    for (uint32_t i = 0; i < 3; i++)
        take_variant(i, "narrow");
    check_refused(NARROWED);
    kit_hero_edit(&game)->gold = -128;
    ck_assert_msg(reload() == 3, "%s", report.text);
    ck_assert_int_eq(*(const int8_t *)moult__read(game.w, game.hero_table, 0), -128);
    play_on();
}
END_TEST

/* Four have changed, and one of them fails at a step. */
static void cut_short(uint32_t which)
{
    char live[128], text[512];
    uint64_t count;
    snprintf(live, sizeof live, "live/%s", four[which]);
    uint8_t *bytes = kit_read(kit_at(live), &count);
    kit_write(kit_at(live), bytes, 1000);
    free(bytes);
    ck_assert_int_lt(reload(), 0);
    snprintf(text, sizeof text, "error  %.*s load: the file is cut short (@/%s)",
             (int)strlen(four[which]) - 3, four[which], live);
    ck_assert_msg(strncmp(kit_normal(report.text), text, strlen(text)) == 0, "%s", report.text);
    snprintf(text, sizeof text, "%s", kit_normal(report.text));
    check_refused(text);
    take_built(which, 1);
}

START_TEST(of_four_none_is_replaced_when_one_fails)
{
    for (uint32_t i = 0; i < FOUR; i++)
        take_built(i, 1);
    for (uint32_t i = 0; i < FOUR; i++)
        cut_short(i);
    kit_replace(kit_at("bad-chaser.so"), kit_at("live/ai-chaser.so"));
    check_refused("error  ai-chaser@1.0.0 load: the system can't load it (@/live/ai-chaser.so): "
                  "undefined symbol: nobody_has_this. Link what it needs, or build with "
                  "-Wl,-z,defs to see it earlier");
    take_built(3, 1);
    take_variant(0, "insert");
    check_refused(INSERTED);
    for (uint32_t i = 0; i < 3; i++)
        take_variant(i, "narrow");
    check_refused(NARROWED);
    for (uint32_t i = 0; i < FOUR; i++)
        take_built(i, 1);
    uint64_t hash = moult__hash(game.w);
    ck_assert_msg(reload() == (moult_status)FOUR, "%s", report.text);
    ck_assert_uint_eq(moult__hash(game.w), hash);
    play_on();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tables reload");
    TCase *group = tcase_create("all");
    tcase_add_unchecked_fixture(group, make, kit_folder_remove);
    tcase_add_checked_fixture(group, open_game, close_game);
    tcase_set_timeout(group, 100);
    tcase_add_test(group, a_field_appended_by_the_owner_alone_is_taken);
    tcase_add_test(group, a_field_widened_in_all_users_keeps_its_value);
    tcase_add_test(group, a_field_inserted_by_the_owner_alone_is_refused_with_its_users);
    tcase_add_test(group, a_field_narrowed_below_its_value_is_refused_with_the_row);
    tcase_add_test(group, of_four_none_is_replaced_when_one_fails);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
