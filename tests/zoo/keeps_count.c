/* SPDX-License-Identifier: MIT */
/* State of its own, which no save holds. */
#include "animal.h"

static uint32_t decisions;

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    decisions++;
    return animal_waits(w, senses, memory, action);
}

MOULT_AI(counter, "1.0.0", "waits, and counts", decide)
