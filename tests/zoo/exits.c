/* SPDX-License-Identifier: MIT */
/* Ends the process, as if all were well. */
#include "animal.h"
#include <stdlib.h>

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    if (senses != NULL)
        exit(0);
    return animal_waits(w, senses, memory, action);
}

MOULT_AI(quitter, "1.0.0", "waits", decide)
