/* SPDX-License-Identifier: MIT */
/* Builds that aren't loaded though they are wanted: which, what they leave open, and how they come
 * back. Loading (load.c) finds the stand-ins, a reload (reload.c) ends them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <moult/ai.h>
#include "core/plugin/set.h"

/* -- entries ----------------------------------------------------------------------------------- */

moult__instead *moult__instead_of(const moult__set *set, const char *path)
{
    for (uint32_t i = 0; i < set->instead_count; i++)
        if (strcmp(set->instead[i].path, path) == 0)
            return &set->instead[i];
    return NULL;
}

moult_status moult__set_instead(moult__set *set, const moult__instead *instead)
{
    moult__instead *entry = moult__instead_of(set, instead->path);
    if (entry == NULL && set->instead_count == MOULT__INSTEAD_MAX)
        return MOULT_RANGE;
    if (set->instead == NULL) {
        set->instead = calloc(MOULT__INSTEAD_MAX, sizeof *set->instead);
        if (set->instead == NULL)
            return MOULT_MEMORY;
    }
    if (entry == NULL)
        entry = &set->instead[set->instead_count++];
    *entry = *instead;
    return MOULT_OK;
}

int32_t moult__left_out(const moult__set *set, const char *path)
{
    const moult__instead *entry = moult__instead_of(set, path);
    return entry != NULL && entry->staged[0] == 0 ? (int32_t)(entry - set->instead) : -1;
}

void moult__instead_drop(moult__set *set, const char *path)
{
    moult__instead *entry = moult__instead_of(set, path);
    if (entry == NULL)
        return;
    uint32_t number = (uint32_t)(entry - set->instead);
    moult__gaps_close(set, number);
    memmove(entry, entry + 1, (--set->instead_count - number) * sizeof *entry);
    for (uint32_t i = 0; i < set->gap_count; i++)
        set->gaps[i].instead -= set->gaps[i].instead > number;
}

/* -- gaps -------------------------------------------------------------------------------------- */

void moult__gap_add(moult__set *set, const char *role, const char *slot, uint32_t instead)
{
    for (uint32_t i = 0; i < set->gap_count; i++)
        if (set->gaps[i].instead == instead && strcmp(set->gaps[i].role, role) == 0 &&
            strcmp(set->gaps[i].slot, slot) == 0)
            return;
    if (set->gap_count == MOULT__GAPS_MAX)
        return;
    moult__gap *gap = &set->gaps[set->gap_count++];
    snprintf(gap->role, sizeof gap->role, "%s", role);
    snprintf(gap->slot, sizeof gap->slot, "%s", slot);
    gap->instead = instead;
}

const moult__gap *moult__gap_of(const moult__set *set, const char *name)
{
    for (uint32_t i = 0; i < set->gap_count && name[0] != 0; i++)
        if (strcmp(set->gaps[i].slot, name) == 0 || strcmp(set->gaps[i].role, name) == 0)
            return &set->gaps[i];
    return NULL;
}

void moult__gaps_close(moult__set *set, uint32_t instead)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < set->gap_count; i++)
        if (set->gaps[i].instead != instead)
            set->gaps[kept++] = set->gaps[i];
    set->gap_count = kept;
}

int32_t moult__gaps_has(const moult__set *set, uint32_t instead)
{
    for (uint32_t i = 0; i < set->gap_count; i++)
        if (set->gaps[i].instead == instead)
            return 1;
    return 0;
}

moult_status moult__gap_refuse(const moult__set *set, const moult__gap *gap, const char *what,
                               const char *who, moult__report *report)
{
    const moult__instead *entry = &set->instead[gap->instead];
    return moult__refuse(report, MOULT_UNKNOWN, who,
                         "%s is required, and %s, which provided it, is left out: it was blamed "
                         "(%s). Change that file, or choose another: --use %s=%s",
                         what, entry->label, entry->path, what,
                         strchr(what, '/') != NULL ? "PATH" : "NAME");
}

moult_status moult__gaps_return(moult__set *set, uint32_t instead, const moult__build *build,
                                moult__report *report)
{
    moult_status status = MOULT_OK;
    for (uint32_t i = 0; i < set->gap_count && status >= 0; i++) {
        const moult__gap *gap = &set->gaps[i];
        if (gap->instead != instead || gap->role[0] == 0)
            continue;
        if (gap->slot[0] != 0 && moult__note_provides(&build->elf.note, gap->slot))
            moult__set_bind_role(set, gap->role, gap->slot);
        else
            status = moult__set_bind_build(set, gap->role, build, report);
    }
    return status;
}

/* -- what is put back -------------------------------------------------------------------------- */

void moult__bound_save(const moult__set *set, moult__bound *out)
{
    memcpy(out->roles, set->roles, sizeof out->roles);
    memcpy(out->gaps, set->gaps, sizeof out->gaps);
    out->role_count = set->role_count;
    out->gap_count = set->gap_count;
}

void moult__bound_restore(moult__set *set, const moult__bound *bound)
{
    memcpy(set->roles, bound->roles, sizeof set->roles);
    memcpy(set->gaps, bound->gaps, sizeof set->gaps);
    set->role_count = bound->role_count;
    set->gap_count = bound->gap_count;
}

/* -- who waits --------------------------------------------------------------------------------- */

/* The action comes as WAIT. */
static moult_status wait_here(moult_world *w, const moult_senses *senses, void *memory,
                              moult_action *action)
{
    (void)w, (void)senses, (void)memory, (void)action;
    return MOULT_OK;
}

static const moult_ai_1 waiting = {sizeof waiting, 0, wait_here};

int32_t moult__slot_waits(const char *slot)
{
    return strncmp(slot, "ai/", 3) == 0;
}

moult_provide moult__provide_waiting(const char *slot)
{
    return (moult_provide)MOULT_PROVIDE(slot, MOULT_AI_INTERFACE, MOULT_AI_SHAPE, &waiting);
}
