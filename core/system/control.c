/* SPDX-License-Identifier: MIT */
/* The game's end of the control socket.
 *
 * An epoll descriptor holds the listener, a timer and the clients, so that the game has one thing
 * to poll. The timer runs only while somebody is connected: an idle game is never woken. While all
 * places are taken the listener is left out, else a waiting client would make the game spin. */
#include "core/system/control_private.h"
#include "core/system/text.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { TAG_LISTENER = MOULT__CONTROL_CLIENTS, TAG_TIMER };

typedef struct client {
    int fd; /* -1: free */
    uint32_t used;
    int64_t deadline;
    char *reply; /* NULL while the line is read */
    size_t size, sent;
    char line[MOULT__REQUEST_MAX + 1];
} client;

struct moult__control {
    int epoll, listener, timer;
    pid_t pid;
    uint32_t connected;
    int64_t paused; /* until when nobody is accepted, because the system can't; 0: not so */
    struct sockaddr_un address;
    client clients[MOULT__CONTROL_CLIENTS];
};

int64_t moult__control_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int watch_fd(moult__control *control, int operation, int fd, uint32_t events, uint32_t tag)
{
    struct epoll_event event = {.events = events, .data.u32 = tag};
    return epoll_ctl(control->epoll, operation, fd, &event);
}

/* Binds, over a socket that a dead process of this number left behind. */
static int bind_listener(moult__control *control)
{
    const struct sockaddr *address = (const struct sockaddr *)&control->address;
    /* The mode of the socket becomes that of its name, so it is never open to others. */
    if (fchmod(control->listener, 0600))
        return -1;
    if (!bind(control->listener, address, sizeof control->address))
        return 0;
    if (errno != EADDRINUSE)
        return -1;
    int probe = moult__control_connect(&control->address);
    if (probe >= 0) {
        close(probe);
        errno = EADDRINUSE;
        return -1;
    }
    unlink(control->address.sun_path);
    return bind(control->listener, address, sizeof control->address);
}

static int open_descriptors(moult__control *control)
{
    control->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    control->epoll = epoll_create1(EPOLL_CLOEXEC);
    control->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    if (control->listener < 0 || control->epoll < 0 || control->timer < 0 || bind_listener(control))
        return -1;
    control->pid = getpid(); /* from here on the socket's name is ours to remove */
    if (listen(control->listener, 64) ||
        watch_fd(control, EPOLL_CTL_ADD, control->listener, EPOLLIN, TAG_LISTENER) ||
        watch_fd(control, EPOLL_CTL_ADD, control->timer, EPOLLIN, TAG_TIMER))
        return -1;
    return 0;
}

moult_status moult__control_open(moult__control **out, moult__report *report)
{
    *out = NULL;
    moult__control *control = calloc(1, sizeof *control);
    if (!control)
        return moult__refuse(report, MOULT_MEMORY, "control", "out of memory");
    control->listener = control->epoll = control->timer = -1;
    for (uint32_t i = 0; i < MOULT__CONTROL_CLIENTS; i++)
        control->clients[i].fd = -1;
    moult_status status = moult__control_address(getpid(), &control->address, report);
    if (status >= 0 && open_descriptors(control)) {
        int error = errno;
        status = moult__refuse(report, error == EADDRINUSE ? MOULT_FULL : MOULT_IO,
                               control->address.sun_path, "can't be opened: %s", strerror(error));
    }
    if (status < 0)
        moult__control_close(control);
    else
        *out = control;
    return status;
}

int moult__control_fd(const moult__control *control)
{
    return control->epoll;
}

/* Runs the timer to the earliest deadline, or stops it. */
static void set_timer(moult__control *control)
{
    int64_t earliest = control->paused ? control->paused : INT64_MAX;
    for (uint32_t i = 0; i < MOULT__CONTROL_CLIENTS; i++)
        if (control->clients[i].fd >= 0 && control->clients[i].deadline < earliest)
            earliest = control->clients[i].deadline;
    struct itimerspec when = {{0, 0}, {0, 0}};
    if (earliest != INT64_MAX) {
        when.it_value.tv_sec = (time_t)(earliest / 1000);
        when.it_value.tv_nsec = (long)(earliest % 1000) * 1000000;
    }
    timerfd_settime(control->timer, TFD_TIMER_ABSTIME, &when, NULL);
}

static void drop(moult__control *control, client *c)
{
    char unread[4096];
    /* Bytes left unread would reach the client as a reset connection instead of an end. */
    for (uint32_t i = 0; i < 64 && recv(c->fd, unread, sizeof unread, MSG_DONTWAIT) > 0; i++)
        ;
    close(c->fd);
    free(c->reply);
    c->reply = NULL;
    c->fd = -1;
    if (control->connected-- == MOULT__CONTROL_CLIENTS)
        watch_fd(control, EPOLL_CTL_MOD, control->listener, EPOLLIN, TAG_LISTENER);
}

static int is_ours(int fd)
{
    struct ucred peer;
    socklen_t size = sizeof peer;
    return !getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) &&
           (peer.uid == geteuid() || peer.uid == 0);
}

/* Whoever isn't ours hears why, as far as that goes without waiting. */
static void turn_away(int fd)
{
    char text[256];
    const int length = snprintf(text, sizeof text, "%u\nerror  control: %s\n", MOULT__EXIT_REFUSED,
                                moult__translate("this game is another user's"));
    (void)!send(fd, text, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT);
    close(fd);
}

