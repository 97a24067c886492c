/* SPDX-License-Identifier: MIT */
/* Whole files, read and written at once.
 *
 * A write never leaves half a file: the bytes go into a new file beside the old one, reach the
 * disk, and take the old one's name in one step. Whoever loads finds the old content or the new
 * one. */
#ifndef MOULT_CORE_SYSTEM_FILES_H
#define MOULT_CORE_SYSTEM_FILES_H
#include "core/system/error.h"
#include <sys/types.h>

/* The system calls that can lose data, so that tests can let each of them fail. */
typedef struct moult__file_calls {
    int (*open)(const char *path, int flags, mode_t mode);
    ssize_t (*write)(int fd, const void *bytes, size_t count);
    int (*fsync)(int fd);
    int (*rename)(const char *from, const char *to);
    int (*link)(const char *from, const char *to);
    int (*unlink)(const char *path);
} moult__file_calls;

/* Reads a regular file of at most `limit` bytes. `*bytes` is the caller's to free, and has a zero
 * behind its end, which isn't counted. Refused: MOULT_UNKNOWN there is no such file, MOULT_RANGE it
 * is longer, MOULT_IO not a regular file or not readable, MOULT_MEMORY. */
moult_status moult__file_read(const char *path, uint64_t limit, uint8_t **bytes, uint64_t *count,
                              moult__report *report);

/* Makes `path` a file of these bytes, mode 0600, on disk when this returns. With `keep_backup` what
 * was there before becomes PATH.bak, and at each instant PATH or PATH.bak is whole. A symbolic link
 * at `path` is replaced, not followed. When refused (MOULT_IO), the content at `path` is the old
 * one, and no temporary file is left; except when only the folder's fsync failed, which the text
 * says: the content is new then, but may not outlive a power cut. */
moult_status moult__file_write(const char *path, const void *bytes, uint64_t count,
                               int32_t keep_backup, moult__report *report);

/* The same through given calls; NULL: the system's. */
moult_status moult__file_write_by(const moult__file_calls *calls, const char *path,
                                  const void *bytes, uint64_t count, int32_t keep_backup,
                                  moult__report *report);

/* Removes a file. MOULT_UNKNOWN: there was none; MOULT_IO. */
moult_status moult__file_remove(const char *path, moult__report *report);

/* Makes a folder and those above it, as far as they are missing, with `mode` (less the umask). */
moult_status moult__folder_make(const char *path, uint32_t mode, moult__report *report);

#endif
