/* SPDX-License-Identifier: MIT */
/* A full flow field against libtcod's Dijkstra map with diagonal steps of cost 1: the same room
 * maps of 64x40 cells, the same goals on floor cells. Goal: an eighth of its time. Before the clock
 * starts both must agree on every distance. */
#include "bench.h"
#include "core/service/path.h"

#define GOAL (1.0 / 8.0)

#ifndef HAVE_LIBTCOD
int main(void)
{
    puts("flow: the peer is missing: built without libtcod (libtcod-dev)");
    return 2;
}
#else
#include <libtcod/fov.h>
#include <libtcod/path.h>

#define MAPS 8
#define GOALS 8

typedef struct scenery {
    uint8_t tile[MAPS][BENCH_CELLS], blocked[256];
    uint16_t distance[BENCH_CELLS];
    uint32_t queue[BENCH_CELLS];
    moult_point goal[MAPS][GOALS];
    TCOD_Map *map[MAPS];
    TCOD_dijkstra_t peer[MAPS];
} scenery;

static void prepare(scenery *s)
{
    uint32_t state = 20240229;
    for (unsigned tile = 0; tile < 256; tile++)
        s->blocked[tile] = (moult_tile_flags(tile) & MOULT_TILE_BLOCKS) != 0;
    for (int m = 0; m < MAPS; m++) {
        bench_rooms(s->tile[m], &state);
        for (int g = 0; g < GOALS; g++) {
            int cell;
            do
                cell = (int)bench_random(&state, BENCH_CELLS);
            while (s->blocked[s->tile[m][cell]]);
            s->goal[m][g] = (moult_point){cell % BENCH_WIDTH, cell / BENCH_WIDTH};
        }
        s->map[m] = TCOD_map_new(BENCH_WIDTH, BENCH_HEIGHT);
        for (int cell = 0; cell < BENCH_CELLS; cell++) {
            bool clear = !s->blocked[s->tile[m][cell]];
            TCOD_map_set_properties(s->map[m], cell % BENCH_WIDTH, cell / BENCH_WIDTH, clear,
                                    clear);
        }
        s->peer[m] = TCOD_dijkstra_new(s->map[m], 1.0f);
    }
}

static void fill_one(scenery *s, int m, int g)
{
    moult_grid grid = {.size = sizeof(grid),
                       .width = BENCH_WIDTH,
                       .height = BENCH_HEIGHT,
                       .stride = BENCH_WIDTH,
                       .tile = s->tile[m],
                       .blocked = s->blocked};
    moult__flow_fill(&grid, &s->goal[m][g], 1, s->distance, s->queue);
}

static void fill_ours(void *context, int choice)
{
    (void)choice;
    for (int m = 0; m < MAPS; m++)
        for (int g = 0; g < GOALS; g++)
            fill_one(context, m, g);
}

static void fill_theirs(void *context, int choice)
{
    scenery *s = context;
    (void)choice;
    for (int m = 0; m < MAPS; m++)
        for (int g = 0; g < GOALS; g++)
            TCOD_dijkstra_compute(s->peer[m], s->goal[m][g].x, s->goal[m][g].y);
}

/* How many cells the two sides disagree on. */
static int differences(scenery *s)
{
    int count = 0;
    for (int m = 0; m < MAPS; m++) {
        fill_one(s, m, 0);
        TCOD_dijkstra_compute(s->peer[m], s->goal[m][0].x, s->goal[m][0].y);
        for (int cell = 0; cell < BENCH_CELLS; cell++) {
            if (s->blocked[s->tile[m][cell]])
                continue;
            float theirs =
                TCOD_dijkstra_get_distance(s->peer[m], cell % BENCH_WIDTH, cell / BENCH_WIDTH);
            count += s->distance[cell] != (theirs < 0 ? MOULT_FAR : (unsigned)(theirs + 0.5f));
        }
    }
    return count;
}

int main(void)
{
    static scenery s;
    static bench_side side[2];
    prepare(&s);
    int wrong = differences(&s);
    if (wrong > 0) {
        printf("flow: %d cells differ from libtcod's\n", wrong);
        return 1;
    }
    side[0] = (bench_side){"ours", fill_ours, &s, 0, MAPS * GOALS, 0, {0}};
    side[1] = (bench_side){"dijkstra", fill_theirs, &s, 0, MAPS * GOALS, 0, {0}};
    bench_measure(side, 2);
    for (int m = 0; m < MAPS; m++) {
        TCOD_dijkstra_delete(s.peer[m]);
        TCOD_map_delete(s.map[m]);
    }
    return bench_verdict("flow", side, 2, GOAL);
}
#endif
