/* SPDX-License-Identifier: MIT */
/* The terminal as it was, for whoever outlives the renderer. */
#ifndef MOULT_CORE_SYSTEM_TERMINAL_H
#define MOULT_CORE_SYSTEM_TERMINAL_H
#include <stdint.h>
#include <termios.h>

typedef struct moult__terminal {
    int fd; /* standard input, output or error, whichever is one; -1: none is */
    struct termios settings;
} moult__terminal;

/* Notes the settings as they are now. */
void moult__terminal_keep(moult__terminal *terminal);

/* Writes `undo` (when a renderer was there: `shown`), drops what was typed ahead, and puts the
 * settings back. Never waits for a terminal that takes nothing. */
void moult__terminal_restore(const moult__terminal *terminal, int32_t shown, const uint8_t *undo,
                             uint32_t count);

/* Lets keys that raise signals (Ctrl-C, Ctrl-Z, Ctrl-\) come as keys, when the terminal at `fd` is
 * read key by key. */
void moult__terminal_raw_signals(int fd);

#endif
