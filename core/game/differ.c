/* SPDX-License-Identifier: MIT */
/* Where a replay isn't as recorded; see differ.h.
 *
 * A turn's record has a short hash of each block that the turn changed, so the blocks that differ
 * are known at once. What they held in the recorded run isn't in the file, but can often be found:
 * a block that only the replay changed was as before; and of others one value is exchanged at a
 * time (for that before the turn, or one near it) until the block's hash is the recorded one. The
 * turn is then played once more, with an eye on that place, to learn who writes it. What isn't
 * found waits for the next snapshot, in which the rows that this turn changed come first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/game/differ.h"
#include "core/game/writer.h"
#include "core/system/text.h"
#include "core/world/core_tables.h"
#include "core/world/diff.h"

#define NEAR 64     /* how far a value may be from the recorded one to be found */
#define PAIR 2      /* the same of two values at once, as of a place */
#define LINES 1000u /* of differences that are looked through */
#define WHERE_SIZE 1024u
#define BLOCKS_MAX (2u * MOULT__CHANGES_MAX)

/* A block that differs: what it held before the turn and after it, here and in the record. */
typedef struct suspect {
    moult__block block; /* as it was then: its own bytes may be gone */
    uint32_t hash;      /* recorded */
    int32_t unwritten;  /* by the recorded run */
    int32_t found;      /* `recorded` is what it held there */
    uint8_t *before, *after, *recorded;
} suspect;

typedef struct search {
    const moult__changes *here; /* the replay's */
    suspect list[BLOCKS_MAX];
    uint32_t count;
} search;

/* -- the blocks -------------------------------------------------------------------------------- */

static const moult__change *find_change(const moult__change *list, uint32_t count, uint32_t key)
{
    while (count-- > 0) /* the last one counts */
        if (list[count].block == key)
            return &list[count];
    return NULL;
}

static void look_at(search *in, const moult__block *block, const moult__change *recorded,
                    const moult__journal_turn *turn)
{
    const uint32_t key = moult__block_key(block);
    const moult__change *was = find_change(recorded, turn->changes, key);
    const int32_t told = was != NULL || (turn->flags & MOULT__JOURNAL_MORE) == 0;
    if (in->count == BLOCKS_MAX || !block->hashed || !told ||
        (was != NULL ? was->hash == (uint32_t)block->hash
                     : find_change(in->here->list, in->here->count, key) == NULL))
        return;
    suspect *of = &in->list[in->count];
    *of = (suspect){.block = *block,
                    .hash = was != NULL ? was->hash : 0,
                    .unwritten = was == NULL,
                    .before = calloc(3, block->size)};
    if (of->before == NULL)
        return;
    of->after = of->before + block->size;
    of->recorded = of->after + block->size;
    memcpy(of->after, block->bytes, block->size);
    in->count++;
}

static void find_blocks(search *in, const moult_world *w, const uint8_t *changes,
                        const moult__journal_turn *turn)
{
    moult__change recorded[MOULT__CHANGES_MAX];
    moult__journal_turn told = *turn;
    if (told.changes > MOULT__CHANGES_MAX)
        told.changes = MOULT__CHANGES_MAX;
    memcpy(recorded, changes, told.changes * sizeof *recorded);
    for (uint32_t t = 1; t <= w->table_count; t++)
        for (uint32_t p = 0; p <= w->tables[t].plane_count; p++) {
            const moult__run *run = p == 0 ? &w->tables[t].run : &w->tables[t].planes[p - 1];
            for (uint32_t b = 0; b < run->count; b++)
                look_at(in, run->blocks[b], recorded, &told);
        }
}

/* -- what was recorded in them ----------------------------------------------------------------- */

static int32_t fits(const suspect *of)
{
    return (uint32_t)moult__block_hash(&of->block, of->recorded) == of->hash;
}

