/* SPDX-License-Identifier: MIT */
/* ai/rat: bites whoever is beside it, and else strolls half of the time, one of eight ways.
 * It draws from the play source of `srl`, and the order of draws is part of that game: none when it
 * bites, one to see whether it moves, another one for the way. Where it can't go it stays. */
#include <moult/ai.h>
#include <moult/plugin.h>
#include "rules/srl/srl.h"

#define STROLLS 0.5

static moult_status decide(moult_world *w, const moult_senses *s, void *memory, moult_action *act)
{
    static const int8_t dx[] = {-1, 0, 1, 0, -1, 1, -1, 1}, dy[] = {0, -1, 0, 1, -1, -1, 1, 1};
    (void)memory;
    if (s->distance == 1) {
        moult_step_towards(s, s->target_x, s->target_y, act);
        return MOULT_OK;
    }
    if (srl_draw(w) >= STROLLS)
        return MOULT_OK;
    const uint32_t way = (uint32_t)(srl_draw(w) * MOULT_COUNT(dx));
    act->verb = MOULT_VERB_MOVE;
    act->x = s->x + dx[way];
    act->y = s->y + dy[way];
    return MOULT_OK;
}

static const moult_ai_1 functions = {sizeof(moult_ai_1), 0, decide};

static const moult_provide provides[] = {
    MOULT_PROVIDE("ai/rat", MOULT_AI_INTERFACE, MOULT_AI_SHAPE, &functions),
};

static const moult_table_use tables[] = {
    MOULT_TABLE_USED(srl_play),
};

MOULT_PLUGIN("ai-rat", "1.0.0", "bites who is beside it, else strolls", "ai/rat",
             .provides = provides, .provide_count = MOULT_COUNT(provides), .tables = tables,
             .table_count = MOULT_COUNT(tables))
