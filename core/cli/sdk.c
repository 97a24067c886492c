/* SPDX-License-Identifier: MIT */
/* moult sdk: where the headers are, for a compiler line. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/cli/cli.h"
#include "core/system/paths.h"

static const char help[] =
    MOULT_TEXT("usage: moult sdk --cflags | --path | --version\n"
               "Says how to build a plugin against this engine:\n"
               "  cc -shared -fPIC $(moult sdk --cflags) -o ai-wolf.so wolf.c\n"
               "--path prints the headers' folder alone, --version the ABI that they describe.\n");

/* Beside an installed program, or in the checkout that it was built in. */
static moult_status find_headers(char out[PATH_MAX], moult__report *report)
{
    static const char *const places[] = {"../include", "../../sdk/include"};
    char self[MOULT__PATH_SIZE], header[MOULT__PATH_SIZE + 64];
    moult_status status = moult__path_self(self, sizeof self, report);
    for (uint32_t i = 0; i < MOULT_COUNT(places) && status >= 0; i++) {
        snprintf(header, sizeof header, "%s/%s/moult/moult.h", self, places[i]);
        if (access(header, R_OK) != 0)
            continue;
        snprintf(header, sizeof header, "%s/%s", self, places[i]);
        if (realpath(header, out) != NULL)
            return MOULT_OK;
    }
    if (status < 0)
        return status;
    return moult__refuse(report, MOULT_UNKNOWN, "moult sdk",
                         "the headers aren't where this program is (%s). Run it from its checkout, "
                         "or install it whole",
                         self);
}

int moult__verb_sdk(int argc, char **argv)
{
    const char *what = argc == 2 ? argv[1] : "";
    char path[PATH_MAX];
    moult__report report = {0};
    if (strcmp(what, "--help") == 0) {
        moult__print(stdout, "%s", moult__translate(help));
        return 0;
    }
    if (strcmp(what, "--version") == 0) {
        printf("%d\n", MOULT_ABI);
        return 0;
    }
    int32_t flags = strcmp(what, "--cflags") == 0;
    if (!flags && strcmp(what, "--path") != 0)
        return moult__usage("sdk", "it takes one of --cflags, --path, --version");
    if (find_headers(path, &report) < 0)
        return moult__exit(&report);
    printf("%s%s\n", flags ? "-std=c11 -fvisibility=hidden -I" : "", path);
    return 0;
}
