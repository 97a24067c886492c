/* SPDX-License-Identifier: MIT */
/* The order of evidence: what the worker's handler found on the stack, then the black box while a
 * call runs, then, for ends that can't be the core's, whoever was called last. A death without any
 * of it names nobody: it may be somebody's kill. */
#include "core/supervisor/fault.h"
#include <elf.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include "core/supervisor/place.h"
#include "core/system/scan.h"
#include "core/system/text.h"

/* The addresses within the blamed build, innermost first, each within its instruction: a return
 * address stands behind the call, maybe in the next function. */
typedef struct trail {
    uint64_t at[MOULT__RETURNS_MAX + 1];
    uint32_t count;
} trail;

/* -- cause ------------------------------------------------------------------------------------- */

static void name_signal(int number, char *out, size_t room)
{
    const char *name = sigabbrev_np(number);
    if (name != NULL)
        snprintf(out, room, "SIG%s", name);
    else
        snprintf(out, room, moult__translate("signal %d"), number);
}

static void find_cause(const moult__shared *shared, uint32_t kind, int status, uint32_t overtime_ms,
                       char *out, size_t room)
{
    if (overtime_ms != 0)
        snprintf(out, room, moult__translate("no answer for %u.%u s"), overtime_ms / 1000,
                 overtime_ms % 1000 / 100);
    else if (kind == MOULT__BLAME_EXIT)
        snprintf(out, room, "%s", moult__translate("exit() was called"));
    else if (kind == MOULT__BLAME_SIGNAL)
        name_signal(shared->blame.number, out, room);
    else if (WIFEXITED(status))
        snprintf(out, room, "%s", moult__translate("it ended the process with _exit"));
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        snprintf(out, room, "%s", moult__translate("it was killed (SIGKILL)"));
    else
        name_signal(WIFSIGNALED(status) ? WTERMSIG(status) : 0, out, room);
}

/* -- who --------------------------------------------------------------------------------------- */

static uint32_t find_plugin(const moult__shared *shared, uint32_t kind, int status,
                            uint32_t overtime_ms)
{
    const uint32_t scanned = shared->blame.plugin;
    if (kind != MOULT__BLAME_NONE && scanned != 0 && scanned <= moult__roster_count(shared))
        return scanned;
    if (kind == MOULT__BLAME_NONE && overtime_ms == 0 && WIFSIGNALED(status) &&
        WTERMSIG(status) == SIGKILL)
        return 0;
    if (shared->plugin != NULL)
        return moult__roster_of(shared, (uintptr_t)shared->plugin);
    if (kind == MOULT__BLAME_EXIT || overtime_ms != 0 || WIFEXITED(status))
        return moult__roster_of(shared, (uintptr_t)shared->last);
    return 0;
}

/* -- where ------------------------------------------------------------------------------------- */

static int32_t is_within(const moult__roster_entry *entry, uint64_t address)
{
    return address >= entry->start && address < entry->end;
}

static void find_trail(const moult__shared *shared, const moult__roster_entry *entry, trail *out)
{
    const moult__blame *blame = &shared->blame;
    out->count = 0;
    if (is_within(entry, blame->place))
        out->at[out->count++] = blame->place;
    for (uint32_t i = 0; i < blame->return_count && i < MOULT__RETURNS_MAX; i++)
        if (is_within(entry, blame->returns[i] - 1))
            out->at[out->count++] = blame->returns[i] - 1;
}

typedef struct bounds {
    uint64_t text, end; /* in: an address; out: the end of the constants that it lies in, or 0 */
} bounds;

/* The program itself comes first; libraries aren't looked at. */
static int find_constants(struct dl_phdr_info *program, size_t size, void *context)
{
    bounds *b = context;
    (void)size;
    for (uint32_t i = 0; i < program->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &program->dlpi_phdr[i];
        uint64_t start = program->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_R) != 0 &&
            (segment->p_flags & PF_W) == 0 && b->text >= start &&
            b->text - start < segment->p_filesz)
            b->end = start + segment->p_filesz;
    }
    return 1;
}

