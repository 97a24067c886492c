/* SPDX-License-Identifier: MIT */
/* bot-save GAME SEED ARCHETYPE TURNS FILE: plays a run by an archetype, as `moult play` with --hero
 * does, and saves it after so many turns; saves/make.sh makes its worlds so. Plugins and profiles
 * are those of the build that the program belongs to. Prints turn and hash.
 *
 * Exit codes: 0 done, 1 refused, or the run ended before, 2 wrong usage. */
#include "core/game/host.h"
#include "core/game/session.h"
#include <stdlib.h>
#include <string.h>

#define WANTS_MAX 128u

typedef struct game {
    moult__profile profile;
    moult__options options;
    moult__set set;
    moult__session s;
    moult__want wants[WANTS_MAX];
    uint32_t count;
    moult__report report;
} game;

static void want(game *g, const char *role, const char *slot, int32_t length)
{
    if (g->count == WANTS_MAX)
        return;
    moult__want *out = &g->wants[g->count++];
    snprintf(out->role, sizeof out->role, "%s", role);
    snprintf(out->slot, sizeof out->slot, "%.*s", length, slot);
    out->optional = role[0] == 0;
}

/* Roles without a screen and a ranking, and whatever archetypes suit the game. */
static moult_status load(game *g, const char *name)
{
    const char *folders[] = {MOULT_BUILD_DIR "/profiles"};
    moult__profile_init(&g->profile);
    moult_status status = moult__profile_load(&g->profile, name, folders, 1, &g->report);
    if (status >= 0)
        status = moult__set_open(&g->set, &moult__host, moult__core_provides, MOULT__CORE_PROVIDES,
                                 &g->report);
    if (status < 0)
        return status;
    moult__set_scan(&g->set, MOULT_BUILD_DIR "/plugins");
    for (uint32_t i = 0; i < MOULT__ROLE_COUNT; i++) {
        const moult__profile_role *role = &g->profile.roles[i];
        char slot[MOULT_SLOT_SIZE];
        if (role->provider[0] == 0 || strcmp(role->role, "scores") == 0)
            continue;
        const int32_t seen = strcmp(role->role, "renderer") == 0;
        snprintf(slot, sizeof slot, "%.20s/%.40s", role->role, seen ? "none" : role->provider);
        want(g, role->role, slot, MOULT_SLOT_SIZE);
    }
    for (uint32_t f = 0; f < g->set.found_count; f++)
        for (const char *at = g->set.found[f].note.provides; *at != 0; at += strspn(at, " ")) {
            const int32_t length = (int32_t)strcspn(at, " ");
            if (strncmp(at, "ai/", 3) == 0)
                want(g, "", at, length);
            at += length;
        }
    return moult__set_load(&g->set, g->wants, g->count, &g->report);
}

static moult_status play(game *g, const char *seed, uint32_t turns, const char *file)
{
    moult__session *s = &g->s;
    moult_status status = moult__session_prepare(s, &g->set, &g->options);
    if (status >= 0)
        status = moult__session_bind(s, &s->report);
    if (status >= 0)
        status = moult__session_start(s, (const uint8_t *)seed, (uint32_t)strlen(seed));
    while (status >= 0 && !s->over && s->played < turns)
        status = moult__bot_turn(s);
    if (status >= 0 && s->over)
        status = moult__refuse(&s->report, MOULT_REFUSED, "bot-save",
                               "the run ended at turn %u. Ask for fewer", moult__turn(s->world));
    if (status >= 0)
        status = moult__save_write(s, file, &s->report);
    if (status >= 0)
        printf("turn %u  hash %016llx\n", moult__turn(s->world),
               (unsigned long long)moult__hash(s->world));
    g->report = s->report;
    moult__session_close(s);
    return status;
}

int main(int argc, char **argv)
{
    if (argc != 6)
        return fprintf(stderr, "usage: bot-save GAME SEED ARCHETYPE TURNS FILE\n"), 2;
    game *g = calloc(1, sizeof *g);
    if (g == NULL)
        return 1;
    g->options = (moult__options){.profile = &g->profile, .hero = argv[3]};
    moult_status status = load(g, argv[1]);
    if (status >= 0)
        status = play(g, argv[2], (uint32_t)strtoul(argv[4], NULL, 10), argv[5]);
    if (status < 0)
        fprintf(stderr, "%s\n", g->report.text);
    if (g->set.host != NULL)
        moult__set_close(&g->set);
    free(g);
    return status < 0;
}
