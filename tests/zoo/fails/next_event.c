/* SPDX-License-Identifier: MIT */
/* Fails when it should hand the fifth event over, which is lost with it. */
#include "fault.h"
#include "lines.h"

#define LAST_EVENT 5u

static moult_status draw(void *block, const moult_scene *scene)
{
    (void)block, (void)scene;
    return MOULT_OK;
}

static moult_status next_event(void *block, moult_event *event)
{
    lines_state *state = block;
    moult_status there = lines_next(block, event);
    if (there > 0 && ++state->events == LAST_EVENT)
        fault_now();
    return there;
}

LINES_RENDERER(draw, next_event)
