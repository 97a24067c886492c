/* SPDX-License-Identifier: MIT */
/* Shows nothing and brings no input: for runs without a person, and as the smallest example. */
#include <moult/renderer.h>

static moult_status open_nothing(void *state, int32_t again)
{
    return (void)state, (void)again, MOULT_OK;
}

static void close_nothing(void *state, int32_t handing_over)
{
    (void)state, (void)handing_over;
}

static moult_status draw_nothing(void *state, const moult_scene *scene)
{
    return (void)state, (void)scene, MOULT_OK;
}

static int32_t no_descriptor(void *state)
{
    return (void)state, -1;
}

static moult_status no_event(void *state, moult_event *event)
{
    return (void)state, (void)event, 0;
}

static uint32_t nothing_to_undo(void *state, uint8_t *bytes, uint32_t room)
{
    return (void)state, (void)bytes, (void)room, 0;
}

MOULT_RENDERER(none, "1.0.0", "shows nothing", 0, .flags = MOULT_RENDERER_SILENT,
               .open = open_nothing, .close = close_nothing, .draw = draw_nothing,
               .wait_fd = no_descriptor, .next_event = no_event, .undo = nothing_to_undo);
