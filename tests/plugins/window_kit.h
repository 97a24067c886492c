/* SPDX-License-Identifier: MIT */
/* A window without a display: renderer/sdl on SDL's dummy driver, with the software way of drawing,
 * made-up scenes, and the pixels that the window was given. */
#ifndef TESTS_WINDOW_KIT_H
#define TESTS_WINDOW_KIT_H
#include <check.h>
#undef fail /* a macro of Check, and a service of the host */
#include "renderer/sdl/window.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#define KIT_WIDTH 12
#define KIT_HEIGHT 8

typedef struct kit {
    void *loaded;
    const moult_renderer_1 *renderer;
    moult__window *window;
    moult_scene scene;
    moult_cell cells[KIT_WIDTH * KIT_HEIGHT];
    char home[64];
} kit;

static inline void kit_load(kit *k, const char *path)
{
    k->loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(k->loaded != NULL, "%s", dlerror());
    const moult_plugin *plugin = dlsym(k->loaded, "moult_plugin_1");
    ck_assert_ptr_nonnull(plugin);
    k->renderer = plugin->provides[0].functions;
}

static inline moult_status kit_try_open(kit *k)
{
    memset(k, 0, sizeof *k);
    snprintf(k->home, sizeof k->home, "/tmp/moult-window-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(k->home));
    setenv("XDG_DATA_HOME", k->home, 1);
    kit_load(k, MOULT_BUILD_DIR "/plugins/renderer-sdl.so");
    k->window = calloc(1, k->renderer->state_size);
    k->scene = (moult_scene){.size = sizeof(moult_scene),
                             .width = KIT_WIDTH,
                             .height = KIT_HEIGHT,
                             .scale_x = 1,
                             .scale_y = 1,
                             .tile_px = 24,
                             .cell_size = sizeof(moult_cell),
                             .cells = k->cells,
                             .title = "",
                             .sprite_stamp = 1,
                             .options = "drawing=software\n"};
    return k->renderer->open(k->window, 0);
}

static inline void kit_open(kit *k)
{
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    ck_assert_int_eq(kit_try_open(k), MOULT_OK);
}

static inline void kit_close(kit *k)
{
    char command[128];
    k->renderer->close(k->window, 0);
    free(k->window);
    dlclose(k->loaded);
    snprintf(command, sizeof command, "rm -rf %s", k->home);
    ck_assert_int_eq(system(command), 0);
}

static inline void kit_draw(kit *k)
{
    ck_assert_int_eq(k->renderer->draw(k->window, &k->scene), MOULT_OK);
}

/* What the window shows, as 0xRRGGBB. */
static inline uint32_t kit_pixel(const kit *k, int32_t x, int32_t y)
{
    uint8_t red, green, blue;
    uint32_t pixel = 0;
    SDL_Surface *shown = SDL_GetWindowSurface(k->window->window);
    ck_assert(x >= 0 && y >= 0 && x < shown->w && y < shown->h);
    memcpy(&pixel, (char *)shown->pixels + y * shown->pitch + x * shown->format->BytesPerPixel,
           shown->format->BytesPerPixel);
    SDL_GetRGB(pixel, shown->format, &red, &green, &blue);
    return (uint32_t)red << 16 | (uint32_t)green << 8 | blue;
}

/* A pixel of a cell's tile. */
static inline uint32_t kit_of_cell(const kit *k, int32_t cell_x, int32_t cell_y, int32_t x,
                                   int32_t y)
{
    const moult__layout *l = &k->window->layout;
    return kit_pixel(k, l->x + (cell_x - l->first_x) * l->tile_w + x,
                     l->y + (cell_y - l->first_y) * l->tile_h + y);
}

/* Of the whole window, to tell whether a picture is as it was. */
static inline uint64_t kit_sum(const kit *k)
{
    uint64_t sum = MOULT__SUM;
    SDL_Surface *shown = SDL_GetWindowSurface(k->window->window);
    ck_assert_int_eq(shown->format->BytesPerPixel, sizeof(uint32_t));
    for (int32_t y = 0; y < shown->h; y++) {
        const char *bytes = (const char *)shown->pixels + y * shown->pitch;
        const uint32_t *row = (const uint32_t *)(const void *)bytes;
        for (int32_t x = 0; x < shown->w; x++)
            sum = (sum ^ row[x]) * 0x9e3779b97f4a7c15u;
    }
    return sum;
}

static inline moult_event kit_event(kit *k, int32_t expected)
{
    moult_event event = {.size = sizeof event};
    ck_assert_int_eq(k->renderer->next_event(k->window, &event), expected);
    return event;
}

static inline void kit_no_events(kit *k)
{
    moult_event event = {.size = sizeof event};
    while (k->renderer->next_event(k->window, &event) > 0)
        ;
}

#endif
