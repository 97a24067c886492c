/* SPDX-License-Identifier: MIT */
/* A frame: what changed in a world since its last frame, or everything, as bytes that another
 * process can check and apply (image.h). One memory, one machine, one build on both sides: the form
 * is no file's, and has no versions. All is little-endian and begins at multiples of 8 bytes. */
#ifndef MOULT_CORE_FRAME_H
#define MOULT_CORE_FRAME_H
#include "core/world/world.h"

#define MOULT__FRAME_MAGIC "MOULTFR1"
#define MOULT__FRAME_WHOLE 1u

typedef struct moult__frame_head {
    uint8_t magic[8];
    uint64_t checksum; /* XXH3 of all bytes behind it */
    uint64_t size;     /* of the frame; a multiple of 8 */
    uint64_t serial;
    uint64_t hash; /* the state's, after this frame */
    uint32_t turn;
    uint32_t flags;
} moult__frame_head;

/* Records follow the head: this, `size` bytes, and zeroes up to a multiple of 8.
 * Bytes of a block: its table, its place as in moult__block, its number. Blocks of one run come in
 * any order; a new plane may come as one block. In a whole frame each table begins with its
 * heading, in the order of handles. */
typedef struct moult__frame_record {
    uint32_t table;
    uint32_t place;
    uint32_t number;
    uint32_t size;
} moult__frame_record;

#define MOULT__FRAME_HEADING 0xffffffffu /* place: a layout as in a section; number: its pool */
#define MOULT__FRAME_SECTION 0xfffffffeu /* place: a section that no plugin knows; table 0 */

/* Writes the next frame and answers its size. `whole`: everything, with layouts. It becomes that by
 * itself when it is the first one, or when more than bytes and new blocks changed: a table came or
 * was migrated, the world was cleared or loaded, a level released, or a frame didn't fit. Brings
 * the state hash up to date. `serial` begins at 1 and goes up by 1 a frame.
 * 0: nothing has changed since the last frame, and `whole` wasn't asked for; there is no frame.
 * More than `room`: it doesn't fit and holds nothing; the next one is whole. */
uint64_t moult__frame_write(moult_world *w, int32_t whole, uint64_t serial, uint8_t *out,
                            uint64_t room);

/* Empties the list of what the next frame would tell, after `moult__hash`; it will be whole. */
void moult__frame_forget(moult_world *w);

#endif
