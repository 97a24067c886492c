/* SPDX-License-Identifier: MIT */
/* Saves of the default form: what comes out is what went in, and whatever isn't whole is refused
 * before the core gets a byte of it. The world behind the plugin is a handful of blobs. */
#define XXH_INLINE_ALL
#include <check.h>
#undef fail /* a macro of Check, and a service of the host */
#include <dlfcn.h>
#include <moult/saver.h>
#include <moult/world.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <xxhash.h>

#define SECTIONS 4
#define BIG 100000
#define FORMAT_AT 8u
#define COUNT_AT 12u
#define TABLE_AT 16u

/* -- a world of blobs -------------------------------------------------------------------------- */

typedef struct blob {
    const char *name;
    const uint8_t *bytes;
    uint64_t count;
} blob;

struct moult_world {
    blob blobs[SECTIONS];
    uint32_t blob_count;
    uint32_t decoded;           /* sections handed back so far, all as in `blobs` */
    uint32_t differs;           /* not 0: one was handed back that isn't */
    moult_status decode_answer; /* of the core, when not 0 */
    char why[512];
};

static moult_status fail(moult_world *w, moult_status status, const char *text)
{
    snprintf(w->why, sizeof w->why, "%s", text);
    return status;
}

static uint32_t section_count(const moult_world *w)
{
    return w->blob_count;
}

static const char *section_name(const moult_world *w, uint32_t i)
{
    return w->blobs[i].name;
}

/* In two pieces, as the core may write. */
static moult_status section_encode(const moult_world *w, uint32_t i, moult_sink *sink)
{
    uint64_t half = w->blobs[i].count / 2;
    moult_status status = sink->write(sink, w->blobs[i].bytes, half);
    return status < 0 ? status
                      : sink->write(sink, w->blobs[i].bytes + half, w->blobs[i].count - half);
}

static moult_status section_decode(moult_world *w, const uint8_t *bytes, uint64_t count)
{
    if (w->decode_answer)
        return fail(w, w->decode_answer, "the core's own reason");
    const blob *b = &w->blobs[w->decoded % SECTIONS];
    if (w->decoded >= w->blob_count || b->count != count ||
        (count && memcmp(bytes, b->bytes, count) != 0))
        w->differs = 1;
    w->decoded++;
    return MOULT_OK;
}

static const moult_host host = {
    .size = sizeof host,
    .abi = MOULT_ABI,
    .refuse = fail,
    .section_count = section_count,
    .section_name = section_name,
    .section_encode = section_encode,
    .section_decode = section_decode,
};

/* -- the plugin, and a save in memory ---------------------------------------------------------- */

typedef struct bytes {
    uint8_t *data;
    uint64_t count;
} bytes;

static moult_status gather(moult_sink *sink, const void *data, uint64_t count)
{
    bytes *b = sink->core;
    b->data = realloc(b->data, b->count + count + 1);
    ck_assert_ptr_nonnull(b->data);
    if (count)
        memcpy(b->data + b->count, data, count);
    b->count += count;
    return MOULT_OK;
}

static moult_status no_room(moult_sink *sink, const void *data, uint64_t count)
{
    (void)sink, (void)data, (void)count;
    return MOULT_IO;
}

static const moult_saver_1 *saver(void)
{
    const char *folder = getenv("MOULT_BUILD_DIR");
    char path[4096];
    snprintf(path, sizeof path, "%s/plugins/saver-snapshot.so", folder ? folder : MOULT_BUILD_DIR);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(library != NULL, "%s", dlerror());
    const moult_plugin *plugin = dlsym(library, "moult_plugin_1");
    ck_assert_ptr_nonnull(plugin);
    *plugin->host = &host;
    ck_assert_str_eq(plugin->provides[0].slot, "saver/snapshot");
    return plugin->provides[0].functions;
}

static void make_world(moult_world *w, uint8_t *big)
{
    static const uint8_t hero[] = "sixteen bytes...";
    uint32_t random = 1;
    for (uint32_t i = 0; i < BIG; i++) {
        random = random * 1103515245u + 12345u;
        big[i] = (uint8_t)(i % 3 ? random >> 24 : 0);
    }
    *w = (moult_world){.blob_count = SECTIONS};
    w->blobs[0] = (blob){"world", (const uint8_t *)"turn 7", 6};
    w->blobs[1] = (blob){"core.level", big, BIG};
    w->blobs[2] = (blob){"rogue.empty", (const uint8_t *)"", 0};
    w->blobs[3] = (blob){"rogue.hero", hero, sizeof hero};
}

static bytes save(const moult_world *w)
{
    bytes b = {NULL, 0};
    moult_sink sink = {sizeof sink, 0, &b, gather};
    ck_assert_int_eq(saver()->encode(w, &sink), MOULT_OK);
    return b;
}

