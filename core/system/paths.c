/* SPDX-License-Identifier: MIT */
/* Folders, safe names and trusted files.
 *
 * Two questions of trust are answered here: where a name typed by somebody may lead (nowhere: it
 * becomes one component), and whose code is run (that of whoever could replace the program anyway).
 * /tmp is everybody's, so the runtime folder there is verified after it is made, by lstat: somebody
 * else may have made it first. */
#include "core/system/paths.h"
#include "core/system/files.h"
#include "core/system/text.h"
#include <errno.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

static const char *home_folder(void)
{
    const char *home = getenv("HOME");
    if (home && home[0] == '/')
        return home;
    const struct passwd *user = getpwuid(getuid());
    return user && user->pw_dir && user->pw_dir[0] == '/' ? user->pw_dir : NULL;
}

static moult_status check_fit(int length, uint32_t room, moult__report *report)
{
    if (length < 0 || (uint32_t)length >= room)
        return moult__refuse(report, MOULT_IO, "path", "is longer than %u bytes", room - 1);
    return MOULT_OK;
}

static moult_status find_folder(const char *variable, const char *below_home, char *out,
                                uint32_t room, moult__report *report)
{
    const char *folder = getenv(variable);
    if (folder && folder[0] == '/')
        return check_fit(snprintf(out, room, "%s/moult", folder), room, report);
    const char *home = home_folder();
    if (!home)
        return moult__refuse(report, MOULT_IO, variable,
                             "is unset, and there is no home folder. Set HOME or %s", variable);
    return check_fit(snprintf(out, room, "%s/%s/moult", home, below_home), room, report);
}

moult_status moult__path_data(char *out, uint32_t room, moult__report *report)
{
    return find_folder("XDG_DATA_HOME", ".local/share", out, room, report);
}

moult_status moult__path_config(char *out, uint32_t room, moult__report *report)
{
    return find_folder("XDG_CONFIG_HOME", ".config", out, room, report);
}

moult_status moult__path_cache(char *out, uint32_t room, moult__report *report)
{
    return find_folder("XDG_CACHE_HOME", ".cache", out, room, report);
}

moult_status moult__path_runtime(char *out, uint32_t room, moult__report *report)
{
    const char *base = getenv("XDG_RUNTIME_DIR");
    struct stat about;
    int own = base && base[0] == '/' && !stat(base, &about) && S_ISDIR(about.st_mode) &&
              about.st_uid == geteuid();
    int length = own ? snprintf(out, room, "%s/moult", base)
                     : snprintf(out, room, "/tmp/moult-%u", (unsigned)geteuid());
    moult_status status = check_fit(length, room, report);
    if (status < 0)
        return status;
    if (mkdir(out, 0700) && errno != EEXIST)
        return moult__refuse(report, MOULT_IO, out, "can't be made: %s", strerror(errno));
    if (lstat(out, &about))
        return moult__refuse(report, MOULT_IO, out, "can't be looked at: %s", strerror(errno));
    if (!S_ISDIR(about.st_mode))
        return moult__refuse(report, MOULT_REFUSED, out, "isn't a folder. Remove it: rm %s", out);
    if (about.st_uid != geteuid())
        return moult__refuse(report, MOULT_REFUSED, out,
                             "belongs to user %u, not to you. Set XDG_RUNTIME_DIR to a folder of "
                             "your own",
                             (unsigned)about.st_uid);
    if (about.st_mode & 0077)
        return moult__refuse(report, MOULT_REFUSED, out,
                             "is open to others (mode %04o). Close it: chmod 700 %s",
                             (unsigned)about.st_mode & 07777, out);
    return MOULT_OK;
}

/* The bytes of the UTF-8 character at `text`, 0 when it is none (too long forms, surrogates and
 * what lies beyond U+10FFFF included). */
