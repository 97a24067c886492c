/* SPDX-License-Identifier: MIT */
/* One loaded build of a plugin: its file's identity, its staged copy, its mapping.
 *
 * The bytes that were looked at are written under a new name into a private folder and loaded from
 * there, so neither a path, an inode nor a name can give an older build back. The copy stays while
 * it is loaded: debuggers and crash reports find their lines in it. */
#ifndef MOULT_CORE_BUILD_H
#define MOULT_CORE_BUILD_H
#include <sys/stat.h>
#include "core/plugin/elf.h"

#define MOULT__PATH_SIZE 1024

/* What a file was when it was last looked at. */
typedef struct moult__identity {
    uint64_t device, inode, size, content; /* content: XXH3 of the bytes */
    struct timespec modified, changed;
} moult__identity;

typedef struct moult__build {
    char name[32], version[16];
    char label[56]; /* "ai-chaser@1.0.0": for the black box, so it must outlive the calls */
    char path[MOULT__PATH_SIZE];   /* where it came from */
    char staged[MOULT__PATH_SIZE]; /* what is mapped */
    moult__identity identity;
    moult__elf elf;
    void *handle;
    const moult_plugin *plugin;
    uint32_t generation; /* 1, 2, ... within its set */
} moult__build;

/* Whether the file is another one than `known`, by what stat says. MOULT_UNKNOWN: it is gone. */
moult_status moult__identity_of(const char *path, moult__identity *out);
int32_t moult__identity_same_file(const moult__identity *a, const moult__identity *b);

/* Reads a file once it has been left alone for `settle_ms` (waiting at most that long for it), with
 * its identity. The bytes are the caller's. AGAIN: it is still being written. */
moult_status moult__build_read(const char *path, uint32_t settle_ms, uint8_t **bytes,
                               moult__identity *identity, moult__report *report);

/* Looks at the bytes, stages and maps them. NULL when refused. `folder` is private to this process;
 * `serial` makes the copy's name one that was never used before. */
moult__build *moult__build_open(const char *path, const uint8_t *bytes,
                                const moult__identity *identity, const char *folder,
                                uint32_t generation, uint32_t serial, moult__report *report);

/* Unmaps it. 1: it went; 0: something pins it (it stays mapped, which is reported by the
 * caller). */
int32_t moult__build_close(moult__build *build);

/* A private 0700 folder for staged copies: in the runtime folder, or, when that is mounted noexec,
 * in the cache folder. */
moult_status moult__stage_open(char *out, uint32_t room, moult__report *report);
void moult__stage_close(const char *folder);

#endif
