/* SPDX-License-Identifier: MIT */
/* Applies frames to images.
 *
 * Whoever wrote the frame may have been damaged before it died, so nothing in it is believed: first
 * its head and checksum, then every record against the image as it will be, then memory is taken,
 * and only what can't fail any more changes rows. A whole frame goes through the same steps, into
 * an empty image that takes the old one's place. What the bytes mean (slots, links, names) is for
 * the world's own checks when the image is restored. */
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "core/system/text.h"
#include "core/world/core_tables.h"
#include "core/world/frame.h"
#include "core/world/image_private.h"

#define WHO "moult play"

typedef moult__image_run run;
typedef moult__image_table table;

moult__image *moult__image_create(void)
{
    return calloc(1, sizeof(moult__image));
}

static void empty(moult__image *image)
{
    for (uint32_t t = 0; t < image->table_count; t++) {
        table *of = &image->tables[t];
        for (uint32_t p = 0; p < of->plane_count; p++)
            free(of->planes[p].bytes);
        free(of->planes);
        free(of->rows.bytes);
        free(of->heading);
    }
    for (uint32_t i = 0; i < image->section_count; i++)
        free(image->sections[i].bytes);
    free(image->tables);
    free(image->sections);
    memset(image, 0, sizeof *image);
}

void moult__image_free(moult__image *image)
{
    if (image == NULL)
        return;
    empty(image);
    free(image);
}

uint64_t moult__image_serial(const moult__image *image)
{
    return image->serial;
}

uint32_t moult__image_turn(const moult__image *image)
{
    return image->turn;
}

uint64_t moult__image_hash(const moult__image *image)
{
    return image->hash;
}

/* -- walking a frame --------------------------------------------------------------------------- */

typedef struct walk {
    moult__image *image; /* that the records are meant for */
    const uint8_t *frame, *at, *end;
    moult__frame_record record;
    const uint8_t *bytes; /* the record's */
    moult__report *report;
} walk;

static moult_status damaged(const walk *in, const char *why)
{
    return moult__refuse(in->report, MOULT_FORMAT, WHO,
                         "a checkpoint is damaged (byte %llu): %s. The one before it is used",
                         (unsigned long long)(in->at - in->frame), moult__translate(why));
}

static moult_status no_memory(const walk *in)
{
    return moult__refuse(in->report, MOULT_MEMORY, WHO,
                         "out of memory for a checkpoint, which may have %u MB. The one before it "
                         "is used",
                         MOULT__IMAGE_MAX >> 20);
}

static void rewind_to_records(walk *in)
{
    in->at = in->frame + sizeof(moult__frame_head);
}

/* 1: a record; 0: that was all; negative: one is cut. */
static moult_status next(walk *in)
{
    uint64_t rest = (uint64_t)(in->end - in->at);
    if (rest == 0)
        return 0;
    if (rest < sizeof in->record)
        return damaged(in, MOULT_TEXT("it ends within a record"));
    memcpy(&in->record, in->at, sizeof in->record);
    uint64_t size = ((uint64_t)in->record.size + 7) & ~(uint64_t)7;
    if (size > rest - sizeof in->record)
        return damaged(in, MOULT_TEXT("it ends within a record"));
    in->bytes = in->at + sizeof in->record;
    in->at = in->bytes + size;
    return 1;
}

static int32_t is_block(const walk *in)
{
    return in->record.place < MOULT__FRAME_SECTION;
}

/* -- looking ----------------------------------------------------------------------------------- */

/* Counts memory that is about to be taken. */
static moult_status charge(const walk *in, uint64_t count)
{
    if (count > MOULT__IMAGE_MAX - in->image->taken)
        return no_memory(in);
    in->image->taken += count;
    return MOULT_OK;
}

static moult_status add_table(const walk *in, const moult__layout *layout)
{
    moult__image *image = in->image;
    moult_status status = charge(in, sizeof(table) + in->record.size);
    if (status < 0)
        return status;
    table *grown = realloc(image->tables, (image->table_count + 1) * sizeof *grown);
    uint8_t *heading = malloc(in->record.size);
    if (grown != NULL)
        image->tables = grown;
    if (grown == NULL || heading == NULL) {
        free(heading);
        return no_memory(in);
    }
    memcpy(heading, in->bytes, in->record.size);
    uint32_t rows = layout->scope == MOULT_SCOPE_WORLD ? 1 : MOULT__BLOCK_ROWS;
    grown[image->table_count++] = (table){.heading = heading,
                                          .heading_size = in->record.size,
                                          .scope = layout->scope,
                                          .pool = in->record.number,
                                          .row_size = layout->row_size,
                                          .field_count = layout->field_count,
                                          .block_size = layout->row_size * rows};
    return MOULT_OK;
}

static moult_status look_at_heading(const walk *in)
{
    moult__layout layout;
    uint64_t used;
    moult_status status =
        moult__layout_decode(in->bytes, in->record.size, &layout, &used, WHO, NULL);
    if (status == MOULT_MEMORY)
        status = no_memory(in);
    else if (status < 0 || used != in->record.size ||
             in->record.table != in->image->table_count + 1)
        status = damaged(in, MOULT_TEXT("a table isn't described"));
    else
        status = add_table(in, &layout);
    moult__layout_free(&layout);
    return status;
}

