/* SPDX-License-Identifier: MIT */
/* The checks of one plugin file. What runs the plugin's code is always a child process; this one
 * only reads the file, waits, and prints. */
#ifndef MOULT_CORE_VALIDATOR_H
#define MOULT_CORE_VALIDATOR_H
#include <stdio.h>
#include "core/plugin/build.h"

typedef struct moult__check_request {
    char file[MOULT__PATH_SIZE]; /* absolute */
    const char *only;            /* names of checks, parted by commas; NULL: all that concern it */
    const char *seed;            /* with `depth`: the one seed to try again; NULL: all */
    int32_t depth;
    uint32_t limit; /* seconds that a check may take at most; 0: as its table says */
    int32_t quick;  /* a tenth of the counts */
    int32_t json;
    char profile[64]; /* in which the plugin is tried: found out by the first check */
} moult__check_request;

/* Runs the checks and prints them on standard output. 0: none failed; 1: one did; 4: internal. */
int moult__check_file(moult__check_request *request);

/* A line a check: name, kind, what it proves. */
void moult__check_list(FILE *out);

/* The first of these names, parted by commas, that is no check's, into `out`; 0: all are. */
int32_t moult__check_unknown(const char *only, char *out, uint32_t room);

/* The check's name that is nearest to a wrong one, or NULL. */
const char *moult__check_closest(const char *name);

#endif
