/* SPDX-License-Identifier: MIT */
/* Reading, writing and asking a lock. See lockfile.h.
 *
 * The entries are kept in the order of their names while they are added, so that a file says the
 * same however its plugins were found, and a name that stands there twice is seen at once. */
#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/system/files.h"
#include "core/system/lockfile.h"
#include "core/system/paths.h"
#include "core/system/text.h"

#define FILE_MAX ((uint64_t)1 << 20)
#define DIGEST_WORD "sha256:"
#define LINE_SIZE 160u /* of one plugin at most, with its newline and final zero */

_Static_assert(MOULT__DIGEST_SIZE == crypto_hash_sha256_BYTES, "SHA-256 has 32 bytes");

int32_t moult__lock_words(const char *name, const char *version)
{
    size_t length = strlen(name);
    if (length == 0 || length >= sizeof((moult__lock_entry *)0)->name ||
        strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != length)
        return 0;
    length = strlen(version);
    for (size_t i = 0; i < length; i++)
        if (!isgraph((unsigned char)version[i]))
            return 0;
    return length != 0 && length < sizeof((moult__lock_entry *)0)->version;
}

/* Where the name is, or would be. */
static uint32_t place_of(const moult__lock *lock, const char *name)
{
    uint32_t low = 0, high = lock->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (strcmp(lock->entries[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int32_t moult__lock_has(const moult__lock *lock, const char *name)
{
    uint32_t at = place_of(lock, name);
    return at < lock->count && strcmp(lock->entries[at].name, name) == 0;
}

static moult_status put(moult__lock *lock, const moult__lock_entry *entry)
{
    uint32_t at = place_of(lock, entry->name);
    if (!moult__lock_has(lock, entry->name)) {
        if (lock->count == MOULT__LOCK_MAX)
            return MOULT_FULL;
        memmove(&lock->entries[at + 1], &lock->entries[at],
                (lock->count - at) * sizeof *lock->entries);
        lock->count++;
    }
    lock->entries[at] = *entry;
    return MOULT_OK;
}

moult_status moult__lock_add(moult__lock *lock, const char *name, const char *version,
                             const uint8_t *bytes, uint64_t count, moult__report *report)
{
    moult__lock_entry entry = {0};
    snprintf(entry.name, sizeof entry.name, "%s", name);
    snprintf(entry.version, sizeof entry.version, "%s", version);
    crypto_hash_sha256(entry.digest, bytes, count);
    if (put(lock, &entry) >= 0)
        return MOULT_OK;
    return moult__refuse(report, MOULT_FULL, lock->path,
                         "a lock file has at most %u plugins. Load fewer", MOULT__LOCK_MAX);
}

moult_status moult__lock_begin(moult__lock *lock, const moult__profile *profile,
                               moult__report *report)
{
    char folder[MOULT__PROFILE_PATH_SIZE];
    const char *asked = profile->asked;
    size_t length = strlen(asked);
    int32_t ini = length > 4 && strcmp(asked + length - 4, ".ini") == 0;
    int used;
    memset(lock, 0, sizeof *lock);
    snprintf(lock->game, sizeof lock->game, "%s", asked);
    if (ini || strchr(asked, '/') != NULL) {
        used = snprintf(lock->path, sizeof lock->path, "%.*s.lock", (int)(length - (ini ? 4 : 0)),
                        asked);
    } else {
        moult_status status = moult__path_config(folder, sizeof folder, report);
        if (status < 0)
            return status;
        used = snprintf(lock->path, sizeof lock->path, "%s/locks/%s.lock", folder, profile->name);
    }
    if (used > 0 && used < (int)sizeof lock->path)
        return MOULT_OK;
    return moult__refuse(report, MOULT_IO, "path", "is longer than %zu bytes",
                         sizeof lock->path - 1);
}

/* -- writing ----------------------------------------------------------------------------------- */

static moult_status make_folder(const char *path, moult__report *report)
{
    char folder[MOULT__PROFILE_PATH_SIZE];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash == NULL || slash == folder)
        return MOULT_OK;
    *slash = 0;
    return moult__folder_make(folder, 0700, report);
}

moult_status moult__lock_write(const moult__lock *lock, moult__report *report)
{
    static const char heading[] = "# Plugins that may be loaded: name, version, SHA-256 of the "
                                  "file. Made by: moult lock\n";
    size_t room = sizeof heading + (size_t)lock->count * LINE_SIZE, used = sizeof heading - 1;
    moult_status status = make_folder(lock->path, report);
    char *text = status >= 0 ? malloc(room) : NULL;
    if (status < 0)
        return status;
    if (text == NULL)
        return moult__refuse(report, MOULT_MEMORY, lock->path, "out of memory");
    memcpy(text, heading, used);
    for (uint32_t i = 0; i < lock->count; i++) {
        const moult__lock_entry *entry = &lock->entries[i];
        char digest[2 * MOULT__DIGEST_SIZE + 1];
        sodium_bin2hex(digest, sizeof digest, entry->digest, sizeof entry->digest);
        used += (size_t)snprintf(text + used, room - used, "%s %s " DIGEST_WORD "%s\n", entry->name,
                                 entry->version, digest);
    }
    status = moult__file_write(lock->path, text, used, 0, report);
    free(text);
    return status;
}

/* -- reading ----------------------------------------------------------------------------------- */

/* What is wrong with a line that shall hold a plugin, in words; NULL: nothing. */
static const char *read_entry(char *line, moult__lock_entry *out)
{
    static const char blank[] = " \t\r";
    char *rest = NULL;
    const char *name = strtok_r(line, blank, &rest), *version = strtok_r(NULL, blank, &rest);
    const char *digest = strtok_r(NULL, blank, &rest), *more = strtok_r(NULL, blank, &rest);
    const size_t word = sizeof DIGEST_WORD - 1;
    size_t size = 0;
    if (name == NULL || version == NULL || digest == NULL || more != NULL)
        return moult__translate("expected NAME VERSION sha256:DIGEST");
    if (!moult__lock_words(name, version))
        return moult__translate("no plugin has this name and version");
    if (strncmp(digest, DIGEST_WORD, word) != 0 ||
        strlen(digest) != word + 2 * (size_t)MOULT__DIGEST_SIZE ||
        sodium_hex2bin(out->digest, sizeof out->digest, digest + word,
                       2 * (size_t)MOULT__DIGEST_SIZE, NULL, &size, NULL) != 0 ||
        size != MOULT__DIGEST_SIZE)
        return moult__translate("expected sha256: and 64 figures of 0-9, a-f");
    snprintf(out->name, sizeof out->name, "%s", name);
    snprintf(out->version, sizeof out->version, "%s", version);
    return NULL;
}

static moult_status refuse_line(const moult__lock *lock, uint32_t number, const char *what,
                                moult__report *report)
{
    char where[MOULT__PROFILE_PATH_SIZE + 16];
    snprintf(where, sizeof where, "%s:%u", lock->path, number);
    return moult__refuse(report, MOULT_FORMAT, where,
                         "%s. Look at what happened to it, then lock anew: moult lock %s", what,
                         lock->game);
}

/* `text` is changed. A zero in it would hide what follows. */
static moult_status read_lines(moult__lock *lock, char *text, uint64_t count, moult__report *report)
{
    uint32_t number = 1;
    for (char *line = text; line < text + count; number++) {
        char *end = memchr(line, '\n', (size_t)(text + count - line));
        char *next = end != NULL ? end + 1 : text + count;
        moult__lock_entry entry = {0};
        const char *wrong = NULL;
        if (end != NULL)
            *end = 0;
        if (memchr(line, 0, (size_t)((end != NULL ? end : next) - line)) != NULL)
            wrong = moult__translate("there is a zero byte");
        else if (line[0] != '#' && line[strspn(line, " \t\r")] != 0)
            wrong = read_entry(line, &entry);
        if (wrong == NULL && moult__lock_has(lock, entry.name))
            wrong = moult__translate("this plugin stands there twice");
        if (wrong == NULL && entry.name[0] != 0 && put(lock, &entry) < 0)
            wrong = moult__translate("there are too many plugins");
        if (wrong != NULL)
            return refuse_line(lock, number, wrong, report);
        line = next;
    }
    return MOULT_OK;
}

moult_status moult__lock_read(moult__lock *lock, moult__report *report)
{
    uint8_t *bytes = NULL;
    uint64_t count;
    lock->count = 0;
    moult_status status = moult__file_read(lock->path, FILE_MAX, &bytes, &count, report);
    if (status == MOULT_UNKNOWN)
        return moult__refuse(report, status, lock->path,
                             "there is no such file: the plugins of %s aren't locked. To lock them "
                             "as they are now: moult lock %s",
                             lock->game, lock->game);
    if (status >= 0)
        status = read_lines(lock, (char *)bytes, count, report);
    free(bytes);
    return status;
}

/* -- asking ------------------------------------------------------------------------------------ */

moult_status moult__lock_check(const moult__lock *lock, const char *name, const char *version,
                               const uint8_t *bytes, uint64_t count, const char *path,
                               moult__report *report)
{
    uint8_t digest[MOULT__DIGEST_SIZE];
    char who[64];
    snprintf(who, sizeof who, "%.31s@%.15s load", name, version);
    if (!moult__lock_has(lock, name))
        return moult__refuse(
            report, MOULT_REFUSED, who,
            "it isn't among the plugins that were locked (%s; %s). If it shall be, "
            "lock anew, with what chooses it: moult lock %s",
            path, lock->path, lock->game);
    const moult__lock_entry *entry = &lock->entries[place_of(lock, name)];
    crypto_hash_sha256(digest, bytes, count);
    if (memcmp(digest, entry->digest, sizeof digest) == 0 && strcmp(version, entry->version) == 0)
        return MOULT_OK;
    return moult__refuse(report, MOULT_CHANGED, who,
                         "its file isn't the one that was locked (%s; %s). Look at what changed, "
                         "then lock it anew: moult lock %s",
                         path, lock->path, lock->game);
}