static moult_status look_at_section(const walk *in)
{
    moult__image *image = in->image;
    moult_status status = charge(in, sizeof(moult__section) + in->record.size);
    if (status < 0)
        return status;
    moult__section *grown = realloc(image->sections, (image->section_count + 1) * sizeof *grown);
    if (grown == NULL)
        return no_memory(in);
    image->sections = grown;
    moult__section section = {.bytes = malloc(in->record.size + 1), .count = in->record.size};
    if (section.bytes == NULL)
        return no_memory(in);
    memcpy(section.bytes, in->bytes, section.count);
    grown[image->section_count++] = section;
    return MOULT_OK;
}

/* Headings and sections, which only a whole frame has. Also finds out whether all records lie
 * within the frame. */
static moult_status look_at_tables(walk *in, int32_t whole)
{
    moult_status status;
    rewind_to_records(in);
    while ((status = next(in)) > 0) {
        if (is_block(in))
            continue;
        if (!whole)
            return damaged(in, MOULT_TEXT("a table isn't expected here"));
        status =
            in->record.place == MOULT__FRAME_HEADING ? look_at_heading(in) : look_at_section(in);
        if (status < 0)
            return status;
    }
    for (uint32_t t = 0; t < in->image->table_count && status >= 0; t++) {
        uint32_t pool = in->image->tables[t].pool;
        if (pool > in->image->table_count ||
            (pool != 0 && in->image->tables[pool - 1].scope != MOULT__SCOPE_SLOTS))
            status = damaged(in, MOULT_TEXT("a table isn't described"));
    }
    return status;
}

/* A run's size with what was seen of the frame. */
static uint32_t size_with(const moult__image *image, const run *of)
{
    return of->stamp == image->stamp ? of->next_size : of->size;
}

/* Levels that there can be, by the rows of their slots, which were looked at before. */
static uint64_t level_room(const moult__image *image)
{
    if (image->table_count < MOULT__TABLE_LEVEL_SLOT)
        return 0;
    const table *levels = &image->tables[MOULT__TABLE_LEVEL_SLOT - 1];
    return levels->row_size == sizeof(moult__slot_row)
               ? size_with(image, &levels->rows) / levels->row_size
               : 0;
}

/* Room for the plane's run; without blocks it says nothing. */
static moult_status cover_planes(const walk *in, table *of, uint32_t index)
{
    uint32_t level = index / of->field_count;
    if (index < of->plane_count)
        return MOULT_OK;
    if (level >= level_room(in->image))
        return damaged(in, MOULT_TEXT("a block lies outside of its table"));
    uint32_t count = (level + 1) * of->field_count;
    moult_status status = charge(in, (uint64_t)(count - of->plane_count) * sizeof(run));
    if (status < 0)
        return status;
    run *grown = realloc(of->planes, count * sizeof *grown);
    if (grown == NULL)
        return no_memory(in);
    memset(grown + of->plane_count, 0, (count - of->plane_count) * sizeof *grown);
    of->planes = grown;
    of->plane_count = count;
    return MOULT_OK;
}

/* The record's table; NULL: there is none that has such a place. */
static table *table_of(const walk *in)
{
    const moult__frame_record *record = &in->record;
    if (record->table == 0 || record->table > in->image->table_count)
        return NULL;
    table *of = &in->image->tables[record->table - 1];
    return (of->scope == MOULT_SCOPE_CELL) == (record->place != 0) ? of : NULL;
}

/* The record's run, once it was looked at. */
static run *run_of(const walk *in, uint32_t *stride)
{
    table *of = table_of(in);
    *stride = in->record.place != 0 ? MOULT__BLOCK_BYTES : of->block_size;
    return in->record.place != 0 ? &of->planes[in->record.place - 1] : &of->rows;
}

/* A block that is there keeps its size; new ones follow the last, and of a new plane's the last
 * may be shorter, or the first be all. */
static moult_status look_at_block(const walk *in)
{
    uint32_t stride;
    run *to = run_of(in, &stride);
    if (to->stamp != in->image->stamp) {
        to->stamp = in->image->stamp;
        to->next_size = to->size;
        to->added = 0;
    }
    const uint32_t size = in->record.size;
    const uint64_t at = (uint64_t)in->record.number * stride, end = at + size;
    const char *outside = MOULT_TEXT("a block lies outside of its table");
    const int32_t is_plane = in->record.place != 0;
    const int32_t is_all = is_plane && at == 0 && to->next_size == 0;
    if (size == 0 || (size > stride && !is_all))
        return damaged(in, outside);
    if (at < to->size)
        return size == stride || end == to->size ? MOULT_OK : damaged(in, outside);
    if (end > MOULT__IMAGE_MAX)
        return no_memory(in);
    if (is_plane ? to->size != 0 : size != stride)
        return damaged(in, outside);
    if (!is_plane && in->image->tables[in->record.table - 1].scope == MOULT_SCOPE_WORLD &&
        in->record.number != 0)
        return damaged(in, outside);
    to->added += (size + stride - 1) / stride;
    if (end <= to->next_size)
        return size == stride ? MOULT_OK : damaged(in, outside);
    if (to->next_size % stride != 0)
        return damaged(in, outside);
    in->image->added += end - to->next_size;
    to->next_size = (uint32_t)end;
    return MOULT_OK;
}

