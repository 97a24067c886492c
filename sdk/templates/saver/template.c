/* saver/template: a game as text, a table a line: its bytes as two letters a-p each. */
#include <moult/saver.h>
#include <moult/world.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC "template 1\n" /* how a file begins */
#define LAST "end\n"         /* and ends, so that a cut one is noticed */

static moult_status write_letters(moult_sink *sink, const void *bytes, uint64_t count)
{
    moult_sink *file = sink->core;
    moult_status status = MOULT_OK;
    for (uint64_t i = 0; i < count && status >= 0; i++) {
        const uint8_t byte = ((const uint8_t *)bytes)[i];
        const char pair[2] = {(char)('a' + (byte >> 4)), (char)('a' + (byte & 15))};
        status = file->write(file, pair, sizeof pair);
    }
    return status;
}

static moult_status encode(const moult_world *w, moult_sink *file)
{
    moult_sink letters = {sizeof letters, 0, file, write_letters};
    moult_status status = file->write(file, MAGIC, sizeof MAGIC - 1);
    for (uint32_t i = 0; i < moult_section_count(w) && status >= 0; i++) {
        status = moult_section_encode(w, i, &letters);
        if (status >= 0)
            status = file->write(file, "\n", 1);
    }
    return status >= 0 ? file->write(file, LAST, sizeof LAST - 1) : status;
}

/* Into a fresh world; whatever isn't whole is refused, never mended. */
static moult_status decode(moult_world *fresh, const uint8_t *bytes, uint64_t count)
{
    const uint64_t first = sizeof MAGIC - 1, last = sizeof LAST - 1;
    if (count < first + last || memcmp(bytes, MAGIC, first) != 0 ||
        memcmp(bytes + count - last, LAST, last) != 0)
        return moult_fail(fresh, MOULT_FORMAT, "the text lacks its beginning or its end");
    uint8_t *section = malloc(count);
    moult_status status = section != NULL ? MOULT_OK : MOULT_MEMORY;
    uint64_t size = 0;
    for (uint64_t i = first; i < count - last && status >= 0; i++) {
        const uint8_t high = bytes[i] - 'a', low = bytes[i + 1] - 'a';
        if (bytes[i] == '\n')
            status = moult_section_decode(fresh, section, size), size = 0;
        else if (high > 15 || low > 15)
            status = moult_fail(fresh, MOULT_FORMAT, "a letter isn't one of a to p");
        else
            section[size++] = (uint8_t)(high << 4 | low), i++;
    }
    free(section);
    return status;
}

MOULT_SAVER(template, "0.1.0", "a game as letters", MOULT_SAVER_EDITABLE, MAGIC, "txt", encode,
            decode)
