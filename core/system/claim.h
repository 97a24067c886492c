/* SPDX-License-Identifier: MIT */
/* Something that one process at a time may use, such as a save that is being played.
 *
 * A claim is a lock of the kernel on a small file. It ends with its process, however that ends, so
 * there are no stale ones; no fork inherits it; over NFS it holds between machines. What the file
 * says (pid, boot, start time of the process, and what is claimed) is for those who ask who has
 * it. Only on file systems without such locks does it decide: a process that is gone, or of
 * another boot, or only has the pid of one that was there, claims nothing. The file stays
 * afterwards, and means nothing by itself. */
#ifndef MOULT_CORE_SYSTEM_CLAIM_H
#define MOULT_CORE_SYSTEM_CLAIM_H
#include "core/system/error.h"

#define MOULT__CLAIM_TEXT 256u

typedef struct moult__claim {
    int fd; /* 0 or less: nothing is claimed */
} moult__claim;

/* Who has something, or had it last. */
typedef struct moult__claimant {
    int64_t pid;     /* 0: nobody has it now; -1: somebody unknown */
    int32_t foreign; /* it is a process of another machine, or of another boot of this one */
    char what[MOULT__CLAIM_TEXT];
} moult__claimant;

/* Claims what the file at `path` stands for; `what`, a line, is written into it. MOULT_AGAIN:
 * another process has it, as `who` says; MOULT_IO: no file can be made there. Neither writes a
 * report. To be called once a path and process: closing the file elsewhere would give it up. */
moult_status moult__claim_take(const char *path, const char *what, moult__claim *out,
                               moult__claimant *who);

/* In a fork whose parent is gone: takes over its claim. 0: somebody else was quicker. */
int32_t moult__claim_inherit(const moult__claim *claim);

/* Asks without claiming. 0: there is no such file. Not for what this process has claimed. */
int32_t moult__claim_ask(const char *path, moult__claimant *who);

void moult__claim_drop(moult__claim *claim);

#endif
