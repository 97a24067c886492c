/* SPDX-License-Identifier: MIT */
/* Catalogues through the C library's gettext, which keeps them for the process. */
#include "core/system/text.h"
#include <dirent.h>
#include <iconv.h>
#include <langinfo.h>
#include <libintl.h>
#include <limits.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
#include <moult/scores.h>

/* -- catalogues -------------------------------------------------------------------------------- */

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

static int32_t has_catalogue(const char *folder, const char *language)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%s/LC_MESSAGES/" MOULT__TEXT_DOMAIN ".mo", folder,
                          language);
    return language[0] != '.' && strchr(language, '/') == NULL && length < (int)sizeof path &&
           access(path, R_OK) == 0;
}

int32_t moult__text_language(const char *language, const char *folder, char *known, uint32_t room)
{
    struct dirent **names;
    if (strcmp(language, "en") == 0 || (language[0] != 0 && has_catalogue(folder, language)))
        return 1;
    uint32_t used = (uint32_t)snprintf(known, room, "en");
    int count = scandir(folder, &names, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        if (has_catalogue(folder, names[i]->d_name) && used < room)
            used += (uint32_t)snprintf(known + used, room - used, " %s", names[i]->d_name);
        free(names[i]);
    }
    if (count >= 0)
        free(names);
    return 0;
}

const char *moult__translate(const char *text)
{
    const char *said = text[0] != 0 ? dgettext(MOULT__TEXT_DOMAIN, text) : text;
    const char *context = said == text ? strchr(text, '\004') : NULL;
    return context != NULL ? context + 1 : said;
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

/* -- output ------------------------------------------------------------------------------------ */

/* Writes UTF-8 through `charset`, which makes something of every character, or a '?'. */
static void convert(FILE *out, iconv_t charset, char *text, size_t left)
{
    char buffer[1024];
    while (left > 0) {
        char *to = buffer;
        size_t room = sizeof buffer;
        size_t done = iconv(charset, &text, &left, &to, &room);
        fwrite(buffer, 1, sizeof buffer - room, out);
        if (done == (size_t)-1 && room == sizeof buffer) { /* no text, or no likeness of it */
            fputc('?', out);
            do
                text++, left--;
            while (left > 0 && ((unsigned char)*text & 0xc0) == 0x80);
        }
    }
}

void moult__print(FILE *out, const char *format, ...)
{
    char charset[64], *text = NULL;
    const char *codeset = nl_langinfo(CODESET);
    iconv_t into = (iconv_t)-1;
    va_list args;
    va_start(args, format);
    int length = vasprintf(&text, format, args);
    va_end(args);
    if (length < 0)
        return;
    if (strcmp(codeset, "UTF-8") != 0 && strcmp(codeset, "ANSI_X3.4-1968") != 0) {
        snprintf(charset, sizeof charset, "%s//TRANSLIT", codeset);
        into = iconv_open(charset, "UTF-8");
    }
    if (into == (iconv_t)-1)
        fwrite(text, 1, (size_t)length, out);
    else
        convert(out, into, text, (size_t)length);
    if (into != (iconv_t)-1)
        iconv_close(into);
    free(text);
}

uint32_t moult__text_point(char *out, uint32_t point)
{
    static const uint8_t heads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    const uint32_t count = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (uint32_t i = count - 1; i != 0; i--, point >>= 6)
        out[i] = (char)(0x80 | (point & 0x3f));
    out[0] = (char)(heads[count] | point);
    return count;
}

uint32_t moult__text_columns(const char *text)
{
    uint32_t columns = 0;
    for (const uint8_t *at = (const uint8_t *)text; *at != 0;) {
        uint32_t length = moult_score_character(at, (uint32_t)strlen((const char *)at));
        uint32_t point = length > 1 ? at[0] & (0x7fu >> length) : at[0];
        for (uint32_t i = 1; i < length; i++)
            point = point << 6 | (at[i] & 0x3fu);
        int width = wcwidth((wchar_t)point); /* -1 in a locale that doesn't know it */
        columns += width < 0 ? 1u : (uint32_t)width;
        at += length != 0 ? length : 1;
    }
    return columns;
}

int32_t moult__text_blanks(const char *text, uint32_t columns)
{
    uint32_t used = moult__text_columns(text);
    return used < columns ? (int32_t)(columns - used) : 0;
}
