/* SPDX-License-Identifier: MIT */
/* Planes with guards, lists that grow, and a budget, behind the functions of `moult_canvas`.
 *
 * Each plane lies between two guards of at least one row, filled with a pattern: a cell just before
 * or after the plane, the usual slip, is found when the attempt ends. Lists hold the core's own
 * copies, with `size` as the core knows it.
 *
 * Cost of a blank canvas: clearing 5 bytes a cell. */
#include "core/game/canvas.h"
#include <moult/status.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GUARD_PATTERN 0xA5
#define GUARD_MIN 64u /* cells; small maps would else have guards that a slip jumps over */
#define ALIGNMENT 64u
#define FIRST_CAPACITY 64u

/* No padding: `moult__canvas_intact` compares the structs as bytes. */
MOULT_STATIC_ASSERT(sizeof(moult_canvas) == offsetof(moult_canvas, figure) + sizeof(void *) &&
                        offsetof(moult_canvas, add_room) == 112,
                    "the canvas has no padding");

static int32_t on_canvas(const moult__canvas *canvas, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < canvas->own.width && y < canvas->own.height;
}

/* Copies what both the writer and the core know of an entry; 0 when there is nothing to copy. */
static int32_t entry_copy(void *copy, uint32_t copy_size, const void *entry)
{
    uint32_t size;
    if (entry == NULL)
        return 0;
    memcpy(&size, entry, sizeof size); /* each entry begins with it */
    if (size < sizeof size)
        return 0;
    memset(copy, 0, copy_size);
    memcpy(copy, entry, size < copy_size ? size : copy_size);
    memcpy(copy, &copy_size, sizeof copy_size);
    return 1;
}

/* Answers the entry's index. */
static int32_t list_add(moult__canvas_list *list, const void *entry)
{
    if (list->count >= list->limit)
        return MOULT_FULL;
    if (list->count == list->capacity) {
        uint32_t capacity = list->capacity > 0 ? list->capacity * 2 : FIRST_CAPACITY;
        void *entries = realloc(list->entries, (size_t)capacity * list->entry_size);
        if (entries == NULL)
            return MOULT_FULL;
        list->entries = entries;
        list->capacity = capacity;
    }
    memcpy((uint8_t *)list->entries + (size_t)list->count * list->entry_size, entry,
           list->entry_size);
    return (int32_t)list->count++;
}

static int32_t add_room(moult_canvas *open, const moult_room *room)
{
    moult__canvas *canvas = (moult__canvas *)open;
    moult_room copy;
    if (!entry_copy(&copy, sizeof copy, room) || !on_canvas(canvas, copy.x0, copy.y0) ||
        !on_canvas(canvas, copy.x1, copy.y1) || copy.x0 > copy.x1 || copy.y0 > copy.y1)
        return MOULT_RANGE;
    int32_t index = list_add(&canvas->rooms, &copy);
    open->rooms = canvas->own.rooms = canvas->rooms.entries;
    open->room_count = canvas->own.room_count = canvas->rooms.count;
    return index;
}

static int32_t add_door(moult_canvas *open, const moult_door *door)
{
    moult__canvas *canvas = (moult__canvas *)open;
    moult_door copy;
    if (!entry_copy(&copy, sizeof copy, door) || !on_canvas(canvas, copy.x, copy.y))
        return MOULT_RANGE;
    int32_t index = list_add(&canvas->doors, &copy);
    open->doors = canvas->own.doors = canvas->doors.entries;
    open->door_count = canvas->own.door_count = canvas->doors.count;
    return index;
}

static int32_t add_spot(moult_canvas *open, const moult_spot *spot)
{
    moult__canvas *canvas = (moult__canvas *)open;
    moult_spot copy;
    if (!entry_copy(&copy, sizeof copy, spot) || !on_canvas(canvas, copy.x, copy.y))
        return MOULT_RANGE;
    int32_t index = list_add(&canvas->spots, &copy);
    open->spots = canvas->own.spots = canvas->spots.entries;
    open->spot_count = canvas->own.spot_count = canvas->spots.count;
    return index;
}

static int32_t add_spawn(moult_canvas *open, const moult_spawn *spawn)
{
    moult__canvas *canvas = (moult__canvas *)open;
    moult_spawn copy;
    if (!entry_copy(&copy, sizeof copy, spawn) || !on_canvas(canvas, copy.x, copy.y))
        return MOULT_RANGE;
    int32_t index = list_add(&canvas->spawns, &copy);
    open->spawns = canvas->own.spawns = canvas->spawns.entries;
    open->spawn_count = canvas->own.spawn_count = canvas->spawns.count;
    return index;
}

static int32_t spend(moult_canvas *open, uint32_t steps)
{
    moult__canvas *canvas = (moult__canvas *)open;
    if (canvas->spent || steps > canvas->budget) {
        canvas->spent = 1;
        return MOULT_BUDGET;
    }
    canvas->budget -= steps;
    return MOULT_OK;
}

static moult_status refuse(moult_canvas *open, moult_status status, const char *why)
{
    moult__canvas *canvas = (moult__canvas *)open;
    snprintf(canvas->said, sizeof canvas->said, "%s", why != NULL ? why : "");
    return status;
}

