/* SPDX-License-Identifier: MIT */
/* Where a replay isn't as recorded: in which table, row and field, and who wrote it. */
#ifndef MOULT_CORE_GAME_DIFFER_H
#define MOULT_CORE_GAME_DIFFER_H
#include "core/game/journal.h"

/* The turn of a record has just been played, and is the first that differs; `changes` are the
 * record's. Sets `why`, and `differs` to 2 when field and value are known; or what can be known
 * before the next snapshot. The world is as before. */
moult_status moult__differ_find(moult__replay *r, uint32_t place, const uint8_t *changes,
                                const moult__journal_turn *turn, moult__report *report);

/* Sets `why`: that it differs, and where, which goes on as a sentence: "; table ...", or "". */
void moult__differ_tell(moult__replay *r, const char *where);

/* Compares the world with a snapshot's sections, where more was to be found out. 1: `why` names
 * table, row and field. */
int32_t moult__differ_compare(moult__replay *r, moult__reader sections, uint32_t turn);

#endif
