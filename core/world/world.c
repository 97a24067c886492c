/* SPDX-License-Identifier: MIT */
/* A world's life: made of layouts, seeded, emptied for a new run, freed. */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include "core/world/core_tables.h"
#include "core/world/frame.h"

/* Tables whose rows hang on a pool of the core's. */
static moult_table pool_for(uint32_t scope)
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

/* A list's slots follow it; everything else hangs on a core pool, which covers it at once. */
static moult_status push_table(moult_world *w, const moult__layout *layout)
{
    moult__rows *tables = realloc(w->tables, (w->table_count + 2) * sizeof *tables);
    if (tables == NULL)
        return MOULT_MEMORY;
    w->tables = tables;
    moult_table t = w->table_count + 1;
    memset(&tables[0], 0, sizeof tables[0]);
    memset(&tables[t], 0, sizeof tables[t]);
    moult_status status = moult__layout_clone(&tables[t].layout, layout);
    if (status < 0)
        return status;
    w->table_count = t;
    w->tracked = 0;
    tables[t].table = t;
    uint32_t scope = layout->scope;
    uint32_t slots = 1;
    if (scope == MOULT__SCOPE_SLOTS) {
        tables[t].pool = t;
        moult__rows *list = &tables[t - 1];
        if (list->layout.scope == MOULT_SCOPE_WORLD_LIST ||
            list->layout.scope == MOULT_SCOPE_LEVEL_LIST)
            list->pool = t;
    } else if (pool_for(scope) != 0) {
        tables[t].pool = pool_for(scope);
        slots = tables[tables[t].pool].run.count * MOULT__BLOCK_ROWS;
    }
    return scope == MOULT_SCOPE_CELL ? MOULT_OK : moult__rows_cover(w, t, slots);
}

/* The layout of the slots that belong to a list: the shape of any, under the list's name. */
static moult_status push_slots(moult_world *w, const char *list)
{
    moult__layout layout;
    moult_status status =
        moult__layout_copy(&layout, moult__core_schema(MOULT__TABLE_NAME_SLOT), "core", &w->report);
    if (status >= 0) {
        snprintf(layout.name, sizeof layout.name, "%.*s.slot", MOULT_SLOT_SIZE - 6, list);
        status = moult__layout_finish(&layout, "core", &w->report);
    }
    if (status >= 0)
        status = push_table(w, &layout);
    moult__layout_free(&layout);
    return status;
}

moult_status moult__world_add_table(moult_world *w, const moult__layout *layout)
{
    if (moult__table_find(w, layout->name) != 0)
        return moult__refuse(&w->report, MOULT_REFUSED, "core",
                             "table %s is there already. Give one of the two another name",
                             layout->name);
    moult_status status = push_table(w, layout);
    if (status < 0)
        return status;
    if (layout->scope == MOULT_SCOPE_WORLD_LIST || layout->scope == MOULT_SCOPE_LEVEL_LIST)
        return push_slots(w, layout->name);
    if (layout->scope != MOULT_SCOPE_CELL)
        return MOULT_OK;
    moult_id level = 0;
    while ((level = moult__next(w, MOULT_SCOPE_LEVEL, 0, level)) != 0 && status >= 0)
        status = moult__level_planes(w, (uint32_t)level);
    return status >= 0 ? moult__occupancy_rebuild(w) : status;
}

static moult_status push_core_tables(moult_world *w)
{
    moult_status status = MOULT_OK;
    for (uint32_t t = 1; t <= MOULT__TABLES_CORE && status >= 0; t++) {
        moult__layout layout;
        status = moult__layout_copy(&layout, moult__core_schema(t), "core", &w->report);
        if (status >= 0)
            status = push_table(w, &layout);
        moult__layout_free(&layout);
    }
    return status;
}

moult_world *moult__world_create(const moult__layout *layouts, uint32_t count)
{
    moult_world *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    moult_status status = push_core_tables(w);
    for (uint32_t i = 0; i < count && status >= 0; i++)
        status = moult__world_add_table(w, &layouts[i]);
    if (status >= 0)
        status = moult__names_rebuild(w);
    if (status >= 0)
        return w;
    moult__world_free(w);
    return NULL;
}

static void free_sections(moult__section *sections, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        free(sections[i].bytes);
    free(sections);
}

void moult__world_free(moult_world *w)
{
    if (w == NULL)
        return;
    for (uint32_t t = 1; t <= w->table_count; t++)
        moult__rows_free(w, &w->tables[t]);
    (void)moult__hash(w);
    moult__frame_forget(w);
    for (uint32_t i = 0; i < w->occupancy_count; i++) {
        free(w->occupancy[i].count[0]);
        free(w->occupancy[i].count[1]);
    }
    free_sections(w->pending, w->pending_count);
    free_sections(w->unknown, w->unknown_count);
    free(w->occupancy);
    free(w->name_index);
    free(w->tables);
    free(w);
}

moult_status moult__world_seed(moult_world *w, const uint8_t *seed, uint32_t count)
{
    if (count > MOULT_SEED_MAX)
        return moult__refuse(&w->report, MOULT_RANGE, "--seed",
                             "the seed text has %u bytes, at most %u are read. Use a shorter one",
                             count, MOULT_SEED_MAX);
    moult__seed_row *row = (moult__seed_row *)moult__row_edit(w, MOULT__TABLE_SEED, 0);
    memset(row, 0, sizeof *row);
    if (count != 0)
        memcpy(row->text, seed, count);
    ((moult__run_row *)moult__row_edit(w, MOULT__TABLE_RUN, 0))->seed_size = count;
    moult__random_start(w);
    return MOULT_OK;
}

/* Frees all blocks of a table and gives it the first ones again. */
static moult_status empty_table(moult_world *w, moult_table t)
{
    moult__rows *rows = &w->tables[t];
    for (uint32_t p = 0; p < rows->plane_count; p++)
        moult__run_free(w, &rows->planes[p]);
    moult__run_free(w, &rows->run);
    return rows->layout.scope == MOULT_SCOPE_CELL ? MOULT_OK : moult__rows_cover(w, t, 1);
}

moult_status moult__world_clear(moult_world *w)
{
    uint8_t seed[MOULT_SEED_MAX];
    uint32_t count;
    w->tracked = 0;
    memset(w->slot_cache, 0, sizeof w->slot_cache); /* names are numbered anew */
    memcpy(seed, moult__seed_text(w, &count), sizeof seed);
    moult_status status = MOULT_OK;
    for (uint32_t t = 1; t <= w->table_count && status >= 0; t++)
        if ((w->tables[t].layout.flags & MOULT_TABLE_KEPT) == 0)
            status = empty_table(w, t);
    for (uint32_t i = 0; i < w->occupancy_count; i++)
        for (uint32_t k = 0; k < 2; k++) {
            free(w->occupancy[i].count[k]);
            w->occupancy[i].count[k] = NULL;
        }
    free_sections(w->unknown, w->unknown_count);
    w->unknown = NULL;
    w->unknown_count = 0;
    if (status >= 0)
        status = moult__names_rebuild(w);
    return status >= 0 ? moult__world_seed(w, seed, count) : status;
}
