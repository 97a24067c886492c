/* SPDX-License-Identifier: MIT */
/* Lock files: which plugins a game is played with, by the SHA-256 of their files.
 *
 * A lock is a list of what may be loaded, for whoever has looked at it once and wants no other code
 * to run from then on. It is text, a plugin a line, in the order of their names, so that two of
 * them can be compared: `ai-wolf 0.3.0 sha256:9f86d0...`. Lines that begin with '#' are comments.
 * Reading believes nothing: a line that isn't whole refuses the file, named by FILE:LINE. */
#ifndef MOULT_CORE_SYSTEM_LOCKFILE_H
#define MOULT_CORE_SYSTEM_LOCKFILE_H
#include "core/system/error.h"
#include "core/system/profile.h"

#define MOULT__DIGEST_SIZE 32u /* of SHA-256 */
#define MOULT__LOCK_MAX 1024u  /* plugins */

typedef struct moult__lock_entry {
    char name[32], version[16];
    uint8_t digest[MOULT__DIGEST_SIZE];
} moult__lock_entry;

/* A plain value that owns nothing. All zero: no lock, path "". */
typedef struct moult__lock {
    char path[MOULT__PROFILE_PATH_SIZE];
    char game[MOULT__PROFILE_PATH_SIZE]; /* as `moult lock` takes it */
    uint32_t count;
    moult__lock_entry entries[MOULT__LOCK_MAX]; /* by name */
} moult__lock;

/* The empty lock of a loaded profile. Its path: beside a profile that was given as a file,
 * NAME.lock for NAME.ini; in the user's config folder, locks/NAME.lock, for one that is known by
 * its name. MOULT_IO: the path doesn't fit. */
moult_status moult__lock_begin(moult__lock *lock, const moult__profile *profile,
                               moult__report *report);

/* Adds the plugin whose file has these bytes; one of that name which is there is replaced.
 * MOULT_FULL. */
moult_status moult__lock_add(moult__lock *lock, const char *name, const char *version,
                             const uint8_t *bytes, uint64_t count, moult__report *report);

int32_t moult__lock_has(const moult__lock *lock, const char *name);

/* Writes the lock to its path, whole or not at all; the folder is made when it is missing. */
moult_status moult__lock_write(const moult__lock *lock, moult__report *report);

/* Reads the lock from its path. Refused: MOULT_UNKNOWN there is none, and how to make it;
 * MOULT_FORMAT a line isn't whole; or what moult__file_read says. */
moult_status moult__lock_read(moult__lock *lock, moult__report *report);

/* Whether the file with these bytes, read from `path`, may be loaded as this plugin. MOULT_CHANGED:
 * another one of that name was locked; MOULT_REFUSED: none was. */
moult_status moult__lock_check(const moult__lock *lock, const char *name, const char *version,
                               const uint8_t *bytes, uint64_t count, const char *path,
                               moult__report *report);

/* Whether a plugin can be called so. For texts that come from a file. */
int32_t moult__lock_words(const char *name, const char *version);

#endif
