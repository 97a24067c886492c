/* SPDX-License-Identifier: MIT */
/* Actors, items and list rows: made, moved, found and freed. The contracts are in moult/world.h.
 * Where somebody is, is a field of the slot; the occupancy counts beside it are derived, and make
 * "is somebody there?" one load on the empty cells that most questions are about. */
#include <stdlib.h>
#include <string.h>
#include "core/world/core_tables.h"

static moult_table pool_of(uint32_t scope)
{
    switch (scope) {
    case MOULT_SCOPE_LEVEL:
        return MOULT__TABLE_LEVEL_SLOT;
    case MOULT_SCOPE_ACTOR:
        return MOULT__TABLE_ACTOR_SLOT;
    case MOULT_SCOPE_ITEM:
        return MOULT__TABLE_ITEM_SLOT;
    default:
        return 0;
    }
}

static const moult__slot_row *slot_row(const moult_world *w, moult_table pool, uint32_t slot)
{
    return (const moult__slot_row *)moult__row(w, pool, slot);
}

/* The id's slot in a pool of its own; 0 when stale. */
static uint32_t live_slot(const moult_world *w, moult_table pool, moult_id id)
{
    return moult__table_live(w, pool, id);
}

static int32_t on_level(const moult_world *w, uint32_t level, int32_t x, int32_t y)
{
    const moult__level_row *row =
        (const moult__level_row *)moult__row(w, MOULT__TABLE_LEVEL, level);
    return x >= 0 && y >= 0 && x < row->width && y < row->height;
}

static uint8_t *count_at(const moult_world *w, moult_table pool, uint32_t level, int32_t x,
                         int32_t y)
{
    const moult__level_row *row =
        (const moult__level_row *)moult__row(w, MOULT__TABLE_LEVEL, level);
    uint32_t which = pool == MOULT__TABLE_ACTOR_SLOT ? 0 : 1;
    return &w->occupancy[level].count[which][(size_t)y * (size_t)row->width + (size_t)x];
}

/* A saturated count stays: it then only says "look". */
static void count_change(moult_world *w, moult_table pool, uint32_t level, int32_t x, int32_t y,
                         int32_t change)
{
    if (level == 0)
        return;
    uint8_t *count = count_at(w, pool, level, x, y);
    if (*count != UINT8_MAX)
        *count = (uint8_t)(*count + change);
}

/* The slot of a level that may be 0 ("no level"); -1 when it is stale or doesn't have the cell. */
static int64_t level_slot(moult_world *w, moult_id level, int32_t x, int32_t y)
{
    if (level == 0)
        return 0;
    uint32_t slot = live_slot(w, MOULT__TABLE_LEVEL_SLOT, level);
    if (slot == 0) {
        moult__fail(w, MOULT_STALE, "the level doesn't exist");
        return -1;
    }
    if (!on_level(w, slot, x, y)) {
        moult__fail(w, MOULT_RANGE, "the cell is off the map");
        return -1;
    }
    return slot;
}

moult_id moult__create(moult_world *w, uint32_t scope, moult_id level, int32_t x, int32_t y)
{
    moult_table pool = pool_of(scope);
    if (moult__writable(w, "a new actor or item") < 0)
        return 0;
    if (pool == 0 || scope == MOULT_SCOPE_LEVEL) {
        moult__fail(w, MOULT_RANGE, "only actors and items are made by moult_create");
        return 0;
    }
    int64_t owner = level_slot(w, level, x, y);
    if (owner < 0)
        return 0;
    uint32_t slot = moult__slot_take(w, pool);
    if (slot == 0) {
        moult__fail(w, MOULT_MEMORY, "out of memory for a new actor or item");
        return 0;
    }
    moult__slot_link(w, pool, slot, (uint32_t)owner);
    moult__slot_row *row = (moult__slot_row *)moult__row_edit(w, pool, slot);
    row->x = owner != 0 ? x : 0;
    row->y = owner != 0 ? y : 0;
    count_change(w, pool, (uint32_t)owner, row->x, row->y, 1);
    return moult__slot_id(w, pool, slot);
}

/* The run forgets a hero or a current level that goes. */
static void leave_run(moult_world *w, moult_table pool, uint32_t slot)
{
    const moult__run_row *run = (const moult__run_row *)moult__row(w, MOULT__TABLE_RUN, 0);
    moult_id id = moult__slot_id(w, pool, slot);
    if (pool == MOULT__TABLE_ACTOR_SLOT && run->hero == id)
        ((moult__run_row *)moult__row_edit(w, MOULT__TABLE_RUN, 0))->hero = 0;
    if (pool == MOULT__TABLE_LEVEL_SLOT && run->level == id)
        ((moult__run_row *)moult__row_edit(w, MOULT__TABLE_RUN, 0))->level = 0;
}

