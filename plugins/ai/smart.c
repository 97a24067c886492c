/* SPDX-License-Identifier: MIT */
/* ai/smart: comes along the sides of the room, strikes in any direction, walks around what stands
 * in its way, and goes to where it last saw its target. Arrived there it gives up. */
#include "ai/pure.h"

#define AI_SMART(F, A)                                              \
    F(u8, seen, "1: x, y are where it last saw or felt its target") \
    F(i16, x, "column")                                             \
    F(i16, y, "row")
MOULT_TABLE(ai_smart, "ai.smart", MOULT_SCOPE_ACTOR, 1, AI_SMART)

static moult_status decide(moult_world *w, const moult_senses *s, void *memory, moult_action *act)
{
    ai_smart *last = memory;
    if (last == NULL)
        return MOULT_STALE;
    const int32_t sees = (s->flags & MOULT_SEES_TARGET) != 0;
    if (s->flags & (MOULT_SEES_TARGET | MOULT_KNOWS_TARGET)) {
        last->seen = 1;
        last->x = (int16_t)s->target_x;
        last->y = (int16_t)s->target_y;
    } else if (last->x == s->x && last->y == s->y) {
        last->seen = 0;
    }
    if (!last->seen)
        return MOULT_OK;
    const ai_ways ways = standard_advance(s->x, s->y, last->x, last->y, sees && s->distance > 1);
    ai_press_on(w, s, &ways, act);
    return MOULT_OK;
}

MOULT_AI_MEMORY(smart, "1.0.0", "walks around obstacles and goes to where it last saw the hero",
                decide, ai_smart)
