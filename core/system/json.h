/* SPDX-License-Identifier: MIT */
/* Texts as JSON. Objects and lists are written where their fields stand; only texts need care. */
#ifndef MOULT_CORE_SYSTEM_JSON_H
#define MOULT_CORE_SYSTEM_JSON_H
#include <stdio.h>

/* Writes a text with its quotes. Quotes, backslashes and control characters are escaped; a byte
 * that belongs to no UTF-8 character becomes U+FFFD. */
void moult__json_text(FILE *out, const char *text);

#endif
