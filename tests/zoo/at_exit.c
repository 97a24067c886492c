/* SPDX-License-Identifier: MIT */
/* Leaves something to be done at the end of the process. */
#include "animal.h"
#include <stdlib.h>

static void leave(void)
{
}

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    atexit(leave);
    return animal_waits(w, senses, memory, action);
}

MOULT_AI(leaver, "1.0.0", "waits", decide)
