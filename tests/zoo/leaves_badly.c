/* SPDX-License-Identifier: MIT */
/* Reads from nowhere when it is unloaded. */
#include "animal.h"

static __attribute__((destructor)) void leave(void)
{
    volatile uintptr_t nowhere = 0;
    *(volatile int32_t *)nowhere = 1;
}

MOULT_AI(leaver, "1.0.0", "waits", animal_waits)
