/* SPDX-License-Identifier: MIT */
/* Every byte of a small save changed, and the save cut at every length, in each form. Packed, it is
 * refused by the name of what is damaged. Where it can be edited, it is refused, or it loads a
 * world that fits together, and a table that isn't what it was is named. The bytes stay as they
 * are, and no file makes the program take more than 64 MB. */
#include "core/system/files.h"
#include "plugins/saver_kit.h"
#include <dlfcn.h>
#include <sys/resource.h>

static const uint8_t flips[] = {0x01, 0x80, 0xff};
static saver_game game;
static const char *form;        /* the saver */
static moult_world *small;      /* what was saved */
static saver_file sections[64]; /* its sections */
static uint32_t taken, told;    /* files that were loaded, and those of which an edit was told */

/* -- a small world ----------------------------------------------------------------------------- */

static void make_world(void)
{
    moult_world *w = small = moult__set_world_create(&game.set, &game.report);
    ck_assert_msg(w != NULL, "%s", game.report.text);
    moult_id level = moult__level_create(w, 5, 4, 1);
    moult_id hero = moult__create(w, MOULT_SCOPE_ACTOR, level, 1, 1);
    moult_id rat = moult__create(w, MOULT_SCOPE_ACTOR, level, 2, 1);
    moult_id gone = moult__create(w, MOULT_SCOPE_ACTOR, level, 2, 2);
    ck_assert(moult__level_enter(w, level) >= 0 && moult__set_hero(w, hero) >= 0);
    ck_assert(moult__create(w, MOULT_SCOPE_ITEM, level, 3, 2) != 0);
    ck_assert(moult__remove(w, MOULT_SCOPE_ACTOR, gone) >= 0);
    rogue_body *body = moult__edit(w, moult__set_handle(&game.set, "rogue.body"), rat);
    ck_assert_ptr_nonnull(body);
    body->hp = 3;
    body->name = moult__intern(w, "rat");
    body->archetype = moult__intern(w, "chaser");
}

static saver_file section_of(moult_world *w, uint32_t i)
{
    saver_file f = {NULL, 0, 0};
    moult_sink sink = {sizeof sink, 0, &f, saver_gather};
    if (moult__section_encode(w, i, &sink) < 0)
        ck_abort_msg("%s can't be encoded", moult__section_name(w, i));
    return f;
}

static int add_statement(void *out, int columns, char **values, char **names)
{
    (void)columns, (void)names;
    strncat(out, values[0], 8191 - strlen(out));
    return 0;
}

#define KEPT                                                                        \
    "('core.run', 'core.name', 'core.name.slot', 'core.level', 'core.level.slot', " \
    "'core.cell', 'core.actor.slot', 'core.item.slot', 'rogue.body')"

/* Without views, which nobody reads back, and without tables that have nothing in them; pages are
 * as small as they can be, so that little of the file is room that nothing is in. */
static void pack_database(saver_file *f)
{
    static const char others[] =
        "SELECT 'DROP ' || type || ' \"' || name || '\";' FROM sqlite_schema "
        "WHERE name NOT LIKE 'moult_%' AND name NOT IN " KEPT;
    static const char pack[] = "DELETE FROM moult_field WHERE owner IN "
                               "(SELECT number FROM moult_table WHERE name NOT IN " KEPT ");"
                               "DELETE FROM moult_table WHERE name NOT IN " KEPT ";"
                               "PRAGMA page_size = 512; VACUUM";
    char path[64], drop[8192] = "";
    void *db = NULL, *library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(library != NULL, "%s", dlerror());
    int (*open)(const char *, void **), (*close)(void *);
    int (*exec)(void *, const char *, int (*)(void *, int, char **, char **), void *, char **);
    *(void **)&open = dlsym(library, "sqlite3_open");
    *(void **)&exec = dlsym(library, "sqlite3_exec");
    *(void **)&close = dlsym(library, "sqlite3_close");
    snprintf(path, sizeof path, "/tmp/moult-bytes-%d.db", (int)getpid());
    ck_assert_int_ge(moult__file_write(path, f->at, f->count, 0, &game.report), 0);
    ck_assert_int_eq(open(path, &db), 0);
    ck_assert_int_eq(exec(db, others, add_statement, drop, NULL), 0);
    ck_assert_int_eq(exec(db, drop, NULL, NULL, NULL), 0);
    ck_assert_int_eq(exec(db, pack, NULL, NULL, NULL), 0);
    ck_assert_int_eq(close(db), 0);
    free(f->at);
    ck_assert_int_ge(moult__file_read(path, 1 << 20, &f->at, &f->count, &game.report), 0);
    unlink(path);
}

/* No more memory than now and 64 MB. Under a sanitizer there is no such limit. */
static void limit_memory(void)
{
#if !defined(__SANITIZE_ADDRESS__)
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    ck_assert(file != NULL && fscanf(file, "%lu", &pages) == 1);
    fclose(file);
    const rlim_t room = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + ((rlim_t)64 << 20);
    struct rlimit limit = {room, room};
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
#endif
}

static saver_file start(const char *saver)
{
    form = saver;
    taken = told = 0;
    saver_open(&game, "rogue", &saver, 1, 0);
    make_world();
    ck_assert_uint_le(moult__section_count(small), MOULT_COUNT(sections));
    for (uint32_t i = 0; i < moult__section_count(small); i++)
        sections[i] = section_of(small, i);
    saver_file f = saver_encode(&game, saver, small);
    if (strcmp(saver, "sqlite") == 0)
        pack_database(&f);
    moult_world *w = saver_decode(&game, saver, f.at, f.count);
    ck_assert_msg(w != NULL && w->edited[0] == 0, "%s", w != NULL ? w->edited : game.report.text);
    saver_same(small, w, "as it was written");
    moult__set_world_free(&game.set, w);
    limit_memory();
    return f;
}