static void put_number(uint8_t *at, uint64_t number, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++)
        at[i] = (uint8_t)(number >> (8 * i));
}

static uint64_t table_end(const bytes *b)
{
    uint64_t at = TABLE_AT;
    for (uint32_t i = 0; i < b->data[COUNT_AT]; i++)
        at += 34u + b->data[at];
    return at;
}

/* Makes the header's checksum right again, so that a lie in it is believed so far. */
static void sign(bytes *b)
{
    uint64_t end = table_end(b);
    put_number(b->data + end, XXH3_64bits(b->data, end), 8);
}

static void expect_refusal(const bytes *b, moult_status status, const char *why)
{
    static uint8_t big[BIG];
    moult_world w;
    make_world(&w, big);
    ck_assert_int_eq(saver()->decode(&w, b->data, b->count), status);
    ck_assert_str_eq(w.why, why);
    ck_assert_uint_eq(w.decoded, 0);
}

/* -- tests ------------------------------------------------------------------------------------- */

static uint8_t level[BIG];

START_TEST(a_world_comes_back_as_it_was)
{
    moult_world w;
    make_world(&w, level);
    for (w.blob_count = 0; w.blob_count <= SECTIONS; w.blob_count++) {
        bytes b = save(&w);
        w.decoded = 0;
        ck_assert_int_eq(saver()->decode(&w, b.data, b.count), MOULT_OK);
        ck_assert_uint_eq(w.decoded, w.blob_count);
        ck_assert_uint_eq(w.differs, 0);
        ck_assert_mem_eq(b.data, saver()->magic, saver()->magic_size);
        free(b.data);
    }
}
END_TEST

START_TEST(the_same_world_gives_the_same_bytes)
{
    moult_world w;
    make_world(&w, level);
    bytes a = save(&w), b = save(&w);
    ck_assert_uint_eq(a.count, b.count);
    ck_assert_mem_eq(a.data, b.data, a.count);
    free(a.data);
    free(b.data);
}
END_TEST

/* All bits of the header and of the small sections, one bit of each byte elsewhere. */
START_TEST(a_flipped_bit_anywhere_is_refused)
{
    moult_world w;
    make_world(&w, level);
    bytes b = save(&w);
    uint64_t head = table_end(&b) + 8;
    for (uint64_t i = 0; i < b.count; i++) {
        int is_dense = i < head + 64 || i + 128 > b.count;
        for (uint32_t bit = 0; bit < 8; bit++) {
            if (!is_dense && bit != i % 8)
                continue;
            b.data[i] ^= (uint8_t)(1u << bit);
            w.why[0] = 0;
            moult_status status = saver()->decode(&w, b.data, b.count);
            b.data[i] ^= (uint8_t)(1u << bit);
            ck_assert_msg(status < 0 && w.decoded == 0 && w.why[0], "byte %llu bit %u passes",
                          (unsigned long long)i, bit);
        }
    }
    free(b.data);
}
END_TEST

START_TEST(a_file_cut_anywhere_is_refused)
{
    moult_world w;
    make_world(&w, level);
    bytes b = save(&w);
    for (uint64_t count = 0; count < b.count; count++) {
        uint8_t *part = malloc(count ? count : 1); /* exactly so long, for the sanitizer */
        memcpy(part, b.data, count);
        w.why[0] = 0;
        moult_status status = saver()->decode(&w, part, count);
        free(part);
        ck_assert_msg(status < 0 && w.decoded == 0 && w.why[0], "%llu bytes pass",
                      (unsigned long long)count);
    }
    free(b.data);
}
END_TEST

START_TEST(a_refusal_says_what_is_wrong)
{
    moult_world w;
    make_world(&w, level);
    bytes b = save(&w), whole = b;
    uint64_t first = table_end(&b) + 8;

    b.data[b.count - 1] ^= 1;
    expect_refusal(&b, MOULT_FORMAT,
                   "section \"rogue.hero\": checksum differs, the file is damaged");
    b.data[b.count - 1] ^= 1;
    b.data[first] ^= 1;
    expect_refusal(&b, MOULT_FORMAT, "section \"world\": checksum differs, the file is damaged");
    b.data[first] ^= 1;
    b.data[TABLE_AT + 3] ^= 1;
    expect_refusal(&b, MOULT_FORMAT, "header: checksum differs, the file is damaged");
    b.data[TABLE_AT + 3] ^= 1;

    b.count = whole.count - 1;
    expect_refusal(&b, MOULT_FORMAT, "section \"rogue.hero\": the file is cut off");
    b.count = first + 3;
    expect_refusal(&b, MOULT_FORMAT, "section \"world\": the file is cut off");
    b.count = whole.count + 1; /* gather left room for it */
    b.data[whole.count] = 0;
    expect_refusal(&b, MOULT_FORMAT, "there are bytes after the last section");
    b.count = 12;
    expect_refusal(&b, MOULT_FORMAT, "header: the file is cut off");
    b.count = 0;
    expect_refusal(&b, MOULT_FORMAT, "this is not a Moult save");
    b.count = whole.count;

    b.data[FORMAT_AT] = 2;
    expect_refusal(&b, MOULT_VERSION,
                   "header: save format 2 is newer than this build knows (1). Load it with a newer "
                   "Moult");
    b.data[FORMAT_AT] = 0;
    expect_refusal(&b, MOULT_FORMAT, "header: makes no sense, the file is damaged");
    b.data[FORMAT_AT] = 1;
    b.data[0] = 'm';
    expect_refusal(&b, MOULT_FORMAT, "this is not a Moult save");
    free(b.data);
}
END_TEST

