/* SPDX-License-Identifier: MIT */
/* Reload: the set of changed plugins, all or nothing, in two phases.
 *
 * Look: each changed file, settled, is read once, checked, and staged. Commit: what was staged is
 * mapped, a dispatch of the whole is made, worlds are migrated, all is swapped. A refusal anywhere
 * leaves everything as it was. Between the two nothing of the new code is mapped, so that a fork of
 * the process can try it first.
 *
 * Builds that were blamed (instead.c) come back by the same way, with the roles that they had. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "core/plugin/set.h"
#include "core/system/text.h"

struct moult__reload {
    moult__set *set;
    moult__build **builds; /* what is to be: old ones where nothing changed */
    moult__build **fresh;  /* those of them that are new */
    uint32_t count, changed;
    uint32_t stamp;     /* of the set as it was looked at */
    uint32_t waited_ms; /* for files to settle: not our work */
    double spent_ms;
};

/* The lines that somebody reads. */
typedef struct lines {
    char *text;
    uint32_t room, used;
} lines;

static void say(lines *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(lines *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length =
        l->used < l->room ? vsnprintf(l->text + l->used, l->room - l->used, format, args) : 0;
    va_end(args);
    l->used += length > 0 ? (uint32_t)length : 0;
}

static double ms_since(const struct timespec *start)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) * 1e3 +
           (double)(now.tv_nsec - start->tv_nsec) / 1e6;
}

/* -- look -------------------------------------------------------------------------------------- */

typedef struct looking {
    moult__reload *reload;
    moult__set *set;
    int32_t again;
    lines out;
    moult__report *report;
} looking;

/* The file at `path` into the set's room, when it isn't the one that `known` tells of. 1: it was
 * read. */
static moult_status read_changed(looking *l, const char *path, const moult__identity *known,
                                 moult__trust *trusted, moult__identity *now)
{
    moult_status status = moult__identity_of(path, now);
    if (status == MOULT_UNKNOWN || (status >= 0 && moult__identity_same_file(now, known)))
        return status;
    moult__report trust = {0};
    if (status >= 0 && (status = moult__build_trusted(path, trusted, &trust)) < 0) {
        if (l->report != NULL)
            *l->report = trust;
        return status;
    }
    status = moult__build_read(path, l->set->settle_ms, &l->set->room, now, l->report);
    l->reload->waited_ms += status >= 0 ? now->waited_ms : 0;
    return status < 0 ? status : 1;
}

/* Bytes that were blamed, and haven't changed since, stay out unless they are asked for. */
static int32_t stays_out(looking *l, const moult__instead *entry, const moult__identity *now)
{
    if (entry == NULL || now->content != entry->blamed)
        return 0;
    if (entry->times < MOULT__BLAMED_OFTEN)
        return !l->again;
    say(&l->out,
        moult__translate("warn   %s reload: this build was blamed twice, it stays out until its "
                         "file changes (%s)\n"),
        entry->label, entry->path);
    return 1;
}

/* Stages what is in the set's room. `name` is the plugin's that the path stood for. */
static moult__build *stage(looking *l, const char *path, const moult__identity *now,
                           uint32_t generation, const char *label)
{
    moult__set *set = l->set;
    moult__build *fresh = moult__build_stage(path, set->room.bytes, now, set->lock, set->stage,
                                             generation, ++set->serial, l->report);
    size_t name = strcspn(label, "@");
    if (fresh == NULL || (strlen(fresh->name) == name && strncmp(fresh->name, label, name) == 0))
        return fresh;
    char who[96];
    snprintf(who, sizeof who, "%s reload", label);
    moult__refuse(l->report, MOULT_CHANGED, who,
                  "the file now holds another plugin, %s (%s). Start it by --use", fresh->label,
                  fresh->path);
    moult__build_close(fresh);
    return NULL;
}

static moult_status why(const looking *l)
{
    return l->report != NULL && l->report->status < 0 ? l->report->status : MOULT_REFUSED;
}

static int32_t is_meant(const moult__set *set, const char *label)
{
    const size_t name = strcspn(label, "@");
    return set->only == NULL || (strncmp(set->only, label, name) == 0 && set->only[name] == 0);
}

