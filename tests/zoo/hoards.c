/* SPDX-License-Identifier: MIT */
/* Takes all memory that there is, to the last small piece, and goes on as if nothing were. */
#include "animal.h"
#include <stdlib.h>
#include <string.h>

static void take_all(size_t size)
{
    for (void *piece; (piece = malloc(size)) != NULL;)
        memset(piece, 1, size);
}

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    for (size_t size = (size_t)1 << 20; size >= 16; size /= 4)
        take_all(size);
    return animal_waits(w, senses, memory, action);
}

MOULT_AI(chaser, "1.0.0", "waits", decide)
