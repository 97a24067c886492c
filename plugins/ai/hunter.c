/* SPDX-License-Identifier: MIT */
/* ai/hunter: goes for what it sees, and for where it saw it last until its patience is used up. */
#include <moult/ai.h>
#include <moult/world.h>

#define PATIENCE 10 /* decisions without sight of the target */

#define AI_HUNTER(F, A)                                     \
    F(u8, seen, "1: x, y are where it last saw its target") \
    F(u8, unseen, "decisions since then")                   \
    F(i16, x, "column")                                     \
    F(i16, y, "row")
MOULT_TABLE(ai_hunter, "ai.hunter", MOULT_SCOPE_ACTOR, 1, AI_HUNTER)

static moult_status decide(moult_world *w, const moult_senses *s, void *memory, moult_action *act)
{
    ai_hunter *last = memory;
    (void)w;
    if (last == NULL)
        return MOULT_STALE;
    if (s->flags & MOULT_SEES_TARGET) {
        last->seen = 1;
        last->unseen = 0;
        last->x = (int16_t)s->target_x;
        last->y = (int16_t)s->target_y;
    } else if (last->seen && ++last->unseen > PATIENCE) {
        last->seen = 0;
    }
    if (last->seen && (last->x != s->x || last->y != s->y))
        moult_step_towards(s, last->x, last->y, act);
    return MOULT_OK;
}

MOULT_AI_MEMORY(hunter, "1.0.0", "goes to where it last saw the hero and gives up after a while",
                decide, ai_hunter)
