/* SPDX-License-Identifier: MIT */
/* From a profile to a loaded set. Plugins live beside the program, in the user's data folder, and
 * where MOULT_PLUGIN_PATH says; never in the working directory unasked. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/cli/cli.h"
#include "core/system/paths.h"

#define WANTS_MAX 192u

int moult__exit(const moult__report *report)
{
    moult__print(stderr, "%s\n", report->text);
    return report->exit_code != 0 ? (int)report->exit_code : 1;
}

int moult__usage(const char *verb, const char *format, ...)
{
    char text[MOULT__REPORT_SIZE];
    const char *said = moult__translate(format);
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, said, args);
    va_end(args);
    moult__print(stderr, "error  moult %s: %s%s", verb, strcmp(said, format) != 0 ? "[USAGE] " : "",
                 text);
    moult__print(stderr, moult__translate(". Try: moult %s --help"), verb);
    fputc('\n', stderr);
    return 2;
}

int moult__usage_option(const char *verb, const struct option *options, int answer, char **argv)
{
    const char *names[32];
    uint32_t count = 0;
    const char *given = argv[optind - 1];
    if (answer == ':')
        return moult__usage(verb, "%.60s lacks its value", given);
    if (optopt != 0 && strchr(given, '=') != NULL && strncmp(given, "--", 2) == 0)
        return moult__usage(verb, "--%.*s takes no value", (int)strcspn(given + 2, "="), given + 2);
    if (optopt != 0)
        return moult__usage(verb, "\"-%c\" isn't one of its options", optopt);
    while (options[count].name != NULL && count < MOULT_COUNT(names)) {
        names[count] = options[count].name;
        count++;
    }
    const char *closest = moult__closest(given + 2, names, count);
    char name[64], guess[MOULT__GUESS_SIZE];
    snprintf(name, sizeof name, "--%s", closest != NULL ? closest : "");
    return moult__usage(verb, "\"%.60s\" isn't one of its options%s", given,
                        moult__guess(closest != NULL ? name : NULL, guess));
}

moult_status moult__check_seed(const char *seed, moult__report *report)
{
    size_t length = seed != NULL ? strlen(seed) : 0;
    if (length <= MOULT_SEED_MAX)
        return MOULT_OK;
    return moult__refuse(report, MOULT_RANGE, "--seed",
                         "the seed text has %zu bytes, at most %d are read. Use a shorter one",
                         length, MOULT_SEED_MAX);
}

int32_t moult__read_number(const char *text, int64_t low, int64_t high, int64_t *out)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (end == text || *end != 0 || errno != 0 || value < low || value > high)
        return 0;
    *out = value;
    return 1;
}

int32_t moult__has_terminal(void)
{
    const char *term = getenv("TERM");
    return isatty(0) && isatty(1) && term != NULL && term[0] != 0 && strcmp(term, "dumb") != 0;
}

moult_status moult__setup_profile(moult__setup *setup, const char *name)
{
    char config[MOULT__PATH_SIZE], self[MOULT__PATH_SIZE];
    char own[MOULT__PATH_SIZE + 32], beside[MOULT__PATH_SIZE + 32], shared[MOULT__PATH_SIZE + 64];
    const char *folders[3];
    uint32_t count = 0;
    if (moult__path_config(config, sizeof config, NULL) >= 0) {
        snprintf(own, sizeof own, "%s/profiles", config);
        folders[count++] = own;
    }
    moult_status status = moult__path_self(self, sizeof self, &setup->report);
    if (status < 0)
        return status;
    snprintf(beside, sizeof beside, "%s/profiles", self);
    snprintf(shared, sizeof shared, "%s/../share/moult/profiles", self);
    folders[count++] = beside;
    folders[count++] = shared;
    moult__profile_init(&setup->profile);
    status = moult__profile_load(&setup->profile, name != NULL ? name : "default", folders, count,
                                 &setup->report);
    return status >= 0 ? moult__setup_scores(setup, NULL) : status;
}

moult_status moult__setup_scores(moult__setup *setup, const char *where)
{
    char subject[MOULT__PROFILE_PATH_SIZE + 32] = "--scores", use[64];
    moult__profile *profile = &setup->profile;
    const char *provider;
    int32_t asked = where != NULL;
    for (uint32_t i = 0; i < profile->option_count && !asked; i++)
        if (strcmp(profile->options[i].name, "scores") == 0) {
            where = profile->options[i].value;
            moult__profile_place(profile, &profile->options[i], subject, sizeof subject);
        }
    if (where == NULL)
        return MOULT_OK;
    moult_status status = moult__scores_provider(where, subject, &provider, &setup->report);
    if (status < 0) {
        setup->report.exit_code = asked ? MOULT__EXIT_USAGE : MOULT__EXIT_REFUSED;
        return status;
    }
    snprintf(use, sizeof use, "scores=%s", provider);
    return moult__profile_use(profile, use, &setup->report);
}

static void scan(moult__setup *setup, const char *base, const char *below)
{
    char folder[MOULT__PATH_SIZE + 32];
    snprintf(folder, sizeof folder, "%s%s", base, below);
    moult__set_scan(&setup->set, folder);
}

/* Where plugins live. */
static moult_status scan_all(moult__setup *setup, moult_status status)
{
    char path[MOULT__PATH_SIZE];
    setup->has_set = 1;
    setup->set.lock = setup->lock.path[0] != 0 ? &setup->lock : NULL;
    if (status >= 0)
        status = moult__path_self(path, sizeof path, &setup->report);
    if (status < 0)
        return status;
    scan(setup, path, "/plugins");
    scan(setup, path, "/../lib/moult");
    if (moult__path_data(path, sizeof path, NULL) >= 0)
        scan(setup, path, "/plugins");
    const char *more = getenv("MOULT_PLUGIN_PATH");
    while (more != NULL && *more != 0) {
        size_t length = strcspn(more, ":");
        snprintf(path, sizeof path, "%.*s", (int)(length < sizeof path ? length : 0), more);
        if (path[0] == '/')
            scan(setup, path, "");
        more += length + (more[length] == ':');
    }
    return MOULT_OK;
}

