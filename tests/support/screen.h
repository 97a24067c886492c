/* SPDX-License-Identifier: MIT */
/* What a terminal shows, measured in its columns: a wide character takes two. The locale of this
 * process has to be one that knows them, such as C.UTF-8. */
#ifndef MOULT_TEST_SCREEN_H
#define MOULT_TEST_SCREEN_H
#include "support/tmux.h"

/* Captures the screen with frames as box drawings, also where the program draws them in the
 * terminal's own set, as it does in the locale C. */
const char *screen_read(tmux *t);

/* Of the screen captured last: no line is longer than the terminal, no character was cut in two,
 * and no {argument} was left in a text. */
void screen_check(const tmux *t);

/* The open panel's right edge is in one column from corner to corner, and it has so many rows. */
void screen_check_frame(const tmux *t, int32_t rows_at_least);

/* Lines y to y + count - 1 end at the terminal's right edge. */
void screen_check_right(const tmux *t, int32_t y, int32_t count);

/* The column at which a text begins in line y; -1: it isn't in it. */
int32_t screen_column(const tmux *t, int32_t y, const char *text);

/* The line and the column of a text; the test fails when it isn't there. */
void screen_find(const tmux *t, const char *text, int32_t *x, int32_t *y);

#endif
