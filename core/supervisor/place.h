/* SPDX-License-Identifier: MIT */
/* What stands at an address of a build: its function and its line, from the staged copy.
 *
 * The copy is only read, never mapped as code. Symbols come by libelf, lines by libdw, which is
 * loaded when the first line is asked for: linked in, it would make every start of the program half
 * a millisecond longer. Without it, or without debug information, there are no lines. */
#ifndef MOULT_CORE_SUPERVISOR_PLACE_H
#define MOULT_CORE_SUPERVISOR_PLACE_H
#include <stdint.h>

typedef struct moult__places moult__places;

typedef struct moult__symbol {
    char name[64]; /* "decide" or, for a part that the compiler split off, "decide.cold" */
    uint64_t start;
} moult__symbol;

/* `start`: where the file was mapped, so that addresses can be given as its process had them. NULL:
 * it isn't there, or no ELF file. */
moult__places *moult__places_open(const char *path, uint64_t start);

/* The function that an address lies in. 1: found; 0: in none; -1: the file tells of no function. */
int32_t moult__places_symbol(const moult__places *places, uint64_t address, moult__symbol *out);

/* "wolf.c:12"; 0 and "" when it isn't known. */
int32_t moult__places_line(moult__places *places, uint64_t address, char *out, uint32_t room);

/* NULL is fine. */
void moult__places_close(moult__places *places);

#endif
