/* SPDX-License-Identifier: MIT */
/* The asker's end of the control socket: finding running games, and asking one.
 *
 * A game runs when something listens at its socket: the number alone may belong to another process
 * by now. A socket is removed only when its process is gone, since between a game's bind and its
 * listen nothing answers either. */
#include "core/system/control_private.h"
#include "core/system/paths.h"
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CONNECT_MS 5000
#define ANSWER_MS 30000

moult_status moult__control_address(pid_t pid, struct sockaddr_un *address, moult__report *report)
{
    char folder[512];
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    moult_status status = moult__path_runtime(folder, sizeof folder, report);
    if (status < 0)
        return status;
    int length =
        snprintf(address->sun_path, sizeof address->sun_path, "%s/%ld.sock", folder, (long)pid);
    if ((size_t)length >= sizeof address->sun_path)
        return moult__refuse(report, MOULT_IO, folder,
                             "is too long a path for a socket. Set XDG_RUNTIME_DIR to a shorter "
                             "one");
    return MOULT_OK;
}

int moult__control_connect(const struct sockaddr_un *address)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd >= 0 && connect(fd, (const struct sockaddr *)address, sizeof *address)) {
        int error = errno;
        close(fd);
        errno = error;
        return -1;
    }
    return fd;
}

static int is_running(pid_t pid)
{
    struct sockaddr_un address;
    if (moult__control_address(pid, &address, NULL) < 0)
        return 0;
    if (kill(pid, 0) && errno == ESRCH) {
        unlink(address.sun_path);
        return 0;
    }
    int fd = moult__control_connect(&address);
    if (fd >= 0)
        close(fd);
    return fd >= 0 || errno == EAGAIN;
}

static int by_number(const void *a, const void *b)
{
    const pid_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

uint32_t moult__control_find(pid_t *pids, uint32_t room)
{
    char folder[512];
    uint32_t count = 0;
    if (moult__path_runtime(folder, sizeof folder, NULL) < 0)
        return 0;
    DIR *entries = opendir(folder);
    const struct dirent *entry;
    while (entries && count < room && (entry = readdir(entries))) {
        char *rest;
        long pid = strtol(entry->d_name, &rest, 10);
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' && !strcmp(rest, ".sock") &&
            pid <= INT32_MAX && is_running((pid_t)pid))
            pids[count++] = (pid_t)pid;
    }
    if (entries)
        closedir(entries);
    qsort(pids, count, sizeof *pids, by_number);
    return count;
}

static moult_status refuse_choice(pid_t pid, const pid_t *pids, uint32_t count,
                                  moult__report *report)
{
    char list[MOULT__GAMES_MAX * 12] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < count; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, " %ld", (long)pids[i]);
    if (!count)
        return moult__refuse(report, MOULT_UNKNOWN, "control",
                             pid ? MOULT_TEXT("process %ld is no running game; there is none. "
                                              "Start one: moult play")
                                 : MOULT_TEXT("no game is running. Start one: moult play"),
                             (long)pid);
    if (pid)
        return moult__refuse(report, MOULT_UNKNOWN, "control",
                             "process %ld is no running game. Running:%s", (long)pid, list);
    return moult__refuse(report, MOULT_UNKNOWN, "control",
                         "%u games are running. Name one by its number:%s", count, list);
}

/* The parent of a process; 0: it isn't there. */
static pid_t parent_of(pid_t pid)
{
    char path[32], line[512] = "";
    long parent = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    FILE *file = fopen(path, "re");
    const char *end = file != NULL && fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
    if (file != NULL)
        fclose(file);
    return end != NULL && sscanf(end, ") %*c %ld", &parent) == 1 ? (pid_t)parent : 0;
}

/* The number of a game, or of the worker of one. */
static moult_status choose(pid_t *pid, moult__report *report)
{
    pid_t pids[MOULT__GAMES_MAX];
    const pid_t parent = *pid > 0 && !is_running(*pid) ? parent_of(*pid) : 0;
    if (parent > 1 && is_running(parent))
        *pid = parent;
    if (*pid > 0 && is_running(*pid))
        return MOULT_OK;
    uint32_t count = moult__control_find(pids, MOULT__GAMES_MAX);
    if (!*pid && count == 1) {
        *pid = pids[0];
        return MOULT_OK;
    }
    return refuse_choice(*pid, pids, count, report);
}

