/* SPDX-License-Identifier: MIT */
/* inotify on folders. A file counts when it is whole (closed after writing, or renamed into place),
 * not when it is made: a linker makes it long before it has written it. */
#include "core/system/watch.h"
#include <errno.h>
#include <stdalign.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#define WATCHED (IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR)

/* Bounds one drain, so that a flood of events can't hold up the game. */
#define READS_MAX 64

moult_status moult__watch_open(moult__watch *watch, moult__report *report)
{
    watch->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (watch->fd >= 0)
        return MOULT_OK;
    return moult__refuse(report, MOULT_IO, "watch",
                         "can't watch folders: %s. Raise the limit: sysctl "
                         "fs.inotify.max_user_instances",
                         strerror(errno));
}

moult_status moult__watch_add(moult__watch *watch, const char *folder, moult__report *report)
{
    if (inotify_add_watch(watch->fd, folder, WATCHED) >= 0)
        return MOULT_OK;
    int error = errno;
    if (error == ENOENT || error == ENOTDIR)
        return moult__refuse(report, MOULT_UNKNOWN, folder, "there is no such folder to watch");
    return moult__refuse(report, MOULT_IO, folder,
                         error == ENOSPC ? MOULT_TEXT("can't be watched: %s. Raise the limit: "
                                                      "sysctl fs.inotify.max_user_watches")
                                         : MOULT_TEXT("can't be watched: %s"),
                         strerror(error));
}

int moult__watch_fd(const moult__watch *watch)
{
    return watch->fd;
}

static int concerns_plugin(const struct inotify_event *event)
{
    if (event->mask & IN_Q_OVERFLOW)
        return 1;
    if (!event->len || event->mask & IN_ISDIR)
        return 0;
    size_t length = strlen(event->name);
    return length > 3 && !strcmp(event->name + length - 3, ".so");
}

uint32_t moult__watch_drain(moult__watch *watch)
{
    alignas(struct inotify_event) char buffer[4096];
    uint32_t found = 0;
    for (uint32_t reads = 0; reads < READS_MAX; reads++) {
        ssize_t got = read(watch->fd, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        for (ssize_t at = 0; at < got;) {
            const struct inotify_event *event = (const void *)(buffer + at);
            found += (uint32_t)concerns_plugin(event);
            at += (ssize_t)(sizeof *event + event->len);
        }
    }
    return found;
}

void moult__watch_close(moult__watch *watch)
{
    if (watch->fd >= 0)
        close(watch->fd);
    watch->fd = -1;
}
