/* SPDX-License-Identifier: MIT */
/* A level of mapgen/caverns, 256x256 cells, as a game gets it: blank canvas, seed, generator,
 * guards, oracle. Goal: 1 ms. Each run makes 20 levels of other seeds and depths. What the same
 * costs a cell at 64x40 and at 1024x1024 is printed too: it must not grow with the size. */
#include "bench.h"
#include "core/game/generate.h"
#include <dlfcn.h>
#include <moult/plugin.h>

#define GOAL 1000.0
#define SIDE 256

typedef struct workshop {
    moult__canvas *canvas;
    const moult_mapgen_1 *generator;
    int32_t width, height, levels;
    uint32_t refused;
} workshop;

static void make_levels(void *context, int choice)
{
    workshop *w = context;
    moult_request request = {.size = sizeof request, .width = w->width, .height = w->height};
    (void)choice;
    for (int seed = 0; seed < w->levels; seed++) {
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
    void *library = dlopen(MOULT_BUILD_DIR "/plugins/mapgen-caverns.so", RTLD_NOW | RTLD_LOCAL);
    const moult_plugin *plugin = library != NULL ? dlsym(library, "moult_plugin_1") : NULL;
    workshop w[] = {{moult__canvas_create(), NULL, SIDE, SIDE, 20, 0},
                    {moult__canvas_create(), NULL, 64, 40, 100, 0},
                    {moult__canvas_create(), NULL, 1024, 1024, 1, 0}};
    bench_side sides[3];
    if (plugin == NULL) {
        puts("mapgen/caverns: the plugin is missing");
        return 2;
    }
    for (int i = 0; i < 3; i++) {
        w[i].generator = plugin->provides[0].functions;
        sides[i] = (bench_side){"mapgen/caverns", make_levels, &w[i], 0, w[i].levels, 0, {0}};
    }
    bench_measure(sides, 3);
    uint32_t refused = w[0].refused + w[1].refused + w[2].refused;
    if (refused > 0)
        printf("%u attempts were refused\n", refused);
    int met = sides[0].median <= GOAL && refused == 0;
    printf("mapgen/caverns 256x256 with verification %.1f us (goal %.0f) %s\n", sides[0].median,
           GOAL, met ? "ok" : "MISSED");
    for (int i = 0; i < 3; i++) {
        printf("mapgen/caverns %dx%d: %.2f ns a cell\n", w[i].width, w[i].height,
               sides[i].median * 1e3 / (w[i].width * w[i].height));
        moult__canvas_free(w[i].canvas);
    }
    dlclose(library);
    return !met;
}
