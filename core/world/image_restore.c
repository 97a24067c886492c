/* SPDX-License-Identifier: MIT */
/* An image back as sections. Every length is checked against what the image holds, as nobody has
 * looked at what its rows say; whether they make a world is found out when it is finished. */
#include <stdlib.h>
#include <string.h>
#include <moult/saver.h>
#include "core/world/core_tables.h"
#include "core/world/image_private.h"

#define WHO "moult play"

typedef moult__image_run run;
typedef moult__image_table table;

static uint32_t used_slots(const moult__image *image, const table *of)
{
    const run *pool = of->pool != 0 ? &image->tables[of->pool - 1].rows : NULL;
    moult__slot_row head = {0};
    if (pool != NULL && pool->size >= sizeof head)
        memcpy(&head, pool->bytes, sizeof head);
    return head.owner != 0 ? head.owner : 1;
}

typedef struct section {
    uint8_t *bytes;
    uint64_t count;
} section;

static void put(section *to, const void *bytes, uint64_t count)
{
    memcpy(to->bytes + to->count, bytes, count);
    to->count += count;
}

static moult_status put_rows(const moult__image *image, const table *of, section *to)
{
    uint32_t slots = used_slots(image, of);
    uint64_t size = (uint64_t)slots * of->row_size;
    if (size > of->rows.size)
        return MOULT_FORMAT;
    put(to, &slots, sizeof slots);
    put(to, of->rows.bytes, size);
    return MOULT_OK;
}

static moult_status put_planes(const table *of, const moult__layout *layout, section *to)
{
    uint32_t count = 0;
    for (uint32_t p = 0; p < of->plane_count; p++)
        count += of->planes[p].size != 0;
    put(to, &count, sizeof count);
    for (uint32_t p = 0; p < of->plane_count; p++) {
        const run *plane = &of->planes[p];
        const uint32_t field = p % of->field_count;
        const uint32_t width = MOULT_TYPE_WIDTH(layout->fields[field].type);
        if (plane->size % width != 0)
            return MOULT_FORMAT;
        if (plane->size == 0)
            continue;
        uint32_t head[3] = {p / of->field_count, field, plane->size / width};
        put(to, head, sizeof head);
        put(to, plane->bytes, plane->size);
    }
    return MOULT_OK;
}

static moult_status restore_table(const moult__image *image, const table *of, moult_world *w)
{
    uint64_t room = (uint64_t)of->heading_size + sizeof(uint32_t) + of->rows.size, used;
    for (uint32_t p = 0; p < of->plane_count; p++)
        room += 3 * sizeof(uint32_t) + of->planes[p].size;
    moult__layout layout;
    section to = {malloc(room), 0};
    moult_status status =
        moult__layout_decode(of->heading, of->heading_size, &layout, &used, WHO, &w->report);
    if (status >= 0 && to.bytes == NULL)
        status = moult__fail(w, MOULT_MEMORY, "out of memory");
    if (status >= 0) {
        put(&to, of->heading, of->heading_size);
        status =
            of->scope == MOULT_SCOPE_CELL ? put_planes(of, &layout, &to) : put_rows(image, of, &to);
        if (status < 0)
            moult__refuse(&w->report, status, WHO,
                          "table %s of a checkpoint is damaged. Load a save", layout.name);
    }
    if (status >= 0)
        status = moult__section_decode(w, to.bytes, to.count);
    moult__layout_free(&layout);
    free(to.bytes);
    return status;
}

moult_status moult__image_restore(const moult__image *image, moult_world *w)
{
    moult_status status = MOULT_OK;
    if (image->serial == 0)
        return moult__fail(w, MOULT_AGAIN, "there is no checkpoint");
    for (uint32_t t = 0; t < image->table_count && status >= 0; t++)
        status = restore_table(image, &image->tables[t], w);
    for (uint32_t i = 0; i < image->section_count && status >= 0; i++)
        status = moult__section_decode(w, image->sections[i].bytes, image->sections[i].count);
    return status;
}
