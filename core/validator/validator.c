/* SPDX-License-Identifier: MIT */
/* One check after the other, and what is printed of each. Each runs in a child (child.c). */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "core/system/files.h"
#include "core/system/json.h"
#include "core/validator/trial.h"

typedef struct report {
    moult__check_request *request;
    moult__found_out *found; /* shared with the running child */
    moult_note note;
    uint32_t passed, failed, skipped;
    uint64_t seeds, calls, p99_ns;
    int32_t timed;     /* p99_ns is that of the check `time` */
    int32_t said;      /* checks printed */
    int32_t load_told; /* the check `load` is one of them */
    char stuck[192];   /* why no call is made any more; "" while calls are made */
} report;

/* -- what is printed --------------------------------------------------------------------------- */

static const char *const verdicts[] = {"", "PASS", "FAIL", "SKIP"};

static void count(report *r, const moult__check *check)
{
    const moult__found_out *found = r->found;
    r->passed += found->verdict == MOULT__VERDICT_PASS;
    r->failed += found->verdict == MOULT__VERDICT_FAIL;
    r->skipped += found->verdict == MOULT__VERDICT_SKIP;
    r->seeds += found->seeds;
    r->calls += found->calls;
    if (strcmp(check->name, "time") == 0 && found->calls != 0) {
        r->timed = 1;
        r->p99_ns = found->p99_ns;
    } else if (!r->timed && found->p99_ns > r->p99_ns) {
        r->p99_ns = found->p99_ns;
    }
}

static void print_json(report *r, const moult__check *check)
{
    const moult__found_out *found = r->found;
    printf("%s\n    {\"name\": \"%s\", \"verdict\": \"%s\", \"reason\": ", r->said ? "," : "",
           check->name, verdicts[found->verdict]);
    moult__json_text(stdout, found->text);
    printf(", \"repeat\": ");
    moult__json_text(stdout, found->repeat);
    printf(", \"seeds\": %llu, \"calls\": %llu, \"p50_ns\": %llu, \"p99_ns\": %llu, "
           "\"max_ns\": %llu}",
           (unsigned long long)found->seeds, (unsigned long long)found->calls,
           (unsigned long long)found->p50_ns, (unsigned long long)found->p99_ns,
           (unsigned long long)found->worst_ns);
}

static void print_line(report *r, const moult__check *check)
{
    const moult__found_out *found = r->found;
    moult__print(stdout, "%s  %-18s %s", verdicts[found->verdict], check->name,
                 found->text[0] != 0 ? found->text : moult__translate(check->proves));
    if (found->verdict == MOULT__VERDICT_FAIL && found->repeat[0] != 0)
        moult__print(stdout, moult__translate(". Repeat: moult check %s --repro %s"),
                     r->request->file, found->repeat);
    fputc('\n', stdout);
}

static void begin(const report *r)
{
    if (r->request->json) {
        printf("{\"file\": ");
        moult__json_text(stdout, r->request->file);
        printf(", \"plugin\": \"%s\", \"version\": ", r->note.name);
        moult__json_text(stdout, r->note.version);
        printf(",\n  \"checks\": [");
    }
}

static void end(const report *r)
{
    if (r->request->json)
        printf("\n  ],\n  \"profile\": \"%s\", \"passed\": %u, \"failed\": %u, \"skipped\": %u, "
               "\"seeds\": %llu, \"p99_ns\": %llu}\n",
               r->request->profile, r->passed, r->failed, r->skipped, (unsigned long long)r->seeds,
               (unsigned long long)r->p99_ns);
    else
        moult__print(stdout,
                     moult__translate("%u passed, %u failed, %u skipped; %llu seeds tried; p99 of "
                                      "a call %llu.%llu us\n"),
                     r->passed, r->failed, r->skipped, (unsigned long long)r->seeds,
                     (unsigned long long)(r->p99_ns / 1000),
                     (unsigned long long)(r->p99_ns / 100 % 10));
}

