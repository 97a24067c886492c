/* SPDX-License-Identifier: MIT */
/* Atomic files.
 *
 * The order of a write is what makes it safe, and each step is checked:
 *   1. all bytes into PATH.PID-N.tmp, fsync           the old file is untouched
 *   2. a second name for the old file, PATH.bak       by link and rename: both names are whole
 *   3. rename the temporary to PATH                   old before, new after, nothing between
 *   4. fsync the folder                               the names survive a power cut
 * On file systems without hard links step 2 renames the old file; until step 3 only PATH.bak is
 * there. Cost: two fsyncs. */
#include "core/system/files.h"
#include "core/system/crash.h"
#include "core/system/text.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int open_file(const char *path, int flags, mode_t mode)
{
    return open(path, flags, mode);
}

static const moult__file_calls system_calls = {open_file, write, fsync, rename, link, unlink};

/* What the person can do about it. */
static const char *advice(int error)
{
    switch (error) {
    case ENOSPC:
    case EDQUOT:
        return moult__translate("Free some space there");
    case EACCES:
    case EPERM:
    case EROFS:
        return moult__translate("Choose a folder that you may write to");
    case ENOENT:
    case ENOTDIR:
        return moult__translate("Make its folder first");
    case ENAMETOOLONG:
        return moult__translate("Choose a shorter name");
    case EIO:
        return moult__translate("Check the disk");
    default:
        return moult__translate("Choose another place");
    }
}

static moult_status read_all(int fd, uint64_t limit, uint64_t expected, uint8_t **bytes,
                             uint64_t *count)
{
    uint64_t room = (expected < limit ? expected : limit) + 1, used = 0;
    uint8_t *buffer = malloc(room + 1);
    ssize_t got = 1;
    while (buffer && got) {
        /* One byte more than expected is asked for, so that a file that grows is noticed. */
        if (used == room) {
            room *= 2;
            uint8_t *larger = room < SIZE_MAX / 2 ? realloc(buffer, room + 1) : NULL;
            if (!larger)
                free(buffer);
            buffer = larger;
            continue;
        }
        got = read(fd, buffer + used, room - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 || (used += (uint64_t)got) > limit) {
            free(buffer);
            return got < 0 ? MOULT_IO : MOULT_RANGE;
        }
    }
    if (!buffer)
        return MOULT_MEMORY;
    buffer[used] = 0;
    *bytes = buffer;
    *count = used;
    return MOULT_OK;
}

static moult_status refuse_open(const char *path, int error, moult__report *report)
{
    if (error == ENOENT)
        return moult__refuse(report, MOULT_UNKNOWN, path, "there is no such file");
    if (error == EACCES)
        return moult__refuse(report, MOULT_IO, path,
                             "you may not read it. To change that: chmod u+r %s", path);
    return moult__refuse(report, MOULT_IO, path, "can't be read: %s", strerror(error));
}

