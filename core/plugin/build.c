/* SPDX-License-Identifier: MIT */
/* Reading, staging, mapping and unmapping of one build. See build.h. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>
#include "core/plugin/build.h"
#include "core/system/files.h"
#include "core/system/paths.h"
#include "core/system/text.h"

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

static moult_status write_copy(const char *path, const uint8_t *bytes, uint64_t count)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
    if (fd < 0)
        return MOULT_IO;
    uint64_t done = 0;
    while (done < count) {
        ssize_t written = write(fd, bytes + done, count - done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            close(fd);
            unlink(path);
            return MOULT_IO;
        }
        done += (uint64_t)written;
    }
    close(fd);
    return MOULT_OK;
}

/* Plugins go, their libraries stay: unloading one that left a handler or a thread behind is a crash
 * to come. */
static void pin_libraries(const moult__elf *elf)
{
    for (uint32_t i = 0; i < elf->needed_count; i++) {
        void *library = dlopen(elf->needed[i], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
        if (library != NULL)
            dlclose(library);
    }
}

/* The list is there, and its entries are of one size, by which they are found. */
static int32_t list_fits(const void *list, uint32_t count)
{
    uint32_t first, size;
    if (count == 0)
        return 1;
    if (list == NULL || count > MOULT__ENTRIES_MAX)
        return 0;
    memcpy(&first, list, sizeof first);
    for (uint32_t i = 0; i < count && first <= MOULT__ENTRY_MAX; i++) {
        memcpy(&size, moult__entry(list, i), sizeof size);
        if (size != first)
            return 0;
    }
    return first <= MOULT__ENTRY_MAX && first % _Alignof(void *) == 0;
}

static moult_status read_layouts(moult__build *build, const char *who, moult__report *report)
{
    uint32_t count = build->plugin->table_count;
    build->layouts = calloc(count + 1, sizeof *build->layouts);
    if (build->layouts == NULL)
        return moult__refuse(report, MOULT_MEMORY, who, "out of memory");
    for (uint32_t t = 0; t < count; t++) {
        const moult_table_use *use = moult__entry(build->plugin->tables, t);
        if (!MOULT_HAS(use, bind) || use->bind == NULL)
            return moult__refuse(report, MOULT_FORMAT, who,
                                 "a table isn't wholly declared. Use MOULT_TABLE_OWNED or _USED");
        build->layout_count++;
        moult_status status = moult__layout_copy(&build->layouts[t], use->schema, who, report);
        if (status < 0)
            return status;
    }
    return MOULT_OK;
}

moult_status moult__build_check(moult__build *build, moult__report *report)
{
    const moult_plugin *plugin = build->plugin;
    char who[96];
    snprintf(who, sizeof who, "%s load", build->label);
    if (!MOULT_HAS(plugin, table_count) || plugin->size > 65536)
        return moult__refuse(report, MOULT_FORMAT, who,
                             "its descriptor says it has %u bytes, ABI 1 begins with %u (%s). "
                             "Rebuild it with this SDK: moult sdk --cflags",
                             plugin->size, (uint32_t)sizeof *plugin, build->path);
    if (plugin->abi != MOULT_ABI || plugin->name == NULL || plugin->version == NULL ||
        strcmp(plugin->name, build->name) != 0 || strcmp(plugin->version, build->version) != 0)
        return moult__refuse(
            report, MOULT_FORMAT, who,
            "note and descriptor disagree about name, version or ABI (%s). Declare "
            "both by one MOULT_PLUGIN",
            build->path);
    if (plugin->host == NULL || !list_fits(plugin->provides, plugin->provide_count) ||
        !list_fits(plugin->requirements, plugin->requirement_count) ||
        !list_fits(plugin->natives, plugin->native_count) ||
        !list_fits(plugin->tables, plugin->table_count))
        return moult__refuse(report, MOULT_FORMAT, who,
                             "its descriptor counts entries that aren't there (%s). Give each list "
                             "with its count",
                             build->path);
    return read_layouts(build, who, report);
}

static moult_status map(moult__build *build, const char *who, moult__report *report)
{
    pin_libraries(&build->elf);
    build->handle = dlopen(build->staged, RTLD_NOW | RTLD_LOCAL);
    if (build->handle == NULL) {
        const char *why = dlerror();
        const char *text = why != NULL ? why : moult__translate("no reason given");
        size_t prefix = strlen(build->staged);
        if (strncmp(text, build->staged, prefix) == 0 && strncmp(text + prefix, ": ", 2) == 0)
            text += prefix + 2;
        return moult__refuse(report, MOULT_REFUSED, who,
                             "the system can't load it (%s): %s. Link what it needs, or build with "
                             "-Wl,-z,defs to see it earlier",
                             build->path, text);
    }
    build->plugin = dlsym(build->handle, "moult_plugin_1");
    if (build->plugin == NULL)
        return moult__refuse(report, MOULT_FORMAT, who, "moult_plugin_1 isn't there (%s)",
                             build->path);
    return moult__build_check(build, report);
}

moult__build *moult__build_open(const char *path, const uint8_t *bytes,
                                const moult__identity *identity, const char *folder,
                                uint32_t generation, uint32_t serial, moult__report *report)
{
    moult__build *build = calloc(1, sizeof *build);
    char who[96];
    if (build == NULL) {
        moult__refuse(report, MOULT_MEMORY, path, "out of memory");
        return NULL;
    }
    moult_status status = moult__elf_inspect(bytes, identity->size, path, &build->elf, report);
    if (status >= 0) {
        snprintf(build->name, sizeof build->name, "%s", build->elf.note.name);
        snprintf(build->version, sizeof build->version, "%s", build->elf.note.version);
        snprintf(build->label, sizeof build->label, "%s@%s", build->name, build->version);
        snprintf(who, sizeof who, "%s load", build->label);
        snprintf(build->path, sizeof build->path, "%s", path);
        build->identity = *identity;
        build->generation = generation;
        int length = snprintf(build->staged, sizeof build->staged, "%s/%s.%u.so", folder,
                              build->name, serial);
        status = length < (int)sizeof build->staged
                     ? write_copy(build->staged, bytes, identity->size)
                     : MOULT_IO;
        if (status < 0) {
            moult__refuse(report, status, who, "can't stage a copy (%s): %s. Free some space there",
                          build->staged, strerror(errno));
            build->staged[0] = 0;
        }
    }
    if (status >= 0)
        status = map(build, who, report);
    if (status >= 0)
        return build;
    moult__build_close(build);
    return NULL;
}

int32_t moult__build_close(moult__build *build)
{
    int32_t gone = 1;
    if (build->handle != NULL) {
        struct link_map *mapped = NULL;
        Dl_info left;
        const void *inside =
            dlinfo(build->handle, RTLD_DI_LINKMAP, &mapped) == 0 ? mapped->l_ld : NULL;
        dlclose(build->handle);
        gone = dladdr(inside, &left) == 0 || strcmp(left.dli_fname, build->staged) != 0;
    }
    if (build->staged[0] != 0)
        unlink(build->staged);
    for (uint32_t t = 0; t < build->layout_count; t++)
        moult__layout_free(&build->layouts[t]);
    free(build->layouts);
    free(build);
    return gone;
}

/* Removes what processes that were killed left here. */
static void sweep(const char *base)
{
    char path[MOULT__PATH_SIZE];
    struct dirent **folders = NULL, **files = NULL;
    int count = scandir(base, &folders, NULL, NULL);
    for (int i = 0; i < count; i++) {
        int pid;
        if (sscanf(folders[i]->d_name, "stage-%d-", &pid) == 1 && kill(pid, 0) != 0 &&
            errno == ESRCH) {
            snprintf(path, sizeof path, "%s/%s", base, folders[i]->d_name);
            int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            int inside = folder >= 0 ? scandir(path, &files, NULL, NULL) : 0;
            for (int f = 0; f < inside; f++) {
                unlinkat(folder, files[f]->d_name, 0);
                free(files[f]);
            }
            free(inside > 0 ? files : NULL);
            if (folder >= 0)
                close(folder);
            rmdir(path);
        }
        free(folders[i]);
    }
    free(count > 0 ? folders : NULL);
}

/* A folder below `base`, when programs may be run from there. */
static moult_status stage_in(const char *base, char *out, uint32_t room, moult__report *report)
{
    struct statvfs system;
    int length = snprintf(out, room, "%s/stage-%d-XXXXXX", base, (int)getpid());
    if (length < 0 || (uint32_t)length >= room)
        return MOULT_RANGE;
    if (moult__folder_make(base, 0700, report) < 0)
        return MOULT_IO;
    sweep(base);
    if (statvfs(base, &system) == 0 && (system.f_flag & ST_NOEXEC) != 0)
        return MOULT_UNSUPPORTED;
    return mkdtemp(out) != NULL ? MOULT_OK : MOULT_IO;
}

moult_status moult__stage_open(char *out, uint32_t room, moult__report *report)
{
    char base[MOULT__PATH_SIZE - 64];
    if (moult__path_runtime(base, sizeof base, report) >= 0 &&
        stage_in(base, out, room, report) >= 0)
        return MOULT_OK;
    if (moult__path_cache(base, sizeof base, report) >= 0 && stage_in(base, out, room, report) >= 0)
        return MOULT_OK;
    return moult__refuse(report, MOULT_IO, "moult load",
                         "there is no folder from which plugins can be loaded (%s). Set "
                         "XDG_RUNTIME_DIR or XDG_CACHE_HOME to one of yours that isn't mounted "
                         "noexec",
                         out);
}

void moult__stage_close(const char *folder)
{
    if (folder[0] != 0)
        rmdir(folder);
}
