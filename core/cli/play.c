/* SPDX-License-Identifier: MIT */
/* moult play: one session. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/cli/game.h"
#include "core/console/console.h"
#include "core/system/files.h"

static const char help[] = MOULT_TEXT(
    "usage: moult play [GAME|PROFILE.ini] [OPTIONS]\n"
    "Plays a game: the one that was left, or a new one. Without a terminal it is printed as text.\n"
    "\n"
    "  --seed TEXT         start a new run from this seed (any text, also an empty one)\n"
    "  --load FILE         go on with this saved game, of any form\n"
    "  --slot NAME         the run kept under this name, any text (otherwise the game's name)\n"
    "  --use ROLE=NAME     let NAME fill a role: --use mapgen=rooms; may be repeated\n"
    "  --use ROLE=FILE.so  the same, from a file\n"
    "  --use KIND/NAME=FILE.so  take a slot from a file: --use ai/chaser=./chaser.so\n"
    "  --renderer NAME     sdl (a window), curses, text or none\n"
    "  --keys FILE         FILE.ini: key bindings, from its section [keys];\n"
    "                      any other file: a command or a key a line, played without a person\n"
    "  --scores WHERE      rank the run there: a file (SQLite) or postgres://USER@HOST/DATABASE\n"
    "  --watch             reload plugins as soon as their files change\n"
    "  --locked            load only plugins that moult lock wrote down, as they were then\n"
    "  --wizard            wizard mode: step back, change the world; such a run is never ranked\n"
    "  --trace SLOTS       time each call of these slots: ai/*,mapgen; a summary at the end\n"
    "  --trace-out FILE    the calls, with arguments, as JSON for a trace viewer\n"
    "  --no-journal        don't record the run (moult replay plays it again)\n"
    "  --turns N           leave after N turns\n"
    "  --hero NAME         the archetype ai/NAME plays; in a terminal any key stops it, q leaves\n"
    "  --deadline SECONDS  how long a call of a plugin may take (2)\n"
    "  --no-supervisor     one process, as debuggers like it: a plugin's crash ends the game\n"
    "  --seeds A-B         with --hero: play these seeds unseen, a line a run and one about all\n"
    "\n"
    "A run that is driven by a file or a bot, or has a --turns limit, is neither resumed nor "
    "saved,\n"
    "unless it says so (--load, the command save), nor ranked, unless by --scores. Such a run, and "
    "one\n"
    "printed as text, ends with a line that has the turn and the hash of the world's state.\n"
    "Keys: those of the profile, then of ~/.config/moult/keys.ini, then of --keys FILE.ini.\n");

typedef struct choice {
    const char *profile, *renderer, *keys, *seed, *load, *slot, *hero, *seeds, *scores;
    const char *trace, *trace_out;
    const char *use[32];
    uint32_t use_count, turns, deadline_ms;
    int32_t watch, alone, locked, unrecorded, wizard;
    int64_t first, last; /* of seeds */
} choice;

static int read_turns(choice *c, const char *text)
{
    int64_t turns;
    if (!moult__read_number(text, 1, UINT32_MAX, &turns))
        return moult__usage("play", "--turns \"%.40s\" is no number from 1 on", text);
    c->turns = (uint32_t)turns;
    return 0;
}

/* Seconds, as people write them: 2, 0.5. */
static int read_deadline(choice *c, const char *text)
{
    char *end;
    const double seconds = strtod(text, &end);
    if (end == text || *end != 0 || !(seconds * 1e3 >= MOULT__DEADLINE_MIN_MS) ||
        !(seconds * 1e3 <= MOULT__DEADLINE_MAX_MS))
        return moult__usage("play", "--deadline \"%.40s\" is no number of seconds from %g to %g",
                            text, MOULT__DEADLINE_MIN_MS / 1e3, MOULT__DEADLINE_MAX_MS / 1e3);
    c->deadline_ms = (uint32_t)(seconds * 1e3 + 0.5);
    return 0;
}

static int32_t ends_in_ini(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".ini") == 0;
}

/* An option with a value. 0: taken; else the exit code + 1. */
static int take_value(choice *c, int option, const char *value)
{
    switch (option) {
    case 's':
        c->seed = value;
        return 0;
    case 'u':
        if (c->use_count == MOULT_COUNT(c->use))
            return 1 + moult__usage("play", "more than %u times --use", MOULT_COUNT(c->use));
        c->use[c->use_count++] = value;
        return 0;
    case 'r':
        c->renderer = value;
        return 0;
    case 'k':
        c->keys = value;
        return 0;
    case 'l':
        c->load = value;
        return 0;
    case 'n':
        c->slot = value;
        return 0;
    case 'b':
        c->hero = value;
        return 0;
    case 'S':
        c->scores = value;
        return 0;
    case 'T':
        c->trace = value;
        return 0;
    case 'o':
        c->trace_out = value;
        return 0;
    case 'd':
        return read_deadline(c, value) != 0 ? 3 : 0;
    case 'm':
        c->seeds = value;
        return moult__batch_range(value, &c->first, &c->last) != 0 ? 3 : 0;
    default:
        return read_turns(c, value) != 0 ? 3 : 0;
    }
}

