/* SPDX-License-Identifier: MIT */
/* Writes frames. Which blocks have changed since the last hash is known by the dirty list; a hash
 * of a tracked world moves them to a second list, which this file walks. So touching a block costs
 * what it did, and a frame costs a copy and a checksum of what has really changed. A world is
 * tracked from its first frame on, until something happens that blocks can't tell. */
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <moult/saver.h>
#include "core/world/core_tables.h"
#include "core/world/frame.h"

_Static_assert(sizeof(moult__frame_head) == 48 && sizeof(moult__frame_record) == 16,
               "frames have no padding");

/* Counts on when there is no room left. */
typedef struct writer {
    uint8_t *out;
    uint64_t at, room;
} writer;

static void put(writer *to, const void *bytes, uint64_t count)
{
    if (to->at + count <= to->room)
        memcpy(to->out + to->at, bytes, count);
    to->at += count;
}

static void put_padding(writer *to)
{
    static const uint8_t zeroes[8];
    put(to, zeroes, -to->at & 7);
}

static void put_record(writer *to, const moult__frame_record *record, const void *bytes)
{
    put(to, record, sizeof *record);
    put(to, bytes, record->size);
    if (record->size % 8 != 0)
        put_padding(to);
}

static void put_block(writer *to, const moult__block *block)
{
    moult__frame_record record = {block->table, block->place, block->number, block->size};
    put_record(to, &record, block->bytes);
}

static moult_status put_by_sink(moult_sink *sink, const void *bytes, uint64_t count)
{
    put(sink->core, bytes, count);
    return MOULT_OK;
}

/* A heading's size is known when it stands there. */
static void put_heading(writer *to, const moult__rows *rows)
{
    moult_sink sink = {sizeof sink, 0, to, put_by_sink};
    moult__frame_record record = {rows->table, MOULT__FRAME_HEADING, rows->pool, 0};
    uint64_t begin = to->at;
    put(to, &record, sizeof record);
    moult__layout_encode(&rows->layout, &sink);
    record.size = (uint32_t)(to->at - begin - sizeof record);
    put_padding(to);
    if (to->at <= to->room)
        memcpy(to->out + begin, &record, sizeof record);
}

/* Its blocks are one piece of memory. */
static void put_plane(writer *to, const moult__rows *rows, uint32_t index)
{
    const moult__run *run = &rows->planes[index];
    moult__frame_record record = {rows->table, index + 1, 0, run->plane_size};
    if (run->plane != NULL)
        put_record(to, &record, run->plane);
}

static void put_whole(writer *to, const moult_world *w)
{
    for (uint32_t t = 1; t <= w->table_count; t++) {
        const moult__rows *rows = &w->tables[t];
        put_heading(to, rows);
        for (uint32_t i = 0; i < rows->run.count; i++)
            put_block(to, rows->run.blocks[i]);
        for (uint32_t p = 0; p < rows->plane_count; p++)
            put_plane(to, rows, p);
    }
    for (uint32_t i = 0; i < w->unknown_count; i++) {
        moult__frame_record record = {0, MOULT__FRAME_SECTION, i, (uint32_t)w->unknown[i].count};
        put_record(to, &record, w->unknown[i].bytes);
    }
}

void moult__frame_forget(moult_world *w)
{
    moult__block *block = w->unsent;
    w->unsent = NULL;
    w->tracked = 0;
    while (block != NULL) {
        moult__block *next = block->next_unsent;
        block->unsent = 0;
        if (block->size == 0)
            free(block);
        block = next;
    }
}

uint64_t moult__frame_write(moult_world *w, int32_t whole, uint64_t serial, uint8_t *out,
                            uint64_t room)
{
    moult__frame_head head = {MOULT__FRAME_MAGIC, 0, 0, serial, moult__hash(w), moult__turn(w), 0};
    writer to = {out, sizeof head, room};
    if (whole || !w->tracked) {
        head.flags = MOULT__FRAME_WHOLE;
        put_whole(&to, w);
    } else if (w->unsent == NULL) {
        return 0;
    } else {
        for (const moult__block *block = w->unsent; block != NULL; block = block->next_unsent)
            if (block->size != 0)
                put_block(&to, block);
    }
    moult__frame_forget(w);
    if (to.at > room)
        return to.at;
    w->tracked = 1;
    head.size = to.at;
    memcpy(out, &head, sizeof head);
    const uint64_t covered = sizeof head.magic + sizeof head.checksum;
    head.checksum = XXH3_64bits(out + covered, to.at - covered);
    memcpy(out, &head, sizeof head);
    return to.at;
}
