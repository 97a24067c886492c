/* SPDX-License-Identifier: MIT */
/* The level source: chance from a seed text by SHA-256 and nothing else, so that a level is the
 * same wherever the text is typed.
 *
 * The stream is the 32 bytes of the text's hash, then those of the hash of the block before it,
 * written as 64 lower-case hexadecimal digits, and so on without end. libsodium's hash is a pure
 * function of its input: nothing of the library has to be set up first. */
#ifndef MAPGEN_SPLIT_SOURCE_H
#define MAPGEN_SPLIT_SOURCE_H
#include <assert.h>
#include <moult/base.h>
#include <sodium/crypto_hash_sha256.h>

typedef struct split_source {
    uint8_t block[crypto_hash_sha256_BYTES];
    uint32_t used; /* bytes of the block */
} split_source;

/* One row of a table to select from. */
typedef struct split_weight {
    int32_t value, weight; /* weight >= 0 */
} split_weight;

static inline split_source split_source_start(const void *text, size_t size)
{
    split_source source = {.used = 0};
    crypto_hash_sha256(source.block, text, size);
    return source;
}

static inline void split_source_renew(split_source *source)
{
    static const char digits[] = "0123456789abcdef";
    uint8_t text[2 * sizeof source->block];
    for (size_t i = 0; i < sizeof source->block; i++) {
        text[2 * i] = (uint8_t)digits[source->block[i] >> 4];
        text[2 * i + 1] = (uint8_t)digits[source->block[i] & 15];
    }
    crypto_hash_sha256(source->block, text, sizeof text);
    source->used = 0;
}

/* The next byte. As a fraction in 0..1 it counts 256ths. */
static inline int32_t split_byte(split_source *source)
{
    if (source->used == sizeof source->block)
        split_source_renew(source);
    return source->block[source->used++];
}

/* 0..bound-1 with 1 <= bound <= 256; the low ones a little more often unless bound divides 256. */
static inline int32_t split_number(split_source *source, int32_t bound)
{
    assert(bound >= 1 && bound <= 256);
    return split_byte(source) % bound;
}

/* A value by weight; the values differ and the weights add up to 1..256. */
static inline int32_t split_select(split_source *source, const split_weight *table, uint32_t count)
{
    int32_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += table[i].weight;
    int32_t left = split_number(source, sum);
    uint32_t i = 0;
    while (left >= table[i].weight)
        left -= table[i++].weight;
    return table[i].value;
}

#endif
