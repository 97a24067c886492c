/* SPDX-License-Identifier: MIT */
/* Leaves a thread behind, which runs code that may be gone. */
#include "animal.h"
#include <pthread.h>
#include <unistd.h>

static void *wait_for_ever(void *nothing)
{
    pause();
    return nothing;
}

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait_for_ever, NULL);
    return animal_waits(w, senses, memory, action);
}

MOULT_AI(spinner, "1.0.0", "waits", decide)
