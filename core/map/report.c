/* SPDX-License-Identifier: MIT */
/* What --stats is asked for and what it says: a table with histograms for people, tab-separated
 * columns for programs, or JSON with every value. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/map/map.h"

#define BINS 16

/* -- the plan ---------------------------------------------------------------------------------- */

/* A depth or two, "A" or "A-B", each of which may be negative. Answers what follows, or NULL. */
static const char *read_range(const char *text, int64_t *first, int64_t *last)
{
    char *end;
    errno = 0;
    *first = *last = strtoll(text, &end, 10);
    if (end == text)
        return NULL;
    if (*end == '-') {
        text = end + 1;
        *last = strtoll(text, &end, 10);
        if (end == text)
            return NULL;
    }
    int32_t fits = errno == 0 && *first >= INT32_MIN && *last <= INT32_MAX && *first <= *last;
    return fits ? end : NULL;
}

/* A list of ranges, the least first, each with ":COUNT" unless there is only one. 0: it is none. */
static int32_t read_parts(moult__plan *plan, const char *text, uint64_t levels)
{
    uint32_t without = 0;
    for (const char *at = text;; at++) {
        if (plan->part_count == MOULT__PARTS_MAX)
            return 0;
        moult__part *part = &plan->parts[plan->part_count++];
        *part = (moult__part){.start = plan->total, .count = levels};
        at = read_range(at, &part->first, &part->last);
        if (at == NULL || (plan->part_count > 1 && part->first <= part[-1].last))
            return 0;
        if (*at == ':') {
            char *end;
            if (at[1] < '0' || at[1] > '9')
                return 0;
            part->count = strtoull(at + 1, &end, 10);
            if (part->count == 0 || part->count > 1000000000)
                return 0;
            at = end;
        } else {
            without++;
        }
        plan->total += part->count;
        if (*at == 0)
            return without == 0 || plan->part_count == 1;
        if (*at != ',')
            return 0;
    }
}

/* How many depths of a band are asked for. */
static int64_t depths_within(const moult__plan *plan, const moult__band *band)
{
    int64_t count = 0;
    for (uint32_t i = 0; i < plan->part_count; i++) {
        const moult__part *p = &plan->parts[i];
        int64_t first = p->first > band->first ? p->first : band->first;
        int64_t last = p->last < band->last ? p->last : band->last;
        count += last >= first ? last - first + 1 : 0;
    }
    return count;
}

static int32_t read_bands(moult__plan *plan, const char *text)
{
    for (const char *at = text;; at++) {
        if (plan->band_count == MOULT__BANDS_MAX)
            return 0;
        moult__band *band = &plan->bands[plan->band_count++];
        at = read_range(at, &band->first, &band->last);
        if (at == NULL || depths_within(plan, band) == 0)
            return 0;
        if (*at == 0)
            return 1;
        if (*at != ',')
            return 0;
    }
}

/* The usual ones, to be compared with what is known of real levels, where all their depths are
 * asked for; and each depth. */
static void choose_bands(moult__plan *plan)
{
    static const moult__band usual[] = {{2, 4}, {5, 8}, {17, 20}, {2, 20}};
    const moult__band all = {INT32_MIN, INT32_MAX};
    int64_t depths = depths_within(plan, &all), most = MOULT__BANDS_MAX - MOULT_COUNT(usual);
    if (depths == 1)
        return;
    for (uint32_t i = 0; i < MOULT_COUNT(usual); i++)
        if (depths_within(plan, &usual[i]) == usual[i].last - usual[i].first + 1)
            plan->bands[plan->band_count++] = usual[i];
    for (uint32_t i = 0; i < plan->part_count && depths <= most; i++)
        for (int64_t depth = plan->parts[i].first; depth <= plan->parts[i].last; depth++)
            plan->bands[plan->band_count++] = (moult__band){depth, depth};
}

