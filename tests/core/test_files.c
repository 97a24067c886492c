/* SPDX-License-Identifier: MIT */
/* Files: at every instant of a write, and after every failure, the old content loads or the new. */
#include "core/system/files.h"
#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64], file[128], backup[160];
static moult__report report;

static void enter(void)
{
    snprintf(folder, sizeof folder, "/tmp/moult-files-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/save", folder);
    snprintf(backup, sizeof backup, "%s.bak", file);
    memset(&report, 0, sizeof report);
}

static void leave(void)
{
    char command[200];
    snprintf(command, sizeof command, "chmod -R u+rwx %s; rm -rf %s", folder, folder);
    ck_assert_int_eq(system(command), 0);
}

static void expect(const char *path, const char *content)
{
    uint8_t *bytes;
    uint64_t count;
    ck_assert_int_eq(moult__file_read(path, 1000, &bytes, &count, NULL), MOULT_OK);
    ck_assert_uint_eq(count, strlen(content));
    ck_assert_str_eq((const char *)bytes, content);
    free(bytes);
}

static int holds(const char *path, const char *content)
{
    uint8_t *bytes;
    uint64_t count;
    if (moult__file_read(path, 1000, &bytes, &count, NULL) < 0)
        return 0;
    int same = !strcmp((const char *)bytes, content);
    free(bytes);
    return same;
}

static uint32_t files_in_folder(void)
{
    uint32_t count = 0;
    DIR *entries = opendir(folder);
    const struct dirent *entry;
    while ((entry = readdir(entries)))
        count += entry->d_name[0] != '.';
    closedir(entries);
    return count;
}

static void write_text(const char *text, int32_t keep_backup)
{
    ck_assert_int_eq(moult__file_write(file, text, strlen(text), keep_backup, &report), MOULT_OK);
}

/* A layer in which the call number `fail_at` fails, or the process ends before or after it. */
enum { FAIL, DIE_BEFORE, DIE_AFTER };
static struct {
    int32_t how, error;
    uint32_t at, count;
    int no_links;
} fault;

static int struck(void)
{
    fault.count++;
    if (fault.count != fault.at)
        return 0;
    if (fault.how == DIE_BEFORE)
        _exit(9);
    errno = fault.error;
    return fault.how == FAIL;
}

static int after(int result)
{
    if (fault.count == fault.at && fault.how == DIE_AFTER)
        _exit(9);
    return result;
}

static int faulty_open(const char *path, int flags, mode_t mode)
{
    return struck() ? -1 : after(open(path, flags, mode));
}

static ssize_t faulty_write(int fd, const void *bytes, size_t count)
{
    return struck() ? -1 : after((int)write(fd, bytes, count > 3 ? 3 : count)); /* in pieces */
}

static int faulty_fsync(int fd)
{
    return struck() ? -1 : after(fsync(fd));
}

static int faulty_rename(const char *from, const char *to)
{
    return struck() ? -1 : after(rename(from, to));
}

static int faulty_link(const char *from, const char *to)
{
    if (fault.no_links) {
        errno = EPERM;
        return -1;
    }
    return struck() ? -1 : after(link(from, to));
}

static int faulty_unlink(const char *path)
{
    return after(unlink(path));
}

static const moult__file_calls faulty = {faulty_open,   faulty_write, faulty_fsync,
                                         faulty_rename, faulty_link,  faulty_unlink};

static moult_status write_faulty(int32_t how, int32_t error, uint32_t at, int32_t keep_backup)
{
    fault.how = how;
    fault.error = error;
    fault.at = at;
    fault.count = 0;
    return moult__file_write_by(&faulty, file, "new content", 11, keep_backup, &report);
}

START_TEST(what_is_written_is_read)
{
    struct stat about;
    write_text("hello", 0);
    expect(file, "hello");
    ck_assert_int_eq(stat(file, &about), 0);
    ck_assert_uint_eq(about.st_mode & 07777, 0600);
    write_text("", 0);
    expect(file, "");
    ck_assert_uint_eq(files_in_folder(), 1);
}
END_TEST

