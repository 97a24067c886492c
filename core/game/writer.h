/* SPDX-License-Identifier: MIT */
/* Looks at some bytes of a block whenever anything in their world is about to be written: whoever
 * had asked for their block last, when they are found changed, has changed them. */
#ifndef MOULT_CORE_GAME_WRITER_H
#define MOULT_CORE_GAME_WRITER_H
#include "core/plugin/set.h"

#define MOULT__WRITER_CALLERS 24

typedef struct moult__writer {
    moult__onlooker onlooker;
    moult_world *w;
    const moult__block *block;
    uint32_t at, count;
    uint8_t *last;    /* NULL: nothing is looked at */
    int asked, wrote; /* how many callers there are; newest first */
    void *asking[MOULT__WRITER_CALLERS], *writing[MOULT__WRITER_CALLERS];
} moult__writer;

/* `block` may be a copy; it and `in` must stay until the end. */
void moult__writer_begin(moult__writer *in, moult_world *w, const moult__block *block, uint32_t at,
                         uint32_t count);

/* ", written by PLUGIN@VERSION FUNCTION (FILE:LINE)", of the last who wrote them. */
void moult__writer_end(moult__writer *in, const moult__set *set, char *out, size_t room);

/* A block's bytes as they are in a world, by its place; NULL: there is none of this size. */
uint8_t *moult__block_bytes(const moult_world *w, const moult__block *block);

#endif
