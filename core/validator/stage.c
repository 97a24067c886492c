/* SPDX-License-Identifier: MIT */
/* The plugin on its stage: loaded as a profile would load it, with what it requires from the
 * folders where plugins live, and with a host that notices what it asks for.
 *
 * The profile is the first that names one of its slots; else the default one with the plugin in the
 * place of what it has there; else any in which it loads. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/system/crash.h"
#include "core/system/files.h"
#include "core/system/paths.h"
#include "core/validator/trial.h"

#define PROFILES_MAX 64u

/* -- the host ---------------------------------------------------------------------------------- */

static moult__trial *trial_of(const moult_world *w)
{
    return w->session;
}

static uint32_t watched_random(moult_world *w, uint32_t stream, uint32_t bound)
{
    moult__trial *t = trial_of(w);
    int32_t draws = strstr(t->tags, ",random,") != NULL;
    if (t->found->inside && (t->watch & MOULT__WATCH_STREAMS) != 0) {
        if (stream >= MOULT_STREAMS)
            moult__offend(t, "it drew from stream %u, which doesn't exist", stream);
        else if (!draws && stream != MOULT_STREAM_COSMETIC)
            moult__offend(t, "it drew from the stream %s in a call without the tag \"random\"",
                          stream == MOULT_STREAM_PLAY ? "play" : "level");
        else if (draws && stream == MOULT_STREAM_LEVEL && strncmp(t->slot->name, "rules/", 6) != 0)
            moult__offend(t, "it drew from the stream level, which is for rules that fill one");
    }
    return moult__random(w, stream, bound);
}

/* Whoever decides is named, not the rules that play the turn. */
static moult_status watched_decide(moult_world *w, moult_name archetype, const moult_senses *senses,
                                   moult_action *action)
{
    moult__trial *t = trial_of(w);
    char outer[MOULT__CALL_SIZE];
    moult__call_within(t, outer, "decide");
    moult_status status = moult__host.decide(w, archetype, senses, action);
    moult__called_within(t, outer);
    return status;
}

static int32_t watched_explore(moult_world *w, moult_point *out)
{
    trial_of(w)->explored = 1;
    return moult__host.explore(w, out);
}

/* A generator draws from its request's seed, whoever asked for the level. */
static moult_id watched_generate(moult_world *w, const moult_request *request,
                                 const moult_canvas **canvas)
{
    moult__trial *t = trial_of(w);
    const moult__random_row *row = (const moult__random_row *)moult__row(w, MOULT__TABLE_RANDOM, 0);
    uint64_t play = row->state[MOULT_STREAM_PLAY], level = row->state[MOULT_STREAM_LEVEL];
    char outer[MOULT__CALL_SIZE];
    moult__call_within(t, outer, "generate");
    moult_id made = moult__host.generate(w, request, canvas);
    moult__called_within(t, outer);
    row = (const moult__random_row *)moult__row(w, MOULT__TABLE_RANDOM, 0);
    if ((t->watch & MOULT__WATCH_STREAMS) != 0 &&
        (row->state[MOULT_STREAM_PLAY] != play || row->state[MOULT_STREAM_LEVEL] != level))
        moult__offend(t, "a level was made, and a stream of the world moved");
    return made;
}

/* -- loading ----------------------------------------------------------------------------------- */

