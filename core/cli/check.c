/* SPDX-License-Identifier: MIT */
/* moult check: reads the command line for the validator. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/cli/cli.h"
#include "core/validator/validator.h"

static const char help[] = MOULT_TEXT(
    "usage: moult check FILE.so [--only NAME[,NAME]] [--repro SEED:DEPTH] [--limit SECONDS]\n"
    "                   [--quick] [--json]\n"
    "       moult check --list\n"
    "Tries a plugin: named checks, each in a process of its own with a time limit. What it "
    "requires\n"
    "comes from the folders where plugins live, as a profile binds it. --list shows the checks;\n"
    "--repro tries one level again; --limit ends each check earlier; --quick takes a tenth of the\n"
    "counts. Exit code 0: nothing "
    "failed;\n"
    "1: something did.\n");

/* "7:3"; a seed may have colons of its own. */
static int32_t read_repro(char *text, moult__check_request *request)
{
    int64_t depth;
    char *colon = strrchr(text, ':');
    if (colon == NULL || !moult__read_number(colon + 1, INT32_MIN, INT32_MAX, &depth))
        return 0;
    *colon = 0;
    request->seed = text;
    request->depth = (int32_t)depth;
    return 1;
}

static int check_names(const moult__check_request *request)
{
    char name[64], guess[MOULT__GUESS_SIZE];
    if (request->only == NULL || !moult__check_unknown(request->only, name, sizeof name))
        return 0;
    return 1 + moult__usage("check", "there is no check \"%.60s\"%s. --list shows them", name,
                            moult__guess(moult__check_closest(name), guess));
}

static int take_file(const char *file, moult__check_request *request)
{
    char *path = realpath(file, NULL);
    moult__report report = {0};
    if (path == NULL || strlen(path) >= sizeof request->file) {
        free(path);
        moult__refuse(&report, MOULT_UNKNOWN, file,
                      "there is no such file. Build it, or give another path");
        return 1 + moult__exit(&report);
    }
    snprintf(request->file, sizeof request->file, "%s", path);
    free(path);
    return 0;
}

/* 0: go on; else the exit code + 1. */
static int read_options(int argc, char **argv, moult__check_request *request)
{
    static const struct option options[] = {
        {"list", no_argument, NULL, 'l'},        {"only", required_argument, NULL, 'o'},
        {"json", no_argument, NULL, 'j'},        {"repro", required_argument, NULL, 'r'},
        {"quick", no_argument, NULL, 'q'},       {"help", no_argument, NULL, 'h'},
        {"limit", required_argument, NULL, 's'}, {NULL, 0, NULL, 0},
    };
    int option;
    int64_t limit = 0;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        if (option == 'h') {
            moult__print(stdout, "%s", moult__translate(help));
            return 1;
        }
        if (option == 'l') {
            moult__check_list(stdout);
            return 1;
        }
        if (option == 'o')
            request->only = optarg;
        else if (option == 'j')
            request->json = 1;
        else if (option == 'q')
            request->quick = 1;
        else if (option == 'r' && !read_repro(optarg, request))
            return 1 + moult__usage("check", "--repro \"%.60s\" isn't like 7:3, a seed and a depth",
                                    optarg);
        else if (option == 's' && !moult__read_number(optarg, 1, 3600, &limit))
            return 1 + moult__usage("check", "--limit \"%.40s\" isn't 1 to 3600 seconds", optarg);
        else if (option == '?' || option == ':')
            return 1 + moult__usage_option("check", options, option, argv);
    }
    request->limit = (uint32_t)limit;
    if (argc - optind != 1)
        return 1 + moult__usage("check", "name one file, not %d", argc - optind);
    int code = check_names(request);
    return code != 0 ? code : take_file(argv[optind], request);
}

int moult__verb_check(int argc, char **argv)
{
    moult__check_request request = {.only = NULL};
    int code = read_options(argc, argv, &request);
    return code != 0 ? code - 1 : moult__check_file(&request);
}