moult_status moult__setup_open(moult__setup *setup)
{
    return scan_all(setup, moult__set_open(&setup->set, &moult__host, moult__core_provides,
                                           MOULT__CORE_PROVIDES, &setup->report));
}

moult_status moult__setup_open_in(moult__setup *setup, const char *stage, uint32_t serial)
{
    return scan_all(setup,
                    moult__set_open_in(&setup->set, stage, serial, &moult__host,
                                       moult__core_provides, MOULT__CORE_PROVIDES, &setup->report));
}

moult_status moult__setup_lock(moult__setup *setup)
{
    moult_status status = moult__lock_begin(&setup->lock, &setup->profile, &setup->report);
    return status >= 0 ? moult__lock_read(&setup->lock, &setup->report) : status;
}

typedef struct wants {
    moult__want *list;
    uint32_t count;
} wants;

static moult__want *add(wants *w)
{
    if (w->count == WANTS_MAX)
        return NULL;
    memset(&w->list[w->count], 0, sizeof *w->list);
    return &w->list[w->count++];
}

static void add_role(wants *w, const char *role, const char *kind, const char *name,
                     const char *file, const char *otherwise)
{
    moult__want *want = add(w);
    if (want == NULL)
        return;
    snprintf(want->role, sizeof want->role, "%s", role);
    snprintf(want->file, sizeof want->file, "%s", file);
    if (name[0] != 0)
        snprintf(want->slot, sizeof want->slot, "%s/%s", kind, name);
    if (otherwise[0] != 0)
        snprintf(want->otherwise, sizeof want->otherwise, "%s/%s", kind, otherwise);
}

/* "all": whatever the scanned files have of the kind and suits the game; or names. A file chosen
 * for a slot comes first. */
