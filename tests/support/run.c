/* SPDX-License-Identifier: MIT */
#include "support/run.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <check.h>

#define COMMAND_MAX 8192

void run_open(run *r)
{
    static const char *const folders[] = {"home", "runtime"};
    char path[128];
    memset(r, 0, sizeof *r);
    umask(022);
    snprintf(r->root, sizeof r->root, "/tmp/moult-cli-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(r->root));
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, sizeof path, "%s/%s", r->root, folders[i]);
        ck_assert_int_eq(mkdir(path, 0700), 0);
    }
}

void run_close(run *r)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", r->root);
    ck_assert_int_eq(system(command), 0);
    free(r->out);
    free(r->err);
    r->out = r->err = NULL;
}

/* -- texts ------------------------------------------------------------------------------------- */

/* Writes `name` for every `path` in a text that is the caller's to free; the new one is, too. */
static char *replaced(char *text, const char *path, const char *name)
{
    size_t length = strlen(path), count = 1;
    for (const char *at = text; (at = strstr(at, path)) != NULL; at += length)
        count++;
    char *result = malloc(strlen(text) + count * strlen(name) + 1), *to = result;
    ck_assert_ptr_nonnull(result);
    const char *from = text;
    for (const char *at; (at = strstr(from, path)) != NULL; from = at + length)
        to += sprintf(to, "%.*s%s", (int)(at - from), from, name);
    strcpy(to, from);
    free(text);
    return result;
}

static char *take_text(const run *r, const char *file)
{
    char path[128];
    struct stat about;
    snprintf(path, sizeof path, "%s/%s", r->root, file);
    int fd = open(path, O_RDONLY);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(fstat(fd, &about), 0);
    char *text = malloc((size_t)about.st_size + 1);
    ck_assert_ptr_nonnull(text);
    ssize_t got = read(fd, text, (size_t)about.st_size);
    ck_assert_int_eq(got, about.st_size);
    text[got] = 0;
    close(fd);
    unlink(path);
    return replaced(replaced(text, r->root, "$T"), MOULT_BUILD_DIR, "$B");
}

static int is_word(char letter)
{
    return isalnum((unsigned char)letter) || strchr(" .-_", letter) != NULL;
}

int32_t run_matches(const char *text, const char *pattern)
{
    if (*pattern == 0)
        return *text == 0;
    if (*pattern == '#') {
        if (!isdigit((unsigned char)*text))
            return 0;
        while (isdigit((unsigned char)*text))
            text++;
        return run_matches(text, pattern + 1);
    }
    if (*pattern == '~') {
        if (run_matches(text, pattern + 1))
            return 1;
        return *text != 0 && is_word(*text) && run_matches(text + 1, pattern);
    }
    return *text == *pattern && run_matches(text + 1, pattern + 1);
}

const char *run_last_line(const char *text, char *out, size_t room)
{
    size_t end = strlen(text);
    while (end > 0 && text[end - 1] == '\n')
        end--;
    size_t start = end;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    snprintf(out, room, "%.*s", (int)(end - start), text + start);
    return out;
}

/* -- processes --------------------------------------------------------------------------------- */

static void set_surroundings(const run *r)
{
    static const char *const gone[] = {
        "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "MOULT_PLUGIN_PATH", "LC_ALL",
        "LANG",          "LANGUAGE",        "LOCPATH",        "MALLOC_PERTURB_",   "TERM"};
    char value[1024];
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
        unsetenv(gone[i]);
    snprintf(value, sizeof value, "%s/home", r->root);
    setenv("HOME", value, 1);
    snprintf(value, sizeof value, "%s/runtime", r->root);
    setenv("XDG_RUNTIME_DIR", value, 1);
    snprintf(value, sizeof value, "%s:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
             MOULT_BUILD_DIR);
    setenv("PATH", value, 1);
    setenv("T", r->root, 1);
    setenv("B", MOULT_BUILD_DIR, 1);
    setenv("S", MOULT_SOURCE_DIR, 1);
    if (chdir(r->root) != 0)
        _exit(125);
}

