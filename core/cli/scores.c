/* SPDX-License-Identifier: MIT */
/* moult scores: the ranking of a game, for people or as JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/cli/cli.h"

#define TOP_MAX 100000

static const char help[] =
    "usage: moult scores [GAME|PROFILE.ini] [OPTIONS]\n"
    "Shows the best runs of a game (without one: of the default profile).\n"
    "\n"
    "  --top N    so many at most, 1 to 100000; otherwise 10\n"
    "  --json     as an array of objects: place, name, score, won, turns, depth, cause, seed, at\n"
    "             (seconds since 1970)\n";

typedef struct choice {
    const char *profile;
    uint32_t top;
    int32_t json;
} choice;

/* -1: go on; else the exit code. */
static int read_options(int argc, char **argv, choice *c)
{
    static const struct option options[] = {
        {"top", required_argument, NULL, 't'},
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
        case 'j':
            c->json = 1;
            break;
        case 'h':
            fputs(help, stdout);
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

/* Texts come as UTF-8 without control characters, so that these two are all that is escaped. */
static void print_string(const char *name, const char *text)
{
    printf("\"%s\": \"", name);
    for (; *text != 0; text++)
        printf(*text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    putchar('"');
}

static void print_json(const moult_ranked *rows, uint32_t count)
{
    printf("[");
    for (uint32_t i = 0; i < count; i++) {
        const moult_ranked *row = &rows[i];
        printf("%s\n  {\"place\": %u, ", i != 0 ? "," : "", row->place);
        print_string("name", row->name);
        printf(", \"score\": %lld, \"won\": %s, \"turns\": %u, \"depth\": %d, ",
               (long long)row->score, row->won ? "true" : "false", row->turns, row->depth);
        print_string("cause", row->cause);
        printf(", ");
        print_string("seed", row->seed);
        printf(", \"at\": %lld}", (long long)row->when);
    }
    printf(count != 0 ? "\n]\n" : "]\n");
}

static void print_table(const char *game, const moult_ranked *rows, uint32_t count)
{
    if (count == 0) {
        printf("No run of %s has ended yet.\n", game);
        return;
    }
    printf("place  name                       score  floor    turns  cause\n");
    for (uint32_t i = 0; i < count; i++) {
        char text[192], detail[128];
        moult__ranked_text(&rows[i], text, sizeof text, detail, sizeof detail);
        printf("%s  %s\n", text, detail);
    }
}

/* The provider of the ranking alone, so that nothing else of the game can stand in the way. */
static moult_status load_scores(moult__setup *setup, const choice *c)
{
    moult__profile *profile = &setup->profile;
    moult_status status = moult__setup_profile(setup, c->profile);
    for (uint32_t i = 0; i < MOULT__ROLE_COUNT && status >= 0; i++)
        if (strcmp(profile->roles[i].role, "scores") != 0)
            profile->roles[i].provider[0] = 0;
    profile->kind_count = 0;
    profile->option_count = 0;
    if (status >= 0)
        status = moult__setup_open(setup);
    return status >= 0 ? moult__setup_load(setup) : status;
}

static int show(moult__setup *setup, const choice *c)
{
    char game[sizeof((moult_ranked *)0)->game];
    uint32_t count = c->top;
    moult_ranked *rows = calloc(count, sizeof *rows);
    moult_status status = load_scores(setup, c);
    if (rows == NULL)
        status = moult__refuse(&setup->report, MOULT_MEMORY, "moult scores", "out of memory");
    if (status >= 0) {
        moult_score_text(game, sizeof game, setup->profile.name,
                         (uint32_t)strlen(setup->profile.name));
        status = moult__ranking(&setup->set, game, NULL, rows, &count, &setup->report);
    }
    if (status >= 0 && c->json)
        print_json(rows, count);
    else if (status >= 0)
        print_table(game, rows, count);
    free(rows);
    return status < 0 ? moult__exit(&setup->report) : 0;
}

int moult__verb_scores(int argc, char **argv)
{
    choice c = {.top = 10};
    int code = read_options(argc, argv, &c);
    if (code >= 0)
        return code;
    moult__setup *setup = calloc(1, sizeof *setup);
    if (setup == NULL)
        return 4;
    code = show(setup, &c);
    moult__setup_close(setup);
    free(setup);
    return code;
}
