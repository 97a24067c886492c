/* SPDX-License-Identifier: MIT */
/* What the savers of the zoo have: sections as they are, each behind its size; no checksum. */
#ifndef TESTS_ZOO_VAULT_H
#define TESTS_ZOO_VAULT_H
#include <moult/plugin.h>
#include <moult/saver.h>
#include <moult/world.h>
#include <string.h>

static moult_status vault_count(moult_sink *sink, const void *bytes, uint64_t count)
{
    (void)bytes;
    *(uint64_t *)sink->core += count;
    return MOULT_OK;
}

/* All sections but the one called `without` (NULL: none is left out). */
static MOULT_UNUSED moult_status vault_encode(const moult_world *w, moult_sink *sink,
                                              const char *without)
{
    moult_status status = sink->write(sink, "ZOO1", 4);
    for (uint32_t i = 0; i < moult_section_count(w) && status >= 0; i++) {
        uint64_t size = 0;
        moult_sink counter = {.size = sizeof counter, .core = &size, .write = vault_count};
        if (without != NULL && strcmp(moult_section_name(w, i), without) == 0)
            continue;
        status = moult_section_encode(w, i, &counter);
        if (status >= 0)
            status = sink->write(sink, &size, sizeof size);
        if (status >= 0)
            status = moult_section_encode(w, i, sink);
    }
    return status;
}

static moult_status vault_decode(moult_world *fresh, const uint8_t *bytes, uint64_t count)
{
    uint64_t at = 4, size;
    moult_status status = count >= 4 && memcmp(bytes, "ZOO1", 4) == 0 ? MOULT_OK : MOULT_FORMAT;
    while (status >= 0 && at < count) {
        if (count - at < sizeof size)
            return moult_fail(fresh, MOULT_FORMAT, "cut off");
        memcpy(&size, bytes + at, sizeof size);
        at += sizeof size;
        if (size > count - at)
            return moult_fail(fresh, MOULT_FORMAT, "cut off");
        status = moult_section_decode(fresh, bytes + at, size);
        at += size;
    }
    return status;
}

/* VAULT(name, help) with `static moult_status encode`. */
#define VAULT(name, help)                                                                     \
    static const moult_saver_1 functions = {.size = sizeof(moult_saver_1),                    \
                                            .encode = encode,                                 \
                                            .decode = vault_decode,                           \
                                            .magic = (const uint8_t *)"ZOO1",                 \
                                            .magic_size = 4,                                  \
                                            .extension = "zoo"};                              \
    static const moult_provide provides[] = {                                                 \
        MOULT_PROVIDE("saver/" #name, MOULT_SAVER_INTERFACE, MOULT_SAVER_SHAPE, &functions)}; \
    MOULT_PLUGIN("saver-" #name, "1.0.0", help, "saver/" #name, .provides = provides,         \
                 .provide_count = 1)

#endif
