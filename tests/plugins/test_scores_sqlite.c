/* SPDX-License-Identifier: MIT */
/* The ranking in an SQLite file, through the plugin's own functions: order and places, several
 * writers, texts of all kinds, and files that can't be used, which stay as they are. */
#include "support/scores_kit.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <check.h> /* last: it has macros of common names */

#define VERSION_AT 60 /* in an SQLite file's header, big endian */
#define OWNER_AT 68
#define LOCK_BYTES 0x40000000 /* what SQLite locks */

static scores_kit kit;
static const moult_scores_1 *scores;
static char folder[64], path[96], why[256];
static void *state;

/* In memory, if possible: thousands of runs are as many times that a disk is waited for. */
static void enter(void)
{
    int32_t in_memory = access("/dev/shm", W_OK | X_OK) == 0;
    strcpy(folder, in_memory ? "/dev/shm/moult-scores-XXXXXX" : "/tmp/moult-scores-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/scores.db", folder);
    state = calloc(1, scores->state_size);
    why[0] = 0;
}

static void leave(void)
{
    char command[96];
    free(state);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static void open_well(void)
{
    moult_status status = scores->open(state, path, why, sizeof why);
    ck_assert_msg(status >= 0, "%s", why);
}

static int32_t add(const char *game, const char *name, int64_t score, int64_t when)
{
    moult_ranked run = scores_run(game, name, score, when);
    return scores->add(state, &run, why, sizeof why);
}

static int32_t top(const char *game, moult_ranked *rows, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        rows[i].size = sizeof *rows;
    int32_t read = scores->top(state, game, rows, count, why, sizeof why);
    ck_assert_msg(read >= 0, "%s", why);
    return read;
}

/* -- order ------------------------------------------------------------------------------------- */

START_TEST(the_best_is_first_and_of_equals_the_earlier)
{
    static const struct {
        const char *name;
        int64_t score, when;
        int32_t place;
    } runs[] = {
        {"a", 50, 100, 1}, {"b", 70, 101, 1},        {"c", 50, 102, 3}, {"d", -5, 103, 4},
        {"e", 70, 101, 2}, {"f", INT64_MAX, 104, 1}, {"g", 50, 99, 4},  {"h", INT64_MIN, 1, 8},
    };
    moult_ranked rows[10];
    open_well();
    for (uint32_t i = 0; i < MOULT_COUNT(runs); i++)
        ck_assert_int_eq(add("rogue", runs[i].name, runs[i].score, runs[i].when), runs[i].place);
    ck_assert_int_eq(add("srl", "other", 60, 1), 1);
    ck_assert_int_eq(top("rogue", rows, 10), 8);
    for (uint32_t i = 0; i < 8; i++) {
        ck_assert_uint_eq(rows[i].place, i + 1);
        ck_assert_int_eq(rows[i].name[0], "fbegacdh"[i]);
    }
    ck_assert_str_eq(rows[1].game, "rogue");
    ck_assert_int_eq(rows[1].score, 70);
    ck_assert_int_eq(rows[1].when, 101);
    ck_assert_uint_eq(rows[1].turns, 7);
    ck_assert_int_eq(rows[1].depth, 3);
    ck_assert_str_eq(rows[1].cause, "sewer rat");
    ck_assert_str_eq(rows[1].seed, "a seed");
    ck_assert_int_eq(top("none", rows, 10), 0);
    scores->close(state);
}
END_TEST

START_TEST(what_was_entered_is_there_after_the_file_was_closed)
{
    moult_ranked rows[10];
    for (int64_t i = 0; i < 25; i++) {
        open_well();
        ck_assert_int_eq(add("rogue", "ada", 100 - i, i), (int32_t)i + 1);
        scores->close(state);
    }
    open_well();
    ck_assert_int_eq(top("rogue", rows, 10), 10);
    ck_assert_int_eq(rows[9].score, 91);
    ck_assert_int_eq(top("rogue", rows, 0), 0);
    scores->close(state);
}
END_TEST

START_TEST(eight_writers_at_once_lose_nothing)
{
    kit.where = path;
    scores_check_writers(&kit);
}
END_TEST

START_TEST(eight_writers_of_equal_runs_get_a_place_each)
{
    kit.where = path;
    scores_check_equals(&kit);
}
END_TEST

START_TEST(the_answers_are_those_of_every_ranking)
{
    kit.where = path;
    ck_assert_uint_eq(scores_hash(&kit), scores_expected());
}
END_TEST

/* -- texts ------------------------------------------------------------------------------------- */

START_TEST(names_are_cut_and_cleaned)
{
    static const struct {
        const char *given, *kept;
    } names[] = {
        {"Robert'); DROP TABLE runs;--", "Robert'); DROP TABLE runs;--"},
        {"a\nb\tc\x7f\x1b[2J", "a?b?c??[2J"},
        {"\xc3\xa9t\xc3\xa9 \xe6\x97\xa5", "\xc3\xa9t\xc3\xa9 \xe6\x97\xa5"},
        {"\xff\xc3(\xc2\x85\xe2\x80\xae x", "?\?(?\?\?\?\? x"},
        {"\xed\xa0\x80\xf4\x90\x80\x80\xc0\x80", "?????????"},
        {"", ""},
    };
    moult_ranked rows[10];
    open_well();
    for (uint32_t i = 0; i < MOULT_COUNT(names); i++)
        ck_assert_int_eq(add("rogue", names[i].given, 100 - i, 0), (int32_t)i + 1);
    ck_assert_int_eq(top("rogue", rows, 10), MOULT_COUNT(names));
    for (uint32_t i = 0; i < MOULT_COUNT(names); i++)
        ck_assert_str_eq(rows[i].name, names[i].kept);
    scores->close(state);
}
END_TEST

START_TEST(a_long_name_is_cut_between_two_characters)
{
    moult_ranked run = scores_run("rogue", "", 1, 1), rows[1];
    open_well();
    for (uint32_t i = 0; i < sizeof run.name; i += 2)
        memcpy(run.name + i, "\xc3\xa9", 2); /* to the end, without a zero */
    memset(run.cause, 'x', sizeof run.cause);
    ck_assert_int_eq(scores->add(state, &run, why, sizeof why), 1);
    ck_assert_int_eq(top("rogue", rows, 1), 1);
    ck_assert_uint_eq(strlen(rows[0].name), 62);
    ck_assert_uint_eq(strlen(rows[0].cause), 63);
    scores->close(state);

    char small[4];
    ck_assert_uint_eq(moult_score_text(small, sizeof small, "ab\xc3\xa9", 4), 2);
    ck_assert_str_eq(small, "ab");
    ck_assert_uint_eq(moult_score_text(small, sizeof small, "a\0b", 3), 3);
    ck_assert_str_eq(small, "a?b");
}
END_TEST

/* -- files that can't be used ------------------------------------------------------------------ */

static void make_file(void)
{
    open_well();
    for (int64_t i = 0; i < 100; i++)
        ck_assert_int_eq(add("rogue", "ada", i, i), 1);
    scores->close(state);
}

static void patch(long at, const void *bytes, size_t count)
{
    FILE *file = fopen(path, "r+");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fseek(file, at, SEEK_SET), 0);
    ck_assert_uint_eq(fwrite(bytes, 1, count, file), count);
    ck_assert_int_eq(fclose(file), 0);
}