int32_t moult__provides_kind(const moult_note *note, const char *kind)
{
    size_t length = strlen(kind);
    for (const char *at = note->provides; length != 0 && *at != 0;) {
        if (strncmp(at, kind, length) == 0 && at[length] == '/')
            return 1;
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    return length == 0;
}

static moult_note note_of(const char *path)
{
    uint8_t *bytes = NULL;
    uint64_t size = 0;
    moult__elf elf = {.note = {.abi = 0}};
    if (moult__file_read(path, (uint64_t)256 << 20, &bytes, &size, NULL) >= 0)
        moult__elf_inspect(bytes, size, path, &elf, NULL);
    free(bytes);
    return elf.note;
}

/* The plugin stands for all that it provides: for its roles, and for its slots by name. */
static moult_status use_file(moult__setup *setup, const char *file, moult__report *report)
{
    moult_note note = note_of(file);
    moult_status status = MOULT_OK;
    for (const char *at = note.provides; *at != 0 && status >= 0;) {
        char slot[MOULT_SLOT_SIZE], kind[MOULT_SLOT_SIZE], use[MOULT__PATH_SIZE + 96];
        size_t length = strcspn(at, " ");
        snprintf(slot, sizeof slot, "%.*s", (int)length, at);
        snprintf(kind, sizeof kind, "%.*s", (int)strcspn(slot, "/"), slot);
        int32_t role = moult__profile_role_of(&setup->profile, kind) != NULL;
        snprintf(use, sizeof use, "%s=%s", role ? kind : slot, file);
        status = moult__profile_use(&setup->profile, use, report);
        at += length + strspn(at + length, " ");
    }
    return status;
}

/* Nobody looks and nobody is ranked, unless it is the plugin that shows or ranks. */
static void be_alone(moult__profile *profile)
{
    moult__profile_role *renderer = moult__profile_role_of(profile, "renderer");
    moult__profile_role *scores = moult__profile_role_of(profile, "scores");
    snprintf(renderer->provider, sizeof renderer->provider, "none");
    scores->provider[0] = 0;
}

moult_status moult__trial_load(moult__trial *t, const char *profile, moult__report *report)
{
    moult__setup *setup = calloc(1, sizeof *setup);
    if (setup == NULL)
        return moult__refuse(report, MOULT_MEMORY, "moult check", "out of memory");
    t->setup = setup;
    t->host = moult__host;
    t->host.random = watched_random;
    t->host.generate = watched_generate;
    t->host.decide = watched_decide;
    t->host.explore = watched_explore;
    moult_status status = moult__setup_profile(setup, profile);
    if (status >= 0) {
        be_alone(&setup->profile);
        status = use_file(setup, t->request->file, &setup->report);
    }
    if (status >= 0)
        status = moult__setup_open(setup);
    setup->set.host = &t->host;
    setup->set.settle_ms = 0;
    if (status >= 0)
        status = moult__setup_load(setup);
    for (uint32_t i = 0; i < setup->set.build_count && status >= 0; i++)
        if (strcmp(setup->set.builds[i]->path, t->request->file) == 0)
            t->build = setup->set.builds[i];
    if (status >= 0 && t->build == NULL)
        status = moult__refuse(&setup->report, MOULT_UNKNOWN, t->request->file,
                               "nothing in it has a place in the profile %s", profile);
    *report = setup->report;
    if (status < 0)
        moult__trial_unload(t);
    return status;
}

void moult__trial_unload(moult__trial *t)
{
    if (t->setup != NULL)
        moult__setup_close(t->setup);
    free(t->setup);
    t->setup = NULL;
    t->build = NULL;
}

const moult__slot *moult__slot_at(const moult__trial *t, const char *kind, uint32_t index)
{
    const moult__dispatch *dispatch = &t->setup->set.dispatch;
    size_t length = strlen(kind);
    for (uint32_t i = 0; i < dispatch->slot_count; i++) {
        const moult__slot *slot = &dispatch->slots[i];
        if (slot->build == t->build && strncmp(slot->name, kind, length) == 0 &&
            (length == 0 || slot->name[length] == '/') && index-- == 0)
            return slot;
    }
    return NULL;
}

void moult__each_slot(moult__trial *t, void (*each)(moult__trial *t, const moult__slot *slot))
{
    const moult__slot *slot;
    for (uint32_t i = 0; (slot = moult__slot_at(t, t->check->kind, i)) != NULL; i++)
        if (!moult__failed(t))
            each(t, slot);
}

/* -- games ------------------------------------------------------------------------------------- */

moult_status moult__game_open(moult__trial *t, const char *seed)
{
    moult__options options = {.profile = &t->setup->profile};
    const moult__slot *rules = moult__set_role(&t->setup->set, "rules");
    moult_status status = moult__session_prepare(&t->s, &t->setup->set, &options);
    t->has_game = 1;
    if (status >= 0)
        status = moult__session_bind(&t->s, &t->s.report);
    if (status >= 0) {
        moult__call(t, rules, "start");
        status = moult__session_start(&t->s, (const uint8_t *)seed, (uint32_t)strlen(seed));
        moult__called(t);
    }
    if (status < 0)
        moult__game_close(t);
    return status;
}

void moult__game_close(moult__trial *t)
{
    if (t->has_game) {
        moult__session_close(&t->s);
        moult__crash_open(); /* a session takes its handlers with it */
    }
    t->has_game = 0;
}

/* -- in which profile -------------------------------------------------------------------------- */

typedef struct candidates {
    char name[PROFILES_MAX][64];
    int32_t names_it[PROFILES_MAX];
    uint32_t count;
} candidates;

static int is_profile(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 4 && length < 60 && strcmp(entry->d_name + length - 4, ".ini") == 0;
}

static void add_folder(candidates *c, const char *base, const char *below)
{
    char path[MOULT__PATH_SIZE + 32];
    struct dirent **entries = NULL;
    snprintf(path, sizeof path, "%s%s", base, below);
    int count = scandir(path, &entries, is_profile, alphasort);
    for (int i = 0; i < count; i++) {
        if (c->count < PROFILES_MAX)
            snprintf(c->name[c->count++], sizeof c->name[0], "%.*s",
                     (int)strlen(entries[i]->d_name) - 4, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
}

static int32_t has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = strstr(list, word); at != NULL; at = strstr(at + 1, word))
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0))
            return 1;
    return 0;
}

