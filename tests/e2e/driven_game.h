/* SPDX-License-Identifier: MIT */
/* A game in a home of its own that is driven line by line through its standard input, and asked in
 * between where it stands. What it says on standard error is kept in a file there. */
#ifndef TESTS_DRIVEN_GAME_H
#define TESTS_DRIVEN_GAME_H
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "core/system/control.h"
#include "supervisor_stage.h"
#include "support/run.h"

#define DRIVEN_STATE 64
#define DRIVEN_PATIENCE_MS 20000

typedef struct driven {
    run r; /* its home: opened and closed by the test */
    pid_t supervisor;
    int input;
    char state[DRIVEN_STATE]; /* "turn N  hash HASH" */
} driven;

static inline void driven_pause(void)
{
    nanosleep(&(struct timespec){0, 1000000}, NULL);
}

/* Opens the home; its games are found by this process, too. */
static inline void driven_open(driven *g)
{
    char runtime[128];
    run_open(&g->r);
    snprintf(runtime, sizeof runtime, "%s/runtime", g->r.root);
    setenv("XDG_RUNTIME_DIR", runtime, 1);
    signal(SIGPIPE, SIG_IGN);
}

/* `moult play ARGUMENTS`, as for the shell. */
static inline void driven_begin(driven *g, const char *arguments, ...)
    __attribute__((format(printf, 2, 3)));

static inline void driven_begin(driven *g, const char *arguments, ...)
{
    int input[2];
    char command[2048], home[128];
    va_list args;
    strcpy(command, "exec " MOULT_BUILD_DIR "/moult play ");
    va_start(args, arguments);
    vsnprintf(command + strlen(command), sizeof command - strlen(command), arguments, args);
    va_end(args);
    strncat(command, " >/dev/null 2>said", sizeof command - strlen(command) - 1);
    snprintf(home, sizeof home, "%s/home", g->r.root);
    ck_assert_int_eq(pipe2(input, O_CLOEXEC), 0);
    g->supervisor = fork();
    ck_assert_int_ge(g->supervisor, 0);
    if (g->supervisor == 0) {
        setenv("HOME", home, 1);
        if (dup2(input[0], 0) < 0 || chdir(g->r.root) != 0)
            _exit(125);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(126);
    }
    close(input[0]);
    g->input = input[1];
}

/* Until no byte that it was given waits: a command that nobody has read yet is played later. */
static inline void driven_taken(const driven *g)
{
    const int64_t end = stage_now_ms() + DRIVEN_PATIENCE_MS;
    int waiting = 1;
    while (ioctl(g->input, FIONREAD, &waiting) == 0 && waiting > 0 && stage_now_ms() < end)
        usleep(100);
}

/* A request's answer, which is the caller's to free; it is asked again while the worker dies. */
static inline char *driven_ask(const driven *g, const char *request, int32_t *code)
{
    const int64_t end = stage_now_ms() + DRIVEN_PATIENCE_MS;
    char *reply = NULL;
    moult__report report = {0};
    while (moult__control_ask(g->supervisor, request, &reply, code, &report) < 0) {
        ck_assert_msg(stage_now_ms() < end, "%s", report.text);
        driven_pause();
    }
    return reply;
}

/* Asked twice: the first answer may come before a command that was given before it. */
static inline void driven_read(driven *g)
{
    driven_taken(g);
    for (int answers = 0; answers < 2; answers++) {
        int32_t code;
        char *reply = driven_ask(g, "state", &code);
        snprintf(g->state, sizeof g->state, "%s", reply);
        free(reply);
    }
    ck_assert_msg(strncmp(g->state, "turn ", 5) == 0, "%s", g->state);
}

static inline void driven_give(const driven *g, const char *command)
{
    char line[64];
    const int length = snprintf(line, sizeof line, "%s\n", command);
    ck_assert_int_eq(write(g->input, line, (size_t)length), length);
}

/* Gives a command, and waits until it has been played. */
static inline void driven_play(driven *g, const char *command)
{
    driven_give(g, command);
    driven_read(g);
}

/* What it has said so far; static. */
static inline const char *driven_said(const driven *g)
{
    static char text[1 << 18];
    char path[128];
    snprintf(path, sizeof path, "%s/said", g->r.root);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t count = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
    if (fd >= 0)
        close(fd);
    text[count > 0 ? count : 0] = 0;
    return text;
}

/* The only child of the supervisor. */
static inline pid_t driven_worker(const driven *g)
{
    char pid[16], file[48], text[64];
    snprintf(pid, sizeof pid, "%d", (int)g->supervisor);
    snprintf(file, sizeof file, "task/%s/children", pid);
    ck_assert_int_gt(stage_read(pid, file, text, sizeof text), 0);
    return (pid_t)atoi(text);
}

/* No more commands: it leaves, well, and nothing of it is left but its saves. */
static inline void driven_end(driven *g)
{
    int status;
    close(g->input);
    ck_assert_int_eq(waitpid(g->supervisor, &status, 0), g->supervisor);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "ended with %x", status);
    ck_assert_int_eq(stage_wait_gone(g->r.root, 5000), 0);
    run_well(&g->r, NULL, "find runtime -name '*.sock' -o -name '*.so'");
    ck_assert_str_eq(g->r.out, "");
}

#endif
