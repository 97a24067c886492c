/* SPDX-License-Identifier: MIT */
/* Interned texts: rows of core.name, numbered as they came, found by an open-addressing index that
 * is derived and at most half full. Names are never freed; a world has thousands at most. */
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "core/world/core_tables.h"

static const char *name_text(const moult_world *w, uint32_t slot)
{
    return (const char *)((const moult__name_row *)moult__row(w, MOULT__TABLE_NAME, slot))->text;
}

static uint32_t names(const moult_world *w)
{
    return ((const moult__slot_row *)moult__row(w, MOULT__TABLE_NAME_SLOT, 0))->live;
}

/* The place of the text in the index: its name, or the free place where it belongs. */
static uint32_t *index_place(const moult_world *w, const char *text, size_t length)
{
    uint32_t mask = w->name_index_size - 1;
    uint32_t at = (uint32_t)XXH3_64bits(text, length) & mask;
    while (w->name_index[at] != 0 && strcmp(name_text(w, w->name_index[at]), text) != 0)
        at = (at + 1) & mask;
    return &w->name_index[at];
}

moult_status moult__names_rebuild(moult_world *w)
{
    uint32_t size = 256;
    while (size < names(w) * 4)
        size *= 2;
    uint32_t *index = calloc(size, sizeof *index);
    if (index == NULL)
        return MOULT_MEMORY;
    free(w->name_index);
    w->name_index = index;
    w->name_index_size = size;
    for (uint32_t slot = 1; slot <= names(w); slot++) {
        const char *text = name_text(w, slot);
        *index_place(w, text, strlen(text)) = slot;
    }
    return MOULT_OK;
}

moult_name moult__intern(moult_world *w, const char *text)
{
    size_t length = text != NULL ? strnlen(text, MOULT_NAME_SIZE) : 0;
    if (length == 0)
        return 0;
    if (length >= MOULT_NAME_SIZE) {
        moult__fail(w, MOULT_RANGE, "a name has at most 127 bytes");
        return 0;
    }
    uint32_t *place = index_place(w, text, length);
    if (*place != 0)
        return *place;
    if (moult__writable(w, "a new name") < 0)
        return 0;
    moult_id id = moult__append_core(w, MOULT__TABLE_NAME);
    if (id == 0)
        return 0;
    uint32_t slot = (uint32_t)id;
    memcpy(((moult__name_row *)moult__row_edit(w, MOULT__TABLE_NAME, slot))->text, text, length);
    if (slot * 2 >= w->name_index_size)
        moult__names_rebuild(w);
    else
        *place = slot;
    return slot;
}

const char *moult__text(const moult_world *w, moult_name name)
{
    return name != 0 && name <= names(w) ? name_text(w, name) : "";
}