static void add_kind(wants *w, const moult__setup *setup, const moult__profile_entry *entry)
{
    char word[MOULT_SLOT_SIZE];
    if (strcmp(entry->value, "all") != 0) {
        for (const char *at = entry->value; *at != 0;) {
            size_t length = strcspn(at, " ");
            snprintf(word, sizeof word, "%.*s", (int)length, at);
            moult__want *want = add(w);
            if (want != NULL)
                snprintf(want->slot, sizeof want->slot, "%.30s/%.32s", entry->name, word);
            at += length + strspn(at + length, " ");
        }
        return;
    }
    size_t kind = strlen(entry->name);
    for (uint32_t f = 0; f < setup->set.found_count; f++) {
        for (const char *at = setup->set.found[f].note.provides; *at != 0;) {
            size_t length = strcspn(at, " ");
            moult__want *want = NULL;
            if (length > kind && length < MOULT_SLOT_SIZE && at[kind] == '/' &&
                strncmp(at, entry->name, kind) == 0)
                want = add(w);
            if (want != NULL) {
                snprintf(want->slot, sizeof want->slot, "%.*s", (int)length, at);
                want->optional = 1;
            }
            at += length + strspn(at + length, " ");
        }
    }
}

/* All that the profile names; the role scores only `with_scores`. */
static moult_status load(moult__setup *setup, int32_t with_scores)
{
    wants w = {calloc(WANTS_MAX, sizeof *w.list), 0};
    const moult__profile *profile = &setup->profile;
    if (w.list == NULL)
        return moult__refuse(&setup->report, MOULT_MEMORY, "moult", "out of memory");
    for (uint32_t i = 0; i < profile->slot_count; i++) {
        moult__want *want = add(&w);
        if (want != NULL) {
            snprintf(want->slot, sizeof want->slot, "%s", profile->slots[i].slot);
            snprintf(want->file, sizeof want->file, "%s", profile->slots[i].file);
        }
    }
    for (uint32_t i = 0; i < MOULT__ROLE_COUNT; i++) {
        const moult__profile_role *role = &profile->roles[i];
        if ((role->provider[0] != 0 || role->file[0] != 0) &&
            (with_scores || strcmp(role->role, "scores") != 0))
            add_role(&w, role->role, role->role, role->provider, role->file, role->otherwise);
    }
    const char *fallback = moult__profile_option(profile, "fallback-mapgen");
    if (fallback != NULL)
        add_role(&w, "fallback", "mapgen", fallback, "", "");
    for (uint32_t i = 0; i < profile->kind_count; i++)
        add_kind(&w, setup, &profile->kinds[i]);
    moult_status status = moult__set_load(&setup->set, w.list, w.count, &setup->report);
    free(w.list);
    return status;
}

/* A ranking is a pleasure, not a need: when it is all that can't be loaded, the game is played
 * without. But whoever locked it wants to know that its file has changed. */
static moult_status load_without_scores(moult__setup *setup, moult_status refused)
{
    moult__report why = setup->report;
    const moult__profile_role *scores = moult__profile_role_of(&setup->profile, "scores");
    int32_t changed = setup->lock.path[0] != 0 && refused == MOULT_CHANGED;
    if (changed || scores->provider[0] == 0 || load(setup, 0) < 0)
        return refused;
    const char *text = strncmp(why.text, "error  ", 7) == 0 ? why.text + 7 : why.text;
    moult__print(stderr, moult__translate("warn   %s. It goes on without a ranking\n"), text);
    memset(&setup->report, 0, sizeof setup->report);
    return MOULT_OK;
}

moult_status moult__setup_load(moult__setup *setup)
{
    moult_status status = load(setup, 1);
    if (status < 0 && status != MOULT_MEMORY)
        status = load_without_scores(setup, status);
    if (setup->set.warnings[0] != 0) {
        moult__print(stderr, "%s", setup->set.warnings);
        setup->set.warnings[0] = 0;
    }
    if (status < 0)
        setup->report.exit_code =
            status == MOULT_MEMORY ? MOULT__EXIT_INTERNAL : MOULT__EXIT_REFUSED;
    return status;
}

void moult__setup_close(moult__setup *setup)
{
    if (setup->has_set)
        moult__set_close(&setup->set);
    setup->has_set = 0;
}
