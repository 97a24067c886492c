/* SPDX-License-Identifier: MIT */
/* Field of view against every algorithm of libtcod: radius 8, walls lit, the same room maps of
 * 64x40 cells, the same eyes on floor cells. Goal: a third of the fastest one's time. libtcod's
 * maps are filled outside the clock; both sides leave a plane that says what is seen. */
#include "bench.h"
#include "core/service/fov.h"

#define GOAL (1.0 / 3.0)

#ifndef HAVE_LIBTCOD
int main(void)
{
    puts("fov: the peer is missing: built without libtcod (libtcod-dev)");
    return 2;
}
#else
#include <libtcod/fov.h>

#define MAPS 8
#define EYES 64
#define RADIUS 8

typedef struct scenery {
    uint8_t tile[MAPS][BENCH_CELLS], lit[BENCH_CELLS], opaque[256];
    int eye[MAPS][EYES];
    TCOD_Map *peer[MAPS];
} scenery;

static void prepare(scenery *s)
{
    uint32_t state = 20240229;
    for (unsigned tile = 0; tile < 256; tile++)
        s->opaque[tile] = (moult_tile_flags(tile) & MOULT_TILE_OPAQUE) != 0;
    for (int m = 0; m < MAPS; m++) {
        bench_rooms(s->tile[m], &state);
        for (int e = 0; e < EYES; e++) {
            do
                s->eye[m][e] = (int)bench_random(&state, BENCH_CELLS);
            while (s->opaque[s->tile[m][s->eye[m][e]]]);
        }
        s->peer[m] = TCOD_map_new(BENCH_WIDTH, BENCH_HEIGHT);
        for (int cell = 0; cell < BENCH_CELLS; cell++) {
            bool clear = !s->opaque[s->tile[m][cell]];
            TCOD_map_set_properties(s->peer[m], cell % BENCH_WIDTH, cell / BENCH_WIDTH, clear,
                                    clear);
        }
    }
}

static void look_ours(void *context, int choice)
{
    scenery *s = context;
    moult_sight sight = {.size = sizeof(sight),
                         .width = BENCH_WIDTH,
                         .height = BENCH_HEIGHT,
                         .stride = BENCH_WIDTH,
                         .radius = RADIUS,
                         .opaque = s->opaque};
    (void)choice;
    for (int m = 0; m < MAPS; m++) {
        sight.tile = s->tile[m];
        for (int e = 0; e < EYES; e++) {
            sight.x = s->eye[m][e] % BENCH_WIDTH;
            sight.y = s->eye[m][e] / BENCH_WIDTH;
            moult__fov_see(&sight, s->lit);
        }
    }
}

static void look_theirs(void *context, int choice)
{
    scenery *s = context;
    for (int m = 0; m < MAPS; m++)
        for (int e = 0; e < EYES; e++)
            TCOD_map_compute_fov(s->peer[m], s->eye[m][e] % BENCH_WIDTH, s->eye[m][e] / BENCH_WIDTH,
                                 RADIUS, true, (TCOD_fov_algorithm_t)choice);
}

int main(void)
{
    static const struct {
        const char *name;
        int algorithm;
    } peer[] = {{"basic", FOV_BASIC},
                {"diamond", FOV_DIAMOND},
                {"shadow", FOV_SHADOW},
                {"permissive-0", FOV_PERMISSIVE_0},
                {"permissive-4", FOV_PERMISSIVE_4},
                {"permissive-8", FOV_PERMISSIVE_8},
                {"restrictive", FOV_RESTRICTIVE},
                {"symmetric", FOV_SYMMETRIC_SHADOWCAST}};
    enum { SIDES = 1 + MOULT_COUNT(peer) };
    static scenery s;
    static bench_side side[SIDES];
    prepare(&s);
    side[0] = (bench_side){"ours", look_ours, &s, 0, MAPS * EYES, 0, {0}};
    for (int i = 1; i < SIDES; i++)
        side[i] = (bench_side){peer[i - 1].name, look_theirs, &s, peer[i - 1].algorithm,
                               MAPS * EYES,      0,           {0}};
    bench_measure(side, SIDES);
    for (int i = 1; i < SIDES; i++)
        printf("fov libtcod %-12s %8.3f us\n", side[i].name, side[i].median);
    for (int m = 0; m < MAPS; m++)
        TCOD_map_delete(s.peer[m]);
    return bench_verdict("fov", side, SIDES, GOAL);
}
#endif
