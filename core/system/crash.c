/* SPDX-License-Identifier: MIT */
/* The crash handler.
 *
 * It runs in a process whose memory can't be trusted, so it makes only async-signal-safe calls,
 * allocates nothing, and doesn't wait for a stopped terminal: typed-ahead input is dropped and the
 * settings are set at once, where TCSAFLUSH would first drain the output. It runs once: the
 * handlers are reset on entry, so a fault inside it ends the process at once. What it finds is
 * stored step by step, the kind of the end last: a record without one isn't whole. */
#include "core/system/crash.h"
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <termios.h>
#include <ucontext.h>
#include <unistd.h>
#include "core/system/scan.h"

#define STACK_SIZE (64u * 1024u)
#define WRITE_MS 200 /* for a terminal that takes nothing */

static const struct crash_signal {
    int number;
    const char *name;
    int32_t has_address;
} crash_signals[] = {
    {SIGSEGV, "SIGSEGV", 1}, {SIGBUS, "SIGBUS", 1},   {SIGFPE, "SIGFPE", 1},
    {SIGILL, "SIGILL", 1},   {SIGABRT, "SIGABRT", 0},
};

#define SIGNAL_COUNT MOULT_COUNT(crash_signals)

/* The core's one mutable global: a signal handler gets no pointer of ours. All zero at first, so
 * that the large part of it takes no room in the program. */
static struct crash_state {
    moult__shared *shared; /* NULL: `own` is used */
    pid_t process;         /* the one that opened or shared */
    int32_t is_open, is_hooked, may_fork;
    int32_t has_settings;
    struct termios settings; /* as they were at open */
    void *stack;
    stack_t stack_before;
    struct sigaction before[SIGNAL_COUNT];
    moult__shared own;
} crash;

moult__shared *moult__crash_shared(void)
{
    return crash.shared != NULL ? crash.shared : &crash.own;
}

static void write_bytes(int fd, const void *bytes, size_t count)
{
    const uint8_t *at = bytes;
    while (count) {
        struct pollfd poller = {.fd = fd, .events = POLLOUT};
        if (poll(&poller, 1, WRITE_MS) == 0)
            return;
        ssize_t written = write(fd, at, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return;
        at += written;
        count -= (size_t)written;
    }
}

/* One line in a buffer: snprintf isn't async-signal-safe. */
typedef struct line {
    char text[512];
    size_t used;
} line;

/* At most `most` letters: not every text is sure to end. */
static void line_add(line *to, const char *text, size_t most)
{
    while (most-- > 0 && *text && to->used < sizeof to->text - 1)
        to->text[to->used++] = *text++;
}

static void line_say(line *to, const char *text)
{
    line_add(to, text, sizeof to->text);
}

static void line_add_hex(line *to, uintptr_t value)
{
    char digits[2 * sizeof value + 1];
    size_t at = sizeof digits - 1;
    digits[at] = 0;
    do
        digits[--at] = "0123456789abcdef"[value & 15];
    while (value >>= 4);
    line_say(to, "0x");
    line_say(to, digits + at);
}

static void restore_terminal(void)
{
    const moult__shared *own = &crash.own;
    if (own->terminal < 0)
        return;
    write_bytes(own->terminal, own->undo, own->undo_count);
    tcflush(own->terminal, TCIFLUSH);
    if (crash.has_settings)
        tcsetattr(own->terminal, TCSANOW, &crash.settings);
}

/* Who is named: the plugin that the scan found, else the one in the box, whose stage is only told
 * with it. */
static void tell_who(line *last)
{
    const moult__shared *own = &crash.own;
    uint32_t found = own->blame.plugin;
    if (found != 0 && found != moult__roster_of(own, (uintptr_t)own->plugin)) {
        line_add(last, own->roster[found - 1].label, sizeof own->roster[0].label);
        return;
    }
    line_say(last, own->plugin ? own->plugin : "moult");
    if (own->plugin && own->stage) {
        line_say(last, " ");
        line_say(last, own->stage);
    }
}

static void tell(const struct crash_signal *about, const siginfo_t *info)
{
    line last = {.used = 0};
    line_say(&last, "error  ");
    tell_who(&last);
    line_say(&last, ": ");
    line_say(&last, about->name);
    /* A positive code comes from the processor; only then is the address meant. */
    if (about->has_address && info->si_code > 0) {
        line_say(&last, " at ");
        line_add_hex(&last, (uintptr_t)info->si_addr);
    }
    line_say(&last, ". The game ended here; the last save is as it was");
    last.text[last.used++] = '\n';
    write_bytes(STDERR_FILENO, last.text, last.used);
}

/* Everything before it is stored before everything behind it, for whoever reads after our end. */
static void step(void)
{
    atomic_thread_fence(memory_order_seq_cst);
}

static void record(uint32_t kind, const moult__stand *stand)
{
    moult__shared *shared = moult__crash_shared();
    step();
    shared->blame.place = stand->place;
    step();
    moult__scan(shared, stand);
    step();
    atomic_store(&shared->blame.kind, kind);
}

static moult__stand stand_of(const siginfo_t *info, const void *context)
{
    const ucontext_t *at = context;
    moult__stand stand = {.fault = info->si_code > 0};
#if defined(__x86_64__)
    stand.place = (uint64_t)at->uc_mcontext.gregs[REG_RIP];
    stand.stack = (uint64_t)at->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
    stand.place = at->uc_mcontext.pc;
    stand.link = at->uc_mcontext.regs[30];
    stand.stack = at->uc_mcontext.sp;
#else
    (void)at;
#endif
    return stand;
}

static void reset_handlers(void)
{
    for (uint32_t i = 0; i < SIGNAL_COUNT; i++)
        signal(crash_signals[i].number, SIG_DFL);
}

/* The signal is sent again while it is blocked, so it arrives when the handler returns; a fault
 * would also come again by itself, one that was sent with kill wouldn't. */
static void handle(int number, siginfo_t *info, void *context)
{
    moult__blame *blame = &moult__crash_shared()->blame;
    const moult__stand stand = stand_of(info, context);
    reset_handlers();
    if (crash.shared == NULL)
        restore_terminal();
    blame->number = number;
    blame->code = info->si_code;
    blame->address = info->si_code > 0 ? (uintptr_t)info->si_addr : 0;
    record(MOULT__BLAME_SIGNAL, &stand);
    for (uint32_t i = 0; i < SIGNAL_COUNT && crash.shared == NULL; i++)
        if (crash_signals[i].number == number)
            tell(&crash_signals[i], info);
    raise(number);
}

/* Whether a supervisor looks at this very process. */
static int32_t is_watched(void)
{
    return crash.is_open && crash.shared != NULL && crash.process == getpid();
}

/* exit() that nobody of ours called. */
static void at_exit(void)
{
    if (!is_watched() || atomic_load(&crash.shared->goodbye) != 0)
        return;
    const moult__stand stand = {.stack = (uintptr_t)__builtin_frame_address(0)};
    record(MOULT__BLAME_EXIT, &stand);
    _exit(MOULT__CRASH_EXIT);
}

static void in_parent(void)
{
    crash.may_fork = 0;
}

static void in_child(void)
{
    if (!crash.is_open || crash.shared == NULL)
        return;
    if (!crash.may_fork)
        _exit(0);
    crash.may_fork = 0;
    crash.shared = NULL;
    crash.own.terminal = -1;
}

static void hook(void)
{
    crash.process = getpid();
    if (crash.is_hooked || !crash.is_open || crash.shared == NULL)
        return;
    crash.is_hooked = 1;
    atexit(at_exit);
    pthread_atfork(NULL, in_parent, in_child);
}

static void keep_settings(void)
{
    crash.has_settings = 0;
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO && !crash.has_settings; fd++)
        crash.has_settings = !tcgetattr(fd, &crash.settings);
}