int moult__plan_read(moult__plan *plan, const moult__map_choice *c)
{
    memset(plan, 0, sizeof *plan);
    if (c->depths == NULL) {
        plan->parts[0] = (moult__part){c->depth, c->depth, 0, (uint64_t)c->levels};
        plan->part_count = 1;
        plan->total = (uint64_t)c->levels;
    } else if (!read_parts(plan, c->depths, (uint64_t)c->levels)) {
        return 1 + moult__usage("map", "--depths \"%.60s\" isn't like 1-20 or 2:300,4-9:50,10:99",
                                c->depths);
    }
    if (plan->total != (uint64_t)c->levels)
        return 1 + moult__usage("map", "--depths asks for %llu levels, --stats for %llu",
                                (unsigned long long)plan->total, (unsigned long long)c->levels);
    if (c->bands == NULL && c->tsv)
        choose_bands(plan);
    if (c->bands != NULL && !read_bands(plan, c->bands))
        return 1 +
               moult__usage("map",
                            "--bands \"%.60s\" isn't like 2-4,5-8,9, of depths that are asked for",
                            c->bands);
    return 0;
}

void moult__plan_level(const moult__plan *plan, uint64_t index, const char *seed, int32_t *depth,
                       char *out, size_t room)
{
    const moult__part *part = &plan->parts[plan->part_count - 1];
    while (part->start > index)
        part--;
    uint64_t span = (uint64_t)(part->last - part->first + 1), at = index - part->start;
    *depth = (int32_t)(part->first + (int64_t)(at % span));
    moult__map_seed(seed, (int64_t)(at / span) + 1, out, room);
}

/* -- figures ----------------------------------------------------------------------------------- */

typedef struct telling {
    uint32_t count;  /* of figures told before */
    char zero[8192]; /* names of metrics that are always 0 */
} telling;

static void tell_row(const moult__figure *f)
{
    printf("%s%s\t%.5g\t%.5g\t%.5g\t%.5g\t%.5g\t%llu\n", f->name, f->suffix, f->mean, f->sd, f->p5,
           f->p50, f->p95, (unsigned long long)f->n);
}

static void tell_tsv(void *context, const moult__figure *f)
{
    moult__figure one = *f;
    (void)context;
    tell_row(f);
    if (!f->is_time)
        return;
    one.sd = 0;
    one.name = "ms_p99";
    one.mean = one.p5 = one.p50 = one.p95 = f->p99;
    tell_row(&one);
    one.name = "ms_max";
    one.mean = one.p5 = one.p50 = one.p95 = f->max;
    tell_row(&one);
}

static void tell_json(void *context, const moult__figure *f)
{
    telling *t = context;
    printf("%s{\"metric\":\"%s%s\",\"mean\":%.9g,\"sd\":%.9g,\"p5\":%.9g,\"p50\":%.9g,\"p95\":%.9g,"
           "\"p99\":%.9g,\"max\":%.9g,\"n\":%llu",
           t->count++ != 0 ? ",\n" : "\n", f->name, f->suffix, f->mean, f->sd, f->p5, f->p50,
           f->p95, f->p99, f->max, (unsigned long long)f->n);
    for (uint32_t i = 0; i < f->value_count && !f->is_time; i++)
        printf("%s[%.9g,%llu]", i != 0 ? "," : ",\"values\":[",
               (double)f->values[i].value / f->unit, (unsigned long long)f->values[i].count);
    printf(f->is_time ? "}" : "]}");
}