static int32_t names(const moult__profile *profile, const moult_note *note)
{
    char slot[MOULT_SLOT_SIZE];
    for (uint32_t i = 0; i < MOULT__ROLE_COUNT; i++) {
        snprintf(slot, sizeof slot, "%.30s/%.32s", profile->roles[i].role,
                 profile->roles[i].provider);
        if (has_word(note->provides, slot))
            return 1;
    }
    for (uint32_t i = 0; i < profile->kind_count; i++)
        for (const char *at = note->provides; *at != 0; at += strspn(at, " ")) {
            size_t length = strcspn(at, " ");
            size_t kind = strlen(profile->kinds[i].name);
            snprintf(slot, sizeof slot, "%.*s", (int)length, at);
            if (strncmp(slot, profile->kinds[i].name, kind) == 0 && slot[kind] == '/' &&
                has_word(profile->kinds[i].value, slot + kind + 1))
                return 1;
            at += length;
        }
    return 0;
}

/* The default profile first, then those there are; whether each names the plugin. */
static void find_candidates(candidates *c, const moult_note *note)
{
    char self[MOULT__PATH_SIZE], config[MOULT__PATH_SIZE];
    snprintf(c->name[c->count++], sizeof c->name[0], "default");
    if (moult__path_self(self, sizeof self, NULL) >= 0) {
        add_folder(c, self, "/profiles");
        add_folder(c, self, "/../share/moult/profiles");
    }
    if (moult__path_config(config, sizeof config, NULL) >= 0)
        add_folder(c, config, "/profiles");
    for (uint32_t i = 0; i < c->count; i++) {
        moult__setup *setup = calloc(1, sizeof *setup);
        c->names_it[i] = setup != NULL && moult__setup_profile(setup, c->name[i]) >= 0 &&
                         names(&setup->profile, note);
        free(setup);
    }
}

/* 2: it loads and a game starts; 1: it loads; 0: neither. */
static int32_t try_profile(moult__trial *t, const char *profile, moult__report *report)
{
    int32_t good = 0;
    moult__about(t, moult__translate("loading it in the profile %s"), profile);
    t->found->inside = 1;
    if (moult__trial_load(t, profile, report) >= 0) {
        good = 1;
        if (t->found->profile[0] == 0) /* what needs no game is tried even if this one crashes */
            snprintf(t->found->profile, sizeof t->found->profile, "%s", profile);
        if (moult__game_open(t, "1") >= 0) {
            good = 2;
            moult__game_close(t);
        } else {
            *report = t->s.report;
        }
    }
    moult__trial_unload(t);
    t->found->inside = 0;
    return good;
}

void moult__check_load(moult__trial *t)
{
    static const int32_t wanted[] = {1, 0};
    moult_note note = note_of(t->request->file);
    candidates *c = calloc(1, sizeof *c);
    moult__report first = {0}, report = {0};
    int32_t best = 0;
    if (c == NULL)
        return;
    if (note.abi == 0) {
        moult__skip(t, "the file is no plugin: see the check file");
        free(c);
        return;
    }
    find_candidates(c, &note);
    for (uint32_t pass = 0; pass < MOULT_COUNT(wanted) && best < 2; pass++)
        for (uint32_t i = 0; i < c->count && best < 2; i++) {
            if (c->names_it[i] != wanted[pass])
                continue;
            int32_t good = try_profile(t, c->name[i], &report);
            if (good > best) {
                best = good;
                snprintf(t->found->profile, sizeof t->found->profile, "%s", c->name[i]);
            }
            if (good < 2 && first.text[0] == 0)
                first = report;
        }
    free(c);
    if (best == 0)
        moult__fails_report(t, &first);
    else if (best == 1)
        moult__fails(t, "it loads, but no game starts with it: %s", first.text);
    else
        moult__pass(t, "in the profile %s", t->found->profile);
}
