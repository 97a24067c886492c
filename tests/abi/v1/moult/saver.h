/* SPDX-License-Identifier: MIT */
/* saver/1: a world as bytes in memory, and back. Only the core touches files.
 *
 * The core hands the world over in sections, one a table, already encoded and described by their
 * schemas; a container saver stores them as they are, a readable one walks the tables by their
 * schemas. `decode` gets a fresh world and must refuse whatever isn't whole: nothing is mended. */
#ifndef MOULT_SAVER_H
#define MOULT_SAVER_H
#include <moult/base.h>
#include <moult/host.h>

MOULT_EXTERN_C_BEGIN

/* Where bytes go: `write` adds some, or refuses. */
typedef struct moult_sink moult_sink;
struct moult_sink {
    uint32_t size;
    uint32_t reserved;
    void *core;
    moult_status (*write)(moult_sink *sink, const void *bytes, uint64_t count);
};

#define MOULT_SAVER_EDITABLE 1u /* its bytes carry no checksum over the whole */

/* What a saver has. */
typedef struct moult_saver_1 {
    uint32_t size;
    uint32_t flags;
    /* [draw, fail] */
    moult_status (*encode)(const moult_world *w, moult_sink *sink);
    /* [load, fail] */
    moult_status (*decode)(moult_world *fresh, const uint8_t *bytes, uint64_t count);
    /* How a file of this form begins, 1..16 bytes, by which a saver is found for a file. */
    const uint8_t *magic;
    uint32_t magic_size;
    uint32_t reserved;
    const char *extension; /* "moult" */
} moult_saver_1;

#define MOULT_SAVER_INTERFACE "saver/1"
#define MOULT_SAVER_SHAPE      \
    "encode i(wp) draw,fail\n" \
    "decode i(wpl) load,fail\n"

/* The sections of a world, 0..count-1: one a table, called like it (`moult_section_name`), in
 * alphabetical order, then those that no loaded plugin knows; their bytes into a sink
 * (`moult_section_encode`), and back into a fresh world (`moult_section_decode`). Decoding migrates
 * by field name; after `decode` the core checks that the parts fit together. A section is
 *   u8 name length, name, u32 version, scope, flags, field count,
 *   a field: u8 name length, name, u32 type, u32 count;
 *   then rows: u32 count, the rows without padding,
 *   or, of a CELL table, planes: u32 count, each u32 level slot, u32 field, u32 cells, the values;
 * all little-endian. [draw / load, fail] */
static inline uint32_t moult_section_count(const moult_world *w)
{
    return moult_host_1->section_count(w);
}

static inline const char *moult_section_name(const moult_world *w, uint32_t section)
{
    return moult_host_1->section_name(w, section);
}

static inline moult_status moult_section_encode(const moult_world *w, uint32_t section,
                                                moult_sink *sink)
{
    return moult_host_1->section_encode(w, section, sink);
}

static inline moult_status moult_section_decode(moult_world *fresh, const uint8_t *bytes,
                                                uint64_t count)
{
    return moult_host_1->section_decode(fresh, bytes, count);
}

/* The sum of a section, which a form that can be edited keeps beside it. [any] */
static inline uint64_t moult_section_sum(const uint8_t *bytes, uint64_t count)
{
    return moult_host_1->section_sum(bytes, count);
}

/* As moult_section_decode, with the sum that was kept: where it isn't that of the bytes, the player
 * is told that the table was edited by hand. [load, fail] */
static inline moult_status moult_section_decode_as(moult_world *fresh, const uint8_t *bytes,
                                                   uint64_t count, uint64_t sum)
{
    return moult_host_1->section_decode_as(fresh, bytes, count, sum);
}

/* The schema of table handle 1..; NULL after the last. [any] */
static inline const moult_schema *moult_schema_of(const moult_world *w, moult_table table)
{
    return moult_host_1->schema(w, table);
}

/* One saver: MOULT_SAVER(dump, "1.0.0", "lines of hex", MOULT_SAVER_EDITABLE, "dump 1\n", "dump",
 *                        encode, decode). `magic` is a literal, `extension` without its dot. */
#define MOULT_SAVER(name, version, help, flags, magic, extension, encode, decode)            \
    static const moult_saver_1 name##_functions = {                                          \
        sizeof(moult_saver_1), flags, encode,   decode, (const uint8_t *)(magic),            \
        sizeof(magic) - 1,     0,     extension};                                            \
    static const moult_provide name##_provides[] = {MOULT_PROVIDE(                           \
        "saver/" #name, MOULT_SAVER_INTERFACE, MOULT_SAVER_SHAPE, &name##_functions)};       \
    MOULT_PLUGIN("saver-" #name, version, help, "saver/" #name, .provides = name##_provides, \
                 .provide_count = 1)

MOULT_EXTERN_C_END
#endif
