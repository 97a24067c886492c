/* SPDX-License-Identifier: MIT */
/* ai/boss: shoots and chases in turns. The beat goes on only while it sees its target; where the
 * line isn't clear it chases instead of shooting. */
#include "ai/pure.h"
#include <moult/service.h>

#define AI_BOSS(F, A) F(u8, beat, "what it did last with its target in sight, as a count")
MOULT_TABLE(ai_boss, "ai.boss", MOULT_SCOPE_ACTOR, 1, AI_BOSS)

static moult_status decide(moult_world *w, const moult_senses *s, void *memory, moult_action *act)
{
    static const uint8_t shoots[] = {1, 0, 1, 0};
    ai_boss *boss = memory;
    if (boss == NULL)
        return MOULT_STALE;
    if (!(s->flags & MOULT_SEES_TARGET))
        return MOULT_OK;
    const uint32_t beat = boss->beat % MOULT_COUNT(shoots);
    if (shoots[beat] && moult_sees(w, s->x, s->y, s->target_x, s->target_y, 0))
        ai_shoot(s, act);
    else
        moult_step_towards(s, s->target_x, s->target_y, act);
    boss->beat = (uint8_t)((beat + 1) % MOULT_COUNT(shoots));
    return MOULT_OK;
}

MOULT_AI_MEMORY(boss, "1.0.0", "shoots and chases by turns while it sees the hero", decide, ai_boss)
