/* SPDX-License-Identifier: MIT */
/* Fails while an actor decides. Until then it walks straight at whom it sees, as ai/chaser does,
 * whose place it takes. */
#include <moult/ai.h>
#include <moult/plugin.h>
#include <moult/world.h>
#include "fault.h"

static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    (void)memory;
    if (moult_turn(w) == FAULT_TURN)
        fault_now();
    if (senses->flags & MOULT_SEES_TARGET)
        moult_step_towards(senses, senses->target_x, senses->target_y, action);
    return MOULT_OK;
}

static const moult_ai_1 functions = {sizeof(moult_ai_1), 0, decide};
static const moult_provide provides[] = {
    MOULT_PROVIDE("ai/chaser", MOULT_AI_INTERFACE, MOULT_AI_SHAPE, &functions)};

MOULT_PLUGIN(FAILS_NAME, "1.0.0", "walks at the hero, until it fails", "ai/chaser",
             .provides = provides, .provide_count = 1)
