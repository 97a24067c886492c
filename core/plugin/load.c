/* SPDX-License-Identifier: MIT */
/* Loading: wants are resolved to files, files opened until nothing is missing, and then one commit.
 *
 * A file may be left out because its build was blamed; who fills in for it is in stand_in.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/plugin/load.h"

int32_t moult__note_provides(const moult_note *note, const char *slot)
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

#define SUBJECT_SIZE 64

/* "ai-wolf@0.3 load": before a refusal. */
static const char *subject(const moult_note *note, char out[SUBJECT_SIZE])
{
    snprintf(out, SUBJECT_SIZE, "%s@%s load", note->name, note->version);
    return out;
}

void moult__set_warn(moult__set *set, const char *text)
{
    size_t used = strlen(set->warnings);
    if (text[0] != 0 && strstr(set->warnings, text) == NULL)
        snprintf(set->warnings + used, sizeof set->warnings - used, "%s\n", text);
}

/* Reads a plugin's file, or what is kept of its previous generation. Whose folder that is doesn't
 * matter: it is the original that must be trusted, as long as there is one. */
static moult_status read_file(moult__gathering *g, const char *path, moult__identity *identity,
                              moult__trust *known, uint32_t *generation)
{
    const moult__instead *instead = moult__instead_of(g->set, path);
    int32_t kept = instead != NULL && instead->staged[0] != 0;
    moult__report trust = {0};
    moult__identity original;
    moult_status status =
        moult__build_read(kept ? instead->staged : path, kept ? 0 : g->set->settle_ms,
                          &g->set->room, identity, g->report);
    *generation = kept ? instead->staged_generation : 1;
    if (status < 0 || (kept && moult__identity_of(path, &original) == MOULT_UNKNOWN))
        return status;
    status = moult__build_trusted(path, known, &trust);
    if (status >= 0)
        moult__set_warn(g->set, trust.text);
    else if (g->report != NULL)
        *g->report = trust;
    return status;
}

static moult_status refuse_twin(const moult__gathering *g, const moult__build *build)
{
    char who[SUBJECT_SIZE];
    for (uint32_t i = 0; i < g->count; i++)
        if (strcmp(g->builds[i]->name, build->name) == 0)
            return moult__refuse(g->report, MOULT_REFUSED, subject(&build->elf.note, who),
                                 "plugin %s is there twice: %s and %s. Remove one, or give it "
                                 "another name",
                                 build->name, g->builds[i]->path, build->path);
    return MOULT_OK;
}

/* One that runs in a new process as it did before keeps its way back. */
static void take_previous(const moult__set *set, moult__build *build)
{
    const moult__instead *instead = moult__instead_of(set, build->path);
    if (instead == NULL || instead->previous[0] == 0)
        return;
    snprintf(build->previous.path, sizeof build->previous.path, "%s", instead->previous);
    build->previous.generation = instead->previous_generation;
}

static moult_status add_file(moult__gathering *g, const char *path, moult__build **out)
{
    moult__identity identity = {0};
    moult__trust known = {0};
    uint32_t generation;
    for (uint32_t i = 0; i < g->count; i++) {
        if (strcmp(g->builds[i]->path, path) == 0) {
            *out = g->builds[i];
            return MOULT_OK;
        }
    }
    moult_status status = read_file(g, path, &identity, &known, &generation);
    if (status < 0)
        return status;
    moult__build *build =
        moult__build_stage(path, g->set->room.bytes, &identity, g->set->lock, g->set->stage,
                           generation, ++g->set->serial, g->report);
    if (build == NULL)
        return g->report != NULL && g->report->status < 0 ? g->report->status : MOULT_REFUSED;
    build->trust = known;
    take_previous(g->set, build);
    moult__build **builds = NULL;
    status = moult__build_map(build, g->report);
    if (status >= 0)
        status = refuse_twin(g, build);
    if (status >= 0) {
        builds = realloc(g->builds, (g->count + 1) * sizeof *builds);
        if (builds == NULL)
            status = moult__refuse(g->report, MOULT_MEMORY, path, "out of memory");
    }
    if (status < 0) {
        moult__build_close(build);
        return status;
    }
    g->builds = builds;
    builds[g->count++] = build;
    *out = build;
    return MOULT_OK;
}

