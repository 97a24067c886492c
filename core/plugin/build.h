/* SPDX-License-Identifier: MIT */
/* One loaded build of a plugin: its file's identity, its staged copy, its mapping.
 *
 * The bytes that were looked at are written under a new name into a private folder and loaded from
 * there, so neither a path, an inode nor a name can give an older build back. The copy stays while
 * it is loaded: debuggers and crash reports find their lines in it. The copy of the generation
 * before it stays as long, unmapped: it is what to go back to when this one fails. */
#ifndef MOULT_CORE_BUILD_H
#define MOULT_CORE_BUILD_H
#include <sys/stat.h>
#include <sys/types.h>
#include "core/plugin/elf.h"
#include "core/system/lockfile.h"
#include "core/world/schema.h"

#define MOULT__PATH_SIZE 1024

/* What a file was when it was last looked at. */
typedef struct moult__identity {
    uint64_t device, inode, size, content; /* content: XXH3 of the bytes */
    struct timespec modified, changed;
    uint32_t waited_ms; /* until it had settled */
} moult__identity;

/* Whom a file and its folder belonged to when moult__path_trusted had nothing against them. */
typedef struct moult__trust {
    uint64_t folder_device, folder_inode;
    uint32_t file_mode, file_owner, folder_mode, folder_owner;
} moult__trust;

/* The copy of the generation that a build replaced. */
typedef struct moult__previous {
    char path[MOULT__PATH_SIZE]; /* "": there is none */
    uint32_t generation;
    uint64_t content; /* XXH3 of the bytes */
} moult__previous;

typedef struct moult__build {
    char name[32], version[16];
    char label[56]; /* "ai-chaser@1.0.0": for the black box, so it must outlive the calls */
    char path[MOULT__PATH_SIZE];   /* where it came from */
    char staged[MOULT__PATH_SIZE]; /* what is mapped */
    moult__previous previous;
    moult__identity identity;
    moult__trust trust;
    moult__elf elf;
    void *handle;
    const moult_plugin *plugin;
    moult__layout *layouts; /* of the tables that it owns or uses, in its list's order */
    uint32_t layout_count;
    uint32_t generation; /* 1, 2, ... within its set */
    uint32_t since;      /* stamp of the commit that brought it */
    int32_t keeps_copy;  /* the staged copy isn't removed: another build's previous one */
    int32_t stands_in;   /* loaded only because another plugin was left out */
    pid_t stager;        /* the process that made the copies; a fork of it removes none */
} moult__build;

/* What stat says of the file; `content` stays 0. MOULT_UNKNOWN: there is none. */
moult_status moult__identity_of(const char *path, moult__identity *out);
int32_t moult__identity_same_file(const moult__identity *a, const moult__identity *b);

/* Whether its code may be run: asked again only when somebody's rights have changed since `known`,
 * which is renewed. The report may get a warning. */
moult_status moult__build_trusted(const char *path, moult__trust *known, moult__report *report);

/* Room for one file's bytes, kept from file to file: fresh memory is the dearest part of
 * reading. */
typedef struct moult__room {
    uint8_t *bytes;
    uint64_t size;
} moult__room;

/* Reads a file once it has been left alone for `settle_ms` (waiting at most that long for it), with
 * its identity, which comes zeroed or fresh from moult__identity_of. The bytes are in `room` until
 * the next file is read. AGAIN: it is still being written. */
moult_status moult__build_read(const char *path, uint32_t settle_ms, moult__room *room,
                               moult__identity *identity, moult__report *report);

/* Looks at the bytes, asks the lock (NULL: there is none), and stages them; nothing of them is
 * mapped or run. NULL when refused. `folder` is private to this user; `serial` makes the copy's
 * name one that was never used before. */
moult__build *moult__build_stage(const char *path, const uint8_t *bytes,
                                 const moult__identity *identity, const moult__lock *lock,
                                 const char *folder, uint32_t generation, uint32_t serial,
                                 moult__report *report);

/* Maps what was staged: its constructors run. Refused: it is still to be closed. */
moult_status moult__build_map(moult__build *build, moult__report *report);

/* Both, without a lock. */
moult__build *moult__build_open(const char *path, const uint8_t *bytes,
                                const moult__identity *identity, const char *folder,
                                uint32_t generation, uint32_t serial, moult__report *report);

/* Number `i` of a descriptor's list. Entries grow at their end, so a list goes by the size that its
 * first one gives, which moult__build_check has found to be that of all. */
static inline const void *moult__entry(const void *list, uint32_t i)
{
    return (const char *)list + (size_t)i * *(const uint32_t *)list;
}

#define MOULT__ENTRY_MAX 256u    /* bytes */
#define MOULT__ENTRIES_MAX 4096u /* of a list */

/* The descriptor has all that ABI 1 began with, agrees with the note, and its lists can be walked;
 * reads its tables' layouts. */
moult_status moult__build_check(moult__build *build, moult__report *report);

/* `next` takes the place of `old`, whose copy becomes the previous one. */
void moult__build_succeed(moult__build *next, moult__build *old);

/* Unmaps it and removes its copies. 1: it went; 0: something pins it (it stays mapped, which is
 * reported by the caller). */
int32_t moult__build_close(moult__build *build);

/* A private 0700 folder for staged copies: in the runtime folder, or, when that is mounted noexec,
 * in the cache folder. */
moult_status moult__stage_open(char *out, uint32_t room, moult__report *report);

/* Removes the folder with all that was left inside. */
void moult__stage_close(const char *folder);
/* Removes what lies in it, but for the names that are `wanted` (NULL: none is). */
void moult__stage_clear(const char *folder,
                        int32_t (*wanted)(const void *context, const char *name),
                        const void *context);

#endif
