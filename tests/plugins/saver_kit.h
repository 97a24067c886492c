/* SPDX-License-Identifier: MIT */
/* What the tests of savers share: a game of a profile that is played a while, all savers loaded,
 * worlds as bytes and back, and whether two worlds are the same to the byte. */
#ifndef TESTS_SAVER_KIT_H
#define TESTS_SAVER_KIT_H
#include "core/game/host.h"
#include "core/game/session.h"
#include "support/session_kit.h"
#include <check.h>
#undef fail
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct saver_game {
    moult__profile profile;
    moult__options options;
    moult__set set;
    moult__session s;
    moult__report report;
} saver_game;

typedef struct saver_file {
    uint8_t *at;
    uint64_t count, room;
} saver_file;

static inline const char *saver_build(void)
{
    const char *build = getenv("MOULT_BUILD_DIR");
    return build != NULL ? build : MOULT_BUILD_DIR;
}

static const char *const saver_all[] = {"snapshot", "json", "sqlite"};

/* Those that were built. */
static inline uint32_t saver_there(const char *out[MOULT_COUNT(saver_all)])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < MOULT_COUNT(saver_all); i++) {
        char path[MOULT__PATH_SIZE];
        snprintf(path, sizeof path, "%s/plugins/saver-%s.so", saver_build(), saver_all[i]);
        if (access(path, F_OK) == 0)
            out[count++] = saver_all[i];
    }
    return count;
}

static inline void saver_load(saver_game *g, const char *const *savers, uint32_t count)
{
    static const char *const minds[][2] = {
        {"rogue", "chaser"},   {"rogue", "idle"}, {"rogue", "wander"}, {"rogue", "hunter"},
        {"rogue", "boss"},     {"rogue", "fast"}, {"rogue", "smart"},  {"rogue", "tracker"},
        {"rogue", "explorer"}, {"srl", "rat"},    {"simple", "solver"}};
    moult__want wants[MOULT__ROLE_COUNT + 16];
    uint32_t wanted = 0;
    memset(wants, 0, sizeof wants);
    for (uint32_t i = 0; i < MOULT__ROLE_COUNT; i++) {
        const moult__profile_role *role = &g->profile.roles[i];
        if (role->provider[0] == 0 || strcmp(role->role, "scores") == 0)
            continue;
        snprintf(wants[wanted].role, sizeof wants[wanted].role, "%s", role->role);
        snprintf(wants[wanted++].slot, MOULT_SLOT_SIZE, "%.30s/%.30s", role->role, role->provider);
    }
    for (uint32_t i = 0; i < MOULT_COUNT(minds); i++)
        if (strcmp(minds[i][0], g->profile.name) == 0)
            snprintf(wants[wanted++].slot, MOULT_SLOT_SIZE, "ai/%s", minds[i][1]);
    for (uint32_t i = 0; i < count; i++)
        snprintf(wants[wanted++].slot, MOULT_SLOT_SIZE, "saver/%s", savers[i]);
    moult_status status = moult__set_load(&g->set, wants, wanted, &g->report);
    ck_assert_msg(status >= 0, "%s", g->report.text);
}

/* A run of rogue, srl or simple that is played for some random commands. */
static inline void saver_open(saver_game *g, const char *profile, const char *const *savers,
                              uint32_t count, uint32_t commands)
{
    char profiles[MOULT__PATH_SIZE], plugins[MOULT__PATH_SIZE];
    const char *const folders[] = {profiles};
    memset(g, 0, sizeof *g);
    snprintf(profiles, sizeof profiles, "%s/profiles", saver_build());
    snprintf(plugins, sizeof plugins, "%s/plugins", saver_build());
    moult__profile_init(&g->profile);
    moult_status status = moult__profile_load(&g->profile, profile, folders, 1, &g->report);
    if (status >= 0)
        status = moult__profile_use(&g->profile, "renderer=none", &g->report);
    if (status >= 0)
        status = moult__set_open(&g->set, &moult__host, moult__core_provides, MOULT__CORE_PROVIDES,
                                 &g->report);
    ck_assert_msg(status >= 0, "%s", g->report.text);
    moult__set_scan(&g->set, plugins);
    g->set.settle_ms = 0;
    saver_load(g, savers, count);
    g->options.profile = &g->profile;
    g->options.seed = "savers";
    g->options.seed_size = 6;
    status = moult__session_open(&g->s, &g->set, &g->options);
    ck_assert_msg(status >= 0, "%s", g->s.report.text);
    uint32_t state = commands;
    for (uint32_t i = 0; i < commands; i++) {
        moult__report refusal = {0};
        moult__input_line(&g->s, i == 0 ? "Enter" : kit_random_line(&state), &refusal);
    }
}

