/* SPDX-License-Identifier: MIT */
/* What it costs a turn to be recorded: the same walk on floor 10 of rogue with a journal and
 * without, in one run. The journal's side has the state's hash each turn, snapshots each 400
 * records, and the writes; its file is a new one each round. Between them, without a goal: the
 * hash alone, which a supervised game has in any case. Goal: 2 us a turn more, by the least times:
 * other programs can only add to a difference. */
#include "bench.h"
#include "core/game/journal.h"
#include "support/session_kit.h"
#include <unistd.h>

#define GOAL 2.0
#define TURNS 20000
#define FLOOR 10

enum { PLAIN, HASHED, RECORDED, SIDES };

static void play(void *context, int side)
{
    static const char *const lines[] = {"move-north-west", "move-south-east"};
    kit_game *g = context;
    moult__report report;
    kit_hero_edit(g)->hunger_max = kit_hero_edit(g)->hunger = 32000;
    g->s.options.journal = side == RECORDED;
    moult__journal_open(&g->s);
    for (int i = 0; i < TURNS; i++) {
        moult__input_line(&g->s, lines[i % 2], &report);
        if (side == HASHED)
            moult__hash(g->s.world);
    }
    if (side == RECORDED && g->s.journal == NULL)
        abort();
    moult__journal_close(&g->s);
}

static void open_floor(kit_game *g, moult__set *set)
{
    kit_open_in(g, set, "journal");
    kit_hero_hp(g, 1 << 30, 1 << 30);
    for (int32_t floor = 1; floor < FLOOR; floor++) {
        moult_place at = kit_hero_at(g);
        kit_tile(g, at.x, at.y, MOULT_TILE_STAIRS_DOWN);
        kit_line(g, "descend");
    }
    kit_hero_edit(g)->level = 1;
}

int main(void)
{
    static const char *const names[] = {"plain", "with its hash", "recorded"};
    static kit_game games[SIDES];
    static bench_side sides[SIDES];
    char folder[] = "/tmp/moult-bench-XXXXXX", command[64];
    moult__set set;
    int equal = 1;
    if (mkdtemp(folder) == NULL || setenv("XDG_DATA_HOME", folder, 1) != 0)
        return 2;
    kit_set_open(&set);
    for (int i = 0; i < SIDES; i++) {
        open_floor(&games[i], &set);
        sides[i] = (bench_side){names[i], play, &games[i], i, TURNS, 0, {0}};
    }
    bench_measure(sides, SIDES);
    for (int i = 0; i < SIDES; i++) {
        printf("a turn %s: %.3f us (median %.3f)\n", names[i], sides[i].sample[0], sides[i].median);
        equal &= moult__hash(games[i].s.world) == moult__hash(games[0].s.world);
    }
    const double more = sides[RECORDED].sample[0] - sides[PLAIN].sample[0];
    printf("recording costs %.3f us a turn (goal %.1f) %s; the worlds %s\n", more, GOAL,
           more <= GOAL ? "ok" : "MISSED", equal ? "are equal" : "DIFFER");
    for (int i = 0; i < SIDES; i++)
        kit_close(&games[i]);
    moult__set_close(&set);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) != 0 || more > GOAL || !equal;
}
