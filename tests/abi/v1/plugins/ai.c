/* SPDX-License-Identifier: MIT */
/* ai/v1: comes near, then circles its target and never strikes. */
#include <moult/ai.h>
#include <moult/tiles.h>
#include <moult/world.h>

#define RING 3 /* cells kept to the target */

static int32_t blocked(const moult_world *w, int32_t x, int32_t y)
{
    return (moult_tile_flags(moult_tile(w, x, y)) & MOULT_TILE_BLOCKS) != 0;
}

/* Asked for every turn of every actor of this archetype. An untouched action is a wait. */
static moult_status decide(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    (void)memory; /* MOULT_AI_MEMORY gives an actor some, in a table that outlives this code */
    const int32_t known = (senses->flags & (MOULT_SEES_TARGET | MOULT_KNOWS_TARGET)) != 0;
    if (senses->target == 0 || !known)
        return MOULT_OK;
    if (senses->distance < RING) {
        moult_step_away(senses, senses->target_x, senses->target_y, action);
    } else if (senses->distance > RING) {
        moult_step_towards(senses, senses->target_x, senses->target_y, action);
    } else {
        /* A quarter turn to the left of straight at it. */
        action->verb = MOULT_VERB_MOVE;
        action->x = senses->x + moult_sign(senses->target_y - senses->y);
        action->y = senses->y - moult_sign(senses->target_x - senses->x);
    }
    if (blocked(w, action->x, action->y)) { /* by a wall: the other way round */
        action->x = 2 * senses->x - action->x;
        action->y = 2 * senses->y - action->y;
    }
    return MOULT_OK;
}

MOULT_AI(v1, "0.1.0", "circles its target", decide)
