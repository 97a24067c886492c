/* SPDX-License-Identifier: MIT */
/* Code is replaced however its file was replaced, as a whole or not at all; the old code goes, the
 * rows stay. Only writers that are still at work are waited for. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "support/plugin_texts.h"
#include <check.h>
#undef fail

#define WOLF TEXT_NAMES("ai-wolf", "ai/wolf")

static void make(void)
{
    kit_folder_make();
    kit_compile("1.so", TEXT_PLUGIN, WOLF "-DANSWER=1");
    kit_compile("2.so", TEXT_PLUGIN, WOLF "-DANSWER=2");
    kit_compile("3.so", TEXT_PLUGIN, WOLF "-DANSWER=3");
    kit_compile("bear.so", TEXT_PLUGIN, TEXT_NAMES("ai-bear", "ai/bear"));
    kit_compile("asker.so", TEXT_ASKER,
                TEXT_NAMES("ai-asker", "ai/asker") "-DNEEDS='\"ai/wolf\"' -DFLAGS=0");
}

static moult__set set;
static moult__report report;
static char result[1024];
static const char *live;
static char live_path[KIT_PATH];

/* A folder in which build 1 of the wolf runs. */
static void open_set(void)
{
    memset(&report, 0, sizeof report);
    ck_assert_int_eq(mkdir(kit_at("live"), 0700), 0);
    snprintf(live_path, sizeof live_path, "%s", kit_at("live/wolf.so"));
    live = live_path;
    kit_replace(kit_at("1.so"), live);
    kit_set_make(&set);
    moult__set_scan(&set, kit_at("live"));
    ck_assert_msg(kit_set_want(&set, "ai/wolf", &report) == MOULT_OK, "%s", report.text);
}

static void close_set(void)
{
    moult__set_close(&set);
    ck_assert_int_eq(system("rm -r \"$XDG_RUNTIME_DIR\"/live"), 0);
}

static moult_status reload(void)
{
    memset(&report, 0, sizeof report);
    return moult__set_reload(&set, result, sizeof result, &report);
}

/* The build is in, by number; the one before is unmapped once it has been retired, and nothing but
 * its copy is left of it. */
static void check_in(moult_status answer, uint32_t generation)
{
    const moult__build *build = set.builds[0];
    ck_assert_int_eq(text_ask(&set, "ai/wolf"), answer);
    ck_assert_uint_eq(build->generation, generation);
    moult__set_retire(&set);
    ck_assert_uint_eq(kit_mappings(set.stage) > 0, 1);
    ck_assert_uint_eq(kit_mappings(build->previous.path), 0);
    ck_assert_int_eq(access(build->previous.path, F_OK), 0);
    ck_assert_uint_eq(kit_files(set.stage), 2);
    ck_assert_uint_gt(kit_mappings(build->staged), 0);
    ck_assert_uint_eq(set.parked, 0);
}

/* -- ways to replace a file -------------------------------------------------------------------- */

static void by_rename(const char *from)
{
    kit_replace(from, live);
}
static void into_the_same_inode(const char *from)
{
    kit_overwrite(from, live);
}
static void by_hard_link(const char *from)
{
    ck_assert_int_eq(unlink(live), 0);
    ck_assert_int_eq(link(from, live), 0);
}
static void by_symbolic_link(const char *from)
{
    ck_assert_int_eq(unlink(live), 0);
    ck_assert_int_eq(symlink(from, live), 0);
}
static void behind_a_symbolic_link(const char *from)
{
    struct stat about;
    ck_assert_int_eq(lstat(live, &about), 0);
    if (!S_ISLNK(about.st_mode)) {
        ck_assert_int_eq(rename(live, kit_at("live/target")), 0);
        ck_assert_int_eq(symlink("target", live), 0);
    }
    kit_replace(from, kit_at("live/target"));
}
static void by_deletion_and_copy(const char *from)
{
    ck_assert_int_eq(unlink(live), 0);
    kit_overwrite(from, live);
}

static void (*const ways[])(const char *) = {
    by_rename,        into_the_same_inode,    by_hard_link,
    by_symbolic_link, behind_a_symbolic_link, by_deletion_and_copy};

START_TEST(new_code_runs_however_its_file_was_replaced)
{
    static const char *const builds[] = {"2.so", "3.so", "1.so", "2.so"};
    char text[64];
    for (uint32_t i = 0; i < MOULT_COUNT(builds); i++) {
        ways[_i](kit_at(builds[i]));
        ck_assert_msg(reload() == 1, "%s", report.text);
        snprintf(text, sizeof text, "reloaded ai-wolf #%u (1.0) in ", i + 2);
        ck_assert_int_eq(strncmp(result, text, strlen(text)), 0);
        ck_assert_str_eq(result + strlen(result) - 4, " ms\n");
        check_in(builds[i][0] - '0', i + 2);
    }
}
END_TEST

