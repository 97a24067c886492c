/* SPDX-License-Identifier: MIT */
/* ai/sleeper: sleeps while it sees nobody, and falls asleep again when it has lost sight. */
#include <moult/ai.h>

static moult_status decide(moult_world *w, const moult_senses *s, void *memory, moult_action *act)
{
    (void)w;
    (void)memory;
    if (s->flags & MOULT_SEES_TARGET)
        moult_step_towards(s, s->target_x, s->target_y, act);
    return MOULT_OK;
}

MOULT_AI(sleeper, "1.0.0", "sleeps until it sees the hero, then walks straight at them", decide)
