/* SPDX-License-Identifier: MIT */
/* Who is blamed once goes back to the generation before it, or is left out; the next reload may
 * bring it back. Who is blamed twice with the same bytes stays out until its file changes. A death
 * that nobody is to blame for is taken for somebody's kill; but when the next worker dies as well,
 * before a turn has passed and with the same plugin running, that plugin is blamed after all. */
#include "core/supervisor/verdict.h"
#include <moult/plugin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/system/text.h"

/* Whom a fault concerns, in words that outlive the worker. */
typedef struct party {
    char label[56], path[1024], previous[1024];
    uint64_t content;
    uint32_t generation, previous_generation;
} party;

static void copy_text(char *out, size_t room, const char *text, size_t size)
{
    const size_t length = strnlen(text, size);
    snprintf(out, room, "%.*s", (int)length, text);
}

/* Whoever dies while it is loaded. When a reload loads it, the one that ran is still there. */
static int32_t find_loading(const moult__shared *shared, party *out)
{
    const uint32_t count = atomic_load(&shared->roster_count);
    copy_text(out->label, sizeof out->label, shared->loading_label, sizeof shared->loading_label);
    copy_text(out->path, sizeof out->path, shared->loading_path, sizeof shared->loading_path);
    out->content = shared->loading_content;
    out->generation = 1;
    for (uint32_t i = 0; i < count && i < MOULT__ROSTER_MAX; i++) {
        const moult__roster_entry *runs = &shared->roster[i];
        if (strncmp(runs->path, out->path, sizeof runs->path) != 0)
            continue;
        copy_text(out->previous, sizeof out->previous, runs->staged, sizeof runs->staged);
        out->previous_generation = runs->generation;
        out->generation = runs->generation + 1;
    }
    return out->path[0] != 0;
}

/* 0: nobody. */
static int32_t find_party(const moult__shared *shared, uint32_t plugin, party *out)
{
    memset(out, 0, sizeof *out);
    if (plugin == 0 || plugin > MOULT__ROSTER_MAX)
        return find_loading(shared, out);
    const moult__roster_entry *entry = &shared->roster[plugin - 1];
    copy_text(out->label, sizeof out->label, entry->label, sizeof entry->label);
    copy_text(out->path, sizeof out->path, entry->path, sizeof entry->path);
    copy_text(out->previous, sizeof out->previous, entry->previous, sizeof entry->previous);
    out->content = entry->content;
    out->generation = entry->generation;
    out->previous_generation = entry->previous_generation;
    return out->path[0] != 0;
}

static moult__instead *entry_of(moult__instead *list, uint32_t count, const char *path)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(list[i].path, path) == 0)
            return &list[i];
    return NULL;
}

/* The entry of a file, made when there is none; NULL: no room. */
static moult__instead *entry_for(moult__instead *list, uint32_t *count, uint32_t room,
                                 const char *path)
{
    moult__instead *found = entry_of(list, *count, path);
    if (found != NULL || *count == room)
        return found;
    found = &list[(*count)++];
    memset(found, 0, sizeof *found);
    snprintf(found->path, sizeof found->path, "%s", path);
    return found;
}

/* A build as it ran; of one that was in another's place that is still known. */
static void plan_build(const moult__roster_entry *build, const moult__instead *old,
                       moult__instead *out)
{
    memset(out, 0, sizeof *out);
    copy_text(out->path, sizeof out->path, build->path, sizeof build->path);
    copy_text(out->label, sizeof out->label, build->label, sizeof build->label);
    copy_text(out->staged, sizeof out->staged, build->staged, sizeof build->staged);
    copy_text(out->previous, sizeof out->previous, build->previous, sizeof build->previous);
    out->previous_generation = build->previous_generation;
    out->staged_generation = out->blamed_generation = build->generation;
    if (old == NULL || old->blamed == 0 || old->staged_generation != build->generation)
        return;
    out->blamed = old->blamed;
    out->times = old->times;
    out->blamed_generation = old->blamed_generation;
}

/* What ran, and what was left out. A worker that died before it told what it loads changes
 * nothing. */
