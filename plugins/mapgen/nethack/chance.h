/* SPDX-License-Identifier: MIT */
/* The generator's own chance: PCG-XSH-RR 64/32 (M. O'Neill, 2014), started from the request's
 * seed. A bounded draw is the high half of a product (D. Lemire, 2019), without the second draw
 * that would remove the last bias: bounds here are small, and the bias is below bound / 2^32. */
#ifndef MAPGEN_NETHACK_CHANCE_H
#define MAPGEN_NETHACK_CHANCE_H
#include <moult/base.h>

typedef struct nethack_chance {
    uint64_t state, step; /* step is odd */
} nethack_chance;

static inline uint32_t nethack_next(nethack_chance *chance)
{
    uint64_t state = chance->state;
    chance->state = state * 6364136223846793005u + chance->step;
    uint32_t mixed = (uint32_t)(((state >> 18) ^ state) >> 27), turn = (uint32_t)(state >> 59);
    return mixed >> turn | mixed << (-turn & 31);
}

/* Uniform in 0..bound-1; bound < 1: 0. */
static inline int32_t nethack_draw(nethack_chance *chance, int32_t bound)
{
    return bound < 1 ? 0 : (int32_t)((uint64_t)nethack_next(chance) * (uint32_t)bound >> 32);
}

/* True once in `odds`; odds 0: never. */
static inline int32_t nethack_one_in(nethack_chance *chance, int32_t odds)
{
    return odds > 0 && nethack_draw(chance, odds) == 0;
}

/* From 16 bytes. */
static inline nethack_chance nethack_chance_start(const uint8_t *seed)
{
    nethack_chance chance = {0, 0};
    for (uint32_t i = 0; i < 8; i++) {
        chance.state |= (uint64_t)seed[i] << (8 * i);
        chance.step |= (uint64_t)seed[8 + i] << (8 * i);
    }
    chance.step |= 1;
    nethack_next(&chance);
    return chance;
}

#endif
