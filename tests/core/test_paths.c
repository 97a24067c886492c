/* SPDX-License-Identifier: MIT */
/* Paths: the XDG folders, names from users, and whose plugins are loaded. */
#include "core/system/paths.h"
#include <check.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64], plugin[128];
static moult__report report;

static void enter(void)
{
    snprintf(folder, sizeof folder, "/tmp/moult-paths-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(plugin, sizeof plugin, "%s/a.so", folder);
    FILE *file = fopen(plugin, "w");
    ck_assert_ptr_nonnull(file);
    fclose(file);
    chmod(plugin, 0644);
    memset(&report, 0, sizeof report);
}

static void leave(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

typedef moult_status (*find)(char *out, uint32_t room, moult__report *);

static const struct {
    find function;
    const char *variable, *fallback;
} folders[] = {
    {moult__path_data, "XDG_DATA_HOME", "/home/ann/.local/share/moult"},
    {moult__path_config, "XDG_CONFIG_HOME", "/home/ann/.config/moult"},
    {moult__path_cache, "XDG_CACHE_HOME", "/home/ann/.cache/moult"},
};

START_TEST(the_xdg_variables_are_obeyed)
{
    char out[PATH_MAX];
    setenv("HOME", "/home/ann", 1);
    setenv(folders[_i].variable, "/some/where", 1);
    ck_assert_int_eq(folders[_i].function(out, sizeof out, &report), MOULT_OK);
    ck_assert_str_eq(out, "/some/where/moult");
    static const char *const ignored[] = {"", "relative", "./x", "~"};
    for (uint32_t i = 0; i < MOULT_COUNT(ignored); i++) {
        setenv(folders[_i].variable, ignored[i], 1);
        ck_assert_int_eq(folders[_i].function(out, sizeof out, &report), MOULT_OK);
        ck_assert_str_eq(out, folders[_i].fallback);
    }
    unsetenv(folders[_i].variable);
    ck_assert_int_eq(folders[_i].function(out, sizeof out, &report), MOULT_OK);
    ck_assert_str_eq(out, folders[_i].fallback);
    ck_assert_int_eq(folders[_i].function(out, 10, &report), MOULT_IO);
    ck_assert_str_eq(report.text, "error  path: is longer than 9 bytes");
    unsetenv("HOME"); /* the user's entry in the system's list is asked then */
    if (folders[_i].function(out, sizeof out, &report) == MOULT_OK)
        ck_assert_int_eq(out[0], '/');
}
END_TEST

START_TEST(the_runtime_folder_is_ours_alone)
{
    char out[PATH_MAX], expected[700];
    struct stat about;
    setenv("XDG_RUNTIME_DIR", folder, 1);
    umask(0);
    for (uint32_t i = 0; i < 2; i++)
        ck_assert_int_eq(moult__path_runtime(out, sizeof out, &report), MOULT_OK);
    snprintf(expected, sizeof expected, "%s/moult", folder);
    ck_assert_str_eq(out, expected);
    ck_assert(!lstat(out, &about) && S_ISDIR(about.st_mode) && (about.st_mode & 07777) == 0700);
    chmod(out, 0770);
    ck_assert_int_eq(moult__path_runtime(out, sizeof out, &report), MOULT_REFUSED);
    snprintf(expected, sizeof expected,
             "error  %s/moult: is open to others (mode 0770). Close it: chmod 700 %s/moult", folder,
             folder);
    ck_assert_str_eq(report.text, expected);
    rmdir(out);
    ck_assert_int_eq(symlink("/tmp", out), 0);
    ck_assert_int_eq(moult__path_runtime(out, sizeof out, &report), MOULT_REFUSED);
    snprintf(expected, sizeof expected, "error  %s/moult: isn't a folder. Remove it: rm %s/moult",
             folder, folder);
    ck_assert_str_eq(report.text, expected);
}
END_TEST

START_TEST(a_foreign_runtime_folder_is_refused)
{
    char out[PATH_MAX], name[200], expected[700];
    if (geteuid() != 0)
        return; /* only root can give a folder away */
    setenv("XDG_RUNTIME_DIR", folder, 1);
    snprintf(name, sizeof name, "%s/moult", folder);
    ck_assert(!mkdir(name, 0700) && !chown(name, 4242, 4242));
    ck_assert_int_eq(moult__path_runtime(out, sizeof out, &report), MOULT_REFUSED);
    snprintf(expected, sizeof expected,
             "error  %s: belongs to user 4242, not to you. Set XDG_RUNTIME_DIR to a folder of your "
             "own",
             name);
    ck_assert_str_eq(report.text, expected);
}
END_TEST

START_TEST(without_a_runtime_folder_one_in_tmp_is_used)
{
    char out[PATH_MAX], expected[64];
    snprintf(expected, sizeof expected, "/tmp/moult-%u", (unsigned)geteuid());
    static const char *const unusable[] = {"relative", "", "/nowhere/at/all", "/dev/null"};
    for (uint32_t i = 0; i < MOULT_COUNT(unusable); i++) {
        setenv("XDG_RUNTIME_DIR", unusable[i], 1);
        ck_assert_int_eq(moult__path_runtime(out, sizeof out, &report), MOULT_OK);
        ck_assert_str_eq(out, expected);
    }
}
END_TEST

START_TEST(good_names_are_kept)
{
    static const char *const names[] = {
        "a",
        "rogue",
        "My save 3",
        "x.sav",
        "Ann & Bob (2)",
        "été",
        "迷宮",
        "🐀",
        "a..b",
        "1234567890123456789012345678901234567890123456789012345678901234",
    };
    char out[MOULT__SAFE_NAME_SIZE];
    for (uint32_t i = 0; i < MOULT_COUNT(names); i++) {
        moult__path_safe_name(names[i], out, sizeof out);
        ck_assert_str_eq(out, names[i]);
    }
}
END_TEST

static char long_name[301], long_utf8[301];

static const char *const bad_names[] = {
    "",
    "../x",
    "..",
    ".",
    "/",
    "/abs",
    "a/b",
    "a:b",
    "a\\b",
    "a*b",
    "a?b",
    "a\"b",
    "a<b",
    "a>b",
    "a|b",
    "~",
    "a~b",
    ".hidden",
    "-rf",
    "a\nb",
    "a\tb",
    "\x1b[2J",
    "\x7f",
    "\x01",
    "\xff",
    "a\xc3",
    "\xc0\xaf",
    "\xed\xa0\x80",
    "a_b~x",
    "\xc2\x80",
    "\xf5\x80\x80\x80",
    "a_b~0000000000000000",
    long_name,
    long_utf8,
};

START_TEST(bad_names_become_one_safe_component)
{
    char out[MOULT_COUNT(bad_names)][MOULT__SAFE_NAME_SIZE];
    memset(long_name, 'n', 300);
    for (size_t i = 0; i < 300; i += 3)
        memcpy(long_utf8 + i, "あ", 3);
    for (uint32_t i = 0; i < MOULT_COUNT(bad_names); i++) {
        memset(out[i], 'X', sizeof out[i]);
        moult__path_safe_name(bad_names[i], out[i], sizeof out[i]);
        size_t length = strlen(out[i]);
        ck_assert_uint_ge(length, 17);
        ck_assert_uint_le(length, 64);
        ck_assert_ptr_eq(strchr(out[i], '~'), out[i] + length - 17);
        ck_assert_ptr_null(strpbrk(out[i], "/\\:*?\"<>|\n\t\x1b\x7f\x01"));
        ck_assert(out[i][0] != '.' && out[i][0] != '-');
        for (uint32_t other = 0; other < i; other++)
            ck_assert_str_ne(out[i], out[other]);
    }
}
END_TEST

START_TEST(a_changed_name_is_still_to_be_read)
{
    char out[MOULT__SAFE_NAME_SIZE], again[MOULT__SAFE_NAME_SIZE];
    moult__path_safe_name("a:b/c", out, sizeof out);
    out[5] = 0;
    ck_assert_str_eq(out, "a_b_c");
    out[5] = '~';
    moult__path_safe_name("a:b/c", again, sizeof again);
    ck_assert_str_eq(out, again);
    moult__path_safe_name(out, again, sizeof again); /* else it could take another text's place */
    ck_assert_str_ne(out, again);
    for (size_t length = 40; length < 80; length++) { /* no character is cut in two */
        char text[300] = "";
        memset(text, 'n', length % 3);
        for (size_t i = length % 3; i < length; i += 3)
            memcpy(text + i, "あ", 4);
        moult__path_safe_name(text, out, sizeof out);
        size_t end = strcspn(out, "~");
        ck_assert_uint_eq((end - length % 3) % 3, 0);
    }
}
END_TEST

static void expect_refusal(const char *path, const char *text)
{
    char expected[1000];
    ck_assert_int_eq(moult__path_trusted(plugin, &report), MOULT_REFUSED);
    snprintf(expected, sizeof expected, "error  %s: %s%s", path, text,
             strstr(text, "chmod") ? path : "");
    ck_assert_str_eq(report.text, expected);
}

#define EVERYBODY \
    "everybody may write to it, so anybody could run code as you. To change that: chmod o-w "

START_TEST(what_everybody_may_write_is_not_loaded)
{
    ck_assert_int_eq(moult__path_trusted(plugin, &report), 1);
    ck_assert_str_eq(report.text, "");
    chmod(plugin, 0646);
    expect_refusal(plugin, EVERYBODY);
    chmod(plugin, 0644);
    chmod(folder, 0707);
    expect_refusal(folder, EVERYBODY);
    chmod(folder, 01777);
    expect_refusal(folder, EVERYBODY);
    chmod(folder, 0700);
    ck_assert_int_eq(moult__path_trusted(plugin, &report), 1);
}
END_TEST

START_TEST(what_a_group_may_write_is_loaded_with_a_warning)
{
    char expected[400];
    chmod(plugin, 0664);
    ck_assert_int_eq(moult__path_trusted(plugin, &report), 1);
    snprintf(expected, sizeof expected,
             "warn   %s: its group may write to it. To change that: chmod g-w %s", plugin, plugin);
    ck_assert_str_eq(report.text, expected);
    chmod(plugin, 0644);
    chmod(folder, 0770);
    ck_assert_int_eq(moult__path_trusted(plugin, &report), 1);
    snprintf(expected, sizeof expected,
             "warn   %s: its group may write to it. To change that: chmod g-w %s", folder, folder);
    ck_assert_str_eq(report.text, expected);
}
END_TEST

START_TEST(what_a_stranger_owns_is_not_loaded)
{
    if (geteuid() != 0)
        return; /* only root can give a file away */
    ck_assert_int_eq(chown(plugin, 4242, 0), 0);
    expect_refusal(plugin, "belongs to user 4242, not to you, root or the owner of moult. Copy the "
                           "plugin into a folder of your own");
    ck_assert_int_eq(chown(plugin, 0, 0), 0);
    ck_assert_int_eq(chown(folder, 4242, 0), 0);
    expect_refusal(folder, "belongs to user 4242, not to you, root or the owner of moult. Copy the "
                           "plugin into a folder of your own");
}
END_TEST

START_TEST(links_are_followed_before_they_are_trusted)
{
    char open[200], target[300], link[200];
    snprintf(open, sizeof open, "%s/open", folder);
    snprintf(target, sizeof target, "%s/b.so", open);
    snprintf(link, sizeof link, "%s/link.so", folder);
    ck_assert_int_eq(mkdir(open, 0700), 0);
    fclose(fopen(target, "w"));
    ck_assert_int_eq(symlink("open/b.so", link), 0);
    ck_assert_int_eq(moult__path_trusted(link, &report), 1);
    chmod(open, 0777);
    ck_assert_int_eq(moult__path_trusted(link, &report), MOULT_REFUSED);
}
END_TEST

START_TEST(what_is_no_file_is_not_trusted)
{
    char expected[200];
    ck_assert_int_eq(moult__path_trusted("/nowhere/x.so", &report), MOULT_UNKNOWN);
    ck_assert_str_eq(report.text, "error  /nowhere/x.so: there is no such file");
    ck_assert_int_eq(moult__path_trusted(folder, &report), MOULT_REFUSED);
    snprintf(expected, sizeof expected, "error  %s: isn't a regular file", folder);
    ck_assert_str_eq(report.text, expected);
}
END_TEST

START_TEST(the_program_knows_where_it_stands)
{
    char out[PATH_MAX], whole[PATH_MAX];
    ck_assert_int_eq(moult__path_self(out, sizeof out, &report), MOULT_OK);
    ck_assert_ptr_nonnull(realpath("/proc/self/exe", whole));
    ck_assert_mem_eq(whole, out, strlen(out));
    ck_assert_ptr_eq(strrchr(whole, '/'), whole + strlen(out));
    ck_assert_int_eq(moult__path_self(out, 1, &report), MOULT_IO);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("paths");
    TCase *group = tcase_create("all");
    tcase_add_checked_fixture(group, enter, leave);
    tcase_add_loop_test(group, the_xdg_variables_are_obeyed, 0, (int)MOULT_COUNT(folders));
    tcase_add_test(group, the_runtime_folder_is_ours_alone);
    tcase_add_test(group, a_foreign_runtime_folder_is_refused);
    tcase_add_test(group, without_a_runtime_folder_one_in_tmp_is_used);
    tcase_add_test(group, good_names_are_kept);
    tcase_add_test(group, bad_names_become_one_safe_component);
    tcase_add_test(group, a_changed_name_is_still_to_be_read);
    tcase_add_test(group, what_everybody_may_write_is_not_loaded);
    tcase_add_test(group, what_a_group_may_write_is_loaded_with_a_warning);
    tcase_add_test(group, what_a_stranger_owns_is_not_loaded);
    tcase_add_test(group, links_are_followed_before_they_are_trusted);
    tcase_add_test(group, what_is_no_file_is_not_trusted);
    tcase_add_test(group, the_program_knows_where_it_stands);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
