/* SPDX-License-Identifier: MIT */
/* The command line: one file a verb, and what they share. Errors go to standard error in the one
 * shape. Exit codes: 0 done; 1 refused input: a file, a name or a number that was given, plugins
 * that can't be loaded among them; 2 wrong usage; 3 a plugin failed at its work, or its new build
 * was refused by a running game; 4 internal. */
#ifndef MOULT_CORE_CLI_H
#define MOULT_CORE_CLI_H
#include <getopt.h>
#include "core/game/host.h"
#include "core/game/session.h"
#include "core/system/lockfile.h"
#include "core/system/text.h"

/* What most verbs begin with: a profile and the set of plugins that it names. */
typedef struct moult__setup {
    moult__profile profile;
    moult__set set;
    int32_t has_set;
    moult__lock lock; /* path "": this game isn't locked */
    moult__report report;
} moult__setup;

/* Loads a profile by name or path (NULL: "default"). */
moult_status moult__setup_profile(moult__setup *setup, const char *name);

/* Opens a set and scans the folders where plugins live. */
moult_status moult__setup_open(moult__setup *setup);

/* The same with a supervisor: copies are staged in its folder, numbered from `serial` on. */
moult_status moult__setup_open_in(moult__setup *setup, const char *stage, uint32_t serial);

/* Binds the role scores to who provides `where`; NULL: to what the profile's option `scores` says,
 * if there is one (moult__setup_profile has done that). */
moult_status moult__setup_scores(moult__setup *setup, const char *where);

/* Reads the profile's lock file. A set that is opened afterwards loads only what it names. */
moult_status moult__setup_lock(moult__setup *setup);

/* Loads all that the profile names. */
moult_status moult__setup_load(moult__setup *setup);
void moult__setup_close(moult__setup *setup);

/* Prints a report, and answers the exit code that belongs to it. */
int moult__exit(const moult__report *report);

/* A wrong call: says so and where help is. Answers 2. */
int moult__usage(const char *verb, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for what getopt_long, called with ":", answers '?' or ':' to: an option that isn't there
 * (with the nearest one), lacks its value, or takes none. */
int moult__usage_option(const char *verb, const struct option *options, int answer, char **argv);

/* "--seed": a text of more than MOULT_SEED_MAX bytes is refused. */
moult_status moult__check_seed(const char *seed, moult__report *report);

/* A whole number in decimal within a range; 0 when it isn't one. */
int32_t moult__read_number(const char *text, int64_t low, int64_t high, int64_t *out);

/* Whether a person sits before a terminal that can show a screen. */
int32_t moult__has_terminal(void);

int moult__verb_play(int argc, char **argv);
int moult__verb_list(int argc, char **argv);
int moult__verb_lock(int argc, char **argv);
int moult__verb_map(int argc, char **argv);
int moult__verb_call(int argc, char **argv);
int moult__verb_ctl(int argc, char **argv);
int moult__verb_check(int argc, char **argv);
/* Sends a request to a running game (pid 0: the only one) and prints its answer. Exit code. */
int moult__ask_game(int64_t pid, const char *request);

int moult__verb_new(int argc, char **argv);
int moult__verb_doctor(int argc, char **argv);
int moult__verb_pack(int argc, char **argv);
int moult__verb_sdk(int argc, char **argv);
int moult__verb_reload(int argc, char **argv);
int moult__verb_renderer(int argc, char **argv);
int moult__verb_scores(int argc, char **argv);
int moult__verb_replay(int argc, char **argv);
int moult__verb_save(int argc, char **argv);

#endif