/* Waits until the socket is ready. 0 when the time is up. */
static int wait_for(int fd, short events, int64_t deadline)
{
    for (;;) {
        int64_t left = deadline - moult__control_clock();
        struct pollfd poller = {.fd = fd, .events = events};
        int ready = poll(&poller, 1, left > 0 ? (int)left : 0);
        if (ready > 0 || (ready == 0 && left <= 0) || (ready < 0 && errno != EINTR))
            return ready > 0;
    }
}

static int connect_in_time(const struct sockaddr_un *address)
{
    int64_t deadline = moult__control_clock() + CONNECT_MS;
    int fd = moult__control_connect(address);
    while (fd < 0 && errno == EAGAIN && moult__control_clock() < deadline) {
        poll(NULL, 0, 10);
        fd = moult__control_connect(address);
    }
    return fd;
}

static void send_line(int fd, const char *line, int64_t deadline)
{
    char request[MOULT__REQUEST_MAX + 1];
    size_t size = strlen(line) + 1, sent = 0;
    memcpy(request, line, size - 1);
    request[size - 1] = '\n';
    while (sent < size) {
        if (!wait_for(fd, POLLOUT, deadline))
            return;
        ssize_t now = send(fd, request + sent, size - sent, MSG_NOSIGNAL);
        if (now < 0 && errno != EAGAIN && errno != EINTR)
            return;
        sent += now > 0 ? (size_t)now : 0;
    }
}

/* Reads to the end; the number of bytes, or -1. */
static ssize_t receive(int fd, char *bytes, size_t room, int64_t deadline)
{
    size_t used = 0;
    while (wait_for(fd, POLLIN, deadline)) {
        ssize_t got = recv(fd, bytes + used, room - used, 0);
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            continue;
        if (got <= 0)
            return got < 0 && errno != ECONNRESET ? -1 : (ssize_t)used;
        used += (size_t)got;
        if (used == room)
            return -1;
    }
    return -1;
}

static moult_status exchange(int fd, pid_t pid, const char *line, char **reply, int32_t *code,
                             moult__report *report)
{
    int64_t deadline = moult__control_clock() + ANSWER_MS;
    const size_t room = MOULT__CODE_ROOM + MOULT__REPLY_ROOM;
    char *bytes = malloc(room), *end = NULL;
    if (!bytes)
        return moult__refuse(report, MOULT_MEMORY, "control", "out of memory");
    /* Whoever is turned away is told so before the line is read, which then can't be sent. */
    send_line(fd, line, deadline);
    ssize_t got = receive(fd, bytes, room, deadline);
    long number = 0;
    if (got > 0) {
        bytes[got] = 0;
        number = strtol(bytes, &end, 10);
    }
    if (got <= 0 || end == bytes || *end != '\n') {
        free(bytes);
        return moult__refuse(report, MOULT_IO, "control",
                             got < 0 ? MOULT_TEXT("the game of process %ld gave no answer in time")
                                     : MOULT_TEXT("the game of process %ld gave no answer"),
                             (long)pid);
    }
    memmove(bytes, end + 1, strlen(end + 1) + 1);
    *reply = bytes;
    *code = (int32_t)number;
    return MOULT_OK;
}

moult_status moult__control_ask(pid_t pid, const char *line, char **reply, int32_t *code,
                                moult__report *report)
{
    struct sockaddr_un address;
    *reply = NULL;
    *code = 0;
    if (strlen(line) > MOULT__REQUEST_MAX || strchr(line, '\n'))
        return moult__refuse(report, MOULT_RANGE, "control",
                             "a request is one line of at most %d bytes", MOULT__REQUEST_MAX);
    moult_status status = choose(&pid, report);
    if (status >= 0)
        status = moult__control_address(pid, &address, report);
    if (status < 0)
        return status;
    int fd = connect_in_time(&address);
    if (fd < 0)
        return moult__refuse(report, MOULT_IO, "control",
                             "the game of process %ld can't be reached: %s", (long)pid,
                             strerror(errno));
    status = exchange(fd, pid, line, reply, code, report);
    close(fd);
    return status;
}
