/* SPDX-License-Identifier: MIT */
/* Command lines, run as a person's shell would run them, in a home of their own.
 *
 * A `run` is a folder under /tmp with everything that Moult looks for in a person's home; nothing
 * of the tester's own is read or written. A command gets its input through a pipe; what it says is
 * captured, with the folder's name written as $T and the build's as $B, so that texts can be
 * compared word for word. `moult` is found by PATH. */
#ifndef TESTS_RUN_H
#define TESTS_RUN_H
#include <stddef.h>
#include <stdint.h>

typedef struct run {
    char root[64];    /* the working directory of commands, unless they change it */
    char *out, *err;  /* of the last command; never NULL after the first */
    int32_t code;     /* its exit code; 128 and the signal's number, when one ended it */
    int32_t too_late; /* it was ended by us, after RUN_SECONDS */
} run;

#define RUN_SECONDS 60

void run_open(run *r);
void run_close(run *r);

/* Runs `sh -c COMMAND`, a printf format, with this input (NULL: none). Answers its exit code.
 * Fails the test when the command takes too long, or dies of a signal. */
int32_t run_shell(run *r, const char *input, const char *command, ...)
    __attribute__((format(printf, 3, 4)));

/* The same, and fails the test, showing what was said, unless the exit code is 0. */
void run_well(run *r, const char *input, const char *command, ...)
    __attribute__((format(printf, 3, 4)));

/* The same, and fails the test unless it ends with this code, prints nothing, and says on standard
 * error just what the pattern says (see run_matches). */
void run_refused(run *r, const char *command, int32_t code, const char *error);

/* A command that runs on until run_stop: its process number. What it says is lost. */
int32_t run_start(run *r, const char *command);
void run_stop(int32_t pid);

/* Whether a text is as a pattern says, in which '#' is a number, '~' any words (letters, digits,
 * blanks, '.', '-'), and everything else is itself. */
int32_t run_matches(const char *text, const char *pattern);

/* The last line of a text, without its newline. */
const char *run_last_line(const char *text, char *out, size_t room);

#endif
