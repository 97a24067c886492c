/* SPDX-License-Identifier: MIT */
/* ai/chaser: goes for what it sees. To make it flee: moult_step_away. */
#include <moult/ai.h>

static moult_status decide(moult_world *w, const moult_senses *s, void *memory, moult_action *act)
{
    (void)w;
    (void)memory;
    if (s->flags & MOULT_SEES_TARGET)
        moult_step_towards(s, s->target_x, s->target_y, act);
    return MOULT_OK; /* an untouched action is: wait */
}

MOULT_AI(chaser, "1.0.0", "walks straight at the hero while it can see them", decide)
