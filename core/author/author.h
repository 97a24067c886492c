/* SPDX-License-Identifier: MIT */
/* What the verbs for plugin writers share. */
#ifndef MOULT_CORE_AUTHOR_H
#define MOULT_CORE_AUTHOR_H
#include "core/cli/cli.h"

/* Where the SDK's parts stand: beside an installed program, or in the checkout that it was built
 * in. `out` becomes a whole path. */
moult_status moult__author_headers(char *out, uint32_t room, moult__report *report);
moult_status moult__author_templates(char *out, uint32_t room, moult__report *report);

/* The scanned set as JSON: plugins with slots, versions, files; what a profile loads of them, and
 * what is wrong (NULL: nothing). */
void moult__author_list(const moult__setup *setup, const char *problem);

#endif