START_TEST(a_large_file_is_whole)
{
    uint64_t size = 3000001, count;
    uint8_t *large = malloc(size), *bytes;
    for (uint64_t i = 0; i < size; i++)
        large[i] = (uint8_t)(i * 7 >> 3);
    ck_assert_int_eq(moult__file_write(file, large, size, 1, &report), MOULT_OK);
    ck_assert_int_eq(moult__file_read(file, size, &bytes, &count, &report), MOULT_OK);
    ck_assert_uint_eq(count, size);
    ck_assert_mem_eq(bytes, large, size);
    free(bytes);
    ck_assert_int_eq(moult__file_read(file, size - 1, &bytes, &count, &report), MOULT_RANGE);
    free(large);
}
END_TEST

START_TEST(a_file_without_a_size_is_read_to_its_end)
{
    uint8_t *bytes;
    uint64_t count;
    ck_assert_int_eq(moult__file_read("/proc/self/maps", 1 << 20, &bytes, &count, NULL), MOULT_OK);
    ck_assert_uint_gt(count, 1000);
    free(bytes);
    ck_assert_int_eq(moult__file_read("/proc/self/maps", 10, &bytes, &count, NULL), MOULT_RANGE);
    ck_assert_ptr_null(bytes);
}
END_TEST

START_TEST(each_failed_read_has_its_own_text)
{
    char other[200], expected[700];
    uint8_t *bytes;
    uint64_t count;
    snprintf(other, sizeof other, "%s/none", folder);
    ck_assert_int_eq(moult__file_read(other, 9, &bytes, &count, &report), MOULT_UNKNOWN);
    snprintf(expected, sizeof expected, "error  %s: there is no such file", other);
    ck_assert_str_eq(report.text, expected);
    ck_assert_int_eq(moult__file_read(folder, 9, &bytes, &count, &report), MOULT_IO);
    snprintf(expected, sizeof expected, "error  %s: is a folder, not a file", folder);
    ck_assert_str_eq(report.text, expected);
    write_text("1234567890", 0);
    ck_assert_int_eq(moult__file_read(file, 9, &bytes, &count, &report), MOULT_RANGE);
    snprintf(expected, sizeof expected, "error  %s: is too large: more than 9 bytes", file);
    ck_assert_str_eq(report.text, expected);
    ck_assert_int_eq(moult__file_read("/dev/zero", 9, &bytes, &count, &report), MOULT_IO);
    ck_assert_str_eq(report.text, "error  /dev/zero: isn't a regular file");
    ck_assert_int_eq(mkfifo(other, 0600), 0);
    ck_assert_int_eq(moult__file_read(other, 9, &bytes, &count, &report), MOULT_IO);
    if (geteuid() != 0) {
        chmod(file, 0);
        ck_assert_int_eq(moult__file_read(file, 99, &bytes, &count, &report), MOULT_IO);
        snprintf(expected, sizeof expected,
                 "error  %s: you may not read it. To change that: chmod u+r %s", file, file);
        ck_assert_str_eq(report.text, expected);
    }
}
END_TEST

START_TEST(the_last_content_is_the_backup)
{
    write_text("one", 1);
    ck_assert_int_ne(access(backup, F_OK), 0);
    write_text("two", 1);
    expect(backup, "one");
    write_text("three", 1);
    expect(backup, "two");
    write_text("four", 0);
    expect(backup, "two");
    expect(file, "four");
    ck_assert_uint_eq(files_in_folder(), 2);
}
END_TEST

START_TEST(a_backup_that_is_the_file_itself_is_no_obstacle)
{
    write_text("one", 0);
    ck_assert_int_eq(link(file, backup), 0); /* as a process killed before its rename leaves it */
    write_text("two", 1);
    expect(backup, "one");
    expect(file, "two");
    ck_assert_uint_eq(files_in_folder(), 2);
}
END_TEST

START_TEST(what_a_killed_process_left_is_passed_over)
{
    char left[200];
    snprintf(left, sizeof left, "%s.%ld-0.tmp", file, (long)getpid());
    FILE *litter = fopen(left, "w");
    fclose(litter);
    write_text("one", 0);
    expect(file, "one");
}
END_TEST

static void check_kept(const char *old, int32_t keep_backup)
{
    ck_assert(old ? holds(file, old) : access(file, F_OK) != 0);
    if (!keep_backup || !old)
        ck_assert_int_ne(access(backup, F_OK), 0);
    ck_assert_uint_le(files_in_folder(), keep_backup ? 2u : 1u);
}