/* What doesn't go together. 0, or the exit code + 1. */
static int check_options(const choice *c)
{
    const char *why = NULL;
    if (c->seed != NULL && c->load != NULL)
        why = MOULT_TEXT("--seed begins a run, --load goes on with one: not both");
    else if (c->hero != NULL && c->keys != NULL && !ends_in_ini(c->keys))
        why = MOULT_TEXT("--hero and a file of commands both drive the run: not both");
    else if (c->seeds != NULL && c->hero == NULL)
        why = MOULT_TEXT("--seeds needs someone who plays: --hero NAME");
    else if (c->seeds != NULL && (c->seed != NULL || c->load != NULL))
        why = MOULT_TEXT("--seeds begins runs of its own: neither --seed nor --load");
    else if (c->seeds != NULL && c->slot != NULL)
        why = MOULT_TEXT("--seeds keeps nothing of its runs: without --slot");
    else if (c->seeds != NULL && c->scores != NULL)
        why = MOULT_TEXT("--seeds keeps nothing of its runs: without --scores");
    else if (c->seeds != NULL && c->renderer != NULL && strcmp(c->renderer, "none") != 0)
        why = MOULT_TEXT("--seeds plays unseen: with --renderer none only");
    else if (c->wizard && c->scores != NULL)
        why = MOULT_TEXT("--wizard runs aren't ranked: without --scores");
    else if (c->trace_out != NULL && c->trace == NULL)
        why = MOULT_TEXT("--trace-out needs to know what to trace: --trace SLOTS");
    else if (c->seeds != NULL && c->trace != NULL)
        why = MOULT_TEXT("--seeds plays many runs, --trace follows one: not both");
    return why != NULL ? 1 + moult__usage("play", "%s", moult__translate(why)) : 0;
}

