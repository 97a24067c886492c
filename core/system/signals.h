/* SPDX-License-Identifier: MIT */
/* HUP, TERM and INT as things to be read, not as interruptions.
 *
 * They are blocked and read from a descriptor between turns, so that no code ever runs in the
 * middle of a turn, and no flag is shared with a handler. WINCH, TSTP and CONT stay with the
 * renderer. */
#ifndef MOULT_CORE_SYSTEM_SIGNALS_H
#define MOULT_CORE_SYSTEM_SIGNALS_H
#include "core/system/error.h"
#include <signal.h>

typedef struct moult__signals {
    int fd; /* a signalfd; -1 when closed */
    sigset_t before;
} moult__signals;

/* Blocks the three. To be called before any thread is made, since threads inherit the mask; so do
 * processes that are started, which must unblock them. MOULT_IO. */
moult_status moult__signals_open(moult__signals *signals, moult__report *report);

/* Becomes readable when a signal has come. */
int moult__signals_fd(const moult__signals *signals);

/* The next signal's number, or 0. Signals of one number that came meanwhile are one. Never
 * waits. */
int32_t moult__signals_next(moult__signals *signals);

/* Gives back the mask. Signals that weren't read are dropped. */
void moult__signals_close(moult__signals *signals);

/* Whether the terminal behind `fd` has been hung up: tells a closed window from `kill -HUP`,
 * which a signal itself can't. 0 for what never was a terminal, and for fd -1. */
int32_t moult__terminal_gone(int fd);

#endif
