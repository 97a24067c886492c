/* SPDX-License-Identifier: MIT */
/* Goes elsewhere, so that relative paths mean other files. */
#include "animal.h"
#include <unistd.h>

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    if (chdir("/usr") != 0)
        return MOULT_IO;
    return animal_waits(w, senses, memory, action);
}

MOULT_AI(wanderer, "1.0.0", "waits", decide)