/* The file's new build in place of number `i`, when its content is another. */
static moult_status look_at_build(looking *l, uint32_t i)
{
    moult__build *old = l->set->builds[i];
    const moult__instead *entry = moult__instead_of(l->set, old->path);
    moult__identity now;
    if (!is_meant(l->set, old->label))
        return MOULT_OK;
    moult_status status = read_changed(l, old->path, &old->identity, &old->trust, &now);
    if (status == MOULT_UNKNOWN) {
        say(&l->out,
            moult__translate("warn   %s reload: its file is gone (%s). Generation %u goes on\n"),
            old->label, old->path, old->generation);
        return MOULT_OK;
    }
    if (status <= 0)
        return status;
    if (now.content == old->identity.content && now.size == old->identity.size) {
        old->identity = now;
        return MOULT_OK;
    }
    if (stays_out(l, entry, &now))
        return MOULT_OK;
    uint32_t generation = entry != NULL ? entry->blamed_generation : old->generation;
    moult__build *fresh = stage(l, old->path, &now, generation + 1, old->label);
    if (fresh == NULL)
        return why(l);
    fresh->trust = old->trust;
    l->reload->builds[i] = fresh;
    l->reload->fresh[l->reload->changed++] = fresh;
    return MOULT_OK;
}

/* A build that was left out, when it may come back. */
static moult_status look_at_entry(looking *l, uint32_t i)
{
    const moult__instead *entry = &l->set->instead[i];
    const moult__identity nothing = {0};
    moult__identity now;
    moult__trust trust = {0};
    if (entry->staged[0] != 0 || !is_meant(l->set, entry->label) || !moult__gaps_has(l->set, i))
        return MOULT_OK;
    moult_status status = read_changed(l, entry->path, &nothing, &trust, &now);
    if (status == MOULT_UNKNOWN)
        return MOULT_OK;
    if (status <= 0 || stays_out(l, entry, &now))
        return status < 0 ? status : MOULT_OK;
    moult__build *fresh = stage(l, entry->path, &now, entry->blamed_generation + 1, entry->label);
    if (fresh == NULL)
        return why(l);
    fresh->trust = trust;
    l->reload->builds[l->reload->count++] = fresh;
    l->reload->fresh[l->reload->changed++] = fresh;
    return MOULT_OK;
}

static int32_t share_a_slot(const moult__build *a, const moult__build *b)
{
    char slot[MOULT_SLOT_SIZE];
    for (const char *at = a->elf.note.provides; *at != 0;) {
        size_t word = strcspn(at, " ");
        snprintf(slot, sizeof slot, "%.*s", (int)word, at);
        if (moult__note_provides(&b->elf.note, slot))
            return 1;
        at += word + strspn(at + word, " ");
    }
    return 0;
}

/* A stand-in makes room for whom it stood in for. */
static void end_stand_ins(moult__reload *r)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        int32_t ends = 0;
        for (uint32_t f = 0; f < r->changed && r->builds[i]->stands_in; f++)
            ends |= r->fresh[f] != r->builds[i] &&
                    moult__left_out(r->set, r->fresh[f]->path) >= 0 &&
                    share_a_slot(r->builds[i], r->fresh[f]);
        if (!ends)
            r->builds[kept++] = r->builds[i];
    }
    r->count = kept;
}

static moult__reload *make(moult__set *set)
{
    size_t room = set->build_count + set->instead_count + 1;
    moult__reload *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->set = set;
    r->stamp = set->stamp;
    r->count = set->build_count;
    r->builds = calloc(room, sizeof *r->builds);
    r->fresh = calloc(room, sizeof *r->fresh);
    if (r->builds == NULL || r->fresh == NULL) {
        moult__reload_discard(r);
        return NULL;
    }
    if (r->count != 0)
        memcpy(r->builds, set->builds, r->count * sizeof *r->builds);
    return r;
}

