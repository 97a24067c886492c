/* SPDX-License-Identifier: MIT */
/* A decision of ai/solver: reading an 8x8 board from a level's planes, and its analysis with 60
 * turns of each side left. Goal: 50 us. Boards are those of mapgen/board. */
#include "bench.h"
#include "core/game/generate.h"
#include "rules/simple/board.h"
#include <dlfcn.h>
#include <moult/plugin.h>

#define GOAL 50.0
#define BOARDS 64
#define DECISIONS 1024
#define SIDE 8
#define TURNS 60

typedef struct field {
    uint8_t tile[BOARDS][SIDE * SIDE], detail[BOARDS][SIDE * SIDE];
    uint32_t winning; /* so that nothing is left out */
} field;

static void decide(void *context, int plies)
{
    field *f = context;
    for (int i = 0; i < DECISIONS; i++) {
        moult_view view = {.size = sizeof view,
                           .width = SIDE,
                           .height = SIDE,
                           .stride = SIDE,
                           .tile = f->tile[i % BOARDS],
                           .detail = f->detail[i % BOARDS]};
        simple_board board;
        if (simple_board_view(&view, &board).text != NULL)
            abort();
        f->winning += simple_moves(&board, plies, i % SIDE, i / SIDE % SIDE).winning;
    }
}

static int make_boards(field *f)
{
    void *library = dlopen(MOULT_BUILD_DIR "/plugins/mapgen-board.so", RTLD_NOW | RTLD_LOCAL);
    const moult_plugin *plugin = library != NULL ? dlsym(library, "moult_plugin_1") : NULL;
    moult__canvas *canvas = moult__canvas_create();
    if (plugin == NULL || canvas == NULL)
        return 0;
    for (int i = 0; i < BOARDS; i++) {
        moult_request request = {.size = sizeof request, .width = SIDE, .height = SIDE};
        request.depth = i;
        if (moult__generate_level(canvas, plugin->provides[0].functions, NULL, &request,
                                  (const uint8_t *)"bench", 5, NULL) < 0)
            return 0;
        for (int y = 0; y < SIDE; y++) {
            memcpy(f->tile[i] + y * SIDE, canvas->own.tile + y * canvas->own.stride, SIDE);
            memcpy(f->detail[i] + y * SIDE, canvas->own.detail + y * canvas->own.stride, SIDE);
        }
    }
    moult__canvas_free(canvas);
    dlclose(library);
    return 1;
}

int main(void)
{
    field f = {.winning = 0};
    bench_side sides[] = {{"60 turns", decide, &f, 2 * TURNS, DECISIONS, 0, {0}},
                          {"1 turn", decide, &f, 2, DECISIONS, 0, {0}}};
    if (!make_boards(&f)) {
        puts("ai/solver: mapgen-board is missing");
        return 2;
    }
    bench_measure(sides, 2);
    int met = sides[0].median <= GOAL;
    printf("ai/solver on 8x8, %d turns %.2f us, 1 turn %.2f us (goal %.0f) %s\n", TURNS,
           sides[0].median, sides[1].median, GOAL, met ? "ok" : "MISSED");
    return !met;
}
