/* SPDX-License-Identifier: MIT */
/* The default form of a save: a container that stores the world's sections as they are, packed.
 *
 *     8   "MOULTSAV"
 *     u32 format, 1            u32 number of sections
 *     for each section:        u16 length of its name, its name
 *         u64 raw size         u64 packed size (zstd)
 *         u64 XXH3-64 of the raw bytes
 *         u64 XXH3-64 of the packed bytes: zstd has bits that it ignores, so that damage there
 *                              would pass the other one
 *     u64 XXH3-64 of all the above
 *     the packed sections in the same order, and nothing after them; all numbers little endian
 *
 * Nothing is handed to the core before the whole file has been checked, and no size is believed
 * before its checksum and MAX_RAW have been: a file that lies costs at most that much memory. */
#define XXH_INLINE_ALL
#include <moult/saver.h>
#include <moult/world.h>
#include <libintl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

#define FORMAT 1u
#define FIXED_SIZE 16u /* magic, format, number of sections */
#define ENTRY_SIZE 34u /* of the table, without the name */
#define MAX_SECTIONS 4096u
#define MAX_RAW ((uint64_t)64 << 20) /* all sections together */
#define LEVEL 1

static const uint8_t magic[8] = {'M', 'O', 'U', 'L', 'T', 'S', 'A', 'V'};
static const char too_large[] = MOULT_TEXT("more than 64 MB in all");

/* -- bytes ------------------------------------------------------------------------------------- */

typedef struct buffer {
    uint8_t *bytes;
    uint64_t count, room;
} buffer;

/* Room for `more` bytes at the end, or NULL. */
static uint8_t *reserve(buffer *b, uint64_t more)
{
    if (b->count + more > b->room) {
        uint64_t room = b->room ? b->room : 4096;
        while (room < b->count + more)
            room *= 2;
        uint8_t *bytes = realloc(b->bytes, room);
        if (!bytes)
            return NULL;
        b->bytes = bytes;
        b->room = room;
    }
    return b->bytes + b->count;
}

static moult_status append(buffer *b, const void *bytes, uint64_t count)
{
    if (!count)
        return MOULT_OK;
    uint8_t *end = reserve(b, count);
    if (!end)
        return MOULT_MEMORY;
    memcpy(end, bytes, count);
    b->count += count;
    return MOULT_OK;
}

static moult_status append_number(buffer *b, uint64_t number, uint32_t width)
{
    uint8_t bytes[8];
    for (uint32_t i = 0; i < width; i++)
        bytes[i] = (uint8_t)(number >> (8 * i));
    return append(b, bytes, width);
}

static uint64_t number_at(const uint8_t *bytes, uint32_t width)
{
    uint64_t number = 0;
    for (uint32_t i = width; i-- > 0;)
        number = number << 8 | bytes[i];
    return number;
}

/* One entry of the table, in the file's bytes. */
typedef struct section {
    const char *name; /* without a final zero */
    uint32_t name_size;
    uint64_t raw_size, packed_size, raw_sum, packed_sum;
} section;

static moult_status refuse(moult_world *w, moult_status status, const section *s, const char *why)
{
    char text[512];
    if (s)
        snprintf(text, sizeof text, dgettext("moult", "section \"%.*s\": %s"), (int)s->name_size,
                 s->name, dgettext("moult", why));
    else
        snprintf(text, sizeof text, "%s", dgettext("moult", why));
    return moult_fail(w, status, text);
}

/* -- writing ----------------------------------------------------------------------------------- */

/* The sink of one section: a buffer that refuses to grow beyond what could be read back. */
static moult_status collect(moult_sink *sink, const void *bytes, uint64_t count)
{
    buffer *raw = sink->core;
    if (count > MAX_RAW - raw->count)
        return MOULT_FULL;
    return append(raw, bytes, count);
}

/* One context packs all sections: making one takes longer than packing a small section. */
static moult_status pack(ZSTD_CCtx *context, buffer *packed, const buffer *raw, uint64_t *size)
{
    uint64_t room = ZSTD_compressBound(raw->count);
    uint8_t *end = reserve(packed, room);
    if (!end)
        return MOULT_MEMORY;
    *size = ZSTD_compressCCtx(context, end, room, raw->bytes ? raw->bytes : end, raw->count, LEVEL);
    if (ZSTD_isError(*size))
        return MOULT_MEMORY; /* the one thing that it can lack here */
    packed->count += *size;
    return MOULT_OK;
}