/* -- which checks ------------------------------------------------------------------------------ */

static int32_t is_named(const char *only, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = only; at != NULL; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == 0))
            return 1;
    return 0;
}

/* One that doesn't concern this plugin is told only to who asked for it by name. */
static int32_t concerns(report *r, const moult__check *check)
{
    const moult__check_request *request = r->request;
    if (request->only != NULL && !is_named(request->only, check->name))
        return 0;
    if (request->seed != NULL && (check->flags & MOULT__CHECK_SEEDED) == 0)
        return 0;
    return request->only != NULL || moult__provides_kind(&r->note, check->kind);
}

/* Without a file that can be looked at there is nothing to load. */
static void read_note(report *r)
{
    uint8_t *bytes = NULL;
    uint64_t size = 0;
    moult__elf elf;
    if (moult__file_read(r->request->file, (uint64_t)256 << 20, &bytes, &size, NULL) >= 0 &&
        moult__elf_inspect(bytes, size, r->request->file, &elf, NULL) >= 0)
        r->note = elf.note;
    free(bytes);
}

static void say(report *r, int32_t verdict, const char *text)
{
    memset(r->found, 0, offsetof(moult__found_out, box));
    r->found->verdict = verdict;
    snprintf(r->found->text, sizeof r->found->text, "%s", text);
}

/* Each further check would wait as long, or take as much, only to say the same. */
static void note_stuck(report *r, const moult__check *check)
{
    const moult__found_out *found = r->found;
    if (found->is_over == MOULT__OVER_TIME)
        snprintf(r->stuck, sizeof r->stuck,
                 moult__translate("%s didn't come back: see the check %s"), found->call,
                 check->name);
    else if (found->is_over == MOULT__OVER_MEMORY)
        snprintf(r->stuck, sizeof r->stuck,
                 moult__translate("%s used up the memory: see the check %s"), found->call,
                 check->name);
}

static moult_status one(report *r, const moult__check *check)
{
    char text[64];
    moult_status status = MOULT_OK;
    snprintf(text, sizeof text, moult__translate("it provides no %s"), check->kind);
    if (!moult__provides_kind(&r->note, check->kind))
        say(r, MOULT__VERDICT_SKIP, text);
    else if ((check->flags & MOULT__CHECK_STAGED) != 0 && r->request->profile[0] == 0)
        say(r, r->load_told ? MOULT__VERDICT_SKIP : MOULT__VERDICT_FAIL,
            moult__translate("it couldn't be loaded: see the check load"));
    else if ((check->flags & MOULT__CHECK_CALLS) != 0 && r->stuck[0] != 0)
        say(r, MOULT__VERDICT_SKIP, r->stuck);
    else
        status = moult__check_try(r->request, r->found, check);
    if (status < 0)
        return status;
    note_stuck(r, check);
    count(r, check);
    if (r->request->json)
        print_json(r, check);
    else
        print_line(r, check);
    r->said++;
    return MOULT_OK;
}

int moult__check_file(moult__check_request *request)
{
    report r = {.request = request};
    r.found =
        mmap(NULL, sizeof *r.found, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (r.found == MAP_FAILED)
        return (int)MOULT__EXIT_INTERNAL;
    read_note(&r);
    moult_status status = MOULT_OK;
    begin(&r);
    for (uint32_t i = 0; moult__check_at(i) != NULL && status >= 0; i++) {
        const moult__check *check = moult__check_at(i);
        int32_t finds = check->run == moult__check_load; /* the others go by what it finds */
        int32_t told = concerns(&r, check);
        r.load_told |= told && finds;
        if (told)
            status = one(&r, check);
        else if (finds)
            status = moult__check_try(request, r.found, check);
        if (finds)
            snprintf(request->profile, sizeof request->profile, "%s", r.found->profile);
    }
    end(&r);
    munmap(r.found, sizeof *r.found);
    return status < 0 ? (int)MOULT__EXIT_INTERNAL : r.failed != 0;
}
