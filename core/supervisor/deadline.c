/* SPDX-License-Identifier: MIT */
/* The core itself has a deadline, too, a longer one: a plugin that returned with a lock held stops
 * the core at its next allocation. Writing files is left out of that, since disks may take long. */
#include "core/supervisor/deadline.h"
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define ABORT_MS 50 /* between SIGABRT, for the worker's own words, and SIGKILL */
#define CORE_FACTOR 5u

void moult__deadline_begin(moult__deadline *deadline, pid_t worker)
{
    deadline->worker = worker;
    deadline->calls = 0;
    deadline->stuck_ms = deadline->over_ms = 0;
    deadline->aborting = 0;
}

/* "T" or "t" in /proc/PID/stat, behind the name, which may have any letters. */
static int32_t is_stopped(pid_t pid)
{
    char path[32], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t count = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
    if (fd >= 0)
        close(fd);
    text[count > 0 ? count : 0] = 0;
    const char *name = strrchr(text, ')');
    return name != NULL && (name[2] == 'T' || name[2] == 't');
}

static int32_t takes_nothing(int terminal)
{
    struct pollfd poller = {terminal, POLLOUT, 0};
    return terminal >= 0 && poll(&poller, 1, 0) == 0;
}

void moult__deadline_tick(moult__deadline *deadline, moult__link *link, int terminal)
{
    uint64_t ticks = 0;
    const moult__shared *shared = link->shared;
    if (deadline->aborting) {
        kill(deadline->worker, SIGKILL);
        return;
    }
    if (read(link->timer, &ticks, sizeof ticks) != (ssize_t)sizeof ticks || !shared->busy)
        return;
    const uint64_t calls = shared->calls;
    const int32_t in_core = shared->plugin == NULL && shared->loading_path[0] == 0;
    const uint32_t limit = deadline->limit_ms * (in_core ? CORE_FACTOR : 1);
    if (calls != deadline->calls || (in_core && shared->writing) || is_stopped(deadline->worker) ||
        takes_nothing(terminal)) {
        deadline->calls = calls;
        deadline->stuck_ms = 0;
        return;
    }
    /* Ticks that came together count once: this process may have been the stopped one. */
    deadline->stuck_ms += link->tick_ms;
    if (deadline->stuck_ms < limit)
        return;
    deadline->over_ms = limit;
    deadline->aborting = 1;
    kill(deadline->worker, SIGABRT);
}

int moult__deadline_wait(const moult__deadline *deadline)
{
    return deadline->aborting ? ABORT_MS : -1;
}
