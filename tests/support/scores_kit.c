/* SPDX-License-Identifier: MIT */
#include "support/scores_kit.h"
#include <dlfcn.h>
#include <moult/plugin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <check.h>

#define WRITERS 8u
#define EACH 500u
#define EQUALS 100u
#define OPENED_EVERY 10u /* runs */
#define SAME 200u

int32_t scores_load(scores_kit *kit, const char *plugin)
{
    const char *build = getenv("MOULT_BUILD_DIR");
    char file[4096];
    memset(kit, 0, sizeof *kit);
    snprintf(file, sizeof file, "%s/plugins/%s.so", build ? build : MOULT_BUILD_DIR, plugin);
    if (access(file, F_OK) != 0)
        return 0;
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        fprintf(stderr, "%s\n", dlerror());
    const moult_plugin *found = dlsym(library, "moult_plugin_1");
    kit->scores = found->provides[0].functions;
    return 1;
}

void scores_open(scores_kit *kit)
{
    kit->state = calloc(1, kit->scores->state_size);
    moult_status status = kit->scores->open(kit->state, kit->where, kit->why, sizeof kit->why);
    ck_assert_msg(status >= 0, "%s", kit->why);
}

void scores_close(scores_kit *kit)
{
    kit->scores->close(kit->state);
    free(kit->state);
    kit->state = NULL;
}

moult_ranked scores_run(const char *game, const char *name, int64_t score, int64_t when)
{
    moult_ranked run = {.size = sizeof run, .score = score, .when = when, .turns = 7, .depth = 3};
    snprintf(run.game, sizeof run.game, "%s", game);
    snprintf(run.name, sizeof run.name, "%s", name);
    strcpy(run.cause, "sewer rat");
    strcpy(run.seed, "a seed");
    return run;
}

int32_t scores_add(scores_kit *kit, const char *game, const char *name, int64_t score, int64_t when)
{
    moult_ranked run = scores_run(game, name, score, when);
    return kit->scores->add(kit->state, &run, kit->why, sizeof kit->why);
}

int32_t scores_top(scores_kit *kit, const char *game, moult_ranked *rows, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        rows[i].size = sizeof *rows;
    int32_t read = kit->scores->top(kit->state, game, rows, count, kit->why, sizeof kit->why);
    ck_assert_msg(read >= 0, "%s", kit->why);
    return read;
}

/* -- many writers ------------------------------------------------------------------------------ */

/* Even writers get better from run to run, odd ones worse. */
static int64_t score_of(uint32_t writer, uint32_t i)
{
    return (int64_t)(writer % 2 == 0 ? i : EACH - 1 - i) * WRITERS + writer;
}

/* One writer's places go into `places`, which all processes share. */
static void write_runs(scores_kit *kit, const char *game, uint32_t writer, uint32_t count,
                       int32_t equal, int32_t *places)
{
    char name[32];
    for (uint32_t i = 0; i < count; i++) {
        if (i % OPENED_EVERY == 0) {
            kit->state = calloc(1, kit->scores->state_size);
            if (kit->scores->open(kit->state, kit->where, kit->why, sizeof kit->why) < 0)
                break;
        }
        snprintf(name, sizeof name, "%u-%u", writer, i);
        places[i] = scores_add(kit, game, name, equal ? 7 : score_of(writer, i), 100);
        if (places[i] <= 0)
            break;
        if (i % OPENED_EVERY == OPENED_EVERY - 1)
            scores_close(kit);
    }
    if (places[count - 1] <= 0)
        fprintf(stderr, "writer %u: %s\n", writer, kit->why);
    fflush(stderr);
    _exit(places[count - 1] <= 0);
}

