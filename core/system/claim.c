/* SPDX-License-Identifier: MIT */
/* Claims: POSIX record locks, since they belong to a process, not to a descriptor: a plugin's fork
 * can't hold one beyond the game's end, and the kernel says who has it. */
#include "core/system/claim.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NOTE_SIZE 512u

typedef struct note {
    long long pid;
    unsigned long long start; /* in ticks since the boot */
    char boot[40], what[MOULT__CLAIM_TEXT];
} note;

static uint32_t read_short(const char *path, char *out, uint32_t room)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t got = fd >= 0 ? read(fd, out, room - 1) : -1;
    if (fd >= 0)
        close(fd);
    out[got > 0 ? got : 0] = 0;
    return got > 0 ? (uint32_t)got : 0;
}

static void this_boot(char out[40])
{
    read_short("/proc/sys/kernel/random/boot_id", out, 40);
    out[strcspn(out, "\n")] = 0;
}

/* When a process began; 0: there is none. Its name, in parentheses, may hold anything. */
static unsigned long long start_of(long long pid)
{
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%lld/stat", pid);
    const char *at = read_short(path, text, sizeof text) != 0 ? strrchr(text, ')') : NULL;
    for (int field = 2; at != NULL && field < 22; field++)
        at = strchr(at + 1, ' ');
    return at != NULL ? strtoull(at, NULL, 10) : 0;
}

static void write_note(int fd, const char *what)
{
    char text[NOTE_SIZE], boot[40];
    this_boot(boot);
    const int length =
        snprintf(text, sizeof text, "pid %lld\nstart %llu\nboot %s\nwhat %.*s\n",
                 (long long)getpid(), start_of(getpid()), boot, (int)MOULT__CLAIM_TEXT - 1, what);
    /* On a full disk it stays empty: the lock is what counts. */
    if (ftruncate(fd, 0) != 0 || pwrite(fd, text, (size_t)length, 0) < 0)
        return;
}

static note read_note(int fd)
{
    note n = {0};
    char text[NOTE_SIZE];
    const ssize_t got = pread(fd, text, sizeof text - 1, 0);
    text[got > 0 ? got : 0] = 0;
    if (sscanf(text, "pid %lld\nstart %llu\nboot %39s\n", &n.pid, &n.start, n.boot) != 3)
        n.pid = 0;
    const char *what = strstr(text, "\nwhat ");
    if (what != NULL)
        snprintf(n.what, sizeof n.what, "%.*s", (int)strcspn(what + 6, "\n"), what + 6);
    return n;
}

/* Any other error says that the file system has no such locks. */
static int32_t is_held(int error)
{
    return error == EAGAIN || error == EACCES;
}

static void fill(moult__claimant *who, const note *n, int64_t pid)
{
    char boot[40];
    this_boot(boot);
    *who = (moult__claimant){.pid = pid, .foreign = n->boot[0] != 0 && strcmp(boot, n->boot) != 0};
    memcpy(who->what, n->what, sizeof who->what);
}

/* Who has it, or had it. */
static void ask(int fd, moult__claimant *who)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const note n = read_note(fd);
    const int32_t asked = fcntl(fd, F_GETLK, &lock) == 0;
    fill(who, &n, 0);
    if (asked && lock.l_type != F_UNLCK)
        who->pid = lock.l_pid > 0 ? lock.l_pid : n.pid > 0 ? n.pid : -1;
    if (!asked && !who->foreign && n.pid > 0 && start_of(n.pid) == n.start)
        who->pid = n.pid;
}

static int open_file(const char *path, int flags)
{
    struct stat about;
    const int fd = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0600);
    if (fd >= 0 && fstat(fd, &about) == 0 && S_ISREG(about.st_mode))
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

static int lock(int fd)
{
    const struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_SETLK, &all);
}

moult_status moult__claim_take(const char *path, const char *what, moult__claim *out,
                               moult__claimant *who)
{
    out->fd = open_file(path, O_RDWR | O_CREAT);
    *who = (moult__claimant){0};
    if (out->fd < 0)
        return MOULT_IO;
    int32_t locked = 0, lockable = 1;
    while (!locked && lockable) {
        locked = lock(out->fd) == 0;
        lockable = locked || is_held(errno);
        if (!locked)
            ask(out->fd, who);
        if (who->pid != 0) {
            moult__claim_drop(out);
            return MOULT_AGAIN;
        }
    }
    write_note(out->fd, what);
    return MOULT_OK;
}

int32_t moult__claim_inherit(const moult__claim *claim)
{
    return claim->fd <= 0 || lock(claim->fd) == 0 || !is_held(errno);
}

int32_t moult__claim_ask(const char *path, moult__claimant *who)
{
    const int fd = open_file(path, O_RDONLY);
    *who = (moult__claimant){0};
    if (fd < 0)
        return 0;
    ask(fd, who);
    close(fd);
    return 1;
}

void moult__claim_drop(moult__claim *claim)
{
    if (claim->fd > 0)
        close(claim->fd);
    claim->fd = 0;
}
