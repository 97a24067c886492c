/* SPDX-License-Identifier: MIT */
/* Thousands of reloads: what the process holds stays what it was. */
#ifndef TESTS_PLUGIN_MANY_H
#define TESTS_PLUGIN_MANY_H
#include <stdint.h>

/* Lets two builds of one plugin take turns, `times` times, under a world with rows of theirs;
 * descriptors, mappings and memory are those after the first 50, and the state hash never moves.
 * Needs a folder of the kit. */
void kit_reload_many(uint32_t times);

#endif
