/* SPDX-License-Identifier: MIT */
/* ai/coward: goes for what it sees while it has more than half its hit points, else runs from it:
 * up the flow field that leads to its target, through closed doors if it has hands. It fights when
 * there is nowhere to run. */
#include "ai/pure.h"
#include <moult/service.h>

/* The field reaches a little farther than the coward stands; a longer way is as good as none. */
static int32_t flee(moult_world *w, const moult_senses *s, moult_action *act)
{
    const moult_point target = {s->target_x, s->target_y};
    const uint32_t limit = 2 * (uint32_t)s->distance + 2;
    const uint32_t opens = ai_opens(s);
    const uint16_t *flow = moult_flow(w, &target, 1, limit, opens ? MOULT_GRID_OPENS : 0);
    ai_ways ways = {.count = 1};
    if (flow && moult_flow_step(w, flow, s->x, s->y, 0, &ways.cell[0]) &&
        ai_take(w, s, &ways, opens, act))
        return 1;
    ways = standard_retreat(s->x, s->y, s->target_x, s->target_y);
    return ai_take(w, s, &ways, 0, act);
}

static moult_status decide(moult_world *w, const moult_senses *s, void *memory, moult_action *act)
{
    (void)memory;
    if (!(s->flags & MOULT_SEES_TARGET))
        return MOULT_OK;
    if (s->flags & MOULT_HURT && !(s->flags & MOULT_CORNERED) && flee(w, s, act))
        return MOULT_OK;
    if (s->distance <= 1 || !(s->flags & MOULT_HURT))
        moult_step_towards(s, s->target_x, s->target_y, act);
    return MOULT_OK;
}

MOULT_AI(coward, "1.0.0", "chases while it is well, flees when hurt, fights when cornered", decide)