moult_status moult__reload_look(moult__set *set, int32_t again, moult__reload **out, char *result,
                                uint32_t room, moult__report *report)
{
    looking l = {NULL, set, again, {result, room, 0}, report};
    struct timespec start;
    *out = NULL;
    if (room != 0)
        result[0] = 0;
    moult__set_retire(set);
    moult__reload *r = l.reload = make(set);
    if (r == NULL)
        return moult__refuse(report, MOULT_MEMORY, "moult reload", "out of memory");
    moult_status status = MOULT_OK;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (uint32_t i = 0; i < set->build_count && status >= 0; i++)
        status = look_at_build(&l, i);
    for (uint32_t i = 0; i < set->instead_count && status >= 0; i++)
        status = look_at_entry(&l, i);
    r->spent_ms = ms_since(&start);
    if (status < 0 || r->changed == 0) {
        moult__reload_discard(r);
        if (status >= 0)
            say(&l.out, "unchanged: %s\n",
                moult__translate("no plugin's file has another content"));
        return status < 0 ? status : MOULT_OK;
    }
    end_stand_ins(r);
    *out = r;
    return (moult_status)r->changed;
}

uint32_t moult__reload_changed(const moult__reload *r)
{
    return r->changed;
}

const char *moult__reload_label(const moult__reload *r, uint32_t i)
{
    return i < r->changed ? r->fresh[i]->label : "";
}

/* -- the end ----------------------------------------------------------------------------------- */

void moult__reload_discard(moult__reload *r)
{
    if (r == NULL)
        return;
    for (uint32_t i = 0; i < r->changed; i++)
        moult__build_close(r->fresh[i]);
    free(r->builds);
    free(r->fresh);
    free(r);
}

/* Builds that come back get their roles. */
static moult_status return_roles(moult__reload *r, moult__report *report)
{
    moult_status status = MOULT_OK;
    for (uint32_t i = 0; i < r->changed && status >= 0; i++) {
        int32_t entry = moult__left_out(r->set, r->fresh[i]->path);
        if (entry < 0)
            continue;
        status = moult__gaps_return(r->set, (uint32_t)entry, r->fresh[i], report);
        moult__gaps_close(r->set, (uint32_t)entry);
    }
    return status;
}

/* All that can be refused. */
static moult_status commit(moult__reload *r, moult__report *report)
{
    moult__dispatch dispatch;
    moult_status status = MOULT_OK;
    for (uint32_t i = 0; i < r->changed && status >= 0; i++)
        status = moult__build_map(r->fresh[i], report);
    if (status >= 0)
        status = return_roles(r, report);
    if (status >= 0)
        status = moult__dispatch_make(r->set, r->builds, r->count, &dispatch, report);
    if (status < 0)
        return status;
    status = moult__dispatch_commit(r->set, r->builds, r->count, &dispatch, report);
    if (status < 0)
        moult__dispatch_free(&dispatch);
    return status;
}

moult_status moult__reload_commit(moult__reload *r, char *result, uint32_t room,
                                  moult__report *report)
{
    struct timespec start;
    moult__bound bound;
    lines out = {result, room, (uint32_t)strnlen(result, room)};
    assert(r->stamp == r->set->stamp);
    clock_gettime(CLOCK_MONOTONIC, &start);
    moult__bound_save(r->set, &bound);
    moult_status status = commit(r, report);
    if (status < 0) {
        moult__bound_restore(r->set, &bound);
        moult__reload_discard(r);
        return status;
    }
    double ms = r->spent_ms - r->waited_ms + ms_since(&start);
    for (uint32_t i = 0; i < r->changed; i++) {
        const moult__build *fresh = r->fresh[i];
        moult__instead_drop(r->set, fresh->path);
        say(&out, "reloaded %s #%u (%s) in %.1f ms%s\n", fresh->name, fresh->generation,
            fresh->version, ms,
            strncmp(fresh->elf.note.provides, "mapgen/", 7) == 0
                ? moult__translate(": takes effect on the next level")
                : "");
    }
    status = (moult_status)r->changed;
    free(r->fresh);
    free(r);
    return status;
}

moult_status moult__set_reload(moult__set *set, char *result, uint32_t room, moult__report *report)
{
    moult__reload *reload;
    moult_status status = moult__reload_look(set, 0, &reload, result, room, report);
    return reload != NULL ? moult__reload_commit(reload, result, room, report) : status;
}
