/* SPDX-License-Identifier: MIT */
/* ai/fast: goes for what it sees. How often it is asked in a turn is the rules' business. */
#include <moult/ai.h>

static moult_status decide(moult_world *w, const moult_senses *s, void *memory, moult_action *act)
{
    (void)w;
    (void)memory;
    if (s->flags & MOULT_SEES_TARGET)
        moult_step_towards(s, s->target_x, s->target_y, act);
    return MOULT_OK;
}

MOULT_AI(fast, "1.0.0", "walks straight at the hero, for kinds that act twice a turn", decide)