static moult_status make_plan(moult__verdicts *verdicts, const moult__shared *shared)
{
    const uint32_t builds = atomic_load(&shared->roster_count);
    uint32_t count = 0;
    if (builds == 0 || builds > MOULT__ROSTER_MAX)
        return MOULT_OK;
    moult__instead *plan = calloc(MOULT__INSTEAD_MAX, sizeof *plan);
    if (plan == NULL)
        return MOULT_MEMORY;
    for (uint32_t i = 0; i < builds && count < MOULT__INSTEAD_MAX; i++) {
        char path[sizeof plan->path];
        copy_text(path, sizeof path, shared->roster[i].path, sizeof path);
        plan_build(&shared->roster[i], entry_of(verdicts->plan, verdicts->count, path),
                   &plan[count++]);
    }
    for (uint32_t i = 0; i < verdicts->count && count < MOULT__INSTEAD_MAX; i++)
        if (verdicts->plan[i].staged[0] == 0 &&
            entry_of(plan, count, verdicts->plan[i].path) == NULL)
            plan[count++] = verdicts->plan[i];
    memcpy(verdicts->plan, plan, count * sizeof *plan);
    verdicts->count = count;
    free(plan);
    return MOULT_OK;
}

/* A library that loses its window's display ends the process: exit() in such a renderer is that,
 * and no fault of the renderer's. */
static int32_t lost_display(const moult__shared *shared, uint32_t plugin)
{
    if (plugin == 0 || plugin > MOULT__ROSTER_MAX ||
        atomic_load(&shared->blame.kind) != MOULT__BLAME_EXIT)
        return 0;
    return (shared->roster[plugin - 1].owns & MOULT_MAY_OWN_WINDOW) != 0;
}

/* Rules call other plugins without the core's knowledge. When only the box points to them, it may
 * have been one of these. */
static int32_t is_weak(const moult__shared *shared, uint32_t plugin)
{
    if (plugin == 0 || plugin > MOULT__ROSTER_MAX || atomic_load(&shared->opened) == 0)
        return 0;
    const moult__roster_entry *entry = &shared->roster[plugin - 1];
    const uint64_t place = shared->blame.place;
    if (shared->blame.plugin == plugin &&
        (shared->blame.return_count != 0 || (place >= entry->start && place < entry->end)))
        return 0;
    for (uint32_t i = 0; i < entry->function_count && i < MOULT__ROSTER_FUNCTIONS; i++)
        if (strncmp(entry->functions[i].name, "choose", sizeof entry->functions[i].name) == 0)
            return entry->previous[0] == 0;
    return 0;
}

static uint32_t blame(moult__verdicts *verdicts, const party *who)
{
    moult__instead *record =
        entry_for(verdicts->blamed, &verdicts->blamed_count, MOULT__BLAMED_MAX, who->path);
    moult__instead *entry =
        entry_for(verdicts->plan, &verdicts->count, MOULT__INSTEAD_MAX, who->path);
    if (record == NULL || entry == NULL)
        return MOULT__VERDICT_END;
    record->times = record->blamed == who->content ? record->times + 1 : 1;
    record->blamed = who->content;
    snprintf(entry->label, sizeof entry->label, "%s", who->label);
    snprintf(entry->staged, sizeof entry->staged, "%s", who->previous);
    entry->previous[0] = 0;
    entry->staged_generation = who->previous_generation;
    entry->blamed_generation = who->generation;
    entry->blamed = who->content;
    entry->times = record->times;
    return entry->staged[0] != 0 ? MOULT__VERDICT_BACK : MOULT__VERDICT_OUT;
}

/* The plugin that ran last, for a second death in a row at the same place. While it waits for input
 * nothing of it runs. */
static uint32_t find_suspect(const moult__shared *shared)
{
    if (shared->plugin == NULL && atomic_load(&shared->busy) == 0)
        return 0;
    const uint64_t last = (uint64_t)(uintptr_t)shared->last;
    const uint32_t count = atomic_load(&shared->roster_count);
    for (uint32_t i = 0; i < count && i < MOULT__ROSTER_MAX && last != 0; i++)
        if (shared->roster[i].text == last)
            return i + 1;
    return 0;
}

static uint32_t judge(moult__verdicts *verdicts, const moult__shared *shared,
                      const moult__fault *fault, party *who)
{
    if (make_plan(verdicts, shared) < 0)
        return MOULT__VERDICT_END;
    if (shared->played != verdicts->played)
        verdicts->deaths = 0;
    verdicts->played = shared->played;
    verdicts->deaths++;
    const int32_t weak = is_weak(shared, fault->plugin) && verdicts->deaths == 1;
    if (find_party(shared, fault->plugin, who) && weak)
        return MOULT__VERDICT_AGAIN;
    if (who->path[0] != 0) {
        const uint32_t verdict = blame(verdicts, who);
        moult__instead *entry = entry_of(verdicts->plan, verdicts->count, who->path);
        if (entry != NULL && lost_display(shared, fault->plugin))
            entry->times = 0;
        return verdict;
    }
    if (shared->plugin == NULL && atomic_load(&shared->busy) == 0)
        verdicts->deaths = 0; /* it was killed while it waited: nobody's fault, however often */
    party suspect;
    const int32_t named = find_party(shared, find_suspect(shared), &suspect);
    if (named && verdicts->deaths > 1 && strcmp(suspect.path, verdicts->suspect) == 0) {
        *who = suspect;
        return blame(verdicts, who);
    }
    snprintf(verdicts->suspect, sizeof verdicts->suspect, "%s", named ? suspect.path : "");
    return verdicts->deaths < MOULT__DEATHS_MAX ? MOULT__VERDICT_AGAIN : MOULT__VERDICT_END;
}

