/* SPDX-License-Identifier: MIT */
/* movement/rogue: who stands there is struck, what blocks stops; liquids carry who levitates. */
#include <moult/plugin.h>
#include <moult/tiles.h>
#include "rules/rogue/modules.h"

static int32_t resolve(uint32_t tile, int32_t someone, int32_t floats)
{
    uint32_t flags = moult_tile_flags(tile);
    if (someone)
        return ROGUE_MOVE_ATTACK;
    if (!(flags & MOULT_TILE_BLOCKS) || (floats && flags & MOULT_TILE_LIQUID))
        return ROGUE_MOVE_STEP;
    return ROGUE_MOVE_BLOCKED;
}

static const rogue_movement_1 functions = {.size = sizeof functions, .resolve = resolve};

ROGUE_MODULE(movement, MOVEMENT, "1.0.0", "what comes of walking onto a cell")
