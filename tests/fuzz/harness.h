/* SPDX-License-Identifier: MIT */
/* What the fuzzers share. A fuzzer hands bytes, which may be anything, to one reader of what comes
 * from outside: it refuses them in words, or answers with something that fits together and can be
 * written again. Whatever else happens ends the program. */
#ifndef TESTS_FUZZ_HARNESS_H
#define TESTS_FUZZ_HARNESS_H
#include <stddef.h>
#include <stdint.h>
#include "core/plugin/set.h"

/* What libFuzzer calls, and one of its own mutations. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned int seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);

#define FUZZ_MUST(fine, what)        \
    do {                             \
        if (!(fine))                 \
            fuzz_wrong(#fine, what); \
    } while (0)

_Noreturn void fuzz_wrong(const char *claim, const char *what);

/* Loads rogue with this saver, once, and answers the set; worlds that it makes have all of rogue's
 * tables. */
moult__set *fuzz_set(const char *saver);

/* A path from which the bytes can be read, as from any file, until the next call. */
const char *fuzz_file(const uint8_t *data, size_t size);

/* Finishes a world that was filled: NULL and freed when that is refused, else checked. */
moult_world *fuzz_finish(moult_world *w, moult_status filled);

/* The bytes through a saver: to a world, out, and back to the same world. */
void fuzz_saver(const char *saver, const uint8_t *data, size_t size);

#endif
