/* SPDX-License-Identifier: MIT */
/* saver/sqlite: the world as an SQLite database, to ask questions of.
 *
 *     moult_table   number, name, version, scope, flags, raw, sum: the schemas, in the world's
 *                   order; `raw` has the bytes of a section that can't be a table here, else it is
 *                   NULL; `sum` is the section's: where it isn't what it was, the player is told
 *                   which table was edited. Format 1 has none
 *     moult_field   the fields of table number `owner`, in order
 *     "rogue.body"  a table each: "row#" is the slot, then a column a field
 *     v_rogue_body  a view each: rows that live, with their place, and names as texts:
 *                   sqlite3 FILE "select name, hp, x, y from v_rogue_body"
 *
 * By type:
 *     id          two columns: NAME, the slot, and "NAME#generation"
 *     name        the row of core.name
 *     u64         '0x' and 16 digits: SQLite's numbers end at 63 bits
 *     u8[16..]    a text where it is one with zeroes after it; else as other arrays
 *     arrays      '[1, 2]', as json_each reads
 * A table of planes has a row a plane: level, field, and the cells as they are in memory.
 *
 * A file is trusted with nothing: its tables must be those that its own moult_field makes, letter
 * by letter, so that nothing in it is ever run, and every value is checked against its type. A row
 * that holds a monster of rogue is found by its archetype: ... where archetype <> ''. */
#ifndef SAVER_SQLITE_H
#define SAVER_SQLITE_H
#include <sqlite3.h>
#include "saver/text.h"

#define SAVE_OURS 0x4d6f7573 /* application_id: "Mous" */
#define SAVE_FORMAT 2        /* user_version */

#define SAVE_TABLES_1                                                                    \
    "CREATE TABLE moult_table (number INTEGER PRIMARY KEY, name TEXT, version INTEGER, " \
    "scope INTEGER, flags INTEGER, raw BLOB"
#define SAVE_TABLES SAVE_TABLES_1 ", sum TEXT)"
#define SAVE_FIELDS                                                                    \
    "CREATE TABLE moult_field (number INTEGER PRIMARY KEY, owner INTEGER, name TEXT, " \
    "type TEXT, count INTEGER)"

/* Whether a text could be taken for a list. One in a field of bytes is then written as a list. */
static inline int32_t moult__sqlite_list(const char *text, uint64_t length)
{
    uint64_t at = 0;
    while (at < length && strchr("0123456789,-[ ]", text[at]) != NULL)
        at++;
    return at == length && length > 0 && text[0] == '[';
}

/* Whether a table of this name can stand beside ours and SQLite's. */
int32_t moult__sqlite_name_fits(const char *name);

/* The statement that makes the table, that adds a row, and that reads all rows; with a final zero
 * in `out`. */
void moult__sqlite_create(const saver_section *s, saver_bytes *out);
void moult__sqlite_insert(const saver_section *s, saver_bytes *out);
void moult__sqlite_select(const saver_section *s, saver_bytes *out);

/* The view of a table, of whose pool `slots` (NULL: none) is the table. */
void moult__sqlite_view(const saver_section *s, const char *slots, saver_bytes *out);

moult_status moult__sqlite_encode(const moult_world *w, moult_sink *sink);
moult_status moult__sqlite_decode(moult_world *fresh, const uint8_t *bytes, uint64_t count);

#endif
