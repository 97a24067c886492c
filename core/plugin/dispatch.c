/* SPDX-License-Identifier: MIT */
/* The dispatch: made from declarations, checked as a whole, committed by one swap. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/plugin/set.h"
#include "core/system/profile.h"
#include "core/world/core_tables.h"

typedef struct making {
    const moult__set *set;
    moult__build *const *builds;
    uint32_t count;
    moult__dispatch *out;
    moult__report *report;
    char who[96];
} making;

static moult_status no_memory(const making *m)
{
    return moult__refuse(m->report, MOULT_MEMORY, m->who, "out of memory");
}

/* Grows an array by one zeroed element; NULL: memory. */
static void *push(void **array, uint32_t *count, size_t size)
{
    void *grown = realloc(*array, (*count + 1) * size);
    if (grown == NULL)
        return NULL;
    *array = grown;
    void *element = (char *)grown + *count * size;
    memset(element, 0, size);
    (*count)++;
    return element;
}

const moult__slot *moult__dispatch_slot(const moult__dispatch *dispatch, const char *name)
{
    for (uint32_t i = 0; i < dispatch->slot_count; i++)
        if (strcmp(dispatch->slots[i].name, name) == 0)
            return &dispatch->slots[i];
    return NULL;
}

void moult__dispatch_free(moult__dispatch *dispatch)
{
    for (uint32_t i = 0; i < dispatch->table_count; i++)
        moult__layout_free(&dispatch->tables[i].layout);
    free(dispatch->slots);
    free(dispatch->natives);
    free(dispatch->tables);
    memset(dispatch, 0, sizeof *dispatch);
}

/* -- slots ------------------------------------------------------------------------------------- */

static int32_t slot_name_fits(const char *slot)
{
    const char *slash = slot != NULL ? strchr(slot, '/') : NULL;
    char kind[32];
    if (slash == NULL || slash - slot >= (ptrdiff_t)sizeof kind)
        return 0;
    snprintf(kind, sizeof kind, "%.*s", (int)(slash - slot), slot);
    return moult__name_valid(kind) && moult__name_valid(slash + 1);
}

/* The word is one of the note's, which is how the plugin is found. */
static int32_t noted(const moult__build *build, const char *slot)
{
    size_t length = strlen(slot);
    for (const char *at = build->elf.note.provides; *at != 0;) {
        size_t word = strcspn(at, " ");
        if (word == length && strncmp(at, slot, length) == 0)
            return 1;
        at += word + strspn(at + word, " ");
    }
    return 0;
}

static moult_status add_slot(making *m, const moult_provide *provide, const moult__build *build)
{
    if (!MOULT_HAS(provide, functions) || !slot_name_fits(provide->slot) ||
        provide->interface_1 == NULL || provide->shape == NULL || provide->functions == NULL)
        return moult__refuse(m->report, MOULT_FORMAT, m->who,
                             "slot \"%s\" isn't wholly declared. A name like ai/wolf, interface, "
                             "shape and functions belong to it",
                             MOULT_HAS(provide, slot) && provide->slot != NULL ? provide->slot
                                                                               : "");
    if (build != NULL && !noted(build, provide->slot))
        return moult__refuse(
            m->report, MOULT_FORMAT, m->who,
            "%s is provided, but the note doesn't say so. List it in MOULT_PLUGIN's "
            "fourth argument",
            provide->slot);
    moult_status status = moult__interface_check(provide, m->who, m->report);
    if (status < 0)
        return status;
    const moult__slot *other = moult__dispatch_slot(m->out, provide->slot);
    if (other != NULL)
        return moult__refuse(m->report, MOULT_REFUSED, m->who,
                             "\"%s\" is already provided by %s (%s). Choose: --use %s=PATH",
                             provide->slot, moult__slot_owner(other),
                             other->build != NULL ? other->build->path : "the core itself",
                             provide->slot);
    moult__slot *slot = push((void **)&m->out->slots, &m->out->slot_count, sizeof *m->out->slots);
    if (slot == NULL)
        return no_memory(m);
    snprintf(slot->name, sizeof slot->name, "%s", provide->slot);
    snprintf(slot->interface_1, sizeof slot->interface_1, "%s", provide->interface_1);
    slot->shape = provide->shape;
    slot->functions = provide->functions;
    slot->build = build;
    slot->flags = provide->flags;
    return MOULT_OK;
}

