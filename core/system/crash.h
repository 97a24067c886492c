/* SPDX-License-Identifier: MIT */
/* The last words of a process: the terminal is given back, and the plugin at fault is named.
 *
 * Between open and close SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT write the renderer's undo
 * bytes to the terminal, restore its settings, drop what was typed ahead, and say in one line on
 * standard error what happened. The signal then takes its ordinary course, so that exit status
 * and core dump are as ever. One per process: a signal handler can't be given a context.
 *
 * A process with a supervisor only leaves a record, in memory that the supervisor reads: the
 * terminal and the words are the supervisor's. Then two other ends are caught as well: exit() by a
 * plugin, and a fork by one, whose child leaves at once. */
#ifndef MOULT_CORE_SYSTEM_CRASH_H
#define MOULT_CORE_SYSTEM_CRASH_H
#include "core/supervisor/shared.h"

/* What exit() by a plugin ends the process with, when a supervisor looks. */
#define MOULT__CRASH_EXIT 70

/* Installs the handlers, on a stack of their own (of the calling thread), and keeps the settings of
 * the terminal at standard input, output or error, whichever is one. To be called before a renderer
 * opens. MOULT_MEMORY, MOULT_IO. Opening twice is fine. */
moult_status moult__crash_open(void);

/* From here on this process is the one whose end a supervisor reads from `shared`, which lives as
 * long as the process; its box and its blame begin empty. Before or after open. NULL: the process's
 * own again. */
void moult__crash_share(moult__shared *shared);

/* Where box, blame and terminal are kept, and whose roster names the builds. */
moult__shared *moult__crash_shared(void);

/* The next fork is the core's own: its child goes on, with the handlers but without the supervisor,
 * until it shares anew. The fork itself sets it back to 0. */
void moult__crash_may_fork(int32_t may);

/* The terminal to be given back, and the bytes that undo what the renderer did to it. They are
 * copied; at most MOULT__UNDO_MAX are kept. fd -1: no terminal. To be called with -1 when a
 * renderer has closed. */
void moult__crash_terminal(int fd, const void *undo, uint32_t count);

/* The black box: whose code runs next ("ai-wolf@0.3") and what it is called for ("turn", a constant
 * text). A few stores; the texts must live until the next call. NULL, NULL: the core's own code. */
void moult__crash_box(const char *plugin, const char *stage);

/* Whose constructors run now, from which file, of what content; NULL: nobody's. */
void moult__crash_loading(const char *label, const char *path, uint64_t content);

/* While files are written, which may take long, and is no plugin's fault. */
void moult__crash_writing(int32_t begins);

/* Puts back the handlers and the stack that were there before. */
void moult__crash_close(void);

#endif
