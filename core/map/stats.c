/* SPDX-License-Identifier: MIT */
/* moult map --stats: many levels at once. A level is named by its depth and its number there, so
 * what is made doesn't depend on who makes it; each thread counts for itself, and counts are added
 * up. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>
#include "core/map/map.h"
#include "core/system/crash.h"

#define CHUNK_MAX 32u
#define PROGRESS_MS 100

/* What the threads share. */
typedef struct crew {
    const moult__map_job *job;
    const moult__plan *plan;
    uint64_t chunk;        /* levels that are taken at once */
    uint64_t since, shown; /* when it began, and when the progress was last told; 0: it wasn't */
    _Atomic uint64_t next, done;
} crew;

typedef struct worker {
    crew *crew;
    pthread_t thread;
    moult__canvas *canvas;
    moult__map_room *rooms;
    int32_t no_memory, leads;        /* leads: it shows the progress */
    uint64_t refused, first_refused; /* how many, and the lowest index */
    moult__tally *tallies;           /* of all levels, then of each band */
} worker;

static moult_status make(const crew *c, uint64_t index, moult__canvas *canvas,
                         moult_request *request, moult__report *report)
{
    char seed[MOULT_SEED_MAX + 32];
    const moult__map_choice *choice = c->job->choice;
    moult__plan_level(c->plan, index, choice->seed, &request->depth, seed, sizeof seed);
    request->width = (int32_t)choice->width;
    request->height = (int32_t)choice->height;
    return moult__map_make(c->job, canvas, request, seed, report);
}

static uint64_t spent_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int32_t count_made(worker *w, const moult__made *level, int32_t depth)
{
    const moult__plan *plan = w->crew->plan;
    int32_t fine = moult__tally_add(&w->tallies[0], level);
    for (uint32_t i = 0; i < plan->band_count && fine; i++)
        if (depth >= plan->bands[i].first && depth <= plan->bands[i].last)
            fine = moult__tally_add(&w->tallies[1 + i], level);
    return fine;
}

/* 0: out of memory. */
static int32_t count_level(worker *w, uint64_t index)
{
    moult_request request = {0};
    moult__report report = {0};
    moult__map_metrics metrics;
    uint64_t before = spent_ns();
    moult_status status = make(w->crew, index, w->canvas, &request, &report);
    uint64_t took = spent_ns() - before;
    if (status == MOULT_MEMORY)
        return 0;
    if (status < 0) { /* a thread's indices grow, so its first one is its lowest */
        w->first_refused = w->refused++ == 0 ? index : w->first_refused;
        return 1;
    }
    moult__made level = {.metrics = &metrics,
                         .rooms = w->rooms,
                         .told = w->canvas->told,
                         .room_count = moult__map_measure(&w->canvas->own, &metrics, w->rooms),
                         .told_count = w->canvas->told_count,
                         .attempt = request.attempt,
                         .index = index,
                         .nanoseconds = took};
    return level.room_count >= 0 && count_made(w, &level, request.depth);
}

/* How far it is, where standard error is a terminal. */
static void tell_progress(crew *c, uint64_t done)
{
    static const char full[] = "##############################";
    uint64_t now = moult__now_ms(), total = c->plan->total;
    if (now - (c->shown != 0 ? c->shown : c->since) < PROGRESS_MS || !isatty(STDERR_FILENO))
        return;
    c->shown = now;
    uint64_t left = (now - c->since) * (total - done) / done / 1000;
    fputc('\r', stderr);
    moult__print(stderr, moult__translate("[%-30.*s] %llu of %llu, %llu:%02llu left  "),
                 (int)(done * (sizeof full - 1) / total), full, (unsigned long long)done,
                 (unsigned long long)total, (unsigned long long)(left / 60),
                 (unsigned long long)(left % 60));
    fflush(stderr);
}

static void *work(void *context)
{
    worker *w = context;
    crew *c = w->crew;
    uint64_t total = c->plan->total, first;
    while (!w->no_memory && (first = atomic_fetch_add(&c->next, c->chunk)) < total) {
        uint64_t last = first + c->chunk < total ? first + c->chunk : total;
        for (uint64_t i = first; i < last && !w->no_memory; i++) {
            w->no_memory = !count_level(w, i);
            uint64_t done = atomic_fetch_add(&c->done, 1) + 1;
            if (w->leads)
                tell_progress(c, done);
        }
    }
    if (w->no_memory)
        atomic_store(&c->next, total); /* nobody needs to go on */
    return NULL;
}

