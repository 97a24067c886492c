/* SPDX-License-Identifier: MIT */
/* Never comes back. */
#include "animal.h"

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    for (volatile uint32_t turn = 0;; turn++)
        if (turn == UINT32_MAX && senses == NULL)
            break;
    return animal_waits(w, senses, memory, action);
}

MOULT_AI(looper, "1.0.0", "waits", decide)