static void accept_clients(moult__control *control)
{
    while (control->connected < MOULT__CONTROL_CLIENTS) {
        int fd = accept4(control->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd < 0 && (errno == EAGAIN || errno == EINTR || errno == ECONNABORTED))
            return;
        if (fd < 0) {
            /* Out of descriptors: waiting clients would otherwise make the game spin. */
            control->paused = moult__control_clock() + MOULT__CONTROL_PATIENCE_MS;
            break;
        }
        uint32_t i = 0;
        while (control->clients[i].fd >= 0)
            i++;
        if (!is_ours(fd)) {
            turn_away(fd);
            continue;
        }
        if (watch_fd(control, EPOLL_CTL_ADD, fd, EPOLLIN, i)) {
            close(fd);
            continue;
        }
        client *c = &control->clients[i];
        c->fd = fd;
        c->used = 0;
        c->deadline = moult__control_clock() + MOULT__CONTROL_PATIENCE_MS;
        control->connected++;
    }
    watch_fd(control, EPOLL_CTL_MOD, control->listener, 0, TAG_LISTENER);
}

static void send_reply(moult__control *control, client *c)
{
    while (c->sent < c->size) {
        ssize_t sent = send(c->fd, c->reply + c->sent, c->size - c->sent, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0 && errno == EAGAIN) {
            watch_fd(control, EPOLL_CTL_MOD, c->fd, EPOLLOUT, (uint32_t)(c - control->clients));
            return;
        }
        if (sent <= 0)
            break;
        c->sent += (size_t)sent;
    }
    drop(control, c);
}

/* Makes the answer: the code's line is put before the text once the code is known. */
static uint32_t answer(moult__control *control, client *c, const char *refusal,
                       moult__control_handler handler, void *context)
{
    c->reply = malloc(MOULT__CODE_ROOM + MOULT__REPLY_ROOM);
    if (!c->reply) {
        drop(control, c);
        return 0;
    }
    char *text = c->reply + MOULT__CODE_ROOM, code_line[MOULT__CODE_ROOM];
    text[0] = 0;
    int32_t code = (int32_t)MOULT__EXIT_USAGE;
    if (refusal)
        snprintf(text, MOULT__REPLY_ROOM, "error  control: %s", moult__translate(refusal));
    else
        code = handler(context, c->line, text, MOULT__REPLY_ROOM);
    size_t length = (size_t)snprintf(code_line, sizeof code_line, "%d\n", (int)code);
    memcpy(text - length, code_line, length);
    memmove(c->reply, text - length, length + strlen(text));
    c->size = length + strlen(text);
    c->sent = 0;
    /* A slow handler doesn't use up its client's time. */
    c->deadline = moult__control_clock() + MOULT__CONTROL_PATIENCE_MS;
    send_reply(control, c);
    return refusal == NULL;
}

static uint32_t read_line(moult__control *control, client *c, moult__control_handler handler,
                          void *context)
{
    ssize_t got;
    do
        got = recv(c->fd, c->line + c->used, sizeof c->line - c->used, 0);
    while (got < 0 && errno == EINTR);
    if (got < 0 && errno == EAGAIN)
        return 0;
    if (got <= 0) {
        drop(control, c);
        return 0;
    }
    char *newline = memchr(c->line + c->used, '\n', (size_t)got);
    c->used += (uint32_t)got;
    if (!newline && c->used < sizeof c->line)
        return 0;
    if (!newline)
        return answer(control, c, "the request is too long: at most 4096 bytes", handler, context);
    *newline = 0;
    if (strlen(c->line) != (size_t)(newline - c->line))
        return answer(control, c, "the request has a zero byte", handler, context);
    return answer(control, c, NULL, handler, context);
}

uint32_t moult__control_serve(moult__control *control, moult__control_handler handler,
                              void *context)
{
    struct epoll_event events[MOULT__CONTROL_CLIENTS + 2];
    uint32_t served = 0;
    uint64_t ticks;
    int count = epoll_wait(control->epoll, events, (int)MOULT_COUNT(events), 0);
    for (int i = 0; i < count; i++) {
        uint32_t tag = events[i].data.u32;
        if (tag == TAG_LISTENER)
            accept_clients(control);
        else if (tag == TAG_TIMER) {
            if (read(control->timer, &ticks, sizeof ticks) < 0)
                continue;
        } else if (control->clients[tag].fd >= 0 && control->clients[tag].reply)
            send_reply(control, &control->clients[tag]);
        else if (control->clients[tag].fd >= 0)
            served += read_line(control, &control->clients[tag], handler, context);
    }
    int64_t clock = moult__control_clock();
    for (uint32_t i = 0; i < MOULT__CONTROL_CLIENTS; i++)
        if (control->clients[i].fd >= 0 && control->clients[i].deadline <= clock)
            drop(control, &control->clients[i]);
    if (control->paused && control->paused <= clock) {
        control->paused = 0;
        watch_fd(control, EPOLL_CTL_MOD, control->listener, EPOLLIN, TAG_LISTENER);
    }
    if (count > 0)
        set_timer(control);
    return served;
}

void moult__control_remove(const moult__control *control)
{
    if (control != NULL)
        unlink(control->address.sun_path);
}

void moult__control_close(moult__control *control)
{
    if (!control)
        return;
    for (uint32_t i = 0; i < MOULT__CONTROL_CLIENTS; i++)
        if (control->clients[i].fd >= 0)
            drop(control, &control->clients[i]);
    /* A child that closes its copy leaves the game's socket alone. */
    if (control->pid && control->pid == getpid())
        unlink(control->address.sun_path);
    if (control->listener >= 0)
        close(control->listener);
    if (control->timer >= 0)
        close(control->timer);
    if (control->epoll >= 0)
        close(control->epoll);
    free(control);
}