moult_status moult__file_read(const char *path, uint64_t limit, uint8_t **bytes, uint64_t *count,
                              moult__report *report)
{
    *bytes = NULL;
    *count = 0;
    /* Without O_NONBLOCK the opening of a pipe would wait for its writer. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return refuse_open(path, errno, report);
    struct stat about;
    moult_status status = fstat(fd, &about) ? MOULT_IO : MOULT_OK;
    if (status < 0)
        moult__refuse(report, status, path, "can't be read: %s", strerror(errno));
    else if (S_ISDIR(about.st_mode))
        status = moult__refuse(report, MOULT_IO, path, "is a folder, not a file");
    else if (!S_ISREG(about.st_mode))
        status = moult__refuse(report, MOULT_IO, path, "isn't a regular file");
    else {
        status = (uint64_t)about.st_size > limit
                     ? MOULT_RANGE
                     : read_all(fd, limit, (uint64_t)about.st_size, bytes, count);
        if (status == MOULT_RANGE)
            moult__refuse(report, status, path, "is too large: more than %llu bytes",
                          (unsigned long long)limit);
        else if (status == MOULT_MEMORY)
            moult__refuse(report, status, path, "can't be read: out of memory");
        else if (status < 0)
            moult__refuse(report, status, path, "can't be read: %s", strerror(errno));
    }
    close(fd);
    return status;
}

/* A write under way. The names are kept together so that every failure can tidy up. */
typedef struct writing {
    const moult__file_calls *calls;
    const char *path;
    char folder[PATH_MAX], temporary[PATH_MAX], backup[PATH_MAX], backup_temporary[PATH_MAX];
    const char *step;     /* what failed, in words */
    int32_t backup_moved; /* the old file is only at `backup` */
    int folder_fd;
} writing;

static int make_names(writing *w)
{
    size_t length = strlen(w->path);
    if (length + 40 > PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    const char *slash = strrchr(w->path, '/');
    size_t folder = slash == w->path ? 1 : slash ? (size_t)(slash - w->path) : 0;
    snprintf(w->folder, sizeof w->folder, "%.*s", folder ? (int)folder : 1, folder ? w->path : ".");
    snprintf(w->backup, sizeof w->backup, "%.*s.bak", (int)length, w->path);
    return 0;
}

/* A new file of its own name; one that a killed process left behind is passed over. */
static int open_temporary(writing *w)
{
    for (unsigned attempt = 0; attempt < 100; attempt++) {
        snprintf(w->temporary, sizeof w->temporary, "%.*s.%ld-%u.tmp", PATH_MAX - 40, w->path,
                 (long)getpid(), attempt);
        int fd = w->calls->open(w->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

static int write_all(const writing *w, int fd, const uint8_t *bytes, uint64_t count)
{
    while (count) {
        ssize_t written = w->calls->write(fd, bytes, count > SSIZE_MAX ? SSIZE_MAX : count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written == 0)
            errno = EIO;
        if (written <= 0)
            return -1;
        bytes += written;
        count -= (uint64_t)written;
    }
    return 0;
}

static int fill_temporary(writing *w, const void *bytes, uint64_t count)
{
    w->step = MOULT_TEXT("opening");
    int fd = open_temporary(w);
    if (fd < 0) {
        w->temporary[0] = 0;
        return -1;
    }
    w->step = MOULT_TEXT("writing");
    int failed = write_all(w, fd, bytes, count);
    if (!failed) {
        w->step = MOULT_TEXT("syncing");
        failed = w->calls->fsync(fd);
    }
    int error = errno;
    if (close(fd) && !failed)
        return -1;
    errno = error;
    return failed;
}

static int has_no_links(int error)
{
    return error == EPERM || error == EOPNOTSUPP || error == ENOSYS || error == EMLINK;
}

static int keep_old(writing *w)
{
    w->step = MOULT_TEXT("keeping a backup");
    snprintf(w->backup_temporary, sizeof w->backup_temporary, "%.*s.bak", PATH_MAX - 8,
             w->temporary);
    if (!w->calls->link(w->path, w->backup_temporary)) {
        int failed = w->calls->rename(w->backup_temporary, w->backup);
        int error = errno;
        /* Also after success: rename between two names of one file leaves both. */
        w->calls->unlink(w->backup_temporary);
        errno = error;
        return failed;
    }
    if (errno == ENOENT)
        return 0;
    if (!has_no_links(errno))
        return -1;
    if (w->calls->rename(w->path, w->backup))
        return errno == ENOENT ? 0 : -1;
    w->backup_moved = 1;
    return 0;
}

static int write_in_order(writing *w, const void *bytes, uint64_t count, int32_t keep_backup)
{
    if (fill_temporary(w, bytes, count) || (keep_backup && keep_old(w)))
        return -1;
    w->step = MOULT_TEXT("renaming");
    if (!w->calls->rename(w->temporary, w->path))
        return 0;
    if (w->backup_moved) {
        int error = errno;
        w->calls->rename(w->backup, w->path);
        errno = error;
    }
    return -1;
}

/* Only what could be renamed over is written to: never a folder, a device or a pipe. */
static moult_status check_target(const char *path, moult__report *report)
{
    struct stat about;
    if (!*path)
        return moult__refuse(report, MOULT_IO, "\"\"", "isn't the name of a file");
    if (path[strlen(path) - 1] == '/' || (!lstat(path, &about) && S_ISDIR(about.st_mode)))
        return moult__refuse(report, MOULT_IO, path, "is a folder, not a file");
    if (!lstat(path, &about) && !S_ISREG(about.st_mode) && !S_ISLNK(about.st_mode))
        return moult__refuse(report, MOULT_IO, path, "isn't a regular file");
    return MOULT_OK;
}

moult_status moult__file_write_by(const moult__file_calls *calls, const char *path,
                                  const void *bytes, uint64_t count, int32_t keep_backup,
                                  moult__report *report)
{
    moult_status status = check_target(path, report);
    if (status < 0)
        return status;
    writing w = {
        .calls = calls ? calls : &system_calls, .path = path, .step = MOULT_TEXT("opening")};
    w.folder_fd = -1;
    if (make_names(&w))
        goto failed;
    w.folder_fd = w.calls->open(w.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    /* A folder that may be written but not read can't be synced; that is no reason not to write. */
    if ((w.folder_fd < 0 && errno != EACCES) || write_in_order(&w, bytes, count, keep_backup))
        goto failed;
    if (w.folder_fd >= 0 && w.calls->fsync(w.folder_fd) && errno != EINVAL)
        status = moult__refuse(report, MOULT_IO, path,
                               "was written, but may be lost in a power cut (syncing %s): %s. "
                               "Check the disk",
                               w.folder, strerror(errno));
    goto done;
failed:
    status = moult__refuse(report, MOULT_IO, path,
                           "can't be written (%s): %s. %s; what was there is unchanged",
                           moult__translate(w.step), strerror(errno), advice(errno));
    if (w.temporary[0])
        w.calls->unlink(w.temporary);
done:
    if (w.folder_fd >= 0)
        close(w.folder_fd);
    return status;
}

moult_status moult__file_write(const char *path, const void *bytes, uint64_t count,
                               int32_t keep_backup, moult__report *report)
{
    moult__crash_writing(1);
    const moult_status status = moult__file_write_by(NULL, path, bytes, count, keep_backup, report);
    moult__crash_writing(0);
    return status;
}

moult_status moult__file_remove(const char *path, moult__report *report)
{
    if (!unlink(path))
        return MOULT_OK;
    if (errno == ENOENT)
        return moult__refuse(report, MOULT_UNKNOWN, path, "there is no such file");
    return moult__refuse(report, MOULT_IO, path, "can't be removed: %s", strerror(errno));
}

static int make_one(const char *path, mode_t mode)
{
    struct stat about;
    if (!mkdir(path, mode))
        return 0;
    int error = errno;
    if (!stat(path, &about)) {
        errno = ENOTDIR;
        return S_ISDIR(about.st_mode) ? 0 : -1;
    }
    errno = error;
    return -1;
}

moult_status moult__folder_make(const char *path, uint32_t mode, moult__report *report)
{
    char part[PATH_MAX];
    size_t length = strlen(path);
    if (!length || length >= sizeof part)
        return moult__refuse(report, MOULT_IO, path, "can't be made: %s",
                             strerror(length ? ENAMETOOLONG : ENOENT));
    memcpy(part, path, length + 1);
    for (size_t i = 1; i <= length; i++) {
        if (path[i] && path[i] != '/')
            continue;
        part[i] = 0;
        if (make_one(part, mode)) {
            int error = errno;
            return moult__refuse(
                report, MOULT_IO, path, "can't be made (%s): %s. %s", part, strerror(error),
                error == ENOTDIR ? moult__translate("A file is in its way") : advice(error));
        }
        part[i] = path[i];
    }
    return MOULT_OK;
}
