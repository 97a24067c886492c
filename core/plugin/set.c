/* SPDX-License-Identifier: MIT */
/* A set's life: folders scanned, wants resolved to files, files opened until nothing is missing,
 * and then one commit. Look-ups at the end. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/plugin/set.h"
#include "core/system/files.h"
#include "core/world/core_tables.h"
#include "core/system/text.h"

moult_status moult__set_open(moult__set *set, const moult_host *host,
                             const moult_provide *core_provides, uint32_t core_provide_count,
                             moult__report *report)
{
    memset(set, 0, sizeof *set);
    set->host = host;
    set->core_provides = core_provides;
    set->core_provide_count = core_provide_count;
    set->settle_ms = 100;
    set->next_handle = MOULT__TABLES_CORE + 1;
    return moult__stage_open(set->stage, sizeof set->stage, report);
}

void moult__set_close(moult__set *set)
{
    moult__set_retire(set);
    moult__dispatch_free(&set->dispatch);
    for (uint32_t i = 0; i < set->build_count; i++)
        moult__build_close(set->builds[i]);
    for (uint32_t i = 0; i < set->table_count; i++)
        moult__layout_free(&set->tables[i]);
    free(set->builds);
    free(set->found);
    free(set->room.bytes);
    free(set->tables);
    free(set->handles);
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

static int32_t provides(const moult_note *note, const char *slot)
{
    size_t length = strlen(slot);
    for (const char *at = note->provides; *at != 0;) {
        size_t word = strcspn(at, " ");
        if (word == length && strncmp(at, slot, length) == 0)
            return 1;
        at += word + strspn(at + word, " ");
    }
    return 0;
}

/* -- loading ----------------------------------------------------------------------------------- */

/* The builds that are to be, while they are being gathered. */
typedef struct gathering {
    moult__set *set;
    moult__build **builds;
    uint32_t count, kept; /* the first `kept` are the set's own */
    moult__report *report;
} gathering;

#define SUBJECT_SIZE 64

/* "ai-wolf@0.3 load": before a refusal. */
static const char *subject(const moult_note *note, char out[SUBJECT_SIZE])
{
    snprintf(out, SUBJECT_SIZE, "%s@%s load", note->name, note->version);
    return out;
}

/* What goes on anyway, once. */
static void warn(moult__set *set, const moult__report *report)
{
    size_t used = strlen(set->warnings);
    if (report->text[0] != 0 && strstr(set->warnings, report->text) == NULL)
        snprintf(set->warnings + used, sizeof set->warnings - used, "%s\n", report->text);
}

static moult_status add_file(gathering *g, const char *path, moult__build **out)
{
    for (uint32_t i = 0; i < g->count; i++) {
        if (strcmp(g->builds[i]->path, path) == 0) {
            *out = g->builds[i];
            return MOULT_OK;
        }
    }
    moult__room *room = &g->set->room;
    moult__identity identity = {0};
    char who[SUBJECT_SIZE];
    moult_status status = moult__build_read(path, g->set->settle_ms, room, &identity, g->report);
    if (status < 0)
        return status;
    moult__report trust = {0};
    moult__trust known = {0};
    status = moult__build_trusted(path, &known, &trust);
    if (status >= 0)
        warn(g->set, &trust);
    else if (g->report != NULL)
        *g->report = trust;
    moult__build *build = status >= 0
                              ? moult__build_open(path, room->bytes, &identity, g->set->stage, 1,
                                                  ++g->set->serial, g->report)
                              : NULL;
    if (build == NULL)
        return status < 0 ? status : MOULT_REFUSED;
    build->trust = known;
    for (uint32_t i = 0; i < g->count; i++) {
        if (strcmp(g->builds[i]->name, build->name) != 0)
            continue;
        status =
            moult__refuse(g->report, MOULT_REFUSED, subject(&build->elf.note, who),
                          "plugin %s is there twice: %s and %s. Remove one, or give it another "
                          "name",
                          build->name, g->builds[i]->path, path);
        moult__build_close(build);
        return status;
    }
    moult__build **builds = realloc(g->builds, (g->count + 1) * sizeof *builds);
    if (builds == NULL) {
        moult__build_close(build);
        return moult__refuse(g->report, MOULT_MEMORY, path, "out of memory");
    }
    g->builds = builds;
    builds[g->count++] = build;
    *out = build;
    return MOULT_OK;
}

