/* SPDX-License-Identifier: MIT */
/* The dispatch: made from declarations, checked as a whole, committed by one swap. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/plugin/set.h"
#include "core/system/profile.h"
#include "core/world/core_tables.h"
#include "core/system/text.h"

#define INTERFACE_SIZE sizeof(((moult__slot *)NULL)->interface)

typedef struct making {
    const moult__set *set;
    moult__build *const *builds;
    uint32_t count;
    moult__dispatch *out;
    moult__report *report;
    char who[96];
} making;

/* Texts were measured before. */
static void put(char *out, size_t room, const char *text)
{
    size_t length = strnlen(text, room - 1);
    memcpy(out, text, length);
    out[length] = 0;
}

/* Room for all that is declared. */
static moult_status reserve(making *m)
{
    size_t slots = m->set->core_provide_count + m->set->gap_count, natives = 0, tables = 0;
    for (uint32_t b = 0; b < m->count; b++) {
        slots += m->builds[b]->plugin->provide_count;
        natives += m->builds[b]->plugin->native_count;
        tables += m->builds[b]->plugin->table_count;
    }
    m->out->slots = calloc(slots + 1, sizeof *m->out->slots);
    m->out->natives = calloc(natives + 1, sizeof *m->out->natives);
    m->out->tables = calloc(tables + 1, sizeof *m->out->tables);
    if (m->out->slots != NULL && m->out->natives != NULL && m->out->tables != NULL)
        return MOULT_OK;
    return moult__refuse(m->report, MOULT_MEMORY, "moult load", "out of memory");
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

static moult_status add_slot(making *m, const moult_provide *provide, const moult__build *build)
{
    if (!MOULT_HAS(provide, functions) || !slot_name_fits(provide->slot) ||
        provide->interface == NULL || strlen(provide->interface) >= INTERFACE_SIZE ||
        provide->shape == NULL || provide->functions == NULL)
        return moult__refuse(m->report, MOULT_FORMAT, m->who,
                             "slot \"%s\" isn't wholly declared. A name like ai/wolf, interface, "
                             "shape and functions belong to it",
                             MOULT_HAS(provide, slot) && provide->slot != NULL ? provide->slot
                                                                               : "");
    if (build != NULL && !moult__note_provides(&build->elf.note, provide->slot))
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
                             other->build != NULL ? other->build->path
                                                  : moult__translate("the core itself"),
                             provide->slot);
    moult__slot *slot = &m->out->slots[m->out->slot_count++];
    put(slot->name, sizeof slot->name, provide->slot);
    put(slot->interface, sizeof slot->interface, provide->interface);
    slot->shape = provide->shape;
    slot->functions = slot->own = provide->functions;
    slot->build = build;
    slot->flags = provide->flags;
    return MOULT_OK;
}

