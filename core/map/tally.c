/* SPDX-License-Identifier: MIT */
/* The metrics by name, and their values in sorted lists: most have few that differ. */
#include "core/map/tally.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <moult/moult.h>

#define SHARE 1000000000 /* units of a share; of milliseconds they are nanoseconds */
#define MILLISECOND 1000000
#define MILLIONTH 1000000 /* of what is told as a rate or a share */

// clang-format off
/* X(NAME, value, unit): what follows from the metrics `m` of a level. One without a door has no
 * share of secret ones. */
#define MORE_METRICS(X) \
    X("nroom", m->rooms + m->vaults, 1) \
    X("doors_total", doors, 1) \
    X("sdoor_share", doors > 0 ? share(m->secret_door_cells, doors) : NONE, SHARE) \
    X("corr_total", m->corridor_cells + m->secret_corridor_cells, 1) \
    X("special_none", m->special == 0, 1) \
    X("attempts", attempt + 1, 1)

/* Metrics of a room `r`. */
#define ROOM_METRICS(X) \
    X("room_width", r->width, 1) \
    X("room_height", r->height, 1) \
    X("room_area", r->area, 1) \
    X("doors_per_room(doorct)", r->doors, 1) \
    X("doors_per_room(border cells)", r->border_doors, 1) \
    X("room_lit_share", r->lit, 1) \
    X("room_reach_nosecret", r->reached, 1) \
    X("room_lx", r->x, 1) \
    X("room_ly", r->y, 1)
// clang-format on

#define NONE INT64_MIN /* no value */

static const struct {
    const char *name;
    int32_t unit;
} metrics[] = {
#define FIELD(field, name, text) {name, 1},
#define METRIC(name, value, unit) {name, unit},
    MAP_METRICS(FIELD) MORE_METRICS(METRIC) ROOM_METRICS(METRIC){"ms", MILLISECOND}
#undef METRIC
#undef FIELD
};

#define MS (MOULT_COUNT(metrics) - 1)

MOULT_STATIC_ASSERT(MOULT_COUNT(metrics) <= MOULT__TALLY_METRICS, "there is a table for each");

