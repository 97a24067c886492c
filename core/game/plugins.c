/* SPDX-License-Identifier: MIT */
/* The plugins of a run, in its save: whoever goes on with other code than before is told so, since
 * what happens next may not be what the run has been so far.
 *
 * They are rows like all else, so every saver carries them. Who only shows a run, ranks or
 * saves it isn't part of it: renderers, rankings and savers aren't listed. */
#include <stdio.h>
#include <string.h>
#include "core/game/plugins.h"
#include "core/system/lockfile.h"
#include "core/system/text.h"

#define NAMED 3u

static int32_t of_kind(const char *slot, const char *kind)
{
    return strncmp(slot, kind, strlen(kind)) == 0;
}

/* Whether a build has a part in what happens: all but those that provide nothing else than
 * pictures, rankings or files. */
static int32_t takes_part(const moult__build *build)
{
    const char *at = build->elf.note.provides;
    int32_t other = *at == 0;
    while (*at != 0 && !other) {
        other = !of_kind(at, "renderer/") && !of_kind(at, "scores/") && !of_kind(at, "saver/");
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    return other;
}

static const moult__plugin_row *row_at(const moult_world *w, uint32_t slot)
{
    return (const moult__plugin_row *)moult__row(w, MOULT__TABLE_PLUGIN, slot);
}

static uint32_t slot_after(const moult_world *w, uint32_t slot)
{
    return ((const moult__slot_row *)moult__row(w, MOULT__TABLE_PLUGIN_SLOT, slot))->next;
}

void moult__plugins_note(moult__session *s)
{
    moult_world *w = s->world;
    uint32_t slot = moult__slot_first(w, MOULT__TABLE_PLUGIN_SLOT, 0);
    for (uint32_t i = 0; i < s->set->build_count; i++) {
        const moult__build *build = s->set->builds[i];
        moult__plugin_row row = {.content = build->identity.content};
        if (!takes_part(build))
            continue;
        snprintf((char *)row.name, sizeof row.name, "%s", build->name);
        snprintf((char *)row.version, sizeof row.version, "%s", build->version);
        if (slot == 0)
            slot = (uint32_t)moult__append_core(w, MOULT__TABLE_PLUGIN);
        if (slot == 0)
            return; /* out of memory: a shorter list is better than no save */
        if (memcmp(row_at(w, slot), &row, sizeof row) != 0)
            memcpy(moult__row_edit(w, MOULT__TABLE_PLUGIN, slot), &row, sizeof row);
        slot = slot_after(w, slot);
    }
    while (slot != 0) {
        uint32_t next = slot_after(w, slot);
        moult__remove_core(w, MOULT__TABLE_PLUGIN, slot);
        slot = next;
    }
}

static const moult__build *build_of(const moult__set *set, const char *name)
{
    for (uint32_t i = 0; i < set->build_count; i++)
        if (strcmp(set->builds[i]->name, name) == 0)
            return set->builds[i];
    return NULL;
}

/* How a row differs from what is loaded, in words. 0: it doesn't, or it is no plugin's: a save can
 * be written by hand. */
static int32_t describe(const moult__set *set, const moult__plugin_row *row, char *out,
                        uint32_t room)
{
    char name[sizeof row->name + 1], version[sizeof row->version + 1];
    snprintf(name, sizeof name, "%.*s", (int)sizeof row->name, (const char *)row->name);
    snprintf(version, sizeof version, "%.*s", (int)sizeof row->version, (const char *)row->version);
    const moult__build *build = build_of(set, name);
    if (!moult__lock_words(name, version))
        return 0;
    if (build == NULL)
        snprintf(out, room, moult__translate("%s %s (not here)"), name, version);
    else if (strcmp(build->version, version) != 0)
        snprintf(out, room, moult__translate("%s %s (now %s)"), name, version, build->version);
    else if (build->identity.content != row->content)
        snprintf(out, room, moult__translate("%s %s (same version, another build)"), name, version);
    else
        return 0;
    return 1;
}

/* A notice has little room: fewer are named when three don't fit. */
void moult__plugins_compare(moult__session *s)
{
    static const char all[] = MOULT_TEXT("This run was left with other plugins: %s.");
    static const char some[] = MOULT_TEXT("This run was left with other plugins: %s and %u more.");
    const size_t longest = sizeof s->notices[0].text - 12; /* less a number */
    char list[sizeof s->notices[0].text], one[160];
    const moult_world *w = s->world;
    size_t words = strlen(moult__translate(some)), used = 0;
    uint32_t named = 0, more = 0;
    list[0] = 0;
    for (uint32_t slot = moult__slot_first(w, MOULT__TABLE_PLUGIN_SLOT, 0); slot != 0;
         slot = slot_after(w, slot)) {
        if (!describe(s->set, row_at(w, slot), one, sizeof one))
            continue;
        if (named == NAMED || more != 0 || words + used + strlen(one) + 2 > longest) {
            more++;
            continue;
        }
        used +=
            (size_t)snprintf(list + used, sizeof list - used, "%s%s", named != 0 ? ", " : "", one);
        named++;
    }
    if (named != 0 && more == 0)
        moult__session_notice(s, MOULT_SAY_SYSTEM, all, list);
    else if (named != 0)
        moult__session_notice(s, MOULT_SAY_SYSTEM, some, list, more);
}
