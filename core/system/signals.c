/* SPDX-License-Identifier: MIT */
/* A signalfd, and the question that decides what a HUP means: is the terminal still there? */
#include "core/system/signals.h"
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

moult_status moult__signals_open(moult__signals *signals, moult__report *report)
{
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGHUP);
    sigaddset(&wanted, SIGTERM);
    sigaddset(&wanted, SIGINT);
    signals->fd = signalfd(-1, &wanted, SFD_NONBLOCK | SFD_CLOEXEC);
    if (signals->fd < 0)
        return moult__refuse(report, MOULT_IO, "signals", "can't be read: %s", strerror(errno));
    pthread_sigmask(SIG_BLOCK, &wanted, &signals->before);
    return MOULT_OK;
}

int moult__signals_fd(const moult__signals *signals)
{
    return signals->fd;
}

int32_t moult__signals_next(moult__signals *signals)
{
    struct signalfd_siginfo about;
    ssize_t got;
    do
        got = read(signals->fd, &about, sizeof about);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof about ? (int32_t)about.ssi_signo : 0;
}

void moult__signals_close(moult__signals *signals)
{
    if (signals->fd < 0)
        return;
    while (moult__signals_next(signals))
        ;
    close(signals->fd);
    signals->fd = -1;
    pthread_sigmask(SIG_SETMASK, &signals->before, NULL);
}

int32_t moult__terminal_gone(int fd)
{
    struct termios settings;
    struct pollfd poller = {.fd = fd, .events = 0};
    if (fd < 0)
        return 0;
    if (tcgetattr(fd, &settings))
        return errno == EIO;
    return poll(&poller, 1, 0) == 1 && (poller.revents & POLLHUP) != 0;
}
