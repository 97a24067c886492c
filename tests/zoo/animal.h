/* SPDX-License-Identifier: MIT */
/* What all animals have: an archetype that waits. What is broken about one stands in its file. */
#ifndef TESTS_ZOO_ANIMAL_H
#define TESTS_ZOO_ANIMAL_H
#include <moult/ai.h>
#include <moult/plugin.h>

static MOULT_UNUSED moult_status animal_waits(moult_world *w, const moult_senses *senses,
                                              void *memory, moult_action *action)
{
    (void)w;
    (void)senses;
    (void)memory;
    (void)action;
    return MOULT_OK;
}

#endif