int32_t moult__gathered(const moult__gathering *g, const char *slot)
{
    for (uint32_t i = 0; i < g->set->core_provide_count; i++)
        if (strcmp(g->set->core_provides[i].slot, slot) == 0)
            return 1;
    for (uint32_t i = 0; i < g->count; i++)
        if (moult__note_provides(&g->builds[i]->elf.note, slot))
            return 1;
    return 0;
}

moult__match moult__find(const moult__gathering *g, const char *slot)
{
    const moult__gap *gap = moult__gap_of(g->set, slot);
    moult__match m = {NULL, NULL, gap != NULL ? (int32_t)gap->instead : -1};
    for (uint32_t f = 0; f < g->set->found_count && m.two == NULL; f++) {
        const moult__found *found = &g->set->found[f];
        if (!moult__note_provides(&found->note, slot))
            continue;
        int32_t left_out = moult__left_out(g->set, found->path);
        if (left_out >= 0)
            m.left_out = left_out;
        else if (m.one == NULL)
            m.one = found;
        else
            m.two = found;
    }
    return m;
}

static moult_status refuse_none(const moult__gathering *g, const char *slot, const moult__match *m,
                                const char *who)
{
    char known[700];
    if (m->left_out >= 0) {
        moult__gap gap = {.instead = (uint32_t)m->left_out};
        return moult__gap_refuse(g->set, &gap, slot, who, g->report);
    }
    moult__set_known(g->set, slot, known, sizeof known);
    return moult__refuse(g->report, MOULT_UNKNOWN, who,
                         "%s is required, and nobody provides it. %s", slot, known);
}

moult_status moult__gather_slot(moult__gathering *g, const char *slot, const char *who)
{
    char by[SUBJECT_SIZE];
    moult__build *build = NULL;
    if (moult__gathered(g, slot))
        return MOULT_OK;
    moult__match m = moult__find(g, slot);
    if (m.two != NULL)
        return moult__refuse(g->report, MOULT_REFUSED, subject(&m.two->note, by),
                             "\"%s\" is already provided by %s@%s (%s), and by %s too. Choose: "
                             "--use %s=PATH",
                             slot, m.one->note.name, m.one->note.version, m.one->path, m.two->path,
                             slot);
    if (m.one == NULL && m.left_out >= 0) {
        moult__note_left_out(g->set, (uint32_t)m.left_out);
        moult__gap_add(g->set, "", slot, (uint32_t)m.left_out);
        if (moult__slot_waits(slot))
            return MOULT_OK;
    }
    if (m.one == NULL)
        return refuse_none(g, slot, &m, who);
    moult_status status = add_file(g, m.one->path, &build);
    if (status >= 0 && m.left_out >= 0)
        build->stands_in = 1;
    return status;
}

moult_status moult__set_bind_build(moult__set *set, const char *role, const moult__build *build,
                                   moult__report *report)
{
    size_t kind = strlen(role);
    const char *at = build->elf.note.provides;
    char who[SUBJECT_SIZE];
    while (*at != 0) {
        size_t word = strcspn(at, " ");
        if (word > kind && word < MOULT_SLOT_SIZE && strncmp(at, role, kind) == 0 &&
            at[kind] == '/') {
            char slot[MOULT_SLOT_SIZE];
            snprintf(slot, sizeof slot, "%.*s", (int)word, at);
            moult__set_bind_role(set, role, slot);
            return MOULT_OK;
        }
        at += word + strspn(at + word, " ");
    }
    return moult__refuse(report, MOULT_UNKNOWN, subject(&build->elf.note, who),
                         "it provides no %s, but: %s (%s). Use it as what it is", role,
                         build->elf.note.provides, build->path);
}

