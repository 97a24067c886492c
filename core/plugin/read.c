/* SPDX-License-Identifier: MIT */
/* Reading a plugin's file: whose it is, whether it is at rest, and its bytes, read once. What is
 * checked, staged and loaded later are these very bytes, whatever becomes of the file. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>
#include "core/plugin/build.h"
#include "core/system/files.h"
#include "core/system/paths.h"

#define FILE_MAX ((uint64_t)256 << 20)

static void identity_from(const struct stat *s, moult__identity *out)
{
    out->device = s->st_dev;
    out->inode = s->st_ino;
    out->size = (uint64_t)s->st_size;
    out->modified = s->st_mtim;
    out->changed = s->st_ctim;
}

moult_status moult__identity_of(const char *path, moult__identity *out)
{
    struct stat s;
    memset(out, 0, sizeof *out);
    if (stat(path, &s) != 0)
        return errno == ENOENT || errno == ENOTDIR ? MOULT_UNKNOWN : MOULT_IO;
    identity_from(&s, out);
    return MOULT_OK;
}

int32_t moult__identity_same_file(const moult__identity *a, const moult__identity *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           a->modified.tv_sec == b->modified.tv_sec && a->modified.tv_nsec == b->modified.tv_nsec &&
           a->changed.tv_sec == b->changed.tv_sec && a->changed.tv_nsec == b->changed.tv_nsec;
}

/* All zero for a symbolic link: where that leads must be found out each time. */
static void rights_of(const char *path, moult__trust *out)
{
    struct stat file, folder;
    char above[MOULT__PATH_SIZE];
    const char *slash = strrchr(path, '/');
    int length = slash != NULL ? (int)(slash - path) + 1 : 0;
    memset(out, 0, sizeof *out);
    snprintf(above, sizeof above, "%.*s.", length, path);
    if (lstat(path, &file) != 0 || !S_ISREG(file.st_mode) || stat(above, &folder) != 0)
        return;
    out->folder_device = folder.st_dev;
    out->folder_inode = folder.st_ino;
    out->file_mode = file.st_mode;
    out->file_owner = file.st_uid;
    out->folder_mode = folder.st_mode;
    out->folder_owner = folder.st_uid;
}

moult_status moult__build_trusted(const char *path, moult__trust *known, moult__report *report)
{
    moult__trust now;
    rights_of(path, &now);
    if (now.file_mode != 0 && memcmp(&now, known, sizeof now) == 0)
        return MOULT_OK;
    moult_status status = moult__path_trusted(path, report);
    if (status >= 0)
        *known = now;
    return status;
}

/* Milliseconds since the file last changed: no writer can set the change time back. */
static int64_t age_ms(const moult__identity *identity)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (now.tv_sec - identity->changed.tv_sec) * 1000 +
           (now.tv_nsec - identity->changed.tv_nsec) / 1000000;
}

static const char *stem(const char *path, char out[64])
{
    const char *slash = strrchr(path, '/');
    snprintf(out, 64, "%.40s", slash != NULL ? slash + 1 : path);
    size_t length = strlen(out);
    if (length > 3 && strcmp(out + length - 3, ".so") == 0)
        out[length - 3] = 0;
    strncat(out, " load", 63 - strlen(out));
    return out;
}

static moult_status settle(const char *path, uint32_t settle_ms, moult__identity *identity,
                           const char *who, moult__report *report)
{
    moult_status status = identity->inode != 0 ? MOULT_OK : moult__identity_of(path, identity);
    int64_t age = status >= 0 ? age_ms(identity) : settle_ms;
    if (status >= 0 && age < (int64_t)settle_ms) {
        int64_t rest = (int64_t)settle_ms - (age > 0 ? age : 0);
        struct timespec wait = {rest / 1000, rest % 1000 * 1000000};
        moult__identity before = *identity;
        nanosleep(&wait, NULL);
        status = moult__identity_of(path, identity);
        identity->waited_ms = (uint32_t)rest;
        if (status >= 0 && !moult__identity_same_file(&before, identity))
            return moult__refuse(report, MOULT_AGAIN, who,
                                 "the file is still being written (%llu bytes, then %llu). Trying "
                                 "again when it has settled",
                                 (unsigned long long)before.size,
                                 (unsigned long long)identity->size);
    }
    if (status == MOULT_UNKNOWN)
        return moult__refuse(report, status, who,
                             "there is no such file (%s). Build it, or give another path", path);
    if (status < 0)
        return moult__refuse(report, status, who,
                             "the file can't be looked at (%s): %s. Give another path", path,
                             strerror(errno));
    return MOULT_OK;
}

static moult_status make_room(moult__room *room, uint64_t size)
{
    if (size <= room->size)
        return MOULT_OK;
    uint8_t *bytes = realloc(room->bytes, size);
    if (bytes == NULL)
        return MOULT_MEMORY;
    room->bytes = bytes;
    room->size = size;
    return MOULT_OK;
}

/* All bytes of the file that `identity` tells of; AGAIN when it is another one by now. */
static moult_status read_whole(int fd, const moult__identity *identity, uint8_t *bytes)
{
    struct stat before, after;
    moult__identity now;
    uint64_t done = 0;
    ssize_t taken = 1;
    if (fstat(fd, &before) != 0)
        return MOULT_IO;
    identity_from(&before, &now);
    if (!S_ISREG(before.st_mode))
        return MOULT_FORMAT;
    if (!moult__identity_same_file(&now, identity))
        return MOULT_AGAIN;
    while (done < identity->size && taken != 0) {
        taken = read(fd, bytes + done, identity->size - done);
        if (taken < 0 && errno != EINTR)
            return MOULT_IO;
        done += taken > 0 ? (uint64_t)taken : 0;
    }
    if (fstat(fd, &after) != 0)
        return MOULT_IO;
    identity_from(&after, &now);
    return done == identity->size && moult__identity_same_file(&now, identity) ? MOULT_OK
                                                                               : MOULT_AGAIN;
}

/* Why a file can't be read, in the words that are used for any file. */
static moult_status refuse_file(const char *path, moult__report *report)
{
    uint8_t *bytes = NULL;
    uint64_t count;
    moult_status status = moult__file_read(path, FILE_MAX, &bytes, &count, report);
    free(bytes);
    return status < 0 ? status : moult__refuse(report, MOULT_MEMORY, path, "out of memory");
}

moult_status moult__build_read(const char *path, uint32_t settle_ms, moult__room *room,
                               moult__identity *identity, moult__report *report)
{
    char who[64];
    moult_status status = settle(path, settle_ms, identity, stem(path, who), report);
    if (status < 0)
        return status;
    if (identity->size > FILE_MAX || make_room(room, identity->size + 1) < 0)
        return refuse_file(path, report);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    status = fd >= 0 ? read_whole(fd, identity, room->bytes) : MOULT_IO;
    if (fd >= 0)
        close(fd);
    if (status == MOULT_AGAIN)
        return moult__refuse(report, status, who,
                             "the file changed while it was read (%s). Trying again when it has "
                             "settled",
                             path);
    if (status < 0)
        return refuse_file(path, report);
    identity->content = XXH3_64bits(room->bytes, identity->size);
    return MOULT_OK;
}
