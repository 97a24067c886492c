/* SPDX-License-Identifier: MIT */
/* The crash handler.
 *
 * It runs in a process whose memory can't be trusted, so it makes only async-signal-safe calls,
 * allocates nothing, and doesn't wait for a stopped terminal: typed-ahead input is dropped and the
 * settings are set at once, where TCSAFLUSH would first drain the output. It runs once: the
 * handlers are reset on entry, so a fault inside it ends the process at once. */
#include "core/system/crash.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

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

/* The core's one mutable global: a signal handler gets no pointer of ours. */
static struct crash_state {
    const char *volatile plugin; /* the black box */
    const char *volatile stage;
    int32_t is_open;
    int terminal; /* -1: none */
    int32_t has_settings;
    struct termios settings; /* as they were at open */
    uint8_t undo[MOULT__UNDO_MAX];
    uint32_t undo_count;
    void *stack;
    stack_t stack_before;
    struct sigaction before[SIGNAL_COUNT];
} crash = {.terminal = -1};

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

static void line_add(line *to, const char *text)
{
    while (*text && to->used < sizeof to->text - 1)
        to->text[to->used++] = *text++;
}

static void line_add_hex(line *to, uintptr_t value)
{
    char digits[2 * sizeof value + 1];
    size_t at = sizeof digits - 1;
    digits[at] = 0;
    do
        digits[--at] = "0123456789abcdef"[value & 15];
    while (value >>= 4);
    line_add(to, "0x");
    line_add(to, digits + at);
}

static void restore_terminal(void)
{
    if (crash.terminal < 0)
        return;
    write_bytes(crash.terminal, crash.undo, crash.undo_count);
    tcflush(crash.terminal, TCIFLUSH);
    if (crash.has_settings)
        tcsetattr(crash.terminal, TCSANOW, &crash.settings);
}

static void tell(const struct crash_signal *about, const siginfo_t *info)
{
    line last = {.used = 0};
    line_add(&last, "error  ");
    line_add(&last, crash.plugin ? crash.plugin : "moult");
    if (crash.plugin && crash.stage) {
        line_add(&last, " ");
        line_add(&last, crash.stage);
    }
    line_add(&last, ": ");
    line_add(&last, about->name);
    /* A positive code comes from the processor; only then is the address meant. */
    if (about->has_address && info->si_code > 0) {
        line_add(&last, " at ");
        line_add_hex(&last, (uintptr_t)info->si_addr);
    }
    line_add(&last, ". The game ended here; the last save is as it was");
    last.text[last.used++] = '\n';
    write_bytes(STDERR_FILENO, last.text, last.used);
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
    (void)context;
    reset_handlers();
    restore_terminal();
    for (uint32_t i = 0; i < SIGNAL_COUNT; i++)
        if (crash_signals[i].number == number)
            tell(&crash_signals[i], info);
    raise(number);
}

static void keep_settings(void)
{
    crash.has_settings = 0;
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO && !crash.has_settings; fd++)
        crash.has_settings = !tcgetattr(fd, &crash.settings);
}

moult_status moult__crash_open(void)
{
    if (crash.is_open)
        return MOULT_OK;
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
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    /* With SIGTTOU blocked, a background process may set its terminal without being stopped. */
    sigfillset(&action.sa_mask);
    for (uint32_t i = 0; i < SIGNAL_COUNT; i++)
        sigaction(crash_signals[i].number, &action, &crash.before[i]);
    crash.is_open = 1;
    return MOULT_OK;
}

void moult__crash_terminal(int fd, const void *undo, uint32_t count)
{
    crash.terminal = -1; /* none while the bytes change */
    crash.undo_count = count < MOULT__UNDO_MAX ? count : MOULT__UNDO_MAX;
    if (crash.undo_count)
        memcpy(crash.undo, undo, crash.undo_count);
    crash.terminal = fd;
}

void moult__crash_box(const char *plugin, const char *stage)
{
    crash.plugin = plugin;
    crash.stage = stage;
}

void moult__crash_close(void)
{
    if (!crash.is_open)
        return;
    for (uint32_t i = 0; i < SIGNAL_COUNT; i++)
        sigaction(crash_signals[i].number, &crash.before[i], NULL);
    crash.terminal = -1;
    sigaltstack(&crash.stack_before, NULL);
    munmap(crash.stack, STACK_SIZE);
    crash.is_open = 0;
}
