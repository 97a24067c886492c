/* SPDX-License-Identifier: MIT */
#include "support/tmux.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <check.h>

#define WORDS_MAX 64
#define LOOK_MS 5

static char terminals[64]; /* the folder of this program's terminals */

int64_t clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void pause_ms(int32_t milliseconds)
{
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000L}, NULL);
}

/* -- the end of it all ------------------------------------------------------------------------- */

static int remove_entry(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about;
    (void)where;
    if (kind == FTW_DP) {
        umount2(path, MNT_DETACH);
        chmod(path, 0700);
    }
    remove(path);
    return 0;
}

/* Ends the processes whose program stands in the folder. */
static void end_processes(const char *folder)
{
    DIR *all = opendir("/proc");
    struct dirent *entry;
    while (all != NULL && (entry = readdir(all)) != NULL) {
        char link[300], program[512] = "";
        pid_t pid = (pid_t)atoi(entry->d_name);
        snprintf(link, sizeof link, "/proc/%s/exe", entry->d_name);
        if (pid > 1 && readlink(link, program, sizeof program - 1) > 0 &&
            strncmp(program, folder, strlen(folder)) == 0)
            kill(pid, SIGKILL);
    }
    if (all != NULL)
        closedir(all);
}

static void end_servers(const char *folder)
{
    DIR *all = opendir(folder);
    struct dirent *entry;
    while (all != NULL && (entry = readdir(all)) != NULL) {
        tmux t;
        snprintf(t.socket, sizeof t.socket, "%.64s/%.50s/tmux", folder, entry->d_name);
        if (access(t.socket, F_OK) == 0)
            tmux_command(&t, "kill-server", NULL);
    }
    if (all != NULL)
        closedir(all);
}

