/* SPDX-License-Identifier: MIT */
/* It takes from the little room that threads have for the program's own data. */
/* zoo-flags: -ftls-model=initial-exec */
#include "animal.h"

static _Thread_local volatile int32_t counter;

static moult_status count(moult_world *w, const moult_senses *senses, void *memory,
                          moult_action *action)
{
    counter++;
    return animal_waits(w, senses, memory, action);
}

MOULT_AI(animal, "1.0.0", "counts", count)
