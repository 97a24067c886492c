/* SPDX-License-Identifier: MIT */
/* Whether a world's parts fit together. A loaded world is believed only after this: every slot a
 * link reaches exists, every order is a list without loops that holds each live slot once,
 * everybody stands on a cell, every name is a text, and the planes have their level's size. */
#include <stdlib.h>
#include <string.h>
#include "core/world/core_tables.h"
#include "core/system/text.h"

typedef struct checker {
    const moult_world *w;
    const char *who, *advice;
    moult__report *report;
} checker;

static const char of_file[] = MOULT_TEXT("The file is damaged: load another save");

static moult_status wrong(const checker *c, moult_table table, uint32_t slot, const char *what)
{
    return moult__refuse(c->report, MOULT_FORMAT, c->who, "section \"%s\" row %u: %s. %s",
                         c->w->tables[table].layout.name, slot, moult__translate(what),
                         moult__translate(c->advice));
}

static const moult__slot_row *slot_row(const moult_world *w, moult_table pool, uint32_t slot)
{
    return (const moult__slot_row *)moult__row(w, pool, slot);
}

static uint32_t rows_there(const moult_world *w, moult_table table)
{
    uint32_t in_block = w->tables[table].layout.scope == MOULT_SCOPE_WORLD ? 1 : MOULT__BLOCK_ROWS;
    return w->tables[table].run.count * in_block;
}

/* Walks one order; counts its members. */
static moult_status check_order(const checker *c, moult_table pool, uint32_t owner, uint32_t first,
                                uint32_t last, uint32_t *members)
{
    uint32_t slots = slot_row(c->w, pool, 0)->owner, previous = 0;
    for (uint32_t slot = first; slot != 0; slot = slot_row(c->w, pool, slot)->next) {
        if (slot >= slots)
            return wrong(c, pool, previous, "the next one doesn't exist");
        const moult__slot_row *row = slot_row(c->w, pool, slot);
        int32_t listed = c->w->tables[pool - 1].layout.scope == MOULT_SCOPE_LEVEL_LIST;
        if (!row->live || row->previous != previous || (!listed && row->owner != owner))
            return wrong(c, pool, slot, "the order is broken");
        if (++*members >= slots)
            return wrong(c, pool, slot, "the order runs in a circle");
        previous = slot;
    }
    return previous == last ? MOULT_OK : wrong(c, pool, previous, "the order ends elsewhere");
}

static moult_status check_free(const checker *c, moult_table pool, uint32_t live)
{
    uint32_t slots = slot_row(c->w, pool, 0)->owner, count = 0;
    uint32_t slot = slot_row(c->w, pool, 0)->generation;
    for (; slot != 0; slot = slot_row(c->w, pool, slot)->next) {
        if (slot >= slots || slot_row(c->w, pool, slot)->live || ++count >= slots)
            return wrong(c, pool, slot < slots ? slot : 0, "the list of free rows is broken");
    }
    uint32_t all = slots != 0 ? slots - 1 : 0;
    if (live + count != all || slot_row(c->w, pool, 0)->live != live)
        return wrong(c, pool, 0, "some rows are neither taken nor free");
    return MOULT_OK;
}

static moult_status check_pool(const checker *c, moult_table pool)
{
    const moult_world *w = c->w;
    const moult__slot_row *head = slot_row(w, pool, 0);
    uint32_t live = 0;
    if (head->owner > rows_there(w, pool))
        return wrong(c, pool, 0, "there are fewer rows than it says");
    moult_status status = check_order(c, pool, 0, head->next, head->previous, &live);
    int32_t which = pool == MOULT__TABLE_ACTOR_SLOT ? 0 : pool == MOULT__TABLE_ITEM_SLOT ? 1 : -1;
    uint32_t levels = which >= 0 ? slot_row(w, MOULT__TABLE_LEVEL_SLOT, 0)->owner : 0;
    for (uint32_t slot = 1; slot < levels && status >= 0; slot++) {
        const moult__level_row *row =
            (const moult__level_row *)moult__row(w, MOULT__TABLE_LEVEL, slot);
        if (!slot_row(w, MOULT__TABLE_LEVEL_SLOT, slot)->live && row->first[which] != 0)
            return wrong(c, MOULT__TABLE_LEVEL, slot, "somebody is on a level that doesn't exist");
        status = check_order(c, pool, slot, row->first[which], row->last[which], &live);
    }
    return status >= 0 ? check_free(c, pool, live) : status;
}