static uint32_t thread_count(const moult__map_choice *c, uint64_t total)
{
    int64_t count = c->threads != 0 ? c->threads : get_nprocs();
    return (uint64_t)count < total ? (uint32_t)count : (uint32_t)total;
}

/* As many as can be started, and this thread. */
static void run_all(worker *workers, uint32_t count)
{
    uint32_t started = 1;
    while (started < count &&
           pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0)
        started++;
    work(&workers[0]);
    for (uint32_t i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
}

/* The first one is made again, to hear why not. */
static void tell_refused(const crew *c, const worker *w)
{
    char seed[MOULT_SEED_MAX + 32];
    moult_request request = {0};
    moult__report report = {0};
    if (w->refused == 0 || make(c, w->first_refused, w->canvas, &request, &report) >= 0)
        return;
    moult__plan_level(c->plan, w->first_refused, c->job->choice->seed, &request.depth, seed,
                      sizeof seed);
    moult__print(stderr,
                 moult__translate("warn   moult map: %llu of %llu levels came to nothing, the "
                                  "first with --seed %s --depth %d: %s\n"),
                 (unsigned long long)w->refused, (unsigned long long)c->plan->total, seed,
                 request.depth, w->canvas->why);
}

/* All that others counted. 0: out of memory. */
static int32_t gather(worker *into, const worker *from)
{
    if (from->refused > 0 && (into->refused == 0 || from->first_refused < into->first_refused))
        into->first_refused = from->first_refused;
    into->refused += from->refused;
    int32_t fine = !from->no_memory;
    for (uint32_t i = 0; i <= into->crew->plan->band_count && fine; i++)
        fine = moult__tally_merge(&into->tallies[i], &from->tallies[i]);
    return fine;
}

/* 0: out of memory. */
static int32_t equip(worker *w, crew *c)
{
    w->crew = c;
    w->canvas = moult__canvas_create();
    w->rooms = malloc(MOULT__ROOMS_MAX * sizeof *w->rooms);
    w->tallies = calloc(1 + c->plan->band_count, sizeof *w->tallies);
    if (w->canvas != NULL)
        w->canvas->listens = 1;
    return w->canvas != NULL && w->rooms != NULL && w->tallies != NULL;
}

static void disband(worker *w, const moult__plan *plan)
{
    moult__canvas_free(w->canvas);
    for (uint32_t i = 0; i <= plan->band_count && w->tallies != NULL; i++)
        moult__tally_free(&w->tallies[i]);
    free(w->tallies);
    free(w->rooms);
}

static moult_status run_crew(crew *c, worker *workers, uint32_t count, moult__report *report)
{
    moult_request request = {0};
    int32_t fine = 1;
    workers[0].leads = 1;
    for (uint32_t i = 0; i < count; i++)
        fine &= equip(&workers[i], c);
    /* What was wrong to ask for shows at the first level. */
    moult_status status = fine ? make(c, 0, workers[0].canvas, &request, report) : MOULT_MEMORY;
    if (fine && status < 0)
        return status;
    c->since = moult__now_ms();
    if (fine)
        run_all(workers, count);
    uint64_t took = moult__now_ms() - c->since;
    if (c->shown != 0)
        fputs("\r\033[K", stderr);
    for (uint32_t i = 1; i < count && fine; i++)
        fine = gather(&workers[0], &workers[i]);
    if (!fine || workers[0].no_memory ||
        !moult__report_print(c->job, c->plan, workers[0].tallies, workers[0].refused, took))
        return moult__refuse(report, MOULT_MEMORY, "moult map", "out of memory");
    tell_refused(c, &workers[0]);
    return MOULT_OK;
}

moult_status moult__stats_run(const moult__map_job *job, moult__report *report)
{
    moult__plan plan;
    moult__plan_read(&plan, job->choice);
    uint32_t count = thread_count(job->choice, plan.total);
    worker *workers = calloc(count, sizeof *workers);
    crew c = {.job = job, .plan = &plan, .chunk = plan.total / count / 8};
    c.chunk = c.chunk < 1 ? 1 : c.chunk > CHUNK_MAX ? CHUNK_MAX : c.chunk;
    if (workers == NULL)
        return moult__refuse(report, MOULT_MEMORY, "moult map", "out of memory");
    moult__crash_box(moult__slot_owner(job->slot), "map");
    moult_status status = run_crew(&c, workers, count, report);
    moult__crash_box(NULL, NULL);
    for (uint32_t i = 0; i < count; i++)
        disband(&workers[i], &plan);
    free(workers);
    return status;
}
