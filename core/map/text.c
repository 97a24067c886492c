/* SPDX-License-Identifier: MIT */
/* A level as text, for people and for programs. */
#include <stdio.h>
#include "core/map/map.h"
#include "core/system/json.h"

int32_t moult__map_print(const moult_canvas *canvas, const moult_request *request)
{
    moult__map_picture picture = {.canvas = canvas,
                                  .overlays = MOULT__OVERLAY_SPAWNS,
                                  .width = canvas->width,
                                  .height = canvas->height};
    moult__scene *scene = moult__scene_create();
    if (scene == NULL || moult__map_picture_draw(&picture, &scene->open) < 0)
        return moult__scene_free(scene), 0;
    const moult_cell *cell = scene->cells;
    for (int32_t y = 0; y < canvas->height; y++, putchar('\n'))
        for (int32_t x = 0; x < canvas->width; x++)
            putchar((int)(cell++)->glyph);
    moult__print(stdout,
                 moult__translate(
                     "size %dx%d  depth %d  attempt %u  rooms %u  doors %u  spots %u  spawns %u\n"),
                 canvas->width, canvas->height, request->depth, request->attempt,
                 canvas->room_count, canvas->door_count, canvas->spot_count, canvas->spawn_count);
    moult__scene_free(scene);
    return 1;
}

/* One list of the canvas, an object an entry; numbers are those of the SDK. */
#define PUT_LIST(canvas, list, count, format, ...)                  \
    printf(",\n\"" #list "\":[");                                   \
    for (uint32_t i = 0; i < (canvas)->count; i++) {                \
        const __typeof__(*(canvas)->list) *e = &(canvas)->list[i];  \
        printf("%s\n{" format "}", i != 0 ? "," : "", __VA_ARGS__); \
    }                                                               \
    printf("]")

static void put_lists(const moult_canvas *canvas)
{
    PUT_LIST(canvas, rooms, room_count,
             "\"id\":%d,\"kind\":%u,\"subkind\":%u,\"flags\":%u,\"x0\":%d,\"y0\":%d,\"x1\":%d,"
             "\"y1\":%d,\"parent\":%d",
             e->id, e->kind, e->subkind, e->flags, e->x0, e->y0, e->x1, e->y1, e->parent);
    PUT_LIST(canvas, doors, door_count,
             "\"x\":%d,\"y\":%d,\"room\":%d,\"kind\":%u,\"state\":%u,\"trapped\":%d", e->x, e->y,
             e->room, e->kind, e->state & ~MOULT_DOOR_TRAPPED,
             (e->state & MOULT_DOOR_TRAPPED) != 0);
    PUT_LIST(canvas, spots, spot_count,
             "\"x\":%d,\"y\":%d,\"kind\":%u,\"room\":%d,\"target\":%d,\"flags\":%u,\"arg\":%u",
             e->x, e->y, e->kind, e->room, e->target, e->flags, e->arg);
    PUT_LIST(canvas, spawns, spawn_count,
             "\"x\":%d,\"y\":%d,\"what\":%u,\"kind\":%u,\"subkind\":%u,\"room\":%d,\"power\":%d,"
             "\"count\":%d,\"flags\":%u",
             e->x, e->y, e->what, e->kind, e->subkind, e->room, e->power, e->count, e->flags);
}

static void put_tiles(const moult_canvas *canvas)
{
    printf(",\n\"tiles\":[");
    for (int32_t y = 0; y < canvas->height; y++) {
        fputs(y != 0 ? "],\n[" : "\n[", stdout);
        for (int32_t x = 0; x < canvas->width; x++)
            printf(x != 0 ? ",%u" : "%u",
                   canvas->tile[(size_t)y * (size_t)canvas->stride + (size_t)x]);
    }
    printf("]]");
}

void moult__map_json_begin(const moult__map_job *job)
{
    printf("{\"generator\":");
    moult__json_text(stdout, moult__slot_owner(job->slot));
    printf(",\"seed\":");
    moult__json_text(stdout, job->choice->seed);
    printf(",\"set\":");
    moult__json_text(stdout, job->choice->set);
    printf(",\n\"width\":%d,\"height\":%d", (int)job->choice->width, (int)job->choice->height);
}

void moult__map_json(const moult__map_job *job, const moult_canvas *canvas,
                     const moult_request *request)
{
    moult__map_json_begin(job);
    printf(",\"depth\":%d,\"attempt\":%u,\"promise\":%u,\"vocabulary\":", request->depth,
           request->attempt, canvas->promise);
    moult__json_text(stdout, canvas->vocabulary != NULL ? canvas->vocabulary : "");
    put_lists(canvas);
    put_tiles(canvas);
    printf("}\n");
}