static int32_t gathered(const gathering *g, const char *slot)
{
    for (uint32_t i = 0; i < g->set->core_provide_count; i++)
        if (strcmp(g->set->core_provides[i].slot, slot) == 0)
            return 1;
    for (uint32_t i = 0; i < g->count; i++)
        if (provides(&g->builds[i]->elf.note, slot))
            return 1;
    return 0;
}

/* Finds the file that provides a slot and gathers it. `who` asks for it. */
static moult_status add_slot(gathering *g, const char *slot, const char *who)
{
    const moult__found *match = NULL;
    char by[SUBJECT_SIZE];
    if (gathered(g, slot))
        return MOULT_OK;
    for (uint32_t f = 0; f < g->set->found_count; f++) {
        const moult__found *found = &g->set->found[f];
        if (!provides(&found->note, slot))
            continue;
        if (match != NULL)
            return moult__refuse(g->report, MOULT_REFUSED, subject(&found->note, by),
                                 "\"%s\" is already provided by %s@%s (%s), and by %s too. Choose: "
                                 "--use %s=PATH",
                                 slot, match->note.name, match->note.version, match->path,
                                 found->path, slot);
        match = found;
    }
    if (match == NULL) {
        char known[700];
        moult__set_known(g->set, slot, known, sizeof known);
        return moult__refuse(g->report, MOULT_UNKNOWN, who,
                             "%s is required, and nobody provides it. %s", slot, known);
    }
    moult__build *build;
    return add_file(g, match->path, &build);
}

/* What a file has of a role's kind becomes the role's provider. */
static moult_status bind_file(gathering *g, const moult__want *want, const moult__build *build)
{
    size_t kind = strlen(want->role);
    const char *at = build->elf.note.provides;
    char who[SUBJECT_SIZE];
    while (*at != 0) {
        size_t word = strcspn(at, " ");
        if (word > kind && word < MOULT_SLOT_SIZE && strncmp(at, want->role, kind) == 0 &&
            at[kind] == '/') {
            char slot[MOULT_SLOT_SIZE];
            snprintf(slot, sizeof slot, "%.*s", (int)word, at);
            moult__set_bind_role(g->set, want->role, slot);
            return MOULT_OK;
        }
        at += word + strspn(at + word, " ");
    }
    return moult__refuse(g->report, MOULT_UNKNOWN, subject(&build->elf.note, who),
                         "it provides no %s, but: %s (%s). Use it as what it is", want->role,
                         build->elf.note.provides, build->path);
}

static moult_status add_want(gathering *g, const moult__want *want)
{
    if (want->file[0] == 0) {
        if (want->role[0] != 0)
            moult__set_bind_role(g->set, want->role, want->slot);
        return add_slot(g, want->slot, want->role[0] != 0 ? want->role : "moult load");
    }
    moult__build *build = NULL;
    char who[SUBJECT_SIZE];
    moult_status status = add_file(g, want->file, &build);
    if (status >= 0 && want->slot[0] != 0 && !provides(&build->elf.note, want->slot))
        return moult__refuse(g->report, MOULT_UNKNOWN, subject(&build->elf.note, who),
                             "it doesn't provide %s, but: %s (%s). Use it as what it is",
                             want->slot, build->elf.note.provides, build->path);
    if (status >= 0 && want->role[0] != 0)
        status = bind_file(g, want, build);
    return status;
}

