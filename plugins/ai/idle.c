/* SPDX-License-Identifier: MIT */
/* ai/idle: waits, whatever happens, even next to the hero. */
#include <moult/ai.h>

static moult_status decide(moult_world *w, const moult_senses *s, void *memory, moult_action *act)
{
    (void)w;
    (void)s;
    (void)memory;
    (void)act;
    return MOULT_OK; /* an untouched action is: wait */
}

MOULT_AI(idle, "1.0.0", "waits and never attacks", decide)