/* A number of any width, moved by so much. */
static void move_value(uint8_t *value, const uint8_t *from, uint32_t width, int64_t by)
{
    uint64_t number = 0;
    memcpy(&number, from, width);
    number += (uint64_t)by;
    memcpy(value, &number, width);
}

/* Puts other bytes in the place of some of them; they stay when they fit. */
static int32_t try_bytes(suspect *of, uint32_t at, uint32_t count, const uint8_t *from)
{
    if (memcmp(of->after + at, from + at, count) == 0)
        return 0;
    memcpy(of->recorded + at, from + at, count);
    if (fits(of))
        return 1;
    memcpy(of->recorded + at, of->after + at, count);
    return 0;
}

static int32_t try_near(suspect *of, uint32_t at, uint32_t width, int32_t far)
{
    for (int64_t by = -far; by <= far; by++) {
        move_value(of->recorded + at, of->after + at, width, by);
        if (fits(of))
            return 1;
    }
    memcpy(of->recorded + at, of->after + at, width);
    return 0;
}

static int32_t try_pair(suspect *of, uint32_t at, uint32_t width)
{
    for (int64_t by = -PAIR; by <= PAIR && at + 2 * width <= of->block.size; by++) {
        move_value(of->recorded + at, of->after + at, width, by);
        if (try_near(of, at + width, width, PAIR))
            return 1;
    }
    memcpy(of->recorded + at, of->after + at, width);
    return 0;
}

/* Each value of a row, or of a plane; `pass`: which of the guesses. */
static int32_t try_row(suspect *of, const moult__layout *layout, uint32_t at, int32_t pass)
{
    for (uint32_t f = 0; f < layout->field_count; f++) {
        const moult__field *field = &layout->fields[f];
        const uint32_t width = MOULT_TYPE_WIDTH(field->type);
        for (uint32_t i = 0; i < field->count; i++) {
            const uint32_t value = at + field->offset + i * width;
            if (pass == 0   ? try_bytes(of, value, width, of->before)
                : pass == 1 ? try_near(of, value, width, NEAR)
                            : try_pair(of, value, width))
                return 1;
        }
    }
    return 0;
}

static int32_t try_plane(suspect *of, uint32_t width)
{
    for (uint32_t at = 0; at + width <= of->block.size; at += width)
        if (try_bytes(of, at, width, of->before) || try_near(of, at, width, NEAR))
            return 1;
    return 0;
}

/* 1: `recorded` is what the recorded run had. */
static int32_t solve(suspect *of, const moult_world *w)
{
    const moult__layout *layout = &w->tables[of->block.table].layout;
    const uint32_t row = layout->row_size, size = of->block.size;
    memcpy(of->recorded, of->unwritten ? of->before : of->after, size);
    if (of->unwritten)
        return 1;
    if (of->block.place != 0) {
        const uint32_t field = (of->block.place - 1) % layout->field_count;
        return try_plane(of, MOULT_TYPE_WIDTH(layout->fields[field].type));
    }
    for (uint32_t at = 0; at + row <= size; at += row)
        if (try_bytes(of, at, row, of->before))
            return 1;
    for (int32_t pass = 0; pass < 3; pass++)
        for (uint32_t at = 0; at + row <= size; at += row)
            if (try_row(of, layout, at, pass))
                return 1;
    return 0;
}

/* -- who wrote it ------------------------------------------------------------------------------ */

/* Plays the turn once more, with an eye on the bytes that are others than recorded. */
static moult_status watch(moult__replay *r, uint32_t place, const suspect *of,
                          moult__report *report)
{
    moult__writer eye = {0};
    moult__session *s = r->session;
    uint32_t at = 0, end = of->found ? of->block.size : 0;
    while (end > at + 1 && of->recorded[end - 1] == of->after[end - 1])
        end--;
    while (end > at + 1 && of->recorded[at] == of->after[at])
        at++;
    if (end != 0)
        moult__writer_begin(&eye, s->world, &of->block, at, end - at);
    const moult_status status = moult__replay_play(r, place, report);
    moult__writer_end(&eye, s->set, r->writer, sizeof r->writer);
    return status;
}

