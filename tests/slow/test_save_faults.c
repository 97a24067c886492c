/* SPDX-License-Identifier: MIT */
/* A game is killed, or refused by the disk, at each call that touches the folder of its saves, one
 * run a call until a run needs fewer; and every state is looked at in which a power cut could leave
 * that folder. What lies there afterwards is the run as it was or as it was saved, nothing else. */
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>

#define SAVES "home/.local/share/moult/saves"
#define SAVE SAVES "/rogue.moult"
#define KNOWN 8
#define CALLS_MAX 200

static run r;
static char known[KNOWN][64]; /* "turn 45  hash ..." of the saves that may be there */
static int32_t known_count;

static void leave(void)
{
    run_close(&r);
}

/* How a save stands; NULL: it can't be loaded. */
static const char *stand(const char *path)
{
    static char end[64];
    if (run_shell(&r, NULL, "moult play rogue --load %s --renderer none --keys none", path) != 0)
        return NULL;
    return run_last_line(r.out, end, sizeof end);
}

static int32_t is_known(const char *end)
{
    for (int32_t i = 0; i < known_count; i++)
        if (end != NULL && strcmp(end, known[i]) == 0)
            return 1;
    return 0;
}

static void learn(const char *path)
{
    const char *end = stand(path);
    ck_assert_msg(end != NULL, "%s", r.err);
    if (!is_known(end))
        snprintf(known[known_count++], sizeof known[0], "%s", end);
}

/* An old save; and a run that goes on with it, saves and leaves, struck at one of its calls. */
#define PLAYS "wait\nsave\nwait\nquit\n"

static void begin(void)
{
    run_open(&r);
    known_count = 0;
    run_well(&r, "explore\nwait\nquit\n", ": >none; moult play rogue --seed 7");
    run_well(&r, NULL, "cp -r " SAVES " old");
    learn(SAVE);
    run_well(&r, "wait\nquit\n", "moult play rogue");
    learn(SAVE);
    run_well(&r, "wait\nquit\n", "moult play rogue");
    learn(SAVE);
    ck_assert_int_eq(known_count, 3);
}

static int32_t play(const char *how, uint32_t at, const char *options)
{
    return run_shell(&r, PLAYS,
                     "rm -rf " SAVES " runtime/moult/*.moult; cp -r old " SAVES "; rm -f log; "
                     "printf '\\0\\0\\0\\0' >count; { "
                     "LD_PRELOAD=\"$B/preload/file_faults.so\" FAULT_FOLDER=$PWD/" SAVES
                     " FAULT_COUNT=$PWD/count FAULT_LOG=$PWD/log FAULT_HOW=%s FAULT_AT=%u "
                     "moult play rogue --renderer text %s; } 2>&1; code=$?; "
                     "exit $((code > 128 ? 99 : code))",
                     how, at, options);
}

static uint32_t calls(void)
{
    char path[128];
    uint32_t count = 0;
    snprintf(path, sizeof path, "%s/count", r.root);
    FILE *in = fopen(path, "rb");
    ck_assert(in != NULL && fread(&count, sizeof count, 1, in) == 1);
    fclose(in);
    return count;
}

static void expect_whole(const char *how, uint32_t at)
{
    const char *end = stand(SAVE);
    ck_assert_msg(is_known(end), "%s at call %u: %s %s", how, at, end ? end : "", r.err);
    if (run_shell(&r, NULL, "test -e " SAVE ".bak") == 0)
        ck_assert_msg(is_known(stand(SAVE ".bak")), "%s at call %u: .bak: %s", how, at, r.err);
}

static const struct {
    const char *how, *options;
} strikes[] = {
    {"kill", "--no-supervisor"},   {"kill", ""},   {"EIO", "--no-supervisor"},
    {"ENOSPC", "--no-supervisor"}, {"ENOSPC", ""}, {"short", "--no-supervisor"},
};

START_TEST(a_strike_at_any_call_leaves_the_old_run_or_the_new_one)
{
    const char *how = strikes[_i].how;
    uint32_t at = 1, killed = 0, told = 0;
    begin();
    for (int32_t reached = 1; reached; at++) {
        ck_assert_uint_lt(at, CALLS_MAX);
        const int32_t code = play(how, at, strikes[_i].options);
        reached = calls() >= at;
        killed += code == 99;
        told += strstr(r.out, "No space left") != NULL || strstr(r.out, "Input/output") != NULL;
        /* A disk that is full to the end refuses the last save, too, which is kept elsewhere. */
        if (strcmp(how, "kill") != 0)
            ck_assert_msg(code == 0 || strstr(r.out, "The run is kept at ") != NULL ||
                              strstr(r.out, "power cut") != NULL,
                          "%s at call %u: %s", how, at, r.out);
        expect_whole(how, at);
    }
    ck_assert_uint_gt(at, 20);
    ck_assert(strcmp(how, "short") == 0 || killed + told > 10 || strikes[_i].options[0] == 0);
}
END_TEST

/* -- power cuts -------------------------------------------------------------------------------- */

/* What was written and what of that was synced; a name is what it was at the folder's last sync, or
 * anything it became since. */
typedef struct content {
    char *bytes;
    size_t size, synced;
} content;

#define NAMES 16
#define SINCE 16

typedef struct name {
    char path[200];
    content *may_be[SINCE]; /* NULL: there is no such file */
    int32_t count;          /* the newest one is last */
} name;

static name disk[NAMES];
static int32_t name_count, checked, torn;
static content *whole[KNOWN]; /* contents that were tried already */

