/* SPDX-License-Identifier: MIT */
/* Both ends of the connection. Frame n goes into box n % 2, so the worker may be one frame ahead of
 * the supervisor's copying, and waits only when it is two ahead. */
#include "core/supervisor/link.h"
#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include "core/world/frame.h"

#define TICKS 8u /* a deadline has so many */
#define WAIT_MS 100
#define WAITS_PATIENT 10u /* then a stopped supervisor is woken */

static void *map_shared(uint64_t size)
{
    void *at =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at != MAP_FAILED ? at : NULL;
}

moult_status moult__link_open(moult__link *link, uint32_t deadline_ms, moult__report *report)
{
    memset(link, 0, sizeof *link);
    link->socket = -1;
    link->supervisor = getpid();
    link->tick_ms = deadline_ms / TICKS != 0 ? deadline_ms / TICKS : 1;
    link->shared = map_shared(sizeof *link->shared);
    for (uint32_t i = 0; i < 2; i++)
        link->box[i] = map_shared(MOULT__BOX_SIZE);
    link->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (link->shared != NULL && link->box[0] != NULL && link->box[1] != NULL && link->timer >= 0) {
        link->shared->terminal = -1;
        return MOULT_OK;
    }
    moult_status status = moult__refuse(report, MOULT_IO, "moult play",
                                        "the supervisor can't be set up: %s. Play without it: "
                                        "--no-supervisor",
                                        strerror(errno));
    moult__link_close(link);
    return status;
}

void moult__link_close(moult__link *link)
{
    if (link->shared != NULL)
        munmap(link->shared, sizeof *link->shared);
    for (uint32_t i = 0; i < 2; i++)
        if (link->box[i] != NULL)
            munmap(link->box[i], MOULT__BOX_SIZE);
    if (link->timer >= 0)
        close(link->timer);
    if (link->socket >= 0)
        close(link->socket);
    memset(link, 0, sizeof *link);
    link->socket = link->timer = -1;
}

moult_status moult__link_pair(moult__link *link, int *worker, moult__report *report)
{
    int ends[2];
    if (link->socket >= 0)
        close(link->socket);
    link->socket = -1;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return moult__refuse(report, MOULT_IO, "moult play", "no socket for the worker: %s",
                             strerror(errno));
    link->socket = ends[0];
    *worker = ends[1];
    return MOULT_OK;
}

/* -- the worker's side ------------------------------------------------------------------------- */

static int32_t is_orphan(const moult__link *link)
{
    return getppid() != link->supervisor;
}

/* Until the supervisor has copied the frame that lies in the next one's box. One that was stopped
 * behind the game's back is asked to go on. */
static moult_status wait_for_room(moult__link *link)
{
    _Atomic uint32_t *taken = &link->shared->taken;
    for (uint32_t waits = 1;; waits++) {
        const uint32_t now = atomic_load(taken), behind = (uint32_t)link->serial - now;
        if (behind < 2)
            return MOULT_OK;
        if (is_orphan(link))
            return MOULT_IO;
        if (waits % WAITS_PATIENT == 0)
            kill(link->supervisor, SIGCONT);
        const struct timespec pause = {0, WAIT_MS * 1000000L};
        syscall(SYS_futex, taken, FUTEX_WAIT, now, &pause, NULL, 0);
    }
}

moult_status moult__link_send(moult__link *link, moult_world *w)
{
    moult_status status = wait_for_room(link);
    if (status < 0)
        return status;
    const uint64_t serial = link->serial + 1, room = MOULT__BOX_SIZE - sizeof(moult__box);
    moult__box *box = link->box[serial % 2];
    const uint64_t count = moult__frame_write(w, link->whole, serial, box->bytes, room);
    if (count == 0)
        return MOULT_OK;
    if (count > room)
        return MOULT_FULL;
    box->count = count;
    atomic_store_explicit(&box->serial, serial, memory_order_release);
    link->serial = serial;
    link->whole = 0;
    return moult__link_say(link, MOULT__SAYS_FRAME);
}

moult_status moult__link_say(moult__link *link, char what)
{
    /* A full socket is as good: the supervisor has something to read. */
    if (send(link->socket, &what, 1, MSG_NOSIGNAL | MSG_DONTWAIT) == 1 || errno == EAGAIN)
        return MOULT_OK;
    return MOULT_IO;
}

char moult__link_order(moult__link *link, int32_t wait)
{
    char order = 0;
    ssize_t got;
    do
        got = recv(link->socket, &order, 1, wait ? 0 : MSG_DONTWAIT);
    while (got < 0 && errno == EINTR);
    if (got == 1)
        return order;
    return got == 0 || errno != EAGAIN ? MOULT__ORDER_ORPHAN : 0;
}

void moult__link_done(moult__link *link, int code)
{
    link->shared->code = code;
    atomic_store(&link->shared->goodbye, 1);
}

int32_t moult__link_goodbye(moult__link *link)
{
    char order = 0;
    if (!is_orphan(link))
        kill(link->supervisor, SIGCONT);
    if (moult__link_say(link, MOULT__SAYS_GOODBYE) < 0)
        return 0;
    while (order != MOULT__ORDER_GOODBYE && order != MOULT__ORDER_ORPHAN)
        order = moult__link_order(link, 1);
    return order == MOULT__ORDER_GOODBYE;
}

void moult__link_busy(moult__link *link, int32_t busy)
{
    const long tick = busy ? (long)link->tick_ms : 0;
    const struct timespec each = {tick / 1000, tick % 1000 * 1000000L};
    if (atomic_exchange(&link->shared->busy, busy != 0) != (uint32_t)(busy != 0))
        timerfd_settime(link->timer, 0, &(struct itimerspec){each, each}, NULL);
}

/* -- the supervisor's side --------------------------------------------------------------------- */

uint64_t moult__link_take(moult__link *link, uint64_t serial, uint8_t **bytes, uint64_t *room)
{
    moult__box *box = link->box[serial % 2];
    if (atomic_load_explicit(&box->serial, memory_order_acquire) != serial)
        return 0;
    const uint64_t count = box->count;
    if (count == 0 || count > MOULT__BOX_SIZE - sizeof *box)
        return 0;
    if (count > *room) {
        uint8_t *grown = realloc(*bytes, count);
        if (grown == NULL)
            return 0;
        *bytes = grown;
        *room = count;
    }
    memcpy(*bytes, box->bytes, count);
    atomic_store(&link->shared->taken, (uint32_t)serial);
    syscall(SYS_futex, &link->shared->taken, FUTEX_WAKE, 1, NULL, NULL, 0);
    return count;
}
