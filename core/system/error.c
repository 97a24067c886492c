/* SPDX-License-Identifier: MIT */
/* Writing reports, and the nearest spelling.
 *
 * A report's text is one line, whatever goes into it: names come from files and from the command
 * line, so control bytes become '?', and no name can forge a second line or speak to the terminal.
 * The text is made beside the report and copied at the end, so that a report may be wrapped: its
 * own old text may be among the arguments. */
#include "core/system/error.h"
#include "core/system/text.h"
#include <stdio.h>
#include <string.h>

/* Ends a text that was cut in "...", at the border of a UTF-8 character. */
static void mark_cut(char *text, size_t room)
{
    size_t end = room - 4;
    while (end > 0 && ((unsigned char)text[end] & 0xc0) == 0x80)
        end--;
    memcpy(text + end, "...", 4);
}

static const char *status_name(moult_status status)
{
    switch (status) {
#define STATUS_CASE(name, number, text) \
    case number:                        \
        return #name;
        MOULT_STATUS_LIST(STATUS_CASE)
#undef STATUS_CASE
    default:
        return "REFUSED";
    }
}

static void write_text(moult__report *report, const char *severity, moult_status status,
                       const char *subject, const char *format, va_list arguments)
{
    char text[MOULT__REPORT_SIZE], name[32] = "";
    const char *said = moult__translate(format);
    if (status < 0 && strcmp(said, format) != 0)
        snprintf(name, sizeof name, "[%s] ", status_name(status));
    int head = snprintf(text, sizeof text, "%s  %s: %s", severity, subject, name);
    int body = -1;
    if (head >= 0 && (size_t)head < sizeof text)
        body = vsnprintf(text + head, sizeof text - (size_t)head, said, arguments);
    if (body < 0 || (size_t)head + (size_t)body >= sizeof text)
        mark_cut(text, sizeof text);
    for (char *at = text; *at; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7f)
            *at = '?';
    memcpy(report->text, text, sizeof text);
}

moult_status moult__refuse(moult__report *report, moult_status status, const char *subject,
                           const char *format, ...)
{
    if (!report)
        return status;
    uint32_t exit_code = strchr(subject, '@') ? MOULT__EXIT_PLUGIN : MOULT__EXIT_REFUSED;
    va_list arguments;
    va_start(arguments, format);
    write_text(report, "error", status, subject, format, arguments);
    va_end(arguments);
    report->status = status;
    report->exit_code = exit_code;
    return status;
}

moult_status moult__warn(moult__report *report, const char *subject, const char *format, ...)
{
    if (!report)
        return MOULT_OK;
    va_list arguments;
    va_start(arguments, format);
    write_text(report, "warn ", MOULT_OK, subject, format, arguments);
    va_end(arguments);
    return MOULT_OK;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Edits (a letter more, less, other, or two neighbours swapped) between two texts of fewer than
 * MOULT_NAME_SIZE bytes. Three rows of the table of prefixes suffice: a swap looks two rows
 * back. */
static uint32_t edits(const char *a, size_t a_length, const char *b, size_t b_length)
{
    uint32_t rows[3][MOULT_NAME_SIZE];
    for (uint32_t j = 0; j <= b_length; j++)
        rows[0][j] = j;
    for (uint32_t i = 1; i <= a_length; i++) {
        const uint32_t *before = rows[(i - 1) % 3], *twice = rows[(i + 1) % 3];
        uint32_t *row = rows[i % 3];
        row[0] = i;
        for (uint32_t j = 1; j <= b_length; j++) {
            row[j] =
                least(least(before[j], row[j - 1]) + 1, before[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], twice[j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

const char *moult__closest(const char *name, const char *const *candidates, uint32_t count)
{
    size_t length = strlen(name);
    if (length >= MOULT_NAME_SIZE)
        return NULL;
    const char *closest = NULL;
    uint32_t fewest = (uint32_t)length / 3 + 1;
    for (uint32_t i = 0; i < count; i++) {
        size_t candidate_length = strlen(candidates[i]);
        if (candidate_length >= MOULT_NAME_SIZE)
            continue;
        uint32_t found = edits(name, length, candidates[i], candidate_length);
        if (found < fewest) {
            fewest = found;
            closest = candidates[i];
        }
    }
    /* Nothing is near: perhaps it was only begun. */
    for (uint32_t i = 0; i < count && closest == NULL && length >= 2; i++)
        if (strncmp(name, candidates[i], length) == 0)
            closest = candidates[i];
    return closest;
}

const char *moult__guess(const char *closest, char out[MOULT__GUESS_SIZE])
{
    out[0] = 0;
    if (closest != NULL)
        snprintf(out, MOULT__GUESS_SIZE, moult__translate(" (did you mean \"%s\"?)"), closest);
    return out;
}