static inline void saver_close(saver_game *g)
{
    moult__session_close(&g->s);
    moult__set_close(&g->set);
}

static inline const moult_saver_1 *saver_named(const saver_game *g, const char *name)
{
    char slot[MOULT_SLOT_SIZE];
    snprintf(slot, sizeof slot, "saver/%s", name);
    const moult__slot *found = moult__set_slot(&g->set, slot);
    if (found == NULL)
        ck_abort_msg("%s isn't there", slot);
    return found->functions;
}

static inline moult_status saver_gather(moult_sink *sink, const void *bytes, uint64_t count)
{
    saver_file *f = sink->core;
    if (f->count + count + 1 > f->room) {
        f->room = (f->count + count + 1) * 2;
        f->at = realloc(f->at, f->room);
        if (f->at == NULL)
            ck_abort_msg("out of memory");
    }
    if (count != 0)
        memcpy(f->at + f->count, bytes, count);
    f->count += count;
    f->at[f->count] = 0; /* so that a text can be searched */
    return MOULT_OK;
}

static inline saver_file saver_encode(const saver_game *g, const char *name, moult_world *w)
{
    saver_file f = {NULL, 0, 0};
    moult_sink sink = {sizeof sink, 0, &f, saver_gather};
    moult_status status = saver_named(g, name)->encode(w, &sink);
    if (status < 0)
        ck_abort_msg("%s: %s: %s", name, moult_status_text(status), w->report.text);
    return f;
}

/* A finished world; NULL when it was refused, with the words in g->report. */
static inline moult_world *saver_decode(saver_game *g, const char *name, const uint8_t *bytes,
                                        uint64_t count)
{
    memset(&g->report, 0, sizeof g->report);
    moult_world *w = moult__set_world_create(&g->set, &g->report);
    if (w == NULL)
        ck_abort_msg("%s", g->report.text);
    w->session = &g->s;
    moult_status status = saver_named(g, name)->decode(w, bytes, count);
    if (status < 0)
        g->report = w->report;
    else
        status = moult__world_finish(w, "save", &g->report);
    if (status >= 0)
        return w;
    ck_assert_msg(g->report.text[0] != 0, "%s: refused without a word", name);
    moult__set_world_free(&g->set, w);
    return NULL;
}

/* The same bytes in every section, and the same hash. An assertion that holds costs a write to a
 * file, and worlds are compared by the thousand. */
static inline void saver_same(moult_world *a, moult_world *b, const char *about)
{
    if (moult__section_count(a) != moult__section_count(b))
        ck_abort_msg("%s: there are other sections", about);
    for (uint32_t i = 0; i < moult__section_count(a); i++) {
        saver_file one = {NULL, 0, 0}, other = {NULL, 0, 0};
        moult_sink first = {sizeof first, 0, &one, saver_gather};
        moult_sink second = {sizeof second, 0, &other, saver_gather};
        moult_status status = moult__section_encode(a, i, &first);
        if (status >= 0)
            status = moult__section_encode(b, i, &second);
        if (status < 0 || one.count != other.count || memcmp(one.at, other.at, one.count) != 0)
            ck_abort_msg("%s: %s differs", about, moult__section_name(a, i));
        free(one.at);
        free(other.at);
    }
    if (moult__hash(a) != moult__hash(b))
        ck_abort_msg("%s: the hash differs", about);
}

/* Takes bytes that may be anything: refused with words, or a world whose parts fit together. */
static inline int32_t saver_judge(saver_game *g, const char *name, const uint8_t *bytes,
                                  uint64_t count)
{
    uint8_t *copy = malloc(count != 0 ? count : 1); /* exactly so long, for the sanitizer */
    if (count != 0)
        memcpy(copy, bytes, count);
    moult_world *w = saver_decode(g, name, copy, count);
    free(copy);
    if (w == NULL)
        return 0;
    moult__report report = {0};
    ck_assert_msg(moult__world_check(w, "judge", &report) >= 0, "%s", report.text);
    moult__set_world_free(&g->set, w);
    return 1;
}

static inline int saver_run(const char *name, void (*fill)(TCase *))
{
    Suite *suite = suite_create(name);
    TCase *tests = tcase_create(name);
    tcase_set_timeout(tests, 100);
    fill(tests);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
