/* SPDX-License-Identifier: MIT */
/* Fails at the fifth picture. */
#include "fault.h"
#include "lines.h"

#define LAST_DRAW 5u

static moult_status draw(void *block, const moult_scene *scene)
{
    lines_state *state = block;
    (void)scene;
    if (++state->draws == LAST_DRAW)
        fault_now();
    return MOULT_OK;
}

LINES_RENDERER(draw, lines_next)
