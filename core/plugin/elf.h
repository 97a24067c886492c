/* SPDX-License-Identifier: MIT */
/* Look before you load: what a file is, read from its bytes, before any of its code can run.
 *
 * `dlopen` of a half-written file doesn't fail, it kills the process; constructors run before a
 * version can be asked for. So the bytes that will be loaded are checked first, all of them. */
#ifndef MOULT_CORE_ELF_H
#define MOULT_CORE_ELF_H
#include <moult/plugin.h>
#include "core/system/error.h"

#define MOULT__LIBRARIES_MAX 16u

typedef struct moult__elf {
    moult_note note;                        /* texts end in a zero */
    char needed[MOULT__LIBRARIES_MAX][128]; /* that it needs, by SONAME */
    uint32_t needed_count;
} moult__elf;

/* Refuses, with a text of its own for each cause: not an ELF file, cut short, another machine, not
 * a shared object, no note, another ABI, more or other exports than moult_plugin_1, and what would
 * keep it from being unloaded or from being what it seems (STB_GNU_UNIQUE, NODELETE, static TLS,
 * text relocations, a segment both writable and executable, SONAME, a run path). `path` is for the
 * text. */
moult_status moult__elf_inspect(const uint8_t *bytes, uint64_t count, const char *path,
                                moult__elf *out, moult__report *report);

#endif
