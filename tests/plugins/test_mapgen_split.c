/* SPDX-License-Identifier: MIT */
/* mapgen/split, as built: the level source, whole levels and hundreds of hashes as facts/srl has
 * them, and the tool that prints such levels. */
#include "mapgen/split/source.h"
#include "support/run.h"
#include "support/srl_dump.h"
#include <stdlib.h>
#include "split_stage.h"

#define FACTS MOULT_SOURCE_DIR "/tests/facts/srl/"

/* The level on `canvas` as text, which is the caller's to free. */
static char *dump(const moult_request *request, size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    ck_assert_ptr_nonnull(out);
    srl_dump(out, request, &canvas->own);
    fclose(out);
    return text;
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s is missing", path);
    char *text = calloc(1, 65536);
    ck_assert_uint_gt(fread(text, 1, 65535, file), 0);
    fclose(file);
    return text;
}

/* -- the level source -------------------------------------------------------------------------- */

START_TEST(source_gives_the_known_draws)
{
    static const uint8_t bytes[] = {68,  9,   150, 66,  71,  184, 42,  152, 84,  31,
                                    148, 195, 79,  121, 253, 235, 87,  142, 108, 87,
                                    64,  95,  18,  186, 184, 92,  200, 43,  179, 155,
                                    117, 136, 209, 241, 173, 107, 190, 11,  178, 50};
    static const uint8_t numbers[] = {0, 1, 0, 2, 1, 4, 0, 0, 3, 1, 5, 3, 1, 9, 13, 11};
    static const char letters[] = "ebeeefdefcdfececfdbfefbfffadeebc";
    static const split_weight table[] = {{'a', 5},  {'b', 15}, {'c', 20},
                                         {'d', 10}, {'e', 30}, {'f', 20}};
    split_source source = split_source_start("yurina", 6);
    for (uint32_t i = 0; i < MOULT_COUNT(bytes); i++)
        ck_assert_int_eq(split_byte(&source), bytes[i]);
    source = split_source_start("yurina", 6);
    for (int32_t i = 0; i < 16; i++)
        ck_assert_int_eq(split_number(&source, i + 1), numbers[i]);
    source = split_source_start("yurina", 6);
    for (uint32_t i = 0; letters[i] != 0; i++)
        ck_assert_int_eq(split_select(&source, table, MOULT_COUNT(table)), letters[i]);
}
END_TEST

START_TEST(source_takes_every_bound)
{
    split_source source = split_source_start("", 0), again = source;
    for (int32_t round = 0; round < 50; round++)
        for (int32_t bound = 1; bound <= 256; bound++)
            ck_assert_int_eq(split_number(&source, bound), split_byte(&again) % bound);
}
END_TEST

/* -- known levels ------------------------------------------------------------------------------ */

static const char *const level_files[] = {
    "level-yurina-0.txt", "level-yurina-1.txt",        "level-yurina-2.txt",
    "level-yurina-3.txt", "level-1554076800000-1.txt", "level-1554076800000-5.txt",
    "level-moult-8.txt",  "level-moult-12.txt",
};

/* What stands at the head of a level's file. Answers whether there is an entry. */
static int32_t read_head(const char *text, char seed[64], int32_t *depth, moult_spot *entry)
{
    int32_t x, y;
    ck_assert_int_eq(sscanf(text, "seed %63s depth %d entry ", seed, depth), 2);
    int32_t has_entry = sscanf(strstr(text, "\nentry ") + 7, "%d,%d", &x, &y) == 2;
    *entry = has_entry ? entry_at(x, y) : entry_at(-1, -1);
    return has_entry;
}

START_TEST(levels_are_the_known_ones)
{
    char path[256], seed[64];
    size_t size;
    int32_t depth;
    moult_spot entry;
    snprintf(path, sizeof path, FACTS "%s", level_files[_i]);
    char *wanted = read_file(path);
    int32_t has_entry = read_head(wanted, seed, &depth, &entry);
    moult_request request = ask(seed, depth, has_entry ? &entry : NULL);
    make_well(&request, ALL);
    ck_assert_str_eq(canvas->open.vocabulary, "srl");
    char *text = dump(&request, &size);
    ck_assert_str_eq(text, wanted);
    free(text);
    free(wanted);
}
END_TEST