START_TEST(a_failure_of_any_call_keeps_the_old_content)
{
    static const int32_t errors[] = {ENOSPC, EIO, EROFS, EACCES, EDQUOT};
    int32_t keep_backup = _i & 1, with_old = _i & 2;
    fault.no_links = (_i & 4) != 0;
    for (uint32_t e = 0; e < MOULT_COUNT(errors); e++)
        for (uint32_t at = 2;; at++) {
            unlink(file);
            unlink(backup);
            if (with_old)
                write_text("old", 0);
            moult_status status = write_faulty(FAIL, errors[e], at, keep_backup);
            if (fault.count < at) {
                ck_assert_int_eq(status, MOULT_OK);
                break;
            }
            ck_assert_int_eq(status, MOULT_IO);
            ck_assert_ptr_nonnull(strstr(report.text, strerror(errors[e])));
            if (strstr(report.text, "power cut"))
                ck_assert(holds(file, "new content"));
            else
                check_kept(with_old ? "old" : NULL, keep_backup);
        }
}
END_TEST

START_TEST(a_kill_at_any_call_leaves_old_or_new)
{
    fault.no_links = (_i & 1) != 0;
    for (uint32_t at = 1, ended = 0; !ended; at++) {
        unlink(file);
        unlink(backup);
        write_text("old", 0);
        pid_t child = fork();
        if (child == 0)
            _exit(write_faulty(_i & 2 ? DIE_BEFORE : DIE_AFTER, 0, at, 1) ? 1 : 0);
        int status;
        ck_assert_int_eq(waitpid(child, &status, 0), child);
        ended = WEXITSTATUS(status) == 0;
        ck_assert(ended || WEXITSTATUS(status) == 9);
        ck_assert(holds(file, "old") || holds(file, "new content") ||
                  (access(file, F_OK) != 0 && holds(backup, "old")));
        if (!fault.no_links)
            ck_assert(holds(file, "old") || holds(file, "new content"));
        write_text("next", 1);
        expect(file, "next");
    }
}
END_TEST

START_TEST(a_full_disk_is_told_with_what_to_do)
{
    char expected[700];
    write_text("old", 0);
    ck_assert_int_eq(write_faulty(FAIL, ENOSPC, 3, 1), MOULT_IO);
    snprintf(expected, sizeof expected,
             "error  %s: can't be written (writing): No space left on device. Free some space "
             "there; what was there is unchanged",
             file);
    ck_assert_str_eq(report.text, expected);
    ck_assert_int_eq(write_faulty(FAIL, EIO, 7, 0), MOULT_IO);
    snprintf(expected, sizeof expected,
             "error  %s: can't be written (syncing): Input/output error. Check the disk; what was "
             "there is unchanged",
             file);
    ck_assert_str_eq(report.text, expected);
}
END_TEST

static ssize_t write_to_full(int fd, const void *bytes, size_t count)
{
    (void)fd;
    int full = open("/dev/full", O_WRONLY);
    ssize_t written = write(full, bytes, count);
    int error = errno;
    close(full);
    errno = error;
    return written;
}

START_TEST(a_device_that_is_full_loses_nothing)
{
    moult__file_calls calls = faulty;
    calls.write = write_to_full;
    write_text("old", 0);
    ck_assert_int_eq(moult__file_write_by(&calls, file, "new", 3, 1, &report), MOULT_IO);
    ck_assert_ptr_nonnull(strstr(report.text, "No space left on device"));
    expect(file, "old");
    ck_assert_uint_eq(files_in_folder(), 1);
}
END_TEST

START_TEST(interrupted_writes_go_on)
{
    ck_assert_int_eq(write_faulty(FAIL, EINTR, 4, 0), MOULT_OK);
    expect(file, "new content");
}
END_TEST

START_TEST(only_files_are_written_over)
{
    char other[200], expected[700];
    ck_assert_int_eq(moult__file_write(folder, "x", 1, 0, &report), MOULT_IO);
    snprintf(expected, sizeof expected, "error  %s: is a folder, not a file", folder);
    ck_assert_str_eq(report.text, expected);
    ck_assert_int_eq(moult__file_write("/dev/null", "x", 1, 0, &report), MOULT_IO);
    ck_assert_str_eq(report.text, "error  /dev/null: isn't a regular file");
    ck_assert_int_eq(moult__file_write("", "x", 1, 0, &report), MOULT_IO);
    snprintf(other, sizeof other, "%s/none/save", folder);
    ck_assert_int_eq(moult__file_write(other, "x", 1, 0, &report), MOULT_IO);
    snprintf(expected, sizeof expected,
             "error  %s: can't be written (opening): No such file or directory. Make its folder "
             "first; what was there is unchanged",
             other);
    ck_assert_str_eq(report.text, expected);
}
END_TEST

