/* SPDX-License-Identifier: MIT */
/* Rows and the blocks they lie in.
 *
 * A block never moves, so a row's address holds until the row is freed. Reading costs an index and
 * two loads; editing also puts the block on the dirty list, once. In debug builds blocks have
 * pages of their own, which are read-only while a picture is drawn. */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include "core/world/core_tables.h"
#include "core/system/text.h"

#ifdef NDEBUG
static uint8_t *bytes_take(uint32_t size)
{
    return calloc(1, size);
}

static void bytes_give(uint8_t *bytes, uint32_t size)
{
    (void)size;
    free(bytes);
}
#else
static uint8_t *bytes_take(uint32_t size)
{
    void *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return bytes == MAP_FAILED ? NULL : bytes;
}

static void bytes_give(uint8_t *bytes, uint32_t size)
{
    munmap(bytes, size);
}

static void protect_run(const moult__run *run, int32_t protection)
{
    if (run->plane != NULL)
        mprotect(run->plane, run->plane_size, protection);
    for (uint32_t i = 0; i < run->count && run->plane == NULL; i++)
        mprotect(run->blocks[i]->bytes, run->blocks[i]->size, protection);
}
#endif

void moult__world_protect(moult_world *w, int32_t read_only)
{
#ifdef NDEBUG
    (void)w;
    (void)read_only;
#else
    int32_t protection = read_only ? PROT_READ : PROT_READ | PROT_WRITE;
    for (uint32_t t = 1; t <= w->table_count; t++) {
        protect_run(&w->tables[t].run, protection);
        for (uint32_t p = 0; p < w->tables[t].plane_count; p++)
            protect_run(&w->tables[t].planes[p], protection);
    }
#endif
}

void moult__block_touch(moult_world *w, moult__block *block)
{
    if (w->onlooker != NULL)
        w->onlooker->touched(w->onlooker, block);
    if (block->dirty)
        return;
    block->dirty = 1;
    block->next_dirty = w->dirty;
    w->dirty = block;
}

/* The next block of the rows (place 0) or of a plane, over the given bytes. */
static moult_status block_make(moult_world *w, moult__rows *rows, uint32_t place, uint8_t *bytes,
                               uint32_t size, uint64_t seed)
{
    moult__run *run = place != 0 ? &rows->planes[place - 1] : &rows->run;
    if (run->count == run->room) {
        uint32_t room = run->room != 0 ? run->room * 2 : 4;
        moult__block **blocks = realloc(run->blocks, room * sizeof *blocks);
        if (blocks == NULL)
            return MOULT_MEMORY;
        run->blocks = blocks;
        run->room = room;
    }
    moult__block *block = calloc(1, sizeof *block);
    if (block == NULL)
        return MOULT_MEMORY;
    block->bytes = bytes;
    block->size = size;
    block->seed = seed + run->count;
    block->hashed = (rows->layout.flags & MOULT_TABLE_UNHASHED) == 0;
    block->table = rows->table;
    block->place = place;
    block->number = run->count;
    run->blocks[run->count++] = block;
    moult__block_touch(w, block);
    return MOULT_OK;
}

/* How many rows share a block. */
static uint32_t in_block(const moult__rows *rows)
{
    return rows->layout.scope == MOULT_SCOPE_WORLD ? 1 : MOULT__BLOCK_ROWS;
}

/* One more block of zeroes, with memory of its own. */
moult_status moult__rows_grow(moult_world *w, moult__rows *rows)
{
    uint32_t size = rows->layout.row_size * in_block(rows);
    uint8_t *bytes = bytes_take(size);
    if (bytes == NULL)
        return MOULT_MEMORY;
    moult_status status = block_make(w, rows, 0, bytes, size, rows->layout.seed);
    if (status < 0)
        bytes_give(bytes, size);
    return status;
}

/* A plane of `size` bytes of zeroes, in one piece, cut into blocks. */
moult_status moult__run_plane(moult_world *w, moult__rows *rows, uint32_t index, uint32_t size,
                              uint64_t seed)
{
    moult__run *run = &rows->planes[index];
    run->plane = bytes_take(size);
    if (run->plane == NULL)
        return MOULT_MEMORY;
    run->plane_size = size;
    moult_status status = MOULT_OK;
    for (uint32_t at = 0; at < size && status >= 0; at += MOULT__BLOCK_BYTES) {
        uint32_t rest = size - at < MOULT__BLOCK_BYTES ? size - at : MOULT__BLOCK_BYTES;
        status = block_make(w, rows, index + 1, run->plane + at, rest, seed);
    }
    return status;
}

