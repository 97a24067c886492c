/* SPDX-License-Identifier: MIT */
/* Chooses the language, and dispatches to a verb; nothing else. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "core/cli/cli.h"
#include "core/system/crash.h"
#include "core/system/paths.h"

static const struct {
    const char *name, *help;
    int (*run)(int argc, char **argv);
} verbs[] = {
    {"play", MOULT_TEXT("play a game"), moult__verb_play},
    {"list", MOULT_TEXT("show what is loaded, here or in a running game"), moult__verb_list},
    {"lock", MOULT_TEXT("write down which plugins a game may load"), moult__verb_lock},
    {"map", MOULT_TEXT("make a level and show it"), moult__verb_map},
    {"check", MOULT_TEXT("try a plugin: crashes, promises, strings, time"), moult__verb_check},
    {"call", MOULT_TEXT("call a native by name"), moult__verb_call},
    {"ctl", MOULT_TEXT("look at a running game's world, or change it"), moult__verb_ctl},
    {"scores", MOULT_TEXT("show the ranking of a game"), moult__verb_scores},
    {"save", MOULT_TEXT("look at saved games, compare and convert them"), moult__verb_save},
    {"reload", MOULT_TEXT("replace changed plugins in a running game"), moult__verb_reload},
    {"renderer", MOULT_TEXT("show a running game by another renderer"), moult__verb_renderer},
    {"replay", MOULT_TEXT("play a recorded run again, or verify it"), moult__verb_replay},
    {"new", MOULT_TEXT("make a plugin to begin with"), moult__verb_new},
    {"doctor", MOULT_TEXT("say what playing and building lack here"), moult__verb_doctor},
    {"pack", MOULT_TEXT("make an archive of a plugin, or verify one"), moult__verb_pack},
    {"sdk", MOULT_TEXT("say how to build a plugin"), moult__verb_sdk},
};

static int help(FILE *out)
{
    moult__print(out, "%s\n\n", moult__translate("usage: moult VERB [ARGUMENTS]"));
    for (uint32_t i = 0; i < MOULT_COUNT(verbs); i++)
        moult__print(out, "  %-8s %s\n", verbs[i].name, moult__translate(verbs[i].help));
    moult__print(out, "\n%s\n",
                 moult__translate("moult VERB --help says more; moult --version says which one "
                                  "this is.\n--lang LANG, with any verb: in that language, en or "
                                  "ja, whatever the locale says."));
    return 0;
}

/* "--lang LANG" is everybody's option: taken out wherever it stands, up to "--". The last one
 * counts; NULL: there is none, "" one without its value. */
static const char *take_language(int *argc, char **argv)
{
    const char *language = NULL;
    int kept = 1, at = 1;
    for (; at < *argc && strcmp(argv[at], "--") != 0; at++) {
        if (strncmp(argv[at], "--lang=", 7) == 0)
            language = argv[at] + 7;
        else if (strcmp(argv[at], "--lang") == 0)
            language = at + 1 < *argc ? argv[++at] : "";
        else
            argv[kept++] = argv[at];
    }
    while (at < *argc)
        argv[kept++] = argv[at++];
    argv[kept] = NULL;
    *argc = kept;
    return language;
}

/* Catalogues stand beside the program, or where an installed one keeps its shared files. */
static int open_texts(const char *language)
{
    char self[MOULT__PATH_SIZE - 32], folder[MOULT__PATH_SIZE] = "", known[256];
    moult__report report = {0};
    if (moult__path_self(self, sizeof self, NULL) >= 0) {
        snprintf(folder, sizeof folder, "%s/locale", self);
        if (access(folder, X_OK) != 0)
            snprintf(folder, sizeof folder, "%s/../share/locale", self);
    }
    int32_t found = language == NULL || moult__text_language(language, folder, known, sizeof known);
    moult__text_open(found ? language : NULL, folder);
    if (found)
        return 0;
    moult__refuse(&report, MOULT_UNKNOWN, "--lang", "there are no texts in \"%.40s\". Known: %s",
                  language, known);
    report.exit_code = MOULT__EXIT_USAGE;
    return moult__exit(&report);
}

/* Descriptors 0 to 2 are the standard ones, or nobody's: never a file of ours. */
static void open_standard(void)
{
    int fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO)
        fd = open("/dev/null", O_RDWR);
    if (fd > STDERR_FILENO)
        close(fd);
}

int main(int argc, char **argv)
{
    const char *names[MOULT_COUNT(verbs)];
    open_standard();
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is refused like a full disk */
    moult__crash_open();      /* without it a plugin's crash is only less well told */
    int code = open_texts(take_language(&argc, argv));
    if (code != 0)
        return code;
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
    char guess[MOULT__GUESS_SIZE];
    moult__report report = {0};
    moult__refuse(&report, MOULT_UNKNOWN, "moult",
                  "unknown verb \"%.60s\"%s. moult --help lists them", argv[1],
                  moult__guess(moult__closest(argv[1], names, MOULT_COUNT(verbs)), guess));
    report.exit_code = MOULT__EXIT_USAGE;
    return moult__exit(&report);
}