/* Outlives this program, whatever ends it: waits for the other end of the pipe to be closed. */
static pid_t start_cleaner(int pipe_ends[2])
{
    char ignored;
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    setsid();
    close(pipe_ends[1]);
    while (read(pipe_ends[0], &ignored, 1) < 0 && errno == EINTR)
        ;
    end_servers(terminals);
    end_processes(terminals);
    nftw(terminals, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    _exit(0);
}

int terminals_run(struct Suite *suite)
{
    int ends[2];
    snprintf(terminals, sizeof terminals, "/tmp/moult-e2e-XXXXXX");
    if (mkdtemp(terminals) == NULL || pipe2(ends, O_CLOEXEC) != 0)
        return EXIT_FAILURE;
    pid_t cleaner = start_cleaner(ends);
    close(ends[0]);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    close(ends[1]);
    waitpid(cleaner, NULL, 0);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* -- running programs -------------------------------------------------------------------------- */

static int exit_code(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Runs a program and gathers what it prints; `out` may be NULL. */
static int run(char *const words[], char *out, size_t room)
{
    int ends[2];
    size_t used = 0;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        execvp(words[0], words);
        _exit(127);
    }
    close(ends[1]);
    for (;;) {
        char rest[4096];
        int fits = out != NULL && used + 1 < room;
        ssize_t got =
            fits ? read(ends[0], out + used, room - used - 1) : read(ends[0], rest, sizeof rest);
        if (got <= 0 && errno != EINTR)
            break;
        if (got == 0)
            break;
        used += fits && got > 0 ? (size_t)got : 0;
    }
    close(ends[0]);
    if (out != NULL)
        out[used] = 0;
    return exit_code(pid);
}

int shell_run(char *out, size_t room, const char *format, ...)
{
    char line[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    char *const words[] = {"sh", "-c", line, NULL};
    return run(words, out, room);
}

/* Words of one tmux command, after those that name the server. */
static int command_v(const tmux *t, char *out, size_t room, const char *word, va_list args)
{
    char *words[WORDS_MAX] = {"tmux", "-u", "-f", "/dev/null", "-S", (char *)(uintptr_t)t->socket};
    int count = 6;
    for (; word != NULL && count < WORDS_MAX - 1; word = va_arg(args, const char *))
        words[count++] = (char *)(uintptr_t)word;
    words[count] = NULL;
    return run(words, out, room);
}

static int command_out(const tmux *t, char *out, size_t room, const char *word, ...)
{
    va_list args;
    va_start(args, word);
    int code = command_v(t, out, room, word, args);
    va_end(args);
    return code;
}

int tmux_command(const tmux *t, const char *word, ...)
{
    va_list args;
    va_start(args, word);
    int code = command_v(t, NULL, 0, word, args);
    va_end(args);
    return code;
}

/* -- life -------------------------------------------------------------------------------------- */

static void set_folder(const tmux *t, const char *variable, const char *name)
{
    char path[160];
    snprintf(path, sizeof path, "%s/%s", t->root, name);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    setenv(variable, path, 1);
}

void tmux_open(tmux *t, const char *name)
{
    char path[256];
    memset(t, 0, sizeof *t);
    snprintf(t->root, sizeof t->root, "%s/%.24s", terminals, name);
    snprintf(t->socket, sizeof t->socket, "%s/tmux", t->root);
    ck_assert_int_eq(mkdir(t->root, 0700), 0);
    set_folder(t, "HOME", "home");
    set_folder(t, "XDG_RUNTIME_DIR", "run");
    set_folder(t, "XDG_DATA_HOME", "data");
    set_folder(t, "XDG_CONFIG_HOME", "config");
    set_folder(t, "XDG_CACHE_HOME", "cache");
    snprintf(path, sizeof path, "%s/game:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", t->root);
    setenv("PATH", path, 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("SHELL", "/bin/sh", 1);
    setenv("PS1", TMUX_PROMPT " ", 1);
    static const char *const foreign[] = {"TMUX",      "TMUX_PANE", "NO_COLOR",         "ESCDELAY",
                                          "LANG",      "LANGUAGE",  "COLUMNS",          "LINES",
                                          "COLORFGBG", "ENV",       "MOULT_PLUGIN_PATH"};
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        unsetenv(foreign[i]);
}

void tmux_start(tmux *t, int32_t columns, int32_t rows)
{
    char width[16], height[16];
    snprintf(width, sizeof width, "%d", columns);
    snprintf(height, sizeof height, "%d", rows);
    t->columns = columns;
    t->rows = rows;
    char said[512];
    int code = command_out(t, said, sizeof said, "start-server", ";", "set", "-g", "status", "off",
                           ";", "set", "-g", "default-terminal", "xterm-256color", ";",
                           "new-session", "-d", "-x", width, "-y", height, "exec sh -i", NULL);
    ck_assert_msg(code == 0, "%s", said);
    tmux_wait(t, TMUX_PROMPT);
}

void tmux_kill(tmux *t)
{
    tmux_command(t, "kill-server", NULL);
}

/* -- typing ------------------------------------------------------------------------------------ */

void tmux_keys(const tmux *t, const char *key, ...)
{
    char *words[WORDS_MAX] = {
        "tmux", "-u", "-f", "/dev/null", "-S", (char *)(uintptr_t)t->socket, "send-keys", "--"};
    int count = 8;
    va_list args;
    va_start(args, key);
    for (; key != NULL && count < WORDS_MAX - 1; key = va_arg(args, const char *))
        words[count++] = (char *)(uintptr_t)key;
    va_end(args);
    ck_assert_int_eq(run(words, NULL, 0), 0);
}

void tmux_type(const tmux *t, const char *text)
{
    ck_assert_int_eq(tmux_command(t, "send-keys", "-l", "--", text, NULL), 0);
}

void tmux_bytes(const tmux *t, const char *bytes, size_t count)
{
    char hex[WORDS_MAX][4];
    char *words[WORDS_MAX] = {
        "tmux", "-u", "-f", "/dev/null", "-S", (char *)(uintptr_t)t->socket, "send-keys", "-H"};
    int used = 8;
    for (size_t i = 0; i < count && used < WORDS_MAX - 1; i++, used++) {
        snprintf(hex[used], sizeof hex[used], "%02x", (unsigned char)bytes[i]);
        words[used] = hex[used];
    }
    ck_assert_int_eq(run(words, NULL, 0), 0);
}

void tmux_shell(const tmux *t, const char *format, ...)
{
    char line[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    tmux_type(t, line);
    tmux_keys(t, "Enter", NULL);
}

void tmux_resize(tmux *t, int32_t columns, int32_t rows)
{
    char width[16], height[16];
    snprintf(width, sizeof width, "%d", columns);
    snprintf(height, sizeof height, "%d", rows);
    ck_assert_int_eq(tmux_command(t, "resize-window", "-x", width, "-y", height, NULL), 0);
    t->columns = columns;
    t->rows = rows;
}

/* -- looking ----------------------------------------------------------------------------------- */

const char *tmux_capture(tmux *t)
{
    ck_assert_int_eq(command_out(t, t->screen, sizeof t->screen, "capture-pane", "-p", NULL), 0);
    return t->screen;
}

const char *tmux_colours(tmux *t)
{
    ck_assert_int_eq(command_out(t, t->screen, sizeof t->screen, "capture-pane", "-p", "-e", NULL),
                     0);
    return t->screen;
}

void tmux_ask(const tmux *t, const char *format, char *out, size_t room)
{
    ck_assert_int_eq(command_out(t, out, room, "display-message", "-p", format, NULL), 0);
    out[strcspn(out, "\n")] = 0;
}

static const char *line_start(const tmux *t, int32_t y)
{
    const char *at = t->screen;
    for (; y > 0 && *at; y--) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    return at;
}

void tmux_line(const tmux *t, int32_t y, char *out, size_t room)
{
    const char *at = line_start(t, y);
    snprintf(out, room, "%.*s", (int)strcspn(at, "\n"), at);
}

uint32_t tmux_cell(const tmux *t, int32_t x, int32_t y)
{
    const unsigned char *at = (const unsigned char *)line_start(t, y);
    for (; *at && *at != '\n'; x--) {
        uint32_t more = *at < 0xc0 ? 0 : *at < 0xe0 ? 1 : *at < 0xf0 ? 2 : 3;
        uint32_t code = more ? *at & (0x3fu >> more) : *at;
        for (at++; more && (*at & 0xc0) == 0x80; more--, at++)
            code = code << 6 | (*at & 0x3fu);
        if (x == 0)
            return code;
    }
    return ' ';
}

const char *tmux_settle(tmux *t)
{
    static char before[sizeof t->screen];
    int64_t end = clock_ms() + TMUX_PATIENCE_MS;
    tmux_capture(t);
    do {
        strcpy(before, t->screen);
        pause_ms(LOOK_MS);
    } while (strcmp(before, tmux_capture(t)) != 0 && clock_ms() < end);
    return t->screen;
}

int tmux_shows(tmux *t, const char *text, int32_t milliseconds)
{
    int64_t end = clock_ms() + milliseconds;
    do {
        if (strstr(tmux_capture(t), text) != NULL)
            return 1;
        pause_ms(LOOK_MS);
    } while (clock_ms() < end);
    return 0;
}

void tmux_wait(tmux *t, const char *text)
{
    if (!tmux_shows(t, text, TMUX_PATIENCE_MS))
        ck_abort_msg("\"%s\" doesn't come; the screen is:\n%s", text, t->screen);
    tmux_settle(t);
}

void tmux_wait_gone(tmux *t, const char *text)
{
    int64_t end = clock_ms() + TMUX_PATIENCE_MS;
    while (strstr(tmux_capture(t), text) != NULL) {
        if (clock_ms() >= end)
            ck_abort_msg("\"%s\" doesn't go; the screen is:\n%s", text, t->screen);
        pause_ms(LOOK_MS);
    }
    tmux_settle(t);
}

pid_t tmux_child(const tmux *t, const char *name)
{
    char shell[32], path[96], children[1024] = "";
    tmux_ask(t, "#{pane_pid}", shell, sizeof shell);
    snprintf(path, sizeof path, "/proc/%.20s/task/%.20s/children", shell, shell);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 0;
    if (fgets(children, sizeof children, file) == NULL)
        children[0] = 0;
    fclose(file);
    for (char *at = strtok(children, " \n"); at != NULL; at = strtok(NULL, " \n")) {
        char command[64] = "";
        snprintf(path, sizeof path, "/proc/%.20s/comm", at);
        file = fopen(path, "r");
        if (file != NULL && fgets(command, sizeof command, file) != NULL)
            command[strcspn(command, "\n")] = 0;
        if (file != NULL)
            fclose(file);
        if (strcmp(command, name) == 0)
            return (pid_t)atoi(at);
    }
    return 0;
}
