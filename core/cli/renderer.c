/* SPDX-License-Identifier: MIT */
/* moult renderer: asks a running game to be shown by another renderer. */
#include <stdio.h>
#include <string.h>
#include "core/cli/cli.h"

static const char help[] = MOULT_TEXT(
    "usage: moult renderer [PID] NAME\n"
    "Shows the running game PID (without it: the only one) by the renderer NAME: sdl, curses, "
    "text\n"
    "or none. The run goes on where it is; exit code 3 when that renderer found nothing to draw "
    "on.\n");

int moult__verb_renderer(int argc, char **argv)
{
    int64_t pid = 0;
    char request[64];
    if (argc > 1 && strcmp(argv[1], "--help") == 0) {
        moult__print(stdout, "%s", moult__translate(help));
        return 0;
    }
    if (argc < 2 || argc > 3 || (argc == 3 && !moult__read_number(argv[1], 1, INT32_MAX, &pid)) ||
        !moult__name_valid(argv[argc - 1]))
        return moult__usage("renderer", "it takes the number of a process and a renderer's name");
    snprintf(request, sizeof request, "renderer %s", argv[argc - 1]);
    return moult__ask_game(pid, request);
}
