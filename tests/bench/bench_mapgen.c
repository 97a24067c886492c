/* SPDX-License-Identifier: MIT */
/* A level of mapgen/rooms, 64x40 cells, as a game gets it: blank canvas, seed, generator, guards,
 * oracle. Goal: 25 us. Each run makes 1,000 levels of other seeds and depths. */
#include "bench.h"
#include "core/game/generate.h"
#include <dlfcn.h>
#include <moult/plugin.h>

#define GOAL 25.0
#define SEEDS 1000

typedef struct workshop {
    moult__canvas *canvas;
    const moult_mapgen_1 *generator;
    uint32_t refused;
} workshop;

static void make_levels(void *context, int choice)
{
    workshop *w = context;
    moult_request request = {.size = sizeof request, .width = BENCH_WIDTH, .height = BENCH_HEIGHT};
    (void)choice;
    for (int seed = 0; seed < SEEDS; seed++) {
        char text[16];
        int length = snprintf(text, sizeof text, "seed %d", seed);
        request.depth = 1 + seed % 100;
        if (moult__generate_level(w->canvas, w->generator, NULL, &request, (const uint8_t *)text,
                                  (uint32_t)length, NULL) < 0 ||
            request.attempt > 0)
            w->refused++;
    }
}

int main(void)
{
    void *library = dlopen(MOULT_BUILD_DIR "/plugins/mapgen-rooms.so", RTLD_NOW | RTLD_LOCAL);
    const moult_plugin *plugin = library != NULL ? dlsym(library, "moult_plugin_1") : NULL;
    workshop w = {.canvas = moult__canvas_create()};
    bench_side side = {"mapgen/rooms", make_levels, &w, 0, SEEDS, 0, {0}};
    if (plugin == NULL || w.canvas == NULL) {
        puts("mapgen/rooms: the plugin is missing");
        return 2;
    }
    w.generator = plugin->provides[0].functions;
    bench_measure(&side, 1);
    if (w.refused > 0)
        printf("%u attempts were refused\n", w.refused);
    int met = side.median <= GOAL && w.refused == 0;
    printf("mapgen/rooms with verification %.2f us (goal %.0f) %s\n", side.median, GOAL,
           met ? "ok" : "MISSED");
    moult__canvas_free(w.canvas);
    dlclose(library);
    return !met;
}
