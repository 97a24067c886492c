/* SPDX-License-Identifier: MIT */
/* Dispatches to a verb; nothing else. */
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include "core/cli/cli.h"
#include "core/system/crash.h"

static const struct {
    const char *name, *help;
    int (*run)(int argc, char **argv);
} verbs[] = {
    {"play", "play a game", moult__verb_play},
    {"list", "show what is loaded, here or in a running game", moult__verb_list},
    {"map", "make a level and show it", moult__verb_map},
    {"call", "call a native by name", moult__verb_call},
    {"scores", "show the ranking of a game", moult__verb_scores},
    {"reload", "replace changed plugins in a running game", moult__verb_reload},
    {"sdk", "say how to build a plugin", moult__verb_sdk},
};

static int help(FILE *out)
{
    fprintf(out, "usage: moult VERB [ARGUMENTS]\n\n");
    for (uint32_t i = 0; i < MOULT_COUNT(verbs); i++)
        fprintf(out, "  %-8s %s\n", verbs[i].name, verbs[i].help);
    fprintf(out, "\nmoult VERB --help says more; moult --version says which one this is.\n");
    return 0;
}

int main(int argc, char **argv)
{
    const char *names[MOULT_COUNT(verbs)];
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C");
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is refused like a full disk */
    moult__crash_open();      /* without it a plugin's crash is only less well told */
    if (argc < 2) {
        help(stderr);
        return 2;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("moult %s (ABI %d)\n", MOULT_RELEASE, MOULT_ABI);
        return 0;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0)
        return help(stdout);
    for (uint32_t i = 0; i < MOULT_COUNT(verbs); i++) {
        names[i] = verbs[i].name;
        if (strcmp(argv[1], verbs[i].name) == 0)
            return verbs[i].run(argc - 1, argv + 1);
    }
    const char *closest = moult__closest(argv[1], names, MOULT_COUNT(verbs));
    fprintf(stderr, "error  moult: unknown verb \"%.60s\"%s%s%s. moult --help lists them\n",
            argv[1], closest != NULL ? " (did you mean \"" : "", closest != NULL ? closest : "",
            closest != NULL ? "\"?)" : "");
    return 2;
}
