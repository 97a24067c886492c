/* SPDX-License-Identifier: MIT */
/* The attempts at a level: a generator is code that may be wrong, so nothing of what it did is used
 * before it was verified, and there is always another one to ask.
 *
 * An attempt's seed is a hash of what names the level, not a draw from a stream: a level is the
 * same in whatever order levels are visited, and whatever was refused before it. */
#include "core/game/generate.h"
#include "core/game/oracle.h"
#include "core/system/text.h"
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#define SUBJECT "mapgen level"
#define WHY_SIZE sizeof((moult__canvas *)0)->why

/* A step is about a cell looked at; generators of the field's usual kinds need under 100 a cell. */
#define STEPS_BASE 1000000u
#define STEPS_A_CELL 256u

typedef struct job {
    moult__canvas *canvas;
    moult_request *request;
} job;

static void put_bytes(uint8_t *out, uint64_t value, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        out[i] = (uint8_t)(value >> (8 * i));
}

void moult__generate_seed(uint8_t seed[32], const uint8_t *text, uint32_t text_size, int32_t depth,
                          uint32_t attempt)
{
    uint8_t name[MOULT_SEED_MAX + 8];
    if (text_size > 0)
        memcpy(name, text, text_size);
    put_bytes(name + text_size, (uint32_t)depth, 4);
    put_bytes(name + text_size + 4, attempt, 4);
    for (uint32_t half = 0; half < 2; half++) {
        XXH128_hash_t hash = XXH3_128bits_withSeed(name, text_size + 8, half);
        put_bytes(seed + 16 * half, hash.low64, 8);
        put_bytes(seed + 16 * half + 8, hash.high64, 8);
    }
}

/* What is wrong with a canvas that a generator gave back. MOULT_OK: nothing. */
static moult_status judge(job *j, moult_status answer, uint64_t budget)
{
    j->canvas->unsupported = answer == MOULT_UNSUPPORTED;
    if (!moult__canvas_intact(j->canvas)) {
        snprintf(j->canvas->why, WHY_SIZE, "%s",
                 moult__translate("it wrote beyond a plane, or into its canvas's fields"));
        return MOULT_REFUSED;
    }
    if (j->canvas->spent) {
        snprintf(j->canvas->why, WHY_SIZE, moult__translate("it used up its budget of %llu steps"),
                 (unsigned long long)budget);
        return MOULT_REFUSED;
    }
    if (answer < 0 && j->canvas->said[0] != 0) {
        snprintf(j->canvas->why, WHY_SIZE, "%s", j->canvas->said);
        return MOULT_REFUSED;
    }
    if (answer == MOULT_UNSUPPORTED) {
        snprintf(j->canvas->why, WHY_SIZE,
                 moult__translate("it can't make %dx%d cells at depth %d"), j->request->width,
                 j->request->height, j->request->depth);
        return MOULT_REFUSED;
    }
    if (answer < 0) {
        snprintf(j->canvas->why, WHY_SIZE, moult__translate("it answered %d, %s"), answer,
                 moult__translate(moult_status_text(answer)));
        return MOULT_REFUSED;
    }
    return moult__oracle_verify(j->canvas, j->request, j->canvas->why, WHY_SIZE);
}

static moult_status try_once(job *j, const moult_mapgen_1 *generator, uint32_t attempt)
{
    moult_request *request = j->request;
    uint64_t cells = (uint64_t)request->width * (uint64_t)request->height;
    uint64_t budget = STEPS_BASE + STEPS_A_CELL * cells;
    moult_canvas *open = moult__canvas_begin(j->canvas, request, budget);
    if (open == NULL)
        return MOULT_MEMORY;
    request->attempt = attempt;
    request->seed = j->canvas->seed;
    moult__generate_seed(j->canvas->seed, (const uint8_t *)request->seed_text,
                         request->seed_text_size, request->depth, attempt);
    return judge(j, generator->generate(request, open), budget);
}

/* The number of the attempt that was taken, MOULT__ATTEMPTS when none was; or MOULT_MEMORY. */
static int32_t try_all(job *j, const moult_mapgen_1 *generator)
{
    for (uint32_t attempt = 0; attempt < MOULT__ATTEMPTS; attempt++) {
        moult_status status = try_once(j, generator, attempt);
        if (status >= 0)
            return (int32_t)attempt;
        if (status == MOULT_MEMORY)
            return status;
    }
    return (int32_t)MOULT__ATTEMPTS;
}

static moult_status refuse_arguments(const moult_request *request, uint32_t text_size,
                                     moult__report *report)
{
    if (request->width < 1 || request->height < 1 || request->width > MOULT__CANVAS_SIDE ||
        request->height > MOULT__CANVAS_SIDE)
        return moult__refuse(report, MOULT_RANGE, SUBJECT, "%dx%d cells: a side has 1 to %d",
                             request->width, request->height, MOULT__CANVAS_SIDE);
    if (text_size > MOULT_SEED_MAX)
        return moult__refuse(report, MOULT_RANGE, SUBJECT, "a seed of %u bytes: it has at most %d",
                             text_size, MOULT_SEED_MAX);
    return MOULT_OK;
}

static moult_status refuse_memory(const moult_request *request, moult__report *report)
{
    return moult__refuse(report, MOULT_MEMORY, SUBJECT, "no memory for %dx%d cells", request->width,
                         request->height);
}

moult_status moult__generate_level(moult__canvas *canvas, const moult_mapgen_1 *generator,
                                   const moult_mapgen_1 *fallback, moult_request *request,
                                   const uint8_t *seed_text, uint32_t seed_text_size,
                                   moult__report *report)
{
    job j = {.canvas = canvas, .request = request};
    canvas->unsupported = 0;
    canvas->why[0] = 0;
    moult_status status = refuse_arguments(request, seed_text_size, report);
    if (status < 0)
        return status;
    request->seed_text = (const char *)seed_text;
    request->seed_text_size = seed_text_size;

    int32_t attempt = try_all(&j, generator), attempts = (int32_t)MOULT__ATTEMPTS;
    if (attempt < 0)
        return refuse_memory(request, report);
    if (attempt == 0)
        return MOULT_OK;
    if (attempt < attempts)
        return moult__warn(report, SUBJECT, "depth %d: %d attempts refused, then one taken: %s",
                           request->depth, attempt, canvas->why);

    char why[WHY_SIZE];
    memcpy(why, canvas->why, sizeof why);
    /* The same generator would only do the same again. */
    if (fallback == NULL || fallback->generate == generator->generate)
        return moult__refuse(report, MOULT_REFUSED, SUBJECT,
                             "depth %d: all %d attempts refused, and there is no other generator "
                             "to fall back to: %s. Try --use mapgen=NAME",
                             request->depth, attempts, why);
    attempt = try_all(&j, fallback);
    if (attempt < 0)
        return refuse_memory(request, report);
    if (attempt < attempts)
        return moult__warn(report, SUBJECT,
                           "depth %d: all %d attempts refused, so the fallback generator made it "
                           "(its attempt %d): %s",
                           request->depth, attempts, attempt, why);
    return moult__refuse(report, MOULT_REFUSED, SUBJECT,
                         "depth %d: all %d attempts refused: %s; the fallback generator's too: %s. "
                         "Try --use mapgen=NAME",
                         request->depth, attempts, why, canvas->why);
}
