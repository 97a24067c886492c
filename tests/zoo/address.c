/* SPDX-License-Identifier: MIT */
/* Decides by where the world lies in memory. */
#include "animal.h"

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    action->number = (int32_t)((uintptr_t)w >> 4);
    if (senses != NULL)
        return MOULT_OK;
    return animal_waits(w, senses, memory, action);
}

MOULT_AI(diviner, "1.0.0", "waits", decide)
