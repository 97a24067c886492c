/* SPDX-License-Identifier: MIT */
/* Who fills in for a build that is left out, while a set is loaded: the provider that the profile
 * names itself, the fallback for maps, the core's own sight, an archetype that waits. Each of them
 * is told in a warning; what a game can't be without is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/plugin/load.h"
#include "core/system/files.h"
#include "core/system/text.h"

/* The label of who fills a slot that is gathered. */
static const char *filler(const moult__gathering *g, const char *slot)
{
    for (uint32_t i = 0; i < g->count; i++)
        if (moult__note_provides(&g->builds[i]->elf.note, slot))
            return g->builds[i]->label;
    return slot;
}

/* All that an entry's file would provide, by its note; once. */
void moult__note_left_out(moult__set *set, uint32_t entry)
{
    const char *path = set->instead[entry].path;
    moult__elf elf = {0};
    uint64_t size;
    uint8_t *bytes = NULL;
    if (moult__gaps_has(set, entry))
        return;
    moult__gap_add(set, "", "", entry);
    if (moult__file_read(path, (uint64_t)256 << 20, &bytes, &size, NULL) >= 0 &&
        moult__elf_inspect(bytes, size, path, &elf, NULL) >= 0) {
        for (const char *at = elf.note.provides; *at != 0;) {
            char slot[MOULT_SLOT_SIZE];
            size_t word = strcspn(at, " ");
            snprintf(slot, sizeof slot, "%.*s", (int)word, at);
            moult__gap_add(set, "", slot, entry);
            at += word + strspn(at + word, " ");
        }
    }
    free(bytes);
}

/* The game can't be without. */
static int32_t needed(const char *role)
{
    return strcmp(role, "rules") == 0 || strcmp(role, "renderer") == 0 ||
           strcmp(role, "mapgen") == 0;
}

static const char *fallback_slot(const moult__gathering *g)
{
    for (uint32_t i = 0; i < g->want_count; i++)
        if (strcmp(g->wants[i].role, "fallback") == 0)
            return g->wants[i].slot;
    return moult__set_role_slot(g->set, "fallback");
}

static void warn_nobody(moult__gathering *g, uint32_t entry, const char *what)
{
    char text[256];
    snprintf(text, sizeof text, moult__translate("warn   %s is left out: nobody fills %s"),
             g->set->instead[entry].label, what);
    moult__set_warn(g->set, text);
}

/* `slot` fills in for a build that is left out. */
static moult_status fill_in(moult__gathering *g, uint32_t entry, const char *what, const char *slot)
{
    char text[256];
    uint32_t before = g->count;
    moult_status status = moult__gather_slot(g, slot, "moult load");
    if (status < 0)
        return status;
    if (g->count > before)
        g->builds[before]->stands_in = 1;
    snprintf(text, sizeof text, moult__translate("warn   %s is left out: %s is filled by %s"),
             g->set->instead[entry].label, what, filler(g, slot));
    moult__set_warn(g->set, text);
    return MOULT_OK;
}

static moult_status fill_role(moult__gathering *g, const moult__want *want, uint32_t entry)
{
    const char *role = want->role;
    const char *fallback = strcmp(role, "mapgen") == 0 ? fallback_slot(g) : NULL;
    const char *const choices[] = {want->otherwise, fallback,
                                   strcmp(role, "fov") == 0 ? "fov/shadow" : NULL};
    moult__gap gap = {.instead = entry};
    moult__gap_add(g->set, role, want->slot, entry);
    moult__set_bind_role(g->set, role, want->slot);
    if (moult__slot_waits(want->slot))
        return MOULT_OK;
    for (uint32_t i = 0; i < MOULT_COUNT(choices); i++) {
        if (choices[i] == NULL || choices[i][0] == 0 ||
            (!moult__gathered(g, choices[i]) && moult__find(g, choices[i]).one == NULL))
            continue;
        moult__set_bind_role(g->set, role, choices[i]);
        return fill_in(g, entry, role, choices[i]);
    }
    if (needed(role))
        return moult__gap_refuse(g->set, &gap, role, "moult load", g->report);
    warn_nobody(g, entry, role);
    return MOULT_OK;
}

/* What is wanted is left out. A set in use that is asked for one thing more can't do without. */
moult_status moult__stand_in(moult__gathering *g, const moult__want *want, uint32_t entry)
{
    moult__gap gap = {.instead = entry};
    moult__note_left_out(g->set, entry);
    if (want->role[0] != 0)
        return fill_role(g, want, entry);
    if (want->slot[0] == 0)
        return MOULT_OK;
    moult__gap_add(g->set, "", want->slot, entry);
    if (moult__gathered(g, want->slot) || moult__find(g, want->slot).one != NULL)
        return fill_in(g, entry, want->slot, want->slot);
    if (moult__slot_waits(want->slot))
        return MOULT_OK;
    if (g->kept != 0)
        return moult__gap_refuse(g->set, &gap, want->slot, "moult load", g->report);
    warn_nobody(g, entry, want->slot);
    return MOULT_OK;
}

/* Archetypes that wait, of those gaps that came with this load. */
void moult__warn_waiting(moult__gathering *g, uint32_t first)
{
    char text[256];
    for (uint32_t i = first; i < g->set->gap_count; i++) {
        const moult__gap *gap = &g->set->gaps[i];
        if (!moult__slot_waits(gap->slot) || moult__gathered(g, gap->slot))
            continue;
        snprintf(text, sizeof text, moult__translate("warn   %s is left out: who acts by %s waits"),
                 g->set->instead[gap->instead].label, gap->slot);
        moult__set_warn(g->set, text);
    }
}
