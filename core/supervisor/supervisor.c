/* SPDX-License-Identifier: MIT */
/* The supervisor's loop: frames, signals, deadlines, deaths.
 *
 * It waits in one poll for signals, for the worker's words, and for the tick that runs while the
 * worker is busy; while the game is idle nothing wakes it. Of the two images the older one is
 * brought up to date, then they change places, so that one whole world is always there. */
#include "core/supervisor/supervisor.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include "core/plugin/build.h"
#include "core/supervisor/deadline.h"
#include "core/supervisor/verdict.h"
#include "core/system/crash.h"
#include "core/system/signals.h"
#include "core/system/terminal.h"
#include "core/system/text.h"

#define SERIALS_A_WORKER 100000u
#define LEAVE_MS 10000 /* for a worker that was told to leave */
#define TOLD_SIZE 4096u
#define MEMORY_MAX ((rlim_t)1 << 30) /* bytes that a worker may write to */

typedef struct supervisor {
    const moult__supervision *plan;
    moult__link link;
    moult__image *image[2]; /* [newest] is that of the last frame */
    uint32_t newest;
    uint64_t serial;         /* of the last frame that came, good or not */
    uint8_t *frame, *before; /* the newest one, and the one before it, as they came */
    uint64_t frame_room, before_room, before_count;
    moult__verdicts verdicts;
    moult__deadline deadline;
    moult__terminal terminal;
    moult__control *control;
    char stage[MOULT__PATH_SIZE], told[TOLD_SIZE];
    sigset_t mask; /* before */
    int signals;
    pid_t worker;
    uint32_t workers; /* so far */
    int32_t leaving;  /* 1: the worker was told to; 2: it is a rescue */
    uint32_t rescues; /* that died */
    int32_t suspended;
    int32_t code; /* the worker's, once it has left */
} supervisor;

/* -- frames ------------------------------------------------------------------------------------ */

/* The older image gets the frame that it missed, then this one. */
static int32_t apply(supervisor *s, uint64_t count)
{
    moult__image *older = s->image[1 - s->newest];
    if (s->before_count != 0 &&
        moult__image_serial(older) < moult__image_serial(s->image[s->newest]))
        moult__image_apply(older, s->before, s->before_count, NULL);
    if (moult__image_apply(older, s->frame, count, NULL) < 0)
        return 0;
    uint8_t *bytes = s->before;
    const uint64_t room = s->before_room;
    s->before = s->frame;
    s->before_room = s->frame_room;
    s->before_count = count;
    s->frame = bytes;
    s->frame_room = room;
    s->newest = 1 - s->newest;
    return 1;
}

/* -- the worker -------------------------------------------------------------------------------- */