static moult_status add_native(making *m, const moult_native *native, const moult__build *build)
{
    if (!MOULT_HAS(native, help) || native->name == NULL || native->function == NULL ||
        native->signature == NULL || strlen(native->name) >= MOULT_SLOT_SIZE ||
        !moult__signature_valid(native->signature))
        return moult__refuse(m->report, MOULT_FORMAT, m->who,
                             "native \"%s\" isn't wholly declared. A name, a signature like i(wi) "
                             "and a function belong to it",
                             MOULT_HAS(native, name) && native->name != NULL ? native->name : "");
    for (uint32_t i = 0; i < m->out->native_count; i++)
        if (strcmp(m->out->natives[i].name, native->name) == 0)
            return moult__refuse(m->report, MOULT_REFUSED, m->who,
                                 "native %s is already provided by %s (%s). Load only one of them",
                                 native->name, m->out->natives[i].build->label,
                                 m->out->natives[i].build->path);
    moult__native *entry =
        push((void **)&m->out->natives, &m->out->native_count, sizeof *m->out->natives);
    if (entry == NULL)
        return no_memory(m);
    snprintf(entry->name, sizeof entry->name, "%s", native->name);
    snprintf(entry->signature, sizeof entry->signature, "%s", native->signature);
    snprintf(entry->help, sizeof entry->help, "%s", native->help != NULL ? native->help : "");
    entry->function = native->function;
    entry->build = build;
    return MOULT_OK;
}

/* -- tables ------------------------------------------------------------------------------------ */

static moult__owned *owned_table(const moult__dispatch *dispatch, const char *name)
{
    for (uint32_t i = 0; i < dispatch->table_count; i++)
        if (strcmp(dispatch->tables[i].layout.name, name) == 0)
            return &dispatch->tables[i];
    return NULL;
}

static moult_status add_table(making *m, const moult_table_use *use, const moult__build *build)
{
    if (!MOULT_HAS(use, bind) || use->bind == NULL)
        return moult__refuse(m->report, MOULT_FORMAT, m->who,
                             "a table isn't wholly declared. Use MOULT_TABLE_OWNED or _USED");
    if (!(use->flags & MOULT_OWNS))
        return MOULT_OK;
    moult__layout layout;
    moult_status status = moult__layout_copy(&layout, use->schema, m->who, m->report);
    const moult__owned *other = status >= 0 ? owned_table(m->out, layout.name) : NULL;
    if (status >= 0 && (layout.flags & MOULT_TABLE_CORE) != 0)
        status =
            moult__refuse(m->report, MOULT_REFUSED, m->who,
                          "table %s says it is the core's. Drop MOULT_TABLE_CORE", layout.name);
    if (other != NULL)
        status = moult__refuse(m->report, MOULT_REFUSED, m->who,
                               "table %s is already owned by %s (%s). One owns a table, others use "
                               "it: MOULT_TABLE_USED",
                               layout.name, other->owner->label, other->owner->path);
    moult__owned *entry =
        status >= 0 ? push((void **)&m->out->tables, &m->out->table_count, sizeof *m->out->tables)
                    : NULL;
    if (entry == NULL) {
        moult__layout_free(&layout);
        return status < 0 ? status : no_memory(m);
    }
    entry->layout = layout;
    entry->owner = build;
    entry->handle = moult__set_handle(m->set, layout.name);
    return MOULT_OK;
}

/* Whether one user's schema is the beginning of the owner's. */
static int32_t fits(making *m, const moult__owned *owner, const moult_table_use *use)
{
    moult__layout layout;
    int32_t fit = moult__layout_copy(&layout, use->schema, m->who, m->report) >= 0 &&
                  moult__layout_prefix(&layout, &owner->layout);
    moult__layout_free(&layout);
    return fit;
}

/* All users of a table that don't fit, named in one refusal. */
static moult_status check_users(making *m, const moult__owned *owner)
{
    char users[512] = "";
    for (uint32_t b = 0; b < m->count; b++) {
        const moult_plugin *plugin = m->builds[b]->plugin;
        for (uint32_t t = 0; t < plugin->table_count; t++) {
            const moult_table_use *use = &plugin->tables[t];
            if ((use->flags & MOULT_OWNS) != 0 || use->schema == NULL ||
                use->schema->name == NULL || strcmp(use->schema->name, owner->layout.name) != 0 ||
                fits(m, owner, use))
                continue;
            size_t used = strlen(users);
            snprintf(users + used, sizeof users - used, "%s%s v%u (%u fields)",
                     used != 0 ? ", " : "", m->builds[b]->name, use->schema->version,
                     use->schema->field_count);
        }
    }
    if (users[0] == 0)
        return MOULT_OK;
    snprintf(m->who, sizeof m->who, "%s load", owner->owner->label);
    return moult__refuse(m->report, MOULT_CHANGED, m->who,
                         "%s: %s has v%u (%u fields), and its first ones aren't those of %s. Add "
                         "fields at the end, or rebuild all of them",
                         owner->layout.name, owner->owner->name, owner->layout.version,
                         owner->layout.field_count, users);
}

