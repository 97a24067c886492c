/* SPDX-License-Identifier: MIT */
/* moult list: slots, roles, providers; of the default profile, or of a running game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/author/author.h"

static const char help[] = MOULT_TEXT(
    "usage: moult list [PID | PROFILE | --json [PROFILE]]\n"
    "Shows slots, roles, who provides them, generation and file, and the natives: of the running\n"
    "game PID, or of what a profile would load (without one: the default profile). With --json "
    "also\n"
    "the plugins that it wouldn't load, and what is wrong.\n");

int moult__ask_game(int64_t pid, const char *request)
{
    moult__report report = {0};
    char *reply = NULL;
    int32_t code = 0;
    if (moult__control_ask((pid_t)pid, request, &reply, &code, &report) < 0)
        return moult__exit(&report);
    moult__print(code == 0 ? stdout : stderr, "%s", reply);
    free(reply);
    return code;
}

/* Whoever meant a game in play is told its number. */
static void name_running(void)
{
    pid_t pids[MOULT__GAMES_MAX];
    uint32_t count = moult__control_find(pids, MOULT__GAMES_MAX);
    for (uint32_t i = 0; i < count; i++)
        moult__print(
            stderr,
            moult__translate("note   a game is running: moult list %d shows what it has loaded\n"),
            (int)pids[i]);
}

static int list_profile(const char *name, int32_t json)
{
    moult__setup *setup = calloc(1, sizeof *setup);
    char *text = malloc(65536);
    uint32_t used = 0;
    if (setup == NULL || text == NULL)
        return 4;
    text[0] = 0;
    moult_status status = moult__setup_open(setup);
    if (status >= 0)
        status = moult__setup_profile(setup, name);
    if (status >= 0)
        status = moult__setup_load(setup);
    if (json) {
        moult__author_list(setup, status < 0 ? setup->report.text : NULL);
    } else if (status >= 0) {
        moult__set_list(&setup->set, text, 65536, &used);
        moult__print(stdout, "%s", text);
        name_running();
    }
    int code = status < 0 ? moult__exit(&setup->report) : 0;
    moult__setup_close(setup);
    free(setup);
    free(text);
    return code;
}

int moult__verb_list(int argc, char **argv)
{
    int64_t pid;
    if (argc > 1 && strcmp(argv[1], "--help") == 0) {
        moult__print(stdout, "%s", moult__translate(help));
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "--json") == 0 && argc < 4)
        return list_profile(argc == 3 ? argv[2] : NULL, 1);
    if (argc > 2 || (argc == 2 && argv[1][0] == '-'))
        return moult__usage("list", "it takes one game or profile");
    if (argc == 2 && moult__read_number(argv[1], INT64_MIN, INT64_MAX, &pid) &&
        (pid < 1 || pid > INT32_MAX))
        return moult__usage("list", "%s is no process's number", argv[1]);
    if (argc == 2 && moult__read_number(argv[1], 1, INT32_MAX, &pid))
        return moult__ask_game(pid, "list");
    return list_profile(argc == 2 ? argv[1] : NULL, 0);
}
