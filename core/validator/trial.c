/* SPDX-License-Identifier: MIT */
/* Verdicts, and the bracket around each call of the plugin. */
#include <fcntl.h>
#include <malloc.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>
#include "core/validator/trial.h"

/* -- verdicts ---------------------------------------------------------------------------------- */

static void decide(moult__trial *t, int32_t verdict, const char *format, va_list args)
{
    moult__found_out *found = t->found;
    if (found->verdict != MOULT__VERDICT_NONE)
        return;
    found->verdict = verdict;
    found->inside = 0;
    vsnprintf(found->text, sizeof found->text, format, args);
}

void moult__pass(moult__trial *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    decide(t, MOULT__VERDICT_PASS, moult__translate(format), args);
    va_end(args);
}

void moult__fails(moult__trial *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    decide(t, MOULT__VERDICT_FAIL, moult__translate(format), args);
    va_end(args);
}

void moult__skip(moult__trial *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    decide(t, MOULT__VERDICT_SKIP, moult__translate(format), args);
    va_end(args);
}

int32_t moult__failed(const moult__trial *t)
{
    return t->found->verdict == MOULT__VERDICT_FAIL;
}

void moult__fails_report(moult__trial *t, const moult__report *report)
{
    const char *text = report->text;
    text += strncmp(text, "error  ", 7) == 0 ? 7 : 0;
    moult__fails(t, "%s", text[0] != 0 ? text : moult_status_text(report->status));
}

/* -- calls ------------------------------------------------------------------------------------- */

void moult__about(moult__trial *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(t->found->where, sizeof t->found->where, format, args);
    va_end(args);
}

void moult__offend(moult__trial *t, const char *format, ...)
{
    char what[300];
    va_list args;
    if (t->offence[0] != 0)
        return;
    va_start(args, format);
    vsnprintf(what, sizeof what, moult__translate(format), args);
    va_end(args);
    snprintf(t->offence, sizeof t->offence, "%s: %s", t->found->call, what);
}

/* "turn,random,fail" of a function, from the slot's shape. */
static void find_tags(const char *shape, const char *function, char *out, size_t room)
{
    size_t length = strlen(function);
    out[0] = 0;
    while (shape != NULL && *shape != 0) {
        size_t line = strcspn(shape, "\n");
        if (strncmp(shape, function, length) == 0 && shape[length] == ' ') {
            const char *tags = memchr(shape + length + 1, ' ', line - length - 1);
            if (tags != NULL)
                snprintf(out, room, ",%.*s,", (int)(shape + line - tags - 1), tags + 1);
            return;
        }
        shape += line + (shape[line] == '\n');
    }
}

/* -- other processes --------------------------------------------------------------------------- */

void moult__found_where(const moult__found_out *found, char *out, uint32_t room)
{
    uint32_t used = (uint32_t)snprintf(out, room, "%s", found->call);
    if (found->where[0] != 0)
        snprintf(out + used, room - used, "%s%s", used != 0 ? ", " : "", found->where);
}

int32_t moult__process_stat(pid_t pid, char *out, uint32_t room)
{
    char path[32], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t count = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
    if (fd >= 0)
        close(fd);
    text[count > 0 ? count : 0] = 0;
    const char *name = strrchr(text, ')'); /* it may have any letters */
    if (name == NULL || name[1] == 0)
        return 0;
    snprintf(out, room, "%s", name + 2);
    return 1;
}

#define ENDS 0x404u /* of the flags in /proc/PID/stat: it leaves, or a signal ends it */

/* The nurse sleeps in a poll (in wait4 she'd look asleep once more before she stops) while this
 * process lives. A signal wakes her at once, and she stops, or ends and this process with her. */
static int32_t is_nurse_stopped(const moult__trial *t)
{
    char stat[512], state = 'R';
    unsigned flags = 0;
    while (state != 'T' && (state != 'S' || (flags & ENDS) != 0)) {
        if (!moult__process_stat(t->nurse, stat, sizeof stat) && getppid() == t->nurse)
            return 0;
        sscanf(stat, "%c %*d %*d %*d %*d %*d %u", &state, &flags);
        if (state == 'R')
            sched_yield();
    }
    return state == 'T';
}

/* After each call. When it was one of these nothing else is worth finding out. */
static void look_around(moult__trial *t)
{
    char at[256];
    if (getpid() != t->pid) /* a call that forked comes back twice */
        _exit(0);
    void *volatile some = malloc(65536);
    if (some == NULL) /* it left nothing: what comes now would be told of whoever comes next */
        raise(SIGKILL);
    free(some);
    moult__found_where(t->found, at, sizeof at);
    if (waitpid(-1, NULL, WNOHANG) >= 0)
        moult__fails(t, "it forked in %s. A plugin starts no processes", at);
    else if (is_nurse_stopped(t))
        moult__fails(t, "it stopped its parent in %s", at);
    else
        return;
    _exit(0);
}

/* -- calls ------------------------------------------------------------------------------------- */

void moult__call_within(moult__trial *t, char outer[MOULT__CALL_SIZE], const char *function)
{
    memcpy(outer, t->found->call, MOULT__CALL_SIZE);
    snprintf(t->found->call, sizeof t->found->call, "%s", function);
}

void moult__called_within(moult__trial *t, const char *outer)
{
    if (outer[0] != 0)
        look_around(t);
    memcpy(t->found->call, outer, MOULT__CALL_SIZE);
}

