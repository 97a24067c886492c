/* SPDX-License-Identifier: MIT */
/* It calls what nobody has. */
#include "animal.h"

extern int32_t nobody_has_this(void);

static moult_status ask(moult_world *w, const moult_senses *senses, void *memory,
                        moult_action *action)
{
    return animal_waits(w, senses, memory, action) + nobody_has_this();
}

MOULT_AI(animal, "1.0.0", "asks", ask)
