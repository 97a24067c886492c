/* SPDX-License-Identifier: MIT */
/* Catalogues through the C library's gettext, which keeps them for the process. */
#include "core/system/text.h"
#include <libintl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <moult/base.h>

void moult__text_open(const char *language, const char *folder)
{
    if (setlocale(LC_ALL, "") == NULL)
        setlocale(LC_ALL, "C"); /* a locale that isn't installed */
    if (language != NULL) {
        const char *messages = setlocale(LC_MESSAGES, NULL);
        const char *letters = setlocale(LC_CTYPE, NULL);
        if (messages == NULL || strcmp(messages, "C") == 0 || strcmp(messages, "POSIX") == 0)
            setlocale(LC_MESSAGES, "C.UTF-8");
        if (letters == NULL || strcmp(letters, "C") == 0 || strcmp(letters, "POSIX") == 0)
            setlocale(LC_CTYPE, "C.UTF-8");
        setenv("LANGUAGE", language, 1);
    }
    setlocale(LC_NUMERIC, "C"); /* what is written for programs has a decimal point */
    bindtextdomain(MOULT__TEXT_DOMAIN, folder);
    bind_textdomain_codeset(MOULT__TEXT_DOMAIN, "UTF-8");
}

const char *moult__translate(const char *text)
{
    return text[0] != 0 ? dgettext(MOULT__TEXT_DOMAIN, text) : text;
}

const char *moult__translate_plural(const char *format, int64_t number)
{
    const char *other = strchr(format, '\n');
    char one[MOULT_NAME_SIZE];
    if (other == NULL || (size_t)(other - format) >= sizeof one)
        return moult__translate(format);
    memcpy(one, format, (size_t)(other - format));
    one[other - format] = 0;
    uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    const char *said = dngettext(MOULT__TEXT_DOMAIN, one, other + 1, (unsigned long)size);
    return said == one ? format : said; /* never a pointer into this function */
}