static moult_status write_entry(buffer *head, const char *name, const buffer *raw,
                                const uint8_t *packed, uint64_t packed_size)
{
    uint64_t length = strlen(name);
    if (length == 0 || length >= MOULT_NAME_SIZE)
        return MOULT_RANGE;
    moult_status status = append_number(head, length, 2);
    if (status >= 0)
        status = append(head, name, length);
    const uint64_t numbers[] = {raw->count, packed_size, XXH3_64bits(raw->bytes, raw->count),
                                XXH3_64bits(packed, packed_size)};
    for (uint32_t i = 0; i < MOULT_COUNT(numbers) && status >= 0; i++)
        status = append_number(head, numbers[i], 8);
    return status;
}

/* Moves a section of the world into the table and the packed bytes; `total` counts the raw ones. */
static moult_status add_section(const moult_world *w, uint32_t i, ZSTD_CCtx *context, buffer *head,
                                buffer *packed, uint64_t *total)
{
    buffer raw = {NULL, 0, 0};
    moult_sink sink = {sizeof sink, 0, &raw, collect};
    uint64_t size = 0, begin = packed->count;
    moult_status status = moult_section_encode(w, i, &sink);
    *total += raw.count;
    if (status >= 0 && *total > MAX_RAW)
        status = MOULT_FULL;
    if (status >= 0)
        status = pack(context, packed, &raw, &size);
    const char *name = moult_section_name(w, i);
    if (status >= 0)
        status = write_entry(head, name, &raw, packed->bytes + begin, size);
    free(raw.bytes);
    if (status != MOULT_FULL)
        return status;
    section s = {.name = name, .name_size = (uint32_t)strlen(name)};
    return refuse((moult_world *)w, status, &s, too_large); /* it notes the reason, nothing else */
}

static moult_status encode(const moult_world *w, moult_sink *sink)
{
    buffer head = {NULL, 0, 0}, packed = {NULL, 0, 0};
    uint64_t total = 0;
    uint32_t count = moult_section_count(w);
    moult_status status = count <= MAX_SECTIONS ? MOULT_OK : MOULT_FULL;
    ZSTD_CCtx *context = ZSTD_createCCtx();
    if (!context)
        status = MOULT_MEMORY;
    if (status >= 0)
        status = append(&head, magic, sizeof magic);
    if (status >= 0)
        status = append_number(&head, FORMAT, 4);
    if (status >= 0)
        status = append_number(&head, count, 4);
    for (uint32_t i = 0; i < count && status >= 0; i++)
        status = add_section(w, i, context, &head, &packed, &total);
    if (status >= 0)
        status = append_number(&head, XXH3_64bits(head.bytes, head.count), 8);
    if (status >= 0)
        status = sink->write(sink, head.bytes, head.count);
    if (status >= 0)
        status = sink->write(sink, packed.bytes, packed.count);
    ZSTD_freeCCtx(context);
    free(packed.bytes);
    free(head.bytes);
    return status;
}

/* -- reading ----------------------------------------------------------------------------------- */

/* The entry at `at`, which moves on; 0 when it isn't whole or has no fit name. */
static int32_t next_entry(const uint8_t *bytes, uint64_t count, uint64_t *at, section *s)
{
    if (count - *at < ENTRY_SIZE)
        return 0;
    s->name_size = (uint32_t)number_at(bytes + *at, 2);
    if (s->name_size == 0 || s->name_size >= MOULT_NAME_SIZE ||
        count - *at < ENTRY_SIZE + s->name_size)
        return 0;
    s->name = (const char *)bytes + *at + 2;
    const uint8_t *numbers = bytes + *at + 2 + s->name_size;
    s->raw_size = number_at(numbers, 8);
    s->packed_size = number_at(numbers + 8, 8);
    s->raw_sum = number_at(numbers + 16, 8);
    s->packed_sum = number_at(numbers + 24, 8);
    *at += ENTRY_SIZE + s->name_size;
    return 1;
}