static name *name_of(const char *path)
{
    for (int32_t i = 0; i < name_count; i++)
        if (strcmp(disk[i].path, path) == 0)
            return &disk[i];
    ck_assert_int_lt(name_count, NAMES);
    name *fresh = &disk[name_count++];
    memset(fresh, 0, sizeof *fresh);
    snprintf(fresh->path, sizeof fresh->path, "%s", path);
    fresh->count = 1;
    return fresh;
}

static content *now(const char *path)
{
    const name *n = name_of(path);
    return n->may_be[n->count - 1];
}

static void becomes(const char *path, content *c)
{
    name *n = name_of(path);
    ck_assert_int_lt(n->count, SINCE);
    n->may_be[n->count++] = c;
}

static void sync_folder(void)
{
    for (int32_t i = 0; i < name_count; i++) {
        disk[i].may_be[0] = disk[i].may_be[disk[i].count - 1];
        disk[i].count = 1;
    }
}

/* Whether these bytes are a save of the run. */
static int32_t is_save(const content *c, size_t size)
{
    char path[128];
    for (int32_t i = 0; i < KNOWN && whole[i] != NULL; i++)
        if (whole[i]->size == size && memcmp(whole[i]->bytes, c->bytes, size) == 0)
            return 1;
    snprintf(path, sizeof path, "%s/cut.moult", r.root);
    FILE *out = fopen(path, "wb");
    ck_assert(out != NULL && fwrite(c->bytes, 1, size, out) == size);
    fclose(out);
    checked++;
    if (!is_known(stand("cut.moult")))
        return 0;
    for (int32_t i = 0; i < KNOWN && size == c->size; i++)
        if (whole[i] == NULL) {
            whole[i] = (content *)c;
            break;
        }
    return 1;
}

static void look_at(const char *path, int32_t may_lack)
{
    const name *n = name_of(path);
    for (int32_t i = 0; i < n->count; i++) {
        const content *c = n->may_be[i];
        if (c == NULL) {
            torn += !may_lack;
            continue;
        }
        const size_t sizes[] = {c->synced, (c->synced + c->size) / 2, c->size};
        for (int32_t k = 0; k < 3; k++)
            torn += !is_save(c, sizes[k]);
    }
}

/* One line of the log, and what was written behind it. */
static void replay(const char *call, const char *path, const char *other, const char *bytes,
                   size_t size, int32_t syncs)
{
    content *c = now(path);
    if (strcmp(call, "open") == 0) {
        becomes(path, calloc(1, sizeof *c));
    } else if (strcmp(call, "write") == 0) {
        c->bytes = realloc(c->bytes, c->size + size);
        memcpy(c->bytes + c->size, bytes, size);
        c->size += size;
    } else if (strcmp(call, "fsync") == 0 && c == NULL) {
        sync_folder();
    } else if (strcmp(call, "fsync") == 0 && syncs) {
        c->synced = c->size;
    } else if (strcmp(call, "link") == 0 || strcmp(call, "rename") == 0) {
        becomes(other, c);
        if (call[0] == 'r')
            becomes(path, NULL);
    } else if (strcmp(call, "unlink") == 0) {
        becomes(path, NULL);
    }
}

static char *read_file(const char *name_below, size_t *size)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", r.root, name_below);
    FILE *in = fopen(path, "rb");
    char *bytes = malloc(1 << 20);
    ck_assert(in != NULL && bytes != NULL);
    *size = fread(bytes, 1, 1 << 20, in);
    fclose(in);
    return bytes;
}

/* All states that a cut may leave; with `syncs` 0 as if no file were ever synced. */
static void cut_everywhere(int32_t syncs)
{
    char call[16], path[512], other[512], main_path[160], backup[170];
    size_t size, count;
    char *log = read_file("log", &size), *at = log;
    snprintf(main_path, sizeof main_path, "%s/" SAVE, r.root);
    snprintf(backup, sizeof backup, "%s.bak", main_path);
    content *old = calloc(1, sizeof *old);
    old->bytes = read_file("old/rogue.moult", &old->size);
    old->synced = old->size;
    name_count = checked = torn = 0;
    memset(whole, 0, sizeof whole);
    name_of(main_path)->may_be[0] = old;
    while (at < log + size && torn == 0) {
        char *end = memchr(at, '\n', (size_t)(log + size - at));
        ck_assert(end != NULL);
        *end = 0;
        other[0] = 0;
        ck_assert_msg(
            sscanf(at, "%15[^\t]\t%511[^\t]\t%511[^\t]\t%zu", call, path, other, &count) == 4 ||
                (other[0] = 0, sscanf(at, "%15[^\t]\t%511[^\t]\t\t%zu", call, path, &count) == 3),
            "%s", at);
        at = end + 1;
        if (strstr(path, ".lock") == NULL)
            replay(call, path, other, at, count, syncs);
        at += count;
        look_at(main_path, 0);
        look_at(backup, 1);
    }
    free(log);
}

START_TEST(a_power_cut_at_any_instant_leaves_the_old_run_or_the_new_one)
{
    begin();
    ck_assert_int_eq(play("none", 0, "--no-supervisor"), 0);
    cut_everywhere(1);
    ck_assert_int_eq(torn, 0);
    ck_assert_int_eq(checked, 3); /* each content once */
    cut_everywhere(0);
    ck_assert_int_gt(torn, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("save faults");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, NULL, leave);
    tcase_set_timeout(all, 550);
    tcase_add_loop_test(all, a_strike_at_any_call_leaves_the_old_run_or_the_new_one, 0,
                        (int)(sizeof strikes / sizeof *strikes));
    tcase_add_test(all, a_power_cut_at_any_instant_leaves_the_old_run_or_the_new_one);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
