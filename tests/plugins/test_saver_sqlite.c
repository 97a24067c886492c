/* SPDX-License-Identifier: MIT */
/* Saves as a database: what can be asked of one, changes made by SQL, and files that were made to
 * do harm. SQLite is looked up when the test runs, as the plugin's own copy isn't to be had. */
#include <dlfcn.h>
#include <unistd.h>
#include "core/game/plugins.h"
#include "saver_kit.h"

static const char *const savers[] = {"sqlite"};
static saver_game game;
static char path[64];

typedef int (*row_function)(void *, int, char **, char **);
static struct {
    int (*open)(const char *, void **);
    int (*exec)(void *, const char *, row_function, void *, char **);
    int (*close)(void *);
} sql;

static void start(uint32_t commands)
{
    void *library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(library != NULL, "%s", dlerror());
    *(void **)&sql.open = dlsym(library, "sqlite3_open");
    *(void **)&sql.exec = dlsym(library, "sqlite3_exec");
    *(void **)&sql.close = dlsym(library, "sqlite3_close");
    ck_assert(sql.open != NULL && sql.exec != NULL && sql.close != NULL);
    snprintf(path, sizeof path, "/tmp/moult-saver-%d.db", (int)getpid());
    saver_open(&game, "rogue", savers, 1, commands);
}

static void end(void)
{
    unlink(path);
    saver_close(&game);
}

/* Rows as text: values with blanks between, rows with semicolons. */
static int note_row(void *out, int columns, char **values, char **names)
{
    char *text = out;
    (void)names;
    for (int i = 0; i < columns; i++) {
        size_t used = strlen(text);
        snprintf(text + used, 1024 - used, "%s%s", values[i] != NULL ? values[i] : "NULL",
                 i + 1 < columns ? " " : ";");
    }
    return 0;
}

/* Runs SQL on the file; answers what it gave. */
static const char *run(const char *statements)
{
    static char out[1024];
    void *db = NULL;
    char *why = NULL;
    out[0] = 0;
    ck_assert_int_eq(sql.open(path, &db), 0);
    sql.exec(db, "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY", NULL, NULL, NULL);
    ck_assert_msg(sql.exec(db, statements, note_row, out, &why) == 0, "%s: %s", statements, why);
    sql.close(db);
    return out;
}

static void write_file(const saver_file *f)
{
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(f->at, 1, f->count, file), f->count);
    fclose(file);
}

static saver_file read_file(void)
{
    saver_file f = {NULL, 0, 0};
    moult_sink sink = {sizeof sink, 0, &f, saver_gather};
    uint8_t bytes[4096];
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, file)) > 0;)
        saver_gather(&sink, bytes, count);
    fclose(file);
    return f;
}

static void save(void)
{
    moult__plugins_note(&game.s);
    saver_file f = saver_encode(&game, "sqlite", game.s.world);
    write_file(&f);
    free(f.at);
}

/* The file as a world; NULL when it was refused. */
static moult_world *load(void)
{
    saver_file f = read_file();
    moult_world *w = saver_decode(&game, "sqlite", f.at, f.count);
    free(f.at);
    return w;
}

START_TEST(people_can_ask_it)
{
    start(8);
    save();
    ck_assert_str_eq(run("SELECT name, hp, level FROM v_rogue_body WHERE slot = 1"), "hero 12 1;");
    ck_assert_ptr_nonnull(strstr(run("SELECT DISTINCT archetype FROM v_rogue_body"), "chaser;"));
    ck_assert_str_eq(run("SELECT rules FROM v_core_run"), "rules/rogue;");
    ck_assert_str_eq(run("SELECT text FROM v_core_seed"), "savers;");
    char query[128], bodies[16];
    const moult_world *w = game.s.world;
    snprintf(bodies, sizeof bodies, "%u;",
             ((const moult__slot_row *)moult__row(w, MOULT__TABLE_ACTOR_SLOT, 0))->live);
    snprintf(query, sizeof query, "SELECT count(*) FROM v_rogue_body");
    ck_assert_str_eq(run(query), bodies);
    end();
}
END_TEST

typedef struct edit {
    const char *statements;
    const char *why; /* a part of the refusal; NULL: taken */
} edit;

#define SCHEMA(change) "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET " change