/* How often values came up between the least and the greatest, as columns of eight heights. */
static void draw_histogram(const moult__figure *f)
{
    static const char *const blocks[] = {" ",      "\u2581", "\u2582", "\u2583", "\u2584",
                                         "\u2585", "\u2586", "\u2587", "\u2588"};
    uint64_t bins[BINS] = {0}, most = 0;
    int64_t low = f->values[0].value, high = f->values[f->value_count - 1].value;
    int64_t span = high - low + 1;
    for (uint32_t i = 0; i < f->value_count; i++) {
        int64_t place = f->values[i].value - low;
        uint64_t *bin = &bins[span <= BINS ? place : (int64_t)((__int128)place * BINS / span)];
        *bin += f->values[i].count;
        most = *bin > most ? *bin : most;
    }
    for (int64_t i = 0; i < BINS && i < span; i++)
        moult__print(stdout, "%s", blocks[(bins[i] * 8 + most - 1) / most]);
}

static void tell_people(void *context, const moult__figure *f)
{
    telling *t = context;
    char name[MOULT__TOLD_NAME + 32];
    snprintf(name, sizeof name, "%s%s", f->name, f->suffix);
    if (f->max == 0 && f->values[0].value == 0) {
        size_t used = strlen(t->zero);
        snprintf(t->zero + used, sizeof t->zero - used, "%s%s", used != 0 ? ", " : "", name);
        return;
    }
    printf("%-29s %8.5g %8.4g %6.4g %6.4g %6.4g  ", name, f->mean, f->sd, f->p5, f->p50, f->p95);
    draw_histogram(f);
    printf("\n");
    if (f->is_time)
        printf("%-29s %8.4g\n%-29s %8.4g\n", "ms_p99", f->p99, "ms_max", f->max);
}

static void begin_people(const moult__map_job *job, const moult__plan *plan, uint64_t took_ms)
{
    char what[MOULT__REPORT_SIZE];
    snprintf(what, sizeof what, "%s %dx%d%s%s", moult__slot_owner(job->slot),
             (int)job->choice->width, (int)job->choice->height, job->choice->set[0] ? " " : "",
             job->choice->set);
    moult__print(stdout, moult__translate("%s: %llu levels in %.2f s, %.0f a second\n"), what,
                 (unsigned long long)plan->total, (double)took_ms / 1000,
                 (double)plan->total * 1000 / (double)(took_ms > 0 ? took_ms : 1));
    printf("%-29s %8s %8s %6s %6s %6s\n", "metric", "mean", "sd", "5 %", "50 %", "95 %");
}

/* All levels, then each band. 0: out of memory. */
static int32_t tell_all(const moult__plan *plan, moult__tally *tallies, telling *t,
                        void (*tell)(void *, const moult__figure *))
{
    char suffix[32] = "";
    int32_t fine = moult__tally_figures(&tallies[0], suffix, tell, t);
    for (uint32_t i = 0; i < plan->band_count && fine; i++) {
        const moult__band *band = &plan->bands[i];
        int used = snprintf(suffix, sizeof suffix, "_d%lld", (long long)band->first);
        if (band->last != band->first)
            snprintf(suffix + used, sizeof suffix - (size_t)used, "-%lld", (long long)band->last);
        fine = moult__tally_figures(&tallies[1 + i], suffix, tell, t);
    }
    return fine;
}

int32_t moult__report_print(const moult__map_job *job, const moult__plan *plan,
                            moult__tally *tallies, uint64_t refused, uint64_t took_ms)
{
    telling t = {0};
    int32_t fine;
    if (job->choice->tsv) {
        printf("metric\tmean\tsd\tp5\tp50\tp95\tn\n");
        fine = tell_all(plan, tallies, &t, tell_tsv);
    } else if (job->choice->json) {
        moult__map_json_begin(job);
        printf(",\"levels\":%llu,\"refused\":%llu,\"metrics\":[", (unsigned long long)plan->total,
               (unsigned long long)refused);
        fine = tell_all(plan, tallies, &t, tell_json);
        printf("\n]}\n");
    } else {
        begin_people(job, plan, took_ms);
        fine = tell_all(plan, tallies, &t, tell_people);
        if (t.zero[0] != 0)
            moult__print(stdout, moult__translate("always 0: %s\n"), t.zero);
    }
    return fine;
}
