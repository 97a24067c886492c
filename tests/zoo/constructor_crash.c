/* SPDX-License-Identifier: MIT */
/* Crashes while it is loaded. */
#include "animal.h"

__attribute__((constructor)) static void crash(void)
{
    volatile uintptr_t nowhere = 8;
    *(volatile int *)nowhere = 1;
}

MOULT_AI(early, "1.0.0", "waits", animal_waits)
