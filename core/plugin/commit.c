/* SPDX-License-Identifier: MIT */
/* The commit: worlds are migrated beside themselves; when all fits, everything is swapped. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/plugin/set.h"
#include "core/world/core_tables.h"
#include "core/system/text.h"

/* Rows of one table of one world, in their new layout, waiting. */
typedef struct waiting {
    moult_world *world;
    moult_table table;
    moult__rows rows;
} waiting;

typedef struct migration {
    waiting *list;
    uint32_t count;
} migration;

static void discard(migration *m)
{
    for (uint32_t i = 0; i < m->count; i++)
        moult__rows_free(m->list[i].world, &m->list[i].rows);
    free(m->list);
    m->list = NULL;
    m->count = 0;
}

static int32_t same_layout(const moult__layout *a, const moult__layout *b)
{
    return a->version == b->version && a->flags == b->flags && moult__layout_equal(a, b);
}

static moult_status migrate_table(moult__set *set, const moult__owned *owned, migration *m,
                                  moult__report *report)
{
    char who[96];
    snprintf(who, sizeof who, "%s migrate", owned->owner->label);
    for (uint32_t i = 0; i < set->world_count; i++) {
        moult_world *w = set->worlds[i];
        const moult__layout *now = &w->tables[owned->handle].layout;
        if (same_layout(now, owned->layout))
            continue;
        waiting *list = realloc(m->list, (m->count + 1) * sizeof *list);
        if (list == NULL)
            return moult__refuse(report, MOULT_MEMORY, who, "out of memory");
        m->list = list;
        list[m->count].world = w;
        list[m->count].table = owned->handle;
        moult_status status = moult__table_migrate(w, owned->handle, owned->layout, who,
                                                   &list[m->count].rows, report);
        if (status < 0)
            return status;
        m->count++;
    }
    return MOULT_OK;
}

static moult_status migrate_all(moult__set *set, const moult__dispatch *dispatch, migration *m,
                                moult__report *report)
{
    moult_status status = MOULT_OK;
    for (uint32_t t = 0; t < dispatch->table_count && status >= 0; t++)
        if (dispatch->tables[t].handle != 0)
            status = migrate_table(set, &dispatch->tables[t], m, report);
    return status;
}

/* A list brings its table of slots along, so it takes two handles. */
static moult_status add_table(moult__set *set, moult__owned *owned)
{
    moult__layout *tables = realloc(set->tables, (set->table_count + 1) * sizeof *tables);
    if (tables != NULL)
        set->tables = tables;
    moult_table *handles = realloc(set->handles, (set->table_count + 1) * sizeof *handles);
    if (handles != NULL)
        set->handles = handles;
    if (tables == NULL || handles == NULL ||
        moult__layout_clone(&tables[set->table_count], owned->layout) < 0)
        return MOULT_MEMORY;
    owned->handle = set->next_handle;
    handles[set->table_count++] = owned->handle;
    uint32_t scope = owned->layout->scope;
    set->next_handle += scope == MOULT_SCOPE_WORLD_LIST || scope == MOULT_SCOPE_LEVEL_LIST ? 2 : 1;
    moult_status status = MOULT_OK;
    for (uint32_t i = 0; i < set->world_count && status >= 0; i++)
        status = moult__world_add_table(set->worlds[i], owned->layout);
    return status;
}

static moult_status add_tables(moult__set *set, moult__dispatch *dispatch, moult__report *report)
{
    for (uint32_t t = 0; t < dispatch->table_count; t++)
        if (dispatch->tables[t].handle == 0 && add_table(set, &dispatch->tables[t]) < 0)
            return moult__refuse(report, MOULT_MEMORY, "moult load", "out of memory for table %s",
                                 dispatch->tables[t].layout->name);
    return MOULT_OK;
}

static const moult__owned *owned_by_handle(const moult__dispatch *dispatch, moult_table handle)
{
    for (uint32_t t = 0; t < dispatch->table_count; t++)
        if (dispatch->tables[t].handle == handle)
            return &dispatch->tables[t];
    return NULL;
}

/* A copy of each layout that isn't the set's already, by the set's tables; NULL: memory. */
static moult__layout *copy_layouts(const moult__set *set, const moult__dispatch *dispatch)
{
    moult__layout *copies = calloc(set->table_count + 1, sizeof *copies);
    for (uint32_t i = 0; i < set->table_count && copies != NULL; i++) {
        const moult__owned *owned = owned_by_handle(dispatch, set->handles[i]);
        if (owned == NULL || same_layout(&set->tables[i], owned->layout) ||
            moult__layout_clone(&copies[i], owned->layout) >= 0)
            continue;
        while (i > 0)
            moult__layout_free(&copies[--i]);
        free(copies);
        return NULL;
    }
    return copies;
}

/* The set's own copies follow: worlds made later start with them. Migrate functions belong to the
 * build in use, everywhere; those of a table that nobody owns any more go with their build. Takes
 * the copies over. */
static void renew_layouts(moult__set *set, const moult__dispatch *dispatch, moult__layout *copies)
{
    for (uint32_t i = 0; i < set->table_count; i++) {
        const moult__owned *owned = owned_by_handle(dispatch, set->handles[i]);
        if (copies[i].fields != NULL) {
            moult__layout_free(&set->tables[i]);
            set->tables[i] = copies[i];
        }
        set->tables[i].migrate = owned != NULL ? owned->layout->migrate : NULL;
        for (uint32_t k = 0; k < set->world_count; k++)
            set->worlds[k]->tables[set->handles[i]].layout.migrate = set->tables[i].migrate;
    }
    free(copies);
}

