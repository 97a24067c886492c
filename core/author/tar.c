/* SPDX-License-Identifier: MIT */
#include "core/author/tar.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>
#include "core/system/files.h"

#define BLOCK 512u
#define GZIP_WINDOW (15 + 16) /* zlib's way to say gzip */

/* A header as POSIX.1-1988 has it, extended by ustar; numbers are octal digits. */
typedef struct header {
    char name[100], mode[8], owner[8], group[8], size[12], time[12], sum[8], type, link[100];
    char magic[8], names[64], device[16], prefix[155], rest[12];
} header;

_Static_assert(sizeof(header) == BLOCK, "a header is one block");

static uint32_t sum_of(const header *h)
{
    const uint8_t *at = (const uint8_t *)h;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < BLOCK; i++) /* its own place counts as blanks */
        sum += i - offsetof(header, sum) < sizeof h->sum ? ' ' : at[i];
    return sum;
}

static uint64_t padded(uint64_t size)
{
    return (size + BLOCK - 1) / BLOCK * BLOCK;
}

moult_status moult__tar_add(moult__tar *tar, const char *name, uint8_t *bytes, uint64_t size,
                            uint32_t mode, moult__report *report)
{
    if (tar->count == MOULT__TAR_FILES || strlen(name) >= MOULT__TAR_NAME) {
        free(bytes);
        return moult__refuse(report, MOULT_FULL, name,
                             "more than %u files, or a name of more than %u bytes",
                             MOULT__TAR_FILES, MOULT__TAR_NAME - 1);
    }
    moult__tar_file *file = &tar->files[tar->count++];
    snprintf(file->name, sizeof file->name, "%s", name);
    file->bytes = bytes;
    file->size = size;
    file->mode = mode;
    return MOULT_OK;
}

void moult__tar_free(moult__tar *tar)
{
    for (uint32_t i = 0; i < tar->count; i++)
        free(tar->files[i].bytes);
    tar->count = 0;
}

/* -- writing ----------------------------------------------------------------------------------- */

static void put_file(uint8_t *out, const moult__tar_file *file)
{
    header *h = (header *)out;
    snprintf(h->name, sizeof h->name, "%s", file->name);
    snprintf(h->mode, sizeof h->mode, "%07o", file->mode & 0777u);
    snprintf(h->owner, sizeof h->owner, "%07o", 0u);
    snprintf(h->group, sizeof h->group, "%07o", 0u);
    snprintf(h->size, sizeof h->size, "%011llo", (unsigned long long)file->size);
    snprintf(h->time, sizeof h->time, "%011o", 0u);
    h->type = '0';
    memcpy(h->magic, "ustar\00000", sizeof h->magic);
    snprintf(h->sum, sizeof h->sum, "%06o", sum_of(h));
    h->sum[7] = ' ';
    memcpy(out + BLOCK, file->bytes, file->size);
}

moult_status moult__tar_write(const moult__tar *tar, const char *path, moult__report *report)
{
    uint64_t size = 2 * BLOCK, used = 0;
    for (uint32_t i = 0; i < tar->count; i++)
        size += BLOCK + padded(tar->files[i].size);
    if (size > MOULT__TAR_LIMIT)
        return moult__refuse(report, MOULT_RANGE, path, "more than %u bytes", MOULT__TAR_LIMIT);
    z_stream z = {0};
    if (deflateInit2(&z, 9, Z_DEFLATED, GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return moult__refuse(report, MOULT_MEMORY, path, "out of memory");
    const uint64_t room = deflateBound(&z, size);
    uint8_t *whole = calloc(1, size), *packed = malloc(room);
    moult_status status = whole != NULL && packed != NULL ? MOULT_OK : MOULT_MEMORY;
    for (uint32_t i = 0; i < tar->count && status >= 0; i++) {
        put_file(whole + used, &tar->files[i]);
        used += BLOCK + padded(tar->files[i].size);
    }
    z.next_in = whole;
    z.avail_in = (uInt)size;
    z.next_out = packed;
    z.avail_out = (uInt)room;
    if (status < 0 || deflate(&z, Z_FINISH) != Z_STREAM_END)
        status = moult__refuse(report, MOULT_MEMORY, path, "out of memory");
    if (status >= 0)
        status = moult__file_write(path, packed, z.total_out, 0, report);
    if (status >= 0)
        chmod(path, 0644);
    deflateEnd(&z);
    free(whole);
    free(packed);
    return status;
}

/* -- reading ----------------------------------------------------------------------------------- */

static int32_t octal(const char *text, size_t size, uint64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < size && text[i] >= '0' && text[i] <= '7'; i++)
        *out = *out * 8 + (uint64_t)(text[i] - '0');
    return text[0] >= '0' && text[0] <= '7';
}

/* 1: a file was taken; 0: the end; else a refusal. */
static moult_status take_file(moult__tar *tar, gzFile in, const char *path, moult__report *report)
{
    header h;
    uint64_t size, mode, sum;
    if (gzread(in, &h, BLOCK) != (int)BLOCK)
        return moult__refuse(report, MOULT_FORMAT, path,
                             "the archive is cut short or damaged. Get it again");
    if (h.name[0] == 0)
        return 0;
    if (!octal(h.sum, sizeof h.sum, &sum) || sum != sum_of(&h) || h.type != '0' ||
        !octal(h.size, sizeof h.size, &size) || size > MOULT__TAR_LIMIT ||
        !octal(h.mode, sizeof h.mode, &mode) || memchr(h.name, 0, sizeof h.name) == NULL)
        return moult__refuse(report, MOULT_FORMAT, path, "the archive is damaged. Get it again");
    uint8_t *bytes = malloc(padded(size) + 1);
    if (bytes == NULL)
        return moult__refuse(report, MOULT_MEMORY, path, "out of memory");
    if (gzread(in, bytes, (unsigned)padded(size)) != (int)padded(size)) {
        free(bytes);
        return moult__refuse(report, MOULT_FORMAT, path,
                             "the archive is cut short or damaged. Get it again");
    }
    bytes[size] = 0;
    moult_status status = moult__tar_add(tar, h.name, bytes, size, (uint32_t)mode, report);
    return status < 0 ? status : 1;
}

moult_status moult__tar_read(moult__tar *tar, const char *path, moult__report *report)
{
    gzFile in = gzopen(path, "rbe");
    if (in == NULL)
        return moult__refuse(report, MOULT_UNKNOWN, path, "there is no such file");
    moult_status status = 1;
    while (status > 0)
        status = take_file(tar, in, path, report);
    if (gzclose(in) != Z_OK && status >= 0)
        status = moult__refuse(report, MOULT_FORMAT, path, "the archive is damaged. Get it again");
    return status;
}