static void order(const supervisor *s, char what)
{
    if (s->worker > 0)
        send(s->link.socket, &what, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Those that tell of changes are no good behind one that was refused: all is asked for. */
static void take_frames(supervisor *s)
{
    uint64_t count;
    while ((count = moult__link_take(&s->link, s->serial + 1, &s->frame, &s->frame_room)) != 0) {
        s->serial++;
        if (!apply(s, count))
            order(s, MOULT__ORDER_WHOLE);
    }
}

static int32_t has_world(const supervisor *s)
{
    return moult__image_serial(s->image[s->newest]) != 0;
}

static void forget_worker(supervisor *s)
{
    moult__shared *shared = s->link.shared;
    shared->plugin = shared->last = shared->stage = NULL;
    shared->terminal = -1;
    shared->loading_path[0] = shared->loading_label[0] = 0;
    atomic_store(&shared->goodbye, 0);
    atomic_store(&shared->opened, 0);
    atomic_store(&shared->gave_up, 0);
    atomic_store(&shared->unkept, 0);
    atomic_store(&shared->writing, 0);
    atomic_store(&shared->blame.kind, MOULT__BLAME_NONE);
    shared->blame.plugin = 0;
    atomic_store(&shared->roster_count, 0);
    atomic_store(&shared->taken, (uint32_t)s->serial);
    atomic_store(&s->link.box[0]->serial, 0);
    atomic_store(&s->link.box[1]->serial, 0);
    moult__link_busy(&s->link, 0);
}

/* A plugin that takes all memory there is shall fail at its next request, not take the system
 * along. Sanitizers need more addresses than any limit allows. */
static void limit_memory(void)
{
#ifndef __SANITIZE_ADDRESS__
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur <= MEMORY_MAX)
        return;
    limit.rlim_cur = MEMORY_MAX;
    setrlimit(RLIMIT_DATA, &limit);
#endif
}

/* When the newest world can't be kept, the one of the turn before may be. */
static uint32_t which_image(const supervisor *s)
{
    const uint32_t older = 1 - s->newest;
    const int32_t other = s->rescues % 2 != 0 && moult__image_serial(s->image[older]) != 0;
    return other ? older : s->newest;
}

/* In the new process: everything of the supervisor's that isn't meant for it is left behind. */
static int be_worker(supervisor *s, int socket)
{
    const moult__start start = {
        .image = has_world(s) ? s->image[which_image(s)] : NULL,
        .instead = s->verdicts.plan,
        .instead_count = s->verdicts.count,
        .stage = s->stage,
        .serial = s->workers * SERIALS_A_WORKER,
        .control = s->control,
        .told = s->told,
        .again = s->workers > 1,
        .leave = s->leaving == 1,
        .rescue = s->leaving == 2 ? 1 + (int32_t)s->rescues : 0,
    };
    close(s->link.socket);
    close(s->signals);
    s->link.socket = socket;
    s->link.serial = s->serial;
    s->link.whole = 1;
    s->link.overflowed = 0;
    sigprocmask(SIG_SETMASK, &s->mask, NULL);
    limit_memory();
    signal(SIGPIPE, SIG_IGN); /* a reader that left is no crash */
    moult__crash_share(s->link.shared);
    moult__link_busy(&s->link, 1);
    const int code = s->plan->work(s->plan->context, &s->link, &start);
    moult__link_done(&s->link, code);
    if (!moult__link_goodbye(&s->link)) { /* there is nobody else to do it */
        moult__stage_close(s->stage);
        moult__control_remove(s->control);
    }
    return code;
}

/* Copies that the next worker goes on with, or may go back to. */
static int32_t is_planned(const void *context, const char *name)
{
    const moult__verdicts *verdicts = context;
    for (uint32_t i = 0; i < verdicts->count; i++) {
        const char *paths[] = {verdicts->plan[i].staged, verdicts->plan[i].previous};
        for (uint32_t k = 0; k < MOULT_COUNT(paths); k++) {
            const char *base = strrchr(paths[k], '/');
            if (base != NULL && strcmp(base + 1, name) == 0)
                return 1;
        }
    }
    return 0;
}

/* Answers 1 in the worker, when it has ended with s->code. */
static int32_t start_worker(supervisor *s, moult__report *report)
{
    int socket;
    forget_worker(s);
    moult__stage_clear(s->stage, is_planned, &s->verdicts);
    if (moult__link_pair(&s->link, &socket, report) < 0)
        return 0;
    s->workers++;
    fflush(NULL);
    s->worker = fork();
    if (s->worker == 0) {
        s->code = be_worker(s, socket);
        return 1;
    }
    close(socket);
    if (s->worker < 0)
        moult__refuse(report, MOULT_MEMORY, "moult play", "no process can be made: %s",
                      strerror(errno));
    moult__deadline_begin(&s->deadline, s->worker);
    return 0;
}

/* -- death ------------------------------------------------------------------------------------- */

static void tell(supervisor *s, const char *text)
{
    fprintf(stderr, "%s\n", text);
    const size_t used = strlen(s->told);
    if (used + strlen(text) + 2 < sizeof s->told)
        sprintf(s->told + used, "%s\n", text);
}

/* A rescue that came to nothing is tried again, otherwise: with the other image, another saver. */
static int32_t rescue_again(supervisor *s)
{
    if (++s->rescues < MOULT__DEATHS_MAX)
        return has_world(s);
    tell(s, moult__translate("error  moult play: the run couldn't be kept, each attempt failed. Go "
                             "on with the save before it"));
    return 0;
}

/* The game was over: what fails while plugins are unloaded is only told. */
static void tell_late(supervisor *s, int status)
{
    char text[1400];
    moult__fault fault;
    moult__fault_find(s->link.shared, status, moult__deadline_over(&s->deadline), &fault);
    if (fault.plugin == 0 || fault.plugin > MOULT__ROSTER_MAX)
        return;
    const moult__roster_entry *entry = &s->link.shared->roster[fault.plugin - 1];
    snprintf(text, sizeof text,
             moult__translate("warn   %.55s: %s while it was unloaded. The game had ended before. "
                              "Try it: moult check %.1023s"),
             entry->label, fault.cause, entry->path);
    tell(s, text);
}

/* Whether another worker is to be started after this one's end. */
static int32_t judge_end(supervisor *s, int status)
{
    const moult__shared *shared = s->link.shared;
    take_frames(s);
    if (atomic_load(&shared->goodbye) != 0) {
        s->code = WIFEXITED(status) ? WEXITSTATUS(status) : shared->code;
        if (!WIFEXITED(status))
            tell_late(s, status);
        if (s->leaving == 2 && atomic_load(&shared->unkept) != 0)
            return rescue_again(s);
        /* One that couldn't even begin again, or couldn't save, leaves the world with us. */
        const int32_t lost =
            s->leaving != 2 && (atomic_load(&shared->unkept) != 0 ||
                                (s->workers > 1 && atomic_load(&shared->opened) == 0));
        s->leaving = lost ? 2 : s->leaving;
        s->code = lost ? (int)MOULT__EXIT_PLUGIN : s->code;
        return lost && has_world(s);
    }
    moult__terminal_restore(&s->terminal, shared->terminal >= 0, shared->undo, shared->undo_count);
    s->code = (int)MOULT__EXIT_PLUGIN;
    if (s->leaving == 2)
        return rescue_again(s);
    char text[2048];
    moult__fault fault;
    moult__fault_find(shared, status, moult__deadline_over(&s->deadline), &fault);
    s->told[0] = 0;
    const uint32_t verdict = atomic_load(&shared->gave_up) != 0
                                 ? moult__verdict_gave_up(&s->verdicts, shared, text, sizeof text)
                                 : moult__verdict(&s->verdicts, shared, &fault, text, sizeof text);
    tell(s, text);
    if (verdict == MOULT__VERDICT_END)
        s->leaving = 2;
    return s->leaving != 2 || has_world(s);
}

/* 1: this is the worker, and it has ended. */
static int32_t reap(supervisor *s, moult__report *report)
{
    int status;
    if (s->worker <= 0 || waitpid(s->worker, &status, WNOHANG) != s->worker)
        return 0;
    s->worker = 0;
    return judge_end(s, status) ? start_worker(s, report) : 0;
}

/* -- signals, words, ticks --------------------------------------------------------------------- */

/* The whole job stops as the shell expects it, with whoever started us in it; one whose shell is
 * gone, or that a terminal started itself, can't be stopped, and goes on at once. */
static void stop_here(supervisor *s)
{
    sigset_t stop, waiting;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    moult__terminal_restore(&s->terminal, 0, NULL, 0);
    kill(0, SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &stop, NULL); /* here */
    sigprocmask(SIG_BLOCK, &stop, NULL);
    s->suspended = 0;
    /* Whoever is to leave doesn't need the screen, which may be gone, or somebody else's. */
    sigpending(&waiting);
    if (moult__terminal_gone(s->terminal.fd)) {
        s->leaving = 1;
        order(s, MOULT__ORDER_LEAVE);
    } else if (!sigismember(&waiting, SIGTERM) && !sigismember(&waiting, SIGINT)) {
        order(s, MOULT__ORDER_RESUME);
    }
}

static void hangup(supervisor *s)
{
    if (moult__terminal_gone(s->terminal.fd)) {
        s->leaving = 1;
        order(s, MOULT__ORDER_LEAVE);
    } else {
        order(s, MOULT__ORDER_RELOAD);
    }
}

static void read_signals(supervisor *s)
{
    struct signalfd_siginfo about;
    while (read(s->signals, &about, sizeof about) == (ssize_t)sizeof about) {
        if (about.ssi_signo == SIGHUP)
            hangup(s);
        else if (about.ssi_signo == SIGTSTP && s->link.shared->terminal >= 0 && !s->suspended)
            order(s, MOULT__ORDER_SUSPEND);
        else if (about.ssi_signo == SIGTSTP)
            stop_here(s);
        else if (about.ssi_signo == SIGTERM || about.ssi_signo == SIGINT) {
            s->leaving = 1;
            order(s, MOULT__ORDER_LEAVE);
        }
    }
}

static void read_words(supervisor *s)
{
    char words[256];
    const ssize_t got = recv(s->link.socket, words, sizeof words, MSG_DONTWAIT);
    if (got <= 0) { /* it is dying: its end is told by a signal */
        close(s->link.socket);
        s->link.socket = -1;
        return;
    }
    if (memchr(words, MOULT__SAYS_FRAME, (size_t)got) != NULL)
        take_frames(s);
    if (memchr(words, MOULT__SAYS_GOODBYE, (size_t)got) != NULL)
        order(s, MOULT__ORDER_GOODBYE);
    if (memchr(words, MOULT__SAYS_HANGUP, (size_t)got) != NULL)
        hangup(s);
    if (memchr(words, MOULT__SAYS_SUSPEND, (size_t)got) != NULL) {
        s->suspended = 1;
        stop_here(s);
    }
}

/* Until the last worker has left; 1: this is the worker, at its end. */
static int32_t watch(supervisor *s, moult__report *report)
{
    while (s->worker > 0) {
        struct pollfd fds[3] = {
            {s->signals, POLLIN, 0}, {s->link.socket, POLLIN, 0}, {s->link.timer, POLLIN, 0}};
        const int wait = s->leaving == 1 ? LEAVE_MS : moult__deadline_wait(&s->deadline);
        const int ready = poll(fds, MOULT_COUNT(fds), wait);
        if (ready == 0 && s->leaving == 1)
            kill(s->worker, SIGKILL);
        if (ready == 0 || fds[2].revents != 0)
            moult__deadline_tick(&s->deadline, &s->link, s->terminal.fd);
        if (fds[1].revents != 0)
            read_words(s);
        if (fds[0].revents != 0)
            read_signals(s);
        if (reap(s, report))
            return 1;
    }
    return 0;
}

/* -- life -------------------------------------------------------------------------------------- */

static moult_status open_all(supervisor *s, moult__report *report)
{
    sigset_t wanted;
    sigemptyset(&wanted);
    const int numbers[] = {SIGHUP, SIGTERM, SIGINT, SIGTSTP, SIGCHLD};
    for (uint32_t i = 0; i < MOULT_COUNT(numbers); i++)
        sigaddset(&wanted, numbers[i]);
    sigprocmask(SIG_BLOCK, &wanted, &s->mask);
    s->signals = signalfd(-1, &wanted, SFD_NONBLOCK | SFD_CLOEXEC);
    moult__terminal_keep(&s->terminal);
    moult_status status = moult__link_open(&s->link, s->plan->deadline_ms, report);
    for (uint32_t i = 0; i < 2; i++)
        s->image[i] = moult__image_create();
    if (status >= 0 && (s->signals < 0 || s->image[0] == NULL || s->image[1] == NULL))
        status = moult__refuse(report, MOULT_MEMORY, "moult play", "out of memory");
    if (status >= 0)
        status = moult__stage_open(s->stage, sizeof s->stage, report);
    if (status >= 0 && s->plan->control)
        status = moult__control_open(&s->control, report);
    s->deadline.limit_ms = s->plan->deadline_ms;
    return status;
}

static void close_all(supervisor *s)
{
    moult__control_close(s->control);
    moult__stage_close(s->stage);
    moult__link_close(&s->link);
    for (uint32_t i = 0; i < 2; i++)
        moult__image_free(s->image[i]);
    free(s->frame);
    free(s->before);
    if (s->signals >= 0)
        close(s->signals);
    sigprocmask(SIG_SETMASK, &s->mask, NULL);
    free(s);
}

int moult__supervise(const moult__supervision *supervision, moult__report *report)
{
    supervisor *s = calloc(1, sizeof *s);
    if (s == NULL) {
        moult__refuse(report, MOULT_MEMORY, "moult play", "out of memory");
        return -1;
    }
    s->plan = supervision;
    s->signals = -1;
    int32_t is_worker = open_all(s, report) >= 0 && start_worker(s, report);
    if (!is_worker && s->worker > 0)
        is_worker = watch(s, report);
    const int code = s->workers == 0 || s->worker < 0 ? -1 : s->code;
    if (is_worker) /* what is the supervisor's is left alone */
        exit(code);
    close_all(s);
    return code;
}