static size_t read_file(char *bytes, size_t room)
{
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    size_t count = fread(bytes, 1, room, file);
    fclose(file);
    return count;
}

static void refused(const char *text)
{
    static char before[1 << 20], after[1 << 20];
    size_t count = read_file(before, sizeof before);
    ck_assert_int_lt(scores->open(state, path, why, sizeof why), 0);
    ck_assert_str_eq(why, text);
    ck_assert_uint_eq(read_file(after, sizeof after), count);
    ck_assert_int_eq(memcmp(before, after, count), 0);
}

START_TEST(a_file_that_isn_t_ours_is_refused_and_left_alone)
{
    static const char foreign[] = "the file belongs to another program, so it was left as it is";
    make_file();
    patch(OWNER_AT, "\0\0\0\0", 4);
    refused(foreign);
    patch(OWNER_AT, "abcd", 4);
    refused(foreign);
    patch(OWNER_AT, "Moul", 4);
    patch(VERSION_AT, "\0\0\0\2", 4);
    refused("the file was made by a later version of Moult");
    patch(VERSION_AT, "\0\0\0\1", 4);
    open_well();
    scores->close(state);
}
END_TEST

START_TEST(a_damaged_file_is_refused_and_left_alone)
{
    static const char damaged[] = "the file is damaged, so it was left as it is";
    static char rubbish[4096];
    make_file();
    memset(rubbish, 0xa5, sizeof rubbish);
    patch(4096, rubbish, sizeof rubbish); /* the root page of the table */
    refused(damaged);
    ck_assert_int_eq(truncate(path, 3000), 0);
    refused(damaged);
    patch(0, "a poem, long enough to be none of SQLite's files, by its first words", 68);
    refused("this is no SQLite file, so it was left as it is");
    patch(0, rubbish, sizeof rubbish);
    refused("this is no SQLite file, so it was left as it is");
}
END_TEST