static void bind_memories(moult__set *set, moult__dispatch *dispatch)
{
    for (uint32_t s = 0; s < dispatch->slot_count; s++) {
        moult__slot *slot = &dispatch->slots[s];
        const moult_plugin *plugin = slot->build != NULL ? slot->build->plugin : NULL;
        for (uint32_t i = 0; plugin != NULL && i < plugin->provide_count; i++) {
            const moult_provide *provide = moult__entry(plugin->provides, i);
            if (strcmp(provide->slot, slot->name) == 0 && MOULT_HAS(provide, memory) &&
                provide->memory != NULL)
                slot->memory = moult__set_handle(set, provide->memory->name);
        }
    }
}

/* Writes what plugins asked to have bound. */
static void bind_build(moult__set *set, const moult__build *build)
{
    const moult_plugin *plugin = build->plugin;
    *plugin->host = set->host;
    for (uint32_t i = 0; i < plugin->table_count; i++) {
        const moult_table_use *use = moult__entry(plugin->tables, i);
        *use->bind = moult__set_handle(set, use->schema->name);
    }
    for (uint32_t i = 0; i < plugin->requirement_count; i++) {
        const moult_require *require = moult__entry(plugin->requirements, i);
        const moult__slot *slot = strchr(require->slot, '/') != NULL
                                      ? moult__set_slot(set, require->slot)
                                      : moult__set_role(set, require->slot);
        *require->bind = slot != NULL ? slot->functions : NULL;
    }
}

void moult__set_bind(moult__set *set)
{
    for (uint32_t i = 0; i < set->build_count; i++)
        bind_build(set, set->builds[i]);
}

static void retire_one(moult__set *set, moult__build *build)
{
    char label[sizeof build->label];
    snprintf(label, sizeof label, "%s", build->label);
    uint32_t generation = build->generation;
    if (moult__build_close(build))
        return;
    set->parked++;
    size_t used = strlen(set->warnings);
    snprintf(set->warnings + used, sizeof set->warnings - used,
             moult__translate("warn   %s reload: generation %u couldn't be unloaded, something in "
                              "it is pinned. It stays in memory, and isn't called any more\n"),
             label, generation);
}

void moult__set_retire(moult__set *set)
{
    for (uint32_t i = 0; i < set->retired_count; i++)
        retire_one(set, set->retired[i]);
    free(set->retired);
    set->retired = NULL;
    set->retired_count = 0;
}

/* The build that came in the place of another's file; NULL: none. */
static moult__build *successor(moult__build *const *builds, uint32_t count, const moult__build *old)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(builds[i]->path, old->path) == 0)
            return builds[i];
    return NULL;
}

static int32_t holds(moult__build *const *builds, uint32_t count, const moult__build *build)
{
    for (uint32_t i = 0; i < count; i++)
        if (builds[i] == build)
            return 1;
    return 0;
}

/* Takes the array over. */
static void retire_replaced(moult__set *set, moult__build **old, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (holds(set->builds, set->build_count, old[i]))
            continue;
        moult__build *next = successor(set->builds, set->build_count, old[i]);
        if (next != NULL)
            moult__build_succeed(next, old[i]);
        set->retired[set->retired_count++] = old[i];
    }
    free(old);
}

/* Room for one more retired build for each there is, before anything is changed. */
static moult_status prepare_retiring(moult__set *set, moult__report *report)
{
    size_t room = set->retired_count + set->build_count + 1;
    moult__build **retired = realloc(set->retired, room * sizeof *retired);
    if (retired == NULL)
        return moult__refuse(report, MOULT_MEMORY, "moult load", "out of memory");
    set->retired = retired;
    return MOULT_OK;
}

moult_status moult__dispatch_commit(moult__set *set, moult__build **builds, uint32_t count,
                                    moult__dispatch *dispatch, moult__report *report)
{
    migration m = {NULL, 0};
    moult_status status = migrate_all(set, dispatch, &m, report);
    if (status >= 0)
        status = prepare_retiring(set, report);
    if (status >= 0)
        status = add_tables(set, dispatch, report);
    moult__layout *copies = status >= 0 ? copy_layouts(set, dispatch) : NULL;
    if (status >= 0 && copies == NULL)
        status = moult__refuse(report, MOULT_MEMORY, "moult load", "out of memory");
    if (status < 0) {
        discard(&m);
        return status;
    }
    for (uint32_t i = 0; i < m.count; i++)
        moult__table_replace(m.list[i].world, m.list[i].table, &m.list[i].rows);
    free(m.list);
    renew_layouts(set, dispatch, copies);
    moult__build **old = set->builds;
    uint32_t old_count = set->build_count;
    moult__dispatch_free(&set->dispatch);
    set->builds = builds;
    set->build_count = count;
    set->dispatch = *dispatch;
    set->stamp++;
    for (uint32_t i = 0; i < count; i++)
        if (builds[i]->since == 0)
            builds[i]->since = set->stamp;
    bind_memories(set, &set->dispatch);
    if (set->committed != NULL)
        set->committed(set->committed_context);
    moult__set_bind(set);
    retire_replaced(set, old, old_count);
    return MOULT_OK;
}
