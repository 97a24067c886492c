/* SPDX-License-Identifier: MIT */
/* ai/tracker: goes for what it sees, and else for where it saw it last; it never forgets. */
#include <moult/ai.h>
#include <moult/world.h>

#define AI_TRACKER(F, A)                                    \
    F(u8, seen, "1: x, y are where it last saw its target") \
    F(i16, x, "column")                                     \
    F(i16, y, "row")
MOULT_TABLE(ai_tracker, "ai.tracker", MOULT_SCOPE_ACTOR, 1, AI_TRACKER)

static moult_status decide(moult_world *w, const moult_senses *s, void *memory, moult_action *act)
{
    ai_tracker *last = memory;
    (void)w;
    if (last == NULL)
        return MOULT_STALE;
    if (s->flags & MOULT_SEES_TARGET) {
        last->seen = 1;
        last->x = (int16_t)s->target_x;
        last->y = (int16_t)s->target_y;
    }
    if (last->seen && (last->x != s->x || last->y != s->y))
        moult_step_towards(s, last->x, last->y, act);
    return MOULT_OK;
}

MOULT_AI_MEMORY(tracker, "1.0.0", "goes to where it last saw the hero and never forgets", decide,
                ai_tracker)
