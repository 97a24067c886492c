/* SPDX-License-Identifier: MIT */
/* Bytes in memory: a sink that grows as it is written to, and a reader that never leaves what it
 * was given. Whatever is encoded or decoded goes through these two. */
#ifndef MOULT_CORE_WORLD_BYTES_H
#define MOULT_CORE_WORLD_BYTES_H
#include <moult/saver.h>
#include <string.h>

/* `sink.write` answers MOULT_FULL beyond the limit, MOULT_MEMORY when there is none, and the same
 * again after that: a status that is negative at the end means that not all is there. `bytes` is to
 * be freed. */
typedef struct moult__bytes {
    moult_sink sink;
    uint8_t *bytes;
    uint64_t count, room, limit;
    moult_status status;
} moult__bytes;

/* Empty; it must stay where it is. */
void moult__bytes_open(moult__bytes *bytes, uint64_t limit);

/* `whole` becomes 0 at the first thing that isn't wholly there, and stays it. */
typedef struct moult__reader {
    const uint8_t *at, *end;
    int32_t whole;
} moult__reader;

static inline moult__reader moult__reader_of(const uint8_t *bytes, uint64_t count)
{
    return (moult__reader){bytes, bytes + count, 1};
}

/* The next `count` bytes; NULL: there aren't as many. */
static inline const uint8_t *moult__take(moult__reader *in, uint64_t count)
{
    const uint8_t *at = in->at;
    if (!in->whole || count > (uint64_t)(in->end - in->at)) {
        in->whole = 0;
        return NULL;
    }
    in->at += count;
    return at;
}

/* A number as it lies in memory; 0 when it isn't there. */
static inline uint32_t moult__take_u32(moult__reader *in)
{
    uint32_t value = 0;
    const uint8_t *at = moult__take(in, sizeof value);
    if (at != NULL)
        memcpy(&value, at, sizeof value);
    return value;
}

static inline uint64_t moult__take_u64(moult__reader *in)
{
    uint64_t value = 0;
    const uint8_t *at = moult__take(in, sizeof value);
    if (at != NULL)
        memcpy(&value, at, sizeof value);
    return value;
}

/* `count` bytes as a text with a final zero. Too long for `room`, or a zero within: not whole. */
static inline void moult__take_text(moult__reader *in, uint64_t count, char *out, uint64_t room)
{
    const uint8_t *text = moult__take(in, count);
    out[0] = 0;
    if (text == NULL || count >= room || memchr(text, 0, count) != NULL) {
        in->whole = 0;
        return;
    }
    memcpy(out, text, count);
    out[count] = 0;
}

struct moult_world;

/* All sections of a world, each behind its size in a u64; a status of `out` that is negative
 * afterwards means that not all is there. */
void moult__sections_encode(const struct moult_world *w, moult__bytes *out);

/* Hands so many of them to a fresh world, for moult__world_finish. MOULT_FORMAT: one is cut off. */
moult_status moult__sections_decode(struct moult_world *w, moult__reader *in, uint32_t count);

#endif