static void ck_hash(const char *text, size_t size, const char *wanted, const char *line)
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    char written[2 * sizeof hash + 1];
    crypto_hash_sha256(hash, (const uint8_t *)text, size);
    for (size_t i = 0; i < sizeof hash; i++)
        snprintf(&written[2 * i], 3, "%02x", hash[i]);
    if (strcmp(written, wanted) != 0)
        ck_abort_msg("%s is %s", line, written);
}

START_TEST(levels_have_the_known_hashes)
{
    char line[512], seed[128], hash[80];
    size_t size;
    int32_t depth, x, y, rows = 0;
    FILE *file = fopen(FACTS "levels.tsv", "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    for (; fgets(line, sizeof line, file) != NULL; rows++) {
        int32_t has_entry =
            sscanf(line, "%127[^\t]\t%d\t%d\t%d\t%79s", seed, &depth, &x, &y, hash) == 5;
        if (!has_entry)
            ck_assert_int_eq(sscanf(line, "%127[^\t]\t%d\t-\t-\t%79s", seed, &depth, hash), 3);
        moult_spot entry = entry_at(x, y);
        moult_request request =
            ask(strcmp(seed, "(empty)") == 0 ? "" : seed, depth, has_entry ? &entry : NULL);
        make_well(&request, ALL);
        char *text = dump(&request, &size);
        ck_hash(text, size, hash, line);
        free(text);
    }
    fclose(file);
    ck_assert_int_eq(rows, 400);
}
END_TEST

/* -- the tool ---------------------------------------------------------------------------------- */

START_TEST(the_tool_prints_known_levels)
{
    char path[256], seed[64];
    int32_t depth;
    moult_spot entry;
    run r;
    run_open(&r);
    for (uint32_t i = 0; i < MOULT_COUNT(level_files); i++) {
        snprintf(path, sizeof path, FACTS "%s", level_files[i]);
        char *wanted = read_file(path);
        if (read_head(wanted, seed, &depth, &entry))
            run_well(&r, NULL, MOULT_BUILD_DIR "/tests/srl-level '%s' %d %d %d", seed, depth,
                     entry.x, entry.y);
        else
            run_well(&r, NULL, MOULT_BUILD_DIR "/tests/srl-level '%s' %d -", seed, depth);
        ck_assert_str_eq(r.out, wanted);
        free(wanted);
    }
    run_close(&r);
}
END_TEST

START_TEST(the_tool_refuses_wrong_usage)
{
    static const char *const wrong[] = {
        "",
        "yurina",
        "yurina one 1 1",
        "yurina 1",
        "yurina 1 -",
        "yurina 1 12",
        "yurina 1 12 50",
        "yurina 1 -1 5",
        "yurina 257 1 1",
        "yurina 1 12 5 7",
        "yurina 0 25 1",
        "yurina '' 1 1",
    };
    run r;
    run_open(&r);
    for (uint32_t i = 0; i < MOULT_COUNT(wrong); i++) {
        int32_t code = run_shell(&r, NULL, MOULT_BUILD_DIR "/tests/srl-level %s", wrong[i]);
        ck_assert_int_eq(code, 2);
        ck_assert_str_eq(r.out, "");
        ck_assert(strncmp(r.err, "srl-level: ", 11) == 0);
        ck_assert_ptr_eq(strchr(r.err, '\n'), r.err + strlen(r.err) - 1);
    }
    run_close(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mapgen/split");
    TCase *tests = tcase_create("split");
    tcase_add_checked_fixture(tests, open_all, close_all);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, source_gives_the_known_draws);
    tcase_add_test(tests, source_takes_every_bound);
    tcase_add_loop_test(tests, levels_are_the_known_ones, 0, (int)MOULT_COUNT(level_files));
    tcase_add_test(tests, levels_have_the_known_hashes);
    tcase_add_test(tests, the_tool_prints_known_levels);
    tcase_add_test(tests, the_tool_refuses_wrong_usage);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
