/* SPDX-License-Identifier: MIT */
/* saver/json: the world as a text to read, compare by `diff`, and edit.
 *
 *     {
 *       "moult": 2,                          the format
 *       "tables": {                          in the order of the world's sections
 *         "rogue.hero": {
 *           "version": 1, "scope": "world", "flags": 0, "sum": "0x0123456789abcdef",
 *           "fields": {"gold": "i32", "known": "u8[2]"},
 *           "rows": [{"#": 0, "gold": 12, "known": [0, 1]}]
 *         },
 *         "core.cell": { as above, but instead of rows
 *           "planes": [{"level": 1, "field": "tile", "cells": ["..0a", "0a.."]}]
 *         },
 *         "some.table": {"raw": "0a0b", "sum": ...}     bytes that aren't a section: kept so
 *       }
 *     }
 *
 * with one field a line. A row that is all zero has only its number. By type:
 *     id          "SLOT:GENERATION", "0:0" for none
 *     name        its text in core.name, or its number where that has no text of its own
 *     u64         "0x", 16 digits: JSON's numbers end at 63 bits
 *     u8[16..]    a text where it is one with zeroes after it; else a list like other arrays
 *     cells       a line of the map, 2 digits a byte, the highest first; dots for a zero
 * The sum is the section's: where it isn't what it was, the player is told which table was edited.
 * Format 1 has none. All that is read is held against the schema in the file; the core then
 * converts and checks. */
#ifndef SAVER_JSON_H
#define SAVER_JSON_H
#include "saver/text.h"

#define JSON_FORMAT 2
#define JSON_MAGIC "{\n  \"moult\":"

/* What a scope is called in a file; NULL: nothing. And back; 0: none. */
const char *moult__json_scope_name(uint32_t scope);
uint32_t moult__json_scope(const char *name);

/* How much memory the file's values take when they are read, or what is wrong with its nesting:
 * MOULT_FULL, MOULT_FORMAT. */
moult_status moult__json_size(const uint8_t *bytes, uint64_t count);

/* The table and row in which byte `position` of a file stands, for errors of its form. */
saver_place moult__json_place(const uint8_t *bytes, uint64_t count, uint64_t position,
                              char table[MOULT_SLOT_SIZE]);

moult_status moult__json_encode(const moult_world *w, moult_sink *sink);
moult_status moult__json_decode(moult_world *fresh, const uint8_t *bytes, uint64_t count);

#endif
