/* SPDX-License-Identifier: MIT */
/* What an image is made of, for the two files that apply frames to it and give it back. Each run of
 * blocks is one piece of memory, so that a section is a heading and a copy. */
#ifndef MOULT_CORE_IMAGE_PRIVATE_H
#define MOULT_CORE_IMAGE_PRIVATE_H
#include "core/world/image.h"

/* The blocks of a table's rows, or of one plane. What the frame that is looked at adds is counted
 * beside it, and holds only while `stamp` is the image's. */
typedef struct moult__image_run {
    uint8_t *bytes;
    uint32_t size, room;
    uint64_t stamp;
    uint32_t next_size; /* with the frame's blocks */
    uint32_t added;     /* new blocks among them */
} moult__image_run;

typedef struct moult__image_table {
    uint8_t *heading;
    uint32_t heading_size;
    uint32_t scope, pool, row_size, field_count;
    uint32_t block_size;
    moult__image_run rows;
    moult__image_run *planes; /* [level slot * field_count + field] */
    uint32_t plane_count;
} moult__image_table;

struct moult__image {
    uint64_t serial, hash, stamp;
    uint64_t taken; /* bytes of all that is here, at most MOULT__IMAGE_MAX */
    uint64_t added; /* by the frame that is looked at */
    uint32_t turn;
    uint32_t table_count, section_count;
    moult__image_table *tables; /* [handle - 1] */
    moult__section *sections;
};

#endif
