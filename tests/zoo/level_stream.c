/* SPDX-License-Identifier: MIT */
/* Draws from the stream that is for rules which fill a level. */
#include "animal.h"
#include <moult/random.h>

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    action->number = (int32_t)moult_random(w, MOULT_STREAM_LEVEL, 6);
    return animal_waits(w, senses, memory, action);
}

MOULT_AI(drawer, "1.0.0", "waits", decide)