/* Ours by its number, but not by its table. */
START_TEST(a_table_of_another_shape_is_refused)
{
    static char bytes[1 << 20];
    make_file();
    size_t count = read_file(bytes, sizeof bytes);
    char *schema = memmem(bytes, count, "CREATE TABLE runs", 17);
    ck_assert_ptr_nonnull(schema);
    char *word = memmem(schema, 100, "name", 4);
    patch(word - bytes, "nane", 4);
    refused("its table runs has another shape, so it was left as it is");
}
END_TEST

START_TEST(what_is_no_file_is_refused)
{
    ck_assert_int_eq(scores->open(state, "postgres://ada:secret@localhost/x", why, sizeof why),
                     MOULT_FORMAT);
    ck_assert_str_eq(why, "this is no file's path");
    ck_assert_int_eq(scores->open(state, ":memory:", why, sizeof why), MOULT_FORMAT);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    ck_assert_int_eq(scores->open(state, path, why, sizeof why), MOULT_IO);
    ck_assert_str_eq(why, "it isn't a regular file");
    strcat(path, "/no/such/scores.db");
    ck_assert_int_eq(scores->open(state, path, why, sizeof why), MOULT_IO);
    ck_assert_str_eq(why, "its folder can't be used (No such file or directory). Make it");
}
END_TEST

START_TEST(an_empty_file_becomes_a_ranking)
{
    fclose(fopen(path, "w"));
    open_well();
    ck_assert_int_eq(add("rogue", "ada", 1, 1), 1);
    scores->close(state);
}
END_TEST

/* As a user who may read the file, but not write it. */
START_TEST(a_read_only_file_can_be_read)
{
    moult_ranked rows[10];
    make_file();
    ck_assert_int_eq(chmod(path, 0444), 0);
    ck_assert_int_eq(chmod(folder, 0555), 0);
    pid_t pid = fork();
    if (pid == 0) {
        if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0)
            _exit(1);
        if (scores->open(state, path, why, sizeof why) < 0)
            _exit(2);
        if (top("rogue", rows, 10) != 10 || rows[0].score != 99)
            _exit(3);
        if (add("rogue", "eve", 1, 1) != MOULT_READ_ONLY ||
            strcmp(why, "the file is read-only. Make file and folder writable") != 0)
            _exit(4);
        scores->close(state);
        _exit(0);
    }
    int status;
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_int_eq(WEXITSTATUS(status), 0);
    ck_assert_int_eq(chmod(folder, 0755), 0);
}
END_TEST

/* As a user who may write the file, but nothing beside it, as SQLite must. */
START_TEST(a_read_only_folder_is_told)
{
    make_file();
    ck_assert_int_eq(chmod(path, 0666), 0);
    ck_assert_int_eq(chmod(folder, 0555), 0);
    pid_t pid = fork();
    if (pid == 0) {
        if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0)
            _exit(1);
        if (scores->open(state, path, why, sizeof why) < 0)
            _exit(2);
        if (add("rogue", "eve", 1, 1) != MOULT_READ_ONLY ||
            strcmp(why, "the file is read-only. Make file and folder writable") != 0)
            _exit(3);
        scores->close(state);
        strcat(folder, "/new.db");
        _exit(scores->open(state, folder, why, sizeof why) == MOULT_READ_ONLY ? 0 : 4);
    }
    int status;
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_int_eq(WEXITSTATUS(status), 0);
    ck_assert_int_eq(chmod(folder, 0755), 0);
}
END_TEST

