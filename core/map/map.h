/* SPDX-License-Identifier: MIT */
/* What the files of `moult map` share: what was asked for, and the level that came of it. */
#ifndef MOULT_CORE_MAP_H
#define MOULT_CORE_MAP_H
#include "core/cli/cli.h"
#include "core/map/tally.h"
#include "core/game/generate.h"
#include "core/game/scene.h"

/* How a level is shown, or levels are. */
enum {
    MOULT__MAP_VIEW, /* in a terminal or a window, with keys */
    MOULT__MAP_TEXT,
    MOULT__MAP_PNG,
    MOULT__MAP_JSON,
    MOULT__MAP_STATS,
    MOULT__MAP_OUTPUTS
};

/* What is laid over a picture. */
#define MOULT__OVERLAY_ROOMS 1u
#define MOULT__OVERLAY_CONNECTED 2u
#define MOULT__OVERLAY_FLOW 4u
#define MOULT__OVERLAY_DOORS 8u
#define MOULT__OVERLAY_SPAWNS 16u
#define MOULT__OVERLAY_KEYS "rcfds" /* of their bits, the lowest first */

typedef struct moult__map_choice {
    const char *generator, *seed, *renderer, *png, *depths, *bands;
    int64_t depth, width, height;
    int64_t scale; /* pixels a cell */
    int64_t levels, threads;
    uint32_t asked[MOULT__MAP_OUTPUTS]; /* which outputs were named */
    uint32_t output, overlays, tsv, json;
    char set[512]; /* "NAME=VALUE NAME=VALUE" for the generator */
} moult__map_choice;

/* A generator, and what it is asked for: all that a level depends on but its seed. */
typedef struct moult__map_job {
    const moult__slot *slot;
    const moult__map_choice *choice;
} moult__map_job;

/* Makes a level; width, height and depth of `request` are set. A refusal is put into words. */
moult_status moult__map_make(const moult__map_job *job, moult__canvas *canvas,
                             moult_request *request, const char *seed, moult__report *report);

/* The seed of the level of this number: TEXT-1, TEXT-2, ... or, without a text, 1, 2, ...; the seed
 * itself for 0. */
void moult__map_seed(const char *text, int64_t number, char *out, size_t room);

/* -- map_text.c -------------------------------------------------------------------------------- */
/* 0: out of memory. */
int32_t moult__map_print(const moult_canvas *canvas, const moult_request *request);
void moult__map_json_begin(const moult__map_job *job); /* "{" and what is common to all */
void moult__map_json(const moult__map_job *job, const moult_canvas *canvas,
                     const moult_request *request);

/* -- map_scene.c ------------------------------------------------------------------------------- */
typedef struct moult__map_picture {
    const moult_canvas *canvas;
    uint32_t overlays;
    int32_t *steps, *open;       /* from the start, moult__map_steps; NULL until they are needed */
    int32_t farthest;            /* of `steps` */
    int32_t x, y, width, height; /* the part to show */
} moult__map_picture;

void moult__map_picture_free(moult__map_picture *picture);
moult_status moult__map_picture_draw(moult__map_picture *picture, moult_scene *scene);

/* -- map_view.c -------------------------------------------------------------------------------- */
/* Draws into a file, or lets a person look around, by the renderer of the set. */
moult_status moult__map_png(const moult__map_job *job, const moult_canvas *canvas, moult__set *set,
                            moult__report *report);
moult_status moult__map_view(const moult__map_job *job, moult__set *set, moult__report *report);

/* -- map_report.c ------------------------------------------------------------------------------ */
#define MOULT__PARTS_MAX 256u
#define MOULT__BANDS_MAX 64u

/* Levels `start` and on: of each depth from first to last in turn. */
typedef struct moult__part {
    int64_t first, last;
    uint64_t start, count;
} moult__part;

/* Depths that have rows of their own. */
typedef struct moult__band {
    int64_t first, last;
} moult__band;

typedef struct moult__plan {
    moult__part parts[MOULT__PARTS_MAX];
    moult__band bands[MOULT__BANDS_MAX];
    uint32_t part_count, band_count;
    uint64_t total;
} moult__plan;

/* Reads --depths and --bands. 0, or the exit code + 1. */
int moult__plan_read(moult__plan *plan, const moult__map_choice *choice);

/* The depth of a level, and its seed: the first of each depth is SEED-1. */
void moult__plan_level(const moult__plan *plan, uint64_t index, const char *seed, int32_t *depth,
                       char *out, size_t room);

/* `tallies`: of all levels, then of each band. 0: out of memory. */
int32_t moult__report_print(const moult__map_job *job, const moult__plan *plan,
                            moult__tally *tallies, uint64_t refused, uint64_t took_ms);

/* -- map_stats.c ------------------------------------------------------------------------------- */
moult_status moult__stats_run(const moult__map_job *job, moult__report *report);

#endif