static moult_status check_levels(const checker *c)
{
    const moult_world *w = c->w;
    if (rows_there(w, MOULT__TABLE_LEVEL) < slot_row(w, MOULT__TABLE_LEVEL_SLOT, 0)->owner)
        return wrong(c, MOULT__TABLE_LEVEL, 0, "rows are missing");
    for (uint32_t slot = 1; slot < slot_row(w, MOULT__TABLE_LEVEL_SLOT, 0)->owner; slot++) {
        const moult__level_row *row =
            (const moult__level_row *)moult__row(w, MOULT__TABLE_LEVEL, slot);
        if (!slot_row(w, MOULT__TABLE_LEVEL_SLOT, slot)->live)
            continue;
        if (row->width < 1 || row->height < 1 || row->width > MOULT__SIDE_MAX ||
            row->height > MOULT__SIDE_MAX)
            return wrong(c, MOULT__TABLE_LEVEL, slot, "a level's size is out of range");
    }
    return MOULT_OK;
}

/* Every table has as many rows as its pool has slots. */
static moult_status check_sizes(const checker *c)
{
    const moult_world *w = c->w;
    for (uint32_t t = 1; t <= w->table_count; t++) {
        moult_table pool = w->tables[t].pool;
        uint32_t blocks = w->tables[t].run.count;
        if (pool == 0 || pool == t || blocks == 0)
            continue;
        if (blocks > w->tables[pool].run.count)
            return wrong(c, t, 0, "there are more rows than slots");
    }
    return MOULT_OK;
}

static moult_status check_slots(const checker *c)
{
    const moult_world *w = c->w;
    for (uint32_t t = 1; t <= w->table_count; t++)
        if (w->tables[t].layout.scope == MOULT__SCOPE_SLOTS &&
            slot_row(w, t, 0)->owner > rows_there(w, t))
            return wrong(c, t, 0, "there are fewer rows than it says");
    moult_status status = check_levels(c);
    for (uint32_t t = 1; t <= w->table_count && status >= 0; t++)
        if (w->tables[t].layout.scope == MOULT__SCOPE_SLOTS)
            status = check_pool(c, t);
    return status >= 0 ? check_sizes(c) : status;
}

moult_status moult__world_check_slots(const moult_world *w, const char *who, moult__report *report)
{
    const checker c = {w, who, of_file, report};
    return check_slots(&c);
}

static moult_status check_places(const checker *c, moult_table pool)
{
    const moult_world *w = c->w;
    for (uint32_t slot = 1; slot < slot_row(w, pool, 0)->owner; slot++) {
        const moult__slot_row *row = slot_row(w, pool, slot);
        if (!row->live || row->owner == 0)
            continue;
        const moult__level_row *level =
            (const moult__level_row *)moult__row(w, MOULT__TABLE_LEVEL, row->owner);
        if (row->x < 0 || row->y < 0 || row->x >= level->width || row->y >= level->height)
            return wrong(c, pool, slot, "it stands off the map");
    }
    return MOULT_OK;
}

static moult_status check_owners(const checker *c, moult_table pool)
{
    const moult_world *w = c->w;
    for (uint32_t slot = 1; slot < slot_row(w, pool, 0)->owner; slot++) {
        const moult__slot_row *row = slot_row(w, pool, slot);
        int32_t listed = w->tables[pool - 1].layout.scope == MOULT_SCOPE_LEVEL_LIST;
        if (row->live && (row->owner != 0 || listed) &&
            (row->owner == 0 || row->owner >= slot_row(w, MOULT__TABLE_LEVEL_SLOT, 0)->owner ||
             !slot_row(w, MOULT__TABLE_LEVEL_SLOT, row->owner)->live))
            return wrong(c, pool, slot, "its level doesn't exist");
    }
    return MOULT_OK;
}

static moult_status check_texts(const checker *c)
{
    const moult_world *w = c->w;
    for (uint32_t slot = 1; slot < slot_row(w, MOULT__TABLE_NAME_SLOT, 0)->owner; slot++) {
        const moult__name_row *row =
            (const moult__name_row *)moult__row(w, MOULT__TABLE_NAME, slot);
        if (!slot_row(w, MOULT__TABLE_NAME_SLOT, slot)->live || row->text[0] == 0 ||
            memchr(row->text, 0, sizeof row->text) == NULL)
            return wrong(c, MOULT__TABLE_NAME, slot, "a name is no text");
    }
    return MOULT_OK;
}

