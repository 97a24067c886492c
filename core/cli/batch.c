/* SPDX-License-Identifier: MIT */
/* moult play --seeds: many runs by an archetype, a line each, and a line about them all.
 * The plugins are loaded once; each run has a fresh world. Nothing is saved. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/cli/batch.h"
#include "core/system/crash.h"

#define SEED_LAST 999999999
#define TURNS_MOST 20000u /* of a run, unless --turns says otherwise */

typedef struct totals {
    uint64_t runs, won, floors, turns;
    int32_t deepest;
} totals;

int moult__batch_range(const char *text, int64_t *first, int64_t *last)
{
    char low[16];
    const char *dash = strchr(text, '-');
    size_t length = dash != NULL ? (size_t)(dash - text) : 0;
    snprintf(low, sizeof low, "%.*s", (int)(length < sizeof low ? length : 0), text);
    if (dash == NULL || strspn(text, "0123456789-") != strlen(text) ||
        !moult__read_number(low, 0, SEED_LAST, first) ||
        !moult__read_number(dash + 1, 0, SEED_LAST, last))
        return moult__usage("play", "--seeds \"%.40s\" isn't like 1-20, two numbers from 0 to %d",
                            text, SEED_LAST);
    if (*first > *last)
        return moult__usage("play", "--seeds %.40s ends before it begins", text);
    return 0;
}

/* The world as it stands, without anybody playing on. */
static moult_status ask_score(moult__session *s, moult_score *out)
{
    *out = (moult_score){.size = sizeof *out};
    moult__session_draw_begin(s, "score");
    moult_status status = s->rules->score(s->world, out);
    moult__session_draw_end(s);
    if (status >= 0)
        return status;
    char who[96];
    snprintf(who, sizeof who, "%.80s score", s->rules_label);
    return moult__refuse(&s->report, status, who, "%s",
                         moult__translate(moult_status_text(status)));
}

/* What goes on anyway, but should be known. */
static void print_warnings(const moult__session *s, int64_t seed)
{
    for (uint32_t i = 0; i < s->notice_count; i++)
        if (strncmp(s->notices[i].text, "warn", 4) == 0)
            moult__print(stderr, "%s (seed %lld, turn %u)\n", s->notices[i].text, (long long)seed,
                         moult__turn(s->world));
}

static moult_status play_on(moult__session *s, int64_t seed)
{
    moult_status status = MOULT_OK;
    while (status >= 0 && !s->over && s->played < s->options.turns) {
        status = moult__bot_turn(s);
        if (s->notice_count != 0)
            print_warnings(s, seed);
    }
    return status;
}

static moult_status play_run(moult__session *s, moult__set *set, const moult__options *options,
                             int64_t seed, totals *all)
{
    char text[16];
    moult_score score;
    snprintf(text, sizeof text, "%lld", (long long)seed);
    moult_status status = moult__session_prepare(s, set, options);
    if (status >= 0)
        status = moult__session_bind(s, &s->report);
    if (status >= 0)
        status = moult__session_start(s, (const uint8_t *)text, (uint32_t)strlen(text));
    if (status >= 0)
        status = moult__crash_open(); /* closed with the session before */
    if (status >= 0)
        status = play_on(s, seed);
    if (status >= 0)
        status = ask_score(s, &score);
    if (status < 0)
        return status;
    const char *cause = score.won ? "won" : s->over && score.cause[0] != 0 ? score.cause : "alive";
    printf("seed %lld  floor %d  turns %u  gold %lld  cause %s  hash %016llx\n", (long long)seed,
           score.depth, score.turns, (long long)score.score, cause,
           (unsigned long long)moult__hash(s->world));
    all->runs++;
    all->won += score.won != 0;
    all->floors += (uint64_t)(score.depth > 0 ? score.depth : 0);
    all->turns += score.turns;
    all->deepest = score.depth > all->deepest ? score.depth : all->deepest;
    return status;
}

int moult__batch_play(moult__setup *setup, const moult__options *options, int64_t first,
                      int64_t last)
{
    moult__session *s = calloc(1, sizeof *s);
    totals all = {0};
    int code = 0;
    moult__options each = *options;
    if (s == NULL) {
        moult__refuse(&setup->report, MOULT_MEMORY, "moult play", "out of memory");
        return moult__exit(&setup->report);
    }
    if (each.turns == 0)
        each.turns = TURNS_MOST;
    for (int64_t seed = first; seed <= last && code == 0; seed++) {
        moult_status status = play_run(s, &setup->set, &each, seed, &all);
        fflush(stdout);
        if (status < 0 && s->report.text[0] == 0)
            moult__refuse(&s->report, status, "moult play", "%s",
                          moult__translate(moult_status_text(status)));
        if (status < 0)
            code = moult__exit(&s->report);
        moult__session_close(s);
    }
    if (code == 0)
        printf("runs %llu  floor mean %.2f max %d  turns mean %.1f  won %llu\n",
               (unsigned long long)all.runs, (double)all.floors / (double)all.runs, all.deepest,
               (double)all.turns / (double)all.runs, (unsigned long long)all.won);
    free(s);
    return code;
}
