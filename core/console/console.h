/* SPDX-License-Identifier: MIT */
/* The console: a small language of lines by which a world is looked at and changed, in the game by
 * a panel, and from outside by `moult ctl`.
 *
 * A line is words with blanks between; "..." is one word. The first is a verb (verbs.c), a native,
 * or a place in a table (place.c). A line that changes the world is for wizard mode alone, is tried
 * as a whole, and leaves no trace when the world doesn't hold together afterwards (change.c). It is
 * recorded in the journal as it was typed, so that a replay does the same. */
#ifndef MOULT_CORE_CONSOLE_H
#define MOULT_CORE_CONSOLE_H
#include "core/console/edit.h"
#include "core/game/session.h"
#include "core/trace/trace.h"

#define MOULT__LINE_SIZE 1024u
#define MOULT__WORDS_MAX 24u
#define MOULT__OUTPUT_LINES 500u
#define MOULT__NAMES_MAX 1024u

/* For options.console. */
extern const moult__console_face moult__console;

/* The panel's state, session.console. */
typedef struct moult__console_panel {
    moult__editor edit;
    char *output[MOULT__OUTPUT_LINES]; /* oldest first, at most so wide as the panel */
    uint32_t output_count, scroll;     /* scroll: lines up from the newest */
    moult__trace *trace;               /* NULL: off */
} moult__console_panel;

/* A line being done. */
typedef struct moult__line {
    moult__session *s;
    const char *text;
    FILE *out;
    moult__report *report;
    int32_t touched; /* a row was written to */
    uint32_t count;
    char *words[MOULT__WORDS_MAX + 1]; /* NULL behind the last */
    char room[MOULT__LINE_SIZE];
} moult__line;

/* Names to choose from: for completion, and for the closest one to a wrong name. */
typedef struct moult__names {
    const char *list[MOULT__NAMES_MAX];
    uint32_t count, used;
    char made[16384]; /* of those that are composed */
} moult__names;

static inline void moult__names_add(moult__names *names, const char *name)
{
    if (names->count < MOULT__NAMES_MAX)
        names->list[names->count++] = name;
}

/* The same for a copy of what doesn't last. */
void moult__names_make(moult__names *names, const char *first, const char *second);

/* Refuses a name that isn't there, with the closest. */
moult_status moult__console_unknown(moult__report *report, const char *what, const char *name,
                                    const moult__names *names);

/* -- verbs.c ----------------------------------------------------------------------------------- */
/* Cuts a line into words. Refused: it is too long, or a quote isn't closed. */
moult_status moult__line_split(moult__line *line);
/* Does a line; `again`: from a journal, for which the run needn't be a wizard's. */
moult_status moult__console_run(moult__session *s, const char *text, int32_t again, FILE *out,
                                moult__report *report);
void moult__verb_names(moult__names *names);
void moult__native_names(const moult__session *s, moult__names *names);

/* -- place.c ----------------------------------------------------------------------------------- */
/* Whether a word begins a place: a table, a kind of rows (actor, item, level), a plane. */
int32_t moult__place_begins(const moult_world *w, const char *word);
/* Whether the line sets a value there. */
int32_t moult__place_sets(const moult_world *w, const moult__line *line);
moult_status moult__place_run(moult__line *line);
void moult__place_tables(moult__line *line, const char *name);
void moult__place_names(const moult_world *w, moult__names *names);
/* Fields that may stand behind the first words of a line. */
void moult__field_names(const moult_world *w, const char *table, moult__names *names);
/* Words of a place before its field: 2 with a row's number, 1 without. */
uint32_t moult__place_field_at(const moult_world *w, const char *table);

/* -- change.c ---------------------------------------------------------------------------------- */
/* Does what changes the world, so that it is whole or undone. */
moult_status moult__console_change(moult__line *line, int32_t again,
                                   moult_status (*run)(moult__line *line));

/* -- complete.c -------------------------------------------------------------------------------- */
/* Completes the word before the cursor as far as it is the same for all that begin so; answers how
 * many do, in `names`. */
uint32_t moult__complete(moult__session *s, moult__editor *edit, moult__names *names);

#endif
