/* SPDX-License-Identifier: MIT */
/* What the renderers of this folder have: each line of standard input is a command; nothing is
 * shown. A line is read byte by byte, so that the next renderer finds all that follow it. */
#ifndef TESTS_ZOO_FAILS_LINES_H
#define TESTS_ZOO_FAILS_LINES_H
#include <moult/plugin.h>
#include <moult/renderer.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

typedef struct lines_state {
    uint32_t draws, events, ended;
    uint32_t used;
    char line[128];
} lines_state;

static moult_status lines_open(void *block, int32_t again)
{
    (void)block, (void)again;
    return MOULT_OK;
}

static void lines_close(void *block, int32_t handing_over)
{
    (void)block, (void)handing_over;
}

static int32_t lines_wait_fd(void *block)
{
    const lines_state *state = block;
    return state->ended ? -1 : STDIN_FILENO;
}

/* 1: `line` is whole. */
static int32_t lines_read(lines_state *state)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    char byte;
    while (poll(&in, 1, 0) > 0) {
        if (read(STDIN_FILENO, &byte, 1) != 1) {
            state->ended++;
            return 0;
        }
        if (byte == '\n') {
            state->line[state->used] = 0;
            state->used = 0;
            return 1;
        }
        if (state->used < sizeof state->line - 1)
            state->line[state->used++] = byte;
    }
    return 0;
}

static moult_status lines_next(void *block, moult_event *event)
{
    lines_state *state = block;
    int32_t whole = state->ended == 0 && lines_read(state);
    if (!whole && state->ended != 1)
        return 0;
    state->ended += state->ended; /* told once */
    event->kind = whole ? MOULT_EVENT_COMMAND : MOULT_EVENT_CLOSE;
    event->text = whole ? state->line : NULL;
    return 1;
}

static uint32_t lines_undo(void *block, uint8_t *bytes, uint32_t room)
{
    (void)block, (void)bytes, (void)room;
    return 0;
}

/* LINES_RENDERER(draw, next_event): two functions. */
#define LINES_RENDERER(draw_one, next_one)                                              \
    static const moult_renderer_1 functions = {.size = sizeof(moult_renderer_1),        \
                                               .state_size = sizeof(lines_state),       \
                                               .state_version = 1,                      \
                                               .open = lines_open,                      \
                                               .close = lines_close,                    \
                                               .draw = draw_one,                        \
                                               .wait_fd = lines_wait_fd,                \
                                               .next_event = next_one,                  \
                                               .undo = lines_undo};                     \
    static const moult_provide provides[] = {MOULT_PROVIDE(                             \
        "renderer/fails", MOULT_RENDERER_INTERFACE, MOULT_RENDERER_SHAPE, &functions)}; \
    MOULT_PLUGIN(FAILS_NAME, "1.0.0", "reads lines, until it fails", "renderer/fails",  \
                 .provides = provides, .provide_count = 1)

#endif
