/* SPDX-License-Identifier: MIT */
/* Wants a step over five cells. */
#include "animal.h"

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    action->verb = MOULT_VERB_MOVE;
    action->x = senses->x + 5;
    action->y = senses->y;
    if (senses != NULL)
        return MOULT_OK;
    return animal_waits(w, senses, memory, action);
}

MOULT_AI(leaper, "1.0.0", "waits", decide)
