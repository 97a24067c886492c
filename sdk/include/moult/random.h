/* SPDX-License-Identifier: MIT */
/* Chance: the world's named streams, and a small generator of one's own for map making.
 * All integers, all exact: the same seed and the same draws give the same game everywhere.
 * Never put two draws into one expression: C doesn't say which comes first. */
#ifndef MOULT_RANDOM_H
#define MOULT_RANDOM_H
#include <moult/base.h>
#include <moult/host.h>

MOULT_EXTERN_C_BEGIN

/* Streams, and how many there are. */
#define MOULT_STREAM_PLAY 0u     /* what happens in a turn */
#define MOULT_STREAM_LEVEL 1u    /* what rules draw while they fill a level */
#define MOULT_STREAM_COSMETIC 2u /* what has no effect on the game; not hashed, allowed in [draw] */
#define MOULT_STREAMS 3u

/* Uniform in 0..bound-1 (bound 0: 0), without bias: PCG-XSH-RR 64/32 (M. O'Neill, 2014), bounded by
 * D. Lemire's multiplication (2019). [turn, load, random] */
static inline uint32_t moult_random(moult_world *w, uint32_t stream, uint32_t bound)
{
    return moult_host_1->random(w, stream, bound);
}

/* Uniform in low..high, both included; low > high: low. [turn, load, random] */
static inline int32_t moult_random_between(moult_world *w, uint32_t stream, int32_t low,
                                           int32_t high)
{
    if (low >= high)
        return low;
    uint32_t bound = (uint32_t)high - (uint32_t)low + 1u;
    uint32_t drawn;
    if (bound != 0) {
        drawn = moult_random(w, stream, bound);
    } else { /* all 2^32 of them */
        drawn = moult_random(w, stream, 1u << 16) << 16;
        drawn |= moult_random(w, stream, 1u << 16);
    }
    return (int32_t)((uint32_t)low + drawn);
}

/* The seed as the player typed it, any bytes, without a final zero; `count` may be 0. [any] */
static inline const uint8_t *moult_seed_text(const moult_world *w, uint32_t *count)
{
    return moult_host_1->seed_text(w, count);
}

/* xorshift32 (G. Marsaglia, 2003; shifts 13, 17, 5): for generators, which have no world. The state
 * must not be 0: `moult_xorshift_start` sees to that. */
typedef struct moult_xorshift {
    uint32_t state;
} moult_xorshift;

static inline moult_xorshift moult_xorshift_start(uint32_t state)
{
    moult_xorshift source = {state != 0 ? state : 0x9E3779B9u};
    return source;
}

/* The next 32 bits, never 0. [any] */
static inline uint32_t moult_xorshift_next(moult_xorshift *source)
{
    uint32_t s = source->state;
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    source->state = s;
    return s;
}

/* The same from the 32 bytes of moult_request.seed. */
static inline moult_xorshift moult_xorshift_seed(const uint8_t *seed)
{
    return moult_xorshift_start(seed[0] | (uint32_t)seed[1] << 8 | (uint32_t)seed[2] << 16 |
                                (uint32_t)seed[3] << 24);
}

/* In low..high, both included (low > high: low); even enough for ranges as small as a map's. */
static inline int32_t moult_xorshift_between(moult_xorshift *source, int32_t low, int32_t high)
{
    uint32_t drawn = moult_xorshift_next(source);
    return low < high ? low + (int32_t)(drawn % ((uint32_t)(high - low) + 1u)) : low;
}

MOULT_EXTERN_C_END
#endif
