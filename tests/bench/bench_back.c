/* SPDX-License-Identifier: MIT */
/* Wizard mode's steps at turn 20,000 of a run of rogue: `back` by one turn and by many, and
 * `forward` to where it was. Goal: 100 ms each, by the medians. The journal is a file of the run's
 * own, read anew each time. */
#include "bench.h"
#include "core/game/journal.h"
#include "support/session_kit.h"
#include <unistd.h>

#define GOAL 100.0 /* ms */
#define TURNS 20000
#define STEPS 31

static const char *const lines[] = {"back",        "forward",    "back 337",
                                    "forward 337", "back 19000", "forward 19000"};
#define LINES ((int)(sizeof lines / sizeof *lines))

static void play(kit_game *g)
{
    static const char *const walk[] = {"move-north-west", "move-south-east"};
    kit_open(g, "journal");
    kit_hero_hp(g, 1 << 30, 1 << 30);
    g->s.options.journal = 1;
    moult__menu_row(&g->s)->wizard = 1;
    moult__journal_open(&g->s);
    for (int i = 0; moult__turn(g->s.world) < TURNS; i++) {
        if (i % 1000 == 0) { /* by hand: what follows is told by a snapshot */
            kit_hero_edit(g)->hunger_max = kit_hero_edit(g)->hunger = 32000;
            moult__journal_snapshot(&g->s, MOULT__JOURNAL_ADOPT);
        }
        kit_line(g, walk[i % 2]);
    }
}

int main(void)
{
    static kit_game g;
    static double sample[LINES][STEPS];
    char folder[] = "/tmp/moult-bench-XXXXXX", command[64];
    int missed = 0;
    if (mkdtemp(folder) == NULL || setenv("XDG_DATA_HOME", folder, 1) != 0)
        return 2;
    play(&g);
    const uint64_t end = kit_hash(&g);
    for (int step = 0; step < STEPS; step++)
        for (int i = 0; i < LINES; i++) {
            const double begin = bench_clock();
            kit_line(&g, lines[i]);
            sample[i][step] = (bench_clock() - begin) / 1e3;
            if (i % 2 == 1 && kit_hash(&g) != end)
                abort();
        }
    for (int i = 0; i < LINES; i++) {
        qsort(sample[i], STEPS, sizeof(double), bench_order);
        const double median = sample[i][STEPS / 2];
        printf("%s at turn %d: %.1f ms (goal %.0f) %s\n", lines[i], TURNS, median, GOAL,
               median <= GOAL ? "ok" : "MISSED");
        missed |= median > GOAL;
    }
    kit_close(&g);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) != 0 || missed;
}
