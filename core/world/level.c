/* SPDX-License-Identifier: MIT */
/* Levels and their planes. A plane is one field of a CELL table on one level: width*height values
 * in one piece of memory, row-major, cut into blocks of 1 KB for hash and checkpoint. */
#include <stdlib.h>
#include <string.h>
#include <moult/tiles.h>
#include "core/world/core_tables.h"

static const moult__level_row *level_row(const moult_world *w, uint32_t slot)
{
    return (const moult__level_row *)moult__row(w, MOULT__TABLE_LEVEL, slot);
}

static uint32_t level_slot(const moult_world *w, moult_id level)
{
    return moult__table_live(w, MOULT__TABLE_LEVEL, level);
}

static moult__run *plane_run(const moult_world *w, moult_table table, uint32_t slot, uint32_t field)
{
    const moult__rows *rows = &w->tables[table];
    uint32_t index = slot * rows->layout.field_count + field;
    if (rows->layout.scope != MOULT_SCOPE_CELL || field >= rows->layout.field_count ||
        index >= rows->plane_count || rows->planes[index].plane == NULL)
        return NULL;
    return &rows->planes[index];
}

/* Makes one plane of zeroes; the level has none there yet. */
moult_status moult__plane_make(moult_world *w, moult__rows *rows, uint32_t slot, uint32_t field,
                               uint32_t cells)
{
    const moult__layout *layout = &rows->layout;
    uint32_t needed = (slot + 1) * layout->field_count;
    if (needed > rows->plane_count) {
        moult__run *planes = realloc(rows->planes, needed * sizeof *planes);
        if (planes == NULL)
            return MOULT_MEMORY;
        memset(planes + rows->plane_count, 0, (needed - rows->plane_count) * sizeof *planes);
        rows->planes = planes;
        rows->plane_count = needed;
    }
    uint64_t seed = layout->seed ^ ((uint64_t)slot << 40) ^ ((uint64_t)(field + 1) << 32);
    return moult__run_plane(w, rows, slot * layout->field_count + field,
                            cells * MOULT_TYPE_WIDTH(layout->fields[field].type), seed);
}

static moult_status table_planes(moult_world *w, moult_table table, uint32_t slot, uint32_t cells)
{
    moult_status status = MOULT_OK;
    for (uint32_t f = 0; f < w->tables[table].layout.field_count && status >= 0; f++)
        if (plane_run(w, table, slot, f) == NULL)
            status = moult__plane_make(w, &w->tables[table], slot, f, cells);
    return status;
}

static moult_status cover_occupancy(moult_world *w, uint32_t slot, uint32_t cells)
{
    if (slot >= w->occupancy_count) {
        moult__occupancy *all = realloc(w->occupancy, (slot + 1) * sizeof *all);
        if (all == NULL)
            return MOULT_MEMORY;
        memset(all + w->occupancy_count, 0, (slot + 1 - w->occupancy_count) * sizeof *all);
        w->occupancy = all;
        w->occupancy_count = slot + 1;
    }
    for (uint32_t i = 0; i < 2; i++) {
        free(w->occupancy[slot].count[i]);
        w->occupancy[slot].count[i] = calloc(cells, 1);
        if (w->occupancy[slot].count[i] == NULL)
            return MOULT_MEMORY;
    }
    return MOULT_OK;
}

/* Gives a level, whose row has its size, all planes that it lacks, zeroed, and its occupancy. */
moult_status moult__level_planes(moult_world *w, uint32_t slot)
{
    uint32_t cells = (uint32_t)level_row(w, slot)->width * (uint32_t)level_row(w, slot)->height;
    moult_status status = cover_occupancy(w, slot, cells);
    for (uint32_t t = 1; t <= w->table_count && status >= 0; t++)
        if (w->tables[t].layout.scope == MOULT_SCOPE_CELL)
            status = table_planes(w, t, slot, cells);
    return status;
}

