/* SPDX-License-Identifier: MIT */
#include "core/system/terminal.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define WRITE_MS 200

void moult__terminal_keep(moult__terminal *terminal)
{
    terminal->fd = -1;
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO && terminal->fd < 0; fd++)
        if (tcgetattr(fd, &terminal->settings) == 0)
            terminal->fd = fd;
}

static void write_all(int fd, const uint8_t *bytes, uint32_t count)
{
    while (count != 0) {
        struct pollfd poller = {.fd = fd, .events = POLLOUT};
        if (poll(&poller, 1, WRITE_MS) == 0)
            return;
        const ssize_t written = write(fd, bytes, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return;
        bytes += written;
        count -= (uint32_t)written;
    }
}

void moult__terminal_restore(const moult__terminal *terminal, int32_t shown, const uint8_t *undo,
                             uint32_t count)
{
    if (terminal->fd < 0)
        return;
    /* With SIGTTOU blocked, a background process may set its terminal without being stopped. */
    sigset_t quiet, before;
    sigemptyset(&quiet);
    sigaddset(&quiet, SIGTTOU);
    sigprocmask(SIG_BLOCK, &quiet, &before);
    if (shown)
        write_all(terminal->fd, undo, count < 1024 ? count : 1024);
    if (shown)
        tcflush(terminal->fd, TCIFLUSH);
    tcsetattr(terminal->fd, TCSANOW, &terminal->settings);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

void moult__terminal_raw_signals(int fd)
{
    struct termios settings;
    if (tcgetattr(fd, &settings) != 0 || (settings.c_lflag & ICANON) != 0)
        return;
    settings.c_lflag &= ~(tcflag_t)ISIG;
    tcsetattr(fd, TCSANOW, &settings);
}
