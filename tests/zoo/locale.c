/* SPDX-License-Identifier: MIT */
/* Leaves another locale behind, whose decimal point may be a comma. */
#include "animal.h"
#include <locale.h>

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    setlocale(LC_ALL, setlocale(LC_ALL, NULL)[0] == 'C' ? "POSIX.UTF-8" : "C");
    setlocale(LC_NUMERIC, "C.UTF-8");
    return animal_waits(w, senses, memory, action);
}

MOULT_AI(localiser, "1.0.0", "waits", decide)
