/* SPDX-License-Identifier: MIT */
/* Saves of saver/json, whatever they hold. */
#include "fuzz/harness.h"

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    fuzz_set("json");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_saver("json", data, size);
    return 0;
}
