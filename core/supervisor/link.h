/* SPDX-License-Identifier: MIT */
/* What connects supervisor and worker: the shared memory, two outboxes for frames, a socket, and a
 * timer that runs only while the worker has something to do, so that an idle game costs nothing.
 *
 * Over the socket go single bytes. From the worker: a frame is there, it was hung up, it wants to
 * be stopped. From the supervisor: orders. Its end closes when either process is gone, whatever the
 * reason, and that is how the other one knows. */
#ifndef MOULT_CORE_SUPERVISOR_LINK_H
#define MOULT_CORE_SUPERVISOR_LINK_H
#include <sys/types.h>
#include "core/supervisor/shared.h"
#include "core/world/world.h"

#define MOULT__BOX_SIZE ((uint64_t)96 << 20) /* of addresses: pages are taken when written */

/* From the worker. */
#define MOULT__SAYS_FRAME 'f'
#define MOULT__SAYS_HANGUP 'h'
#define MOULT__SAYS_SUSPEND 'z' /* the terminal is given back: stop now */
#define MOULT__SAYS_GOODBYE 'g' /* it leaves: answered by the same */

/* From the supervisor. */
#define MOULT__ORDER_RELOAD 'r'
#define MOULT__ORDER_LEAVE 'l'
#define MOULT__ORDER_SUSPEND 's'
#define MOULT__ORDER_RESUME 'c'
#define MOULT__ORDER_WHOLE 'w' /* a frame was no good: the next one has everything */
#define MOULT__ORDER_GOODBYE 'g'
#define MOULT__ORDER_ORPHAN 'o' /* not sent: the supervisor is gone */

/* A frame on its way. The serial is stored last: a box is whole when it has the one expected. */
typedef struct moult__box {
    _Atomic uint64_t serial;
    uint64_t count;
    uint8_t bytes[];
} moult__box;

typedef struct moult__link {
    moult__shared *shared;
    moult__box *box[2];
    int socket; /* this process's end; -1: closed */
    int timer;  /* ticks while the worker is busy */
    uint32_t tick_ms;
    pid_t supervisor;
    uint64_t serial;    /* of the newest frame sent */
    int32_t whole;      /* the next frame has everything */
    int32_t overflowed; /* a frame didn't fit: told once */
} moult__link;

/* Maps what is shared. To be called before the fork. MOULT_MEMORY, MOULT_IO. */
moult_status moult__link_open(moult__link *link, uint32_t deadline_ms, moult__report *report);
void moult__link_close(moult__link *link);

/* A fresh pair of sockets: this process keeps the supervisor's end; `*worker` is the other one. */
moult_status moult__link_pair(moult__link *link, int *worker, moult__report *report);

/* -- the worker's side ------------------------------------------------------------------------- */
/* Sends what has changed in the world since the last frame. Waits while both boxes are full.
 * MOULT_OK also when nothing had changed; MOULT_FULL: it doesn't fit, the supervisor keeps what it
 * has; MOULT_IO: there is no supervisor any more. */
moult_status moult__link_send(moult__link *link, moult_world *w);
moult_status moult__link_say(moult__link *link, char what);

/* The next order, 0 when there is none; MOULT__ORDER_ORPHAN when there will be none. `wait`: until
 * there is one. */
char moult__link_order(moult__link *link, int32_t wait);

/* The game is over and kept: the worker only tidies up. */
void moult__link_done(moult__link *link, int code);

/* The worker's last word; 0: there is no supervisor to hear it. One that was stopped is woken, or
 * it would never know. */
int32_t moult__link_goodbye(moult__link *link);

/* From here on, or until here, a plugin's call may take too long. */
void moult__link_busy(moult__link *link, int32_t busy);

/* -- the supervisor's side --------------------------------------------------------------------- */
/* The frame of that number when it is there and whole: copied into `*bytes` (grown as needed), then
 * its box may be used again. Answers its bytes; 0: it isn't there. */
uint64_t moult__link_take(moult__link *link, uint64_t serial, uint8_t **bytes, uint64_t *room);

#endif