static const edit edits[] = {
    {"UPDATE \"rogue.body\" SET hp = 7 WHERE \"row#\" = 1", NULL},
    {"VACUUM", NULL},
    {"PRAGMA page_size = 512; VACUUM", NULL},
    {"CREATE VIEW mine AS SELECT gold FROM \"rogue.hero\"", NULL},
    {"DROP VIEW v_rogue_body", NULL},
    {"UPDATE \"rogue.body\" SET hp = 2147483648 WHERE \"row#\" = 1",
     "table rogue.body row 1 field hp: 2147483648 doesn't fit i32"},
    {"UPDATE \"rogue.body\" SET kind = -1 WHERE \"row#\" = 1",
     "table rogue.body row 1 field kind: -1 doesn't fit u16"},
    {"UPDATE \"rogue.body\" SET hp = 'many' WHERE \"row#\" = 1",
     "table rogue.body row 1 field hp: it isn't written as a value of type i32 is"},
    {"UPDATE \"rogue.body\" SET hp = NULL WHERE \"row#\" = 1", "row 1 field hp: it isn't written"},
    {"UPDATE \"rogue.body\" SET hp = 1.5 WHERE \"row#\" = 1", "row 1 field hp: it isn't written"},
    {"UPDATE \"rogue.hero\" SET potion_look = '[1, 2]'", "field potion_look: "},
    {"UPDATE \"core.seed\" SET text = 'another'", NULL},
    {"UPDATE \"core.session\" SET kept_menu = '[1, 2, 3]'",
     "field kept_menu: it isn't a list of 4"},
    {"UPDATE \"core.session\" SET kept_menu = '[1, 2, 3, 4, 5]'", "it isn't a list of 4"},
    {"UPDATE \"core.session\" SET kept_menu = '[1, 2, 3, 4294967296]'",
     "number 4 of the list doesn't fit u32"},
    {"UPDATE \"core.session\" SET kept_menu = '[1, 2, 3, -1]'",
     "number 4 of the list doesn't fit u32"},
    {"UPDATE \"core.session\" SET kept_menu = x'0102'", "field kept_menu: it isn't a text"},
    {"UPDATE \"core.plugin\" SET content = '0x12' WHERE \"row#\" = 1",
     "table core.plugin row 1 field content: \"0x12\" isn't 0x and 16 digits"},
    {"UPDATE \"core.run\" SET \"hero#generation\" = -1", "field hero: -1 doesn't fit u32"},
    {"UPDATE \"core.run\" SET hero = 9000", "the hero doesn't exist"},
    {"UPDATE \"core.name\" SET text = hex(zeroblob(100)) WHERE \"row#\" = 1",
     "row 1 field text: the text has 200 bytes, there is room for 128"},
    {"DELETE FROM \"rogue.body\" WHERE \"row#\" = 1",
     "row 1: there is no such row, but later ones"},
    {"DELETE FROM \"core.cell\" WHERE \"row#\" = 4", "core.cell"},
    {"UPDATE \"core.cell\" SET cells = zeroblob(7)", "core.cell"},
    {"UPDATE \"core.cell\" SET cells = 'text'", "table core.cell level 1 field tile: its cells"},
    {"UPDATE \"core.cell\" SET field = 'smell'", "the table has no such field"},
    {"UPDATE moult_field SET type = 'i31' WHERE name = 'hp'", "no table has such fields"},
    {"UPDATE moult_field SET count = 70000 WHERE name = 'hp'", "no table has such fields"},
    {"UPDATE moult_field SET type = 'u64' WHERE name = 'hp'", "its columns aren't those"},
    {"UPDATE moult_table SET scope = 77 WHERE name = 'rogue.body'", "no table has such fields"},
    {"UPDATE moult_table SET name = 'moult_table' WHERE name = 'rogue.body'",
     "table moult_table: "},
    {"UPDATE moult_table SET name = 'a\"b' WHERE name = 'rogue.body'", "has no proper name"},
    {"UPDATE moult_table SET raw = x'00' WHERE name = 'rogue.body'", "heading is damaged"},
    {"ALTER TABLE \"rogue.body\" ADD COLUMN more", "its columns aren't those"},
    {"DROP TABLE \"rogue.body\"", "its columns aren't those"},
    {"DROP TABLE moult_field", "table moult_field: "},
    {"CREATE INDEX mine ON \"rogue.body\" (hp)", "it has an index or a trigger"},
    {"CREATE TRIGGER mine AFTER UPDATE ON \"rogue.body\" BEGIN SELECT 1; END",
     "it has an index or a trigger"},
    {"DROP VIEW v_rogue_body; ALTER TABLE \"rogue.body\" RENAME TO old;"
     "CREATE VIEW \"rogue.body\" AS SELECT * FROM old",
     "its columns aren't those"},
    {SCHEMA("sql = replace(sql, ' hp INTEGER', ' hp INTEGER AS (1)') WHERE name = 'rogue.body'"),
     NULL},
    {SCHEMA("rootpage = 1 WHERE name = 'rogue.body'"), ""},
    {SCHEMA("rootpage = 99999 WHERE name = 'rogue.body'"), ""},
    {SCHEMA("sql = 'CREATE TABLE' WHERE name = 'rogue.body'"), ""},
    {"PRAGMA user_version = 3", "save format 3 is newer than this build knows (2)"},
    {"PRAGMA user_version = 0", "isn't whole"},
    {"PRAGMA application_id = 1299150188", "this is not a Moult save"},
};

