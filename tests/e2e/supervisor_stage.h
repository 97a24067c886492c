/* SPDX-License-Identifier: MIT */
/* Games that survive a plugin: what tests of the supervisor share. A game's processes are told by
 * their program's name and by the home in their environment, which is a test's own: whatever a
 * fault left behind is found, whoever its parent is. */
#ifndef TESTS_SUPERVISOR_STAGE_H
#define TESTS_SUPERVISOR_STAGE_H
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <check.h>

#define FAILS MOULT_BUILD_DIR "/zoo/fails" /* CALL-FAULT.so */
#define DEADLINE "0.3"
#define STAGE_PIDS 32

/* The plugin's own name: fails-decide-null-read. */
static inline void stage_name(const char *call, const char *fault, char out[64])
{
    snprintf(out, 64, "fails-%s-%s", call, fault);
    for (char *at = out; *at != 0; at++)
        *at = (char)(*at == '_' ? '-' : *at);
}

static inline int64_t stage_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static inline ssize_t stage_read(const char *pid, const char *file, char *out, size_t room)
{
    char path[300];
    snprintf(path, sizeof path, "/proc/%s/%s", pid, file);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t count = fd >= 0 ? read(fd, out, room - 1) : -1;
    if (fd >= 0)
        close(fd);
    out[count > 0 ? count : 0] = 0;
    return count;
}

/* A process that has ended and wasn't waited for has no environment. */
static inline int stage_is_game(const char *pid, const char *root)
{
    static char surroundings[1 << 17];
    char name[32], home[160];
    snprintf(home, sizeof home, "HOME=%s/home", root);
    if (stage_read(pid, "comm", name, sizeof name) <= 0 || strcmp(name, "moult\n") != 0)
        return 0;
    ssize_t count = stage_read(pid, "environ", surroundings, sizeof surroundings);
    for (ssize_t at = 0; at < count; at += (ssize_t)strlen(surroundings + at) + 1)
        if (strcmp(surroundings + at, home) == 0)
            return 1;
    return 0;
}

/* The game's processes, the oldest first; answers how many. */
static inline int stage_games(const char *root, pid_t out[STAGE_PIDS])
{
    int count = 0;
    DIR *all = opendir("/proc");
    struct dirent *entry;
    while (all != NULL && (entry = readdir(all)) != NULL && count < STAGE_PIDS)
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' &&
            stage_is_game(entry->d_name, root))
            out[count++] = (pid_t)atoi(entry->d_name);
    if (all != NULL)
        closedir(all);
    return count;
}

/* Waits for all of them to be gone; else ends them, and answers how many there were. */
static inline int stage_wait_gone(const char *root, int32_t milliseconds)
{
    pid_t pids[STAGE_PIDS];
    int64_t end = stage_now_ms() + milliseconds;
    int count;
    while ((count = stage_games(root, pids)) != 0 && stage_now_ms() < end)
        nanosleep(&(struct timespec){0, 5000000}, NULL);
    for (int i = 0; i < count; i++)
        kill(pids[i], SIGKILL);
    return count;
}

#endif
