/* SPDX-License-Identifier: MIT */
/* moult sdk: where the headers are, for a compiler line. */
#include <stdio.h>
#include <string.h>
#include "core/author/author.h"

static const char help[] =
    MOULT_TEXT("usage: moult sdk --cflags | --cxxflags | --path | --version\n"
               "Says how to build a plugin against this engine:\n"
               "  cc -shared -fPIC $(moult sdk --cflags) -o ai-wolf.so wolf.c\n"
               "--cxxflags says it for C++. --path prints the headers' folder alone,\n"
               "--version the ABI that they describe.\n");

int moult__verb_sdk(int argc, char **argv)
{
    const char *what = argc == 2 ? argv[1] : "";
    char path[MOULT__PATH_SIZE];
    moult__report report = {0};
    if (strcmp(what, "--help") == 0) {
        moult__print(stdout, "%s", moult__translate(help));
        return 0;
    }
    if (strcmp(what, "--version") == 0) {
        printf("%d\n", MOULT_ABI);
        return 0;
    }
    const char *flags = strcmp(what, "--cflags") == 0     ? "-std=c11 -fvisibility=hidden -I"
                        : strcmp(what, "--cxxflags") == 0 ? "-std=c++20 -fvisibility=hidden -I"
                        : strcmp(what, "--path") == 0     ? ""
                                                          : NULL;
    if (flags == NULL)
        return moult__usage("sdk", "it takes one of --cflags, --cxxflags, --path, --version");
    if (moult__author_headers(path, sizeof path, &report) < 0)
        return moult__exit(&report);
    printf("%s%s\n", flags, path);
    return 0;
}