START_TEST(equal_content_is_unchanged_however_it_came)
{
    const moult__build *before = set.builds[0];
    uint32_t stamp = set.stamp;
    for (uint32_t i = 0; i < MOULT_COUNT(ways); i++) {
        ways[i](kit_at("1.so"));
        ck_assert_int_eq(reload(), 0);
        ck_assert_str_eq(result, "unchanged: no plugin's file has another content\n");
    }
    ck_assert_ptr_eq(set.builds[0], before);
    ck_assert_uint_eq(set.builds[0]->generation, 1);
    ck_assert_uint_eq(set.stamp, stamp);
}
END_TEST

START_TEST(a_file_that_vanished_keeps_running)
{
    ck_assert_int_eq(unlink(live), 0);
    ck_assert_int_eq(reload(), 0);
    ck_assert_str_eq(kit_normal(result),
                     "warn   ai-wolf@1.0 reload: its file is gone (@/live/wolf.so). Generation 1 "
                     "goes on\n"
                     "unchanged: no plugin's file has another content\n");
    ck_assert_int_eq(text_ask(&set, "ai/wolf"), 1);
    kit_replace(kit_at("2.so"), live);
    ck_assert_int_eq(reload(), 1);
    check_in(2, 2);
}
END_TEST

START_TEST(a_file_that_holds_another_plugin_is_refused)
{
    kit_replace(kit_at("bear.so"), live);
    ck_assert_int_eq(reload(), MOULT_CHANGED);
    ck_assert_str_eq(kit_normal(report.text),
                     "error  ai-wolf@1.0 reload: the file now holds another plugin, ai-bear@1.0 "
                     "(@/live/wolf.so). Start it by --use");
    ck_assert_int_eq(text_ask(&set, "ai/wolf"), 1);
    ck_assert_uint_eq(kit_mappings("ai-bear"), 0);
}
END_TEST

START_TEST(a_folder_that_was_opened_to_all_is_refused)
{
    kit_replace(kit_at("2.so"), live);
    ck_assert_int_eq(chmod(kit_at("live"), 0777), 0);
    ck_assert_int_eq(reload(), MOULT_REFUSED);
    ck_assert_str_eq(kit_normal(report.text),
                     "error  @/live: everybody may write to it, so anybody could run code as you. "
                     "To change that: chmod o-w @/live");
    ck_assert_int_eq(text_ask(&set, "ai/wolf"), 1);
    ck_assert_int_eq(chmod(kit_at("live"), 0700), 0);
    ck_assert_int_eq(reload(), 1);
    check_in(2, 2);
}
END_TEST

/* -- files that are being written -------------------------------------------------------------- */

START_TEST(half_a_file_is_never_loaded)
{
    uint64_t count;
    uint8_t *bytes = kit_read(kit_at("2.so"), &count);
    int fd = open(live, O_WRONLY | O_TRUNC);
    for (uint64_t at = 0; at < count; at += 64) {
        uint64_t step = count - at < 64 ? count - at : 64;
        ck_assert_int_lt(reload(), 0);
        ck_assert_int_eq(text_ask(&set, "ai/wolf"), 1);
        ck_assert_int_eq(write(fd, bytes + at, step), (ssize_t)step);
    }
    close(fd);
    ck_assert_msg(reload() == 1, "%s", report.text);
    check_in(2, 2);
    free(bytes);
}
END_TEST

/* Writes build 2 and build 3 in turn into the live file, 64 bytes at a time. */
static pid_t writer_start(uint32_t times, long pause_ns)
{
    pid_t writer = fork();
    if (writer != 0)
        return writer;
    const struct timespec pause = {0, pause_ns};
    for (uint32_t i = 0; i < times; i++) {
        uint64_t count;
        uint8_t *bytes = kit_read(kit_at(i % 2 ? "3.so" : "2.so"), &count);
        int fd = open(live, O_WRONLY | O_TRUNC);
        for (uint64_t at = 0; at < count; at += 64) {
            if (write(fd, bytes + at, count - at < 64 ? count - at : 64) < 0)
                _exit(1);
            nanosleep(&pause, NULL);
        }
        close(fd);
        free(bytes);
    }
    _exit(0);
}

