/* SPDX-License-Identifier: MIT */
/* Lock files: what was written is what is read, what isn't whole is named by its line, and only the
 * very bytes that were locked pass. */
#include "core/system/files.h"
#include "core/system/lockfile.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h> /* last: it has macros of common names */

#define ABC "abc"
/* FIPS 180-2, appendix B.1 */
#define ABC_DIGEST "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
#define ABC_LINE "ai-wolf 0.3.0 sha256:" ABC_DIGEST "\n"

static char folder[64];
static moult__profile profile;
static moult__lock lock;
static moult__report report;

static void enter(void)
{
    snprintf(folder, sizeof folder, "/tmp/moult-lock-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("XDG_CONFIG_HOME", folder, 1);
    memset(&report, 0, sizeof report);
    moult__profile_init(&profile);
    snprintf(profile.name, sizeof profile.name, "mine");
    snprintf(profile.asked, sizeof profile.asked, "%s/mine.ini", folder);
    ck_assert_int_eq(moult__lock_begin(&lock, &profile, &report), MOULT_OK);
}

static void leave(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static moult_status add(const char *name, const char *version, const char *bytes)
{
    return moult__lock_add(&lock, name, version, (const uint8_t *)bytes, strlen(bytes), &report);
}

static moult_status may(const char *name, const char *version, const char *bytes)
{
    return moult__lock_check(&lock, name, version, (const uint8_t *)bytes, strlen(bytes), "w.so",
                             &report);
}

/* A text of the test with the folder as '^'. */
static const char *with_folder(const char *text)
{
    static char out[1024];
    size_t used = 0;
    for (; *text != 0 && used < sizeof out - sizeof folder; text++)
        used += (size_t)(*text == '^' ? sprintf(out + used, "%s", folder)
                                      : sprintf(out + used, "%c", *text));
    out[used] = 0;
    return out;
}

static const struct {
    const char *asked, *path;
} places[] = {
    {"^/mine.ini", "^/mine.lock"}, {"./other.ini", "./other.lock"},     {"other.ini", "other.lock"},
    {"./other", "./other.lock"},   {"mine", "^/moult/locks/mine.lock"},
};

START_TEST(a_lock_stands_beside_a_file_or_in_the_config_folder)
{
    snprintf(profile.asked, sizeof profile.asked, "%s", with_folder(places[_i].asked));
    ck_assert_int_eq(moult__lock_begin(&lock, &profile, &report), MOULT_OK);
    ck_assert_str_eq(lock.path, with_folder(places[_i].path));
}
END_TEST

START_TEST(what_is_written_is_sorted_and_read_again)
{
    uint8_t *bytes;
    uint64_t count;
    snprintf(profile.asked, sizeof profile.asked, "mine"); /* its folder isn't there yet */
    ck_assert_int_eq(moult__lock_begin(&lock, &profile, &report), MOULT_OK);
    ck_assert_int_eq(add("rules-x", "1.0", "x"), MOULT_OK);
    ck_assert_int_eq(add("ai-wolf", "0.2.9", "old"), MOULT_OK);
    ck_assert_int_eq(add("ai-wolf", "0.3.0", ABC), MOULT_OK);
    ck_assert_msg(moult__lock_write(&lock, &report) >= 0, "%s", report.text);
    ck_assert_int_eq(moult__file_read(lock.path, 4096, &bytes, &count, &report), MOULT_OK);
    const char *line = strchr((char *)bytes, '\n');
    ck_assert_int_eq(bytes[0], '#');
    ck_assert_msg(strncmp(line + 1, ABC_LINE "rules-x 1.0 sha256:", 100) == 0, "%s", bytes);
    free(bytes);
    ck_assert_msg(moult__lock_read(&lock, &report) >= 0, "%s", report.text);
    ck_assert_uint_eq(lock.count, 2);
    ck_assert_int_eq(may("ai-wolf", "0.3.0", ABC), MOULT_OK);
    ck_assert_int_eq(may("rules-x", "1.0", "x"), MOULT_OK);
}
END_TEST

START_TEST(only_what_was_locked_passes)
{
    ck_assert_int_eq(add("ai-wolf", "0.3.0", ABC), MOULT_OK);
    ck_assert_int_eq(may("ai-wolf", "0.3.0", ABC), MOULT_OK);
    ck_assert_int_eq(may("ai-wolf", "0.3.0", "abd"), MOULT_CHANGED);
    ck_assert_str_eq(report.text,
                     with_folder("error  ai-wolf@0.3.0 load: its file isn't the one that was "
                                 "locked (w.so; ^/mine.lock). Look at what changed, then lock it "
                                 "anew: moult lock ^/mine.ini"));
    ck_assert_int_eq(may("ai-wolf", "0.4.0", ABC), MOULT_CHANGED);
    ck_assert_int_eq(may("ai-wol", "0.3.0", ABC), MOULT_REFUSED);
    ck_assert_int_eq(may("ai-wolfs", "0.3.0", ABC), MOULT_REFUSED);
    ck_assert_str_eq(report.text,
                     with_folder("error  ai-wolfs@0.3.0 load: it isn't among the plugins that "
                                 "were locked (w.so; ^/mine.lock). If it shall be, lock anew, with "
                                 "what chooses it: moult lock ^/mine.ini"));
}
END_TEST

#define DIGITS "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde"
#define EXPECTED "expected NAME VERSION sha256:DIGEST"
#define NO_DIGEST "expected sha256: and 64 figures of 0-9, a-f"
#define NO_WORDS "no plugin has this name and version"
#define TEXT(text) text, sizeof(text) - 1

static const struct {
    const char *text;
    size_t size;
    uint32_t line; /* that is named; 0: it is fine */
    const char *what;
} files[] = {
    {TEXT(""), 0, ""},
    {TEXT("# nothing\n\n  \t\r\n"), 0, ""},
    {TEXT("#\r\n  ai-wolf\t0.3.0  sha256:" ABC_DIGEST " \r\n"), 0, ""},
    {TEXT("ai-wolf 0.3.0 sha256:" ABC_DIGEST), 0, ""},
    {TEXT(ABC_LINE "ai-wolf\n"), 2, EXPECTED},
    {TEXT("\n\nai-wolf 0.3.0\n"), 3, EXPECTED},
    {TEXT("ai-wolf 0.3.0 sha256:" ABC_DIGEST " x\n"), 1, EXPECTED},
    {TEXT(ABC_LINE "ai-fox 0.3.0 sha256:" DIGITS "\n"), 2, NO_DIGEST},
    {TEXT("ai-fox 0.3.0 sha256:" DIGITS "00\n"), 1, NO_DIGEST},
    {TEXT("ai-fox 0.3.0 sha256:" DIGITS "g\n"), 1, NO_DIGEST},
    {TEXT("ai-fox 0.3.0 sha512:" DIGITS "0\n"), 1, NO_DIGEST},
    {TEXT("ai-fox 0.3.0 " DIGITS "0\n"), 1, NO_DIGEST},
    {TEXT("Ai-fox 0.3.0 sha256:" DIGITS "0\n"), 1, NO_WORDS},
    {TEXT("../fox 0.3.0 sha256:" DIGITS "0\n"), 1, NO_WORDS},
    {TEXT("abcdefghijklmnopqrstuvwxyz-12345 1 sha256:" DIGITS "0\n"), 1, NO_WORDS},
    {TEXT("ai-fox 0123456789abcdef sha256:" DIGITS "0\n"), 1, NO_WORDS},
    {TEXT("ai-fox \033[31m sha256:" DIGITS "0\n"), 1, NO_WORDS},
    {TEXT(ABC_LINE "#\n" ABC_LINE), 3, "this plugin stands there twice"},
    {TEXT("# a\n# b\0" ABC_LINE), 2, "there is a zero byte"},
};

START_TEST(a_line_that_is_not_whole_is_named)
{
    char expected[4096];
    ck_assert_int_eq(moult__file_write(lock.path, files[_i].text, files[_i].size, 0, &report),
                     MOULT_OK);
    moult_status status = moult__lock_read(&lock, &report);
    if (files[_i].line == 0) {
        ck_assert_msg(status >= 0, "%s", report.text);
        ck_assert_int_eq(may("ai-wolf", "0.3.0", ABC) >= 0,
                         strstr(files[_i].text, ABC_DIGEST) != NULL);
        return;
    }
    ck_assert_int_eq(status, MOULT_FORMAT);
    snprintf(expected, sizeof expected,
             "error  %s:%u: %s. Look at what happened to it, then lock anew: moult lock %s",
             lock.path, files[_i].line, files[_i].what, lock.game);
    ck_assert_str_eq(report.text, expected);
}
END_TEST

START_TEST(a_lock_that_is_not_there_says_how_to_make_it)
{
    ck_assert_int_eq(moult__lock_read(&lock, &report), MOULT_UNKNOWN);
    ck_assert_str_eq(report.text,
                     with_folder("error  ^/mine.lock: there is no such file: the plugins of "
                                 "^/mine.ini aren't locked. To lock them as they are now: moult "
                                 "lock ^/mine.ini"));
}
END_TEST

START_TEST(a_lock_has_an_end)
{
    char name[32];
    for (uint32_t i = 0; i < MOULT__LOCK_MAX; i++) {
        snprintf(name, sizeof name, "ai-%u", i * 7919 % MOULT__LOCK_MAX);
        ck_assert_int_eq(add(name, "1", name), MOULT_OK);
    }
    ck_assert_int_eq(add("ai-more", "1", "x"), MOULT_FULL);
    ck_assert_int_eq(moult__lock_write(&lock, &report), MOULT_OK);
    ck_assert_int_eq(moult__lock_read(&lock, &report), MOULT_OK);
    ck_assert_uint_eq(lock.count, MOULT__LOCK_MAX);
    ck_assert_int_eq(may("ai-1023", "1", "ai-1023"), MOULT_OK);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lock files");
    TCase *cases = tcase_create("lock");
    tcase_add_checked_fixture(cases, enter, leave);
    tcase_add_loop_test(cases, a_lock_stands_beside_a_file_or_in_the_config_folder, 0,
                        (int)MOULT_COUNT(places));
    tcase_add_test(cases, what_is_written_is_sorted_and_read_again);
    tcase_add_test(cases, only_what_was_locked_passes);
    tcase_add_loop_test(cases, a_line_that_is_not_whole_is_named, 0, (int)MOULT_COUNT(files));
    tcase_add_test(cases, a_lock_that_is_not_there_says_how_to_make_it);
    tcase_add_test(cases, a_lock_has_an_end);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
