/* SPDX-License-Identifier: MIT */
/* A set's life, the folders that it scans, and look-ups in what is loaded. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/plugin/set.h"
#include "core/system/files.h"
#include "core/world/core_tables.h"
#include "core/system/text.h"

static void make_empty(moult__set *set, const moult_host *host, const moult_provide *core_provides,
                       uint32_t core_provide_count)
{
    memset(set, 0, sizeof *set);
    set->host = host;
    set->core_provides = core_provides;
    set->core_provide_count = core_provide_count;
    set->settle_ms = 100;
    set->next_handle = MOULT__TABLES_CORE + 1;
    set->pid = getpid();
}

moult_status moult__set_open(moult__set *set, const moult_host *host,
                             const moult_provide *core_provides, uint32_t core_provide_count,
                             moult__report *report)
{
    make_empty(set, host, core_provides, core_provide_count);
    return moult__stage_open(set->stage, sizeof set->stage, report);
}

moult_status moult__set_open_in(moult__set *set, const char *folder, uint32_t first_serial,
                                const moult_host *host, const moult_provide *core_provides,
                                uint32_t core_provide_count, moult__report *report)
{
    make_empty(set, host, core_provides, core_provide_count);
    set->guest = 1;
    set->serial = first_serial != 0 ? first_serial - 1 : 0;
    int length = snprintf(set->stage, sizeof set->stage, "%s", folder);
    if (length < (int)sizeof set->stage)
        return MOULT_OK;
    return moult__refuse(report, MOULT_RANGE, "moult load", "the path is too long (%s)", folder);
}

static void close_builds(moult__set *set)
{
    for (uint32_t i = 0; i < set->build_count; i++) {
        if (set->guest) {
            set->builds[i]->keeps_copy = 1;
            set->builds[i]->previous.path[0] = 0;
        }
        moult__build_close(set->builds[i]);
    }
    free(set->builds);
}

void moult__set_close(moult__set *set)
{
    moult__set_retire(set);
    moult__dispatch_free(&set->dispatch);
    close_builds(set);
    for (uint32_t i = 0; i < set->table_count; i++)
        moult__layout_free(&set->tables[i]);
    free(set->found);
    free(set->room.bytes);
    free(set->tables);
    free(set->handles);
    free(set->instead);
    if (!set->guest && set->pid == getpid())
        moult__stage_close(set->stage);
    memset(set, 0, sizeof *set);
}

/* -- scanning ---------------------------------------------------------------------------------- */

static void note_file(moult__set *set, const char *path)
{
    uint8_t *bytes = NULL;
    uint64_t count = 0;
    moult__elf elf;
    if (moult__file_read(path, (uint64_t)256 << 20, &bytes, &count, NULL) < 0)
        return;
    if (moult__elf_inspect(bytes, count, path, &elf, NULL) >= 0) {
        moult__found *found = realloc(set->found, (set->found_count + 1) * sizeof *found);
        if (found != NULL) {
            set->found = found;
            snprintf(found[set->found_count].path, MOULT__PATH_SIZE, "%s", path);
            found[set->found_count++].note = elf.note;
        }
    }
    free(bytes);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_plugin_file(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return entry->d_name[0] != '.' && length > 3 && strcmp(entry->d_name + length - 3, ".so") == 0;
}

moult_status moult__set_scan(moult__set *set, const char *folder)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_plugin_file, by_name);
    for (int i = 0; i < count; i++) {
        char path[MOULT__PATH_SIZE];
        int length = snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (length > 0 && length < (int)sizeof path)
            note_file(set, path);
        free(entries[i]);
    }
    free(entries);
    return MOULT_OK;
}

/* -- worlds, roles, look-ups ------------------------------------------------------------------- */

moult_world *moult__set_world_create(moult__set *set, moult__report *report)
{
    moult_world *w = set->world_count < MOULT__WORLDS_MAX
                         ? moult__world_create(set->tables, set->table_count)
                         : NULL;
    if (w == NULL) {
        moult__refuse(report, MOULT_MEMORY, "moult", "no room for another world");
        return NULL;
    }
    w->set = set;
    set->worlds[set->world_count++] = w;
    return w;
}

void moult__set_world_free(moult__set *set, moult_world *w)
{
    for (uint32_t i = 0; i < set->world_count; i++) {
        if (set->worlds[i] != w)
            continue;
        set->worlds[i] = set->worlds[--set->world_count];
        moult__world_free(w);
        return;
    }
}

void moult__set_bind_role(moult__set *set, const char *role, const char *slot)
{
    uint32_t i = 0;
    while (i < set->role_count && strcmp(set->roles[i].role, role) != 0)
        i++;
    if (i == MOULT__ROLES_MAX)
        return;
    if (i == set->role_count)
        set->role_count++;
    snprintf(set->roles[i].role, sizeof set->roles[i].role, "%s", role);
    snprintf(set->roles[i].slot, sizeof set->roles[i].slot, "%s", slot);
}

const char *moult__set_role_slot(const moult__set *set, const char *role)
{
    for (uint32_t i = 0; i < set->role_count; i++)
        if (strcmp(set->roles[i].role, role) == 0)
            return set->roles[i].slot;
    return NULL;
}

const moult__slot *moult__set_slot(const moult__set *set, const char *name)
{
    return moult__dispatch_slot(&set->dispatch, name);
}

const moult__slot *moult__set_role(const moult__set *set, const char *role)
{
    const char *slot = moult__set_role_slot(set, role);
    return slot != NULL ? moult__set_slot(set, slot) : NULL;
}

const moult__native *moult__set_native(const moult__set *set, const char *name)
{
    for (uint32_t i = 0; i < set->dispatch.native_count; i++)
        if (strcmp(set->dispatch.natives[i].name, name) == 0)
            return &set->dispatch.natives[i];
    return NULL;
}

moult_table moult__set_handle(const moult__set *set, const char *table)
{
    for (uint32_t i = 0; i < set->table_count; i++)
        if (strcmp(set->tables[i].name, table) == 0)
            return set->handles[i];
    return 0;
}

const char *moult__slot_owner(const moult__slot *slot)
{
    return slot->build != NULL ? slot->build->label : "core";
}

const moult__slot *moult__set_slot_of(moult__set *set, moult_world *w, const char *kind,
                                      moult_name name)
{
    uint32_t place = name * 7u + (uint32_t)((uintptr_t)kind >> 1);
    moult__slot_cache *cache = &w->slot_cache[place % MOULT__SLOT_CACHE];
    if (cache->kind == kind && cache->name == name && cache->stamp == set->stamp)
        return cache->slot;
    char slot[MOULT_SLOT_SIZE + MOULT_NAME_SIZE];
    snprintf(slot, sizeof slot, "%s/%s", kind, moult__text(w, name));
    cache->kind = kind;
    cache->name = name;
    cache->stamp = set->stamp;
    cache->slot = moult__set_slot(set, slot);
    return cache->slot;
}
