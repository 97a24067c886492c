/* SPDX-License-Identifier: MIT */
/* Watching folders for plugins that were built anew.
 *
 * Folders are watched, not files: a linker, an editor and `mv` replace a file by another inode,
 * which a watch on the file would never see. The watch only says "look": what changed is found by
 * reading the files, so a lost or a doubled event does no harm. */
#ifndef MOULT_CORE_SYSTEM_WATCH_H
#define MOULT_CORE_SYSTEM_WATCH_H
#include "core/system/error.h"

typedef struct moult__watch {
    int fd; /* inotify; -1 when closed */
} moult__watch;

/* MOULT_IO: the system has no more watches to give; the text says how to raise its limit. */
moult_status moult__watch_open(moult__watch *watch, moult__report *report);

/* Adds a folder; one that is watched already is fine. MOULT_UNKNOWN: there is no such folder. */
moult_status moult__watch_add(moult__watch *watch, const char *folder, moult__report *report);

/* Becomes readable when there is something to drain. */
int moult__watch_fd(const moult__watch *watch);

/* Takes what has happened since, and answers how often it concerned a name that ends in ".so"
 * (written and closed, moved in or out, deleted). An overflow of the queue counts as one. Never
 * waits. */
uint32_t moult__watch_drain(moult__watch *watch);

void moult__watch_close(moult__watch *watch);

#endif
