/* SPDX-License-Identifier: MIT */
/* Forgets a copy of each picture. */
#include <moult/plugin.h>
#include <moult/renderer.h>
#include <stdlib.h>
#include <string.h>

typedef struct state {
    void *last;
} state;

static moult_status open_nothing(void *block, int32_t again)
{
    (void)block, (void)again;
    return MOULT_OK;
}

static void close_nothing(void *block, int32_t handing_over)
{
    (void)block, (void)handing_over;
}

static moult_status draw(void *block, const moult_scene *scene)
{
    state *s = block;
    s->last = malloc(500);
    if (s->last != NULL)
        memcpy(s->last, scene, scene->size < 200 ? scene->size : 200);
    return MOULT_OK;
}

static int32_t wait_fd(void *block)
{
    (void)block;
    return -1;
}

static moult_status next_event(void *block, moult_event *event)
{
    (void)block, (void)event;
    return MOULT_OK;
}

static uint32_t undo(void *block, uint8_t *bytes, uint32_t room)
{
    (void)block, (void)bytes, (void)room;
    return 0;
}

MOULT_RENDERER(hoarder, "1.0.0", "keeps all pictures", 0, .state_size = sizeof(state),
               .state_version = 1, .open = open_nothing, .close = close_nothing, .draw = draw,
               .wait_fd = wait_fd, .next_event = next_event, .undo = undo)
