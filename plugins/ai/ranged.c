/* SPDX-License-Identifier: MIT */
/* ai/ranged: shoots where the line is clear and comes nearer where it isn't. It strikes whoever
 * stands next to it: backing away it would be disarmed by anybody who follows. */
#include "ai/pure.h"
#include <moult/service.h>

static moult_status decide(moult_world *w, const moult_senses *s, void *memory, moult_action *act)
{
    (void)memory;
    if (!(s->flags & MOULT_SEES_TARGET))
        return MOULT_OK;
    if (s->distance <= 1) {
        moult_step_towards(s, s->target_x, s->target_y, act);
    } else if (moult_sees(w, s->x, s->y, s->target_x, s->target_y, 0)) {
        ai_shoot(s, act);
    } else {
        const ai_ways ways = standard_advance(s->x, s->y, s->target_x, s->target_y, 0);
        ai_press_on(w, s, &ways, act);
    }
    return MOULT_OK;
}

MOULT_AI(ranged, "1.0.0", "shoots from afar, strikes whoever stands next to it", decide)