/* What the gathered ones require, until nothing new turns up. */
static moult_status add_required(gathering *g)
{
    for (uint32_t b = 0; b < g->count; b++) {
        const moult_plugin *plugin = g->builds[b]->plugin;
        char who[96];
        snprintf(who, sizeof who, "%s start", g->builds[b]->label);
        for (uint32_t i = 0; i < plugin->requirement_count; i++) {
            const moult_require *require = moult__entry(plugin->requirements, i);
            const char *slot = require->slot;
            if (!MOULT_HAS(require, bind) || slot == NULL)
                continue;
            if (strchr(slot, '/') == NULL)
                slot = moult__set_role_slot(g->set, slot);
            if (slot == NULL || strchr(slot, '/') == NULL)
                continue;
            moult__report why = {0}, *report = g->report;
            g->report = &why;
            moult_status status = add_slot(g, slot, who);
            g->report = report;
            if (status < 0 && !(require->flags & MOULT_OPTIONAL)) {
                if (report != NULL)
                    *report = why;
                return status;
            }
            if (status < 0 && status != MOULT_UNKNOWN)
                warn(g->set, &why);
        }
    }
    return MOULT_OK;
}

static int32_t owned_by(const gathering *g, const char *table)
{
    for (uint32_t b = 0; b < g->count; b++)
        for (uint32_t t = 0; t < g->builds[b]->layout_count; t++) {
            const moult_table_use *use = moult__entry(g->builds[b]->plugin->tables, t);
            if ((use->flags & MOULT_OWNS) != 0 && strcmp(g->builds[b]->layouts[t].name, table) == 0)
                return 1;
        }
    return 0;
}

/* Lets go of those from `first` on that use what nobody owns. */
static void drop_strangers(gathering *g, uint32_t first)
{
    for (uint32_t b = first; b < g->count;) {
        uint32_t t = 0;
        while (t < g->builds[b]->layout_count && owned_by(g, g->builds[b]->layouts[t].name))
            t++;
        if (t == g->builds[b]->layout_count) {
            b++;
            continue;
        }
        moult__build_close(g->builds[b]);
        memmove(&g->builds[b], &g->builds[b + 1], (--g->count - b) * sizeof *g->builds);
        b = first; /* what it owned may have been used */
    }
}

/* Files first, so that a slot chosen by file isn't looked for by name; last what may be left
 * out. */
static moult_status add_wants(gathering *g, const moult__want *wants, uint32_t count)
{
    moult_status status = MOULT_OK;
    for (uint32_t i = 0; i < count && status >= 0; i++)
        if (wants[i].file[0] != 0)
            status = add_want(g, &wants[i]);
    for (uint32_t i = 0; i < count && status >= 0; i++)
        if (wants[i].file[0] == 0 && !wants[i].optional)
            status = add_want(g, &wants[i]);
    if (status >= 0)
        status = add_required(g);
    uint32_t first = g->count;
    for (uint32_t i = 0; i < count && status >= 0; i++)
        if (wants[i].file[0] == 0 && wants[i].optional)
            status = add_want(g, &wants[i]);
    drop_strangers(g, first);
    return status >= 0 ? add_required(g) : status;
}

moult_status moult__set_load(moult__set *set, const moult__want *wants, uint32_t count,
                             moult__report *report)
{
    gathering g = {set, NULL, set->build_count, set->build_count, report};
    g.builds = malloc((set->build_count + 1) * sizeof *g.builds);
    if (g.builds == NULL)
        return moult__refuse(report, MOULT_MEMORY, "moult load", "out of memory");
    if (set->build_count != 0)
        memcpy(g.builds, set->builds, set->build_count * sizeof *g.builds);
    moult__dispatch dispatch;
    moult__role roles[MOULT__ROLES_MAX];
    uint32_t role_count = set->role_count;
    memcpy(roles, set->roles, sizeof roles);
    moult_status status = add_wants(&g, wants, count);
    if (status >= 0) {
        status = moult__dispatch_make(set, g.builds, g.count, &dispatch, report);
        if (status >= 0) {
            status = moult__dispatch_commit(set, g.builds, g.count, &dispatch, report);
            if (status < 0)
                moult__dispatch_free(&dispatch);
        }
    }
    if (status >= 0) {
        moult__set_retire(set);
        return status;
    }
    for (uint32_t i = g.kept; i < g.count; i++)
        moult__build_close(g.builds[i]);
    free(g.builds);
    memcpy(set->roles, roles, sizeof roles);
    set->role_count = role_count;
    return status;
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
