/* SPDX-License-Identifier: MIT */
/* ai/wander: goes for what it sees, else a step west, east, north or south, or none. It draws only
 * when it sees nobody: the order of draws is part of a game. */
#include <moult/ai.h>
#include <moult/random.h>

static moult_status decide(moult_world *w, const moult_senses *s, void *memory, moult_action *act)
{
    static const int8_t dx[] = {-1, 1, 0, 0, 0}, dy[] = {0, 0, -1, 1, 0};
    (void)memory;
    if (s->flags & MOULT_SEES_TARGET) {
        moult_step_towards(s, s->target_x, s->target_y, act);
        return MOULT_OK;
    }
    uint32_t way = moult_random(w, MOULT_STREAM_PLAY, MOULT_COUNT(dx));
    act->verb = MOULT_VERB_MOVE;
    act->x = s->x + dx[way];
    act->y = s->y + dy[way];
    return MOULT_OK;
}

MOULT_AI(wander, "1.0.0", "strolls until it sees the hero, then goes for them", decide)
