/* SPDX-License-Identifier: MIT */
/* `moult play` in a terminal of its own, from a private copy of what was built, so that replacing a
 * plugin touches nobody else's. */
#ifndef MOULT_TEST_E2E_GAME_H
#define MOULT_TEST_E2E_GAME_H
#include "support/tmux.h"

typedef struct e2e_game {
    tmux terminal;
    char folder[128]; /* moult, plugins/, profiles/ */
    pid_t pid;
} e2e_game;

/* Where the world stands, as the running game says. */
typedef struct e2e_state {
    uint32_t turn;
    char hash[17];
} e2e_state;

/* Copies the game and starts a shell; `name` is the terminal's, one a program. */
void e2e_open(e2e_game *g, const char *name, int32_t columns, int32_t rows);
void e2e_close(e2e_game *g);

/* Types "BEFORE moult play ARGUMENTS" and waits for the first picture and the process. */
void e2e_play_as(e2e_game *g, const char *before, const char *arguments);
void e2e_play(e2e_game *g, const char *arguments);

/* The same for a game whose first picture has this text. */
void e2e_play_until(e2e_game *g, const char *before, const char *arguments, const char *text);

/* Waits for the process to be gone; fails when it stays for longer. */
void e2e_wait_gone(e2e_game *g, int32_t milliseconds);

/* Where the run is kept. */
void e2e_save_path(const e2e_game *g, char *out, size_t room);

/* Presses Q and waits for the question, which a run that has ended isn't left with. The other one
 * also says yes, and waits for the shell. */
void e2e_ask_quit(e2e_game *g);
void e2e_quit(e2e_game *g);

e2e_state e2e_ask(const e2e_game *g);

/* Waits for the turn's number to reach `turn`. */
void e2e_wait_turn(const e2e_game *g, uint32_t turn);

/* Presses a key and waits until a turn has passed. */
void e2e_turn(e2e_game *g, const char *key);

/* The cell of a glyph on the map; the test fails when it isn't there. */
void e2e_find(e2e_game *g, uint32_t glyph, int32_t *x, int32_t *y);

/* Steps between the hero and a glyph: max(|dx|, |dy|). */
int32_t e2e_distance(e2e_game *g, uint32_t glyph);

/* The text of a gauge on the last line: from its label to the blanks behind it. */
void e2e_gauge(e2e_game *g, const char *label, char *out, size_t room);

/* Compiles sources of plugins/, each with the first `from` made `to`, to PATH.so. `sources` are
 * paths below plugins/, with spaces between. */
void e2e_compile(const e2e_game *g, const char *sources, const char *from, const char *to,
                 const char *libraries, const char *path);

/* Puts a file in a plugin's place by renaming a copy of it. */
void e2e_install(const e2e_game *g, const char *file, const char *plugin);

/* The process that runs plugins; the game's own when there is no supervisor. */
pid_t e2e_worker(const e2e_game *g);

/* Whether the process has a file mapped whose name has this in it. */
int e2e_maps(const e2e_game *g, const char *part);

/* utime + stime of the process, in ticks. */
uint64_t e2e_ticks(const e2e_game *g);

#endif