/* The shared places of all, `count` a writer. */
static int32_t *run_writers(scores_kit *kit, const char *game, uint32_t count, int32_t equal)
{
    pid_t pids[WRITERS];
    int32_t *places = mmap(NULL, sizeof *places * WRITERS * count, PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(places, MAP_FAILED);
    for (uint32_t i = 0; i < WRITERS; i++)
        if ((pids[i] = fork()) == 0)
            write_runs(kit, game, i, count, equal, places + (size_t)i * count);
    for (uint32_t i = 0; i < WRITERS; i++) {
        int status;
        ck_assert_int_eq(waitpid(pids[i], &status, 0), pids[i]);
        ck_assert_int_eq(status, 0);
    }
    return places;
}

void scores_check_writers(scores_kit *kit)
{
    static moult_ranked rows[WRITERS * EACH + 1];
    const int32_t all = WRITERS * EACH;
    const int32_t *places = run_writers(kit, "many", EACH, 0);
    scores_open(kit);
    ck_assert_int_eq(scores_top(kit, "many", rows, WRITERS * EACH + 1), all);
    for (int32_t i = 0; i < all; i++) {
        char name[32];
        uint32_t writer = (uint32_t)rows[i].score % WRITERS,
                 step = (uint32_t)rows[i].score / WRITERS;
        uint32_t n = writer % 2 == 0 ? step : EACH - 1 - step;
        ck_assert_int_eq(rows[i].score, all - 1 - i);
        snprintf(name, sizeof name, "%u-%u", writer, n);
        ck_assert_str_eq(rows[i].name, name);
        int32_t place = places[writer * EACH + n];
        ck_assert_int_le(place, i + 1); /* nobody came before it later */
        ck_assert_int_ge(place, writer % 2 == 0 ? 1 : (int32_t)n + 1); /* its own better ones */
    }
    scores_close(kit);
}

void scores_check_equals(scores_kit *kit)
{
    static moult_ranked rows[WRITERS * EQUALS];
    const int32_t all = WRITERS * EQUALS;
    const int32_t *places = run_writers(kit, "equals", EQUALS, 1);
    scores_open(kit);
    ck_assert_int_eq(scores_top(kit, "equals", rows, WRITERS * EQUALS), all);
    for (int32_t i = 0; i < all; i++) {
        uint32_t writer, n;
        ck_assert_int_eq(sscanf(rows[i].name, "%u-%u", &writer, &n), 2);
        ck_assert_int_eq(places[writer * EQUALS + n], i + 1);
    }
    scores_close(kit);
}

/* -- the same answers -------------------------------------------------------------------------- */

static void mix(uint64_t *hash, uint64_t value)
{
    *hash = (*hash ^ value) * 0x100000001b3u;
}

static void mix_text(uint64_t *hash, const char *text)
{
    for (; *text != 0; text++)
        mix(hash, (uint8_t)*text);
}

static moult_ranked same_run(uint32_t i)
{
    char name[32];
    snprintf(name, sizeof name, "\xe6\x97\xa5 '%u\"", i);
    moult_ranked run = scores_run("same", name, (int64_t)(i * 7919 % 23) - 11, 50 + i * 31 % 5);
    run.turns = UINT32_MAX - i;
    run.depth = -(int32_t)i;
    run.won = i % 2;
    return run;
}

static void mix_row(uint64_t *hash, const moult_ranked *row)
{
    mix(hash, row->place);
    mix(hash, (uint64_t)row->score);
    mix(hash, (uint64_t)row->when);
    mix(hash, row->turns);
    mix(hash, (uint64_t)(int64_t)row->depth);
    mix(hash, row->won);
    mix_text(hash, row->name);
    mix_text(hash, row->game);
    mix_text(hash, row->cause);
    mix_text(hash, row->seed);
}

uint64_t scores_hash(scores_kit *kit)
{
    static moult_ranked rows[SAME];
    uint64_t hash = 1;
    scores_open(kit);
    for (uint32_t i = 0; i < SAME; i++) {
        moult_ranked run = same_run(i);
        int32_t place = kit->scores->add(kit->state, &run, kit->why, sizeof kit->why);
        ck_assert_msg(place > 0, "%s", kit->why);
        mix(&hash, (uint32_t)place);
    }
    ck_assert_int_eq(scores_top(kit, "same", rows, SAME), SAME);
    for (uint32_t i = 0; i < SAME; i++)
        mix_row(&hash, &rows[i]);
    scores_close(kit);
    return hash;
}

static int32_t is_before(const moult_ranked *a, const moult_ranked *b)
{
    return a->score > b->score || (a->score == b->score && a->when < b->when);
}

uint64_t scores_expected(void)
{
    static moult_ranked rows[SAME];
    uint64_t hash = 1;
    for (uint32_t i = 0; i < SAME; i++) {
        moult_ranked run = same_run(i);
        uint32_t at = i; /* of equals, the earlier stays before it */
        for (; at > 0 && is_before(&run, &rows[at - 1]); at--)
            rows[at] = rows[at - 1];
        rows[at] = run;
        mix(&hash, at + 1);
    }
    for (uint32_t i = 0; i < SAME; i++) {
        rows[i].place = i + 1;
        mix_row(&hash, &rows[i]);
    }
    return hash;
}
