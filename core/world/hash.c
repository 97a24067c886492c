/* SPDX-License-Identifier: MIT */
/* The state hash: sum mod 2^64 over all blocks of XXH3 of the block's bytes, seeded by table and
 * place. A sum, so that a changed block costs only itself; seeded, so that equal rows at two
 * places count apart; by the table's name, so that the order of loading plugins doesn't matter. */
#include <stdlib.h>
#include <xxhash.h>
#ifdef MOULT_XXHASH_DISPATCH
#include <xxh_x86dispatch.h>
#endif
#include "core/world/core_tables.h"

uint64_t moult__block_hash(const moult__block *block, const uint8_t *bytes)
{
    return block->hashed ? XXH3_64bits_withSeed(bytes, block->size, block->seed) : 0;
}

/* The seeds of planes differ in their upper half, those of a run's blocks in the lower one. */
uint32_t moult__block_key(const moult__block *block)
{
    return (uint32_t)(block->seed * 0x9e3779b97f4a7c15u >> 32);
}

static void note_change(moult__changes *to, const moult__block *block, uint64_t hash)
{
    if (to->count < MOULT__CHANGES_MAX)
        to->list[to->count++] = (moult__change){moult__block_key(block), (uint32_t)hash};
    else
        to->more = 1;
}

/* For the next frame, unless the bytes are what they were (what isn't hashed is taken as changed),
 * or the block belongs to rows that are being migrated: if they come in, that frame is whole. */
static void note_unsent(moult_world *w, moult__block *block, uint64_t hash)
{
    if (block->unsent || block->table == 0 || (block->hashed && hash == block->hash))
        return;
    block->unsent = 1;
    block->next_unsent = w->unsent;
    w->unsent = block;
}

uint64_t moult__hash(moult_world *w)
{
    moult__block *block = w->dirty;
    w->dirty = NULL;
    while (block != NULL) {
        moult__block *next = block->next_dirty;
        block->dirty = 0;
        if (block->size != 0) {
            uint64_t hash = moult__block_hash(block, block->bytes);
            if (w->changes != NULL && hash != block->hash)
                note_change(w->changes, block, hash);
            if (w->tracked)
                note_unsent(w, block, hash);
            w->hash_sum += hash - block->hash;
            block->hash = hash;
        } else if (!block->unsent) {
            free(block);
        }
        block = next;
    }
    return w->hash_sum;
}

static uint64_t run_hash(const moult__run *run)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < run->count; i++)
        sum += moult__block_hash(run->blocks[i], run->blocks[i]->bytes);
    return sum;
}

uint64_t moult__hash_whole(const moult_world *w)
{
    uint64_t sum = 0;
    for (uint32_t t = 1; t <= w->table_count; t++) {
        sum += run_hash(&w->tables[t].run);
        for (uint32_t p = 0; p < w->tables[t].plane_count; p++)
            sum += run_hash(&w->tables[t].planes[p]);
    }
    return sum;
}
