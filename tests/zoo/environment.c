/* SPDX-License-Identifier: MIT */
/* Gives the environment a text that goes with the plugin. */
#include "animal.h"
#include <stdlib.h>

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    static const char text[] = "MOULT_ZOO=1";
    putenv((char *)(uintptr_t)text);
    return animal_waits(w, senses, memory, action);
}

MOULT_AI(putter, "1.0.0", "waits", decide)