/* Where a value is, or belongs. */
static uint32_t place_of(const moult__values *v, int64_t value)
{
    uint32_t low = 0, high = v->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (v->entries[middle].value < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int32_t add(moult__values *v, int64_t value, uint64_t count)
{
    uint32_t at = place_of(v, value);
    if (at == v->count || v->entries[at].value != value) {
        uint32_t room = v->room != 0 ? 2 * v->room : 16;
        moult__value *entries = v->entries;
        if (v->count == v->room) {
            entries = realloc(entries, room * sizeof *entries);
            if (entries == NULL)
                return 0;
            v->entries = entries;
            v->room = room;
        }
        memmove(&entries[at + 1], &entries[at], (v->count - at) * sizeof *entries);
        entries[at] = (moult__value){value, 0};
        v->count++;
    }
    v->entries[at].count += count;
    return 1;
}

static int64_t share(int32_t part, int32_t whole)
{
    return ((int64_t)part * SHARE + whole / 2) / whole;
}

/* To three digits: a table of all durations would be as long as there are levels. */
static int64_t rounded(uint64_t nanoseconds)
{
    uint64_t step = 1;
    while (nanoseconds / step >= 1000)
        step *= 10;
    return (int64_t)((nanoseconds + step / 2) / step * step);
}

/* The values of a name. `hint`: where it was likely told before. NULL: out of memory. */
static moult__told_values *told_of(moult__tally *t, const char *name, uint32_t hint, uint64_t first)
{
    if (hint < t->told_count && strcmp(t->told[hint].name, name) == 0)
        return &t->told[hint];
    for (uint32_t i = 0; i < t->told_count; i++)
        if (strcmp(t->told[i].name, name) == 0)
            return &t->told[i];
    if (t->told_count == t->told_room) {
        uint32_t room = t->told_room != 0 ? 2 * t->told_room : MOULT__TOLD_MAX;
        moult__told_values *told = realloc(t->told, room * sizeof *told);
        if (told == NULL)
            return NULL;
        t->told = told;
        t->told_room = room;
    }
    moult__told_values *told = &t->told[t->told_count++];
    *told = (moult__told_values){.first = first};
    memcpy(told->name, name, strlen(name) + 1);
    return told;
}

static int32_t add_told(moult__tally *t, const moult__made *level)
{
    int32_t fine = 1;
    for (uint32_t i = 0; i < level->told_count && fine; i++) {
        uint64_t place = level->index * MOULT__TOLD_MAX + i;
        moult__told_values *told = told_of(t, level->told[i].name, i, place);
        fine = told != NULL && add(&told->values, level->told[i].value, 1);
        if (fine) {
            told->levels++;
            told->first = place < told->first ? place : told->first;
        }
    }
    return fine;
}

int32_t moult__tally_add(moult__tally *t, const moult__made *level)
{
    const moult__map_metrics *m = level->metrics;
    const uint32_t attempt = level->attempt;
    const int32_t *fields = (const int32_t *)(const void *)m, none = (int32_t)MOULT__MAP_FAR;
    const uint32_t field_count = sizeof *m / sizeof *fields;
    int32_t fine = 1, doors = m->door_cells + m->secret_door_cells;
    uint32_t metric = 0;
    int64_t one;
    for (; metric < field_count; metric++)
        if (&fields[metric] != &m->path || m->path != none)
            fine &= add(&t->values[metric], fields[metric], 1);
#define ADD(name, value, unit)                   \
    one = value;                                 \
    if (one != NONE)                             \
        fine &= add(&t->values[metric], one, 1); \
    metric++;
    MORE_METRICS(ADD)
    for (int32_t i = 0; i < level->room_count; i++) {
        const moult__map_room *r = &level->rooms[i];
        uint32_t first = metric;
        ROOM_METRICS(ADD)
        metric = first;
    }
#undef ADD
    t->levels++;
    return fine & add(&t->values[MS], rounded(level->nanoseconds), 1) & add_told(t, level);
}

static int32_t add_all(moult__values *into, const moult__values *from)
{
    int32_t fine = 1;
    for (uint32_t i = 0; i < from->count; i++)
        fine &= add(into, from->entries[i].value, from->entries[i].count);
    return fine;
}

int32_t moult__tally_merge(moult__tally *into, const moult__tally *from)
{
    int32_t fine = 1;
    for (uint32_t m = 0; m < MOULT_COUNT(metrics); m++)
        fine &= add_all(&into->values[m], &from->values[m]);
    for (uint32_t i = 0; i < from->told_count && fine; i++) {
        const moult__told_values *one = &from->told[i];
        moult__told_values *told = told_of(into, one->name, i, one->first);
        fine = told != NULL && add_all(&told->values, &one->values);
        if (fine) {
            told->levels += one->levels;
            told->first = one->first < told->first ? one->first : told->first;
        }
    }
    into->levels += from->levels;
    return fine;
}

void moult__tally_free(moult__tally *t)
{
    for (uint32_t m = 0; m < MOULT__TALLY_METRICS; m++)
        free(t->values[m].entries);
    for (uint32_t i = 0; i < t->told_count; i++)
        free(t->told[i].values.entries);
    free(t->told);
}

/* -- figures ----------------------------------------------------------------------------------- */

/* The least value that so many of a hundred values don't exceed. */
static double percentile(const moult__figure *f, uint64_t percent)
{
    uint64_t wanted = (f->n * percent + 99) / 100, seen = 0;
    for (uint32_t i = 0; i < f->value_count; i++) {
        seen += f->values[i].count;
        if (seen >= wanted)
            return (double)f->values[i].value / f->unit;
    }
    return 0;
}

static void summarize(moult__figure *f)
{
    double sum = 0, squares = 0;
    for (uint32_t i = 0; i < f->value_count; i++) {
        f->n += f->values[i].count;
        sum += (double)f->values[i].value / f->unit * (double)f->values[i].count;
    }
    f->mean = sum / (double)f->n;
    for (uint32_t i = 0; i < f->value_count; i++) {
        double apart = (double)f->values[i].value / f->unit - f->mean;
        squares += apart * apart * (double)f->values[i].count;
    }
    f->sd = f->n > 1 ? sqrt(squares / (double)(f->n - 1)) : 0;
    f->p5 = percentile(f, 5);
    f->p50 = percentile(f, 50);
    f->p95 = percentile(f, 95);
    f->p99 = percentile(f, 99);
    f->max = (double)f->values[f->value_count - 1].value / f->unit;
}

static void take_figure(const moult__values *v, moult__figure f,
                        void (*take)(void *, const moult__figure *), void *context)
{
    if (v->count == 0)
        return;
    f.values = v->entries;
    f.value_count = v->count;
    summarize(&f);
    take(context, &f);
}

static int by_first(const void *a, const void *b)
{
    uint64_t one = ((const moult__told_values *)a)->first;
    uint64_t other = ((const moult__told_values *)b)->first;
    return (one > other) - (one < other);
}

/* In what parts of 1 it is told. */
static int32_t told_unit(const char *name)
{
    const char *end = strrchr(name, '_');
    int32_t is_part = end != NULL && (strcmp(end, "_rate") == 0 || strcmp(end, "_share") == 0);
    return is_part ? MILLIONTH : 1;
}

static int32_t is_ours(const char *name)
{
    for (uint32_t m = 0; m < MOULT_COUNT(metrics); m++)
        if (strcmp(metrics[m].name, name) == 0)
            return 1;
    return 0;
}

int32_t moult__tally_figures(moult__tally *t, const char *suffix,
                             void (*take)(void *, const moult__figure *), void *context)
{
    for (uint32_t m = 0; m < MOULT_COUNT(metrics); m++)
        take_figure(&t->values[m],
                    (moult__figure){.name = metrics[m].name,
                                    .suffix = suffix,
                                    .unit = metrics[m].unit,
                                    .is_time = m == MS},
                    take, context);
    if (t->told_count > 0)
        qsort(t->told, t->told_count, sizeof *t->told, by_first);
    for (uint32_t i = 0; i < t->told_count; i++) {
        moult__told_values *told = &t->told[i];
        if (is_ours(told->name))
            continue;
        if (told->levels < t->levels && !add(&told->values, 0, t->levels - told->levels))
            return 0;
        told->levels = t->levels;
        take_figure(
            &told->values,
            (moult__figure){.name = told->name, .suffix = suffix, .unit = told_unit(told->name)},
            take, context);
    }
    return 1;
}
