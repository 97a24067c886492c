/* SPDX-License-Identifier: MIT */
/* intent/rogue: from the player's command to the hero's action. Walking and shooting go to the
 * cell that was meant; all else is done where the hero stands. */
#include <moult/plugin.h>
#include "rules/rogue/modules.h"

static moult_status intend(const rogue_order *order, moult_action *action)
{
    switch (order->wanted->verb) {
    case MOULT_VERB_MOVE:
    case MOULT_VERB_SHOOT:
    case MOULT_VERB_CLOSE:
    case MOULT_VERB_CHOOSE:
        break;
    default:
        action->x = order->x;
        action->y = order->y;
        break;
    }
    return MOULT_OK;
}

static const rogue_intent_1 functions = {.size = sizeof functions, .intend = intend};

ROGUE_MODULE(intent, INTENT, "1.0.0", "from the player's command to the hero's action")