START_TEST(a_change_is_taken_or_refused_by_name)
{
    const edit *e = &edits[_i];
    start(8);
    save();
    run(e->statements);
    moult_world *w = load();
    if (e->why == NULL)
        ck_assert_msg(w != NULL, "%s: %s", e->statements, game.report.text);
    else
        ck_assert_msg(w == NULL && strstr(game.report.text, e->why) != NULL, "%s: %s",
                      e->statements, w != NULL ? "taken" : game.report.text);
    if (w != NULL)
        moult__set_world_free(&game.set, w);
    end();
}
END_TEST

START_TEST(a_changed_value_is_what_is_played)
{
    start(8);
    save();
    run("UPDATE \"rogue.hero\" SET gold = -5");
    moult_world *w = load();
    ck_assert_msg(w != NULL, "%s", game.report.text);
    const rogue_hero *hero = moult__read(w, moult__set_handle(&game.set, "rogue.hero"), 0);
    ck_assert_int_eq(hero->gold, -5);
    moult__set_world_free(&game.set, w);
    end();
}
END_TEST

/* Tables that no plugin owns: wide numbers, planes, and one whose name SQLite keeps for itself. */
START_TEST(tables_that_nobody_knows_are_carried)
{
    static const uint8_t wide[] =
        "\x05zoo.w\x01\0\0\0\x01\0\0\0\0\0\0\0\x03\0\0\0\x01u\x08\0\0\0\x01\0\0\0"
        "\x01i\x08\x01\0\0\x01\0\0\0\x01l\x08\x01\0\0\x02\0\0\0\x01\0\0\0"
        "\xfe\xff\xff\xff\xff\xff\xff\xff\0\0\0\0\0\0\0\x80\xff\xff\xff\xff\xff\xff\xff\xff"
        "\0\0\0\0\0\0\0\x80";
    static const uint8_t kept[] = "\x08sqlite_x\x01\0\0\0\x01\0\0\0\0\0\0\0\x01\0\0\0"
                                  "\x01n\x01\0\0\0\x01\0\0\0\x01\0\0\0\x07";
    start(8);
    moult_world *w = game.s.world;
    saver_file f = saver_encode(&game, "sqlite", w);
    w = moult__set_world_create(&game.set, &game.report);
    ck_assert_int_eq(saver_named(&game, "sqlite")->decode(w, f.at, f.count), MOULT_OK);
    ck_assert_int_eq(moult__section_decode(w, wide, sizeof wide - 1), MOULT_OK);
    ck_assert_int_eq(moult__section_decode(w, kept, sizeof kept - 1), MOULT_OK);
    ck_assert_msg(moult__world_finish(w, "save", &game.report) >= 0, "%s", game.report.text);
    ck_assert_uint_eq(w->unknown_count, 2);
    saver_file again = saver_encode(&game, "sqlite", w);
    write_file(&again);
    ck_assert_str_eq(run("SELECT u, i, l FROM v_zoo_w"),
                     "0xfffffffffffffffe -9223372036854775808 [-1, -9223372036854775808];");
    moult_world *third = load();
    ck_assert_msg(third != NULL, "%s", game.report.text);
    saver_same(w, third, "with strangers");
    moult__set_world_free(&game.set, w);
    moult__set_world_free(&game.set, third);
    free(f.at);
    free(again.at);
    end();
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_test(tests, people_can_ask_it);
    tcase_add_loop_test(tests, a_change_is_taken_or_refused_by_name, 0, MOULT_COUNT(edits));
    tcase_add_test(tests, a_changed_value_is_what_is_played);
    tcase_add_test(tests, tables_that_nobody_knows_are_carried);
}

int main(void)
{
    return saver_run("saver/sqlite", fill);
}
