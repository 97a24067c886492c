/* SPDX-License-Identifier: MIT */
/* A folder, a compiler and a few looks at the process. */
#include "plugin_kit.h"
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "core/game/host.h"
#include "core/system/files.h"

static char folder[64];

static void require(int fine, const char *what)
{
    if (fine)
        return;
    fprintf(stderr, "plugin_kit: %s\n", what);
    abort();
}

const char *kit_folder(void)
{
    return folder;
}

const char *kit_at(const char *name)
{
    static char paths[8][KIT_PATH];
    static uint32_t next;
    char *path = paths[next++ % MOULT_COUNT(paths)];
    require(snprintf(path, KIT_PATH, "%s/%s", folder, name) < KIT_PATH, "a path is too long");
    return path;
}

void kit_folder_make(void)
{
    snprintf(folder, sizeof folder, "/tmp/moult-test-XXXXXX");
    require(mkdtemp(folder) != NULL, "no folder");
    setenv("XDG_RUNTIME_DIR", folder, 1);
}

static int remove_one(const char *path, const struct stat *about, int type, struct FTW *ftw)
{
    (void)about;
    (void)type;
    (void)ftw;
    return remove(path);
}

void kit_folder_remove(void)
{
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* -- compiling --------------------------------------------------------------------------------- */

void kit_compile_files(const char *driver, const char *name, const char *files, const char *flags)
{
    char command[4096];
    int length = snprintf(command, sizeof command,
                          "cd %s && %s -D_GNU_SOURCE -O1 -fPIC -shared -fvisibility=hidden -Wall "
                          "-I %s/sdk/include -Wl,-z,now %s %s -o %s 2>%s.log",
                          folder, driver, MOULT_SOURCE_DIR, flags, files, name, name);
    require(length < (int)sizeof command, "a command is too long");
    if (system(command) == 0)
        return;
    snprintf(command, sizeof command, "cat %s/%s.log >&2", folder, name);
    require(system(command) == 0 && 0, "a plugin can't be compiled");
}

void kit_compile(const char *name, const char *text, const char *flags)
{
    char file[KIT_PATH];
    snprintf(file, sizeof file, "%s.c", name);
    kit_write(kit_at(file), text, strlen(text));
    kit_compile_files("cc -std=c11", name, file, flags);
}

/* -- files ------------------------------------------------------------------------------------- */

uint8_t *kit_read(const char *path, uint64_t *count)
{
    uint8_t *bytes = NULL;
    require(moult__file_read(path, UINT32_MAX, &bytes, count, NULL) >= 0, path);
    return bytes;
}

static void write_into(const char *path, int flags, const void *bytes, uint64_t count)
{
    int fd = open(path, O_WRONLY | O_CREAT | flags, 0700);
    require(fd >= 0 && write(fd, bytes, count) == (ssize_t)count, path);
    close(fd);
}

void kit_write(const char *path, const void *bytes, uint64_t count)
{
    write_into(path, O_TRUNC, bytes, count);
}

void kit_take(const char *built, const char *name, uint32_t more)
{
    char from[KIT_PATH];
    uint64_t count;
    snprintf(from, sizeof from, "%s/%s", MOULT_BUILD_DIR, built);
    uint8_t *bytes = kit_read(from, &count);
    uint8_t *longer = calloc(1, count + more);
    require(longer != NULL, "out of memory");
    memcpy(longer, bytes, count);
    kit_write(kit_at("taken"), longer, count + more);
    require(rename(kit_at("taken"), kit_at(name)) == 0, name);
    free(longer);
    free(bytes);
}

void kit_replace(const char *from, const char *to)
{
    uint64_t count;
    char fresh[KIT_PATH];
    uint8_t *bytes = kit_read(from, &count);
    require(snprintf(fresh, sizeof fresh, "%s.new", to) < (int)sizeof fresh, to);
    write_into(fresh, O_EXCL, bytes, count);
    require(rename(fresh, to) == 0, to);
    free(bytes);
    kit_tick();
}

void kit_overwrite(const char *from, const char *to)
{
    uint64_t count;
    uint8_t *bytes = kit_read(from, &count);
    write_into(to, O_TRUNC, bytes, count);
    free(bytes);
    kit_tick();
}

void kit_tick(void)
{
    const struct timespec tick = {0, 12000000};
    nanosleep(&tick, NULL);
}

/* -- texts ------------------------------------------------------------------------------------- */

static void swap_all(char *text, size_t room, const char *from, const char *to)
{
    for (char *at = text; (at = strstr(at, from)) != NULL; at += strlen(to)) {
        size_t rest = strlen(at + strlen(from)) + 1;
        require((size_t)(at - text) + strlen(to) + rest <= room, "a text is too long");
        memmove(at + strlen(to), at + strlen(from), rest);
        memcpy(at, to, strlen(to));
    }
}

const char *kit_normal(const char *text)
{
    static char out[4096];
    snprintf(out, sizeof out, "%s", text);
    swap_all(out, sizeof out, folder, "@");
    swap_all(out, sizeof out, MOULT_BUILD_DIR, "BUILD");
    return out;
}

/* -- sets -------------------------------------------------------------------------------------- */

void kit_set_make(moult__set *set)
{
    moult__report report = {0};
    moult_status status =
        moult__set_open(set, &moult__host, moult__core_provides, MOULT__CORE_PROVIDES, &report);
    require(status >= 0, report.text);
    set->settle_ms = 0;
}

void kit_set_rogue(moult__set *set)
{
    static const char *const roles[][2] = {
        {"rules", "rules/rogue"},       {"combat", "combat/rogue"}, {"items", "items/rogue"},
        {"bestiary", "bestiary/rogue"}, {"mapgen", "mapgen/rooms"}, {"fov", "fov/shadow"},
    };
    char path[KIT_PATH];
    moult__set_scan(set, MOULT_BUILD_DIR "/plugins");
    for (uint32_t i = 0; i < set->found_count; i++) {
        const char *slash = strrchr(set->found[i].path, '/');
        snprintf(path, sizeof path, "%s/live%.64s", folder, slash);
        if (access(path, F_OK) == 0)
            snprintf(set->found[i].path, MOULT__PATH_SIZE, "%s", path);
    }
    for (uint32_t i = 0; i < MOULT_COUNT(roles); i++)
        moult__set_bind_role(set, roles[i][0], roles[i][1]);
}

moult_status kit_set_want(moult__set *set, const char *slots, moult__report *report)
{
    moult__want wants[16];
    uint32_t count = 0;
    memset(wants, 0, sizeof wants);
    memset(report, 0, sizeof *report);
    while (*slots != 0) {
        size_t length = strcspn(slots, " ");
        require(count < MOULT_COUNT(wants), "too many slots");
        snprintf(wants[count++].slot, MOULT_SLOT_SIZE, "%.*s", (int)length, slots);
        slots += length + strspn(slots + length, " ");
    }
    return moult__set_load(set, wants, count, report);
}

/* -- the process ------------------------------------------------------------------------------- */

uint32_t kit_files(const char *where)
{
    DIR *files = opendir(where);
    uint32_t count = 0;
    require(files != NULL, where);
    for (const struct dirent *file; (file = readdir(files)) != NULL;)
        count += file->d_name[0] != '.';
    closedir(files);
    return count;
}

uint32_t kit_descriptors(void)
{
    return kit_files("/proc/self/fd");
}

uint32_t kit_mappings(const char *part)
{
    FILE *maps = fopen("/proc/self/maps", "re");
    char line[KIT_PATH];
    uint32_t count = 0;
    require(maps != NULL, "no /proc");
    while (fgets(line, sizeof line, maps) != NULL)
        count += strstr(line, part) != NULL;
    fclose(maps);
    return count;
}

uint64_t kit_resident(void)
{
    FILE *statm = fopen("/proc/self/statm", "re");
    unsigned long whole = 0, resident = 0;
    require(statm != NULL && fscanf(statm, "%lu %lu", &whole, &resident) == 2, "no /proc");
    fclose(statm);
    return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}