void moult__call(moult__trial *t, const moult__slot *slot, const char *function)
{
    moult__found_out *found = t->found;
    t->slot = slot;
    snprintf(found->call, sizeof found->call, "%.60s", function);
    find_tags(slot->shape, function, t->tags, sizeof t->tags);
    t->frozen = (t->watch & MOULT__WATCH_DRAW) != 0 && t->has_game &&
                strstr(t->tags, ",turn,") == NULL && strstr(t->tags, ",load,") == NULL;
    if (t->frozen) {
        t->world = moult__world_bytes(t->s.world);
        t->s.world->report.status = MOULT_OK;
        t->s.world->phase = MOULT__PHASE_DRAW;
    }
    if ((t->watch & MOULT__WATCH_AMBIENT) != 0)
        moult__ambient_take(&t->ambient);
    found->inside = 1;
    found->steps += t->patient ? 2 : 1;
    clock_gettime(CLOCK_MONOTONIC, &t->started);
}

static void look_at_world(moult__trial *t)
{
    t->s.world->phase = MOULT__PHASE_TURN;
    if (moult__world_bytes(t->s.world) != t->world)
        moult__offend(t, "it changed the world, which is const there (%.*s)",
                      (int)strcspn(t->tags + 1, ","), t->tags + 1);
    else if (t->s.world->report.status == MOULT_READ_ONLY)
        moult__offend(t, "it asked to change the world, which is const there: %.160s",
                      t->s.world->report.text);
}

void moult__called(moult__trial *t)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    t->found->inside = 0;
    look_around(t);
    t->found->steps += t->patient ? 2 : 1;
    uint64_t took = (uint64_t)(now.tv_sec - t->started.tv_sec) * 1000000000u +
                    (uint64_t)(now.tv_nsec - t->started.tv_nsec);
    t->samples[t->calls++ % MOULT__SAMPLES] = took;
    if (took > t->worst_ns) {
        t->worst_ns = took;
        memcpy(t->worst_call, t->found->call, sizeof t->worst_call);
    }
    if (t->frozen)
        look_at_world(t);
    if ((t->watch & MOULT__WATCH_AMBIENT) != 0) {
        moult__ambient after;
        char what[200];
        moult__ambient_take(&after);
        if (moult__ambient_differs(&t->ambient, &after, t->slot->flags, what, sizeof what))
            moult__offend(t, "%s", what);
    }
}

static int by_time(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void moult__samples_note(moult__trial *t)
{
    size_t count = t->calls < MOULT__SAMPLES ? t->calls : MOULT__SAMPLES;
    if (count == 0)
        return;
    qsort(t->samples, count, sizeof *t->samples, by_time);
    t->found->calls = t->calls;
    t->found->p50_ns = t->samples[count / 2];
    t->found->p99_ns = t->samples[count * 99 / 100];
    t->found->worst_ns = t->worst_ns;
}

/* -- small helpers ----------------------------------------------------------------------------- */

void moult__answer(moult__trial *t, const void *bytes, size_t count)
{
    t->digest = XXH3_64bits_withSeed(bytes, count, t->digest);
}

static uint64_t run_bytes(const moult__run *run, uint64_t sum)
{
    for (uint32_t i = 0; i < run->count; i++)
        sum = XXH3_64bits_withSeed(run->blocks[i]->bytes, run->blocks[i]->size, sum);
    return sum;
}

uint64_t moult__world_bytes(const moult_world *w)
{
    uint64_t sum = 0;
    for (uint32_t table = 1; table <= w->table_count; table++) {
        const moult__rows *rows = &w->tables[table];
        sum = run_bytes(&rows->run, sum);
        for (uint32_t plane = 0; plane < rows->plane_count; plane++)
            sum = run_bytes(&rows->planes[plane], sum);
    }
    return sum;
}

uint32_t moult__count(const moult__trial *t, uint32_t full)
{
    if (t->request->quick)
        full /= 10;
    return full != 0 ? full : 1;
}

int32_t moult__enough(double seconds)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9 >= seconds;
}

uint32_t moult__chance(moult_xorshift *source, uint32_t bound)
{
    return bound != 0 ? moult_xorshift_next(source) % bound : 0;
}

int32_t moult__chance_between(moult_xorshift *source, int32_t low, int32_t high)
{
    return low + (int32_t)moult__chance(source, (uint32_t)(high - low) + 1);
}

const char *moult__text_fault(const char *text, uint32_t room)
{
    if (text == NULL)
        return moult__translate("it is missing (NULL)");
    size_t length = strnlen(text, room);
    if (length == room)
        return moult__translate("it is too long");
    for (uint32_t at = 0; at < length;) {
        uint32_t size = moult_score_character((const uint8_t *)text + at, (uint32_t)length - at);
        uint8_t byte = (uint8_t)text[at];
        if (size == 0 && (byte < 0x20 || byte == 0x7f || (byte == 0xc2 && at + 1 < length)))
            return moult__translate("it has a control character");
        if (size == 0)
            return moult__translate("it isn't valid UTF-8");
        at += size;
    }
    return NULL;
}

static void __attribute__((noinline)) fill_stack(uint8_t pattern)
{
    volatile uint8_t deep[65536];
    for (uint32_t i = 0; i < sizeof deep; i++)
        deep[i] = pattern;
}

void moult__poison(uint8_t pattern)
{
#ifdef M_PERTURB
    mallopt(M_PERTURB, pattern);
#endif
    fill_stack(pattern);
}