/* Checks all before the first section's bytes; `body` is then where those begin. */
static moult_status check_header(moult_world *w, const uint8_t *bytes, uint64_t count,
                                 uint64_t *body)
{
    char text[128];
    if (count < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return refuse(w, MOULT_FORMAT, NULL, "this is not a Moult save");
    if (count < FIXED_SIZE)
        return refuse(w, MOULT_FORMAT, NULL, "header: the file is cut off");
    uint32_t format = (uint32_t)number_at(bytes + 8, 4);
    uint32_t sections = (uint32_t)number_at(bytes + 12, 4);
    if (format > FORMAT) {
        snprintf(text, sizeof text,
                 dgettext("moult", "header: save format %u is newer than this build knows (%u). "
                                   "Load it with a newer Moult"),
                 (unsigned)format, FORMAT);
        return refuse(w, MOULT_VERSION, NULL, text);
    }
    if (format != FORMAT || sections > MAX_SECTIONS)
        return refuse(w, MOULT_FORMAT, NULL, "header: makes no sense, the file is damaged");
    uint64_t at = FIXED_SIZE;
    section s;
    for (uint32_t i = 0; i < sections; i++)
        if (!next_entry(bytes, count, &at, &s))
            return refuse(w, MOULT_FORMAT, NULL, "header: damaged or cut off");
    if (count - at < 8)
        return refuse(w, MOULT_FORMAT, NULL, "header: the file is cut off");
    if (number_at(bytes + at, 8) != XXH3_64bits(bytes, at))
        return refuse(w, MOULT_FORMAT, NULL, "header: checksum differs, the file is damaged");
    *body = at + 8;
    return MOULT_OK;
}

/* Checks the sizes in the table against the file's and the limit; `total`: all raw bytes. */
static moult_status check_sizes(moult_world *w, const uint8_t *bytes, uint64_t count, uint64_t body,
                                uint64_t *total)
{
    uint64_t at = FIXED_SIZE, left = count - body;
    section s;
    for (*total = 0; at < body - 8; *total += s.raw_size) {
        next_entry(bytes, count, &at, &s);
        if (s.raw_size > MAX_RAW - *total)
            return refuse(w, MOULT_FULL, &s, too_large);
        if (s.packed_size > left)
            return refuse(w, MOULT_FORMAT, &s, "the file is cut off");
        left -= s.packed_size;
    }
    if (left)
        return refuse(w, MOULT_FORMAT, NULL, "there are bytes after the last section");
    return MOULT_OK;
}

static moult_status unpack(moult_world *w, const section *s, const uint8_t *packed, uint8_t *raw)
{
    if (XXH3_64bits(packed, s->packed_size) != s->packed_sum)
        return refuse(w, MOULT_FORMAT, s, "checksum differs, the file is damaged");
    size_t size = ZSTD_decompress(raw, s->raw_size, packed, s->packed_size);
    if (ZSTD_isError(size) || size != s->raw_size)
        return refuse(w, MOULT_FORMAT, s, "can't be unpacked, the file is damaged");
    if (XXH3_64bits(raw, s->raw_size) != s->raw_sum)
        return refuse(w, MOULT_FORMAT, s, "checksum differs, the file is damaged");
    return MOULT_OK;
}

static moult_status decode(moult_world *fresh, const uint8_t *bytes, uint64_t count)
{
    uint64_t body = 0, total = 0, at;
    section s;
    moult_status status = check_header(fresh, bytes, count, &body);
    if (status >= 0)
        status = check_sizes(fresh, bytes, count, body, &total);
    if (status < 0)
        return status;
    uint8_t *world = malloc(total ? total : 1), *raw = world;
    if (!world)
        return refuse(fresh, MOULT_MEMORY, NULL, "not enough memory to unpack it");
    const uint8_t *packed = bytes + body;
    for (at = FIXED_SIZE; at < body - 8 && status >= 0;) {
        next_entry(bytes, count, &at, &s);
        status = unpack(fresh, &s, packed, raw);
        packed += s.packed_size;
        raw += s.raw_size;
    }
    raw = world;
    for (at = FIXED_SIZE; at < body - 8 && status >= 0;) {
        next_entry(bytes, count, &at, &s);
        status = moult_section_decode(fresh, raw, s.raw_size); /* the core says why not */
        raw += s.raw_size;
    }
    free(world);
    return status;
}

static const moult_saver_1 functions = {
    .size = sizeof(moult_saver_1),
    .encode = encode,
    .decode = decode,
    .magic = magic,
    .magic_size = sizeof magic,
    .extension = "moult",
};
static const moult_provide provides[] = {
    MOULT_PROVIDE("saver/snapshot", MOULT_SAVER_INTERFACE, MOULT_SAVER_SHAPE, &functions)};

MOULT_PLUGIN("saver-snapshot", "1.0.0", "compact saves with checksums", "saver/snapshot",
             .provides = provides, .provide_count = MOULT_COUNT(provides));
