/* SPDX-License-Identifier: MIT */
/* Figures and the file of a trace; see record.h.
 *
 * The file is one JSON object with a list of calls, as trace viewers read it. Each time what was
 * gathered is written together with what closes the object, which the next time is written over:
 * whenever the process ends, the file is whole up to its last rest. */
#include "core/trace/record.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/system/text.h"

#define HEAD                                          \
    "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n" \
    "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"moult\"}}"
#define TAIL "\n]}\n"
#define FILE_MAX ((int64_t)256 << 20)

/* -- figures ----------------------------------------------------------------------------------- */

moult__figures *moult__record_figures(moult__record *record, const char *slot, const char *name)
{
    moult__figures **at = &record->figures;
    while (*at != NULL && (strcmp((*at)->slot, slot) != 0 || strcmp((*at)->name, name) != 0))
        at = &(*at)->next;
    if (*at == NULL && (*at = calloc(1, sizeof **at)) != NULL) {
        snprintf((*at)->slot, sizeof(*at)->slot, "%s", slot);
        snprintf((*at)->name, sizeof(*at)->name, "%s", name);
    }
    return *at;
}

static uint32_t place_of(uint64_t spent)
{
    if (spent < 64)
        return (uint32_t)spent;
    const uint32_t power = 63u - (uint32_t)__builtin_clzll(spent);
    const uint32_t place = 64 + (power - 6) * 32 + (uint32_t)(spent >> (power - 5) & 31);
    return place < MOULT__TIMES ? place : MOULT__TIMES - 1;
}

/* The shortest time at a place. */
static uint64_t time_at(uint32_t place)
{
    if (place < 64)
        return place;
    const uint32_t power = 6 + (place - 64) / 32;
    return (uint64_t)(32 + (place - 64) % 32) << (power - 5);
}

void moult__record_add(moult__figures *of, uint64_t spent)
{
    of->calls++;
    of->spent += spent;
    of->longest = spent > of->longest ? spent : of->longest;
    of->times[place_of(spent)]++;
}

static uint64_t per_cent(const moult__figures *f, uint32_t share)
{
    uint64_t left = (f->calls * share + 99) / 100;
    for (uint32_t place = 0; place < MOULT__TIMES; place++) {
        if (left <= f->times[place])
            return time_at(place);
        left -= f->times[place];
    }
    return f->longest;
}

static int32_t is_turn(const moult__figures *f)
{
    return strncmp(f->slot, "rules/", 6) == 0 &&
           (strcmp(f->name, "turn") == 0 || strcmp(f->name, "choose") == 0);
}

void moult__record_summary(const moult__record *record, FILE *out)
{
    uint64_t turns = 0;
    for (const moult__figures *f = record->figures; f != NULL; f = f->next)
        turns += is_turn(f) ? f->spent : 0;
    /* For programs, too: the same in every language. */
    fprintf(out, "%-32s %9s %9s %9s %9s %7s\n", "function", "calls", "p50 us", "p99 us", "max us",
            "turn %");
    for (const moult__figures *f = record->figures; f != NULL; f = f->next) {
        char name[MOULT_SLOT_SIZE + 32];
        if (!f->told || f->calls == 0)
            continue;
        snprintf(name, sizeof name, "%s %s", f->slot, f->name);
        fprintf(out, "%-32s %9" PRIu64 " %9.2f %9.2f %9.2f %7.1f\n", name, f->calls,
                (double)per_cent(f, 50) / 1e3, (double)per_cent(f, 99) / 1e3,
                (double)f->longest / 1e3,
                turns != 0 ? 100.0 * (double)f->spent / (double)turns : 0.0);
    }
    if (record->end >= FILE_MAX)
        fprintf(out, moult__translate("warn   %s: it is full: later calls are only counted\n"),
                record->path);
}

/* -- the file ---------------------------------------------------------------------------------- */

static int32_t write_at(moult__record *record, const char *text, size_t size, size_t tail)
{
    for (size_t done = 0; done < size;) {
        const ssize_t now = pwrite(record->fd, text + done, size - done, record->end + (off_t)done);
        if (now < 0 && errno == EINTR)
            continue;
        if (now <= 0)
            return 0;
        done += (size_t)now;
    }
    record->end += (int64_t)(size - tail);
    return 1;
}

moult_status moult__record_open(moult__record *record, const char *path, int32_t again,
                                moult__report *report)
{
    record->fd = -1;
    if (path == NULL)
        return MOULT_OK;
    snprintf(record->path, sizeof record->path, "%s", path);
    record->calls = malloc(MOULT__CALLS_GATHERED * sizeof *record->calls);
    if (record->calls == NULL)
        return moult__refuse(report, MOULT_MEMORY, "trace", "out of memory");
    record->fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (again ? 0 : O_TRUNC), 0644);
    const off_t size = record->fd >= 0 ? lseek(record->fd, 0, SEEK_END) : 0;
    const int32_t goes_on = size > (off_t)strlen(HEAD TAIL);
    record->end = goes_on ? (int64_t)size - (int64_t)strlen(TAIL) : 0;
    if (record->fd >= 0 &&
        (goes_on || write_at(record, HEAD TAIL, strlen(HEAD TAIL), strlen(TAIL))))
        return MOULT_OK;
    return moult__refuse(report, MOULT_IO, path,
                         "the trace can't be written: %s. Name another file", strerror(errno));
}

static void put_value(FILE *out, char letter, uint64_t value)
{
    if (letter == 'i')
        fprintf(out, "%" PRId32, (int32_t)value);
    else if (letter == 'u')
        fprintf(out, "%" PRIu32, (uint32_t)value);
    else if (letter == 'l')
        fprintf(out, "\"%" PRId64 "\"", (int64_t)value);
    else if (letter == 'q')
        fprintf(out, "\"%" PRIu64 "\"", value);
    else
        fprintf(out, "\"0x%" PRIx64 "\"", value);
}

static void put_call(FILE *out, const moult__traced_call *call)
{
    const moult__figures *of = call->of;
    fprintf(out,
            ",\n{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"cat\":\"%s\",\"name\":\"%s\",\"ts\":%" PRIu64
            ".%03u,\"dur\":%" PRIu64 ".%03u,\"args\":{",
            of->slot, of->name, call->start / 1000, (unsigned)(call->start % 1000),
            call->spent / 1000, (unsigned)(call->spent % 1000));
    for (uint32_t i = 0; of->letters[i] != 0; i++) {
        fprintf(out, "\"%u\":", i);
        put_value(out, of->letters[i], call->args[i]);
        putc(',', out);
    }
    fputs("\"result\":", out);
    if (of->result == 'v')
        fputs("null", out);
    else
        put_value(out, of->result, call->result);
    fputs("}}", out);
}

void moult__record_flush(moult__record *record)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = record->count != 0 && record->end < FILE_MAX ? open_memstream(&text, &size) : NULL;
    for (uint32_t i = 0; i < record->count && out != NULL; i++)
        put_call(out, &record->calls[i]);
    record->count = 0;
    if (out == NULL)
        return;
    fputs(TAIL, out);
    fclose(out);
    if (!write_at(record, text, size, strlen(TAIL)))
        record->end = FILE_MAX;
    free(text);
}

void moult__record_close(moult__record *record)
{
    moult__record_flush(record);
    if (record->fd >= 0)
        close(record->fd);
    free(record->calls);
    while (record->figures != NULL) {
        moult__figures *next = record->figures->next;
        free(record->figures);
        record->figures = next;
    }
}
