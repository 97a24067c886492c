/* SPDX-License-Identifier: MIT */
/* A terminal for tests: one tmux server with one pane in which an interactive shell runs.
 *
 * The server has its own socket and its own folder with a home and the XDG folders in it, so tests
 * touch neither each other nor whoever runs them. Nothing sleeps for a fixed time: tests wait until
 * the screen says something. What a test leaves behind, also when it fails or is killed, is ended
 * by terminals_run. Every refusal of tmux itself fails the test. */
#ifndef MOULT_TEST_TMUX_H
#define MOULT_TEST_TMUX_H
#include <stdint.h>
#include <sys/types.h>

#define TMUX_PROMPT "ready>"   /* with a blank behind it, which captures lack */
#define TMUX_PATIENCE_MS 10000 /* for whatever is waited for, on a machine that is busy */

typedef struct tmux {
    char root[96]; /* its folder */
    char socket[128];
    int32_t columns, rows;
    char screen[1 << 17]; /* as captured last: lines with \n between */
} tmux;

/* Runs a suite's tests with a folder for their terminals, and afterwards, however that ended, ends
 * what still runs in them and removes the folder. Answers main's exit code. */
struct Suite;
int terminals_run(struct Suite *suite);

/* Makes the folder (root/home and so on), without a server yet; and sets HOME, PATH (root/game
 * first) and the XDG variables of this process, for programs that a test runs itself. */
void tmux_open(tmux *t, const char *name);

/* Starts the server and its shell, and waits for the prompt. */
void tmux_start(tmux *t, int32_t columns, int32_t rows);

/* Ends the server and thereby its pane; fine when there is none. */
void tmux_kill(tmux *t);

/* One tmux command: its words, then NULL. Answers its exit code. */
int tmux_command(const tmux *t, const char *word, ...) __attribute__((sentinel));

/* Types keys by the names that tmux has for them (o, Escape, C-p, F5), ended by NULL; types a text
 * as it is; sends bytes as a terminal would. */
void tmux_keys(const tmux *t, const char *key, ...) __attribute__((sentinel));
void tmux_type(const tmux *t, const char *text);
void tmux_bytes(const tmux *t, const char *bytes, size_t count);

/* A line for the shell. */
void tmux_shell(const tmux *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

void tmux_resize(tmux *t, int32_t columns, int32_t rows);

/* Captures the screen into t->screen and answers it; with escape sequences for its colours. */
const char *tmux_capture(tmux *t);
const char *tmux_colours(tmux *t);

/* What tmux knows of the pane, by a format such as "#{alternate_on}". */
void tmux_ask(const tmux *t, const char *format, char *out, size_t room);

/* Of the captured screen: line y without its end (empty beyond the last one), and the code point at
 * a cell, where every character takes one cell. */
void tmux_line(const tmux *t, int32_t y, char *out, size_t room);
uint32_t tmux_cell(const tmux *t, int32_t x, int32_t y);

/* Captures until two in a row are equal: tmux may be asked while a frame is only half drawn. */
const char *tmux_settle(tmux *t);

/* Captures until the screen has the text, or lacks it, and is settled; the test fails when that
 * takes too long. */
void tmux_wait(tmux *t, const char *text);
void tmux_wait_gone(tmux *t, const char *text);

/* The same as a question with a patience of its own. */
int tmux_shows(tmux *t, const char *text, int32_t milliseconds);

/* The child of the pane's shell with this name; 0: there is none. */
pid_t tmux_child(const tmux *t, const char *name);

/* Runs a line in a shell outside of the terminal, gathers what it prints on both streams, and
 * answers its exit code. */
int shell_run(char *out, size_t room, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Milliseconds of the monotonic clock; and a pause between two looks. */
int64_t clock_ms(void);
void pause_ms(int32_t milliseconds);

#endif
