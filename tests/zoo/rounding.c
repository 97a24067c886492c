/* SPDX-License-Identifier: MIT */
/* Leaves another rounding mode behind. */
/* zoo-flags: -Wl,--no-as-needed -lm */
#include "animal.h"
#include <fenv.h>

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    fesetround(FE_UPWARD);
    return animal_waits(w, senses, memory, action);
}

MOULT_AI(rounder, "1.0.0", "waits", decide)
