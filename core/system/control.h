/* SPDX-License-Identifier: MIT */
/* The control socket: how `moult reload` and `moult list` talk to a running game.
 *
 * A Unix socket RUNTIME/PID.sock, for its user alone. One connection is one request: a line of at
 * most MOULT__REQUEST_MAX bytes goes in; "CODE\n" and a text come out, and the connection ends.
 * The game polls one descriptor and serves between turns; whoever is slow is dropped, never
 * waited for. */
#ifndef MOULT_CORE_SYSTEM_CONTROL_H
#define MOULT_CORE_SYSTEM_CONTROL_H
#include "core/system/error.h"
#include <sys/types.h>

#define MOULT__REQUEST_MAX 4096
#define MOULT__REPLY_ROOM 65536
#define MOULT__CONTROL_CLIENTS 16
#define MOULT__CONTROL_PATIENCE_MS 1000 /* for a client to send its line and to take its answer */
#define MOULT__GAMES_MAX 64

/* Answers one request: writes a text with its final zero into `reply` (of `room` bytes, "" before)
 * and returns the exit code for the asker. `line` has no newline. Called by moult__control_serve
 * only; must not close the control. */
typedef int32_t (*moult__control_handler)(void *context, const char *line, char *reply,
                                          uint32_t room);

typedef struct moult__control moult__control;

/* Makes the socket of this process. MOULT_IO, MOULT_MEMORY; MOULT_FULL: this process has one. */
moult_status moult__control_open(moult__control **control, moult__report *report);

/* Becomes readable when there is something to serve. */
int moult__control_fd(const moult__control *control);

/* Accepts, reads, answers and drops (other users at once) as far as that goes without waiting.
 * Answers how many requests the handler was given. At most MOULT__CONTROL_CLIENTS at once; others
 * wait for their turn. */
uint32_t moult__control_serve(moult__control *control, moult__control_handler handler,
                              void *context);

/* Removes the socket, whoever made it: for a child that outlives its parent. NULL is fine. */
void moult__control_remove(const moult__control *control);

/* Ends all connections and, in the process that opened it, removes the socket. NULL is fine. */
void moult__control_close(moult__control *control);

/* Sends a line to the game of process `pid`, which may be its worker's (0: the only one that runs),
 * and waits for its answer, at most 30 seconds. `*reply` is the caller's to free, `*code` the
 * game's exit code for us. MOULT_UNKNOWN: no such game, or pid is 0 and there are several: the text
 * lists them. MOULT_IO: no or no whole answer. MOULT_RANGE: the line is too long, or has a newline.
 * MOULT_MEMORY. */
moult_status moult__control_ask(pid_t pid, const char *line, char **reply, int32_t *code,
                                moult__report *report);

/* The running games of this user, in order; answers their number, at most `room`. Sockets of dead
 * processes are removed. */
uint32_t moult__control_find(pid_t *pids, uint32_t room);

#endif