static void figure(moult_canvas *open, const char *name, int64_t value)
{
    moult__canvas *canvas = (moult__canvas *)open;
    size_t length = name != NULL ? strnlen(name, MOULT__TOLD_NAME) : 0;
    uint32_t i = 0;
    if (length == 0 || length == MOULT__TOLD_NAME ||
        strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") != length)
        return;
    while (i < canvas->told_count && strcmp(canvas->told[i].name, name) != 0)
        i++;
    if (i == MOULT__TOLD_MAX)
        return;
    moult__told *told = &canvas->told[i];
    if (i == canvas->told_count) {
        memset(told, 0, sizeof *told);
        memcpy(told->name, name, length);
        canvas->told_count++;
    }
    told->value = (int64_t)((uint64_t)told->value + (uint64_t)value);
}

static moult__canvas_list list_of(uint32_t entry_size, uint32_t limit)
{
    moult__canvas_list list = {.entry_size = entry_size, .limit = limit};
    return list;
}

moult__canvas *moult__canvas_create(void)
{
    moult__canvas *canvas = calloc(1, sizeof *canvas);
    if (canvas == NULL)
        return NULL;
    canvas->rooms = list_of(sizeof(moult_room), MOULT__ROOMS_MAX);
    canvas->doors = list_of(sizeof(moult_door), MOULT__DOORS_MAX);
    canvas->spots = list_of(sizeof(moult_spot), MOULT__SPOTS_MAX);
    canvas->spawns = list_of(sizeof(moult_spawn), MOULT__SPAWNS_MAX);
    return canvas;
}

void moult__canvas_free(moult__canvas *canvas)
{
    if (canvas == NULL)
        return;
    free(canvas->rooms.entries);
    free(canvas->doors.entries);
    free(canvas->spots.entries);
    free(canvas->spawns.entries);
    free(canvas->block);
    free(canvas);
}

static size_t aligned(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Room for a plane of `cells` cells of `width` bytes between two guards. */
static size_t plane_size(size_t cells, size_t guard, size_t width)
{
    return aligned(guard * width) + aligned((cells + guard) * width);
}

/* Takes a plane from the block at `*at`: guards filled, all its bytes `value`. */
static void *plane_take(uint8_t **at, size_t cells, size_t guard, size_t width, int value)
{
    uint8_t *plane = *at + aligned(guard * width);
    memset(plane - guard * width, GUARD_PATTERN, guard * width);
    memset(plane, value, cells * width);
    memset(plane + cells * width, GUARD_PATTERN, guard * width);
    *at += plane_size(cells, guard, width);
    return plane;
}

/* Sees to a block that is large enough and lays it out; 0: out of memory. */
static int32_t block_prepare(moult__canvas *canvas, size_t width, size_t height)
{
    size_t cells = width * height, guard = width > GUARD_MIN ? width : GUARD_MIN;
    size_t scratch = aligned((width + 2) * (height + 2));
    size_t size = 3 * plane_size(cells, guard, 1) + plane_size(cells, guard, 2) + scratch +
                  (width + 1) / 2 * height * sizeof(moult__stretch);
    if (size > canvas->block_size) {
        free(canvas->block);
        canvas->block_size = 0;
        canvas->block = aligned_alloc(ALIGNMENT, aligned(size));
        if (canvas->block == NULL)
            return 0;
        canvas->block_size = size;
    }
    uint8_t *at = canvas->block;
    canvas->guard = (uint32_t)guard;
    canvas->own.tile = plane_take(&at, cells, guard, 1, MOULT_TILE_STONE);
    canvas->own.detail = plane_take(&at, cells, guard, 1, 0);
    canvas->own.mark = plane_take(&at, cells, guard, 1, 0);
    canvas->own.room = plane_take(&at, cells, guard, 2, 0);
    canvas->scratch = at;
    canvas->runs = (void *)(at + scratch);
    return 1;
}

moult_canvas *moult__canvas_begin(moult__canvas *canvas, const moult_request *request,
                                  uint64_t budget_steps)
{
    int32_t width = request->width, height = request->height;
    if (width < 1 || height < 1 || width > MOULT__CANVAS_SIDE || height > MOULT__CANVAS_SIDE)
        return NULL;
    canvas->own = (moult_canvas){
        .size = sizeof(moult_canvas),
        .width = width,
        .height = height,
        .stride = width,
        .add_room = add_room,
        .add_door = add_door,
        .add_spot = add_spot,
        .add_spawn = add_spawn,
        .spend = spend,
        .refuse = refuse,
        .figure = canvas->listens ? figure : NULL,
    };
    if (!block_prepare(canvas, (size_t)width, (size_t)height))
        return NULL;
    canvas->rooms.count = canvas->doors.count = canvas->spots.count = canvas->spawns.count = 0;
    canvas->budget = budget_steps;
    canvas->spent = 0;
    canvas->said[0] = 0;
    canvas->told_count = 0;
    canvas->open = canvas->own;
    return &canvas->open;
}

/* A guard is whole when it begins with the pattern and each byte equals the one after it. */
static int32_t guard_whole(const uint8_t *guard, size_t size)
{
    return guard[0] == GUARD_PATTERN && memcmp(guard, guard + 1, size - 1) == 0;
}

static int32_t guards_whole(const moult__canvas *canvas, const void *plane, size_t width)
{
    const uint8_t *bytes = plane;
    size_t cells = (size_t)canvas->own.stride * (size_t)canvas->own.height;
    size_t guard = canvas->guard * width;
    return guard_whole(bytes - guard, guard) && guard_whole(bytes + cells * width, guard);
}

int32_t moult__canvas_intact(const moult__canvas *canvas)
{
    const moult_canvas *own = &canvas->own;
    moult_canvas expected = *own;
    expected.vocabulary = canvas->open.vocabulary;
    expected.promise = canvas->open.promise;
    expected.reserved = canvas->open.reserved;
    return memcmp(&expected, &canvas->open, sizeof expected) == 0 &&
           guards_whole(canvas, own->tile, 1) && guards_whole(canvas, own->detail, 1) &&
           guards_whole(canvas, own->mark, 1) && guards_whole(canvas, own->room, 2);
}