static void free_slot(moult_world *w, moult_table pool, uint32_t slot)
{
    const moult__slot_row *row = slot_row(w, pool, slot);
    if (pool == MOULT__TABLE_ACTOR_SLOT || pool == MOULT__TABLE_ITEM_SLOT)
        count_change(w, pool, row->owner, row->x, row->y, -1);
    leave_run(w, pool, slot);
    moult__slot_unlink(w, pool, slot);
    moult__slot_give(w, pool, slot);
}

/* What is on a level goes with it. */
static void empty_level(moult_world *w, uint32_t level)
{
    static const moult_table pools[] = {MOULT__TABLE_ACTOR_SLOT, MOULT__TABLE_ITEM_SLOT};
    for (uint32_t i = 0; i < MOULT_COUNT(pools); i++) {
        uint32_t slot;
        while ((slot = moult__slot_first(w, pools[i], level)) != 0)
            free_slot(w, pools[i], slot);
    }
    for (uint32_t t = 1; t <= w->table_count; t++) {
        if (w->tables[t].layout.scope != MOULT_SCOPE_LEVEL_LIST)
            continue;
        moult_table pool = w->tables[t].pool;
        uint32_t slot = moult__slot_first(w, pool, 0);
        while (slot != 0) {
            uint32_t next = slot_row(w, pool, slot)->next;
            if (slot_row(w, pool, slot)->owner == level)
                free_slot(w, pool, slot);
            slot = next;
        }
    }
}

moult_status moult__remove(moult_world *w, uint32_t scope, moult_id id)
{
    moult_table pool = pool_of(scope);
    moult_status status = moult__writable(w, "a removal");
    if (status < 0)
        return status;
    uint32_t slot = pool != 0 ? live_slot(w, pool, id) : 0;
    if (slot == 0)
        return moult__fail(w, MOULT_STALE, "what was to be removed doesn't exist");
    if (scope == MOULT_SCOPE_LEVEL) {
        empty_level(w, slot);
        moult__level_release(w, slot);
    }
    free_slot(w, pool, slot);
    return MOULT_OK;
}

/* The slot after `after` (0: the first) among an owner's; 0 also when `after` isn't one of them. */
static uint32_t follower(const moult_world *w, moult_table pool, uint32_t owner, moult_id after)
{
    if (after == 0)
        return moult__slot_first(w, pool, owner);
    uint32_t slot = live_slot(w, pool, after);
    return slot != 0 && slot_row(w, pool, slot)->owner == owner ? slot_row(w, pool, slot)->next : 0;
}

moult_id moult__next(const moult_world *w, uint32_t scope, moult_id level, moult_id after)
{
    moult_table pool = pool_of(scope);
    if (pool == 0)
        return 0;
    uint32_t owner = 0;
    if (level != 0 && scope != MOULT_SCOPE_LEVEL) {
        owner = live_slot(w, MOULT__TABLE_LEVEL_SLOT, level);
        if (owner == 0)
            return 0;
    }
    return moult__slot_id(w, pool, follower(w, pool, owner, after));
}

moult_status moult__where(const moult_world *w, uint32_t scope, moult_id id, moult_place *out)
{
    moult_table pool = pool_of(scope);
    uint32_t slot = pool != 0 ? live_slot(w, pool, id) : 0;
    if (slot == 0 || scope == MOULT_SCOPE_LEVEL)
        return MOULT_STALE;
    const moult__slot_row *row = slot_row(w, pool, slot);
    out->x = row->x;
    out->y = row->y;
    out->reserved = 0;
    out->level = moult__slot_id(w, MOULT__TABLE_LEVEL_SLOT, row->owner);
    return MOULT_OK;
}

moult_status moult__move(moult_world *w, uint32_t scope, moult_id id, moult_id level, int32_t x,
                         int32_t y)
{
    moult_table pool = pool_of(scope);
    moult_status status = moult__writable(w, "a move");
    if (status < 0)
        return status;
    uint32_t slot = pool != 0 && scope != MOULT_SCOPE_LEVEL ? live_slot(w, pool, id) : 0;
    if (slot == 0)
        return moult__fail(w, MOULT_STALE, "who was to be moved doesn't exist");
    int64_t owner = level_slot(w, level, x, y);
    if (owner < 0)
        return w->report.status;
    moult__slot_row *row = (moult__slot_row *)moult__row_edit(w, pool, slot);
    count_change(w, pool, row->owner, row->x, row->y, -1);
    if (row->owner != (uint32_t)owner) {
        moult__slot_unlink(w, pool, slot);
        moult__slot_link(w, pool, slot, (uint32_t)owner);
    }
    row->x = owner != 0 ? x : 0;
    row->y = owner != 0 ? y : 0;
    count_change(w, pool, (uint32_t)owner, row->x, row->y, 1);
    return MOULT_OK;
}