/* Files that lie in a correctly signed header. The limit on the address space makes allocations of
 * what they tell fail, which would be another text; under a sanitizer there is none. */
START_TEST(a_header_that_lies_costs_no_memory)
{
    moult_world w;
    make_world(&w, level);
    bytes b = save(&w);
#if !defined(__SANITIZE_ADDRESS__)
    struct rlimit limit = {160u << 20, 160u << 20};
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
#endif
    uint8_t *raw_size = b.data + TABLE_AT + 2 + 5, *packed_size = raw_size + 8;
    static const uint64_t sizes[] = {((uint64_t)64 << 20) + 1, (uint64_t)1 << 40, UINT64_MAX};
    for (uint32_t i = 0; i < MOULT_COUNT(sizes); i++) {
        put_number(raw_size, sizes[i], 8);
        sign(&b);
        expect_refusal(&b, MOULT_FULL, "section \"world\": more than 64 MB in all");
    }
    put_number(raw_size, (uint64_t)64 << 20, 8); /* the next one is over the limit */
    sign(&b);
    expect_refusal(&b, MOULT_FULL, "section \"core.level\": more than 64 MB in all");
    for (uint64_t lie = 0; lie < 16; lie++) {
        put_number(raw_size, lie == 6 ? 7 : lie, 8);
        sign(&b);
        expect_refusal(&b, MOULT_FORMAT,
                       "section \"world\": can't be unpacked, the file is damaged");
    }
    put_number(raw_size, 6, 8);
    put_number(packed_size, UINT64_MAX, 8);
    sign(&b);
    expect_refusal(&b, MOULT_FORMAT, "section \"world\": the file is cut off");
    put_number(b.data + COUNT_AT, 0xffffffff, 4);
    expect_refusal(&b, MOULT_FORMAT, "header: makes no sense, the file is damaged");
    put_number(b.data + COUNT_AT, 4000, 4);
    expect_refusal(&b, MOULT_FORMAT, "header: damaged or cut off");
    free(b.data);
}
END_TEST

START_TEST(what_the_core_or_the_sink_refuses_is_passed_on)
{
    moult_world w;
    make_world(&w, level);
    bytes b = save(&w);
    w.decode_answer = MOULT_RANGE;
    ck_assert_int_eq(saver()->decode(&w, b.data, b.count), MOULT_RANGE);
    ck_assert_str_eq(w.why, "the core's own reason");
    moult_sink sink = {sizeof sink, 0, NULL, no_room};
    ck_assert_int_eq(saver()->encode(&w, &sink), MOULT_IO);
    free(b.data);
}
END_TEST

START_TEST(a_world_too_large_to_be_read_back_is_not_written)
{
    moult_world w;
    make_world(&w, level);
    uint64_t count = ((uint64_t)64 << 20) + 1;
    uint8_t *huge = calloc(1, count);
    ck_assert_ptr_nonnull(huge);
    w.blobs[1].bytes = huge;
    w.blobs[1].count = count;
    bytes b = {NULL, 0};
    moult_sink sink = {sizeof sink, 0, &b, gather};
    ck_assert_int_eq(saver()->encode(&w, &sink), MOULT_FULL);
    ck_assert_str_eq(w.why, "section \"core.level\": more than 64 MB in all");
    ck_assert_uint_eq(b.count, 0);
    free(huge);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("saver/snapshot");
    TCase *tests = tcase_create("snapshot");
    tcase_set_timeout(tests, 100);
    tcase_add_test(tests, a_world_comes_back_as_it_was);
    tcase_add_test(tests, the_same_world_gives_the_same_bytes);
    tcase_add_test(tests, a_flipped_bit_anywhere_is_refused);
    tcase_add_test(tests, a_file_cut_anywhere_is_refused);
    tcase_add_test(tests, a_refusal_says_what_is_wrong);
    tcase_add_test(tests, a_header_that_lies_costs_no_memory);
    tcase_add_test(tests, what_the_core_or_the_sink_refuses_is_passed_on);
    tcase_add_test(tests, a_world_too_large_to_be_read_back_is_not_written);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