/* The box's stage. It is one of the program's own texts, or it isn't read. */
void moult__fault_stage(const moult__shared *shared, char *out, size_t room)
{
    bounds b = {(uintptr_t)shared->stage, 0};
    out[0] = 0;
    dl_iterate_phdr(find_constants, &b);
    if (b.end == 0)
        return;
    const char *text = (const char *)(uintptr_t)b.text;
    snprintf(out, room, "%.*s", (int)strnlen(text, b.end - b.text < room ? b.end - b.text : room),
             text);
}

/* The function of the interface that a symbol is, or is a part of ("decide.cold"); -1: none. */
static int32_t which_function(const moult__places *places, const moult__roster_entry *entry,
                              const moult__symbol *symbol)
{
    for (uint32_t f = 0; f < entry->function_count && f < MOULT__ROSTER_FUNCTIONS; f++)
        if (entry->functions[f].address == symbol->start)
            return (int32_t)f;
    const size_t length = strcspn(symbol->name, ".");
    for (uint32_t f = 0; f < entry->function_count && f < MOULT__ROSTER_FUNCTIONS; f++) {
        moult__symbol whole;
        if (symbol->name[length] != 0 &&
            moult__places_symbol(places, entry->functions[f].address, &whole) == 1 &&
            strncmp(whole.name, symbol->name, length) == 0 && whole.name[length] == 0)
            return (int32_t)f;
    }
    return -1;
}

/* For files without symbols: the nearest one that begins at or below the address. */
static int32_t nearest_function(const moult__roster_entry *entry, uint64_t address)
{
    int32_t best = -1;
    for (uint32_t f = 0; f < entry->function_count && f < MOULT__ROSTER_FUNCTIONS; f++)
        if (entry->functions[f].address <= address &&
            (best < 0 || entry->functions[f].address > entry->functions[best].address))
            best = (int32_t)f;
    return best;
}

/* The outermost function counts, unless the box says in which one the core waits. */
static int32_t find_function(const moult__places *places, const moult__roster_entry *entry,
                             const trail *seen, const char *stage)
{
    int32_t found = -1, symbols = 0;
    for (uint32_t i = seen->count; i-- > 0 && places != NULL;) {
        moult__symbol symbol;
        const int32_t known = moult__places_symbol(places, seen->at[i], &symbol);
        const int32_t f = known == 1 ? which_function(places, entry, &symbol) : -1;
        symbols |= known >= 0;
        if (f >= 0 &&
            strncmp(entry->functions[f].name, stage, sizeof entry->functions[f].name) == 0)
            return f;
        if (found < 0)
            found = f;
    }
    return found >= 0 || symbols || seen->count == 0
               ? found
               : nearest_function(entry, seen->at[seen->count - 1]);
}

static void find_place(const moult__shared *shared, moult__fault *out)
{
    char staged[sizeof shared->roster[0].staged];
    char stage[sizeof out->function] = "";
    trail seen;
    const moult__roster_entry *entry = &shared->roster[out->plugin - 1];
    snprintf(staged, sizeof staged, "%.*s", (int)strnlen(entry->staged, sizeof entry->staged),
             entry->staged);
    if (moult__roster_of(shared, (uintptr_t)shared->plugin) == out->plugin)
        moult__fault_stage(shared, stage, sizeof stage);
    find_trail(shared, entry, &seen);
    moult__places *places = moult__places_open(staged, entry->start);
    const int32_t f = find_function(places, entry, &seen, stage);
    if (f >= 0)
        snprintf(out->function, sizeof out->function, "%.*s", (int)sizeof entry->functions[f].name,
                 entry->functions[f].name);
    else
        snprintf(out->function, sizeof out->function, "%s", stage);
    for (uint32_t i = 0; i < seen.count && places != NULL; i++)
        if (moult__places_line(places, seen.at[i], out->place, sizeof out->place))
            break;
    moult__places_close(places);
}

void moult__fault_find(const moult__shared *shared, int wait_status, uint32_t overtime_ms,
                       moult__fault *out)
{
    const uint32_t kind = atomic_load(&shared->blame.kind);
    memset(out, 0, sizeof *out);
    find_cause(shared, kind, wait_status, overtime_ms, out->cause, sizeof out->cause);
    out->plugin = find_plugin(shared, kind, wait_status, overtime_ms);
    if (out->plugin != 0)
        find_place(shared, out);
}
