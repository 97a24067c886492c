/* SPDX-License-Identifier: MIT */
/* Closures in the place of functions; see trace.h.
 *
 * A wrapped slot has a copy of its plugin's struct in which the functions are closures. Copies live
 * as long as their build may be called; after a reload until the old build is retired. */
#include "core/trace/trace.h"
#include <ffi.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "core/system/text.h"
#include "core/trace/record.h"

#define FUNCTIONS_MAX 16u

typedef struct function {
    void (*own)(void);
    struct moult__trace *trace;
    moult__figures *figures;
    ffi_cif cif;
    ffi_type *types[MOULT__TRACED_ARGS];
    ffi_closure *closure;
} function;

typedef struct wrap {
    struct wrap *next;
    const void *own; /* the plugin's struct, */
    const moult__build *build;
    void *copy; /* and ours */
    int32_t used;
    uint32_t count;
    function functions[FUNCTIONS_MAX];
} wrap;

struct moult__trace {
    moult__set *set;
    pid_t pid; /* whose it is: copies of that process are left alone */
    char slots[512];
    wrap *wraps;
    int32_t denied; /* closures are */
    moult__record record;
};

static uint64_t now_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* -- calls ------------------------------------------------------------------------------------- */

static uint64_t value_of(char letter, const void *arg)
{
    uint32_t narrow;
    uint64_t wide;
    if (letter == 'i' || letter == 'u') {
        memcpy(&narrow, arg, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, arg, sizeof wide);
    return wide;
}

static uint64_t call_own(function *f, void **args, const uint64_t *values)
{
#if defined __x86_64__ || defined __aarch64__
    /* Six whole numbers and pointers travel in registers, whatever their width, so one prototype
     * serves all, in a tenth of ffi_call's time. */
    (void)args;
    uint64_t (*own)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
    memcpy(&own, &f->own, sizeof own);
    return own(values[0], values[1], values[2], values[3], values[4], values[5]);
#else
    (void)values;
    uint64_t result = 0;
    ffi_call(&f->cif, f->own, &result, args);
    return result;
#endif
}

static void on_call(ffi_cif *cif, void *result, void **args, void *context)
{
    function *f = context;
    moult__record *record = &f->trace->record;
    moult__traced_call call = {.of = f->figures};
    for (uint32_t i = 0; i < cif->nargs; i++)
        call.args[i] = value_of(f->figures->letters[i], args[i]);
    call.start = now_ns();
    call.result = call_own(f, args, call.args);
    call.spent = now_ns() - call.start;
    if (f->figures->result == 'i')
        *(ffi_arg *)result = (ffi_arg)(ffi_sarg)(int32_t)call.result;
    else if (f->figures->result == 'u')
        *(ffi_arg *)result = (uint32_t)call.result;
    else if (f->figures->result != 'v')
        *(ffi_arg *)result = call.result;
    moult__record_add(f->figures, call.spent);
    if (record->calls == NULL || !f->figures->told)
        return;
    if (record->count == MOULT__CALLS_GATHERED)
        moult__record_flush(record);
    record->calls[record->count++] = call;
}

/* -- wrapping ---------------------------------------------------------------------------------- */

static ffi_type *type_of(char letter)
{
    return letter == 'v'                    ? &ffi_type_void
           : letter == 'i'                  ? &ffi_type_sint32
           : letter == 'u'                  ? &ffi_type_uint32
           : letter == 'l' || letter == 'q' ? &ffi_type_sint64
                                            : &ffi_type_pointer;
}

/* Reads "decide i(wppp) turn" into the figures. */
static int32_t read_shape(const char *shape, moult__figures *f)
{
    const char *open = strchr(shape, '('), *close = open != NULL ? strchr(open, ')') : NULL;
    if (close == NULL || (size_t)(close - open) - 1 > MOULT__TRACED_ARGS)
        return 0;
    f->result = open[-1];
    snprintf(f->letters, sizeof f->letters, "%.*s", (int)(close - open) - 1, open + 1);
    return strspn(f->letters, "iulqspw") == strlen(f->letters);
}

/* A closure for the function; its address, or NULL. */
static void *make_closure(moult__trace *t, function *f, const char *shape)
{
    void *code = NULL;
    if (!read_shape(shape, f->figures))
        return NULL;
    const uint32_t count = (uint32_t)strlen(f->figures->letters);
    for (uint32_t i = 0; i < count; i++)
        f->types[i] = type_of(f->figures->letters[i]);
    f->trace = t;
    f->closure = ffi_closure_alloc(sizeof *f->closure, &code);
    if (f->closure != NULL &&
        ffi_prep_cif(&f->cif, FFI_DEFAULT_ABI, count, type_of(f->figures->result), f->types) ==
            FFI_OK &&
        ffi_prep_closure_loc(f->closure, &f->cif, on_call, f, code) == FFI_OK)
        return code;
    t->denied = 1;
    return NULL;
}

static void free_wrap(wrap *w)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (w->functions[i].closure != NULL)
            ffi_closure_free(w->functions[i].closure);
    free(w->copy);
    free(w);
}

