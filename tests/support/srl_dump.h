/* SPDX-License-Identifier: MIT */
/* A level of mapgen/split as text, in the form that facts/srl keeps whole levels in. */
#ifndef TESTS_SRL_DUMP_H
#define TESTS_SRL_DUMP_H
#include <moult/mapgen.h>
#include <stdio.h>

/* Of the request the seed text, the depth and the first entry (none: "-") are told. */
void srl_dump(FILE *out, const moult_request *request, const moult_canvas *level);

#endif