/* Rows (planes 0), or planes (1), whose number is limited by the rows of levels. */
static moult_status look_at_blocks(walk *in, int32_t planes)
{
    moult_status status = MOULT_OK;
    rewind_to_records(in);
    while (status >= 0 && next(in) > 0) {
        if (!is_block(in) || (in->record.place != 0) != planes)
            continue;
        table *of = table_of(in);
        if (of == NULL)
            return damaged(in, MOULT_TEXT("a block lies outside of its table"));
        if (planes)
            status = cover_planes(in, of, in->record.place - 1);
        if (status >= 0)
            status = look_at_block(in);
    }
    return status;
}

/* Takes memory for new blocks, zeroed. A table that grows will grow again. */
static moult_status reserve(const walk *in, run *to, int32_t grows)
{
    if (to->room < to->next_size) {
        uint32_t room = grows && to->size != 0 ? to->next_size + to->next_size / 2 : to->next_size;
        uint8_t *grown = to->size != 0 ? realloc(to->bytes, room) : calloc(1, room);
        if (grown == NULL)
            return no_memory(in);
        if (to->size == 0)
            free(to->bytes);
        to->bytes = grown;
        to->room = room;
    }
    if (to->size != 0)
        memset(to->bytes + to->size, 0, to->next_size - to->size);
    return MOULT_OK;
}

static moult_status reserve_all(walk *in)
{
    moult_status status = charge(in, in->image->added);
    if (status < 0)
        return status;
    rewind_to_records(in);
    while (status >= 0 && next(in) > 0) {
        uint32_t stride;
        run *to = is_block(in) ? run_of(in, &stride) : NULL;
        if (to == NULL || to->added == 0)
            continue;
        if ((to->next_size - to->size + stride - 1) / stride != to->added)
            status = damaged(in, MOULT_TEXT("a block is missing"));
        else
            status = reserve(in, to, in->record.place == 0);
        to->added = 0;
    }
    if (status < 0)
        in->image->taken -= in->image->added;
    return status;
}

/* -- applying ---------------------------------------------------------------------------------- */

static void copy_all(walk *in)
{
    rewind_to_records(in);
    while (next(in) > 0) {
        uint32_t stride;
        if (!is_block(in))
            continue;
        run *to = run_of(in, &stride);
        memcpy(to->bytes + (size_t)in->record.number * stride, in->bytes, in->record.size);
        to->size = to->next_size;
    }
}

static moult_status check_head(const walk *in, uint64_t count, moult__frame_head *head)
{
    const uint64_t covered = sizeof head->magic + sizeof head->checksum;
    if (count < sizeof *head)
        return damaged(in, MOULT_TEXT("it ends within a record"));
    memcpy(head, in->frame, sizeof *head);
    if (memcmp(head->magic, MOULT__FRAME_MAGIC, sizeof head->magic) != 0 || head->size != count ||
        count % 8 != 0 || head->flags > MOULT__FRAME_WHOLE)
        return damaged(in, MOULT_TEXT("its head isn't one"));
    if (XXH3_64bits(in->frame + covered, count - covered) != head->checksum)
        return damaged(in, MOULT_TEXT("its checksum differs"));
    const uint64_t last = in->image->serial;
    if (head->flags == MOULT__FRAME_WHOLE ? head->serial <= last
                                          : last == 0 || head->serial != last + 1)
        return moult__refuse(in->report, MOULT_AGAIN, WHO,
                             "checkpoint %llu doesn't follow number %llu. The next whole one does",
                             (unsigned long long)head->serial, (unsigned long long)last);
    return MOULT_OK;
}

moult_status moult__image_apply(moult__image *image, const uint8_t *frame, uint64_t count,
                                moult__report *report)
{
    walk in = {.image = image, .frame = frame, .at = frame, .end = frame + count, .report = report};
    moult__frame_head head;
    moult_status status = check_head(&in, count, &head);
    if (status < 0)
        return status;
    const int32_t whole = head.flags == MOULT__FRAME_WHOLE;
    moult__image fresh = {0};
    if (whole)
        in.image = &fresh;
    in.image->stamp++;
    in.image->added = 0;
    status = look_at_tables(&in, whole);
    if (status >= 0)
        status = look_at_blocks(&in, 0);
    if (status >= 0)
        status = look_at_blocks(&in, 1);
    if (status >= 0)
        status = reserve_all(&in);
    if (status < 0) {
        empty(&fresh);
        return status;
    }
    copy_all(&in);
    if (whole) {
        empty(image);
        *image = fresh;
    }
    image->serial = head.serial;
    image->hash = head.hash;
    image->turn = head.turn;
    return MOULT_OK;
}
