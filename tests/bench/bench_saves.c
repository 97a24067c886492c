/* SPDX-License-Identifier: MIT */
/* A run of rogue whose world is 1 MB, by many levels, saved and loaded. Saving a snapshot is held
 * against what no safe file can do without, in the same run: the same bytes packed at once by
 * zstd -1, written, synced and renamed; goal: 2 times that. Loading it, from file to world: 10 ms.
 * JSON and SQLite, to bytes in memory and back to a world: 50 ms each. Every side ends with the
 * state that it began with, or the bench is void. */
#include "bench.h"
#include "core/world/bytes.h"
#include "support/session_kit.h"
#include <fcntl.h>
#include <moult/saver.h>
#include <unistd.h>
#include <zstd.h>

#define SIZE (1u << 20)
#define LEVELS_MAX 200
#define MONSTERS 12
#define RATIO 2.0
#define LOAD_MS 10.0
#define TEXT_MS 50.0

enum { SAVE, BARE, LOAD, JSON_OUT, JSON_IN, SQLITE_OUT, SQLITE_IN, SIDES };

typedef struct subject {
    kit_game game;
    char path[128], bare[128], temporary[128];
    moult__bytes raw, file[2]; /* file: of JSON, of SQLite */
    const moult_saver_1 *saver[2];
    uint64_t hash;
    uint8_t packed[4u << 20];
} subject;

static void must(int32_t fine, const char *what, const char *why)
{
    if (fine)
        return;
    fprintf(stderr, "bench_saves: %s: %s\n", what, why);
    exit(2);
}

/* -- the sides --------------------------------------------------------------------------------- */

static void save(void *context, int choice)
{
    subject *s = context;
    moult__report report = {0};
    (void)choice;
    must(moult__save_write(&s->game.s, s->path, &report) >= 0, "save", report.text);
}

