/* SPDX-License-Identifier: MIT */
/* What the tests of all generators share: a set from which any of them is loaded with whatever it
 * requires, and levels that must hold what they promise. */
#ifndef TESTS_GENERATORS_STAGE_H
#define TESTS_GENERATORS_STAGE_H
#include "core/game/generate.h"
#include "core/game/host.h"
#include "core/game/oracle.h"
#include "core/plugin/set.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <check.h> /* last: it has macros of common names */
#undef fail

#define STAGE_PLAYABLE \
    (MOULT_MAP_CONNECTED | MOULT_MAP_WAY_DOWN | MOULT_MAP_ENTRY_FREE | MOULT_MAP_SPAWNS_FREE)

/* A generator, and how it is asked. */
typedef struct stage_generator {
    const char *name, *options;
    int32_t width, height; /* the smallest level that it makes */
    int32_t largest;       /* side */
    const char *small;     /* what it says of a smaller one; NULL: what the core says for it */
} stage_generator;

#define ALWAYS "chance=100 from=-1000000000 "
static const stage_generator stage[] = {
    {"rooms", "doors=on retry=on", 24, 16, 4096, NULL},
    {"split", NULL, 16, 16, 257, NULL},
    {"caverns", NULL, 8, 8, 4096, "caverns need at least 8x8 cells, not 7x7"},
    {"maze", NULL, 5, 5, 4096, "mazes need at least 5x5 cells, not 4x4"},
    {"vaults", ALWAYS "retry=on", 24, 16, 4096, NULL},
    {"vaults", ALWAYS "base=split", 16, 16, 257, NULL},
    {"vaults", ALWAYS "base=caverns", 8, 8, 4096, "caverns need at least 8x8 cells, not 7x7"},
    {"vaults", ALWAYS "base=maze loops=0", 5, 5, 4096, "mazes need at least 5x5 cells, not 4x4"},
    {"vaults", ALWAYS "base=caverns secrets=on", 8, 8, 4096,
     "caverns need at least 8x8 cells, not 7x7"},
};
#define STAGE_COUNT ((int)MOULT_COUNT(stage))

static moult__set stage_set;
static moult__canvas *canvas, *other;
static const moult_mapgen_1 *generator;

static inline const char *stage_build(void)
{
    const char *build = getenv("MOULT_BUILD_DIR");
    return build != NULL ? build : MOULT_BUILD_DIR;
}

static inline int32_t stage_is_built(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/plugins/mapgen-%s.so", stage_build(), name);
    return access(path, F_OK) == 0;
}

static inline void stage_open(void)
{
    char folder[512];
    moult__report report = {0};
    snprintf(folder, sizeof folder, "%s/plugins", stage_build());
    ck_assert_int_ge(moult__set_open(&stage_set, &moult__host, moult__core_provides,
                                     MOULT__CORE_PROVIDES, &report),
                     0);
    moult__set_scan(&stage_set, folder);
    stage_set.settle_ms = 0;
    canvas = moult__canvas_create();
    other = moult__canvas_create();
}

static inline void stage_close(void)
{
    moult__canvas_free(canvas);
    moult__canvas_free(other);
    moult__set_close(&stage_set);
}

/* 0: it isn't built, as one whose library is missing. */
static inline int32_t stage_take(const char *name)
{
    moult__want want = {.role = "mapgen"};
    moult__report report = {0};
    if (!stage_is_built(name))
        return 0;
    snprintf(want.slot, sizeof want.slot, "mapgen/%s", name);
    if (moult__set_load(&stage_set, &want, 1, &report) < 0)
        ck_abort_msg("%s", report.text);
    generator = moult__set_role(&stage_set, "mapgen")->functions;
    return 1;
}

static inline moult_request stage_ask(const char *options, int32_t width, int32_t height,
                                      int32_t depth)
{
    return (moult_request){.size = sizeof(moult_request),
                           .width = width,
                           .height = height,
                           .depth = depth,
                           .options = options};
}

/* Steps that a generator may spend on a level of this size, as in a game. */
static inline uint64_t stage_budget(const moult_request *request)
{
    return 1000000u + 256u * (uint64_t)(uint32_t)request->width * (uint32_t)request->height;
}

/* The first attempt alone, with the seed that a game would give it. */
static inline moult_status stage_make(moult__canvas *on, moult_request *request, const char *seed)
{
    static uint8_t bytes[32];
    moult__generate_seed(bytes, (const uint8_t *)seed, (uint32_t)strlen(seed), request->depth, 0);
    request->seed = bytes;
    request->seed_text = seed;
    request->seed_text_size = (uint32_t)strlen(seed);
    moult_canvas *open = moult__canvas_begin(on, request, stage_budget(request));
    ck_assert_ptr_nonnull(open);
    moult_status status = generator->generate(request, open);
    ck_assert_int_eq(moult__canvas_intact(on), 1);
    return status;
}

static inline void stage_verify(const char *who, moult_request *request)
{
    char why[256];
    if (moult__oracle_verify(canvas, request, why, sizeof why) < 0)
        ck_abort_msg("%s %s, seed %s, %dx%d, depth %d: %s", who, request->options,
                     request->seed_text, request->width, request->height, request->depth, why);
}

static inline void stage_make_well(const char *who, moult_request *request, const char *seed)
{
    const moult_status status = stage_make(canvas, request, seed);
    if (status < 0)
        ck_abort_msg("%s %s, seed %s, %dx%d, depth %d: %d %s", who, request->options, seed,
                     request->width, request->height, request->depth, status, canvas->said);
    stage_verify(who, request);
}

static inline uint32_t stage_tile(int32_t x, int32_t y)
{
    return canvas->own.tile[y * canvas->own.stride + x];
}

#endif