static moult_status add_native(making *m, const moult_native *native, const moult__build *build)
{
    if (!MOULT_HAS(native, help) || native->name == NULL || native->function == NULL ||
        native->signature == NULL || !moult__name_fits(native->name, MOULT_SLOT_SIZE) ||
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
    moult__native *entry = &m->out->natives[m->out->native_count++];
    put(entry->name, sizeof entry->name, native->name);
    put(entry->signature, sizeof entry->signature, native->signature);
    put(entry->help, sizeof entry->help, native->help != NULL ? native->help : "");
    entry->function = native->function;
    entry->build = build;
    return MOULT_OK;
}

/* -- tables ------------------------------------------------------------------------------------ */

static moult__owned *owned_table(const moult__dispatch *dispatch, const char *name)
{
    for (uint32_t i = 0; i < dispatch->table_count; i++)
        if (strcmp(dispatch->tables[i].layout->name, name) == 0)
            return &dispatch->tables[i];
    return NULL;
}

/* The layout that worlds of this set have; NULL: none yet. */
static const moult__layout *known_table(const moult__set *set, const char *name)
{
    for (uint32_t i = 0; i < set->table_count; i++)
        if (strcmp(set->tables[i].name, name) == 0)
            return &set->tables[i];
    return NULL;
}

static moult_status add_table(making *m, uint32_t t, const moult__build *build)
{
    const moult_table_use *use = moult__entry(build->plugin->tables, t);
    const moult__layout *layout = &build->layouts[t];
    if (!(use->flags & MOULT_OWNS))
        return MOULT_OK;
    if ((layout->flags & MOULT_TABLE_CORE) != 0)
        return moult__refuse(m->report, MOULT_REFUSED, m->who,
                             "table %s says it is the core's. Drop MOULT_TABLE_CORE", layout->name);
    const moult__owned *other = owned_table(m->out, layout->name);
    if (other != NULL)
        return moult__refuse(m->report, MOULT_REFUSED, m->who,
                             "table %s is already owned by %s (%s). One owns a table, others use "
                             "it: MOULT_TABLE_USED",
                             layout->name, other->owner->label, other->owner->path);
    const moult__layout *now = known_table(m->set, layout->name);
    if (now != NULL && now->scope != layout->scope)
        return moult__refuse(m->report, MOULT_CHANGED, m->who,
                             "table %s: its rows hung elsewhere (scope %u, now %u). Give the new "
                             "table another name",
                             layout->name, now->scope, layout->scope);
    moult__owned *entry = &m->out->tables[m->out->table_count++];
    entry->layout = layout;
    entry->owner = build;
    entry->handle = moult__set_handle(m->set, layout->name);
    return MOULT_OK;
}

/* The first field of a user's that isn't the owner's at that place. */
static const char *first_other(const moult__layout *user, const moult__layout *owner)
{
    uint32_t i = 0;
    while (i < user->field_count && i < owner->field_count &&
           user->fields[i].type == owner->fields[i].type &&
           user->fields[i].count == owner->fields[i].count &&
           strcmp(user->fields[i].name, owner->fields[i].name) == 0)
        i++;
    return i < user->field_count ? user->fields[i].name : moult__translate("its end");
}

/* All users of a table that don't fit, named in one refusal. */
static moult_status check_users(making *m, const moult__owned *owner)
{
    char users[512] = "";
    for (uint32_t b = 0; b < m->count; b++) {
        for (uint32_t t = 0; t < m->builds[b]->layout_count; t++) {
            const moult__layout *layout = &m->builds[b]->layouts[t];
            if (m->builds[b] == owner->owner || strcmp(layout->name, owner->layout->name) != 0 ||
                moult__layout_prefix(layout, owner->layout))
                continue;
            size_t used = strlen(users);
            snprintf(users + used, sizeof users - used, "%s", used != 0 ? ", " : "");
            used = strlen(users);
            snprintf(users + used, sizeof users - used, moult__translate("%s v%u (from %s on)"),
                     m->builds[b]->name, layout->version, first_other(layout, owner->layout));
        }
    }
    if (users[0] == 0)
        return MOULT_OK;
    snprintf(m->who, sizeof m->who, "%s load", owner->owner->label);
    return moult__refuse(m->report, MOULT_CHANGED, m->who,
                         "%s: %s has v%u, and its first fields aren't those of %s. Add fields at "
                         "the end, or rebuild all of them",
                         owner->layout->name, owner->owner->name, owner->layout->version, users);
}

/* An archetype is handed its memory's row without a further look. */
static moult_status check_memories(making *m, const moult__build *build)
{
    const moult_plugin *plugin = build->plugin;
    for (uint32_t i = 0; i < plugin->provide_count; i++) {
        const moult_provide *provide = moult__entry(plugin->provides, i);
        if (!MOULT_HAS(provide, memory) || provide->memory == NULL)
            continue;
        const char *name = MOULT_HAS(provide->memory, name) ? provide->memory->name : NULL;
        const moult__owned *owned = name != NULL ? owned_table(m->out, name) : NULL;
        if (owned == NULL || owned->owner != build || owned->layout->scope != MOULT_SCOPE_ACTOR)
            return moult__refuse(m->report, MOULT_FORMAT, m->who,
                                 "%s remembers in table %s, which isn't one of actors that it "
                                 "owns. List it by MOULT_TABLE_OWNED",
                                 provide->slot,
                                 name != NULL ? name : moult__translate("without a name"));
    }
    return MOULT_OK;
}

static moult_status check_owned(making *m, const moult__build *build)
{
    snprintf(m->who, sizeof m->who, "%s load", build->label);
    for (uint32_t t = 0; t < build->layout_count; t++)
        if (owned_table(m->out, build->layouts[t].name) == NULL)
            return moult__refuse(m->report, MOULT_UNKNOWN, m->who,
                                 "it uses table %s, which no loaded plugin owns. Load its owner "
                                 "too",
                                 build->layouts[t].name);
    return check_memories(m, build);
}

/* -- requirements ------------------------------------------------------------------------------ */

static moult_status check_require(making *m, const moult_require *require)
{
    if (!MOULT_HAS(require, bind) || require->slot == NULL || require->interface == NULL ||
        require->shape == NULL || require->bind == NULL)
        return moult__refuse(m->report, MOULT_FORMAT, m->who,
                             "a requirement isn't wholly declared. Use MOULT_REQUIRE");
    const char *name = strchr(require->slot, '/') != NULL
                           ? require->slot
                           : moult__set_role_slot(m->set, require->slot);
    const moult__slot *slot = name != NULL ? moult__dispatch_slot(m->out, name) : NULL;
    if (slot == NULL && (require->flags & MOULT_OPTIONAL) != 0)
        return MOULT_OK;
    const moult__gap *gap = slot == NULL ? moult__gap_of(m->set, require->slot) : NULL;
    if (gap != NULL)
        return moult__gap_refuse(m->set, gap, require->slot, m->who, m->report);
    if (slot == NULL)
        return moult__refuse(m->report, MOULT_UNKNOWN, m->who,
                             "%s is required, and nobody provides it. Bind it: --use %s=NAME",
                             require->slot, require->slot);
    if (strcmp(slot->interface, require->interface) != 0)
        return moult__refuse(
            m->report, MOULT_CHANGED, m->who,
            "%s is required as %s, but %s provides it as %s. Rebuild the older one", require->slot,
            require->interface, moult__slot_owner(slot), slot->interface);
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
    for (uint32_t i = 0; i < plugin->provide_count && status >= 0; i++)
        status = add_slot(m, moult__entry(plugin->provides, i), build);
    for (uint32_t i = 0; i < plugin->native_count && status >= 0; i++)
        status = add_native(m, moult__entry(plugin->natives, i), build);
    for (uint32_t i = 0; i < plugin->table_count && status >= 0; i++)
        status = add_table(m, i, build);
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

/* Archetypes that are left out and that nobody else provides wait. */
static moult_status add_waiting(making *m)
{
    moult_status status = MOULT_OK;
    snprintf(m->who, sizeof m->who, "core");
    for (uint32_t i = 0; i < m->set->gap_count && status >= 0; i++) {
        const char *name = m->set->gaps[i].slot;
        moult_provide waiting = moult__provide_waiting(name);
        if (moult__slot_waits(name) && slot_name_fits(name) &&
            moult__dispatch_slot(m->out, name) == NULL)
            status = add_slot(m, &waiting, NULL);
    }
    return status;
}

moult_status moult__dispatch_make(const moult__set *set, moult__build *const *builds,
                                  uint32_t count, moult__dispatch *out, moult__report *report)
{
    making m = {set, builds, count, out, report, ""};
    memset(out, 0, sizeof *out);
    moult_status status = reserve(&m);
    if (status >= 0)
        status = add_core(&m);
    for (uint32_t b = 0; b < count && status >= 0; b++)
        status = add_build(&m, builds[b]);
    if (status >= 0)
        status = add_waiting(&m);
    for (uint32_t b = 0; b < count && status >= 0; b++)
        status = check_owned(&m, builds[b]);
    for (uint32_t t = 0; t < out->table_count && status >= 0; t++)
        status = check_users(&m, &out->tables[t]);
    for (uint32_t b = 0; b < count && status >= 0; b++) {
        snprintf(m.who, sizeof m.who, "%s load", builds[b]->label);
        for (uint32_t i = 0; i < builds[b]->plugin->requirement_count && status >= 0; i++)
            status = check_require(&m, moult__entry(builds[b]->plugin->requirements, i));
    }
    if (status < 0)
        moult__dispatch_free(out);
    return status;
}