/* -- in words ---------------------------------------------------------------------------------- */

/* A list's slots are its owner's. */
static const char *owner_of(const moult__set *set, const char *table, size_t length)
{
    if (length > 5 && strcmp(table + length - 5, ".slot") == 0)
        length -= 5;
    for (uint32_t i = 0; i < set->dispatch.table_count; i++) {
        const moult__owned *owned = &set->dispatch.tables[i];
        if (strlen(owned->layout->name) == length &&
            strncmp(owned->layout->name, table, length) == 0 && owned->owner != NULL)
            return owned->owner->label;
    }
    return "core";
}

/* How good a line "TABLE ROW FIELD ..." is as the first: in a row that the turn changed, in its
 * table, or anywhere. */
static int32_t rank_of(const moult__replay *r, const char *line)
{
    const size_t length = strlen(r->table);
    if (length == 0 || strncmp(line, r->table, length) != 0 || line[length] != ' ')
        return 0;
    const unsigned long row = strtoul(line + length, NULL, 10) - r->first_row;
    return row < 64 && (r->rows >> row & 1) != 0 ? 2 : 1;
}

/* "TABLE ROW FIELD RECORDED REPLAYED", the best of them, which the caller frees. NULL: only how
 * names are numbered differs, or there is no memory. */
static char *best_line(const moult__replay *r, moult__dump *was, moult__dump *is)
{
    char *text = NULL, *line = NULL;
    size_t size = 0;
    int32_t best = -1;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    moult__dump_keep_hashed(was);
    moult__dump_keep_hashed(is);
    const uint64_t differs = moult__dump_diff(was, is, moult__translate("the journal"),
                                              moult__translate("the replay"), LINES, out);
    fclose(out);
    char *rest = text;
    for (uint64_t i = 0; i < differs && i < LINES && *rest != 0; i++) {
        char *end = rest + strcspn(rest, "\n");
        if (rank_of(r, rest) > best) {
            best = rank_of(r, rest);
            line = rest;
        }
        rest = end + (*end == '\n');
    }
    if (line != NULL)
        line = strndup(line, strcspn(line, "\n"));
    free(text);
    return line;
}

void moult__differ_tell(moult__replay *r, const char *where)
{
    moult__refuse(
        &r->why, MOULT_CHANGED, r->path,
        "turn %u isn't as recorded: its hash is %016llx, it was %016llx%s. Replay it with "
        "the plugins that it was recorded with",
        r->differs_turn, (unsigned long long)r->found_hash, (unsigned long long)r->differs_hash,
        where);
}

/* What is known of the turn: in which table. */
static void tell_table(moult__replay *r)
{
    char where[160];
    snprintf(where, sizeof where, moult__translate("; table %s of %s differs"), r->table,
             owner_of(r->session->set, r->table, strlen(r->table)));
    moult__differ_tell(r, where);
}

/* The same with row, field and values: the world against itself with what was recorded. */
static void tell_value(moult__replay *r, const suspect *of)
{
    moult__dump was = {NULL, 0}, is = {NULL, 0};
    moult_world *w = r->session->world;
    uint8_t *bytes = moult__block_bytes(w, &of->block);
    char *line = NULL, where[WHERE_SIZE];
    if (bytes == NULL)
        return;
    moult_status status = moult__dump_take(w, &is, "replay", NULL);
    memcpy(bytes, of->recorded, of->block.size);
    if (status >= 0)
        status = moult__dump_take(w, &was, "replay", NULL);
    memcpy(bytes, of->after, of->block.size);
    if (status >= 0)
        line = best_line(r, &was, &is);
    moult__dump_free(&was);
    moult__dump_free(&is);
    if (line == NULL)
        return;
    const int table = (int)strcspn(line, " ");
    snprintf(where, sizeof where,
             moult__translate("; table %.*s of %s differs:%s (row, field, recorded, replayed)%s"),
             table, line, owner_of(r->session->set, line, (size_t)table), line + table, r->writer);
    moult__differ_tell(r, where);
    r->differs = 2;
    free(line);
}