moult_id moult__at(const moult_world *w, uint32_t scope, moult_id level, int32_t x, int32_t y,
                   moult_id after)
{
    moult_table pool = pool_of(scope);
    uint32_t owner = live_slot(w, MOULT__TABLE_LEVEL_SLOT, level);
    if (pool == 0 || scope == MOULT_SCOPE_LEVEL || owner == 0 || !on_level(w, owner, x, y) ||
        *count_at(w, pool, owner, x, y) == 0)
        return 0;
    uint32_t slot = follower(w, pool, owner, after);
    for (; slot != 0; slot = slot_row(w, pool, slot)->next) {
        const moult__slot_row *row = slot_row(w, pool, slot);
        if (row->x == x && row->y == y)
            return moult__slot_id(w, pool, slot);
    }
    return 0;
}

static int32_t is_list(const moult_world *w, moult_table table)
{
    if (table == 0 || table > w->table_count)
        return 0;
    uint32_t scope = w->tables[table].layout.scope;
    return scope == MOULT_SCOPE_WORLD_LIST || scope == MOULT_SCOPE_LEVEL_LIST;
}

/* The core's lists have functions of their own. */
static int32_t is_open_list(const moult_world *w, moult_table table)
{
    return is_list(w, table) && !(w->tables[table].layout.flags & MOULT_TABLE_CORE);
}

static moult_id append(moult_world *w, moult_table table, uint32_t owner)
{
    moult_table pool = w->tables[table].pool;
    uint32_t slot = moult__slot_take(w, pool);
    if (slot == 0) {
        moult__fail(w, MOULT_MEMORY, "out of memory for a new row");
        return 0;
    }
    moult__slot_link(w, pool, slot, owner);
    return moult__slot_id(w, pool, slot);
}

moult_id moult__append(moult_world *w, moult_table table, moult_id level)
{
    if (moult__writable(w, "a new row") < 0)
        return 0;
    if (!is_open_list(w, table) ||
        (level != 0) != (w->tables[table].layout.scope == MOULT_SCOPE_LEVEL_LIST)) {
        moult__fail(w, MOULT_RANGE, "rows are added to lists only; a level's list needs a level");
        return 0;
    }
    int64_t owner = level_slot(w, level, 0, 0);
    return owner >= 0 ? append(w, table, (uint32_t)owner) : 0;
}

moult_id moult__append_core(moult_world *w, moult_table table)
{
    return append(w, table, 0);
}

moult_status moult__remove_row(moult_world *w, moult_table table, moult_id id)
{
    moult_status status = moult__writable(w, "a removal");
    if (status < 0)
        return status;
    uint32_t slot = is_open_list(w, table) ? moult__table_live(w, table, id) : 0;
    if (slot == 0)
        return moult__fail(w, MOULT_STALE, "the row that was to be removed doesn't exist");
    free_slot(w, w->tables[table].pool, slot);
    return MOULT_OK;
}

void moult__remove_core(moult_world *w, moult_table table, uint32_t slot)
{
    free_slot(w, w->tables[table].pool, slot);
}

moult_id moult__next_row(const moult_world *w, moult_table table, moult_id level, moult_id after)
{
    if (!is_list(w, table))
        return 0;
    moult_table pool = w->tables[table].pool;
    uint32_t owner = level != 0 ? live_slot(w, MOULT__TABLE_LEVEL_SLOT, level) : 0;
    uint32_t slot = after != 0 ? moult__table_live(w, table, after) : 0;
    if ((level != 0 && owner == 0) || (after != 0 && slot == 0))
        return 0;
    slot = slot != 0 ? slot_row(w, pool, slot)->next : moult__slot_first(w, pool, 0);
    while (slot != 0 && slot_row(w, pool, slot)->owner != owner)
        slot = slot_row(w, pool, slot)->next;
    return moult__slot_id(w, pool, slot);
}

/* After a load: counts who is where. */
moult_status moult__occupancy_rebuild(moult_world *w)
{
    static const moult_table pools[] = {MOULT__TABLE_ACTOR_SLOT, MOULT__TABLE_ITEM_SLOT};
    for (uint32_t i = 0; i < MOULT_COUNT(pools); i++) {
        uint32_t slots = slot_row(w, pools[i], 0)->owner;
        for (uint32_t slot = 1; slot < slots; slot++) {
            const moult__slot_row *row = slot_row(w, pools[i], slot);
            if (row->live)
                count_change(w, pools[i], row->owner, row->x, row->y, 1);
        }
    }
    return MOULT_OK;
}