/* As the system says it of a file that may not grow. */
START_TEST(a_full_disk_is_told_and_nothing_is_lost)
{
    moult_ranked rows[200];
    struct stat about;
    make_file();
    ck_assert_int_eq(stat(path, &about), 0);
    pid_t pid = fork();
    if (pid == 0) {
        struct rlimit limit = {(rlim_t)about.st_size, (rlim_t)about.st_size};
        int32_t place = 1;
        signal(SIGXFSZ, SIG_IGN);
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0 || scores->open(state, path, why, sizeof why) < 0)
            _exit(1);
        for (int64_t i = 0; i < 500 && place > 0; i++)
            place = add("rogue", "eve", 1000 + i, i);
        _exit(place == MOULT_FULL && strcmp(why, "the file can't grow. Make room") == 0 ? 0 : 2);
    }
    int status;
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_int_eq(WEXITSTATUS(status), 0);
    open_well();
    ck_assert_int_ge(top("rogue", rows, 200), 100);
    ck_assert_int_gt(add("rogue", "bob", 1, 1), 0);
    scores->close(state);
}
END_TEST

START_TEST(a_file_that_stays_locked_is_waited_for_but_not_for_long)
{
    int pipes[2];
    char done;
    make_file();
    ck_assert_int_eq(pipe(pipes), 0);
    pid_t pid = fork();
    if (pid == 0) {
        struct flock lock = {.l_type = F_WRLCK, .l_start = LOCK_BYTES, .l_len = 512};
        int fd = open(path, O_RDWR);
        done = fcntl(fd, F_SETLK, &lock) == 0;
        if (write(pipes[1], &done, 1) == 1)
            pause();
        _exit(0);
    }
    ck_assert_int_eq(read(pipes[0], &done, 1), 1);
    ck_assert_int_eq(done, 1);
    ck_assert_int_eq(scores->open(state, path, why, sizeof why), MOULT_AGAIN);
    ck_assert_str_eq(why, "another program keeps the file locked. Close that");
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    open_well();
    ck_assert_int_eq(add("rogue", "ada", -1, 1), 101);
    scores->close(state);
}
END_TEST

int main(void)
{
    if (!scores_load(&kit, "scores-sqlite")) {
        printf("not built: scores-sqlite\n");
        return EXIT_SUCCESS;
    }
    scores = kit.scores;
    Suite *suite = suite_create("scores: sqlite");
    TCase *cases = tcase_create("ranking");
    tcase_set_timeout(cases, 60);
    tcase_add_checked_fixture(cases, enter, leave);
    tcase_add_test(cases, the_best_is_first_and_of_equals_the_earlier);
    tcase_add_test(cases, what_was_entered_is_there_after_the_file_was_closed);
    tcase_add_test(cases, eight_writers_at_once_lose_nothing);
    tcase_add_test(cases, eight_writers_of_equal_runs_get_a_place_each);
    tcase_add_test(cases, the_answers_are_those_of_every_ranking);
    tcase_add_test(cases, names_are_cut_and_cleaned);
    tcase_add_test(cases, a_long_name_is_cut_between_two_characters);
    tcase_add_test(cases, a_file_that_isn_t_ours_is_refused_and_left_alone);
    tcase_add_test(cases, a_damaged_file_is_refused_and_left_alone);
    tcase_add_test(cases, what_is_no_file_is_refused);
    tcase_add_test(cases, an_empty_file_becomes_a_ranking);
    tcase_add_test(cases, a_read_only_file_can_be_read);
    tcase_add_test(cases, a_table_of_another_shape_is_refused);
    tcase_add_test(cases, a_read_only_folder_is_told);
    tcase_add_test(cases, a_full_disk_is_told_and_nothing_is_lost);
    tcase_add_test(cases, a_file_that_stays_locked_is_waited_for_but_not_for_long);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
