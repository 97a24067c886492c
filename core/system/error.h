/* SPDX-License-Identifier: MIT */
/* Errors as text in one shape: `severity  who stage: what (where): why. try what`.
 *
 * A report holds the newest refusal in words. Who detects a fault writes the report and returns the
 * status; who is above passes both on, untouched, up to the one place that prints it.
 *
 * Formats are English and looked up in the catalogue. What a script or a search goes by is the same
 * in every language: severity and subject, and in a translated text the status's name behind them:
 * `error  --use: [UNKNOWN] ...`. */
#ifndef MOULT_CORE_ERROR_H
#define MOULT_CORE_ERROR_H
#include <stdarg.h>
#include <moult/base.h>
#include <moult/status.h>

#define MOULT__REPORT_SIZE 1024

typedef struct moult__report {
    moult_status status; /* MOULT_OK while nothing was refused */
    uint32_t exit_code;  /* that the process should end with: 1 refused input .. 4 internal */
    char text[MOULT__REPORT_SIZE]; /* without a final newline; "" while nothing was refused */
} moult__report;

/* Process exit codes. */
#define MOULT__EXIT_REFUSED 1u
#define MOULT__EXIT_USAGE 2u
#define MOULT__EXIT_PLUGIN 3u
#define MOULT__EXIT_INTERNAL 4u

/* Writes "error  SUBJECT: MESSAGE" and answers `status`, so that it can be returned at once.
 * SUBJECT is "ai-wolf@0.3 load", "mine.ini:12:5", a path, or a command. Too long texts end in
 * "...". `report` may be NULL. exit_code becomes 1 (IO and format too), 3 when the subject has an
 * '@'. */
moult_status moult__refuse(moult__report *report, moult_status status, const char *subject,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The same with the severity "warn  " for what goes on anyway; answers MOULT_OK. */
moult_status moult__warn(moult__report *report, const char *subject, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The candidate nearest to `name` in spelling (Damerau-Levenshtein, at most a third of its letters
 * wrong), else the first that begins with it, or NULL. For "did you mean". */
const char *moult__closest(const char *name, const char *const *candidates, uint32_t count);

#define MOULT__GUESS_SIZE (MOULT_NAME_SIZE + 64)

/* " (did you mean "CLOSEST"?)", to stand behind a wrong name; "" for NULL. Answers `out`. */
const char *moult__guess(const char *closest, char out[MOULT__GUESS_SIZE]);

#endif
