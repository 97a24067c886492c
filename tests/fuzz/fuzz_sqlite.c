/* SPDX-License-Identifier: MIT */
/* Saves of saver/sqlite, whatever they hold. */
#include "fuzz/harness.h"

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    fuzz_set("sqlite");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_saver("sqlite", data, size);
    return 0;
}
