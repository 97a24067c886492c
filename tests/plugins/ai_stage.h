/* SPDX-License-Identifier: MIT */
/* A stage of one level on which archetypes are asked what they would do, as built: its host has
 * actors that stand in cells, and the core's own lines and flow fields. */
#ifndef TESTS_AI_STAGE_H
#define TESTS_AI_STAGE_H
#include "ai/pure.h"
#include "core/service/path.h"
#include <check.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define SIDE 24
#define TARGET 1u /* ids of those on the stage */
#define OTHER 2u

/* Stands in for a world: only the fake host looks into it. */
typedef struct stage {
    int32_t width, height;
    uint8_t tile[SIDE * SIDE], who[SIDE * SIDE]; /* SIDE values a row */
    uint16_t flow[SIDE * SIDE];
    uint32_t queue[SIDE * SIDE], limit, flags;
    uint8_t opaque[256], blocks[256], walls[256]; /* walls: what blocks who has hands */
} stage;

static stage *stage_of(const moult_world *w)
{
    return (stage *)(uintptr_t)w;
}

static moult_id at(const moult_world *w, uint32_t scope, moult_id level, int32_t x, int32_t y,
                   moult_id after)
{
    ck_assert_uint_eq(scope, MOULT_SCOPE_ACTOR);
    ck_assert_uint_eq(level, 7);
    ck_assert_uint_eq(after, 0);
    return stage_of(w)->who[y * SIDE + x];
}

static int32_t sees(const moult_world *w, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                    int32_t radius)
{
    const stage *s = stage_of(w);
    ck_assert_int_eq(radius, 0);
    moult_sight sight = {sizeof sight, s->width,  s->height, SIDE, x0, y0, 0, 0,
                         s->tile,      s->opaque, NULL};
    return moult__line_clear(&sight, x1, y1);
}

/* A flow field has no padding, unlike the planes of the stage. */
static moult_grid grid_of(const stage *s)
{
    return (moult_grid){sizeof(moult_grid),
                        s->width,
                        s->height,
                        SIDE,
                        0,
                        s->limit,
                        s->tile,
                        s->flags ? s->walls : s->blocks};
}

static const uint16_t *flow(moult_world *w, const moult_point *goals, uint32_t count,
                            uint32_t limit, uint32_t flags)
{
    stage *s = stage_of(w);
    ck_assert_uint_eq(flags & ~MOULT_GRID_OPENS, 0);
    s->limit = limit;
    s->flags = flags;
    moult_grid grid = grid_of(s);
    return moult__flow_fill(&grid, goals, count, s->flow, s->queue) < 0 ? NULL : s->flow;
}

static int32_t flow_step(const moult_world *w, const uint16_t *distance, int32_t x, int32_t y,
                         int32_t towards, moult_point *out)
{
    moult_grid grid = grid_of(stage_of(w));
    ck_assert_int_eq(towards, 0);
    int32_t way = moult__flow_flee(&grid, distance, x, y);
    if (way >= 0)
        *out = (moult_point){x + moult_direction[way].x, y + moult_direction[way].y};
    return way >= 0;
}

static const moult_host host = {
    .size = sizeof(moult_host), .at = at, .sees = sees, .flow = flow, .flow_step = flow_step};

static stage scene;
static uint8_t memory[64];

/* Open floor, nobody there, nothing remembered. */
static void stage_clear(void)
{
    memset(memory, 0, sizeof memory);
    memset(&scene, 0, sizeof scene);
    scene.width = scene.height = SIDE;
    for (uint32_t i = 0; i < 256; i++) {
        scene.opaque[i] = (moult_tile_flags(i) & MOULT_TILE_OPAQUE) != 0;
        scene.blocks[i] = (moult_tile_flags(i) & MOULT_TILE_BLOCKS) != 0;
        scene.walls[i] = scene.blocks[i] && !(moult_tile_flags(i) & MOULT_TILE_OPENS);
    }
}

/* One decision of ai/NAME with this row as its memory. */
static moult_status decide(const char *name, const moult_senses *senses, void *row,
                           moult_action *action)
{
    char path[256];
    snprintf(path, sizeof path, MOULT_BUILD_DIR "/plugins/ai-%s.so", name);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(library != NULL, "%s", dlerror());
    const moult_plugin *plugin = dlsym(library, "moult_plugin_1");
    ck_assert_ptr_nonnull(plugin);
    *plugin->host = &host;
    const moult_ai_1 *ai = plugin->provides[0].functions;
    moult_status status = ai->decide((moult_world *)(void *)&scene, senses, row, action);
    dlclose(library);
    return status;
}

/* `given`: the actor's x and y, the target's, and whether it is seen. */
static moult_senses sense(const int given[5], uint32_t flags)
{
    static moult_view view;
    view = (moult_view){.size = sizeof view,
                        .width = scene.width,
                        .height = scene.height,
                        .stride = SIDE,
                        .level = 7,
                        .tile = scene.tile};
    return (moult_senses){.size = sizeof(moult_senses),
                          .flags = flags | (given[4] ? MOULT_SEES_TARGET : 0),
                          .target = TARGET,
                          .x = given[0],
                          .y = given[1],
                          .target_x = given[2],
                          .target_y = given[3],
                          .distance = ai_distance(given[0], given[1], given[2], given[3]),
                          .view = &view};
}

/* What ai/NAME does on the stage; its memory is kept from call to call. */
static moult_action ask(const char *name, const int given[5], uint32_t flags)
{
    moult_senses senses = sense(given, flags);
    moult_action action = {.size = sizeof action, .x = given[0], .y = given[1]};
    ck_assert_int_eq(decide(name, &senses, memory, &action), MOULT_OK);
    return action;
}

#endif