/* A block on a list is freed when the list is walked. */
static void block_release(moult_world *w, moult__block *block)
{
    w->hash_sum -= block->hash;
    if (!block->dirty && !block->unsent) {
        free(block);
        return;
    }
    block->bytes = NULL;
    block->size = 0;
    block->hash = 0;
}

void moult__run_free(moult_world *w, moult__run *run)
{
    for (uint32_t i = 0; i < run->count; i++) {
        if (run->plane == NULL)
            bytes_give(run->blocks[i]->bytes, run->blocks[i]->size);
        block_release(w, run->blocks[i]);
    }
    if (run->plane != NULL)
        bytes_give(run->plane, run->plane_size);
    free(run->blocks);
    memset(run, 0, sizeof *run);
}

void moult__rows_free(moult_world *w, moult__rows *rows)
{
    moult__run_free(w, &rows->run);
    for (uint32_t p = 0; p < rows->plane_count; p++)
        moult__run_free(w, &rows->planes[p]);
    free(rows->planes);
    rows->planes = NULL;
    rows->plane_count = 0;
    moult__layout_free(&rows->layout);
}

/* Makes room for slots 0..slots-1. */
moult_status moult__rows_cover(moult_world *w, moult_table table, uint32_t slots)
{
    moult__rows *rows = &w->tables[table];
    moult_status status = MOULT_OK;
    while (rows->run.count * in_block(rows) < slots && status >= 0)
        status = moult__rows_grow(w, rows);
    return status;
}

uint8_t *moult__row_edit(moult_world *w, moult_table table, uint32_t slot)
{
    moult__block_touch(w, w->tables[table].run.blocks[slot / MOULT__BLOCK_ROWS]);
    return moult__row(w, table, slot);
}

moult_table moult__table_find(const moult_world *w, const char *name)
{
    for (uint32_t t = 1; t <= w->table_count; t++)
        if (strcmp(w->tables[t].layout.name, name) == 0)
            return t;
    return 0;
}

/* The slot that an id means in a table of rows; -1: none. */
static int64_t slot_of(const moult_world *w, moult_table table, moult_id id)
{
    if (table == 0 || table > w->table_count)
        return -1;
    const moult__rows *rows = &w->tables[table];
    if (rows->layout.scope == MOULT_SCOPE_WORLD)
        return 0;
    if (rows->pool == 0)
        return -1;
    uint32_t slot = moult__table_live(w, table, id);
    return slot != 0 ? (int64_t)slot : -1;
}

const void *moult__read(const moult_world *w, moult_table table, moult_id id)
{
    int64_t slot = slot_of(w, table, id);
    return slot < 0 ? NULL : moult__row(w, table, (uint32_t)slot);
}

moult_status moult__fail(moult_world *w, moult_status status, const char *text)
{
    w->report.status = status < 0 ? status : MOULT_REFUSED;
    w->report.exit_code = MOULT__EXIT_REFUSED;
    snprintf(w->report.text, sizeof w->report.text, "%s",
             text != NULL ? moult__translate(text) : "");
    return w->report.status;
}

moult_status moult__writable(moult_world *w, const char *what)
{
    if (w->phase != MOULT__PHASE_DRAW)
        return MOULT_OK;
    char text[160];
    snprintf(text, sizeof text,
             moult__translate("%s was asked for in a [draw] call, where the world is const"),
             moult__translate(what));
    return moult__fail(w, MOULT_READ_ONLY, text);
}

void *moult__edit(moult_world *w, moult_table table, moult_id id)
{
    if (moult__writable(w, "a row to edit") < 0)
        return NULL;
    int64_t slot = slot_of(w, table, id);
    if (slot < 0 || (w->tables[table].layout.flags & MOULT_TABLE_CORE) != 0) {
        moult__fail(w, slot < 0 ? MOULT_STALE : MOULT_REFUSED,
                    slot < 0 ? "a row that doesn't exist was asked for"
                             : "a table of the core is changed by functions only");
        return NULL;
    }
    return moult__row_edit(w, table, (uint32_t)slot);
}

const moult_schema *moult__schema(const moult_world *w, uint32_t table)
{
    if (table < 1 || table > w->table_count)
        return NULL;
    moult__layout *layout = &w->tables[table].layout;
    layout->public_copy.name = layout->name; /* layouts move when tables are added */
    return &layout->public_copy;
}
