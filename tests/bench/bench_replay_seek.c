/* SPDX-License-Identifier: MIT */
/* Stepping through a recorded run to and fro, where it is long: 20,000 turns of rogue are recorded,
 * one run after the other. Their replay goes to the end, and from there a step back, which begins
 * at the snapshot before it, and a step forward. Goal: 100 ms each. The states must be those of the
 * way there. Beside them, without a goal: reading the file, and the whole way. */
#include "bench.h"
#include "core/game/journal.h"
#include "support/session_kit.h"
#include <unistd.h>

#define GOAL_MS 100.0
#define TURNS 20000u

enum { BACK, FORWARD, SIDES };

typedef struct subject {
    moult__replay replay;
    kit_game game;
    uint64_t last, before; /* the state's hash at the end, and a record earlier */
} subject;

static void must(int32_t fine, const char *what, const char *why)
{
    if (fine)
        return;
    fprintf(stderr, "bench_replay_seek: %s: %s\n", what, why);
    exit(2);
}

static void record(moult__set *set, char *path, uint32_t room)
{
    static const char *const lines[] = {"move-north", "wait", "move-south", "explore", "wait"};
    static kit_game g;
    moult__report report = {0};
    kit_open_in(&g, set, "seek");
    g.s.options.journal = 1;
    moult__journal_open(&g.s);
    must(g.s.journal != NULL, "journal", "not opened");
    for (uint32_t turns = 0, i = 0; turns < TURNS; i++) {
        const uint32_t turn = moult__turn(g.s.world);
        must(i < 4 * TURNS, "walk", "the hero doesn't get on");
        moult__input_line(&g.s, g.s.over ? "new-run" : lines[i % MOULT_COUNT(lines)], &report);
        turns += moult__turn(g.s.world) > turn ? moult__turn(g.s.world) - turn : 0;
    }
    must(moult__journal_path(&g.s, 0, path, room, &report) >= 0, "path", report.text);
    moult__journal_close(&g.s);
    kit_close(&g);
}

/* The nearest record that is a turn, going down from `next`. */
static uint32_t turn_before(const moult__replay *r, uint32_t next)
{
    while (next != 0 && r->records[next - 1].kind == MOULT__JOURNAL_STATE)
        next--;
    must(next != 0, "journal", "no turn in it");
    return next - 1;
}

static void step_back(void *context, int choice)
{
    subject *s = context;
    moult__report report = {0};
    (void)choice;
    const uint32_t next = turn_before(&s->replay, s->replay.record_count);
    must(moult__replay_seek(&s->replay, next, &report) >= 0, "back", report.text);
    must(moult__hash(s->game.s.world) == s->before, "back", "the state differs");
}

static void step_forward(void *context, int choice)
{
    subject *s = context;
    moult__report report = {0};
    (void)choice;
    while (s->replay.next < s->replay.record_count)
        must(moult__replay_step(&s->replay, &report) == 1, "forward", report.text);
    must(moult__hash(s->game.s.world) == s->last, "forward", "the state differs");
}

static void open_replay(subject *s, moult__set *set, const char *path)
{
    moult__report report = {0};
    double begin = bench_clock();
    must(moult__replay_read(&s->replay, path, &report) >= 0, path, report.text);
    printf("reading %lu bytes: %.1f ms\n", (unsigned long)s->replay.count,
           (bench_clock() - begin) / 1000);
    kit_open_in(&s->game, set, "another");
    must(moult__replay_choose(&s->replay, &s->game.profile, &report) >= 0, "choose", report.text);
    begin = bench_clock();
    s->replay.verify = 1;
    must(moult__replay_begin(&s->replay, &s->game.s, &report) >= 0, "begin", report.text);
    while (s->replay.next < turn_before(&s->replay, s->replay.record_count))
        must(moult__replay_step(&s->replay, &report) == 1, "play", report.text);
    s->before = moult__hash(s->game.s.world);
    while (s->replay.next < s->replay.record_count)
        must(moult__replay_step(&s->replay, &report) == 1, "play", report.text);
    s->last = moult__hash(s->game.s.world);
    must(!s->replay.differs, "verify", s->replay.why.text);
    printf("all %u turns: %.0f ms\n", TURNS, (bench_clock() - begin) / 1000);
}

int main(void)
{
    static subject s;
    char folder[] = "/tmp/moult-bench-XXXXXX", path[MOULT__PATH_SIZE], command[64];
    moult__set set;
    int missed = 0;
    must(mkdtemp(folder) != NULL && setenv("XDG_DATA_HOME", folder, 1) == 0, folder, "refused");
    kit_set_open(&set);
    record(&set, path, sizeof path);
    open_replay(&s, &set, path);
    bench_side sides[SIDES] = {{"a step back", step_back, &s, 0, 1, 0, {0}},
                               {"a step forward", step_forward, &s, 0, 1, 0, {0}}};
    bench_measure(sides, SIDES);
    for (int i = 0; i < SIDES; i++) {
        const double ms = sides[i].median / 1000;
        printf("%-14s at turn %u: %.3f ms, at most %.3f (goal %.0f) %s\n", sides[i].name, TURNS, ms,
               sides[i].sample[BENCH_RUNS - 1] / 1000, GOAL_MS, ms <= GOAL_MS ? "ok" : "MISSED");
        missed |= ms > GOAL_MS;
    }
    kit_close(&s.game);
    moult__replay_free(&s.replay);
    moult__set_close(&set);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) != 0 || missed;
}
