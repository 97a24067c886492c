/* SPDX-License-Identifier: MIT */
/* Texts in the player's language: English is the id, a gettext catalogue has the rest.
 *
 * Catalogues are <folder>/LANGUAGE/LC_MESSAGES/moult.mo; the locale and the variable LANGUAGE say
 * which one. Nothing translated is ever stored: rows, saves and hashes hold the English. Texts are
 * UTF-8 within the process, whatever the terminal understands. */
#ifndef MOULT_CORE_TEXT_H
#define MOULT_CORE_TEXT_H
#include <stdint.h>
#include <stdio.h>

#define MOULT__TEXT_DOMAIN "moult"

/* For the whole process, before the first text: takes the user's locale, and `language` ("ja",
 * NULL: as the environment says) before it; in the locale C, which knows no other letters than
 * ASCII, C.UTF-8 is taken then. `folder` holds the catalogues. */
void moult__text_open(const char *language, const char *folder);

/* 1: there is a catalogue for the language, or it is "en". When not, `known` lists those that
 * there are: "en ja". */
int32_t moult__text_language(const char *language, const char *folder, char *known, uint32_t room);

/* The text in the player's language, or itself. It lives as long as the process. */
const char *moult__translate(const char *text) __attribute__((format_arg(1)));

/* The same for a format that may be MOULT_PLURAL, by `number`; what is said ends at a zero or at a
 * newline. */
const char *moult__translate_plural(const char *format, int64_t number);

/* Prints like fprintf, in the terminal's charset: what it can't show is written in its letters,
 * or as '?'. The locale C doesn't say what the terminal can show: UTF-8 is written as it is. */
void moult__print(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes a code point as UTF-8, without a final zero. Answers its bytes, at most 4. */
uint32_t moult__text_point(char *out, uint32_t point);

/* Columns of a terminal that a text takes; a character that the locale doesn't know takes one. */
uint32_t moult__text_columns(const char *text);

/* The blanks that fill a text up to so many columns, as a "%*s" of "" wants them. */
int32_t moult__text_blanks(const char *text, uint32_t columns);

#endif