moult_status moult__crash_open(void)
{
    if (crash.is_open) {
        hook();
        return MOULT_OK;
    }
    crash.stack = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (crash.stack == MAP_FAILED)
        return MOULT_MEMORY;
    stack_t stack = {.ss_sp = crash.stack, .ss_size = STACK_SIZE};
    if (sigaltstack(&stack, &crash.stack_before)) {
        munmap(crash.stack, STACK_SIZE);
        return MOULT_IO;
    }
    keep_settings();
    moult__crash_shared()->terminal = -1;
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    /* With SIGTTOU blocked, a background process may set its terminal without being stopped. */
    sigfillset(&action.sa_mask);
    for (uint32_t i = 0; i < SIGNAL_COUNT; i++)
        sigaction(crash_signals[i].number, &action, &crash.before[i]);
    crash.is_open = 1;
    hook();
    return MOULT_OK;
}

void moult__crash_share(moult__shared *shared)
{
    crash.shared = shared;
    if (shared != NULL) {
        shared->plugin = shared->stage = shared->last = NULL;
        atomic_store(&shared->blame.kind, MOULT__BLAME_NONE);
    }
    hook();
}

void moult__crash_loading(const char *label, const char *path, uint64_t content)
{
    moult__shared *shared = moult__crash_shared();
    const int32_t some = label != NULL && path != NULL;
    snprintf(shared->loading_label, sizeof shared->loading_label, "%s", some ? label : "");
    snprintf(shared->loading_path, sizeof shared->loading_path, "%s", some ? path : "");
    shared->loading_content = content;
}

void moult__crash_writing(int32_t begins)
{
    atomic_store(&moult__crash_shared()->writing, begins != 0);
}

void moult__crash_may_fork(int32_t may)
{
    crash.may_fork = may;
}

void moult__crash_terminal(int fd, const void *undo, uint32_t count)
{
    moult__shared *shared = moult__crash_shared();
    shared->terminal = -1; /* none while the bytes change */
    step();
    shared->undo_count = count < MOULT__UNDO_MAX ? count : MOULT__UNDO_MAX;
    if (shared->undo_count)
        memcpy(shared->undo, undo, shared->undo_count);
    step();
    shared->terminal = fd;
}

/* The only writer of `calls`, so it needs no locked instruction. */
void moult__crash_box(const char *plugin, const char *stage)
{
    moult__shared *shared = moult__crash_shared();
    shared->plugin = plugin;
    shared->stage = stage;
    if (plugin != NULL)
        shared->last = plugin;
    uint64_t calls = atomic_load_explicit(&shared->calls, memory_order_relaxed);
    atomic_store_explicit(&shared->calls, calls + 1, memory_order_relaxed);
}

void moult__crash_close(void)
{
    if (!crash.is_open)
        return;
    for (uint32_t i = 0; i < SIGNAL_COUNT; i++)
        sigaction(crash_signals[i].number, &crash.before[i], NULL);
    moult__crash_shared()->terminal = -1;
    sigaltstack(&crash.stack_before, NULL);
    munmap(crash.stack, STACK_SIZE);
    crash.is_open = 0;
}
