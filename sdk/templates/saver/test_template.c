/* One table of three bytes: as text, and back. */
#include "template.c"
#include <moult/test.h>

static const uint8_t table[] = {0x00, 0x1f, 0xa5};
static char text[64];
static uint64_t used, decoded;

static uint32_t one(const moult_world *w)
{
    return (void)w, 1;
}

static moult_status give(const moult_world *w, uint32_t section, moult_sink *sink)
{
    return (void)w, (void)section, sink->write(sink, table, sizeof table);
}

static moult_status take(moult_world *w, const uint8_t *bytes, uint64_t count)
{
    (void)w;
    decoded += count == sizeof table && memcmp(bytes, table, count) == 0;
    return MOULT_OK;
}

static moult_status refuse(moult_world *w, moult_status status, const char *why)
{
    return (void)w, (void)why, status;
}

static moult_status keep(moult_sink *sink, const void *bytes, uint64_t count)
{
    (void)sink;
    memcpy(text + used, bytes, count);
    used += count;
    return MOULT_OK;
}

int main(void)
{
    static const moult_host host = {.size = sizeof host,
                                    .refuse = refuse,
                                    .section_count = one,
                                    .section_encode = give,
                                    .section_decode = take};
    moult_sink file = {.size = sizeof file, .write = keep};
    int failures = 0;
    moult_host_1 = &host;
    MOULT_EXPECT(failures, encode(NULL, &file) == MOULT_OK);
    MOULT_EXPECT(failures, strcmp(text, MAGIC "aabpkf\nend\n") == 0);
    MOULT_EXPECT(failures, decode(NULL, (const uint8_t *)text, used) == MOULT_OK && decoded == 1);
    MOULT_EXPECT(failures, decode(NULL, (const uint8_t *)text, used - 1) == MOULT_FORMAT);
    return MOULT_TESTED(failures);
}