static size_t character_length(const unsigned char *text)
{
    static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    if (text[0] < 0x80)
        return 1;
    size_t length = text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
    if (text[0] < 0xc2 || text[0] > 0xf4)
        return 0;
    uint32_t value = text[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (text[i] & 0x3fu);
    }
    if (value < smallest[length] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        return 0;
    return length;
}

static int is_safe(const unsigned char *character, size_t length, int first)
{
    if (length != 1)
        return length > 2 || (length == 2 && (character[0] != 0xc2 || character[1] >= 0xa0));
    if (character[0] < 0x20 || strchr("/\\:*?\"<>|~\x7f", character[0]))
        return 0;
    return !first || !strchr(".-", character[0]);
}

void moult__path_safe_name(const char *text, char *out, uint32_t room)
{
    const size_t most = MOULT__SAFE_NAME_SIZE - 1, most_changed = most - 17;
    const unsigned char *at = (const unsigned char *)text;
    char name[MOULT__SAFE_NAME_SIZE];
    size_t used = 0, kept = 0; /* kept: the whole characters of it that leave room for the hash */
    int changed = !*text;
    while (*at) {
        size_t length = character_length(at);
        int safe = is_safe(at, length, used == 0);
        size_t size = safe ? length : 1;
        if (used + size > most) {
            changed = 1;
            break;
        }
        memcpy(name + used, safe ? (const char *)at : "_", size);
        changed |= !safe;
        used += size;
        if (used <= most_changed)
            kept = used;
        at += length ? length : 1;
    }
    if (changed)
        snprintf(out, room, "%.*s~%016llx", (int)kept, name,
                 (unsigned long long)XXH3_64bits(text, strlen(text)));
    else
        snprintf(out, room, "%.*s", (int)used, name);
}

static moult_status check_owner(const char *path, const struct stat *about, uid_t program_owner,
                                moult__report *report)
{
    uid_t owner = about->st_uid;
    if (owner != 0 && owner != geteuid() && owner != program_owner)
        return moult__refuse(report, MOULT_REFUSED, path,
                             "belongs to user %u, not to you, root or the owner of moult. Copy the "
                             "plugin into a folder of your own",
                             (unsigned)owner);
    if (about->st_mode & S_IWOTH)
        return moult__refuse(report, MOULT_REFUSED, path,
                             "everybody may write to it, so anybody could run code as you. To "
                             "change that: chmod o-w %s",
                             path);
    if (about->st_mode & S_IWGRP)
        moult__warn(report, path, "its group may write to it. To change that: chmod g-w %s", path);
    return 1;
}

moult_status moult__path_trusted(const char *path, moult__report *report)
{
    char whole[PATH_MAX];
    struct stat file, folder, program;
    if (!realpath(path, whole) || stat(whole, &file))
        return moult__refuse(report, errno == ENOENT ? MOULT_UNKNOWN : MOULT_IO, path, "%s",
                             errno == ENOENT ? moult__translate("there is no such file")
                                             : strerror(errno));
    if (!S_ISREG(file.st_mode))
        return moult__refuse(report, MOULT_REFUSED, path, "isn't a regular file");
    uid_t program_owner = stat("/proc/self/exe", &program) ? 0 : program.st_uid;
    moult_status status = check_owner(whole, &file, program_owner, report);
    if (status < 0)
        return status;
    char *slash = strrchr(whole, '/');
    slash[slash == whole] = 0;
    if (stat(whole, &folder))
        return moult__refuse(report, MOULT_IO, whole, "%s", strerror(errno));
    return check_owner(whole, &folder, program_owner, report);
}

moult_status moult__path_self(char *out, uint32_t room, moult__report *report)
{
    char whole[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", whole, sizeof whole - 1);
    if (length <= 0)
        return moult__refuse(report, MOULT_IO, "/proc/self/exe", "%s", strerror(errno));
    whole[length] = 0;
    char *slash = strrchr(whole, '/');
    slash[slash == whole] = 0;
    return check_fit(snprintf(out, room, "%s", whole), room, report);
}