void moult__level_release(moult_world *w, uint32_t slot)
{
    w->tracked = 0;
    for (uint32_t t = 1; t <= w->table_count; t++) {
        moult__rows *rows = &w->tables[t];
        uint32_t fields = rows->layout.field_count;
        if (rows->layout.scope != MOULT_SCOPE_CELL || (slot + 1) * fields > rows->plane_count)
            continue;
        for (uint32_t f = 0; f < fields; f++)
            moult__run_free(w, &rows->planes[slot * fields + f]);
    }
    for (uint32_t i = 0; i < 2 && slot < w->occupancy_count; i++) {
        free(w->occupancy[slot].count[i]);
        w->occupancy[slot].count[i] = NULL;
    }
}

moult_id moult__level_create(moult_world *w, int32_t width, int32_t height, int32_t depth)
{
    if (moult__writable(w, "a new level") < 0)
        return 0;
    if (width < 1 || height < 1 || width > MOULT__SIDE_MAX || height > MOULT__SIDE_MAX) {
        moult__fail(w, MOULT_RANGE, "a level has 1 to 4096 cells a side");
        return 0;
    }
    uint32_t slot = moult__slot_take(w, MOULT__TABLE_LEVEL_SLOT);
    if (slot == 0) {
        moult__fail(w, MOULT_MEMORY, "out of memory for a new level");
        return 0;
    }
    moult__slot_link(w, MOULT__TABLE_LEVEL_SLOT, slot, 0);
    moult__level_row *row = (moult__level_row *)moult__row_edit(w, MOULT__TABLE_LEVEL, slot);
    row->width = width;
    row->height = height;
    row->depth = depth;
    moult_id id = moult__slot_id(w, MOULT__TABLE_LEVEL_SLOT, slot);
    if (moult__level_planes(w, slot) < 0) {
        moult__remove(w, MOULT_SCOPE_LEVEL, id);
        moult__fail(w, MOULT_MEMORY, "out of memory for a new level");
        return 0;
    }
    moult__run *tiles = plane_run(w, MOULT__TABLE_CELL, slot, MOULT_PLANE_TILE);
    memset(tiles->plane, MOULT_TILE_STONE, tiles->plane_size);
    return id;
}

static moult__run_row *run_edit(moult_world *w)
{
    return (moult__run_row *)moult__row_edit(w, MOULT__TABLE_RUN, 0);
}

static const moult__run_row *run_read(const moult_world *w)
{
    return (const moult__run_row *)moult__row(w, MOULT__TABLE_RUN, 0);
}

moult_id moult__level(const moult_world *w)
{
    return run_read(w)->level;
}

moult_status moult__level_enter(moult_world *w, moult_id level)
{
    moult_status status = moult__writable(w, "entering a level");
    if (status < 0)
        return status;
    if (level_slot(w, level) == 0)
        return moult__fail(w, MOULT_STALE, "the level to enter doesn't exist");
    run_edit(w)->level = level;
    return MOULT_OK;
}

moult_id moult__hero(const moult_world *w)
{
    return run_read(w)->hero;
}

moult_status moult__set_hero(moult_world *w, moult_id actor)
{
    moult_status status = moult__writable(w, "a new hero");
    if (status < 0)
        return status;
    if (actor != 0 && moult__table_live(w, MOULT__TABLE_ACTOR_SLOT, actor) == 0)
        return moult__fail(w, MOULT_STALE, "the hero to be doesn't exist");
    run_edit(w)->hero = actor;
    return MOULT_OK;
}

uint32_t moult__turn(const moult_world *w)
{
    return run_read(w)->turn;
}

uint32_t moult__turn_passed(moult_world *w)
{
    if (moult__writable(w, "the passing of a turn") < 0)
        return moult__turn(w);
    return ++run_edit(w)->turn;
}

