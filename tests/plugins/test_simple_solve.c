/* SPDX-License-Identifier: MIT */
/* The tool simple-solve: the rows of the facts, byte for byte, with and without heading and
 * answers; and what is said of rows that aren't right. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "support/run.h"
#include <check.h>
#undef fail

#define TOOL MOULT_BUILD_DIR "/tests/simple-solve"
#define FACTS MOULT_SOURCE_DIR "/tests/facts/simple/boards.tsv"

static run r;

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    run_close(&r);
}

/* What is given to the tool, and what it shall print, as files "in" and "out". */
static const struct {
    const char *in, *out;
} rounds[] = {
    {"cat all > in", "cat all > out"},
    {"cat rows > in", "cat rows > out"},
    {"cut -f 1-6 rows > in", "cat rows > out"},
    {"cut -f 1-7 rows > in", "cat rows > out"},
    {"sed 's/\t[^\t]*\t[^\t]*$/\tx\t-/' rows > in", "cat rows > out"},
    {"tail -n 1 rows | head -c -1 > in", "tail -n 1 rows > out"},
    {"head -n 1 all > in", "head -n 1 all > out"},
    {"true > in", "true > out"},
};

START_TEST(rows_come_back_with_the_tools_own_answers)
{
    run_well(&r, NULL, "cp %s all && tail -n +2 all > rows", FACTS);
    run_well(&r, NULL, "%s && %s", rounds[_i].in, rounds[_i].out);
    run_well(&r, NULL, "%s < in > told && cmp told out", TOOL);
}
END_TEST

#define GOOD "1\t2\t1\t0\tAB\t84\n"

static const struct {
    const char *rows, *line, *why;
} wrong[] = {
    {"\n", "1", "1 columns"},
    {"3\t3\t1\t6\tBABABBBAB\n", "1", "5 columns"},
    {"1\t2\t1\t0\tAB\t84\t1\t1\t1\t1\t1\n", "1", "11 columns"},
    {GOOD "x\t2\t1\t0\tAB\t84\n", "2", "rows is no number of 1 to 64"},
    {GOOD "0\t2\t1\t0\tAB\t84\n", "2", "rows is no number of 1 to 64"},
    {GOOD "65\t1\t1\t0\tAB\t84\n", "2", "rows is no number of 1 to 64"},
    {GOOD "1\t-2\t1\t0\tAB\t84\n", "2", "cols is no number of 1 to 64"},
    {GOOD "1\t99999999999999999999\t1\t0\tAB\t84\n", "2", "cols is no number of 1 to 64"},
    {GOOD "1\t2\t0\t0\tAB\t84\n", "2", "turns is no number of 1 to 1000000"},
    {GOOD "1\t2\t1.5\t0\tAB\t84\n", "2", "turns is no number of 1 to 1000000"},
    {GOOD "1\t2\t1\t2\tAB\t84\n", "2", "cell is no cell's number"},
    {GOOD "1\t2\t1\t0\tABA\t84\n", "2", "the letters aren't as many as the cells"},
    {GOOD "1\t2\t1\t0\tAB\t8\n", "2", "the exits aren't as many as the cells"},
    {GOOD "1\t2\t1\t0\tAC\t84\n", "2", "a cell without a letter: cell 1"},
    {GOOD "1\t2\t1\t0\tAB\t80\n", "2", "a cell without an exit: cell 1"},
    {GOOD "1\t2\t1\t0\tAB\tg4\n", "2", "exits that are no hexadecimal digit: cell 0"},
    {GOOD "1\t2\t1\t0\tAB\t88\n", "2", "an exit that leads off the board: cell 1"},
    {GOOD "1\t1\t1\t0\tA\t8\n", "2", "a board has 2 cells at least"},
    {GOOD "1 2 1 0 AB 84\n", "2", "1 columns"},
    {"rows\tcols\n" GOOD "\xff\xfe\n", "3", "1 columns"},
};

START_TEST(a_wrong_row_is_named)
{
    char expected[64];
    run_shell(&r, wrong[_i].rows, "%s", TOOL);
    ck_assert_int_eq(r.code, 1);
    snprintf(expected, sizeof expected, "simple-solve: line %s: %.40s", wrong[_i].line,
             wrong[_i].why);
    ck_assert_msg(strncmp(r.err, expected, strlen(expected)) == 0, "%s instead of %s", r.err,
                  expected);
    ck_assert_ptr_eq(strchr(r.err, '\n'), r.err + strlen(r.err) - 1);
}
END_TEST

START_TEST(a_full_disk_is_told)
{
    run_shell(&r, GOOD, "%s > /dev/full", TOOL);
    ck_assert_int_eq(r.code, 1);
    ck_assert_str_eq(r.err, "simple-solve: reading or writing failed\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simple-solve");
    TCase *group = tcase_create("all");
    tcase_add_checked_fixture(group, enter, leave);
    tcase_set_timeout(group, 60);
    tcase_add_loop_test(group, rows_come_back_with_the_tools_own_answers, 0,
                        sizeof rounds / sizeof *rounds);
    tcase_add_loop_test(group, a_wrong_row_is_named, 0, sizeof wrong / sizeof *wrong);
    tcase_add_test(group, a_full_disk_is_told);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