/* What follows from others: the dice, what was said, texts that were met for the first time. */
static int32_t follows(const suspect *of)
{
    const uint32_t table = of->block.table;
    return table == MOULT__TABLE_RANDOM ||
           (table >= MOULT__TABLE_NAME && table <= MOULT__TABLE_MESSAGE_SLOT);
}

static suspect *choose(search *in)
{
    suspect *best = NULL;
    for (uint32_t i = 0; i < in->count; i++) {
        suspect *of = &in->list[i];
        const int32_t rank = 2 * (of->found != 0) + !follows(of);
        if (best == NULL || rank > 2 * (best->found != 0) + !follows(best))
            best = of;
    }
    return best;
}

static void note_rows(moult__replay *r, const suspect *of)
{
    const moult__layout *layout = &r->session->world->tables[of->block.table].layout;
    snprintf(r->table, sizeof r->table, "%s", layout->name);
    r->first_row = of->block.number * MOULT__BLOCK_ROWS;
    for (uint32_t i = 0; of->block.place == 0 && (i + 1) * layout->row_size <= of->block.size; i++)
        if (memcmp(of->before + i * layout->row_size, of->after + i * layout->row_size,
                   layout->row_size) != 0)
            r->rows |= (uint64_t)1 << i;
}

moult_status moult__differ_find(moult__replay *r, uint32_t place, const uint8_t *changes,
                                const moult__journal_turn *turn, moult__report *report)
{
    moult__session *s = r->session;
    search *in = calloc(1, sizeof *in);
    if (in == NULL)
        return MOULT_OK;
    in->here = &r->changes;
    find_blocks(in, s->world, changes, turn);
    moult_status status = in->count != 0 ? moult__replay_seek(r, place, report) : MOULT_OK;
    for (uint32_t i = 0; i < in->count && status >= 0; i++) {
        suspect *of = &in->list[i];
        const uint8_t *bytes = moult__block_bytes(s->world, &of->block);
        if (bytes != NULL)
            memcpy(of->before, bytes, of->block.size);
        of->found = solve(of, s->world);
    }
    const suspect *best = choose(in);
    if (best != NULL && status >= 0)
        status = watch(r, place, best, report);
    if (best != NULL && status >= 0) {
        note_rows(r, best);
        tell_table(r);
        if (best->found)
            tell_value(r, best);
    }
    for (uint32_t i = 0; i < in->count; i++)
        free(in->list[i].before);
    free(in);
    return status;
}

int32_t moult__differ_compare(moult__replay *r, moult__reader sections, uint32_t turn)
{
    moult__dump was = {NULL, 0}, is = {NULL, 0};
    char *line = NULL;
    if (moult__dump_read(sections.at, (uint64_t)(sections.end - sections.at), &was, "replay",
                         NULL) >= 0 &&
        moult__dump_take(r->session->world, &is, "replay", NULL) >= 0)
        line = best_line(r, &was, &is);
    moult__dump_free(&was);
    moult__dump_free(&is);
    if (line == NULL)
        return 0;
    const int table = (int)strcspn(line, " ");
    char then[MOULT_SLOT_SIZE + 64] = "", where[WHERE_SIZE];
    if (r->table[0] != 0)
        snprintf(then, sizeof then, moult__translate("table %s differs, and "), r->table);
    snprintf(where, sizeof where,
             moult__translate("; %sby turn %u table %.*s of %s differs:%s (row, field, recorded, "
                              "replayed)"),
             then, turn, table, line, owner_of(r->session->set, line, (size_t)table), line + table);
    moult__differ_tell(r, where);
    free(line);
    return 1;
}
