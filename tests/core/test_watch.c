/* SPDX-License-Identifier: MIT */
/* The watch: what tells of a new build, and what doesn't. */
#include "core/system/watch.h"
#include <check.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];
static moult__watch watch;
static moult__report report;

static void enter(void)
{
    snprintf(folder, sizeof folder, "/tmp/moult-watch-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
    ck_assert_int_eq(moult__watch_open(&watch, &report), MOULT_OK);
    ck_assert_int_eq(moult__watch_add(&watch, folder, &report), MOULT_OK);
}

static void leave(void)
{
    char command[128];
    moult__watch_close(&watch);
    ck_assert_int_eq(chdir("/"), 0);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

static int is_readable(void)
{
    struct pollfd poller = {.fd = moult__watch_fd(&watch), .events = POLLIN};
    return poll(&poller, 1, 0) == 1;
}

START_TEST(a_file_tells_when_it_is_whole)
{
    ck_assert_uint_eq(moult__watch_drain(&watch), 0);
    int fd = open("a.so", O_CREAT | O_WRONLY, 0600);
    ck_assert_int_eq(write(fd, "half", 4), 4);
    ck_assert_uint_eq(moult__watch_drain(&watch), 0);
    close(fd);
    ck_assert(is_readable());
    ck_assert_uint_eq(moult__watch_drain(&watch), 1);
    ck_assert(!is_readable());
    ck_assert_uint_eq(moult__watch_drain(&watch), 0);
}
END_TEST

START_TEST(a_rename_and_a_removal_tell)
{
    close(open("a.tmp", O_CREAT | O_WRONLY, 0600));
    ck_assert_uint_eq(moult__watch_drain(&watch), 0);
    ck_assert_int_eq(rename("a.tmp", "a.so"), 0);
    ck_assert_uint_eq(moult__watch_drain(&watch), 1);
    ck_assert_int_eq(unlink("a.so"), 0);
    ck_assert_uint_eq(moult__watch_drain(&watch), 1);
}
END_TEST

START_TEST(other_names_and_folders_are_silent)
{
    static const char *const names[] = {"a.c", "a.so.tmp", "so", ".so", "a.o", "aso"};
    for (uint32_t i = 0; i < MOULT_COUNT(names); i++)
        close(open(names[i], O_CREAT | O_WRONLY, 0600));
    ck_assert_int_eq(mkdir("b.so", 0700), 0);
    ck_assert_int_eq(rmdir("b.so"), 0);
    ck_assert_uint_eq(moult__watch_drain(&watch), 0);
}
END_TEST

START_TEST(a_flood_is_drained)
{
    for (uint32_t i = 0; i < 1000; i++)
        close(open(i & 1 ? "a.so" : "b.so", O_CREAT | O_WRONLY, 0600));
    uint32_t found = 0;
    while (is_readable())
        found += moult__watch_drain(&watch);
    ck_assert_uint_ge(found, 2);
}
END_TEST

START_TEST(a_missing_folder_is_named)
{
    ck_assert_int_eq(moult__watch_add(&watch, "/nowhere/at/all", &report), MOULT_UNKNOWN);
    ck_assert_str_eq(report.text, "error  /nowhere/at/all: there is no such folder to watch");
    ck_assert_int_eq(moult__watch_add(&watch, "/dev/null", &report), MOULT_UNKNOWN);
    ck_assert_int_eq(moult__watch_add(&watch, folder, &report), MOULT_OK);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("watch");
    TCase *group = tcase_create("all");
    tcase_add_checked_fixture(group, enter, leave);
    tcase_add_test(group, a_file_tells_when_it_is_whole);
    tcase_add_test(group, a_rename_and_a_removal_tell);
    tcase_add_test(group, other_names_and_folders_are_silent);
    tcase_add_test(group, a_flood_is_drained);
    tcase_add_test(group, a_missing_folder_is_named);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