moult_status moult__view(const moult_world *w, moult_id level, moult_view *out)
{
    uint32_t slot = level_slot(w, level);
    if (slot == 0)
        return MOULT_STALE;
    const moult__level_row *row = level_row(w, slot);
    const moult__run *core = &w->tables[MOULT__TABLE_CELL].planes[slot * 5];
    out->width = row->width;
    out->height = row->height;
    out->stride = row->width;
    out->depth = row->depth;
    out->flags = 0;
    out->level = level;
    out->tile = core[MOULT_PLANE_TILE].plane;
    out->detail = core[MOULT_PLANE_DETAIL].plane;
    out->mark = core[MOULT_PLANE_MARK].plane;
    out->known = core[MOULT_PLANE_KNOWN].plane;
    out->room = (const uint16_t *)(const void *)core[MOULT_PLANE_ROOM].plane;
    out->lit = plane_run(w, MOULT__TABLE_LIT, slot, 0)->plane;
    return MOULT_OK;
}

uint32_t moult__tile(const moult_world *w, int32_t x, int32_t y)
{
    uint32_t slot = level_slot(w, moult__level(w));
    if (slot == 0)
        return MOULT_TILE_STONE;
    const moult__level_row *row = level_row(w, slot);
    if (x < 0 || y < 0 || x >= row->width || y >= row->height)
        return MOULT_TILE_STONE;
    return plane_run(w, MOULT__TABLE_CELL, slot, MOULT_PLANE_TILE)
        ->plane[(size_t)y * (size_t)row->width + (size_t)x];
}

moult_status moult__set_cell(moult_world *w, moult_id level, uint32_t plane, int32_t x, int32_t y,
                             uint32_t value)
{
    moult_status status = moult__writable(w, "a cell to change");
    if (status < 0)
        return status;
    uint32_t slot = level_slot(w, level);
    if (slot == 0)
        return moult__fail(w, MOULT_STALE, "the level doesn't exist");
    const moult__level_row *row = level_row(w, slot);
    if (plane > MOULT_PLANE_LIT || x < 0 || y < 0 || x >= row->width || y >= row->height)
        return moult__fail(w, MOULT_RANGE, "the cell is off the map, or there is no such plane");
    uint32_t limit = plane == MOULT_PLANE_ROOM ? UINT16_MAX : UINT8_MAX;
    if (value > limit)
        return moult__fail(w, MOULT_RANGE, "the value doesn't fit the plane");
    moult__run *run = plane == MOULT_PLANE_LIT ? plane_run(w, MOULT__TABLE_LIT, slot, 0)
                                               : plane_run(w, MOULT__TABLE_CELL, slot, plane);
    size_t at = (size_t)y * (size_t)row->width + (size_t)x;
    size_t width = plane == MOULT_PLANE_ROOM ? 2 : 1;
    moult__block_touch(w, run->blocks[at * width / MOULT__BLOCK_BYTES]);
    if (width == 2) {
        uint16_t room = (uint16_t)value;
        memcpy(run->plane + at * 2, &room, 2);
    } else {
        run->plane[at] = (uint8_t)value;
    }
    return MOULT_OK;
}

static moult__run *any_plane(const moult_world *w, moult_table table, moult_id level,
                             uint32_t field)
{
    uint32_t slot = level_slot(w, level);
    if (table == 0 || table > w->table_count || slot == 0)
        return NULL;
    return plane_run(w, table, slot, field);
}

const void *moult__plane(const moult_world *w, moult_table table, moult_id level, uint32_t field)
{
    const moult__run *run = any_plane(w, table, level, field);
    return run != NULL ? run->plane : NULL;
}

/* Marks the whole plane as changed. The core's planes too: generators' results and sight go there.
 * */
void *moult__plane_edit(moult_world *w, moult_table table, moult_id level, uint32_t field)
{
    if (moult__writable(w, "a plane to edit") < 0)
        return NULL;
    moult__run *run = any_plane(w, table, level, field);
    if (run == NULL) {
        moult__fail(w, MOULT_STALE, "the plane doesn't exist");
        return NULL;
    }
    for (uint32_t i = 0; i < run->count; i++)
        moult__block_touch(w, run->blocks[i]);
    return run->plane;
}
