/* SPDX-License-Identifier: MIT */
/* Opens a descriptor more with each decision. */
#include "animal.h"
#include <unistd.h>

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    if (dup(0) < 0)
        return MOULT_IO;
    return animal_waits(w, senses, memory, action);
}

MOULT_AI(opener, "1.0.0", "waits", decide)
