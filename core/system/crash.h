/* SPDX-License-Identifier: MIT */
/* The last words of a process: the terminal is given back, and the plugin at fault is named.
 *
 * Between open and close SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT write the renderer's undo
 * bytes to the terminal, restore its settings, drop what was typed ahead, and say in one line on
 * standard error what happened. The signal then takes its ordinary course, so that exit status
 * and core dump are as ever. One per process: a signal handler can't be given a context. */
#ifndef MOULT_CORE_SYSTEM_CRASH_H
#define MOULT_CORE_SYSTEM_CRASH_H
#include "core/system/error.h"

#define MOULT__UNDO_MAX 1024

/* Installs the handlers, on a stack of their own (of the calling thread), and keeps the settings of
 * the terminal at standard input, output or error, whichever is one. To be called before a renderer
 * opens. MOULT_MEMORY, MOULT_IO. Opening twice is fine. */
moult_status moult__crash_open(void);

/* The terminal to be given back, and the bytes that undo what the renderer did to it. They are
 * copied; at most MOULT__UNDO_MAX are kept. fd -1: no terminal. To be called with -1 when a
 * renderer has closed. */
void moult__crash_terminal(int fd, const void *undo, uint32_t count);

/* The black box: whose code runs next ("ai-wolf@0.3") and what it is called for ("turn"). Two
 * stores; the texts must live until the next call. NULL, NULL: the core's own code. */
void moult__crash_box(const char *plugin, const char *stage);

/* Puts back the handlers and the stack that were there before. */
void moult__crash_close(void);

#endif