/* Those functions that can be told what they are called with become closures. */
static wrap *make_wrap(moult__trace *t, const moult__slot *slot, int32_t told)
{
    uint32_t size, first = 0, count = 0;
    char name[24];
    memcpy(&size, slot->own, sizeof size);
    wrap *w = calloc(1, sizeof *w);
    if (w == NULL || !moult__interface_functions(slot, &first, &count) ||
        (w->copy = malloc(size)) == NULL) {
        free(w);
        return NULL;
    }
    memcpy(w->copy, slot->own, size);
    w->own = slot->own;
    w->build = slot->build;
    const char *shape = slot->shape;
    for (; w->count < count && w->count < FUNCTIONS_MAX; shape = strchr(shape, '\n') + 1) {
        function *f = &w->functions[w->count];
        char *at = (char *)w->copy + first + w->count++ * sizeof f->own;
        memcpy(&f->own, at, sizeof f->own);
        snprintf(name, sizeof name, "%.*s", (int)strcspn(shape, " "), shape);
        f->figures = moult__record_figures(&t->record, slot->name, name);
        void *code = f->figures != NULL ? make_closure(t, f, shape) : NULL;
        if (code == NULL)
            continue;
        f->figures->told |= told;
        memcpy(at, &code, sizeof code);
    }
    w->next = t->wraps;
    t->wraps = w;
    return w;
}

/* Whether an entry of the list means this slot: by its name, or by the role that it has. */
static int32_t means(const moult__set *set, const char *entry, const char *slot)
{
    const char *bound = moult__set_role_slot(set, entry);
    return fnmatch(entry, slot, 0) == 0 || (bound != NULL && strcmp(bound, slot) == 0);
}

static int32_t is_listed(const moult__trace *t, const char *slot)
{
    char list[sizeof t->slots], *rest = list;
    memcpy(list, t->slots, sizeof list);
    for (char *entry; (entry = strsep(&rest, ",")) != NULL;)
        if (means(t->set, entry, slot))
            return 1;
    return 0;
}

static wrap *wrap_of(const moult__trace *t, const moult__slot *slot)
{
    wrap *w = t->wraps;
    while (w != NULL && (w->own != slot->own || w->build != slot->build))
        w = w->next;
    return w;
}

/* The slots of a dispatch that was just made; nothing is bound yet. */
static void wrap_all(void *context)
{
    moult__trace *t = context;
    const char *rules = moult__set_role_slot(t->set, "rules");
    if (t->pid != getpid())
        return;
    for (wrap *w = t->wraps; w != NULL; w = w->next)
        w->used = 0;
    for (uint32_t i = 0; i < t->set->dispatch.slot_count && !t->denied; i++) {
        moult__slot *slot = &t->set->dispatch.slots[i];
        const int32_t told = is_listed(t, slot->name);
        if (!told && (rules == NULL || strcmp(slot->name, rules) != 0))
            continue;
        wrap *w = wrap_of(t, slot);
        if (w == NULL)
            w = make_wrap(t, slot, told);
        if (w == NULL)
            continue;
        w->used = 1;
        slot->functions = w->copy;
    }
}

