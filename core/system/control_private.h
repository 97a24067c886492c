/* SPDX-License-Identifier: MIT */
/* What the two ends of the control socket, control.c and control_ask.c, share. */
#ifndef MOULT_CORE_SYSTEM_CONTROL_PRIVATE_H
#define MOULT_CORE_SYSTEM_CONTROL_PRIVATE_H
#include "core/system/control.h"
#include <sys/socket.h>
#include <sys/un.h>

#define MOULT__CODE_ROOM 16 /* "CODE\n" before a reply's text */

/* Milliseconds of a clock that is never set. */
int64_t moult__control_clock(void);

/* The address of a process's socket; makes the runtime folder. */
moult_status moult__control_address(pid_t pid, struct sockaddr_un *address, moult__report *report);

/* A connected socket that never blocks, or -1 with errno. EAGAIN: it lives, but too many wait. */
int moult__control_connect(const struct sockaddr_un *address);

#endif