static void write_bare(void *context, int choice)
{
    subject *s = context;
    (void)choice;
    size_t size = ZSTD_compress(s->packed, sizeof s->packed, s->raw.bytes, s->raw.count, 1);
    must(!ZSTD_isError(size), "zstd", "refused");
    int fd = open(s->temporary, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    must(fd >= 0 && write(fd, s->packed, size) == (ssize_t)size && fsync(fd) == 0 &&
             close(fd) == 0 && rename(s->temporary, s->bare) == 0,
         s->bare, "not written");
}

static void load(void *context, int choice)
{
    subject *s = context;
    moult__report report = {0};
    (void)choice;
    must(moult__save_read(&s->game.s, s->path, &report) >= 0, "load", report.text);
}

static void encode(void *context, int choice)
{
    subject *s = context;
    s->file[choice].count = 0;
    must(s->saver[choice]->encode(s->game.s.world, &s->file[choice].sink) >= 0, "encode",
         s->game.s.world->report.text);
}

static void decode(void *context, int choice)
{
    subject *s = context;
    moult__set *set = s->game.s.set;
    moult__report report = {0};
    moult_world *w = moult__set_world_create(set, &report);
    must(w != NULL, "world", report.text);
    w->session = &s->game.s;
    must(s->saver[choice]->decode(w, s->file[choice].bytes, s->file[choice].count) >= 0, "decode",
         w->report.text);
    must(moult__world_finish(w, "decode", &report) >= 0, "finish", report.text);
    must(moult__hash(w) == s->hash, "decode", "the state differs");
    moult__set_world_free(set, w);
}

/* -- the world --------------------------------------------------------------------------------- */

static void gather(subject *s)
{
    const moult_world *w = s->game.s.world;
    s->raw.count = 0;
    for (uint32_t i = 0; i < moult__section_count(w); i++)
        must(moult__section_encode(w, i, &s->raw.sink) >= 0, "section", "not encoded");
}

/* A level of rooms of which about half is known, with monsters in it. */
static void add_level(kit_game *g, int32_t depth, uint32_t *state)
{
    uint8_t tile[BENCH_CELLS];
    moult_id level = moult__level_create(g->w, BENCH_WIDTH, BENCH_HEIGHT, depth);
    must(level != 0, "level", "refused");
    bench_rooms(tile, state);
    for (int32_t i = 0; i < BENCH_CELLS; i++) {
        const int32_t x = i % BENCH_WIDTH, y = i / BENCH_WIDTH;
        moult__set_cell(g->w, level, MOULT_PLANE_TILE, x, y, tile[i]);
        if (x < BENCH_WIDTH / 2)
            moult__set_cell(g->w, level, MOULT_PLANE_KNOWN, x, y, tile[i] + 1u);
    }
    for (int32_t i = 0; i < MONSTERS; i++) {
        moult_id id = moult__create(g->w, MOULT_SCOPE_ACTOR, level, 1 + i, 1 + i);
        must(id != 0, "monster", "refused");
        *kit_body_edit(g, id) = *kit_body(g, moult__hero(g->w));
        kit_body_edit(g, id)->hp = (int32_t)bench_random(state, 50) + 1;
    }
}

static void open_set(moult__set *set)
{
    moult__want wants[2] = {{.slot = "saver/json"}, {.slot = "saver/sqlite"}};
    moult__report report = {0};
    kit_set_open(set);
    must(moult__set_load(set, wants, MOULT_COUNT(wants), &report) >= 0, "savers", report.text);
}

static void open_subject(subject *s, moult__set *set, const char *folder)
{
    static const char *const slots[] = {"saver/json", "saver/sqlite"};
    uint32_t state = 1;
    kit_open_in(&s->game, set, "saves");
    snprintf(s->path, sizeof s->path, "%s/run.moult", folder);
    snprintf(s->bare, sizeof s->bare, "%s/bare.zst", folder);
    snprintf(s->temporary, sizeof s->temporary, "%s/bare.tmp", folder);
    moult__bytes_open(&s->raw, sizeof s->packed / 2);
    for (int i = 0; i < 2; i++) {
        moult__bytes_open(&s->file[i], 64u << 20);
        s->saver[i] = moult__set_slot(set, slots[i])->functions;
    }
    for (int32_t i = 0; i < LEVELS_MAX && s->raw.count < SIZE; i++) {
        add_level(&s->game, i, &state);
        gather(s);
    }
    must(s->raw.count >= SIZE, "world", "too small");
    s->hash = moult__hash(s->game.w);
}

static int32_t within(const bench_side *side, double goal)
{
    const double ms = side->median / 1000;
    printf("%-14s %7.2f ms (goal %.0f) %s\n", side->name, ms, goal, ms <= goal ? "ok" : "MISSED");
    return ms <= goal;
}

int main(void)
{
    static subject s;
    char folder[] = "/tmp/moult-bench-XXXXXX", command[64];
    moult__set set;
    must(mkdtemp(folder) != NULL && setenv("XDG_DATA_HOME", folder, 1) == 0, folder, "refused");
    open_set(&set);
    open_subject(&s, &set, folder);
    bench_side sides[SIDES] = {
        {"snapshot save", save, &s, 0, 1, 0, {0}}, {"zstd and sync", write_bare, &s, 0, 1, 0, {0}},
        {"snapshot load", load, &s, 0, 1, 0, {0}}, {"json out", encode, &s, 0, 1, 0, {0}},
        {"json in", decode, &s, 0, 1, 0, {0}},     {"sqlite out", encode, &s, 1, 1, 0, {0}},
        {"sqlite in", decode, &s, 1, 1, 0, {0}}};
    bench_measure(sides, SIDES);
    must(moult__hash(s.game.s.world) == s.hash, "load", "the state differs");
    printf("a world of %lu bytes: json %lu, sqlite %lu\n", (unsigned long)s.raw.count,
           (unsigned long)s.file[0].count, (unsigned long)s.file[1].count);
    int missed = bench_verdict("snapshot save", sides, 2, RATIO);
    missed |= !within(&sides[LOAD], LOAD_MS);
    for (int i = JSON_OUT; i < SIDES; i++)
        missed |= !within(&sides[i], TEXT_MS);
    kit_close(&s.game);
    moult__set_close(&set);
    free(s.raw.bytes);
    free(s.file[0].bytes);
    free(s.file[1].bytes);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) != 0 || missed;
}
