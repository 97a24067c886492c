/* SPDX-License-Identifier: MIT */
/* See roster.h. Where a build begins and ends is what the linker mapped of its file; its functions
 * are those by which the core, and other plugins, come in. */
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include "core/supervisor/roster.h"

typedef struct search {
    uint64_t base;
    moult__roster_entry *entry;
} search;

static int take_range(struct dl_phdr_info *object, size_t size, void *context)
{
    (void)size;
    search *s = context;
    if (object->dlpi_addr != s->base || strcmp(object->dlpi_name, s->entry->staged) != 0)
        return 0;
    s->entry->start = UINT64_MAX;
    for (uint32_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        uint64_t start = s->base + part->p_vaddr, end = start + part->p_memsz;
        if (part->p_type != PT_LOAD)
            continue;
        if (start < s->entry->start)
            s->entry->start = start;
        if (end > s->entry->end)
            s->entry->end = end;
    }
    return 1;
}

static moult__entry_point *next_function(moult__roster_entry *entry)
{
    return entry->function_count < MOULT__ROSTER_FUNCTIONS
               ? &entry->functions[entry->function_count++]
               : NULL;
}

static void take_functions(moult__roster_entry *entry, const moult__set *set,
                           const moult__build *build)
{
    const moult__dispatch *dispatch = &set->dispatch;
    char name[sizeof entry->functions[0].name];
    uint64_t address;
    for (uint32_t s = 0; s < dispatch->slot_count; s++) {
        const moult__slot *slot = &dispatch->slots[s];
        if (slot->build == build)
            entry->owns |= slot->flags;
        for (uint32_t i = 0; slot->build == build &&
                             moult__interface_function(slot, i, name, sizeof name, &address);
             i++) {
            moult__entry_point *point = next_function(entry);
            if (point == NULL)
                return;
            memcpy(point->name, name, sizeof name);
            point->address = address;
        }
    }
    for (uint32_t i = 0; i < dispatch->native_count; i++) {
        const moult__native *native = &dispatch->natives[i];
        moult__entry_point *point = native->build == build ? next_function(entry) : NULL;
        if (point == NULL)
            continue;
        snprintf(point->name, sizeof point->name, "%.23s", native->name);
        point->address = (uintptr_t)native->function;
    }
}

static void write_entry(moult__roster_entry *entry, const moult__set *set,
                        const moult__build *build)
{
    struct link_map *mapped = NULL;
    memset(entry, 0, sizeof *entry);
    snprintf(entry->label, sizeof entry->label, "%s", build->label);
    snprintf(entry->path, sizeof entry->path, "%s", build->path);
    snprintf(entry->staged, sizeof entry->staged, "%s", build->staged);
    snprintf(entry->previous, sizeof entry->previous, "%s", build->previous.path);
    entry->generation = build->generation;
    entry->fresh = build->since == set->stamp && build->previous.path[0] != 0;
    entry->previous_generation = build->previous.generation;
    entry->content = build->identity.content;
    entry->previous_content = build->previous.content;
    entry->text = (uintptr_t)build->label;
    if (dlinfo(build->handle, RTLD_DI_LINKMAP, &mapped) == 0) {
        search s = {mapped->l_addr, entry};
        dl_iterate_phdr(take_range, &s);
    }
    take_functions(entry, set, build);
}

void moult__roster_write(moult__shared *shared, const moult__set *set)
{
    uint32_t count = set->build_count < MOULT__ROSTER_MAX ? set->build_count : MOULT__ROSTER_MAX;
    atomic_store_explicit(&shared->roster_count, 0, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    for (uint32_t i = 0; i < count; i++)
        write_entry(&shared->roster[i], set, set->builds[i]);
    atomic_store_explicit(&shared->roster_count, count, memory_order_release);
}
