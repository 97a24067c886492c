/* SPDX-License-Identifier: MIT */
/* A level of mapgen/split, 50x50 cells, as a game gets it: blank canvas, seed, generator, guards,
 * oracle. Goal: 20,000 levels a second, so 50 us each. Each run makes 1,000 levels of other seeds
 * and depths, with an arrival. */
#include "bench.h"
#include "core/game/generate.h"
#include <dlfcn.h>
#include <moult/plugin.h>

#define GOAL 50.0
#define SEEDS 1000
#define SIDE 50

typedef struct workshop {
    moult__canvas *canvas;
    const moult_mapgen_1 *generator;
    uint32_t refused;
} workshop;

static void make_levels(void *context, int choice)
{
    workshop *w = context;
    moult_spot entry = {.size = sizeof entry, .room = -1, .target = -1};
    moult_request request = {
        .size = sizeof request, .width = SIDE, .height = SIDE, .entry_count = 1, .entries = &entry};
    (void)choice;
    for (int seed = 0; seed < SEEDS; seed++) {
        char text[16];
        int length = snprintf(text, sizeof text, "seed %d", seed);
        request.depth = 1 + seed % 100;
        entry.x = 1 + seed % (SIDE - 2);
        entry.y = 1 + seed / (SIDE - 2) % (SIDE - 2);
        if (moult__generate_level(w->canvas, w->generator, NULL, &request, (const uint8_t *)text,
                                  (uint32_t)length, NULL) < 0 ||
            request.attempt > 0)
            w->refused++;
    }
}

int main(void)
{
    void *library = dlopen(MOULT_BUILD_DIR "/plugins/mapgen-split.so", RTLD_NOW | RTLD_LOCAL);
    const moult_plugin *plugin = library != NULL ? dlsym(library, "moult_plugin_1") : NULL;
    workshop w = {.canvas = moult__canvas_create()};
    bench_side side = {"mapgen/split", make_levels, &w, 0, SEEDS, 0, {0}};
    if (plugin == NULL || w.canvas == NULL) {
        puts("mapgen/split: the plugin is missing");
        return 2;
    }
    w.generator = plugin->provides[0].functions;
    bench_measure(&side, 1);
    if (w.refused > 0)
        printf("%u attempts were refused\n", w.refused);
    int met = side.median <= GOAL && w.refused == 0;
    printf("mapgen/split with verification %.2f us, %.0f levels/s (goal %.0f us, ratio %.2f) %s\n",
           side.median, 1e6 / side.median, GOAL, side.median / GOAL, met ? "ok" : "MISSED");
    moult__canvas_free(w.canvas);
    dlclose(library);
    return !met;
}
