/* SPDX-License-Identifier: MIT */
/* Saves of saver/snapshot. Most mutations are of a section's raw bytes, or leave a section out or
 * add it twice; the file is then packed and signed anew, or nothing behind its checksums would ever
 * be reached. */
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>
#include "fuzz/harness.h"

#define HEAD 16u    /* magic, format, number of sections */
#define NUMBERS 32u /* of an entry: two sizes, two checksums */
#define SECTIONS_MAX 64u
#define RAW_MAX ((size_t)256 << 10)

typedef struct section {
    uint8_t name[2 + 255]; /* its length and it, as in the file */
    uint32_t name_size;
    uint8_t *raw;
    size_t count;
} section;

typedef struct file {
    section sections[SECTIONS_MAX + 1];
    uint32_t count;
} file;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    fuzz_set("snapshot");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_saver("snapshot", data, size);
    return 0;
}

/* -- the file apart, and together again -------------------------------------------------------- */

static uint64_t number_at(const uint8_t *at)
{
    uint64_t number;
    memcpy(&number, at, sizeof number);
    return number;
}

/* The entry at `at`, and its packed bytes at `body`, which both move on; 0: it isn't whole. */
static int32_t take_section(section *s, const uint8_t **at, const uint8_t **body,
                            const uint8_t *end)
{
    const size_t left = (size_t)(end - *at);
    s->raw = NULL;
    if (left < 2 || (*at)[1] != 0 || left < 2u + (*at)[0] + NUMBERS)
        return 0;
    s->name_size = 2u + (*at)[0];
    memcpy(s->name, *at, s->name_size);
    const uint8_t *numbers = *at + s->name_size;
    const uint64_t packed = number_at(numbers + 8);
    s->count = number_at(numbers);
    if (packed > (uint64_t)(end - *body) || s->count > RAW_MAX)
        return 0;
    s->raw = malloc(RAW_MAX);
    FUZZ_MUST(s->raw != NULL, "out of memory");
    const size_t done = ZSTD_decompress(s->raw, RAW_MAX, *body, packed);
    *at = numbers + NUMBERS;
    *body += packed;
    return done == s->count;
}

static void close_file(file *f)
{
    for (uint32_t i = 0; i < f->count; i++)
        free(f->sections[i].raw);
}

static int32_t open_file(file *f, const uint8_t *data, size_t size)
{
    if (size < HEAD + 8 || data[12] > SECTIONS_MAX || (data[13] | data[14] | data[15]) != 0)
        return 0;
    const uint8_t *at = data + HEAD, *end = data + size;
    uint64_t head = HEAD;
    for (uint32_t i = 0; i < data[12] && head < size; i++)
        head += 2u + data[head] + NUMBERS;
    if (head + 8 > size)
        return 0;
    const uint8_t *body = data + head + 8;
    while (f->count < data[12])
        if (!take_section(&f->sections[f->count++], &at, &body, end))
            return 0;
    return 1;
}

/* Its size; 0: it has no room. */
static size_t put_file(const file *f, uint8_t *data, size_t room)
{
    static uint8_t packed[2 * RAW_MAX];
    size_t at = HEAD, body = 0;
    for (uint32_t i = 0; i < f->count; i++)
        body += f->sections[i].name_size + NUMBERS;
    body += HEAD + 8;
    for (uint32_t i = 0; i < f->count; i++) {
        const section *s = &f->sections[i];
        const size_t size = ZSTD_compress(packed, sizeof packed, s->raw, s->count, 1);
        if (ZSTD_isError(size) || body > room || size > room - body)
            return 0;
        const uint64_t numbers[] = {s->count, size, XXH3_64bits(s->raw, s->count),
                                    XXH3_64bits(packed, size)};
        memcpy(data + body, packed, size);
        memcpy(data + at, s->name, s->name_size);
        memcpy(data + at + s->name_size, numbers, sizeof numbers);
        at += s->name_size + NUMBERS;
        body += size;
    }
    data[12] = (uint8_t)f->count;
    const uint64_t sum = XXH3_64bits(data, at);
    memcpy(data + at, &sum, sizeof sum);
    return body;
}

/* -- mutations --------------------------------------------------------------------------------- */

static void mutate(file *f, unsigned int seed)
{
    const uint32_t i = seed / 16 % f->count;
    section *s = &f->sections[i];
    if (seed % 16 == 1 && f->count > 1) {
        free(s->raw);
        memmove(s, s + 1, (--f->count - i) * sizeof *s);
    } else if (seed % 16 == 2 && f->count < SECTIONS_MAX) {
        section *twice = &f->sections[f->count++];
        *twice = *s;
        twice->raw = malloc(RAW_MAX);
        FUZZ_MUST(twice->raw != NULL, "out of memory");
        memcpy(twice->raw, s->raw, s->count);
    } else {
        s->count = LLVMFuzzerMutate(s->raw, s->count, RAW_MAX);
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned int seed)
{
    static file f;
    size_t mutated = 0;
    f.count = 0;
    if (seed % 16 != 0 && open_file(&f, data, size) && f.count != 0) {
        mutate(&f, seed);
        mutated = put_file(&f, data, room);
    }
    close_file(&f);
    return mutated != 0 ? mutated : LLVMFuzzerMutate(data, size, room);
}
