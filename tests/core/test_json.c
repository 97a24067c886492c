/* SPDX-License-Identifier: MIT */
/* Texts as JSON: what is escaped, and that no byte makes it anything but JSON. */
#include "core/system/json.h"
#include <moult/base.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>

static const struct {
    const char *text, *json;
} cases[] = {
    {"", "\"\""},
    {"ada", "\"ada\""},
    {"a \"b\" \\ /", "\"a \\\"b\\\" \\\\ /\""},
    {"\n\t\x01\x1f\x7f", "\"\\u000a\\u0009\\u0001\\u001f\\u007f\""},
    {"\xc3\xa9 \xe6\x97\xa5 \xf0\x9f\x90\x80", "\"\xc3\xa9 \xe6\x97\xa5 \xf0\x9f\x90\x80\""},
    {"\xc2\x85 \xe2\x80\xae \xe2\x81\xa6", "\"\\u0085 \\u202e \\u2066\""},
    {"\xff(\xc3(\xe6\x97", "\"\\ufffd(\\ufffd(\\ufffd\\ufffd\""},
    {"\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\""},
    {"\xc0\x80", "\"\\ufffd\\ufffd\""},
};

START_TEST(texts_are_escaped)
{
    char *json = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&json, &size);
    moult__json_text(out, cases[_i].text);
    fclose(out);
    ck_assert_str_eq(json, cases[_i].json);
    free(json);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("JSON");
    TCase *texts = tcase_create("texts");
    tcase_add_loop_test(texts, texts_are_escaped, 0, MOULT_COUNT(cases));
    suite_add_tcase(suite, texts);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
