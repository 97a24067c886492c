/* SPDX-License-Identifier: MIT */
/* What a world takes is bounded before it is taken: a section of one small field may stand for rows
 * that are large, and those for rows of other tables. */
#include "core/world/core_tables.h"
#include "support/world_kit.h"
#include <stdlib.h>
#include <string.h>
#include <check.h>

static uint8_t *put(uint8_t *at, const void *bytes, uint64_t count)
{
    memcpy(at, bytes, count);
    return at + count;
}

static uint8_t *put_u32(uint8_t *at, uint32_t value)
{
    return put(at, &value, sizeof value);
}

/* A section of core.actor.slot that has only this field; its first row holds their number. */
static uint8_t *section(const char *field, uint32_t type, uint32_t rows, uint64_t *count)
{
    static const char table[] = "core.actor.slot";
    const uint8_t lengths[] = {sizeof table - 1, (uint8_t)strlen(field)};
    uint8_t *bytes = calloc(1, 128 + (uint64_t)rows * MOULT_TYPE_WIDTH(type)), *at = bytes;
    ck_assert_ptr_nonnull(bytes);
    at = put(put(at, &lengths[0], 1), table, lengths[0]);
    at = put_u32(put_u32(put_u32(put_u32(at, 1), MOULT__SCOPE_SLOTS), 0), 1);
    at = put(put(at, &lengths[1], 1), field, lengths[1]);
    at = put_u32(put_u32(put_u32(at, type), 1), rows);
    *count = (uint64_t)(at - bytes) + (uint64_t)rows * MOULT_TYPE_WIDTH(type);
    put(at, &rows, MOULT_TYPE_WIDTH(type));
    return bytes;
}

START_TEST(a_section_that_would_grow_is_refused)
{
    static const struct {
        const char *field;
        uint32_t type, rows;
    } files[] = {
        {"live", MOULT_TYPE_u8, 16u << 20},  /* too many slots */
        {"owner", MOULT_TYPE_u32, 7u << 19}, /* too many rows that hang on them */
    };
    uint64_t count;
    moult__report report = {0};
    moult_world *fresh = kit_world();
    uint8_t *bytes = section(files[_i].field, files[_i].type, files[_i].rows, &count);
    ck_assert_int_eq(moult__section_decode(fresh, bytes, count), MOULT_OK);
    ck_assert_int_eq(moult__world_finish(fresh, "save", &report), MOULT_FULL);
    ck_assert_str_eq(report.text,
                     "error  save: its tables would take more than 128 MB. Load another save");
    moult__world_free(fresh);
    free(bytes);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("world room");
    TCase *tests = tcase_create("room");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, a_section_that_would_grow_is_refused, 0, 2);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