static void end(saver_file *f)
{
    for (uint32_t i = 0; i < moult__section_count(small); i++)
        free(sections[i].at);
    free(f->at);
    moult__set_world_free(&game.set, small);
    saver_close(&game);
}

/* -- what becomes of a file -------------------------------------------------------------------- */

/* A world that was loaded in spite of a change: it is the one that was saved, or a table that isn't
 * as it was is named; a section that got another name is one that nobody knows. */
static void check_told(moult_world *w, const char *about)
{
    uint32_t differ = 0, named = w->unknown_count;
    for (uint32_t i = 0; i < moult__section_count(small); i++) {
        saver_file f = section_of(w, i);
        if (f.count != sections[i].count || memcmp(f.at, sections[i].at, f.count) != 0) {
            differ++;
            named += strstr(w->edited, moult__section_name(small, i)) != NULL;
        }
        free(f.at);
    }
    if (differ != 0 && (w->edited[0] == 0 || named == 0))
        ck_abort_msg("%s, %s: it differs, and told is: \"%s\"", form, about, w->edited);
    taken++;
    told += w->edited[0] != 0;
}

/* Loads bytes that are exactly so long, for the sanitizer. 0: they were refused. */
static int32_t load(const saver_file *f, uint64_t count, const char *about)
{
    moult__report report = {0};
    uint8_t *copy = malloc(count != 0 ? count : 1);
    if (copy == NULL)
        ck_abort_msg("out of memory");
    memcpy(copy, f->at, count);
    moult_world *w = saver_decode(&game, form, copy, count);
    if (memcmp(copy, f->at, count) != 0)
        ck_abort_msg("%s, %s: the bytes were written to", form, about);
    free(copy);
    if (w == NULL && game.report.status == MOULT_MEMORY)
        ck_abort_msg("%s, %s: %s", form, about, game.report.text);
    if (w == NULL)
        return 0;
    if (moult__world_check(w, "check", &report) < 0)
        ck_abort_msg("%s, %s: %s", form, about, report.text);
    check_told(w, about);
    moult__set_world_free(&game.set, w);
    return 1;
}

/* The packed form's sections, by where their bytes end. */
static const char *packed_name(const saver_file *f, uint64_t at, char name[MOULT_SLOT_SIZE])
{
    uint64_t entry = 16, ends = 0;
    for (uint32_t i = 0; i < moult__section_count(small); i++)
        entry += 34u + f->at[entry];
    ends = entry + 8;
    if (at < ends)
        return "header";
    for (entry = 16; ends <= at && ends < f->count; entry += 34u + f->at[entry]) {
        uint64_t packed = 0;
        memcpy(&packed, f->at + entry + 2 + f->at[entry] + 8, sizeof packed);
        snprintf(name, MOULT_SLOT_SIZE, "%.*s", (int)f->at[entry], (char *)f->at + entry + 2);
        ends += packed;
    }
    return name;
}

static void check_named(const saver_file *f, uint64_t at, const char *about)
{
    char name[MOULT_SLOT_SIZE];
    if (strcmp(form, "snapshot") != 0)
        return;
    const char *where = at < 8 ? "this is not a Moult save" : packed_name(f, at, name);
    if (strstr(game.report.text, where) == NULL)
        ck_abort_msg("%s, %s: %s isn't named: %s", form, about, where, game.report.text);
}

START_TEST(a_byte_that_was_changed_is_refused_or_told)
{
    char about[64];
    saver_file f = start(saver_all[_i]);
    for (uint64_t at = 0; at < f.count; at++)
        for (uint32_t i = 0; i < MOULT_COUNT(flips); i++) {
            snprintf(about, sizeof about, "byte %u ^ %02x", (unsigned)at, flips[i]);
            f.at[at] ^= flips[i];
            const int32_t loaded = load(&f, f.count, about);
            f.at[at] ^= flips[i];
            if (!loaded)
                check_named(&f, at, about);
        }
    printf("%s: %u bytes, %u loaded, %u told\n", form, (unsigned)f.count, taken, told);
    ck_assert(strcmp(form, "snapshot") == 0 ? taken == 0 : told != 0);
    end(&f);
}
END_TEST

START_TEST(a_file_that_was_cut_is_refused)
{
    char about[64];
    saver_file f = start(saver_all[_i]);
    for (uint64_t count = 0; count < f.count; count++) {
        snprintf(about, sizeof about, "cut after %u", (unsigned)count);
        const int32_t loaded = load(&f, count, about);
        /* without its last newline it is a whole text */
        const int32_t whole = strcmp(form, "json") == 0 && count == f.count - 1;
        if (loaded != whole)
            ck_abort_msg("%s, %s: %s", form, about, loaded ? "loaded" : game.report.text);
        if (!loaded)
            check_named(&f, count, about);
    }
    end(&f);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_set_timeout(tests, 500);
    tcase_add_loop_test(tests, a_byte_that_was_changed_is_refused_or_told, 0,
                        MOULT_COUNT(saver_all));
    tcase_add_loop_test(tests, a_file_that_was_cut_is_refused, 0, MOULT_COUNT(saver_all));
}

int main(void)
{
    return saver_run("saver bytes", fill);
}