START_TEST(a_name_of_any_length_is_answered)
{
    char name[5200];
    snprintf(name, sizeof name, "%s/", folder);
    size_t start = strlen(name);
    for (size_t length = 200; start + length + 1 < sizeof name; length += 250) {
        memset(name + start, 'n', length);
        name[start + length] = 0;
        moult_status status = moult__file_write(name, "x", 1, 1, &report);
        ck_assert_int_eq(status, length < 230 ? MOULT_OK : MOULT_IO);
    }
}
END_TEST

START_TEST(a_read_only_folder_is_told)
{
    write_text("old", 0);
    if (geteuid() == 0)
        return; /* root may write anywhere */
    chmod(folder, 0500);
    ck_assert_int_eq(moult__file_write(file, "x", 1, 1, &report), MOULT_IO);
    ck_assert_ptr_nonnull(strstr(report.text, "Permission denied. Choose a folder that you may"));
    expect(file, "old");
}
END_TEST

START_TEST(a_relative_name_stands_in_the_working_folder)
{
    ck_assert_int_eq(chdir(folder), 0);
    ck_assert_int_eq(moult__file_write("save", "x", 1, 1, &report), MOULT_OK);
    expect(file, "x");
    ck_assert_int_eq(chdir("/"), 0);
}
END_TEST

START_TEST(a_removed_file_is_gone)
{
    write_text("x", 0);
    ck_assert_int_eq(moult__file_remove(file, &report), MOULT_OK);
    ck_assert_int_eq(moult__file_remove(file, &report), MOULT_UNKNOWN);
    ck_assert_int_eq(moult__file_remove(folder, &report), MOULT_IO);
}
END_TEST

START_TEST(folders_are_made_with_those_above)
{
    char path[200], expected[700];
    struct stat about;
    snprintf(path, sizeof path, "%s/a//b/c/", folder);
    ck_assert_int_eq(moult__folder_make(path, 0700, &report), MOULT_OK);
    ck_assert_int_eq(moult__folder_make(path, 0700, &report), MOULT_OK);
    ck_assert(!stat(path, &about) && S_ISDIR(about.st_mode) && (about.st_mode & 07777) == 0700);
    ck_assert_int_eq(moult__folder_make("/", 0700, &report), MOULT_OK);
    ck_assert_int_eq(moult__folder_make("", 0700, &report), MOULT_IO);
    write_text("x", 0);
    snprintf(path, sizeof path, "%s/b", file);
    ck_assert_int_eq(moult__folder_make(path, 0700, &report), MOULT_IO);
    snprintf(expected, sizeof expected,
             "error  %s: can't be made (%s): Not a directory. A file is in its way", path, file);
    ck_assert_str_eq(report.text, expected);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("files");
    TCase *group = tcase_create("all");
    tcase_add_checked_fixture(group, enter, leave);
    tcase_set_timeout(group, 60);
    tcase_add_test(group, what_is_written_is_read);
    tcase_add_test(group, a_large_file_is_whole);
    tcase_add_test(group, a_file_without_a_size_is_read_to_its_end);
    tcase_add_test(group, each_failed_read_has_its_own_text);
    tcase_add_test(group, the_last_content_is_the_backup);
    tcase_add_test(group, a_backup_that_is_the_file_itself_is_no_obstacle);
    tcase_add_test(group, what_a_killed_process_left_is_passed_over);
    tcase_add_loop_test(group, a_failure_of_any_call_keeps_the_old_content, 0, 8);
    tcase_add_loop_test(group, a_kill_at_any_call_leaves_old_or_new, 0, 4);
    tcase_add_test(group, a_full_disk_is_told_with_what_to_do);
    tcase_add_test(group, a_device_that_is_full_loses_nothing);
    tcase_add_test(group, interrupted_writes_go_on);
    tcase_add_test(group, only_files_are_written_over);
    tcase_add_test(group, a_name_of_any_length_is_answered);
    tcase_add_test(group, a_read_only_folder_is_told);
    tcase_add_test(group, a_relative_name_stands_in_the_working_folder);
    tcase_add_test(group, a_removed_file_is_gone);
    tcase_add_test(group, folders_are_made_with_those_above);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
