/* SPDX-License-Identifier: MIT */
/* Reload: the set of changed plugins, all or nothing.
 *
 * Look (each changed file, settled, read once, checked), stage and map the new builds, make a
 * dispatch of the whole, commit. A refusal anywhere before the commit leaves everything as it
 * was. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "core/plugin/set.h"
#include "core/system/text.h"

typedef struct reloading {
    moult__set *set;
    moult__build **builds; /* what is to be: old ones where nothing changed */
    uint32_t changed;
    uint32_t waited_ms; /* for files to settle: not our work */
    char *result;
    uint32_t room, used;
    moult__report *report;
} reloading;

static void say(reloading *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(reloading *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length =
        r->used < r->room ? vsnprintf(r->result + r->used, r->room - r->used, format, args) : 0;
    va_end(args);
    r->used += length > 0 ? (uint32_t)length : 0;
}

/* The file's new build in place of number `i`, when its content is another. */
static moult_status look(reloading *r, uint32_t i)
{
    moult__build *old = r->set->builds[i];
    moult__identity now;
    moult_status status = moult__identity_of(old->path, &now);
    if (status == MOULT_UNKNOWN) {
        say(r, moult__translate("warn   %s reload: its file is gone (%s). Generation %u goes on\n"),
            old->label, old->path, old->generation);
        return MOULT_OK;
    }
    if (status >= 0 && moult__identity_same_file(&now, &old->identity))
        return MOULT_OK;
    moult__report trust = {0};
    if (status >= 0 && (status = moult__build_trusted(old->path, &old->trust, &trust)) < 0) {
        if (r->report != NULL)
            *r->report = trust;
        return status;
    }
    moult__room *room = &r->set->room;
    status = moult__build_read(old->path, r->set->settle_ms, room, &now, r->report);
    if (status < 0)
        return status;
    r->waited_ms += now.waited_ms;
    if (now.content == old->identity.content && now.size == old->identity.size) {
        old->identity = now;
        return MOULT_OK;
    }
    moult__build *fresh = moult__build_open(old->path, room->bytes, &now, r->set->stage,
                                            old->generation + 1, ++r->set->serial, r->report);
    if (fresh == NULL)
        return r->report != NULL && r->report->status < 0 ? r->report->status : MOULT_REFUSED;
    if (strcmp(fresh->name, old->name) != 0) {
        char who[96];
        snprintf(who, sizeof who, "%s reload", old->label);
        status = moult__refuse(r->report, MOULT_CHANGED, who,
                               "the file now holds another plugin, %s (%s). Start it by --use",
                               fresh->label, fresh->path);
        moult__build_close(fresh);
        return status;
    }
    fresh->trust = old->trust;
    r->builds[i] = fresh;
    r->changed++;
    return MOULT_OK;
}

static void discard(reloading *r)
{
    for (uint32_t i = 0; i < r->set->build_count; i++)
        if (r->builds[i] != r->set->builds[i])
            moult__build_close(r->builds[i]);
    free(r->builds);
}

static void say_reloaded(reloading *r, moult__build *const *old, const struct timespec *start)
{
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    double ms = (double)(end.tv_sec - start->tv_sec) * 1e3 +
                (double)(end.tv_nsec - start->tv_nsec) / 1e6 - r->waited_ms;
    for (uint32_t i = 0; i < r->set->build_count; i++)
        if (r->set->builds[i] != old[i])
            say(r, "reloaded %s #%u (%s) in %.1f ms\n", r->set->builds[i]->name,
                r->set->builds[i]->generation, r->set->builds[i]->version, ms);
}

static moult_status commit(reloading *r, const struct timespec *start)
{
    uint32_t count = r->set->build_count;
    moult__build **old = malloc((count + 1) * sizeof *old);
    moult__dispatch dispatch;
    moult_status status =
        old == NULL ? moult__refuse(r->report, MOULT_MEMORY, "moult reload", "out of memory")
                    : moult__dispatch_make(r->set, r->builds, count, &dispatch, r->report);
    if (status >= 0) {
        memcpy(old, r->set->builds, count * sizeof *old);
        status = moult__dispatch_commit(r->set, r->builds, count, &dispatch, r->report);
        if (status >= 0)
            say_reloaded(r, old, start);
        else
            moult__dispatch_free(&dispatch);
    }
    free(old);
    return status;
}

moult_status moult__set_reload(moult__set *set, char *result, uint32_t room, moult__report *report)
{
    reloading r = {.set = set, .result = result, .room = room, .report = report};
    struct timespec start;
    if (room != 0)
        result[0] = 0;
    moult__set_retire(set);
    r.builds = malloc((set->build_count + 1) * sizeof *r.builds);
    if (r.builds == NULL)
        return moult__refuse(report, MOULT_MEMORY, "moult reload", "out of memory");
    memcpy(r.builds, set->builds, set->build_count * sizeof *r.builds);
    moult_status status = MOULT_OK;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (uint32_t i = 0; i < set->build_count && status >= 0; i++)
        status = look(&r, i);
    if (status >= 0 && r.changed != 0)
        status = commit(&r, &start);
    if (status < 0 || r.changed == 0)
        discard(&r);
    if (status >= 0 && r.changed == 0)
        say(&r, "unchanged: %s\n", moult__translate("no plugin's file has another content"));
    return status < 0 ? status : (moult_status)r.changed;
}