/* Every field of type name holds a name that exists. */
static moult_status check_names(const checker *c, moult_table table)
{
    const moult_world *w = c->w;
    const moult__rows *rows = &w->tables[table];
    uint32_t names = slot_row(w, MOULT__TABLE_NAME_SLOT, 0)->live;
    uint32_t slots = rows->pool != 0 ? slot_row(w, rows->pool, 0)->owner : 1;
    for (uint32_t f = 0; f < rows->layout.field_count; f++) {
        const moult__field *field = &rows->layout.fields[f];
        if (field->type != MOULT_TYPE_name)
            continue;
        for (uint32_t slot = 0; slot < slots; slot++)
            for (uint32_t i = 0; i < field->count; i++) {
                moult_name name;
                memcpy(&name, moult__row(w, table, slot) + field->offset + 4 * i, sizeof name);
                if (name > names)
                    return wrong(c, table, slot, "a name doesn't exist");
            }
    }
    return MOULT_OK;
}

/* Every level has every plane, of its size. */
static moult_status check_planes(const checker *c, moult_table table)
{
    const moult_world *w = c->w;
    const moult__rows *rows = &w->tables[table];
    uint32_t fields = rows->layout.field_count;
    for (uint32_t slot = 1; slot < slot_row(w, MOULT__TABLE_LEVEL_SLOT, 0)->owner; slot++) {
        const moult__level_row *row =
            (const moult__level_row *)moult__row(w, MOULT__TABLE_LEVEL, slot);
        uint32_t cells = (uint32_t)row->width * (uint32_t)row->height;
        if (!slot_row(w, MOULT__TABLE_LEVEL_SLOT, slot)->live)
            continue;
        if ((slot + 1) * fields > rows->plane_count)
            return wrong(c, table, slot, "a level has no planes");
        for (uint32_t f = 0; f < fields; f++)
            if (rows->planes[slot * fields + f].plane_size !=
                cells * MOULT_TYPE_WIDTH(rows->layout.fields[f].type))
                return wrong(c, table, slot, "a plane doesn't have its level's size");
    }
    return MOULT_OK;
}

static moult_status check_run(const checker *c)
{
    const moult_world *w = c->w;
    const moult__run_row *run = (const moult__run_row *)moult__row(w, MOULT__TABLE_RUN, 0);
    if (run->seed_size > MOULT_SEED_MAX)
        return wrong(c, MOULT__TABLE_RUN, 0, "the seed is too long");
    if (run->level != 0 && moult__table_live(w, MOULT__TABLE_LEVEL, run->level) == 0)
        return wrong(c, MOULT__TABLE_RUN, 0, "the current level doesn't exist");
    if (run->hero != 0 && moult__table_live(w, MOULT__TABLE_ACTOR_SLOT, run->hero) == 0)
        return wrong(c, MOULT__TABLE_RUN, 0, "the hero doesn't exist");
    return MOULT_OK;
}

static moult_status check_all(const checker *c)
{
    const moult_world *w = c->w;
    moult_status status = check_slots(c);
    for (uint32_t t = 1; t <= w->table_count && status >= 0; t++)
        if (w->tables[t].layout.scope == MOULT__SCOPE_SLOTS && t != MOULT__TABLE_LEVEL_SLOT)
            status = check_owners(c, t);
    if (status >= 0)
        status = check_places(c, MOULT__TABLE_ACTOR_SLOT);
    if (status >= 0)
        status = check_places(c, MOULT__TABLE_ITEM_SLOT);
    if (status >= 0)
        status = check_texts(c);
    for (uint32_t t = 1; t <= w->table_count && status >= 0; t++)
        status =
            w->tables[t].layout.scope == MOULT_SCOPE_CELL ? check_planes(c, t) : check_names(c, t);
    return status >= 0 ? check_run(c) : status;
}

moult_status moult__world_check(const moult_world *w, const char *who, moult__report *report)
{
    const checker c = {w, who, of_file, report};
    return check_all(&c);
}

moult_status moult__world_check_change(const moult_world *w, const char *who, moult__report *report)
{
    const checker c = {w, who, MOULT_TEXT("Nothing was changed"), report};
    return check_all(&c);
}
