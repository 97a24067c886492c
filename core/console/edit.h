/* SPDX-License-Identifier: MIT */
/* A line that is edited key by key, with the lines before it. It knows nothing of a game. */
#ifndef MOULT_CORE_CONSOLE_EDIT_H
#define MOULT_CORE_CONSOLE_EDIT_H
#include <stdint.h>

#define MOULT__EDIT_SIZE 256u
#define MOULT__HISTORY 64u

typedef struct moult__editor {
    char text[MOULT__EDIT_SIZE];                    /* UTF-8 */
    uint32_t cursor;                                /* in bytes, at the border of a character */
    char history[MOULT__HISTORY][MOULT__EDIT_SIZE]; /* oldest first */
    char typed[MOULT__EDIT_SIZE];                   /* what was left for a line of the history */
    uint32_t count, at;                             /* at == count: the line is its own */
} moult__editor;

/* Keys as an event brings them: letters, Backspace, Delete, arrows, Home, End, C-a, C-e, C-k, C-u,
 * C-w; up and down go through the history. 0: it isn't one of these. */
int32_t moult__edit_key(moult__editor *edit, uint32_t key, uint32_t mods);

/* Puts a text at the cursor, as far as there is room. */
void moult__edit_insert(moult__editor *edit, const char *text);

/* Ends the line: it goes into the history, and an empty one begins. `out` has MOULT__EDIT_SIZE. */
void moult__edit_take(moult__editor *edit, char *out);

#endif