static void into_file(const char *path, int fd)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || dup2(file, fd) < 0)
        _exit(125);
    close(file);
}

/* In a process group of its own, so that all of it can be ended. */
static pid_t spawn(const run *r, const char *command, const char *out, const char *err,
                   int *input_fd)
{
    int input[2];
    ck_assert_int_eq(pipe2(input, O_CLOEXEC), 0);
    pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        setpgid(0, 0);
        set_surroundings(r);
        signal(SIGPIPE, SIG_DFL);
        into_file(out, 1);
        into_file(err, 2);
        dup2(input[0], 0);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(126);
    }
    setpgid(pid, pid);
    close(input[0]);
    *input_fd = input[1];
    return pid;
}

static void write_input(int fd, const char *input)
{
    size_t length = input != NULL ? strlen(input) : 0;
    signal(SIGPIPE, SIG_IGN);
    ck_assert_msg(length <= 65536, "longer than a pipe");
    if (length != 0 && write(fd, input, length) < 0)
        ck_assert_int_eq(errno, EPIPE);
    close(fd);
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void wait_for(run *r, pid_t pid)
{
    int status = 0;
    int64_t end = now_ms() + RUN_SECONDS * 1000;
    while (waitpid(pid, &status, WNOHANG) == 0) {
        struct timespec pause = {0, 1000000};
        if (now_ms() > end && !r->too_late) {
            r->too_late = 1;
            kill(-pid, SIGKILL);
        }
        nanosleep(&pause, NULL);
    }
    r->code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int32_t run_text(run *r, const char *input, const char *command)
{
    int input_fd;
    char out[96], err[96];
    snprintf(out, sizeof out, "%s/.out", r->root);
    snprintf(err, sizeof err, "%s/.err", r->root);
    r->too_late = 0;
    pid_t pid = spawn(r, command, out, err, &input_fd);
    write_input(input_fd, input);
    wait_for(r, pid);
    free(r->out);
    free(r->err);
    r->out = take_text(r, ".out");
    r->err = take_text(r, ".err");
    ck_assert_msg(!r->too_late, "%s\ntook longer than %d s\n%s", command, RUN_SECONDS, r->err);
    ck_assert_msg(r->code < 124, "%s\nended with %d\n%s", command, (int)r->code, r->err);
    return r->code;
}

static void compose(char *out, const char *format, va_list args)
{
    int length = vsnprintf(out, COMMAND_MAX, format, args);
    ck_assert_msg(length >= 0 && length < COMMAND_MAX, "the command is too long");
}

int32_t run_shell(run *r, const char *input, const char *format, ...)
{
    char command[COMMAND_MAX];
    va_list args;
    va_start(args, format);
    compose(command, format, args);
    va_end(args);
    return run_text(r, input, command);
}

void run_well(run *r, const char *input, const char *format, ...)
{
    char command[COMMAND_MAX];
    va_list args;
    va_start(args, format);
    compose(command, format, args);
    va_end(args);
    int32_t code = run_text(r, input, command);
    ck_assert_msg(code == 0, "%s\nended with %d\n%s", command, (int)code, r->err);
}

void run_refused(run *r, const char *command, int32_t code, const char *error)
{
    run_text(r, NULL, command);
    ck_assert_msg(run_matches(r->err, error), "%s\nsaid:     %sexpected: %s", command, r->err,
                  error);
    ck_assert_msg(r->code == code, "%s\nended with %d, not %d", command, (int)r->code, (int)code);
    ck_assert_msg(r->out[0] == 0, "%s\nprinted: %s", command, r->out);
}

int32_t run_start(run *r, const char *command)
{
    int input_fd;
    pid_t pid = spawn(r, command, "/dev/null", "/dev/null", &input_fd);
    close(input_fd);
    return (int32_t)pid;
}

void run_stop(int32_t pid)
{
    kill(-pid, SIGTERM);
    for (int tries = 0; waitpid(pid, NULL, WNOHANG) == 0; tries++) {
        struct timespec pause = {0, 5000000};
        nanosleep(&pause, NULL);
        if (tries == 1000)
            kill(-pid, SIGKILL);
    }
}