/* 0: go on; else the exit code + 1. */
static int read_options(int argc, char **argv, choice *c)
{
    static const struct option options[] = {
        {"seed", required_argument, NULL, 's'},     {"use", required_argument, NULL, 'u'},
        {"renderer", required_argument, NULL, 'r'}, {"keys", required_argument, NULL, 'k'},
        {"load", required_argument, NULL, 'l'},     {"slot", required_argument, NULL, 'n'},
        {"turns", required_argument, NULL, 't'},    {"hero", required_argument, NULL, 'b'},
        {"seeds", required_argument, NULL, 'm'},    {"scores", required_argument, NULL, 'S'},
        {"watch", no_argument, NULL, 'w'},          {"deadline", required_argument, NULL, 'd'},
        {"no-supervisor", no_argument, NULL, 'a'},  {"locked", no_argument, NULL, 'L'},
        {"no-journal", no_argument, NULL, 'j'},     {"wizard", no_argument, NULL, 'z'},
        {"trace", required_argument, NULL, 'T'},    {"trace-out", required_argument, NULL, 'o'},
        {"help", no_argument, NULL, 'h'},           {NULL, 0, NULL, 0},
    };
    int option, wrong = 0;
    opterr = 0;
    optind = 1;
    while (wrong == 0 && (option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        if (option == 'h') {
            moult__print(stdout, "%s", moult__translate(help));
            return 1;
        }
        if (option == 'w')
            c->watch = 1;
        else if (option == 'a')
            c->alone = 1;
        else if (option == 'L')
            c->locked = 1;
        else if (option == 'j')
            c->unrecorded = 1;
        else if (option == 'z')
            c->wizard = 1;
        else if (option == '?' || option == ':')
            wrong = 1 + moult__usage_option("play", options, option, argv);
        else
            wrong = take_value(c, option, optarg);
    }
    if (wrong != 0)
        return wrong;
    if (argc - optind > 1)
        return 1 + moult__usage("play", "one game at a time, not \"%.60s\" too", argv[optind + 1]);
    c->profile = optind < argc ? argv[optind] : NULL;
    return check_options(c);
}

/* The profile with what the command line and the player's own keys change. */
static moult_status choose(moult__setup *setup, const choice *c)
{
    moult__report *report = &setup->report;
    moult_status status = moult__setup_profile(setup, c->profile);
    char own[MOULT__PATH_SIZE], use[MOULT__PATH_SIZE];
    if (status >= 0 && moult__path_config(own, sizeof own - 16, NULL) >= 0) {
        strcat(own, "/keys.ini");
        if (access(own, R_OK) == 0)
            status = moult__profile_keys_file(&setup->profile, own, report);
    }
    if (status >= 0 && c->keys != NULL && ends_in_ini(c->keys))
        status = moult__profile_keys_file(&setup->profile, c->keys, report);
    if (status >= 0 && c->scores != NULL)
        status = moult__setup_scores(setup, c->scores);
    for (uint32_t i = 0; i < c->use_count && status >= 0; i++)
        status = moult__profile_use(&setup->profile, c->use[i], report);
    moult__profile_role *renderer = moult__profile_role_of(&setup->profile, "renderer");
    int32_t falls_back =
        renderer != NULL && strcmp(renderer->provider, "curses") == 0 && !moult__has_terminal();
    const char *name = c->seeds != NULL      ? "none"
                       : c->renderer != NULL ? c->renderer
                       : falls_back          ? "text"
                                             : NULL;
    if (status >= 0 && name != NULL) {
        snprintf(use, sizeof use, "renderer=%s", name);
        status = moult__profile_use(&setup->profile, use, report);
    }
    if (renderer != NULL) /* who draws when that one fails */
        snprintf(renderer->otherwise, sizeof renderer->otherwise, "%s",
                 moult__has_terminal() ? "curses" : "text");
    return status;
}

/* Refuses before the first turn what would lose the last one: no place for the save. */
static moult_status check_saves(moult__report *report)
{
    char folder[MOULT__PATH_SIZE];
    moult_status status = moult__saves_folder(folder, sizeof folder, report);
    if (status < 0)
        return status;
    if (moult__folder_make(folder, 0700, NULL) >= 0 && access(folder, W_OK | X_OK) == 0)
        return MOULT_OK;
    return moult__refuse(report, MOULT_IO, folder,
                         "games can't be saved there: %s. Set XDG_DATA_HOME to a folder that you "
                         "may write to",
                         strerror(errno));
}

/* A run of its own that nobody watches is played without the slot, when somebody else has that. */
static moult_status claim_slot(moult__game *game, const choice *c, moult__claim *claim)
{
    moult__report *report = &game->setup.report;
    const moult__profile_role *renderer = moult__profile_role_of(&game->setup.profile, "renderer");
    const moult_status status = moult__save_claim(&game->options, claim, report);
    if (status != MOULT_AGAIN || (c->seed == NULL && c->load == NULL) || isatty(STDIN_FILENO) ||
        renderer == NULL ||
        (strcmp(renderer->provider, "text") != 0 && strcmp(renderer->provider, "none") != 0))
        return status;
    moult__print(stderr, moult__translate("warn   %s. This run isn't kept\n"),
                 report->text + (strncmp(report->text, "error  ", 7) == 0 ? 7 : 0));
    *report = (moult__report){0};
    game->options.save = 0;
    return MOULT_OK;
}

static int start(moult__game *game, const choice *c)
{
    if (c->seeds != NULL)
        return moult__game_batch(game, c->first, c->last);
    return c->alone ? moult__game_work(game, NULL, NULL) : moult__game_supervised(game);
}

int moult__verb_play(int argc, char **argv)
{
    choice c = {.deadline_ms = MOULT__DEADLINE_MS};
    int code = read_options(argc, argv, &c);
    if (code != 0)
        return code - 1;
    moult__game *game = calloc(1, sizeof *game);
    if (game == NULL)
        return 4;
    const char *script = c.keys != NULL && !ends_in_ini(c.keys) ? c.keys : NULL;
    moult__seed_fresh(game->fresh);
    game->options = (moult__options){.profile = &game->setup.profile,
                                     .seed = c.seed,
                                     .seed_size = c.seed != NULL ? (uint32_t)strlen(c.seed) : 0,
                                     .fresh = game->fresh,
                                     .load_path = c.load,
                                     .slot = c.slot,
                                     .keys_path = script,
                                     .hero = c.hero,
                                     .scores = c.scores,
                                     .turns = c.turns,
                                     .watch = c.watch,
                                     .control = 1,
                                     .instead = moult__has_terminal() ? "curses" : "text",
                                     .deadline_ms = c.deadline_ms,
                                     .journal = !c.unrecorded,
                                     .wizard = c.wizard,
                                     .console = &moult__console,
                                     .trace = c.trace,
                                     .trace_out = c.trace_out,
                                     .release = MOULT_RELEASE,
                                     .save = script == NULL && c.hero == NULL && c.turns == 0};
    moult_status status = choose(&game->setup, &c);
    if (status >= 0 && c.locked)
        status = moult__setup_lock(&game->setup);
    if (status >= 0 && game->options.save)
        status = check_saves(&game->setup.report);
    moult__claim claim = {0};
    if (status >= 0 && game->options.save)
        status = claim_slot(game, &c, &claim);
    game->options.claim = game->options.save ? &claim : NULL;
    code = status < 0 ? moult__exit(&game->setup.report) : start(game, &c);
    moult__claim_drop(&claim);
    free(game);
    return code;
}
