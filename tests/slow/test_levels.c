/* SPDX-License-Identifier: MIT */
/* A hundred floors of two hundred seeds, as each of the two presets asks for them: the generator
 * and the oracle alone, with no fallback, make every one, and nothing on it is out of reach. What
 * the oracle says isn't taken on trust: the cells are counted here once more. */
#include <dlfcn.h>
#include <moult/plugin.h>
#include <moult/tiles.h>
#include "core/game/generate.h"
#include "slow/long_runs.h"

#define SEEDS 200
#define FLOORS 100
#define WIDTH 64
#define HEIGHT 40
#define CELLS (WIDTH * HEIGHT)

/* What the rules ask for in standard and in classic. */
static const char *const options[] = {"doors=on retry=on", NULL};

static void *library;
static const moult_mapgen_1 *generator;
static moult__canvas *canvas;

static void open_generator(void)
{
    library = dlopen(MOULT_BUILD_DIR "/plugins/mapgen-rooms.so", RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(library != NULL, "%s", dlerror());
    const moult_plugin *plugin = dlsym(library, "moult_plugin_1");
    ck_assert_ptr_nonnull(plugin);
    generator = plugin->provides[0].functions;
    canvas = moult__canvas_create();
    ck_assert_ptr_nonnull(canvas);
}

static void close_generator(void)
{
    moult__canvas_free(canvas);
    dlclose(library);
}

static int32_t open_at(const moult_canvas *c, int32_t cell)
{
    uint32_t flags = moult_tile_flags(c->tile[cell / WIDTH * c->stride + cell % WIDTH]);
    return !(flags & MOULT_TILE_BLOCKS) || flags & MOULT_TILE_OPENS;
}

/* Cells to enter that no walk from the entry reaches. */
static uint32_t out_of_reach(const moult_canvas *c, int32_t entry)
{
    uint8_t seen[CELLS] = {0};
    int32_t queue[CELLS], head = 0, tail = 0;
    uint32_t missed = 0;
    seen[entry] = 1;
    queue[tail++] = entry;
    while (head < tail) {
        int32_t at = queue[head++];
        for (uint32_t d = 0; d < MOULT_DIRECTIONS; d++) {
            int32_t x = at % WIDTH + moult_direction[d].x, y = at / WIDTH + moult_direction[d].y;
            int32_t next = y * WIDTH + x;
            if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT || seen[next] || !open_at(c, next))
                continue;
            seen[next] = 1;
            queue[tail++] = next;
        }
    }
    for (int32_t cell = 0; cell < CELLS; cell++)
        missed += open_at(c, cell) && !seen[cell];
    return missed;
}

/* The one spot of a kind, as a cell; -1: there is none. */
static int32_t spot(const moult_canvas *c, uint32_t kind)
{
    for (uint32_t i = 0; i < c->spot_count; i++)
        if (c->spots[i].kind == kind)
            return c->spots[i].y * WIDTH + c->spots[i].x;
    return -1;
}

static uint32_t ways_down(const moult_canvas *c)
{
    uint32_t count = 0;
    for (int32_t cell = 0; cell < CELLS; cell++) {
        uint32_t tile = c->tile[cell / WIDTH * c->stride + cell % WIDTH];
        count += tile == MOULT_TILE_STAIRS_DOWN || tile == MOULT_TILE_EXIT;
    }
    return count;
}

START_TEST(no_floor_is_disconnected)
{
    char seed[16];
    uint32_t length = (uint32_t)snprintf(seed, sizeof seed, "level %d", _i % SEEDS);
    for (int32_t floor = 1; floor <= FLOORS; floor++) {
        moult__report report = {0};
        moult_request request = {.size = sizeof request,
                                 .width = WIDTH,
                                 .height = HEIGHT,
                                 .depth = floor,
                                 .require = MOULT_MAP_CONNECTED | MOULT_MAP_WAY_DOWN |
                                            MOULT_MAP_ENTRY_FREE | MOULT_MAP_SPAWNS_FREE,
                                 .options = options[_i / SEEDS],
                                 .vocabulary = "rogue"};
        moult_status status = moult__generate_level(canvas, generator, NULL, &request,
                                                    (const uint8_t *)seed, length, &report);
        const moult_canvas *c = &canvas->open;
        if (status < 0)
            ck_abort_msg("%s, floor %d: %s", seed, floor, report.text);
        if (spot(c, MOULT_SPOT_ENTRY) < 0 || out_of_reach(c, spot(c, MOULT_SPOT_ENTRY)) != 0)
            ck_abort_msg("%s, floor %d: cells that can't be reached", seed, floor);
        if (ways_down(c) != 1)
            ck_abort_msg("%s, floor %d: %u ways down", seed, floor, ways_down(c));
    }
}
END_TEST

static void add(TCase *cases)
{
    tcase_add_unchecked_fixture(cases, open_generator, close_generator);
    tcase_add_loop_test(cases, no_floor_is_disconnected, 0, SEEDS * MOULT_COUNT(options));
}

int main(void)
{
    return long_main("rogue: levels", add);
}
