/* SPDX-License-Identifier: MIT */
/* Reads from nowhere. */
#include "animal.h"

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    volatile uintptr_t nowhere = 0;
    action->number = *(volatile int32_t *)nowhere;
    return animal_waits(w, senses, memory, action);
}

MOULT_AI(crasher, "1.0.0", "waits", decide)
