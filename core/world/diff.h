/* SPDX-License-Identifier: MIT */
/* A world as what its save would say of it: the sections with their schemas, read, so that rows can
 * be shown and compared by the name of table and field. It knows nothing of any game: tables that
 * no loaded plugin knows are read like all others. */
#ifndef MOULT_CORE_WORLD_DIFF_H
#define MOULT_CORE_WORLD_DIFF_H
#include <stdio.h>
#include "core/world/core_tables.h"

/* -- dump.c ------------------------------------------------------------------------------------ */
typedef struct moult__dump_table {
    moult__layout layout;
    uint8_t *bytes; /* the whole section */
    uint64_t size;
    const uint8_t *body;                  /* its rows; or planes, each behind its head */
    uint32_t count;                       /* rows, the one of slot 0 included; or planes */
    const struct moult__dump_table *pool; /* whose rows are its slots; NULL: none */
    const moult__field *live;             /* a pool's own field */
} moult__dump_table;

typedef struct moult__dump {
    moult__dump_table **tables; /* by name */
    uint32_t count;
} moult__dump;

/* One plane within a CELL table. */
typedef struct moult__dump_plane {
    uint32_t level, field, cells;
    const uint8_t *values;
} moult__dump_plane;

/* Reads all sections of a world. Refused when one of a table that nobody here knows isn't what its
 * own schema says. `who` stands before a refusal. The dump is to be freed in any case. */
moult_status moult__dump_take(const moult_world *w, moult__dump *out, const char *who,
                              moult__report *report);

/* The same of encoded sections, each behind its size in a u64. */
moult_status moult__dump_read(const uint8_t *sections, uint64_t count, moult__dump *out,
                              const char *who, moult__report *report);

/* Forgets the tables that the state hash doesn't count. */
void moult__dump_keep_hashed(moult__dump *dump);
void moult__dump_free(moult__dump *dump);

const moult__dump_table *moult__dump_find(const moult__dump *dump, const char *name);

/* A row's bytes, or NULL when nothing lives in that slot. Not for CELL tables. */
const uint8_t *moult__dump_row(const moult__dump_table *table, uint32_t slot);

/* Moves on to the next plane; `*at` begins as the table's body, `*number` as 0. 0: no more. */
int32_t moult__dump_plane_next(const moult__dump_table *table, const uint8_t **at, uint32_t *number,
                               moult__dump_plane *out);

/* A number of a level's row, "width" or "height"; 0 when it isn't known. */
uint32_t moult__dump_side(const moult__dump *dump, uint32_t level, const char *side);

/* One value of a field as text: a number, a name's text in quotes, an id as slot:generation; "-" no
 * name and no id. */
void moult__dump_value(const moult__dump *dump, const moult__field *field, const uint8_t *value,
                       FILE *out);

/* A field of a row: its value, its values in brackets without the zeroes at the end, or, where the
 * bytes are a text, that in quotes. */
void moult__dump_field(const moult__dump *dump, const moult__field *field, const uint8_t *row,
                       FILE *out);

/* Whether a field's bytes are printable letters, and then zeroes to its end. */
int32_t moult__dump_is_text(const moult__field *field, const uint8_t *value);

/* -- diff.c ------------------------------------------------------------------------------------ */
/* Writes how two saves differ, a line a difference, at most `limit`, then how many more there are:
 *   TABLE ROW FIELD OLD NEW        a value; FIELD[3] of an array, FIELD[12,7] a cell
 *   TABLE ROW only in FILE         a row, also one of a table
 *   TABLE only in FILE
 *   TABLE schema WHAT OLD NEW      its version, scope, or a field ("-": it isn't there)
 * Names are compared by their texts. Answers how many differences there are. */
uint64_t moult__dump_diff(const moult__dump *a, const moult__dump *b, const char *a_name,
                          const char *b_name, uint64_t limit, FILE *out);

#endif
