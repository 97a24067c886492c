/* SPDX-License-Identifier: MIT */
/* A disk that fails when it is told to: loaded before the C library, it counts the calls that can
 * change what lies in one folder, and lets one of them fail or be the process's last.
 *
 *   FAULT_FOLDER  the folder; calls on other files aren't seen
 *   FAULT_COUNT   a file of 4 bytes, shared by all processes of a run: the calls so far
 *   FAULT_AT      the number of the call that is struck, from 1; 0: none
 *   FAULT_HOW     kill: SIGKILL before it; EIO: it fails; ENOSPC: so do all that need room from
 *                 there on; short: a write takes one byte
 *   FAULT_LOCKS   none: the file system has no locks
 *   FAULT_LOG     a file that gets a line a call, and what was written behind it */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define SEEN __attribute__((visibility("default")))
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static const char *setting(const char *name)
{
    const char *value = getenv(name);
    return value != NULL ? value : "";
}

static int is_watched(const char *path)
{
    const char *folder = setting("FAULT_FOLDER");
    const size_t length = strlen(folder);
    return length != 0 && strncmp(path, folder, length) == 0 &&
           (path[length] == 0 || path[length] == '/');
}

/* The path behind a descriptor; 0: it is none of the folder's. */
static int is_watched_fd(int fd, char path[PATH_MAX])
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t length = readlink(link, path, PATH_MAX - 1);
    path[length > 0 ? length : 0] = 0;
    return is_watched(path);
}

static uint32_t next_number(void)
{
    const int fd = REAL(open)(setting("FAULT_COUNT"), O_RDWR | O_CLOEXEC);
    _Atomic uint32_t *count =
        fd >= 0 ? mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;
    if (fd >= 0)
        REAL(close)(fd);
    if (count == MAP_FAILED)
        return 0;
    const uint32_t number = atomic_fetch_add(count, 1) + 1;
    munmap((void *)count, sizeof *count);
    return number;
}

static void note(const char *call, const char *path, const char *other, const void *bytes,
                 size_t count)
{
    const int fd =
        REAL(open)(setting("FAULT_LOG"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    char line[2 * PATH_MAX + 64];
    if (fd < 0)
        return;
    const int length = snprintf(line, sizeof line, "%s\t%s\t%s\t%zu\n", call, path, other, count);
    if (REAL(write)(fd, line, (size_t)length) != length ||
        (count != 0 && REAL(write)(fd, bytes, count) != (ssize_t)count))
        abort();
    REAL(close)(fd);
}

/* Whether this call, of a watched file, is struck: an errno, 0: it isn't, -1: it is cut short. */
static int strike(int needs_room)
{
    const uint32_t number = next_number(), at = (uint32_t)atoi(setting("FAULT_AT"));
    const char *how = setting("FAULT_HOW");
    if (at == 0 || number < at)
        return 0;
    if (strcmp(how, "ENOSPC") == 0)
        return needs_room ? ENOSPC : 0;
    if (number != at)
        return 0;
    if (strcmp(how, "kill") == 0)
        kill(getpid(), SIGKILL);
    return strcmp(how, "EIO") == 0 ? EIO : -1;
}

static int refused(int error)
{
    if (error > 0)
        errno = error;
    return error > 0;
}

static int open_by(__typeof__(&open) real, const char *path, int flags, mode_t mode)
{
    const int changes = (flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0;
    if (changes && is_watched(path) && refused(strike((flags & O_CREAT) != 0)))
        return -1;
    const int fd = real(path, flags, mode);
    if (fd >= 0 && changes && is_watched(path))
        note("open", path, "", NULL, 0);
    return fd;
}

#define OPEN(name)                                     \
    SEEN int name(const char *path, int flags, ...)    \
    {                                                  \
        va_list more;                                  \
        va_start(more, flags);                         \
        const mode_t mode = va_arg(more, mode_t);      \
        va_end(more);                                  \
        return open_by(REAL(name), path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

SEEN ssize_t write(int fd, const void *bytes, size_t count)
{
    char path[PATH_MAX];
    const int watched = is_watched_fd(fd, path), error = watched ? strike(1) : 0;
    if (refused(error))
        return -1;
    const ssize_t done = REAL(write)(fd, bytes, error < 0 && count > 1 ? 1 : count);
    if (watched && done > 0)
        note("write", path, "", bytes, (size_t)done);
    return done;
}

SEEN ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at)
{
    char path[PATH_MAX];
    const int error = is_watched_fd(fd, path) ? strike(1) : 0;
    return refused(error) ? -1 : REAL(pwrite)(fd, bytes, error < 0 ? 1 : count, at);
}

#define BY_FD(name, arguments, call, needs_room)     \
    SEEN int name arguments                          \
    {                                                \
        char path[PATH_MAX];                         \
        const int watched = is_watched_fd(fd, path); \
        if (watched && refused(strike(needs_room)))  \
            return -1;                               \
        if (watched)                                 \
            note(#name, path, "", NULL, 0);          \
        return REAL(name) call;                      \
    }
BY_FD(fsync, (int fd), (fd), 1)
BY_FD(fdatasync, (int fd), (fd), 1)
BY_FD(ftruncate, (int fd, off_t length), (fd, length), 0)

/* A descriptor is closed whatever close answers. */
SEEN int close(int fd)
{
    char path[PATH_MAX];
    const int error = is_watched_fd(fd, path) ? strike(0) : 0, done = REAL(close)(fd);
    return refused(error) ? -1 : done;
}

#define BY_PATHS(name)                                          \
    SEEN int name(const char *from, const char *to)             \
    {                                                           \
        const int watched = is_watched(from) || is_watched(to); \
        if (watched && refused(strike(1)))                      \
            return -1;                                          \
        const int done = REAL(name)(from, to);                  \
        if (watched && done == 0)                               \
            note(#name, from, to, NULL, 0);                     \
        return done;                                            \
    }
BY_PATHS(rename)
BY_PATHS(link)

SEEN int unlink(const char *path)
{
    if (is_watched(path) && refused(strike(0)))
        return -1;
    const int done = REAL(unlink)(path);
    if (is_watched(path) && done == 0)
        note("unlink", path, "", NULL, 0);
    return done;
}

SEEN int mkdir(const char *path, mode_t mode)
{
    if (is_watched(path) && refused(strike(1)))
        return -1;
    return REAL(mkdir)(path, mode);
}

SEEN int fcntl(int fd, int command, ...)
{
    va_list more;
    va_start(more, command);
    void *argument = va_arg(more, void *);
    va_end(more);
    if ((command == F_SETLK || command == F_GETLK) && strcmp(setting("FAULT_LOCKS"), "none") == 0) {
        errno = ENOLCK;
        return -1;
    }
    return REAL(fcntl)(fd, command, argument);
}
