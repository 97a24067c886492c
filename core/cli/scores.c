/* SPDX-License-Identifier: MIT */
/* moult scores: the ranking of a game, for people or as JSON. */
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/cli/cli.h"
#include "core/system/json.h"

#define TOP_MAX 100000

static const char help[] = MOULT_TEXT(
    "usage: moult scores [GAME|PROFILE.ini] [OPTIONS]\n"
    "Shows the best runs of a game (without one: of the default profile). A game that isn't\n"
    "installed is shown when the ranking has runs of it.\n"
    "\n"
    "  --top N         so many at most, 1 to 100000; otherwise 10\n"
    "  --scores WHERE  of this ranking: a file (SQLite) or postgres://USER@HOST/DATABASE\n"
    "  --json          as an array of objects: place, name, score, won, turns, depth, cause, "
    "seed,\n"
    "                  at (seconds since 1970)\n");

typedef struct choice {
    const char *profile, *scores;
    uint32_t top;
    int32_t json;
} choice;

/* -1: go on; else the exit code. */
static int read_options(int argc, char **argv, choice *c)
{
    static const struct option options[] = {
        {"top", required_argument, NULL, 't'},
        {"scores", required_argument, NULL, 's'},
        {"json", no_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int option;
    int64_t top;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        switch (option) {
        case 't':
            if (!moult__read_number(optarg, 1, TOP_MAX, &top))
                return moult__usage("scores", "--top \"%.40s\" is no number from 1 to %d", optarg,
                                    TOP_MAX);
            c->top = (uint32_t)top;
            break;
        case 's':
            c->scores = optarg;
            break;
        case 'j':
            c->json = 1;
            break;
        case 'h':
            moult__print(stdout, "%s", moult__translate(help));
            return 0;
        default:
            return moult__usage_option("scores", options, option, argv);
        }
    }
    if (argc - optind > 1)
        return moult__usage("scores", "one game at a time, not \"%.60s\" too", argv[optind + 1]);
    c->profile = optind < argc ? argv[optind] : NULL;
    return -1;
}

static void print_text(const char *name, const char *text)
{
    printf("\"%s\": ", name);
    moult__json_text(stdout, text);
    printf(", ");
}

static void print_json(const moult_ranked *rows, uint32_t count)
{
    printf("[");
    for (uint32_t i = 0; i < count; i++) {
        const moult_ranked *row = &rows[i];
        printf("%s\n  {\"place\": %u, ", i != 0 ? "," : "", row->place);
        print_text("name", row->name);
        printf("\"score\": %lld, \"won\": %s, \"turns\": %u, \"depth\": %d, ",
               (long long)row->score, row->won ? "true" : "false", row->turns, row->depth);
        print_text("cause", row->cause);
        print_text("seed", row->seed);
        printf("\"at\": %lld}", (long long)row->when);
    }
    printf(count != 0 ? "\n]\n" : "]\n");
}

/* The locale C has names written as they are, so that it must not count their columns. */
static void print_table(const char *game, const moult_ranked *rows, uint32_t count)
{
    if (count == 0) {
        moult__print(stdout, moult__translate("No run of %s has ended yet.\n"), game);
        return;
    }
    if (strcmp(nl_langinfo(CODESET), "ANSI_X3.4-1968") == 0)
        setlocale(LC_CTYPE, "C.UTF-8");
    char text[192], detail[128];
    moult__ranking_heading(NULL, text, sizeof text, detail, sizeof detail);
    moult__print(stdout, "%s  %s\n", text, detail);
    for (uint32_t i = 0; i < count; i++) {
        moult__ranked_text(&rows[i], NULL, text, sizeof text, detail, sizeof detail);
        moult__print(stdout, "%s  %s\n", text, detail);
    }
}

/* The provider of the ranking alone, so that nothing else of the game can stand in the way. */
static moult_status load_scores(moult__setup *setup, const choice *c)
{
    moult__profile *profile = &setup->profile;
    moult_status status = c->scores != NULL ? moult__setup_scores(setup, c->scores) : MOULT_OK;
    for (uint32_t i = 0; i < MOULT__ROLE_COUNT && status >= 0; i++)
        if (strcmp(profile->roles[i].role, "scores") != 0)
            profile->roles[i].provider[0] = 0;
    profile->kind_count = 0;
    if (status >= 0)
        status = moult__setup_open(setup);
    return status >= 0 ? moult__setup_load(setup) : status;
}

/* The profile of a game, else the default one, by whose ranking a game is looked for that isn't
 * installed: `missing` says so. */
static moult_status choose(moult__setup *setup, const choice *c, char *game, uint32_t room,
                           moult__report *missing)
{
    moult_status status = moult__setup_profile(setup, c->profile);
    const char *name = setup->profile.name;
    int32_t is_name = c->profile != NULL && strpbrk(c->profile, "/.") == NULL;
    if (status == MOULT_UNKNOWN && is_name && setup->profile.file_count == 0) {
        *missing = setup->report;
        name = c->profile;
        status = moult__setup_profile(setup, NULL);
    }
    moult_score_text(game, room, name, (uint32_t)strlen(name));
    return status;
}

static moult_status show(moult__setup *setup, const choice *c, moult_ranked *rows)
{
    char game[sizeof rows->game];
    uint32_t count = c->top;
    moult__report missing = {0};
    moult__options options = {.profile = &setup->profile, .scores = c->scores};
    moult_status status = choose(setup, c, game, sizeof game, &missing);
    if (status >= 0)
        status = load_scores(setup, c);
    if (status >= 0)
        status = moult__ranking(&setup->set, moult__scores_where(&options), game, NULL, rows,
                                &count, &setup->report);
    if (status < 0)
        return status;
    if (missing.text[0] != 0 && count == 0) {
        setup->report = missing;
        strncat(setup->report.text, moult__translate(". Nor has the ranking a run of it"),
                sizeof setup->report.text - 1 - strlen(setup->report.text));
        return MOULT_UNKNOWN;
    }
    if (missing.text[0] != 0)
        moult__print(
            stderr,
            moult__translate("note   no game \"%s\" is installed, but runs of it are ranked\n"),
            game);
    if (c->json)
        print_json(rows, count);
    else
        print_table(game, rows, count);
    return MOULT_OK;
}

int moult__verb_scores(int argc, char **argv)
{
    choice c = {.top = 10};
    int code = read_options(argc, argv, &c);
    if (code >= 0)
        return code;
    moult__setup *setup = calloc(1, sizeof *setup);
    moult_ranked *rows = calloc(c.top, sizeof *rows);
    if (setup == NULL || rows == NULL) {
        moult__report report = {0};
        moult__refuse(&report, MOULT_MEMORY, "moult scores", "out of memory");
        moult__exit(&report);
        code = MOULT__EXIT_INTERNAL;
    } else {
        code = show(setup, &c, rows) < 0 ? moult__exit(&setup->report) : 0;
        moult__setup_close(setup);
    }
    free(rows);
    free(setup);
    return code;
}
