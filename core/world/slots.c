/* SPDX-License-Identifier: MIT */
/* Pools of slots: which ids live, and in what order.
 *
 * A pool is a table of slots. Its head (slot 0) knows the free list and the members that hang on
 * no level; the members of a level hang on that level's row, so that asking for a level's actors
 * costs as much as it has actors. Everything is a row: a load restores ids, order and free list
 * exactly. */
#include "core/world/core_tables.h"

static moult__slot_row *slot_edit(moult_world *w, moult_table pool, uint32_t slot)
{
    return (moult__slot_row *)moult__row_edit(w, pool, slot);
}

static const moult__slot_row *slot_read(const moult_world *w, moult_table pool, uint32_t slot)
{
    return (const moult__slot_row *)moult__row(w, pool, slot);
}

/* Every table whose rows are this pool's gets room for the slot. */
static moult_status cover(moult_world *w, moult_table pool, uint32_t slots)
{
    moult_status status = moult__rows_cover(w, pool, slots);
    for (uint32_t t = 1; t <= w->table_count && status >= 0; t++)
        if (w->tables[t].pool == pool)
            status = moult__rows_cover(w, t, slots);
    return status;
}

/* A free slot with zeroed rows, linked nowhere yet; 0: no memory. */
uint32_t moult__slot_take(moult_world *w, moult_table pool)
{
    const moult__slot_row *head = slot_read(w, pool, 0);
    uint32_t slot = head->generation;
    if (slot == 0) {
        slot = head->owner != 0 ? head->owner : 1;
        if (slot == UINT32_MAX || cover(w, pool, slot + 1) < 0)
            return 0;
        slot_edit(w, pool, 0)->owner = slot + 1;
        slot_edit(w, pool, slot)->generation = 1;
    } else {
        slot_edit(w, pool, 0)->generation = slot_read(w, pool, slot)->next;
    }
    moult__slot_row *row = slot_edit(w, pool, slot);
    row->next = 0;
    row->previous = 0;
    row->live = 1;
    slot_edit(w, pool, 0)->live++;
    return slot;
}

static void clear_rows(moult_world *w, moult_table pool, uint32_t slot)
{
    for (uint32_t t = 1; t <= w->table_count; t++) {
        const moult__rows *rows = &w->tables[t];
        if (rows->pool != pool || t == pool)
            continue;
        uint8_t *row = moult__row_edit(w, t, slot);
        for (uint32_t i = 0; i < rows->layout.row_size; i++)
            row[i] = 0;
    }
}

/* Frees an unlinked slot: its rows are zeroed, its ids are stale from here on. */
void moult__slot_give(moult_world *w, moult_table pool, uint32_t slot)
{
    clear_rows(w, pool, slot);
    moult__slot_row *row = slot_edit(w, pool, slot);
    row->generation = row->generation == UINT32_MAX ? 1 : row->generation + 1;
    row->live = 0;
    row->owner = 0;
    row->previous = 0;
    row->x = 0;
    row->y = 0;
    row->next = slot_read(w, pool, 0)->generation;
    moult__slot_row *head = slot_edit(w, pool, 0);
    head->generation = slot;
    head->live--;
}

/* The two ends of an owner's list, to change. Actors and items hang on their level's row, all else
 * on the pool's head. */
typedef struct ends {
    moult_table table;
    uint32_t row;
    int32_t which; /* -1: the head's next and previous */
} ends;

static ends ends_of(moult_table pool, uint32_t owner)
{
    ends e = {pool, 0, -1};
    if (owner != 0 && (pool == MOULT__TABLE_ACTOR_SLOT || pool == MOULT__TABLE_ITEM_SLOT)) {
        e.table = MOULT__TABLE_LEVEL;
        e.row = owner;
        e.which = pool == MOULT__TABLE_ACTOR_SLOT ? 0 : 1;
    }
    return e;
}

static uint32_t get_end(const moult_world *w, const ends *e, int32_t last)
{
    const uint8_t *row = moult__row(w, e->table, e->row);
    if (e->which < 0)
        return last ? ((const moult__slot_row *)row)->previous
                    : ((const moult__slot_row *)row)->next;
    const moult__level_row *level = (const moult__level_row *)row;
    return last ? level->last[e->which] : level->first[e->which];
}

static void set_end(moult_world *w, const ends *e, int32_t last, uint32_t slot)
{
    uint8_t *row = moult__row_edit(w, e->table, e->row);
    if (e->which < 0 && last)
        ((moult__slot_row *)row)->previous = slot;
    else if (e->which < 0)
        ((moult__slot_row *)row)->next = slot;
    else if (last)
        ((moult__level_row *)row)->last[e->which] = slot;
    else
        ((moult__level_row *)row)->first[e->which] = slot;
}

/* Puts the slot at the end of its owner's order. */
void moult__slot_link(moult_world *w, moult_table pool, uint32_t slot, uint32_t owner)
{
    ends e = ends_of(pool, owner);
    uint32_t last = get_end(w, &e, 1);
    moult__slot_row *row = slot_edit(w, pool, slot);
    row->owner = owner;
    row->previous = last;
    row->next = 0;
    if (last != 0)
        slot_edit(w, pool, last)->next = slot;
    else
        set_end(w, &e, 0, slot);
    set_end(w, &e, 1, slot);
}

void moult__slot_unlink(moult_world *w, moult_table pool, uint32_t slot)
{
    const moult__slot_row *row = slot_read(w, pool, slot);
    ends e = ends_of(pool, row->owner);
    uint32_t next = row->next, previous = row->previous;
    if (previous != 0)
        slot_edit(w, pool, previous)->next = next;
    else
        set_end(w, &e, 0, next);
    if (next != 0)
        slot_edit(w, pool, next)->previous = previous;
    else
        set_end(w, &e, 1, previous);
}

uint32_t moult__slot_first(const moult_world *w, moult_table pool, uint32_t owner)
{
    ends e = ends_of(pool, owner);
    return get_end(w, &e, 0);
}

moult_id moult__slot_id(const moult_world *w, moult_table pool, uint32_t slot)
{
    if (slot == 0)
        return 0;
    return (moult_id)slot_read(w, pool, slot)->generation << 32 | slot;
}
