/* SPDX-License-Identifier: MIT */
/* Writes into the middle of the player's screen. */
#include "animal.h"
#include <stdio.h>

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    puts("thinking");
    return animal_waits(w, senses, memory, action);
}

MOULT_AI(talker, "1.0.0", "waits", decide)