/* What is done about it. */
static void say_verdict(uint32_t verdict, moult__verdicts *verdicts, const party *who, char *out,
                        size_t room)
{
    const moult__instead *instead = entry_of(verdicts->plan, verdicts->count, who->path);
    out[0] = 0;
    if (verdict == MOULT__VERDICT_BACK && instead != NULL)
        snprintf(out, room, moult__translate("Generation %u is back"), instead->staged_generation);
    else if (verdict == MOULT__VERDICT_OUT && instead != NULL && instead->times > 1)
        snprintf(out, room, "%s", moult__translate("It stays out until its file changes"));
    else if (verdict == MOULT__VERDICT_OUT)
        snprintf(out, room, "%s", moult__translate("It is left out until its file changes"));
    else if (verdict == MOULT__VERDICT_AGAIN)
        snprintf(out, room, "%s", moult__translate("The game goes on from the last turn"));
    else
        snprintf(out, room, "%s", moult__translate("The game can't go on"));
}

uint32_t moult__verdict(moult__verdicts *verdicts, const moult__shared *shared,
                        const moult__fault *fault, char *text, uint32_t room)
{
    party who;
    char now[160], repeat[1200] = "", place[200] = "", seed[MOULT__SHARED_SEED];
    const uint32_t verdict = judge(verdicts, shared, fault, &who);
    say_verdict(verdict, verdicts, &who, now, sizeof now);
    copy_text(seed, sizeof seed, shared->seed, sizeof shared->seed);
    if (who.path[0] != 0 && strcmp(fault->function, "generate") == 0)
        snprintf(repeat, sizeof repeat,
                 moult__translate(". Repeat it: moult check %s --repro %s:%d"), who.path, seed,
                 shared->depth);
    else if (who.path[0] != 0)
        snprintf(repeat, sizeof repeat, moult__translate(". Repeat it: moult check %s"), who.path);
    if (fault->place[0] != 0)
        snprintf(place, sizeof place, moult__translate(" at %s"), fault->place);
    if (lost_display(shared, fault->plugin)) {
        snprintf(text, room,
                 moult__translate("warn   %s: its display is gone (turn %u). Another "
                                  "renderer takes over"),
                 who.label, shared->turn);
        return verdict;
    }
    const int32_t loading = fault->plugin == 0 && shared->loading_path[0] != 0;
    char function[32];
    if (fault->plugin == 0 && !loading && who.path[0] != 0)
        moult__fault_stage(shared, function, sizeof function);
    else
        snprintf(function, sizeof function, "%s", loading ? "load" : fault->function);
    snprintf(text, room, moult__translate("error  %s%s%s: %s%s (turn %u). %s%s"),
             who.label[0] != 0 ? who.label : "moult", function[0] != 0 ? " " : "", function,
             fault->cause, place, shared->turn, now, repeat);
    return verdict;
}

uint32_t moult__verdict_gave_up(moult__verdicts *verdicts, const moult__shared *shared, char *text,
                                uint32_t room)
{
    char labels[300] = "", why[sizeof shared->gave_why];
    uint32_t verdict = MOULT__VERDICT_END;
    if (make_plan(verdicts, shared) < 0)
        return verdict;
    const uint32_t count = atomic_load(&shared->roster_count);
    for (uint32_t i = 0; i < count && i < MOULT__ROSTER_MAX; i++) {
        party who;
        if (!shared->roster[i].fresh || !find_party(shared, i + 1, &who))
            continue;
        verdict = blame(verdicts, &who);
        const size_t used = strlen(labels);
        snprintf(labels + used, sizeof labels - used, "%s%s", used != 0 ? ", " : "", who.label);
    }
    copy_text(why, sizeof why, shared->gave_why, sizeof shared->gave_why);
    const char *said = strncmp(why, "error  ", 7) == 0 ? why + 7 : why;
    snprintf(text, room,
             moult__translate("error  %s turn: the first turn after the reload was refused (%s). "
                              "The generation before is back"),
             labels, said);
    return verdict;
}
