/* SPDX-License-Identifier: MIT */
/* What the tests of mapgen/split share: the plugin, opened for each test, two canvases, and levels
 * made on them that must hold what they promise. */
#ifndef TESTS_SPLIT_STAGE_H
#define TESTS_SPLIT_STAGE_H
#include "core/game/generate.h"
#include "core/game/oracle.h"
#include <dlfcn.h>
#include <moult/plugin.h>
#include <stdio.h>
#include <string.h>
#include <check.h> /* last: it has macros of common names */

#define PLENTY (1u << 30)
#define OPEN_BORDER                                                                           \
    (MOULT_MAP_CONNECTED | MOULT_MAP_NO_SECRETS | MOULT_MAP_WAY_DOWN | MOULT_MAP_ENTRY_FREE | \
     MOULT_MAP_SPAWNS_FREE)
#define ALL (OPEN_BORDER | MOULT_MAP_CLOSED_BORDER)

static void *library;
static const moult_plugin *plugin;
static const moult_mapgen_1 *generator;
static moult__canvas *canvas, *other;

static inline void open_all(void)
{
    library = dlopen(MOULT_BUILD_DIR "/plugins/mapgen-split.so", RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(library != NULL, "%s", dlerror());
    plugin = dlsym(library, "moult_plugin_1");
    ck_assert_ptr_nonnull(plugin);
    generator = plugin->provides[0].functions;
    canvas = moult__canvas_create();
    other = moult__canvas_create();
}

static inline void close_all(void)
{
    moult__canvas_free(canvas);
    moult__canvas_free(other);
    dlclose(library);
}

static inline moult_spot entry_at(int32_t x, int32_t y)
{
    return (moult_spot){.size = sizeof(moult_spot), .x = x, .y = y, .room = -1, .target = -1};
}

/* Without an entry when `entry` is NULL. */
static inline moult_request ask(const char *seed, int32_t depth, const moult_spot *entry)
{
    return (moult_request){.size = sizeof(moult_request),
                           .width = depth > 0 ? 50 : 25,
                           .height = depth > 0 ? 50 : 25,
                           .depth = depth,
                           .seed_text = seed,
                           .seed_text_size = (uint32_t)strlen(seed),
                           .entries = entry,
                           .entry_count = entry != NULL};
}

static inline moult_status make(moult__canvas *on, const moult_request *request)
{
    moult_canvas *open = moult__canvas_begin(on, request, PLENTY);
    ck_assert_ptr_nonnull(open);
    moult_status status = generator->generate(request, open);
    ck_assert_int_eq(moult__canvas_intact(on), 1);
    return status;
}

/* It must promise what `promise` says, and hold it. */
static inline void make_well(const moult_request *request, uint32_t promise)
{
    char why[256];
    ck_assert_int_eq(make(canvas, request), MOULT_OK);
    if (canvas->open.promise != promise)
        ck_abort_msg("%.40s, depth %d: promises %u", request->seed_text, request->depth,
                     canvas->open.promise);
    if (moult__oracle_verify(canvas, request, why, sizeof why) < 0)
        ck_abort_msg("%.40s, depth %d: %s", request->seed_text, request->depth, why);
}

#endif