/* -- wants ------------------------------------------------------------------------------------- */

static moult_status add_named(moult__gathering *g, const moult__want *want)
{
    moult__match m = moult__find(g, want->slot);
    if (!moult__gathered(g, want->slot) && m.one == NULL && m.left_out >= 0)
        return moult__stand_in(g, want, (uint32_t)m.left_out);
    if (want->role[0] != 0)
        moult__set_bind_role(g->set, want->role, want->slot);
    return moult__gather_slot(g, want->slot, want->role[0] != 0 ? want->role : "moult load");
}

static moult_status add_chosen(moult__gathering *g, const moult__want *want)
{
    moult__build *build = NULL;
    char who[SUBJECT_SIZE];
    moult_status status = add_file(g, want->file, &build);
    if (status >= 0 && want->slot[0] != 0 && !moult__note_provides(&build->elf.note, want->slot))
        return moult__refuse(g->report, MOULT_UNKNOWN, subject(&build->elf.note, who),
                             "it doesn't provide %s, but: %s (%s). Use it as what it is",
                             want->slot, build->elf.note.provides, build->path);
    if (status >= 0 && want->role[0] != 0)
        status = moult__set_bind_build(g->set, want->role, build, g->report);
    return status;
}

/* What the gathered ones require, until nothing new turns up. */
static moult_status add_required(moult__gathering *g)
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
            moult_status status = moult__gather_slot(g, slot, who);
            g->report = report;
            if (status < 0 && !(require->flags & MOULT_OPTIONAL)) {
                if (report != NULL)
                    *report = why;
                return status;
            }
            if (status < 0 && status != MOULT_UNKNOWN)
                moult__set_warn(g->set, why.text);
        }
    }
    return MOULT_OK;
}

static int32_t owned_by(const moult__gathering *g, const char *table)
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
static void drop_strangers(moult__gathering *g, uint32_t first)
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
static moult_status add_wants(moult__gathering *g)
{
    moult_status status = MOULT_OK;
    const moult__want *wants = g->wants;
    uint32_t count = g->want_count, gaps = g->set->gap_count;
    for (uint32_t i = 0; i < count && status >= 0; i++)
        if (wants[i].file[0] != 0 && moult__left_out(g->set, wants[i].file) < 0)
            status = add_chosen(g, &wants[i]);
    for (uint32_t i = 0; i < count && status >= 0; i++)
        if (wants[i].file[0] != 0 && moult__left_out(g->set, wants[i].file) >= 0)
            status =
                moult__stand_in(g, &wants[i], (uint32_t)moult__left_out(g->set, wants[i].file));
    for (uint32_t i = 0; i < count && status >= 0; i++)
        if (wants[i].file[0] == 0 && !wants[i].optional)
            status = add_named(g, &wants[i]);
    if (status >= 0)
        status = add_required(g);
    uint32_t first = g->count;
    for (uint32_t i = 0; i < count && status >= 0; i++)
        if (wants[i].file[0] == 0 && wants[i].optional)
            status = add_named(g, &wants[i]);
    drop_strangers(g, first);
    if (status >= 0)
        status = add_required(g);
    if (status >= 0)
        moult__warn_waiting(g, gaps);
    return status;
}

moult_status moult__set_load(moult__set *set, const moult__want *wants, uint32_t count,
                             moult__report *report)
{
    moult__gathering g = {set, NULL, set->build_count, set->build_count, report, wants, count};
    g.builds = malloc((set->build_count + 1) * sizeof *g.builds);
    if (g.builds == NULL)
        return moult__refuse(report, MOULT_MEMORY, "moult load", "out of memory");
    if (set->build_count != 0)
        memcpy(g.builds, set->builds, set->build_count * sizeof *g.builds);
    moult__dispatch dispatch;
    moult__bound bound;
    moult__bound_save(set, &bound);
    moult_status status = add_wants(&g);
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
    moult__bound_restore(set, &bound);
    return status;
}
