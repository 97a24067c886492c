/* SPDX-License-Identifier: MIT */
/* Takes a signal. */
#include "animal.h"
#include <signal.h>

static void take(int number)
{
    (void)number;
}

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    signal(SIGUSR1, take);
    return animal_waits(w, senses, memory, action);
}

MOULT_AI(taker, "1.0.0", "waits", decide)
