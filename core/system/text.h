/* SPDX-License-Identifier: MIT */
/* Texts in the player's language: English is the id, a gettext catalogue has the rest.
 *
 * Catalogues are <folder>/LANGUAGE/LC_MESSAGES/moult.mo; the locale and the variable LANGUAGE say
 * which one. Nothing translated is ever stored: rows, saves and hashes hold the English. */
#ifndef MOULT_CORE_TEXT_H
#define MOULT_CORE_TEXT_H
#include <stdint.h>

#define MOULT__TEXT_DOMAIN "moult"

/* For the whole process, before the first text: takes the user's locale, and `language` ("ja",
 * NULL: as the environment says) before it; in the locale C, which knows no other letters than
 * ASCII, C.UTF-8 is taken then. `folder` holds the catalogues. */
void moult__text_open(const char *language, const char *folder);

/* The text in the player's language, or itself. It lives as long as the process. */
const char *moult__translate(const char *text);

/* The same for a format that may be MOULT_PLURAL, by `number`; what is said ends at a zero or at a
 * newline. */
const char *moult__translate_plural(const char *format, int64_t number);

#endif
