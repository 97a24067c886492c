/* SPDX-License-Identifier: MIT */
/* The world's random streams: PCG-XSH-RR 64/32 (M. O'Neill, "PCG", 2014), one state a stream,
 * started from the seed text. Draws are bounded without bias by multiplication (D. Lemire, 2019).
 * */
#include <string.h>
#include <xxhash.h>
#include <moult/random.h>
#include "core/world/core_tables.h"

static uint32_t draw(uint64_t *state, uint32_t stream)
{
    uint64_t old = *state;
    *state = old * 6364136223846793005u + (2u * (uint64_t)stream + 1u);
    uint32_t shifted = (uint32_t)(((old >> 18) ^ old) >> 27);
    uint32_t turn = (uint32_t)(old >> 59);
    return shifted >> turn | shifted << (-turn & 31);
}

const uint8_t *moult__seed_text(const moult_world *w, uint32_t *count)
{
    *count = ((const moult__run_row *)moult__row(w, MOULT__TABLE_RUN, 0))->seed_size;
    return ((const moult__seed_row *)moult__row(w, MOULT__TABLE_SEED, 0))->text;
}

void moult__random_start(moult_world *w)
{
    uint32_t count;
    const uint8_t *seed = moult__seed_text(w, &count);
    moult__random_row *row = (moult__random_row *)moult__row_edit(w, MOULT__TABLE_RANDOM, 0);
    for (uint32_t stream = 0; stream < 2; stream++)
        row->state[stream] = XXH3_64bits_withSeed(seed, count, 0x6d6f756c74u + stream);
    moult__random_resume(w);
}

void moult__random_resume(moult_world *w)
{
    uint32_t count;
    const uint8_t *seed = moult__seed_text(w, &count);
    w->cosmetic = XXH3_64bits_withSeed(seed, count, 0x6d6f756c74u + MOULT_STREAM_COSMETIC);
}

uint32_t moult__random(moult_world *w, uint32_t stream, uint32_t bound)
{
    if (bound == 0 || stream >= MOULT_STREAMS)
        return 0;
    uint64_t local;
    moult__random_row *row = NULL;
    if (stream == MOULT_STREAM_COSMETIC) {
        local = w->cosmetic;
    } else {
        if (moult__writable(w, "a random number of a stream that counts") < 0)
            return 0;
        row = (moult__random_row *)moult__row_edit(w, MOULT__TABLE_RANDOM, 0);
        local = row->state[stream];
    }
    uint32_t threshold = -bound % bound;
    uint64_t product;
    do {
        product = (uint64_t)draw(&local, stream) * bound;
    } while ((uint32_t)product < threshold);
    if (row != NULL)
        row->state[stream] = local;
    else
        w->cosmetic = local;
    return (uint32_t)(product >> 32);
}