static void unwrap_all(moult__trace *t)
{
    for (uint32_t i = 0; i < t->set->dispatch.slot_count; i++)
        t->set->dispatch.slots[i].functions = t->set->dispatch.slots[i].own;
    moult__set_bind(t->set);
}

/* -- life -------------------------------------------------------------------------------------- */

static moult_status refuse_slot(const moult__set *set, const char *entry, moult__report *report)
{
    const char *names[256];
    char guess[MOULT__GUESS_SIZE];
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->dispatch.slot_count && count < MOULT_COUNT(names); i++)
        names[count++] = set->dispatch.slots[i].name;
    return moult__refuse(report, MOULT_UNKNOWN, "trace",
                         "no slot is called \"%.60s\"%s. moult list shows them", entry,
                         moult__guess(moult__closest(entry, names, count), guess));
}

static moult_status check_slots(const moult__trace *t, moult__report *report)
{
    char list[sizeof t->slots], *rest = list;
    memcpy(list, t->slots, sizeof list);
    for (char *entry; (entry = strsep(&rest, ",")) != NULL;) {
        int32_t found = 0;
        for (uint32_t i = 0; i < t->set->dispatch.slot_count; i++)
            found |= means(t->set, entry, t->set->dispatch.slots[i].name);
        if (!found)
            return refuse_slot(t->set, entry, report);
    }
    return MOULT_OK;
}

moult_status moult__trace_open(moult__set *set, const char *slots, const char *file, int32_t again,
                               moult__trace **trace, moult__report *report)
{
    moult__trace *t = calloc(1, sizeof *t);
    *trace = NULL;
    if (t == NULL || strlen(slots) >= sizeof t->slots) {
        free(t);
        return moult__refuse(report, MOULT_RANGE, "trace", "the list of slots is too long");
    }
    t->set = set;
    t->pid = getpid();
    t->record.fd = -1;
    strcpy(t->slots, slots);
    moult_status status = check_slots(t, report);
    if (status >= 0)
        status = moult__record_open(&t->record, file, again, report);
    if (status >= 0) {
        set->committed = wrap_all;
        set->committed_context = t;
        wrap_all(t);
        moult__set_bind(set);
    }
    if (status >= 0 && t->denied)
        status = moult__refuse(report, MOULT_UNSUPPORTED, "trace",
                               "this system denies code that is made at run time, so calls can't "
                               "be traced. Lift that (MemoryDenyWriteExecute, SELinux)");
    if (status < 0)
        moult__trace_close(t);
    else
        *trace = t;
    return status;
}

void moult__trace_close(moult__trace *t)
{
    if (t == NULL)
        return;
    if (t->set->committed_context == t) {
        t->set->committed = NULL;
        t->set->committed_context = NULL;
        unwrap_all(t);
    }
    while (t->wraps != NULL) {
        wrap *next = t->wraps->next;
        free_wrap(t->wraps);
        t->wraps = next;
    }
    if (t->pid == getpid())
        moult__record_close(&t->record);
    free(t);
}

void moult__trace_rest(moult__trace *t)
{
    if (t->pid == getpid())
        moult__record_flush(&t->record);
    for (wrap **at = &t->wraps; *at != NULL && t->set->retired_count == 0;) {
        wrap *w = *at;
        if (w->used) {
            at = &w->next;
            continue;
        }
        *at = w->next;
        free_wrap(w);
    }
}

void moult__trace_summary(const moult__trace *t, FILE *out)
{
    moult__record_summary(&t->record, out);
}