static moult_status check_owned(making *m, const moult__build *build)
{
    const moult_plugin *plugin = build->plugin;
    snprintf(m->who, sizeof m->who, "%s load", build->label);
    for (uint32_t t = 0; t < plugin->table_count; t++) {
        const moult_table_use *use = &plugin->tables[t];
        if (use->schema == NULL || use->schema->name == NULL ||
            owned_table(m->out, use->schema->name) == NULL)
            return moult__refuse(
                m->report, MOULT_UNKNOWN, m->who,
                "it uses table %s, which no loaded plugin owns. Load its owner too",
                use->schema != NULL && use->schema->name != NULL ? use->schema->name : "");
    }
    return MOULT_OK;
}

/* -- requirements ------------------------------------------------------------------------------ */

static moult_status check_require(making *m, const moult_require *require)
{
    if (!MOULT_HAS(require, bind) || require->slot == NULL || require->interface_1 == NULL ||
        require->shape == NULL || require->bind == NULL)
        return moult__refuse(m->report, MOULT_FORMAT, m->who,
                             "a requirement isn't wholly declared. Use MOULT_REQUIRE");
    const char *name = strchr(require->slot, '/') != NULL
                           ? require->slot
                           : moult__set_role_slot(m->set, require->slot);
    const moult__slot *slot = name != NULL ? moult__dispatch_slot(m->out, name) : NULL;
    if (slot == NULL && (require->flags & MOULT_OPTIONAL) != 0)
        return MOULT_OK;
    if (slot == NULL)
        return moult__refuse(m->report, MOULT_UNKNOWN, m->who,
                             "%s is required, and nobody provides it. Bind it: --use %s=NAME",
                             require->slot, require->slot);
    if (strcmp(slot->interface_1, require->interface_1) != 0)
        return moult__refuse(
            m->report, MOULT_CHANGED, m->who,
            "%s is required as %s, but %s provides it as %s. Rebuild the older one", require->slot,
            require->interface_1, moult__slot_owner(slot), slot->interface_1);
    if (strncmp(slot->shape, require->shape, strlen(require->shape)) != 0)
        return moult__refuse(
            m->report, MOULT_CHANGED, m->who,
            "%s has another shape here than %s gives it. Rebuild both with one SDK", require->slot,
            moult__slot_owner(slot));
    return MOULT_OK;
}

/* -- the whole --------------------------------------------------------------------------------- */

static moult_status add_build(making *m, const moult__build *build)
{
    const moult_plugin *plugin = build->plugin;
    moult_status status = MOULT_OK;
    snprintf(m->who, sizeof m->who, "%s load", build->label);
    if ((plugin->provide_count != 0 && plugin->provides == NULL) ||
        (plugin->native_count != 0 && plugin->natives == NULL) ||
        (plugin->table_count != 0 && plugin->tables == NULL) ||
        (plugin->require_count != 0 && plugin->requires_1 == NULL) || plugin->host == NULL)
        return moult__refuse(m->report, MOULT_FORMAT, m->who,
                             "its descriptor counts entries that aren't there (%s). Give each list "
                             "with its count",
                             build->path);
    for (uint32_t i = 0; i < plugin->provide_count && status >= 0; i++)
        status = add_slot(m, &plugin->provides[i], build);
    for (uint32_t i = 0; i < plugin->native_count && status >= 0; i++)
        status = add_native(m, &plugin->natives[i], build);
    for (uint32_t i = 0; i < plugin->table_count && status >= 0; i++)
        status = add_table(m, &plugin->tables[i], build);
    return status;
}

static moult_status add_core(making *m)
{
    moult_status status = MOULT_OK;
    snprintf(m->who, sizeof m->who, "core");
    for (uint32_t i = 0; i < m->set->core_provide_count && status >= 0; i++)
        status = add_slot(m, &m->set->core_provides[i], NULL);
    return status;
}

moult_status moult__dispatch_make(const moult__set *set, moult__build *const *builds,
                                  uint32_t count, moult__dispatch *out, moult__report *report)
{
    making m = {set, builds, count, out, report, ""};
    memset(out, 0, sizeof *out);
    moult_status status = add_core(&m);
    for (uint32_t b = 0; b < count && status >= 0; b++)
        status = add_build(&m, builds[b]);
    for (uint32_t b = 0; b < count && status >= 0; b++)
        status = check_owned(&m, builds[b]);
    for (uint32_t t = 0; t < out->table_count && status >= 0; t++)
        status = check_users(&m, &out->tables[t]);
    for (uint32_t b = 0; b < count && status >= 0; b++) {
        snprintf(m.who, sizeof m.who, "%s load", builds[b]->label);
        for (uint32_t i = 0; i < builds[b]->plugin->require_count && status >= 0; i++)
            status = check_require(&m, &builds[b]->plugin->requires_1[i]);
    }
    if (status < 0)
        moult__dispatch_free(out);
    return status;
}
