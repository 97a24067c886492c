/* SPDX-License-Identifier: MIT */
/* moult reload: asks a running game to replace its changed plugins, and says what came of it. */
#include <stdio.h>
#include <string.h>
#include "core/cli/cli.h"

static const char help[] = MOULT_TEXT(
    "usage: moult reload [PID]\n"
    "Replaces the plugins whose files changed, in the running game PID (without it: the only "
    "one),\n"
    "between two turns, all or nothing. Prints a line a plugin; exit code 3 when it was "
    "refused.\n");

int moult__verb_reload(int argc, char **argv)
{
    int64_t pid = 0;
    if (argc > 1 && strcmp(argv[1], "--help") == 0) {
        moult__print(stdout, "%s", moult__translate(help));
        return 0;
    }
    if (argc > 2 || (argc == 2 && !moult__read_number(argv[1], 1, INT32_MAX, &pid)))
        return moult__usage("reload", "it takes the number of one process");
    return moult__ask_game(pid, "reload");
}
