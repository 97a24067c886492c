/* SPDX-License-Identifier: MIT */
/* Small archives in memory: POSIX ustar within gzip. The same files give the same bytes, so there
 * are no times, owners or names of machines in one. */
#ifndef MOULT_CORE_AUTHOR_TAR_H
#define MOULT_CORE_AUTHOR_TAR_H
#include "core/system/error.h"

#define MOULT__TAR_NAME 100u         /* bytes of a file's name with the final zero */
#define MOULT__TAR_FILES 64u         /* of one archive */
#define MOULT__TAR_LIMIT (64u << 20) /* bytes of a file, and of an archive */

typedef struct moult__tar_file {
    char name[MOULT__TAR_NAME];
    uint8_t *bytes; /* the archive's, with a zero behind the end */
    uint64_t size;
    uint32_t mode;
} moult__tar_file;

typedef struct moult__tar {
    moult__tar_file files[MOULT__TAR_FILES];
    uint32_t count;
} moult__tar;

/* Takes over `bytes`. MOULT_FULL, or MOULT_RANGE for a name that is too long. */
moult_status moult__tar_add(moult__tar *tar, const char *name, uint8_t *bytes, uint64_t size,
                            uint32_t mode, moult__report *report);
moult_status moult__tar_write(const moult__tar *tar, const char *path, moult__report *report);

/* Refuses what is cut short, has a wrong sum, or holds anything but plain files. */
moult_status moult__tar_read(moult__tar *tar, const char *path, moult__report *report);
void moult__tar_free(moult__tar *tar);

#endif
