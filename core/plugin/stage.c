/* SPDX-License-Identifier: MIT */
/* Folders for staged copies: private, from which programs may be run, and named after the process
 * that made them, so that the next one can sweep up after a process that was killed. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include "core/plugin/build.h"
#include "core/system/files.h"
#include "core/system/paths.h"

void moult__stage_clear(const char *path, int32_t (*wanted)(const void *context, const char *name),
                        const void *context)
{
    struct dirent **files = NULL;
    int folder = path[0] != 0 ? open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
    if (folder < 0)
        return;
    int inside = scandir(path, &files, NULL, NULL);
    for (int f = 0; f < inside; f++) {
        if (wanted == NULL || !wanted(context, files[f]->d_name))
            unlinkat(folder, files[f]->d_name, 0);
        free(files[f]);
    }
    free(inside > 0 ? files : NULL);
    close(folder);
}

void moult__stage_close(const char *path)
{
    moult__stage_clear(path, NULL, NULL);
    if (path[0] != 0)
        rmdir(path);
}

/* Removes what processes that were killed left here. */
static void sweep(const char *base)
{
    char path[MOULT__PATH_SIZE];
    struct dirent **folders = NULL;
    int count = scandir(base, &folders, NULL, NULL);
    for (int i = 0; i < count; i++) {
        int pid;
        if (sscanf(folders[i]->d_name, "stage-%d-", &pid) == 1 && kill(pid, 0) != 0 &&
            errno == ESRCH) {
            snprintf(path, sizeof path, "%s/%s", base, folders[i]->d_name);
            moult__stage_close(path);
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
