/* SPDX-License-Identifier: MIT */
/* Holds a signal back. */
#include "animal.h"
#include <signal.h>

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    return animal_waits(w, senses, memory, action);
}

MOULT_AI(masker, "1.0.0", "waits", decide)
