/* SPDX-License-Identifier: MIT */
/* A level of mapgen/nethack, 80x21 cells: a blank canvas and the generator, for the terrain alone
 * and with all that is asked for; and as a game gets it, with seed, guards and oracle. Goals:
 * 75,000 and 40,000 a second. Each run makes 1,000 levels of other seeds and of the depths 2 to
 * 20. */
#include "bench.h"
#include "core/game/generate.h"
#include <dlfcn.h>
#include <moult/plugin.h>

#define SEEDS 1000
#define DEPTHS 19

typedef struct workshop {
    moult__canvas *canvas;
    const moult_mapgen_1 *generator;
    uint32_t refused;
} workshop;

enum { TERRAIN, ALL, VERIFIED, SIDES };

static moult_status make_level(workshop *w, moult_request *request, int side, const char *text,
                               uint32_t length)
{
    uint8_t seed[32];
    if (side == VERIFIED)
        return moult__generate_level(w->canvas, w->generator, NULL, request, (const uint8_t *)text,
                                     length, NULL);
    moult_canvas *open = moult__canvas_begin(w->canvas, request, 1u << 30);
    moult__generate_seed(seed, (const uint8_t *)text, length, request->depth, 0);
    request->seed = seed;
    return w->generator->generate(request, open);
}

static void make_levels(void *context, int side)
{
    workshop *w = context;
    moult_request request = {.size = sizeof request,
                             .width = 80,
                             .height = 21,
                             .options = side == TERRAIN ? "fill=off" : NULL};
    for (int seed = 0; seed < SEEDS; seed++) {
        char text[16];
        int length = snprintf(text, sizeof text, "seed %d", seed);
        request.depth = 2 + seed % DEPTHS;
        if (make_level(w, &request, side, text, (uint32_t)length) < 0)
            w->refused++;
    }
}

int main(void)
{
    void *library = dlopen(MOULT_BUILD_DIR "/plugins/mapgen-nethack.so", RTLD_NOW | RTLD_LOCAL);
    const moult_plugin *plugin = library != NULL ? dlsym(library, "moult_plugin_1") : NULL;
    workshop w = {.canvas = moult__canvas_create()};
    bench_side sides[SIDES] = {{"terrain", make_levels, &w, TERRAIN, SEEDS, 0, {0}},
                               {"all", make_levels, &w, ALL, SEEDS, 0, {0}},
                               {"verified", make_levels, &w, VERIFIED, SEEDS, 0, {0}}};
    static const double goals[SIDES] = {1e6 / 75000, 1e6 / 40000, 1e6 / 25000};
    int missed = 0;
    if (plugin == NULL || w.canvas == NULL) {
        puts("mapgen/nethack: the plugin is missing");
        return 2;
    }
    w.generator = plugin->provides[0].functions;
    bench_measure(sides, SIDES);
    for (int i = 0; i < SIDES; i++) {
        int met = sides[i].median <= goals[i] && w.refused == 0;
        printf("mapgen/nethack %s %.2f us, %.0f a second (goal %.2f us) %s\n", sides[i].name,
               sides[i].median, 1e6 / sides[i].median, goals[i], met ? "ok" : "MISSED");
        missed |= !met;
    }
    moult__canvas_free(w.canvas);
    dlclose(library);
    return missed;
}
