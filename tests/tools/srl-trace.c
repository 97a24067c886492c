/* SPDX-License-Identifier: MIT */
/* srl-trace PLAY.tsv: plays the keys of a file like tests/facts/srl/play-1.tsv and prints the whole
 * file as our game has it, so that a difference between the two is a rule that isn't kept. The
 * plugins are those of the build that the program stands in. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "support/srl_kit.h"

static srl_kit kit;

static int fail_with(const moult__report *report)
{
    fprintf(stderr, "%s\n", report->text);
    return 1;
}

int main(int argc, char **argv)
{
    char build[MOULT__PATH_SIZE + 4];
    moult__report report = {0};
    if (argc != 2) {
        fprintf(stderr, "usage: srl-trace PLAY.tsv\n");
        return 2;
    }
    FILE *in = fopen(argv[1], "re");
    if (in == NULL) {
        fprintf(stderr, "error  srl-trace: %s can't be read\n", argv[1]);
        return 1;
    }
    if (moult__path_self(build, MOULT__PATH_SIZE, &report) < 0)
        return fail_with(&report);
    strcat(build, "/..");
    moult_status status = srl_kit_load(&kit, build, NULL, NULL);
    if (status >= 0)
        status = srl_kit_trace(&kit, in, stdout, NULL, 0);
    fclose(in);
    int answer = status < 0 ? fail_with(&kit.report) : 0;
    srl_kit_unload(&kit);
    return answer;
}