START_TEST(a_writer_at_work_is_never_believed)
{
    pid_t writer = writer_start(20, 1000);
    uint32_t asked = 0, status;
    while (waitpid(writer, (int *)&status, WNOHANG) == 0) {
        moult_status got = reload();
        asked++;
        ck_assert_msg(got >= 0 || got == MOULT_AGAIN || got == MOULT_FORMAT, "%s", report.text);
        moult_status answer = text_ask(&set, "ai/wolf");
        ck_assert_int_ge(answer, 1);
        ck_assert_int_le(answer, 3);
    }
    ck_assert_uint_eq(status, 0);
    ck_assert_uint_gt(asked, 100);
    kit_tick();
    ck_assert_int_ge(reload(), 0);
    ck_assert_int_eq(text_ask(&set, "ai/wolf"), 3);
}
END_TEST

START_TEST(a_file_must_have_been_left_alone_for_a_while)
{
    struct timespec begin, end;
    set.settle_ms = 100;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    kit_replace(kit_at("2.so"), live);
    ck_assert_int_eq(reload(), 1);
    clock_gettime(CLOCK_MONOTONIC, &end);
    int64_t waited = (end.tv_sec - begin.tv_sec) * 1000 + (end.tv_nsec - begin.tv_nsec) / 1000000;
    ck_assert_int_ge(waited, 70);
    check_in(2, 2);
    pid_t writer = writer_start(1, 10000000);
    kit_tick();
    ck_assert_int_eq(reload(), MOULT_AGAIN);
    kill(writer, SIGKILL);
    waitpid(writer, NULL, 0);
    unsigned first, second;
    ck_assert_int_eq(sscanf(report.text,
                            "error  wolf load: the file is still being written (%u bytes, then %u)",
                            &first, &second),
                     2);
    ck_assert_uint_gt(second, first);
    ck_assert_str_eq(strchr(report.text, ')'), "). Trying again when it has settled");
}
END_TEST

/* -- what belongs together --------------------------------------------------------------------- */

static int32_t ask_of(const char *native)
{
    return ((int32_t(*)(void))moult__set_native(&set, native)->function)();
}

START_TEST(others_call_the_new_code_through_what_they_required)
{
    kit_replace(kit_at("asker.so"), kit_at("live/asker.so"));
    moult__set_scan(&set, kit_at("live"));
    moult__want want = {.slot = "ai/asker"};
    snprintf(want.file, sizeof want.file, "%s", kit_at("live/asker.so"));
    ck_assert_msg(moult__set_load(&set, &want, 1, &report) == MOULT_OK, "%s", report.text);
    ck_assert_int_eq(ask_of("ai-asker.ask"), 1);
    kit_replace(kit_at("2.so"), live);
    ck_assert_int_eq(reload(), 1);
    moult__set_retire(&set);
    ck_assert_int_eq(ask_of("ai-asker.ask"), 2);
    ck_assert_uint_eq(set.builds[1]->generation, 1);
}
END_TEST

START_TEST(a_set_is_no_concern_of_another)
{
    moult__set other;
    kit_set_make(&other);
    moult__set_scan(&other, kit_at("live"));
    ck_assert_int_eq(kit_set_want(&other, "ai/wolf", &report), MOULT_OK);
    ck_assert_str_ne(other.stage, set.stage);
    ck_assert_ptr_ne(other.builds[0]->plugin, set.builds[0]->plugin);
    kit_replace(kit_at("2.so"), live);
    ck_assert_int_eq(reload(), 1);
    check_in(2, 2);
    ck_assert_int_eq(text_ask(&other, "ai/wolf"), 1);
    ck_assert_int_eq(moult__set_reload(&other, result, sizeof result, &report), 1);
    ck_assert_int_eq(text_ask(&other, "ai/wolf"), 2);
    moult__set_close(&other);
    ck_assert_int_eq(text_ask(&set, "ai/wolf"), 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plugin reload");
    TCase *group = tcase_create("all");
    tcase_add_unchecked_fixture(group, make, kit_folder_remove);
    tcase_add_checked_fixture(group, open_set, close_set);
    tcase_set_timeout(group, 60);
    tcase_add_loop_test(group, new_code_runs_however_its_file_was_replaced, 0, MOULT_COUNT(ways));
    tcase_add_test(group, equal_content_is_unchanged_however_it_came);
    tcase_add_test(group, a_file_that_vanished_keeps_running);
    tcase_add_test(group, a_file_that_holds_another_plugin_is_refused);
    tcase_add_test(group, a_folder_that_was_opened_to_all_is_refused);
    tcase_add_test(group, half_a_file_is_never_loaded);
    tcase_add_test(group, a_writer_at_work_is_never_believed);
    tcase_add_test(group, a_file_must_have_been_left_alone_for_a_while);
    tcase_add_test(group, others_call_the_new_code_through_what_they_required);
    tcase_add_test(group, a_set_is_no_concern_of_another);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
