/* SPDX-License-Identifier: MIT */
/* moult ctl: lines of the console for a running game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/cli/cli.h"

static const char help[] = MOULT_TEXT(
    "usage: moult ctl [PID] [LINE]\n"
    "Looks at the world of the running game PID (without it: the only one), or changes it, by a\n"
    "line of its console: moult ctl 'actor hero hp 20'. Without a line: each of standard input.\n"
    "The line help lists what there is. What changes the world is for games of moult play\n"
    "--wizard. Exit code 1 when a line was refused.\n");

static int ask(int64_t pid, const char *line)
{
    char request[5000];
    const int length = snprintf(request, sizeof request, "ctl %s", line);
    return moult__ask_game(pid, (size_t)length < sizeof request ? request : line);
}

/* Each line; 1 when one of them was refused. */
static int ask_lines(int64_t pid)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    int code = 0;
    const int person = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    while (fputs(person ? "> " : "", stdout), fflush(stdout),
           (length = getline(&line, &room, stdin)) > 0) {
        line[length - (line[length - 1] == '\n')] = 0;
        const int refused = line[0] != 0 ? ask(pid, line) : 0;
        code = refused > code ? refused : code;
    }
    if (person)
        putchar('\n');
    free(line);
    return code;
}

int moult__verb_ctl(int argc, char **argv)
{
    int64_t pid = 0;
    int at = 1;
    if (argc > 1 && strcmp(argv[1], "--help") == 0) {
        moult__print(stdout, "%s", moult__translate(help));
        return 0;
    }
    if (at < argc && moult__read_number(argv[at], 1, INT32_MAX, &pid))
        at++;
    if (argc - at > 1 || (at < argc && argv[at][0] == '-'))
        return moult__usage("ctl", "it takes a process's number and one line, in quotes");
    return at < argc ? ask(pid, argv[at]) : ask_lines(pid);
}
